#!/usr/bin/env python3
"""Traces that somebody else made: nothing of them is run or written to, what is damaged is named, everything ends in
time.

check-hostile.py MAKE_TRACE REDSHIFT_CLI [EXTENSION [TEST...]]
SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from hostile import NAMES, REFUSED, change, damage_chunk, digest, make_foreign

MAKE, CLI = (os.path.abspath(path) for path in sys.argv[1:3])
EXTENSION = os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 else None
REPORTS = (["summary"], ["kernels"], ["loops"], ["events", "--limit", "100"],
           ["kernels", "--from", "1us", "--to", "2s"],
           ["tree"], ["builtins"], ["waits"], ["memory"], ["gaps"], ["transfers"], ["marks"], ["queues"],
           ["query", "SELECT count(*), sum(duration) FROM named_events"])
SECONDS = 2 if EXTENSION else 60  # of processor time; with sanitizers, which have no extension, everything takes long


def make(folder, name, n, shape="launches"):
    path = os.path.join(folder, name)
    subprocess.run([MAKE, path, str(n), shape], check=True)
    return path


def unpack(path):
    plain = path + ".plain"
    subprocess.run([CLI, "trace", "unpack", "-o", plain, path], check=True)
    return plain


def cli(*arguments, timeout=120):
    """The finished process; it ended by itself, and told nothing raw."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([CLI, "trace", *arguments], capture_output=True, timeout=timeout)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    done.seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert done.returncode in (0, 1, 2), (arguments, done.returncode, done.stderr[-2000:])
    assert b"\x1b" not in done.stderr and b"runtime error" not in done.stderr, done.stderr
    return done


def check_versions_and_schemas(folder):
    """Refused with a sentence, and not a byte is changed."""
    trace = make(folder, "plain.rstrace", 2000)
    for source in (trace, unpack(trace)):
        for what, statements in REFUSED.items():
            place = os.path.join(folder, "case")
            os.mkdir(place)
            path = os.path.join(place, "t.rstrace")
            shutil.copy(source, path)
            change(path, *statements)
            before = digest(place)
            for report in (["summary"], ["query", "SELECT * FROM strings"], ["events"]):
                done = cli(*report, path)
                assert done.returncode == 2 and path.encode() in done.stderr and len(done.stderr) < 1000, (what, done)
            assert digest(place) == before, f"{what}: reading changed the folder"
            shutil.rmtree(place)
    foreign = os.path.join(folder, "foreign.rstrace")
    make_foreign(foreign)
    before = digest(folder)
    assert cli("summary", foreign).returncode == 2
    done = subprocess.run([MAKE, foreign, "1"], capture_output=True)
    assert done.returncode == 1 and digest(folder) == before, "a database of another program was overwritten"


def check_nothing_is_written(folder):
    trace = make(folder, "read.rstrace", 3000)
    plain = unpack(trace)
    before = digest(folder)
    for path in (trace, plain):
        for report in REPORTS:
            assert cli(*report, path).returncode == 0, report
    assert digest(folder) == before, "reading changed something"


METRICS = ["kernel", "place", "grid", "group", "what", "mean", "unit", "min", "max", "measured", "metric"]


