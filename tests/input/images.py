#!/usr/bin/env python3
# Image files of other programs, and image files for other programs: Pillow is the reference.
# SPDX-License-Identifier: Apache-2.0
"""usage: images.py REDSHIFT_CLI

Pillow writes images of every format and kind, which imread has to read as Pillow does; imwrite writes images that
Pillow has to read as they were. Reports in TAP."""
import os
import struct
import subprocess
import sys
import tempfile

import numpy
from PIL import Image, features

GENERATOR = numpy.random.default_rng(7)
GREY = GENERATOR.integers(0, 256, (7, 11), dtype=numpy.uint8)
COLOR = GENERATOR.integers(0, 256, (5, 9, 3), dtype=numpy.uint8)
ALPHA = GENERATOR.integers(0, 256, (6, 10, 4), dtype=numpy.uint8)
DEEP = GENERATOR.integers(0, 65536, (8, 5), dtype=numpy.uint16)


class Runner:
    def __init__(self, cli, folder):
        self.cli, self.folder = cli, folder

    def run(self, text, *options):
        path = os.path.join(self.folder, "program.q")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return subprocess.run([self.cli, "run", "-d", "interp", *options, path], capture_output=True, text=True,
                              cwd=self.folder,
                              timeout=120, check=False)

    def read(self, name, mode="", *options):
        """What imread makes of a file."""
        run = self.run(f'x = imread("{name}"{mode})\nprint size(x)\nf = fopen("raw", "wb")\nfwrite(f, x, '
                       f'"float64")\nfclose(f)\n',
                       *options)
        if run.returncode != 0:
            raise AssertionError(run.stderr.strip())
        shape = [int(n) for n in run.stdout.strip("[] \n").split(",")]
        return numpy.fromfile(os.path.join(self.folder, "raw")).reshape(shape)

    def write(self, array, name, more=""):
        """Has imwrite write an array."""
        array.astype("<f8").tofile(os.path.join(self.folder, "raw"))
        shape = ",".join(str(n) for n in array.shape)
        run = self.run(f'f = fopen("raw", "rb")\nx = fread(f, [{shape}], "float64")\nfclose(f)\nimwrite("{name}", '
                       f'x{more})\n')
        if run.returncode != 0:
            raise AssertionError(run.stderr.strip())
        return os.path.join(self.folder, name)


def assert_same(got, wanted):
    wanted = numpy.asarray(wanted, dtype=float)
    if got.shape != wanted.shape:
        raise AssertionError(f"the size is {got.shape}, not {wanted.shape}")
    if not numpy.array_equal(got, wanted):
        raise AssertionError(f"the largest difference is {abs(got - wanted).max()}")


# --- reading ---

def pillow_files():
    """Name, image, options of Pillow's writer."""
    bits = Image.fromarray(GREY).convert("1", dither=Image.Dither.NONE)
    palette = Image.fromarray(COLOR).quantize(16)
    yield "one.bmp", bits, {}
    yield "grey.bmp", Image.fromarray(GREY), {}
    yield "palette.bmp", palette, {}
    yield "color.bmp", Image.fromarray(COLOR), {}
    yield "alpha.bmp", Image.fromarray(ALPHA), {}
    yield "bits.pbm", bits, {}
    yield "grey.pgm", Image.fromarray(GREY), {}
    yield "deep.pgm", Image.fromarray(DEEP.astype(numpy.int32)), {}
    yield "color.ppm", Image.fromarray(COLOR), {}
    yield "grey.tif", Image.fromarray(GREY), {"compression": "tiff_lzw"}
    yield "color.tif", Image.fromarray(COLOR), {"compression": "tiff_adobe_deflate"}
    yield "float.tif", Image.fromarray(GENERATOR.normal(size=(4, 6)).astype(numpy.float32)), {}
    if features.check("webp"):
        yield "color.webp", Image.fromarray(COLOR), {"lossless": True}
        yield "alpha.webp", Image.fromarray(ALPHA), {"lossless": True, "exact": True}
        yield "lossy.webp", Image.fromarray(COLOR), {"quality": 60}


def as_numbers(image):
    if image.mode == "P":
        image = image.convert("RGB")
    if image.mode == "1":
        image = image.convert("L")
    return numpy.asarray(image, dtype=float)


def check_reading(runner):
    for name, image, options in pillow_files():
        def test(name=name, image=image, options=options):
            path = os.path.join(runner.folder, name)
            image.save(path, **options)
            assert_same(runner.read(name), as_numbers(Image.open(path)))
        yield "imread " + name, test


