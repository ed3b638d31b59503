#!/usr/bin/env python3
"""What the reports of real recordings say, against what the programs are known to do.

check-reports.py REDSHIFT_CLI [TEST...]
SPDX-License-Identifier: Apache-2.0
"""
import contextlib
import html
import html.parser
import json
import os
import re
import resource
import sqlite3
import subprocess
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
import perfetto  # noqa: E402
from parts import part_of  # noqa: E402
from traces import CLI, Skip, add_event, query, record, rows, run, run_tests  # noqa: E402


BUILTINS = """function [] = main()
  x = rand(512, 512)
  y = fft2(x)
  A = rand(200, 200)
  [u, s, v] = svd(A)
  B = A * A
  imwrite("FOLDER/x.tif", x)
  w = imread("FOLDER/x.tif")
  for i = 0..9999
    q = mod(i, 7)
  end
  print numel(w) + numel(y) + numel(B) + numel(s)
end
"""


def check_builtins(folder):
    """Name, line, sizes and bytes of what takes long; nothing of what does not."""
    trace = record(folder, BUILTINS.replace("FOLDER", folder))
    told = {(row["name"], row["place"].rsplit(":", 1)[1]): row for row in rows(trace, "builtins")}
    for name, line, arguments, results in (("rand", 2, 0, 1 << 20), ("fft2", 3, 1 << 20, 1 << 21),
                                           ("svd", 5, 160000, 480000),
                                           ("*", 6, 320000, 160000), ("imwrite", 7, 1 << 20, 0),
                                           ("imread", 8, 0, 1 << 20)):
        row = told[name, str(line)]
        assert (row["calls"], row["argument_bytes"], row["result_bytes"]) == (1, arguments, results), row
        assert 5000 <= row["min_ns"] == row["max_ns"] == row["total_ns"], row
    assert not any(name == "mod" for name, _ in told), told
    details = dict(query(trace, "SELECT name, detail FROM named_events WHERE kind = 'builtin'"))
    assert details["fft2"] == "512x512 scalar'single -> 512x512 cscalar'single", details
    assert details["imread"].startswith('"') and details["imread"].endswith("-> 512x512 scalar'single"), details
    summary = run("trace", "summary", trace).stdout
    assert "calls of 5 µs or more" in summary and "fft2" in summary.split("kernel ")[0], summary
    assert rows(trace, "builtins", "--to", "0ns") == []
    allocated = dict(query(trace,
                           "SELECT line, group_concat(DISTINCT name) FROM named_events WHERE kind = 'allocate' GROUP "
                           "BY line"))
    assert (allocated[2], allocated[3], allocated[5], allocated[8]) == ("x", "y", "u, s, v", "w"), allocated


MARKS = """function [] = inner(n)
  profile_begin("open to the end")
  if n == 2
    error("left")
  endif
  pause(2)
end
function [] = main()
  profile_mark("first")
  for n = 0..2
    profile_begin(sprintf("round %d", n))
    try
      inner(n)
    catch ex
      print ex
    end
    profile_begin("sum")
    print sum(ones(256,256))
    profile_end
    profile_end()
  end
  profile_mark("last")
end
"""


LAUNCHED = """function [] = __kernel__ add(x : mat, pos : ivec2)
  x[pos] = x[pos] + 1
end
function [] = __kernel__ twice(x : mat, pos : ivec2)
  x[pos] = x[pos] * 2
end
function [] = main()
  x = zeros(64, 128)
  parallel_do(size(x), x, add)
  print x[3,3]
  for k = 1..3
    profile_begin("round")
    for n = 1..5
      parallel_do(size(x), x, add)
    end
    profile_begin("inside")
    parallel_do(size(x), x, twice)
    print x[3,3]
    profile_end
    profile_end
  end
  profile_begin("a#1")
  profile_end
  parallel_do(size(x), x, add)
  print x[3,3]
end
"""


def check_marked_launches(folder):
    """What a stretch launched, by plain SQL; --mark limits reports to its time."""
    trace = record(folder, LAUNCHED)
    told = {row["name"]: row for row in rows(trace, "marks")}
    for name in ("round", "inside", "a#1"):
        inside = "EXISTS (SELECT 1 FROM named_events s WHERE s.kind = 'stretch' AND s.name = '%s' AND e.start >= " \
                 "s.start AND e.start < s.end AND e.track = s.track)" % name
        n, time = query(trace, "SELECT count(DISTINCT e.id), sum(k.end - k.start) FROM named_events e JOIN named_events"
                               f" k ON k.kind = 'kernel' AND k.a = e.a WHERE e.kind = 'launch' AND {inside}")[0]
        waits = query(trace, f"SELECT sum(end - start) FROM named_events e WHERE kind = 'wait' AND {inside}")[0][0]
        row = told[name]
        assert (row["launches"] or 0, row["kernels_ns"], row["waits_ns"]) == (n, time, waits), (row, n, time, waits)
    assert (told["round"]["launches"], told["inside"]["launches"], told["a#1"]["launches"]) == (18, 3, None), told
    assert rows(trace, "marks", "--kernel", "twice")[0]["launches"] == 3
    times = query(trace, "SELECT start, end FROM named_events WHERE kind = 'stretch' AND name = 'round' ORDER BY 1")
    for number, (start, end) in enumerate(times, 1):
        for report in ("waits", "tree", "events", "marks"):
            assert rows(trace, report, "--mark", f"round#{number}") \
                == rows(trace, report, "--from", f"{start}ns", "--to", f"{end}ns"), (report, number)
    assert rows(trace, "kernels", "--mark", "round") == rows(trace, "kernels", "--mark", "round#1")
    assert rows(trace, "kernels", "--mark", "a#1") == []  # a name, not a number
    first = subprocess.run([CLI, "trace", "kernels", "--mark", "round", trace], capture_output=True, text=True)
    assert "the first of 3 stretches" in first.stderr, first.stderr
    for mark, words in (("round#4", "there is no \"round#4\""), ("nothing", "trace marks lists them"),
                        ("round#0", "trace marks lists them"), ("#", "trace marks lists them")):
        refused = subprocess.run([CLI, "trace", "kernels", "--mark", mark, trace], capture_output=True, text=True)
        assert refused.returncode == 2 and words in refused.stderr, (mark, refused)
    part = f"{folder}/part.rstrace"
    run("trace", "trim", "--mark", "round#2", "-o", part, trace)
    assert rows(part, "marks")[0]["times"] == 1
    launches = {row["kernel"]: row["launches"] for row in rows(trace, "kernels", "--mark", "round#2")}
    compared = {row["name"]: (row["n_before"], row["n_after"])
                for row in rows(trace, "compare", "--mark", "round#2", trace) if row["what"] == "kernel"}
    assert compared == {name: (n, n) for name, n in launches.items()} and compared, (compared, launches)
    refused = subprocess.run([CLI, "trace", "compare", "--mark", "round#9", trace, part], capture_output=True,
                             text=True)
    # the sides are read at the same time: which of the two sentences is told is not known
    assert refused.returncode == 1 and trace in refused.stderr and '"round#9"' in refused.stderr, refused


