#!/usr/bin/env python3
# Classical loop nests, as a newcomer writes them, against the best that gcc makes of the same nest. Never part of CI.
# SPDX-License-Identifier: Apache-2.0
"""usage: nests.py [--threads N] [--rounds N] [--turns N] [--seconds N] REDSHIFT_CLI [NAME...]
       nests.py --show NAME > PROG.q         the program that runs one nest, to look into

NAME is a file of tests/bench/nests (dense) or a nest in one (matrix_vector). Each nest stands in FILE.q and in FILE.c.
A line above it in C says how long its vectors and the sides of its matrices are, its other arguments, and how many
elements may differ where a rounding decides about a branch (differ=). The C text is compiled four times: -O3; with
-ffast-math; with that and -ftree-parallelize-loops; with that and -fopenmp, whose pragmas are what a person adds by
hand. The shortest of ROUNDS calls in each of TURNS processes counts, C and Quasar in turn. All arguments are filled
anew before each call.

Prints for each nest the time of the best C and which one it is, the time here, C / here, what differs in the results
(more than 1e-3 of an element's size and of the mean size in its array, from plain -O3), and what `check --loops` says
of its loops. Then the geometric mean of C / here, and how many are below 0.8 and 0.5.
"""
import argparse
import array
import glob
import math
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "nests")
PLAIN = ["-std=gnu17", "-O3", "-march=native", "-Wno-unknown-pragmas", "-I", HERE]
FLAGS = {"O3": [], "fast": ["-ffast-math"], "auto": ["-ffast-math", "-ftree-parallelize-loops=2"],
         "omp": ["-ffast-math", "-fopenmp"]}
DIMENSIONS = {"V": 1, "F": 1, "M": 2, "D": 2, "C": 3, "P": 1}
TOLERANCE = 1e-3


class Nest:
    """One nest: name, the numbers that it gets (n first), its arrays [(kind, name)], whether it returns a number."""
    def __init__(self, path, constants, returns, name, parameters):
        self.path, self.name, self.returns = path, name, returns == "float"
        self.constants = dict(pair.split("=") for pair in constants.split())
        self.may_differ = int(self.constants.pop("differ", 0))
        self.arrays = re.findall(r"([VFMDCP]) ?\((\w+)\)", parameters)
        self.n = int(self.constants["n"])

    def count(self, kind):
        return self.n ** (2 if kind == "F" else DIMENSIONS[kind])

    def c_lines(self):
        """The branch of a main in C that runs it: argv is its name, rounds, and the file of results."""
        lines = [f'  if (!strcmp (argv[1], "{self.name}")) {{', f"    size_t n = {self.n};", "    float result = 0;"]
        for kind, name in self.arrays:
            make = "disorder (n)" if kind == "P" else f"malloc ({self.count(kind)} * sizeof (float))"
            lines.append(f"    void *{name}_ = {make};")
        lines.append("    for (int round = 0; round < atoi (argv[2]); round++) {")
        lines += [f"      fill ({name}_, {self.count(kind)}, {number}, n, '{kind}');"
                  for number, (kind, name) in enumerate(self.arrays) if kind != "P"]
        arguments = ", ".join([*self.constants.values(), *(name + "_" for _, name in self.arrays)])
        lines += ["      double start = milliseconds ();",
                  f"      {'result = ' if self.returns else ''}{self.name} ({arguments});",
                  '      printf ("%.6f\\n", milliseconds () - start);', "    }",
                  '    FILE *file = fopen (argv[3], "wb");', "    fwrite (&result, sizeof result, 1, file);"]
        lines += [f"    fwrite ({name}_, sizeof (float), {self.count(kind)}, file);"
                  for kind, name in self.arrays if kind != "P"]
        return [*lines, "    return fclose (file);", "  }"]

    def q_text(self):
        """The nest's file with a main that runs it; its arguments are rounds, and the file of results."""
        with open(self.path, encoding="utf-8") as file:
            text = file.read()
        with open(os.path.join(HERE, "nests.q"), encoding="utf-8") as file:
            text += file.read()
        lines = ["", "function [] = main(rounds, path)", "    result = 0.0"]
        for kind, name in self.arrays:
            sides = ", ".join([str(self.count(kind) if kind == "F" else self.n)] * DIMENSIONS[kind])
            lines.append(f"    {name}_ = " + (f"disorder({self.n})" if kind == "P" else f"zeros({sides})"))
        lines.append("    for round=1..rounds")
        lines += [f"        parallel_do({self.count(kind)}, {name}_, {number}, {int(kind == 'D')}, {self.n}, fill)"
                  for number, (kind, name) in enumerate(self.arrays) if kind != "P"]
        arguments = ", ".join([*self.constants.values(), *(name + "_" for _, name in self.arrays)])
        lines += ["        syncthreads(host)", "        tic()",
                  f"        {'result = ' if self.returns else ''}{self.name}({arguments})",
                  "        syncthreads(host)", '        elapsed = toc("")', '        printf("%.6f\\n", elapsed)',
                  "    endfor", '    file = fopen(path, "wb")', '    fwrite(file, [result + 0.0], "float32")']
        lines += [f'    fwrite(file, {name}_, "float32")' for kind, name in self.arrays if kind != "P"]
        return "\n".join([text, *lines, "    fclose(file)", "endfunction", ""])

    def difference(self, expected, found):
        """The first array (or `result`) that differs, its number of differing elements, and one of them; or None."""
        at = 0
        counts = [(name, self.count(kind)) for kind, name in self.arrays if kind != "P"]
        for name, count in [("result", 1)] * self.returns + counts:
            at = 0 if name == "result" else max(at, 1)
            one, two = expected[at:at + count], found[at:at + count]
            at += count
            scale = sum(abs(x) for x in one if math.isfinite(x)) / count
            wrong = [i for i, (x, y) in enumerate(zip(one, two))
                     if x != y and not abs(x - y) <= TOLERANCE * (abs(x) + scale) and not (x != x and y != y)]
            if len(wrong) > self.may_differ or len(one) != len(two):
                i = wrong[0] if wrong else min(len(one), len(two))
                return f"{name}[{i}] is {two[i:i + 1]} not {one[i:i + 1]}, {len(wrong)} elements"
        return None


