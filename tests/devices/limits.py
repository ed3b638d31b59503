# What is tested of the limits of devices: blocks, targets of kernels, arguments.
# SPDX-License-Identifier: Apache-2.0
import os
import re

# What each line tells: the largest block by gpu_feature and max_block_size (twice), opt_block_size, what a launch had,
# a bounded kernel's largest one.
BLOCKS = """function [] = __kernel__ tell(y : vec, pos : int, blkdim : int)
  y[pos] = blkdim
endfunction
function [] = __kernel__ bounded(y : vec, pos : int, blkdim : int)
  {!cuda_launch_bounds max_threads_per_block=16}
  y[pos] = blkdim
endfunction
function [] = told(name)
  y = zeros(4096)
  parallel_do(4096, y, tell)
  print name, " ", [gpu_feature("max_threads_per_block"), max_block_size(tell, 4096)[0], max_block_size(4096)[0],
    opt_block_size(tell, 4096)[0], max(y), max_block_size(bounded, 4096)[0]]
endfunction
told("first")
{!sched mode=cpu}
told("cpu")
{!sched mode=gpu}
{!sched gpu_index=0}
told("device")
print gpu_feature("cuda_arch") > 0, gpu_feature("num_sm") > 0, gpu_feature("max_warps_per_sm") > 0
c = opt_block_cnt(tell, 64, 1000000)[0]
print c < 15625, c >= gpu_feature("num_sm"), opt_block_cnt(tell, 64, 64)[0]
"""
KEPT = """function [] = __kernel__ on_gpus(x : vec, pos : int)
  {!kernel target="gpu"}
  x[pos] += 1
endfunction
function [] = __kernel__ on_cpus(x : vec, pos : int)
  {!kernel name="on_cpus"; target="cpu"}
  x[pos] += 0.5
endfunction
x = ones(5000)+2
for k=1..12
  if k==7
    {!sched mode=cpu}
  elseif k==9
    {!sched mode=gpu}
  endif
  parallel_do(5000, x, on_gpus)
  parallel_do(5000, x, on_cpus)
endfor
print x[7]
"""
LARGE_BLOCK = """function [] = __kernel__ turn(x : vec'unchecked, pos : int, blkpos : int)
  s = shared(128)
  s[blkpos] = x[pos]
  syncthreads
  x[pos] = s[127-blkpos]
endfunction
x = linspace(0,1279,1280)
for k=1..3
  parallel_do(1280, 128, x, turn)
endfor
print x[0], " ", x[127]
"""
BOUNDS = """function [] = __kernel__ own(x : vec'unchecked, pos : int, blkpos : int, blkdim : int)
  {!cuda_launch_bounds max_threads_per_block=96; min_blocks_per_sm=4}
  s = shared(128)
  s[blkpos] = x[pos]
  syncthreads
  x[pos] = s[blkdim-1-blkpos]
endfunction
function [] = __kernel__ flat(x : vec, pos : int)
  {!cuda_launch_bounds max_threads_per_block=96}
  x[pos] += 1
endfunction
function [] = __kernel__ turn(x : vec'unchecked, pos : int, blkpos : int, blkdim : int)
  s = shared(1024)
  s[blkpos] = x[pos]
  syncthreads
  x[pos] = s[blkdim-1-blkpos]
endfunction
x = linspace(0,6143,6144)
parallel_do(6144, x, own)
parallel_do(6144, 128, x, own)
parallel_do(6144, 96, x, own)
parallel_do(6144, x, flat)
for block=[32,64,192,256,1024]
  parallel_do(6144, block, x, turn)
endfor
assert(sum(x) == 6143*6144/2+6144)
print "ok"
"""


def write(file, text):
    with open(file, "w", encoding="utf-8") as out:
        out.write(text)


def make_arguments(n):
    """A program with a kernel of n arrays, of which the first becomes the sum of the others."""
    names = [f"x{i}" for i in range(n)]
    return ("function [] = __kernel__ add(" + ", ".join(f"{name} : mat" for name in names)
            + ", y : mat, pos : ivec2)\n  y[pos] = " + " + ".join(f"{name}[pos]" for name in names) + "\nendfunction\n"
            + "".join(f"{name} = zeros(20, 30)\n{name}[2,3] = {i + 1}\n" for i, name in enumerate(names))
            + "y = zeros(20, 30)\nparallel_do(size(y), " + ", ".join(names) + ", y, add)\nprint 3*y[2,3]\n")


