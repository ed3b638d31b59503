#!/usr/bin/env python3
# The CUDA device on the stand-in: what is there, where kernels run, and what becomes of failures.
# SPDX-License-Identifier: Apache-2.0
"""usage: check-cuda.py REDSHIFT_CLI STANDIN_FOLDER [--sweep]

The stand-in (standin/standin.h) is a driver and a compiler without a GPU, found by LD_LIBRARY_PATH. Results are those
of tests/language, which run on it, too (`run.py CLI cuda tests/language`).
--sweep: each function of the driver fails at each of its first ten calls, which takes minutes.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

from ahead import test_ahead
from device import LIMITED, OUTPUT, PROGRAM, Driver, write
from peers import test_peers

STANDIN = os.path.abspath(sys.argv[2])
CUDA = Driver(os.path.abspath(sys.argv[1]), "cuda", LD_LIBRARY_PATH=STANDIN)
cli = CUDA.run


def test_without_driver(program, folder):
    """A driver that is missing, does not start or has no device is listed with the reason; asked for by name, it is one
    sentence; auto goes on without a word."""
    none = os.path.join(folder, "none")
    os.mkdir(none)
    write(os.path.join(none, "libcuda.so.1"), "")  # in front of a real one
    for environment, reason in (({"LD_LIBRARY_PATH": none}, "no NVIDIA driver: "),
                                ({"RS_STANDIN_FAULT": "cuInit:1:100"}, "the NVIDIA driver knows no device"),
                                ({"RS_STANDIN_FAULT": "cuInit:1:719"}, "CUDA_ERROR_LAUNCH_FAILED"),
                                ({"RS_STANDIN_DEVICES": "0"}, "the NVIDIA driver knows no device"),
                                ({"RS_STANDIN_CAPABILITY": "60"}, "NVRTC 12.1 makes no code for it")):
        first = CUDA.list(**environment)[0]
        assert not first["usable"] and reason in first["reason"], (environment, first)
        said = cli("run", "-d", "cuda", program, status=2, **environment).stderr
        assert said.count("\n") == 1 and 'the device "cuda' in said and reason in said, said
        assert cli("run", program, **environment).stdout == OUTPUT


def test_auto(program, folder):
    """-d auto takes GPUs in, all of them, and nothing else; one that fails to open is left out without a word."""
    asks = os.path.join(folder, "asks.q")
    write(asks, "{!sched mode=gpu}\n" + PROGRAM)
    joined = [line for line in cli("run", asks, RS_DEBUG="launch").stderr.splitlines() if "joins" in line]
    assert joined == [f"launch: cuda:{i} joins the CPU" for i in range(2)], joined
    auto = ("run", "--set", "RUNTIME_AUTO_AFTER_MS=0")
    for text in asks, program:
        done = cli(*auto, text)
        assert done.stdout == OUTPUT and done.stderr == "", done
    for fault in "cuInit", "cuDevicePrimaryCtxRetain", "cuStreamCreate", "cuMemAlloc", "cuMemHostAlloc":
        done = cli(*auto, asks, RS_STANDIN_FAULT=f"{fault}:1:999")
        assert done.stdout == OUTPUT and done.stderr == "", (fault, done)


def test_names(program):
    names = [(device["name"], device["usable"], device["model"]) for device in CUDA.list()]
    assert names == [(f"cuda:{i}", True, f"stand-in: the processor, as GPU {i}") for i in range(2)], names
    said = cli("run", "-d", "cuda:2", program, status=2).stderr
    assert 'there is no device "cuda:2"; CUDA devices are cuda:0 to cuda:1' in said and said.count("\n") == 1, said
    assert cli("run", "-d", "cuda:1", program).stdout == OUTPUT
    assert cli("run", "-d", "cuda", program, RS_STANDIN_CAPABILITY="120").stdout == OUTPUT  # newer than the compiler


def test_pieces(folder):
    """Copies of many pieces are whole."""
    program = os.path.join(folder, "pieces.q")
    write(program, "x = reshape(0..2999999,[1000,3000])\ny = zeros(1000,3000)\nfor m=0..999\n  for n=0..2999\n"
                   "    y[m,n] = 2*x[m,n]\n  endfor\nendfor\nprint sum(abs(y-2*x)), y[999,2999]\n")
    said = cli("run", "-d", "cuda", "--double", program).stdout
    assert said == cli("run", "-d", "interp", "--double", program).stdout and "5999998" in said, said


def test_architecture(program, folder):
    """A binary is of one architecture."""
    cache, trace = os.path.join(folder, "architectures"), os.path.join(folder, "architectures.rstrace")
    for capability, compiled in (("90", "0"), ("90", "1"), ("80", "0"), ("80", "1"), ("90", "1")):
        cli("run", "-d", "cuda", "--set", "RUNTIME_CACHE_DIR=" + cache, "--profile", trace, program,
            RS_STANDIN_CAPABILITY=capability)
        assert CUDA.get_compiled(trace) == [compiled], (capability, compiled)


def test_listed_settings():
    """devices lists the settings that act on CUDA devices."""
    defaults = CUDA.list()[0]["settings"]
    assert defaults["CUDA_BACKEND_FASTMATH"] is False and defaults["CUDA_BACKEND_OPTIMIZATIONMODE"] == "O2", defaults
    rates = json.loads(cli("devices", "--json", "--bandwidth").stdout)
    assert {rate["name"] for rate in rates} >= {"cuda:0", "cuda:1"}, rates
    assert all(min(rate["in_bytes_per_second"], rate["out_bytes_per_second"]) > 1e6 for rate in rates), rates
    said = cli("devices").stdout.splitlines()
    assert "cuda, settings (run --set NAME=VALUE):" in said, said
    assert {line.split("=")[0].strip() for line in said if line.startswith("  CUDA_BACKEND_")} == set(defaults), said
    others = json.loads(cli("devices", "--json").stdout)
    assert all(device["settings"] == {} for device in others if not device["name"].startswith("cuda")), others


def test_settings(program, folder):
    """The settings of the manual's table 17.3 reach the compiler."""
    kept, trace = os.path.join(folder, "settings"), os.path.join(folder, "settings.rstrace")

    def compiled(*settings):
        words = [word for setting in settings for word in ("--set", setting)]
        done = cli("run", "-d", "cuda", "--set", "RUNTIME_CACHE_DIR=" + kept, *words, "--profile", trace, program)
        assert done.stdout == OUTPUT, done
        return CUDA.get_compiled(trace), done.stderr

    assert compiled() == (["0"], "") and compiled() == (["1"], "")
    for setting in ("TARGETARCHITECTURE=sm_75", "FLUSHTOZERO=true", "PRECISIONDIVISION=false", "PRECISIONSQRT=false",
                    "FASTMATH=true", "OPTIMIZATIONMODE=O0", "OPTIMIZATIONMODE=O1"):
        assert compiled("CUDA_BACKEND_" + setting) == (["0"], ""), setting
        assert compiled("CUDA_BACKEND_" + setting) == (["1"], ""), setting
    for setting in ("TARGETARCHITECTURE=Default", "OPTIMIZATIONMODE=O2", "PRECISIONSQRT=true"):
        assert compiled("CUDA_BACKEND_" + setting) == (["1"], ""), setting
    said = compiled("CUDA_BACKEND_TARGETARCHITECTURE=sm_13")[1]
    assert "warning: this place runs on the CPU" in said and "invalid option" in said, said