def check_launches_that_run_later(folder):
    """What a stretch launched counts as its own in trace kernels and compare --mark, though a queue ran it behind its
    end; so does what ran in its time and whose launch is not known, but not what was launched before."""
    trace, plain = record(folder, LAUNCHED), os.path.join(folder, "plain.rstrace")
    run("trace", "unpack", "-o", plain, trace)
    times = query(trace, "SELECT start, end FROM named_events WHERE kind = 'stretch' AND name = 'round' ORDER BY 1")
    at, end = times[1]
    with contextlib.closing(sqlite3.connect(plain)) as database, database:
        delay = end - times[0][0]  # more than any stretch takes
        database.execute("UPDATE events SET start = start + ?, end = end + ? WHERE kind = 4", (delay, delay))
    add_event(plain, "kernel", 1, at + 1, at + 2, "unknown", 3, a=999999, b=64)
    inside = query(plain, "SELECT count(*) FROM named_events WHERE kind = 'kernel' AND name IN ('add', 'twice')"
                          f" AND start >= {at} AND start < {end}")[0][0]
    told = {row["kernel"]: row for row in rows(plain, "kernels", "--mark", "round#2")}
    assert inside != 6 and {name: row["launches"] for name, row in told.items()} \
        == {"add": 5, "twice": 1, "unknown": 1}, (inside, told)
    assert abs(sum(row["share"] for row in told.values()) - 1) < 1e-3, told  # they ran behind its time
    row = next(row for row in rows(plain, "marks") if row["name"] == "inside")
    assert sum(rows(plain, "kernels", "--mark", f"inside#{n}")[0]["total_ns"] for n in (1, 2, 3)) == row["kernels_ns"]
    configurations = rows(plain, "kernels", "--by-configuration", "--mark", "round#2")
    assert sorted(row["launches"] for row in configurations) == [1, 1, 5], configurations
    assert [row["launches"] for row in rows(plain, "kernels", "--kernel", "twice", "--mark", "round#2")] == [1]
    compared = {row["name"]: (row["n_before"], row["n_after"])
                for row in rows(plain, "compare", "--mark", "round#2", trace) if row["what"] == "kernel"}
    assert compared == {"add": (5, 5), "twice": (1, 1), "unknown": (0, 1)}, compared
    by_time = {row["kernel"]: row["launches"]
               for row in rows(plain, "kernels", "--from", f"{at}ns", "--to", f"{end}ns")}
    assert sum(by_time.values()) == inside + 1, (by_time, inside)


def check_marks(folder):
    """A program's own stretches and moments: in the reports, in order and nested, and in what other tools read."""
    trace = record(folder, MARKS)
    told = {row["name"]: row for row in rows(trace, "marks")}
    assert [(name, row["what"], row["times"], row["place"].rsplit(":", 1)[1]) for name, row in sorted(told.items())] \
        == [("first", "mark", 1, "9"), ("last", "mark", 1, "22"), ("open to the end", "stretch", 3, "2"),
            ("round 0", "stretch", 1, "11"), ("round 1", "stretch", 1, "11"), ("round 2", "stretch", 1, "11"),
            ("sum", "stretch", 3, "17")], told
    assert told["round 0"]["total_ns"] >= 2e6 and told["first"]["total_ns"] is None, told
    spans = query(trace, "SELECT name, start, end FROM named_events WHERE kind IN ('stretch', 'function')"
                         " AND name NOT LIKE 'main%' ORDER BY start, end DESC")
    order = [name for name, _, _ in spans]
    assert [name for name in order if name != "inner"] == ["round 0", "open to the end", "sum", "round 1",
                                                           "open to the end", "sum", "round 2", "open to the end",
                                                           "sum"], order
    for _, start, end in spans:  # one within the other, or apart
        assert not any(start < other < end < last for _, other, last in spans), spans
    tree = run("trace", "tree", trace).stdout
    assert re.search(r"stretch +round 0", tree), tree
    assert re.search(r"function +inner.*\n.*stretch +open to the end", tree), tree
    listed = rows(trace, "events", "--kind", "marks")
    assert len(listed) == 11 and {row["kind"] for row in listed} == {"mark", "stretch"}, listed
    run("trace", "export", "--format", "chrome", "-o", f"{folder}/m.json", trace)
    chrome = [event for event in json.load(open(f"{folder}/m.json"))["traceEvents"] if event["ph"] == "i"]
    assert [event["name"] for event in chrome] == ["first", "last"] and chrome[0]["args"]["line"] == 9, chrome
    run("trace", "export", "-o", f"{folder}/m.pftrace", trace)
    told = perfetto.Trace(f"{folder}/m.pftrace")
    assert [(name, kind, line) for _, _, name, kind, (_, line) in told.instants] \
        == [("first", "mark", 9), ("last", "mark", 22)], told.instants
    assert {told.tracks[track][0] for track, *_ in told.instants} == {"host"}, told.instants
    run("trace", "import", "-o", f"{folder}/back.rstrace", f"{folder}/m.json")
    back = query(f"{folder}/back.rstrace", "SELECT kind, name, count(*) FROM named_events WHERE kind IN ('mark',"
                                           " 'stretch') GROUP BY 1, 2 ORDER BY 1, 2")
    assert back[:3] == [("mark", "first", 1), ("mark", "last", 1), ("stretch", "open to the end", 3)], back
    run("trace", "unpack", "-o", f"{folder}/plain.rstrace", trace)
    with contextlib.closing(sqlite3.connect(f"{folder}/plain.rstrace")) as plain:
        assert plain.execute("SELECT s.value FROM NVTX_EVENTS JOIN StringIds s ON s.id = textId WHERE eventType = 34"
                             " AND end IS NULL ORDER BY start").fetchall() == [("first",), ("last",)]
    nothing = run("trace", "marks", record(folder, "print 1", name="plain"))
    assert "profile_begin" in nothing.stderr, nothing


WAITS = """function [] = main()
  x = rand(1500, 1500)
  y = zeros(1500, 1500)
  for i = 0..size(x,0)-1
    for j = 0..size(x,1)-1
      y[i,j] = sin(x[i,j]) * exp(x[i,j])
    end
  end
  print y[3,3] > 0
  z = y + 2*x
  print z[5,5] > 0
end
"""


def check_waits(folder):
    """The object, variable and line that forced each wait."""
    trace = record(folder, WAITS)
    waits = query(trace,
                  "SELECT w.name, w.line, w.a, r.name AS parameter FROM named_events w JOIN named_events r ON r.kind = "
                  "'argument' AND r.a = w.a"
                         " AND r.detail <> 'ReadOnly' WHERE w.kind = 'wait' AND w.a <> 0")
    oids = dict(query(trace, "SELECT name, a FROM named_events WHERE kind = 'allocate' AND name <> ''"))
    # z may be there before anybody asks for it.
    assert ("y", 9, oids["y"], "y") in waits and set(waits) <= {("y", 9, oids["y"], "y"),
                                                                ("z", 11, oids["z"], "result")}, (waits, oids)


def check_events(folder):
    """By kind, alone or in groups; sums of a table, and digits in groups, for people only."""
    trace = record(folder, WAITS, "--lines")
    everything = rows(trace, "events", "--limit", "1000000")
    by_kind = {kind: sum(row["kind"] == kind for row in everything) for kind in {row["kind"] for row in everything}}
    assert rows(trace, "events", "--kind", "kernel,wait") == [row for row in everything
                                                              if row["kind"] in ("kernel", "wait")]
    told = {row["kind"] for row in rows(trace, "events", "--kind", "program", "--limit", "1000000")}
    assert told == set(by_kind) - {"sample", "frame", "counter", "cpu-time", "record"}, told
    assert len(rows(trace, "events", "--kind", "all", "--limit", "1000000")) == len(everything)
    assert re.search(r" ms +cpu +kernel +loop at line ", run("trace", "events", "--kind", "kernel", trace).stdout)
    said = run("trace", "events", "--kind", "kernels", trace, status=2).stderr
    assert "launches" in said and '"kernels"' in said, said
    said = run("trace", "kernels", trace).stdout
    assert "2,250,000" in said and re.search(r"^sum of \d+: launches \d+, total ", said, re.MULTILINE), said
    assert "sum of" not in run("trace", "kernels", "--csv", trace).stdout


