#!/usr/bin/env python3
"""run --check-races: races of work items are told, and nothing else is.

usage: check-races.py REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys
import tempfile

CLI = os.path.abspath(sys.argv[1])
KERNELS = """function [] = __kernel__ count(x : vec, h : vec, pos : int)
    k = x[pos]
    h[k] = h[k] + 1
endfunction
function [] = __kernel__ count_in_one_step(x : vec, h : vec, pos : int)
    h[x[pos]] += 1
endfunction
function [] = __kernel__ blur(x : mat, pos : ivec2)
    x[pos] = x[pos + [0,1]] + 1
endfunction
function [] = __kernel__ mark(x : mat, any : vec, pos : ivec2)
    if x[pos] > 2
        any[0] = 1
    endif
endfunction
function [] = __kernel__ sum_of_block(x : vec, y : vec, pos : int, blkpos : int)
    s = shared(16)
    s[blkpos] = x[pos]
    syncthreads
    t = 0.0
    for i=0..15
        t += s[i]
    endfor
    y[pos] = t
endfunction
function [] = __kernel__ without_barrier(x : vec, y : vec, pos : int, blkpos : int)
    s = shared(16)
    s[blkpos] = x[pos]
    y[pos] = s[15 - blkpos]
endfunction
function [] = __kernel__ rows(x : cube, y : cube, pos : ivec2)
    y[0,pos[1],:] = x[pos[0],pos[1],:] * 2
endfunction
function [] = __kernel__ ends(y : vec, pos : int)
    v = [1.0, 2.0, 3.0]
    v[1] = pos
    y[pos] = v[0] + v[1]
endfunction
"""
# What is called, and of each race: its line, and words of the message.
CALLS = [
    ("h = zeros(4)\nparallel_do(8, mod(0..7, 4) * 1.0, h, count)\n",
     [(3, "work item [4] reads h[0], which work item [0] writes (line 3)")]),
    ("h = zeros(4)\nparallel_do(8, mod(0..7, 4) * 1.0, h, count_in_one_step)\n", []),
    ("x = zeros(4, 5)\nparallel_do([4,4], x, blur)\n",
     [(9, "work item [0,1] writes x[0,1], which work item [0,0] reads (line 9)")]),
    ("x = ones(4, 5) * 3\na = zeros(1)\nparallel_do([4,5], x, a, mark)\n", []),
    ("y = zeros(64)\nparallel_do([[64],[16]], ones(64), y, sum_of_block)\n", []),
    ("y = zeros(64)\nparallel_do([[64],[16]], ones(64), y, without_barrier)\n", [(28, "s[")]),
    ("x = rand(3, 4, 3)\ny = zeros(3, 4, 3)\nparallel_do([3,4], x, y, rows)\n",
     [(32, "work item [1,0] writes y[0,0,0], which work item [0,0] writes (line 32)")]),
    ("y = zeros(50)\nparallel_do(50, y, ends)\n", []),
    ("h = zeros(4)\nparallel_do(2, [0.0, 1.0], h, count)\nparallel_do(2, [1.0, 0.0], h, count)\n", []),
]


def run(*arguments):
    done = subprocess.run([CLI, "run", "--check-races", *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=60, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def main():
    with tempfile.TemporaryDirectory() as folder:
        for number, (call, races) in enumerate(CALLS):
            path = os.path.join(folder, f"races{number}.q")
            with open(path, "w", encoding="utf-8") as file:
                file.write(KERNELS + call + 'print "end"\n')
            status, stdout, stderr = run(path)
            where = f"{call}: status {status}, {stdout}, {stderr}"
            assert stdout == "end\n" and status == (1 if races else 0), where
            assert stderr.count("[W1008]") == len(races), where
            assert ("no races in" in stderr) == (not races), where
            for line, words in races:
                assert f".q:{line}:" in stderr and words in stderr, where
        status, _, stderr = run("--compare-devices", "cpu,interp", path)
        assert status == 2 and "--check-races" in stderr, stderr


main()