WARPS = """function [] = __kernel__ swap(x : vec, y : vec, coalesced_threads : thread_block, pos : int)
  y[pos] = coalesced_threads.shfl_xor(x[pos], 1) + coalesced_threads.any(x[pos] > 60)
endfunction
x = linspace(0,63,64)
y = zeros(64)
parallel_do([[64],[64]],x,y,swap)
print y[0], " ", y[63]
"""


def test_warps(folder):
    """Values go through a warp where it can hand them over, else through shared memory."""
    program, kept = os.path.join(folder, "warps.q"), os.path.join(folder, "warps")
    write(program, WARPS)
    os.mkdir(kept)

    def get_text(*settings, **environment):
        done = cli("run", "-d", "cuda", "--keep-temps", kept, *settings, program, **environment)
        assert (done.stdout, done.stderr) == ("1 63\n", ""), done
        texts = []
        for name in os.listdir(kept):
            with open(os.path.join(kept, name), encoding="utf-8") as file:
                texts.append(re.split(r"RS_KERNEL (?:RS_BOUNDS\w* \([\d, ]*\) )?void ", file.read())[-1])
            os.remove(os.path.join(kept, name))
        return next(text for text in texts if text.startswith("q_swap"))

    text = get_text()
    assert "RS_SHUFFLE" in text and "RS_BALLOT" in text and "RS_SHARED" not in text, text
    text = get_text("--set", "CUDA_BACKEND_WARPSHUFFLING=false")
    assert "RS_SHUFFLE" not in text and "RS_BALLOT" not in text and "RS_SHARED" in text, text