def check_copies(folder):
    """Each copy has its variable, line and cause: a launch, or host code."""
    if not has_opencl():
        raise Skip("no OpenCL device")
    trace = record(folder, WAITS, device="opencl")
    copies = query(trace,
                   "SELECT c.name, c.line, c.detail LIKE 'host->%' AS into_device, c.parent, l.line AS launch_line "
                   "FROM named_events c"
                          " LEFT JOIN launches l ON l.launch = c.parent AND c.parent <> 0 WHERE c.kind = 'copy'")
    into = [copy for copy in copies if copy[2]]
    assert [copy[0] for copy in into] == ["x"] and all(copy[1] == copy[4] == 4 for copy in into), copies
    assert sorted(copy[:2] for copy in copies if not copy[2]) == [("y", 9), ("z", 11)], copies
    assert all(copy[3] == 0 for copy in copies if not copy[2]), copies


def shares(trace):
    """Line -> percent of the program's time."""
    lines = [row for row in rows(trace, "lines") if ".q:" in row["place"]]
    total = sum(row["time_ns"] for row in lines)
    return {int(row["place"].rsplit(":", 1)[1]): 100 * row["time_ns"] / total for row in lines}


# Three times as much on the one line as on the other; nothing is in memory that was never touched.
COUNTED = """function [] = main()
  x = rand(SIZE, SIZE)
  y = rand(SIZE, SIZE)
  for i = 0..size(x,0)-1
    for j = 0..size(x,1)-1
      a = x[i,j]
      for k = 0..59
        a = a * 0.5 + sin(a)
      end
      for k = 0..19
        a = a * 0.5 + sin(a)
      end
      y[i,j] = a
    end
  end
  print y[3,3] > 0
end
"""
# Many work items at once in the lanes of a processor.
LANES = """function [] = __kernel__ add(y : mat, x : mat, pos : ivec2)
  s = 0.0
  for k = 0..59
    s = s * 0.5 + sin(x[pos] + k)
  end
  t = 0.0
  for k = 0..19
    t = t * 0.5 + sin(x[pos] + k)
  end
  y[pos] = s + t
end
function [] = main()
  x = rand(SIZE, SIZE)
  y = rand(SIZE, SIZE)
  for n = 1..4
    parallel_do(size(y), y, x, add)
  end
  print y[3,3] < 1e9
end
"""
LOOPS = """function [] = main()
  x = rand(SIZE, SIZE)
  y = rand(SIZE, SIZE)
  for n = 1..60
    for i = 0..size(x,0)-1
      for j = 0..size(x,1)-1
        y[i,j] = sin(x[i,j]) * exp(x[i,j])
      end
    end
    for i = 0..size(x,0)-1
      for j = 0..size(x,1)-1
        y[i,j] = sin(x[i,j]) * exp(x[i,j])
      end
    end
    for i = 0..size(x,0)-1
      for j = 0..size(x,1)-1
        y[i,j] = sin(x[i,j]) * exp(x[i,j])
      end
    end
    for i = 0..size(x,0)-1
      for j = 0..size(x,1)-1
        y[i,j] = sin(x[i,j]) * exp(x[i,j])
      end
    end
  end
  print y[3,3] > 0
end
"""
CALLS = """function [] = main()
  A = rand(60, 60)
  for n = 1..COUNT
    for m = 1..3
      [u, s, v] = svd(A)
    end
    [u, s, v] = svd(A)
  end
  print s[0,0] < 1e9
end
"""
WHILES = """function [] = main()
  a = 0.1
  k = 0
  while k < 3*COUNT
    a = a * 0.5 + sin(a)
    k = k + 1
  end
  k = 0
  while k < COUNT
    a = a * 0.5 + sin(a)
    k = k + 1
  end
  print a > 0
end
"""
# Functions that the compiler puts into their kernel.
CALLED = """function y = __device__ rounds(x : scalar)
  y = 0.0
  for k = 0..19
    y = y * 0.5 + sin(x + k)
  end
end
function y = __device__ more(x : scalar)
  y = 0.0
  for k = 0..59
    y = y * 0.5 + sin(x + k)
  end
end
function [] = __kernel__ both(y : mat, x : mat, pos : ivec2)
  y[pos] = more(x[pos]) + rounds(x[pos])
end
function [] = main()
  x = rand(SIZE, SIZE)
  y = rand(SIZE, SIZE)
  for n = 1..4
    parallel_do(size(y), y, x, both)
  end
  print y[3,3] < 1e9
end
"""


def measure_lines(folder, text, options, device, lines, tolerance):
    """The shares of lines. What the first of two groups has of both is 75 %, or so on average over five recordings: one
    has some hundred samples where other programs run, which by chance alone are that far off now and then."""
    parts = []
    while not parts or (len(parts) < 5 and abs(sum(parts) / len(parts) - 75) >= tolerance):
        # Threads of BLAS wait for each other with processor time, how much depends on what else runs.
        found = shares(record(folder, text, *options, device=device, OPENBLAS_NUM_THREADS="1"))
        large, little = (sum(found.get(line, 0) for line in group) for group in lines)
        assert large + little > 30, (device, options, text, found)
        parts.append(100 * large / (large + little))
    assert abs(sum(parts) / len(parts) - 75) < tolerance, (device, options, text, parts, found)
    return found


def check_lines(folder):
    """Shares of lines within 3 points of what is known, on cpu with one thread and all, and on interp, each day of two
    of the six programs. With sanitizers what comes before and after a loop takes longer than its rounds, which makes
    it 6, and a quarter of what is interpreted takes longer than all of it without."""
    with open(CLI, "rb") as program:
        is_sanitized = b"__asan_init" in program.read()
    tolerance, interpreted = (6, 150) if is_sanitized else (3, 300)
    for device, threads, size in (("cpu", "1", 1200), ("cpu", None, 1200), ("interp", None, interpreted)):
        options = ["--lines=4000"] + (["--set", f"RUNTIME_OPENMP_THREADS={threads}"] if threads else [])
        programs = [(COUNTED.replace("SIZE", str(size)), (7, 8), (10, 11)),
                    (LANES.replace("SIZE", str(size)), (3, 4), (7, 8)),
                    (LOOPS.replace("SIZE", str(2 * size)), (7, 12, 17), (22,)),
                    (CALLS.replace("COUNT", "300"), (5,), (7,)),
                    (WHILES.replace("COUNT", "300000" if device == "interp" else "20000000"), (4, 5, 6), (9, 10, 11)),
                    (CALLED.replace("SIZE", str(size)), (8, 9, 10), (2, 3, 4))]
        for text, big, small in part_of(programs, os.environ.get("RS_LINE_PROGRAMS", "today/3")):
            found = measure_lines(folder, text, options, device, (big, small), tolerance)
            files = {row["place"].rsplit(":", 1)[0] for row in rows(os.path.join(folder, "p.rstrace"), "lines")}
            assert {name for name in files if name.endswith("p.q")} == {os.path.join(folder, "p.q")}, files
            if text.startswith(COUNTED[:20]) and "0..59" in text:
                assert found.get(8, 0) > found.get(7, 0), (device, found)


