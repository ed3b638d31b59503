# What is tested of kernels that a program brings for GPUs.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import subprocess

from limits import write

PROGRAM = """function [] = __kernel__ scale(x : vec'unchecked, y : vec'unchecked, pos : int)
  y[pos] = 2*x[pos] + 1
endfunction
x = ones(5000)
y = zeros(5000)
parallel_do(5000, x, y, scale)
print sum(y)
"""
# What sum is made of is known at the run only, and so compiled then; without a compiler, on the CPU.
MISSING = "it did not come with the program, and the compiler of CUDA is too old: it has no nvrtc"


def test_ahead(driver, folder, standin):
    """`build` with CUDA_BACKEND_TARGETARCHITECTURE puts kernels for GPUs into the program. A device of that kind takes
    them from there, without a compiler, too; one of another kind, another text and what the driver refuses is compiled
    anew; where that can't be, the CPU computes it and says so."""
    program, trace, none = (os.path.join(folder, name) for name in ("ahead.q", "ahead.rstrace", "no-compiler"))
    write(program, PROGRAM)
    os.mkdir(none)
    shutil.copy(os.path.join(standin, "libcuda.so.1"), none)
    subprocess.run(["cc", "-shared", "-o", os.path.join(none, "libnvrtc.so.13"), "-x", "c", os.devnull], check=True)
    built = {}
    for architecture in "sm_90", "sm_80", "sm_75", "compute_75", "":
        built[architecture] = os.path.join(folder, "ahead-" + architecture)
        driver.run("build", "--set", "CUDA_BACKEND_TARGETARCHITECTURE=" + architecture, program, "-o",
                   built[architecture])
    for architecture, why in (("sm_13", "it is to be sm_90, compute_90 and the like"), ("fast", "it is to be sm_90"),
                              ("sm_90a", "without a letter behind"), ("SM_90", "it is to be sm_90"),
                              ("xx_90", "it is to be sm_90"), ("sm_", "it is to be sm_90")):
        said = driver.run("build", "--set", "CUDA_BACKEND_TARGETARCHITECTURE=" + architecture, program, "-o",
                          os.path.join(folder, "no"), status=2).stderr
        assert why in said and said.count("\n") == 1, said

    def run(architecture, *settings, **environment):
        """Whether the kernel was there, what the trace says of it; what was said."""
        cache = os.path.join(folder, f"ahead-cache-{len(os.listdir(folder))}")
        os.mkdir(cache)
        done = subprocess.run([built[architecture], "--redshift-device=cuda", "--redshift-profile=" + trace,
                               *(f"--redshift-set={word}" for word in (f"RUNTIME_CACHE_DIR={cache}", *settings))],
                              capture_output=True, text=True, timeout=300, check=True,
                              env={**driver.environment, **environment})
        assert done.stdout == "15000\n", done
        return driver.query(trace, "select a from named_events where kind = 'compile' and name = 'scale'"), done.stderr

    for architecture, capability in (("sm_90", 90), ("sm_80", 80), ("sm_80", 86), ("sm_75", 75), ("compute_75", 75),
                                     ("compute_75", 90), ("compute_75", 120)):
        assert run(architecture, RS_STANDIN_CAPABILITY=str(capability)) == (["1"], ""), (architecture, capability)
        found, said = run(architecture, RS_STANDIN_CAPABILITY=str(capability), LD_LIBRARY_PATH=none)
        assert found[0] == "1" and "line 6" not in said and ":6:" not in said, (architecture, capability, found, said)
    for architecture, capability in (("sm_90", 80), ("sm_80", 90), ("sm_80", 75), ("", 90)):
        assert run(architecture, RS_STANDIN_CAPABILITY=str(capability)) == (["0"], ""), (architecture, capability)
    assert run("sm_90", "CUDA_BACKEND_FASTMATH=true") == (["0"], "")
    assert run("sm_90", RS_STANDIN_FAULT="cuModuleLoadData:1:200") == (["0"], "")
    said = run("sm_90", RS_STANDIN_CAPABILITY="80", LD_LIBRARY_PATH=none)[1]
    assert "warning: this place runs on the CPU" in said and MISSING in said, said
    done = subprocess.run([built[""], "--redshift-device=cuda"], capture_output=True, text=True, check=False,
                          env={**driver.environment, "LD_LIBRARY_PATH": none})
    assert done.returncode == 2 and "the compiler of CUDA is too old" in done.stderr, done
