#!/usr/bin/env python3
"""Exports a trace as Chrome JSON and for Perfetto, and compares both with the trace file itself.

usage: check-export.py MAKE_TRACE REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import csv
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections import defaultdict
from decimal import Decimal

import perfetto


def nanoseconds(number):
    value = number * 1000
    assert value == int(value), "more than three decimals: %s" % number
    return int(value)


def check_spans(events, rows):
    spans = [e for e in events if e["ph"] == "X"]
    got = sorted((nanoseconds(e["ts"]), nanoseconds(e["dur"]), e["cat"], int(e["args"]["a"])) for e in spans)
    assert got == sorted(rows), "the spans of the export are not those of the trace"
    lanes = defaultdict(list)
    for e in spans:
        lanes[e["tid"]].append((nanoseconds(e["ts"]), nanoseconds(e["dur"])))
    for tid, lane in lanes.items():
        lane.sort()
        for (start, length), (following, _) in zip(lane, lane[1:]):
            assert start + length <= following, "overlap on tid %d at %d" % (tid, following)
    named = {e["tid"] for e in events if e["ph"] == "M" and e["name"] == "thread_name"}
    assert named == set(lanes), "each tid has a name"
    assert len(lanes) > 2, "the kernels of this trace overlap, so they need several lanes"


def check_flows(events):
    sent = sorted(e["id"] for e in events if e["ph"] == "s")
    got = sorted(e["id"] for e in events if e["ph"] == "f")
    assert sent == got and len(sent) == len(set(sent)), "a flow for each launch"


def unpack(cli, trace):
    """A plain database of the same events."""
    plain = trace + ".plain"
    subprocess.run([cli, "trace", "unpack", "-o", plain, trace], check=True)
    return plain


def check_export(cli, trace, folder):
    output = os.path.join(folder, "export.json")
    subprocess.run([cli, "trace", "export", "--format", "chrome", "-o", output, trace], check=True)
    text = open(output, encoding="utf-8").read()
    assert not re.search(r'"(ts|dur)":-?\d+(?!\.\d{3}\b)[,}]', text), "times have three decimals"
    events = json.loads(text, parse_float=Decimal, parse_int=Decimal)["traceEvents"]
    db = sqlite3.connect(unpack(cli, trace))
    rows = db.execute("SELECT start, end - start, k.name, a FROM events e JOIN kinds k ON k.id = e.kind"
                      " WHERE span = 1").fetchall()
    check_spans(events, rows)
    check_flows(events)
    names = {e["name"] for e in events if e["ph"] == "X"}
    assert 'say "hi"\\' in names and "tab\there" in names and "na\u00efve" in names
    memory = [e["args"]["bytes"] for e in events if e["ph"] == "C" and e["name"] == "memory in use"]
    assert memory and memory[-1] == 0 and max(memory) >= 4096
    queue = [(int(e["ts"] * 1000), e["args"]["launches"]) for e in events
             if e["ph"] == "C" and e["name"] == "queue of cpu"]
    check_queue(queue, queued(db))
    piped = subprocess.run([cli, "trace", "export", "--format=chrome", trace], check=True, stdout=subprocess.PIPE)
    assert piped.stdout.decode() == text, "the same on standard output"


def queued(db):
    """When launches were submitted, and when their kernels had ended."""
    return db.execute("SELECT l.start, k.end FROM events l JOIN events k ON k.a = l.a AND k.kind = 4 WHERE l.kind = 3 "
                      "ORDER BY 1").fetchall()


def check_queue(counter, launches):
    """The last value at each time is the number of launches that were submitted and had not ended."""
    assert [time for time, _ in counter] == sorted(time for time, _ in counter), "times come in order"
    changes = defaultdict(int)
    for start, end in launches:
        changes[start] += 1
        changes[max(start, end)] -= 1
    n, expected = 0, {}
    for time in sorted(changes):
        n += changes[time]
        expected[time] = n
    assert dict(counter) == expected and counter[-1][1] == 0


def check_perfetto(cli, trace, folder):
    output = os.path.join(folder, "export.pftrace")
    subprocess.run([cli, "trace", "export", "-o", output, trace], check=True)
    got = perfetto.Trace(output)
    rows = sqlite3.connect(unpack(cli, trace)).execute(
        "SELECT start, end, coalesce(n.text, ''), k.name, a, b, coalesce(d.text, ''), coalesce(f.text, ''),"
        " line, t.name"
        " FROM events e JOIN kinds k ON k.id = e.kind JOIN tracks t ON t.id = e.track"
        " LEFT JOIN strings n ON n.id = e.name LEFT JOIN strings d ON d.id = e.detail"
        " LEFT JOIN strings f ON f.id = e.file"
        " WHERE span = 1").fetchall()
    base = min(0, min(row[0] for row in rows))
    expected = sorted((start - base, end - base, name or kind, kind, a, b, detail, file, line if file else None, track)
                      for start, end, name, kind, a, b, detail, file, line, track in rows)
    slices = sorted((start, end, name, kind, values["a"], values["b"], values.get("detail", ""), *place,
                     re.sub(r" \(\d+\)$", "", got.tracks[track][0]))
                    for track, start, end, name, kind, values, place in got.slices)
    assert slices == expected, "the slices are not the spans of the trace"
    assert {tuple(counts) for counts in got.flows.values()} == {(1, 1)}, "an arrow from each launch to its kernel"
    assert {parent for uuid, (_, parent) in got.tracks.items() if uuid != 1} == {1}
    counters = {got.tracks[track][0]: values for track, values in got.counters.items()}
    memory, queue = counters.pop("memory in use"), counters.pop("queue of cpu")
    assert not counters, counters
    check_queue([(time + base, n) for time, n in queue], queued(sqlite3.connect(unpack(cli, trace))))
    assert memory[-1][1] == 0 and max(value for _, value in memory) >= 4096
    assert sorted(memory, key=lambda pair: pair[0]) == memory
    piped = subprocess.run([cli, "trace", "export", "--format=perfetto", trace], check=True, stdout=subprocess.PIPE)
    assert piped.stdout == open(output, "rb").read(), "the same on standard output"
    subprocess.run([cli, "trace", "export", "-o", output, trace], check=True)  # its own may be replaced


def check_nesting(cli, make_trace, folder):
    """Spans that nest share a track, the shortest that holds the next; those that cross need another."""
    trace = os.path.join(folder, "nesting.rstrace")
    subprocess.run([make_trace, trace, "0"], check=True)
    trace = unpack(cli, trace)
    spans = [(0, 100, 1), (10, 50, 1), (10, 50, 1), (20, 20, 1), (40, 60, 2), (50, 50, 2), (55, 58, 2), (55, 100, 1),
             (100, 120, 1), (100, 110, 1), (105, 130, 2), (108, 109, 1), (-20, -5, 1), (-10, 0, 2)]
    db = sqlite3.connect(trace)
    for i, (start, end, _) in enumerate(spans):
        db.execute("INSERT INTO events VALUES (?, 1, 0, ?, ?, 1, 1, 6, 1, 0, ?, 0, 0, 0)", (i + 1, start, end, i))
    db.commit()
    db.close()
    output = os.path.join(folder, "nesting.pftrace")
    subprocess.run([cli, "trace", "export", "--format", "perfetto", "-o", output, trace], check=True)
    got = perfetto.Trace(output)
    lanes = sorted({track for track, *_ in got.slices})
    found = {values["b"]: (start - 20, end - 20, lanes.index(track) + 1)
             for track, start, end, _, _, values, _ in got.slices}
    assert found == dict(enumerate(spans)), found


def check_suffixes(cli, trace, folder):
    """The end of the output's name says the format, and another file of that name stays."""
    for suffix, name in ((".pftrace", "perfetto"), (".json", "chrome"), (".speedscope.json", "speedscope"),
                         (".folded", "folded")):
        output = os.path.join(folder, "x" + suffix)
        subprocess.run([cli, "trace", "export", "-o", output, trace], check=True)
        named = subprocess.run([cli, "trace", "export", "--format", name, trace], check=True, stdout=subprocess.PIPE)
        assert open(output, "rb").read() == named.stdout, suffix
        open(output, "w").write("a text of somebody's\n")
        assert subprocess.run([cli, "trace", "export", "-o", output, trace], stderr=subprocess.DEVNULL).returncode == 2
        assert open(output).read() == "a text of somebody's\n", suffix
    done = subprocess.run([cli, "trace", "export", "-o", os.path.join(folder, "x.pdf"), trace], capture_output=True)
    assert done.returncode == 2 and b".pftrace" in done.stderr


