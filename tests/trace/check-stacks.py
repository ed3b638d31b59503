#!/usr/bin/env python3
"""Exports of stacks: folded and speedscope say the same, and as much as the trace.

usage: check-stacks.py REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

PROGRAM = """function y = inner(x)
  y = 0
  for i = 1..3000
    y = y + sin(x * i)
  end
end
function y = outer(n)
  y = 0
  for i = 1..n
    y = y + inner(i)
  end
end
function [] = main()
  print outer(300) + outer(200)
end
"""


def read_folded(text):
    stacks = collections.Counter()
    for line in text.splitlines():
        found = re.fullmatch(r"([^;]+(?:;[^;]+)+) (\d+)", line)
        assert found, line
        assert found.group(1) not in stacks, f"twice: {line}"
        stacks[found.group(1)] += int(found.group(2))
    return stacks


def read_speedscope(text):
    """The same in the form of folded stacks."""
    data = json.loads(text)
    assert data["$schema"] == "https://www.speedscope.app/file-format-schema.json"
    frames, stacks = data["shared"]["frames"], collections.Counter()
    for profile in data["profiles"]:
        assert profile["type"] == "sampled" and profile["unit"] == "nanoseconds"
        assert len(profile["samples"]) == len(profile["weights"])
        assert profile["startValue"] == 0 and profile["endValue"] == sum(profile["weights"])
        for sample, weight in zip(profile["samples"], profile["weights"]):
            labels = [frames[i]["name"] + (f" ({os.path.basename(frames[i]['file'])}:{frames[i]['line']})"
                                           if frames[i].get("line") else "") for i in sample]
            stacks[";".join([profile["name"], *labels]).replace("\n", " ")] += weight
    return stacks


def main():
    cli = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("stacks.q", "w", encoding="utf-8") as out:
            out.write(PROGRAM)
        for options in ([], ["--lines=1000"]):
            subprocess.run([cli, "run", "-d", "interp", "--profile", "t.rstrace", *options, "stacks.q"], check=True,
                           capture_output=True)
            texts = [subprocess.run([cli, "trace", "export", "--format", form, "t.rstrace"], check=True,
                                    capture_output=True, text=True).stdout for form in ("folded", "speedscope")]
            stacks = read_folded(texts[0])
            assert stacks == read_speedscope(texts[1])
            assert any(re.search(r"main[^;]*;.*outer[^;]*;.*inner", stack) for stack in stacks), list(stacks)
            query = "SELECT sum(a) FROM events WHERE kind = 19" if options else \
                    "SELECT sum(end - start) FROM named_events WHERE kind = 'function' AND name = 'main'"
            whole = int(subprocess.run([cli, "trace", "query", "--csv", query, "t.rstrace"], check=True,
                                       capture_output=True, text=True).stdout.splitlines()[1])
            got = sum(weight for stack, weight in stacks.items() if options or ";main" in stack)
            assert got == whole if options else abs(got - whole) <= 0.02 * whole, (options, got, whole)
        for form in ("folded", "speedscope"):
            for _ in range(2):  # what was written is replaced
                subprocess.run([cli, "trace", "export", "--format", form, "-o", "out." + form, "t.rstrace"], check=True)
            done = subprocess.run([cli, "trace", "export", "--format", form, "-o", "stacks.q", "t.rstrace"],
                                  check=False, capture_output=True)
            assert done.returncode == 2, "a program is not replaced"


if __name__ == "__main__":
    main()
