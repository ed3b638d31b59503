#!/usr/bin/env python3
# Random loop nests, run in order and as the loop compiler decides; every difference is reported with its seed.
# SPDX-License-Identifier: Apache-2.0
"""usage: dependence.py REDSHIFT_CLI [--seed N] [--cases N] [--show]

A case is one loop nest: one to three levels, subscripts that are affine or not, with strides known or not, that overlap
or not, bounds known or not, steps up and down, several arrays (sometimes one array under two names), reductions,
carried scalars, branches and inner loops. All values are small whole numbers, so that every correct order of evaluation
gives the same bits, and the outputs have to be equal.

It runs interpreted and compiled; compiled launches run in boxes of a few work items, the last first
(RUNTIME_STRESS_BOX), so that a dependence which the compiler missed shows. `--seed N --cases 1 --show` writes the
program of one case. Status 1 when a case differed, or the process crashed or did not end.
"""
import argparse
import os
import random
import sys
import tempfile

from differential import PRELUDE, run, split

CASES_A_PROGRAM = 10
COUNTERS = ["i", "j", "k"]


class Nest:
    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.depth = 1
        self.levels = rng.choice([1, 1, 1, 2, 2, 2, 3])
        self.counters = COUNTERS[:self.levels]
        self.inner = 0
        self.private = []   # numbers of the iteration
        self.carried = []   # outer variables: (name, how it is used)
        self.arrays = []    # (name, dims)
        # free of dependences
        self.fixed = rng.randrange(self.levels) if self.levels > 1 and rng.random() < 0.4 else None
        self.scale = {1: 600, 2: 28, 3: 9}[self.levels]

    def put(self, text):
        self.lines.append("  " * self.depth + text)

    # --- subscripts ---

    def coefficient(self):
        return self.rng.choice([1, 1, 1, 1, 1, 2, 2, 3, -1])

    def term(self, name):
        c = self.coefficient()
        return name if c == 1 else f"{c}*{name}" if c > 0 else f"n-{name}"

    def names(self):
        return self.counters + ([f"q{d}" for d in range(self.inner)] if self.rng.random() < 0.6 else [])

    def affine(self):
        r = self.rng
        text = self.term(r.choice(self.names()))
        if r.random() < 0.2:
            text += " + " + self.term(r.choice(self.names()))
        choice = r.random()
        if choice < 0.45:
            text += f" {r.choice('+-')} {r.randint(1, 3)}"
        elif choice < 0.55:
            text += f" {r.choice('+-')} {r.choice(['n', 'm', 'h', 'n*m'])}"
        elif choice < 0.6:
            text += f" + {self.scale}"
        return text

    def subscript(self, own):
        """own: the counter that this dimension belongs to, if any."""
        r = self.rng
        choice = r.random()
        if own is not None and choice < 0.45:
            return own
        if choice < 0.75:
            return self.affine()
        name = r.choice(self.names())
        return r.choice([
            str(r.randint(0, 4)), f"mod({name}, {r.randint(2, 9)})", f"int({name}/{r.randint(2, 4)})", f"p[{name}]",
            f"p[{self.affine()}]", f"{name}*{r.choice(self.names())}", f"min({name}, {r.randint(2, 9)})",
            f"({name} > 4 ? {name} : {name}+1)", r.choice(self.private) if self.private else name, f"{name}+m*2",
            f"m*{name} + {r.randint(0, 2)}", f"m*{name} + {r.choice(self.names())}", f"abs({name}-5)"])

    def digit(self, names):
        r = self.rng
        name = r.choice(names)
        return r.choice([name] * 5
                        + [f"({name}+{r.randint(1, 2)})", f"({name}-1)", f"(n-1-{name})", f"2*{name}",
                           str(r.randint(0, 2))])

    def strided(self):
        """A subscript of rows that follow each other in a vector; their length may be wrong, so that rows overlap."""
        r = self.rng
        stride = r.choice(["n"] * 5 + ["m", "(n+1)", "(n-1)", "2*n", "(n-h)", "(n+h)"])
        names = self.names()
        text = f"{self.digit(names[:1])}*{stride}"
        text += f" + {self.digit(names[1:2] if r.random() < 0.8 and names[1:] else names)}"
        if self.levels == 3 or r.random() < 0.1:
            text = f"({text})*{r.choice(['n', 'n', 'n', '3', 'm', '9'])} + {self.digit(names[2:] or names)}"
        if r.random() < 0.15:
            text += f" {r.choice('+-')} {r.choice(['n', 'm', '1', '2*n', 'n*m'])}"
        return text

    def element(self, array=None):
        name, dims = array or self.rng.choice(self.arrays)
        if len(dims) == 1 and dims[0] > 2*self.scale and self.rng.random() < 0.85:
            return f"{name}[{self.strided()}]"
        own = self.counters if len(dims) == self.levels else []
        own = (own + [None] * len(dims))[:len(dims)]
        if self.fixed is not None and len(self.counters) > self.fixed and self.rng.random() < 0.97:
            fixed = self.fixed if len(dims) == self.levels else 0
            index = [self.counters[self.fixed] if d == fixed else self.subscript(c) for d, c in enumerate(own)]
            return f"{name}[{', '.join(index)}]"
        return f"{name}[{', '.join(self.subscript(c) for c in own)}]"

    # --- values ---

    def value(self, depth=2):
        r = self.rng
        choice = r.random()
        if depth == 0 or choice < 0.2:
            return r.choice(self.counters + self.private + [str(r.randint(1, 9))])
        if choice < 0.65:
            return self.element()
        a, b = self.value(depth - 1), self.value(depth - 1)
        return r.choice([f"{a} + {b}", f"({a}) - ({b})", f"({a})*{r.randint(2, 3)}", f"max({a}, {b})",
                         f"({self.condition()} ? {a} : {b})"])

    def small(self):
        return f"mod({self.value()}, {self.rng.choice([7, 16, 31])})"

    def condition(self):
        r = self.rng
        left = r.choice([r.choice(self.counters), self.element(), f"mod({r.choice(self.counters)}, 3)"])
        sign = r.choice(['<', '>', '==', '!=', '>='])
        return f"{left} {sign} {r.choice([str(r.randint(0, 6)), r.choice(self.counters)])}"

    # --- statements ---

    def store(self):
        r = self.rng
        target = self.element()
        if r.random() < 0.7:
            self.put(f"{target} = {self.small()}")
        else:
            self.put(f"{target} {r.choice(['+=', '-=', '+=', '^^=', '__='])} mod({self.small()}, 5)")

    def set_private(self):
        name = f"t{len(self.private)}"
        if self.private and self.rng.random() < 0.3:
            name = self.rng.choice(self.private)
        self.put(f"{name} = {self.rng.choice([self.small(), self.affine(), self.affine()])}")
        if name not in self.private:
            self.private.append(name)

    def carry(self):
        r = self.rng
        if not self.carried:
            return
        name, kind = r.choice(self.carried)
        if kind == "sum":
            self.put(r.choice([f"{name} += {self.small()}", f"{name} = {name} - {self.small()}",
                               f"{name} -= {self.small()}"]))
        elif kind == "max":
            self.put(r.choice([f"{name} = max({name}, {self.small()})", f"{name} ^^= {self.small()}"]))
        elif kind == "min":
            self.put(r.choice([f"{name} = min({self.small()}, {name})", f"{name} __= {self.small()}"]))
        elif kind == "bits":
            self.put(f"{name} {r.choice(['|=', '|=', '&=', '~='])} int({self.small()})")
        elif kind == "all":
            self.put(f"{name} = {name} {r.choice(['&&', '||'])} {self.condition()}")
        elif kind == "last":
            self.put(f"{name} = {self.small()}")
        elif kind == "count":
            self.put(f"{name} += 1")
        elif kind == "vector":
            self.put(r.choice([f"{name} += [{self.small()}, {self.small()}, 1]",
                               f"{name}[{r.randint(0, 2)}] += {self.small()}"]))
        elif kind == "used":
            self.put(f"{name} = mod({name}*2 + {self.small()}, 13)")
            self.put(f"{self.element()} = {name}")
        else:
            self.put(f"{name} {r.choice(['+=', '= 1 +', '*='])} {r.choice([self.small(), name])}")
            self.put(f"{name} = mod({name}, 11)")

    def block(self, size):
        mark = len(self.private)
        self.depth += 1
        for _ in range(size):
            self.statement()
        self.depth -= 1
        del self.private[mark:]

    def loop(self):
        r = self.rng
        name = f"q{self.inner}"
        if r.random() < 0.75:
            last = r.choice([str(r.randint(0, 4)), "m-1", "2", r.choice(self.counters)])
            self.put(f"for {name}={r.choice(['0', '0', '1', '4..-1'])}..{last}")
            end = "endfor"
        else:
            self.put(f"{name} = int(0)")
            self.put(f"while {name} < {r.randint(1, 4)}")
            self.put(f"  {name} += 1")
            end = "endwhile"
        self.inner += 1
        self.block(r.randint(1, 2))
        if r.random() < 0.15:
            self.put(f"  if {self.condition()}")
            self.put(f"    {r.choice(['break', 'continue'])}")
            self.put("  endif")
        self.inner -= 1
        self.put(end)

    def statement(self):
        choice = self.rng.random()
        if choice < 0.5:
            self.store()
        elif choice < 0.65:
            self.set_private()
        elif choice < 0.8:
            self.carry()
        elif choice < 0.92:
            self.put(f"if {self.condition()}")
            self.block(self.rng.randint(1, 2))
            if self.rng.random() < 0.4:
                self.put("else")
                self.block(1)
            self.put("endif")
        elif self.inner < 2:
            self.loop()

    # --- the nest ---

    def open_level(self, d):
        r = self.rng
        name = self.counters[d]
        low, high = r.choice(["0", "0", "0", "1", "h", "2"]), r.choice(["n-1", "n-1", "n-2", f"{self.scale}-1",
            f"{self.scale}"])
        step = r.choice([""] * 6 + ["2..", "3..", "m.."])
        if r.random() < 0.15:
            low, high, step = high, low, r.choice(["-1..", "-2.."])
        elif d > 0 and r.random() < 0.12:
            high = self.counters[d - 1]
        elif r.random() < 0.04:
            low, high, step = "0", "n/2", "0.5.."
        elif r.random() < 0.04:
            high = "size(a0,0)-1"
        self.put(f"for {name}={low}..{step}{high}")
        self.depth += 1

    def open_while(self, r):
        """A loop that the compiler does not count, and which runs on as native code from some iteration on."""
        name = self.counters[0]
        self.put(f"{name} = {r.choice(['int(-1)', '-1', 'h'])}")
        self.put(f"while {name} < {r.choice(['n', 'n-1', '2*n'])}{r.choice(['', '', ' && ' + self.condition()])}")
        self.depth += 1
        self.put(f"{name} += {r.choice(['1', '1', '2', 'm'])}")

    def between(self):
        """Statements between two levels: an imperfect nest."""
        if self.rng.random() < 0.12:
            counters, self.counters = self.counters, self.counters[:self.depth - 1]
            self.statement()
            self.counters = counters

    def write(self, number):
        r = self.rng
        head = [f"function [] = case{number}(n, m, h)"]
        for a in range(r.randint(1, 3)):
            rank = r.choice([1, self.levels, self.levels])
            dims = [r.choice([self.scale, self.scale, self.scale + 2, 2*self.scale]) for _ in range(rank)]
            if self.levels > 1 and r.random() < 0.35:
                dims = [self.scale**self.levels + r.choice([0, 0, 3, -3])]
            if a > 0 and r.random() < 0.12:
                self.arrays.append((f"a{a}", self.arrays[0][1]))
                head.append(f"  a{a} = a0")
                continue
            self.arrays.append((f"a{a}", dims))
            head.append(f"  a{a} = {r.choice(['whole', 'data'])}([{', '.join(map(str, dims))}], {r.randint(0, 9)})")
            head.append(f"  a{a} = mod(floor(a{a}), 8)" if "data" in head[-1] else "  h += 0")
        stride, shift = r.choice([(7, 0), (1, 0), (13, 5), (2, 0), (3, 1)]), r.randint(0, 3)
        head.append(f"  p = mod((0..{3*self.scale}) * {stride[0]} + {stride[1] + shift}, "
                    f"{r.choice(['n', '7', str(self.scale)])})")
        for kind in r.sample(["sum", "max", "min", "last", "count", "used", "other", "vector", "bits", "all"],
                             r.choice([0, 0, 1, 1, 2])):
            self.carried.append((f"c_{kind}", kind))
            head.append(f"  c_{kind} = "
                        + {"vector": "[0.0, 0.0, 0.0]", "count": "0", "bits": "int(5)", "all": "true"}.get(kind,
                            r.choice(["0.0", "3.0"])))
        if r.random() < 0.1:
            head.append("  {!serial for}")
        is_open = self.levels == 1 and r.random() < 0.25
        if is_open:
            self.open_while(r)
        for d in range(0 if is_open else self.levels):
            if d > 0:
                self.between()
            self.open_level(d)
        mark = self.depth
        for _ in range(r.choice([1, 1, 2, 2, 3, 4])):
            self.statement()
        self.depth = mark
        while self.depth > 1:
            self.depth -= 1
            self.put("endwhile" if is_open else "endfor")
            if self.depth > 1:
                self.between()
        tail = [f"  show({name})" for name, _ in self.arrays]
        tail += [f"  show(0.0 + c_{kind})" if kind == "vector" else f"  show([0.0 + (c_{kind} ? 1 : 0)])"
                 if kind == "all" else f"  show([0.0 + c_{kind}])" for _, kind in self.carried]
        if r.random() < 0.5:
            tail += [f"  show([0.0 + {name}])" for name in self.counters]
        return head + self.lines + tail + ["endfunction"]


