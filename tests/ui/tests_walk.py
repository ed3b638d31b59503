# SPDX-License-Identifier: Apache-2.0
"""Walks over the whole window: texts that are cut, names, contrast, the keyboard."""

from tests import check
from walk import Walk


def test_long_texts(ide):
    walk = Walk(ide, long_texts=True)
    found = set()
    for name in walk.all():
        seen = walk.settled()
        ide.screenshot('walk-' + name, '1300x740')
        new = {f'“{label["text"]}” is {label["cut"]}: {label["place"]}' for label in seen['labels'] if label['cut']}
        if seen['width'] > walk.width or seen['height'] > walk.height:
            new.add(f'{name}: {seen["width"]} x {seen["height"]}')
        for text in sorted(new - found):
            print('#', name, text, flush=True)
        found |= new
    check(not found, '\n'.join(sorted(found)))


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
