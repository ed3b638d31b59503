#!/usr/bin/env python3
# Whether the documents name files that exist, and keep to the width of a page.
# SPDX-License-Identifier: Apache-2.0
"""usage: check.py SOURCE_FOLDER

In every .md file of the tree:
- `folder/file.c` in backticks is a file or folder of the tree, or the end of the path of one; a name alone (`queue.c`)
  is the name of one. Those with a part in capitals (`NAME.c`) and what stands in blocks of code are passed over;
- links lead to files of the tree, or to headings of the page;
- lines outside of tables and code have at most 120 columns.
The figure of folders in ARCHITECTURE.md is tests/layers/folders.txt upside down. CHANGELOG.md has one line for a
change, under headings that Keep a Changelog knows.
"""
import os
import re
import sys

WIDTH = 120
CHANGES = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
PATH = re.compile(r"[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)+/?|[a-z0-9_-]+\.(?:c|h|def|py|q|md|sh|txt|ui|build)")
# Made by a build, by a program or by a user: not in the tree. Quotients, and names that differ in a number.
ELSEWHERE = re.compile(r"build[a-z-]*/|redshift/history$|prog(ram)?\.q$|[x0-9.]+/[x0-9]$|[a-z]+[0-9](/[0-9])+$|"
                       r"main\.q$|file\.q$|(.*/)?(NAME|FAMILY|DIR)\b")


def read_tree(root):
    """the ends of all paths: "runtime/vm/vm.c", "vm/vm.c", "vm.c", and those of folders"""
    ends = set()
    for folder, folders, files in os.walk(root):
        if folder == root:
            folders[:] = [name for name in folders if name != ".git" and not name.startswith("build")]
        for name in folders + files:
            parts = os.path.relpath(os.path.join(folder, name), root).split(os.sep)
            ends.update("/".join(parts[i:]) for i in range(len(parts)))
    return ends


def find_documents(root):
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in (".git", "shared")
                      and not (folder == root and name.startswith("build"))]
        for name in files:
            if name.endswith(".md"):
                yield os.path.relpath(os.path.join(folder, name), root)


def blocks(text):
    """(number, line, whether it is code) of a page"""
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        is_fence = line.lstrip().startswith("```")
        yield number, line, is_code or is_fence or line.startswith("    ")
        is_code ^= is_fence


def anchor(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def check_page(root, name, ends):
    with open(os.path.join(root, name), encoding="utf-8") as page:
        text = page.read()
    anchors = {anchor(line.lstrip("# ")) for _, line, is_code in blocks(text) if line.startswith("#") and not is_code}
    for number, line, is_code in blocks(text):
        if is_code:
            continue
        if len(line) > WIDTH and not line.startswith("|"):
            yield f"{name}:{number}: {len(line)} columns; {WIDTH} are allowed"
        for quoted in re.findall(r"`([^`]+)`", line):
            for word in quoted.split():
                if PATH.fullmatch(word) and not ELSEWHERE.match(word) and word.rstrip("/") not in ends:
                    yield f"{name}:{number}: there is no {word}"
        for target in re.findall(r"\]\(([^)]+)\)", re.sub(r"`[^`]*`", "", line)):
            if target.startswith("#"):
                if target[1:] not in anchors:
                    yield f"{name}:{number}: there is no heading for {target}"
            elif not (target.startswith("http")
                      or os.path.exists(os.path.join(root, os.path.dirname(name), target))):
                yield f"{name}:{number}: there is no {target}"


def check_changes(root):
    with open(os.path.join(root, "CHANGELOG.md"), encoding="utf-8") as page:
        is_list = False
        for number, line in enumerate(page, 1):
            if line.startswith("### ") and line[4:].strip() not in CHANGES:
                yield f"CHANGELOG.md:{number}: {line[4:].strip()} is none of {', '.join(sorted(CHANGES))}"
            is_list |= line.startswith("- ")
            if is_list and line.startswith((" ", "\t")):
                yield f"CHANGELOG.md:{number}: a change has one line"


def check_figure(root):
    with open(os.path.join(root, "ARCHITECTURE.md"), encoding="utf-8") as page:
        figure = page.read().split("```")[1]
    drawn, library = [], None
    for line in figure.splitlines():
        if not line.strip() or line.strip() == "|":
            continue
        library = line.split()[0] if line[0] != " " else library
        places = re.split(r"  +", re.sub(r"^\S+", "", line).strip())[0]
        drawn.append({f"{library}/{place}" for place in places.split(", ")})
    with open(os.path.join(root, "tests", "layers", "folders.txt"), encoding="utf-8") as lines:
        listed = [set(line.replace(".c", "").split()) for line in lines if line.strip() and not line.startswith("#")]
    for ours, theirs in zip(reversed(drawn), listed):
        if ours != theirs:
            yield (f"ARCHITECTURE.md: the figure has {' '.join(sorted(ours))} where folders.txt has "
                   f"{' '.join(sorted(theirs))}")
            return
    if len(drawn) != len(listed):
        yield f"ARCHITECTURE.md: the figure has {len(drawn)} steps, folders.txt {len(listed)}"


def main():
    root = sys.argv[1]
    ends = read_tree(root)
    documents = sorted(find_documents(root))
    failures = [failure for name in documents for failure in check_page(root, name, ends)]
    failures += [*check_changes(root), *check_figure(root)]
    for failure in failures:
        print(failure)
    print(f"{len(documents)} documents, {len(failures)} mistakes")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