TREE = """function y = leaf(n)
  y = 0.0
  t = {}
  for i = 0..n-1
    t = {i}
    y = y + i
  end
end
function y = one(n)
  y = leaf(n)
end
function y = two(n)
  y = leaf(3 * n)
end
function [] = main()
  x = leaf(10) + one(2000000) + two(2000000)
  print x > 0
end
"""


STENCIL = """function [] = __kernel__ smooth(x : mat'mirror, y : mat, r : int, pos : ivec2)
  s = 0.0
  for m = -r..r
    for n = -r..r
      s += exp(-x[pos + [m, n]])
    end
  end
  y[pos] = s
end
function [] = main()
  x = ones(700, 700)
  y = zeros(700, 700)
  for i = 1..60
    parallel_do(size(x), x, y, 3, smooth)
  end
  print sum(y)
end
"""


def check_text_of_lines(folder):
    """A program that was started by a name from its folder: its text is shown there, elsewhere why not."""
    program = os.path.join(folder, "there", "p.q")
    os.mkdir(os.path.dirname(program))
    with open(program, "w") as file:
        file.write("s = 0\nfor k = 1..3000000\n  s = s + sin(k)\nend\nprint s > 1e9\n")
    trace = os.path.join(folder, "t.rstrace")
    there = {"cwd": folder, "capture_output": True, "text": True, "check": True}
    subprocess.run([CLI, "run", "-d", "interp", "--profile", trace, "--lines", os.path.join("there", "p.q")], **there)
    told = subprocess.run([CLI, "trace", "lines", trace], **there).stdout
    assert "s = s + sin(k)" in told and "is not here" not in told, told
    elsewhere = {**there, "cwd": "/"}
    told = subprocess.run([CLI, "trace", "lines", trace], **elsewhere).stdout
    assert "the text of there/p.q is not here: begin in the folder" in told, told
    told = subprocess.run([CLI, "trace", "lines", program, trace], **elsewhere).stdout
    assert "s = s + sin(k)" in told, told


def check_lines_of_parts(folder):
    """The parts of a kernel, its border and what is inside, are all called as the kernel is."""
    found = {row["function"] for row in rows(record(folder, STENCIL, "--lines=4000"), "lines") if row["place"]}
    assert "smooth" in found and not any("interior" in name or "border" in name for name in found), found


def check_tree(folder):
    """Spans inside each other with the lines below them; a trace without samples has the spans, and says how to get
    lines."""
    trace = record(folder, TREE, "--lines=4000", device="interp")
    tree = rows(trace, "tree")
    spans = dict(query(trace, "SELECT s.text, sum(e.end - e.start) FROM events e JOIN strings s ON s.id = e.name "
                              "WHERE e.kind = 1 AND s.text IN ('main', 'one', 'two') GROUP BY 1"))
    found, path, below = {}, [], {}
    for row in tree:
        path = path[:row["depth"]] + [(row["kind"], row["call"])]
        if row["kind"] == "function":
            found[row["call"], row["depth"]] = row
        if row["kind"] == "line":
            assert row["time_ns"] == row["cpu_ns"] and row["samples"] > 0 and row["count"] is None, row
            below.setdefault([name for kind, name in path if kind == "function"][-1], []).append(row)
    for name, depth in (("main", 1), ("one", 2), ("two", 2)):
        row = found[name, depth]
        assert row["time_ns"] == spans[name] and row["count"] == 1 and 0 <= row["own_ns"] <= row["time_ns"], row
        # Samples count the processor's time, spans the clock's, which is longer where others run too.
        assert 0 < row["cpu_ns"] < 1.1 * spans[name], row
    assert found["two", 2]["cpu_ns"] > 1.3 * found["one", 2]["cpu_ns"], found # three times the calls
    assert ("leaf", 3) in found and any(row["place"].endswith("p.q:6") for row in below["leaf"]), below
    tops = [row for row in tree if row["depth"] == 0]
    assert all(row["kind"] == "track" for row in tops), tops
    whole = query(trace, "SELECT sum(a), count(*) FROM events WHERE kind = 19")[0]
    lines = rows(trace, "lines")
    assert (sum(row["cpu_ns"] for row in tops), sum(row["samples"] for row in tops)) == whole
    assert sum(row["time_ns"] for row in lines) == whole[0]
    assert sum(row["own_ns"] for row in tree if row["kind"] in ("line", "code")) == whole[0]
    assert rows(trace, "tree", "--to", "0ns") == []
    assert rows(trace, "tree", "--track", tops[0]["call"])[0] == tops[0]
    # A part of a kernel bears the kernel's name, and the kernel's lines are below it.
    kernels = record(folder, COUNTED.replace("SIZE", "1200"), "--lines=4000", name="k")
    parts, path = set(), []
    for row in rows(kernels, "tree"):
        path = path[:row["depth"]] + [row]
        if row["kind"] == "line" and row["place"].endswith(("k.q:8", "k.q:11")):
            parts.add(tuple(above["kind"] + above["place"].rpartition("k.q")[2] for above in path[1:-1]))
    assert ("chunk:4",) in parts or ("function:1", "loop:4") in parts, (parts, rows(kernels, "tree"))
    text = run("trace", "tree", trace).stdout
    assert "line" in text and "leaf p.q:6" in text, text
    assert "outside of the program" in "".join(row["function"] for row in lines if not row["place"]) or \
        all(row["place"] for row in lines), lines
    text = run("trace", "lines", "p.q", trace).stdout
    assert [line.rstrip() for line in text.splitlines()[1:]], text
    assert "    y = leaf(3 * n)" in text.replace("  y = leaf", "    y = leaf"), text
    plain = record(folder, TREE, device="interp")
    assert "--lines" in run("trace", "lines", plain, status=1).stderr
    assert {row["call"] for row in rows(plain, "tree") if row["kind"] == "function"} - {"main program"} == \
        {"main", "leaf", "one", "two"}
    assert "--lines" in run("trace", "tree", plain).stdout
    run("run", "--lines", os.path.join(folder, "p.q"), status=2)
    run("run", "--profile", plain, "--lines=0", os.path.join(folder, "p.q"), status=2)


# One line has fresh memory made and written, the other counts. Arrays of that size go back to the system.
FAULTS = """function [] = main()
  s = 0
  for i = 1..10
    x = zeros(4096, 4096)
    s = s + x[3,4]
    for k = 1..200000
      s = mod(s + k, 7)
    end
  end
  print s
end
"""


LEFT = """function [] = raises(n)
  for i = 0..n
    if i == 50000
      error("stop")
    endif
    a = {i}
  end
end
function y = early(n)
  y = 0
  for i = 0..n
    a = {i}
    if i > 40000
      y = i
      return
    endif
  end
end
function [] = main()
  try
    raises(100000)
  catch e
    print "caught"
  end
  print early(100000)
  k = 0
  c = {}
  while k < 30000
    c = {k}
    k += 1
  end
  repeat
    c = {k}
    k -= 1
  until k < 10000
  try
    for j = 0..20000
      c = {j}
      if j == 15000
        error("left")
      endif
    end
  catch e
    for q = 0..30000
      try
        c = {q}
        if q == 20000
          error("goes on")
        endif
      catch e
        c = {}
      end
    end
  end
  for q = 0..30000
    c = {q}
    if q == 10000
      break
    endif
  end
  raises(100000)
end
"""


