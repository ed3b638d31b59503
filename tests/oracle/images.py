# Functions of images: calls, and what SciPy, OpenCV and scikit-image make of them.
# SPDX-License-Identifier: Apache-2.0
"""SciPy has filters, morphology and medians; OpenCV's and scikit-image's functions are compared, too, where these are
installed; OPTIONAL says what is not compared where they are not."""
import numpy as np
from scipy import ndimage

from arrays import fill, wide
from calls import Call
from compare import EXACT, Absolute, Ulp

try:
    import cv2
except ImportError:
    cv2 = None
try:
    import skimage.color
except ImportError:
    skimage = None
# What is compared with them, and not where they are missing.
OPTIONAL = {"OpenCV": (cv2, ("gaussian_filter", "imerode", "immedfilt", "imresize")),
            "scikit-image": (skimage, ("rgb2xyz", "rgb2lab", "rgb2hsv"))}

OWN = {"single": np.float32, "double": np.float64}
MODES = {"mirror": "reflect", "circular": "wrap", "clamped": "nearest", "zeros": "constant"}
IMAGE_SHAPES = [(1,), (9,), (1, 1), (1, 6), (6, 1), (2, 2), (4, 6), (5, 7), (33, 40), (5, 7, 3), (4, 4, 1), (12, 9, 4)]
KINDS = ["own", "own", "uint8", "int16", "other"]


def images(rng, session, shapes=tuple(IMAGE_SHAPES)):
    for shape in shapes:
        for kind in KINDS:
            x = fill(rng, shape, kind, session, rng.choice(["plain", "ties"]))
            if rng.random() < rng.share:
                yield kind, np.ascontiguousarray(np.abs(x) if kind != "int16" else x)


def taken(x, session):
    """As the library takes an image: of other numbers than scalars, scalars are made (STDLIB.md, Conventions)."""
    return wide(x.astype(OWN[session]) if x.dtype.kind == "f" else x).astype(np.float64)


def padded(w, margin, mode):
    names = {"mirror": "symmetric", "circular": "wrap", "clamped": "edge", "zeros": "constant"}
    return np.pad(w, [(margin[0], margin[0]), (margin[1], margin[1])] + [(0, 0)] * (w.ndim - 2), mode=names[mode])


def correlate(w, mask, center, mode):
    """The sum of the text of STDLIB.md 4, over an image that was extended by as much as the mask reaches."""
    reach = (mask.shape[0], mask.shape[1])
    big = padded(w, reach, mode)
    y = np.zeros(w.shape)
    for a in range(mask.shape[0]):
        for b in range(mask.shape[1]):
            i, j = reach[0] + a - center[0], reach[1] + b - center[1]
            y += mask[a, b] * big[i:i + w.shape[0], j:j + w.shape[1]]
    return y


def gaussian(sigma, n):
    r = n // 2 if n else int(np.ceil(3 * sigma))
    k = np.arange(-r, r + 1)
    t = np.exp(-k**2 / (2 * sigma**2))
    return t / t.sum()


MASKS = [np.array([[0.0, 0, 1]]), np.ones((3, 3)) / 9, np.array([[1.0], [2], [1]]), np.arange(35.0).reshape(5, 7) * 7
         % 11 / 100, np.array([[1.0, -1], [2, 0.5]]),
         np.ones((1, 1)), np.outer([1.0, 2, 1], [1.0, 0, -1]), np.arange(121.0).reshape(11, 11) * 13 % 17 / 300]


