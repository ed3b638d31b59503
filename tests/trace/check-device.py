#!/usr/bin/env python3
"""A program on a CUDA device, recorded: the device's driver, its compiler and CUPTI stand in for the real ones.

usage: check-device.py REDSHIFT_CLI STANDIN_FOLDER LIBCUPTI
SPDX-License-Identifier: Apache-2.0
"""
import csv
import io
import os
import subprocess
import sys
import tempfile

CLI, STANDIN, CUPTI = (os.path.abspath(path) for path in sys.argv[1:4])
PROGRAM = """function [] = __kernel__ add(x : mat, pos : ivec2)
  x[pos] = x[pos] + 1
end
function [] = main()
  x = zeros(64, 96)
  for n = 1..20
    parallel_do(size(x), x, add)
  end
  print x[3,3]
end
"""


def cli(*words):
    done = subprocess.run([CLI, *words], capture_output=True, text=True, timeout=200,
                          env={**os.environ, "LD_LIBRARY_PATH": STANDIN})
    assert done.returncode == 0, (words, done)
    return done.stdout


def query(sql):
    return [tuple(row) for row in csv.reader(io.StringIO(cli("trace", "query", "--csv", sql, "t.rstrace")))][1:]


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("program.q", "w", encoding="utf-8") as out:
            out.write(PROGRAM)
        for library, recorded in ((CUPTI, True), ("/no/such/libcupti.so", False)):
            out = cli("run", "-d", "cuda", "--set", f"PROFILER_CUPTI={library}", "--profile", "t.rstrace", "program.q")
            assert out == "20\n", out
            kernels = query("SELECT name, line, device, count(*), count(DISTINCT launch), sum(items) FROM kernels"
                            " WHERE name = 'add' GROUP BY name, line, device")
            assert len(kernels) == 1 and kernels[0][3:] == ("20", "20", str(20 * 64 * 96)), kernels
            assert kernels[0][2].startswith("cuda:0 stream" if recorded else "cuda:0"), kernels
            # Each with its launch, and after that has begun.
            joined = query("SELECT count(*), min(k.start >= l.start) FROM kernels k JOIN launches l USING (launch)"
                           " WHERE k.name = 'add' AND l.line = k.line")
            assert joined == [("20", "1")], joined
            told = query("SELECT value FROM meta WHERE name = 'device-tracer'")
            assert ("CUPTI" in told[0][0]) and (told[0][0].startswith("not recorded") != recorded), told
            calls = query("SELECT count(*) FROM named_events WHERE kind = 'driver-call' AND name = 'cuLaunchKernel'")
            assert (int(calls[0][0]) >= 20) == recorded, calls
            occupancy = cli("trace", "occupancy", "--csv", "t.rstrace")
            assert ("add,program.q:2" in occupancy or "add,program.q:1" in occupancy) == recorded, occupancy


if __name__ == "__main__":
    main()
