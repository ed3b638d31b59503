#!/usr/bin/env python3
"""Imports of nsys files: what plain SQL says of them, tables and columns that come and go, and files that are none.

usage: check-nsys.py REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import os
import random
import sqlite3
import subprocess
import sys
import tempfile

CLI = os.path.abspath(sys.argv[1])
# As nsys 2024.6 has them, without what is not read; the second form lacks columns that older versions do not have.
TABLES = {
    "StringIds": "id INTEGER PRIMARY KEY, value TEXT",
    "ThreadNames": "nameId INTEGER, priority INTEGER, globalTid INTEGER",
    "TARGET_INFO_GPU":
        "vmId INTEGER, id INTEGER, name TEXT, smCount INTEGER, computeMajor INTEGER, computeMinor INTEGER",
    "CUPTI_ACTIVITY_KIND_KERNEL":
        "start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER, contextId INTEGER, streamId INTEGER,"
        " correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER,"
        " registersPerThread INTEGER, gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER,"
        " blockZ INTEGER,"
        " staticSharedMemory INTEGER, dynamicSharedMemory INTEGER",
    "CUPTI_ACTIVITY_KIND_MEMCPY":
        "start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER,"
        " bytes INTEGER, copyKind INTEGER",
    "CUPTI_ACTIVITY_KIND_RUNTIME":
        "start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER,"
        " returnValue INTEGER",
    "NVTX_EVENTS": "start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER, textId INTEGER",
}


def trace(*arguments, status=0):
    done = subprocess.run([CLI, "trace", *arguments], capture_output=True, timeout=100)
    assert done.returncode == status, (arguments, done.returncode, done.stderr.decode())
    return done.stdout.decode() if status == 0 else done.stderr.decode()


def make(path, seed, tables=None):
    if os.path.exists(path):
        os.remove(path)
    generator = random.Random(seed)
    db = sqlite3.connect(path)
    for name in tables or TABLES:
        db.execute(f"CREATE TABLE {name} ({TABLES[name]})")
    if tables is not None:
        return db
    db.executemany("INSERT INTO StringIds VALUES (?, ?)", enumerate(
        ["[Unknown]", "sgemm", "void sgemm<float>(int)", "reduce", "cudaLaunchKernel", "cudaMemcpy", "step", "python"]))
    db.execute("INSERT INTO TARGET_INFO_GPU VALUES (0, 0, 'NVIDIA A100', 108, 8, 0)")
    pids = [(1000 + i) << 24 for i in range(2)]
    for pid in pids:
        db.execute("INSERT INTO ThreadNames VALUES (7, 10, ?)", (pid | 77,))
    for i in range(400):
        pid, correlation, start = pids[i % 2], 100 + i // 2, 1000 * i + generator.randrange(500)
        if i % 3 == 0:
            db.execute("INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (?,?,0,7,?,?,?,?)",
                       (start + 30, start + 90, correlation, pid, generator.randrange(10**6), 1 + i % 2))
        else:
            db.execute("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?,?,?,1,?,?,?,2,?,40,8,4,1,128,1,1,0,2048)",
                       (start + 30, start + 90 + i, i % 2, 7 + i % 2, correlation, pid, 1 + 2 * (i % 2)))
        db.execute("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?,?,0,?,?,?,0)",
                   (start, start + 20, pid | 77, correlation, 5 if i % 3 == 0 else 4))
        if i % 10 == 0:
            db.execute("INSERT INTO NVTX_EVENTS VALUES (?,?,59,?,?,?)",
                       (start - 10, None if i % 20 else start + 500, None if i % 30 else "a text", pid | 77, 6))
    db.commit()
    return db


def check_equal(folder):
    """Each answer is what SQL says of the file itself."""
    db = make(os.path.join(folder, "a.sqlite"), 1)
    trace("import", "-o", "a.rstrace", "a.sqlite")
    trace("unpack", "-o", "plain.rstrace", "a.rstrace")
    got = sqlite3.connect(os.path.join(folder, "plain.rstrace"))
    for theirs, ours in (
            ("SELECT s.value, count(*), sum(end - start), min(start) FROM CUPTI_ACTIVITY_KIND_KERNEL JOIN StringIds s"
             " ON s.id = shortName GROUP BY 1 ORDER BY 1",
             "SELECT name, count(*), sum(duration), min(start) FROM kernels GROUP BY 1 ORDER BY 1"),
            ("SELECT k.start - r.start, k.end FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN CUPTI_ACTIVITY_KIND_RUNTIME r ON"
             " r.correlationId = k.correlationId AND r.globalTid >> 24 = k.globalPid >> 24 ORDER BY k.end, 1",
             "SELECT k.start - l.start, k.end FROM kernels k JOIN launches l USING (launch) ORDER BY k.end, 1"),
            ("SELECT copyKind, sum(bytes), count(*) FROM CUPTI_ACTIVITY_KIND_MEMCPY GROUP BY 1 ORDER BY 1",
             "SELECT detail = 'device->host' OR NULL, sum(b), count(*) FROM named_events WHERE kind = 'device-copy'"
             " GROUP BY 1 ORDER BY 1"),
            ("SELECT coalesce(text, s.value), count(*), sum(coalesce(end, start) - start) FROM NVTX_EVENTS"
             " JOIN StringIds s ON s.id = textId GROUP BY 1 ORDER BY 1",
             "SELECT name, count(*), sum(duration) FROM named_events WHERE kind = 'stretch' GROUP BY 1 ORDER BY 1"),
            ("SELECT count(*) FROM CUPTI_ACTIVITY_KIND_MEMCPY",
             "SELECT count(*) FROM named_events WHERE kind = 'driver-call' AND name = 'cudaMemcpy'")):
        want, have = db.execute(theirs).fetchall(), got.execute(ours).fetchall()
        if "copyKind" in theirs:
            want, have = [row[1:] for row in want], [row[1:] for row in have]
        assert want == have and want, (ours, want[:5], have[:5])
    grids = got.execute("SELECT DISTINCT grid FROM kernels").fetchall()
    assert grids == [("4x1024 / 1x128, 40 registers, 2048 bytes shared",)], grids
    tracks = {row[0] for row in got.execute("SELECT name FROM tracks")}
    assert tracks == {"cuda:0 stream 7", "cuda:1 stream 8", "python 77", "python 77 ranges", "recorder"} & tracks
    assert len(tracks) == 4, tracks
    assert "sgemm" in trace("occupancy", "a.rstrace")
    got.close()


KERNELS = ("SELECT start, end, deviceId, streamId, value, gridX, gridY, gridZ, blockX, blockY, blockZ,"
           " registersPerThread, staticSharedMemory + dynamicSharedMemory FROM CUPTI_ACTIVITY_KIND_KERNEL"
           " JOIN StringIds s ON s.id = shortName ORDER BY 1, 2, 3, 4")
COPIES = "SELECT start, end, deviceId, streamId, bytes, copyKind FROM CUPTI_ACTIVITY_KIND_MEMCPY ORDER BY 1, 2, 3, 4"
CALLS = ("SELECT r.start, r.end, value, k.start FROM CUPTI_ACTIVITY_KIND_RUNTIME r"
         " LEFT JOIN CUPTI_ACTIVITY_KIND_KERNEL k ON r.correlationId = k.correlationId"
         " AND r.globalTid >> 24 = k.globalPid >> 24 AND r.correlationId > 0"
         " JOIN StringIds s ON s.id = nameId ORDER BY 1, 2, 4")
RANGES = ("SELECT start, coalesce(end, start), coalesce(text, value) FROM NVTX_EVENTS JOIN StringIds s ON s.id = textId"
          " ORDER BY 1, 2, 3")


def check_back(folder):
    """What is unpacked answers as the imported file did, and so does an import of its answers."""
    db = make(os.path.join(folder, "e.sqlite"), 4)
    trace("import", "-o", "e.rstrace", "e.sqlite")
    trace("unpack", "-o", "e-plain.rstrace", "e.rstrace")
    again = sqlite3.connect(os.path.join(folder, "f.sqlite"))
    again.execute(f"ATTACH '{folder}/e-plain.rstrace' AS trace")
    for table in TABLES:
        again.execute(f"CREATE TABLE {table} ({TABLES[table]})")
        columns = {row[1] for row in again.execute(f"PRAGMA main.table_info({table})")}
        columns = ", ".join(columns & {row[1] for row in again.execute(f"PRAGMA trace.table_info({table})")})
        again.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM trace.{table}")
    again.commit()
    again.execute("DETACH trace")
    again.close()
    trace("import", "-o", "f.rstrace", "f.sqlite")
    trace("unpack", "-o", "f-plain.rstrace", "f.rstrace")
    for name in ("e-plain.rstrace", "f-plain.rstrace"):
        plain = sqlite3.connect(os.path.join(folder, name))
        for sql in (KERNELS, COPIES, RANGES):
            want, have = db.execute(sql).fetchall(), plain.execute(sql).fetchall()
            assert want == have and len(want) > 20, (name, sql, want[:3], have[:3])
        want, have = db.execute(CALLS).fetchall(), plain.execute(CALLS).fetchall()
        assert want == have and len(want) == 400, (name, want[:5], have[:5])
        lanes = {row[0] for row in plain.execute("SELECT value FROM ThreadNames JOIN StringIds ON id = nameId")}
        assert "cuda:0 stream 7" in lanes, lanes
        plain.close()
    kernels = db.execute("SELECT count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL").fetchone()[0]
    said = trace("query", "--csv", "SELECT count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL", "e-plain.rstrace")
    assert said.split()[1] == str(kernels), said
    assert "sgemm" in trace("kernels", "e-plain.rstrace")


def check_parts(folder):
    """Tables that have no rows are not there; older versions lack columns."""
    db = make(os.path.join(folder, "b.sqlite"), 2, ["CUPTI_ACTIVITY_KIND_MEMCPY"])
    db.execute("INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (5, 9, 0, 7, 1, 0, 64, 99)")
    db.execute("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER)")
    db.execute("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (-9223372036854775807, 9223372036854775807), ('x', NULL)")
    db.commit()
    trace("import", "-o", "b.rstrace", "b.sqlite")
    assert "2" in trace("query", "--csv", "SELECT count(*) FROM kernels", "b.rstrace")


def check_sums(folder):
    """Sizes of shared memory that 64 bits don't hold together are as much as they hold."""
    db = make(os.path.join(folder, "d.sqlite"), 3, ["CUPTI_ACTIVITY_KIND_KERNEL"])
    db.execute("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (5,9,0,1,7,1,0,0,0,40,8,4,1,128,1,1,22,?)", (2**63 - 1,))
    db.commit()
    trace("import", "-o", "d.rstrace", "d.sqlite")
    assert f"{2**63 - 1} bytes shared" in trace("query", "--csv", "SELECT grid FROM kernels", "d.rstrace")


