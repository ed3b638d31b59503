#!/usr/bin/env python3
# Fourier transforms are the same with the plugin and without it, and those of the definition.
# SPDX-License-Identifier: Apache-2.0
"""usage: check-plugins.py REDSHIFT_CLI; meson gives RS_HAS_FFTW=1 when the plugin was built."""
import os
import re
import subprocess
import sys
import tempfile

import numpy

CLI = os.path.abspath(sys.argv[1])
SHAPES = [(1, 1), (1, 7), (8, 1), (6, 8), (13, 9), (32, 64), (3, 4, 5), (16, 2, 3), (2, 3, 4, 5), (300, 200)]


def program(shape):
    """Prints projections of all transforms of a fixed array on a fixed one."""
    sizes = ",".join(map(str, shape))
    numel = int(numpy.prod(shape))
    return ("function y = wave(a)\n    y = reshape(mod(mod(0..%d, 31).^2*a, 31) - 15, [%s])\nendfunction\n"
            % (numel - 1, sizes)
            + "function [] = tell(y)\n    w = wave(3)\n"
            + '    print sum(real(y).*w), " ", sum(imag(y).*w), " ", sum(abs(y))\nendfunction\n'
            + "function [] = main()\n    x = wave(1)\n    z = complex(x, wave(2))\n"
            + "".join("    tell(%s(%s))\n" % (name, x)
                      for name in ("fft1", "fft2", "fft3", "ifft1", "ifft2", "ifft3", "irealfft2")
                      for x in "xz")
            + "endfunction\n")


def reference(shape):
    numel = numpy.arange(int(numpy.prod(shape)), dtype=float)

    def wave(a):
        return ((numel % 31) ** 2 * a % 31 - 15).reshape(shape)

    rank = len(shape)
    for inverse in (False, True):
        for axes in ((1,), (0, 1), tuple(range(min(rank, 3)))):
            for x in (wave(1), wave(1) + 1j * wave(2)):
                y = (numpy.fft.ifftn if inverse else numpy.fft.fftn)(x, axes=axes)
                yield (y.real * wave(3)).sum(), (y.imag * wave(3)).sum(), abs(y).sum()
    for x in (wave(1), wave(1) + 1j * wave(2)):
        y = numpy.fft.ifftn(x, axes=(0, 1)).real
        yield (y * wave(3)).sum(), 0.0, abs(y).sum()


def check(folder, shape, precision, environment):
    path = os.path.join(folder, "transforms.q")
    with open(path, "w", encoding="utf-8") as out:
        out.write(program(shape))
    done = subprocess.run([CLI, "run"] + precision + [path], env=dict(os.environ, **environment), capture_output=True,
                          text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    rows = [[float(number) for number in line.split()] for line in done.stdout.splitlines()]
    wanted = list(reference(shape))
    assert len(rows) == len(wanted) == 14, done.stdout
    tolerance = 1e-12 if precision else 2e-6
    for got, want in zip(rows, wanted):
        for a, b in zip(got, want):
            assert abs(a - b) <= tolerance * max(want[2], 1e-3), (shape, precision, environment, got, want)


def main():
    without = {"RS_PLUGIN_DIR": "/nonexistent"}
    with tempfile.TemporaryDirectory() as folder:
        for shape in SHAPES:
            for precision in ([], ["--double"]):
                for environment in ({}, without):
                    check(folder, shape, precision, environment)
    said = [subprocess.run([CLI, "devices"], env=dict(os.environ, **environment), capture_output=True, text=True,
                           check=True).stdout for environment in ({}, without)]
    assert re.search(r"transforms: built in; .*nonexistent", said[1]), said[1]
    assert ("transforms: FFTW" in said[0]) == (os.environ.get("RS_HAS_FFTW") == "1"), said[0]


if __name__ == "__main__":
    main()
