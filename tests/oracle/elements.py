# Functions and operators of single elements: the table, and the program that computes them in every way.
# SPDX-License-Identifier: Apache-2.0
"""A row: name, text (of a, b, c), reference (of arrays of float64, int64 or complex128), the kinds of numbers that the
text takes (f scalars, i integers, c complex numbers), the kind of its result (`float`: scalars, of integers too;
`same`: integers of integers; `bool`; `real`: of complex numbers their parts; `int`), and the tolerance.

Every row is computed in these ways: by a whole array (`array`, small ones in the virtual machine, large ones as a
kernel on the CPU), inside a larger expression (`fused`), in a loop that is interpreted, parallel or serial, in a
kernel, in a device function that a kernel calls, and with its arguments as literals (`literal`, folded by the
compiler). All rows of one kind of result share a loop and a kernel."""
import math
import re
from collections import namedtuple

import numpy as np
from scipy import special

from compare import ERROR, EXACT, Ulp, difference, is_close
from program import Case, Program

Row = namedtuple("Row", "name text reference kinds result tolerance arity types error scale kernels")
SIGNED = Ulp(0, True)
N = 320      # loops of fewer than 256 iterations are interpreted on every device
SMALL = 40   # expressions of fewer than 64 elements, too
FLOATS = ("single", "double")
INTEGERS = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64")
ROWS = []


def row(name, text, reference, kinds="fi", result="float", tolerance=Ulp(4), types=None, error=None, scale=None,
        kernels=True):
    """error: whether arrays of these numbers are an error where they are made as a whole.
    scale: magnitudes of what is rounded on the way, in which the tolerance counts.
    kernels: whether loops and kernels may call it compiled."""
    arity = 1 + (("b" in names_of(text)) + ("c" in names_of(text)))
    ROWS.append(Row(name, text, reference, kinds, result, tolerance, arity, types, error, scale, kernels))


def names_of(text):
    return set("".join(ch if ch.isalnum() or ch == "_" else " " for ch in text).split())


def away(x):
    """Nearest whole number, halves away from zero."""
    t = np.trunc(x)
    return np.copysign(np.where(np.abs(x - t) >= 0.5, np.abs(t) + 1, np.abs(t)), x)


def is_whole(x):
    return x.dtype.kind in "iu"


def keep(whole, real):
    """A function that leaves integers as whole makes them."""
    return lambda x: whole(x) if is_whole(x) else real(x)


def modulo(a, b):
    if is_whole(a) and is_whole(b):
        return np.where(b == 0, 0, np.mod(a, np.where(b == 0, 1, b)))
    a, b = a.astype(np.float64), b.astype(np.float64)
    return np.where(np.isinf(b) & np.isfinite(a), np.where((a == 0) | ((a < 0) == (b < 0)), a, b), np.mod(a, b))


def sign(x):
    return np.sign(x)


def to_int(x):
    if is_whole(x):
        return x
    whole = np.trunc(np.nan_to_num(x, nan=0.0, posinf=2.0**63, neginf=-2.0**63))
    return np.where(whole >= 2.0**63, np.iinfo(np.int64).max, np.where(whole < -2.0**63, np.iinfo(np.int64).min,
                    np.clip(whole, -2.0**63, 2.0**62 * 1.99999).astype(np.int64)))


def power_of_two(x, up):
    x = x.astype(np.float64)
    e = np.ceil(np.log2(x)) if up else np.floor(np.log2(x))
    return 2.0**e


def mirror(i, n):
    m = np.mod(i, 2 * n)
    return np.where(m < n, m, 2 * n - 1 - m)


def whole_or(function, at_poles):
    """Python's own function; it raises errors at the poles and where the result is too large."""
    def run(x):
        if math.isnan(x):
            return x
        if x == -math.inf or (x <= 0 and float(x).is_integer()):
            return at_poles(x)
        try:
            return function(x)
        except OverflowError:
            return math.inf
    return np.vectorize(run, otypes=[float])


# As C has them: gamma is NaN at the poles left of 0, where SciPy has inf; lgamma is finite for denormal numbers, where
# SciPy's is not.
gamma = whole_or(math.gamma, lambda x: math.copysign(math.inf, x) if x == 0 else math.nan)
log_gamma = whole_or(math.lgamma, lambda x: math.inf)


def complex_of(a, b):
    z = np.empty(a.shape, np.complex128)
    z.real, z.imag = a, b
    return z


