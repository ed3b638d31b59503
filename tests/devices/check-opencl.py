#!/usr/bin/env python3
# The OpenCL device: what is there, what is said where it can't be used, and where kernels run.
# SPDX-License-Identifier: Apache-2.0
"""usage: check-opencl.py REDSHIFT_CLI

Results are those of tests/language, which run on this device, too (`run.py CLI opencl tests/language`). Without an
OpenCL device only what is said of that is tested.
"""
import json
import os
import sys
import tempfile

from device import LIMITED, OUTPUT, PROGRAM, Driver, seeds_of_today, write

BEST = Driver(os.path.abspath(sys.argv[1]), "opencl")
# PoCL takes half the time to compile what it does not optimize.
OPENCL = Driver(BEST.command, "opencl", POCL_EXTRA_BUILD_FLAGS="-cl-opt-disable")
cli, best = OPENCL.run, BEST.run


def test_without_driver(program):
    """A driver that is missing is listed with the reason; asked for by name, it is one sentence."""
    listed = OPENCL.list(OCL_ICD_VENDORS="/nonexistent")
    assert len(listed) == 1 and not listed[0]["usable"] and "driver" in listed[0]["reason"], listed
    said = cli("run", "-d", "opencl", program, status=2, OCL_ICD_VENDORS="/nonexistent").stderr
    assert said.count("\n") == 1 and 'the device "opencl" can\'t be used' in said, said
    assert cli("run", program, OCL_ICD_VENDORS="/nonexistent").stdout == OUTPUT # auto goes on without a word


def test_wrong_driver(program, folder):
    """A file that names no driver, or one that is not there or is none, and a cache that PoCL can't write, are told."""
    vendors = os.path.join(folder, "vendors")
    os.mkdir(vendors)
    file = os.path.join(vendors, "some.icd")
    wrong = {"OCL_ICD_VENDORS": vendors}
    for text, reason in (("/nonexistent/libdriver.so\n", f"{file} names a driver that can't be opened: /nonexistent/"),
                         ("libm.so.6\n", f"{file} names libm.so.6, which is no OpenCL driver"),
                         ("\n", f"{file} names no driver")):
        write(file, text)
        listed = OPENCL.list(**wrong)
        assert len(listed) == 1 and not listed[0]["usable"] and reason in listed[0]["reason"], (text, listed)
        said = cli("run", "-d", "opencl", program, status=2, **wrong).stderr
        assert said.count("\n") == 1 and reason in said, said
        assert cli("run", program, **wrong).stdout == OUTPUT
    if not OPENCL.list()[0]["model"].startswith(("pthread", "cpu", "basic")): # PoCL's
        return
    cache = {"POCL_CACHE_DIR": "/proc/none"}
    listed = OPENCL.list(**cache)
    assert not listed[0]["usable"] and "can't write into its cache, /proc/none" in listed[0]["reason"], listed
    said = cli("run", "-d", "opencl", program, status=2, **cache).stderr
    assert said.count("\n") == 1 and "POCL_CACHE_DIR names another" in said, said
    done = cli("run", program, **cache)
    assert done.stdout == OUTPUT and done.stderr == "", done


CONFIGURATION = """<quasar>
  <computation-engine name="A small device" short-name="small">
    <cpu-device num-threads="2" />
    <opencl-device ordinal="0" memory-limit="1000k" colour="red" />
  </computation-engine>
  <computation-engine name="The processor" short-name="processor">
    <cpu-device />
  </computation-engine>
</quasar>
"""
TOO_LARGE = LIMITED + """y = zeros(600,700)
z = zeros(600,700)
parallel_do(size(y),y,z,add)
print z[0,0]
"""


