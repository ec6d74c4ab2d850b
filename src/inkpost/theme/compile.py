"""Template source to code, once for each source, with what is known of it without running it."""

from __future__ import annotations

import marshal
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import MAGIC_NUMBER
from types import CodeType
from typing import Any, Final, TypeAlias

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

from inkpost.errors import Span, TemplateError
from inkpost.hexo.jstext import number_text
from inkpost.hexo.yamldoc import load_yaml
from inkpost.model import Json

Keep: TypeAlias = Callable[[str, Callable[[], bytes]], bytes]
"""A recipe and what makes its bytes -> the bytes, made now or by an earlier build."""

_FRONT: Final = re.compile(r"(?ms)\A\ufeff?---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)")
_SAMPLE: Final = "{% macro m(a) %}{{ a.b(c) }}{% endmacro %}{% for x in y %}{{ m(x) }}{% endfor %}"
_UNSAFE: Final = re.compile("[&<>\"']")
_QUOTED: Final = re.compile(r"'([^']*)'")


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """A template's code. name: canonical; key: in the tree; front: its front matter.

    extends: whether it says which template stands around it. imports: templates with constant
    names whose macros it imports; references: all constant names in it.
    """

    name: str
    key: str
    code: CodeType
    front: Mapping[str, Json] = field(default_factory=dict)
    extends: bool = False
    imports: tuple[str, ...] = ()
    references: tuple[str, ...] = ()


def to_output(value: Any) -> Any:
    """A value as it is printed: nothing for None, `true` and `1` as JavaScript writes them."""
    if value is None:
        return ""
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, float):
        return number_text(value)
    return value


def printed(value: Any) -> str:
    """A value as it stands in the page: as `to_output` has it, and safe in HTML.

    Jinja makes every text that is printed a new `Markup` first, a hundred times a page; this makes
    none, and copies no content that is HTML already.
    """
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is not str:
        return escape(to_output(value))
    return escape(value) if _UNSAFE.search(value) else value


class _Generator(CodeGenerator):
    """Writes the code of templates: what is printed goes through `printed`, and calls hand over
    what the template says and no more."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.printed(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_post(node, frame, finalize)
        else:
            self.write(")")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """Write a call, without the variables that only functions of Jinja's own kind could see."""
        self.write("context.call(")
        self.visit(node.node, frame)
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")


def jinja_options() -> dict[str, Any]:
    """The options that every environment of ours has; the code of a template depends on them."""
    return {
        "autoescape": True,
        "trim_blocks": True,
        "lstrip_blocks": True,
        "keep_trailing_newline": False,
        "finalize": to_output,
        "extensions": ("jinja2.ext.do", "jinja2.ext.loopcontrols"),
    }


@lru_cache(maxsize=1)
def _compiler() -> jinja2.Environment:
    # Autoescape is on, always: it is among the options.
    compiler = jinja2.Environment(**jinja_options())  # noqa: S701
    compiler.code_generator_class = _Generator
    return compiler


@lru_cache(maxsize=1024)
def compile_template(source: str, name: str, key: str) -> Compiled:
    """Compile a template.

    Raises: TemplateError with the place of what cannot be read.
    """
    text, front = _split_front_matter(source, key)
    try:
        tree = _compiler().parse(text, name, key)
        code = _compiler().compile(tree, name, key)
    except jinja2.TemplateSyntaxError as error:
        raise syntax_error(error, key) from error
    imports = tree.find_all((nodes.Import, nodes.FromImport))
    refers = tree.find_all((nodes.Import, nodes.FromImport, nodes.Include, nodes.Extends))
    return Compiled(
        name=name,
        key=key,
        code=code,
        front=front,
        extends=tree.find(nodes.Extends) is not None,
        imports=_constant_names(imports),
        references=_constant_names(refers),
    )


def recall_template(source: str, name: str, key: str, keep: Keep | None) -> Compiled:
    """As `compile_template`, by the code that an earlier build left, where there is one.

    Raises: TemplateError with the place of what cannot be read.
    """
    if keep is None:
        return compile_template(source, name, key)

    def make() -> bytes:
        made = compile_template(source, name, key)
        return marshal.dumps((made.code, made.extends, made.imports, made.references))

    recipe = "\0".join(("template", _generation(), name, key, source))
    code, extends, imports, references = marshal.loads(keep(recipe, make))  # noqa: S302 - our own
    return Compiled(
        name=name,
        key=key,
        code=code,
        front=_split_front_matter(source, key)[1],
        extends=extends,
        imports=imports,
        references=references,
    )


@lru_cache(maxsize=1)
def _generation() -> str:
    """What the code of templates depends on besides them: Python, and what writes it."""
    sample = _compiler().compile(_SAMPLE, raw=True)
    return f"{MAGIC_NUMBER.hex()} {jinja2.__version__} {sample}"


def syntax_error(error: jinja2.TemplateSyntaxError, key: str) -> TemplateError:
    """Jinja's complaint about a template as ours, with its place."""
    message = (error.message or "a template that can be read was expected").rstrip(".")
    message = _QUOTED.sub(r'"\1"', message[:1].lower() + message[1:])
    first, _, rest = message.partition(". ")
    span = Span(path=key, line=max(1, error.lineno))
    return TemplateError(first, span=span, hint=_syntax_hint(first, rest))


def _syntax_hint(message: str, rest: str) -> str:
    told = rest[:1].lower() + rest[1:]
    if "unknown tag" in message:
        return told or "check the spelling of the tag, and that its block was opened before"
    if "unexpected end of template" in message:
        told = rest.rpartition(". ")[2]
        return told[:1].lower() + told[1:] or "close the block that is still open here"
    if "unexpected char" in message:
        return "write it in quotes, or with Jinja's operators (`and`, `or`, `not`, `~`)"
    if "got" in message or "expected" in message:
        return (
            "check the brackets and quotes of this line; templates are Jinja, not Nunjucks or EJS"
        )
    return told or "templates are Jinja: see its page on template syntax"


def _split_front_matter(source: str, key: str) -> tuple[str, Mapping[str, Json]]:
    match = _FRONT.match(source)
    if match is None:
        return source.removeprefix("\ufeff"), {}
    value = load_yaml(match[1], path=key, first_line=2, error=TemplateError).value
    # A comment of as many lines keeps the numbers of the lines that follow.
    blank = "{#" + "\n" * match[0].count("\n") + "#}"
    return blank + source[match.end() :], value if isinstance(value, Mapping) else {}


def _constant_names(found: Any) -> tuple[str, ...]:
    names: dict[str, None] = {}
    for node in found:
        template = node.template
        items = template.items if isinstance(template, nodes.List | nodes.Tuple) else [template]
        for item in items:
            if isinstance(item, nodes.Const) and isinstance(item.value, str):
                names[item.value] = None
            elif isinstance(item, nodes.Const):
                names.update((name, None) for name in item.value if isinstance(name, str))
    return tuple(names)
