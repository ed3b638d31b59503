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


def check_together(folder):
    """Processes that mpirun starts with one name record one trace; while one of them runs, and where one is killed,
    the others' are there."""
    program, trace = os.path.join(folder, "p.q"), os.path.join(folder, "t.rstrace")
    with open(program, "w") as file:
        file.write(PROGRAM)
    run("run", "-d", "cpu", program, "1")

    def start(variables, rank, count, n):
        environment = dict(os.environ, **{variables[0]: str(rank), variables[1]: str(count)})
        return subprocess.Popen([CLI, "run", "-d", "cpu", "--profile", trace, program, str(n)], env=environment,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    for variables in (("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), ("PMI_RANK", "PMI_SIZE"),
                      ("SLURM_PROCID", "SLURM_NTASKS"), ("RS_PROCESS_RANK", "RS_PROCESS_COUNT")):
        processes = [start(variables, rank, 3, 2000 + 500 * rank) for rank in range(3)]
        said = [process.communicate(timeout=100)[1] for process in processes]
        assert [process.returncode for process in processes] == [0, 0, 0], said
        assert sum("the recordings of all processes are in" in text for text in said) == 1, said
        assert sorted(os.listdir(folder)) == ["p.q", "t.rstrace"], (said, os.listdir(folder))
        names = {name.split(":")[0] for name, in query(trace, "SELECT name FROM tracks")}
        assert names == {f"process {rank} (p.q)" for rank in (1, 2, 3)}, names
        os.remove(trace)
    processes = [start(("PMI_RANK", "PMI_SIZE"), rank, 2, n) for rank, n in ((0, 100), (1, 10000000))]
    processes[0].communicate(timeout=100)
    assert os.path.exists(os.path.join(folder, "t-0.rstrace")) and not os.path.exists(trace)
    processes[1].kill()
    processes[1].communicate(timeout=100)
    # what is left of that run is no part of the next one
    alone = start(("PMI_RANK", "PMI_SIZE"), 1, 2, 1)
    assert alone.wait(timeout=100) == 0 and not os.path.exists(trace), os.listdir(folder)


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


def check_memory(folder):
    """What processes have at a time adds up."""
    program = os.path.join(folder, "p.q")
    with open(program, "w") as file:
        file.write(PROGRAM)
    traces = [os.path.join(folder, f"m{i}.rstrace") for i in range(2)]
    for trace in traces:
        run("run", "-d", "cpu", "--profile", trace, program, "4000")
    # as if they had begun together
    plain = [os.path.join(folder, f"plain{i}.rstrace") for i in range(2)]
    for i, trace in enumerate(traces):
        run("trace", "unpack", "-o", plain[i], trace)
        with contextlib.closing(sqlite3.connect(plain[i])) as database, database:
            database.execute("UPDATE meta SET value = ? WHERE name = 'origin'", (str(1000 + i),))
    whole = os.path.join(folder, "together.rstrace")
    run("trace", "join", "-o", whole, *plain)
    held = peak = 0
    for change, in query(whole, "SELECT CASE kind WHEN 6 THEN b ELSE -b END FROM events WHERE kind IN (6, 7)"
                                " ORDER BY start, id"):
        held += change
        peak = max(peak, held)
    peaks = [rows(trace, "summary")[0]["peak_bytes"] for trace in traces]
    assert rows(whole, "summary")[0]["peak_bytes"] == peak > 1.5 * max(peaks), (peak, peaks)


def check_clocks(folder):
    """An origin that no clock tells is told; events at such times are where all times end."""
    traces = [os.path.join(folder, name + ".rstrace") for name in ("one", "two")]
    joined = os.path.join(folder, "joined.rstrace")

    def change(sql, *values):
        with contextlib.closing(sqlite3.connect(traces[1])) as database, database:
            database.execute(sql, values)

    for i, trace in enumerate(traces):
        subprocess.run([MAKE_TRACE, trace + ".made", "100"], check=True)
        run("trace", "unpack", "-o", trace, trace + ".made")
        with contextlib.closing(sqlite3.connect(trace)) as database, database:
            database.execute("INSERT INTO meta (name, value) VALUES ('origin', ?)", (str(1000 + i),))
    for time, latest in (2**63 - 1, 2**62 - 1), (-2**63, 2**62 - 2):
        change("UPDATE events SET start = ?, end = ? WHERE id = 5", time, time)
        run("trace", "join", "-o", joined, *traces)
        assert query(joined, "SELECT max(abs(start)) FROM events") == [(latest,)]
        assert rows(joined, "summary")[0]["events"] == 2 * rows(traces[0], "summary")[0]["events"]
    for origin in 2**63 - 1, 2**62, -1:
        change("UPDATE meta SET value = ? WHERE name = 'origin'", str(origin))
        said = run("trace", "join", "-o", joined, *traces, status=1).stderr
        assert "two.rstrace" in said and "clock" in said, said


def check_joined_again(folder):
    """Joined traces join: launches stay apart. One recording counts once, and an incomplete one is told."""
    program = os.path.join(folder, "p.q")
    with open(program, "w") as file:
        file.write(PROGRAM)
    traces = [os.path.join(folder, f"t{i}.rstrace") for i in range(4)]
    for trace in traces:
        run("run", "-d", "cpu", "--profile", trace, program, "4000")
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
