#!/usr/bin/env python3
"""The roofline of recorded programs: operations and bytes as counted by hand, whatever way the launches go, and shares
that follow from what the machine can do.

usage: check-roofline.py REDSHIFT_CLI MAKE_TRACE
SPDX-License-Identifier: Apache-2.0
"""
import json
import math
import os
import re
import subprocess
import sys
import tempfile

CLI, MAKE_TRACE = (os.path.abspath(path) for path in sys.argv[1:3])
N = 300
PROGRAM = """function [] = __kernel__ scale(x : mat, y : mat, k : scalar, pos : ivec2)
  y[pos] = k * x[pos] + 1
end
function [] = __kernel__ short(x : mat, y : mat, k : scalar, pos : ivec2)
  y[pos] = k * x[pos] + 1
end
function [] = __kernel__ until_large(x : mat, y : mat, pos : ivec2)
  t = x[pos] + 1
  while t < 100
    t = t * 2
  end
  y[pos] = t
end
function [] = main()
  n = 300
  x = rand(n, n)
  y = zeros(n, n)
  for k = 1..50
    parallel_do(size(x), x, y, 2.0, scale)
  end
  parallel_do(size(x), x, y, until_large)
  c = zeros(n, n)
  for i = 0..n-1
    for j = 0..n-1
      t = 0.0
      for k = 0..n-1
        t += x[i,k] * y[k,j]
      end
      c[i,j] = t
    end
  end
  s = 0.0
  for i = 0..n-1
    for j = 0..n-1
      s += c[i,j]
    end
  end
  v = x[0..9,0..29]
  w = y[0..9,0..29]
  for k = 1..3000
    parallel_do(size(v), v, w, 3.0, short)
  end
  print s > 0, w[1,1] > 0
end
"""


