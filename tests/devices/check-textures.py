#!/usr/bin/env python3
# Textures on the CUDA device, on the stand-in, whose texture units have the hardware's rules (standin/texture.c).
# SPDX-License-Identifier: Apache-2.0
"""usage: check-textures.py REDSHIFT_CLI STANDIN_FOLDER"""
import os
import sys
import tempfile

from device import Driver, write

CUDA = Driver(os.path.abspath(sys.argv[1]), "cuda", LD_LIBRARY_PATH=os.path.abspath(sys.argv[2]))
PROGRAM = """function [] = __kernel__ linear(x : mat'hwtex_linear{mode}, y : mat'unchecked, s : scalar, pos : ivec2)
  y[pos] = x[s * pos[0] - 1, 0.001 + s * pos[1]]
endfunction
function [] = __kernel__ near(x : mat[uint8]'hwtex_nearest{mode}, y : mat'unchecked, pos : ivec2)
  y[pos] = x[0.5 * pos[0] - 2, 1.5 * pos[1] - 2]
endfunction
function [] = __kernel__ pixels(c : cube'hwtex_nearest(4), y : cube'unchecked, pos : ivec2)
  y[pos[0],pos[1],0..2] = c[pos[0],pos[1]-1,[2,0,3]]
endfunction
function [] = __kernel__ pairs(c : cube'hwtex_linear(2)'clamped, y : mat'unchecked, pos : ivec2)
  p = c[0.5 * pos[0], 0.5 * pos[1], 0..1]
  y[pos] = 100 * p[0] + p[1]
endfunction
n = {width}
x = zeros(8,n)
b = mat[uint8](8,n)
c = zeros(8,n,4)
for i=0..7
  for j=0..n-1
    x[i,j] = 256*j + i
    b[i,j] = 16*i + mod(j,16)
    c[i,j,:] = [1000*i, j, 7, i - j]
  endfor
endfor
y = zeros(8,n)
z = zeros(8,n)
w = zeros(8,n,3)
u = zeros(8,n)
d = c[:,:,0..1]
parallel_do(size(y), x, y, 0.5, linear)
parallel_do(size(z), b, z, near)
parallel_do([8,n], c, w, pixels)
parallel_do([8,n], d, u, pairs)
print y[3,4], " ", y[0,0], " ", y[7,n-1]
print sum(z), " ", z[0,0], " ", z[7,n-1]
print sum(w[:,:,0]), " ", sum(w[:,:,1]), " ", sum(w[:,:,2])
print sum(u), " ", u[7,3]
"""
# Weights of 8 bits: 0.001 is nothing.
ROUNDED = "512.5"
EXACT = "512.755"
AGAIN = """function [] = __kernel__ add(y : mat{texture}, x : mat'hwtex_linear'clamped, pos : ivec2)
  y[pos] = y[pos] + x[pos]
endfunction
x = ones(16,{width})
y = zeros(16,{width})
for k=1..5
  parallel_do(size(y), y, x, add)
endfor
print sum(y)
"""
MANY = """function [] = __kernel__ shift(x : mat'hwtex_nearest'circular, y : mat, pos : ivec2)
  y[pos] = x[pos[0],pos[1]+1]
endfunction
s = 0.0
for k=1..100
  x = ones(8,16+8*mod(k,5)) * k
  y = zeros(size(x))
  parallel_do(size(y), x, y, shift)
  s += max(y) + min(y)
endfor
print s
"""


def test_results(folder):
    """In every boundary mode, of rows that texture units read where they lie (40) and of such that are copied (41): the
    CPU's results, but for weights of 8 bits; COMPILER_EXACT_MATH has the CPU's exactly."""
    program = os.path.join(folder, "t.q")
    for mode in "", "'clamped", "'mirror", "'circular", "'safe":
        for width in 40, 41:
            write(program, PROGRAM.replace("{mode}", mode).replace("{width}", str(width)))
            exact = CUDA.run("run", "-d", "interp", program).stdout.splitlines()
            done = CUDA.run("run", "-d", "cuda", "--set", "COMPILER_EXACT_MATH=true", program)
            assert done.stderr == "" and done.stdout.splitlines() == exact, (mode, width, done, exact)
            assert exact[0].startswith(EXACT), exact
            said = CUDA.run("run", "-d", "cuda", program).stdout.splitlines()
            assert said[0].split()[0] == ROUNDED and said[1:] == exact[1:], (mode, width, said, exact)