def check_reports(cli, trace):
    def report(*arguments):
        done = subprocess.run([cli, "trace", *arguments, trace], check=True, stdout=subprocess.PIPE)
        return list(csv.DictReader(io.StringIO(done.stdout.decode())))

    db = sqlite3.connect(unpack(cli, trace))
    kernels = report("kernels", "--csv")
    expected = db.execute("SELECT name, count(*), sum(duration), min(duration), max(duration), sum(items)"
                          " FROM kernels GROUP BY name").fetchall()
    got = sorted((int(r["launches"]), int(r["total_ns"]), int(r["min_ns"]), int(r["max_ns"]), int(r["work_items"]))
                 for r in kernels)
    assert got == sorted(tuple(row[1:]) for row in expected), "the kernel table is that of the events"
    events = report("events", "--csv", "--first", "5", "--limit", "7")
    assert [int(r["id"]) for r in events] == list(range(5, 12))
    count = report("query", "--csv", "SELECT count(*) AS n FROM events")
    assert int(count[0]["n"]) == db.execute("SELECT count(*) FROM events").fetchone()[0]
    summary = subprocess.run([cli, "trace", "summary", trace], check=True, stdout=subprocess.PIPE).stdout.decode()
    assert "main.q" in summary and "blur" in summary and "incomplete" not in summary