def check_left(folder):
    """Loops and calls have their spans, however they are left."""
    program, trace = os.path.join(folder, "p.q"), os.path.join(folder, "p.rstrace")
    with open(program, "w") as file:
        file.write(LEFT)
    run("run", "-d", "interp", "--profile", trace, program, status=1)
    loops = query(trace, "SELECT name, line, a FROM named_events WHERE kind = 'loop' AND b = 0 ORDER BY end")
    assert loops == [("raises", 2, 50001), ("early", 11, 40002), ("main", 28, 30000), ("main", 32, 20001),
                     ("main", 37, 15001), ("main", 44, 30001), ("main", 55, 10001), ("raises", 2, 50001)], loops
    calls = query(trace, "SELECT name FROM named_events WHERE kind = 'function' AND name IN ('main', 'raises', 'early')"
                         " ORDER BY end")
    assert calls == [("raises",), ("early",), ("raises",), ("main",)], calls
    # Each is inside of what holds it.
    depths = {row["place"].rpartition(":")[2] if row["kind"] == "loop" else row["call"]: row["depth"]
              for row in rows(trace, "tree")}
    inside = {call: depth - depths["main"] for call, depth in depths.items()}
    assert (inside["raises"], inside["early"]) == (1, 1), depths
    assert inside["2"] == inside["11"] == 2, depths
    assert all(inside[line] == 1 for line in ("28", "32", "37", "44", "55")), depths
    assert {row["iterations"] for row in rows(trace, "loops") if row["place"].endswith(":2")} == {100002}


def check_native_rest(folder):
    """A loop of unknown length that goes on as native code is not told to be interpreted."""
    trace = record(folder, "n = 0\nwhile n < 3000000\n  n = n + 1\nendwhile\nprint n\n")
    assert query(trace, "SELECT line, b FROM named_events WHERE kind = 'loop'") == [(2, 1)]
    said = run("trace", "summary", trace).stdout
    assert "interpreted" not in said, said


CALLED_OFTEN = """function y = g(x)
  y = x + 1
end
function y = f(x)
  y = g(x) + 1
end
function [] = main()
  a = 0
  for i = 1..1000000
    a = f(a)
  end
  print a
end
"""


def check_called_often(folder):
    """A million calls are sums, in the call tree, too; the loop that makes them has its own event."""
    trace = record(folder, CALLED_OFTEN, device="interp", RS_TRACE_BUFFER="2")
    assert query(trace, "SELECT name, line, a FROM named_events WHERE kind = 'loop'") == [("main", 9, 1000000)]
    tree = rows(trace, "tree")
    loop = next(row for row in tree if row["kind"] == "loop")
    called = {row["call"]: row for row in tree if row["kind"] == "function" and row["depth"] > loop["depth"]}
    totals = dict((name, (n, total)) for name, n, total in query(
        trace, "SELECT s.text, sum(n), sum(total) FROM totals t JOIN strings s ON s.id = t.name WHERE kind = 1 AND "
               "s.text IN ('f', 'g') GROUP BY 1"))
    dropped = dict(query(trace, "SELECT name, value FROM meta WHERE name = 'dropped'"))
    for name in ("f", "g"):
        counts = [row["count"] for row in tree if row["call"] == name]
        times = [row["time_ns"] for row in tree if row["call"] == name]
        assert totals[name][0] + int(dropped.get("dropped", 0)) >= 1000000, (totals, dropped)
        assert (sum(counts), sum(times)) == totals[name], (name, counts, times, totals)
    assert called["f"]["count"] > 900000, called


def check_library_threads(folder):
    """Threads that a library makes during the run take processor time, too, and emit nothing."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    trace = record(folder, "function [] = main()\n  [u, s, v] = svd(rand(1400, 1400))\n  print s[1,1] > 0\nend\n")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e9
    counted = query(trace, "SELECT sum(a), count(DISTINCT track) FROM events WHERE kind = 10")[0]
    assert 0.75 * used < counted[0] < used, (used, counted)
    assert sum(row["cpu_ns"] for row in rows(trace, "threads")) == counted[0]


def check_fused(folder):
    """Kernels that run as one have their runs at the first of them."""
    trace = record(folder, "function y = f(x : mat)\n  {!kernel_fusion strategy=\"smart\"}\n  y = zeros(size(x))\n"
                           "  t = 2 * x + 1\n  y = t .* t + 3\nend\nfunction [] = main()\n  x = ones(1200, 1200)\n"
                           "  for k = 1..3\n    y = f(x)\n  end\n  print sum(y) > 0\nend\n")
    kernel = [row for row in rows(trace, "kernels") if " + " in row["kernel"]]
    told = [row for row in rows(trace, "loops") if row["decision"].startswith("one kernel with")]
    assert len(kernel) == len(told) == 1 and kernel[0]["launches"] == 3, (kernel, told)
    found = told[0]["runs"], told[0]["iterations"], told[0]["total_ns"]
    assert found == (3, 3 * 1200 ** 2, kernel[0]["total_ns"]), told


def check_counters(folder):
    """Page faults are at the line that made them; columns of what can't be counted here are missing, and why."""
    trace = record(folder, FAULTS, "--lines=4000", device="interp")
    lines = {int(row["place"].rsplit(":", 1)[1]): row for row in rows(trace, "lines") if ".q:" in row["place"]}
    text = run("trace", "lines", trace).stdout
    if "page_faults" not in lines[4]:
        raise Skip("page faults are not counted here")
    events = query(trace, "SELECT count(*), sum(a) FROM events e JOIN strings s ON s.id = e.name "
                          "WHERE e.kind = 11 AND e.line > 0 AND s.text = 'page faults'")[0]
    assert events[0] > 0 and events[1] == sum(row["page_faults"] for row in lines.values()), (events, lines)
    # What was counted up to a sample counts for its line: a little comes to the next one.
    assert lines[4]["page_faults"] > events[1] / 2 and events[1] > 100, lines
    hardware = query(trace, "SELECT value FROM meta WHERE name = 'hardware-counters'")[0][0]
    assert ("cycles" in lines[4]) == ("ipc" in lines[4]) == (hardware == "recorded"), (hardware, lines)
    assert (hardware in text) == (hardware != "recorded") and "page faults" in text, text


def check_transfers(folder):
    """Every copy once, with its bytes and cause; what is overwritten is not copied."""
    trace = record(folder, WAITS, device="opencl") if has_opencl() else None
    if trace is None:
        raise Skip("no OpenCL device")
    found = {(row["variable"], row["cause"]): row for row in rows(trace, "transfers")}
    assert set(found) == {("x", "launch"), ("y", "host code"), ("z", "host code")}, found
    # of y and z one element is asked for
    assert all(row["bytes"] == (9000000 if row["variable"] == "x" else 4) * row["copies"] and row["total_ns"] > 0
               and (row["gb_per_s"] > 0 or row["bytes"] == 4) for row in found.values()), found
    expected = query(trace, "SELECT count(*), sum(b), sum(end - start) FROM events WHERE kind = 8")[0]
    assert tuple(sum(row[key] for row in found.values()) for key in ("copies", "bytes", "total_ns")) == expected
    assert rows(trace, "transfers", "--to", "0ns") == []
    assert "one memory" not in run("trace", "transfers", "--to", "0ns", trace).stderr
    assert "one memory" in run("trace", "transfers", record(folder, WAITS, device="cpu")).stderr


OBJECTS = """function [] = __kernel__ add(v : mat, pos : ivec2)
  v[pos] = v[pos] + 1
end
function [] = main()
  x = rand(64, 96)
  y = rand(64, 96)
  for n = 1..20
    if mod(n, 5) == 0
      v = y
    else
      v = x
    endif
    parallel_do(size(v), v, add)
  end
  print x[3,3] + y[3,3] > 0
end
"""


