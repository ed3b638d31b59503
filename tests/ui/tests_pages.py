# SPDX-License-Identifier: Apache-2.0
"""Going from page to page, and from one found place to the next."""

import subprocess
import time

from ide import wait_for
from tests import check
from tests_places import shot, text_area
from tests_text import type_text

FOUND, FOUND_CURRENT = (0xff, 0xe9, 0xa8), (0xff, 0xab, 0x40)


def three_pages(ide):
    paths = [ide.write(name, f'% {name}\nscale = 1\nprint scale\n') for name in ('one.q', 'two.q', 'three.q')]
    ide.start(*paths)
    for path in paths:
        ide.wait_page(path)
        ide.go_to(path, 2)
        ide.wait_state('the page', lambda s: s['current'] == path)
    return paths


def hold_and_tab(times):
    """Ctrl is held while Tab is pressed so often."""
    subprocess.run(['xdotool', 'keydown', 'ctrl', *['key', '--delay', '200', 'Tab'] * times, 'keyup', 'ctrl'],
                   check=True)


def test_pages_in_order_of_use(ide):
    """Ctrl+Tab goes to the page before, and back; held, further back."""
    one, two, three = three_pages(ide)
    for times, wanted in ((1, two), (1, three), (2, one), (1, three), (1, one)):
        hold_and_tab(times)
        ide.wait_state(f'{wanted} after {times}', lambda s: s['current'] == wanted)
        time.sleep(0.3)
        check(ide.state()['focus'] == 'text', 'the keyboard is not in the text')
    ide.go_to(two, 1)
    ide.wait_state('the page', lambda s: s['current'] == two)
    ide.keys('ctrl+w')
    ide.wait_state('the page is closed', lambda s: len(s['pages']) == 2)
    for wanted in (three, one):
        ide.go_to(wanted, 1)
        ide.wait_state('the page', lambda s: s['current'] == wanted)
    hold_and_tab(1)
    ide.wait_state('that one of two', lambda s: s['current'] == three)


def test_pages_are_listed(ide):
    """The arrow beside the tabs lists the pages of its frame, before what can be done with the frame."""
    one, _, three = three_pages(ide)
    ide.keys('ctrl+Home', 'percent')
    ide.wait_state('the change', lambda s: ide.page(three, s)['modified'])
    extents = ide.text_node().extents()
    ide.click(extents.x + extents.width - 20, extents.y - 18)
    names = wait_for('the menu', lambda: [name for _, name in ide.named('menu item') if '.q' in name])
    ide.screenshot('pages')
    check(names == ['one.q', 'two.q', '• three.q'], names)
    next(node for node, name in ide.named('menu item') if name == 'one.q').act()
    ide.wait_state('the page', lambda s: s['current'] == one and s['focus'] == 'text')


