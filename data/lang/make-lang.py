#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fills the list of built-in functions in quasar.lang.in from compiler/builtins.def.

usage: make-lang.py builtins.def quasar.lang.in quasar.lang
"""

import re
import sys


def main():
    table, template, output = sys.argv[1:4]
    with open(table, encoding='utf-8') as file:
        names = re.findall(r'^RS_BUILTIN\s*\(\s*\w+\s*,\s*"([A-Za-z_]\w*)"', file.read(), re.MULTILINE)
    if not names:
        sys.exit(f'{table}: no built-ins found')
    # The constants and the types have a style of their own.
    names = sorted(set(names) - {'true', 'false', 'pi', 'inf', 'nan', 'eps'})
    lines = [f'      <keyword>{name}</keyword>' for name in names]
    with open(template, encoding='utf-8') as file:
        text = file.read().replace('@BUILTINS@', '\n'.join(lines))
    with open(output, 'w', encoding='utf-8') as file:
        file.write(text)


if __name__ == '__main__':
    main()