def check_object(folder):
    """What happened to an array: its own events, and the launches that got it, also those whose arrays are those of the
    launch before (which have no events of their arguments)."""
    trace = record(folder, OBJECTS)
    compare_launches_of_objects(trace)
    assert "no array" in run("trace", "object", "999999", trace, status=1).stderr
    assert "no number" in run("trace", "object", "x", trace, status=2).stderr
    # Arrays of two types in turn are two compiled kernels at one place.
    compare_launches_of_objects(record(folder, OBJECTS.replace("v : mat,", "v,").replace("y = rand(64, 96)",
                                                                                       "y = zeros[int](64, 96)")))


def compare_launches_of_objects(trace):
    launches = [number for number, in query(trace, "SELECT a FROM events WHERE kind = 3 ORDER BY start")]
    assert len(launches) == 20, launches
    for name, expected in (("x", {n for i, n in enumerate(launches, 1) if i % 5}),
                           ("y", {n for i, n in enumerate(launches, 1) if i % 5 == 0})):
        oid, = query(trace, "SELECT e.a FROM events e JOIN strings s ON s.id = e.name "
                            f"WHERE kind = 6 AND s.text = '{name}'")[0]
        found = json.loads(run("trace", "object", str(oid), "--json", trace).stdout)
        for kind in ("launch", "kernel"):
            assert {row["a"] for row in found if row["kind"] == kind} == expected, (name, kind, found)
        own = query(trace, f"SELECT id FROM events WHERE kind IN (6, 7, 8, 9, 17, 27) AND a = {oid}")
        told = {row["id"] for row in found if row["kind"] not in ("launch", "kernel", "place")}
        assert {number for number, in own} == told, (own, found)


def check_wait_report(folder):
    """Sums are those of the events; the cause is the launch that computed what was needed."""
    trace = record(folder, WAITS)
    found = rows(trace, "waits")
    assert any((row["variable"], row["place"].rsplit(":", 1)[-1], row["cause"].rsplit(":", 1)[-1]) == ("y", "9", "4")
               for row in found), found
    assert query(trace, "SELECT count(*), sum(end - start) FROM events WHERE kind = 9")[0] == (
        sum(row["waits"] for row in found), sum(row["total_ns"] for row in found))


MEMORY = """function [] = main()
  keep = zeros(100, 1000)
  for i = 0..9
    t = zeros(200, 1000)
    t = zeros(10, 10)
  end
  big = zeros(1000, 1000)
  print numel(keep) + numel(big)
end
"""


def model_of_memory(events, until=None):
    """Peak, its time, what is there at a time or the end, by a plain model."""
    living, total, peak, when = {}, 0, 0, 0
    for kind, oid, size, start in events:
        if until is not None and start > until:
            continue
        total += size if kind == 6 else -size
        if kind == 6:
            living[oid] = size
            if total > peak:
                peak, when = total, start
        else:
            living.pop(oid, None)
    return peak, when, living


def check_memory(folder):
    trace = record(folder, MEMORY)
    events = query(trace, "SELECT kind, a, b, start FROM events WHERE kind IN (6, 7) ORDER BY id")
    peak, when, living = model_of_memory(events)
    found = {(row["variable"], row["place"].rsplit(":", 1)[1]): row for row in rows(trace, "memory")}
    assert sum(row["peak_bytes"] for row in found.values()) == peak, (peak, found)
    assert found["big", "7"]["peak_bytes"] == 4000000 and found["keep", "2"]["peak_bytes"] == 400000, found
    assert found["t", "4"]["allocations"] == 10 and found["t", "4"]["bytes"] == 8000000, found
    assert found["t", "4"]["left"] == 0, found
    assert 0 < found["t", "4"]["lifetime_ns"] < found["keep", "2"]["lifetime_ns"] or found["keep",
                                                                                           "2"]["left"] == 1, found
    assert sum(row["left_bytes"] for row in found.values()) == sum(living.values())
    for time in (0, when, events[len(events) // 2][3], 10 ** 12):
        listed = {row["oid"]: row["bytes"] for row in rows(trace, "memory", "--at", f"{time}ns")}
        assert listed == model_of_memory(events, time)[2], time


GAPS = WAITS.replace("  print z[5,5] > 0\n", """  print z[5,5] > 0
  [u, s, v] = svd(x[0..199,0..199])
  q = fft2(x)
  w = z + y
  print w[1,1] > 0
""")


def check_gaps(folder):
    """Idle time is that between the kernels, by a plain model; each moment of it counts for what the host did then."""
    record(folder, GAPS)  # with the kernels in the cache, nothing is compiled between them
    trace = record(folder, GAPS)
    idle, end, n = 0, None, 0
    for start, stop in query(trace, "SELECT start, end FROM events WHERE kind = 4 ORDER BY start"):
        if end is not None and start > end:
            idle, n = idle + start - end, n + 1
        end = stop if end is None else max(end, stop)
    found = rows(trace, "gaps")
    assert sum(row["total_ns"] for row in found) == idle and sum(row["gaps"] for row in found) >= n, (found, idle, n)
    assert f": {n} gap" in run("trace", "gaps", trace).stdout
    taken = dict(query(trace, "SELECT name, sum(end - start) FROM named_events WHERE kind = 'builtin' GROUP BY name"))
    told = {row["name"]: row["total_ns"] for row in found if row["kind"] == "builtin"}
    assert {"svd", "fft2"} <= set(told) and all(time <= taken[name] for name, time in told.items()), (told, taken)


KERNELS = """function [] = main()
  x = rand(300, 300)
  y = rand(300, 300)
  for n = 1..60
    for i = 0..299
      for j = 0..299
        y[i,j] = sin(x[i,j]) REPEATED
      end
    end
    for i = 0..299
      for j = 0..299
        x[i,j] = exp(y[i,j]) * 0.1
      end
    end
  end
  print y[3,3] < 1e9
end
"""


def record_slower(folder):
    """Two recordings of a program, whose first loop takes many times as long in the second."""
    before = record(folder, KERNELS.replace("REPEATED", ""), name="before")
    more = " + sin(x[i,j] * 1.5)" + "".join(f" + sin(x[i,j] * {k})" for k in range(2, 9))
    after = record(folder, KERNELS.replace("REPEATED", more), name="after")
    program = os.path.join(folder, "before.q")
    with open(program, "w") as file:
        file.write(KERNELS.replace("REPEATED", more))
    run("run", "-d", "cpu", "--profile", after, program)
    return before, after


def check_compare(folder):
    """What got slower, and nothing else; the same trace twice has no change; the status is for scripts. Where others
    keep the processors, what they do to times may hide it: one of several times they don't."""
    for _ in range(8):
        before, after = record_slower(folder)
        same = rows(before, "compare", before)
        assert same and {row["change"] for row in same} <= {"no evidence", "too few runs"}, same
        run("trace", "compare", "--fail-above", "5%", before, before)
        changed = {row["place"].rsplit(":", 1)[1]: row for row in rows(after, "compare", before)
                   if row["what"] == "kernel"}
        assert changed["5"]["n_before"] == changed["5"]["n_after"] == 60, changed
        if changed["5"]["change"] == "slower" and changed["5"]["ratio_low"] > 1.2:
            break
    else:
        raise AssertionError(changed)
    run("trace", "compare", "--fail-above", "5%", before, after, status=1)


def make_steady(trace, seed, slow_line, factor):
    """A copy of a recording whose spans take what the seed says, those of one line's kernel factor times as long: what
    a loaded machine does to times is no part of the test. What comes by chance (samples, built-ins) is left out."""
    plain = f"{trace}.steady"
    run("trace", "unpack", trace, "-o", plain)
    with contextlib.closing(sqlite3.connect(plain)) as database, database:
        database.execute("DELETE FROM events WHERE kind IN (SELECT id FROM kinds WHERE name IN ('sample', 'builtin'))")
        database.execute("UPDATE events SET end = start + 1000000 + (id * 7919 + ? * 104729) % 50000 "
                         "WHERE end > start", (seed,))
        database.execute("UPDATE events SET end = start + ? * (end - start) WHERE kind = 4 AND line = ?",
                         (factor, slow_line))
        assert database.total_changes > 120
    return plain


def add_spans(trace, kind, name, durations):
    """Spans of a kind that a plain trace has, under another name."""
    with contextlib.closing(sqlite3.connect(trace)) as database, database:
        database.execute("INSERT INTO strings SELECT max(id) + 1, ? FROM strings", (name,))
        for duration in durations:
            database.execute("INSERT INTO events SELECT (SELECT max(id) + 1 FROM events), track, class, start,"
                             " start + ?, kind, (SELECT max(id) FROM strings), file, line, a, b, detail, threads,"
                             " parent FROM events WHERE kind IN (SELECT id FROM kinds WHERE name = ?) LIMIT 1",
                             (duration, kind))
            assert database.total_changes > 1


def check_compare_chance(folder):
    """What is an event from 5 us on, and was so once, is not gone when it is shorter another time."""
    trace = record(folder, KERNELS.replace("REPEATED", "") + "\n", name="chance")
    without, having = (f"{trace}.{k}" for k in range(2))
    for plain in without, having:
        run("trace", "unpack", trace, "-o", plain)
    for name, durations in (("once", [240000]), ("short", [6000] * 9), ("seldom", [6000] * 6 + [900000]),
                            ("long", [3000000]), ("often", [50000] * 6)):
        add_spans(having, "loop", name, durations)
    for before, after, change in ((having, without, "gone"), (without, having, "new")):
        told = {row["name"]: row["change"] for row in rows(after, "compare", before)}
        assert {name: told.get(name) for name in ("once", "short", "seldom", "long", "often")} == {
            "once": "too few runs", "short": "too few runs", "seldom": "too few runs", "long": change,
            "often": change}, told


with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "queued.q"), encoding="utf-8") as program:
    QUEUED = program.read()


