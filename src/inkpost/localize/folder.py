"""A post's own folder while pictures are put into it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from inkpost.localize.files import Staging
from inkpost.localize.names import fold_name, name_from_url, with_hash


@dataclass
class AssetFolder:
    """Chooses names and places pictures; what exists already is shared or left alone."""

    path: Path
    staging: Staging
    _names: dict[str, str] | None = field(default=None)
    _digests: dict[str, str] = field(default_factory=dict)

    def add(self, staged: Path, url: str, kind: str, digest: str) -> str:
        """The name under which a picture lies in the folder: a new file or one of equal bytes."""
        size = staged.stat().st_size
        shared = self._find_equal(size, kind, digest)
        if shared:
            return shared
        wanted = name_from_url(url, kind)
        for name in (wanted, *(with_hash(wanted, digest, length) for length in (8, 16, 32))):
            if fold_name(name) in self._existing():
                continue
            self.path.mkdir(parents=True, exist_ok=True)
            if self.staging.place(staged, self.path / name):
                self._existing()[fold_name(name)] = name
                self._digests[name] = digest
                return name
            self._names = None  # another program has put a file there meanwhile
            return self.add(staged, url, kind, digest)
        raise FileExistsError("no name is free for the picture")

    def _existing(self) -> dict[str, str]:
        """Folded name -> name of all that is in the folder."""
        if self._names is None:
            found = sorted(self.path.iterdir()) if self.path.is_dir() else []
            self._names = {fold_name(item.name): item.name for item in found}
        return self._names

    def _find_equal(self, size: int, kind: str, digest: str) -> str:
        endings = (".jpg", ".jpeg", ".jfif") if kind == "jpg" else (f".{kind}", f".a{kind}")
        for name in self._existing().values():
            file = self.path / name
            if not name.lower().endswith(endings) or not file.is_file():
                continue
            if file.stat().st_size == size and self._digest(file) == digest:
                return name
        return ""

    def _digest(self, file: Path) -> str:
        if file.name not in self._digests:
            with file.open("rb") as opened:
                self._digests[file.name] = hashlib.file_digest(opened, "sha256").hexdigest()
        return self._digests[file.name]