def check_metrics(folder):
    """The table that only some traces have: read alike in both formats and in a part, and whatever may stand there."""
    trace = make(folder, "metrics.rstrace", 1000, "metrics")
    plain, part = unpack(trace), os.path.join(folder, "part.rstrace")
    before = digest(folder)
    done = cli("metrics", "--csv", trace)
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    assert done.returncode == 0 and lines[0].split(",") == METRICS and len(lines) == 11, done
    found = [line for line in lines if line.startswith("blur,")]
    assert any("Overview,achieved occupancy,47.5,%,0,95,200," in line for line in found), found
    assert any(line.endswith(",of__a_later.version") for line in found), "metrics of later versions are shown"
    assert cli("metrics", "--csv", plain).stdout == done.stdout
    assert cli("metrics", "--csv", "--kernel", "blur", trace).stdout.count(b"\n") == 3
    assert b"nothing was measured of a kernel" in cli("metrics", "--kernel", "none", trace).stderr
    assert b"not of a range" in cli("metrics", "--from", "1us", trace).stderr
    assert digest(folder) == before, "reading changed something"
    assert cli("trim", "--from", "0", "--to", "100us", "-o", part, trace).returncode == 0
    kept = int(cli("query", "--csv", "SELECT count(*) FROM metrics", part).stdout.split()[-1])
    kernels = int(cli("query", "--csv", "SELECT count(DISTINCT launch) FROM kernels", part).stdout.split()[-1])
    assert 0 < kernels < 1000 and kept == 2 * kernels, (kept, kernels)
    without = make(folder, "without.rstrace", 10)
    done = cli("metrics", without)
    assert done.returncode == 0 and b"no metrics were measured here; run --metrics" in done.stderr, done
    for what, statements in {
            "text": ["UPDATE metrics SET value = 'x' || char(27), unit = 'y', line = 'z'"],
            "infinite": ["UPDATE metrics SET value = 9e999 WHERE launch % 2", "UPDATE metrics SET value = -9e999 "
                         "WHERE NOT launch % 2"],
            "ids": ["UPDATE metrics SET kernel = 9223372036854775807, shape = -1, unit = 4294967295, file = 16777217"],
            "no numbers": ["UPDATE OR IGNORE metrics SET launch = 'a'"],
            "parts": ["UPDATE metrics SET part = 9223372036854775807"],
            "nothing": ["UPDATE metrics SET value = NULL, unit = NULL, kernel = NULL, file = NULL, line = NULL"],
            "another table": ["DROP TABLE metrics", "CREATE TABLE metrics (launch, part, metric, value)"],
            "a view": ["DROP TABLE metrics", "CREATE VIEW metrics AS SELECT 1 AS launch"],
            "an index": ["CREATE INDEX more ON metrics (value)"],
            "sums": ["UPDATE metrics SET value = 1.7e308"],
            "escapes": ["UPDATE strings SET text = char(27) || '[2J' WHERE id > 6"]}.items():
        for source in (trace, plain):
            path = os.path.join(folder, "case.rstrace")
            shutil.copy(source, path)
            change(path, *statements)
            refused = what in ("another table", "a view", "an index")
            for form in ([], ["--csv"], ["--json"]):
                done = cli("metrics", *form, path)
                assert done.returncode == 2 if refused else done.returncode in (0, 1), (what, done)
                assert done.seconds < SECONDS, (what, done.seconds)
                assert b"\x1b" not in on_terminal("metrics", *form, path), what
            cli("report", "-o", os.path.join(folder, "page.html"), path)
            os.remove(path)


