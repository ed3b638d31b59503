#!/usr/bin/env python3
# Measures library functions against OpenCV, SciPy and others; asked for by name, never part of CI.
# SPDX-License-Identifier: Apache-2.0
"""usage: library.py [--threads N] [--rounds N] BUILD_FOLDER [NAME...]

Run it with a Python that has numpy and whichever of cv2, scipy, skimage and pywt is to be compared; what is missing is
left out. Each function of the table FUNCTIONS works on the same image of 2048 x 2048 pixels in single precision, and so
do the references, in turn, ROUNDS times with some repetitions each; the first one of a process is left out. Times are
processor time, user and system, which other work on the machine changes little; with several threads they are times of
the clock.
Prints the shortest time of each, the ratios reference / Redshift (above 1: Redshift is faster) of the shortest times
and, for the first reference, as the median over the rounds, and how far the results are apart, relative to the largest
value, borders left out; `-` where the two define the result differently.

import: the time to import all modules of the library, as a whole process, beside that of an empty program.
"""
import argparse
import glob
import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import namedtuple

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARY = os.path.join(HERE, "..", "..", "data", "library")
ROUNDS, REPETITIONS, SIDE = 5, 5, 2048
LONG, MANY_REPETITIONS = 50, 30  # what takes less milliseconds is repeated more often


def optional(name):
    try:
        return __import__(name, fromlist=["*"])
    except ImportError:
        return None


cv2, ndimage, fft, color, pywt = map(optional, ("cv2", "scipy.ndimage", "scipy.fft", "skimage.color", "pywt"))

# The module; what to run before, and what is timed; the references in the order in which they are shown: what they are
# called, whether they are there, what they do with the image x, the colour image c (0..255) and its values u (0..1);
# whether the results have the same definition, and how much of the border hasn't.
Function = namedtuple("Function", "module before timed references same border", defaults=(True, 0))
MIRROR = getattr(cv2, "BORDER_REFLECT", 0)
SOBEL = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]], np.float32)
MASK = (np.arange(25, dtype=np.float32).reshape(5, 5) * 7 % 11) / 120
DISK = (np.add.outer(np.arange(-5, 6) ** 2, np.arange(-5, 6) ** 2) <= 25).astype(np.uint8)
BOX = np.ones((5, 5), np.uint8)


def opencv(run):
    return ("OpenCV", cv2, run)


def scipy(run):
    return ("SciPy", ndimage, run)


def skimage(run):
    return ("skimage", color, run)


def numpy(run):
    return ("NumPy", np, run)


def nearest(x, size):
    k = (2 * np.arange(size) + 1) * SIDE // (2 * size)
    return x[np.ix_(k, k)]


def resized(name, size):
    flag = {"nearest": "INTER_NEAREST_EXACT", "bilinear": "INTER_LINEAR", "bicubic": "INTER_CUBIC"}[name]
    references = [opencv(lambda x, c, u: cv2.resize(x, (size, size), interpolation=getattr(cv2, flag)))]
    if name == "nearest":
        references.append(numpy(lambda x, c, u: nearest(x, size)))  # OpenCV rounds positions to fractions of 65536
    # OpenCV's cubic kernel has a = -0.75
    return Function("imresize.q", "", f'imresize(x, [{size}, {size}], "{name}")', references, name != "bicubic", 2)


def rotated(x):
    i, j = np.meshgrid(np.arange(SIDE), np.arange(SIDE), indexing="ij")
    return (0.9 * (i - 1024) - 0.4 * (j - 1024) + 1024).astype(np.float32), (0.4 * (i - 1024) + 0.9 * (j - 1024)
        + 1024).astype(np.float32)


ROWS, COLUMNS = rotated(None)
ROTATION = ("p = meshgrid(0..2047, 0..2047)\n[q, p] = meshgrid(0.0..2047, 0.0..2047)\n"
            "rows = 0.9*(p-1024) - 0.4*(q-1024) + 1024\ncolumns = 0.4*(p-1024) + 0.9*(q-1024) + 1024")

