"""Recordings and reports for tests: the first argument of the script is redshift-cli.

SPDX-License-Identifier: Apache-2.0
"""
import contextlib
import json
import os
import sqlite3
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
from parts import is_function_changed, part_of  # noqa: E402

CLI = os.path.abspath(sys.argv[1])

# A function whose calls launch n kernels.
WORK = """function [y] = work(x : mat, n : int)
  y = x
  for k = 1..n
    for i = 0..size(x,0)-1
      for j = 0..size(x,1)-1
        y[i,j] = sin(y[i,j]) + 1
      end
    end
  end
end
"""


class Skip(Exception):
    pass


def run(*arguments, status=0, **environment):
    done = subprocess.run([CLI, *arguments], capture_output=True, text=True, timeout=300,
                          env={**os.environ, **environment})
    assert done.returncode == status, (arguments, done.returncode, done.stdout[-1000:], done.stderr[-2000:])
    return done


def record(folder, text, *options, name="p", device="cpu", **environment):
    """The trace of a program."""
    program, trace = (os.path.join(folder, name + suffix) for suffix in (".q", ".rstrace"))
    with open(program, "w") as file:
        file.write(text)
    run("run", "-d", device, "--profile", trace, *options, program, **environment)
    return trace


def rows(trace, *report):
    return json.loads(run("trace", *report, "--json", trace).stdout)


def query(trace, sql):
    return [tuple(row.values()) for row in json.loads(run("trace", "query", "--json", sql, trace).stdout)]


def add_event(trace, kind, track, start, end, name="", line=0, a=0, b=0, parent=0):
    """Puts an event into a plain trace (trace unpack)."""
    with contextlib.closing(sqlite3.connect(trace)) as database, database:
        database.execute("INSERT INTO strings SELECT max(id) + 1, ? FROM strings WHERE ? NOT IN"
                         " (SELECT text FROM strings) HAVING max(id) IS NOT NULL", (name, name))
        number, = database.execute("SELECT id FROM strings WHERE text = ?", (name,)).fetchone() if name else (0,)
        database.execute("INSERT INTO events (id, track, class, start, end, kind, name, file, line, a, b, detail,"
                         " threads, parent) SELECT max(id) + 1, ?, CASE WHEN ? > ? THEN 0 END, ?, ?, (SELECT id FROM"
                         " kinds WHERE name = ?), ?, 0, ?, ?, ?, 0, 0, ? FROM events",
                         (track, end, start, start, end, kind, number, line, a, b, parent))


def run_tests(tests):
    """Functions that take a folder, by name; those named behind redshift-cli, or all; of these with --part K/N a
    part, as in parts.py."""
    tests, words = [test for name, test in tests.items() if name.startswith("check_")], sys.argv[2:]
    if words[:1] == ["--part"]:
        tests = part_of(tests, words[1], is_function_changed)
    elif words:
        tests = [test for test in tests if test.__name__ in words]
    print(f"1..{len(tests)}")
    failed = 0
    for number, test in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(folder)
                print(f"ok {number} - {test.__name__}", flush=True)
            except Skip as reason:
                print(f"ok {number} - {test.__name__} # SKIP {reason}", flush=True)
            except (AssertionError, LookupError, subprocess.SubprocessError) as error:
                failed += 1
                text = f"{type(error).__name__}: {error}".replace("\n", "\n# ")
                print(f"not ok {number} - {test.__name__}\n"
                      f"# line {error.__traceback__.tb_next.tb_lineno}: {text[:1500]}", flush=True)
    return 1 if failed else 0

