#!/usr/bin/env python3
# Measures what devices cost beside their kernels; asked for by name, never part of CI.
# SPDX-License-Identifier: Apache-2.0
"""usage: device-figures.py [--rounds N] [--device opencl:K] BUILD_FOLDER [launch] [memory] [both] [hello]

launch: processor time (user + sys, all threads) of a launch with four arrays against setting the arguments and
    enqueueing by hand (opencl/launch.c, built with cc and OpenCL's headers), and what each further array costs whose
    copies are all valid, beside what the driver takes for it: that is in both.
memory: a working set of four times what the device may use: bytes that were copied against what Belady's rule
    (what is used last goes) copies for the same launches, and time against the same without a limit and the copies at
    the rate that they had.
both: launches of five kernels that compute on the CPU with one thread (a), on OpenCL with one (b), and on both: the
    ideal time 1 / (1/a + 1/b) against that of both, and both against the better one. Then on two OpenCL devices, which
    have one pool of threads: against one of them. Elapsed time after a round that compiles and measures: says nothing
    where others have the cores.
hello: processor time of a program of one line with `auto` against `cpu`.

Runs are taken in turn, and the least of all rounds counts. Prints the figure, its goal, and whether it is met.
"""
import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TIMES = 16000
ARRAYS = 4, 12
N = 1 << 18   # elements of an array of the working set
N_ARRAYS = 16
FIT = 4       # of them at once


def cpu_time(words, **environment):
    """Seconds of a child's processor time, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, check=True, capture_output=True, text=True, timeout=600,
                          env={**os.environ, **environment})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


# Kernels that compute much for each element of y, which is their result, from x. Without loops: PoCL makes vectors of
# work items only there, and would be some thirty times as slow as the CPU device.
COMPUTE = {
    "map": ["v = x[pos]", *["v = 3.6*v*(1.0 - v)"] * 60, "y[pos] = v"],
    "polynomial": ["v = x[pos]", "s = 0.0", *["s = s*v + 0.7"] * 90, "y[pos] = s"],
    "newton": ["v = 1.0", *["v = 0.5*(v + (x[pos] + 0.1)/v)"] * 24, "y[pos] = v"],
    "roots": ["v = x[pos]", *["v = sqrt(v*v + 0.5)"] * 24, "y[pos] = v"],
    "turn": ["c = x[pos]", "s = 0.3", *["t = 0.8*c - 0.6*s", "s = 0.6*c + 0.8*s", "c = t"] * 30, "y[pos] = c"],
}
# Launches that wait for nothing of each other: 24 of each round, on eight arrays.
BOTH = """function [] = __kernel__ work(x : vec'unchecked, y : vec'unchecked, pos : int)
  {body}
endfunction
function [] = launches(x : vec, y : cell)
  for r = 1..3
    for k = 0..7
      parallel_do(200000, x, y[k], work)
    endfor
  endfor
  syncthreads
endfunction
function [] = main()
  x = linspace(0, 1, 200000)
  y = cell(8)
  for k = 0..7
    y[k] = zeros(200000)
  endfor
  for warm = 1..3
    launches(x, y)
  endfor
  tic()
  launches(x, y)
  print toc("")
endfunction
"""


def tell(what, figure, goal, unit="", is_least=False):
    is_met = figure >= goal if is_least else figure <= goal
    print(f"{what:66} {figure:8.3f}{unit}  goal {goal}{unit}  {'met' if is_met else 'MISSED'}", flush=True)


class Bench:
    def __init__(self, options, folder):
        self.cli = os.path.join(options.build, "ide", "cli", "redshift-cli")
        self.device, self.rounds, self.folder = options.device, options.rounds, folder

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run(self, program, *options, device=None, **environment):
        return cpu_time([self.cli, "run", "-d", device or self.device, *options, program], **environment)

    # --- launches ---

    def launches(self, n_arrays):
        names = [f"x{i}" for i in range(n_arrays - 1)]
        parameters = ", ".join(f"{name} : vec" for name in names)
        makes = "\n".join(f"{name} = ones(64)" for name in names)
        return self.write(f"launch{n_arrays}.q", f"""function [] = __kernel__ add({parameters}, y : vec, pos : int)
  y[pos] = {' + '.join(f'{name}[pos]' for name in names)}