CONSTANTS = """function [] = __kernel__ reads(t : vec'hwconst, y : vec, pos : int)
  y[pos] = t[mod(7*pos, numel(t))]
endfunction
t = linspace(0,NUMBER-1,NUMBER)
y = zeros(100)
try
  parallel_do(100,t,y,reads)
  print y[1]
catch e
  print "caught"
endtry
"""


TOGETHER = """function [] = __kernel__ relax(x : mat, y : mat, n : int, pos : ivec2)
  for k = 1..n
    y[pos] = (x[mirror_ext(pos[0]-1,size(x,0)),pos[1]] + x[pos[0],mirror_ext(pos[1]+1,size(x,1))])/2
    syncthreads(grid)
    x[pos] = y[pos] + 1
    syncthreads(multi_grid)
  endfor
endfunction
function [] = __kernel__ rotate(x : vec, pos : int)
  y = x[mod(pos+1,numel(x))]
  syncthreads(grid)
  assert(y < 1e6)
  x[pos] = 2*y
endfunction
x = reshape(linspace(0,1500,1500),[30,50])
y = zeros(30,50)
parallel_do([[30,50],[8,16]], x, y, 5, relax)
parallel_do(size(x), x, y, 2, relax)
z = linspace(0,1999,2000)
parallel_do(2000, z, rotate)
large = linspace(0,19999,20000)
parallel_do(20000, large, rotate)
print x[3..5,7..9], z[0..3], z[1997..1999], large[19998..19999]
z[5] = 2e6
try
  parallel_do(2000, z, rotate)
catch e
  print e
endtry
"""


def test_together(folder):
    """Blocks that wait for each other are one launch where all of them run at a time, in whatever order they come;
    else, and where the device can't do it, the CPU's."""
    program, trace = os.path.join(folder, "together.q"), os.path.join(folder, "together.rstrace")
    write(program, TOGETHER)
    expected = cli("run", "-d", "cpu", program)

    def places(**environment):
        done = cli("run", "-d", "cuda", "--profile", trace, program, **environment)
        assert (done.stdout, done.stderr) == (expected.stdout, expected.stderr), (environment, done, expected)
        return CUDA.query(trace, "select name, track, count(*) from named_events where kind = 'kernel' and "
                                 "name in ('relax', 'rotate') group by name, track order by name, track")

    for order in "012":
        assert places(RS_STANDIN_ORDER=order) == ["relax,cuda:0,2", "rotate,cpu,1", "rotate,cuda:0,2"], order
    said = CUDA.query(trace, "select detail from named_events where kind = 'place' and track = 'cpu'")
    assert said == ["\"its blocks wait for each other, and not all run there at a time\""], said
    assert places(RS_STANDIN_COOPERATIVE="0") == ["relax,cpu,2", "rotate,cpu,3"]
    assert places(RS_STANDIN_CAPABILITY="75") == ["relax,cuda:0,2", "rotate,cpu,1", "rotate,cuda:0,2"]
    done = cli("run", "-d", "cuda", program, RS_STANDIN_FAULT="cuLaunchCooperativeKernel:1:719", status=1)
    assert "together.q:18" in done.stderr or "together.q:17" in done.stderr, done


def test_constants(folder):
    """What fits is copied into constant memory before the launch; a larger array stays where it is."""
    program = os.path.join(folder, "constants.q")
    for number, printed in (16384, "caught\n"), (16385, "7\n"):
        write(program, CONSTANTS.replace("NUMBER", str(number)))
        assert cli("run", "-d", "cuda", program).stdout == "7\n"
        done = cli("run", "-d", "cuda", program, RS_STANDIN_FAULT="cuMemcpyDtoDAsync:1:719")
        assert done.stdout == printed, (number, done)


