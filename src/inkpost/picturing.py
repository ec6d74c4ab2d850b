"""The pictures that a build makes: smaller forms of the author's, and drawings for links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from inkpost.builtin.covers import draw_post_cover
from inkpost.config import Config
from inkpost.errors import Diagnostic, Span, warning
from inkpost.hexo.defaults import get_dotted
from inkpost.io.madefiles import MadeFiles
from inkpost.io.sharecard import RATIO, RECIPE, draw_card, is_font
from inkpost.io.variants import can_encode, encode, encoder_version, planned_widths
from inkpost.model import Asset, Body, Copy, Json, PictureVariant, Post
from inkpost.reads import digest_of
from inkpost.site.pictures import share_card, shown_assets
from inkpost.site.state import SiteState
from inkpost.site.variants import VariantWish, read_wish


class Illustrator:
    """Makes the pictures of one build.

    made: where they are kept; root: the site's folder; theme: the merged theme configuration.
    """

    def __init__(
        self, made: MadeFiles, root: Path, config: Config, theme: Mapping[str, Json]
    ) -> None:
        self._made, self._root, self._config, self._theme = made, root, config, theme
        self._forms: dict[str, tuple[PictureVariant, ...]] = {}
        self._found: list[Diagnostic] = []

    @property
    def makes_cards(self) -> bool:
        """Whether posts without a picture get a drawing for links: our themes' covers do."""
        return self._config.dialect == "inkpost" and isinstance(self._theme.get("cover"), Mapping)

    @property
    def made_forms(self) -> Mapping[str, tuple[PictureVariant, ...]]:
        """Key of an asset -> its forms, of all that `illustrate` made."""
        return self._forms

    def forms(self, asset: Asset) -> Sequence[PictureVariant]:
        """The forms of an asset, as `illustrate` made them."""
        return self._forms.get(asset.key, ())

    def illustrate(self, state: SiteState) -> tuple[dict[str, Body], list[Diagnostic]]:
        """Path -> body of every picture that is made, and what was found on the way.

        Forms are encoded now, unless they are at hand; drawings when their bytes are asked for.
        """
        self._found = []
        routes: dict[str, Body] = {}
        wish = read_wish(self._config, self._theme)
        if wish is not None:
            self._make_forms(state, self._possible(wish))
            routes |= {
                form.path: Copy(key=form.key) for each in self._forms.values() for form in each
            }
        if self.makes_cards:
            routes |= {path: Copy(key=key) for path, key in self._cards(state)}
        return routes, self._found

    def _cards(self, state: SiteState) -> Iterable[tuple[str, str]]:
        for post in state.newest:
            path = share_card(state, post)
            if path is not None:
                yield path, self._card(post)

    def _card(self, post: Post) -> str:
        font = self._font
        # White words want a dark ground.
        ground = "deep" if font else "auto"
        svg = draw_post_cover(post, self._theme, ratio=RATIO, ground=ground)
        title = post.title if font else ""
        digest = digest_of(font or b"")
        recipe = "\0".join((RECIPE, encoder_version(), svg, title, digest))
        return self._made.add(recipe, ".png", lambda: draw_card(svg, title, font))

    @cached_property
    def _font(self) -> bytes | None:
        """The bytes of the font file that `cover.font` names, or None."""
        name = get_dotted(self._theme, "cover.font") or self._config.get("cover.font")
        if not isinstance(name, str) or not name:
            return None
        data = _read_below(self._root, name)
        if data is not None and is_font(data):
            return data
        self._found.append(
            warning(
                "cover-font",
                f'"{name}" of "cover.font" is no font file of the site; pictures for links have '
                "no title",
                span=self._config.span("cover") or Span(path="_config.yml"),
                hint="name a .ttf, .otf or .ttc file below the site's folder",
            )
        )
        return None

    def _possible(self, wish: VariantWish) -> VariantWish:
        kinds = tuple(kind for kind in wish.kinds if can_encode(kind))
        for kind in wish.kinds:
            if kind not in kinds:
                message = f"the installed pillow writes no {kind}; such forms are left out"
                self._found.append(warning("image-variants", message))
        return VariantWish(widths=wish.widths, kinds=kinds)

    def _make_forms(self, state: SiteState, wish: VariantWish) -> None:
        assets = {
            asset.key: asset
            for document_id in state.rendered
            for asset in shown_assets(state, state.index.documents[document_id])
        }
        planned = {key: list(self._plan(asset, wish)) for key, asset in assets.items()}
        self._made.make_all(form.key for forms in planned.values() for form in forms)
        for key, forms in planned.items():
            self._forms[key] = self._worth(assets[key], forms)

    def _plan(self, asset: Asset, wish: VariantWish) -> Iterable[PictureVariant]:
        read = self._reader(asset)
        digest = self._made.tree.files[asset.key].digest
        stem = asset.path.rpartition("/")[2].rpartition(".")[0]
        for width, height in planned_widths(asset.source, read, wish.widths):
            for kind in wish.kinds:
                recipe = f"{encoder_version()} {digest} {width}x{height} {kind}"
                yield PictureVariant(
                    kind=kind,
                    path=f"variants/{stem}-{digest[:8]}-{width}.{kind}",
                    key=self._made.add(recipe, f".{kind}", _encoder(read, (width, height), kind)),
                    width=width,
                    height=height,
                )

    def _worth(self, asset: Asset, forms: list[PictureVariant]) -> tuple[PictureVariant, ...]:
        """The kinds whose widest form takes fewer bytes than the picture itself."""
        sizes = {form.key: self._made.size_of(form.key) for form in forms}
        if forms and not all(sizes.values()):
            self._found.append(
                warning(
                    "damaged-picture",
                    "the picture cannot be decoded; it is published as it is",
                    span=Span(path=asset.key),
                )
            )
            return ()
        whole = self._made.tree.files[asset.key].size
        widest = {form.kind: form for form in forms}
        return tuple(form for form in forms if sizes[widest[form.kind].key] < whole)

    def _reader(self, asset: Asset) -> Callable[[], bytes]:
        return lambda: self._made.read(asset.key)


def _encoder(read: Callable[[], bytes], size: tuple[int, int], kind: str) -> Callable[[], bytes]:
    def make() -> bytes:
        try:
            return encode(read(), size, kind)
        except (OSError, ValueError, SyntaxError):
            return b""

    return make


def _read_below(root: Path, name: str) -> bytes | None:
    """The bytes of a file in a folder, or None where it is not there or lies elsewhere."""
    file = (root / name).resolve()
    try:
        return file.read_bytes() if file.is_relative_to(root.resolve()) else None
    except OSError:
        return None