def test_configuration(folder):
    """devices.xml: engines by name, what is wrong in it by its place, what is not known kept; a memory limit makes
    arrays come and go, and a launch that does not fit runs on the CPU."""
    home = os.path.join(folder, "redshift")
    file, program = os.path.join(home, "devices.xml"), os.path.join(folder, "limited.q")
    trace = os.path.join(folder, "limited.rstrace")
    os.makedirs(home)

    write(file, CONFIGURATION)
    write(program, TOO_LARGE)
    expected = cli("run", "-d", "interp", program).stdout
    done = cli("run", "-d", "small", "--profile", trace, program, XDG_CONFIG_HOME=folder, RS_DEBUG="launch")
    assert done.stdout == expected, done
    places = [line for line in done.stderr.splitlines() if line.startswith("launch: ") and ":5: " in line]
    where = [place.split(" for ")[1].split()[0] if " for " in place else "cpu" for place in places]
    assert where == ["opencl:0", "cpu"], places
    assert OPENCL.count_evictions(trace, "opencl:0") > 5
    assert cli("run", "-d", "processor", program, XDG_CONFIG_HOME=folder).stdout == expected
    said = cli("run", "-d", "large", program, status=2, XDG_CONFIG_HOME=folder).stderr
    assert '"small", "processor"' in said and said.count("\n") == 1, said

    done = cli("devices", "--check", file)
    assert done.stdout == "2 engines\n" and done.stderr.count("\n") == 1, done
    assert f"{file}:4:" in done.stderr and '"colour"' in done.stderr, done
    cli("devices", "--write", file)
    with open(file, encoding="utf-8") as written:
        assert written.read() == CONFIGURATION
    for old, new, place in (("1000k", "lots", ":4:"), ("</quasar>", "", ":10:"), ("<quasar>", "<devices>", ":1:")):
        write(file, CONFIGURATION.replace(old, new, 1))
        said = cli("devices", "--check", file, status=2).stderr.splitlines()[-1]
        assert file + place in said and "error: " in said, said
        said = cli("run", "-d", "small", program, status=2, XDG_CONFIG_HOME=folder).stderr
        assert file + place in said, said
    os.remove(file)
    cli("devices", "--write", file)
    assert cli("devices", "--check", file).stdout.endswith(" engines\n")
    assert cli("run", "-d", "opencl-0", program, XDG_CONFIG_HOME=folder).stdout == expected
    assert "GB/s" in cli("devices", "--bandwidth").stdout


SCHEDULED = """function [] = __kernel__ add(x : vec, y : vec, pos : int)
  y[pos] = y[pos] + x[pos]
endfunction
x = linspace(1,1,100000)
y = cell(2)
for k=0..1
  y[k] = zeros(100000)
endfor
for k=0..9
  {!sched gpu_index=mod(k,2)}
  parallel_do(100000, x, y[mod(k,2)], add)
endfor
print y[0][5]+y[1][7]
{!transfer vars=y[0]; target=gpu; gpu_index=1}
{!sched mode=gpu; gpu_index=1}
parallel_do(100000, y[0], y[1], add)
{!sched mode=cpu}
parallel_do(100000, y[0], y[1], add)
{!sched gpu_index=9}
{!sched mode=gpu}
parallel_do(100000, y[0], y[1], add)
{!sched}
{!transfer vars=y,nothing; target=cpu}
print y[1][3]
"""
TWO_ENGINES = """<quasar>
  <computation-engine name="Two" short-name="two">
    <cpu-device />
    <opencl-device ordinal="0" />
    <opencl-device ordinal="1" memory-limit="500k" />
  </computation-engine>
</quasar>
"""


LEARNED = """function [] = __kernel__ heavy(x : vec, y : vec, n : int, pos : int)
  s = 0.0
  for k=0..n-1
    s += mod(x[pos] + k, 7)
  endfor
  y[pos] = s
endfunction
function [] = main()
  x = mod(0..9999, 5) + 0.0
  y = zeros(10000)
  for i=0..99
    parallel_do(10000, x, y, 500, heavy)
  endfor
  print sum(y)
endfunction
"""


def get_places(trace, kernel):
    return [row for row in json.loads(cli("trace", "places", "--json", trace).stdout) if row["kernel"] == kernel]


def check_places(trace, kernel, counts, least):
    """Each launch is placed once, with a reason, and what was expected of it is no less than the quickest one took."""
    rows = get_places(trace, kernel)
    assert {row["device"]: row["launches"] for row in rows} == {name: int(n) for name, n in counts.items()}, rows
    for row in rows:
        reasons = [reason.rsplit(" ", 1) for reason in row["why"].split(", ")]
        assert sum(int(n) for _, n in reasons) == row["launches"], row
        assert ["tried for its time", "2"] in reasons, row
        assert (row["device"] == "cpu") or row["copied_bytes"] >= 40000, row
        assert row["predicted"] == 0 or row["expected_ns"] > 0.9 * float(least[row["device"]]), row
    assert sum(row["predicted"] for row in rows) >= 20, rows # before the first ends, many may be queued