FAULTY = """function [] = __kernel__ twice(x : mat, y : mat, pos : ivec2)
  y[pos] = 2*x[pos]
endfunction
x = reshape(linspace(1,1,60000),[200,300])
y = zeros(200,300)
try
  parallel_do(size(x),x,y,twice)
  print y[3,4]
catch e
  print "caught: ", e
endtry
print x[1,1]
"""
# what fails -> what the program prints, and what is said on standard error
FAULTS = (
    ("kernel:1:700", "caught: the device cuda:0 failed: an illegal memory access was encountered "
                     "(CUDA_ERROR_ILLEGAL_ADDRESS) (kernel twice, line 1)", ""),
    ("kernel:1:719", "caught: the device cuda:0 failed: unspecified launch failure "
                     "(CUDA_ERROR_LAUNCH_FAILED) (kernel twice, line 1)", ""),
    ("cuLaunchKernel:1:701", "caught: the device cuda:0 failed: too many resources requested for launch "
                             "(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES) (kernel twice, line 1)", ""),
    ("cuMemAllocAsync:2:2", "caught: the device cuda:0 has no memory for 240000 bytes more: out of memory", ""),
    ("cuMemcpyHtoDAsync:1:719", "caught: the device cuda:0 can't take a copy of an array: unspecified", ""),
    ("cuMemcpyDtoHAsync:1:719", "caught: the contents of an array are lost: the device cuda:0 failed", ""),
    ("cuMemHostAlloc:4:2", "caught: the device cuda:0 can't take a copy of an array: out of memory", ""),
    ("nvrtcCompileProgram:1:6", "2", "faulty.q:1: warning: this place runs on the CPU: the compiler of the device "
                                     "cuda:0 refused its text: kernel.cu(1): error: refused, as was asked for"),
    ("cuModuleLoadData:1:200", "2", "warning: this place runs on the CPU"),
    ("cuModuleGetFunction:1:500", "2", "warning: this place runs on the CPU"),
)
CLOSED = ("cuDevicePrimaryCtxRetain:1:2", "cuStreamCreate:1:2", "cuStreamCreate:3:2", "cuMemAllocAsync:1:2",
          "cuMemHostAlloc:1:2", "cuEventCreate:1:2", "cuEventCreate:2:2", "cuMemHostAlloc:3:2")


def test_faults(folder):
    """Each failure is an error that the program can catch at the kernel, or a warning there and the CPU; nothing hangs
    or crashes. A device that can't be opened is one sentence."""
    program = os.path.join(folder, "faulty.q")
    write(program, FAULTY)
    for fault, printed, said in FAULTS:
        with tempfile.TemporaryDirectory() as cache:
            done = cli("run", "-d", "cuda", "--set", "RUNTIME_CACHE_DIR=" + cache, program, RS_STANDIN_FAULT=fault)
        lines = done.stdout.splitlines()
        assert len(lines) == 2 and lines[0].startswith(printed) and lines[1] == "1", (fault, done)
        assert said in done.stderr and bool(said) == bool(done.stderr), (fault, done)
    write(program, FAULTY.replace("reshape(linspace(1,1,60000),[200,300])", "ones(200,300)"))
    for precision, fault in ("single", "cuMemsetD32Async:1:719"), ("double", "cuMemsetD2D32Async:2:719"):
        done = cli("run", "-d", "cuda", *(["--double"] if precision == "double" else []), program,
                   RS_STANDIN_FAULT=fault)
        lines = done.stdout.splitlines()
        assert lines[0].startswith("caught: the device cuda:0 can't fill an array: unspecified"), done
        assert lines[1] == "1", done
    for fault in CLOSED:
        said = cli("run", "-d", "cuda", program, status=2, RS_STANDIN_FAULT=fault).stderr
        assert "the device cuda:0 can't be opened: out of memory" in said and said.count("\n") == 1, (fault, said)


SWEEP = """function [] = __kernel__ twice(x : mat, y : mat, pos : ivec2)
  y[pos] = 2*x[pos]
endfunction
x = reshape(linspace(1,1,60000),[200,300])
y = zeros(200,300)
for k=1..3
  try
    parallel_do(size(x),x,y,twice)
    s = 0.0
    for m=0..199
      for n=0..299
        s += y[m,n]
      endfor
    endfor
    print s
  catch e
    print e
  endtry
endfor
print "end"
"""


def test_sweep(folder, times):
    """Whatever call of the driver fails, and however often it was made before: the program goes on with right numbers
    or an error, or was not begun."""
    program = os.path.join(folder, "sweep.q")
    write(program, SWEEP)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../plugins/cuda/functions.def"),
              encoding="utf-8") as declared:
        functions = re.findall(r"^RS_CU \((\w+),", declared.read(), re.M)
    assert len(functions) > 30, functions
    for function in functions:
        for number in times:
            fault = f"{function}:{number}:{2 if number % 2 else 700}"
            done = subprocess.run([CUDA.command, "run", "-d", "cuda", program], capture_output=True, text=True,
                                  timeout=60, env={**CUDA.environment, "RS_STANDIN_FAULT": fault}, check=False)
            lines = done.stdout.splitlines()
            if done.returncode == 2:
                assert not lines and done.stderr.count("\n") == 1, (fault, done)
                continue
            assert done.returncode == 0 and len(lines) == 4 and lines[3] == "end", (fault, done)
            assert all(line == "120000" or "the device cuda:0" in line for line in lines[:3]), (fault, done)


