#!/usr/bin/env python3
# Built-in and library functions against NumPy, SciPy, OpenCV and scikit-image.
# SPDX-License-Identifier: Apache-2.0
"""usage: oracle.py REDSHIFT_CLI [--seed N] [--comparisons N | --all] [--part K/N] [--tables NAME,...] [--jobs N]
[--limit N] [--keep DIR] [--verbose]

A comparison is one function (or operator), in one way of writing, on one device, in one precision, with one set of
arguments: its result, an array as a rule, is held against what the other package makes of the same numbers. The tables
say which: elements.py (functions and operators of single elements, in expressions, loops and kernels), arrays.py
(shapes, reductions, sorting, numbers), algebra.py (factors, Fourier transforms), images.py (filters, morphology, sizes,
colours). Hundreds of comparisons share a process (program.py). Differences that a decision licenses, and known faults,
are in licences.py.

--comparisons draws about so many from all tables, by --seed; --all takes everything that the tables make with that
seed. --part: only those programs, as in ../parts.py. --keep DIR leaves the programs with differences there. Prints
every difference with function, way, arguments and both values; status 1 when there is one that licences.py does not
know."""
import argparse
import collections
import concurrent.futures
import os
import sys
import time

try:
    import numpy as np
    import scipy
except ImportError as missing:
    print(f"skipped: {missing}; install python3-numpy and python3-scipy")
    sys.exit(77)

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
import algebra
import arrays
import calls
import compare
import elements
import images
import licences
import reductions
from parts import part_of
from program import MODES

TABLES = {**arrays.TABLES, **algebra.TABLES, **images.TABLES}
# Of all comparisons: those of single elements, and of reductions; the tables of calls have the rest.
ELEMENTS_SHARE = 0.45
REDUCTIONS_SHARE = 0.1
PER_ELEMENT_PROGRAM = 150 # comparisons of a program of elements.py, about
PROGRAM_SIZE = 400        # of a program of calls
SHORT = 1.4               # some tables have fewer calls than their part


class Random(np.random.Generator):
    """With the share of the combinations of shapes and types that a table has to make."""

    def __init__(self, seed, share):
        super().__init__(np.random.PCG64(seed))
        self.share = share


def element_programs(options, mode, index):
    lists = elements.type_lists(mode.precision)
    rng = Random([options.seed, index, 1], 1.0)
    if not options.all:
        wanted = options.comparisons * ELEMENTS_SHARE / len(MODES) / PER_ELEMENT_PROGRAM
        lists = [lists[k] for k in rng.permutation(len(lists))[:max(1, round(wanted))]]
    for names in lists:
        yield elements.make_program(rng, mode, names, 1.0 if options.all else 0.06 if mode.device == "cpu" else 0.3)


def draw(rng, table, session, quota):
    """About quota calls of a table, of each function at least one where there are enough."""
    rng.share = 0.02
    found = list(table(rng, session))
    while len(found) < quota and rng.share < 1:
        rng.share = min(1.0, rng.share * 3)
        found = list(table(rng, session))
    return [found[k] for k in rng.permutation(len(found))[:quota]]


def table_programs(options, mode, index):
    names = [name for name in TABLES if options.tables is None or name in options.tables]
    for number, name in enumerate(names):
        rng = Random([options.seed, index, 2, number], 1.0)
        if options.all:
            yield from calls.make_programs(list(TABLES[name](rng, mode.precision)), mode, rng, name, PROGRAM_SIZE,
                                           calls.ways_of)
            continue
        quota = round(SHORT * options.comparisons * (1 - ELEMENTS_SHARE - REDUCTIONS_SHARE) / len(MODES) / len(names))
        found = draw(rng, TABLES[name], mode.precision, quota)
        yield from calls.make_programs(found, mode, rng, name, PROGRAM_SIZE, lambda call,
                                       rng=rng: [rng.choice(calls.ways_of(call))])