def check_loop_times(cli, make_trace, folder):
    """Times of loops: without compiling inside, with kernels that end after them, each moment once."""
    trace = os.path.join(folder, "loops.rstrace")
    subprocess.run([make_trace, trace, "0"], check=True)
    trace = unpack(cli, trace)
    loop, launch, kernel, compiling = 2, 3, 4, 5
    events = [  # track, kind, line, start, end, launch; as written: what is inside a loop before it
        (1, launch, 90, 0, 5, 1), (1, compiling, 5, 110, 120, 0), (1, compiling, 5, 105, 145, 0),
        (1, launch, 5, 150, 160, 2),
        (1, loop, 5, 100, 170, 0), (2, kernel, 90, 3, 1000, 1), (2, kernel, 5, 180, 400, 2),
        (3, compiling, 7, 120, 130, 0),
        (1, launch, 5, 210, 220, 3), (1, loop, 5, 200, 230, 0), (2, kernel, 5, 390, 600, 3),
        (1, compiling, 4, 240, 250, 0),
        (1, loop, 4, 50, 500, 0), (1, loop, 8, 700, 800, 0),
    ]
    db = sqlite3.connect(trace)
    for i, (track, kind, line, start, end, number) in enumerate(events):
        db.execute("INSERT INTO events VALUES (?, ?, 0, ?, ?, ?, 1, 6, ?, ?, 0, 0, 0, 0)",
                   (i + 1, track, start, end, kind, line, number))
    db.execute("INSERT INTO totals SELECT kind, name, file, line, 0, count(*), sum(end - start), 0, 0, count(*), 0, 0"
               " FROM events WHERE kind = 2 GROUP BY line")
    db.commit()
    db.close()
    done = subprocess.run([cli, "trace", "loops", "--csv", trace], check=True, stdout=subprocess.PIPE)
    times = {r["place"]: int(r["total_ns"]) for r in csv.DictReader(io.StringIO(done.stdout.decode()))}
    # Line 5: 70 - 40, and 180 to 600, in which a run waits for the kernel of the one before; line 4: 450 - 40 - 10
    # + 100; line 8 did nothing of the kind.
    assert times == {"main.q:5": 450, "main.q:4": 500, "main.q:8": 100}, times


def check_dropped(cli, make_trace, folder):
    """The tables tell of dropped events, on standard error; without any they say nothing."""
    trace = os.path.join(folder, "dropped.rstrace")
    subprocess.run([make_trace, trace, "3"], check=True)
    trace = unpack(cli, trace)
    db = sqlite3.connect(trace)
    db.execute("INSERT INTO strings VALUES (7, 'loop at line 30'), (8, 'interpreted: line 31: some reason')")
    db.execute("INSERT INTO totals VALUES (13, 7, 6, 30, 8, 1, 0, 0, 0, 0, 1, 0)")
    db.commit()
    db.close()
    outputs = {}
    for dropped in (0, 7):
        if dropped > 0:
            db = sqlite3.connect(trace)
            db.execute("INSERT INTO meta VALUES ('dropped', ?)", (str(dropped),))
            db.commit()
            db.close()
        summary = subprocess.run([cli, "trace", "summary", trace], capture_output=True, check=True).stdout
        assert (b"some reason" in summary) == (dropped > 0), "the loop's event may be among the dropped ones"
        for report in ("loops", "kernels"):
            done = subprocess.run([cli, "trace", report, "--csv", trace], capture_output=True, check=True)
            assert (b"7 events" in done.stderr) == (dropped > 0) and (done.stderr == b"") == (dropped == 0), done.stderr
            assert outputs.setdefault(report, done.stdout) == done.stdout, "the table is the same"


def check_refusals(cli, trace, folder):
    def status(*arguments):
        done = subprocess.run([cli, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert done.stderr.startswith(b"redshift-cli: "), "a message for %s" % (arguments,)
        return done.returncode

    other = os.path.join(folder, "text.rstrace")
    open(other, "w").write("no database at all")
    assert status("trace", "summary", other) == 2
    assert status("trace", "summary", os.path.join(folder, "missing")) == 2
    assert status("trace", "query", "DROP TABLE events", trace) == 1
    assert status("trace", "summry", trace) == 2
    assert status("trace", "export", trace) == 2
    told = subprocess.run([cli, "trace", "export", "--format", "none", trace], capture_output=True, text=True).stderr
    formats = told.split("--format takes ")[1].split(", not")[0]
    text = subprocess.run([cli, "trace", "--help"], capture_output=True, text=True, check=True).stdout
    assert formats in " ".join(text.split("Reports:")[1].split()), "the help tells all formats: %s" % formats
    assert status("trace", "export", "--format", "pdf", trace) == 2
    assert status("trace", "events", "--first", "x", trace) == 2
    assert status("trace", "summary", "--no-such", trace) == 2
    assert status("tracee") == 2


def main():
    make_trace, cli = (os.path.abspath(path) for path in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "random.rstrace")
        subprocess.run([make_trace, trace, "3000"], check=True)
        check_export(cli, trace, folder)
        check_perfetto(cli, trace, folder)
        check_nesting(cli, make_trace, folder)
        check_suffixes(cli, trace, folder)
        check_reports(cli, trace)
        check_loop_times(cli, make_trace, folder)
        check_dropped(cli, make_trace, folder)
        check_refusals(cli, trace, folder)


if __name__ == "__main__":
    main()
