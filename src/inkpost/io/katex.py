"""KaTeX in an embedded JavaScript engine: TeX in, HTML out, many formulas a call."""

from __future__ import annotations

import atexit
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from inkpost.errors import BlogError
from inkpost.io.bundled import bundled_path
from inkpost.io.closing import Closing

_MEMORY_LIMIT = 768 << 20
_DRAIN_TIMEOUT_S = 5.0
_QUICKJS_STACK = 4 << 20
_NO_VALUE = "\n;0"

KATEX_VERSION = "0.19.1"
"""The version whose files ship with the package."""

# A definition lives on in `state`; an ordinary formula gets a copy, so that nothing leaks from it.
# MathJax lets authors define a name anew, and define again one that it does not know.
_DRIVER = r"""
const inkpost = (() => {
  const trust = (context) => context.command === "\\href"
    && (context.protocol === "http" || context.protocol === "https"
      || /^#eq-/.test(context.url));
  // Where one formula defines a name twice, the first pattern hits both and the second the first.
  const anew = [
    [/^\\newcommand\{(.+)\} attempting to redefine/, "\\newcommand", "\\renewcommand", "g"],
    [/^\\renewcommand\{(.+)\} when command/, "\\renewcommand", "\\newcommand", ""],
  ];
  const rename = (tex, message) => {
    for (const [pattern, from, to, flags] of anew) {
      const match = pattern.exec(message || "");
      if (!match) continue;
      const name = match[1].replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      const command = from.replace("\\", "\\\\");
      const place = new RegExp(command + "(\\s*\\{?\\s*" + name + "(?![A-Za-z]))", flags);
      return tex.replace(place, (all, rest) => to + rest);
    }
    return tex;
  };
  const set = (tex, display, state, keep) => {
    for (let tries = 0; ; tries++) {
      const macros = Object.assign({}, state);
      try {
        const html = katex.renderToString(tex, {
          displayMode: display, macros, trust, globalGroup: true, strict: "ignore",
        });
        if (keep) Object.assign(state, macros);
        return { html };
      } catch (error) {
        const changed = rename(tex, error.rawMessage);
        if (changed === tex || tries === 100) {
          const known = error instanceof katex.ParseError;
          return {
            error: known ? error.rawMessage : String(error),
            position: known && error.position !== undefined ? error.position : null,
          };
        }
        tex = changed;
      }
    }
  };
  return (runs) => JSON.stringify(runs.map((run) => {
    const state = Object.assign({}, run.macros);
    for (const [tex, display] of run.definitions) set(tex, display, state, true);
    return run.formulas.map(([tex, display]) => set(tex, display, state, false));
  }));
})();
"""


_Evaluate = Callable[[str, float | None], str]


class EngineLimitError(Exception):
    """A batch that took more time or memory than it may; the engine is of no more use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Formulas that are set in the same state: site macros, then what earlier formulas defined.

    formulas, definitions: pairs (TeX, whether it is displayed).
    """

    formulas: tuple[tuple[str, bool], ...]
    macros: Mapping[str, str] = field(default_factory=dict)
    definitions: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineResult:
    """One formula's HTML, or the error instead. position: 0-based in the TeX, or None."""

    html: str = ""
    error: str | None = None
    position: int | None = None


