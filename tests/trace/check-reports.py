#!/usr/bin/env python3
"""What the reports of real recordings say, against what the programs are known to do.

check-reports.py REDSHIFT_CLI [TEST...]
SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import subprocess
import sys
import tempfile

CLI = os.path.abspath(sys.argv[1])


class Skip(Exception):
    pass


def run(*arguments, status=0, **environment):
    done = subprocess.run([CLI, *arguments], capture_output=True, text=True, timeout=300, env={**os.environ, **environment})
    assert done.returncode == status, (arguments, done.returncode, done.stdout[-1000:], done.stderr[-2000:])
    return done


def record(folder, text, *options, name="p", device="cpu"):
    """The trace of a program."""
    program, trace = (os.path.join(folder, name + suffix) for suffix in (".q", ".rstrace"))
    with open(program, "w") as file:
        file.write(text)
    run("run", "-d", device, "--profile", trace, *options, program)
    return trace


def rows(trace, *report):
    return json.loads(run("trace", *report, "--json", trace).stdout)


def query(trace, sql):
    return [tuple(row.values()) for row in json.loads(run("trace", "query", "--json", sql, trace).stdout)]


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
    for name, line, arguments, results in (("rand", 2, 0, 1 << 20), ("fft2", 3, 1 << 20, 1 << 21), ("svd", 5, 160000, 480000),
                                           ("*", 6, 320000, 160000), ("imwrite", 7, 1 << 20, 0), ("imread", 8, 0, 1 << 20)):
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
    allocated = dict(query(trace, "SELECT line, group_concat(DISTINCT name) FROM named_events WHERE kind = 'allocate' GROUP BY line"))
    assert (allocated[2], allocated[3], allocated[5], allocated[8]) == ("x", "y", "u, s, v", "w"), allocated


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
    waits = query(trace, "SELECT w.name, w.line, w.a, r.name AS parameter FROM named_events w JOIN named_events r ON r.kind = 'argument' AND r.a = w.a"
                         " AND r.detail <> 'ReadOnly' WHERE w.kind = 'wait' AND w.a <> 0")
    oids = dict(query(trace, "SELECT name, a FROM named_events WHERE kind = 'allocate' AND name <> ''"))
    # z may be there before anybody asks for it.
    assert ("y", 9, oids["y"], "y") in waits and set(waits) <= {("y", 9, oids["y"], "y"), ("z", 11, oids["z"], "result")}, (waits, oids)


def check_copies(folder):
    """Each copy has its variable, line and cause: a launch, or host code."""
    devices = json.loads(run("devices", "--json").stdout)
    if not any(device["name"].startswith("opencl") and not device.get("reason") for device in devices):
        raise Skip("no OpenCL device")
    trace = record(folder, WAITS, device="opencl")
    copies = query(trace, "SELECT c.name, c.line, c.detail LIKE 'host->%' AS into_device, c.parent, l.line AS launch_line FROM named_events c"
                          " LEFT JOIN launches l ON l.launch = c.parent AND c.parent <> 0 WHERE c.kind = 'copy'")
    into = [copy for copy in copies if copy[2]]
    assert sorted(copy[0] for copy in into) == ["x", "y"] and all(copy[1] == copy[4] == 4 for copy in into), copies
    assert sorted(copy[:2] for copy in copies if not copy[2]) == [("y", 9), ("z", 11)], copies
    assert all(copy[3] == 0 for copy in copies if not copy[2]), copies


def main():
    tests = [test for name, test in globals().items() if name.startswith("check_")]
    tests = [test for test in tests if len(sys.argv) < 3 or test.__name__ in sys.argv[2:]]
    print(f"1..{len(tests)}")
    failed = 0
    for number, test in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(folder)
                print(f"ok {number} - {test.__name__}", flush=True)
            except Skip as reason:
                print(f"ok {number} - {test.__name__} # SKIP {reason}", flush=True)
            except (AssertionError, KeyError, subprocess.SubprocessError) as error:
                failed += 1
                text = f"{type(error).__name__}: {error}".replace("\n", "\n# ")
                print(f"not ok {number} - {test.__name__}\n# line {error.__traceback__.tb_next.tb_lineno}: {text[:1500]}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
