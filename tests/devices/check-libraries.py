#!/usr/bin/env python3
# cuBLAS, cuFFT and cuSOLVER behind the built-in functions of CUDA devices, on stand-ins over OpenBLAS and FFTW.
# SPDX-License-Identifier: Apache-2.0
"""usage: check-libraries.py REDSHIFT_CLI STANDIN_FOLDER [SEED] [--all]

The stand-ins (standin/standin.h) have the layouts of CUDA's libraries: they show that the device calls these in the
right way. Values are compared with those of the CPU, for shapes that are drawn by the seed; --all: with every function
of each, which takes minutes.
"""
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

from device import TWO_FIT, Driver, write

STANDIN = os.path.abspath(sys.argv[2])
CUDA = Driver(os.path.abspath(sys.argv[1]), "cuda", LD_LIBRARY_PATH=STANDIN)
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 7
cli = CUDA.run

LIBRARIES = ("cublas", "cufft", "cusolver")
# One array after the other lives on the device; what comes out is kept by the CPU's run and compared by the device's.
HEAD = """function [] = __kernel__ take(x : vec[??]'unchecked, y : vec[??]'unchecked, pos : int)
  y[pos] = x[pos]
endfunction
function y = live_vec(x)
  y = copy(x)
  parallel_do(numel(x), x, y, take)
endfunction
function y = live(x)
  y = reshape(live_vec(reshape(x, [numel(x)])), size(x))
endfunction
function y = real_noise(x)
  y = x - 0.5
endfunction
function y = complex_noise(u, v)
  y = complex(u - 0.5, v - 0.5)
endfunction
function y = dominant(x)
  y = x + 4*eye(size(x,0))
endfunction
function [] = compare(name, y, r, bound)
  if numel(size(y)) != numel(size(r)) || sum(abs(size(y) - size(r))) > 0
    print name, " has the size ", size(y), " instead of ", size(r)
  else
    apart = max(abs(y - r))
    if !(apart <= bound*max(abs(r)))
      print name, " differs by ", apart, " where ", max(abs(r)), " is the largest"
    endif
  endif
endfunction
seed(3)
r = KEPT
"""
REAL, COMPLEX = "real_noise(rand({0}))", "complex_noise(rand({0}), rand({0}))"


def draw_products(draw):
    shapes = [(1, 300, 200), (300, 200, 1), (200, 1, 150), (1, 20000, 2), (2, 20000, 1), (33, 1, 600), (64, 64, 64)]
    shapes += [(draw.randint(2, 90), draw.randint(1, 90), draw.randint(2, 90)) for _ in range(14)]
    for m, k, n in shapes:
        if m * k * n >= 16384:  # less is the host's
            for text in REAL, COMPLEX:
                yield (f"product of {m} x {k} x {n}", text.format(f"{m},{k}"), text.format(f"{k},{n}"), "a*b", 1)


def draw_transforms(draw):
    def dims(rank):
        return ",".join(str(draw.choice((1, 2, 3, 4, 7, 8, 12, 15, 31, 33, 67, 128))) for _ in range(rank))

    shapes = ["1,600", "600,1", "600", "521", "33,67", "64,48", "1,67,9", "5,31,7", "9,15,1", "6,1,127"]
    shapes += [dims(2) for _ in range(10)] + [dims(3) for _ in range(14)]
    for shape in shapes:
        sizes = [int(size) for size in shape.split(",")]
        if eval("*".join(shape.split(","))) < 2:
            continue
        functions = ["fft1", "fft2", "fft3", "ifft1", "ifft2", "ifft3", "irealfft2"]
        for function in functions if "--all" in sys.argv else draw.sample(functions, 3):
            # the dimensions that it transforms; one vector is a row
            seen = sizes if len(sizes) > 1 else [1] + sizes
            seen = seen[1:2] if function.endswith("1") else seen[:2] if function.endswith("2") else seen[:3]
            expected = 1 if any(size > 1 for size in seen) else 0
            for text in REAL, COMPLEX:
                yield (f"{function} of {shape}", text.format(shape), "0", f"{function}(a)", expected)


def draw_systems(draw):
    for _ in range(5):
        n = draw.randint(48, 90)
        for text in REAL, COMPLEX:
            matrix = f"dominant({text.format(f'{n},{n}')})"
            yield f"inverse of {n}", matrix, "0", "inv(a)", 2
            for right in str(n), f"{n},1", f"{n},{draw.randint(2, 70)}":
                for other in REAL, COMPLEX:
                    yield f"solution of {n}, {right}", matrix, other.format(right), "solve(a, b)", 2