def larger(a, b):
    """NaN where the first is; a second one that is NaN is passed over (LANGUAGE.md, Numbers)."""
    return np.where(b > a, b, a)


def smaller(a, b):
    return np.where(b < a, b, a)


for _name in ("sqrt", "cbrt", "sin", "cos", "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "arcsinh",
              "arccosh", "arctanh",
              "exp", "exp2", "log", "log2", "log10"):
    _own = _name.replace("arc", "a")
    row(_own, f"{_own}(a)", getattr(np, _name))
row("erf", "erf(a)", special.erf)
row("erfc", "erfc(a)", np.vectorize(math.erfc), tolerance=Ulp(8))
row("gamma", "gamma(a)", gamma, tolerance=Ulp(16))
row("lgamma", "lgamma(a)", log_gamma, tolerance=Ulp(16, floor=1.0))
row("floor", "floor(a)", keep(lambda x: x, np.floor), result="same", tolerance=SIGNED)
row("ceil", "ceil(a)", keep(lambda x: x, np.ceil), result="same", tolerance=SIGNED)
row("round", "round(a)", keep(lambda x: x, away), result="same", tolerance=SIGNED)
row("frac", "frac(a)", lambda x: x - np.floor(x), tolerance=EXACT)
row("saturate", "saturate(a)", lambda x: np.clip(x, 0, 1), tolerance=EXACT)
row("isnan", "isnan(a)", np.isnan, result="bool", tolerance=EXACT)
row("isinf", "isinf(a)", np.isinf, result="bool", tolerance=EXACT)
row("isfinite", "isfinite(a)", np.isfinite, result="bool", tolerance=EXACT)
row("abs", "abs(a)", np.abs, kinds="fic", result="real", tolerance=Ulp(2, True))
row("sign", "sign(a)", sign, result="same", tolerance=EXACT)
row("int", "int(a)", to_int, result="int", tolerance=EXACT)
row("int", "int(max(-2000000000, min(2000000000, a)))", lambda x: to_int(larger(-2000000000, smaller(2000000000, x))),
    kinds="f", result="int",
    tolerance=EXACT)
row("float", "float(a)", lambda x: x.astype(np.float64), tolerance=EXACT)
row("-", "-a", lambda x: -x, kinds="fic", result="same", tolerance=SIGNED)
row("!", "!a", lambda x: x == 0, kinds="i", result="bool", tolerance=EXACT)
row("not", "not(a)", np.invert, kinds="i", result="same", tolerance=EXACT, types=("int8", "int16", "int32", "int64"))
row("real", "real(a)", np.real, kinds="c", result="real", tolerance=SIGNED)
row("imag", "imag(a)", np.imag, kinds="c", result="real", tolerance=SIGNED)
row("conj", "conj(a)", np.conj, kinds="c", result="same", tolerance=EXACT)
row("angle", "angle(a)", np.angle, kinds="c", result="real")
row("+", "a + b", np.add, kinds="fic", result="same", tolerance=SIGNED)
row("-", "a - b", np.subtract, kinds="fic", result="same", tolerance=SIGNED)
row(".*", "a .* b", np.multiply, kinds="fi", result="same", tolerance=SIGNED)
row("./", "a ./ b", lambda a, b: np.divide(a.astype(np.float64), b.astype(np.float64)), result="float",
    tolerance=SIGNED)