def check_loop_time(folder):
    """A loop whose kernels go on while the host waits for them in its next run takes no longer than the loop around it:
    each moment counts once."""
    trace = record(folder, QUEUED, name="queued")
    loops = {row["place"].rsplit(":", 1)[1]: row for row in rows(trace, "loops") if row["what"].startswith("loop")}
    assert loops["3"]["runs"] > 20 and loops["3"]["total_ns"] <= loops["11"]["total_ns"], loops
    assert "elapsed time" in run("trace", "loops", trace).stdout


NAMED = """function [] = __kernel__ NAME(x, y, pos : int)
  y[pos] = sin(x[pos])
endfunction
x = ones(300000)
y = zeros(300000)
for k = 1..20
  parallel_do([numel(x)], x, y, NAME)
endfor
print y[1]
"""


def check_loop_name(folder):
    """A kernel whose name begins as those of loops do is a kernel."""
    for name in "loopback", "backloop":
        trace = record(folder, NAMED.replace("NAME", name), name=name)
        told = {row["what"]: row for row in rows(trace, "loops")}
        assert told[name]["runs"] == 20 and told[name]["total_ns"] > 0, told
        assert told["loop at line 6"]["runs"] == 1, told


def check_range_shares(folder):
    """Shares of kernels in a range are of its time; those that end behind it count whole."""
    trace = record(folder, KERNELS.replace("REPEATED", ""), name="shares")
    (first, last), = query(trace, "SELECT min(start), max(start) FROM events WHERE kind = 4")
    end = (first + last) // 2
    found = rows(trace, "kernels", "--from", f"{first}ns", "--to", f"{end}ns")
    assert found
    for row in found:
        assert abs(row["share"] - row["total_ns"] / (end - first)) < 1e-4, (row, first, end)


def add_allocations(trace, name, sizes):
    """An allocation of each size, in a plain trace that has some."""
    with contextlib.closing(sqlite3.connect(trace)) as database, database:
        database.execute("INSERT INTO strings SELECT max(id) + 1, ? FROM strings", (name,))
        for size in sizes:
            database.execute("INSERT INTO events SELECT (SELECT max(id) + 1 FROM events), track, class, start, end,"
                             " kind, (SELECT max(id) FROM strings), file, line, a, ?, detail, threads, parent"
                             " FROM events WHERE kind IN (SELECT id FROM kinds WHERE name = 'allocate') LIMIT 1",
                             (size,))
        assert database.total_changes == len(sizes) + 1


def check_compare_trifles(folder):
    """What sets the status is shown, and memory of a few bytes a recording does not, however many recordings."""
    trace = record(folder, KERNELS.replace("REPEATED", ""), name="trifles")
    for before, after, status in ((300, 600, 0), (1500, 3000, 0), (5000, 10000, 1)):
        sides = [[], []]
        for side, size in enumerate((before, after)):
            for seed in range(3):
                plain = os.path.join(folder, f"{size}-{side}-{seed}")
                os.replace(make_steady(trace, seed, 5, 1), plain)
                add_allocations(plain, "few", (size + seed,))
                sides[side].append(plain)
        text = run("trace", "compare", "--fail-above", "5%", *sides[0], "--", *sides[1], status=status).stdout
        first = text.splitlines()[1].split()
        assert (first[:3] == ["more", "memory", "few"]) == (status == 1), text


def check_compare_renamed(folder):
    """A second version that was saved under another name is the same program; memory of a few bytes and what nobody can
    tell come last, and are left out of the text; what the correction for many rows keeps back is told."""
    trace = record(folder, KERNELS.replace("REPEATED", ""), "--lines", name="first")
    first, second = make_steady(trace, 0, 5, 1), make_steady(record(folder, KERNELS.replace("REPEATED", ""), "--lines",
                                                                   name="second"), 1, 5, 2)
    told = rows(second, "compare", first)
    kernels = {os.path.basename(row["place"]): row for row in told if row["what"] == "kernel"}
    assert set(kernels) == {"second.q:5", "second.q:10"} and kernels["second.q:5"]["change"] == "slower", kernels
    assert not any(row["change"] in ("new", "gone") for row in told if row["what"] in ("kernel", "memory")), told
    quick = make_steady(record(folder, KERNELS.replace("REPEATED", ""), name="quick"), 0, 5, 0.01234)
    ratios = [row["ratio"] for row in rows(quick, "compare", first) if row["line_before"] == 5]
    assert any(abs(ratio / 0.01234 - 1) < 0.02 and f"{ratio:.3f}" != f"{ratio}" for ratio in ratios), ratios
    text = run("trace", "compare", first, second).stdout
    assert "first.q before and second.q after count as one program" in text, text
    for row in told:
        if row["by"] == "blocks":
            assert abs(row["ratio"] / (row["median_after"] / row["median_before"]) - 1) < 0.002, row
    sizes = [record(folder, QUEUED, name=name) for name in ("third", "fourth")]
    few = [row["what"] == "memory" and max(row["total_before"], row["total_after"]) < 4096
           for row in rows(sizes[1], "compare", sizes[0])]
    assert any(few) and few == sorted(few), few


