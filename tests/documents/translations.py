#!/usr/bin/env python3
# Whether translators get all that the window says.
# SPDX-License-Identifier: Apache-2.0
"""usage: translations.py SOURCE_FOLDER

data/po/POTFILES lists the files with texts for gettext, all of them and in order; and where xgettext is installed, it
finds in them what the pseudo translation of the window's tests (tests/ui/pseudo.py) finds, with data/po/meson.build's
keywords: a text that it can't read, since a macro stands in it, would never be translated. No two entries of a menu are
chosen with one letter, in English or in a language of data/po/LINGUAS.
"""
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

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


def menus_of_ui(node):
    """Of each menu in a .ui file the labels of its entries; sections belong to the menu that they stand in."""
    def entries(menu):
        for child in menu:
            if child.tag == "section":
                yield from entries(child)
            elif child.tag in ("item", "submenu"):
                yield from (entry.text for entry in child if entry.get("name") == "label")

    for menu in (*node.iter("menu"), *node.iter("submenu")):
        yield list(entries(menu))


def menus():
    """All menus: those of .ui files, and those that a function makes."""
    for name in listed():
        if name.endswith(".ui"):
            yield from ((name, labels) for labels in menus_of_ui(ElementTree.fromstring(read(name))))
        elif name.endswith(".c"):
            for function in re.split(r"^}", read(name), flags=re.M):
                labels = re.findall(rf"(?:g_menu_append|add_item|add_statement) \(\w+, _ \(({pseudo.LITERAL})\)",
                                    function)
                yield name, [pseudo.value_of(label) for label in labels]


def languages():
    """English, and for each language of LINGUAS what its texts are, by the English ones."""
    yield "en", {}
    for language in (word for line in read("data/po/LINGUAS").splitlines() for word in line.split("#")[0].split()):
        pairs = re.findall(r'^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)', read(f"data/po/{language}.po"), re.M)
        yield language, {value_of(source): value_of(text) for source, text in pairs if value_of(text)}


def doubled():
    """Sentences about entries of one menu that have one letter."""
    for language, texts in languages():
        for name, labels in menus():
            seen = {}
            for label in (texts.get(label, label) for label in labels):
                letter = re.search(r"(?<!_)_([^_])", label)
                if letter and letter[1].lower() in seen:
                    yield f"{name} ({language}): “{seen[letter[1].lower()]}” and “{label}” have one letter"
                elif letter:
                    seen[letter[1].lower()] = label


def main():
    both = list(doubled())
    marked, names = find_marked(), listed()
    lost = [f"{name} is not in data/po/POTFILES" for name in marked if name not in names]
    lost += [f"{name} in data/po/POTFILES has no texts" for name in names if name not in marked]
    lost += ["data/po/POTFILES is not in order"] if names != sorted(names) else []
    print("1..3")
    print("not ok" if lost else "ok", "1 - files")
    print("".join(f"# {line}\n" for line in lost), end="")
    print("not ok" if both else "ok", "2 - letters of menus")
    print("".join(f"# {line}\n" for line in both), end="")
    if shutil.which("xgettext") is None:
        print("ok 3 - messages # SKIP xgettext is not installed (package gettext)")
        return 1 if lost or both else 0
    missing = sorted(set(pseudo.messages()) - extract())
    print("not ok" if missing else "ok", "3 - messages")
    print("".join(f"# xgettext does not find: {text!r}\n" for text in missing), end="")
    return 1 if lost or missing or both else 0


if __name__ == "__main__":
    sys.exit(main())
