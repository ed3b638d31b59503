# Shapes, reductions, sorting, numbers and sets: calls, and what NumPy makes of them.
# SPDX-License-Identifier: Apache-2.0
import itertools

import numpy as np

from calls import Call
from compare import ERROR, EXACT, Relative, Ulp
from elements import away

SHAPES = [(0,), (1,), (2,), (7,), (64,), (65,), (0, 3), (3, 0), (0, 0), (1, 1), (1, 5), (5, 1), (4, 6), (5, 7), (33, 9),
          (2, 3, 4), (3, 5, 2),
          (1, 1, 5), (3, 0, 2), (64, 3, 3), (2, 3, 2, 2)]
MATRICES = [s for s in SHAPES if len(s) <= 2]
TYPES = ["own", "own", "own", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "other", "bool"]
DIMENSIONS = [0, 1, 2, 3, 5]


def fill(rng, shape, name, session, what="plain"):
    """Elements: plain ones, ties, with NaN, with infinities."""
    own, other = (np.float32, np.float64) if session == "single" else (np.float64, np.float32)
    dtype = np.dtype({"own": own, "other": other}.get(name, name))
    if dtype.kind == "b":
        return rng.random(shape) < 0.5
    if dtype.kind in "iu":
        high = 6 if what == "ties" else min(100, np.iinfo(dtype).max)
        low = max(-high, np.iinfo(dtype).min)
        return rng.integers(low, high, shape, endpoint=True).astype(dtype)
    x = rng.integers(-3, 4, shape) / 2 if what == "ties" else rng.normal(size=shape) * 10
    x = np.array(x, dtype)
    if what in ("nan", "inf") and x.size:
        for value in ((np.nan,) if what == "nan" else (np.inf, -np.inf)):
            if rng.random() < 0.7:
                x.flat[rng.integers(x.size)] = value
    return x


def wide(x):
    """As computed: a vector is one row."""
    x = np.asarray(x)
    x = x.reshape(1, -1) if x.ndim == 1 else x
    return x.astype({"f": np.float64, "i": np.int64, "u": np.int64, "b": np.int64, "c": np.complex128}[x.dtype.kind])


def along(x, d):
    """x with the dimension d."""
    while x.ndim <= d:
        x = x[..., None]
    return x


def reduction(function):
    return lambda x: function(wide(x)), lambda x, d: function(along(wide(x), d), axis=d, keepdims=True)


def deviation(x, axis=None, keepdims=False, power=1):
    n = x.size if axis is None else x.shape[axis]
    v = np.var(x, axis=axis, keepdims=keepdims, ddof=1 if n > 1 else 0)
    return v ** power


def mean(x, axis=None, keepdims=False):
    return np.mean(x, axis=axis, keepdims=keepdims)


SUMS = [("sum", np.sum, Relative(8)), ("prod", np.prod, Relative(32)), ("mean", mean, Relative(8)),
        ("any", np.any, EXACT),
        ("all", np.all, EXACT), ("std", lambda x, **k: deviation(x, power=0.5, **k), Relative(16)),
        ("var", lambda x, **k: deviation(x, **k), Relative(16))]


def size_of_terms(x):
    """What rounding of a sum is relative to."""
    x = np.abs(wide(x).astype(np.float64))
    x = x[np.isfinite(x)]
    return float(x.max()) if x.size else 0.0


def sums(rng, session):
    for name, function, tolerance in SUMS:
        whole, dimension = reduction(function)
        for shape, kind, what in combinations(rng):
            x = fill(rng, shape, kind, session, what)
            if name == "prod":
                x = np.sign(x) * np.minimum(np.abs(x), 2).astype(x.dtype) if x.dtype.kind != "b" else x
                if x.dtype.kind in "iu" and x.size > 20:
                    continue
            limit = Ulp(tolerance.r * 4, floor=size_of_terms(x) ** (2 if name == "var" else 1)) if isinstance(tolerance,
                Relative) and name != "prod" else tolerance
            yield Call(name, name + "({0})", (x,), quietly(whole, x), limit)
            for d in DIMENSIONS:
                yield Call(name, name + "({0}, {1})", (x, str(d)), quietly(dimension, x, d), limit)
            yield Call(name, name + "({0}, -1)", (x,), ERROR, limit)


def quietly(function, *arguments):
    with np.errstate(all="ignore"):
        import warnings
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return function(*arguments)


def combinations(rng):
    for shape, kind in itertools.product(SHAPES, TYPES):
        if rng.random() < rng.share:
            yield shape, kind, rng.choice(["plain", "ties"] if kind not in ("own", "other")
                                          else ["plain", "ties", "nan", "inf"])


