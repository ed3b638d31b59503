#!/usr/bin/env python3
# Measures what the debugger costs; asked for by name, never part of CI.
# SPDX-License-Identifier: Apache-2.0
"""usage: debugger.py [--turns N] BUILD_FOLDER

Five figures, each with its goal:
- a program that is run by `redshift-cli debug` without a breakpoint against `redshift-cli run`, in processor time:
within 1 %. The two
  run in turn, and the smallest time of each counts;
- a breakpoint in a function that is not called against none: within 5 %;
- a condition that does not hold: 1 us a time, in processor time; a launch of a kernel all of whose work items have it
  computed: 1 s;
- a step over until the variables are shown, with 1 GB of arrays: 30 ms, by the clock.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time

# Instructions, calls, launches of compiled loops and kernels: each is a place at which a debugger could stand in the
# way.
PROGRAMS = {
    "instructions, interpreted": ("interp", """function [] = main()
    n = 0
    for i = 0..80000000
        n = mod(n * 7 + i, 1000)
    end
    print n
end
"""),
    "calls, interpreted": ("interp", """function y = next(x)
    y = mod(x * 7 + 1, 1000)
end
function [] = main()
    n = 0
    for i = 0..30000000
        n = next(n)
    end
    print n
end
"""),
    "launches of kernels": ("cpu", """function [] = __kernel__ add(x : vec'unchecked, pos : int)
    x[pos] += 1
end
function [] = main()
    x = zeros(64)
    for i = 0..500000
        parallel_do(64, x, add)
    end
    print x[3]
end
"""),
    "loops, compiled": ("cpu", """function [] = main()
    x = zeros(2000)
    s = {}
    for k = 0..400000
        for i = 0..1999
            x[i] = x[i] * 0.5 + i
        end
        s = {k}
    end
    print x[7]
end
"""),
}

CONDITION = """function [] = main()
    n = 0
    for i = 0..999999
        n += i
    end
    print n
end
"""

LARGE = """function [] = main()
    a = rand(8000, 8000)
    b = a + 1
    c = a + 2
    d = a + 3
    n = 0
    n = n + 1
    n = n + 2
    n = n + 3
    n = n + 4
    n = n + 5
    n = n + 6
    print n
end
"""


def write(folder, text):
    path = os.path.join(folder, "prog.q")
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return path


def processor_time(command, text=""):
    """Seconds of the process and its children, user and system."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        process.stdin.write(text.encode())
        process.stdin.close()
        complaints = process.stderr.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0 or complaints:
        sys.exit(f"{' '.join(command)}: status {process.returncode}\n{complaints}")
    return usage.ru_utime + usage.ru_stime


def commands(path, device):
    """What runs the program, and what debugs it, with their inputs."""
    return ([cli_path, "run", "--no-windows", "-d", device, path],
            ""), ([cli_path, "debug", "--no-windows", "-d", device, path], "run\n")


def compare(path, device, turns):
    """The smallest time of both, run in turn."""
    times = ([], [])
    for turn in range(turns):
        for side in (0, 1) if turn % 2 == 0 else (1, 0):
            times[side].append(processor_time(*commands(path, device)[side]))
    return [min(side) for side in times]


def run_speed(folder, turns):
    start = compare(write(folder, "print 1\n"), "cpu", turns)
    print(f"{'without breakpoints':28}{'run, s':>10}{'debug, s':>10}{'ratio':>9}   goal 1.010; start-up of "
          f"{start[0]:.3f} and {start[1]:.3f} s is taken off")
    for title, (device, text) in PROGRAMS.items():
        path = write(folder, text)
        processor_time(*commands(path, device)[0])
        plain, debugged = (time - off for time, off in zip(compare(path, device, turns), start))
        print(f"{title:28}{plain:10.3f}{debugged:10.3f}{debugged / plain:9.3f}")


ELSEWHERE = '''function y = never(x)
    y = x + 1
end
function y = next(x)
    y = mod(x * 7 + 1, 1000)
end
function [] = main()
    n = 0
    for i = 0..5000000
        n = next(n)
    end
    if n < 0
        n = never(n)
    endif
    print n
end
'''


def elsewhere(folder, turns):
    debug = [cli_path, "debug", "--no-windows", "-d", "interp", write(folder, ELSEWHERE)]
    without, beside = [], []
    for _ in range(turns):
        without.append(processor_time(debug, "run\n"))
        beside.append(processor_time(debug, "break 2\nrun\n"))
    print(f"a breakpoint in another function: {min(beside) / min(without):.3f}   goal 1.050")


def condition(folder, turns):
    debug = [cli_path, "debug", "--no-windows", write(folder, CONDITION)]
    without, held = [], []
    for _ in range(turns):
        without.append(processor_time(debug, "break 4 hits 100000000\nrun\n"))
        held.append(processor_time(debug, "break 4 if i < 0\nrun\n"))
    print(f"a condition: {(min(held) - min(without)) / 1e6 * 1e6:.2f} us   goal 1.00")


KERNEL = """function [] = __kernel__ blur(x : mat, y : mat, pos : ivec2)
    s = 0.0
    for i=-2..2
        for j=-2..2
            s += x[pos[0] + i, pos[1] + j]
        end
    end
    y[pos] = s / 25
end
function [] = main()
    x = rand(480, 720)
    y = zeros(480, 720)
    parallel_do(size(x), x, y, blur)
    print sum(y)
end
"""


def kernel_condition(folder):
    debug = [cli_path, "debug", "--no-windows", write(folder, KERNEL)]
    held = min(processor_time(debug, "break 8 if s > 100\nrun\n") for _ in range(5))
    print(f"a launch of 480 x 720 work items whose condition holds nowhere: {held:.2f} s   goal 1.00")


def step_over(folder):
    process = subprocess.Popen([cli_path, "debug", "--no-windows", write(folder, LARGE)], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE)

    def ask(text, end):
        start = time.monotonic()
        process.stdin.write(text.encode())
        process.stdin.flush()
        while not process.stdout.readline().decode().startswith(end):
            continue
        return time.monotonic() - start

    ask("break 7\nrun\n", "    7  ")
    times = [ask("stepover\nlist\n", "n : int") for _ in range(6)]
    process.stdin.write(b"continue\n")
    process.stdin.close()
    process.wait()
    print(f"step over to shown variables, 1 GB of arrays: median {sorted(times)[3] * 1e3:.2f} ms, worst "
          f"{max(times) * 1e3:.2f} ms   goal 30")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("build")
    options = parser.parse_args()
    global cli_path
    cli_path = os.path.join(options.build, "ide/cli/redshift-cli")
    with tempfile.TemporaryDirectory() as folder:
        run_speed(folder, options.turns)
        elsewhere(folder, 5)
        condition(folder, 5)
        kernel_condition(folder)
        step_over(folder)


if __name__ == "__main__":
    main()
