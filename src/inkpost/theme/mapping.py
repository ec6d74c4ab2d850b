"""Configuration and paths as templates see them: what is looked up is noted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import overload

from inkpost.model import Json
from inkpost.reads import Kind, Recorder, shared_key


class RecordedMap(Mapping[str, Json]):
    """A read-only map; reading a key at its top notes it, present or not."""

    def __init__(self, values: Mapping[str, Json], kind: Kind, recorder: Recorder) -> None:
        self._values, self._kind, self._recorder = values, kind, recorder

    def __getitem__(self, name: str) -> Json:
        self._recorder.read(shared_key(self._kind, name))
        return self._values[name]

    @overload
    def get(self, name: str, /) -> Json: ...
    @overload
    def get(self, name: str, /, default: Json) -> Json: ...
    def get(self, name: str, /, default: Json = None) -> Json:
        """The value of a key, or the default; templates ask for nothing else."""
        self._recorder.read(shared_key(self._kind, name))
        return self._values.get(name, default)

    def __contains__(self, name: object) -> bool:
        self._recorder.read(shared_key(self._kind, str(name)))
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        self._recorder.read(shared_key(self._kind, "*"))
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


class RecordedPaths(Set[str]):
    """The paths of a site; asking for one notes it, there or not."""

    def __init__(self, paths: frozenset[str], recorder: Recorder) -> None:
        self._paths, self._recorder = paths, recorder

    def __contains__(self, path: object) -> bool:
        self._recorder.read(shared_key(Kind.ROUTE, str(path)))
        return path in self._paths

    def __iter__(self) -> Iterator[str]:
        self._recorder.read(shared_key(Kind.ROUTE, "*"))
        return iter(self._paths)

    def __len__(self) -> int:
        self._recorder.read(shared_key(Kind.ROUTE, "*"))
        return len(self._paths)