row("<", "a < b", np.less, result="bool", tolerance=EXACT)
row("<=", "a <= b", np.less_equal, result="bool", tolerance=EXACT)
row(">", "a > b", np.greater, result="bool", tolerance=EXACT)
row(">=", "a >= b", np.greater_equal, result="bool", tolerance=EXACT)
row("==", "a == b", np.equal, kinds="fic", result="bool", tolerance=EXACT)
row("!=", "a != b", np.not_equal, kinds="fic", result="bool", tolerance=EXACT)
row("&&", "a && b", np.logical_and, kinds="i", result="bool", tolerance=EXACT)
row("||", "a || b", np.logical_or, kinds="i", result="bool", tolerance=EXACT)
row("mod", "mod(a, b)", modulo, result="same", tolerance=EXACT)
row("max", "max(a, b)", larger, result="same", tolerance=EXACT)
row("min", "min(a, b)", smaller, result="same", tolerance=EXACT)
row("atan2", "atan2(a, b)", lambda a, b: np.arctan2(a.astype(np.float64), b.astype(np.float64)), tolerance=Ulp(4, True))
row("hypot", "hypot(a, b)", np.hypot)
row("pow", "pow(a, b)", lambda a, b: np.power(a.astype(np.float64), b.astype(np.float64)), kinds="f")
row(".^", "a .^ b", lambda a, b: np.power(a.astype(np.float64), b.astype(np.float64)), kinds="f")
row("and", "and(a, b)", np.bitwise_and, kinds="i", result="same", tolerance=EXACT)
row("or", "or(a, b)", np.bitwise_or, kinds="i", result="same", tolerance=EXACT)
row("xor", "xor(a, b)", np.bitwise_xor, kinds="i", result="same", tolerance=EXACT)
row("shl", "shl(a, mod(b, 16))", lambda a, b: np.left_shift(a, np.mod(b, 16)), kinds="i", result="same",
    tolerance=EXACT, types=("int8", "uint8", "int16"))
row("shr", "shr(a, mod(b, 16))", lambda a, b: np.right_shift(a, np.mod(b, 16)), kinds="i", result="same",
    tolerance=EXACT)
