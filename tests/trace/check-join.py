#!/usr/bin/env python3
"""Traces of several processes as one: trace join.

check-join.py REDSHIFT_CLI MAKE_TRACE [TEST...]
SPDX-License-Identifier: Apache-2.0
"""
import contextlib
import glob
import os
import sqlite3
import subprocess
import sys

MAKE_TRACE = os.path.abspath(sys.argv.pop(2))
from traces import CLI, query, rows, run, run_tests  # noqa: E402

PROGRAM = """function [] = main(n : int)
  x = rand(200, 200)
  y = zeros(200, 200)
  for k = 1..n
    for i = 0..199
      for j = 0..199
        y[i,j] = sin(x[i,j]) + y[i,j]
      end
    end
  end
  print sum(y) > 0
end
"""


def check_processes(folder):
    """Each process has its tracks, its launches and its arrays; times are on one clock."""
    program = os.path.join(folder, "p.q")
    with open(program, "w") as file:
        file.write(PROGRAM)
    run("run", "-d", "cpu", program, "1")
    command = [CLI, "run", "-d", "cpu", "--lines", "--profile", os.path.join(folder, "t-%p.rstrace"), program]
    processes = [subprocess.Popen([*command, str(n)], stdout=subprocess.DEVNULL) for n in (4000, 6000, 8000)]
    assert [process.wait(timeout=100) for process in processes] == [0, 0, 0]
    traces = [os.path.join(folder, f"t-{process.pid}.rstrace") for process in processes]
    assert sorted(glob.glob(os.path.join(folder, "*.rstrace"))) == sorted(traces)
    whole = os.path.join(folder, "all.rstrace")
    run("trace", "join", "-o", whole, *traces)
    origins = [int(query(trace, "SELECT value FROM meta WHERE name = 'origin'")[0][0]) for trace in traces]
    launches = set()
    for i, trace in enumerate(traces):
        shift = origins[i] - min(origins)
        tracks = query(trace, "SELECT name FROM tracks ORDER BY 1")
        prefix = f"process {i + 1} (p.q): "
        assert query(whole, f"SELECT replace(name, '{prefix}', '') FROM tracks WHERE name LIKE '{prefix}%' ORDER BY 1"
                     ) == tracks
        columns = "kind, name, file, line, detail"
        own = query(trace, f"SELECT start + {shift}, end + {shift}, {columns} FROM named_events ORDER BY id")
        assert query(whole, f"SELECT start, end, {columns} FROM named_events WHERE track LIKE '{prefix}%' ORDER BY id"
                     ) == own != []
        found = {number for number, in query(whole, "SELECT launch FROM kernels WHERE device LIKE "
                                                    f"'{prefix}%'")}
        assert len(found) == len(query(trace, "SELECT launch FROM kernels")) and not found & launches, found
        launches |= found
    assert query(whole, "SELECT count(*) FROM kernels k JOIN launches l USING (launch)") == [(len(launches),)]
    totals = [sum(row["total_ns"] for row in rows(trace, "kernels")) for trace in traces]
    assert sum(row["total_ns"] for row in rows(whole, "kernels")) == sum(totals)
    for report in ("summary", "loops", "tree", "lines", "memory", "waits", "gaps", "threads", "transfers"):
        run("trace", report, "--json", whole)
    assert {row["call"].split(":")[0] for row in rows(whole, "tree") if row["depth"] == 0} == {
        f"process {i} (p.q)" for i in (1, 2, 3)}


def check_joined_again(folder):
    """Joined traces join: launches stay apart. One recording counts once, and an incomplete one is told."""
    program = os.path.join(folder, "p.q")
    with open(program, "w") as file:
        file.write(PROGRAM)
    traces = [os.path.join(folder, f"t{i}.rstrace") for i in range(4)]
    for trace in traces:
        run("run", "-d", "cpu", "--profile", trace, program, "20")
    pairs = [os.path.join(folder, name) for name in ("ab.rstrace", "cd.rstrace")]
    whole = os.path.join(folder, "all.rstrace")
    for i, pair in enumerate(pairs):
        run("trace", "join", "-o", pair, *traces[2 * i:2 * i + 2])
    run("trace", "join", "-o", whole, *pairs)
    count = "SELECT count(*), count(DISTINCT launch) FROM kernels"
    numbers = [query(trace, count)[0][0] for trace in traces]
    assert query(whole, count) == [(sum(numbers), sum(numbers))], (query(whole, count), numbers)
    assert "same recording" in run("trace", "join", "-o", whole, traces[0], traces[0], status=1).stderr
    part = os.path.join(folder, "part.rstrace")
    end = int(query(traces[1], "SELECT value FROM meta WHERE name = 'wall'")[0][0])
    run("trace", "trim", "--from", f"{end // 2}ns", "-o", part, traces[1])
    run("trace", "join", "-o", whole, traces[0], part)
    told, shift = rows(whole, "summary")[0], [int(query(trace, "SELECT value FROM meta WHERE name = 'origin'")[0][0])
                                              for trace in traces[:2]]
    assert told["wall_ns"] >= shift[1] - shift[0] + end and told["complete"] == 1, told
    plain = os.path.join(folder, "plain.rstrace")
    run("trace", "unpack", "-o", plain, traces[2])
    with contextlib.closing(sqlite3.connect(plain)) as database, database:
        database.execute("DELETE FROM meta WHERE name = 'complete'")
    assert "plain.rstrace is not complete" in run("trace", "join", "-o", whole, traces[0], plain).stderr
    assert rows(whole, "summary")[0]["complete"] == 0


def check_mistakes(folder):
    made, other = (os.path.join(folder, name) for name in ("made.rstrace", "all.rstrace"))
    subprocess.run([MAKE_TRACE, made, "10"], check=True)
    assert "when it began" in run("trace", "join", "-o", other, made, status=1).stderr
    assert not os.path.exists(other)
    assert "another name" in run("trace", "join", "-o", made, made, status=1).stderr
    assert "where to" in run("trace", "join", made, status=2).stderr
    assert "whole trace" in run("trace", "join", "--from", "1s", "-o", other, made, status=2).stderr
    run("trace", "join", "-o", other, os.path.join(folder, "none"), status=2)


if __name__ == "__main__":
    sys.exit(run_tests(dict(globals())))
