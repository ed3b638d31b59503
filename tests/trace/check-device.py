#!/usr/bin/env python3
"""A program on a CUDA device, recorded and measured: the device's driver, its compiler and CUPTI stand in for the real
ones.

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
  y = x*transpose(x)
  print x[3,3], " ", sum(y)
end
"""


def cli(*words):
    done = subprocess.run([CLI, *words], capture_output=True, text=True, timeout=200,
                          env={**os.environ, "LD_LIBRARY_PATH": STANDIN})
    assert done.returncode == 0, (words, done)
    return done.stdout


def measure(*words, fault=None, **options):
    """The process of a measured run: whatever becomes of that, the program's result is right and its status is 0."""
    environment = {**os.environ, "LD_LIBRARY_PATH": STANDIN, **({"RS_FAKE_CUPTI_FAULT": fault} if fault else {})}
    done = subprocess.run([CLI, "run", "--set", f"PROFILER_CUPTI={options.get('library', CUPTI)}", *words,
                           "program.q"], capture_output=True, text=True, timeout=200, env=environment)
    assert (done.returncode, done.stdout) == (0, "20 157286400\n"), (words, fault, done)
    return done


def check_metrics():
    done = measure("-d", "cuda", "--metrics", "overview,stalls", "--profile", "m.rstrace")
    assert done.stderr == "", done.stderr
    found = list(csv.DictReader(io.StringIO(cli("trace", "metrics", "--csv", "m.rstrace"))))
    occupancy = [row for row in found if row["what"] == "achieved occupancy" and row["kernel"] == "add"]
    assert len(occupancy) == 1, found
    name = "sm__warps_active.avg.pct_of_peak_sustained_active"
    row = occupancy[0]
    # 3 of 20 launches; the fake's values are the length of the name, and 1 more for each start before.
    assert row["metric"] == name and row["unit"] == "%" and row["measured"] == "3", row
    assert float(row["max"]) - float(row["min"]) == 2 and float(row["mean"]) == float(row["min"]) + 1, row
    assert float(row["min"]) >= len(name) and (float(row["min"]) - len(name)) % 1 == 0, row
    assert row["place"].startswith("program.q:") and row["grid"].startswith("64x96"), row
    assert {row["group"] for row in found} == {"Overview", "Stall reasons"}, found
    told = cli("trace", "metrics", "m.rstrace")
    how = "overview,stalls, by CUPTI 13.5, of the first 3 launches of each configuration, whose kernels ran"
    assert how in told, told
    cli("trace", "report", "-o", "m.html", "m.rstrace")
    with open("m.html", encoding="utf-8") as page:
        text = page.read()
    assert "<h2>Metrics</h2>" in text and name in text and "achieved occupancy" in text
    # Each measured kernel belongs to a launch that is in the trace.
    joined = cli("trace", "query", "--csv", "SELECT count(DISTINCT m.launch) FROM metrics m JOIN kernels k"
                 " ON k.launch = m.launch AND k.name = 'add'", "m.rstrace").split()[-1]
    assert joined == "3", joined
    # Without a trace the table comes at the end; other kernels are left alone.
    done = measure("-d", "cuda", "--metrics", "flops", "--kernel", "add")
    assert "float operations" in done.stderr and "FLOP/s" in done.stderr and "warning" not in done.stderr, done.stderr
    done = measure("-d", "cuda", "--metrics", "flops", "--kernel", "subtract")
    assert done.stderr == ("redshift-cli: warning: --metrics: no kernel subtract ran on a CUDA device [W1501]\n"), done