endfunction
function [] = main(n : string)
{makes}
y = zeros(64)
for k = 1..eval(n)
  parallel_do(64, {', '.join(names)}, y, add)
  if mod(k, 16) == 0
    syncthreads
  endif
endfor
print y[3]
endfunction
""")

    def launch(self):
        by_hand = os.path.join(self.folder, "launch")
        source = os.path.join(HERE, "opencl", "launch.c")
        subprocess.run(["cc", "-O2", "-o", by_hand, source, "-l:libOpenCL.so.1"], check=True)
        programs = {n: self.launches(n) for n in ARRAYS}
        hand, ours = {n: [] for n in ARRAYS}, {n: [] for n in ARRAYS}
        for program in programs.values():
            cpu_time([self.cli, "run", "-d", self.device, program, "100"])  # compiles it
        for _ in range(self.rounds):
            for n, program in programs.items():
                hand[n].append(float(cpu_time([by_hand, str(TIMES), str(n)])[1]) / TIMES)
                few, many = (cpu_time([self.cli, "run", "-d", self.device, program, str(times)])[0]
                             for times in (100, 100 + TIMES))
                ours[n].append((many - few) / TIMES)
        least = {n: (min(hand[n]), min(ours[n])) for n in ARRAYS}
        print("; ".join(f"{n} arrays: by hand {1e6 * by_hand:.1f} us a launch, Redshift {1e6 * our:.1f} us"
                        for n, (by_hand, our) in least.items()))
        tell("processor time of a launch with 4 arrays / by hand", least[4][1] / least[4][0], 2)
        by_hand, our = ((more - few) / (ARRAYS[1] - ARRAYS[0]) for few, more in zip(*(least[n] for n in ARRAYS)))
        tell("an array whose copies are valid, beside what it costs by hand", 1e6 * (our - by_hand), 0.5, " us")

    # --- memory ---

    def memory(self):
        driver, ordinal = self.device.split(":")
        home = os.path.join(self.folder, "redshift")
        os.makedirs(home, exist_ok=True)
        limit = FIT * 4 * N + 4096
        self.write("redshift/devices.xml", f"""<quasar>
  <computation-engine name="Small" short-name="small">
    <{driver}-device ordinal="{ordinal}" memory-limit="{limit // 1000}k" />
  </computation-engine>
</quasar>
""")
        draw = random.Random(7)
        near = [int(draw.gauss(k / 10, 2)) % N_ARRAYS for k in range(160)]
        for name, order in (("in circles", [k % N_ARRAYS for k in range(160)]),
                            ("to and fro", [min(k % 30, 30 - k % 30) for k in range(160)]),
                            ("near each other", near)):
            self.measure_memory(name, [k for k in order if k < N_ARRAYS])

    def measure_memory(self, name, order):
        program = self.write("memory.q", f"""function [] = __kernel__ step(x : vec, y : vec, pos : int)
  y[pos] = 0.5*y[pos] + x[pos]
endfunction
x = cell({N_ARRAYS})
for k = 0..{N_ARRAYS - 1}
  x[k] = linspace(0, 1, {N})
endfor
{{!sched mode=gpu}}
order = {order}
tic()
for k = 0..numel(order)-1
  parallel_do({N}, x[order[k]], x[mod(order[k]+1, {N_ARRAYS})], step)
endfor
syncthreads
print toc("")
s = 0.0
for k = 0..{N_ARRAYS - 1}
  s += x[k][77]
