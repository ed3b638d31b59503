#!/usr/bin/env python3
# Random Quasar programs, run interpreted and compiled; every difference is reported with its seed.
# SPDX-License-Identifier: Apache-2.0
"""usage: differential.py REDSHIFT_CLI [--seed N] [--seconds S | --rounds R | --again FILE] [--cases N]
                       [--kinds k,l,...] [--device DEVICE] [--set KEY=VALUE...] [--keep DIR] [--show]

A round is one program of N cases; each case is a function that prints what it computed. The program runs with
`-d interp` and with `-d cpu` and exact mathematics, and the outputs are compared case by case (all digits, but in
loops and expressions, where sums may be taken in another order). On the CPU a round has one, two or five threads, boxes
as they come or tiny ones, and all passes or all but one, as its seed says; --set gives other settings. S is processor
time. A case that differs is printed, with what runs it alone when `--rounds 1 --cases 1` is added; --show writes its
program. --again runs the cases of a file such as differential.seeds. --device takes another one in place of the CPU:
opencl, or cuda with a driver (that of tests/devices/standin), which have functions of their own and add up in orders of
their own.
Status 1 when a case differed, or the process crashed or did not end.

Kinds: k kernels, l loop nests, e matrix expressions, x expressions of parts of arrays, p kernels with parts of arrays,
objects, outputs and functions, d kernels whose work items make arrays, r kernels and loops that go across the rows of
matrices or sum up products of rows and columns, c loops with running sums; b kernels with shared memory and barriers,
t the same with so many blocks that they run in SIMD lanes, s tiles with a border and sums in shared memory, h 'shared
copies, g groups of work items, w barriers of the grid; n arrays of every element type, NaN and infinities, z complex
numbers and small vectors; m kernels that read textures; f functions with {!kernel_fusion}, y the same with expressions
of parts of arrays; o loops that call host functions; v loops that assign rows of matrices and whole vectors.
"""
import argparse
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

import block_cases
import fusion_cases
import host_cases
import kernel_cases
import number_cases
import part_cases
import texture_cases

PROCESSOR_LIMIT = 60 # seconds
TIMEOUT = 1200       # by the clock, for machines that have much else to do
# sums may be taken in another order, and temporaries of compiled loops are single: r has positions up to 128
TOLERANCE = {"l": 1e-4, "e": 1e-4, "c": 1e-4, "n": 1e-4, "z": 1e-4, "x": 1e-4, "v": 1e-4, "r": 2e-5}
# Functions of devices may be some units in the last place away, and a test of what they give goes another way then.
DEVICE_TOLERANCE = 1e-4
MODES = ["", "'safe", "'circular", "'mirror", "'clamped"]
RANK_TYPE = {1: "vec", 2: "mat", 3: "cube"}

PRELUDE = """function [] = show(y)
  v = reshape(y, [numel(y)])
  s = ""
  {!interpreted for}
  for i=0..numel(v)-1
    s = s + sprintf("%.9g ", v[i])
  endfor
  print s
endfunction
function y = data(dims, salt)
  y = zeros(dims)
  v = zeros(prod(dims))
  {!interpreted for}
  for i=0..numel(v)-1
    v[i] = (mod(i*37 + salt*11, 23) - 9) / 4
  endfor
  y = reshape(v, dims)
endfunction
function y = whole(dims, salt)
  z = vec[int](prod(dims))
  {!interpreted for}
  for i=0..numel(z)-1
    z[i] = mod(i*29 + salt*7, 19) - 6
  endfor
  y = reshape(z, dims)
endfunction
dev_scalar = __device__ (a : scalar, b : scalar) -> a > b ? a - b*0.5 : b + a*0.25
dev_int = __device__ (a : int, b : int) -> mod(a*3 + b, 11)
function [p : scalar, q : int] = __device__ dev_two(a : scalar, n : int)
  p = a
  q = n
  for k=0..mod(n, 5)
    if p > 6
      break
    endif
    p = p + k*0.5
    q += k
  endfor
endfunction
function y : vec3 = __device__ dev_vector(v : vec3, a : scalar)
  y = v*a + [1.0, 2.0, 3.0]
endfunction
"""


