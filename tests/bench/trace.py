#!/usr/bin/env python3
# Measures what recording and reading traces costs; asked for by name, never part of CI.
# SPDX-License-Identifier: Apache-2.0
"""usage: trace.py [--turns N] [--events N] BUILD_FOLDER [FIGURE...]

Prints a line for each figure: what, value, and what it should be. Figures: writer, emit, run, reports, sql, device.
Costs of programs are processor time (user and system, all threads), plain and profiled in turns, the least of each;
reports are processor time of redshift-cli. Ratios hold on any machine, times only on this one.
"""
import argparse
import os
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))

LAUNCHES = """function [] = __kernel__ add(x : mat, pos : ivec2)
  x[pos] = x[pos] + 1
end
function [] = main()
  x = zeros(64, 128)
  for n = 1..60000
    parallel_do(size(x), x, add)
  end
  print x[3,3]
end
"""
CALLS = """function y = f(x)
  y = x + 1
end
function [] = main()
  a = 0
  for i = 1..2000000
    a = f(a)
  end
  print a
end
"""


def processor_time(command, **options):
    """Seconds of processor time, of wall, and the process."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, capture_output=True, check=False, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"trace.py: {' '.join(command)}: status {done.returncode}\n{done.stderr.decode()[-2000:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - begin, done


def say(what, value, goal):
    print(f"{what:<58} {value:>12}   {goal}", flush=True)


class Bench:
    def __init__(self, arguments, folder):
        self.cli = os.path.join(arguments.build, "ide", "cli", "redshift-cli")
        self.make = os.path.join(arguments.build, "tests", "trace", "make-trace")
        self.emit_tool = os.path.join(arguments.build, "tests", "trace", "bench-trace")
        self.extension = os.path.join(arguments.build, "profiler", "redshift-trace")
        self.turns, self.events, self.folder = arguments.turns, arguments.events, folder
        self._big = None

    def path(self, name):
        return os.path.join(self.folder, name)

    def big(self):
        """A trace of so many events, and the processor time that writing it took."""
        if self._big is None:
            seconds, _, _ = processor_time([self.make, self.path("big.rstrace"), str(self.events // 4)])
            self._big = self.path("big.rstrace"), seconds
        return self._big

    def writer(self):
        trace, seconds = self.big()
        plain = self.path("plain.rstrace")
        processor_time([self.cli, "trace", "unpack", "-o", plain, trace])
        say("events written, with sums and levels, per second of one core", f"{self.events / seconds / 1e6:.2f} M",
            ">= 2 M")
        say("bytes of an event / those as plain rows with indexes",
            f"{os.path.getsize(trace) / os.path.getsize(plain):.2f}", "<= 0.45")
        os.remove(plain)

    def emit(self):
        if not os.path.exists(self.emit_tool):
            build = os.path.join(os.path.dirname(self.emit_tool), "..", "..")
            subprocess.run(["ninja", "-C", build, "tests/trace/bench-trace"], check=True, capture_output=True)
        out = processor_time([self.emit_tool, self.path("emit.rstrace")])[2].stdout.decode()
        found = dict(re.findall(r"^(off|on)  +median +([\d.]+) ns", out, re.MULTILINE))
        tail = re.search(r"^on  .*p99 +([\d.]+) ns", out, re.MULTILINE).group(1)
        say("emit, nobody listens, median", f"{found['off']} ns", "<= 1 ns")
        say("emit, recorded, median", f"{found['on']} ns", "<= 20 ns")
        say("emit, recorded, 99 %", f"{tail} ns", "<= 35 ns")

    def compare(self, what, program, device, goal, *options, sums=None):
        """Profiled against plain, in turns."""
        trace = self.path("t.rstrace")
        plain, profiled = [], []
        command = [self.cli, "run", "-d", device, "--no-windows"]
        processor_time([*command, *program])  # kernels are compiled
        processor_time([*command, "--profile", trace, *options, *program])
        for _ in range(self.turns):
            plain.append(processor_time([*command, *program])[0])
            profiled.append(processor_time([*command, "--profile", trace, *options, *program])[0])
        dropped = processor_time([self.cli, "trace", "query", "--csv", "SELECT value FROM meta WHERE name = 'dropped'",
                                  trace])[2]
        lost = dropped.stdout.split()[1:]
        writer = processor_time([self.cli, "trace", "query", "--csv", "SELECT sum(b) FROM events WHERE kind = 16",
                                 trace])
        own = min(profiled) - int(writer[2].stdout.split()[1] or 0) / 1e9
        say(what, f"{min(profiled) / min(plain):.2f}", f"{goal}{'; ' + lost[0].decode() + ' dropped' if lost else ''}")
        say("  without the thread that writes", f"{own / min(plain):.2f}", goal)
        if sums:
            answer = processor_time([self.cli, "trace", "query", "--csv", sums[0], trace])[2].stdout.decode().split()[1]
            if answer != sums[1]:
                sys.exit(f"trace.py: {what}: the trace says {answer}, not {sums[1]}")

    def run(self):
        for name, text in (("launches", LAUNCHES), ("calls", CALLS)):
            with open(self.path(name + ".q"), "w", encoding="utf-8") as out:
                out.write(text)
        self.compare("60,000 launches: profiled / plain", [self.path("launches.q")], "cpu", "<= 1.10",
                     sums=("SELECT sum(n) FROM totals WHERE kind = 4", "60000"))
        self.compare("2 million host calls: profiled / plain", [self.path("calls.q")], "interp", "<= 2",
                     sums=("SELECT sum(n) FROM totals JOIN strings s ON s.id = name WHERE kind = 1 AND text = 'f'",
                           "2000000"))
        for name in ("mandelbrot", "gaussian", "nbody", "heat"):
            program = [os.path.join(HERE, "programs", name + ".q"), "1"]
            self.compare(f"{name}: profiled / plain", program, "cpu", "<= 1.03")
            self.compare(f"{name}: with lines at 1 kHz / plain", program, "cpu", "<= 1.05", "--lines")

    def reports(self):
        trace, _ = self.big()
        scale = self.events / 1e7
        for report in ("summary", "kernels", "loops", "builtins", "waits", "gaps", "memory", "transfers"):
            command = ["/usr/bin/env", "python3", "-c",
                       "import resource, subprocess, sys\n"
                       "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)\n"
                       "r = resource.getrusage(resource.RUSAGE_CHILDREN)\nprint(r.ru_utime + r.ru_stime, r.ru_maxrss)",
                       self.cli, "trace", report, trace]
            seconds, memory = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
            say(f"{report}, {self.events / 1e6:.0f} M events", f"{float(seconds):.2f} s",
                f"<= {0.3 * max(scale, 1):.1f} s")
            say("  memory", f"{int(memory) / 1024:.0f} MB", "<= 100 MB")

    def sql(self):
        trace, _ = self.big()
        plain = self.path("plain.rstrace")
        processor_time([self.cli, "trace", "unpack", "-o", plain, trace])
        chunks, rows = sqlite3.connect(trace), sqlite3.connect(plain)
        if not hasattr(chunks, "enable_load_extension"):
            sys.exit("trace.py: sql: this Python's sqlite3 loads no extensions; Debian's /usr/bin/python3 does")
        chunks.enable_load_extension(True)
        chunks.load_extension(self.extension)
        for what, goal, sql in (("scan and group", 0.8,
                                 "SELECT kind, count(*), sum(end - start), max(b) FROM events GROUP BY kind"),
                                ("filter by kind", 0.8, "SELECT count(*), sum(end - start) FROM events WHERE kind = 4"),
                                ("join launches and kernels", 1.5,
                                 "SELECT count(*), sum(k.start - l.start) FROM events k JOIN events l"
                                 " ON l.kind = 3 AND l.a = k.a WHERE k.kind = 4 AND k.id < 400000")):
            times = {}
            for name, db in (("chunks", chunks), ("rows", rows)) * 3:
                begin = time.process_time()
                answer = db.execute(sql).fetchall()
                times.setdefault(name, []).append(time.process_time() - begin)
                if times.setdefault("answer", answer) != answer:
                    sys.exit(f"trace.py: {what}: chunks and rows differ")
            say(f"{what}: chunks / plain rows", f"{min(times['chunks']) / min(times['rows']):.2f}", f"<= {goal}")


    def device(self):
        """Against the CUPTI that the tests play, which makes 1.8 million records; playing it is part of the time."""
        tests = os.path.dirname(os.path.abspath(self.make))
        for version, name in (("12.9", "libcupti.so.12"), ("13.5", os.path.join("13.5", "libcupti.so.13"))):
            fake = os.path.join(tests, "fake-cupti")
            plugins = os.path.join(tests, "..", "..", "plugins")
            environment = dict(os.environ, LD_LIBRARY_PATH=fake, RS_PLUGIN_DIR=plugins)
            command = [os.path.join(tests, f"test-device-tracer-{version}"), os.path.join(fake, name)]
            seconds = min(processor_time([*command, "-m", "perf", "-p", "/trace/tracer/speed"], env=environment)[0]
                          for _ in range(self.turns))
            say(f"records of CUPTI {version} per second of one core", f"{1.8 / seconds:.2f} M", ">= 2 M")


def main():
    figures = ("writer", "emit", "run", "reports", "sql", "device")
    parser = argparse.ArgumentParser(usage=__doc__.split("\n", maxsplit=1)[0].removeprefix("usage: "))
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--events", type=int, default=10000000)
    parser.add_argument("build")
    parser.add_argument("figures", nargs="*", choices=(*figures, []), default=[])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(arguments, folder)
        for figure in arguments.figures or figures:
            getattr(bench, figure)()


if __name__ == "__main__":
    main()