def put(text):
    """On the device; a vec stays one."""
    return text if text == "0" else f"live{'' if ',' in text.split(')', maxsplit=1)[0] else '_vec'}({text})"


def make(cases, kept, folder, bound):
    path = os.path.join(folder, "r.qd")
    lines = [HEAD.replace("KEPT", f"load(\"{path}\")" if kept else f"cell({len(cases)})")]
    for i, (name, a, b, text, _) in enumerate(cases):
        lines.append(f"a = {put(a)}\nb = {put(b)}\ny = {text}\n")
        lines.append(f"compare(\"{i}: {name}\", y, r[{i}], {bound})\n" if kept else f"r[{i}] = y\n")
    lines.append("print \"end\"\n" if kept else f"save(\"{path}\", r)\n")
    return "".join(lines)


def count_calls(trace):
    return int(CUDA.query(trace, "select count(*) from named_events where kind = 'place' and detail like "
                                 "'a library computes it%'")[0])


def compare(cases, folder, precision, *settings, **environment):
    """Returns how many calls there were of each library's functions."""
    program, trace = os.path.join(folder, "values.q"), os.path.join(folder, "values.rstrace")
    words = ["--double"] if precision == "double" else []
    write(program, make(cases, False, folder, 0))
    cli("run", "-d", "cpu", *words, program)
    write(program, make(cases, True, folder, "1e-11" if precision == "double" else "2e-5"))
    done = cli("run", "-d", "cuda", *words, *settings, "--profile", trace, program, **environment)
    is_small = "RS_STANDIN_MEMORY" in environment
    told = [line for line in done.stderr.splitlines() if not is_small or "[W1003]" not in line]
    assert done.stdout == "end\n" and not told, (precision, settings, SEED, done.stdout, done.stderr)
    return count_calls(trace)


def test_values(folder):
    """Values are those of the CPU, and the libraries have computed them; with RUNTIME_STRESS_PLACEMENT sizes down to
    one element, too, in part on the CPU; where nothing has room on the device, on the host."""
    draw = random.Random(SEED)
    for draw_cases in draw_products, draw_transforms, draw_systems:
        cases = list(draw_cases(draw))
        for precision in "single", "double":
            calls = compare(cases, folder, precision)
            assert calls == sum(case[4] for case in cases), (draw_cases.__name__, precision, SEED, calls)
        some = draw.sample(cases, 20)
        small = [("product of 1 x 2 x 3", "rand(1,2)", "rand(2,3)", "a*b", 0), ("inverse of 2", "rand(2,2) + eye(2)",
                 "0", "inv(a)", 0), ("fft2 of 2,3", "rand(2,3)", "0", "fft2(a)", 0)]
        assert compare(some + small, folder, "double", "--set", f"RUNTIME_STRESS_PLACEMENT={SEED}") > 0
        compare(some, folder, "double", "--set", "RUNTIME_GPU_RESERVEDMEM=0", RS_STANDIN_MEMORY="500000")


def test_other_precision(folder):
    """Arrays of double precision in a program of single precision."""
    cases = [("product", "zeros[scalar'double](70,80) + rand(70,80)", "zeros[scalar'double](80,60) + rand(80,60)",
              "a*b", 1),
             ("transform", "zeros[scalar'double](70,80) + rand(70,80)", "0", "fft2(a)", 1),
             ("back", "zeros[scalar'double](70,80) + rand(70,80)", "0", "irealfft2(fft2(a))", 2),
             ("inverse", "zeros[scalar'double](60,60) + rand(60,60) + 4*eye(60)", "0", "inv(a)", 2),
             ("solution", "rand(60,60) + 4*eye(60)", "zeros[scalar'double](60) + rand(60)", "solve(a, b)", 2)]
    assert compare(cases, folder, "single") == 8


PIPELINE = """function [] = __kernel__ spread(x : mat, y : mat, pos : ivec2)
  y[pos] = mod(7*x[pos[0],pos[1]] + pos[1], 31)
endfunction
x = reshape(linspace(0,7679,7680),[80,96])
y = zeros(80,96)
parallel_do(size(y), x, y, spread)
p = y*transpose(y)
s = fft2(p)
z = irealfft2(s .* 0.5)
q = inv(z + 1e6*eye(80))
t = solve(p + 1e6*eye(80), y)
u = p*y[:,0..9]
v = real(ifft3(fft1(t)))
w = complex(y, 2*y)*complex(transpose(y), p[:,0..79]*y[0..95,:]*0)
print round(100*v[0,0..9])
"""