class KatexEngine(Closing):
    """One JavaScript engine with KaTeX in it, from its creation to `close`.

    An engine that is not closed can keep the interpreter from ending, so that it has one owner.
    """

    def __init__(self) -> None:
        self._context: AbstractContextManager[Any] | None = None
        self._evaluate: _Evaluate = _refuse
        # The owner closes it; this is for the interrupt that comes between two of its lines.
        atexit.register(self._close_now)
        try:
            _run_to_end(self._open)
            for name in ("katex.min.js", "contrib/mhchem.min.js"):
                self._evaluate(_read_script(name) + _NO_VALUE, None)
            self._evaluate(_DRIVER + _NO_VALUE, None)
        except BaseException:
            self.close()
            raise

    def typeset(self, runs: Sequence[Run], *, timeout_s: float) -> list[list[EngineResult]]:
        """The formulas of each run, set. Raises: EngineLimitError."""
        request = [
            {"macros": dict(run.macros), "definitions": run.definitions, "formulas": run.formulas}
            for run in runs
        ]
        answer = self._evaluate(f"inkpost({json.dumps(request)})", timeout_s)
        return [[EngineResult(**item) for item in items] for items in json.loads(answer)]

    def close(self) -> None:
        """Let the engine go; a Ctrl-C meanwhile is raised once that is done."""
        if self._context is not None:
            _run_to_end(self._close_now)
        atexit.unregister(self._close_now)

    def _open(self) -> None:
        self._context, self._evaluate = _open_engine()

    def _close_now(self) -> None:
        context, self._context = self._context, None
        evaluate, self._evaluate = self._evaluate, _refuse
        if context is not None:
            # What an interrupt or a time limit left running answers before the loop is gone.
            with suppress(Exception):
                evaluate("0", _DRAIN_TIMEOUT_S)
            context.__exit__(None, None, None)


def _read_script(name: str) -> str:
    path = bundled_path("assets", "katex", *name.split("/"))
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise BlogError(
            f'expected KaTeX\'s file "{name}" in the package, found none',
            hint="install the package anew (`pip install -e .` in a checkout)",
        ) from error


def has_engine() -> bool:
    """Whether there is an engine to load and the files to load into it."""
    script = bundled_path("assets", "katex", "katex.min.js")
    return script.is_file() and any(find_spec(name) for name in ("py_mini_racer", "quickjs"))


def _open_engine() -> tuple[AbstractContextManager[Any], _Evaluate]:
    """An engine that must be closed, and its evaluation. Raises: BlogError."""
    for open_one in (_open_v8, _open_quickjs):
        try:
            return open_one()
        except (ImportError, OSError):
            continue
    raise BlogError(
        "cannot load a JavaScript engine to typeset formulas with",
        hint="install mini-racer, or set `math.engine: client`",
    )


def _open_v8() -> tuple[AbstractContextManager[Any], _Evaluate]:
    # lazy: V8's library is 80 MB, and most builds find every formula in the cache
    from py_mini_racer import JSOOMException, JSTimeoutException, mini_racer

    context = mini_racer()
    racer = context.__enter__()
    racer.set_hard_memory_limit(_MEMORY_LIMIT)

    def evaluate(code: str, timeout_s: float | None) -> str:
        try:
            return str(racer.eval(code, timeout_sec=timeout_s))
        except (JSTimeoutException, JSOOMException) as error:
            raise EngineLimitError from error

    return context, evaluate


def _open_quickjs() -> tuple[AbstractContextManager[Any], _Evaluate]:
    """The smaller engine, on a thread of its own whose stack is as deep as formulas need."""
    quickjs: Any = import_module("quickjs")
    previous = threading.stack_size(4 * _QUICKJS_STACK)
    try:
        pool = ThreadPoolExecutor(1)
        context = pool.submit(quickjs.Context).result()
    finally:
        threading.stack_size(previous)
    context.set_max_stack_size(_QUICKJS_STACK)

    def evaluate(code: str, timeout_s: float | None) -> str:
        context.set_time_limit(-1 if timeout_s is None else timeout_s)
        try:
            return str(pool.submit(context.eval, code).result())
        except quickjs.JSException as error:
            if "interrupted" in str(error):
                raise EngineLimitError from error
            raise

    return pool, evaluate


def _refuse(code: str, timeout_s: float | None) -> str:
    message = "the engine is closed"
    raise RuntimeError(message)


def _run_to_end(action: Callable[[], object]) -> None:
    """Run an action that a Ctrl-C must not cut short; the interrupt is raised afterwards."""
    errors: list[BaseException] = []

    def run() -> None:
        try:
            action()
        except BaseException as error:  # raised again in the caller's thread
            errors.append(error)

    worker = threading.Thread(target=run, name="inkpost-v8")
    worker.start()
    interrupt: KeyboardInterrupt | None = None
    while worker.is_alive():
        try:
            worker.join()
        except KeyboardInterrupt as error:
            interrupt = error
    if interrupt is not None:
        raise interrupt
    if errors:
        raise errors[0]