LOST = """function [] = __kernel__ twice(x : mat, y : mat, pos : ivec2)
  y[pos] = 2*x[pos]
endfunction
function [] = __kernel__ thrice(x : mat, y : mat, pos : ivec2)
  y[pos] = 3*x[pos]
endfunction
x = reshape(linspace(1,1,60000),[200,300])
y = zeros(200,300)
z = zeros(200,300)
{!sched mode=gpu; gpu_index=0}
try
  parallel_do(size(x),x,y,twice)
  syncthreads
  parallel_do(size(y),y,z,thrice)
  syncthreads
catch e
  print "first: ", e
endtry
print x[1,1], size(y)
USES
y[:,:] = 3
print y[3,4], sum(y)
{!sched mode=SECOND}
parallel_do(size(y),y,z,twice)
print z[3,4], sum(z)
"""
USE = """try
  WAY
  print "wrong"
catch e
  print e
endtry
"""
# y was written by a launch before the one that failed, z by that one
WAYS = ("print y[3,4]", "print y", "print y[0..1,4]", "s = sum(y)", "v = y+x", "v = 2*z", "z[3,4] = 1",
        "y[2,:] = x[2,:]", "y += 1", "v = copy(y)", "c = {z}\nprint c", "save(\"FOLDER/z.qd\", z)",
        "parallel_do(size(y),y,x,twice)",
        "for m=0..199\nfor n=0..299\nx[m,n] = z[m,n]\nendfor\nendfor", "if y[0,0] > 1\nprint 1\nendif",
        "{!sched mode=cpu}\nparallel_do(size(y),y,x,twice)\nsyncthreads",
        "{!sched mode=gpu; gpu_index=1}\nparallel_do(size(y),y,x,twice)\nsyncthreads",
        "{!transfer vars=y; target=cpu}", "printf(\"%f\", y[5,5])", "y[3,4] += 1", "w = z[2,2]")


def test_lost(folder):
    """Whoever uses an array whose only copy was on a device that failed is told the failure, with the kernel and its
    line, each time; written as a whole it is as before. The other device and the CPU go on."""
    program = os.path.join(folder, "lost.q")
    ways = "".join(USE.replace("WAY", way.replace("\n", "\n  ").replace("FOLDER", folder)) for way in WAYS)
    for second in ("cpu", "gpu; gpu_index=1"):
        write(program, LOST.replace("USES\n", ways).replace("SECOND", second))
        done = cli("run", "-d", "cuda:0,cuda:1", program, RS_STANDIN_FAULT="kernel:2:700")
        lines = done.stdout.splitlines()
        assert lines[0].startswith("first: the device cuda:0 failed: ") and lines[1] == "1[ 200, 300]", done
        assert lines[-2:] == ["3180000", "6360000"] and len(lines) == 4 + len(WAYS), done
        for way, said in zip(WAYS, lines[2:]):
            assert said.startswith("the contents of ") and " are lost: the device cuda:0 failed: an illegal" in said \
                and said.endswith("(kernel thrice, line 4)"), (way, said)
        assert not os.path.exists(os.path.join(folder, "z.qd"))
    write(program, LOST.replace("USES\n", "print y[3,4]\n").replace("SECOND", "cpu"))
    done = cli("run", "-d", "cuda", program, status=1, RS_STANDIN_FAULT="kernel:2:700")
    assert done.stderr.startswith(f"{program}:20:7: error: the contents of an array are lost: "), done
    assert "(kernel thrice, line 4)" in done.stderr, done


SHARES = """n = 4000
m = 64
function [] = work(x : mat, y : mat, n : int, m : int)
  {!parallel for; multi_device=true}
  for i=0..n-1
    for j=0..m-1
      y[i,j] = 2*x[i,j] + i
    endfor
  endfor
  syncthreads
endfunction
x = ones(n, m)
y = zeros(n, m)
w = zeros(n, m)
for way=0..2
  try
    if way == 0
      work(x, y, n, m)
    elseif way == 1
      n_wrong = 0
      n_written = 0
      for i=0..n-1
        for j=0..m-1
          n_written += y[i,j] != 0
          n_wrong += y[i,j] != 0 && y[i,j] != i + 2
        endfor
      endfor
      printf("%d %d %d %d\\n", y[0,0], y[n-1,0], n_wrong, mod(n_written, m))
    else
      work(y, w, n, m)
    endif
  catch e
    print "caught: ", e
  endtry
endfor
y[:,:] = 3
work(y, w, n, m)
printf("%d %d\\n", sum(x), sum(w))
"""