def test_pipeline(folder):
    """Nothing is fetched on the way but whether a matrix is singular. Each call is a kernel of the trace, with the
    line that calls and with what it reads and writes."""
    program, trace = os.path.join(folder, "pipeline.q"), os.path.join(folder, "pipeline.rstrace")
    text = PIPELINE.replace("w = complex(y, 2*y)*complex(transpose(y), p[:,0..79]*y[0..95,:]*0)\n",
                            "c = complex(y, 2*y)\nw = c*transpose(c)\n").replace("1e6*eye(80)", "e")
    text = text.replace("y = zeros(80,96)\n", "y = zeros(80,96)\ne = 1e6*eye(80)\n")
    write(program, text)
    expected = cli("run", "-d", "cpu", program).stdout
    done = cli("run", "-d", "cuda", "--profile", trace, program)
    assert done.stdout == expected and done.stderr == "", (expected, done)
    copies = CUDA.query(trace, "select line, detail, b from named_events where kind = 'copy' order by start")
    assert sorted(copies) == sorted(["1,host->cuda:0,30720", "6,host->cuda:0,25600", "11,cuda:0->host,4",
                                     "12,cuda:0->host,4", "17,cuda:0->host,40"]), copies
    placed = CUDA.query(trace, "select name, line from named_events where kind = 'place' and detail like 'a library %' "
                               "order by line")
    assert placed == ["product,8", "fft2,9", "irealfft2,10", "inv,11", "inv,11", "solve,12", "solve,12", "product,13",
                      "fft1,14", "ifft3,14", "product,16"], placed
    ran = CUDA.query(trace, "select count(*) from named_events p join named_events k on k.parent = p.parent where "
                            "p.kind = 'place' and p.detail like 'a library %' and k.kind = 'kernel' and k.track = "
                            "'cuda:0' and k.line = p.line and k.name = p.name and k.end > k.start")
    assert ran == [str(len(placed))], ran
    used = CUDA.query(trace, "select a.name, a.detail from named_events a join named_events p on a.parent = p.parent "
                             "where p.kind = 'place' and p.detail like 'a library %' and a.kind = 'argument' and "
                             "p.line = 8 order by a.name")
    assert used == ["left,ReadOnly", "result,WriteOnly", "right,ReadOnly", "workspace,WriteOnly"], used


def hide(folder, *names):
    """A folder in front of others where these libraries are damaged."""
    os.makedirs(folder, exist_ok=True)
    for name in names:
        for number in 11, 12, 13:
            write(os.path.join(folder, f"lib{name}.so.{number}"), "")
    return folder + ":" + STANDIN


def test_list(folder):
    """What is there is listed with its version, what is not with the reason."""
    for device in CUDA.list():
        listed = {library["name"]: library for library in device["libraries"]}
        assert list(listed) == ["cuBLAS", "cuFFT", "cuSOLVER", "cuDNN"], device
        for name in "cuBLAS", "cuFFT", "cuSOLVER":
            assert listed[name]["version"] == "0.1.0" and listed[name]["reason"] is None, device
        assert (listed["cuDNN"]["version"] is None) != (listed["cuDNN"]["reason"] is None), device
    path = hide(os.path.join(folder, "no-cufft"), "cufft")
    listed = {library["name"]: library for library in CUDA.list(LD_LIBRARY_PATH=path)[0]["libraries"]}
    assert listed["cuFFT"]["version"] is None and "libcufft.so.12: file too short" in listed["cuFFT"]["reason"], listed
    assert listed["cuBLAS"]["version"] == "0.1.0", listed
    said = cli("devices", LD_LIBRARY_PATH=path).stdout
    assert "cuda, cuBLAS: 0.1.0\n" in said and "cuda, cuFFT: not usable: " in said, said
    assert said.count("cuBLAS") == 1, said  # once for all devices


FAULTY = """function [] = __kernel__ twice(x : mat, y : mat, pos : ivec2)
  y[pos] = 2*x[pos] + 1/(1 + pos[0] + 2*pos[1])
endfunction
x = eye(80)
y = zeros(80,80)
parallel_do(size(x),x,y,twice)
for k=1..3
  try
    z = CALL
    print round(1000*z[3,4])
  catch e
    print "caught: ", e
  endtry
endfor
print x[3,3]
"""
CALLS = {"cublas": ("y*y", "product", "cuBLAS"), "cufft": ("real(fft2(y))", "fft2", "cuFFT"),
         "cusolver": ("inv(y)", "inv", "cuSOLVER")}
