#!/usr/bin/env python3
# The OpenCL device: what is there, what is said where it can't be used, and where kernels run.
# SPDX-License-Identifier: Apache-2.0
"""usage: check-opencl.py REDSHIFT_CLI

Results are those of tests/language, which run on this device, too (`run.py CLI opencl tests/language`). Without an OpenCL
device only what is said of that is tested.
"""
import json
import os
import subprocess
import sys
import tempfile

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
        test_two_devices(program)


if __name__ == "__main__":
    main()