def check_stalls():
    done = measure("-d", "cuda", "--metrics", "lines", "--profile", "s.rstrace")
    assert done.stderr == "", done.stderr
    found = list(csv.DictReader(io.StringIO(cli("trace", "stalls", "--csv", "s.rstrace"))))
    # 10 of 20 launches; of each kernel the fake has 5 and 3 samples at one address, 2 at another of the same line.
    rows = {row["reason"]: row for row in found if row["kernel"] == "add"}
    assert set(rows) == {"memory dependency", "none: it runs"}, found
    row, runs = rows["memory dependency"], rows["none: it runs"]
    assert int(row["samples"]) % 50 == 0 and int(row["samples"]) * 3 == int(row["not_issued"]) * 5, row
    assert int(runs["samples"]) * 5 == int(row["samples"]) * 2 and int(runs["not_issued"]) == 0, rows
    assert row["place"] == "program.q:2" and float(row["share"]) == round(5 / 7, 6), row
    told = cli("trace", "stalls", "s.rstrace")
    assert "sampled, by CUPTI 13.5, the first 10 of each configuration" in told and "waits for" in told, told
    assert cli("trace", "stalls", "--csv", "--to", "0ns", "s.rstrace").count("\n") == 1
    cli("trace", "report", "-o", "s.html", "s.rstrace")
    with open("s.html", encoding="utf-8") as page:
        text = page.read()
    assert "<h2>Stalls</h2>" in text and "<h2>Metrics</h2>" not in text and "memory dependency" in text
    joined = cli("trace", "query", "--csv", "SELECT count(DISTINCT s.launch) FROM stalls s JOIN kernels k"
                 " ON k.launch = s.launch AND k.name = 'add'", "s.rstrace").split()[-1]
    assert joined == "10", joined
    done = measure("-d", "cuda", "--metrics", "flops,lines", "--kernel", "add")
    assert "float operations" in done.stderr and "memory dependency" in done.stderr, done.stderr
    done = measure("-d", "cuda", "--metrics", "lines", fault="cuptiPCSamplingEnable:35")
    assert done.stderr.count("\n") == 1 and "NVreg_RestrictProfilingToAdminUsers=0" in done.stderr, done.stderr
    done = subprocess.run([CLI, "trace", "stalls", "m.rstrace"], capture_output=True, text=True)
    assert "no stalls were sampled here; run --metrics lines -d cuda does" in done.stderr, done


def check_counts():
    done = measure("-d", "cuda", "--metrics", "sass,curves", "--profile", "c.rstrace")
    assert done.stderr == "", done.stderr
    row = next(row for row in csv.DictReader(io.StringIO(cli("trace", "sass", "--csv", "c.rstrace")))
               if row["kernel"] == "add")
    # 3 of 20 launches; of each kernel the fake has 64 instructions, with 16 threads at work and 8 without predicates.
    assert int(row["instructions"]) % (3 * 64) == 0 and row["place"] == "program.q:2", row
    assert (float(row["share"]), float(row["threads"]), float(row["threads_on"])) == (1, 0.5, 0.25), row
    curves = [row for row in csv.DictReader(io.StringIO(cli("trace", "curves", "--csv", "c.rstrace")))
              if row["kernel"] == "add"]
    assert [row["what"] for row in curves][:1] == ["SM efficiency"] and len(curves) == 4, curves
    assert all(row["launches"] == "3" and int(row["samples"]) % 9 == 0 and row["grid"].startswith("64x96")
               for row in curves), curves
    # The points lie in the time of the trace.
    bounds = cli("trace", "query", "--csv", "SELECT min(start) > 0, max(start) < (SELECT value + 0 FROM meta"
                 " WHERE name = 'wall') FROM curves", "c.rstrace").split()[-1]
    assert bounds == "1,1", bounds
    cli("trace", "report", "-o", "c.html", "c.rstrace")
    with open("c.html", encoding="utf-8") as page:
        text = page.read()
    assert "<h2>Instructions by line</h2>" in text and "<h2>Curves</h2>" in text and "<h2>Stalls</h2>" not in text
    done = measure("-d", "cuda", "--metrics", "all", "--kernel", "add")
    for words in ("achieved occupancy", "memory dependency", "instructions of warps", "over time"):
        assert words in done.stderr, (words, done.stderr)
    done = measure("-d", "cuda", "--metrics", "sass", fault="cuptiSassMetricsEnable:35")
    assert done.stderr.count("\n") == 1 and "NVreg_RestrictProfilingToAdminUsers=0" in done.stderr, done.stderr
    for report, words in (("sass", "no instructions were counted here; run --metrics sass -d cuda does"),
                          ("curves", "no curves were recorded here; run --metrics curves -d cuda does")):
        done = subprocess.run([CLI, "trace", report, "m.rstrace"], capture_output=True, text=True)
        assert words in done.stderr, done


