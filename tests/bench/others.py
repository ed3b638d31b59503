#!/usr/bin/env python3
# Measures the benchmark programs against NumPy, Numba, Taichi, Halide, OpenCV and Octave; asked for by name, never part
# of CI.
# SPDX-License-Identifier: Apache-2.0
"""usage: others.py [--threads N] [--rounds N] BUILD_FOLDER [NAME...]

Run it with a Python that has numpy and whichever of numba, taichi, halide and cv2 (opencv-python-headless) is to be
compared; what is missing is left out, and so is Octave. Each program of the table PROGRAMS stands in
tests/bench/programs and, where the others can express it, here as their users write it: NumPy and Octave in whole
arrays, OpenCV by its functions, Numba and Taichi as loops (others_loops.py, others_taichi.py), Halide with schedules
(others_halide.py). What they compile, they compile in the first repetition. All work in single precision on the same
data with the same number of threads, in turn, ROUNDS times with some repetitions each; the first one of a process or of
a round is left out. Prints the shortest times in milliseconds and, behind each of the others, their time over that of
Redshift (above 1: Redshift is faster); `?` where the result is not the same within 0.1 %, since they define it
differently.
"""
import argparse
import math
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections import namedtuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROUNDS = 5


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("build")
    parser.add_argument("names", nargs="*")
    return parser.parse_args()


ARGUMENTS = arguments()
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS", "TI_NUM_THREADS", "HL_NUM_THREADS"):
    os.environ[variable] = str(ARGUMENTS.threads)
if "avx512f" in open("/proc/cpuinfo", encoding="ascii").read():
    os.environ["OPENBLAS_CORETYPE"] = "SkylakeX"  # read when the libraries are loaded

import numpy as np  # noqa: E402

try:
    import cv2
    cv2.setNumThreads(ARGUMENTS.threads)
except ImportError:
    cv2 = None
try:
    import others_loops as loops
except ImportError:
    loops = None
try:
    import others_taichi as taichi
except ImportError:
    taichi = None
try:
    import others_halide as halide
except ImportError:
    halide = None

SINGLE = np.float32


def pattern(rows, columns):
    i, j = np.arange(rows, dtype=np.int64)[:, None], np.arange(columns, dtype=np.int64)[None, :]
    return ((7 * i * i + 13 * i * j + 5 * j) % 256).astype(SINGLE)


def checksum(y):
    i, j = np.arange(y.shape[0])[:, None], np.arange(y.shape[1])[None, :]
    return float(np.mean(y * (1 + (31 * i + 17 * j) % 13), dtype=np.float64))


def average(y):
    return float(np.mean(y, dtype=np.float64))


# The Quasar program, its arguments, how often a round repeats it; data: makes the arrays; others: what runs on them, by
# name, a function of the arrays that returns the result, or text for Octave (which sets y); check: of the result.
Program = namedtuple("Program", "file arguments repetitions data others check octave", defaults=(None,))
N = 2**26
OCTAVE_PATTERN = """function x = pattern(m, n)
  [j, i] = meshgrid(0:n-1, 0:m-1); x = single(mod(7*i.*i + 13*i.*j + 5*j, 256));
end
"""


def image(side=4096):
    return lambda: (pattern(side, side), np.zeros((side, side), SINGLE))


def ramp():
    i = np.arange(N)
    return ((1 + i % 1000).astype(SINGLE), (i % 7 - 3).astype(SINGLE))


TAPS = np.exp(-np.arange(-8, 9) ** 2 / 18)
TAPS = (TAPS / TAPS.sum()).astype(SINGLE)
MODES = {"mirror": "BORDER_REFLECT", "clamped": "BORDER_REPLICATE", "safe": "BORDER_CONSTANT"}
C, S = SINGLE(0.921875), SINGLE(0.375)
# OpenCV counts columns first.
TURN = np.array([[C, S, 1023.5 - 1023.5 * (C + S)], [-S, C, 1023.5 - 1023.5 * (C - S)]])


def numpy_saxpy(x, y):
    y += SINGLE(0.5) * x
    return y


def numpy_heat(x, y):
    for _ in range(1000):
        p = np.pad(x, 1, mode="edge")
        x = x + SINGLE(0.2) * (p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - 4 * x)
    return x


def numpy_life(x, y):
    for _ in range(100):
        rows = x + np.roll(x, 1, 0) + np.roll(x, -1, 0)
        n = rows + np.roll(rows, 1, 1) + np.roll(rows, -1, 1)
        x = ((n == 3) | ((n == 4) & (x == 1))).astype(SINGLE)
    return x