class Limits:
    """Tests of a driver (device.py)."""

    def test_blocks(self, folder):
        """gpu_feature and the block functions tell of the device of the launch, here one with blocks of 64, and blocks
        that the program does not give are chosen for it; where the launch may go to several, for all of them."""
        program = os.path.join(folder, "blocks.q")
        small = {"POCL_MAX_WORK_GROUP_SIZE": "64", "RS_STANDIN_BLOCK": "64"}
        write(program, BLOCKS)
        of_cpu, of_device = "1024,1024,1024,256,256,16", "64,64,64,64,64,16"
        for devices, first in ((self.name, of_device), (self.name + ",cpu", of_device),
                               ("cpu", of_cpu), ("auto", of_cpu)):
            lines = self.run("run", "-d", devices, program, **small).stdout.splitlines()
            told = dict(line.split(" ", 1) for line in lines[:3])
            is_cpu = devices == "cpu" or (devices == "auto" and self.name == "opencl") # PoCL does not join
            last = of_cpu if is_cpu else of_device
            assert [told[name].strip("[ ]").replace(" ", "") for name in ("first", "cpu", "device")] \
                == [first, of_cpu, last], (devices, lines)
            if devices == self.name:
                assert lines[3:] == [f"{int(self.name == 'cuda')}11", "111"], lines

    def get_places(self, devices, program, kernel, *options, **environment):
        """The devices and reasons of the kernel's launches, in their order."""
        trace = program + ".rstrace"
        done = self.run("run", "-d", devices, *options, "--profile", trace, program, **environment)
        rows = self.query(trace, "select device from kernels where name = '" + kernel + "' order by start")
        why = {row.split(",", 1)[1] for row in self.query(trace, "select name, detail from named_events where kind = "
                                                          "'place'") if row.split(",")[0] == kernel}
        return done.stdout, rows, why

    def test_kept(self, folder):
        """{!kernel target="gpu"} keeps a kernel from the CPU, "cpu" from devices of plugins, whatever {!sched} says and
        whatever is drawn; where no device is what it names, it runs as if it said nothing."""
        program, mine = os.path.join(folder, "kept.q"), self.name + ":0"
        write(program, KEPT)
        reason = {"{!kernel target} says so"}
        for devices in self.name, "cpu," + mine:
            for seed in 0, 3:
                options = ("--set", f"RUNTIME_STRESS_PLACEMENT={seed}") if seed else ()
                output, places, why = self.get_places(devices, program, "on_gpus", *options)
                assert output == "21\n" and places == 12 * [mine], (devices, seed, output, places)
                assert seed or devices == self.name or why == reason, why
                output, places, why = self.get_places(devices, program, "on_cpus", *options)
                assert output == "21\n" and places == 12 * ["cpu"], (devices, seed, places)
                assert seed or reason <= why, why
        for kernel in "on_gpus", "on_cpus":
            assert self.get_places("cpu", program, kernel)[:2] == ("21\n", 12 * ["cpu"]), kernel

    def test_large_blocks(self, folder):
        """A block that is larger than a device has them goes to the CPU, where that is named; else it is an error at
        its line, before anything has run."""
        program = os.path.join(folder, "large-blocks.q")
        small = {"POCL_MAX_WORK_GROUP_SIZE": "64", "RS_STANDIN_BLOCK": "64"}
        write(program, LARGE_BLOCK)
        output, places, why = self.get_places(f"cpu,{self.name}:0", program, "turn", **small)
        assert output == "127 0\n" and places == 3 * ["cpu"] and why == {"its block is too large elsewhere"}, \
            (output, places, why)
        said = self.run("run", "-d", self.name, program, status=1, **small)
        assert "a block of 128 " in said.stderr and "large-blocks.q:9)" in said.stderr and said.stdout == "", said

    def test_arguments(self, folder):
        """A kernel whose arguments take more bytes than a device has for them runs on the CPU, with the reason at its
        line; one that just fits, on the device."""
        program = os.path.join(folder, "arguments.q")
        few, many = {"opencl": (10, 40), "cuda": (60, 150)}[self.name]
        for n in few, many:
            write(program, make_arguments(n))
            expected = f"{3 * n * (n + 1) // 2}\n"
            done = self.run("run", "-d", self.name, program, RS_DEBUG="launch")
            assert done.stdout == expected, done
            places = [line for line in done.stderr.splitlines() if "arguments.q:1:" in line]
            why = f"for cpu (not for {self.name}:0, since its arguments take"
            refused = [place for place in places if why in place]
            assert len(places) == 1 and len(refused) == (n == many), places
            assert self.run("run", "-d", "cpu", program).stdout == expected
        if self.name == "cuda":
            done = self.run("run", "-d", "cuda", program, RS_DEBUG="launch", RS_STANDIN_DRIVER="12010")
            assert done.stdout == expected and "arguments.q:1: compiled for cuda:0" in done.stderr, done.stderr[-300:]

    def test_bounds(self, folder):
        """The text of a kernel has the bound of its blocks that is known: what it says itself, or what its launches
        have; blocks of other sizes have a text of their own, and none is refused for its bound."""
        program, kept = os.path.join(folder, "bounds.q"), os.path.join(folder, "kept-texts")
        os.makedirs(kept)
        write(program, BOUNDS)
        done = self.run("run", "-d", self.name, "--keep-temps", kept, program)
        assert done.stdout == "ok\n", done
        found = set()
        for name in os.listdir(kept):
            if name.endswith(".cu"):
                with open(os.path.join(kept, name), encoding="utf-8") as text:
                    found.update(re.findall(r"^RS_KERNEL (?:(RS_BOUNDS\w* \([\d, ]+\)) )?void (\w+)", text.read(),
                                            re.M))
        wanted = {("own", "RS_BOUNDS_FOR (96, 4)"), ("own", "RS_BOUNDS_FOR (128, 4)"), ("flat", "RS_BOUNDS (96)"),
                  ("turn", "RS_BOUNDS (64)"), ("turn", "RS_BOUNDS (256)"), ("turn", "RS_BOUNDS (1024)")}
        names = {(name, bound) for bound, kernel in found for name in ("own", "flat", "turn") if name in kernel}
        assert names == wanted, found