class Writer:
    """Statements and expressions over the variables in scope; types: i (int), s (scalar), v2, v3, v4."""

    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.depth = 1
        self.count = 0
        self.scope = []  # (name, type, may be assigned)
        self.reads = []  # functions that return an expression of type s or i: (type, function)
        self.devices = True
        self.loops = 0

    def put(self, text):
        self.lines.append("  " * self.depth + text)

    def fresh(self):
        self.count += 1
        return f"t{self.count}"

    def pick(self, kind, writable=False):
        names = [n for n, k, w in self.scope if k == kind and (w or not writable)]
        return self.rng.choice(names) if names else None

    def integer(self, depth=2):
        r = self.rng
        name = self.pick("i")
        if depth <= 0 or r.random() < 0.25:
            return name if name and r.random() < 0.75 else str(r.randint(0, 9))
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        choice = r.randrange(11)
        if choice == 6 and self.devices:
            return f"dev_int({a}, {b})"
        if choice == 7:
            return f"int({self.scalar(depth - 1)})" if r.random() < 0.3 else f"int(({a}) / {r.randint(1, 7)})"
        if choice == 8:
            return f"({self.condition(depth - 1)} ? {a} : {b})"
        if choice == 9:
            reads = [f for k, f in self.reads if k == "i"]
            if reads:
                return r.choice(reads)()
        return [f"({a} + {b})", f"({a} - {b})", f"mod(({a}) * ({b}), 97)", f"mod({a}, {r.randint(1, 9)})",
                f"min({a}, {b})", f"max({a}, {b})", f"-({a})", f"abs({a})", f"floor(({a})/{r.randint(2, 5)})",
                f"({a} + {b})", f"(({a}) - 3*({b}))"][choice]

    def scalar(self, depth=3):
        r = self.rng
        name = self.pick("s")
        if depth <= 0 or r.random() < 0.15:
            if name and r.random() < 0.6:
                return name
            return r.choice(["0.5", "1.25", "2.0", "-0.75", "3.0", "0.125"])
        a, b = self.scalar(depth - 1), self.scalar(depth - 1)
        choice = r.randrange(17)
        if choice >= 13 or (choice == 6 and not self.devices):
            reads = [f for k, f in self.reads if k == "s"]
            if reads:
                return r.choice(reads)()
        if choice == 11:
            size = r.choice([2, 3, 4])
            vector = self.vector(size, depth - 1)
            if r.random() < 0.7:
                return f"{r.choice(['sum', 'max', 'min'])}({vector})"
            return f"dotprod({vector}, {self.vector(size, 1)})"
        if choice == 12:
            name = self.pick(f"v{r.choice([2, 3, 4])}")
            if name:
                return f"{name}[{r.randint(0, 1)}]"
        i = self.integer(depth - 1)
        return [f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"(({a}) / {r.choice(['2', '4.0', '0.5', '3'])})",
                f"({self.condition(depth - 1)} ? {a} : {b})", f"({a} + {i})", f"dev_scalar({a}, {b})",
                f"min({a}, {b})", f"max({a}, {b})", f"abs({a})", f"({i} * 0.5)", f"floor({a})", f"(-({a}))",
                f"({a} - {i})", f"({i} / 4)", f"sqrt(abs({a}))", f"({a} + {b})"][choice]

    def vector(self, size, depth=2):
        r = self.rng
        name = self.pick(f"v{size}")
        if depth <= 0 or r.random() < 0.3:
            if name and r.random() < 0.7:
                return name
            return "[" + ", ".join(self.scalar(0) + " + 0.0" for _ in range(size)) + "]"
        a, b = self.vector(size, depth - 1), self.vector(size, depth - 1)
        choice = r.randrange(8)
        if choice == 7 and size == 3 and self.devices:
            return f"dev_vector({a}, {self.scalar(1)})"
        return [f"({a} + {b})", f"({a} - {b})", f"({a} .* {b})", f"({a} * {self.scalar(1)})", f"max({a}, {b})",
                f"(-{a})" if not a.startswith("-") else a, f"abs({a})", f"({a} + {self.scalar(1)})"][choice]

    def condition(self, depth=2):
        r = self.rng
        choice = r.randrange(6)
        if depth <= 0 or choice < 3:
            side = self.integer if r.random() < 0.6 else self.scalar
            return f"({side(depth - 1)} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {side(depth - 1)})"
        a, b = self.condition(depth - 1), self.condition(depth - 1)
        return [f"({a} && {b})", f"({a} || {b})", f"(!{a})"][choice - 3]

    def everything(self):
        """An expression of all variables in scope, so that none of them is dead."""
        terms = [n if k in "is" else f"sum({n})" for n, k, w in self.scope if w or k == "i"]
        return " + ".join(t if self.rng.random() < 0.8 else f"{t}*0.5" for t in terms) or "0.5"

    def value(self, kind):
        return {"i": self.integer, "s": self.scalar}[kind]() if kind in "is" else self.vector(int(kind[1]))

    def block(self, size, inside_loop):
        """A nested block: what it declares is not used behind it."""
        mark = len(self.scope)
        self.depth += 1
        for _ in range(size):
            self.statement(inside_loop)
        self.depth -= 1
        del self.scope[mark:]

    def declare(self):
        kind = self.rng.choice(["i", "i", "s", "s", "s", "v2", "v3", "v4"])
        name = self.fresh()
        value = self.value(kind)
        self.put(f"{name} = " + {"i": f"int({value})", "s": f"0.0 + {value}"}.get(kind, value))
        self.scope.append((name, kind, True))

    def assign(self):
        kind = self.rng.choice(["i", "s", "s", "v2", "v3", "v4"])
        name = self.pick(kind, True)
        if not name:
            return self.declare()
        if kind[0] == "v" and self.rng.random() < 0.5:
            return self.put(f"{name}[{self.rng.randrange(int(kind[1]))}] {self.rng.choice(['=', '=', '+='])} "
                            f"{self.scalar(2)}")
        if kind == "i":
            return self.put(f"{name} {self.rng.choice(['=', '+=', '-='])} {self.integer()}")
        return self.put(f"{name} {self.rng.choice(['=', '=', '+=', '-='])} {self.value(kind)}")

    def choose(self, inside_loop):
        r = self.rng
        if r.random() < 0.3:
            self.put(f"match mod({self.integer(1)}, 5) with")
            for case in ["0", r.choice(["1", "2", "3", "(1, 2)"]), "_"]:
                self.put(f"| {case} ->")
                self.block(r.randint(1, 2), inside_loop)
            return self.put("endmatch")
        self.put(f"if {self.condition()}")
        self.block(r.randint(1, 3), inside_loop)
        if r.random() < 0.3:
            self.put(f"elseif {self.condition(1)}")
            self.block(1, inside_loop)
        if r.random() < 0.6:
            self.put("else")
            self.block(r.randint(1, 2), inside_loop)
        return self.put("endif")

    def loop(self):
        r = self.rng
        self.loops += 1
        choice = r.randrange(3)
        if choice == 0:
            name = self.fresh()
            self.put(f"{name} = int({r.randint(0, 3)})")
            self.put(f"while {name} < {r.randint(3, 9)} && {self.condition(1)}")
            self.depth += 1
            self.put(f"{name} += {r.randint(1, 2)}")
            self.depth -= 1
            self.scope.append((name, "i", False))
            self.block(r.randint(1, 3), True)
            self.put("endwhile")
        elif choice == 1:
            name = self.fresh()
            self.put(f"{name} = int({r.randint(0, 3)})")
            self.put("repeat")
            self.depth += 1
            self.put(f"{name} += 1")
            self.depth -= 1
            self.scope.append((name, "i", False))
            self.block(r.randint(1, 2), True)
            self.put(f"until {name} > {r.randint(2, 7)} || {self.condition(1)}")
        else:
            name = self.fresh()
            last = r.choice([str(r.randint(0, 6)), f"mod({self.integer(1)}, 6)",
                             f"{r.randint(1, 3)}-mod({self.integer(1)}, 5)"])
            step = r.choice(["", "", "2..", ""])
            self.put(f"for {name}={r.choice(['0', '1', '-2'])}..{step}{last}")
            mark = len(self.scope)
            self.scope.append((name, "i", False))
            self.block(r.randint(1, 3), True)
            del self.scope[mark:]
            self.put("endfor")
        self.loops -= 1

    def statement(self, inside_loop):
        choice = self.rng.random()
        if choice < 0.3:
            self.declare()
        elif choice < 0.6:
            self.assign()
        elif choice < 0.78:
            self.choose(inside_loop)
        elif choice < 0.9 and self.loops < 2:
            self.loop()
        elif choice < 0.94 and inside_loop:
            self.put(f"if {self.condition(1)}")
            self.put("  " + self.rng.choice(["break", "continue"]))
            self.put("endif")
        elif choice < 0.97 and self.devices:
            kinds = [self.fresh(), self.fresh()]
            self.put(f"[{kinds[0]}, {kinds[1]}] = dev_two({self.scalar(1)}, {self.integer(1)})")
            self.scope += [(kinds[0], "s", True), (kinds[1], "i", True)]
        else:
            self.assign()