def test_objects(folder):
    """An object is made once for an array; what does not suit texture units is copied; a failure is an error that
    names the kernel."""
    program = os.path.join(folder, "again.q")
    for width, n_objects, n_copies in (40, 1, 0), (41, 5, 5):
        expected = f"{16 * width * 5}\n"
        for texture in "'hwtex_nearest", "":  # what a launch writes into one is read by the next
            write(program, AGAIN.replace("{width}", str(width)).replace("{texture}", texture))
            assert CUDA.run("run", "-d", "cuda", program).stdout == expected
        for function, n in ("cuTexObjectCreate", n_objects), ("cuMemcpy3DAsync", n_copies):
            beyond = CUDA.run("run", "-d", "cuda", program, RS_STANDIN_FAULT=f"{function}:{n + 1}:1")
            assert beyond.stdout == expected, (width, function, beyond)
            if n > 0:
                failed = CUDA.run("run", "-d", "cuda", program, status=1, RS_STANDIN_FAULT=f"{function}:{n}:1")
                assert "CUDA_ERROR_INVALID_VALUE) (kernel add, line 1)" in failed.stderr, failed


def test_large(folder):
    """An array whose rows have more texels, or bytes from one to the next, than texture units can read, is read by
    loads on the same device; where it fits, by the units."""
    program, trace = os.path.join(folder, "large.q"), os.path.join(folder, "large.rstrace")
    write(program, "".join(AGAIN.replace("{texture}", "").replace("{width}", width).replace("add", name)
                           for width, name in (("40", "few"), ("41", "many"), ("40", "few_again"))))
    never = {"RS_STANDIN_FAULT": "cuTexObjectCreate:1:1"}
    for limits in {"RS_STANDIN_TEXTURE_WIDTH": "40"}, {"RS_STANDIN_TEXTURE_PITCH": "160"}:
        done = CUDA.run("run", "-d", "cuda", "--profile", trace, program, **limits)
        assert done.stdout == "3200\n3280\n3200\n", done
        rows = CUDA.query(trace, "select distinct name, device from kernels where name not like '% %'")
        assert sorted(rows) == ["few,cuda:0", "few_again,cuda:0", "many,cuda:0"], rows
        failed = CUDA.run("run", "-d", "cuda", program, status=1, **limits, **never)
        assert "(kernel few, line 1)" in failed.stderr, failed # 40 fits
    write(program, AGAIN.replace("{texture}", "").replace("{width}", "41"))
    done = CUDA.run("run", "-d", "cuda", program, RS_STANDIN_TEXTURE_PITCH="160", **never)
    assert done.stdout == "3280\n" and done.stderr == "", done


def test_divided(folder):
    """Launches that are divided by seed: a device whose texture units read no such array has no share of it."""
    program = os.path.join(folder, "divided.q")
    write(program, AGAIN.replace("{texture}", "").replace("{width}", "41"))
    for limits in {}, {"RS_STANDIN_TEXTURE_WIDTH": "40"}:
        for seed in range(1, 9):
            done = CUDA.run("run", "-d", "cpu,cuda:0,cuda:1", "--set", f"RUNTIME_STRESS_PLACEMENT={seed}",
                            "--set", "COMPILER_EXACT_MATH=true", program, **limits)
            assert done.stdout == "3280\n" and done.stderr == "", (limits, seed, done)


def test_freed(folder):
    """Arrays that come and go at the same addresses, more than objects are kept."""
    program = os.path.join(folder, "many.q")
    write(program, MANY)
    assert CUDA.run("run", "-d", "cuda", program).stdout == "10100\n"


def main():
    with tempfile.TemporaryDirectory(prefix="redshift-textures-") as folder:
        test_results(folder)
        test_objects(folder)
        test_large(folder)
        test_divided(folder)
        test_freed(folder)


main()
