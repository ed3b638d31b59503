#!/usr/bin/env python3
# The OpenCL device: what is there, what is said where it can't be used, and where kernels run.
# SPDX-License-Identifier: Apache-2.0
"""usage: check-opencl.py REDSHIFT_CLI

Results are those of tests/language, which run on this device, too (`run.py CLI opencl tests/language`). Without an OpenCL
device only what is said of that is tested.
"""
import hashlib
import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import time

CLI = os.path.abspath(sys.argv[1])
PROGRAM = """function [] = __kernel__ twice(x : mat, y : mat, pos : ivec2)
  y[pos] = 2*x[pos]
endfunction
function [] = __kernel__ checked(x : vec'checked, pos : int)
  x[pos+1] = x[pos]
endfunction
x = ones(200,300)
y = zeros(200,300)
parallel_do(size(x),x,y,twice)
s = 0.0
for m=0..199
  for n=0..299
    s += y[m,n]
  endfor
endfor
print s
z = zeros(500)
{!serial for}
for k=1..499
  z[k] = 0.5*z[k-1] + 1
endfor
print z[499]
try
  parallel_do(500, z, checked)
catch e
  print e
endtry
"""
OUTPUT = "120000\n2\nindex 500 is outside x, a vector of 500 elements: its indices are 0 to 499\n"


def cli(*words, status=0, **environment):
    done = subprocess.run([CLI, *words], capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL,
                          env=dict(os.environ, **environment), check=False)
    assert done.returncode == status, (words, done)
    return done


def test_without_driver(program):
    """A driver that is missing is listed with the reason; asked for by name, it is one sentence."""
    listed = json.loads(cli("devices", "--json", OCL_ICD_VENDORS="/nonexistent").stdout)
    opencl = [device for device in listed if device["name"] == "opencl"]
    assert len(opencl) == 1 and not opencl[0]["usable"] and "driver" in opencl[0]["reason"], listed
    said = cli("run", "-d", "opencl", program, status=2, OCL_ICD_VENDORS="/nonexistent").stderr
    assert said.count("\n") == 1 and 'the device "opencl" can\'t be used' in said, said
    assert cli("run", program, OCL_ICD_VENDORS="/nonexistent").stdout == OUTPUT # auto goes on without a word


def test_names(program, n):
    said = cli("run", "-d", f"opencl:{n}", program, status=2).stderr
    assert f'there is no device "opencl:{n}"' in said and said.count("\n") == 1, said
    assert "there is no device" in cli("run", "-d", "opencl:first", program, status=2).stderr


def test_places(program):
    """Kernels and parallel loops run on the device, serial ones on the CPU beside it; errors are told in the same words."""
    done = cli("run", "-d", "opencl", program, RS_DEBUG="launch")
    assert done.stdout == OUTPUT, done
    places = [line for line in done.stderr.splitlines() if line.startswith("launch: ")]
    assert any(":1: compiled for opencl:0" in line for line in places), places
    assert any(":11: compiled for opencl:0" in line for line in places), places
    assert any("serial for cpu (not for opencl:0, since its iterations run one by one" in line for line in places), places


def test_trace(program, folder):
    trace = os.path.join(folder, "t.rstrace")
    cli("run", "-d", "opencl", "--profile", trace, program)
    rows = cli("trace", "query", "--csv", "select distinct kind, track from named_events where kind in ('kernel', 'copy')", trace).stdout
    assert "kernel,opencl:0" in rows and "copy," in rows, rows


COPIES = """x = ones(300,200)
y = zeros(300,200)
for k=1..3
  for m=0..size(y,0)-1
    for n=0..size(y,1)-1
      y[m,n] = k*x[m,n]
    endfor
  endfor
  y[0,0] = 5
endfor
print y[0,0]+y[1,1]
"""


def query(trace, text):
    return cli("trace", "query", "--csv", text, trace).stdout.splitlines()[1:]


def test_copies(folder):
    """What a launch reads goes over once, what it overwrites not at all, and what the host asks for comes back; each
    copy has its line and its launch."""
    program, trace = os.path.join(folder, "copies.q"), os.path.join(folder, "copies.rstrace")
    with open(program, "w", encoding="utf-8") as out:
        out.write(COPIES)
    assert cli("run", "-d", "opencl", "--profile", trace, program).stdout == "8\n"
    rows = query(trace, "select detail, line, b, parent > 0 from named_events where kind = 'copy' order by start")
    assert rows == ["host->opencl:0,4,240000,1"] + 3 * ["opencl:0->host,9,240000,0"], rows


def get_compiled(trace):
    """1: found in the cache, 0: compiled; of the kernels of the device."""
    return query(trace, "select a from named_events where kind = 'compile' and name = 'twice'")


def seal(data):
    return data + b"RSKERN01" + struct.pack("<Q", len(data)) + hashlib.sha256(data).digest()