def kernel_case(rng, number):
    rank = rng.choice([1, 1, 2, 2, 3])
    dims = [rng.randint(1, 7) for _ in range(rank)] if rank > 1 else [rng.randint(1, 40)]
    other = [rng.randint(1, 7) for _ in range(rank)] if rank > 1 else [rng.randint(2, 40)]
    kind = RANK_TYPE[rank]
    mode, mode2 = rng.choice(MODES), rng.choice(MODES)
    w = Writer(rng)
    position = ["pos"] if rank == 1 else [f"pos[{d}]" for d in range(rank)]
    w.scope = [(p, "i", False) for p in position] + [("a", "s", True), ("n", "i", True), ("c0", "s", False),
                                                     ("c1", "i", False)]

    def read(array):
        def expression():
            index = []
            for d in range(rank):
                choice = rng.randrange(5)
                index.append(position[d] if choice < 2 else f"{position[d]}+({w.integer(0)})" if choice == 2
                             else f"{position[d]}-{rng.randint(0, 9)}" if choice == 3 else w.integer(1))
            if rank > 1 and rng.random() < 0.3:
                return f"{array}[pos]"
            return f"{array}[{', '.join(index)}]"
        return expression

    w.reads = [("s", read("x")), ("i", read("z")), ("s", lambda: f"cap[mod({w.integer(1)}, 5)]")]
    for _ in range(rng.randint(2, 7)):
        w.statement(False)
    if rng.random() < 0.2:
        w.put(f"if {w.condition()}")
        w.put("  return")
        w.put("endif")
    w.put(f"y[pos] = {w.scalar()} + {w.everything()}")
    if rng.random() < 0.5:
        w.put(f"g[mod({w.integer(1)}, 6)] += {w.integer(1)}")
    if rng.random() < 0.3:
        w.put(f"h[mod({w.integer(1)}, 4)] {rng.choice(['^^=', '__='])} {w.integer(1)}")
    if rng.random() < 0.4:
        index = "pos" if rank == 1 else ", ".join(position)
        w.put(f"u[{index}] = {w.integer()}")
    position_type = "int" if rank == 1 else f"ivec{rank}"
    lines = [f"function [] = case{number}()", "  c0 = 1.5", f"  c1 = int({rng.randint(-3, 9)})",
             "  cap = [0.5, 1.5, -2.5, 3.0, 0.25]",
             f"  function [] = __kernel__ k(x : {kind}{mode}, z : {kind}[int]{mode2}, y : {kind}, u : {kind}[int], "
             f"g : vec, h : vec, a : scalar, n : int, pos : {position_type})"]
    lines += ["  " + line for line in w.lines]
    shape = ", ".join(map(str, dims))
    lines += ["  endfunction", f"  x = data([{', '.join(map(str, other))}], {rng.randint(0, 9)})",
              f"  z = whole([{', '.join(map(str, dims if rng.random() < 0.5 else other))}], {rng.randint(0, 9)})",
              f"  y = zeros([{shape}])", f"  u = {kind}[int]({shape})", "  g = zeros(6)", "  h = zeros(4)",
              f"  parallel_do([{shape}], x, z, y, u, g, h, {rng.choice(['0.75', '-1.5', '2.0'])}, "
              f"{rng.randint(-4, 9)}, k)",
              "  show(y)", "  show(u)", "  show(g)", "  show(h)", "endfunction"]
    return lines