def cv_sobel(x, y):
    gx = cv2.Sobel(x, cv2.CV_32F, 1, 0, borderType=cv2.BORDER_REFLECT)
    gy = cv2.Sobel(x, cv2.CV_32F, 0, 1, borderType=cv2.BORDER_REFLECT)
    return cv2.threshold(cv2.magnitude(gx, gy), 300.5, 255, cv2.THRESH_BINARY)[1]


def cv_rotate(flags):
    return lambda x, y: cv2.warpAffine(x, TURN, (2048, 2048), flags=flags | cv2.WARP_INVERSE_MAP)


def cv_histogram(x):
    return cv2.calcHist([x], [0], None, [256], [0, 256]).ravel()


def bins_check(bins):
    return float(np.sum(bins * np.sqrt(np.arange(256))))


def mean_filters():
    for r in (1, 4):
        for mode, border in MODES.items():
            others = {"OpenCV": lambda x, y, r=r, b=border: cv2.blur(x, (2 * r + 1,) * 2, borderType=getattr(cv2, b))}
            if mode == "mirror":
                others["Numba"] = numba("mean", r)
            if mode == "mirror" and r == 4:
                others.update(written("mean_9"))
            yield f"mean-{2*r+1}-{mode}", Program("mean", (str(r), mode), 7, image(), others, checksum)


def numba(name, *extra):
    """A function of others_loops.py that writes the last of its arrays."""
    def call(*arrays):
        getattr(loops, name)(*arrays, *extra)
        return arrays[-1]
    return call


def written(name, *extra):
    """The same in Taichi and Halide, where they have the function."""
    def call(module):
        def run(*arrays):
            getattr(module, name)(*arrays, *extra)
            return arrays[-1]
        return run
    return {other: call(module) for other, module in (("Taichi", taichi), ("Halide", halide)) if hasattr(module, name)}


def on_copy(run):
    """Of the first array, which run changes: the copy is the result."""
    def call(x, y):
        c = x.copy()
        run(c, y)
        return c
    return call


def numba_value(name):
    return lambda *arrays: getattr(loops, name)(*arrays)


def matmuls(name, others, octave=None):
    for n, repetitions in ((512, 15), (1024, 9), (2048, 3)):
        def data(n=n):
            a = pattern(n, n) / SINGLE(256)
            return a, np.ascontiguousarray(a.T), np.zeros((n, n), SINGLE)
        yield f"{name}-{n}", Program(name, (str(n),), repetitions, data, others, checksum,
                                     octave and f"a = pattern({n},{n})/256; b = a';" + octave)


