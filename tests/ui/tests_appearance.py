# SPDX-License-Identifier: Apache-2.0
"""Font and colours in the preferences: the pixels of the text change at once, and in the next session."""

import os
import time

from ide import wait_for
from screen import Screen
from tests import check
from tests_shell import close_preferences, open_preferences, search_preferences, settings_file
from tests_text import labels

NARROW = 'iiiiiiiiiiiiiiiiiiii'
TEXT = 'print "HELLO"\n' * 6 + NARROW + ' = 1\n'


def open_text(ide):
    ide.keep_still()
    path = ide.write('hello.q', TEXT)
    ide.start(path)
    ide.wait_page(path)
    return path


def area_of_text(ide):
    """The last line: neither the cursor nor what shows its line is there."""
    place = ide.text_node().character_extents(TEXT.index(NARROW))
    return place.x, place.y, 200, place.height


def width(ide):
    """Of the narrow letters."""
    return ide.text_node().character_extents(TEXT.index(NARROW) + len(NARROW)).x - area_of_text(ide)[0]


def pixels(ide):
    """Those of the words, once they stay."""
    screen, area = Screen(), area_of_text(ide)

    def stay():
        before = screen.read(*area)
        time.sleep(0.3)
        return screen.read(*area) == before and before

    return wait_for('a picture that stays', stay)


def choose(ide, words, *keys):
    """In the drop-down of the row with these words."""
    open_preferences(ide)
    search_preferences(ide, words)
    ide.keys('Tab', 'space')
    time.sleep(0.5)
    ide.screenshot('preferences-' + words.split()[0])
    ide.keys(*keys)
    close_preferences(ide)


def restart(ide, path):
    ide.close()
    ide.start()
    ide.wait_page(path)
    ide.move_away()


def ground(data):
    """The colour that most pixels have: (blue, green, red)."""
    counts = {}
    for i in range(0, len(data), 4):
        counts[data[i:i + 3]] = counts.get(data[i:i + 3], 0) + 1
    return max(counts, key=counts.get)


def test_font(ide):
    """The size of letters, of which programs and console are written, changes at once and is kept."""
    path = open_text(ide)
    before = ide.text_node().character_extents(0)
    open_preferences(ide)
    search_preferences(ide, 'size')
    ide.screenshot('preferences-font')
    ide.keys('Tab', 'Return', 'ctrl+a', '2', '0', 'Return')
    wait_for('larger letters', lambda: ide.text_node().character_extents(0).height > 1.3 * before.height)
    close_preferences(ide)
    restart(ide, path)
    wait_for('larger letters', lambda: ide.text_node().character_extents(0).height > 1.3 * before.height)


def test_font_family(ide):
    """Letters that are all as wide instead of those that the file of preferences names."""
    os.makedirs(os.path.join(ide.folder, 'config', 'redshift'), exist_ok=True)
    ide.write('config/redshift/ide.ini', '[Editor]\nfont=DejaVu Sans\n')
    path = open_text(ide)
    before, narrow = pixels(ide), width(ide)
    choose(ide, 'font of programs', 'Down', 'Return')
    wait_for('the file', lambda: 'font=DejaVu Sans Mono' in settings_file(ide, 'ide.ini'))
    wait_for('wider letters', lambda: width(ide) > 1.5 * narrow)
    after, wide = pixels(ide), width(ide)
    check(after != before, 'the letters are the same')
    ide.screenshot('font-family')
    restart(ide, path)
    wait_for('wide letters', lambda: width(ide) == wide)
    check(pixels(ide) == after, 'other letters after a start')
    open_preferences(ide)
    wait_for('its name', lambda: 'DejaVu Sans Mono' in labels(ide))
    close_preferences(ide)


def test_colours(ide):
    """Dark, then light, whatever the desktop has."""
    path = open_text(ide)
    for keys, is_dark in ((('End', 'Return'), True), (('Home', 'Down', 'Return'), False)):
        choose(ide, 'light or dark', *keys)
        data = pixels(ide)
        check((max(ground(data)) < 80) == is_dark and (min(ground(data)) > 200) != is_dark, ground(data))
        check(len({data[i:i + 4] for i in range(0, len(data), 4)}) > 8, 'no letters')
        restart(ide, path)
        check(pixels(ide) == data, 'other colours after a start')
        name = f'colours={"dark" if is_dark else "light"}'
        check(name in settings_file(ide, 'ide.ini'), settings_file(ide, 'ide.ini'))


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
