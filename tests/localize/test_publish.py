"""Publishing a draft keeps the way back of its localized pictures."""

from __future__ import annotations

from inkpost.localize.files import open_staging
from inkpost.localize.manifest import Manifest, Origin
from tests.sites import SiteBuilder

ORIGIN = Origin(name="x.png", url="https://img.example.org/x.png")


def test_a_published_draft_keeps_its_origins(site: SiteBuilder) -> None:
    site.write("source/_drafts/d.md", "---\ntitle: d\n---\n\n![p](x.png)\n")
    site.write("source/_drafts/d/x.png", b"picture")
    with open_staging(site.root) as staging:
        Manifest(site.root).change(staging, "source/_drafts/d.md", lambda _: (ORIGIN,))
    assert site.blog("publish", "d").code == 0
    assert Manifest(site.root).read() == {"source/_posts/d.md": (ORIGIN,)}
    assert (site.root / "source/_posts/d/x.png").read_bytes() == b"picture"