def test_learning(folder):
    """Where the CPU is named beside a device, it begins, the device is tried, and the faster one goes on; the next run
    knows it from the start, unless what was kept is damaged."""
    program, trace = os.path.join(folder, "learned.q"), os.path.join(folder, "learned.rstrace")
    cache = os.path.join(folder, "cache")
    run = ("run", "-d", "opencl:0,cpu", "--set", "RUNTIME_CACHE_DIR=" + cache, "--profile", trace, program)
    write(program, LEARNED)
    expected = cli("run", "-d", "cpu", program).stdout
    assert best(*run).stdout == expected
    counts = dict(row.split(",") for row in OPENCL.query(trace, "select device, count(*) from kernels "
                                                         "where name = 'heavy' group by device"))
    assert int(counts["cpu"]) >= 2 and int(counts["opencl:0"]) >= 2, counts
    assert int(counts["cpu"]) + int(counts["opencl:0"]) == 100, counts
    means = dict(row.split(",") for row in OPENCL.query(trace, "select device, min(end - start) from kernels "
                                                        "where name = 'heavy' group by device"))
    check_places(trace, "heavy", counts, means)
    slower = max(means, key=lambda name: float(means[name]))
    assert float(means[slower]) < 1.5 * min(map(float, means.values())) or int(counts[slower]) <= 20, (counts, means)

    done = best(*run)
    assert (done.stdout, done.stderr) == (expected, ""), done
    rows = get_places(trace, "heavy")
    assert all("tried" not in row["why"] and "no time" not in row["why"] for row in rows), rows
    assert sum(row["predicted"] for row in rows) == 100, rows
    late = sum(row["launches"] for row in rows if row["device"] == slower) # while the other one has much to do
    assert float(means[slower]) < 5 * min(map(float, means.values())) or late <= 20, rows

    kept = [name for name in os.listdir(cache) if name.startswith("costs-")]
    assert len(kept) == 1, kept
    with open(os.path.join(cache, kept[0]), "r+b") as file:
        file.truncate(70)
    done = best(*run)
    assert (done.stdout, done.stderr) == (expected, ""), done
    assert any("tried for its time" in row["why"] for row in get_places(trace, "heavy"))


SHORT = """function [] = __kernel__ short(x : vec, y : vec, pos : int)
  y[pos] = 0.5 * x[pos] + 1
endfunction
function [] = main()
  x = mod(0..4999, 5) + 0.0
  y = zeros(5000)
  for k=1..15000
    parallel_do(5000, x, y, short)
    parallel_do(5000, y, x, short)
  endfor
  print sum(x)
endfunction
"""


def test_short_launches(folder):
    """What a driver needs to begin a launch counts, and so does waiting for what another device makes: short launches
    in a chain stay on the CPU, though the device may be as quick at the kernel."""
    program, trace = os.path.join(folder, "short.q"), os.path.join(folder, "short.rstrace")
    write(program, SHORT)
    best("run", "-d", "opencl:0,cpu", "--set", "RUNTIME_CACHE_DIR=" + os.path.join(folder, "cache-short"),
        "--profile", trace, program)
    launches = {row["device"]: row["launches"] for row in get_places(trace, "short")}
    assert launches.get("opencl:0", 0) <= 6000 and sum(launches.values()) == 30000, launches


AUTO = """function [] = __kernel__ heavy(x : vec, y : vec, pos : int)
  s = 0.0
STEPS  y[pos] = s
endfunction
x = mod(0..119999, 5)/10
y = zeros(120000)
for i=0..99
  parallel_do(120000, x, y, heavy)
endfor
print round(sum(y))
""".replace("STEPS", 60*"  s = s*x[pos] + 0.5\n")


