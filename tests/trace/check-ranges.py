#!/usr/bin/env python3
"""Reports of a part of a recording: --from, --to, --track, --kernel, and traces that trace trim cut out.

check-ranges.py REDSHIFT_CLI MAKE_TRACE [TEST...]
SPDX-License-Identifier: Apache-2.0
"""
import csv
import io
import json
import os
import subprocess
import sys

MAKE_TRACE = os.path.abspath(sys.argv.pop(2))
from traces import WORK, add_event, query, record, rows, run, run_tests  # noqa: E402

PROGRAM = WORK + """function [] = main()
  x = rand(200, 200)
  for n = 1..20
    y = work(x, 5)
    s = sum(y)
    print s > 0
  end
end
"""


def plain_trace(folder):
    trace, plain = record(folder, PROGRAM), os.path.join(folder, "plain.rstrace")
    run("trace", "unpack", "-o", plain, trace)
    return plain


def paths(trace, *options):
    """(time, own) of each node of the tree by the names on the way to it."""
    found, way = {}, []
    for row in rows(trace, "tree", *options):
        del way[row["depth"]:]
        way.append((row["kind"], row["call"], row["place"]))
        found[tuple(way)] = (row["time_ns"], row["own_ns"])
    return found


def check_tree_of_cut_spans(folder):
    """Of a span that a range cuts counts what lies inside; parts side by side make up the whole."""
    trace = plain_trace(folder)
    first, last = query(trace, "SELECT min(start), max(end) FROM named_events WHERE kind = 'function'")[0]
    main, = query(trace, "SELECT track FROM events WHERE start = "
                         "(SELECT min(start) FROM named_events WHERE kind = 'function')")[0][:1]
    middle = first + (last - first) * 3 // 7
    whole = paths(trace, "--track", str(main))
    parts = [paths(trace, "--track", str(main), *options)
             for options in (("--to", f"{middle}ns"), ("--from", f"{middle}ns"))]
    assert any(kind == "function" and name == "main" for way in parts[1] for kind, name, _ in way), parts[1]
    for way, (time, own) in whole.items():
        times = [part.get(way, (0, 0)) for part in parts]
        assert sum(t for t, _ in times) == time, (way, times, time)
        assert sum(o for _, o in times) == own, (way, times, own)
    for part, length in zip(parts, (middle - first, last - middle)):
        calls = [time for way, (time, _) in part.items() if way[-1][0] == "function" and way[-1][1] == "main"]
        assert len(calls) == 1 and 0 < calls[0] <= length, (calls, length)


def check_summary(folder):
    """Its numbers are those of the range's events; for programs it is one row."""
    trace = plain_trace(folder)
    first, last = query(trace, "SELECT min(start), max(start) FROM events WHERE kind = 4")[0]
    middle = (first + last) // 2
    told = [rows(trace, "summary", *options)[0]
            for options in ((), ("--to", f"{middle}ns"), ("--from", f"{middle}ns"))]
    for key in ("launches", "kernels_ns", "waits", "waits_ns", "allocations", "allocated_bytes", "frees", "compiled",
                "events"):
        assert told[1][key] + told[2][key] == told[0][key], (key, told)
    assert abs(told[1]["device_busy_ns"] + told[2]["device_busy_ns"] - told[0]["device_busy_ns"]) <= 1, told
    assert told[1]["wall_ns"] == middle and told[1]["wall_ns"] + told[2]["wall_ns"] == told[0]["wall_ns"], told
    assert 0 < told[2]["launches"] < told[0]["launches"], told
    assert told[0]["peak_bytes"] == max(told[1]["peak_bytes"], told[2]["peak_bytes"]), told
    assert told[0]["program"].endswith("p.q") and told[0]["complete"] == 1, told
    text = run("trace", "summary", "--from", f"{middle}ns", trace).stdout
    assert f" {told[2]['launches']} launches" in text, text
    row, = csv.DictReader(io.StringIO(run("trace", "summary", "--csv", trace).stdout))
    assert int(row["launches"]) == told[0]["launches"], row
    empty = rows(trace, "summary", "--to", "-1s")[0]
    assert empty["events"] == empty["launches"] == empty["wall_ns"] == 0, empty
    kernel = rows(trace, "kernels")[0]
    of_kernel = rows(trace, "summary", "--kernel", kernel["kernel"])[0]
    assert 0 < of_kernel["launches"] <= told[0]["launches"], of_kernel


