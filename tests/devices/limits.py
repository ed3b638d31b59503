# What is tested of the limits of devices: blocks, targets of kernels, arguments.
# SPDX-License-Identifier: Apache-2.0
import os

# What each line tells: the largest block by gpu_feature and max_block_size (twice), opt_block_size, what a launch had,
# a bounded kernel's largest one.
BLOCKS = """function [] = __kernel__ tell(y : vec, pos : int, blkdim : int)
  y[pos] = blkdim
endfunction
function [] = __kernel__ bounded(y : vec, pos : int, blkdim : int)
  {!cuda_launch_bounds max_threads_per_block=16}
  y[pos] = blkdim
endfunction
function [] = told(name)
  y = zeros(4096)
  parallel_do(4096, y, tell)
  print name, " ", [gpu_feature("max_threads_per_block"), max_block_size(tell, 4096)[0], max_block_size(4096)[0],
    opt_block_size(tell, 4096)[0], max(y), max_block_size(bounded, 4096)[0]]
endfunction
told("first")
{!sched mode=cpu}
told("cpu")
{!sched mode=gpu}
{!sched gpu_index=0}
told("device")
print gpu_feature("cuda_arch") > 0, gpu_feature("num_sm") > 0, gpu_feature("max_warps_per_sm") > 0
c = opt_block_cnt(tell, 64, 1000000)[0]
print c < 15625, c >= gpu_feature("num_sm"), opt_block_cnt(tell, 64, 64)[0]
"""


def write(file, text):
    with open(file, "w", encoding="utf-8") as out:
        out.write(text)


class Limits:
    """Tests of a driver (device.py)."""

    def test_blocks(self, folder):
        """gpu_feature and the block functions tell of the device of the launch, here one with blocks of 64, and blocks
        that the program does not give are chosen for it; where the launch may go to several, for all of them."""
        program = os.path.join(folder, "blocks.q")
        small = {"POCL_MAX_WORK_GROUP_SIZE": "64", "RS_STANDIN_BLOCK": "64"}
        write(program, BLOCKS)
        of_cpu, of_device = "1024,1024,1024,256,256,16", "64,64,64,64,64,16"
        for devices, first in ((self.name, of_device), (self.name + ",cpu", of_device),
                               ("cpu", of_cpu), ("auto", of_cpu)):
            lines = self.run("run", "-d", devices, program, **small).stdout.splitlines()
            told = dict(line.split(" ", 1) for line in lines[:3])
            is_cpu = devices == "cpu" or (devices == "auto" and self.name == "opencl") # PoCL does not join
            last = of_cpu if is_cpu else of_device
            assert [told[name].strip("[ ]").replace(" ", "") for name in ("first", "cpu", "device")] \
                == [first, of_cpu, last], (devices, lines)
            if devices == self.name:
                assert lines[3:] == [f"{int(self.name == 'cuda')}11", "111"], lines