def check_metric_mutants(folder):
    """Bytes of the file turned over where the table lies: an error or rows, in time; never a crash."""
    trace = make(folder, "mutants.rstrace", 300, "metrics")
    data, chance = open(trace, "rb").read(), random.Random(21)
    db = sqlite3.connect(trace)
    size = db.execute("PRAGMA page_size").fetchone()[0]
    root = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'metrics'").fetchone()[0]
    db.close()
    starts = [n * size for n in range(len(data) // size)
              if n == root - 1 or data[n * size] in (2, 10)]  # pages of tables without row ids, and of indexes
    path, told = os.path.join(folder, "mutant.rstrace"), 0
    for _ in range(100 if EXTENSION else 30):
        mutant = bytearray(data)
        for _ in range(chance.randrange(1, 6)):
            mutant[chance.choice(starts) + chance.randrange(size)] = chance.randrange(256)
        with open(path, "wb") as out:
            out.write(mutant)
        done = cli("metrics", "--csv", path)
        assert done.seconds < SECONDS, done.seconds
        told += done.returncode != 0
    assert told > 5, told


def check_damaged_chunk(folder):
    trace = make(folder, "chunks.rstrace", 5000)
    damage_chunk(trace, 3)
    done = cli("query", "--csv", "SELECT count(*), min(id), max(id) FROM events", trace)
    assert done.returncode == 1 and b"chunk 3 is damaged" in done.stderr, done
    assert done.stdout.split()[-1] == b"15904,1,20000", done.stdout
    done = cli("events", "--csv", "--limit", "100000", trace)
    assert done.stdout.count(b"\n") == 15905 and b"chunk 3" in done.stderr
    done = cli("kernels", trace)
    assert done.returncode == 0 and b"blur" in done.stdout, "sums need no chunks"
    whole = make(folder, "whole.rstrace", 5000)
    done = cli("compare", whole, "--", trace, whole)
    assert done.returncode == 1 and b"chunk 3 is damaged" in done.stderr and b"blur" in done.stdout, done
    if EXTENSION:
        try:
            connect(trace).execute("SELECT sum(b) FROM events").fetchall()
            raise AssertionError("the extension hides damage")
        except sqlite3.DatabaseError as error:
            assert "chunk 3 is damaged" in str(error), error


def earlier_checksum(data):
    """Of a chunk as earlier versions wrote it: a sum over all words but its own."""
    mask = 2**64 - 1
    total = len(data) * 0x9E3779B97F4A7C15 & mask
    for at in [0, *range(16, len(data), 8)]:
        total = (total ^ int.from_bytes(data[at:at + 8], "little")) * 0xD6E8FEB86659FD93 & mask
        total ^= total >> 32
    return total.to_bytes(8, "little")


def check_earlier_chunks(folder):
    """Traces of earlier versions are read as they were, and what is damaged in them is named."""
    trace = make(folder, "now.rstrace", 5000)
    earlier = shutil.copy(trace, os.path.join(folder, "earlier.rstrace"))
    db = sqlite3.connect(earlier)
    for number, data in db.execute("SELECT id, data FROM chunks").fetchall():
        data = b"RsC2" + data[4:]
        db.execute("UPDATE chunks SET data = ? WHERE id = ?", (data[:8] + earlier_checksum(data) + data[16:], number))
    db.commit()
    for report in (["summary"], ["events", "--csv"], ["memory"]):
        now, before = (cli(*report[:1], path, *report[1:]) for path in (trace, earlier))
        assert before.returncode == 0 and len(now.stdout) > 100, (report, before.stderr)
        assert before.stdout.replace(b"earlier", b"now") == now.stdout, report
    db.close()
    damage_chunk(earlier, 1)
    said = cli("events", earlier)
    assert b"chunk 1" in said.stderr, said.stderr


def check_queries(folder):
    trace = make(folder, "query.rstrace", 2000)
    victim = os.path.join(folder, "victim.db")
    denied = (f"ATTACH '{victim}' AS x", f"VACUUM INTO '{victim}'", "PRAGMA table_info(meta)",
              "CREATE TEMP TABLE t (a)",
              "SELECT load_extension('x')", "SELECT fts3_tokenizer('simple')", "DELETE FROM meta",
              "SELECT * FROM pragma_database_list",
              "SELECT length(zeroblob(1000000000))", "SELECT * FROM dbstat", "UPDATE totals SET n = 1",
              "DROP VIEW kernels",
              "BEGIN EXCLUSIVE", "DETACH main", "ANALYZE", "REINDEX",
              "SELECT hex(zeroblob(60000000)) || hex(zeroblob(60000000))",
              "CREATE VIRTUAL TABLE v USING fts5(x)")
    before = digest(folder)
    for path in (trace, unpack(trace)):
        for sql in denied:
            done = cli("query", sql, path)
            assert done.returncode == 1 and done.stderr.startswith(b"redshift-cli: "), (sql, done)
        endless = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT count(*) FROM r"
        begin = time.monotonic()
        done = cli("query", "--timeout", "1", endless, path)
        assert done.returncode == 1 and b"--timeout" in done.stderr and time.monotonic() - begin < 15, done
        child = subprocess.Popen([CLI, "trace", "query", "--timeout", "0", endless, path], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE)
        time.sleep(1)
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=20)
        assert child.returncode == 1 and b"interrupted" in errors, (child.returncode, errors)
    os.remove(path)
    assert digest(folder) == before
    heap = ("WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r LIMIT 3000000)"
            " SELECT x, hex(randomblob(100)) AS h FROM r ORDER BY h")
    done = cli("query", heap, trace)
    assert done.returncode == 1 and b"memory" in done.stderr, done.stderr