def extreme(better, x):
    """The largest or smallest; NaN is passed over unless there is nothing else."""
    x = wide(x)
    if x.size == 0:
        return ERROR
    return better(x)


def extremes(rng, session):
    for name, better in (("max", np.fmax.reduce), ("min", np.fmin.reduce)):
        for shape, kind, what in combinations(rng):
            x = fill(rng, shape, kind, session, what)
            yield Call(name, name + "({0})", (x,), ERROR if x.size == 0 else better(wide(x).ravel()), EXACT)


def sorted_along(x, d, descending):
    x = along(wide(x), d)
    order = np.argsort(-x if descending else x, axis=d, kind="stable")
    return np.take_along_axis(x, order, axis=d), order


def sorting(rng, session):
    for shape, kind, what in combinations(rng):
        x = fill(rng, shape, kind, session, what)
        row = x.ndim == 1 or (x.ndim == 2 and x.shape[0] == 1)  # STDLIB.md 1.3: a vec is a 1 x N row
        own = 1 if row else 0
        for descending in (False, True):
            word = ', "descend"' if descending else ""
            y, order = sorted_along(x, own, descending)
            yield Call("sort", "sort({0}" + word + ")", (x,), y, EXACT)
            yield Call("sort", "sort({0}" + word + ")", (x,), [[y, order]], EXACT, 2)
            for d in (1, 2) if x.ndim > 1 else ():
                y, order = sorted_along(x, d, descending)
                yield Call("sort", "sort({0}, {1}" + word + ")", (x, str(d)), [[y, order]], EXACT, 2)
        if x.dtype.kind != "b":
            line = row or x.size == x.shape[0] # of a column, too, it is a number
            m = quietly(lambda: np.median(wide(x), axis=None if line else 0, keepdims=not line))
            yield Call("median", "median({0})", (x,), m if x.size else [m, ERROR], Ulp(1))
            for d in (1, 2):
                m = quietly(lambda d=d: np.median(along(wide(x), d), axis=d, keepdims=True))
                if x.ndim > 1 and x.size:
                    yield Call("median", "median({0}, {1})", (x, str(d)), m, Ulp(1))
        yield Call("find", "find({0})", (x,), np.argwhere(wide(x)), EXACT)
        for name, function in (("cumsum", np.cumsum), ("cumprod", np.cumprod)):
            if name == "cumprod":
                x = np.sign(x) if x.dtype.kind not in "b" else x
            if x.dtype.kind == "b":
                continue
            limit = Ulp(64, floor=size_of_terms(x) * 3)
            yield Call(name, name + "({0})", (x,), quietly(function, along(wide(x), 1), 1), limit)
            for d in (0, 1, 2):
                yield Call(name, name + "({0}, {1})", (x, str(d)), quietly(function, along(wide(x), d), d), limit)


def shape_text(shape):
    return "[" + ",".join(str(int(n)) for n in shape) + "]"


