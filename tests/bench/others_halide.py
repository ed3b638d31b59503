# Some of the benchmark programs in Halide, with schedules written by hand: vectors of 16, rows in parallel, sums over
# columns made once. What needs a loop that ends early (mandelbrot) has no form in it.
# SPDX-License-Identifier: Apache-2.0
"""Used by others.py, which has set HL_NUM_THREADS. Each function has the arguments of its entry in the table there and
writes the last array. Pipelines are compiled once, at the first call."""
import functools

import halide as hl

LANES = 16
X, Y, I = hl.Var("x"), hl.Var("y"), hl.Var("i")


def compiled(build):
    """A function of arrays, the last of which is written, from one that returns the pipeline and its input."""
    @functools.lru_cache(maxsize=None)
    def get(*extra):
        out, data = build(*extra)
        return out.compile_to_callable([data])

    def call(*arguments):
        arrays = [a for a in arguments if hasattr(a, "shape") and a.shape]
        get(*arguments[len(arrays):])(*map(hl.Buffer, arrays))
    return call


def in_rows(out, height=32):
    outer, inner = hl.Var("outer"), hl.Var("inner")
    out.split(Y, outer, inner, height).parallel(outer).vectorize(X, LANES)
    return outer, inner


def image(ndim=2):
    return hl.ImageParam(hl.Float(32), ndim)


@compiled
def gamma(g):
    data, out = image(1), hl.Func("gamma")
    outer, inner = hl.Var("outer"), hl.Var("inner")
    out[I] = 255.0 * hl.pow(data[I] / 255.0, hl.f32(g))
    out.split(I, outer, inner, 65536).parallel(outer).vectorize(inner, LANES)
    return out, data


@compiled
def mean_9():
    data, columns, out = image(), hl.Func("columns"), hl.Func("mean")
    inside = hl.BoundaryConditions.mirror_image(data)
    columns[X, Y] = sum((inside[X, Y + k] for k in range(-3, 5)), inside[X, Y - 4])
    out[X, Y] = sum((columns[X + k, Y] for k in range(-3, 5)), columns[X - 4, Y]) / 81.0
    _, inner = in_rows(out)
    columns.compute_at(out, inner).vectorize(X, LANES)
    return out, data


@compiled
def sobel(threshold):
    data, out = image(), hl.Func("sobel")
    f = hl.BoundaryConditions.mirror_image(data)
    gx = f[X + 1, Y - 1] + 2 * f[X + 1, Y] + f[X + 1, Y + 1] - f[X - 1, Y - 1] - 2 * f[X - 1, Y] - f[X - 1, Y + 1]
    gy = f[X - 1, Y + 1] + 2 * f[X, Y + 1] + f[X + 1, Y + 1] - f[X - 1, Y - 1] - 2 * f[X, Y - 1] - f[X + 1, Y - 1]
    out[X, Y] = hl.select(hl.sqrt(gx * gx + gy * gy) > hl.f32(threshold), hl.f32(255), hl.f32(0))
    in_rows(out)
    return out, data


@compiled
def heat_step():
    data, out = image(), hl.Func("heat")
    f = hl.BoundaryConditions.repeat_edge(data)
    out[X, Y] = f[X, Y] + hl.f32(0.2) * (f[X, Y - 1] + f[X, Y + 1] + f[X - 1, Y] + f[X + 1, Y] - 4 * f[X, Y])
    in_rows(out, 64)
    return out, data


def heat(x, y):
    for _ in range(500):
        heat_step(x, y)
        heat_step(y, x)


@compiled
def nbody():
    data, out, total = image(), hl.Func("nbody"), hl.Func("total")
    k = hl.RDom([(0, data.dim(1).extent())])
    c, outer, inner = hl.Var("c"), hl.Var("outer"), hl.Var("inner")
    d = [data[n, k.x] - data[n, I] for n in range(3)]
    square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + hl.f32(0.01)
    w = data[3, k.x] / (square * hl.sqrt(square))
    total[I] = (hl.f32(0), hl.f32(0), hl.f32(0))
    total[I] = tuple(total[I][n] + w * d[n] for n in range(3))
    out[c, I] = hl.mux(c, [total[I][n] for n in range(3)])
    out.bound(c, 0, 3).reorder(c, I).split(I, outer, inner, 64).parallel(outer)
    total.compute_at(out, outer).vectorize(I, LANES)
    total.update(0).reorder(I, k.x).vectorize(I, 64)
    return out, data