def nests_of(path):
    with open(path[:-2] + ".c", encoding="utf-8") as file:
        heads = re.findall(r"^// (n=[^:]*):.*\n(void|float)\s+(\w+) ?\(([^{]*)\)\s*\{", file.read(), re.M)
    return [Nest(path, *head) for head in heads]


def compile_c(path, nests, folder, threads):
    """The C file with a main, compiled in each way: {way: executable}"""
    name = os.path.basename(path)[:-2]
    source = os.path.join(folder, name + "-main.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write("\n".join([f'#include "{name}.c"', "int main (int argc, char **argv) {",
                              *(line for nest in nests for line in nest.c_lines()), "  return argc;", "}", ""]))
    made = {}
    for way, flags in FLAGS.items():
        made[way] = os.path.join(folder, f"{name}-{way}")
        flags = [flag.replace("loops=2", f"loops={threads}") for flag in flags]
        subprocess.run(["gcc", *PLAIN, *flags, source, "-o", made[way], "-lm"], check=True)
    return made


def call(command, seconds, environment):
    """The shortest time that was printed, or why there is none."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds, env=environment)
    except subprocess.TimeoutExpired:
        return math.inf, f"does not end within {seconds} s"
    times = [float(line) for line in done.stdout.split() if re.fullmatch(r"[\d.]+", line)]
    if done.returncode or not times:
        return math.inf, f"ends with {done.returncode}: {done.stderr.strip()[-300:]}"
    return min(times), None


def read(path):
    values = array.array("f")
    with open(path, "rb") as file:
        values.frombytes(file.read())
    return values


def loops_of(cli, path):
    """{nest: what check says of its loops}"""
    said = subprocess.run([cli, "check", "--loops", path], capture_output=True, text=True, check=False).stdout
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    inside, found = None, {}
    owner = []
    for line in lines:
        head = re.match(r"function .*?(\w+)\(", line)
        inside = head.group(1) if head else inside
        owner.append(inside)
    for number, text in re.findall(r"\.q:(\d+):\d+: (.*)", said):
        found.setdefault(owner[int(number) - 1], []).append(text)
    return found


def measure(nest, cli, made, options, folder):
    """(best C, its way, here, what is wrong)"""
    environment = dict(os.environ, OMP_NUM_THREADS=str(options.threads))
    program, results = os.path.join(folder, nest.name + ".q"), os.path.join(folder, "results")
    with open(program, "w", encoding="utf-8") as file:
        file.write(nest.q_text())
    here = [cli, "run", "-q", "-d", "cpu", "--set", f"RUNTIME_OPENMP_THREADS={options.threads}", program]
    best, ours, wrong = {}, math.inf, None
    for _ in range(options.turns):
        for way, executable in made.items():
            time, trouble = call([executable, nest.name, str(options.rounds), f"{results}-{way}"], options.seconds,
                                 environment)
            best[way] = min(best.get(way, math.inf), time)
        time, trouble = call([*here, str(options.rounds), results], options.seconds, environment)
        ours, wrong = min(ours, time), wrong or trouble
        if trouble:
            break
    wrong = wrong or nest.difference(read(results + "-O3"), read(results))
    way = min(best, key=best.get)
    return best[way], way, ours, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--show", metavar="NAME")
    parser.add_argument("cli", nargs="?")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    ratios, differ = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(glob.glob(os.path.join(HERE, "*.q"))):
            file = os.path.basename(path)[:-2]
            nests = nests_of(path) if file != "nests" else []
            for nest in nests:
                if nest.name == options.show:
                    print(nest.q_text())
            chosen = [nest for nest in nests if not options.names or {file, nest.name} & {*options.names}]
            if options.show or not chosen:
                continue
            made, loops = compile_c(path, nests, folder, options.threads), loops_of(options.cli, path)
            for nest in chosen:
                c, way, ours, wrong = measure(nest, options.cli, made, options, folder)
                ratios.append(c / ours)
                differ += wrong is not None
                print(f"{file:12} {nest.name:24} {c:9.3f} ms {way:4} {ours:9.3f} ms {c / ours:7.2f}  "
                      + (f"WRONG {wrong}  " if wrong else "") + " | ".join(loops.get(nest.name, [])), flush=True)
    if ratios:
        finite = [ratio for ratio in ratios if ratio > 0]
        mean = math.exp(sum(map(math.log, finite)) / len(finite))
        print(f"{len(ratios)} nests, geometric mean of C / here {mean:.2f}, "
              f"{sum(ratio < 0.8 for ratio in ratios)} below 0.8, {sum(ratio < 0.5 for ratio in ratios)} below 0.5, "
              f"{differ} wrong")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