def make_program(seed, count):
    lines, calls = [PRELUDE], []
    for number in range(count):
        rng = random.Random(seed + number)
        nest = Nest(rng)
        lines += nest.write(number)
        call = f"case{number}({nest.scale}, {rng.randint(1, 4)}, {rng.randint(0, 3)})"
        calls += [f'print "#{number}"', "try", f"  {call}", "catch ex", '  print "error ", ex', "endtry"]
    return "\n".join(lines + calls) + "\n"


def report_crash(seed, count, name, result):
    status, cases, err = result
    last = max(cases, default=-1)
    if status == 0 and len(cases) == count:
        return 0
    print(f"seed {seed + max(last, 0)}: {name}: status {status}: {err[-500:]}", flush=True)
    return 1


def compare(cli, seed, count, settings, decisions):
    """The number of differences of one program, which are printed."""
    found = 0
    with tempfile.TemporaryDirectory(prefix="redshift-fuzz-") as folder:
        path = os.path.join(folder, f"{seed}.q")
        with open(path, "w", encoding="utf-8") as out:
            out.write(make_program(seed, count))
        interpreted = run(cli, "interp", path)
        compiled = run(cli, "cpu", path, settings, {"RS_DEBUG": "launch"})
    for kind in decisions:
        decisions[kind] += compiled[2].count(f": {kind}\n")
    for name, result in (("interp", interpreted), ("cpu", compiled)):
        found += report_crash(seed, count, name, result)
    for number in range(count):
        left, right = interpreted[1].get(number), compiled[1].get(number)
        if left is None or right is None or left == right:
            continue
        print(f"seed {seed + number}: {settings}", flush=True)
        for a, b in zip(left, right):
            if a != b:
                print(f"  interp {a[:300]}\n  cpu    {b[:300]}")
        found += 1
    return found


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("cli")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=50)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    if options.show:
        print(make_program(options.seed, options.cases))
        return 0
    cli, found, decisions = os.path.abspath(options.cli), 0, {"compiled": 0, "compiled, parallel in part": 0,
                                                              "compiled, serial": 0}
    for first in range(0, options.cases, CASES_A_PROGRAM):
        seed, count = options.seed + first, min(CASES_A_PROGRAM, options.cases - first)
        box = random.Random(seed).choice([1, 3, 8, 40])
        found += compare(cli, seed, count, [f"RUNTIME_STRESS_BOX={box}"], decisions)
    print(f"{options.cases} cases, {found} differences; loops and expressions {decisions}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
