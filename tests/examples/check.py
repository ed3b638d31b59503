#!/usr/bin/env python3
# Runs the examples on their image and compares the results with independent references in NumPy; reports in TAP.
# SPDX-License-Identifier: Apache-2.0
"""usage: check.py REDSHIFT_CLI DEVICE

The results are 8-bit images: each pixel may differ from the reference by one level (single precision against double,
and rounding); at most one in a thousand may differ by more.
"""
import os
import re
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

CLI, DEVICE = os.path.abspath(sys.argv[1]), sys.argv[2]
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples")
SCENE = os.path.join(EXAMPLES, "images", "scene.png")
GREY = numpy.array([0.299, 0.587, 0.114])


def run(program, *arguments):
    # Memory that was freed is overwritten: who still reads it fails.
    environment = dict(os.environ, MALLOC_PERTURB_="77", RS_DEBUG="launch")
    result = subprocess.run([CLI, "run", "-d", DEVICE, program, *map(str, arguments)], capture_output=True, text=True,
                            timeout=600, check=False, env=environment)
    assert "could not be compiled" not in result.stderr, f"a kernel is broken: {result.stderr[-1500:]}"
    assert result.returncode == 0, f"status {result.returncode}: {result.stderr[-1500:]}"
    return result.stdout


def example(name, *arguments):
    return run(os.path.join(EXAMPLES, name + ".q"), *arguments)


def read(path):
    return numpy.asarray(Image.open(path)).astype(numpy.float64)


def crop(folder, rows, columns):
    """A part of the scene, so that slow devices and builds can do it in time."""
    path = os.path.join(folder, "crop.png")
    Image.open(SCENE).convert("RGB").crop((200, 150, 200 + columns, 150 + rows)).save(path)
    return path


def compare(path, reference):
    got, want = read(path), numpy.clip(numpy.round(reference), 0, 255)
    assert got.shape == want.shape, f"shape {got.shape}, expected {want.shape}"
    difference = numpy.abs(got - want)
    far = numpy.count_nonzero(difference > 1)
    assert far <= difference.size / 1000, (f"{far} of {difference.size} pixels are off by more than 1, at most "
                                           f"{difference.max()}")


def box(x, radius):
    """Mean over a window of 2*radius+1 in both directions, half-sample symmetric at the border."""
    for axis in (0, 1):
        widths = [(radius, radius) if a == axis else (0, 0) for a in range(x.ndim)]
        total = numpy.cumsum(numpy.pad(x, widths, mode="symmetric"), axis=axis)
        total = numpy.concatenate([numpy.zeros_like(numpy.take(total, [0], axis)), total], axis)
        size = 2 * radius + 1
        count = x.shape[axis]
        x = (numpy.take(total, range(size, size + count), axis) - numpy.take(total, range(count), axis)) / size
    return x


def local_contrast(folder):
    source, target = crop(folder, 120, 160), os.path.join(folder, "out.png")
    example("local-contrast", source, target)
    im = read(source)
    light = im @ GREY
    mean = box(light, 24)
    deviation = numpy.sqrt(numpy.maximum(box(light * light, 24) - mean * mean, 0))
    gain = 1 + 1.6 * 20 / (deviation + 20)
    ratio = numpy.maximum(mean + gain * (light - mean), 0) / numpy.maximum(light, 1)
    compare(target, numpy.minimum(im * ratio[:, :, None], 255))


def gaussian(folder):
    source, target, sigma = crop(folder, 90, 110), os.path.join(folder, "out.png"), 2.5
    example("gaussian", source, target, sigma)
    radius = int(numpy.ceil(3 * sigma))
    taps = numpy.exp(-numpy.arange(-radius, radius + 1)**2 / (2 * sigma**2))
    taps /= taps.sum()
    x = read(source)
    for axis in (0, 1):
        widths = [(radius, radius) if a == axis else (0, 0) for a in range(3)]
        padded, count = numpy.pad(x, widths, mode="symmetric"), x.shape[axis]
        x = sum(w * numpy.take(padded, range(k, k + count), axis) for k, w in enumerate(taps))
    compare(target, x)