def test_lost_share(folder):
    """Of a launch that is divided a device fails: what all wrote is lost, the others go on. Where it has no room for
    its share, only that is not written."""
    program = os.path.join(folder, "shares.q")
    write(program, SHARES)
    right = "256000 513408000"
    for devices, failing in ("cuda:0,cuda:1", 1), ("cuda:0,cuda:1", 2), ("cpu,cuda:0", 1), ("cpu,cuda:0,cuda:1", 2):
        lines = cli("run", "-d", devices, program, RS_STANDIN_FAULT=f"kernel:{failing}:700").stdout.splitlines()
        assert len(lines) == 4 and lines[3] == right, (devices, lines)
        assert re.match(r"caught: the device cuda:[01] failed: an illegal", lines[0]), lines
        assert all(re.match(r"caught: the contents of an array are lost: the device cuda:[01] failed", line)
                   for line in lines[1:3]), lines
    for failing in 3, 4, 5, 6: # those before are of opening; each has memory for x and y, at the same time
        lines = cli("run", "-d", "cuda:0,cuda:1", program,
                    RS_STANDIN_FAULT=f"cuMemAllocAsync:{failing}:2").stdout.splitlines()
        lacks = re.match(r"caught: the device cuda:([01]) has no memory for 1024000 bytes more: ", lines[0])
        assert lacks and lines[1:] == ["0 4001 0 0" if lacks[1] == "0" else "2 0 0 0", right], (failing, lines)


LATE = """x = linspace(0,1,200000)
s = 3.0
t = 7.0
try
  s = 5.0
  for i=0..199999
    s += x[i]
  endfor
  for i=0..199999
    t += x[i]
  endfor
  s = 100.0
catch e
  print "caught: ", e
endtry
printf("%g\\n", s)
"""


def test_late_failure(folder):
    """The device fails while it makes a sum that has not been waited for: the error is that of its loop, and the
    variable has what it had before."""
    program = os.path.join(folder, "late-failure.q")
    write(program, LATE)
    done = cli("run", "-d", "cuda", program, RS_STANDIN_FAULT="kernel:1:700")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("caught: the device cuda:0 failed: ") and "line 6" in lines[0], done
    assert lines[1:] == ["5"], done


ELSEWHERE = """function [] = __kernel__ twice(x : mat, y : mat, pos : ivec2)
  y[pos] = 2*x[pos]
endfunction
x = reshape(linspace(1,1,60000),[200,300])
for k=1..4
  try
    y = zeros(200,300)
    parallel_do(size(x),x,y,twice)
    print y[3,4]
  catch e
    print "caught: ", e
  endtry
endfor
"""


def test_elsewhere(folder):
    """A device that has failed gets no more launches: the program goes on on the others, or on the CPU."""
    program, trace = os.path.join(folder, "elsewhere.q"), os.path.join(folder, "elsewhere.rstrace")
    cache = os.path.join(folder, "elsewhere-cache") # nothing is known of an earlier run: the first device begins
    write(program, ELSEWHERE)
    short = os.path.join(folder, "short.q")
    write(short, "print 1\n")
    for _ in range(3):  # what devices can do is measured: no kernel of the program's is the second one then
        cli("run", "-d", "cuda:0,cuda:1", "--set", "RUNTIME_CACHE_DIR=" + cache, "--profile", trace, short)
    for devices, other in (("cuda", "cpu"), ("cuda:0,cuda:1", "cuda:1")):
        lines = cli("run", "-d", devices, "--set", "RUNTIME_CACHE_DIR=" + cache, "--profile", trace, program,
                    RS_STANDIN_FAULT="kernel:2:700").stdout.splitlines()
        assert lines[0] == "2" and lines[1].startswith("caught: the device cuda:0 failed: "), lines
        assert lines[2:] == ["2", "2"], lines
        places = CUDA.query(trace, "select track from named_events where kind = 'kernel' and name = 'twice' "
                                   "order by parent")
        assert places[0] == "cuda:0" and places[-2:] == [other, other], places


def test_lines(folder):
    """What nobody catches ends the program, and names the kernel and its line."""
    program = os.path.join(folder, "uncaught.q")
    write(program, "\n".join(FAULTY.splitlines()[:5]) + "\nparallel_do(size(x),x,y,twice)\nprint y[3,4]\n")
    done = cli("run", "-d", "cuda", program, status=1, RS_STANDIN_FAULT="kernel:1:700")
    assert done.stderr.startswith(f"{program}:") and "(kernel twice, line 1)" in done.stderr and not done.stdout, done