def shapes(rng, session):
    for shape, kind, what in combinations(rng):
        x = fill(rng, shape, kind, session, what)
        w = np.asarray(x).reshape(1, -1) if x.ndim == 1 else x
        y = fill(rng, shape, kind, session, what)
        z = np.asarray(y).reshape(1, -1) if y.ndim == 1 else y

        def call(text, reference, *more, function=None, outputs=1):
            return Call(function or text.split("(")[0], text, (x, *more), reference, Ulp(0, True), outputs)
        trimmed = list(w.shape)
        while len(trimmed) > 2 and trimmed[-1] == 1:
            trimmed.pop()
        yield call("size({0})", np.array(trimmed))
        for d in (0, 1, 2, 4):
            yield call(f"size({{0}}, {d})", (list(w.shape) + [1] * 5)[d])
        yield call("numel({0})", x.size)
        yield call("ndims({0})", 1 if x.ndim == 1 else len(trimmed))
        yield call("isempty({0})", x.size == 0)
        yield call("copy({0})", w)
        yield call("flipud({0})", w[::-1])
        yield call("fliplr({0})", w[:, ::-1])
        if x.ndim < 3:
            yield call("transpose({0})", w.T)
            for k in (-1, 0, 1, 2, 3, 5):
                yield call(f"rot90({{0}}, {k})", np.rot90(w, k))
            yield call("triu({0})", np.triu(w))
            yield call("tril({0})", np.tril(w))
            yield call("kron({0}, {1})", np.kron(wide(w), wide(z[:2, :3])), z[:2, :3] if z.shape[0] > 1 else z[:, :3])
        for shift in ((0, 1), (1, 0), (-1, 2), (7, -9)):
            yield call(f"circshift({{0}}, {shape_text(shift)})", np.roll(w, shift, (0, 1)))
        yield call(f"reshape({{0}}, [{x.size}])", x.reshape(-1))
        yield call(f"reshape({{0}}, [1,{x.size}])", x.reshape(1, -1))
        yield call(f"reshape({{0}}, [{x.size},1])", x.reshape(-1, 1))
        yield call(f"reshape({{0}}, [{x.size + 1},1])", ERROR)
        if x.ndim < 4:
            yield call("repmat({0}, [2,3])", np.tile(w, (2, 3) + (1,) * (w.ndim - 2)))
            yield call("repmat({0}, [1,0])", np.tile(w, (1, 0) + (1,) * (w.ndim - 2)))
            yield call("repmat({0}, [2,1,2])", np.tile(along(w, 2), (2, 1, 2)))
        squeezed = [n for n in w.shape if n != 1]
        if x.ndim > 2:
            squeezed = squeezed if len(squeezed) > 1 else [1] * (2 - len(squeezed)) + squeezed
            yield call("squeeze({0})",
                       [x.reshape(squeezed),
                        x.reshape(squeezed[::-1] if len(squeezed) == 2 and 1 in squeezed else squeezed)])
        if x.ndim == 3:
            for order in itertools.permutations(range(3)):
                yield call(f"shuffledims({{0}}, {shape_text(order)})", np.transpose(x, order))
        for d, name in ((0, "vertcat"), (1, "horzcat")):
            yield call(name + "({0}, {1})", np.concatenate((w, z), d), y)
            yield call(name + "({0}, {1}, {0})", np.concatenate((w, z, w), d), y)
        for d in (0, 1, 2):
            yield call(f"cat({d}, {{0}}, {{1}})", np.concatenate((along(w, d), along(z, d)), d), y, function="cat")
        if x.ndim == 1 or 1 in x.shape and x.ndim == 2:
            yield call("diagm({0})", np.diag(x.ravel()) if x.size else [np.zeros((0, 0)), ERROR])
        if x.ndim == 1:
            yield call("diag({0})", np.diag(x) if x.size else [np.zeros((0, 0)), ERROR])
            yield call("meshgrid({0}, {1})", [list(np.meshgrid(x, y))], y, outputs=2)
        elif x.ndim == 2 and min(x.shape) > 1:
            yield call("diag({0})", np.diag(x))


def products(rng, session):
    for shape, kind, what in combinations(rng):
        x, y = fill(rng, shape, kind, session, what), fill(rng, shape, kind, session, "plain")
        if x.dtype.kind == "b":
            continue
        v, u = wide(x), wide(y)
        n = max(1, x.size)
        bound = quietly(lambda: float(np.sum(np.abs(np.where(np.isfinite(v), v, 0).astype(np.float64) * u))))
        yield Call("dotprod", "dotprod({0}, {1})", (x, y), quietly(lambda: np.sum(v * u)), Ulp(4, floor=bound))
        yield Call("norm", "norm({0})", (x,), quietly(lambda: np.sqrt(np.sum(v.astype(np.float64) ** 2))), Ulp(8))
        yield Call("psnr", "psnr({0}, {1}, 255)", (x, y),
                   quietly(lambda: 10 * np.log10(255.0**2 / np.mean((v - u).astype(np.float64) ** 2))),
                   Ulp(32, floor=10.0))
        if x.ndim == 2:
            m = quietly(lambda: v @ u.T)
            size = quietly(lambda: np.abs(np.where(np.isfinite(v), v, 0)).astype(np.float64) @ np.abs(u.T))
            yield Call("*", "{0} * {1}", (x, np.ascontiguousarray(y.T)), m, Ulp(max(4, n), floor=size) if x.size
                       else EXACT)
            if min(x.shape) > 0 and x.shape[0] == x.shape[1]:
                yield Call("trace", "trace({0})", (x,), np.trace(v), Ulp(8, floor=size_of_terms(x)))
    for kind in ("own", "int32", "int8", "other"):
        a, b = fill(rng, (3,), kind, session), fill(rng, (3,), kind, session)
        yield Call("cross", "cross({0}, {1})", (a, b), np.cross(wide(a)[0], wide(b)[0]), Ulp(4, floor=1000.0))