def affine(rng, names, bound):
    """A subscript of the loop variables, mostly affine."""
    name = rng.choice(names)
    choice = rng.randrange(12)
    if choice < 5:
        return name
    return [f"{name}+{rng.randint(1, 3)}", f"{name}-{rng.randint(1, 3)}", f"2*{name}", f"2*{name}+1",
            f"{bound}-1-{name}", f"mod({name}, {rng.randint(1, 9)})", str(rng.randint(0, 5))][choice - 5]


def loop_case(rng, number):
    levels = rng.choice([1, 1, 2, 2, 3])
    sizes = {1: [rng.randint(260, 400)], 2: [rng.randint(10, 30), rng.randint(20, 30)],
             3: [7, rng.randint(5, 9), rng.randint(9, 12)]}[levels]
    names = ["i", "j", "k"][:levels]
    w = Writer(rng)
    w.scope = [(n, "i", False) for n in names] + [("c0", "s", False), ("c1", "i", False)]
    lines = [f"function [] = case{number}()", "  c0 = 1.5", f"  c1 = int({rng.randint(-3, 9)})"]
    arrays = []
    for name in ["x", "y", "z"]:
        rank = rng.choice([1, levels, levels])
        dims = [sizes[d] if rng.random() < 0.7 else rng.randint(3, 12) for d in range(rank)]
        whole = name == "z"
        arrays.append((name, rank, dims, whole))
        lines.append(f"  {name} = {'whole' if whole else 'data'}([{', '.join(map(str, dims))}], {rng.randint(0, 9)})")

    def element(array):
        name, rank, dims, _ = array
        index = [affine(rng, [names[d]] if rank == levels and rng.random() < 0.8 else names, dims[d])
                 for d in range(rank)]
        return f"{name}[{', '.join(index)}]"

    w.reads = [("i" if a[3] else "s", lambda a=a: element(a)) for a in arrays]
    carried = rng.sample([("acc", "s"), ("last", "s"), ("cnt", "i"), ("top", "s"), ("prev", "s"), ("lit", "s")],
                         rng.randint(0, 3))
    for name, kind in carried:
        lines.append(f"  {name} = " + ("int(0)" if kind == "i" else "0" if name == "lit" else "0.0"))
    hint = rng.choice(["", "", "", "{!serial for}"])
    if hint:
        lines.append("  " + hint)
    w.depth = 1
    start = [rng.choice(["0", "0", "1", "2"]) for _ in range(levels)]
    for d, name in enumerate(names):
        step = rng.choice(["", "", "", "2.."])
        last = f"{sizes[d]}-1"
        if rng.random() < 0.1:
            start[d], step, last = f"{sizes[d]}-1", "-1..", "0"
        if d > 0 and rng.random() < 0.15:
            last = names[d - 1]
        w.put(f"for {name}={start[d]}..{step}{last}")
        w.depth += 1
    for _ in range(rng.randint(0, 4)):
        w.statement(rng.random() < 0.3)
    if rng.random() < 0.5:
        name = w.fresh()
        w.put(f"{name} = 0.0 + {w.scalar()}")
        w.scope.append((name, "s", True))
        live = name
    else:
        live = None
    for _ in range(rng.randint(1, 3)):
        array = rng.choice(arrays)
        target = element(array)
        # An element that is made of itself again and again, also squared, shall not make more of what was rounded.
        value = f"mod({w.integer()}, 1000)" if array[3] else f"mod(({w.scalar()} + {w.everything()})/64, 8)"
        w.put(f"{target} {rng.choice(['=', '=', '=', '+=', '-='])} {value}")
    for name, kind in carried:
        condition = rng.random() < 0.3
        if condition:
            w.put(f"if {w.condition(1)}")
            w.depth += 1
        if name == "top":
            w.put(f"top = max(top, {w.scalar(1)})")
        elif name == "prev":
            w.put(f"prev = {rng.choice(['', 'mod(prev, 16)*0.5 + '])}{w.scalar(1)}")
        elif name == "last":
            w.put(f"last = {w.scalar(2)}")
        elif kind == "i":
            w.put(f"{name} += {w.integer(1)}")
        else:
            w.put(f"{name} {rng.choice(['+=', '-=', '= ' + name + ' +'])} {w.scalar(1)}")
        if condition:
            w.depth -= 1
            w.put("endif")
    while w.depth > 1:
        w.depth -= 1
        w.put("endfor")
    lines += w.lines
    lines += [f"  show({a[0]})" for a in arrays]
    lines += [f"  show([0.0 + {n}])" for n in names + [c[0] for c in carried] + ([live] if live else [])]
    lines.append("endfunction")
    return lines