LONG = """y = zeros(70000,3,1,1)
for m=0..69999
  for n=0..2
    for k=0..0
      y[m,n,k,0] = 10*m+n
    endfor
  endfor
endfor
z = zeros(70000,2,2,1)
for m=0..69999
  for n=0..1
    for k=0..1
      for l=0..0
        z[m,n,k,l] = 10*m+2*n+k
      endfor
    endfor
  endfor
endfor
print y[65534,1,0,0],y[65535,2,0,0], y[69999,2,0,0], sum(y)-30*69999*35000-3*70000
print z[32766,1,1,0], z[32767,0,1,0], z[32768,1,0,0], z[69999,1,1,0], sum(z)-40*69999*35000-6*70000
"""


def test_long(folder):
    """More blocks than a device counts in its second and third dimension are several launches."""
    program = os.path.join(folder, "long.q")
    write(program, LONG)
    done = cli("run", "-d", "cuda", "--double", program, RS_DEBUG="launch")
    assert done.stdout == "6553416553526999920\n3276633276713276826999930\n", done.stdout
    assert done.stderr.count("compiled for cuda:0") >= 2, done.stderr


BLOCKS = """function [] = __kernel__ sums(x : vec'unchecked, pos : int, blkpos : int)
  s = shared(COUNT)
  s[blkpos] = x[pos]
  syncthreads
  if blkpos == 0
    x[pos] = s[COUNT-1]
  endif
endfunction
x = ones(COUNT)
parallel_do([COUNT], [COUNT], x, sums)
print x[0]
"""


def test_limits(folder):
    """Blocks as large as the device has them run, in any order of their threads; larger ones are an error before the
    launch."""
    program = os.path.join(folder, "blocks.q")
    write(program, BLOCKS.replace("COUNT", "1024"))
    for order in range(3):
        assert cli("run", "-d", "cuda", program, RS_STANDIN_ORDER=str(order)).stdout == "1\n"
    write(program, BLOCKS.replace("COUNT", "2048"))
    said = cli("run", "-d", "cuda", program, status=1).stderr
    assert "2048" in said and "block" in said and "blocks.q:" in said, said
    write(program, BLOCKS.replace("COUNT", "2048").replace("parallel_do([2048], [2048], x, sums)", REFUSED))
    said = cli("run", "-d", "cuda", program).stdout.splitlines()
    assert len(said) == 2 and said[0].startswith("a block of 2048 ") and said[1] == "1", said


# what a launch that can't begin would have changed is as it was
REFUSED = """try
  parallel_do([2048], [2048], x, sums)
  syncthreads
catch e
  print e
endtry"""
CONFIGURATION = """<quasar>
  <computation-engine name="A small device" short-name="small">
    <cpu-device num-threads="2" />
    <cuda-device ordinal="1" memory-limit="1000k" />
  </computation-engine>
</quasar>
"""


def test_memory(folder):
    """A device that is full gives up arrays that nobody uses, whether devices.xml limits it or it has no more."""
    home, program = os.path.join(folder, "redshift"), os.path.join(folder, "limited.q")
    trace = os.path.join(folder, "limited.rstrace")
    os.makedirs(home, exist_ok=True)
    write(os.path.join(home, "devices.xml"), CONFIGURATION)
    write(program, LIMITED)
    expected = cli("run", "-d", "interp", program).stdout
    done = cli("run", "-d", "small", "--profile", trace, program, XDG_CONFIG_HOME=folder)
    assert done.stdout == expected, done
    assert CUDA.count_evictions(trace, "cuda:1") > 5
    done = cli("run", "-d", "cuda", "--set", "RUNTIME_GPU_RESERVEDMEM=0", "--profile", trace, program,
               RS_STANDIN_MEMORY="1000000")
    assert done.stdout == expected, done
    assert CUDA.count_evictions(trace, "cuda:0") > 5


ROOM = """function [] = __kernel__ step(x : mat, y : mat, pos : ivec2)
  y[pos] = 2*x[pos] + 1
endfunction
x = ones(1000, 1000)
y = zeros(1000, 1000)
for k=1..5
  parallel_do(size(x), x, y, step)
  parallel_do(size(x), y, x, step)
endfor
z = x + y
print x[3,4], " ", y[5,6], " ", sum(z)
"""


def told(done):
    return done.stderr.count("\n") == 1 and "[W1003]" in done.stderr


