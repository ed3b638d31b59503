#!/usr/bin/env python3
"""Imports of Chrome JSON: there and back, what others write, and what is broken.

usage: check-import.py MAKE_TRACE REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import gzip
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile

SPANS = ("SELECT k.name, e.start, e.end, n.text, f.text, e.line, e.a, e.b, d.text, e.threads FROM events e"
         " JOIN kinds k ON k.id = e.kind LEFT JOIN strings n ON n.id = e.name LEFT JOIN strings f ON f.id = e.file"
         " LEFT JOIN strings d ON d.id = e.detail WHERE k.span = 1 ORDER BY 1, 2, 3, 4, 7")


class Check:
    def __init__(self, make_trace, cli, folder):
        self.make_trace, self.cli, self.folder = make_trace, cli, folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def trace(self, *arguments, status=0):
        done = subprocess.run([self.cli, "trace", *arguments], capture_output=True, timeout=100)
        assert done.returncode == status, (arguments, done.returncode, done.stderr.decode())
        return done.stderr.decode()

    def rows(self, trace, sql):
        plain = trace + ".plain"
        self.trace("unpack", "-o", plain, trace)
        db = sqlite3.connect(plain)
        db.text_factory = lambda text: text.decode("utf-8", "replace")
        rows = db.execute(sql).fetchall()
        db.close()
        os.remove(plain)
        return rows

    def load(self, text, name="given.json", status=0):
        """Imports the text. Returns the trace and what was said."""
        with open(self.path(name), "wb") as out:
            out.write(text if isinstance(text, bytes) else text.encode())
        said = self.trace("import", "-o", self.path("got.rstrace"), self.path(name), status=status)
        return self.path("got.rstrace"), said

    def there_and_back(self):
        trace, exported = self.path("t.rstrace"), self.path("t.json")
        subprocess.run([self.make_trace, trace, "3000"], check=True)
        self.trace("export", "--format", "chrome", "-o", exported, trace)
        want = self.rows(trace, SPANS)
        with open(exported, "rb") as file:
            text = file.read()
        for name, data in (("back.json", text), ("back.json.gz", gzip.compress(text))):
            got, said = self.load(data, name)
            assert said == "", said
            assert self.rows(got, SPANS) == want, "the spans are other ones"
            totals = ("SELECT kind, sum(n), sum(total), sum(sum_a), sum(sum_b) FROM totals WHERE kind IN (3, 4)"
                      " GROUP BY kind")
            assert self.rows(got, totals) == self.rows(trace, totals)
        again = self.path("again.json")
        self.trace("export", "--format", "chrome", "-o", again, self.path("got.rstrace"))
        spans = [sorted((e["ts"], e["dur"], e["name"], e["cat"]) for e in json.load(open(path, "rb"))["traceEvents"]
                        if e["ph"] == "X") for path in (exported, again)]
        assert spans[0] == spans[1]

    def others(self):
        text = json.dumps({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "X", "deep": [[[1]]]}],
                           "traceEvents": [
            {"ph": "M", "name": "process_name", "pid": 7, "args": {"name": "python"}},
            {"ph": "M", "name": "process_name", "pid": 0, "args": {"name": "GPU 0"}},
            {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 7, "tid": 7, "ts": 1700000000000000.5, "dur": 30.25,
             "args": {"External id": 5, "Input Dims": [[2, 3]], "nested": {"a": 99}}},
            {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 7, "tid": 7, "ts": 1700000000000010,
             "dur": 5, "args": {"correlation": 11}},
            {"ph": "X", "cat": "kernel", "name": "sgemm<\u00e9>", "pid": 0, "tid": 7, "ts": 1700000000000020, "dur": 9,
             "args": {"correlation": 11, "device": 0}},
            {"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD", "pid": 0, "tid": 7, "ts": 1700000000000002,
             "dur": 1, "args": {"bytes": 4096}},
            {"ph": "s", "id": 11, "pid": 7, "tid": 7, "ts": 1700000000000010, "cat": "ac2g", "name": "ac2g"},
            {"ph": "i", "name": "mark", "pid": 7, "tid": 7, "ts": 1700000000000001, "s": "t"},
            {"ph": "B", "name": "outer", "pid": 7, "tid": "main", "ts": 1700000000000000},
            {"ph": "B", "name": "inner", "pid": 7, "tid": "main", "ts": 1700000000000003},
            {"ph": "E", "pid": 7, "tid": "main", "ts": 1700000000000004},
            {"ph": "E", "pid": 7, "tid": "main", "ts": 1700000000000009},
            {"ph": "b", "cat": "io", "id": "0x1", "name": "read", "pid": 7, "tid": 7, "ts": 1700000000000001},
            {"ph": "e", "cat": "io", "id": "0x1", "name": "read", "pid": 7, "tid": 8, "ts": 1700000000000101},
            {"ph": "C", "name": "heap", "pid": 7, "ts": 1700000000000001, "args": {"bytes": 100}},
            {"ph": "C", "name": "heap", "pid": 7, "ts": 1700000000000002, "args": {"bytes": 70}},
            {"ph": "M", "name": "thread_name", "pid": 7, "tid": 7, "args": {"name": "MainThread"}},
        ], "other": {"x": [1, 2]}})
        got, said = self.load(text)
        assert said == "", said
        rows = self.rows(got, "SELECT k.name, n.text, e.start, e.end - e.start, e.a, e.b, t.name FROM events e"
                              " JOIN kinds k ON k.id = e.kind LEFT JOIN strings n ON n.id = e.name"
                              " JOIN tracks t ON t.id = e.track ORDER BY 1, 2, 3")
        assert rows == [
            ("counter", "heap", 500, 0, 100, 0, "python / thread"),
            ("counter", "heap", 1500, 0, -30, 0, "python / thread"),
            ("device-copy", "Memcpy HtoD", 1500, 1000, 0, 4096, "GPU 0 / 7"),
            ("driver-call", "cudaLaunchKernel", 9500, 5000, 11, 0, "python / MainThread"),
            ("function", "aten::mm", 0, 30250, 0, 0, "python / MainThread"),
            ("function", "inner", 2500, 1000, 0, 0, "python / main"),
            ("function", "outer", -500, 9000, 0, 0, "python / main"),
            ("function", "read", 500, 100000, 0, 0, "python / io 0x1"),
            ("kernel", "sgemm<\u00e9>", 19500, 9000, 11, 0, "GPU 0 / 7"),
            ("mark", "mark", 500, 0, 0, 0, "python / MainThread"),
        ], rows

    def forms(self):
        event = '{"ph":"X","name":"f","pid":1,"tid":1,"ts":1,"dur":2}'
        for text, n, said in (
                (f"[{event},{event}]", 2, ""), (f"[{event},\n{event}", 2, "ends in the middle"),
                (f"[{event},", 1, "ends in"),
                (f'{{"traceEvents":[{event}],"x', 1, "ends in the middle"), (f" \n[ {event} ]\n\n", 1, ""),
                (f'[{event},{{"ph":"E","ts":1,"tid":3}},{{"ts":1}},{{"ph":"q","ts":3}}]', 1, "3 of its events"),
                (f'[{event},{{"ph":"B","ts":1,"tid":3}}]', 1, "1 of its events"),
                ('[{"ph":"X","name":"\\u00e9\\ud83d\\ude00\\ud800x\\u0000\\n","ts":-1e30,"dur":1e300}]', 1, ""),
                ('[{"ph":"X","name":7,"ts":"12.5","dur":null,"args":3,"pid":{"x":[]},"tid":[[]]}]', 1, ""),
                ('[{"ph":"X","ts":9223372036854775807,"dur":-5,"args":{"a":1e99,"line":-3,"threads":99999999999}}]', 1,
                 "")):
            got, told = self.load(text)
            assert (told == "") == (said == "") and said in told, (text, told)
            assert self.rows(got, "SELECT count(*) FROM events") == [(n,)], text

    def broken(self):
        os.remove(self.path("got.rstrace"))
        for text, said in (
                ("", "a Chrome trace is an array"), ("{}", "there is no traceEvents"),
                ("[", "ends before the first event"),
                ("7", "a Chrome trace is an array"), ("\x00\x01\x02", "line 1: "),
                ("SQLite format 3\x00", "not a database"),
                ('[\n\n{"ph" "X"}]', "line 3: a colon should stand behind a key, not \"\"\""),
                ('[{"ph":"X",}]', "line 1: a key in quotes should stand here, not \"}\""),
                ("[1]", "line 1: an event should be an object"),
                ('{"traceEvents":{}}', "traceEvents should be an array"),
                ('[{"a":tru}]', "neither text, number"), ('[{"a":1}{"b":2}]', "a comma or ] should stand here"),
                ('[{"a":"\\x"}]', "a backslash before something"), ('[{"a":' + "[" * 5000, "deeper than 64"),
                ('[{"a":"\\u12g4"}]', "four digits"), ('[{"a":"' + "x" * 2000000, "longer than 1 MiB"),
                (b"\x1f\x8b\x08\x00garbage garbage garbage", "line 1: ")):
            _, told = self.load(text, status=1)
            assert said in told and "given.json" in told, (text[:40], told)
            assert not os.path.exists(self.path("got.rstrace")), "nothing is left of a file that can't be read"
        assert "No such file" in self.trace("import", "-o", self.path("x.rstrace"), self.path("missing"), status=2)
        assert "say where to" in self.trace("import", self.path("t.json"), status=2)

    def mutants(self):
        """Bytes of an export are changed: an error with a line, or a trace."""
        generator = random.Random(4)
        with open(self.path("t.json"), "rb") as file:
            text = file.read()[:6000]
        for _ in range(300 if "--all" in sys.argv else 60):
            changed = bytearray(text)
            for _ in range(generator.randint(1, 4)):
                changed[generator.randrange(len(changed))] = generator.choice(b'"\\{}[],:0e-x\x00\xff')
            with open(self.path("m.json"), "wb") as out:
                out.write(changed)
            done = subprocess.run([self.cli, "trace", "import", "-o", self.path("m.rstrace"), self.path("m.json")],
                                  capture_output=True, timeout=20)
            assert done.returncode in (0, 1), (bytes(changed), done.stderr)
            assert done.returncode == 0 or b"line " in done.stderr, done.stderr


def main():
    with tempfile.TemporaryDirectory() as folder:
        check = Check(*(os.path.abspath(path) for path in sys.argv[1:3]), folder)
        for name in ("there_and_back", "others", "forms", "broken", "mutants"):
            getattr(check, name)()


if __name__ == "__main__":
    main()