for _name, _divide in (("int", lambda a, b: np.sign(a) * np.sign(b) * (np.abs(a) // np.abs(b))),
                       ("floor", lambda a, b: a // b),
                       ("ceil", lambda a, b: -((-a) // b))):
    row(f"{_name}(a/b)", f"{_name}(a ./ (b + 3 .* (b == 0)))", lambda a, b, divide=_divide: divide(a, b + 3 * (b == 0)),
        kinds="i",
        result="int", tolerance=EXACT)
row("lerp", "lerp(a, b, c)", lambda a, b, c: a + (b - a) * c, kinds="f", tolerance=Ulp(2),
    scale=lambda a, b, c: np.abs(a) + (np.abs(b) + np.abs(a)) * np.abs(c))
row("clamp", "clamp(a, b)", lambda a, b: smaller(larger(a, 0), b), result="same", tolerance=EXACT)
row("clamp", "clamp(a, b, c)", lambda a, b, c: smaller(larger(a, b), c), result="same", tolerance=EXACT)
row("nextpow2", "nextpow2(abs(a) + 1)", lambda a: power_of_two(np.abs(a) + 1, True), kinds="i", result="same",
    tolerance=EXACT, types=("int8", "uint8", "int16", "uint16"), kernels=False)
row("prevpow2", "prevpow2(abs(a) + 1)", lambda a: power_of_two(np.abs(a) + 1, False), kinds="i", result="same",
    tolerance=EXACT, types=("int8", "uint8", "int16", "uint16"), kernels=False)
row("periodize", "periodize(a, 7)", lambda a: np.mod(a, 7), kinds="i", result="same", tolerance=EXACT,
    types=("int8", "int16", "int32", "int64"))
row("mirror_ext", "mirror_ext(a, 7)", lambda a: mirror(a, 7), kinds="i", result="same", tolerance=EXACT,
    types=("int8", "int16", "int32", "int64"))
row("complex", "complex(a, b)", complex_of, kinds="", result="complex", tolerance=EXACT)


# --- values ---

WHOLE = [0, 1, -1, 2, 3, -3, 7, 100, 127, -128, 255, 128]
REAL = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999997, 3.0, -7.0, np.nan, np.inf, -np.inf, 1e-40, 1e-45,
        1.17549435e-38,
        3.4028235e38, 8388608.5, 16777217.0, -16777215.0, 2147483647.0, -2147483648.0, 4294967296.0,
        9.2233720368547758e18, 1e30, -1e30,
        100.0, 0.1, -0.1, 1e-8]
WIDE = REAL + [1e300, 5e-324, 2.0**53, 2.0**53 + 2, -1e200, 1e-310]


def specials(dtype):
    kind = np.dtype(dtype).kind
    with np.errstate(all="ignore"):
        if kind in "iu":
            info = np.iinfo(dtype)
            # Sums and products of 64-bit integers stay below 2^63: what is beyond wraps, which the rows would have to
            # say.
            low, high = max(info.min, -2**31 - 5), min(info.max, 2**32 + 1)
            return np.array([v for v in WHOLE + [low, high, low + 1, high - 1, high // 2, 33554435, 16777217]
                             if low <= v <= high], dtype)
        if kind == "c":
            return np.array([complex(x, y) for x in (0.0, 1.0, -2.5, 1e-3, 300.0) for y in (0.0, -1.0, 0.5, 40.0)],
                            dtype)
        return np.array(WIDE if dtype == np.float64 else REAL, dtype)


def random_values(rng, dtype, n):
    kind = np.dtype(dtype).kind
    if kind in "iu":
        info = np.iinfo(dtype)
        low, high = max(info.min, -2**31), min(info.max, 2**31)
        small = rng.integers(max(low, -20), 20, n)
        return np.where(rng.random(n) < 0.6, small, rng.integers(low, high, n, endpoint=True)).astype(dtype)
    if kind == "c":
        return (rng.normal(size=n) * 3 + 1j * rng.normal(size=n) * 3).astype(dtype)
    size = np.where(rng.random(n) < 0.6, rng.normal(size=n) * 4,
                    rng.choice([-1, 1], n) * 10.0 ** rng.uniform(-12, 12, n))
    return np.where(rng.random(n) < 0.2, np.round(size * 2) / 2, size).astype(dtype)


def make_arguments(rng, dtypes):
    """Arrays of N elements: special values against each other, and random ones."""
    special_values = [specials(t) for t in dtypes]
    columns = [random_values(rng, t, N) for t in dtypes]
    count = min(N * 3 // 4, int(np.prod([len(s) for s in special_values])))
    picks = rng.choice(int(np.prod([len(s) for s in special_values])), count, replace=False)
    for k, index in enumerate(np.unravel_index(picks, [len(s) for s in special_values])):
        columns[k][:count] = special_values[k][index]
    order = rng.permutation(N)
    return [np.ascontiguousarray(c[order]) for c in columns]


# --- references ---

CODES = {"single": np.float32, "double": np.float64, "csingle": np.complex64, "cdouble": np.complex128}


def code(name):
    return np.dtype(CODES.get(name, name))


def kind_of(name):
    return {"f": "f", "i": "i", "u": "i", "c": "c"}[code(name).kind]


def group_of(entry, names):
    """Which array the results go into: F scalars, I integers, C complex numbers."""
    kinds = {kind_of(name) for name in names}
    if entry.result in ("bool", "int"):
        return "I"
    if entry.result == "complex" or ("c" in kinds and entry.result != "real"):
        return "C"
    return "I" if kinds == {"i"} and entry.result in ("same", "real") else "F"


def widen(array):
    return array.astype({"f": np.float64, "i": np.int64, "u": np.int64, "c": np.complex128}[array.dtype.kind])


def references(entry, arguments, precision, group):
    """What a row may give: from the numbers as they are, or from integers rounded to single precision first."""
    wide = [widen(a) for a in arguments]
    if len({a.dtype.kind for a in wide}) > 1 and group != "C":
        wide = [a.astype(np.float64) for a in wide]
    with np.errstate(all="ignore"):
        found = [np.asarray(entry.reference(*wide))]
        if precision == "single" and (group != "I"
                                      or any(a.dtype.kind == "f" for a in arguments)) and any(a.dtype.kind in "iu"
                                          and a.dtype.itemsize >= 4 for a in arguments):
            found.append(np.asarray(entry.reference(*[w.astype(np.float32).astype(np.float64) for w in wide])))
    return found


# --- programs ---

ENDS = {"F": "mat", "I": "mat[int64]", "C": "cmat"}


class Block:
    """All rows of one kind of result, and their references, for arrays of these types."""

    def __init__(self, rows, names, arguments, precision, session):
        self.rows, self.names, self.arguments, self.precision, self.session = rows, names, arguments, precision, session
        self.groups = {g: [r for r in rows if r.kernels and group_of(r, names) == g] for g in "FIC"}
        self.references = {id(r): references(r, arguments, precision, group_of(r, names)) for r in rows}

    def check(self, entry, way, part=slice(None), found=None):
        found = found if found is not None else [r[part] for r in self.references[id(entry)]]
        arguments = [a[part] for a in self.arguments]
        if entry.error and "loop" not in way and way not in ("kernel", "device function",
                                                             "literal") and entry.error(*arguments):
            found = [ERROR]
        precision, tolerance = self.precision, entry.tolerance
        if way == "device function" and self.session == "single" and self.precision == "double":
            # What is no double by its text computes in the session's precision (LANGUAGE.md, Numbers).
            with np.errstate(all="ignore"):
                rounded = [a.astype(np.float32) for a in arguments]
            precision, found = "single", references(entry, rounded, "single", group_of(entry, self.names))
        if entry.scale:
            with np.errstate(all="ignore"):
                # what overflows on the way, rounded after every operation (LANGUAGE.md, Numbers)
                if precision == "single":
                    found = found + [entry.reference(*[a.astype(np.float32) for a in arguments]).astype(np.float64)]
                tolerance = tolerance._replace(floor=entry.scale(*[a.astype(np.float64) for a in arguments]))

        def run(got):
            reason = difference(got, found, tolerance, precision)
            if reason and isinstance(got, np.ndarray) and got.shape == np.shape(found[0]):
                reason += self.arguments_at(got, found, tolerance, precision, arguments)
            return reason
        return Case(f"{entry.text} of {', '.join(self.names)}", way, run)

    def arguments_at(self, got, found, tolerance, precision, arguments):
        """The arguments of the first element that differs."""
        with np.errstate(all="ignore"):
            close = np.logical_or.reduce([is_close(got, f, tolerance, precision) for f in found])
        k = int(np.argmin(close))
        return "; arguments " + ", ".join(repr(a[k].item()) for a in arguments)


def fitting(names, session):
    kinds = {kind_of(n) for n in names}
    return [r for r in ROWS if r.arity == len(names) and all(r.types is None or n in r.types for n in names)
            and (kinds <= set(r.kinds) or (r.result == "complex" and names == (session, session)))]


def substitute(text, names):
    return re.sub(r"\b[abc]\b", lambda m: names["abc".index(m.group())], text)


def literal(value):
    """The text of a number; of one that no literal has, an expression."""
    value = value.item()
    if isinstance(value, int):
        return f"({value})" if value < 0 else str(value)
    if value != value:
        return "nan"
    if value in (float("inf"), -float("inf")):
        return "inf" if value > 0 else "(-inf)"
    text = repr(value)
    text = text if "." in text or "e" in text else text + ".0"
    return f"({text})" if text[0] == "-" else text


def add_expressions(program, block, variables, choice):
    for entry in choice:
        text = substitute(entry.text, variables)
        small = substitute(entry.text, [f"{v}[0..{SMALL - 1}]" for v in variables])
        program.attempt([], [(small, block.check(entry, "array", slice(0, SMALL)))])
        start = len(program.lines) + 2
        program.attempt([], [(text, block.check(entry, "large array"))])
        program.compiled[start] = f"{entry.text} of {', '.join(block.names)}, large array"
        start = len(program.lines) + 2
        program.attempt([], [(FUSED[group_of(entry, block.names)].format(text), fused_check(block, entry))])
        program.compiled[start] = f"{entry.text} of {', '.join(block.names)}, fused"


# Larger expressions with the same value.
FUSED = {"F": "max({0}, 0) .* 1 + min({0}, 0)", "I": "({0}) .* 1", "C": "conj(conj({0}))"}


def fused_check(block, entry):
    """max(x, 0) + min(x, 0) is x, but 0 of -0."""
    if group_of(entry, block.names) != "F":
        return block.check(entry, "fused")
    found = [r + 0.0 for r in block.references[id(entry)]]
    return block.check(entry._replace(tolerance=entry.tolerance._replace(signed=False)), "fused", found=found)


def declare(block, precision):
    """The arrays that hold the results of a loop or kernel: a row of each for every function."""
    lines = []
    for group, rows in block.groups.items():
        kind = "mat[scalar'double]" if group == "F" and precision == "double" else ENDS[group]
        lines.append(f"{group} = {kind}({max(1, len(rows))}, {N})")
    return lines


def statements(block, index, spell):
    return [f"{group}[{k},{index}] = {spell(entry)}" for group, rows in block.groups.items() for k,
            entry in enumerate(rows)]


def results(block, way):
    return [(f"{group}[{k},:]", block.check(entry, way)) for group, rows in block.groups.items() for k,
            entry in enumerate(rows)]


def add_loops(program, block, variables):
    elements = [f"{v}[i]" for v in variables]
    for way, attribute in (("interpreted loop", "interpreted"), ("parallel loop", "parallel"),
                           ("serial loop", "serial")):
        body = statements(block, "i", lambda entry: substitute(entry.text, elements))
        start = len(program.lines) + len(declare(block, block.precision)) + 3
        program.attempt([*declare(block, block.precision), f"{{!{attribute} for}}", f"for i=0..{N - 1}",
                         *["  " + s for s in body], "end"],
                        results(block, way))
        if attribute != "interpreted":
            program.compiled[start] = f"{', '.join(block.names)}, {way}"


def parameter(name):
    return {"csingle": "cvec", "cdouble": "cvec"}.get(name, f"vec[scalar'{name}]" if name in FLOATS else f"vec[{name}]")


def add_kernels(program, block, variables):
    names = ["a", "b", "c"][:len(variables)]
    outputs = ["F : mat[scalar'double]" if block.precision == "double" else "F : mat", "I : mat[int64]", "C : cmat"]
    parameters = [f"{n} : {parameter(t)}" for n, t in zip(names, block.names)] + outputs + ["pos : int"]
    elements = [f"{n}[pos]" for n in names]
    number = program.fresh()
    devices = {id(e): f"d{number}_{k}" for k, e in enumerate(block.rows)}
    for way, spell in (("kernel", lambda e: substitute(e.text, elements)),
                       ("device function", lambda e: f"{devices[id(e)]}({', '.join(elements[:e.arity])})")):
        kernel = f"k{number}_{way[0]}"
        if way == "device function":
            program.put(*[f"{devices[id(e)]} = __device__ ({', '.join(names)}) -> {e.text}" for e in block.rows])
        start = len(program.lines) + 1
        program.put(f"function [] = __kernel__ {kernel}({', '.join(parameters)})",
                    *["  " + s for s in statements(block, "pos", spell)], "end")
        program.attempt([*declare(block, block.precision),
                         f"parallel_do({N}, {', '.join(variables)}, F, I, C, {kernel})"],
                        results(block, way))
        program.compiled[start] = f"{', '.join(block.names)}, {way}"


def add_literals(program, block, session, rng):
    """Constants as the compiler folds them: of numbers that the text can name exactly."""
    wide = ("double", "int32", "int64") if session == "double" else ("single", "int32", "int64")
    if not all(n in wide for n in block.names) or any(r for r in block.groups["C"]):
        return
    for entry in block.rows:
        picks = rng.choice(N, 12, replace=False)
        texts = [substitute(entry.text, [literal(a[k]) for a in block.arguments]) for k in picks]
        found = [r[picks] for r in references(entry, block.arguments, "double", group_of(entry, block.names))]
        program.attempt([f"L = [{', '.join(texts)}]"], [("L", block.check(entry, "literal", picks, found))])


def make_program(rng, mode, names, share=1.0):
    rows = fitting(names, mode.precision)
    if not rows:
        return None
    is_double = "double" in names or mode.precision == "double" and "single" not in names or "cdouble" in names
    precision = "double" if is_double else "single"
    arguments = make_arguments(rng, [code(n) for n in names])
    program = Program(f"elements of {', '.join(names)} on {mode.device}, {mode.precision}", mode)
    variables = ["a", "b", "c"][:len(names)]
    for variable, array in zip(variables, arguments):
        program.put(f"{variable} = X[{program.add_input(array)}]")
    block = Block(rows, names, arguments, precision, mode.precision)
    choice = rows if share >= 1 else [rows[k]
                                      for k in sorted(rng.choice(len(rows), max(1, int(len(rows) * share)),
                                                                 replace=False))]
    add_expressions(program, block, variables, choice)
    add_loops(program, block, variables)
    add_kernels(program, block, variables)
    add_literals(program, block, mode.precision, rng)
    return program


def type_lists(session):
    """Which types meet: of one, two and three arguments."""
    scalar = "single" if session == "single" else "double"
    pair = "csingle" if session == "single" else "cdouble"
    own = [*INTEGERS, *FLOATS, pair]
    mixed = [("int8", "uint8"), ("uint8", "int16"), ("int32", "uint32"), ("uint16", "int64"), ("int32", scalar),
             (scalar, "uint8"),
             ("single", "double"), ("int64", scalar)]
    return [(t,) for t in own] + [(t, t) for t in own] + mixed + [(t, t, t)
                                                                  for t in ("uint8", "int32", "int64", *FLOATS)] + [
        ("int32", "uint8", "int32"), (scalar, "int32", scalar)]