FUNCTIONS = {
    "gaussian": Function("imfilter.q", "", "gaussian_filter(x, 2.0)", [
        opencv(lambda x, c, u: cv2.GaussianBlur(x, (13, 13), 2.0, borderType=MIRROR)),
        scipy(lambda x, c, u: ndimage.gaussian_filter(x, 2.0, radius=6))]),
    "gaussian-colour": Function("imfilter.q", "", "gaussian_filter(c, 2.0)", [
        opencv(lambda x, c, u: cv2.GaussianBlur(c, (13, 13), 2.0, borderType=MIRROR)),
        scipy(lambda x, c, u: ndimage.gaussian_filter(c, (2.0, 2.0, 0), radius=(6, 6, 0)))]),
    "average": Function("imfilter.q", "", "average_filter(x, 4)", [
        opencv(lambda x, c, u: cv2.blur(x, (9, 9), borderType=MIRROR)),
        scipy(lambda x, c, u: ndimage.uniform_filter(x, 9))]),
    "mask-5x5": Function("imfilter.q", "mask = mod(7 * reshape(0..24, [5,5]), 11) / 120", "imfilter(x, mask)", [
        opencv(lambda x, c, u: cv2.filter2D(x, -1, MASK, borderType=MIRROR)),
        scipy(lambda x, c, u: ndimage.correlate(x, MASK))]),
    "sobel": Function("imfilter.q", "mask = [[-1,0,1],[-2,0,2],[-1,0,1]]", "imfilter(x, mask)", [
        opencv(lambda x, c, u: cv2.Sobel(x, cv2.CV_32F, 1, 0, borderType=MIRROR)),
        scipy(lambda x, c, u: ndimage.sobel(x, 1))]),
    "gradient": Function("imfilter.q", "", "gradient(x)", [numpy(lambda x, c, u: np.gradient(x)[0])]),
    "median-3": Function("immedfilt.q", "", "immedfilt(x, 1)", [
        opencv(lambda x, c, u: cv2.medianBlur(x, 3)), scipy(lambda x, c, u: ndimage.median_filter(x, 3))], True, 1),
    "median-5": Function("immedfilt.q", "", "immedfilt(x, 2)", [
        opencv(lambda x, c, u: cv2.medianBlur(x, 5)), scipy(lambda x, c, u: ndimage.median_filter(x, 5))], True, 2),
    "median-9": Function("immedfilt.q", "", "immedfilt(x, 4)", [scipy(lambda x, c, u: ndimage.median_filter(x, 9))]),
    **{f"resize-{method}-{'up' if size > SIDE else 'down'}": resized(method, size)
       for method in ("nearest", "bilinear", "bicubic") for size in (3000, 1300)},
    "resize-colour": Function("imresize.q", "", "imresize(c, [3000,3000])", [
        opencv(lambda x, c, u: cv2.resize(c, (3000, 3000), interpolation=cv2.INTER_LINEAR))], True, 2),
    "erode-5": Function("immorphology.q", "", "imerode(x, ones(5,5))", [
        opencv(lambda x, c, u: cv2.erode(x, BOX)), scipy(lambda x, c, u: ndimage.grey_erosion(x, (5, 5)))]),
    "dilate-5": Function("immorphology.q", "", "imdilate(x, ones(5,5))", [
        opencv(lambda x, c, u: cv2.dilate(x, BOX)), scipy(lambda x, c, u: ndimage.grey_dilation(x, (5, 5)))]),
    "open-5": Function("immorphology.q", "", "imopen(x, ones(5,5))", [
        opencv(lambda x, c, u: cv2.morphologyEx(x, cv2.MORPH_OPEN, BOX)),
        scipy(lambda x, c, u: ndimage.grey_opening(x, (5, 5)))], True, 4),
    "erode-disk": Function("immorphology.q", "[p, q] = meshgrid(-5..5, -5..5)\ndisk = p.^2 + q.^2 <= 25",
                           "imerode(x, disk)", [
        opencv(lambda x, c, u: cv2.erode(x, DISK)), scipy(lambda x, c, u: ndimage.grey_erosion(x, footprint=DISK))]),
    "rgb2gray": Function("colortransform.q", "", "rgb2gray(c)", [
        opencv(lambda x, c, u: cv2.cvtColor(c, cv2.COLOR_RGB2GRAY))]),
    "rgb2hsv": Function("colortransform.q", "", "rgb2hsv(c)", [
        opencv(lambda x, c, u: cv2.cvtColor(c, cv2.COLOR_RGB2HSV)),
        skimage(lambda x, c, u: color.rgb2hsv(u) * np.float32([360, 1, 255]))]),
    "hsv2rgb": Function("colortransform.q", "h = rgb2hsv(c)", "hsv2rgb(h)", [
        opencv(lambda x, c, u: cv2.cvtColor(hsv(c), cv2.COLOR_HSV2RGB)),
        skimage(lambda x, c, u: color.hsv2rgb(hsv(c)))], False),
    "rgb2lab": Function("colortransform.q", "", "rgb2lab(c)", [
        opencv(lambda x, c, u: cv2.cvtColor(u, cv2.COLOR_RGB2Lab)), skimage(lambda x, c, u: color.rgb2lab(u))]),
    "lab2rgb": Function("colortransform.q", "l = rgb2lab(c)", "lab2rgb(l)", [
        opencv(lambda x, c, u: cv2.cvtColor(lab(u), cv2.COLOR_Lab2RGB) * 255),
        skimage(lambda x, c, u: color.lab2rgb(lab(u)) * 255)]),
    "rgb2ycbcr": Function("colortransform.q", "", "rgb2ycbcr(c)", [
        opencv(lambda x, c, u: cv2.cvtColor(c, cv2.COLOR_RGB2YCrCb))], False),
    "histogram": Function("numeric.q", "", "histogram(x, 256, 0, 256)", [
        opencv(lambda x, c, u: cv2.calcHist([x], [0], None, [256], [0, 256]).ravel()),
        numpy(lambda x, c, u: np.histogram(x, 256, (0, 256))[0])]),
    "rotate-bilinear": Function("numeric.q", ROTATION, "interp2(x, rows, columns)", [
        opencv(lambda x, c, u: cv2.remap(x, COLUMNS, ROWS, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)),
        scipy(lambda x, c, u: ndimage.map_coordinates(x, (ROWS, COLUMNS), order=1, mode="nearest"))], False),
    "fft2": Function("imfilter.q", "", "fft2(x)", [
        opencv(lambda x, c, u: cv2.dft(x, flags=cv2.DFT_COMPLEX_OUTPUT).view(np.complex64)[..., 0]),
        ("SciPy", fft, lambda x, c, u: fft.fft2(x))]),
    "dwt-db2": Function("dwt.q", "", "dwt2d(x, db2, 3)[3]", [
        ("pywt", pywt, lambda x, c, u: pywt.wavedec2(x, "db2", "periodization", 3)[0])], False),
    "extend": Function("imboundary.q", "", 'extend(x, [16,16], "mirror")', [
        opencv(lambda x, c, u: cv2.copyMakeBorder(x, 16, 16, 16, 16, MIRROR))]),
    "mean-rows": Function("system.q", "", "mean(x, 0)", [
        opencv(lambda x, c, u: cv2.reduce(x, 0, cv2.REDUCE_AVG)), numpy(lambda x, c, u: x.mean(0, keepdims=True))]),
    "mean-columns": Function("system.q", "", "mean(x, 1)", [
        opencv(lambda x, c, u: cv2.reduce(x, 1, cv2.REDUCE_AVG)), numpy(lambda x, c, u: x.mean(1, keepdims=True))]),
    "std": Function("system.q", "", "[std(x)]", [numpy(lambda x, c, u: np.array([x.std(ddof=1)]))]),
    "cumsum": Function("system.q", "", "cumsum(cumsum(x, 0), 1)", [
        opencv(lambda x, c, u: cv2.integral(x, sdepth=cv2.CV_32F)[1:, 1:]),
        numpy(lambda x, c, u: x.cumsum(0).cumsum(1))], False),
    "slice": Function("system.q", "", "x[100..1899, 50..1999]", [numpy(lambda x, c, u: x[100:1900, 50:2000].copy())]),
    "channel": Function("system.q", "", "c[:, :, 1]", [opencv(lambda x, c, u: cv2.extractChannel(c, 1)),
                                                       numpy(lambda x, c, u: c[:, :, 1].copy())]),
    "threshold": Function("system.q", "", "255 * (x > 128)", [
        opencv(lambda x, c, u: cv2.threshold(x, 128, 255, cv2.THRESH_BINARY)[1]),
        numpy(lambda x, c, u: np.float32(255) * (x > 128))]),
    "circshift": Function("system.q", "", "circshift(x, [100,200])",
                          [numpy(lambda x, c, u: np.roll(x, (100, 200), (0, 1)))]),
    "fliplr": Function("system.q", "", "fliplr(x)", [opencv(lambda x, c, u: cv2.flip(x, 1))]),
    "transpose": Function("system.q", "", "transpose(x)", [opencv(lambda x, c, u: cv2.transpose(x))]),
    "psnr": Function("system.q", "z = x + 1", "[psnr(x, z, 255)]", [
        opencv(lambda x, c, u: np.array([cv2.PSNR(x, x + 1, 255)]))]),
    "sort": Function("system.q", "", "sort(x)", [
        opencv(lambda x, c, u: cv2.sort(x, cv2.SORT_EVERY_COLUMN)), numpy(lambda x, c, u: np.sort(x, 0))]),
    "median-all": Function("system.q", "v = reshape(x, [1,numel(x)])", "[median(v)[0]]", [
        numpy(lambda x, c, u: np.array([np.median(x)]))]),
    "randn": Function("system.q", "", "randn(size(x))", [
        opencv(lambda x, c, u: cv2.randn(np.empty_like(x), 0, 1)),
        numpy(lambda x, c, u: np.random.default_rng(1).standard_normal(x.shape, np.float32))], False),
}
EIGHT = "x8 = mat[uint8](2048, 2048)\nx8[:,:] = x"
FUNCTIONS |= {
    "median-3-uint8": Function("immedfilt.q", EIGHT, "immedfilt(x8, 1)", [
        opencv(lambda x, c, u: cv2.medianBlur(eight(x), 3)), scipy(lambda x, c, u: ndimage.median_filter(eight(x), 3))],
        True, 1),
    "median-5-uint8": Function("immedfilt.q", EIGHT, "immedfilt(x8, 2)", [
        opencv(lambda x, c, u: cv2.medianBlur(eight(x), 5)), scipy(lambda x, c, u: ndimage.median_filter(eight(x), 5))],
        True, 2),
    "erode-5-uint8": Function("immorphology.q", EIGHT, "imerode(x8, ones(5,5))", [
        opencv(lambda x, c, u: cv2.erode(eight(x), BOX)),
        scipy(lambda x, c, u: ndimage.grey_erosion(eight(x), (5, 5)))]),
    "erode-disk-uint8": Function("immorphology.q", EIGHT
                                 + "\n[p, q] = meshgrid(-5..5, -5..5)\ndisk = p.^2 + q.^2 <= 25", "imerode(x8, disk)", [
        opencv(lambda x, c, u: cv2.erode(eight(x), DISK)),
        scipy(lambda x, c, u: ndimage.grey_erosion(eight(x), footprint=DISK))]),
    "extend-uint8": Function("imboundary.q", EIGHT, 'extend(x8, [16,16], "mirror")', [
        opencv(lambda x, c, u: cv2.copyMakeBorder(eight(x), 16, 16, 16, 16, MIRROR))]),
    "transpose-uint8": Function("system.q", EIGHT, "transpose(x8)", [opencv(lambda x, c, u: cv2.transpose(eight(x)))]),
    "mean-rows-uint8": Function("system.q", EIGHT, "mean(x8, 0)", [
        opencv(lambda x, c, u: cv2.reduce(eight(x), 0, cv2.REDUCE_AVG, dtype=cv2.CV_32F)),
        numpy(lambda x, c, u: eight(x).mean(0, keepdims=True, dtype=np.float32))]),
    "irealfft2": Function("system.q", "z = fft2(x)", "irealfft2(z)", [
        ("SciPy", fft, lambda x, c, u: fft.irfft2(half_spectrum(x), x.shape))]),
}
COLOUR_EIGHT = "c8 = cube[uint8](2048, 2048, 3)\nc8[:,:,:] = c"
STORE = EIGHT + "\nfunction y = stored(x, x8)\n  x8[:,:] = x\n  y = x8\nendfunction"
FUNCTIONS |= {
    "gaussian-uint8": Function("imfilter.q", EIGHT, "gaussian_filter(x8, 2.0)", [
        opencv(lambda x, c, u: cv2.GaussianBlur(eight(x), (13, 13), 2.0, borderType=MIRROR))]),
    "median-9-uint8": Function("immedfilt.q", EIGHT, "immedfilt(x8, 4)", [
        opencv(lambda x, c, u: cv2.medianBlur(eight(x), 9)), scipy(lambda x, c, u: ndimage.median_filter(eight(x), 9))],
        True, 4),
    "resize-bilinear-up-uint8": Function("imresize.q", EIGHT, "imresize(x8, [3000,3000])", [
        opencv(lambda x, c, u: cv2.resize(eight(x), (3000, 3000), interpolation=cv2.INTER_LINEAR))], True, 2),
    "resize-bilinear-down-uint8": Function("imresize.q", EIGHT, "imresize(x8, [1300,1300])", [
        opencv(lambda x, c, u: cv2.resize(eight(x), (1300, 1300), interpolation=cv2.INTER_LINEAR))], True, 2),
    "resize-colour-uint8": Function("imresize.q", COLOUR_EIGHT, "imresize(c8, [1300,1300])", [
        opencv(lambda x, c, u: cv2.resize(eight(c), (1300, 1300), interpolation=cv2.INTER_LINEAR))], True, 2),
    "rgb2gray-uint8": Function("colortransform.q", COLOUR_EIGHT, "rgb2gray(c8)", [
        opencv(lambda x, c, u: cv2.cvtColor(eight(c), cv2.COLOR_RGB2GRAY))]),
    "rgb2hsv-uint8": Function("colortransform.q", COLOUR_EIGHT, "rgb2hsv(c8)", [
        opencv(lambda x, c, u: cv2.cvtColor(eight(c), cv2.COLOR_RGB2HSV))], False),
    "rgb2lab-uint8": Function("colortransform.q", COLOUR_EIGHT, "rgb2lab(c8)", [
        opencv(lambda x, c, u: cv2.cvtColor(eight(c), cv2.COLOR_RGB2Lab))], False),
    "rgb2ycbcr-uint8": Function("colortransform.q", COLOUR_EIGHT, "rgb2ycbcr(c8)", [
        opencv(lambda x, c, u: cv2.cvtColor(eight(c), cv2.COLOR_RGB2YCrCb))], False),
    "histogram-uint8": Function("numeric.q", EIGHT, "histogram(x8, 256, 0, 256)", [
        opencv(lambda x, c, u: cv2.calcHist([eight(x)], [0], None, [256], [0, 256]).ravel())]),
    "store-uint8": Function("system.q", STORE, "stored(x, x8)", [numpy(lambda x, c, u: x.astype(np.uint8))]),
    "store-channel": Function("system.q", "function y = stored(x, c)\n  c[:,:,1] = x\n  y = c\nendfunction",
                              "stored(x, c)", [
        opencv(lambda x, c, u: cv2.insertChannel(x, np.empty_like(c), 1))], False),
    "sum": Function("system.q", "", "[sum(x)]", [opencv(lambda x, c, u: np.array(cv2.sumElems(x)[:1])),
                                                 numpy(lambda x, c, u: np.array([x.sum(dtype=np.float64)]))]),
    "max": Function("system.q", "", "[max(x)]", [numpy(lambda x, c, u: np.array([x.max()]))]),
    "max-uint8": Function("system.q", EIGHT, "[max(x8)]", [numpy(lambda x, c, u: np.array([eight(x).max()]))]),
}
KEPT = {}


