#!/usr/bin/env python3
# Whether translators get all that the window says.
# SPDX-License-Identifier: Apache-2.0
"""usage: translations.py SOURCE_FOLDER

data/po/POTFILES lists the files with texts for gettext, all of them and in order; and where xgettext is installed, it
finds in them what the pseudo translation of the window's tests (tests/ui/pseudo.py) finds, with data/po/meson.build's
keywords: a text that it can't read, since a macro stands in it, would never be translated.
"""
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(ROOT, "tests", "ui"))
import pseudo  # noqa: E402

MARKED = re.compile(r'\b(?:_|N_|ngettext|g_dngettext) \((?:NULL, )?"|translatable="yes"|^RS_SETTING \(', re.M)
FOLDERS = ("ide", "profiler", "runtime")
# What the terminal says is not translated.
TERMINAL = ("ide/cli/",)


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def find_marked():
    """The files with texts for gettext, by name."""
    found = []
    for top in FOLDERS:
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            paths = [os.path.relpath(os.path.join(folder, name), ROOT) for name in names
                     if name.endswith((".c", ".h", ".def", ".ui"))]
            found += [path for path in paths if not path.startswith(TERMINAL) and MARKED.search(read(path))]
    return sorted(found)


def listed():
    return [line for line in read("data/po/POTFILES").splitlines() if line and not line.startswith("#")]


def value_of(lines):
    return "".join(pseudo.value_of(literal) for literal in re.findall(pseudo.LITERAL, lines))


def extract():
    """The messages that xgettext finds, as a set."""
    keyword = re.search(r"'(--keyword=[^']+)'", read("data/po/meson.build"))[1]
    command = ["xgettext", "--from-code=UTF-8", "-k_", "-kN_", "-kngettext:1,2", "-kg_dngettext:2,3", keyword,
               "--no-location", "--output=-", *listed()]
    text = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, encoding="utf-8").stdout
    found = {value_of(match[1]) for match in re.finditer(r'^msgid ((?:".*"\n)+)', text, re.M)}
    formats = {"<PRId64>": "ld", "<PRIu64>": "lu"}
    return {re.sub("<PRI[du]64>", lambda match: formats[match[0]], message) for message in found} - {""}


def main():
    marked, names = find_marked(), listed()
    lost = [f"{name} is not in data/po/POTFILES" for name in marked if name not in names]
    lost += [f"{name} in data/po/POTFILES has no texts" for name in names if name not in marked]
    lost += ["data/po/POTFILES is not in order"] if names != sorted(names) else []
    print("1..2")
    print("not ok" if lost else "ok", "1 - files")
    print("".join(f"# {line}\n" for line in lost), end="")
    if shutil.which("xgettext") is None:
        print("ok 2 - messages # SKIP xgettext is not installed (package gettext)")
        return 1 if lost else 0
    missing = sorted(set(pseudo.messages()) - extract())
    print("not ok" if missing else "ok", "2 - messages")
    print("".join(f"# xgettext does not find: {text!r}\n" for text in missing), end="")
    return 1 if lost or missing else 0


if __name__ == "__main__":
    sys.exit(main())
