# Calls of functions of whole arrays: a row of the tables in arrays.py, algebra.py and images.py, and how it becomes
# cases.
# SPDX-License-Identifier: Apache-2.0
"""A call: function; text, with its arguments as {0}, {1}, ...; arguments (arrays of NumPy, or texts that stand in the
program as they are); references; tolerance; before: lines in front. It is computed at the top level (`top`), in a
function (`function`), with slices of larger arrays as arguments (`slice`) and with expressions as arguments
(`expression`) and, where kernels know it, in a kernel."""
from collections import namedtuple

import numpy as np

from compare import difference
from program import Case, Program

Call = namedtuple("Call", "function text arguments references tolerance outputs imports before", defaults=(1, (), ()))
# Modules whose functions declare that they take scalars: they compute in the session's precision.
LIBRARY = ("imfilter.q", "imboundary.q", "immorphology.q", "immedfilt.q", "imresize.q", "colortransform.q")
WAYS = ("top", "function", "slice", "expression")


def describe(call):
    text = "; ".join([*call.before, call.text])
    shown = [a if isinstance(a, str) else f"{a.dtype}{list(a.shape)}" + (f" {a.tolist()}" if a.size <= 12 else "")
             for a in call.arguments]
    return text.format(*shown)


def as_slice(array, rng):
    """A larger array, and the text of the part of it that is this one; None where no part has this shape."""
    if array.ndim > 3 or array.ndim == 0 or (array.ndim > 1 and min(array.shape) < 2):
        return None, None
    before, after = rng.integers(0, 3, array.ndim), rng.integers(0, 3, array.ndim)
    larger = np.full([int(n + b + a) for n, b, a in zip(array.shape, before, after)], 99, array.dtype)
    larger[tuple(slice(int(b), int(b + n)) for n, b in zip(array.shape, before))] = array
    return larger, "[" + ", ".join(f"{b}..{b + n - 1}" for n, b in zip(array.shape, before)) + "]"


def add_call(program, call, way, rng):
    names, texts = [], []
    for argument in call.arguments:
        if isinstance(argument, str):
            texts.append(argument)
            continue
        part = ""
        if way == "slice":
            larger, part = as_slice(argument, rng)
            if larger is None:
                argument, part = argument, ""
            else:
                argument = larger
        texts.append(f"X[{program.add_input(argument)}]{part}")
        if way == "expression":
            texts[-1] = f"({texts[-1]} .* 1)" if argument.dtype.kind in "fc" else f"copy({texts[-1]})"
    lines, value = [line.format(*texts) for line in call.before], call.text.format(*texts)
    if way == "function":
        number = program.fresh()
        names = [f"p{k}" for k in range(len(texts))]
        outs = ", ".join(f"r{k}" for k in range(call.outputs))
        left = f"[{outs}]" if call.outputs > 1 else "r0"
        program.put(f"function {left} = f{number}({', '.join(names)})",
                    *["  " + line.format(*names) for line in call.before],
                    f"  {left} = {call.text.format(*names)}", "end")
        lines, value = [], f"f{number}({', '.join(texts)})"
    if call.outputs > 1:
        outs = [f"r{k}" for k in range(call.outputs)]
        lines.append(f"[{', '.join(outs)}] = {value}")
        value = "{" + ", ".join(outs) + "}"
    program.attempt(lines, [(value, make_case(call, way, program))])


def make_case(call, way, program):
    precision = program.mode.precision
    if any(m in LIBRARY for m in call.imports):
        pass
    elif any(not isinstance(a, str) and a.dtype in (np.float64, np.complex128) for a in call.arguments) and all(
            isinstance(a, str) or a.dtype not in (np.float32, np.complex64) for a in call.arguments):
        precision = "double"
    elif any(not isinstance(a, str) and a.dtype in (np.float32, np.complex64) for a in call.arguments):
        precision = "single"

    def check(got):
        found = call.references() if callable(call.references) else call.references
        if callable(call.tolerance):
            return call.tolerance(got, precision)
        return difference(got, found, call.tolerance, precision)
    return Case(describe(call), way, check)


def make_programs(calls, mode, rng, name, size, ways_of):
    """Programs of about `size` comparisons; ways_of(call) says in which ways a call is made."""
    programs = []
    for imports in sorted({call.imports for call in calls}):
        program = None
        for call in calls:
            if call.imports != imports:
                continue
            for way in ways_of(call):
                if program is None or len(program.cases) >= size:
                    program = Program(f"{name} on {mode.device}, {mode.precision}", mode, imports)
                    programs.append(program)
                add_call(program, call, way, rng)
    return programs


def ways_of(call):
    """The ways that make a difference."""
    return WAYS if any(not isinstance(a, str) for a in call.arguments) else WAYS[:2]