def array_expression(rng, depth, ranked):
    if depth <= 0 or rng.random() < 0.15:
        return rng.choice(ranked)
    a, b = array_expression(rng, depth - 1, ranked), array_expression(rng, depth - 1, ranked)
    c = rng.choice(["0.5", "2", "-1.5", "p", "q", "(p+q)"])
    return rng.choice([f"({a} + {b})", f"({a} - {b})", f"({a} .* {b})", f"({a} + {c})", f"({c} - {a})", f"({a} * {c})",
                       f"({a} / 4)", f"(-{a})", f"abs({a})", f"max({a}, {b})", f"min({a}, {c})", f"sqrt(abs({a}))",
                       f"({a} > {b})", f"({a} <= {c})", f"floor({a})", f"(({a} > 0) .* {b})",
                       f"({a} ./ (abs({b}) + 1))",
                       f"({a}).^2", f"mod({a}, 3)", f"int({a})", f"({a} != 0 && {b} > 0)", f"(!({a} > 1))",
                       f"sum({a}) + {b}"])


def expression_case(rng, number):
    rank = rng.choice([1, 2, 3])
    dims = {1: [rng.choice([1, 5, 300])], 2: [rng.choice([1, 4, 20]), rng.choice([1, 18])],
            3: [3, 10, rng.choice([3, 12])]}[rank]
    shape = ", ".join(map(str, dims))
    lines = [f"function [] = case{number}()", f"  a = data([{shape}], 1)", f"  b = data([{shape}], 4)",
             f"  z = whole([{shape}], 2)",
             "  p = 0.75", f"  q = int({rng.randint(-2, 4)})"]
    names = ["a", "b", "a", "b"]
    for n in range(rng.randint(1, 4)):
        expression = array_expression(rng, rng.randint(1, 4), names + (["float(z)"] if rng.random() < 0.3 else []))
        if rng.random() < 0.4:
            expression = f"{rng.choice(['sum', 'mean', 'max', 'min', 'prod'])}({expression})"
            lines += [f"  r{n} = {expression}", f"  show([0.0 + r{n}])"]
        else:
            lines += [f"  r{n} = {expression}", f"  show(r{n})"]
            names.append(f"r{n}")
    return lines + ["endfunction"]