def eight(x):
    name = f"eight {x.shape}"
    if name not in KEPT:
        KEPT[name] = x.astype(np.uint8)
    return KEPT[name]


def half_spectrum(x):
    if "spectrum" not in KEPT:
        KEPT["spectrum"] = fft.rfft2(x)
    return KEPT["spectrum"]


def hsv(c):
    if "hsv" not in KEPT:
        KEPT["hsv"] = cv2.cvtColor(c, cv2.COLOR_RGB2HSV)
    return KEPT["hsv"]


def lab(u):
    if "lab" not in KEPT:
        KEPT["lab"] = cv2.cvtColor(u, cv2.COLOR_RGB2Lab)
    return KEPT["lab"]


def image():
    """A picture of smooth areas, edges and noise, 0..255, and one in colour."""
    random = np.random.default_rng(1)
    i, j = np.meshgrid(np.arange(SIDE), np.arange(SIDE), indexing="ij")
    smooth = 100 + 60 * np.sin(i / 97) * np.cos(j / 61) + 40 * ((i // 128 + j // 96) % 2)
    x = np.clip(smooth + random.normal(0, 12, smooth.shape), 0, 255).astype(np.float32)
    c = np.stack([x, np.roll(x, 333, 0)[:, ::-1], np.clip(x.T * 0.8 + 20, 0, 255)], 2)
    return x, np.ascontiguousarray(c, np.float32)


PROGRAM = '''import "{module}"
function x = from_file(name, sz)
  f = fopen(name, "rb")
  x = fread(f, sz, "float32")
  fclose(f)
endfunction
x = from_file("x.raw", [{side},{side}])
c = from_file("c.raw", [{side},{side},3])
{before}
syncthreads(host)
y = 0
for round = 0..{repetitions}
  tic()
  y = {timed}
  syncthreads(host)
  printf("%.4f", toc(""))
endfor
y = real(y)
f = fopen("y.raw", "wb")
fwrite(f, y, "float32")
fclose(f)
print size(y)
'''


class Redshift:
    def __init__(self, cli, folder, threads):
        self.cli, self.folder, self.threads, self.kept = cli, folder, threads, {}

    def run_program(self, function, repetitions):
        """The times in milliseconds without the first, and the processor time of the whole process."""
        path = os.path.join(self.folder, "program.q")
        with open(path, "w", encoding="utf-8") as file:
            file.write(PROGRAM.format(module=function.module, before=function.before, timed=function.timed, side=SIDE,
                                      repetitions=repetitions))
        before = processor_time()
        run = subprocess.run([self.cli, "run", "-d", "cpu", "--set", f"RUNTIME_OPENMP_THREADS={self.threads}", path],
                             capture_output=True, text=True, cwd=self.folder, check=False)
        if run.returncode != 0 or run.stderr:
            raise SystemExit(f"{function.timed}: {run.stderr}")
        *times, size = run.stdout.split("\n")[:-1]
        self.shape = [int(n) for n in size.strip("[] ").split(",")]
        return [float(t) for t in times[1:]], processor_time() - before

    def run(self, function):
        """Shortest time of a repetition in milliseconds so far, and the last result. A program can't ask for its
        processor time: that of a repetition follows from two runs that differ in their number."""
        kept = self.kept.setdefault(function.timed, {"few": [], "many": []})
        if self.threads > 1:
            times, _ = self.run_program(function, REPETITIONS)
            kept["many"] += times
            shortest = min(kept["many"])
        else:
            if not kept["few"]:
                self.run_program(function, 1)  # compiles what is not in the cache
            clock, few = self.run_program(function, 1)
            repetitions = kept.setdefault("repetitions", REPETITIONS if clock[0] > LONG else MANY_REPETITIONS)
            _, many = self.run_program(function, 1 + repetitions)
            kept["few"].append(few)
            kept["many"].append(many)
            shortest = max(min(kept["many"]) - min(kept["few"]), 0.01) / repetitions
        return shortest, np.fromfile(os.path.join(self.folder, "y.raw"), np.float32).reshape(self.shape)


def processor_time():
    """Of all children so far, in milliseconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (usage.ru_utime + usage.ru_stime) * 1e3


def reference_times(run, arguments, threads):
    """The times in milliseconds without the first, and the last result; of processor times their mean, as
    Redshift's."""
    clock = time.perf_counter if threads > 1 else time.process_time
    start = clock()
    result = run(*arguments)
    times = [(clock() - start) * 1e3]
    if times[0] > 2000:
        return times, np.real(np.asarray(result))
    repetitions = MANY_REPETITIONS if threads == 1 and times[0] < LONG else REPETITIONS
    for _ in range(repetitions):
        start = clock()
        result = run(*arguments)
        times.append((clock() - start) * 1e3)
    times = times[1:]
    return times if threads > 1 else [statistics.fmean(times)], np.real(np.asarray(result))


def difference(function, ours, theirs):
    if not function.same:
        return "-"
    if ours.size != theirs.size:
        return f"SIZES {ours.shape} and {theirs.shape}"
    theirs = theirs.reshape(ours.shape).astype(np.float64)
    b = function.border
    if b:
        ours, theirs = ours[b:-b, b:-b], theirs[b:-b, b:-b]
    return f"{np.max(np.abs(ours - theirs)) / max(np.max(np.abs(theirs)), 1e-30):.1e}"


def measure(name, redshift, arguments, rounds):
    function = FUNCTIONS[name]
    references = [(who, run) for who, module, run in function.references if module]
    theirs, ratios, answers = [[] for _ in references], [], []
    for _ in range(rounds):
        best, result = redshift.run(function)
        answers = []
        for kept, (_, run) in zip(theirs, references):
            reference, answer = reference_times(run, arguments, redshift.threads)
            kept += reference
            answers.append(answer)
            if kept is theirs[0]:
                ratios.append(statistics.median(reference) / best)
    cells = [f"{who:8}{min(kept):9.2f} {min(kept) / best:7.2f}  {difference(function, result, answer):8}"
             for (who, _), kept, answer in zip(references, theirs, answers)]
    middle = f"{statistics.median(ratios):7.2f}" if ratios else " " * 7
    print(f"{name:20} {best:9.2f} {middle} | " + " | ".join(cells), flush=True)
    return {who: min(kept) / best for (who, _), kept in zip(references, theirs)}


def import_time(cli, folder):
    """Shortest processor and wall time of a program that imports every module, and of one that imports none."""
    names = sorted(os.path.basename(path) for path in glob.glob(os.path.join(LIBRARY, "*.q")))
    for label, text in ((f"import of {len(names)} modules", "".join(f'import "{n}"\n' for n in names)),
                        ("import of none", "")):
        path = os.path.join(folder, "import.q")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + 'print "ok"\n')
        walls, processor = [], []
        for _ in range(21):
            before, start = processor_time(), time.perf_counter()
            subprocess.run([cli, "run", path], check=True, capture_output=True)
            walls.append((time.perf_counter() - start) * 1e3)
            processor.append(processor_time() - before)
        print(f"{label}: {min(walls):.1f} ms, median {statistics.median(walls):.1f}; processor {min(processor):.1f} "
              f"ms (goal: under 50)")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("build")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in FUNCTIONS and name != "import"]
    if unknown:
        parser.error(f"no function {unknown[0]}; there are {', '.join([*FUNCTIONS, 'import'])}")
    cli = os.path.abspath(os.path.join(options.build, "ide", "cli", "redshift-cli"))
    if cv2:
        cv2.setNumThreads(options.threads)
    x, c = image()
    with tempfile.TemporaryDirectory() as folder:
        x.tofile(os.path.join(folder, "x.raw"))
        c.tofile(os.path.join(folder, "c.raw"))
        redshift = Redshift(cli, folder, options.threads)
        print(f"threads {options.threads}, load {os.getloadavg()[0]:.1f}; {SIDE} x {SIDE}; shortest times in ms")
        print(f"{'function':20} {'Redshift':>9} {'middle':>7} | {'':8}{'ms':>9} {'ratio':>7}  difference")
        ratios = {}
        for name in FUNCTIONS:
            if not options.names or name in options.names:
                for who, ratio in measure(name, redshift, (x, c, c / np.float32(255)), options.rounds).items():
                    ratios.setdefault(who, []).append(ratio)
        for who, values in ratios.items():
            print(f"geometric mean against {who}: {math.exp(statistics.fmean(map(math.log, values))):.2f} of "
                  f"{len(values)}")
        if not options.names or "import" in options.names:
            import_time(cli, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