def check_no_metrics():
    """One sentence each; the program runs on, with its result."""
    for fault, sentence in (
            ("cuptiRangeProfilerEnable:35", "NVreg_RestrictProfilingToAdminUsers=0"),
            ("cuptiRangeProfilerEnable:39", "another tool is recording the GPU already"),
            ("chip:46", "this CUPTI does not know this GPU (CUPTI error 46)"),
            ("replay:0", "CUPTI did not run a kernel as often as its counters need"),
            ("cuptiRangeProfilerStop:9", "CUPTI could not run a kernel again for its counters (error 9)")):
        done = measure("-d", "cuda", "--metrics", "overview,stalls", fault=fault)
        assert done.stderr.count("\n") == 1 and sentence in done.stderr, (fault, done.stderr)
        assert done.stderr.startswith("redshift-cli: warning: --metrics: ") and done.stderr.endswith(" [W1501]\n"), done
    done = measure("-d", "cuda", "--metrics", "all", library="/no/such/libcupti.so")
    assert done.stderr.count("\n") == 1 and "libcupti could not be opened" in done.stderr, done
    done = measure("-d", "cpu", "--metrics", "all", "--profile", "cpu.rstrace")
    assert done.stderr.count("\n") == 1 and "(-d cuda)" in done.stderr and "--lines" in done.stderr, done
    done = subprocess.run([CLI, "trace", "metrics", "cpu.rstrace"], capture_output=True, text=True)
    assert "no metrics were measured: no CUDA device was used" in done.stderr, done
    for words, sentence in ((["--metrics", "nonsense"], 'no set of metrics "nonsense"; sets are overview, '),
                            (["--kernel", "add"], "--kernel goes with --metrics"),
                            (["--metrics", "all", "--compare-devices", "cpu,interp"], "can't be had in one run")):
        done = subprocess.run([CLI, "run", *words, "program.q"], capture_output=True, text=True)
        assert done.returncode == 2 and done.stdout == "" and sentence in done.stderr, (words, done)


def query(sql):
    return [tuple(row) for row in csv.reader(io.StringIO(cli("trace", "query", "--csv", sql, "t.rstrace")))][1:]


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("program.q", "w", encoding="utf-8") as out:
            out.write(PROGRAM)
        for library, recorded in ((CUPTI, True), ("/no/such/libcupti.so", False)):
            out = cli("run", "-d", "cuda", "--set", f"PROFILER_CUPTI={library}", "--profile", "t.rstrace", "program.q")
            assert out == "20 157286400\n", out
            kernels = query("SELECT name, line, device, count(*), count(DISTINCT launch), sum(items) FROM kernels"
                            " WHERE name = 'add' GROUP BY name, line, device")
            assert len(kernels) == 1 and kernels[0][3:] == ("20", "20", str(20 * 64 * 96)), kernels
            assert kernels[0][2].startswith("cuda:0 stream" if recorded else "cuda:0"), kernels
            # What a library launches is its call's.
            called = query("SELECT k.line, count(*) FROM kernels k JOIN launches l USING (launch) WHERE l.name ="
                           " 'product' GROUP BY k.line")
            assert called == [("9", "1")], called
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
        check_metrics()
        check_stalls()
        check_counts()
        check_no_metrics()


if __name__ == "__main__":
    main()