OCTAVE_RAMP = f"i = 0:{N}-1; x = single(1 + mod(i,1000)); z = single(mod(i,7) - 3); clear i;"
OCTAVE_IMAGE = "x = pattern(4096,4096);"
PROGRAMS = {
    "saxpy": Program("saxpy", (), 5, lambda: ((np.arange(N) % 1000).astype(SINGLE), np.ones(N, SINGLE)),
                     {"NumPy": numpy_saxpy, "OpenCV": lambda x, y: cv2.scaleAdd(x, 0.5, y, y),
                      "Numba": lambda x, y: (loops.saxpy(x, y, SINGLE(0.5)), y)[1]}, None,
                     f"x = single(mod(0:{N}-1,1000)); y = ones(1,{N},'single');|y = single(0.5)*x + y;"),
    "elementwise": Program("elementwise", (), 7,
                           lambda: (lambda a: (a, SINGLE(0.5) * a + 1, 255 - a, np.empty_like(a)))(pattern(4096, 4096)),
                           {"NumPy": lambda a, b, c, y: a * b + c * (a - b) + SINGLE(0.5) * b,
                            "Numba": numba("elementwise")},
                           checksum, "a = pattern(4096,4096); b = 0.5*a+1; c = 255-a;|y = a.*b + c.*(a-b) + 0.5*b;"),
    "gamma": Program("gamma", (), 4, lambda: ((np.arange(72000000) % 256).astype(SINGLE), np.empty(72000000, SINGLE)),
                     {"NumPy": lambda x, y: 255 * (x / 255) ** SINGLE(0.45),
                      "OpenCV": lambda x, y: 255 * cv2.pow(x / 255, 0.45).ravel(),
                      "Numba": numba("gamma", SINGLE(0.45)), **written("gamma", 0.45)}, average,
                     "x = single(mod(0:72e6-1,256));|y = 255*(x/255).^0.45;"),
    "lab": Program("lab", (), 5,
                   lambda: (pattern(2000, 9000).reshape(2000, 3000, 3), np.empty((2000, 3000, 3), SINGLE)),
                   {"OpenCV": lambda x, y: cv2.cvtColor(x / 255, cv2.COLOR_RGB2LAB), "Numba": numba("lab")},
                   lambda y: checksum(y.reshape(2000, 9000))),
    **dict(mean_filters()),
    "gaussian": Program("gaussian", (), 7, image(),
                        {"OpenCV": lambda x, y: cv2.sepFilter2D(x, -1, TAPS, TAPS, borderType=cv2.BORDER_REFLECT),
                         "Numba": lambda x, y: (loops.gaussian(x, np.empty_like(x), y, TAPS), y)[1]}, checksum),
    "bilateral": Program("bilateral", (), 7, image(1024),
                         {"Numba": numba("bilateral", 4, SINGLE(0.08), SINGLE(0.0005))},
                         checksum),
    "sobel": Program("sobel", (), 7, image(), {"OpenCV": cv_sobel, "Numba": numba("sobel", SINGLE(300.5)),
                                               **written("sobel", 300.5)}, checksum),
    "mandelbrot": Program("mandelbrot", (), 5, lambda: (np.zeros((2048, 2048), SINGLE),),
                          {"Numba": numba("mandelbrot", SINGLE(2.5 / 2048), 256),
                           **written("mandelbrot", 2.5 / 2048, 256)}, average),
    "histogram": Program("histogram", (), 5, lambda: (pattern(8192, 8192).astype(np.uint8),),
                         {"NumPy": lambda x: np.bincount(x.ravel(), minlength=256), "OpenCV": cv_histogram},
                         bins_check),
    "sum": Program("sum", (), 9, lambda: (np.ones(N, SINGLE),),
                   {"NumPy": np.sum, "OpenCV": lambda x: cv2.sumElems(x)[0], "Numba": numba_value("total")}, float,
                   f"x = ones(1,{N},'single');|y = sum(x);"),
    "minmax": Program("reductions", ("minmax",), 9, lambda: ramp()[:1],
                      {"NumPy": lambda x: 3 * x.min() + x.max(), "OpenCV": lambda x: 3 * cv2.minMaxLoc(x)[0]
                       + cv2.minMaxLoc(x)[1],
                       "Numba": numba_value("minmax")}, float, OCTAVE_RAMP + "|y = 3*min(x) + max(x);"),
    "dot": Program("reductions", ("dot",), 9, ramp, {"NumPy": np.dot, "Numba": numba_value("dot")}, float,
                   OCTAVE_RAMP + "|y = sum(x.*z);"),
    "moments": Program("reductions", ("moments",), 9, lambda: ramp()[:1],
                       {"NumPy": lambda x: x.mean() + x.var(), "Numba": numba_value("moments"),
                        "OpenCV": lambda x: (lambda m, s: m[0, 0] + s[0, 0] ** 2)(*cv2.meanStdDev(x))}, float,
                       OCTAVE_RAMP + "|y = mean(x) + var(x,1);"),
    "scan-rows": Program("scans", ("scan_rows",), 7, image(), {"NumPy": lambda x, y: np.cumsum(x, 1, out=y),
                         "Numba": numba("scan_rows")}, checksum, OCTAVE_IMAGE + "|y = cumsum(x,2);"),
    "scan-columns": Program("scans", ("scan_columns",), 7, image(), {"NumPy": lambda x, y: np.cumsum(x, 0, out=y),
                            "Numba": numba("scan_columns")}, checksum, OCTAVE_IMAGE + "|y = cumsum(x,1);"),
    "integral": Program("scans", ("integral",), 7, image(),
                        {"NumPy": lambda x, y: np.cumsum(np.cumsum(x, 1, out=y), 0, out=y),
                         "OpenCV": lambda x, y: cv2.integral(x, sdepth=cv2.CV_32F)[1:, 1:]}, checksum,
                        OCTAVE_IMAGE + "|y = cumsum(cumsum(x,2),1);"),
    "transpose": Program("transpose", (), 7, image(), {"NumPy": lambda x, y: np.ascontiguousarray(x.T),
                         "OpenCV": cv2 and cv2.transpose, "Numba": numba("transpose")}, checksum, OCTAVE_IMAGE
                         + "|y = x';"),
    **dict(matmuls("matmul", {"Numba": numba("matmul")})),
    **dict(matmuls("blas", {"NumPy": lambda a, b, c: np.matmul(a, b, out=c)}, "|y = a*b;")),
    "rotate-nearest": Program("rotation", ("rotate_nearest",), 9, image(2048),
                              {"OpenCV": cv_rotate(0), "Numba": numba("rotate", C, S, False)}, checksum),
    "rotate-bilinear": Program("rotation", ("rotate_bilinear",), 9, image(2048),
                               {"OpenCV": cv_rotate(1), "Numba": numba("rotate", C, S, True)}, checksum),
    "dither": Program("dither", (), 5, image(2048), {"Numba": lambda x, y: (loops.dither(x.copy(), y), y)[1]},
                      checksum),
    "heat": Program("heat", (), 1, image(1024),
                    {"NumPy": numpy_heat, "Numba": on_copy(numba("heat")),
                     **{other: on_copy(run) for other, run in written("heat").items()}}, checksum),
    "nbody": Program("nbody", (), 5, lambda: (1 + pattern(8192, 4) / SINGLE(256), np.zeros((8192, 3), SINGLE)),
                     {"Numba": numba("nbody"), **written("nbody")}, lambda a: checksum(a * a)),
    "life": Program("life", (), 1, lambda: ((pattern(4096, 4096) > 127).astype(SINGLE), np.zeros((4096, 4096), SINGLE)),
                    {"NumPy": numpy_life, "Numba": on_copy(numba("life"))}, checksum),
}
NEEDS = {"NumPy": np, "OpenCV": cv2, "Numba": loops, "Taichi": taichi, "Halide": halide}


