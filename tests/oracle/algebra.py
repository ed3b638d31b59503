# Linear algebra and Fourier transforms: calls, and what NumPy and SciPy make of them.
# SPDX-License-Identifier: Apache-2.0
"""Factors of matrices are not unique, so that they are compared through what they have to reconstruct."""
import numpy as np
import scipy.fft
import scipy.linalg

from arrays import along, fill, quietly, wide
from calls import Call
from compare import ERROR, EXACT, Relative, Ulp

SIDES = (1, 2, 3, 5, 8, 17)
BOXES = ((1, 1), (1, 4), (4, 1), (2, 3), (5, 3), (3, 5), (9, 4), (20, 20))
FFT_SHAPES = [(0,), (1,), (2,), (5,), (64,), (97,), (1, 6), (6, 1), (4, 6), (5, 7), (16, 9), (2, 3, 4), (5, 4, 3),
              (8, 8, 8), (3, 5, 1)]


def matrix(rng, shape, session, name="own"):
    x = fill(rng, shape, name, session)
    return x


def well(rng, n, session):
    """A matrix whose condition is small."""
    x = rng.normal(size=(n, n)) / np.sqrt(n) + 2 * np.eye(n)
    return x.astype(np.float32 if session == "single" else np.float64)


def positive(rng, n, session):
    x = rng.normal(size=(n, n))
    return (x @ x.T / n + np.eye(n)).astype(np.float32 if session == "single" else np.float64)


def reconstructs(function, rule):
    """A check in place of references: rule(parts) gives pairs (what is, what should be)."""
    def check(got, precision):
        if isinstance(got, str) or not isinstance(got, list):
            return f"{got!r} where {function} belongs"
        eps = np.finfo(np.float32 if precision == "single" else np.float64).eps
        for name, is_, should in rule([np.asarray(g, np.complex128 if np.iscomplexobj(g) else np.float64)
                                       for g in got]):
            is_, should = np.asarray(is_), np.asarray(should)
            if is_.shape != should.shape:
                return f"{name}: size {is_.shape} where {should.shape} belongs"
            bound = 60 * eps * max(1.0, np.abs(should).max(initial=0)) * max(should.shape, default=1)
            if not np.abs(is_ - should).max(initial=0) <= bound:
                return f"{name}: differs by {np.abs(is_ - should).max()}, more than {bound}"
        return None
    return check


def square(x):
    return x.reshape(1, 1) if x.ndim == 0 else x.reshape(1, -1) if x.ndim == 1 else x


def factors(rng, session):
    imports = ("linalg.q",)
    for shape in BOXES:
        for _ in range(3):
            a = matrix(rng, shape, session)
            m = wide(a)
            k = min(shape)

            def unitary(q):
                return q.conj().T @ q
            yield Call("svd", "svd({0})", (a,), None, reconstructs("svd", lambda p, m=m, k=k: [
                ("U*S*V'", square(p[0]) @ square(p[1]) @ square(p[2]).T, m), ("U", unitary(square(p[0])), np.eye(k)),
                ("V", unitary(square(p[2])), np.eye(k)), ("S", np.diag(square(p[1])), np.linalg.svd(m)[1])]), 3,
                imports)
            yield Call("qr", "qr({0})", (a,), None, reconstructs("qr", lambda p, m=m: [
                ("Q*R", square(p[0]) @ square(p[1]), m), ("Q", unitary(square(p[0])), np.eye(square(p[0]).shape[1])),
                ("R", np.tril(square(p[1]), -1), np.zeros(square(p[1]).shape))]), 2, imports)
            yield Call("lu", "lu({0})", (a,), None, reconstructs("lu", lambda p, m=m: [
                ("L*U", square(p[0]) @ square(p[1]), m[p[2].ravel().astype(int)])]), 3, imports)
            yield Call("pinv", "pinv({0})", (a,), np.linalg.pinv(m), Relative(500 * float(np.linalg.cond(m))), 1,
                       imports)
            yield Call("rank", "rank({0})", (a,), int(np.linalg.matrix_rank(m)), EXACT, 1, imports)
            b = matrix(rng, (shape[0], 2), session)
            if shape[0] >= shape[1]:
                for name in ("solve", "linsolve", "lsolve"):
                    yield Call(name, name + "({0}, {1})", (a, b),
                               quietly(lambda m=m, b=b: np.linalg.lstsq(m, wide(b), rcond=None)[0]),
                               Relative(200 * float(np.linalg.cond(m)) ** 2), 1, imports)
    for n in SIDES:
        for _ in range(3):
            yield from of_squares(rng, n, session, imports)


