#!/usr/bin/env python3
"""The kernel passes as a user sees them: each does what its name says, tells what it did, and can be left out.

usage: check-passes.py REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile

CLI = os.path.abspath(sys.argv[1])

# pass: (kernel, regular expression for the IR behind the pass that does not fit the IR before it, what --passes says of
# it)
CASES = {
    "simplify": ("""function [] = __kernel__ k(y : vec'unchecked, pos : int)
    y[pos] = y[pos] / 4
endfunction""", r"\(mul \(load .*\) f32:0.25\)", r"operations computed or shortened"),
    "structure": ("""function [] = __kernel__ k(y : vec'unchecked, pos : int)
    if y[pos] > 0
        return
    endif
    y[pos] = 1
endfunction""", r"\(do\) \(do \(store", r"line 3: early ends turned into branches"),
    "propagate": ("""function [] = __kernel__ k(y : vec'unchecked, pos : int)
    i = pos + 1
    y[i] = 1
endfunction""", r"store .*\(\(add \(position 0\) 1\)\)", r"line 4: variables replaced by the index"),
    "dead-code": ("""function [] = __kernel__ k(y : vec'unchecked, pos : int)
    i = pos + 1
    y[i] = 1
endfunction""", r"\(body \(do \(store", r"line 3: statements without effect dropped"),
    "narrow": ("""function [] = __kernel__ k(x : vec[uint8]'unchecked, y : vec'unchecked, pos : int)
    y[pos] = x[pos] + 7
endfunction""", r"i32:7", r"line 3: whole numbers computed in 32 bits"),
    "knowledge": ("""function [] = __kernel__ k(x : vec, y : vec'unchecked, n : int, pos : int)
    assert(n >= 0 && n < size(x,1))
    y[pos] = x[n]
endfunction""", r"load @\d.0 unchecked 4", r"line 4: boundary checks of `x` left out"),
    "item-interleaving": ("""function [] = __kernel__ k(x : mat'unchecked, y : mat'unchecked, pos : int)
    sum = 0.0
    for n=0..size(x,1)-1
        sum += x[pos,n]
        y[pos,n] = sum
    endfor
endfunction""", r"\(interleaved 4\)", r"4 work items run in turn"),
    "blocks-together": ("function [] = __kernel__ "
                        "k(x : vec'unchecked, y : vec'unchecked, pos : int, blkpos : int, blkdim : int)" """
    s = shared(blkdim)
    s[blkpos] = x[pos]
    syncthreads
    for d=0..4
        v = s[xor(blkpos, 2^d)]
        syncthreads
        s[blkpos] += v
        syncthreads
    endfor
    y[pos] = s[blkpos]
endfunction""", r"\(together 16\)", r"16 blocks run together"),
    "parallel-reduction": ("""function [] = __kernel__ k(x : vec'unchecked, s : vec'unchecked, pos : int)
    s[0] += x[pos]
endfunction""", r"\(total 3 add", r"line 3: updates of `s` added up in each box"),
    "array-caching": ("""function [] = __kernel__ k(x : vec'unchecked, h : vec'unchecked, pos : int)
    h[int(x[pos])] += 1
endfunction""", r"\(bins 2\)", r"`h` may have a copy in each box"),
    "boundary-checks": ("""function [] = __kernel__ k(x : mat'mirror, y : mat, pos : ivec2)
    y[pos] = x[pos + [1,0]] + x[pos[0], int(x[pos])]
endfunction""", r"\(interior .*unchecked", r"line 3: boundary checks of `x` left out in the interior: 2 of 3"),
    "flattening": ("""function [] = __kernel__ k(x : cube'unchecked, y : cube'unchecked, pos : ivec3)
    y[pos] = 2 * x[pos]
endfunction""", r"\(collapsed 0", r"dimensions 1 to 3 of the grid run as one"),
    "simd-divergence": ("""function [] = __kernel__ k(y : mat'unchecked, pos : ivec2)
    n = 0.0
    a = pos[0] / 100.0
    while a < 4
        a = a * a + 0.3
        n += 1
    endwhile
    y[pos] = n
endfunction""", r"\(lanes 32\)", r"32 work items run in step"),
    "simd-processing": ("""function [] = __kernel__ k(x : mat'unchecked, y : mat'unchecked, r : int, pos : ivec2)
    sum = 0.0
    for i=0..r
        sum += x[pos + [0,i]]
    endfor
    y[pos] = sum
endfunction""", r"\(strip 64 f32\)", r"a row runs in strips of 64 work items"),
    "border-padding": ("""function [] = __kernel__ k(x : mat'mirror, y : mat'unchecked, r : int, pos : ivec2)
    sum = 0.0
    for i=-r..r
        for j=-2..2
            sum += j * x[pos + [i,j]]
        endfor
    endfor
    y[pos] = sum
endfunction""", r"\(pad", r"near the border a copy of `x` that goes on"),
    "tiling": ("""function [] = __kernel__ k(x : mat'unchecked, y : mat'unchecked, pos : ivec2)
    y[pos] = x[pos[1],pos[0]]
endfunction""", r"\(tile 32 0\)", r"a box runs in tiles of 32 x 32 work items"),
    "loop-unrolling": ("""function [] = __kernel__ k(x : mat'mirror, y : mat'unchecked, pos : ivec2)
    best = x[pos]
    for i=-1..1
        if x[pos + [0,i]] > best
            best = x[pos + [0,i]]
        endif
    endfor
    y[pos] = best
endfunction""", r"interior (?!.*\(loop )", r"line 4: loops of 3 iterations unrolled"),
    "texture-sampling": ("""function [] = __kernel__ k(x : vec'hwtex_linear, y : vec'unchecked, pos : int)
    y[pos] = x[0.5 * pos]
endfunction""", r"\(add \(mul \(sub f32:1 %\d\) \(load .*\(mul %\d \(load ",
                         r"line 3: loads in the place of what a texture is read for: 2"),
    "nested-launches": ("""function [] = __kernel__ k(y : mat'unchecked, row : int, pos : int)
    y[row, pos] = pos
endfunction
function [] = __kernel__ outer(y : mat'unchecked, pos : int)
    parallel_do(size(y,1), y, pos, k)
endfunction""", r"(?s)^(?!.*launch-1).*\(loop ",
                        r"line 6: launches inside of the kernel as loops \(dimensions: 1\)"),
    "group-exchange": ("""function [] = __kernel__ k(y : vec'unchecked, pos : int, coalesced_threads : thread_block)
    y[pos] = coalesced_threads.shfl_down(y[pos], 1)
endfunction""", r'shared "exchange" SINGLE', r"values that work items give each other go through shared memory"),
    "cpu-skeleton": ("""function [] = __kernel__ k(y : vec'unchecked, blkpos : int, blkdim : int, pos : int)
    s = shared(blkdim)
    s[blkpos] = y[pos]
    syncthreads
    y[pos] = s[blkdim - 1 - blkpos]
endfunction""", r"\(blocks regions", r"the work items of a block run region by region"),
    "branch-elements": ("""function [] = __kernel__ k(x : vec'unchecked, y : vec'unchecked, pos : int)
    if y[pos] > 0
        x[pos] += 1
    endif
    y[pos] = x[pos]
endfunction""", r"\(f32 \"x\" 1\)", r"line 4: the element of `x` is kept in a local"),
    "gather-loads": ("""function [] = __kernel__ k(x : vec'safe, m : vec'unchecked, y : vec'unchecked, pos : int)
    n = int(floor(m[pos]))
    y[pos] = x[n] + x[n + 1]
endfunction""", r"\(gathers 2\).*\(i64 \"n\" 1 index\)", r"elements at computed positions are read by gathers"),
    "small-integers": ("""function [] = __kernel__ k(x : vec[uint8]'unchecked, y : vec[uint8]'unchecked, pos : int)
    y[pos] = max(x[pos], x[pos + 1])
endfunction""", r"\(max UINT8 ", r"minima and maxima in 8 or 16 bits"),
    "overlapping-rows": ("""function [] = __kernel__ k(x : mat'mirror, y : mat'unchecked, pos : ivec2)
    y[pos] = x[pos + [0,1]] - x[pos]
endfunction""", r"\(overlap 16\)", r"the last 16 work items of a row run as a whole vector"),
    "border-function": ("""function [] = __kernel__ k(x : mat'mirror, y : mat'unchecked, pos : ivec2)
    y[pos] = x[pos + [0,1]] - x[pos]
endfunction""", r"\(border-function\)", r"the border is a function of its own"),
    "row-sums": ("""function [] = __kernel__ k(x : mat'unchecked, y : vec'unchecked, pos : int)
    sum = 0.0
    for n=0..size(x,1)-1
        sum += x[pos,n]
    endfor
    y[pos] = sum
endfunction""", r"in-lanes\)", r"sums along rows are made in vectors"),
}
# Loops that are built when they are reached: what RS_DEBUG=passes says of the pass.
REACHED = {
    "loop-skewing": ("x = ones(90,90)\nfor m=0..89\n    for n=0..89\n        x[m,n] += 0.5*x[m,n-1] - x[m-1,n+2]\n    "
                     "endfor\nendfor\nprint x[4,4]\n",
                     r"line 2: two rows run together, the second 2 columns behind"),
    "prefix-sum": ("x = ones(50000)\ny = zeros(50000)\ns = 0.0\nfor n=0..49999\n    s += x[n]\n    y[n] = "
                   "s\nendfor\nprint y[49998]\n",
                   r"boxes run side by side, each when it is known what those before it add"),
    "vector-scan": ("x = ones(50000)\ny = zeros(50000)\ns = 0.0\nfor n=0..49999\n    s += x[n]\n    y[n] = "
                    "s\nendfor\nprint y[49998]\n",
                    r"running sums are made in SIMD vectors"),
    "counting-loops": ("x = ones(500)\nk = 0\nwhile k < 500 && x[k] > 0\n    x[k] = x[k-1]*0.5 + 1\n    k += 1\n"
                       "endwhile\nprint x[4]\n", r"line 3: a `while` loop that counts has a counter"),
    "look-ahead": ("x = ones(500)\nm = 0.0\nk = 0\nfor n=0..499\n    if x[n] > m\n        m = x[n]\n        k = n\n"
                   "    endif\nendfor\nprint m + k\n",
                   r"line 4: a loop looks ahead for iterations that do something"),
    "apart": ("x = ones(50)\nfor j=0..49\n    for i=j+1..49\n        x[i] += 0.5*x[j]\n    endfor\nendfor\n"
              "print x[4]\n",
              r"line 3: iterations of a loop touch different elements"),
    "scalar-replacement": ("x = ones(500)\nfor n=0..499\n    x[n] += 0.5*x[n-1] - x[n-2]\nendfor\nprint x[4]\n",
                           r"line 2: elements of `x` are kept in locals between iterations"),
    "single-precision": ("x = ones(500)\nfor n=1..499\n    x[n] = x[n-1]*x[n]\nendfor\nprint x[4]\n",
                         r"line 3: operations in single precision"),
    "element-registers": ("x = rand(50,50)\ny = zeros(50)\nfor m=0..49\n    for n=0..49\n        y[m] += x[m,n]\n"
                          "    endfor\nendfor\nprint y[4]\n",
                          r"line 3: an element of `y` is kept in a local while a loop updates it"),
    "conditional-sums": ("x = rand(5000)\ns = 0.0\nfor n=0..4999\n    if x[n] > 0.5\n        s += x[n]\n    endif\n"
                         "endfor\nprint s\n", r"line 4: the sum `s` takes a choice, not a branch"),
    "pairwise-sums": ("x = rand(100,100)\ns = 0.0\nfor m=0..99\n    for n=0..99\n        s += x[m,n]\n    endfor\n"
                      "endfor\nprint s > 0\n",
                      r"long rows are added up by fours in single precision"),
}
# What the builder decides, before the passes.
BUILT = {
    "% sum\nx = rand(100,100)\ns = 0.0\nfor m=0..99\n    for n=0..99\n        s += x[m,n]\n    endfor\nendfor\n":
        r"`s` is reduced in parallel \(sum\)",
    "% down columns\nx = rand(100,100)\nfor n=0..99\n    for m=0..99\n        x[m,n] = x[m-1,n] * 0.5 + x[m,n]\n    "
    "endfor\nendfor\n":
        r"level 2 of the nest runs in order, around rows of level 1",
    "% columns first\nx = rand(100,100)\ns = 0.0\nfor n=0..99\n    for m=0..99\n        s += x[m,n]\n    "
    "endfor\nendfor\n":
        r"`s` is reduced in parallel \(sum\) line 4: level 1 of the nest becomes the last dimension, which goes along "
        r"memory",
    "% prefix sum\nx = rand(100)\ny = rand(100)\ns = 0.0\nfor m=0..99\n    s += x[m]\n    y[m] = s\nendfor\n":
        r"`s` is summed up in boxes, each from what those before it have come to \(sum\)",
}


def emit(path, *options):
    done = subprocess.run([CLI, "emit", "--stage", "kernel", *options, path], stdin=subprocess.DEVNULL,
                          capture_output=True,
                          timeout=60)
    assert done.returncode == 0, (options, done.stderr.decode())
    return " ".join(done.stdout.decode().split())


def write(folder, text):
    path = os.path.join(folder, "k.q")
    with open(path, "w") as file:
        file.write(text)
    return path


def get_boxes(program, kernel):
    """Of each launch of a kernel in two dimensions: how many boxes, and their rows and columns."""
    done = subprocess.run([CLI, "run", "-d", "cpu", program], capture_output=True, timeout=120, text=True,
                          env={**os.environ, "RS_DEBUG": "boxes"})
    assert done.returncode == 0, done.stderr
    found = re.findall(r"boxes: .*:\d+: `" + kernel + r"` has (\d+) of (\d+) x (\d+) work items\n", done.stderr)
    return [tuple(map(int, launch)) for launch in found]


def get_passes():
    """The names of all passes, from the message about one that is not there."""
    done = subprocess.run([CLI, "emit", "--stage", "kernel", "--without", "none", "k.q"], capture_output=True,
                          timeout=60)
    assert done.returncode == 2
    return re.search(r"the passes are (.*)", done.stderr.decode()).group(1).split(", ")


# Blocks of a row each, whose work items use shared memory by computed indices.
TOGETHER = """function [] = __kernel__ sort_rows(x : mat'unchecked, pos : ivec2, blkpos : ivec2)
    s = shared(64)
    j = blkpos[1]
    s[j] = x[pos]
    syncthreads
    k : int = 2
    while k <= 64
        m : int = k / 2
        while m > 0
            other = xor(j, m)
            if other > j && (s[j] > s[other]) == (and(j, k) == 0)
                a = s[j]
                s[j] = s[other]
                s[other] = a
            endif
            syncthreads
            m = m / 2
        endwhile
        k = 2*k
    endwhile
    x[pos] = s[j]
endfunction
x = rand(5003,64)
{!interpreted for}
for k=1..8
    parallel_do([size(x),[1,64]], x, sort_rows)
endfor
print x[0,0] <= x[0,1]
"""


def test_boxes_of_blocks(folder):
    """Blocks that run together do so in all boxes: none leaves some over but the last of a launch."""
    boxes = get_boxes(write(folder, TOGETHER), "sort_rows")
    assert len(boxes) == 8 and all(n > 1 for n, _, _ in boxes), boxes
    assert all(rows % 16 == 0 and columns == 64 for _, rows, columns in boxes), boxes


def test_reached(folder, name, program, said):
    path = write(folder, program)
    outputs = []
    for off in ([], ["--set", "COMPILER_PASSES_OFF=" + name]):
        done = subprocess.run([CLI, "run", "-d", "cpu", *off, path], capture_output=True, timeout=60, text=True,
                              env={**os.environ, "RS_DEBUG": "passes"})
        assert done.returncode == 0, (name, done.stderr)
        assert bool(re.search(said, done.stderr)) == (not off), (name, done.stderr)
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1], (name, outputs)


def test_each(folder, passes):
    for i, name in enumerate(passes):
        if name in REACHED:
            test_reached(folder, name, *REACHED[name])
            continue
        assert name in CASES, "a pass without a test here: " + name
        kernel, shape, said = CASES[name]
        path = write(folder, "% a pass\n" + kernel + "\n")
        before = emit(path, "--after", passes[i - 1]) if i > 0 else None
        behind = emit(path, "--after", name)
        behind = re.sub(r"\b(\d+):\d+ ", r"\1 ", behind)  # without columns
        assert re.search(shape, behind), (name, behind)
        assert before is None or not re.search(shape, before), (name, before)
        listed = emit(path, "--passes")
        assert re.search(name + " " + ("" if said.startswith("line") else "(line \\d+: )?") + said, listed), (name,
            listed)
        if name == "texture-sampling":
            assert "(sample f32 @0 linear" in emit(path, "--after", "build"), name
        if name in ("texture-sampling", "group-exchange", "cpu-skeleton"):
            refused = subprocess.run([CLI, "emit", "--stage", "c", "--without", name, path], capture_output=True,
                                     timeout=60)
            assert f"it needs `{name}`, which is switched off".encode() in refused.stderr, refused
            early = subprocess.run([CLI, "emit", "--stage", "c", "--after",
                                    "build" if name == "texture-sampling" else "simplify", path], capture_output=True,
                                   timeout=60)
            last = "texture-sampling" if name == "texture-sampling" else "cpu-skeleton"
            assert f"can be written behind the pass `{last}` only".encode() in early.stderr + early.stdout, early
            continue
        assert re.search(name + " -", emit(path, "--passes", "--without", name)), name
        assert not re.search(shape, emit(path, "--after", name, "--without", name)), name


def test_built(folder):
    for program, said in BUILT.items():
        listed = emit(write(folder, program), "--passes")
        assert re.search("build line \\d+: " + said, listed), listed


def test_run(folder, passes):
    """RS_DEBUG=passes in a run, the setting, and a name that is not there."""
    kernel = CASES["loop-unrolling"][0]
    path = write(folder, "% a pass\n" + kernel
                 + "\nx = eye(30)\ny = zeros(30,30)\nparallel_do(size(y),x,y,k)\nprint sum(y)\n")
    command = [CLI, "run", "-d", "cpu"]
    environment = dict(os.environ, RS_DEBUG="passes")
    done = subprocess.run([*command, path], capture_output=True, env=environment, timeout=60)
    assert done.stdout == b"88\n" and b"loops of 3 iterations unrolled" in done.stderr, done
    done = subprocess.run([*command, "--set", "COMPILER_PASSES_OFF=" + ",".join(passes), path], capture_output=True,
                          env=environment, timeout=60)
    assert done.stdout == b"88\n" and b"unrolled" not in done.stderr, done
    done = subprocess.run([*command, "--set", "COMPILER_PASSES_OFF=unrolling", path], capture_output=True, timeout=60)
    told = b"COMPILER_PASSES_OFF: there is no pass `unrolling`; the passes are texture-sampling, nested-launches"
    assert done.returncode == 2 and told in done.stderr, done


# {!kernel_tiling} and {!kernel_transform} in a kernel over two dimensions: what the list says, and of which pass.
WISHES = [
    ('kernel_tiling dims=[8,32,1]; mode="global"; target="cpu"', "tiling",
     r"line 2: threads take boxes of 8 x 32 work items, as is asked for"),
    ('kernel_tiling dims=[8]; mode="global"', "build",
     r"line 2: {!kernel_tiling} is ignored: dims has 1 number, and there are 2 dimensions to tile"),
    ('kernel_tiling dims=[8,8]; mode="global"; target="gpu"', "build",
     r"line 2: {!kernel_tiling} is for another target than the CPU"),
    ('kernel_tiling dims=auto; mode="global"', "build",
     r"line 2: the sizes of boxes follow from the time that work items take \(dims=auto\)"),
    ('kernel_tiling dims=[1,32]; mode="local"', "simd-processing",
     r"a row runs in strips of 32 work items, as SIMD vectors line 2: strips are asked for"),
    ('kernel_tiling dims=[2,32]; mode="local"', "build",
     r"line 2: local {!kernel_tiling} is ignored: a vector holds neighbours along the last dimension"),
    ('kernel_transform enable="simdprocessing"; numel=16', "simd-processing",
     r"a row runs in strips of 16 work items, as SIMD vectors line 2: strips are asked for"),
    ('kernel_transform enable="simdprocessing"; target="cuda"', "build",
     r"line 2: {!kernel_transform} is for another target than the CPU"),
    ('kernel_transform enable="localwindow"', "build",
     r"line 2: {!kernel_transform} has nothing to do on the CPU: the processor's caches keep"),
]


def test_wishes(folder):
    kernel = ("function [] = __kernel__ k(x : mat'unchecked, y : mat'unchecked, pos : ivec2)\n    {!%s}\n%s\n"
              "endfunction\n")
    for attribute, name, said in WISHES:
        listed = emit(write(folder, kernel % (attribute, "    y[pos] = 2*x[pos]")), "--passes")
        assert re.search(name + " " + said, listed), (attribute, listed)
    blocks = kernel.replace("pos :", "blkpos : ivec2, pos :") % (WISHES[0][0],
                                                                 "    s = shared(8,8)\n    s[blkpos] = x[pos]\n"
                                                                 "    syncthreads\n    y[pos] = "
                                                                 "s[7-blkpos[0],blkpos[1]]")
    listed = emit(write(folder, blocks), "--passes")
    assert ("the boxes that are asked for are not made: a kernel with shared memory or barriers runs block by block"
            in listed), listed
    path = write(folder, kernel % (WISHES[0][0], "    y[pos] = 2*x[pos]"))
    listed = emit(path, "--passes", "--without", "tiling")
    assert "the boxes that are asked for are not made: the pass is switched off" in listed, listed


def test_asked_boxes(folder):
    """Threads take the boxes that a kernel asks for."""
    text = ("function [] = __kernel__ k(x : mat, y : mat, pos : ivec2)\n"
            "    {!kernel_tiling dims=[40,64]; mode=\"global\"}\n    y[pos] = 2*x[pos]\n"
            "endfunction\nx = ones(400,640)\ny = zeros(400,640)\nparallel_do(size(x),x,y,k)\nprint y[399,639]\n")
    assert get_boxes(write(folder, text), "k") == [(100, 40, 64)]


def test_unroll_attribute(folder):
    loop = ("function [] = __kernel__ k(y : vec'unchecked, n : int, pos : int)\n  s = 0.0\n%s\n  for i = 0..%s\n"
            "    s = s * 2 + i\n  end\n  y[pos] = s\nend")
    path = write(folder, loop % ("  {!unroll times=4}", "n"))
    assert "line 4: loops with 4 iterations a round" in emit(path, "--passes")
    code = subprocess.run([CLI, "emit", "--stage", "c", path], capture_output=True, text=True, timeout=60,
                          check=True).stdout
    assert code.count("GCC unroll 4") > 0, code
    assert "line 4: loops of 45 iterations unrolled" in emit(write(folder, loop % ("  {!unroll}", "44")), "--passes")
    assert "unrolled" not in emit(write(folder, loop % ("", "44")), "--passes")
    assert "unrolled" not in emit(write(folder, loop % ("  {!unroll times=1}", "3")), "--passes")


# Sums whose roundings show what was added in which order: products, which other statements use, too.
THREADS = """x = zeros(900,301)
{!interpreted for}
for i=0..899
    for j=0..300
        x[i,j] = mod(i*7919 + j*104729, 1013) / 1013
    endfor
endfor
function y : mat = sums(x : mat'circular, z : mat)
    y = zeros(size(x))
    s = 0.1
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            s += x[i,j] * x[i,j+1] + x[i-1,j] * 0.3
            z[i,j] = x[i,j] * x[i,j+1]
            y[i,j] = s
        endfor
    endfor
    for j=0..size(x,1)-1
        printf("%.17g ", s)
    endfor
endfunction
z = zeros(900,301)
y = sums(x, z)
for i=0..899
    printf("%.9g %.9g %.9g\\n", y[i,7], y[i,300], z[i,9])
endfor
"""


def test_threads(folder):
    """Running sums do not depend on the number of threads."""
    path, outputs = write(folder, THREADS), set()
    for threads in ("1", "2", "3"):
        for options in ([], ["--double"]):
            done = subprocess.run([CLI, "run", "-d", "cpu", *options, "--set", "RUNTIME_OPENMP_THREADS=" + threads,
                                   path],
                                  capture_output=True, timeout=60)
            assert done.returncode == 0, done.stderr.decode()
            outputs.add((*options, done.stdout))
    assert len(outputs) == 2, outputs


def main():
    passes = get_passes()
    with tempfile.TemporaryDirectory() as folder:
        test_each(folder, passes)
        test_built(folder)
        test_run(folder, passes)
        test_unroll_attribute(folder)
        test_wishes(folder)
        test_asked_boxes(folder)
        test_boxes_of_blocks(folder)
        test_threads(folder)


if __name__ == "__main__":
    main()