# what fails -> what the three calls come to: g: as without it, m: no memory, l: the device is lost, u: y is lost
FAULTS = (
    ("cublas", "cublasCreate_v2:1:1", "ggg"), ("cublas", "cublasCreate_v2:1:3", "ggg"),
    ("cublas", "cublasCreate_v2:1:8", "ggg"), ("cublas", "cublasSetStream_v2:1:1", "ggg"),
    ("cublas", "cublasSgemm_v2:2:3", "gmg"), ("cublas", "cublasSgemm_v2:2:13", "gll"),
    ("cublas", "cublasSgemm_v2:2:14", "gll"), ("cublas", "cublasSgemm_v2:2:15", "grg"),
    ("cublas", "cublasSetWorkspace_v2:2:3", "gmg"), ("cublas", "kernel:2:700", "lll"),
    ("cufft", "cufftCreate:1:2", "ggg"), ("cufft", "cufftMakePlanMany64:1:5", "ggg"),
    ("cufft", "cufftMakePlanMany64:1:2", "ggg"), ("cufft", "cufftSetStream:1:1", "ggg"),
    ("cufft", "cufftSetAutoAllocation:1:5", "ggg"), ("cufft", "cufftSetWorkArea:2:5", "gll"),
    ("cufft", "cufftExecR2C:2:2", "gmg"), ("cufft", "cufftExecR2C:2:6", "gll"), ("cufft", "cufftExecR2C:1:4", "rgg"),
    ("cusolver", "cusolverDnCreate:1:1", "ggg"), ("cusolver", "cusolverDnCreate:1:2", "ggg"),
    ("cusolver", "cusolverDnSetStream:1:1", "ggg"), ("cusolver", "cusolverDnDgetrf_bufferSize:1:7", "ggg"),
    ("cusolver", "cusolverDnDgetrf:2:2", "gmg"), ("cusolver", "cusolverDnDgetrs:2:6", "gll"),
    ("cusolver", "cusolverDnDgetrs:1:9", "rgg"),
)


def test_faults(folder):
    """A library that is missing or does not start is done without, silently; what fails when it computes is an error
    that the program can catch, with the line; after a failure of the device the program goes on elsewhere."""
    program = os.path.join(folder, "faulty.q")
    for library, (call, title, name) in CALLS.items():
        write(program, FAULTY.replace("CALL", call))
        good = cli("run", "-d", "cuda", program).stdout.splitlines()
        assert len(good) == 4 and good[3] == "1" and good == cli("run", "-d", "cpu", program).stdout.splitlines(), good
        path = hide(os.path.join(folder, "no-" + library), library)
        done = cli("run", "-d", "cuda", program, LD_LIBRARY_PATH=path)
        assert done.stdout.splitlines() == good and done.stderr == "", done
        said = {"g": good[0],
                "m": f"caught: the device cuda:0 has no memory for what {name} works with (",
                "r": f"caught: the device cuda:0 can't do that with {name} (",
                "l": "caught: "}
        for where, fault, expected in FAULTS:
            if where != library:
                continue
            done = cli("run", "-d", "cuda", program, RS_STANDIN_FAULT=fault)
            lines = done.stdout.splitlines()
            assert done.stderr == "" and len(lines) == 4 and lines[3] == "1", (fault, done)
            for line, letter in zip(lines, expected):
                assert line.startswith(said[letter]), (fault, expected, done)
                assert letter == "g" or "cuda:0" in line, (fault, done)
            if "l" in expected:
                assert f"(kernel {title}, line 9)" in lines[expected.index("l")] or "kernel twice" in lines[0], done
            if "m" in expected or "r" in expected:
                assert any(line.endswith(f"(kernel {title}, line 9)") for line in lines), (fault, done)


SINGULAR = """function [] = __kernel__ ones_like(y : mat, pos : ivec2)
  y[pos] = pos[0]
endfunction
y = zeros(60,60)
parallel_do(size(y), y, ones_like)
z = inv(y)
print z[3,4], z[0,0]
try
  print solve(y, y)
catch e
  print e
endtry
try
  print solve(y, ones(61))
catch e
  print e
endtry
c = inv(complex(y, y))
print c[3,4]
"""


def test_singular(folder):
    """What is wrong with a matrix is said in the words of the host."""
    program = os.path.join(folder, "singular.q")
    write(program, SINGULAR)
    expected, done = cli("run", "-d", "cpu", program), cli("run", "-d", "cuda", program)
    assert "singular" in expected.stdout and "singular" in expected.stderr, expected
    assert (done.stdout, done.stderr) == (expected.stdout, expected.stderr), (expected, done)