def of_squares(rng, n, session, imports):
    a, s = well(rng, n, session), positive(rng, n, session)
    m, p = wide(a), wide(s)
    limit = Relative(60 * n * float(np.linalg.cond(m)))
    yield Call("inv", "inv({0})", (a,), np.linalg.inv(m), limit, 1, imports)
    yield Call("det", "det({0})", (a,), np.linalg.det(m), Relative(60 * n), 1, imports)
    yield Call("logdet", "logdet({0})", (s,), np.linalg.slogdet(p)[1], Ulp(60 * n, floor=1.0), 1, imports)
    yield Call("solve", "solve({0}, {1})", (a, s), np.linalg.solve(m, p), limit, 1, imports)
    yield Call("chol", "chol({0})", (s,), np.linalg.cholesky(p).T, Relative(60 * n), 1, imports)
    yield Call("expm", "expm({0})", ((a / 4).astype(a.dtype),), scipy.linalg.expm(wide((a / 4).astype(a.dtype))),
               Relative(100 * n), 1, imports)
    yield Call("symeig", "symeig({0})", (s,), None, reconstructs("symeig", lambda q: [
        ("A*v", p @ square(q[0]), square(q[0]) * q[1].reshape(1, -1)), ("d", q[1].ravel(), np.linalg.eigvalsh(p))]), 2,
        imports)
    yield Call("eig", "eig({0})", (a,), None, reconstructs("eig", lambda q: [
        ("A*v", m @ square(q[0]), square(q[0]) * q[1].reshape(1, -1)),
        ("d", np.sort_complex(q[1].ravel()).real, np.sort_complex(np.linalg.eigvals(m)).real)]), 2, imports)
    singular = np.ones((n, n), a.dtype)
    yield Call("det", "det({0})", (singular,), 1.0 if n == 1 else 0.0, Ulp(60, floor=1.0), 1, imports)
    yield Call("rank", "rank({0})", (singular,), 1, EXACT, 1, imports)
    yield Call("chol", "chol({0})", ((-s).astype(s.dtype),), ERROR, EXACT, 1, imports)
    yield Call("logdet", "logdet({0})", ((-s).astype(s.dtype),), np.nan, EXACT, 1, imports)
    if n < 4 and n > 1:
        v = matrix(rng, (n,), session)
        yield Call(f"det{n}", f"det{n}({{0}})", (a,), np.linalg.det(m), Relative(60), 1, imports)
        yield Call(f"inv{n}", f"inv{n}({{0}})", (a,), np.linalg.inv(m), limit, 1, imports)
        yield Call(f"solve{n}", f"solve{n}({{0}}, {{1}})", (a, v), np.linalg.solve(m, wide(v)[0]), limit, 1, imports)
    for shape in ((n, n + 1), (n + 1, n)):
        x = matrix(rng, shape, session)
        for name in ("inv", "det", "logdet", "chol", "eig", "symeig", "expm", "trace"):
            if n > 1:
                yield Call(name, name + "({0})", (x,), ERROR, EXACT, 1, imports)


def shifted(x, n):
    """The dimensions that fftshift moves: the first n, of a vec its row (STDLIB.md 2)."""
    return ((1,) if x.shape[0] == 1 and x.ndim == 2 else (0,)) if n == 1 else tuple(range(n))


def fourier(rng, session):
    for shape in FFT_SHAPES:
        for kind in ("own", "complex", "uint8", "int32"):
            x = fill(rng, shape, "own" if kind == "complex" else kind, session)
            if kind == "complex":
                x = (x + 1j * fill(rng, shape, "own", session)).astype(np.complex64 if session == "single"
                    else np.complex128)
            w = along(wide(x), 1)
            for n in (1, 2, 3):
                axes = {1: (1,), 2: (0, 1), 3: (0, 1, 2)}[n]
                v = along(w, n - 1)
                size = float(np.sqrt(np.sum(np.abs(v) ** 2)) + 1) if v.size else 1.0
                empty = [np.zeros(v.shape), ERROR]
                yield Call(f"fft{n}", f"fft{n}({{0}})", (x,), scipy.fft.fftn(v, axes=axes) if v.size else empty,
                           Ulp(8, floor=size))
                yield Call(f"ifft{n}", f"ifft{n}({{0}})", (x,), scipy.fft.ifftn(v, axes=axes) if v.size else empty,
                           Ulp(8, floor=size))
                for name, function in (("fftshift", scipy.fft.fftshift), ("ifftshift", scipy.fft.ifftshift)):
                    yield Call(f"{name}{n}", f"{name}{n}({{0}})", (x,), function(v, shifted(w, n)), EXACT)
            yield Call("irealfft2", "irealfft2({0})", (x,), np.real(scipy.fft.ifft2(w, axes=(0, 1))) if w.size
                       else [np.zeros(w.shape), ERROR], Ulp(8, floor=300.0))


TABLES = {"factors": factors, "fourier": fourier}
