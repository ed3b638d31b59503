#!/usr/bin/env python3
"""Nothing is lost and nothing hangs: files, devices, pipes, limits, full disks and signals, as tables.

usage: hostile.py REDSHIFT_CLI [WORD]    WORD: only the rows whose name contains it
A row is a shell script in an empty folder; $RS is the command. Faults are made with tmpfs (as root), ulimit, FIFOs and
signals; what can't be made here is skipped, with the reason.
SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

CLI = os.path.abspath(sys.argv[1])
ONLY = sys.argv[2] if len(sys.argv) > 2 else ""
with open(CLI, "rb") as program:
    SANITIZED = b"__asan_init" in program.read()
SECONDS = 160 if SANITIZED else 40  # a row that takes longer hangs
STOPS_WITHIN = 0.2
STOP = "stop"  # in place of a script

HELLO = 'print "hello"\n'
PROGRAMS = {
    "hello.q": HELLO,
    "ugly.q": "x=1;   y   =2\nif   x>0\nprint(x)\nendif\n",
    "wrong.q": "x = (1 +\n",
    "open.q": 'f = fopen("out.txt", "w")\nfor k=0..9\n    fprintf(f, "line %d\\n", k)\nendfor\n',
    "full.q": 'f = fopen("/dev/full", "w")\nfprintf(f, "text\\n")\n',
    "show.q": "plot(0..10)\n",
    "kernel.q": "x = zeros(300,300)\nfor m=0..299\n    for n=0..299\n        x[m,n] = m*n\n    endfor\nendfor\n"
                "print sum(x)\n",
    "product.q": "x = ones(300,300)\ny = x*x\nprint y[0,0]\n",
    "csv.q": 'csvwrite("v.csv", [1,2])\n',
    "large.q": 'save("v.qdat", "x", rand(4000,4000))\n',
    "save.q": 'save("v.qdat", "x", rand(100,100))\n',
}

# name, script, status (or the name of a signal), what standard output, standard error have to hold (regular
# expressions)
ROWS = [
    # --- programs are read once ---
    ("stdin", "$RS run /dev/stdin < hello.q", 0, r"^hello\n$", r"^$"),
    ("stdin pipe", "cat hello.q | $RS run /dev/stdin", 0, r"^hello\n$", r"^$"),
    ("stdin dash", "cat hello.q | $RS run -", 0, r"^hello\n$", r"^$"),
    ("stdin dash arguments", "echo 'function [] = main(a)\nprint a\nendfunction' | $RS run - word", 0, r"^word\n$",
     r"^$"),
    ("stdin substitution", "$RS run <(cat hello.q)", 0, r"^hello\n$", r"^$"),
    ("stdin fifo", "mkfifo f.q; cat hello.q > f.q & $RS run f.q; wait", 0, r"^hello\n$", r"^$"),
    ("stdin check", "cat wrong.q | $RS check -", 2, r"^$", r"standard input:\d+:\d+: error"),
    ("stdin check fifo", "$RS check <(cat hello.q)", 0, r"^$", r"^$"),
    ("stdin fmt", "cat ugly.q | $RS fmt -", 0, r"^x = 1;? *\n?.*y = 2\n", r"^$"),
    ("stdin fmt wrong", "cat wrong.q | $RS fmt -", 2, r"^$", r"error"),
    ("stdin fmt check", "cat ugly.q | $RS fmt --check -", 1, r"standard input", r"^$"),
    ("stdin build", "cat hello.q | $RS build - -o hello && ./hello", 0, r"^hello\n$", r"^$"),
    ("stdin profile", "cat hello.q | $RS run --profile t.rstrace - && $RS trace summary t.rstrace", 0,
     r"hello\n[^$]*standard input", r"^$"),
    ("stdin error", "printf 'x = 1\\nerror(\"my end\")\\n' | $RS run -", 1, r"^$",
     r"standard input:2:\d+: error: my end"),
    ("stdin folder of imports", r"printf 'function y = twice(x)\ny = 2*x\nendfunction\n' > own.q; "
     r"""printf 'import "own.q"\nprint twice(4)\n' | $RS run /dev/stdin""", 0, r"^8\n$", r"^$"),
    ("stdin train", "cat kernel.q | $RS build --train '' - -o kernel && ./kernel", 0, r"^2011522500|^2.0115", r"^$"),
    ("stdin emit", "cat hello.q | $RS emit --stage ast -", 0, r"hello", r"^$"),
    ("stdin repl", "cat hello.q | $RS repl -", 2, r"^$", r"give the program as a file"),
    ("repl fifo", "echo 'print 5' | $RS repl <(cat hello.q)", 0, r"^hello\n5\n$", r"^$"),
    ("debug fifo", "echo 'run' | $RS debug <(cat hello.q)", 0, r"hello\n", r"^$"),
    ("stdin empty", "$RS run - < /dev/null", 0, r"^$", r"^$"),
    ("stdin closed", "$RS run - <&-", 2, r"^$", r"standard input can't be read"),
    ("program without end", "$RS check /dev/zero", 2, r"^$", r"/dev/zero: this is not a text file"),
    ("program too long", "yes 'x = 1' | $RS fmt -", 2, r"^$", r"standard input: the file is larger than 256 MB"),
    ("program folder", "$RS run .", 2, r"^$", r"is a folder"),
    # --- what is written ---
    ("write link", "echo old > real.csv; ln -s real.csv v.csv; $RS run csv.q && test -L v.csv && cat real.csv", 0,
     r"^1,2\n$", r"^$"),
    ("write link to nothing", "mkdir d; ln -s d/real.csv v.csv; $RS run csv.q && test -L v.csv && cat d/real.csv", 0,
     r"^1,2\n$", r"^$"),
    ("write names",
     "echo a long text that goes > v.csv; ln v.csv other.csv; $RS run csv.q && cat other.csv && stat -c %h v.csv", 0,
     r"^1,2\n2\n$", r"^$"),
    ("write mode", "echo > v.csv; chmod 642 v.csv; $RS run csv.q && stat -c %a v.csv", 0, r"^642\n$", r"^$"),
    ("write mode while it is written", "echo > v.qdat; chmod 600 v.qdat; $RS run large.q & "
     "until stat -c %a v.qdat.part-* 2> none; do kill -0 $! || exit 9; done; wait", 0, r"^600\n$", r"^$"),
    ("write mode of a new one", "umask 027; $RS run csv.q && stat -c %a v.csv", 0, r"^640\n$", r"^$"),
    ("write read-only", "echo old > v.csv; chmod 444 v.csv; $RS run csv.q; echo $?; cat v.csv", 0, r"^1\nold\n$",
     r'can\'t write "v.csv": it is read-only'),
    ("write folder", "mkdir v.csv; $RS run csv.q", 1, r"^$", r'can\'t write "v.csv": it is a folder'),
    ("write fifo", "mkfifo v.csv; cat v.csv > got & $RS run csv.q; wait; cat got; test -p v.csv", 0, r"^1,2\n$", r"^$"),
    ("write device", "ln -s /dev/null v.csv; $RS run csv.q && test -c /dev/null && test -L v.csv", 0, r"^$", r"^$"),
    ("write full device", "ln -s /dev/full v.csv; $RS run csv.q", 1, r"^$", r"No space left"),
    ("write standard output", "ln -s /dev/stdout v.csv; $RS run csv.q > out; $RS run csv.q | cat; cat out", 0,
     r"^1,2\n1,2\n$", r"^$"),
    ("write owner",
     "chmod 777 .; echo old > v.csv; chown 65534:65534 v.csv; $RS run csv.q && stat -c %u v.csv; setpriv --version > "
     "v.txt", 0,
     r"^65534\n$", r"^$"),
    ("write in a closed folder",
     "mkdir d; echo old > d/v.csv; chmod 666 d/v.csv; chmod 755 d .; echo 'csvwrite(\"d/v.csv\", [1,2])' > w.q; "
     "setpriv --reuid 65534 --clear-groups $RS run -d interp w.q && cat d/v.csv", 0, r"^1,2\n$", r"^$"),
    ("write full disk", "mkdir d; mount -t tmpfs -o size=32k tmpfs d; cd d; echo old > v.csv; ln v.csv w.csv; "
     "echo 'csvwrite(\"v.csv\", rand(100,100))' | $RS run -d interp -; echo $?; cat v.csv; ls | wc -l", 0,
     r"^1\nold\n2\n$", r"No space left"),
    ("write long name",
     "n=$(printf 'x%.0s' $(seq 250)); echo \"csvwrite(\\\"$n.csv\\\", [1,2])\" | $RS run - && cat $n.csv", 0,
     r"^1,2\n$", r"^$"),
    ("write formats to a pipe", "for e in qdat npy mat png tif pgm; do mkfifo f.$e; cat f.$e > g.$e & done; "
     "echo 'save(\"f.qdat\", 5)\nsave(\"f.npy\", 5)\nsave(\"f.mat\", 5)\nimwrite(\"f.png\", ones(3,3))\n"
     "imwrite(\"f.tif\", ones(3,3))\n"
     "imwrite(\"f.pgm\", ones(3,3))' | $RS run -d interp -; wait; echo 'print load(\"g.qdat\"), load(\"g.npy\"), "
     "load(\"g.mat\").value1, "
     "sum(imread(\"g.png\")), sum(imread(\"g.tif\")), sum(imread(\"g.pgm\"))' | $RS run -d interp -", 0,
     r"^5 ?5 ?5 ?9 ?9 ?9\n$", r""),
    ("figure link",
     "echo 'f = plot(0..3)\n"
     "f.save(\"v.svg\")' > s.q; ln -s real.svg v.svg; $RS run --no-windows s.q && test -L v.svg && head -c 5 "
     "real.svg", 0, r"^<", r"^$"),
    ("figure fifo",
     "mkdir o; mkfifo o/figure-1.svg; cat o/figure-1.svg > got & $RS run --figures o show.q; wait; head -c 5 got; test "
     "-p o/figure-1.svg", 0, r"^<", r"^$"),
    ("figures that can't be written", "mkdir -p o/figure-1.svg; $RS run --figures o show.q", 1, r"^$",
     r"cannot write figure 1: o/figure-1.svg: it is a folder"),
    ("figures of eval that can't be written",
     "$RS build show.q -o show && mkdir -p o/figure-1.png && ./show --redshift-figures=o", 1, r"^$",
     r"cannot write figure 1"),
    ("figures of the prompt that can't be written", "mkdir -p o/figure-1.svg; cat show.q | $RS repl --figures o", 1,
     r"", r"cannot write figure 1"),
    ("build device",
     "mknod null c 1 3 && $RS build hello.q -o null && test -c null; echo $?; test ! -e null || test -c null", 0,
     r"^0\n$", r"^$"),
    ("build link", "ln -s real hello; $RS build hello.q -o hello && test -L hello && ./real", 0, r"^hello\n$", r"^$"),
    ("build again",
     "$RS build hello.q -o hello && chmod 640 hello && $RS build hello.q -o hello && stat -c %a hello && ./hello", 0,
     r"^750\nhello\n$", r"^$"),
    ("build mode", "umask 077; $RS build hello.q -o hello && stat -c %a hello", 0, r"^700\n$", r"^$"),
    ("build over another file", "$RS build hello.q -o ugly.q; echo $?; head -1 ugly.q", 0, r"^2\nx=1;   y   =2\n$",
     r"ugly.q exists and is no program or library"),
    ("build over its program", "ln hello.q same.q; $RS build hello.q -o same.q", 2, r"^$", r"it is the input itself"),
    ("build to a pipe", "$RS build hello.q -o /dev/stdout | cat > hello; chmod +x hello; ./hello", 0, r"^hello\n$",
     r"^$"),
    ("fmt mode", "chmod 640 ugly.q; $RS fmt ugly.q && stat -c %a ugly.q && grep -c 'y = 2' ugly.q", 0, r"^640\n1\n$",
     r"^$"),
    ("fmt link", "ln -s ugly.q link.q; ln ugly.q name.q; $RS fmt link.q && test -L link.q && grep -c 'y = 2' name.q",
     0, r"^1\n$", r"^$"),
    ("fmt read-only", "chmod 444 ugly.q; $RS fmt ugly.q; echo $?; head -1 ugly.q", 0, r"^1\nx=1;   y   =2\n$",
     r"cannot write ugly.q: it is read-only"),
    ("fmt pipe", "$RS fmt <(cat ugly.q)", 2, r"^$", r"is a pipe or a device.*; fmt - formats standard input"),
    ("fmt full disk",
     "mkdir d; mount -t tmpfs -o size=8k tmpfs d; cp ugly.q d/; dd if=/dev/zero of=d/fill bs=4k count=1 2> e; $RS fmt "
     "d/ugly.q; echo $?; "
     "head -1 d/ugly.q", 0, r"^1\nx=1;   y   =2\n$", r"No space left"),
    ("export over its input",
     "$RS run --profile t.rstrace hello.q; $RS trace export --format chrome -o t.rstrace t.rstrace; echo $?; "
     "$RS trace summary t.rstrace", 0, r"^hello\n2\n", r"it is the input itself"),
    ("export over another file",
     "$RS run --profile t.rstrace hello.q; $RS trace export --format chrome -o ugly.q t.rstrace; echo $?; head -1 "
     "ugly.q", 0,
     r"^hello\n2\nx=1;   y   =2\n$", r"ugly.q exists and is no exported trace"),
    ("export again",
     "$RS run --profile t.rstrace hello.q; for k in 1 2; do $RS trace export --format chrome -o t.json t.rstrace || "
     "exit 1; done; head -c 8 t.json",
     0, r'^hello\n\{"displa$', r"^$"),
    ("export to a pipe",
     "$RS run --profile t.rstrace hello.q; mkfifo p; head -c 8 p > got & $RS trace export --format chrome -o p "
     "t.rstrace; wait; cat got; test -p p",
     0, r'^hello\n\{"displa$', r""),
    ("ring full disk",
     "mkdir d; mount -t tmpfs -o size=64k tmpfs d; $RS run --profile d/t.rstrace --ring 10s hello.q", 0,
     r"^hello\n$", r"the last stretch of the recording is not in the trace as a whole.*disk is full"),
    ("export full", "$RS run --profile t.rstrace hello.q; $RS trace export --format chrome -o /dev/full t.rstrace", 1,
     r"^hello\n$", r"No space left"),
    ("export standard output full",
     "$RS run --profile t.rstrace hello.q; $RS trace export --format chrome t.rstrace > /dev/full", 1, r"^hello\n$",
     r"No space left"),
    ("unpack over its input", "$RS run --profile t.rstrace hello.q; $RS trace unpack -o t.rstrace t.rstrace", 2,
     r"^hello\n$", r"it is the input itself"),
    ("unpack over another file", "$RS run --profile t.rstrace hello.q; $RS trace unpack -o ugly.q t.rstrace", 2,
     r"^hello\n$", r"ugly.q exists and is no trace"),
    ("unpack again",
     "$RS run --profile t.rstrace hello.q; ln -s real.rstrace u; for k in 1 2; do $RS trace unpack -o u t.rstrace || "
     "exit 1; done; "
     "test -L u && $RS trace summary u", 0, r"^hello\n.*hello.q", r"^$"),
    # --- files that are never closed ---
    ("open file", "$RS run open.q && tail -1 out.txt", 0, r"^line 9\n$", r"^$"),
    ("open file full", "$RS run full.q", 1, r"^$",
     r'"/dev/full", which was left open, can\'t be written: No space left'),
    ("open file full, built", "$RS build full.q -o full && ./full", 1, r"^$", r"which was left open"),
    ("open file full, eval", "$RS eval 'f = fopen(\"/dev/full\", \"w\"); fprintf(f, \"x\")'", 1, r"",
     r"which was left open"),
    ("open file full, prompt", "cat full.q | $RS repl", 1, r"", r"which was left open"),
    ("open file after an error", "(cat open.q; echo 'error(\"end\")') | $RS run -; echo $?; tail -1 out.txt", 0,
     r"^1\nline 9\n$", r"error: end"),
    ("closed file full", "(cat full.q; echo 'fclose(f)') | $RS run -", 1, r"^$",
     r'fclose: "/dev/full" can\'t be written: No space left'),
    ("standard output full", "$RS run hello.q > /dev/full", 1, r"^$", r"standard output cannot be written"),
    # --- recordings ---
    ("profile of a wrong program",
     "$RS run --profile t.rstrace hello.q; $RS run --profile t.rstrace wrong.q; echo $?; $RS trace summary t.rstrace; "
     "ls t.rstrace*", 0,
     r"^hello\n2\n[^$]*hello.q[^$]*\nt.rstrace\n$", r"wrong.q"),
    ("profile of a wrong program alone", "$RS run --profile t.rstrace wrong.q; ls", 0, r"^(?![^$]*rstrace)",
     r"wrong.q"),
    ("profile without a device",
     "$RS run --profile t.rstrace hello.q; $RS run -d nowhere --profile t.rstrace hello.q; $RS trace summary "
     "t.rstrace; ls t.rstrace*", 0,
     r"hello.q[^$]*\nt.rstrace\n$", r"nowhere"),
    ("profile again", "for k in 1 2; do $RS run --profile t.rstrace hello.q; done; ls", 0,
     r"t.rstrace\n(?!.*t.rstrace)", r"^$"),
    ("profile through a link",
     "ln -s real.rstrace t.rstrace; for k in 1 2; do $RS run --profile t.rstrace hello.q; done; test -L t.rstrace && "
     "$RS trace summary real.rstrace", 0,
     r"^hello\nhello\n.*hello.q", r"^$"),
    ("profile twice at once",
     "echo 'print 1\npause(3000)' > long.q; $RS run --profile t.rstrace long.q & sleep 1; $RS run --profile t.rstrace "
     "hello.q; echo $?; wait; "
     "$RS trace summary t.rstrace", 0, r"2\n[^$]*long.q", r"another run is being recorded into t.rstrace"),
    ("profile after a kill",
     "echo 'print 1\npause(30000)' > long.q; $RS run --profile t.rstrace long.q & sleep 1.5; kill -9 $!; wait; $RS run "
     "--profile t.rstrace hello.q; "
     "$RS trace summary t.rstrace; ls t.rstrace*", 0, r"hello\n[^$]*hello.q[^$]*\nt.rstrace\n$", r""),
    ("profile device", "$RS run --profile /dev/null hello.q", 2, r"^$", r"/dev/null exists and is not a trace"),
    # --- limits ---
    ("limit product", "ulimit -v 400000; $RS run product.q", 0, r"^300\n$", r"^$"),
    ("limit inverse", "ulimit -v 220000; echo 'print sum(inv(rand(50,50)+10*eye(50)))>0' | $RS run -d interp -", 1,
     r"^$", r"OpenBLAS needs .* \(ulimit -v\)"),
    ("limit threads",
     "chmod 777 .; HOME=. XDG_CACHE_HOME=./cache setpriv --reuid 54321 --clear-groups bash -c 'ulimit -u 2; $RS run "
     "product.q'", 0, r"^300\n$", r""),
    ("limit one thread, recorded",
     "chmod 777 .; HOME=. XDG_CACHE_HOME=./cache setpriv --reuid 54322 --clear-groups bash -c 'ulimit -u 1; exec $RS "
     "run --profile t.rstrace kernel.q'", 2,
     r"^$", r"--profile: .*thread"),
    ("limit one thread",
     "chmod 777 .; HOME=. XDG_CACHE_HOME=./cache setpriv --reuid 54323 --clear-groups bash -c 'ulimit -u 1; exec $RS "
     "run kernel.q'", 0,
     r"^2.0115225e\+09|^2011522500", r""),
    ("limit memory", "ulimit -v 1000000; $RS eval 'zeros(20000,20000)'", 1, r"^$",
     r"limit of this process \(ulimit -v\), 976.6.MiB, leaves"),
    ("limit data", "ulimit -d 500000; $RS eval 'zeros(20000,20000)'", 1, r"^$", r"limit of this process \(ulimit -d\)"),
    ("size NaN", "$RS eval 'zeros(0/0)'", 1, r"^$", r"zeros: the size is NaN"),
    ("size vector NaN", "$RS eval 'ones([3,0/0])'", 1, r"^$", r"ones: the size is NaN"),
    ("size infinite", "$RS eval 'zeros(1/0)'", 1, r"^$", r"zeros: the size is infinite"),
    # --- the cache of kernels ---
    ("cache of 12 KB",
     "mkdir d; mount -t tmpfs -o size=12k,mode=700 tmpfs d; $RS run -d cpu --set RUNTIME_CACHE_DIR=d kernel.q", 0,
     r"^2.0115225e\+09|^2011522500",
     r"^[^\n]*compiled kernels are not kept: the folder d can't be written \[W1003\]\n$"),
    ("cache fifo",
     "$RS run -d cpu --set RUNTIME_CACHE_DIR=d kernel.q; for f in d/*.so; do rm $f; mkfifo $f; done; $RS run -d cpu "
     "--set RUNTIME_CACHE_DIR=d kernel.q", 0,
     r"^(2.0115225e\+09\n|2011522500\n)\1$", r"^$"),
    ("cache folder",
     "$RS run -d cpu --set RUNTIME_CACHE_DIR=d kernel.q; for f in d/*.so; do rm $f; mkdir $f; done; $RS run -d cpu "
     "--set RUNTIME_CACHE_DIR=d kernel.q", 0,
     r"^(2.0115225e\+09\n|2011522500\n)\1$",
     r"^[^\n]*compiled kernels are not kept: the folder d can't be written \[W1003\]\n$"),
    ("compiler writes nothing", "$RS run --set CC_PATH=/bin/true --set RUNTIME_CACHE_DIR=d -d cpu kernel.q", 0,
     r"^2.0115225e\+09|^2011522500",
     r"/bin/true ended without an error, but wrote nothing; is it a C compiler"),
    # --- other readers ---
    ("imread pipe",
     "echo 'imwrite(\"i.png\", 255*ones(3,3))' | $RS run -; cat i.png | $RS eval 'sum(imread(\"/dev/stdin\"))'; "
     "TMPDIR=. $RS eval 'sum(imread(\"/dev/fd/9\"))' 9< <(cat i.png); ls redshift-pipe*", 2, r"^2295\n2295\n$",
     r"redshift-pipe"),
    ("load pipes",
     "echo 'save(\"v.qdat\", 7)\n"
     "save(\"v.npy\", 8)' | $RS run -; mkfifo p.qdat p.npy; cat v.qdat > p.qdat & cat v.npy > p.npy & "
     "echo 'print load(\"p.qdat\") + load(\"p.npy\")' | $RS run -", 0, r"^15\n$", r"^$"),
    ("csvread pipe", "printf '1,2\\n3,4\\n' | $RS eval 'sum(csvread(\"/dev/stdin\"))'", 0, r"^10\n$", r"^$"),
    ("csvread without end", "$RS eval 'csvread(\"/dev/zero\")'", 1, r"^$",
     r'csvread: can\'t read "/dev/zero": it is a device'),
    ("imread without end", "$RS eval 'imread(\"/dev/zero\")'", 1, r"^$",
     r'imread: can\'t read "/dev/zero": it is a device'),
    ("load folder", "mkdir v.qdat; $RS eval 'load(\"v.qdat\")'", 1, r"^$",
     r'load: can\'t read "v.qdat": it is a folder'),
    ("trace fifo", "mkfifo t.rstrace; $RS trace summary t.rstrace", 2, r"^$", r"t.rstrace is not a regular file"),
]

# name, program, seconds until it is stopped, signal
STOPS = [
    ("sum", "s = 0.0\nfor i=0..200000000000\n    s += sqrt(i)\nendfor\nprint s\n", "SIGINT"),
    ("sum of mod", "s = 0\nfor i=0..200000000000\n    s += mod(i,7)\nendfor\nprint s\n", "SIGINT"),
    ("max", "s = 0\nfor i=0..100000000000\n    s = max(s, mod(i,7919))\nendfor\nprint s\n", "SIGINT"),
    ("nest",
     "s = 0\nfor i=0..1000000\n    for j=0..1000000\n        s += mod(i*j,7919)\n    endfor\nendfor\nprint s\n",
     "SIGINT"),
    ("serial", "s = 0.5\nfor i=0..100000000000\n    s = 3.9*s*(1-s)\nendfor\nprint s\n", "SIGTERM"),
    ("serial inside",
     "x = zeros(1000)\nfor i=0..999\n    s = 0.5\n    for k=0..10000000000\n        s = 3.9*s*(1-s)\n    endfor\n"
     "    x[i] = s\nendfor\nprint sum(x)\n", "SIGHUP"),
    ("kernel",
     "function [] = __kernel__ f(x : vec, n : int, pos : int)\n    s = 0.5\n    for k=0..n\n        s = 3.9*s*(1-s)\n"
     "    endfor\n"
     "    x[pos] = s\nendfunction\nx = zeros(1000)\nparallel_do(1000, x, 2000000000, f)\nprint sum(x)\n", "SIGINT"),
    ("kernel that allocates",
     "function [] = __kernel__ f(x : vec, n : int, pos : int)\n    y = zeros(n)\n    s = 0.5\n    for k=0..2000000000\n"
     "        s = 3.9*s*(1-s) + y[mod(k,n)]\n    endfor\n    x[pos] = s\nendfunction\nx = zeros(1000)\n"
     "parallel_do(1000, x, 100, f)\nprint sum(x)\n", "SIGINT"),
    ("product", "x = rand(3000,3000)\ny = x\nfor k=0..1000\n    y = y*x\nendfor\nprint sum(y)\n", "SIGINT"),
    ("inverse", "x = rand(5000,5000)\nwhile true\n    y = inv(x)\nendwhile\n", "SIGINT"),
    ("least squares", "x = rand(6000,3000)\nb = rand(6000,1000)\nwhile true\n"
     "    y = linsolve(x, b)\nendwhile\n", "SIGTERM"),
    ("Cholesky factor", "x = rand(5000,5000)\nx = x + transpose(x) + 5000*eye(5000)\nwhile true\n"
     "    y = chol(x)\nendwhile\n", "SIGINT"),
    ("eigenvalues", "x = rand(1500,1500)\ny = eig(x)\nprint sum(abs(y))\n", "SIGINT"),
    ("singular values", "x = rand(3000,3000)\ny = svd(x)\nprint sum(y)\n", "SIGHUP"),
    ("built-in sum", "x = rand(64,1000000)\nwhile true\n"
     "    y = sum(x,0) + var(x,0) + median(x,0)\nendwhile\n", "SIGINT"),
    ("built-in element by element", "x = rand(60000000)\ny = gamma(x) + lgamma(x) + atan2(x,x)\n"
     "print sum(y)\n", "SIGINT"),
    ("sort", "x = rand(10000000)\nwhile true\n    y = sort(x)\nendwhile\n", "SIGINT"),
    ("image written", 'x = 255*rand(8000,8000)\nimwrite("x.png", x)\nprint 1\n', "SIGINT"),
    ("image read", 'x = 255*rand(3000,3000)\nimwrite("x.png", x)\nprint 1\n'
     'while true\n    y = imread("x.png")\nendwhile\n', "SIGINT"),
    ("JSON", "x = rand(1000,1000)\nwhile true\n    y = jsondecode(jsonencode(x))\nendwhile\n", "SIGINT"),
    ("numbers in texts", 'x = rand(2000,2000)\nwhile true\n    csvwrite("x.csv", x)\n'
     '    y = csvread("x.csv")\nendwhile\n', "SIGINT"),
    (".mat file", 'x = rand(8000,8000)\nsave("x.mat", x)\nprint 1\n', "SIGINT"),
    ("interpreted", "n = 0\nwhile true\n    n = n + 1\nendwhile\n", "SIGINT"),
    ("pause", "pause(100000)\nprint 1\n", "SIGTERM"),
    ("input", 'f = fopen("/dev/stdin", "r")\nx = fgets(f)\nprint 1\n', "SIGINT"),
]


class Folder:
    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="rs-hostile-")
        for name, text in PROGRAMS.items():
            with open(os.path.join(self.path, name), "w") as file:
                file.write(text)
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


def environment(folder):
    return dict(os.environ, RS=CLI, XDG_CACHE_HOME=os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")),
                HOME=folder)


def can_mount():
    return os.geteuid() == 0 and subprocess.run(["unshare", "-m", "true"], stderr=subprocess.DEVNULL).returncode == 0


def why_not(script):
    """A reason to skip a row; None: there is none."""
    if SANITIZED and re.search("ulimit -[vd]", script):
        return "AddressSanitizer takes more address space than any limit leaves"
    if SANITIZED and "ulimit -u" in script:
        return "LeakSanitizer needs a process of its own at the end"
    if SANITIZED and script == STOP:
        return "with sanitizers there is no jump out of compiled code (ARCHITECTURE.md, ground rules)"
    if "mount -t" in script and not can_mount():
        return "file systems can only be mounted by root"
    if "setpriv" in script and (os.geteuid() != 0 or shutil.which("setpriv") is None):
        return "only root can become another user"
    for program in ("bash", "mkfifo"):
        if shutil.which(program) is None:
            return "there is no " + program
    return None


def check_row(name, script, status, out, err):
    with Folder() as folder:
        wrapper = ["unshare", "-m", "bash", "-c"] if "mount -t" in script else ["bash", "-c"]
        child = subprocess.Popen(wrapper + [script], cwd=folder, env=environment(folder), stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, start_new_session=True)
        try:
            stdout, stderr = child.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
            return "hangs"
    got = child.returncode
    wanted = 128 + getattr(signal, status) if isinstance(status, str) else status
    text, errors = stdout.decode(errors="replace"), stderr.decode(errors="replace")
    if got not in (wanted, 128 - wanted):
        return "status %d instead of %s; stdout %r, stderr %r" % (got, status, text[-400:], errors[-400:])
    if not re.search(out, text):
        return "stdout %r has no %r; stderr %r" % (text[-600:], out, errors[-300:])
    if not re.search(err, errors):
        return "stderr %r has no %r" % (errors[-600:], err)
    return None


def processor_seconds(pid):
    """What a process and the children that it has waited for have used of processors."""
    with open("/proc/%d/stat" % pid) as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return sum(int(ticks) for ticks in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def stop_once(path, folder, number):
    """Seconds from the signal to the end, of time and of processors, and what went wrong."""
    before = children_seconds()
    child = subprocess.Popen([CLI, "run", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env=environment(folder), cwd=folder, preexec_fn=lambda: signal.signal(number,
                                                                                                   signal.SIG_DFL))
    line = child.stdout.readline()
    time.sleep(1.5)
    if child.poll() is not None:
        return 0, 0, "it ended by itself: %r" % child.communicate()[1]
    used = processor_seconds(child.pid)
    began = time.monotonic()
    child.send_signal(number)
    try:
        _, stderr = child.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.communicate()
        return SECONDS, SECONDS, None
    seconds = time.monotonic() - began
    if child.returncode != -number or b"stopped" not in stderr or line != b"started\n":
        return seconds, 0, "status %d, stdout %r, stderr %r" % (child.returncode, line, stderr)
    return seconds, children_seconds() - before - used, None


def check_stop(text, name):
    """The best of three. Where other programs hold the processors, the program's own use of them counts instead of
    time, which may be ten times the limit then; two of them are at work in that time.
    """
    with Folder() as folder:
        path = os.path.join(folder, "long.q")
        with open(path, "w") as file:
            file.write('print "started"\n' + text)
        tries = []
        for _ in range(3):
            seconds, processors, problem = stop_once(path, folder, getattr(signal, name))
            if problem is not None:
                return problem
            parts = [name for name in os.listdir(folder) if ".part-" in name]
            if parts:
                return "leaves " + " ".join(parts)
            tries.append("%.2f s, %.2f s of processors" % (seconds, processors))
            if seconds <= STOPS_WITHIN or (processors <= 2 * STOPS_WITHIN and seconds <= 10 * STOPS_WITHIN):
                return None
        return "stops after " + "; ".join(tries)


def main():
    counts = {"ok": 0, "not ok": 0, "skip": 0}
    checks = [(row[0], lambda row=row: check_row(*row), row[1]) for row in ROWS]
    checks += [("stop " + row[0], lambda row=row: check_stop(row[1], row[2]), STOP) for row in STOPS]
    for name, check, script in checks:
        if ONLY not in name:
            continue
        reason = why_not(script)
        if reason is not None:
            print("skip %s: %s" % (name, reason))
            counts["skip"] += 1
            continue
        problem = check()
        counts["ok" if problem is None else "not ok"] += 1
        print("ok %s" % name if problem is None else "not ok %s: %s" % (name, problem), flush=True)
    print("%(ok)d passed, %(not ok)d failed, %(skip)d skipped" % counts)
    sys.exit(counts["not ok"] > 0)


if __name__ == "__main__":
    main()