def test_click_on_tab_gives_keyboard(ide):
    """A click on the tab of a text gives it the keyboard, wherever that was: in another text, in a page at the side."""
    three_pages(ide)
    pages = [page['name'] for page in ide.state()['pages']]
    ide.keys('ctrl+alt+x')
    ide.wait_state('the devices', lambda s: s['focus'] == 'devices')
    time.sleep(1)  # the side slides in
    for number in (0, 1, 1):  # at last the tab of the page that is in front
        ide.keys('ctrl+alt+x')
        ide.wait_state('the keyboard is in the devices', lambda s: s['focus'] == 'devices')
        view = ide.text_node().extents()
        ide.click(view.x + view.width * (2 * number + 1) // 6, view.y - 18)
        ide.wait_state('its page', lambda s: s['current'] == pages[number] and s['focus'] == 'text')
        ide.screenshot(f'tab-{number}')
        ide.keys('ctrl+Home', 'h')
        wait_for('the letter', lambda: ide.text().startswith('h'))


def colours(ide, *wanted):
    """How many pixels of the text have each of the colours."""
    image = shot(ide).crop(text_area(ide))
    counted = dict((colour, count) for count, colour in image.getcolors(1 << 24))
    return [counted.get(colour, 0) for colour in wanted]


def test_found_places_are_marked(ide):
    """All places that a search in the folder has found are marked, that which was gone to strongly, also in a file that
    opens for it; other text takes the marks away, Escape and another panel too."""
    one, _, three = three_pages(ide)
    other = ide.write('other.q', 'scale = 2\nprint scale + scale\n')
    check(colours(ide, FOUND, FOUND_CURRENT) == [0, 0], 'marks before the search')
    ide.keys('ctrl+shift+f')
    wait_for('the panel', lambda: ide.find('text', 'Find in the folder'))
    type_text(ide, 'scale')
    ide.keys('Return')
    light, strong = wait_for('the marks', lambda: (c := colours(ide, FOUND, FOUND_CURRENT))[0] > 100 and c)
    check(strong == 0, 'nothing was gone to')
    rows = [node for node, name in ide.named('label') if name.startswith('three.q:3:')]
    ide.click_node(rows[0])
    ide.wait_state('the place', lambda s: s['current'] == three and ide.page(three, s)['line'] == 3)
    marked = wait_for('the strong mark', lambda: (c := colours(ide, FOUND, FOUND_CURRENT))[1] > 50 and c)
    check(marked[0] < light, f'one of the places is the current one: {light} before, {marked} now')
    ide.screenshot('found')
    ide.click_node(next(node for node, name in ide.named('label') if name.startswith('other.q:2:')))
    ide.wait_state('the file', lambda s: s['current'] == other and ide.page(other, s)['line'] == 2)
    wait_for('both marks', lambda: min(colours(ide, FOUND, FOUND_CURRENT)) > 50)
    ide.keys('Escape')
    wait_for('no marks', lambda: colours(ide, FOUND, FOUND_CURRENT) == [0, 0])
    ide.go_to(one, 1)
    ide.keys('ctrl+alt+c', 'ctrl+alt+e')
    ide.activate('show-search')
    wait_for('the marks again', lambda: colours(ide, FOUND)[0] > 100)
    ide.keys('ctrl+alt+c')
    wait_for('no marks beside the console', lambda: colours(ide, FOUND) == [0])


def test_references_are_marked(ide):
    one, _, _ = three_pages(ide)
    ide.go_to(one, 3, 8)
    ide.wait_state('the check', lambda s: s['current'] == one and ide.page(one, s)['checked'])
    ide.keys('shift+F12')
    wait_for('the list', lambda: any(name.startswith('one.q:2:') for _, name in ide.named('label')))
    wait_for('the marks', lambda: colours(ide, FOUND)[0] > 100)
    ide.click_node(next(node for node, name in ide.named('label') if name.startswith('one.q:2:')))
    wait_for('both marks', lambda: min(colours(ide, FOUND, FOUND_CURRENT)) > 50)


def test_current_match_of_the_page(ide):
    """The match that the find bar is at stands out, and it says which one it is."""
    one, _, _ = three_pages(ide)
    ide.go_to(one, 1)
    ide.wait_state('the page', lambda s: s['current'] == one)
    ide.keys('ctrl+f')
    wait_for('the bar', lambda: ide.find('text', 'Find'))
    type_text(ide, 'scale')
    wait_for('the first', lambda: any(name == '1 of 2' for _, name in ide.named('label')))

    def stands_out():
        # The selection that is not the keyboard's lies over it.
        image = shot(ide).crop(text_area(ide))
        return any(count > 50 and r > 0xd0 and 0x80 < g < 0xb8 and b < 0x60 for count, (r, g, b) in
                   image.getcolors(1 << 24))

    wait_for('the strong mark', stands_out)
    ide.screenshot('current-match')
    ide.keys('Return')
    wait_for('the second', lambda: any(name == '2 of 2' for _, name in ide.named('label')))
    ide.keys('Escape')
    wait_for('no strong mark', lambda: not stands_out())


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