def made(rng, session):
    """Arrays made of numbers."""
    for n in (0, 1, 2, 5, 100):
        for a, b in ((0, 1), (-2.5, 4), (3, 3), (5, -5), (1e6, 1e6 + 1)):
            yield Call("linspace", "linspace({0}, {1}, {2})", (str(a), str(b), str(n)), np.linspace(a, b, n) if n != 1
                       else [[b]], Ulp(4, floor=max(abs(a), abs(b))))
        yield Call("eye", "eye({0})", (str(n),), np.eye(n), EXACT)
        yield Call("eye", "eye({0}, 3)", (str(n),), np.eye(n, 3), EXACT)
        yield Call("zeros", "zeros({0})", (str(n),), np.zeros(n), EXACT)
        yield Call("ones", "ones({0}, 2, 3)", (str(n),), np.ones((n, 2, 3)), EXACT)
    for a, s, b in ((0, 1, 5), (1, 2, 7), (5, -1, 0), (0, 0.5, 2), (0, 0.1, 1), (1, 1, 0), (-1, -1, 0), (0, 0.3, 1),
                    (10, -3, -10)):
        n = max(0, int(np.floor((b - a) / s + 1e-6)) + 1)
        for text in ("{0}..{1}..{2}", "seq({0}, {1}, {2})"):
            yield Call(text.split("(")[0] if "seq" in text else "..", "[" + text + "]" if ".." in text else text,
                       (str(a), str(s) if s >= 0 else f"({s})", str(b) if b >= 0 else f"({b})"), a + s * np.arange(n),
                       Ulp(1, floor=float(max(abs(a), abs(b)))))
    for shape in ((2, 3), (5, 7), (1, 4), (4, 1), (2, 3, 4), (3, 1, 2)):
        for k in range(0, int(np.prod(shape)), max(1, int(np.prod(shape)) // 5)):
            position = np.array(np.unravel_index(k, shape))
            yield Call("ind2pos", f"ind2pos({shape_text(shape)}, {k})", (), position, EXACT)
            yield Call("pos2ind", f"pos2ind({shape_text(shape)}, {shape_text(position)})", (), k, EXACT)


def numbers(rng, session):
    imports = ("numeric.q", "parallelblocks.q", "inttypes.q")
    for shape, kind, what in combinations(rng):
        x = fill(rng, shape, kind, session, what)
        if x.dtype.kind == "b":
            continue
        v = wide(x)
        flat = v.ravel()
        if what != "nan":
            yield Call("unique", "unique({0})", (x,), [np.unique(flat), *([x] if x.size == 0 else [])], EXACT, 1,
                       imports)
        for name, better in (("min", np.nanargmin), ("max", np.nanargmax)):
            k = ERROR if x.size == 0 else 0 if np.isnan(flat).all() else int(better(flat))
            yield Call(f"find_index_{name}", f"find_index_{name}({{0}})", (x,), k, EXACT, 1, imports)
        if x.ndim < 4:
            for n, low, high in ((5, -10, 10), (1, 0, 3), (51, 0, 255), (7, -1.5, 2)):
                finite = flat[np.isfinite(flat)]
                yield Call("histogram", f"histogram({{0}}, {n}, {low}, {high})", (x,),
                           np.histogram(finite, n, (low, high))[0], EXACT, 1, imports)
        yield Call("parallel_sum", "parallel_sum({0})", (x,), quietly(np.sum, v), Ulp(32, floor=size_of_terms(x)), 1,
                   imports)
        if x.ndim == 1 and kind != "other":
            y = np.concatenate(([0], quietly(np.cumsum, flat)[:-1])) if x.size else flat
            yield Call("prefix_sum", "prefix_sum({0})", (x,), y, Ulp(32, floor=size_of_terms(x)), 1, imports)
        if x.dtype.kind == "f":
            with np.errstate(all="ignore"):
                yield Call("scalar_to_half", "half_to_scalar(scalar_to_half({0}))", (x,),
                           x.astype(np.float16).astype(np.float64), EXACT, 1, imports)
            for name, top in (("float_to_uint8", 255), ("float_to_uint16", 65535)):
                y = np.clip(away(np.nan_to_num(v, nan=0, posinf=1e9, neginf=-1e9)), 0, top)
                yield Call(name, name + "({0})", (x,), y, EXACT, 1, imports)
    for n in (1, 2, 4, 9):
        knots = np.cumsum(rng.random(n) + 0.1).astype(np.float32)
        values = rng.normal(size=n).astype(np.float32)
        at = np.concatenate((knots, rng.uniform(knots[0] - 1, knots[-1] + 1, 20))).astype(np.float32)
        yield Call("interp1", "interp1({0}, {1}, {2})", (knots, values, at),
                   np.interp(at.astype(np.float64), knots, values), Ulp(64, floor=4.0), 1, imports)


def pick(rng, n):
    """An index of a dimension of n elements: its text, and the numbers that it means."""
    way = rng.integers(6)
    if way == 0 or n == 0:
        return ":", np.arange(n)
    a, b = sorted(rng.integers(0, n, 2))
    if way == 1:
        return str(a), int(a)
    if way == 2:
        return f"{a}..{b}", np.arange(a, b + 1)
    if way == 3:
        return f"{b}..-1..{a}", np.arange(b, a - 1, -1)
    if way == 4:
        return f"{a}..2..{b}", np.arange(a, b + 1, 2)
    list_ = rng.integers(0, n, rng.integers(1, 5))
    return "[" + ",".join(map(str, list_)) + "]", list_


def stores(rng, session):
    """Values put into parts of an array: numbers, other arrays, the array itself moved, with compound assignments and
    masks."""
    for shape, kind, what in combinations(rng):
        x = fill(rng, shape, kind, session, what)
        if len(shape) > 3 or x.size == 0 or x.dtype.kind == "b":
            continue
        for _ in range(8):
            texts, numbers = zip(*(pick(rng, n) for n in shape))
            place = np.ix_(*[np.unique(k) for k in numbers])
            if any(np.unique(k).size != np.size(k) for k in numbers) or (len(shape) == 2 and 1 in shape
                and isinstance(numbers[0], int)):
                continue
            index = "[" + ", ".join(texts) + "]"
            y = x.copy()
            y[place] = 3
            yield Call("[] =", "y", (x,), y, Ulp(0, True), before=("y = copy({0})", f"y{index} = 3"))
            y = x.astype(np.float64)
            y[place] = y[place] / 2 if x.dtype.kind == "f" else np.floor(y[place] / 2)
            text = f"y{index} = y{index} .* 0.5" if x.dtype.kind == "f" else f"y{index} = floor(y{index} / 2)"
            yield Call("[] =", "y", (x,), y, Ulp(1), before=("y = copy({0})", text))
        n = shape[0] if len(shape) > 1 else x.size
        if n > 1:
            y = x.copy()
            rows = "" if len(shape) == 1 else ", :" * (len(shape) - 1)
            y[1:] = x[:-1]
            yield Call("[] = shifted", "y", (x,), y, Ulp(0, True),
                       before=("y = copy({0})", f"y[1..{n - 1}{rows}] = y[0..{n - 2}{rows}]"))
            yield Call("[] = reversed", "y", (x,), x[::-1], Ulp(0, True),
                       before=("y = copy({0})", f"y[0..{n - 1}{rows}] = y[{n - 1}..-1..0{rows}]"))
        y = x.copy()
        y[x > 1] = 1
        yield Call("mask =", "y", (x,), y, Ulp(0, True), before=("y = copy({0})", "y[y > 1] = 1"))
        y = quietly(lambda x=x: np.where(x < 0, x * 0, x))
        yield Call("mask =", "y", (x,), y, EXACT, before=("y = copy({0})", "y[y < 0] = y[y < 0] .* 0"))


def slices(rng, session):
    """Parts of arrays read, written and chosen by masks."""
    for shape, kind, what in combinations(rng):
        if len(shape) > 3:
            continue
        x = fill(rng, shape, kind, session, what)
        for _ in range(12):
            texts, numbers = zip(*(pick(rng, n) for n in shape))
            if all(isinstance(k, int) for k in numbers):
                yield Call("[]", "{0}[" + ", ".join(texts) + "]", (x,), x[numbers], Ulp(0, True))
                continue
            if len(shape) == 2 and 1 in shape and isinstance(numbers[0], int):
                continue
            full = x[np.ix_(*[np.atleast_1d(k) for k in numbers])]
            kept = x[np.ix_(*[np.atleast_1d(k) for k in numbers])].reshape([len(k) for k in numbers
                if not isinstance(k, int)])
            yield Call("[]", "{0}[" + ", ".join(texts) + "]", (x,), [full, kept], Ulp(0, True))
        if x.size and x.dtype.kind != "b":
            yield Call("mask", "{0}[{0} > 0]", (x,), x[x > 0] if (x > 0).any() else [x[x > 0], np.zeros(0)],
                       Ulp(0, True))
        for index in (str(x.size + 3), str(-1)):
            if x.ndim == 1:
                yield Call("[]", "{0}[" + index + "]", (x,), ERROR, EXACT)


TABLES = {"slices": slices, "stores": stores, "sums": sums, "extremes": extremes, "sorting": sorting, "shapes": shapes,
          "products": products, "made": made, "numbers": numbers}