def cli(*words):
    done = subprocess.run([CLI, *words], capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, (words, done)
    return done


def roofline(path, *words):
    rows = json.loads(cli("trace", "roofline", "--json", *words, path).stdout)
    return {row["kernel"]: row for row in rows}


def count(what):
    return json.loads(cli("trace", "query", "--json", f"SELECT count(*) AS n FROM {what}", "t.rstrace").stdout)[0]["n"]


def peaks(path):
    text = json.loads(cli("trace", "query", "--json", "SELECT value FROM meta WHERE name = 'peaks'", path).stdout)
    numbers = [int(number) for number in re.findall(r"\d+", text[0]["value"])]
    return {"single": numbers[1] / 1e9, "double": numbers[2] / 1e9,
            "levels": [(numbers[i], numbers[i + 1] / 1e9, numbers[i + 2] / 1e9) for i in range(3, len(numbers), 3)]}


def get_time(level, written):
    """ns a byte"""
    _, read, copy = level
    return (1 - written) / read + written * max(2 / copy - 1 / read, 0.5 / read)


def bound(machine, row, single, written):
    """ns that the launches take at least, and the limit."""
    size = row["bytes"] / row["launches"]
    levels = machine["levels"]
    k = next((k for k, level in enumerate(levels) if size <= level[0]), len(levels) - 1)
    time = get_time(levels[k], written)
    if 0 < k and size < levels[k][0]:
        part = math.log(size / levels[k - 1][0]) / math.log(levels[k][0] / levels[k - 1][0])
        time = part * time + (1 - part) * get_time(levels[k - 1], written)
    computing = (single / machine["single"] + (row["operations"] - single) / machine["double"])
    return max(computing, row["bytes"] * time), computing > row["bytes"] * time


def check_row(machine, row, operations, size, launches, written, single=True, counted=""):
    assert (row["operations"], row["bytes"], row["launches"]) == (operations, size, launches), row
    assert row["counted"] == counted, row
    least, by_arithmetic = bound(machine, row, operations if single else 0, written)
    # the report has six decimals
    assert math.isclose(row["share"], least / row["total_ns"], rel_tol=1e-3, abs_tol=6e-7), (row, least)
    assert (row["limit"] == "arithmetic") == by_arithmetic, row
    assert math.isclose(row["operations_per_byte"], operations / size, abs_tol=0.006), row


def check_counts():
    cli("run", "--profile", "t.rstrace", "p.q")
    rows, machine = roofline("t.rstrace"), peaks("t.rstrace")
    square = N * N
    check_row(machine, rows["scale"], 2 * square * 50, 8 * square * 50, 50, 0.5)
    check_row(machine, rows["until_large"], 2 * square, 8 * square, 1, 0.5, counted="about")
    product = rows["loop at line 23"]
    check_row(machine, product, 2 * N ** 3, 12 * square, 1, 1 / 3)
    check_row(machine, rows["loop at line 33"], square, 4 * square, 1, 0, single=False)
    # 3,000 short launches, of which the first are interpreted, have few events, and all of their work.
    n = count("kernels WHERE name = 'short' AND launch > 0")
    short = rows["short"]
    assert n > 2000 and short["operations"] == 600 * n and short["bytes"] == 2400 * n, (n, short)
    assert 1 <= count("named_events WHERE kind = 'compute' AND name = 'short'") < 300
    # parts of the trace, and one kernel
    assert roofline("t.rstrace", "--to", "0ms") == {}
    assert list(roofline("t.rstrace", "--kernel", "scale")) == ["scale"]
    begin = json.loads(cli("trace", "query", "--json", "SELECT start FROM kernels WHERE name = 'loop at line 23'",
                           "t.rstrace").stdout)[0]["start"]
    first = roofline("t.rstrace", "--to", f"{begin + 1}ns")["loop at line 23"]
    assert {**first, "share": 0} == {**product, "share": 0}, (first, "its work counts where it began")
    text = cli("trace", "roofline", "t.rstrace").stdout
    assert "operations a ns in single precision" in text and "until_large" in text, text
    cli("trace", "report", "-o", "r.html", "t.rstrace")
    with open("r.html", encoding="utf-8") as page:
        assert "Roofline" in page.read()


def check_fused():
    """Launches that run as one are counted as one."""
    with open("f.q", "w", encoding="utf-8") as out:
        out.write("function y = f(x : mat)\n  {!kernel_fusion strategy=\"smart\"}\n  y = zeros(size(x))\n"
                  "  t = 2 * x + 1\n  y = t .* t + 3\nend\nfunction [] = main()\n  x = ones(1200, 1200)\n"
                  "  y = f(x)\n  print sum(y) > 0\nend\n")
    cli("run", "--profile", "f.rstrace", "f.q")
    rows = roofline("f.rstrace")
    fused = rows["expression at line 4 + expression at line 5"]
    assert (fused["operations"], fused["bytes"]) == (4 * 1200 ** 2, 8 * 1200 ** 2), rows


def record_on(device, environment):
    """Five launches on the processor and seven on the device; rows by device."""
    launches = "".join(f"  for k = 1..{n}\n    {{!sched mode={mode}}}\n    parallel_do(size(x), x, y, 2.0, scale)\n"
                       "    syncthreads\n  end\n" for mode, n in (("cpu", 5), ("gpu", 7)))
    with open("o.q", "w", encoding="utf-8") as out:
        out.write(PROGRAM[:PROGRAM.index("function [] = __kernel__ short")] + "function [] = main()\n"
                  "  x = rand(300, 300)\n  y = zeros(300, 300)\n" + launches + "  print y[1,1] > 0\nend\n")
    subprocess.run([CLI, "run", "-d", f"cpu,{device}", "--profile", "o.rstrace", "o.q"], check=True,
                   capture_output=True, env=environment, timeout=200)
    rows = json.loads(cli("trace", "roofline", "--json", "o.rstrace").stdout)
    return {row["device"]: row for row in rows if row["kernel"] == "scale"}


def check_other_device(device, environment=None):
    """Launches, work and time of each device by itself, with the share of what that one can do."""
    rows = record_on(device, environment)
    assert len(rows) == 2, rows
    for name, row in rows.items():
        n = 5 if name == "cpu" else 7
        assert (row["launches"], row["operations"], row["bytes"]) == (n, 2 * n * N * N, 8 * n * N * N), row
        assert row["total_ns"] == sum(kernel["end"] - kernel["start"] for kernel in json.loads(cli(
            "trace", "query", "--json",
            f"SELECT start, end FROM named_events WHERE kind = 'kernel' AND track = '{name}'",
            "o.rstrace").stdout)), row
        assert row["share"] > 0 and row["limit"], row
    text = cli("trace", "roofline", "o.rstrace").stdout
    assert "\nOn " + device in text and text.startswith("On "), text


def check_other_devices():
    """PoCL can do what the processor can; of a GPU, here one that stands in for it, it is measured."""
    for device in json.loads(cli("devices", "--json").stdout):
        if device["name"].startswith("opencl") and device["usable"]:
            check_other_device(device["name"])
            if device["kind"] == "CPU":
                facts = dict(map(dict.values, json.loads(cli("trace", "query", "--json", "SELECT name, value FROM meta",
                                                             "o.rstrace").stdout)))
                assert facts["peaks"] == facts["peaks " + device["name"]], facts
            break
    standin = os.path.join(os.path.dirname(CLI), "..", "..", "tests", "devices", "standin")
    if os.path.exists(os.path.join(standin, "libcuda.so.1")):
        path = ":".join([standin, *filter(None, [os.environ.get("LD_LIBRARY_PATH")])])
        check_other_device("cuda:0", dict(os.environ, LD_LIBRARY_PATH=path))


def check_silent():
    """Without compiled code, and of other tools' traces, there is a sentence."""
    cli("run", "-d", "interp", "--profile", "i.rstrace", "f.q")
    assert "does not say what its machine can do" in cli("trace", "roofline", "i.rstrace").stderr
    subprocess.run([MAKE_TRACE, "m.rstrace", "1000"], check=True, capture_output=True)
    done = cli("trace", "roofline", "m.rstrace")
    assert "does not say what its machine can do" in done.stderr and done.stdout == "", done


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("p.q", "w", encoding="utf-8") as out:
            out.write(PROGRAM)
        check_counts()
        check_fused()
        check_other_devices()
        check_silent()


if __name__ == "__main__":
    main()