def all_programs(options):
    for index, mode in enumerate(MODES):
        if options.tables is None or "elements" in options.tables:
            yield from (p for p in element_programs(options, mode, index) if p is not None)
        if options.tables is None or "reductions" in options.tables:
            rng = Random([options.seed, index, 3], 1.0)
            yield from reductions.programs(rng, mode, None if options.all else options.comparisons * REDUCTIONS_SHARE
                                           / len(MODES) / reductions.COUNT)
        yield from table_programs(options, mode, index)


class Report:
    def __init__(self, limit):
        self.limit, self.compared, self.different = limit, 0, 0
        self.licensed, self.open = collections.Counter(), collections.Counter()
        self.not_compiled = collections.Counter()

    def add(self, program, wrong, not_compiled):
        self.compared += len(program.cases)
        for message in not_compiled:
            self.not_compiled[message.split(": ")[-1]] += 1
        for case, reason in wrong:
            what = reason
            if case:
                what = f"{case.what} ({case.way}, {program.mode.device}, {program.mode.precision}): {reason}"
            licence, fault = licences.find(what, licences.LICENCES), licences.find(what, licences.OPEN)
            if licence or fault:
                (self.licensed if licence else self.open)[licence or fault] += 1
                continue
            self.different += 1
            if self.different <= self.limit:
                print("different:", what, flush=True)

    def tell(self, seconds, verbose, is_all):
        for name, (module, functions) in images.OPTIONAL.items():
            if module is None:
                print(f"skipped: {len(functions)} functions are not compared with {name}, which is not installed: "
                      f"{', '.join(functions)}")
        for licence, count in self.licensed.items():
            print(f"licensed: {count}: {licence}")
        for fault, count in self.open.items():
            print(f"open fault: {count}: {fault}")
        if is_all:
            for _, reason in licences.LICENCES + licences.OPEN:
                if reason not in self.licensed and reason not in self.open:
                    print(f"no longer needed in licences.py: {reason}")
        if verbose:
            for reason, count in self.not_compiled.most_common():
                print(f"not compiled: {count}: {reason}")
        print(f"{self.compared} comparisons, {self.different} differences, {sum(self.licensed.values())} licensed, "
              f"{sum(self.open.values())} open faults, {seconds:.0f} s")


def check_comparison():
    """What is wrong has to be told, before anything right is believed."""
    x = np.array([1.0, 2.0, np.nan], np.float32)
    near = np.nextafter(x, np.float32(9))
    for got, wanted, tolerance, is_same in ((x, x, compare.EXACT, True), (near, x, compare.EXACT, False),
                                            (near, x, compare.Ulp(1), True),
                                            (x, x[:2], compare.EXACT, False),
                                            (x, np.nan_to_num(x), compare.Ulp(9), False),
                                            ("!error: no", x, compare.EXACT, False),
                                            (x, compare.ERROR, compare.EXACT, False),
                                            (-0.0 * x, 0 * x, compare.Ulp(0, True), False),
                                            (2**53 + 1, 2**53, compare.EXACT, False)):
        assert (compare.difference(got, wanted, tolerance, "single") is None) == is_same, (got, wanted, tolerance)


def finish(report, program, future):
    wrong, not_compiled = future.result()
    report.add(program, wrong, not_compiled)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("cli")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--comparisons", type=int, default=10000)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--tables", type=lambda text: text.split(","))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=int, default=200)
    parser.add_argument("--keep")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    check_comparison()
    cli, report, start = os.path.abspath(options.cli), Report(options.limit), time.time()

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        waiting = collections.deque()
        for number, program in part_of(list(enumerate(all_programs(options))), options.part):
            keep = options.keep and os.path.join(options.keep, str(number))
            waiting.append((program, pool.submit(program.run, cli, keep)))
            if len(waiting) > 2 * options.jobs:
                finish(report, *waiting.popleft())
        for program, future in waiting:
            finish(report, program, future)
    report.tell(time.time() - start, options.verbose, options.all and options.tables is None)
    return 1 if report.different or not report.compared else 0


if __name__ == "__main__":
    sys.exit(main())
