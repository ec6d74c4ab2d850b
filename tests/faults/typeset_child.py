"""One process that typesets and then ends in the way that its argument names."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

from inkpost.io.typeset import KatexTypesetter
from inkpost.model import Formula, FormulaGroup

COUNT = 40


def make_groups(count: int = COUNT) -> list[FormulaGroup]:
    formulas = tuple(
        Formula(tex=rf"\frac{{x_{{{number}}}}}{{\sqrt{{{os.getpid()}}}}}", display=False)
        for number in range(count)
    )
    return [FormulaGroup(formulas=formulas)]


def set_some(typesetter: KatexTypesetter, count: int = COUNT) -> None:
    (results,) = typesetter.typeset(make_groups(count))
    if len(results) != count or any(result.error for result in results):
        raise SystemExit("wrong results")


def end_well() -> None:
    with KatexTypesetter() as typesetter:
        set_some(typesetter)


def end_with_error() -> None:
    with KatexTypesetter() as typesetter:
        set_some(typesetter)
        raise ValueError("meant")


def end_without_closing() -> None:
    typesetter = KatexTypesetter()
    set_some(typesetter)
    globals()["kept"] = typesetter


def end_interrupted() -> None:
    with KatexTypesetter() as typesetter:
        print("ready", flush=True)
        while True:
            set_some(typesetter, 4_000)
            typesetter = KatexTypesetter()


def set_in_worker(_: int) -> int:
    with KatexTypesetter() as typesetter:
        set_some(typesetter)
    return 1


def set_in_worker_without_closing(_: int) -> int:
    end_without_closing()
    return 1


def end_workers(task: object, method: str) -> None:
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        if sum(pool.map(task, range(4))) != 4:  # type: ignore[arg-type]
            raise SystemExit("wrong results")


WAYS: dict[str, Callable[[], None]] = {
    "well": end_well,
    "error": end_with_error,
    "unclosed": end_without_closing,
    "interrupt": end_interrupted,
    "spawn": lambda: end_workers(set_in_worker, "spawn"),
    "fork": lambda: end_workers(set_in_worker, "fork"),
    "forkserver-unclosed": lambda: end_workers(set_in_worker_without_closing, "forkserver"),
    "spawn-unclosed": lambda: end_workers(set_in_worker_without_closing, "spawn"),
}


if __name__ == "__main__":
    WAYS[sys.argv[1]]()