def run_redshift(program):
    cli = os.path.join(ARGUMENTS.build, "ide", "cli", "redshift-cli")
    command = [cli, "run", "-d", "cpu", "--set", f"RUNTIME_OPENMP_THREADS={ARGUMENTS.threads}",
               os.path.join(HERE, "programs", program.file + ".q"), str(program.repetitions), *program.arguments]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in output.splitlines() if len(line.split()) == 3]
    return [float(row[1]) for row in rows[1:]], float(rows[-1][2])


def run_python(run, arrays, repetitions):
    times = []
    for _ in range(repetitions + 1):
        start = time.perf_counter()
        result = run(*arrays)
        times.append((time.perf_counter() - start) * 1e3)
    return times[1:], result


def run_octave(program):
    before, timed = program.octave.split("|")
    text = (OCTAVE_PATTERN + before + f"\nfor r = 0:{program.repetitions}\n tic; {timed} t = toc;\n"
            " printf('t %.4f 0\\n', 1e3*t);\nend\n")
    output = subprocess.run(["octave", "-qf", "--eval", text], check=True, capture_output=True, text=True).stdout
    return [float(line.split()[1]) for line in output.splitlines() if line.startswith("t ")][1:]


def measure(name):
    program, times, same = PROGRAMS[name], {}, {}
    arrays = program.data()
    others = {other: run for other, run in program.others.items() if NEEDS[other] is not None}
    for turn in range(ARGUMENTS.rounds):
        measured, value = run_redshift(program)
        times.setdefault("Redshift", []).extend(measured)
        for other, run in others.items():
            measured, result = run_python(run, arrays, program.repetitions)
            times.setdefault(other, []).extend(measured)
            if turn == 0:
                same[other] = program.check is None or math.isclose(program.check(result), value, rel_tol=1e-3)
        if program.octave and shutil.which("octave"):
            times.setdefault("Octave", []).extend(run_octave(program))
    return {other: min(values) for other, values in times.items()}, same


def main():
    unknown = [name for name in ARGUMENTS.names if name not in PROGRAMS]
    if unknown:
        sys.exit(f"others.py: no program {', '.join(unknown)}; there are {', '.join(PROGRAMS)}")
    columns, ratios = ["NumPy", "Numba", "Taichi", "Halide", "OpenCV", "Octave"], {}
    print(f"threads {ARGUMENTS.threads}, load {os.getloadavg()[0]:.1f}")
    print(f"{'program':16} {'Redshift':>9}" + "".join(f"{column:>10} {'ratio':>7}" for column in columns))
    for name in ARGUMENTS.names or PROGRAMS:
        best, same = measure(name)
        row = f"{name:16} {best['Redshift']:9.2f}"
        for column in columns:
            if column not in best:
                row += " " * 18
                continue
            ratio = best[column] / best["Redshift"]
            ratios.setdefault(column, []).append(ratio)
            row += f"{best[column]:10.2f} {ratio:6.2f}" + (" " if same.get(column, True) else "?")
        print(row, flush=True)
    print("geometric mean            " + "".join(
        f"{'':10} {statistics.geometric_mean(ratios[column]):6.2f} " if column in ratios else " " * 18
        for column in columns)
        + f" load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
