# When two results are the same.
# SPDX-License-Identifier: Apache-2.0
"""difference(got, references, tolerance, precision) is None, or what is wrong. got: what the product gave; references:
what it may be (one is enough for each element), arrays of NumPy, numbers, texts, lists for cells, or ERROR.

A tolerance is Ulp(n), n units in the last place of the precision (of numbers below `floor`, of it), or Relative(r), r
units of the precision times the largest magnitude of the reference (for results that are sums over many elements, in
which small ones carry the rounding of large ones), Absolute(a); EXACT is Ulp(0). Every tolerance allows for the
rounding of the reference itself. NaN has to stand where the reference has it. A vector is one row; dimensions of length
1 behind the second are no dimensions. Zeros have a sign where the tolerance asks for it."""
from collections import namedtuple

import numpy as np

Ulp = namedtuple("Ulp", "n signed floor", defaults=(False, 0.0))
Relative = namedtuple("Relative", "r")
Absolute = namedtuple("Absolute", "a")
EXACT = Ulp(0)
FLOAT = {"single": np.float32, "double": np.float64}


class Error:
    def __repr__(self):
        return "an error"


ERROR = Error()


def is_error(value):
    return isinstance(value, str) and value.startswith("!error: ")


def shape_of(value):
    shape = np.shape(value)
    if len(shape) == 1:
        shape = (1, *shape)
    while len(shape) > 2 and shape[-1] == 1:
        shape = shape[:-1]
    return shape


def is_close(got, wanted, tolerance, precision):
    """Where got is within the tolerance of wanted: an array of truths."""
    if np.iscomplexobj(got) or np.iscomplexobj(wanted):
        got, wanted = got.astype(np.complex128), wanted.astype(np.complex128)
        # A complex number is right where both of its parts are, or where it is near the other against its magnitude.
        parts = is_close(got.real, wanted.real, tolerance, precision) & is_close(got.imag, wanted.imag, tolerance,
            precision)
        return parts | (np.isfinite(got) & np.isfinite(wanted) & (np.abs(got - wanted) <= allowed(np.abs(wanted),
            tolerance, precision)))
    if got.dtype.kind in "iub" and wanted.dtype.kind in "iub":
        if got.dtype.kind == "b" or wanted.dtype.kind == "b":
            return got.astype(np.int64) == wanted.astype(np.int64)
        return (got == wanted) & ((got < 0) == (wanted < 0))
    got, wanted = got.astype(np.float64), wanted.astype(np.float64)
    rounded = wanted.astype(FLOAT[precision]).astype(np.float64)
    same = (got == rounded) | (got == wanted) | (np.isnan(got) & np.isnan(wanted))
    if isinstance(tolerance, Ulp) and tolerance.signed:
        same &= (got != 0) | (np.signbit(got) == np.signbit(rounded))
    finite = np.isfinite(got) & np.isfinite(wanted)
    return same | (finite & (got != 0) & (np.abs(got - wanted) <= allowed(wanted, tolerance, precision))) | (
        finite & (got == 0) & (np.abs(wanted) <= allowed(wanted, tolerance, precision)) & (wanted != 0))


def allowed(wanted, tolerance, precision):
    kind = FLOAT[precision]
    if isinstance(tolerance, Absolute):
        return tolerance.a
    if isinstance(tolerance, Relative):
        finite = np.abs(wanted[np.isfinite(wanted)])
        return tolerance.r * np.finfo(kind).eps * (finite.max() if finite.size else 0)
    with np.errstate(all="ignore"):
        size = np.maximum(np.abs(np.where(np.isfinite(wanted), wanted, 0)), tolerance.floor)
        size = np.where(np.isfinite(size), size, 0)
        unit = np.spacing(size.astype(kind)).astype(np.float64)
        unit = np.where(np.isfinite(unit), unit, float(np.spacing(np.finfo(kind).max)))
    return tolerance.n * unit


def show(value):
    if isinstance(value, np.ndarray) and value.size > 12:
        return f"{value.dtype}{list(value.shape)}"
    return np.array2string(value, separator=",", precision=17) if isinstance(value, np.ndarray) else repr(value)


def first_difference(got, references, close):
    at = np.unravel_index(int(np.argmin(close)), close.shape)
    wanted = [np.asarray(r).reshape(close.shape)[at] for r in references]
    return (f"{np.count_nonzero(~close)} of {close.size} elements, at [{','.join(map(str, at))}] {got[at]!r} where "
            f"{' or '.join(repr(w) for w in wanted)} belongs")


def difference(got, references, tolerance, precision):
    if not isinstance(references, list):
        references = [references]
    if any(r is ERROR for r in references):
        if is_error(got):
            return None
        references = [r for r in references if r is not ERROR]
        if not references:
            return f"{show(got)} where an error belongs"
    if is_error(got):
        return f"{got[1:]}, where {show(references[0])} belongs"
    if isinstance(got, list):
        wanted = references[0]
        if not isinstance(wanted, (list, tuple)) or len(wanted) != len(got):
            return f"a cell of {len(got)} where {show(wanted)} belongs"
        for k, (g, w) in enumerate(zip(got, wanted)):
            reason = difference(g, w if isinstance(w, list) else [w], tolerance, precision)
            if reason:
                return f"result {k}: {reason}"
        return None
    if got is None or isinstance(got, str) or any(isinstance(r, str) for r in references):
        return None if got in references else f"{show(got)} where {show(references[0])} belongs"
    got = np.asarray(got)
    references = [np.asarray(r) for r in references]
    fitting = [r for r in references if shape_of(r) == shape_of(got)]
    if not fitting:
        return f"size {list(np.shape(got))} where {list(np.shape(references[0]))} belongs"
    if got.size == 0:
        return None
    shape = shape_of(got)
    got = got.reshape(shape)
    close = np.zeros(shape, bool)
    for reference in fitting:
        with np.errstate(all="ignore"):
            close |= is_close(got, reference.reshape(shape), tolerance, precision)
    return None if close.all() else first_difference(got, fitting, close)