NEVER_RUN = """function [] = __kernel__ beyond(x : mat'checked, y : mat, pos : ivec2)
  y[pos] += x[pos + [0,1]]
endfunction
x = rand(80,80)
y = rand(80,80) + 80*eye(80)
for k = 1..40
  try
    parallel_do(size(x), x, y, beyond)
    z = inv(y)
    print z[3,4]
  catch e
    print "caught: ", e
  endtry
endfor
"""


def test_never_run(folder):
    """A matrix of which a launch that failed would have been the source is not called singular: nobody has looked."""
    program = os.path.join(folder, "never-run.q")
    write(program, NEVER_RUN)
    done = cli("run", "-d", "cuda", program, MALLOC_PERTURB_="165")
    lines = done.stdout.splitlines()
    assert len(lines) == 40 and all("is outside x" in line for line in lines), done
    assert "singular" not in done.stdout + done.stderr, done


LONG = """function [] = __kernel__ twice(x : mat, y : mat, pos : ivec2)
  y[pos] = 2*x[pos]
endfunction
x = eye(80)
y = zeros(80,80)
parallel_do(size(x), x, y, twice)
syncthreads
"""


def test_stop(folder):
    """Stop waits for a call of a library, which looks at no flag, however long it takes, and for that one only: what
    is behind it does not begin, and the device is not given up."""
    program = os.path.join(folder, "long.q")
    write(program, LONG)
    with subprocess.Popen([CUDA.command, "repl", "-d", "cuda", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True,
                          env={**CUDA.environment, "RS_STANDIN_LIBRARY_MS": "4000"}) as run:
        run.stdin.write("print \"begins\"\nz = inv(y)\nprint z[3,3]\n")
        run.stdin.flush()
        assert run.stdout.readline() == "begins\n"
        time.sleep(1)
        start = time.monotonic()
        run.send_signal(signal.SIGINT)
        said = run.communicate("parallel_do(size(x), y, x, twice)\nprint sum(x)\n", timeout=60)[0]
        took = time.monotonic() - start
    assert said.endswith("320\n") and "lost" not in said, said
    assert took > 2.5, took  # else it did not wait for the call, and the test says nothing


LEAKS = """function [] = __kernel__ twice(x : mat, y : mat, pos : ivec2)
  y[pos] = 2*x[pos]
endfunction
x = rand(100,100) + 10*eye(100)
y = zeros(100,100)
parallel_do(size(x),x,y,twice)
for k=1..300
  z = y*y
  s = irealfft2(fft2(z))
  if mod(k, 10) == 0
    t = inv(y)
  endif
  n = 33 + mod(k, 40)
  u = fft1(y[0..n,0..n])
endfor
print sum(abs(s - z)) < 1e-2*sum(abs(z)), size(u)
"""


def test_memory(folder):
    """Calls again and again, of more shapes than plans are kept, need no more memory than one after the other; within
    a limit arrays are evicted for what a library works with."""
    program, trace = os.path.join(folder, "leaks.q"), os.path.join(folder, "leaks.rstrace")
    home = os.path.join(folder, "home")
    write(program, LEAKS)
    done = cli("run", "-d", "cuda", "--set", "RUNTIME_GPU_RESERVEDMEM=0", "--profile", trace, program,
               RS_STANDIN_MEMORY="2500000")
    assert done.stdout.startswith("1") and done.stderr == "" and count_calls(trace) > 1200, (done, count_calls(trace))
    os.makedirs(os.path.join(home, "redshift"))
    write(os.path.join(home, "redshift", "devices.xml"), TWO_FIT.replace("DRIVER", "cuda").replace("850k", "400k"))
    done = cli("run", "-d", "full", "--profile", trace, program, XDG_CONFIG_HOME=home)
    assert done.stdout.startswith("1") and done.stderr == "" and count_calls(trace) > 20, (done, count_calls(trace))
    assert CUDA.count_evictions(trace, "cuda:0") > 5


def main():
    with tempfile.TemporaryDirectory(prefix="redshift-libraries-") as folder:
        test_list(folder)
        test_values(folder)
        test_other_precision(folder)
        test_pipeline(folder)
        test_faults(folder)
        test_singular(folder)
        test_never_run(folder)
        test_stop(folder)
        test_memory(folder)


if __name__ == "__main__":
    main()