def filters(rng, session):
    imports = ("imfilter.q",)
    for kind, x in images(rng, session):
        w = taken(x, session)
        top = float(np.abs(w).max(initial=0)) + 1e-30
        for mode in MODES:
            for mask in MASKS:
                m = mask.astype(np.float32 if session == "single" else np.float64)
                center = (m.shape[0] // 2, m.shape[1] // 2)
                limit = Ulp(16, floor=top * float(np.abs(m).sum()))
                yield Call("imfilter", 'imfilter({0}, {1}, [' + f'{center[0]},{center[1]}], "{mode}")', (x, m),
                           correlate(w, m, center, mode), limit, 1, imports)
            m, center = MASKS[3].astype(np.float32), (1, 5)
            yield Call("imfilter", 'imfilter({0}, {1}, [' + f'{center[0]},{center[1]}], "{mode}")', (x, m),
                       correlate(w, m, center, mode),
                       Ulp(16, floor=top * float(np.abs(m).sum())), 1, imports)
            for sigma, n in ((1.0, 0), (0.5, 5), (2.3, 7)):
                t = gaussian(sigma, n)
                y = correlate(w, t.reshape(1, -1), (0, len(t) // 2), mode)
                if x.ndim > 1: # a vector along itself
                    y = correlate(y, t.reshape(-1, 1), (len(t) // 2, 0), mode)
                yield Call("gaussian_filter", f'gaussian_filter({{0}}, {sigma}, {n}, "{mode}")', (x,), y,
                           Ulp(16, floor=top), 1, imports)
            for r in (0, 1, 3):
                size = 2 * r + 1
                rows = size if x.ndim > 1 else 1
                y = correlate(w, np.ones((rows, size)) / (rows * size), (rows // 2, r), mode)
                yield Call("average_filter", f'average_filter({{0}}, {r}, "{mode}")', (x,), y, Ulp(32, floor=top), 1,
                           imports)
            for margin in ((0, 0), (1, 2), (2, 0)):
                yield Call("extend", f'extend({{0}}, [{margin[0]},{margin[1]}], "{mode}")', (x,),
                           padded(w, margin, mode), EXACT, 1, ("imboundary.q",))
        yield Call("crop", "crop({0}, [1,2])",
                   (np.ascontiguousarray(padded(wide(x), (1, 2), "zeros").astype(x.dtype)),), [w, wide(x)], EXACT, 1,
                   ("imboundary.q",))
        gradients = [np.gradient(w, axis=d) if w.shape[d] > 1 else np.zeros(w.shape) for d in (0, 1)]
        yield Call("gradient", "gradient({0})", (x,), [gradients], Ulp(4, floor=top), 2, imports)
        if cv2 and x.ndim == 2 and min(x.shape) > 3:
            y = cv2.GaussianBlur(w, (7, 7), 2.3, borderType=cv2.BORDER_REFLECT)
            yield Call("gaussian_filter (OpenCV)", "gaussian_filter({0}, 2.3, 7)", (x,), y, Ulp(16, floor=top), 1,
                       imports)


ELEMENTS = [np.ones((3, 3)), np.ones((1, 4)), np.ones((5, 1)), np.array([[0.0, 1, 0], [1, 1, 1], [0, 1, 1]]),
            np.array([[1.0, 0, 1, 1]]), np.ones((2, 2)), np.ones((1, 1)),
            (np.arange(25).reshape(5, 5) % 3 != 1).astype(float)]


def extreme(w, mask, center, largest):
    """Over the pixels that the mask covers, those outside left out; dilation uses the reflected mask."""
    worst = -np.inf if largest else np.inf
    reach = mask.shape
    big = np.pad(w, [(reach[0],) * 2, (reach[1],) * 2] + [(0, 0)] * (w.ndim - 2), constant_values=worst)
    y = np.full(w.shape, worst)
    for a in range(mask.shape[0]):
        for b in range(mask.shape[1]):
            if mask[a, b] != 0:
                down, right = (center[0] - a, center[1] - b) if largest else (a - center[0], b - center[1])
                part = big[reach[0] + down:reach[0] + down + w.shape[0], reach[1] + right:reach[1] + right + w.shape[1]]
                y = np.maximum(y, part) if largest else np.minimum(y, part)
    return y


def morphology(rng, session):
    imports = ("immorphology.q",)
    for kind, x in images(rng, session):
        w = taken(x, session)
        for mask in ELEMENTS:
            m = mask.astype(np.float32 if session == "single" else np.float64)
            c = (m.shape[0] // 2, m.shape[1] // 2)
            eroded, dilated = extreme(w, m, c, False), extreme(w, m, c, True)
            for name, y in (("imerode", eroded), ("imdilate", dilated), ("imopen", extreme(eroded, m, c, True)),
                            ("imclose", extreme(dilated, m, c, False))):
                if np.isfinite(y).all():
                    yield Call(name, name + "({0}, {1})", (x, m), y, EXACT, 1, imports)
            if x.ndim == 2 and np.isfinite(eroded).all() and m.shape[0] % 2 and m.shape[1] % 2:
                y = ndimage.grey_erosion(w, footprint=m != 0, mode="constant", cval=np.inf)
                yield Call("imerode (SciPy)", "imerode({0}, {1})", (x, m), y, EXACT, 1, imports)
                if cv2 and min(x.shape) > 1:
                    y = cv2.erode(w, (m != 0).astype(np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=1e30)
                    yield Call("imerode (OpenCV)", "imerode({0}, {1})", (x, m), y, EXACT, 1, imports)


def medians(rng, session):
    imports = ("immedfilt.q",)
    for kind, x in images(rng, session):
        w = taken(x, session)
        for r in (0, 1, 2, 3, 6):
            size = (2 * r + 1, 2 * r + 1) + (1,) * (w.ndim - 2)
            yield Call("immedfilt", f"immedfilt({{0}}, {r})", (x,), ndimage.median_filter(w, size=size, mode="reflect"),
                       EXACT, 1, imports)
        if cv2 and kind == "uint8" and x.ndim == 2 and min(x.shape) > 5:
            big = np.pad(x, 3, mode="symmetric")
            y = cv2.medianBlur(big, 5)[3:-3, 3:-3]
            yield Call("immedfilt (OpenCV)", "immedfilt({0}, 2)", (x,), y, EXACT, 1, imports)


def keys(d):
    t = np.abs(d)
    return np.where(t <= 1, 1.5 * t**3 - 2.5 * t**2 + 1, np.where(t < 2, -0.5 * t**3 + 2.5 * t**2 - 4 * t + 2, 0))


def interpolation(before, after, kernel, taps):
    p = (np.arange(after) + 0.5) * before / after - 0.5
    matrix = np.zeros((after, before))
    for t in taps:
        k = np.floor(p).astype(int) + t
        np.add.at(matrix, (np.arange(after), np.clip(k, 0, before - 1)), kernel(p - k))
    return matrix


def sizes(rng, session):
    imports = ("imresize.q",)
    for kind, x in images(rng, session):
        w = taken(x, session)
        top = float(np.abs(w).max(initial=0)) + 1e-30
        for size in ((1, 1), (2, 3), (5, 7), (8, 13), (40, 20), w.shape[:2]):
            i, j = (((2 * np.arange(n) + 1) * m // (2 * n)) for n, m in zip(size, w.shape))
            found = {"nearest": w[np.ix_(i, j)]}
            for method, kernel, taps in (("bilinear", lambda d: np.maximum(1 - np.abs(d), 0), (0, 1)),
                                         ("bicubic", keys, (-1, 0, 1, 2))):
                found[method] = np.einsum("im,jn,mn...->ij...", interpolation(w.shape[0], size[0], kernel, taps),
                                          interpolation(w.shape[1], size[1], kernel, taps), w)
            for method, y in found.items():
                yield Call("imresize", f'imresize({{0}}, [{size[0]},{size[1]}], "{method}")', (x,), y, EXACT
                           if method == "nearest" else Ulp(128, floor=top), 1, imports)
            if cv2 and w.ndim == 2 and min(w.shape) > 1:
                y = cv2.resize(w, size[::-1], interpolation=cv2.INTER_LINEAR)
                # OpenCV's weights are single
                yield Call("imresize (OpenCV)", f"imresize({{0}}, [{size[0]},{size[1]}])", (x,), y,
                           Absolute(1e-5 * top), 1, imports)
        for s in (0.5, 2, 0.1, 1.5):
            size = [max(1, int(np.floor(s * n + 0.5))) for n in w.shape[:2]]
            i, j = (((2 * np.arange(n) + 1) * m // (2 * n)) for n, m in zip(size, w.shape))
            yield Call("imresize", f'imresize({{0}}, {s}, "nearest")', (x,), w[np.ix_(i, j)], EXACT, 1, imports)


YCC = np.array([[0.299, 0.587, 0.114], [-0.168736, -0.331264, 0.5], [0.5, -0.418688, -0.081312]])


def colours(rng, session):
    imports = ("colortransform.q",)
    for shape in ((1, 1, 3), (4, 5, 3), (17, 9, 3), (1, 6, 3), (6, 1, 3), (0, 4, 3)):
        for what in ("random", "corners", "grey", "uint8"):
            u = rng.random(shape)
            u = np.round(u) if what == "corners" else np.repeat(u[..., :1], 3, -1) if what == "grey" else u
            x = (255 * u).astype(np.uint8 if what == "uint8" else np.float32 if session == "single" else np.float64)
            w = taken(x, session)
            yield Call("rgb2gray", "rgb2gray({0})", (x,), w @ [0.299, 0.587, 0.114], Ulp(8, floor=255.0), 1, imports)
            if x.size == 0:
                continue
            for there, back in (("rgb2xyz", "xyz2rgb"), ("rgb2lab", "lab2rgb"), ("rgb2hsv", "hsv2rgb"),
                                ("rgb2ycbcr", "ycbcr2rgb"), ("rgb2yuv", "yuv2rgb")):
                yield Call(back, f"{back}({there}({{0}}))", (x,), w, Ulp(400, floor=255.0), 1, imports)
            y = w @ YCC.T + [0, 127.5, 127.5]
            yield Call("rgb2ycbcr", "rgb2ycbcr({0})", (x,), y, Absolute(1e-3), 1, imports)
            if skimage:
                # scikit-image's matrix has other digits than IEC 61966-2-1, from the fifth on (STDLIB.md 6 names the
                # standard).
                for name, y, limit in (("rgb2xyz", skimage.color.rgb2xyz(w / 255), 1e-4),
                                       ("rgb2lab", skimage.color.rgb2lab(w / 255), 1e-2),
                                       ("rgb2hsv", skimage.color.rgb2hsv(w / 255) * [360, 1, 255], 1e-3)):
                    yield Call(name + " (scikit-image)", name + "({0})", (x,), y, Absolute(limit), 1, imports)


def grids(rng, session):
    imports = ("numeric.q",)
    for shape in ((2, 2), (5, 7), (20, 31), (1, 8), (8, 1)):
        x = fill(rng, shape, "own", session)
        at = [rng.uniform(-1, n, (6, 5)).astype(x.dtype) for n in shape]
        y = ndimage.map_coordinates(wide(x).astype(np.float64), [a.astype(np.float64) for a in at], order=1,
                                    mode="nearest")
        yield Call("interp2", "interp2({0}, {1}, {2})", (x, *at), y, Ulp(64, floor=60.0), 1, imports)


TABLES = {"filters": filters, "morphology": morphology, "medians": medians, "sizes": sizes, "colours": colours,
          "grids": grids}
