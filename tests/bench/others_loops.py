# The loops of the benchmark programs in Numba, as its users write them, with everything on that may make them faster.
# SPDX-License-Identifier: Apache-2.0
"""Used by others.py. Each function has the arguments of its entry in the table there and returns what is compared."""
import math

import numpy as np
from numba import njit, prange

fast = njit(parallel=True, fastmath=True, cache=True)
serial = njit(fastmath=True, cache=True)


@fast
def saxpy(x, y, a):
    for i in prange(x.size):
        y[i] = a * x[i] + y[i]


@fast
def elementwise(a, b, c, y):
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            y[i, j] = a[i, j] * b[i, j] + c[i, j] * (a[i, j] - b[i, j]) + np.float32(0.5) * b[i, j]


@fast
def gamma(x, y, g):
    for i in prange(x.size):
        y[i] = np.float32(255) * (x[i] / np.float32(255)) ** g


@serial
def linear(v):
    return (((v + np.float32(0.055)) / np.float32(1.055)) ** np.float32(2.4) if v > np.float32(0.04045)
            else v / np.float32(12.92))


@serial
def root(t):
    if t > np.float32(0.008856452):
        return t ** np.float32(1 / 3)
    return np.float32(7.787037) * t + np.float32(0.13793103)


@fast
def lab(rgb, out):
    f = np.float32
    for i in prange(rgb.shape[0]):
        for j in range(rgb.shape[1]):
            r, g, b = linear(rgb[i, j, 0] / f(255)), linear(rgb[i, j, 1] / f(255)), linear(rgb[i, j, 2] / f(255))
            x = root((f(0.4124564) * r + f(0.3575761) * g + f(0.1804375) * b) / f(0.95047))
            y = root(f(0.2126729) * r + f(0.7151522) * g + f(0.0721750) * b)
            z = root((f(0.0193339) * r + f(0.1191920) * g + f(0.9503041) * b) / f(1.08883))
            out[i, j, 0] = f(116) * y - f(16)
            out[i, j, 1] = f(500) * (x - y)
            out[i, j, 2] = f(200) * (y - z)


@serial
def reflect(i, n):
    return -1 - i if i < 0 else 2 * n - 1 - i if i >= n else i


@fast
def mean(x, y, r):
    rows, columns = x.shape
    scale = np.float32(1 / (2 * r + 1) ** 2)
    for i in prange(rows):
        for j in range(columns):
            total = np.float32(0)
            if r <= i < rows - r and r <= j < columns - r:
                for k in range(-r, r + 1):
                    for m in range(-r, r + 1):
                        total += x[i + k, j + m]
            else:
                for k in range(-r, r + 1):
                    for m in range(-r, r + 1):
                        total += x[reflect(i + k, rows), reflect(j + m, columns)]
            y[i, j] = total * scale


@fast
def gaussian(x, t, y, taps):
    rows, columns = x.shape
    r = taps.size // 2
    for i in prange(rows):
        for j in range(columns):
            total = np.float32(0)
            if r <= j < columns - r:
                for k in range(-r, r + 1):
                    total += taps[k + r] * x[i, j + k]
            else:
                for k in range(-r, r + 1):
                    total += taps[k + r] * x[i, reflect(j + k, columns)]
            t[i, j] = total
    for i in prange(rows):
        for j in range(columns):
            y[i, j] = 0
        for k in range(-r, r + 1):
            row = reflect(i + k, rows)
            for j in range(columns):
                y[i, j] += taps[k + r] * t[row, j]


@fast
def bilateral(x, y, r, space, width):
    rows, columns = x.shape
    for i in prange(rows):
        for j in range(columns):
            total, weights = np.float32(0), np.float32(0)
            for k in range(-r, r + 1):
                for m in range(-r, r + 1):
                    v = x[reflect(i + k, rows), reflect(j + m, columns)]
                    d = v - x[i, j]
                    w = math.exp(-np.float32(k * k + m * m) * space - d * d * width)
                    total += w * v
                    weights += w
            y[i, j] = total / weights


@fast
def sobel(x, y, threshold):
    rows, columns = x.shape
    for i in prange(rows):
        above, below = reflect(i - 1, rows), reflect(i + 1, rows)
        for j in range(columns):
            left, right = reflect(j - 1, columns), reflect(j + 1, columns)
            gx = (x[above, right] + 2 * x[i, right] + x[below, right] - x[above, left] - 2
                  * x[i, left] - x[below, left])
            gy = (x[below, left] + 2 * x[below, j] + x[below, right] - x[above, left] - 2
                  * x[above, j] - x[above, right])
            y[i, j] = 255 if math.sqrt(gx * gx + gy * gy) > threshold else 0


@fast
def mandelbrot(y, step, steps):
    for i in prange(y.shape[0]):
        for j in range(y.shape[1]):
            cr, ci = np.float32(-2) + step * np.float32(j), np.float32(-1.25) + step * np.float32(i)
            zr, zi, n = np.float32(0), np.float32(0), 0
            while n < steps and zr * zr + zi * zi < np.float32(4):
                t = zr * zr - zi * zi + cr
                zi = np.float32(2) * zr * zi + ci
                zr = t
                n += 1
            y[i, j] = n


