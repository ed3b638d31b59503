#!/usr/bin/env python3
"""What people expect of a command and of its messages, as a table: exit status, what goes to standard output and to
standard error.

usage: conventions.py REDSHIFT_CLI [WORD]    WORD: only the rows and tests whose name contains it
A row is a shell script in a folder of its own; $RS is the command.
SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

CLI = os.path.abspath(sys.argv[1])
ONLY = sys.argv[2] if len(sys.argv) > 2 else ""

PROGRAMS = {
    "hello.q": 'print "hello"\n',
    "wrong.q": "x = (1 +\n",
    "warns.q": "for i=10..0\n    print i\nendfor\n",
    "fails.q": "x = zeros(3)\nfor n=5..5\n    k = n\nendfor\nprint x[k]\n",
    "main.q": 'import "part.q"\nimport "imfilter.q"\nfunction [] = main(n : int)\n    x = ones(n, n)\n'
              '    y = smooth(x)\n'
              '    print sum(y) == n*n ? 12 : 13\n    z = gaussian_filter(x, 1.0)\n    need(n)\nendfunction\n',
    "part.q": 'function [] = __kernel__ k(x : mat\'clamped, y : mat, pos : ivec2)\n'
              '    y[pos] = (x[pos] + x[pos + [0,1]]) / 2\nendfunction\n'
              'function y = smooth(x : mat)\n    y = zeros(size(x))\n    parallel_do(size(x), x, y, k)\nendfunction\n'
              'function [] = need(n)\n    if n < 4\n        error("too few")\n    endif\nendfunction\n',
    "steps.q": "function [] = steps(x : mat, y : mat, T : int)\n    n = size(x,0)\n    for k=1..T\n"
               "        for m=1..n-2\n            for j=1..n-2\n"
               "                y[m,j] = x[m-1,j] + x[m+1,j] - x[m,j]\n            endfor\n        endfor\n"
               "        for m=1..n-2\n            for j=1..n-2\n"
               "                x[m,j] = y[m,j]\n            endfor\n        endfor\n    endfor\nendfunction\n"
               "function [] = main(n : int)\n"
               "    x = ones(n,n)\n    steps(x, zeros(n,n), n > 100 ? 30 : 3000)\n    print x[2,2]\nendfunction\n",
    "ugly.q": "x=1;   y   =2\n",
    "loop.q": "c = {0,0,0}\nfor i=0..99999\n    c[mod(i,3)] = i\nendfor\nprint numel(c)\n",
    "down.q": "function [] = f(n)\n    for k=0..1\n        for j=n-1..0\n            print j\n        endfor\n"
              "    endfor\nendfunction\nf(5)\n",
}

COMMANDS = "run eval repl debug check build emit fmt devices doc trace completion version help"

# name, script, status, what standard output and standard error have to hold (regular expressions)
ROWS = [
    ("version", "$RS --version; $RS -V; $RS version", 0, r"^(Redshift \d+\.\d+\.\d+\n){3}$", r"^$"),
    ("version in detail", "$RS -v --version", 0, r"built with .*GLib", r"^$"),
    ("version goes with nothing", "$RS --version extra", 2, r"^$", r"no command"),
    ("help of every command",
     f"for c in {COMMANDS}; do $RS $c --help >1 2>err || echo status of $c; $RS help $c >2 || echo $c; "
     "cmp 1 2; grep -q '^usage: redshift-cli '$c 1 || echo usage of $c; [ -s err ] && echo errors of $c; done; true",
     0, r"^$", r"^$"),
    ("help beside other arguments", "$RS check hello.q --help; $RS trace summary t.rstrace -h", 0,
     r"^usage: redshift-cli check(?s:.*)\nusage: redshift-cli trace", r"^$"),
    ("help lists exactly the commands", "$RS help | sed -n '3,/^$/s/^  \\([a-z]*\\) .*/\\1/p' | xargs", 0,
     f"^{COMMANDS}\n$", r"^$"),
    ("no command", "$RS", 2, r"^$", r"usage: redshift-cli COMMAND"),
    ("unknown option in front", "$RS -x run hello.q", 2, r"^$", r"unknown option -x"),
    ("unknown options",
     f"for c in {COMMANDS}; do $RS $c --nonsense 2>>err; echo $?; done | sort -u; grep -c nonsense err", 0,
     r"^2\n14\n$", r"^$"),
    ("expression that looks like an option",
     "$RS eval '-uint8([5])'; $RS eval -- '-uint8([5])'", 0, r"^-5\n$", r"write -- before"),
    ("arguments that nothing takes",
     "for c in 'version x' 'devices x' 'help run x' 'completion bash x' 'repl hello.q x' 'eval 1 2'; do $RS $c "
     "</dev/null; echo $?; done "
     "2>/dev/null | sort -u", 0, r"^2\n$", r"^$"),
    ("quiet leaves warnings out", "$RS -q check warns.q; $RS check -q warns.q; $RS run -q down.q", 0, r"^$", r"^$"),
    ("quiet leaves errors", "$RS -q check wrong.q", 2, r"^$", r"^wrong.q:1:5: error"),
    ("verbose tells of loops and time", "$RS run -v loop.q", 0, r"^3\n$",
     r"loop.q:2:(?s:.*)redshift-cli: loop.q: \d+\.\d+ s, status 0"),
    ("verbose tells what was written",
     "$RS -v build hello.q -o hello && ./hello && $RS fmt -v ugly.q && $RS check -v warns.q", 0, r"^hello\n$",
     r"hello: \d+ bytes(?s:.*)ugly.q: written anew(?s:.*)warns.q: 0 errors, 1 warning"),
    ("no colours without a terminal", "$RS check wrong.q", 2, r"^$", r"^[^\x1b]*$"),
    ("colours on a terminal", "script -qec \"$RS check wrong.q\" /dev/null", 2, r"\x1b\[1;31merror: ", r"^$"),
    ("NO_COLOR", "NO_COLOR=1 script -qec \"$RS check wrong.q\" /dev/null", 2, r"^[^\x1b]*error: [^\x1b]*$", r"^$"),
    ("a dumb terminal", "TERM=dumb script -qec \"$RS check wrong.q\" /dev/null", 2, r"^[^\x1b]*error: [^\x1b]*$",
     r"^$"),
    ("colours that are asked for", "$RS --color always check wrong.q", 2, r"^$", r"\x1b\[1;32m *\^"),
    ("colours refused", "script -qec \"$RS check --color=never wrong.q\" /dev/null", 2, r"^[^\x1b]*$", r"^$"),
    ("when to have colours", "$RS --color sometimes check wrong.q", 2, r"^$", r"--color takes auto, always or never"),
    ("errors of a run have colours, too", "$RS run --color always fails.q", 1, r"^$", r"\x1b\[1;31merror: "),
    ("json names a missing file", "$RS check --format json none.q hello.q", 2,
     r'^\[\n\{"file":"none.q","line":0,.*"severity":"error","code":"E1401","message":'
     r'"cannot open none.q: No such file or directory"\}\n\]\n$', r"none.q"),
    ("what can't be opened is status 2 everywhere",
     "for c in 'run n' 'check n' 'build n -o x' 'emit --stage c n' 'fmt n' 'debug n' 'repl n' 'doc n.q' 'trace summary "
     "n' "
     "'trace query select n'; do $RS $c </dev/null >/dev/null 2>&1; echo $?; done | sort -u", 0, r"^2\n$", r"^$"),
    ("what is no trace is status 2, too", "$RS trace summary hello.q", 2, r"^$", r"hello.q"),
    ("impossible settings",
     "for s in RUNTIME_OPENMP_THREADS=-5 RUNTIME_OPENMP_THREADS=many RUNTIME_STACK_DEPTH=0 COMPILER_JOBS=-1 "
     "RUNTIME_CACHE_MB=-1 NOTHING=1 "
     "COMPILER_REDUCTION_SAFETYLEVEL=x COMPILER_PASSES_OFF=x JUST_A_NAME; do $RS run --set $s hello.q; echo $?; done "
     "2>err | sort -u; grep -c . err", 0, r"^2\n9\n$", r"^$"),
    ("words of a setting in any case",
     "for s in NONE off STRICT Safe; do $RS run --set COMPILER_REDUCTION_SAFETYLEVEL=$s hello.q || echo $s; done", 0,
     r"^(hello\n){4}$", r"^$"),
    ("a device without a name", "$RS run -d '' hello.q", 2, r"^$", r'there is no device ""'),
    ("the limits of a setting are told", "$RS run --set RUNTIME_OPENMP_THREADS=-5 hello.q", 2, r"^$",
     r"\"-5\" is not a whole number from 0 to 1024"),
    ("a setting nearly right", "$RS run --set RUNTIME_OPENMP_THREAD=5 hello.q", 2, r"^$",
     r"did you mean RUNTIME_OPENMP_THREADS"),
    ("shells", "$RS completion tcsh; $RS completion", 2, r"^$", r"bash, zsh or fish(?s:.*)a shell is missing"),
    ("the same bytes from every folder and cache",
     "mkdir -p one/deep two/own; cp main.q part.q one/deep; cp main.q part.q two/own; "
     "(cd one/deep && XDG_CACHE_HOME=$PWD/../cache $RS build main.q --train 20 -o ../main); "
     "XDG_CACHE_HOME=$PWD/two/cache $RS build $PWD/two/own/main.q --train 20 -o two/main; "
     "cmp one/main two/main && grep -c rs-conventions one/main; cd /; $OLDPWD/two/main 20", 0, r"^0\n12\n$", r"^$"),
    ("the same bytes from a cache that has the kernels",
     "for i in 1 2; do XDG_CACHE_HOME=$PWD/cache $RS build main.q -o main$i; done; rm -r cache; "
     "XDG_CACHE_HOME=$PWD/cache RS_SET= $RS run main.q 5; XDG_CACHE_HOME=$PWD/cache $RS build main.q -o main3; cmp "
     "main1 main2 && cmp main2 main3", 0, r"^12\n$", r"^$"),
    ("the same libraries",
     "mkdir one two; cp part.q one; cp part.q two; $RS build --lib one/part.q -o one.qlib; cd two; $RS build --lib "
     "part.q -o ../two.qlib; "
     "cmp ../one.qlib ../two.qlib", 0, r"^$", r"^$"),
    ("kernels in the cache serve a program that was moved",
     "mkdir one two; cp main.q part.q one; cp main.q part.q two; export XDG_CACHE_HOME=$PWD/cache; $RS run -d cpu "
     "one/main.q 20; "
     "ls cache/redshift/kernels >1; $RS run -d cpu two/main.q 20; ls cache/redshift/kernels >2; cmp 1 2; grep -c . 1",
     0, r"^12\n12\n[1-9]", r"^$"),
    ("errors of built programs name the modules without folders",
     "mkdir one; cp main.q part.q one; $RS build one/main.q -o prog; ./prog 3", 1, r"^12\n$",
     r"part.q:\d+:\d+: error: too few(?s:.*)main program \(main.q:|part.q:\d+"),
    ("check tells of steps what a run may do with them", "$RS check --loops steps.q", 0, r"^$",
     r"steps.q:3:5: note: this loop: in order, as native code in one thread, or step by step(?s:.*): line 6: the "
     r"element of `x`(?s:.*)"
     r"steps.q:4:9: note: this loop: parallel \(or part of the loop at line 3, where it is short\)"),
    ("a run that takes steps says so",
     "$RS run -d cpu --profile t.rstrace steps.q 400; $RS trace loops --csv t.rstrace", 0,
     r"steps.q:3,loop at line 3,1,30,\d+,\"in order, step by step: line 6(?s:.*)steps.q:4,loop at line "
     r"4,\d+,\d+,\d+,parallel\n", r"^$"),
    ("a run with short steps is native code",
     "$RS run --profile t.rstrace steps.q 12; $RS trace loops --csv t.rstrace", 0,
     r"steps.q:3,.*,1,3000,.*\"in order, step by step, then serial, as native code: line 6", r"^$"),
    ("a loop that counts up is told in the run, once", "$RS run -d interp down.q", 0, r"^$",
     r"^down.q:3:15: warning: this loop does not run: it counts up from 4 to 0; downwards.*: "
     r"4\.\.-1\.\.0 \[W0601\]\n(?!.*warning)"),
    ("the same when its loop is compiled", "$RS run -d cpu down.q", 0, r"^$", r"4\.\.-1\.\.0"),
    ("doc of signs",
     "for sign in + - '*' .* ./ '^' == '!=' '&&' '!' = += -= .. ... : := '?' '->' '[]' '{}' \"'\" '%' ';'; do $RS doc "
     "\"$sign\" >out || "
     "echo \"nothing of $sign\"; grep -q 'It is written' out || echo \"no form of $sign\"; done", 0, r"^$", r"^$"),
    ("help at the prompt", "printf 'help\\n' | $RS repl", 0, r"doc NAME", r"^$"),
    ("help of a name at the prompt", "printf 'help sqrt\\nhelp .*\\ndoc =\\n' | $RS repl", 0,
     r"sqrt\(x\)(?s:.*)element by element(?s:.*)copy\(x\)", r"^$"),
    ("doc and help as variables", "printf 'doc = 3\\nhelp = doc + 4\\nhelp\\nprint doc\\n' | $RS repl", 0, r"^7\n3\n$",
     r"^$"),
]


def environment(folder):
    return dict(os.environ, RS=CLI, HOME=folder,
                XDG_CACHE_HOME=os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")))


def check_row(name, script, status, out, err):
    """What is wrong; None: nothing."""
    with tempfile.TemporaryDirectory(prefix="rs-conventions-") as folder:
        for file, text in PROGRAMS.items():
            with open(os.path.join(folder, file), "w", encoding="utf-8") as stream:
                stream.write(text)
        done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment(folder), stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=120, check=False)
    where = f"status {done.returncode}, stdout {done.stdout[-600:]!r}, stderr {done.stderr[-600:]!r}"
    if done.returncode != status:
        return f"{where}; status {status} was expected"
    if not re.search(out, done.stdout):
        return f"{where}; no {out!r} in stdout"
    if not re.search(err, done.stderr):
        return f"{where}; no {err!r} in stderr"
    return None


# what is typed, what bash has to offer among the rest, and what not
COMPLETED = [
    ("redshift-cli ", ["run", "trace", "completion"], ["hello.q"]),
    ("redshift-cli ch", ["check"], ["run"]),
    ("redshift-cli run ", ["hello.q"], ["notes.txt", "check"]),
    ("redshift-cli run --d", ["--device", "--double"], ["--figures"]),
    ("redshift-cli run -d ", ["cpu", "interp"], ["hello.q"]),
    ("redshift-cli run --device=in", ["interp"], ["cpu"]),
    ("redshift-cli run hello.q no", ["notes.txt"], []),
    ("redshift-cli run --set RUNTIME_O", ["RUNTIME_OPENMP_THREADS="], []),
    ("redshift-cli -q check --format ", ["text", "json"], ["hello.q"]),
    ("redshift-cli trace ", ["summary", "export"], ["hello.q"]),
    ("redshift-cli trace summary ", ["t.rstrace"], ["hello.q"]),
    ("redshift-cli emit --stage ", ["ast", "opencl"], []),
    ("redshift-cli doc gaus", [], ["hello.q"]),
    ("redshift-cli doc sq", ["sqrt"], []),
    ("redshift-cli help fm", ["fmt"], []),
    ("redshift-cli completion ", ["bash", "zsh", "fish"], []),
    ("redshift-cli version --", ["--quiet", "--help"], ["--device"]),
    ("redshift-cli run a", ["a b.q"], []),
]

ASK_BASH = r"""
eval "$($RS completion bash)"
line=$1
read -ra COMP_WORDS <<< "${line//=/ = }"
[ "${line: -1}" = " " ] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$line COMP_POINT=${#line}
_redshift_cli
printf '%s\n' "${COMPREPLY[@]}"
"""


def check_completion():
    with tempfile.TemporaryDirectory(prefix="rs-conventions-") as folder:
        for name in ("hello.q", "notes.txt", "t.rstrace", "a b.q"):
            with open(os.path.join(folder, name), "w", encoding="utf-8"):
                pass
        for line, offered, others in COMPLETED:
            done = subprocess.run(["bash", "-c", ASK_BASH, "bash", line], cwd=folder, env=environment(folder),
                                  capture_output=True, text=True,
                                  timeout=60, check=False)
            words = done.stdout.split("\n")
            if done.stderr or not set(offered) <= set(words) or set(others) & set(words):
                return f"{line!r} gives {words!r}, {done.stderr!r}; expected {offered!r} and not {others!r}"
    return None


def check_scripts():
    """The other shells take their scripts, where they are installed."""
    for shell in ("bash", "zsh", "fish"):
        text = subprocess.run([CLI, "completion", shell], capture_output=True, text=True, timeout=60, check=True).stdout
        for command in COMMANDS.split():
            if not re.search(r"\b" + command + r"\b", text):
                return f"{shell}: nothing of {command}"
        if shutil.which(shell) is None:
            continue
        with tempfile.NamedTemporaryFile("w", suffix="." + shell) as script:
            script.write(text)
            script.flush()
            done = subprocess.run([shell, "-n", script.name], capture_output=True, text=True, timeout=60, check=False)
            if done.returncode != 0 or done.stderr:
                return f"{shell} -n: {done.stderr}"
    return None


def check_manual():
    """Each command has a page with its options; meson installs them all."""
    build = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "ide", "cli", "meson.build"),
                 encoding="utf-8").read()
    if ", ".join(f"'{command}'" for command in ["", *COMMANDS.split()]) not in " ".join(build.split()):
        return "ide/cli/meson.build has other pages"
    for command in ["", *COMMANDS.split()]:
        page = subprocess.run([CLI, "help", "--man"] + [command] * bool(command), capture_output=True, text=True,
                              timeout=60, check=True).stdout
        told = subprocess.run([CLI, "help"] + [command] * bool(command), capture_output=True, text=True, timeout=60,
                              check=True).stdout
        if not page.startswith(".TH REDSHIFT-CLI" + ("-" + command.upper()) * bool(command) + " 1"):
            return f"{command}: {page[:80]!r}"
        for option in re.findall(r"^  (?:-\w, )?(--[a-z-]+)", told, re.MULTILINE):
            if option.replace("-", "\\-") not in page:
                return f"the page of {command} lacks {option}"
        if shutil.which("man"):
            done = subprocess.run(["man", "--warnings", "-l", "-"], input=page, capture_output=True, text=True,
                                  timeout=60, check=False,
                                  env=dict(os.environ, MANPAGER="cat", LC_ALL="C.UTF-8"))
            if done.returncode != 0 or done.stderr or "EXIT STATUS" not in done.stdout:
                return f"man of {command}: {done.stderr!r}"
    return None


def check_readme():
    """The table of exit statuses in README is what help says."""
    readme = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "README.md"),
                  encoding="utf-8").read()
    told = subprocess.run([CLI, "help"], capture_output=True, text=True, timeout=60, check=True).stdout
    told = re.sub(r"\s+", " ", told[told.index("Exit status:"):])
    rows = re.findall(r"^\| (0|1|2|128\+N) \| (.*) \|$", readme, re.MULTILINE)
    if [row[0] for row in rows] != ["0", "1", "2", "128+N"]:
        return f"README has {rows!r}"
    for number, text in rows:
        if f"{number} {text}".replace("`", "") not in told:
            return f"help does not say {text!r}"
    return None


CHECKS = [("completion in bash", check_completion), ("scripts of completion", check_scripts),
          ("man pages", check_manual),
          ("exit statuses in README", check_readme)]


def main():
    failed = 0
    for name, check in CHECKS:
        if ONLY in name:
            problem = check()
            failed += problem is not None
            print(f"not ok {name}: {problem}" if problem else f"ok {name}", flush=True)
    for row in ROWS:
        if ONLY not in row[0]:
            continue
        problem = check_row(*row)
        failed += problem is not None
        print(f"not ok {row[0]}: {problem}" if problem else f"ok {row[0]}", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