def test_cache(program, folder):
    """Binaries are kept beside the CPU's kernels; what is damaged, or what the driver does not take, is made anew."""
    cache, trace = os.path.join(folder, "cache"), os.path.join(folder, "cache.rstrace")
    words = ["run", "-d", "opencl", "--set", "RUNTIME_CACHE_DIR=" + cache, "--profile", trace, program]

    def run():
        assert cli(*words).stdout == OUTPUT
        return get_compiled(trace)

    def damage(change):
        for name in os.listdir(cache):
            if name.endswith(".bin"):
                with open(os.path.join(cache, name), "rb") as file:
                    data = file.read()
                with open(os.path.join(cache, name), "wb") as file:
                    file.write(change(data))

    assert run() == ["0"] and run() == ["1"]
    damage(lambda data: data[:-1])
    assert run() == ["0"] and run() == ["1"]
    damage(lambda data: data[:50] + bytes([data[50] ^ 1]) + data[51:])
    assert run() == ["0"]
    damage(lambda data: seal(b"of another driver"))
    assert run() == ["0"] and run() == ["1"]
    cli("run", "-d", "opencl", "--set", "COMPILER_EXACT_MATH=true", *words[3:])
    assert get_compiled(trace) == ["0"] # other options


ENDLESS = """function [] = __kernel__ endless(x : vec, pos : int)
  k = 0
  while x[pos] < 1
    k = mod(k+1,1000)
  endwhile
  x[pos] = k
endfunction
function [] = __kernel__ waits(x : vec'unchecked, pos : int, blkpos : int)
  s = shared(64)
  s[blkpos] = x[pos]
  syncthreads
  k = 0
  while s[63-blkpos] < 1
    k = mod(k+1,1000)
  endwhile
  syncthreads
  x[pos] = k
endfunction
x = zeros(64)
print "begins"
if NUMBER == 1
  parallel_do(64, x, endless)
else
  parallel_do([64], [64], x, waits)
endif
print x[3]
"""


def stop(folder, number):
    program = os.path.join(folder, "endless.q")
    with open(program, "w", encoding="utf-8") as out:
        out.write(ENDLESS.replace("NUMBER", str(number)))
    with subprocess.Popen([CLI, "run", "-d", "opencl", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as run:
        assert run.stdout.readline() == "begins\n"
        time.sleep(3)
        assert run.poll() is None
        begin = time.monotonic()
        run.send_signal(signal.SIGINT)
        said = run.communicate(timeout=60)[1]
        assert run.returncode == -signal.SIGINT and said == "stopped\n", (run.returncode, said)
        return time.monotonic() - begin


def test_stop(folder):
    """A loop of a kernel whose length nobody knows looks whether it is to stop; a device on which another one goes on
    is given up after two seconds. Times are those of a machine that does other things, too."""
    assert min(stop(folder, 1) for _ in range(3)) < 0.2
    assert 1.9 < stop(folder, 2) < 8


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
LIMITED = """x = cell(8)
for k=0..7
  x[k] = ones(300,300)
endfor
function [] = __kernel__ add(x : mat, y : mat, pos : ivec2)
  y[pos] = y[pos] + x[pos]
endfunction
for t=1..3
  for k=0..6
    parallel_do(size(x[k]),x[k],x[k+1],add)
  endfor
endfor
print x[7][3,5]
y = zeros(600,700)
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

    def write(path, text):
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)

    write(file, CONFIGURATION)
    write(program, LIMITED)
    expected = cli("run", "-d", "interp", program).stdout
    done = cli("run", "-d", "small", "--profile", trace, program, XDG_CONFIG_HOME=folder, RS_DEBUG="launch")
    assert done.stdout == expected, done
    places = [line for line in done.stderr.splitlines() if line.startswith("launch: ") and ":5: " in line]
    where = [place.split(" for ")[1].split()[0] if " for " in place else "cpu" for place in places]
    assert where == ["opencl:0", "cpu"], places
    assert int(query(trace, "select count(*) from named_events where kind = 'evict' and detail = 'opencl:0'")[0]) > 5
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


def test_two_devices(program):
    listed = json.loads(cli("devices", "--json", POCL_DEVICES="pthread pthread").stdout)
    if not any(device["name"] == "opencl:1" for device in listed):
        return
    assert cli("run", "-d", "opencl:1", program, POCL_DEVICES="pthread pthread").stdout == OUTPUT


def main():
    with tempfile.TemporaryDirectory(prefix="redshift-devices-") as folder:
        program = os.path.join(folder, "p.q")
        with open(program, "w", encoding="utf-8") as out:
            out.write(PROGRAM)
        test_without_driver(program)
        usable = [device for device in json.loads(cli("devices", "--json").stdout)
                  if device["name"].startswith("opencl:") and device["usable"]]
        if not usable:
            print("there is no OpenCL device on this machine: where kernels run is not tested")
            return
        test_names(program, len([d for d in json.loads(cli("devices", "--json").stdout) if d["name"].startswith("opencl:")]))
        test_places(program)
        test_trace(program, folder)
        test_copies(folder)
        test_cache(program, folder)
        test_stop(folder)
        test_configuration(folder)
        test_two_devices(program)


if __name__ == "__main__":
    main()