def mandelbrot(folder):
    target, size, steps = os.path.join(folder, "out.png"), 96, 64
    example("mandelbrot", size, steps, target)
    step = 2.5 / size
    c = (-2 + step * numpy.arange(size))[None, :] + 1j * (-1.25 + step * numpy.arange(size))[:, None]
    z, n = numpy.zeros_like(c), numpy.zeros(c.shape)
    for _ in range(steps):
        inside = numpy.abs(z) < 2
        n += inside
        z = numpy.where(inside, z * z + c, z)
    got, want = read(target), numpy.clip(numpy.round(255 * (1 - n / steps)**8), 0, 255)
    # Points at the edge of the set leave a step earlier or later in single precision.
    far = numpy.count_nonzero(numpy.abs(got - want) > 1)
    assert got.shape == want.shape and far <= 0.02 * want.size, f"{far} of {want.size} pixels differ"


def equalize(folder):
    source, target = crop(folder, 80, 100), os.path.join(folder, "out.png")
    example("equalize", source, target)
    # Grey values that end in .5 in decimal may round either way in single precision: take the histogram's own rounding.
    grey = numpy.round((read(source).astype(numpy.float32) @ GREY.astype(numpy.float32)).astype(numpy.float64))
    share = numpy.cumsum(numpy.bincount(grey.astype(int).ravel(), minlength=256)) / grey.size
    got, want = read(target), numpy.round(255 * share[grey.astype(int)])
    far = numpy.count_nonzero(numpy.abs(got - want) > 2)
    assert got.shape == want.shape and far <= want.size / 100, f"{far} of {want.size} pixels are off"


def nlmeans(folder):
    program, target = os.path.join(folder, "test.q"), os.path.join(folder, "out.png")
    with open(program, "w", encoding="utf-8") as out:
        out.write(f'import "{os.path.abspath(os.path.join(EXAMPLES, "nlmeans.q"))}"\n'
                  f'x = imread("{crop(folder, 24, 30)}")\nx = x[:,:,1]\ny = uninit(size(x))\n'
                  f'parallel_do(size(y), x, y, 3, 9.0, denoise)\nimwrite("{target}", y)\n')
    run(program)
    x = read(os.path.join(folder, "crop.png"))[:, :, 1]
    rows, columns, r, pad = *x.shape, 3, 4
    p = numpy.pad(x, pad, mode="symmetric")

    def at(dm, dn):
        return p[pad + dm:pad + dm + rows, pad + dn:pad + dn + columns]
    total, weights = numpy.zeros_like(x), numpy.zeros_like(x)
    for dm in range(-r, r + 1):
        for dn in range(-r, r + 1):
            distance = sum((at(i, j) - at(dm + i, dn + j))**2 for i in (-1, 0, 1) for j in (-1, 0, 1))
            w = numpy.exp(-distance / (9 * 9.0**2))
            total, weights = total + w * at(dm, dn), weights + w
    compare(target, total / weights)


def nlmeans_removes_noise(folder):
    out = example("nlmeans", crop(folder, 60, 80), os.path.join(folder, "out.png"))
    before, after = map(float, re.search(r"PSNR ([\d.]+) dB, after ([\d.]+) dB", out).groups())
    assert 25 < before < 28 and after > before + 2, out


def scene(folder):
    """The picture in the tree is what the program paints, up to rounding."""
    target = os.path.join(folder, "scene.png")
    example("scene", 48, 72, target)
    image = read(target)
    assert image.shape == (48, 72, 3) and image.std() > 20, f"shape {image.shape}, deviation {image.std()}"
    if DEVICE != "interp":
        example("scene", 480, 720, target)
        difference = numpy.abs(read(target) - read(SCENE))
        assert numpy.count_nonzero(difference > 2) < difference.size / 100, f"{difference.max()}"