def test_auto(folder):
    """-d auto begins on the CPU; the devices of RUNTIME_AUTO_DEVICES join it once launches have computed for
    RUNTIME_AUTO_AFTER_MS, at once where an earlier run had a gain, or where the program asks for one."""
    program, trace = os.path.join(folder, "auto.q"), os.path.join(folder, "auto.rstrace")
    slow, light = os.path.join(folder, "cc"), os.path.join(folder, "light.q")
    cache = os.path.join(folder, "cache-auto")
    write(program, AUTO)
    write(slow, "#!/bin/sh\nexec cc \"$@\" -O0\n") # a CPU that takes many times what the device does
    os.chmod(slow, 0o755)
    write(light, AUTO.replace("120000", "24000").replace("119999", "23999")) # where no device is to join
    expected = cli("run", "-d", "cpu", program).stdout
    stays = {"program": light, "output": cli("run", "-d", "cpu", light).stdout}

    def run(devices="opencl:0", after=0, program=program, output=expected, said="", **environment):
        done = best("run", "--set", "CC_PATH=" + slow, "--set", "RUNTIME_CACHE_DIR=" + cache, "--set",
                   "RUNTIME_AUTO_DEVICES=" + devices, "--set", f"RUNTIME_AUTO_AFTER_MS={after}", "--profile", trace,
                   program, **environment)
        assert done.stdout == output and (said in done.stderr if said else done.stderr == ""), done
        counts = OPENCL.query(trace, "select device, count(*) from kernels where name in ('heavy', 'add') "
                                     "group by device order by device")
        return {name: int(n) for name, n in (row.split(",") for row in counts)}

    never = 1000000
    assert run(after=never, **stays) == {"cpu": 100}
    assert run("none", **stays) == {"cpu": 100}
    if all(device["kind"] in ("CPU", "?") for device in json.loads(cli("devices", "--json").stdout)):
        assert run("gpu", **stays) == {"cpu": 100}  # PoCL computes on the same cores
    assert run("opencl:9", said="RUNTIME_AUTO_DEVICES", **stays).get("cpu") == 100
    assert run("cuda:0,what", said='"what"', **stays).get("cpu") == 100
    first = run()
    assert first["cpu"] >= 3 and first["opencl:0"] > 50, first # on the CPU until the device is there and tried
    second = run(after=never)
    assert second["opencl:0"] > first["opencl:0"] and second["opencl:0"] > 80, (first, second)
    assert run("none", **stays) == {"cpu": 100}
    scheduled = os.path.join(folder, "scheduled-auto.q")
    write(scheduled, SCHEDULED)
    asked = run(after=never, program=scheduled, output=cli("run", "-d", "interp", scheduled).stdout)
    assert asked["opencl:0"] >= 7 and sum(asked.values()) == 13, asked # six have no device told: gpu_index is 1


def test_two_devices(program, folder):
    """Several devices in one program: each launch where {!sched} says, what both read copied to each once, and the same
    results wherever launches go."""
    two = {"POCL_DEVICES": "pthread pthread"}
    if not any(device["name"] == "opencl:1" for device in OPENCL.list(**two)):
        return
    scheduled, trace = os.path.join(folder, "scheduled.q"), os.path.join(folder, "scheduled.rstrace")
    with open(scheduled, "w", encoding="utf-8") as out:
        out.write(SCHEDULED)
    expected = OPENCL.run("run", "-d", "interp", scheduled).stdout
    assert expected == "10\n20\n"
    for device in ("opencl:1", "opencl:0,opencl:1", "cpu,opencl:1,opencl:0"):
        assert OPENCL.run("run", "-d", device, program, **two).stdout == OUTPUT
        assert OPENCL.run("run", "-d", device, scheduled, **two).stdout == expected

    OPENCL.run("run", "-d", "opencl:0,opencl:1", "--profile", trace, scheduled, **two)
    kernels = OPENCL.query(trace, "select track, count(*) from named_events where kind = 'kernel' and track != 'host' "
                           "group by track order by track")
    assert kernels in (["cpu,1", "opencl:0,5", "opencl:1,7"], ["cpu,1", "opencl:0,6", "opencl:1,6"]), kernels
    oid = OPENCL.query(trace, "select a from named_events where kind = 'argument' and name = 'x' limit 1")[0]
    copies = OPENCL.query(trace, f"select detail from named_events where kind = 'copy' and a = {oid} and start < "
                          "(select min(start) from named_events where kind = 'copy' and line = 14) order by detail")
    assert copies == ["host->opencl:0", "host->opencl:1"], copies # what both read is copied to each once
    moved = OPENCL.query(trace, "select count(*) from named_events where kind = 'copy' and line = 14 "
                         "and detail like '%->opencl:1'")
    assert moved == ["1"], moved

    OPENCL.test_late(folder, **two)
    OPENCL.test_dealt(folder, **two)
    OPENCL.test_dealt_parts(folder, **two)
    OPENCL.test_divided(folder, **two)
    OPENCL.test_forms(folder, **two)
    OPENCL.test_asked_room(folder, **two)
    BEST.test_shares(folder, **two)
    for seed in seeds_of_today(8):
        drawn = ("run", "-d", "opencl:0,opencl:1", "--set", f"RUNTIME_STRESS_PLACEMENT={seed}")
        assert OPENCL.run(*drawn, scheduled, **two).stdout == expected
        assert OPENCL.run(*drawn, program, **two).stdout == OUTPUT

    file = os.path.join(folder, "redshift", "devices.xml")
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with open(file, "w", encoding="utf-8") as out:
        out.write(TWO_ENGINES)
    assert OPENCL.run("run", "-d", "two", scheduled, XDG_CONFIG_HOME=folder, **two).stdout == expected
    test_pins(folder, **two)
    said = OPENCL.run("run", "-d", "opencl:0,opencl:7", program, status=2, **two).stderr
    assert 'there is no device "opencl:7"' in said and said.count("\n") == 1, said
    said = OPENCL.run("run", "-d", "opencl:0,gpu", program, status=2, **two).stderr
    assert 'there is no device "opencl:0,gpu"' in said, said
    said = OPENCL.run("run", "-d", ",".join(8 * ["opencl:0"]), program, status=2, **two).stderr
    assert "7 devices" in said and said.count("\n") == 1, said


