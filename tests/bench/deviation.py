#!/usr/bin/env python3
# How far the library's results are from those of other packages, by module; asked for by name, never part of CI.
# SPDX-License-Identifier: Apache-2.0
"""usage: deviation.py [--device DEVICE] [--double] BUILD_FOLDER [MODULE...]

Run it with a Python that has numpy, scipy, skimage and pywt. Each function works on small images of odd sizes; its
result is compared with that of a package, or, where no package has the function, with the image after a transform and
its inverse (`round trip`). Prints for each module how many results were compared and the largest deviation, relative to
the largest value of the reference, and the call that it belongs to."""
import argparse
import os
import subprocess
import sys
import tempfile

import numpy as np
import pywt
import scipy.fft
import scipy.linalg
import scipy.special
from scipy import ndimage
from skimage import color

M, N = 61, 83
RANDOM = np.random.default_rng(7)
X = (255 * RANDOM.random((M, N))).astype(np.float32).astype(np.float64)
C = (255 * RANDOM.random((M, N, 3))).astype(np.float32).astype(np.float64)
E = (255 * RANDOM.random((64, 96))).astype(np.float32).astype(np.float64)
A = (RANDOM.random((9, 9)) + 2 * np.eye(9)).astype(np.float32).astype(np.float64)
S = (A @ A.T).astype(np.float32).astype(np.float64)
P = np.linspace(-4, 4, 81).astype(np.float32).astype(np.float64).reshape(1, -1)
INPUTS = {"x": X, "c": C, "e": E, "a": A, "s": S, "p": P}
MASK = (np.arange(35).reshape(5, 7) * 7 % 11) / 120
MODES = {"mirror": "reflect", "circular": "wrap", "clamped": "nearest", "zeros": "constant"}
CROSS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 1]])
CROSS_TEXT = "[[0,1,0],[1,1,1],[0,1,1]]"


def positions(before, after):
    return (np.arange(after) + 0.5) * before / after - 0.5


def keys(d):
    t = np.abs(d)
    return np.where(t <= 1, 1.5 * t**3 - 2.5 * t**2 + 1, np.where(t < 2, -0.5 * t**3 + 2.5 * t**2 - 4 * t + 2, 0))


def interpolation(before, after, kernel, taps):
    """The matrix that makes `after` samples of `before`."""
    p, matrix = positions(before, after), np.zeros((after, before))
    for t in taps:
        k = np.floor(p).astype(int) + t
        np.add.at(matrix, (np.arange(after), np.clip(k, 0, before - 1)), kernel(p - k))
    return matrix


def resize(x, size, kernel, taps):
    rows, columns = interpolation(x.shape[0], size[0], kernel, taps), interpolation(x.shape[1], size[1], kernel, taps)
    return np.einsum("im,jn,mn...->ij...", rows, columns, x)


def erode(x, mask):
    return ndimage.grey_erosion(x, footprint=mask, mode="constant", cval=np.inf)


def dilate(x, mask):
    return ndimage.grey_dilation(x, footprint=mask, mode="constant", cval=-np.inf)


def tent(d):
    return np.maximum(1 - np.abs(d), 0)


def transforms():
    for name, function in (("fft1", lambda x: scipy.fft.fft(x, axis=1)), ("fft2", scipy.fft.fft2),
                           ("ifft2", scipy.fft.ifft2)):
        yield f"{name}(x)", function(X)
    yield "fft3(c)", scipy.fft.fftn(C)


def filters():
    for boundary, mode in MODES.items():
        yield f'gaussian_filter(x, 1.7, 0, "{boundary}")', ndimage.gaussian_filter(X, 1.7, radius=6, mode=mode)
        yield f'average_filter(c, 3, "{boundary}")', ndimage.uniform_filter(C, (7, 7, 1), mode=mode)
        yield (f'imfilter(x, mod(7*reshape(0..34, [5,7]), 11) / 120, [2,3], "{boundary}")',
               ndimage.correlate(X, MASK, mode=mode))
    yield "gradient(x)", np.gradient(X)[0]