def numbers(text):
    return [float(number) for number in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", text)]


def tomography(folder):
    """The mean error of the filtered reconstruction, for a few angles of a small slice, and the picture's parts."""
    target = os.path.join(folder, "out.png")
    blurred, filtered = numbers(example("tomography", 40, 64, target))
    assert filtered < 0.07 < 0.3 < blurred, (blurred, filtered)
    image = read(target)
    assert image.shape == (64, 192) and image[0, 0] == 0 and image[3:8, 32].max() == 255, image[:, 32]


def deconvolution(folder):
    blurred, wiener, lucy = numbers(example("deconvolution", crop(folder, 180, 240), os.path.join(folder, "out.png")))
    assert blurred < 36 and wiener > blurred + 2 and lucy > blurred + 2, (blurred, wiener, lucy)
    assert read(os.path.join(folder, "out.png")).shape == (180, 720)


def optical_flow(folder):
    if DEVICE == "interp":
        return
    way, error = numbers(example("optical-flow", crop(folder, 180, 240), os.path.join(folder, "out.png")))
    assert way > 1.6 and error < 0.45 * way, (way, error)


def registration(folder):
    truth = numbers(example("registration", crop(folder, 180, 240), os.path.join(folder, "out.png")))
    assert truth == [18, 60, 18, 60], truth
    joined = read(os.path.join(folder, "out.png"))
    assert joined.shape == (180, 240, 3) and abs(joined - read(os.path.join(folder, "crop.png")))[40:140,
        70:170].mean() < 5


def patterns(folder):
    target = os.path.join(folder, "out.png")
    low, high, mean = numbers(example("patterns", 32, 50, target))
    assert 0.2 < low < 0.35 and 0.9 < high <= 1 and 0.1 < mean < 0.3 and read(target).shape == (32, 32), (low, high,
        mean)


def segmentation(folder):
    target = os.path.join(folder, "out.png")
    rounds, clusters, quality = numbers(example("segmentation", crop(folder, 60, 80), target, 4))
    colours = numpy.unique(read(target).reshape(-1, 3), axis=0)
    assert 1 < rounds < 100 and clusters == 4 and quality > 24 and len(colours) <= 4, (rounds, quality, colours)


def network(folder):
    """Chance reads 10 % of the digits."""
    share, = numbers(example("network", 1 if DEVICE == "interp" else 40, os.path.join(folder, "out.png")))[:1]
    assert 0 <= share <= 100 and (DEVICE == "interp" or share > 85), share


def tone(folder):
    target = os.path.join(folder, "out.png")
    contrast, linear, mapped, matched, wanted = numbers(example("tone", crop(folder, 60, 80), target).replace("to 1\n",
        ""))
    assert contrast > 5 and linear < mapped and abs(matched - wanted) < 3, (contrast, linear, mapped, matched, wanted)


def denoising(folder):
    noisy, *better = numbers(example("denoising", crop(folder, 48 if DEVICE == "interp" else 128, 64)))
    assert len(better) == 4 and 25 < noisy < 28 and min(better) > noisy + 3, (noisy, better)


def explorer(folder):
    """Without a display: one picture, and no waiting."""
    target = os.path.join(folder, "out.png")
    mean, = numbers(example("explorer", 32, target))
    assert 60 < mean < 120 and read(target).shape == (32, 32, 3), mean


def wrong_arguments(folder):
    """Arguments that make no sense are told by their names, before anything is computed."""
    for name, arguments, wanted in (("gaussian", (SCENE, "out.png", -1), "SIGMA has to be larger than 0, but is -1"),
                                    ("gaussian", (SCENE, "out.png", 0), "SIGMA has to be larger than 0, but is 0"),
                                    ("segmentation", (SCENE, "out.png", 2.5),
                                     "CLUSTERS has to be a whole number from 1 on, but is 2.5"),
                                    ("mandelbrot", (0,), "SIZE has to be a whole number"),
                                    ("mandelbrot", (64, 0.5), "STEPS has to be"),
                                    ("explorer", (-3,), "SIZE has to be"), ("network", (0,), "BATCHES has to be"),
                                    ("patterns", (2,), "SIZE has to be a whole number from 3 on"),
                                    ("scene", (1.5,), "HEIGHT has to be"),
                                    ("tomography", (0,), "ANGLES has to be")):
        result = subprocess.run([CLI, "run", "-d", DEVICE, os.path.join(EXAMPLES, name + ".q"), *map(str, arguments)],
                                capture_output=True,
                                text=True, timeout=60, check=False, cwd=folder)
        assert result.returncode == 1 and wanted in result.stderr, (name, arguments, result.returncode, result.stderr)


def main():
    tests = [wrong_arguments, explorer, registration, patterns, segmentation, network, tone, denoising,
             local_contrast, gaussian, mandelbrot, equalize, nlmeans, nlmeans_removes_noise, scene, tomography,
             deconvolution,
             optical_flow]
    print(f"1..{len(tests)}", flush=True)
    failed = 0
    for number, test in enumerate(tests, 1):
        with tempfile.TemporaryDirectory(prefix="redshift-example-") as folder:
            try:
                test(folder)
                print(f"ok {number} {test.__name__}", flush=True)
            except (AssertionError, subprocess.TimeoutExpired) as why:
                failed += 1
                print(f"not ok {number} {test.__name__}\n# " + str(why).replace("\n", "\n# "), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