def check_others(folder):
    path = os.path.join(folder, "c.sqlite")
    for statements, said in (
            (["CREATE TABLE x (y)"], "none of the tables that nsys writes"),
            (["CREATE VIEW NVTX_EVENTS AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r)"
              " SELECT n AS start FROM r"],
             "none of the tables that nsys writes"),
            (["CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (begin INTEGER, end INTEGER)"],
             "the table CUPTI_ACTIVITY_KIND_KERNEL has no column start"),
            (["CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end AS (start + 1))"],
             "the table CUPTI_ACTIVITY_KIND_RUNTIME has no column end")):
        if os.path.exists(path):
            os.remove(path)
        db = sqlite3.connect(path)
        for statement in statements:
            db.execute(statement)
        db.commit()
        db.close()
        told = trace("import", "-o", "c.rstrace", "c.sqlite", status=1)
        assert said in told and "c.sqlite" in told, told
        assert not os.path.exists(os.path.join(folder, "c.rstrace"))


def check_mutants(folder):
    make(os.path.join(folder, "d.sqlite"), 3).close()
    with open(os.path.join(folder, "d.sqlite"), "rb") as file:
        whole = file.read()
    generator = random.Random(9)
    for _ in range(60):
        changed = bytearray(whole)
        for _ in range(generator.choice((1, 3, 200))):
            changed[generator.randrange(16, len(changed))] = generator.randrange(256)
        with open(os.path.join(folder, "m.sqlite"), "wb") as out:
            out.write(changed)
        done = subprocess.run([CLI, "trace", "import", "-o", "m.rstrace", "m.sqlite"], capture_output=True, timeout=60)
        assert done.returncode in (0, 1, 2) and (done.returncode == 0 or b"m.sqlite" in done.stderr), done


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for check in (check_equal, check_back, check_parts, check_sums, check_others, check_mutants):
            check(folder)


if __name__ == "__main__":
    main()