def resizing():
    for size in ((20, 31), (61, 83), (90, 200)):
        for name, image, data in (("x", X, "mat"), ("c", C, "cube")):
            text = f"[{size[0]},{size[1]}]"
            yield f'imresize({name}, {text})', resize(image, size, tent, (0, 1))
            yield f'imresize({name}, {text}, "bicubic")', resize(image, size, keys, (-1, 0, 1, 2))
            i, j = (((2 * np.arange(n) + 1) * m // (2 * n)) for n, m in zip(size, image.shape))
            yield f'imresize({name}, {text}, "nearest")', image[np.ix_(i, j)]


def morphology():
    for text, mask in (("ones(5,3)", np.ones((5, 3))), (CROSS_TEXT, CROSS)):
        yield f"imerode(x, {text})", erode(X, mask)
        yield f"imdilate(x, {text})", dilate(X, mask)
        yield f"imopen(x, {text})", dilate(erode(X, mask), mask)
        yield f"imclose(x, {text})", erode(dilate(X, mask), mask)


def colours():
    u = C / 255
    yield "rgb2gray(c)", C @ [0.299, 0.587, 0.114]
    yield "rgb2xyz(c)", color.rgb2xyz(u)
    yield "rgb2lab(c)", color.rgb2lab(u)
    yield "rgb2hsv(c)", color.rgb2hsv(u) * [360, 1, 255]
    yield "lab2rgb(rgb2lab(c))", C
    yield "hsv2rgb(rgb2hsv(c))", C
    yield "yuv2rgb(rgb2yuv(c))", C
    yield "ycbcr2rgb(rgb2ycbcr(c))", C


def algebra():
    u, d = np.linalg.svd(A)[1], np.linalg.eigvalsh(S)
    yield "inv(a)", np.linalg.inv(A)
    yield "pinv(a)", np.linalg.pinv(A)
    yield "[det(a)]", [np.linalg.det(A)]
    yield "[logdet(s)]", [np.linalg.slogdet(S)[1]]
    yield "svd(a)", u
    yield "eigenvalues(s)", d
    yield "solve(a, s)", np.linalg.solve(A, S)
    yield "chol(s)", np.linalg.cholesky(S).T
    yield "expm(a / 4)", scipy.linalg.expm(A / 4)
    yield "a * s", A @ S


def wavelets():
    # PyWavelets begins at an odd pixel for filters of 4k coefficients, and at another one of them: the values count.
    for name in ("db1", "db2", "db5", "sym4", "sym7"):
        shift = pywt.Wavelet(name).rec_len // 2 % 2 - 1
        lowpass = pywt.dwt2(np.roll(E, (shift, shift), (0, 1)), name, "periodization")[0]
        yield f"sort(reshape(dwt2d(e, {name}, 1)[1], [1,1536]))", np.sort(lowpass.ravel())
        yield f"idwt2d(dwt2d(e, {name}, 3), {name}, 3)", E


def numbers():
    yield "histogram(x, 50, 0, 250)", np.histogram(X, 50, (0, 250))[0]
    yield "unique(floor(x))", np.unique(np.floor(X))
    yield "interp1([0,1,3,7], [2,5,1,4], p)", np.interp(P, [0, 1, 3, 7], [2, 5, 1, 4])
    i, j = np.meshgrid(np.arange(30) * 1.7, np.arange(40) * 2.1, indexing="ij")
    yield "interp2(x, 1.7*rows, 2.1*columns)", ndimage.map_coordinates(X, (i, j), order=1)


def mathematics():
    for name, function in (("erf", scipy.special.erf), ("erfc", scipy.special.erfc), ("sin", np.sin), ("exp", np.exp),
                           ("tanh", np.tanh), ("cbrt", np.cbrt), ("atan", np.arctan)):
        yield f"{name}(p)", function(P)
    yield "gamma(abs(p) + 0.5)", scipy.special.gamma(np.abs(P) + 0.5)
    yield "lgamma(abs(p) + 0.5)", scipy.special.gammaln(np.abs(P) + 0.5)
    yield "mean(x, 0)", X.mean(0)
    yield "std(x, 1)", X.std(1, ddof=1)
    yield "median(x, 1)", np.median(X, 1)
    yield "cumsum(x, 1)", X.cumsum(1)


PAIRS = "w = filtercoeff_dualfilt\nf = filtercoeff_farras\n"
# Modules, what to run before, and calls with their references.
MODULES = {
    "built-in transforms": ("system.q", "", transforms),
    "built-in mathematics": ("system.q", "", mathematics),
    "linalg": ("linalg.q", "function d = eigenvalues(s)\n  [v, d] = symeig(s)\nendfunction\n", algebra),
    "imfilter": ("imfilter.q", "", filters),
    "immedfilt": ("immedfilt.q", "",
                  lambda: ((f"immedfilt(x, {r})", ndimage.median_filter(X, 2 * r + 1)) for r in range(6))),
    "imresize": ("imresize.q", "", resizing),
    "immorphology": ("immorphology.q", "", morphology),
    "imboundary": ("imboundary.q", "", lambda: ((f'extend(x, [5,9], "{b}")', np.pad(X, ((5, 5), (9, 9)), m)) for b, m in
                   (("mirror", "symmetric"), ("circular", "wrap"), ("clamped", "edge"), ("zeros", "constant")))),
    "colortransform": ("colortransform.q", "", colours),
    "numeric": ("numeric.q", "[columns, rows] = meshgrid(0..39, 0..29)\n", numbers),
    "parallelblocks": ("parallelblocks.q", "",
                       lambda: iter([("[parallel_sum(x)]", [X.sum()]), ("[parallel_min(x)]", [X.min()])])),
    "dwt": ("dwt.q", "", wavelets),
    "dtcwt": ("dtcwt.q", PAIRS, lambda: iter([("idtcwt2d(dtcwt2d(e,f,w,3),f,w,3)", E)])),
    "multirestransforms": ("multirestransforms.q", "[S, S_H] = build_dwt(db2, 3)\n", lambda: iter([("S_H(S(e))", E)])),
    "bandtransforms": ("multirestransforms.q",
                       "[S, S_H] = build_stp(size(x),4,3)\n[D, D_H] = build_energyweighted_dst2d(size(x),4,3)\n",
                       lambda: iter([("S_H(S(x))", X), ("D_H(D(x))", X)])),
}

FROM_FILE = '''function x = from_file(name, sz)
  f = fopen(name, "rb")
  x = fread(f, sz, "float32")
  fclose(f)
endfunction
function [] = to_file(name, x)
  f = fopen(name, "wb")
  fwrite(f, real(x), "float64")
  fwrite(f, imag(x), "float64")
  fclose(f)
endfunction
'''


def results(options, cli, module, before, calls):
    with tempfile.TemporaryDirectory() as folder:
        text = f'import "{module}"\n' + FROM_FILE
        for name, data in INPUTS.items():
            data.astype(np.float32).tofile(os.path.join(folder, name))
            text += f"{name} = from_file(\"{name}\", {list(data.shape)})\n"
        text += before + "".join(f'to_file("{k}", {call})\n' for k, (call, _) in enumerate(calls))
        path = os.path.join(folder, "program.q")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        run = subprocess.run([cli, "run", "-d", options.device, *["--double"] * options.double, path],
                             capture_output=True, text=True,
                             cwd=folder, check=False)
        if run.returncode != 0:
            sys.exit(f"{module}: {run.stderr}")
        return [np.fromfile(os.path.join(folder, str(k))).reshape(2, -1) for k in range(len(calls))]


def deviation(ours, reference):
    reference = np.asarray(reference).ravel()
    if ours.shape[1] != reference.size:
        return np.inf
    return np.max(np.abs(ours[0] + 1j * ours[1] - reference)) / np.max(np.abs(reference))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--double", action="store_true")
    parser.add_argument("build")
    parser.add_argument("modules", nargs="*")
    options = parser.parse_args()
    cli = os.path.abspath(os.path.join(options.build, "ide", "cli", "redshift-cli"))
    print(f"{'module':22} {'calls':>5} {'largest':>9}  of")
    for name, (module, before, references) in MODULES.items():
        if options.modules and name not in options.modules:
            continue
        calls = list(references())
        found = results(options, cli, module, before, calls)
        worst, call = max((deviation(ours, reference), call) for ours, (call, reference) in zip(found, calls))
        print(f"{name:22} {len(calls):5} {worst:9.1e}  {call}", flush=True)


if __name__ == "__main__":
    main()