def bmp(width, height, bits, compression, palette, body, header=40, masks=b""):
    start = 14 + header + len(masks) + len(palette)
    return (b"BM" + struct.pack("<IHHI", start + len(body), 0, 0, start)
            + struct.pack("<IiiHHIIiiII", header, width, height, 1, bits, compression, len(body), 0, 0,
                          len(palette) // 4, 0)
            + masks + palette + body)


FOUR = bytes([0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0])  # black, red, green, blue
RUNS = bytes([2, 1, 0, 3, 2, 3, 1, 0, 0, 0, 0, 2, 1, 0, 3, 2, 0, 1])
FOUR_BIT_RUNS = bytes([5, 0x12, 0, 0, 0, 3, 0x12, 0x30, 0, 1])
BYTES = {
    # Pixels of the palette above, worked out by hand from the files' text.
    "runs.bmp": (bmp(5, 2, 8, 1, FOUR, RUNS), [[0, 2, 2, 2, 0], [1, 1, 2, 3, 1]]),
    "runs4.bmp": (bmp(5, 2, 4, 2, FOUR, FOUR_BIT_RUNS), [[1, 2, 3, 0, 0], [1, 2, 1, 2, 1]]),
}
WRITTEN = {
    "text.pbm": (b"P1 # a comment\n3 2\n1 0 1\n010\n", [[0, 255, 0], [255, 0, 255]]),
    "text.pgm": (b"P2\n# one\n3 1 # two\n15\n0 7 15\n", [[0, 119, 255]]),
    "deep.txt.pgm": (b"P2\n2 1\n65535\n258 65535", [[258, 65535]]),
    "text.ppm": (b"P3 1 2 255 1 2 3\n4 5 6\n", [[[1, 2, 3]], [[4, 5, 6]]]),
    "scaled.pgm": (b"P5 2 1 100\n" + bytes([50, 100]), [[128, 255]]),
    "tall.bmp": (bmp(1, -2, 24, 0, b"", bytes([1, 2, 3, 0, 4, 5, 6, 0])), [[[3, 2, 1]], [[6, 5, 4]]]),
    "masks.bmp": (bmp(2, 1, 16, 3, b"", struct.pack("<HH", 0xf800, 0x07ff),
                      masks=struct.pack("<III", 0xf800, 0x7e0, 0x1f)),
                  [[[255, 0, 0], [0, 255, 255]]]),
    "555.bmp": (bmp(1, 1, 16, 0, b"", struct.pack("<HH", 0x7c10, 0)), [[[255, 0, 132]]]),
}


def check_by_hand(runner):
    colors = numpy.array([[0, 0, 0], [255, 0, 0], [0, 255, 0], [0, 0, 255]])
    cases = {name: (data, colors[numpy.array(wanted)]) for name, (data, wanted) in BYTES.items()}
    for name, (data, wanted) in {**cases, **WRITTEN}.items():
        def test(name=name, data=data, wanted=wanted):
            with open(os.path.join(runner.folder, name), "wb") as file:
                file.write(data)
            assert_same(runner.read(name), wanted)
        yield "imread by hand " + name, test


def check_pages(runner):
    def read():
        path = os.path.join(runner.folder, "pages.tif")
        Image.fromarray(GREY).save(path, save_all=True, append_images=[Image.fromarray(COLOR)])
        run = runner.run('c = imread("pages.tif", "pages")\nprint numel(c), " ", size(c[0]), " ", size(c[1]), " ", '
                         'sum(c[1])\n')
        wanted = f"2 [ 7, 11] [ 5, 9, 3] {COLOR.sum()}"
        if run.stdout.strip() != wanted:
            raise AssertionError(run.stdout + run.stderr)

    def write():
        run = runner.run('imwrite("many.tif", {ones(2,3)*7, ones(4,5)*9, ones(1,1)*0.5}, 32)\n')
        image = Image.open(os.path.join(runner.folder, "many.tif"))
        assert image.n_frames == 3, run.stderr
        image.seek(2)
        assert_same(numpy.asarray(image, dtype=float), [[0.5]])
        image.seek(0)
        assert_same(numpy.asarray(image, dtype=float), numpy.full((2, 3), 7.0))
    yield "imread of pages", read
    yield "imwrite of pages", write


# --- more digits than a float has ---

def tiff(samples, photometric=1):
    """An uncompressed TIFF of the array's type, grey or with 3 channels."""
    height, width = samples.shape[:2]
    channels = samples.shape[2] if samples.ndim > 2 else 1
    form = {"u": 1, "i": 2, "f": 3}[samples.dtype.kind]
    data = samples.tobytes()
    tags = [(256, 3, width), (257, 3, height), (258, 3, samples.itemsize * 8), (259, 3, 1), (262, 3, photometric),
            (273, 4, 8), (277, 3, channels), (278, 3, height), (279, 4, len(data)), (339, 3, form)]
    entries = b"".join(struct.pack("<HHII", tag, kind, 1, value) for tag, kind, value in tags)
    return b"II*\0" + struct.pack("<I", 8 + len(data)) + data + struct.pack("<H", len(tags)) + entries + bytes(4)


def check_digits(runner):
    doubles = GENERATOR.normal(size=(3, 4))
    cases = {"double": (tiff(doubles), doubles, ""),
             "gray of doubles": (tiff(doubles), doubles, ', "gray"'),
             "int32": (tiff(numpy.array([[16777217, -2147483647]], dtype="<i4")), [[16777217, -2147483647]], ""),
             "uint32": (tiff(numpy.array([[16777217, 4294967295]], dtype="<u4")), [[16777217, 4294967295]], ""),
             "uint32 inverted": (tiff(numpy.array([[16777217, 4294967295]], dtype="<u4"), 0), [[4278190078, 0]], "")}
    for name, (data, wanted, mode) in cases.items():
        def test(data=data, wanted=wanted, mode=mode):
            with open(os.path.join(runner.folder, "digits.tif"), "wb") as file:
                file.write(data)
            assert_same(runner.read("digits.tif", mode, "--double"), wanted)
            assert_same(runner.read("digits.tif", mode), numpy.asarray(wanted).astype("f4"))
        yield "imread with --double of TIFF " + name, test


# --- writing ---

def check_writing(runner):
    names = ["png", "tif", "bmp", "ppm"] + (["webp"] if features.check("webp") else [])
    for ending in names:
        for kind, array in (("grey", GREY), ("color", COLOR), ("alpha", ALPHA)):
            def test(ending=ending, kind=kind, array=array):
                image = Image.open(runner.write(array, f"{kind}.{ending}"))
                got = numpy.asarray(image.convert({"grey": "L", "color": "RGB", "alpha": "RGBA"}[kind]), dtype=float)
                assert_same(got[..., :3] if ending == "ppm" and kind == "alpha" else got,
                            array[..., :3] if ending == "ppm" and kind == "alpha" else array)
                back = runner.read(f"{kind}.{ending}")
                if kind == "alpha" and ending != "ppm":
                    assert_same(back, array)
            yield f"imwrite {kind}.{ending}", test

    def deep():
        assert_same(numpy.asarray(Image.open(runner.write(DEEP, "out.pgm", ", 16")), dtype=float), DEEP)
        assert_same(runner.read("out.pgm"), DEEP)

    def bilevel():
        bits = (GREY >= 128) * 255
        assert_same(numpy.asarray(Image.open(runner.write(GREY, "out.pbm")).convert("L"), dtype=float), bits)

    def any_map():
        assert_same(numpy.asarray(Image.open(runner.write(COLOR, "out.pnm")), dtype=float), COLOR)

    def refused():
        for name, more, words in (("x.bmp", ", 16", "8 bits"), ("x.pgm", "", "grey"), ("x.gif", "", ".webp"),
                                  ("x.png", ", 32", "TIFF")):
            run = runner.run(f'imwrite("{name}", ones(2,2,3){more})\n')
            if run.returncode != 1 or words not in run.stderr:
                raise AssertionError(f"{name}: {run.stderr}")
    yield "imwrite 16-bit PGM", deep
    yield "imwrite PBM", bilevel
    yield "imwrite PNM", any_map
    yield "imwrite refuses", refused


def main():
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(os.path.abspath(sys.argv[1]), folder)
        tests = [*check_reading(runner), *check_by_hand(runner), *check_pages(runner), *check_digits(runner),
                 *check_writing(runner)]
        print(f"1..{len(tests)}")
        for number, (name, test) in enumerate(tests, 1):
            try:
                test()
                print(f"ok {number} - {name}")
            except (AssertionError, OSError, SyntaxError) as problem:
                failed = True
                print(f"not ok {number} - {name}\n# " + str(problem).replace("\n", "\n# "))
    sys.exit(failed)


main()