def check_part_of_part(folder):
    """A part's own times bound it: ranges of it, and parts of it; devices are busy for no longer than it lasts."""
    trace = plain_trace(folder)
    part, inner = (os.path.join(folder, name) for name in ("part.rstrace", "inner.rstrace"))
    first, last = query(trace, "SELECT min(start), max(start) FROM events WHERE kind = 4")[0]
    at = [first + (last - first) * i // 4 for i in range(5)]
    add_event(trace, "kernel", 2, at[1] + 1, at[4] + 10 ** 9, "long", 9, a=999, b=64)
    run("trace", "trim", "--from", f"{at[1]}ns", "--to", f"{at[3]}ns", "-o", part, trace)
    told = rows(part, "summary")[0]
    assert told["wall_ns"] == at[3] - at[1] and 0 < told["device_busy_ns"] <= told["wall_ns"], told
    assert rows(part, "summary", "--from", f"{at[2]}ns")[0]["wall_ns"] == at[3] - at[2]
    assert rows(part, "summary", "--to", f"{at[2]}ns")[0]["wall_ns"] == at[2] - at[1]
    run("trace", "trim", "--from", f"{at[2]}ns", "-o", inner, part)
    meta = dict(query(inner, "SELECT name, value FROM meta"))
    assert (meta["part"], meta["wall"]) == (f"{at[2]} {at[3]}", str(at[3] - at[2])), meta
    run("trace", "trim", "--to", f"{at[2]}ns", "-o", inner, part)
    assert query(inner, "SELECT value FROM meta WHERE name = 'part'") == [(f"{at[1]} {at[2]}",)]


def check_arguments_of_before(folder):
    """A part tells the arrays of launches that repeat one before it."""
    trace, part = plain_trace(folder), os.path.join(folder, "part.rstrace")
    place, number, start = query(trace, "SELECT line, parent, end FROM named_events WHERE kind = 'argument' "
                                        "ORDER BY id DESC LIMIT 1")[0]
    sql = f"SELECT name, a, b FROM named_events WHERE kind = 'argument' AND line = {place} AND parent = {number}"
    run("trace", "trim", "--from", f"{start + 1}ns", "-o", part, trace)
    assert query(part, sql) == query(trace, sql) != [], (query(part, sql), query(trace, sql))


def check_order(folder):
    said = run("trace", "summary", "--from", "2s", "--to", "1s", plain_trace(folder), status=2).stderr
    assert "--from 2s is behind --to 1s" in said, said


def check_export(folder):
    """An export has the events of its range."""
    trace = plain_trace(folder)
    first, last = query(trace, "SELECT min(start), max(start) FROM events WHERE kind = 4")[0]
    middle = (first + last) // 2
    wanted = query(trace, f"SELECT count(*) FROM events WHERE class IS NOT NULL AND start >= {middle}")[0][0]
    options = ("--from", f"{middle}ns", "--format", "chrome")
    spans = [event for event in json.loads(run("trace", "export", *options, trace).stdout)["traceEvents"]
             if event["ph"] == "X"]
    assert len(spans) == wanted and min(event["ts"] for event in spans) * 1000 >= middle - 1, (len(spans), wanted)
    path = os.path.join(folder, "part.json")
    run("trace", "export", *options, "-o", path, trace)
    with open(path) as file:
        assert len([event for event in json.load(file)["traceEvents"] if event["ph"] == "X"]) == wanted
    for name in ("folded", "speedscope", "perfetto"):
        whole, part = (os.path.join(folder, f"{name}{i}") for i in range(2))
        run("trace", "export", "--format", name, "-o", whole, trace)
        run("trace", "export", "--format", name, "-o", part, "--from", f"{middle}ns", trace)
        assert 0 < os.path.getsize(part) < os.path.getsize(whole) or name == "speedscope", name


def check_whole_only(folder):
    """What is of the whole trace says so where a range is asked for."""
    trace = plain_trace(folder)
    for report in (("query", "SELECT 1"), ("unpack", "-o", os.path.join(folder, "u")), ("memory", "--at", "1ms")):
        for option in (("--from", "1ms"), ("--kernel", "x")):
            assert "whole trace" in run("trace", *report, *option, trace, status=2).stderr


def check_part_of_devices(folder):
    """A part keeps what kernels may run on, decisions, living arrays and facts of the recording."""
    plain = plain_trace(folder)
    first, last = query(plain, "SELECT min(start), max(start) FROM events WHERE kind = 4")[0]
    middle, part = (first + last) // 2, os.path.join(folder, "part.rstrace")
    name, line = query(plain, "SELECT name, line FROM kernels LIMIT 1")[0]
    add_event(plain, "candidate", 1, first - 1, first - 1, name, line, a=1)
    add_event(plain, "place", 1, last, last, name, line, a=1 << 40)
    run("trace", "trim", "--from", f"{middle}ns", "-o", part, plain)
    for kind in ("candidate", "decision"):
        sql = f"SELECT count(*) FROM named_events WHERE kind = '{kind}'"
        assert query(part, sql) == query(plain, sql) != [(0,)], (kind, query(part, sql), query(plain, sql))
    assert rows(part, "places")[0]["may_run_on"] != "", rows(part, "places")
    at = f"{middle}ns"
    assert rows(part, "memory", "--at", at) == rows(plain, "memory", "--at", at) != []
    facts = dict(query(plain, "SELECT name, value FROM meta"))
    kept = dict(query(part, "SELECT name, value FROM meta"))
    assert {"program", "started", "cores"} <= set(facts)
    assert all(kept.get(key) == value for key, value in facts.items()
               if key not in ("wall", "last", "device-busy", "peak-bytes", "complete", "finest-level")), (facts, kept)
    assert kept["part"] == f"{middle} {facts['wall']}", kept
    assert "part  " in run("trace", "summary", part).stdout
    assert "part  " not in run("trace", "summary", plain).stdout


def check_measured_parts(folder):
    """What was measured of other launches is not said to have been missing."""
    trace, part = (os.path.join(folder, name) for name in ("m.rstrace", "part.rstrace"))
    subprocess.run([MAKE_TRACE, trace, "40", "metrics"], check=True)
    plain = os.path.join(folder, "plain.rstrace")
    run("trace", "unpack", "-o", plain, trace)
    end, = query(plain, "SELECT max(end) FROM events")[0]
    add_event(plain, "kernel", 2, end + 1000, end + 2000, "blur", 9, a=999, b=64)
    run("trace", "trim", "--from", f"{end + 1}ns", "-o", part, plain)
    for report in ("stalls", "sass", "curves"):
        said = run("trace", report, part).stderr
        assert "of this range" in said and "first" in said, (report, said)
        assert rows(trace, report)


def check_gaps_of_waits(folder):
    """What the host waited for while no kernel ran is named."""
    plain = plain_trace(folder)
    end, = query(plain, "SELECT max(end) FROM events")[0]
    for name, oid, start in (("ready", 77, end + 5000000), ("", 0, end + 50000000)):
        add_event(plain, "kernel", 2, start - 1000000, start, "late", 9, a=1 << 33, b=4)
        add_event(plain, "wait", 1, start + 1, start + 30000000, name, 12, a=oid)
        add_event(plain, "kernel", 2, start + 30000001, start + 30000002, "late", 9, a=1 << 34, b=4)
    found = {row["name"]: row for row in rows(plain, "gaps", "--from", f"{end}ns") if row["kind"] == "wait"}
    assert 29000000 < found["ready"]["total_ns"] <= 30000000, found
    assert 29000000 < found["(all launches)"]["total_ns"] <= 30000000, found


def check_lines_not_met(folder):
    """Who sampled and met nothing is not told to sample."""
    trace = record(folder, PROGRAM, "--lines")
    part = os.path.join(folder, "part.rstrace")
    run("trace", "trim", "--to", "1ns", "-o", part, trace)
    said = run("trace", "lines", part, status=1).stderr
    assert "--lines" not in said and "no sample is in this part" in said, said
    for _ in range(10):  # of one sample a second, a run of a few milliseconds hardly meets any
        short = record(folder, "print 1\n", "--lines=1", name="short")
        if query(short, "SELECT count(*) FROM named_events WHERE kind = 'sample'") == [(0,)]:
            break
    else:
        raise AssertionError("ten short runs were sampled")
    said = run("trace", "lines", short, status=1).stderr
    assert "--lines" not in said and "before one was taken" in said, said
    said = run("trace", "lines", record(folder, PROGRAM, name="without"), status=1).stderr
    assert "--lines PROG.q" in said, said


def check_json(folder):
    """Numbers are numbers, texts are texts, and nothing is no answer."""
    trace = plain_trace(folder)
    row, = json.loads(run("trace", "query", "--json", "SELECT 1.5 AS a, 7 AS b, '7' AS c, '1.5' AS d, NULL AS e,"
                                                      " 1e300 * 1e300 AS f, 0 AS g, -2e-7 AS h", trace).stdout)
    assert row == {"a": 1.5, "b": 7, "c": "7", "d": "1.5", "e": None, "f": row["f"], "g": 0, "h": -2e-7}, row
    assert isinstance(row["a"], float) and isinstance(row["f"], str), row
    made = os.path.join(folder, "made.rstrace")
    subprocess.run([MAKE_TRACE, made, "10"], check=True)
    done = run("trace", "roofline", "--json", made)
    assert json.loads(done.stdout) == [] and "does not say" in done.stderr, done


if __name__ == "__main__":
    sys.exit(run_tests(dict(globals())))