CASES = {"k": kernel_case, "l": loop_case, "e": expression_case,
         "p": lambda rng, number: kernel_cases.parts_case(rng, number, Writer),
         "b": lambda rng, number: block_cases.block_case(rng, number, Writer),
         "s": lambda rng, number: block_cases.tile_case(rng, number, Writer),
         "h": lambda rng, number: block_cases.copy_case(rng, number, Writer),
         "g": lambda rng, number: block_cases.group_case(rng, number, Writer),
         "w": lambda rng, number: block_cases.grid_case(rng, number, Writer),
         "r": lambda rng, number: kernel_cases.across_case(rng, number, Writer),
         "c": lambda rng, number: kernel_cases.running_case(rng, number, Writer),
         "f": fusion_cases.fusion_case,
         "y": lambda rng, number: fusion_cases.fusion_case(rng, number, has_parts=True),
         "o": host_cases.host_case, "x": part_cases.part_case, "v": part_cases.levels_case,
         "n": number_cases.number_case, "z": number_cases.complex_case,
         "m": texture_cases.texture_case,
         "d": lambda rng, number: kernel_cases.dynamic_case(rng, number, Writer),
         "t": lambda rng, number: block_cases.block_case(rng, number, Writer, many=True)}


def make_program(cases):
    """cases: (kind, seed)"""
    lines = [PRELUDE, kernel_cases.PRELUDE, number_cases.PRELUDE, fusion_cases.PRELUDE]
    for n, (kind, seed) in enumerate(cases):
        lines += CASES[kind](random.Random(seed), n)
    for n in range(len(cases)):
        lines += [f'print "#{n}"', "try", f"  case{n}()", "catch ex", '  print "error ", ex', "endtry"]
    return "\n".join(lines) + "\n"


