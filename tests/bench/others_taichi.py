# Some of the benchmark programs in Taichi, as its users write them: the outermost loop of a kernel runs in parallel.
# SPDX-License-Identifier: Apache-2.0
"""Used by others.py, which has set TI_NUM_THREADS. Each function has the arguments of its entry in the table there and
writes the last array."""
import contextlib
import io
import os

os.environ["ENABLE_TAICHI_HEADER_PRINT"] = "False"

import taichi as ti  # noqa: E402

with contextlib.redirect_stdout(io.StringIO()):
    ti.init(arch=ti.cpu, cpu_max_num_threads=int(os.environ["TI_NUM_THREADS"]), offline_cache=False, log_level=ti.ERROR,
            default_fp=ti.f32, default_ip=ti.i32, fast_math=True)
Vector = ti.types.ndarray(dtype=ti.f32, ndim=1)
Matrix = ti.types.ndarray(dtype=ti.f32, ndim=2)


@ti.func
def reflect(i, n):
    return -1 - i if i < 0 else (2 * n - 1 - i if i >= n else i)


@ti.kernel
def gamma(x: Vector, y: Vector, g: ti.f32):
    for i in range(x.shape[0]):
        y[i] = 255.0 * (x[i] / 255.0) ** g


@ti.kernel
def mean_9(x: Matrix, y: Matrix):
    rows, columns = x.shape[0], x.shape[1]
    for i in range(rows):
        for j in range(columns):
            total = 0.0
            if 4 <= i and i < rows - 4 and 4 <= j and j < columns - 4:
                for k in ti.static(range(-4, 5)):
                    for m in ti.static(range(-4, 5)):
                        total += x[i + k, j + m]
            else:
                for k in range(-4, 5):
                    for m in range(-4, 5):
                        total += x[reflect(i + k, rows), reflect(j + m, columns)]
            y[i, j] = total / 81.0


@ti.kernel
def sobel(x: Matrix, y: Matrix, threshold: ti.f32):
    rows, columns = x.shape[0], x.shape[1]
    for i in range(rows):
        above, below = reflect(i - 1, rows), reflect(i + 1, rows)
        for j in range(columns):
            left, right = reflect(j - 1, columns), reflect(j + 1, columns)
            gx = x[above, right] + 2 * x[i, right] + x[below, right] - x[above, left] - 2 * x[i, left] - x[below, left]
            gy = x[below, left] + 2 * x[below, j] + x[below, right] - x[above, left] - 2 * x[above, j] - x[above, right]
            y[i, j] = 255.0 if ti.sqrt(gx * gx + gy * gy) > threshold else 0.0


@ti.kernel
def mandelbrot(y: Matrix, step: ti.f32, steps: ti.i32):
    for i in range(y.shape[0]):
        for j in range(y.shape[1]):
            cr, ci = -2.0 + step * j, -1.25 + step * i
            zr, zi, n = 0.0, 0.0, 0
            while n < steps and zr * zr + zi * zi < 4.0:
                t = zr * zr - zi * zi + cr
                zi = 2.0 * zr * zi + ci
                zr = t
                n += 1
            y[i, j] = n


@ti.kernel
def heat_step(x: Matrix, y: Matrix):
    rows, columns = x.shape[0], x.shape[1]
    for i in range(rows):
        above, below = ti.max(i - 1, 0), ti.min(i + 1, rows - 1)
        for j in range(columns):
            left, right = ti.max(j - 1, 0), ti.min(j + 1, columns - 1)
            y[i, j] = x[i, j] + 0.2 * (x[above, j] + x[below, j] + x[i, left] + x[i, right] - 4.0 * x[i, j])


def heat(x, y):
    for _ in range(500):
        heat_step(x, y)
        heat_step(y, x)


@ti.kernel
def nbody(p: Matrix, a: Matrix):
    n = p.shape[0]
    for i in range(n):
        x, y, z = p[i, 0], p[i, 1], p[i, 2]
        ax, ay, az = 0.0, 0.0, 0.0
        for k in range(n):
            dx, dy, dz = p[k, 0] - x, p[k, 1] - y, p[k, 2] - z
            d = dx * dx + dy * dy + dz * dz + 0.01
            w = p[k, 3] / (d * ti.sqrt(d))
            ax += w * dx
            ay += w * dy
            az += w * dz
        a[i, 0] = ax
        a[i, 1] = ay
        a[i, 2] = az