# Line 20 is a loop whose iterations run one by one, line 26 one that is dealt out.
PINNED = """function [] = __kernel__ first(x : vec, y : vec, pos : int)
  y[pos] = y[pos] + x[pos]
endfunction
function [] = __kernel__ second(x : vec, y : vec, pos : int)
  y[pos] = y[pos] + 2*x[pos]
endfunction
function [] = __kernel__ third(x : vec, y : vec, pos : int)
  y[pos] = y[pos] + 3*x[pos]
endfunction
x = mod(0..9999, 5) + 0.0
y = zeros(10000)
for k=1..20
  parallel_do(10000, x, y, first)
  parallel_do(10000, x, y, second)
endfor
{!sched mode=cpu}
parallel_do(10000, x, y, first)
{!sched}
{!serial for}
for k=1..9999
  y[k] = mod(y[k] + y[k-1], 1000)
endfor
print sum(y)
{!parallel for; multi_device=true}
for k=0..9
  parallel_do(10000, x, y, second)
  parallel_do(10000, x, y, third)
endfor
print sum(y)
"""
PINS = """<quasar>
  <computation-engine name="pinned">
    <cpu-device />
    <opencl-device ordinal="0" />
    <opencl-device ordinal="1" />
    <pin place="first" devices="opencl:1" />
    <pin place="second" devices="opencl:0 70, cpu 30" />
    <pin place="third" devices="cpu 30, opencl:0 70" />
    <pin place="pinned.q:20" devices="opencl:0" />
  </computation-engine>
  <computation-engine name="elsewhere">
    <cpu-device />
    <opencl-device ordinal="0" memory-limit="50k" />
    <pin place="first" devices="opencl:1" />
    <pin place="second" devices="opencl:0 50, cpu 50" />
    <pin place="third" devices="nothing" />
  </computation-engine>
  <computation-engine name="processor">
    <cpu-device />
    <pin place="first" devices="opencl:1" />
    <pin place="second" devices="cpu" />
  </computation-engine>
</quasar>
"""


