# Sums, products, extremes and counts: the same one as a function, in loops, in expressions and in kernels.
# SPDX-License-Identifier: Apache-2.0
"""A row: name, the reference, and the texts of each way, in which {a} is an array, {n} its number of elements and {y}
an array for results of kernels. A text of several lines sets r."""
from collections import namedtuple

import numpy as np

from arrays import fill, quietly, size_of_terms, wide
from compare import EXACT, Ulp, difference
from program import Case, Program

COUNT = 15600 # comparisons for one device and precision
LENGTHS = (1, 2, 63, 255, 256, 257, 1000, 4099)
TYPES = ("own", "own", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "other")
Row = namedtuple("Row", "name reference ways limit floats")
ROWS = []
LOOPS = (("interpreted loop", "{!interpreted for}\n"), ("loop", ""), ("parallel loop", "{!parallel for}\n"),
         ("serial loop", "{!serial for}\n"))


def loops(start, body, end=""):
    """The loop in every way; body is about i."""
    lines = "\n".join("  " + line for line in body.split("\n"))
    return {way: f"{start}\n{mark}for i=0..{{n}}-1\n{lines}\nend\n{end}r = s" for way, mark in LOOPS}


def kernel(reads, store, first="0"):
    """One result by atomic updates of an element."""
    return ("function [] = __kernel__ {k}(a : {t}, y : {u}, pos : int)\n  " + store + "\nend",
            "y = {u}(1)\ny[0] = " + first + "\nparallel_do({n}, {a}, y, {k})\nr = y[0]")


def inside(text):
    """One work item computes it all."""
    return ("function [] = __kernel__ {k}(a : {t}, y : {u}, pos : int)\n  y[pos] = " + text + "\nend",
            "y = {u}(1)\nparallel_do(1, {a}, y, {k})\nr = y[0]")


def row(name, reference, ways, limit=EXACT, floats=True):
    ROWS.append(Row(name, reference, ways, limit, floats))


def largest(x):
    """As max(m, x[i]) from below everything: NaN is passed over."""
    return np.fmax.reduce(x)


def sequential(better):
    """As max(x[i], m): NaN where the element is, and on from the next one."""
    def run(x):
        m = -np.inf
        for v in x:
            m = v if np.isnan(v) or not m > v else m
        return m
    return run


def largest_place(x):
    """The place of the largest element; cases_of knows of none above what the loop begins with, the smallest number of
    the type."""
    x = np.where(np.isnan(x), -np.inf, x) if x.dtype.kind == "f" else x
    return int(np.argmax(x))


row("sum", np.sum,
    {"function": "r = sum({a})", "expression": "r = sum({a} .* 1)", **loops("s = 0.0", "s += {a}[i]"),
     "kernel": kernel("a", "y[0] += a[pos]"),
                    "inside": inside("sum(a)")}, "sum")
row("sum of squares", lambda x: np.sum(x * x),
    {"expression": "r = sum({a} .* {a})", "function": "r = dotprod({a}, {a})", **loops("s = 0.0", "s += {a}[i]*{a}[i]"),
                                                "kernel": kernel("a", "y[0] += a[pos]*a[pos]"),
                                                "inside": inside("dotprod(a, a)")}, "square")
row("mean", np.mean, {"function": "r = mean({a})", "expression": "r = mean({a} .* 1)", "inside": inside("mean(a)")},
    "sum")
row("norm", lambda x: np.sqrt(np.sum(x.astype(np.float64) ** 2)),
    {"function": "r = norm({a})", "expression": "r = sqrt(sum({a}.^2))", "inside": inside("norm(a)")}, "sum")
row("max", largest,
    {"function": "r = max({a})", "expression": "r = max({a} .* 1)", **loops("s = {low}", "s = max(s, {a}[i])"),
                     "kernel": kernel("a", "y[0] ^^= a[pos]", "{low}"), "inside": inside("max(a)")})
row("min", lambda x: np.fmin.reduce(x),
    {"function": "r = min({a})", "expression": "r = min({a} .* 1)", **loops("s = {high}", "s = min(s, {a}[i])"),
                                         "kernel": kernel("a", "y[0] __= a[pos]", "{high}"),
                                         "inside": inside("min(a)")})
row("max that NaN resets", sequential(np.fmax), loops("s = {low}", "s = max({a}[i], s)"))
row("any", np.any, {"function": "r = any({a})", "expression": "r = any({a} != 0)", "inside": inside("any(a)")})
row("all", np.all, {"function": "r = all({a})", "expression": "r = all({a} != 0)", "inside": inside("all(a)")})
row("count", lambda x: np.count_nonzero(x > 1),
    {"expression": "r = sum({a} > 1)", **loops("s = 0.0", "if {a}[i] > 1\n  s += 1\nendif"),
                                                 "kernel": kernel("a", "if a[pos] > 1\n    y[0] += 1\n  endif")})