def choose_cases(seed, count, kinds):
    return [(random.Random(f"kind of {n}").choice(kinds), n) for n in range(seed, seed + count)]


def read_cases(path):
    """Lines of a kind and a seed; what follows in a line, and lines with %, are comments."""
    with open(path, encoding="utf-8") as text:
        words = [line.split() for line in text if line.strip() and not line.startswith("%")]
    return [(kind, int(seed)) for kind, seed, *_ in words]


def get_passes(cli):
    done = subprocess.run([cli, "emit", "--stage", "kernel", "--without", "none", "k.q"], capture_output=True,
                          check=False)
    return re.search(r"the passes are (.*)", done.stderr.decode()).group(1).split(", ")


def choose_settings(seed, passes):
    """What a round has on the CPU."""
    rng = random.Random(f"settings of {seed}")
    settings = [f"RUNTIME_OPENMP_THREADS={rng.choice([1, 2, 5])}"]
    box = rng.choice([0, 0, 1, 7, 40])
    if box:
        settings.append(f"RUNTIME_STRESS_BOX={box}")
    if passes and rng.random() < 0.4:
        settings.append(f"COMPILER_PASSES_OFF={rng.choice(passes)}")
    return settings


def limit_processor():
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_LIMIT, PROCESSOR_LIMIT + 1))


def run(cli, device, path, settings=(), environment=None):
    """(status, {case: lines}, what stood on standard error)"""
    command = [cli, "run", "-d", device]
    for setting in ["COMPILER_EXACT_MATH=true", *settings]:
        command += ["--set", setting]
    try:
        result = subprocess.run(command + [path], stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT,
                                check=False,
                                env={**os.environ, **(environment or {})}, preexec_fn=limit_processor)
    except subprocess.TimeoutExpired as late:
        return 124, split((late.stdout or b"").decode("utf-8", "replace")), ""
    return result.returncode, split(result.stdout.decode("utf-8", "replace")), result.stderr.decode("utf-8", "replace")


