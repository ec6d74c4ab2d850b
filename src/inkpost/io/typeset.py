"""Sets formulas with KaTeX: from the cache where it can, with a JavaScript engine where not."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from inkpost import __version__
from inkpost.formula.mathset import (
    NullTypesetter,
    Typesetter,
    from_error,
    from_katex,
    to_mathml_only,
)
from inkpost.formula.mathtex import is_definition, prepare_tex
from inkpost.io.closing import Closing
from inkpost.io.formula_cache import FormulaCache
from inkpost.io.katex import (
    KATEX_VERSION,
    EngineLimitError,
    EngineResult,
    KatexEngine,
    Run,
    has_engine,
)
from inkpost.model import Formula, FormulaGroup, Typeset

_BATCH = 50
_BATCH_TIMEOUT_S = 30.0
_SINGLE_TIMEOUT_S = 15.0


@contextmanager
def open_typesetter(engine: str, cache: Path | None = None) -> Iterator[Typesetter]:
    """The typesetter for a value of `math.engine`, closed at the end of the `with` block.

    engine: "katex"; "mathml" for MathML alone; "client" for a script in the reader's browser;
    "none" for formulas in their TeX; "auto" for KaTeX where it can run, else "client".
    """
    if engine == "none" or engine == "client" or (engine == "auto" and not has_engine()):
        yield NullTypesetter(client=engine != "none")
        return
    with KatexTypesetter(cache, mathml_only=engine == "mathml") as typesetter:
        yield typesetter


@dataclass(frozen=True, slots=True)
class _State:
    """What a formula's result depends on besides itself."""

    macros: tuple[tuple[str, str], ...]
    definitions: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class _Request:
    """One formula with its state. source: the author's TeX; tex: what KaTeX is given."""

    key: bytes
    source: str
    tex: str
    display: bool
    state: _State


class KatexTypesetter(Closing):
    """A `Typesetter` with a cache.

    cache: its file, or None to remember only while it lives. mathml_only: what `Typeset.html` has
    is MathML that needs neither stylesheet nor fonts.

    The engine starts when the first formula is not in the cache. Use it as a context manager, or
    call `close`: an engine left open can keep the interpreter from ending. Not to be carried
    over a fork.
    """

    def __init__(self, cache: Path | None = None, *, mathml_only: bool = False) -> None:
        self._mathml_only = mathml_only
        self._cache = FormulaCache(cache)
        self._engine: KatexEngine | None = None
        self._owner = os.getpid()
        self._lock = threading.Lock()

    def close(self) -> None:
        """End the engine and close the cache."""
        try:
            self._stop_engine()
        finally:
            self._cache.close()

    def typeset(self, groups: Sequence[FormulaGroup]) -> list[tuple[Typeset, ...]]:
        """Each group's formulas, set, in their order.

        Raises: BlogError where something is new and there is no engine to set it.
        """
        requests = [tuple(_make_requests(group)) for group in groups]
        with self._lock:
            known = self._cache.read(request.key for group in requests for request in group)
            missing = {
                request.key: request
                for group in requests
                for request in group
                if request.key not in known
            }
            for batch in _split(missing.values(), _BATCH):
                known.update(self._set_batch(batch))
        if self._mathml_only:
            known = {key: to_mathml_only(formula) for key, formula in known.items()}
        return [tuple(known[request.key] for request in group) for group in requests]

    def _set_batch(self, batch: Sequence[_Request]) -> dict[bytes, Typeset]:
        try:
            results = self._run(_to_runs(batch), _BATCH_TIMEOUT_S)
        except EngineLimitError:
            return self._set_one_by_one(batch)
        flat = [result for run in results for result in run]
        found = {
            request.key: _to_typeset(request, result)
            for request, result in zip(batch, flat, strict=True)
        }
        self._cache.write(found)
        return found

    def _set_one_by_one(self, batch: Sequence[_Request]) -> dict[bytes, Typeset]:
        """Set a batch that hit a limit; what still does is an error that is not remembered."""
        found: dict[bytes, Typeset] = {}
        for request in batch:
            try:
                result = self._run(_to_runs([request]), _SINGLE_TIMEOUT_S)[0][0]
            except EngineLimitError:
                message = "it takes more time or memory than a formula may"
                found[request.key] = from_error(request.source, message, None)
            else:
                found[request.key] = _to_typeset(request, result)
                self._cache.write({request.key: found[request.key]})
        return found

    def _run(self, runs: Sequence[Run], timeout_s: float) -> list[list[EngineResult]]:
        if self._engine is None:
            self._engine = KatexEngine()
            self._owner = os.getpid()
        elif self._owner != os.getpid():
            message = "the engine was started before a fork, and its threads did not survive it"
            raise RuntimeError(message)
        try:
            return self._engine.typeset(runs, timeout_s=timeout_s)
        except BaseException:
            # Interrupted or out of time: what the engine is doing now is unknown.
            self._stop_engine()
            raise

    def _stop_engine(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None and self._owner == os.getpid():
            engine.close()


def _make_requests(group: FormulaGroup) -> Iterator[_Request]:
    macros = tuple(sorted(group.macros.items()))
    state = _State(macros, ())
    digest = _digest_state(state)
    for formula in group.formulas:
        tex = prepare_tex(formula.tex, formula.display)
        yield _Request(_make_key(digest, formula, tex), formula.tex, tex, formula.display, state)
        if is_definition(tex):
            state = _State(macros, (*state.definitions, (tex, formula.display)))
            digest = _digest_state(state)


def _digest_state(state: _State) -> bytes:
    text = json.dumps([__version__, KATEX_VERSION, state.macros, state.definitions])
    return hashlib.sha256(text.encode()).digest()


def _make_key(state: bytes, formula: Formula, tex: str) -> bytes:
    text = json.dumps([tex, formula.tex, formula.display])
    return hashlib.sha256(state + text.encode()).digest()


def _split(requests: Iterable[_Request], size: int) -> Iterator[list[_Request]]:
    rest = iter(requests)
    while batch := list(islice(rest, size)):
        yield batch


def _to_runs(batch: Sequence[_Request]) -> list[Run]:
    """The batch as runs of formulas in the same state, their order kept."""
    runs: list[Run] = []
    start = 0
    for end in range(1, len(batch) + 1):
        if end < len(batch) and batch[end].state == batch[start].state:
            continue
        state = batch[start].state
        formulas = tuple((request.tex, request.display) for request in batch[start:end])
        runs.append(
            Run(formulas=formulas, macros=dict(state.macros), definitions=state.definitions)
        )
        start = end
    return runs


def _to_typeset(request: _Request, result: EngineResult) -> Typeset:
    if result.error is None:
        return from_katex(result.html, request.source)
    return from_error(request.source, result.error, _to_source_position(request, result.position))


def _to_source_position(request: _Request, position: int | None) -> int | None:
    """The place in the author's TeX, where what stands before it was not rewritten."""
    if position is None or request.tex[:position] != request.source[:position]:
        return None
    return min(position, len(request.source))