endfor
print s
""")
        trace = os.path.join(self.folder, "t.rstrace")
        environment = {"XDG_CONFIG_HOME": self.folder}
        times, moved, rate = {"small": [], self.device: []}, 0, 0
        for _ in range(self.rounds):
            results = set()
            for device, took in times.items():
                _, out = self.run(program, "--profile", trace, device=device, **environment)
                took.append(float(out.splitlines()[0]) / 1000)
                results.add(out.splitlines()[1])
                if device == "small":
                    moved, rate = self.count_copies(trace)
            assert len(results) == 1, results
        best = belady([(k, (k + 1) % N_ARRAYS) for k in order], FIT)
        tell(f"bytes copied / Belady's rule, arrays used {name}", moved / (best * 4 * N), 1.5)
        tell(f"time / (time in core + copies), arrays used {name}",
             min(times["small"]) / (min(times[self.device]) + moved / rate), 1.3)

    def count_copies(self, trace):
        """Bytes that were copied, and bytes a second while they were."""
        out = subprocess.run([self.cli, "trace", "query", "--csv", "select sum(b), sum(end - start) from named_events "
                              "where kind = 'copy' and b > 1000", trace], check=True, capture_output=True, text=True)
        n, ns = (float(field) for field in out.stdout.splitlines()[1].split(","))
        return n, 1e9 * n / ns

    # --- two devices ---

    def elapsed(self, program, device, **environment):
        """Milliseconds that the program prints. What launches took is kept from run to run, of this bench alone."""
        _, out = self.run(program, "--set", "RUNTIME_OPENMP_THREADS=1", device=device,
                          POCL_MAX_PTHREAD_COUNT="1", **environment)
        return float(out)

    def both(self):
        shares, over = [], []
        for name, body in COMPUTE.items():
            program = self.write(f"both-{name}.q", BOTH.format(body="\n  ".join(body)))
            took = self.in_turn(program, {"cpu": {}, self.device: {}, f"cpu,{self.device}": {}})
            a, b, together = took.values()
            shares.append(1 / (1 / a + 1 / b) / together)
            over.append(together / min(a, b))
            print(f"{name:12} cpu {a:7.1f} ms, {self.device} {b:7.1f} ms, both {together:7.1f} ms: "
                  f"{shares[-1]:.2f} of the ideal, {over[-1]:.2f} of the better one", flush=True)
        tell("ideal time / time on both, least of five programs", min(shares), 0.8, is_least=True)
        tell("time on both / on the better one, most of five programs", max(over), 1.05)
        two = {"POCL_DEVICES": "pthread pthread"}
        program = self.write("both-two.q", BOTH.format(body="\n  ".join(COMPUTE["turn"])))
        took = self.in_turn(program, {"opencl:0": two, "opencl:0,opencl:1": two})
        tell("time on two devices with one pool of threads / on one",
             took["opencl:0,opencl:1"] / took["opencl:0"], 1.05)

    def in_turn(self, program, devices):
        took = {device: [] for device in devices}
        for _ in range(self.rounds):
            for device, environment in devices.items():
                took[device].append(self.elapsed(program, device, **environment))
        return {device: min(times) for device, times in took.items()}

    # --- a program of one line ---

    def hello(self):
        program = self.write("hello.q", 'print "hello"\n')
        took = {"auto": [], "cpu": []}
        for _ in range(10 * self.rounds):
            for device, times in took.items():
                times.append(self.run(program, device=device)[0])
        tell("processor time of hello with auto / with cpu", min(took["auto"]) / min(took["cpu"]), 1.05)


def belady(launches, fit):
    """Arrays that are copied when the one that is used last goes: in where a launch needs it, out where it was written;
    each launch reads both of its arrays and writes the second. In the end all that were written come out."""
    inside, dirty, copies = set(), set(), 0
    for at, needed in enumerate(launches):
        for array in needed:
            if array in inside:
                continue
            if len(inside) == fit:
                last = max(inside - set(needed), key=lambda a: next((i for i in range(at, len(launches))
                                                                     if a in launches[i]), len(launches)))
                inside.remove(last)
                copies += last in dirty
                dirty.discard(last)
            inside.add(array)
            copies += 1
        dirty.add(needed[1])
    return copies + len(dirty)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--device", default="opencl:0")
    parser.add_argument("build")
    parser.add_argument("parts", nargs="*", choices=["launch", "memory", "both", "hello", []])
    options = parser.parse_args()
    print(f"{json.dumps(os.cpu_count())} processors; load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="redshift-figures-") as folder:
        bench = Bench(options, folder)
        for part in options.parts or ("launch", "memory", "both", "hello"):
            getattr(bench, part)()
    return 0


if __name__ == "__main__":
    sys.exit(main())