def test_pins(folder, **two):
    """Pins and shares of a configuration act, behind {!sched}; what can't be had is told once with the reason, and
    results are the same."""
    program, trace = os.path.join(folder, "pinned.q"), os.path.join(folder, "pinned.rstrace")
    file = os.path.join(folder, "redshift", "devices.xml")
    write(program, PINNED)
    write(file, PINS)
    expected = cli("run", "-d", "cpu", program).stdout

    def run(engine):
        done = cli("run", "-d", engine, "--profile", trace, program, XDG_CONFIG_HOME=folder, **two)
        assert done.stdout == expected, done
        return done.stderr.splitlines()

    def get_order(kernel):
        return [row[-1] for row in OPENCL.query(trace, "select device from kernels where name = '" + kernel
                                                + "' order by launch")]

    said = run("pinned")
    assert len(said) == 1 and f"{program}:20: warning: loop at line 20 is to run on opencl:0" in said[0], said
    assert "its iterations run one by one" in said[0], said
    assert get_order("first") == 20 * ["1"] + ["u"], get_order("first")
    shares = get_order("second")
    assert len(shares) == 30 and all(abs(shares[:n].count("0") - 0.7 * n) < 1 for n in range(1, 31)), shares
    assert shares[20:].count("0") == 7 and get_order("third").count("0") == 7, (shares, get_order("third"))
    rows = {row["device"]: row["why"] for row in get_places(trace, "first")}
    assert rows == {"cpu": "{!sched} says so 1", "opencl:1": "pinned 20"}, rows
    rows = [(row["may_run_on"], row["not_on"]) for row in get_places(trace, "first")]
    assert set(rows) == {("opencl:0, opencl:1, cpu", "")}, rows
    serial = "opencl:0: its iterations run one by one; opencl:1: its iterations run one by one"
    rows = [(row["may_run_on"], row["not_on"]) for row in get_places(trace, "loop at line 20")]
    assert len(rows) == 1 and rows[0][0] == "cpu" and rows[0][1].startswith(serial.split(";")[0]), rows
    rows = {row["device"]: row["why"] for row in get_places(trace, "second")}
    assert rows == {"cpu": "share set by hand 9", "opencl:0": "share set by hand 21"}, rows

    said = run("elsewhere")
    assert len(said) == 2, said
    assert "first is to run on opencl:1" in said[0] and "does not have that device" in said[0], said
    assert "second is to run on opencl:0" in said[1] and "don't fit the memory" in said[1], said
    assert set(get_order("second")) == {"u"}, get_order("second")
    done = cli("devices", "--check", file)
    assert done.stdout == "3 engines\n" and done.stderr.count("\n") == 1, done
    assert f'{file}:16:5: warning: a pin is passed over: "nothing" is no device' in done.stderr, done
    cli("devices", "--write", file)
    with open(file, encoding="utf-8") as written:
        assert written.read() == PINS

    said = run("processor")
    assert len(said) == 1 and "first is to run on opencl:1" in said[0], said


LARGE = """function [] = __kernel__ step(x : mat, pos : ivec2)
  x[pos] = 2*x[pos] + 1
endfunction
for n=[9000, 900]
  x = ones(n, n)
  parallel_do(size(x), x, step)
  print x[3,4], " ", x[n-1,n-1]
endfor
"""


def test_large_array(folder):
    """An array that is larger than the device takes them stays on the CPU: of 1 GB of memory, 256 MB at once."""
    program, trace = os.path.join(folder, "large.q"), os.path.join(folder, "large.rstrace")
    write(program, LARGE)
    done = cli("run", "-d", "opencl", "--profile", trace, program, POCL_MEMORY_LIMIT="1")
    assert done.stdout == "3 3\n3 3\n" and done.stderr.count("\n") == 1, done
    assert "an array of 309.0" in done.stderr and "opencl:0 takes arrays of 256.0" in done.stderr, done
    places = OPENCL.query(trace, "select device from kernels where name = 'step' order by start")
    assert places == ["cpu", "opencl:0"], places


def main():
    with tempfile.TemporaryDirectory(prefix="redshift-devices-") as folder:
        program = os.path.join(folder, "p.q")
        write(program, PROGRAM)
        test_without_driver(program)
        if not any(device["usable"] for device in OPENCL.list()):
            print("there is no OpenCL device on this machine: where kernels run is not tested")
            return
        test_wrong_driver(program, folder)
        OPENCL.test_names(program, len(OPENCL.list()))
        OPENCL.test_places(program)
        OPENCL.test_targets(folder)
        BEST.test_contraction(folder)
        OPENCL.test_blocks(folder)
        OPENCL.test_arguments(folder)
        OPENCL.test_kept(folder)
        OPENCL.test_large_blocks(folder)
        OPENCL.test_trace(program, folder)
        OPENCL.test_running_sums(folder)
        OPENCL.test_copies(folder)
        OPENCL.test_pipeline(folder)
        BEST.test_products(folder, OPENCL.list()[0]["kind"] == "CPU")
        OPENCL.test_library(folder, OPENCL.list()[0]["kind"] == "CPU")
        OPENCL.test_built_ins(5, 12)
        OPENCL.test_small_parts(folder)
        OPENCL.test_cache(program, folder)
        OPENCL.test_cache_of_two(program, folder)
        OPENCL.test_alloc(folder)
        OPENCL.test_stop(folder)
        OPENCL.test_again(folder)
        OPENCL.test_stop_while_compiling(folder)
        OPENCL.test_full(folder)
        OPENCL.test_no_room(folder)
        OPENCL.test_no_room_for_result(folder)
        test_configuration(folder)
        test_learning(folder)
        test_short_launches(folder)
        test_auto(folder)
        test_large_array(folder)
        test_two_devices(program, folder)


if __name__ == "__main__":
    main()