def on_terminal(*arguments):
    import pty
    master, slave = pty.openpty()
    child = subprocess.Popen([CLI, "trace", *arguments], stdout=slave, stderr=slave)
    os.close(slave)
    output = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            part = b""
        if not part:
            break
        output += part
    child.wait()
    os.close(master)
    return output


def check_names(folder):
    """Escape sequences are never raw on a terminal, names of 50 MB are cut in tables."""
    trace = make(folder, "names.rstrace", 100)
    change(trace, *NAMES)
    for report in (*REPORTS, ["query", "SELECT DISTINCT substr(name, 1, 50), track FROM named_events LIMIT 10"]):
        for form in ([], ["--csv"], ["--json"]):
            output = on_terminal(*report, *form, trace)
            assert b"\x1b" not in output and b"\x07" not in output and b"\xc2\x9b" not in output, (report, form,
                                                                                                   output[:500])
    for report, longest in (("kernels", 5000), ("summary", 100000)):
        done = cli(report, trace)
        assert len(done.stdout) < longest and done.seconds < SECONDS, (report, len(done.stdout), done.seconds)


def check_negative_samples(folder):
    """What can't be is not shown: of lines, of the tree, of stalls."""
    trace = make(folder, "stalls.rstrace", 200, "metrics")
    change(trace, "UPDATE stalls SET samples = -samples WHERE launch % 2")
    for report in (["stalls"], ["stalls", "--from", "1us"]):
        rows = json.loads(cli(*report, "--json", trace).stdout)
        numbers = [value for row in rows for value in row.values() if isinstance(value, (int, float))]
        assert numbers and min(numbers) >= 0, rows
    change(trace, "INSERT INTO totals SELECT 19, name, file, line, detail, -7, 0, 0, 0, -5000, 0, 0 FROM totals "
                  "WHERE kind = 4 LIMIT 1")
    rows = json.loads(cli("lines", "--json", trace).stdout)
    assert [(row["samples"], row["time_ns"], row["share"]) for row in rows] == [(0, 0, 0)], rows