row("sum of part", lambda x: np.sum(x[1::2]), loops("s = 0.0", "if mod(i, 2) == 1\n  s += {a}[i]\nendif"), "sum")
row("largest place", largest_place,
    loops("s = -1\nm = {low}", "if {a}[i] > m\n  m = {a}[i]\n  s = i\nendif"))
row("running sum", np.cumsum,
    {"function": "r = cumsum({a})", **loops("t = 0.0\ns = {u}({n})", "t += {a}[i]\ns[i] = t")}, "sum")
row("recurrence", np.cumsum, loops("s = {u}({n})", "s[i] = {a}[i] + (i > 0 ? s[i-1] : 0)"), "running")
row("running max", lambda x: np.fmax(np.fmax.accumulate(x), -np.inf if x.dtype.kind == "f" else x[0]),
    loops("t = {low}\ns = {u}({n})", "t = max(t, {a}[i])\ns[i] = t"))


STARTS = {"max": -np.inf, "min": np.inf}


def element_type(array):
    name = array.dtype.name
    return {"float32": "vec[scalar'single]", "float64": "vec[scalar'double]"}.get(name,
        f"vec[{'int' if name == 'int32' else name}]")


def tolerance(entry, x, precision):
    size = size_of_terms(x)
    if entry.limit == "sum":
        return Ulp(64, floor=size * np.sqrt(x.size))
    if entry.limit == "running":
        return Ulp(64, floor=size * x.size)
    return Ulp(32, floor=size * size * x.size) if entry.limit == "square" else entry.limit


def cases_of(array, session):
    precision = "double" if array.dtype == np.float64 or (session == "double"
                                                          and array.dtype != np.float32) else "single"
    flat = wide(array)[0]
    for entry in ROWS:
        reference = quietly(entry.reference, flat)
        low = -np.inf if array.dtype.kind == "f" else np.iinfo(array.dtype).min
        if entry.name == "largest place" and not np.any(flat > low):
            reference = -1
        for way, text in entry.ways.items():
            if entry.name in STARTS and np.isnan(flat.astype(np.float64)).all() and way not in ("function",
                "expression", "inside"):
                yield entry, way, text, STARTS[entry.name], EXACT, precision # what the loop began with
                continue
            yield entry, way, text, reference, tolerance(entry, array, precision), precision


def programs(rng, mode, draw=None, size=300):
    """draw: which share of all comparisons, or None for all."""
    program = None
    for length in LENGTHS:
        for kind in TYPES:
            for what in ("plain", "ties", "nan", "inf") if kind in ("own", "other") else ("plain", "ties"):
                array = fill(rng, (length,), kind, mode.precision, what)
                for case in cases_of(array, mode.precision):
                    if draw is not None and rng.random() >= draw:
                        continue
                    if program is None or len(program.cases) >= size:
                        if program is not None:
                            yield program
                        program = Program(f"reductions on {mode.device}, {mode.precision}", mode)
                    add(program, array, *case)
    if program is not None:
        yield program


def add(program, array, entry, way, text, reference, limit, precision):
    number = program.fresh()
    is_float = array.dtype.kind == "f"
    low, high = ("-inf", "inf") if is_float else (f"{np.iinfo(array.dtype).min}.0", f"{np.iinfo(array.dtype).max}.0")
    result = ("vec[scalar'double]" if precision == "double" else "vec") if is_float or entry.name in ("mean",
        "norm") else "vec[int64]"
    low, high = ("minvalue(int64)", "maxvalue(int64)") if result == "vec[int64]" and isinstance(text, tuple) else (low,
        high)
    names = {"a": f"a{number}", "n": str(array.size), "k": f"k{number}", "t": element_type(array), "u": result,
             "low": low, "high": high}
    lines = [f"a{number} = X[{program.add_input(array)}]"]
    texts = text if isinstance(text, tuple) else (None, text)
    if texts[0]:
        program.put(*substitute(texts[0], names).split("\n"))
    lines += substitute(texts[1], names).split("\n")

    def check(got):
        return difference(got, [np.asarray(reference)], limit, precision)
    program.attempt(lines, [("r", Case(f"{entry.name} of {array.dtype}[{array.size}]", way, check))])


def substitute(text, names):
    for key, value in names.items():
        text = text.replace("{" + key + "}", value)
    return text