def split(text):
    cases, current = {}, None
    for line in text.splitlines():
        if re.match(r"#\d+$", line):
            current = cases.setdefault(int(line[1:]), [])
        elif current is not None:
            current.append(line)
    return cases


def same(a, b, tolerance):
    if a == b:
        return True
    if len(a) != len(b):
        return False
    for left, right in zip(a, b):
        if left.startswith("error") and right.startswith("error"):
            continue
        x, y = left.replace("-nan", "nan").split(), right.replace("-nan", "nan").split()
        if len(x) != len(y):
            return False
        for u, v in zip(x, y):
            if u != v and u.lstrip("-") != v.lstrip("-"):
                try:
                    s, t = float(u), float(v)
                except ValueError:
                    return False
                if not abs(s - t) <= tolerance * max(1.0, abs(s), abs(t)):
                    return False
            elif u != v and float(u) != 0:
                return False
    return True


def tolerance_of(kind, device):
    return TOLERANCE.get(kind, 0) if device == "cpu" else DEVICE_TOLERANCE


def compare(cli, cases, settings, keep, device="cpu"):
    """The number of differences of one round, which are printed."""
    count, found = len(cases), 0
    sets = " ".join("--set " + setting for setting in settings)
    where = "" if device == "cpu" else f"--device {device} "
    name_of = lambda n: f"{where}--kinds {cases[n][0]} --seed {cases[n][1]} {sets}"
    with tempfile.TemporaryDirectory(prefix="redshift-fuzz-") as folder:
        path = os.path.join(keep or folder, f"{cases[0][1]}.q")
        with open(path, "w", encoding="utf-8") as out:
            out.write(make_program(cases))
        interpreted, compiled = run(cli, "interp", path), run(cli, device, path, settings)
    for name, (status, results, err) in (("interp", interpreted), (device, compiled)):
        if status != 0 or len(results) < count:
            print(f"{name_of(max(results, default=0))}: {name}: status {status}: {err[-500:]}", flush=True)
            found += 1
    for n in range(count):
        left, right = interpreted[1].get(n), compiled[1].get(n)
        if left is not None and right is not None and not same(left, right, tolerance_of(cases[n][0], device)):
            print(f"{name_of(n)}:", flush=True)
            for a, b in zip(left, right):
                if a != b:
                    print(f"  interp {a[:300]}\n  {device:6} {b[:300]}")
            found += 1
    return found


def rounds_of(options, kinds):
    """The cases of each round."""
    if options.again:
        cases = read_cases(options.again)
        yield from (cases[first:first + options.cases] for first in range(0, len(cases), options.cases))
        return
    rounds = 0
    while rounds < options.rounds if options.rounds else processor_time() < options.seconds:
        yield choose_cases(options.seed + rounds * options.cases, options.cases, kinds)
        rounds += 1


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("cli")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--cases", type=int, default=12)
    parser.add_argument("--kinds", default=",".join(CASES))
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--set", action="append", help="a setting on the CPU, instead of those of the round")
    parser.add_argument("--again", default="", help="a file of kinds and seeds, instead of new ones")
    parser.add_argument("--keep", default="")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    kinds = options.kinds.split(",")
    if options.show:
        print(make_program(choose_cases(options.seed, options.cases, kinds)))
        return 0
    cli, count, found = os.path.abspath(options.cli), 0, 0
    # Without these, kernels with barriers are interpreted.
    passes = [name for name in get_passes(cli) if name not in
              ("texture-sampling", "group-exchange", "cpu-skeleton")]
    try:
        for cases in rounds_of(options, kinds):
            found += compare(cli, cases, options.set or choose_settings(cases[0][1], passes), options.keep,
                             options.device)
            count += len(cases)
    except KeyboardInterrupt:
        print("interrupted")
    print(f"{count} cases, {found} differences, {processor_time():.0f} s of processor time")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