def check_shapes(folder):
    part = 1 if EXTENSION else 10
    for shape, n in (("overlap", 100000 // part), ("repeated", 20000 // part), ("extremes", 20000 // part),
                     ("tracks", 200000 if EXTENSION else 20000)):
        trace = make(folder, shape + ".rstrace", n, shape)
        for path in (trace, unpack(trace)):
            for report in REPORTS[:-1]:
                done = cli(*report, path)
                assert done.returncode == 0 and done.seconds < SECONDS, (shape, report, done.seconds, done.stderr[:300])
            count = cli("query", "--csv", "SELECT count(*) FROM events WHERE end >= start", path).stdout.split()[-1]
            assert int(count) == n, (shape, count)
        for name in ("x.json", "x.pftrace", "x.speedscope.json", "x.folded"):
            done = cli("export", "-o", os.path.join(folder, name), trace)
            assert done.returncode == 0 and (shape == "tracks" or done.seconds < 2 * SECONDS), (shape, name,
                                                                                                done.seconds)


def connect(trace):
    db = sqlite3.connect(f"file:{trace}?mode=ro", uri=True)
    db.enable_load_extension(True)
    db.load_extension(EXTENSION)
    return db


def random_query(chance):
    columns = ["id", "track", "class", "start", "end", "kind", "name", "file", "line", "a", "b", "detail", "threads",
               "parent"]
    operators = ["=", "<", ">", "<=", ">=", "<>", "IS NOT"]
    ends = {"start": 3000000, "end": 3000000, "id": 12000, "a": 3000, "kind": 9, "track": 4, "class": 5}

    def condition():
        column = chance.choice(columns)
        form = chance.randrange(12)
        if form == 0:
            return f"{column} IS {chance.choice(['NULL', 'NOT NULL'])}"
        if form == 1:
            return f"{column} IN ({', '.join(str(chance.randrange(12)) for _ in range(3))})"
        if form == 2:
            return f"{column} BETWEEN {chance.randrange(-10, 50)} AND {chance.randrange(ends.get(column, 100))}"
        if form == 3:
            value = chance.choice(['NULL', '4.5', repr('4'), '-1', '9223372036854775807'])
            return f"{column} {chance.choice(operators)} {value}"
        return f"{column} {chance.choice(operators[:5])} {chance.randrange(ends.get(column, 100))}"

    where = f" {chance.choice(['AND', 'AND', 'OR'])} ".join(condition() for _ in range(chance.randrange(1, 4)))
    form = chance.randrange(4)
    if form == 0:
        return ("SELECT kind, count(*), sum(end - start), min(a), max(b) FROM events"
                f" WHERE {where} GROUP BY kind ORDER BY kind")
    if form == 1:
        return f"SELECT * FROM events WHERE {where} ORDER BY id LIMIT {chance.randrange(1, 50)}"
    if form == 2:
        return (f"SELECT count(*), sum(k.start - l.start) FROM events k JOIN events l ON l.kind = 3 AND l.a = k.a"
                f" WHERE k.kind = 4 AND k.id IN (SELECT id FROM events WHERE {where})")
    return f"SELECT count(*), sum(id), sum(threads) FROM events WHERE {where}"


def check_equal_rows(folder):
    """Format 2, format 1 and the extension give the same rows."""
    trace = make(folder, "equal.rstrace", 3000)
    plain = sqlite3.connect(unpack(trace))
    chance = random.Random(5)
    queries = [random_query(chance) for _ in range(200)]
    views = [f"SELECT * FROM {view} ORDER BY id"
             for view in ("kernels", "launches", "allocations", "copies", "named_events")]
    extension = connect(trace) if EXTENSION else None
    kinds = ["SELECT DISTINCT kind FROM events ORDER BY kind", "SELECT kind, count(*) FROM events GROUP BY kind",
             "SELECT kind, id FROM events WHERE start < 500000 ORDER BY kind DESC, id",
             "SELECT DISTINCT kind FROM events WHERE a = 7 ORDER BY kind",
             "SELECT kind, min(start) FROM events WHERE track = 2 GROUP BY kind",
             "SELECT k.name, max(e.id) FROM events e JOIN kinds k ON k.id = e.kind GROUP BY e.kind"]
    for sql in queries + views + kinds:
        expected = plain.execute(sql).fetchall()
        if extension:
            assert extension.execute(sql).fetchall() == expected, sql
        if chance.random() < 0.2:
            text = "".join(",".join("" if value is None else str(value) for value in row) + "\n" for row in expected
                           if '"' not in str(row))
            got = cli("query", "--csv", sql, trace).stdout.decode()
            if '"' not in got:
                assert got.split("\n", 1)[1] == text, sql


def main():
    tests = (check_versions_and_schemas, check_nothing_is_written, check_metrics, check_metric_mutants,
             check_damaged_chunk, check_earlier_chunks, check_queries, check_names, check_negative_samples,
             check_shapes, check_equal_rows)
    tests = [test for test in tests if len(sys.argv) < 5 or test.__name__ in sys.argv[4:]]
    print(f"1..{len(tests)}")
    failed = 0
    for number, test in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(folder)
                print(f"ok {number} - {test.__name__}", flush=True)
            except (AssertionError, sqlite3.Error, subprocess.SubprocessError) as error:
                failed += 1
                text = f"{type(error).__name__}: {error}".replace("\n", "\n# ")
                print(f"not ok {number} - {test.__name__}\n"
                      f"# line {error.__traceback__.tb_next.tb_lineno}: {text[:1500]}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