def check_compare_corrected(folder):
    """An interval without 1 is no evidence where many rows are compared: that is said, with their number."""
    trace = record(folder, KERNELS.replace("REPEATED", ""))
    before = os.path.join(folder, "before")
    os.replace(make_steady(trace, 0, 5, 1), before)
    for step in range(60):  # from none to evidence: in between there is what the correction keeps back
        after = make_steady(trace, 1, 5, 1 + step / 4000)
        told = rows(after, "compare", before)
        kept = [row for row in told if row["change"] == "no evidence" and row["by"] == "blocks"
                and (row["ratio_low"] > 1.0005 or row["ratio_high"] < 0.9995)]
        if kept:
            break
        os.remove(after)
    text = run("trace", "compare", before, after).stdout
    judged = sum(row["by"] != "too few" for row in told)
    assert f"no evidence: also of {len(kept)} with an interval without 1: of {judged} compared at once" in text, text


def check_compare_sides(folder):
    """Several recordings a side are compared by run; lines that a comment moved are followed; mistakes are told."""
    moved = "% a comment\n% and another\n"
    more = "".join(f" + sin(x[i,j] * {k})" for k in range(2, 9))
    sides = [[record(folder, text, "--lines", name=f"{name}{i}") for i in range(3)] for name, text in (
        ("old", KERNELS.replace("REPEATED", "")), ("new", moved + KERNELS.replace("REPEATED", more)))]
    for side, text in zip(sides, ("", moved)):  # the programs of both sides have one name
        program = os.path.join(folder, "one.q")
        with open(program, "w") as file:
            file.write(text + KERNELS.replace("REPEATED", more if text else ""))
        for trace in side:
            run("run", "-d", "cpu", "--lines", "--profile", trace, program)
    recorded, new = sides
    old, new = ([make_steady(trace, seed, line, factor) for seed, trace in enumerate(side)]
                for side, line, factor in ((recorded, 5, 1), (new, 7, 2)))
    told = json.loads(run("trace", "compare", "--json", *old, "--", *new).stdout)
    kernels = {row["place"].rsplit(":", 1)[1]: row for row in told if row["what"] == "kernel"}
    assert set(kernels) == {"7", "12"}, kernels
    slow = kernels["7"]
    assert (slow["line_before"], slow["change"], slow["by"]) == (5, "slower", "runs"), slow
    assert slow["n_before"] == slow["n_after"] == 180, slow
    assert 1.9 < slow["ratio_low"] < slow["ratio"] < slow["ratio_high"] < 2.1, slow
    assert kernels["12"]["line_before"] == 10 and kernels["12"]["by"] == "runs", kernels
    memory = {row["name"]: row for row in told if row["what"] == "memory"}
    assert memory["x"]["total_before"] == memory["x"]["total_after"] == 3 * 360000, memory
    assert memory["x"]["change"] == "no evidence" and memory["x"]["ratio"] == 1, memory
    assert not any(row["change"] in ("new", "gone") for row in told if row["what"] not in ("line", "builtin")), told
    run("trace", "compare", "--fail-above", "5%", *old, "--", *new, status=1)
    run("trace", "compare", "--fail-above", "5%", *new, "--", *old[:2], *old[2:], status=0)
    run("trace", "compare", "--fail-above", "100000%", *old, "--", *new)
    assert "by blocks" in run("trace", "compare", *old[:2], "--", *new).stdout
    once, again = (run("trace", "compare", "--csv", *old, "--", *new).stdout for _ in range(2))
    assert once == again
    for operands, words in (((*old, *new), "write --"), ((*old, "--"), "after the --"), (("--", *new), "before the --"),
                            ((old[0],), "compare with"), ((), "file is missing"),
                            ((old[0], old[0], "--", *new), "same recording"),
                            ((*old, "--", program), "one.q"), ((*old, "--", "--", *new), "--")):
        assert words in run("trace", "compare", *operands, status=2).stderr, operands
    empty = record(folder, "function [] = main()\nend\n", name="empty")
    assert run("trace", "compare", "--json", empty, empty).stdout.strip() == "[]"
    gone = json.loads(run("trace", "compare", "--json", *recorded, "--", empty).stdout)
    assert {row["change"] for row in gone if row["what"] in ("kernel", "loop", "memory")} == {"gone"}, gone
    for row in gone:  # what another run may miss by chance
        if row["what"] == "line":
            assert row["change"] == ("gone" if row["n_before"] >= 20 else "too few runs"), row


def check_trim(folder):
    """The part has the events of the part, with sums of its own; it is a trace like any other."""
    # Ten times the work: tens of samples in each half, also where they come as often as the kernel's tick.
    trace = record(folder, KERNELS.replace("REPEATED", "").replace("1..60", "1..600"), "--lines")
    first, last = query(trace, "SELECT min(start), max(start) FROM events WHERE kind = 4")[0]
    middle, part = (first + last) // 2, os.path.join(folder, "part.rstrace")
    run("trace", "trim", "--from", f"{middle}ns", "--to", f"{last}ns", "-o", part, trace)
    columns = "start, end, kind, name, file, line, a, b, track, detail, threads, parent"
    wanted = query(trace,
                   f"SELECT {columns} FROM events WHERE kind NOT IN (13, 20, 31) AND start >= {middle} AND"
                          f" start < {last}"
                   " ORDER BY id")
    past = query(trace, f"SELECT {columns} FROM events WHERE kind IN (13, 20, 31) ORDER BY id")
    living = query(trace, f"SELECT {columns} FROM events WHERE kind = 6 AND start < {middle} AND a NOT IN (SELECT a"
                          f" FROM events WHERE kind = 7 AND start < {middle}) ORDER BY start")
    assert living
    found = query(part, f"SELECT {columns} FROM events ORDER BY id")
    # and of each place the arrays of its last launch before the part, which later ones may have had, too
    arguments = query(trace, f"SELECT {columns} FROM events WHERE kind = 17 AND start < {middle} ORDER BY start, id")
    launch = {row[4:6]: row[-1] for row in arguments}
    earlier = [row for row in arguments if launch[row[4:6]] == row[-1]]
    assert earlier and sorted(row for row in found if row[2] == 17 and row[0] < middle) == sorted(earlier), earlier
    assert [row for row in found if row not in earlier] == past + living + wanted
    kernels = [("kernels", "--from", f"{middle}ns", "--to", f"{last}ns"), ("kernels",)]
    assert [{k: v for k, v in row.items() if k != "share"} for row in rows(trace, *kernels[0])] == [
        {k: v for k, v in row.items() if k != "share"} for row in rows(part, *kernels[1])]
    assert rows(part, "tree") and rows(part, "lines")
    run("trace", "trim", "-o", part, part, status=1)
    run("trace", "trim", trace, status=2)


def check_page(folder):
    """One file, escaped, without anything from elsewhere."""
    trace = record(folder, TREE, "--lines", device="interp")
    page = os.path.join(folder, "page.html")
    run("trace", "report", "-o", page, trace)
    with open(page) as file:
        text = file.read()
    assert "http" not in text and "<script" not in text and "flames" in text and text.endswith("</body></html>\n")
    assert html.unescape(text).count("leaf(3 * n)") >= 1 and "&lt;" in text or "<h2>Lines" in text
    run("trace", "report", "-o", os.path.join(folder, "page.txt"), trace, status=2)
    parser = html.parser.HTMLParser()
    parser.feed(text)
    assert "wall time" in run("trace", "top", trace).stdout


def has_opencl():
    return any(device["name"].startswith("opencl") and device["usable"]
               for device in json.loads(run("devices", "--json").stdout))


if __name__ == "__main__":
    sys.exit(run_tests(dict(globals())))