@fast
def total(x):
    s = np.float32(0)
    for i in prange(x.size):
        s += x[i]
    return s


@fast
def minmax(x):
    low, high = x[0], x[0]
    for i in prange(x.size):
        low = min(low, x[i])
        high = max(high, x[i])
    return 3 * low + high


@fast
def dot(x, y):
    s = 0.0
    for i in prange(x.size):
        s += x[i] * y[i]
    return s


@fast
def moments(x):
    s, squares = 0.0, 0.0
    for i in prange(x.size):
        s += x[i]
        squares += x[i] * x[i]
    m = s / x.size
    return m + squares / x.size - m * m


@fast
def scan_rows(x, y):
    for i in prange(x.shape[0]):
        s = np.float32(0)
        for j in range(x.shape[1]):
            s += x[i, j]
            y[i, j] = s


@fast
def scan_columns(x, y):
    y[0] = x[0]
    columns, width = x.shape[1], 256
    for block in prange((columns + width - 1) // width):
        for i in range(1, x.shape[0]):
            for j in range(block * width, min(columns, (block + 1) * width)):
                y[i, j] = y[i - 1, j] + x[i, j]


@fast
def transpose(x, y):
    side = 32
    for bi in prange((x.shape[0] + side - 1) // side):
        for bj in range((x.shape[1] + side - 1) // side):
            for j in range(bj * side, min(x.shape[1], (bj + 1) * side)):
                for i in range(bi * side, min(x.shape[0], (bi + 1) * side)):
                    y[j, i] = x[i, j]


@fast
def matmul(a, b, c):
    for i in prange(a.shape[0]):
        for j in range(b.shape[1]):
            c[i, j] = 0
        for k in range(a.shape[1]):
            for j in range(b.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


@fast
def rotate(x, y, c, s, linear_too):
    rows, columns = x.shape
    f = np.float32
    for p in prange(rows):
        for q in range(columns):
            dm, dn = f(p) - f(1023.5), f(q) - f(1023.5)
            m, n = c * dm - s * dn + f(1023.5), s * dm + c * dn + f(1023.5)
            if linear_too:
                i, j = int(math.floor(m)), int(math.floor(n))
                a, b, v = m - f(i), n - f(j), f(0)
                if 0 <= i < rows and 0 <= j < columns:
                    v += (f(1) - a) * (f(1) - b) * x[i, j]
                if 0 <= i < rows and 0 <= j + 1 < columns:
                    v += (f(1) - a) * b * x[i, j + 1]
                if 0 <= i + 1 < rows and 0 <= j < columns:
                    v += a * (f(1) - b) * x[i + 1, j]
                if 0 <= i + 1 < rows and 0 <= j + 1 < columns:
                    v += a * b * x[i + 1, j + 1]
                y[p, q] = v
            else:
                i, j = int(math.floor(m + f(0.5))), int(math.floor(n + f(0.5)))
                y[p, q] = x[i, j] if 0 <= i < rows and 0 <= j < columns else f(0)


@serial
def dither(x, y):
    rows, columns = x.shape
    f = np.float32
    for m in range(rows):
        for n in range(columns):
            y[m, n] = f(255) if x[m, n] > f(127.5) else f(0)
            e = (x[m, n] - y[m, n]) / f(16)
            if n + 1 < columns:
                x[m, n + 1] += f(7) * e
            if m + 1 < rows:
                if n > 0:
                    x[m + 1, n - 1] += f(3) * e
                x[m + 1, n] += f(5) * e
                if n + 1 < columns:
                    x[m + 1, n + 1] += e


@fast
def heat_step(x, y):
    rows, columns = x.shape
    for m in prange(rows):
        above, below = max(m - 1, 0), min(m + 1, rows - 1)
        for n in range(columns):
            left, right = max(n - 1, 0), min(n + 1, columns - 1)
            y[m, n] = x[m, n] + np.float32(0.2) * (x[above, n] + x[below, n] + x[m, left]
                                                   + x[m, right] - np.float32(4) * x[m, n])


def heat(x, y):
    for _ in range(500):
        heat_step(x, y)
        heat_step(y, x)


@fast
def nbody(p, a):
    f = np.float32
    for i in prange(p.shape[0]):
        x, y, z = p[i, 0], p[i, 1], p[i, 2]
        ax, ay, az = f(0), f(0), f(0)
        for k in range(p.shape[0]):
            dx, dy, dz = p[k, 0] - x, p[k, 1] - y, p[k, 2] - z
            d = dx * dx + dy * dy + dz * dz + f(0.01)
            w = p[k, 3] / (d * math.sqrt(d))
            ax += w * dx
            ay += w * dy
            az += w * dz
        a[i, 0], a[i, 1], a[i, 2] = ax, ay, az


@fast
def generation(x, y):
    rows, columns = x.shape
    for i in prange(rows):
        for j in range(columns):
            n = np.float32(0)
            for k in range(-1, 2):
                for m in range(-1, 2):
                    n += x[(i + k) % rows, (j + m) % columns]
            y[i, j] = 1 if n == 3 or (n == 4 and x[i, j] == 1) else 0


def life(x, y):
    for _ in range(50):
        generation(x, y)
        generation(y, x)