def test_room(folder):
    """What doesn't fit beside what other programs use runs on the CPU: arrays of 4 MB where 6 MB are left."""
    program, trace = os.path.join(folder, "room.q"), os.path.join(folder, "room.rstrace")
    write(program, ROOM)
    expected = cli("run", "-d", "interp", program).stdout
    auto = ("--set", "RUNTIME_AUTO_DEVICES=cuda:0", "--set", "RUNTIME_AUTO_AFTER_MS=0")
    for options in ("-d", "cuda"), ("-d", "cpu,cuda:0"), auto:
        for left in 6000000, 1 << 30:
            done = cli("run", *options, "--profile", trace, program, RS_STANDIN_TAKEN=str((1 << 30) - left))
            assert done.stdout == expected and (done.stderr == "" or (left == 6000000 and told(done))), (options, done)
            assert left > 6000000 or options[1] != "cuda" or told(done), (options, done)
            places = CUDA.query(trace, "select distinct device from kernels where name = 'step' order by 1")
            assert left > 6000000 or places == ["cpu"], (options, places)
            assert left == 6000000 or options[1] != "cuda" or places == ["cuda:0"], (options, places)
    for settings, left, place in (("RUNTIME_GPU_RESERVEDMEM=0",), 14000000, "cuda:0"), \
            (("RUNTIME_GPU_RESERVEDMEM=6",), 14000000, "cpu"), (("RUNTIME_GPU_RESERVEDMEM=160",), 150000000, "cpu"), \
            (("RUNTIME_GPU_RESERVEDMEM=0", "RUNTIME_GPU_MEMORYMODEL=SmallFootprint"), 14000000, "cpu"), \
            (("RUNTIME_GPU_RESERVEDMEM=0",), 8500000, "cpu"), \
            (("RUNTIME_GPU_RESERVEDMEM=0", "RUNTIME_GPU_MEMORYMODEL=LargeFootprint"), 8500000, "cuda:0"):
        options = [word for setting in settings for word in ("--set", setting)]
        done = cli("run", "-d", "cuda", *options, "--profile", trace, program, RS_STANDIN_TAKEN=str((1 << 30) - left))
        # The sum needs three arrays.
        is_told = place == "cpu" or left < 12000000
        assert done.stdout == expected and (told(done) if is_told else done.stderr == ""), (options, done)
        places = CUDA.query(trace, "select distinct device from kernels where name = 'step' order by 1")
        assert places == [place], (options, left, places)


def main():
    with tempfile.TemporaryDirectory(prefix="redshift-devices-") as folder:
        program = os.path.join(folder, "p.q")
        write(program, PROGRAM)
        test_without_driver(program, folder)
        test_names(program)
        test_auto(program, folder)
        CUDA.test_names(program, 2)
        CUDA.test_places(program)
        CUDA.test_targets(folder)
        CUDA.test_blocks(folder)
        CUDA.test_arguments(folder)
        CUDA.test_kept(folder)
        CUDA.test_bounds(folder)
        test_peers(CUDA, folder)
        CUDA.test_large_blocks(folder)
        CUDA.test_trace(program, folder)
        CUDA.test_running_sums(folder)
        CUDA.test_contraction(folder)
        CUDA.test_copies(folder)
        CUDA.test_pipeline(folder)
        CUDA.test_products(folder, False)
        CUDA.test_library(folder, False)
        CUDA.test_pipelines(folder)
        CUDA.test_built_ins(0, 12)
        CUDA.test_small_parts(folder)
        CUDA.test_cache(program, folder)
        CUDA.test_cache_of_two(program, folder)
        CUDA.test_alloc(folder)
        CUDA.test_stop(folder)
        CUDA.test_late(folder)
        test_late_failure(folder)
        CUDA.test_dealt(folder)
        CUDA.test_dealt_parts(folder)
        CUDA.test_divided(folder)
        CUDA.test_forms(folder)
        CUDA.test_shares(folder)
        CUDA.test_again(folder)
        CUDA.test_stop_while_compiling(folder)
        CUDA.test_full(folder)
        CUDA.test_no_room(folder)
        CUDA.test_asked_room(folder)
        CUDA.test_no_room_for_result(folder)
        test_pieces(folder)
        test_architecture(program, folder)
        test_ahead(CUDA, folder, STANDIN)
        test_settings(program, folder)
        test_listed_settings()
        test_warps(folder)
        test_together(folder)
        test_constants(folder)
        test_faults(folder)
        test_sweep(folder, range(1, 11) if "--sweep" in sys.argv else (2,))
        test_lines(folder)
        test_room(folder)
        test_lost(folder)
        test_lost_share(folder)
        test_elsewhere(folder)
        test_limits(folder)
        test_long(folder)
        test_memory(folder)


if __name__ == "__main__":
    main()
