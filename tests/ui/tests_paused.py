# SPDX-License-Identifier: Apache-2.0
"""What the window shows where a program stands, and what is left of that when it is stopped, edited or not run."""

import os
import time

from ide import wait_for
from tests import check
from walk import Walk
from tests_breakpoints import start, wait_end
from tests_debug import here, texts, type_text
from tests_places import shot, text_area

FIELD = '''function [] = main()
    u = zeros(16, 16)
    u[3, 4] = 0.8
    n = 7
    print n
    print sum(u) > 0
endfunction
'''


def rows_of_here(ide):
    """How many rows of the text's ground are yellow, as the line where a program stands."""
    left, top, right, bottom = text_area(ide)
    image = shot(ide)
    column = right - 40
    pixels = [image.getpixel((column, y)) for y in range(max(top, 0), min(bottom, image.height))]
    return sum(red > 230 and green > 220 and blue < 235 and red - blue > 15 for red, green, blue in pixels)


def stand(ide, line=5):
    path = start(ide, 'field.q', FIELD)
    ide.go_to(path, line)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == line, 20)
    return path


def test_stop_clears_the_line(ide):
    """The line where a program stood is no longer marked when that was stopped."""
    stand(ide)
    wait_for('the yellow line', lambda: rows_of_here(ide) > 8)
    ide.keys('shift+F5')
    wait_end(ide)
    wait_for('no yellow line', lambda: rows_of_here(ide) == 0)


def label_top(ide, text):
    """Where a value at a line end is; None: it is not there."""
    found = [label for label in ide.controls()['labels'] if label['text'] == text]
    return found[0]['y'] if found else None


def luminance(pixel):
    parts = [part / 255 for part in pixel]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(ide, text):
    """Of a label with its ground: the lightest and the darkest pixel there is of it."""
    label = next(label for label in ide.controls()['labels'] if label['text'] == text)
    x, y = int(label['x']), int(label['y'])
    image = shot(ide).crop((x, y, x + int(label['width']), y + int(label['height'])))
    seen = [luminance(pixel) for _, pixel in image.getcolors(1 << 24)]
    return (max(seen) + 0.05) / (min(seen) + 0.05)


def test_restart(ide):
    """Restart ends a program that stands and runs it anew, with the text as it is now."""
    path = ide.write('again.q', 'a = 1\nb = a + 1\nprint b\n')
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 2)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 2, 20)
    ide.keys('F4')
    ide.wait_state('the next line', lambda s: here(s) == 3)
    ide.go_to(path, 1, 5)
    ide.keys('Delete', '7', 'ctrl+shift+F4')
    ide.wait_state('the breakpoint again', lambda s: here(s) == 2, 20)
    ide.keys('F5')
    wait_for('what the new text prints', lambda: '8' in ide.console())


def test_values_move_with_their_lines(ide):
    """Values at line ends go with their lines when lines come above them, and away when the line is edited; a step
    later they are not those of other lines."""
    path = stand(ide)
    summary = 'u: 16 x 16, 0 to 0.8'
    first = wait_for('the size and range of an array', lambda: label_top(ide, summary))
    check(not any(text.startswith('u = [') for text in texts(ide)), texts(ide))
    n = wait_for('n', lambda: label_top(ide, 'n = 7'))
    check(n > first, (n, first))
    ide.screenshot('line-values')
    check(4.5 <= contrast(ide, summary) < 12, contrast(ide, summary))
    ide.go_to(path, 3)
    ide.keys('ctrl+alt+e', 'Home', 'Return', 'Return')
    wait_for('n two lines below', lambda: (label_top(ide, 'n = 7') or 0) > n + 20)
    ide.screenshot('line-values-moved')
    ide.go_to(path, 6)
    ide.keys('End')
    type_text(' + 1')
    wait_for('nothing behind the line that was edited', lambda: label_top(ide, 'n = 7') != n and sum(
        label['text'] == 'n = 7' for label in ide.controls()['labels']) == 1)
    ide.keys('F4')
    ide.wait_state('the next line', lambda s: s['run_status'] == 'Paused')
    wait_for('the values again', lambda: label_top(ide, summary))
    check(label_top(ide, 'n = 7') != n, label_top(ide, 'n = 7'))


def test_first_stop_opens_variables(ide):
    """Where a program stands first, its variables are in front and the text keeps the keyboard; the bar has buttons
    that go on, with their names and keys."""
    stand(ide)
    ide.wait_state('the variables', lambda s: 'variables:end:front' in s['panels'])
    check(ide.state()['focus'] == 'text', ide.state()['focus'])
    hints = {control['hint'] for control in ide.controls()['controls']}
    check({'Continue field.q (F5)', 'Step over (F4)', 'Step into (F7)'} <= hints, hints)
    ide.screenshot('paused')
    ide.click_node(wait_for('the button', lambda: ide.find('push button', 'Step Over')))
    ide.wait_state('the next line', lambda s: here(s) == 6)
    ide.click_node(ide.find('push button', 'Continue'))
    wait_end(ide)
    wait_for('no buttons', lambda: not any(control['hint'] == 'Step over (F4)'
                                           for control in ide.controls()['controls']))


def test_errors_before_a_run(ide):
    """A program with errors is not run: the bar counts them, the first one is at the cursor, Problems is in front."""
    path = start(ide, 'wrong.q', 'a = 1\nb = nosuch\nc = other\nprint a\n')
    ide.wait_state('the check', lambda s: s['errors'] == 2)
    ide.keys('F5')
    state = ide.wait_state('the end', lambda s: not s['running'] and s['run_status'].startswith('Not run'), 20)
    check(state['run_status'] == 'Not run: the program has 2 errors, see Problems', state['run_status'])
    check('problems:bottom:front' in state['panels'], state['panels'])
    check(ide.page(path, state)['line'] == 2, state['pages'])
    check('stopped here' not in state['line_status'], state['line_status'])
    ide.screenshot('not-run')


def test_condition_in_the_dialog(ide):
    """An assignment is no condition: the dialog says so and does not take it."""
    path = start(ide, 'field.q', FIELD)
    ide.go_to(path, 5)
    ide.keys('ctrl+shift+F8')
    wait_for('the dialog', lambda: ide.find('text', 'Condition'))
    type_text('n = 100')
    reason = '`=` assigns; write `==` to compare'
    wait_for('the reason', lambda: reason in texts(ide))
    ide.keys('Return')
    check(ide.find('text', 'Condition') is not None, 'a condition that assigns was taken')
    ide.screenshot('breakpoint-condition')
    ide.keys('Home', 'Right', 'Right')
    type_text('=')
    wait_for('no reason', lambda: ide.find('label', reason) is None)
    ide.keys('Return')
    wait_for('the end of the dialog', lambda: ide.find('text', 'Condition') is None)
    ide.keys('ctrl+alt+b')
    wait_for('it in the panel', lambda: 'field.q:5, if n == 100' in texts(ide))


def test_colors_of_the_console(ide):
    """What the debugger says is as dim as a remark, a warning has the warnings' colour, and only an error is red."""
    start(ide, 'said.q', 'k = 1\nk = k + 0.5\nprint k\nerror "mine"\n')
    ide.keys('F7')
    ide.wait_state('the first line', lambda s: here(s) == 1, 20)
    ide.keys('F5')
    ide.wait_state('the error', lambda s: 'mine' in ide.console())
    colors = {color['name']: color['text'] for color in ide.controls()['colors']
              if color['name'] in ('error', 'warning', 'remark') and 'console' in color['place']}
    check(len(set(colors.values())) == 3, colors)
    left, top, right, bottom = console_area(ide)
    image = shot(ide).crop((left, top, right, bottom))
    seen = {pixel for _, pixel in image.getcolors(1 << 24)}
    ide.screenshot('console-colors')
    for name in colors:
        wanted = tuple(int(part) for part in colors[name][4:-1].split(',')[:3])
        check(any(max(abs(a - b) for a, b in zip(pixel, wanted)) < 12 for pixel in seen), (name, wanted))


def console_area(ide):
    extents = ide.text_node('Console output').extents()
    return extents.x, extents.y, extents.x + extents.width, extents.y + extents.height


def tab_pixels(ide):
    """(left of the name, the icon beside it) of the first tab, as pixels."""
    name = next(label for label in ide.controls()['labels'] if label['text'] == 'name.q' and 'Tab' in label['place'])
    x, y, height = int(name['x']), int(name['y']), int(name['height'])
    image = shot(ide)
    return (image.crop((16, y, x - 26, y + height)).tobytes(), image.crop((x - 24, y, x - 2, y + height)).tobytes())


def test_mark_of_an_unsaved_text(ide):
    """The mark of a text that is not saved is beside its name, nowhere else in the tab."""
    ide.keep_still()
    path = start(ide, 'name.q', 'a = 1\n')
    far, beside = tab_pixels(ide)
    type_text('b')
    ide.wait_state('the change', lambda s: ide.page(path, s)['modified'])
    wait_for('another icon', lambda: tab_pixels(ide)[1] != beside)
    ide.screenshot('unsaved')
    check(tab_pixels(ide)[0] == far, 'something else in the tab has changed')
    ide.keys('ctrl+s')
    ide.wait_state('the save', lambda s: not ide.page(path, s)['modified'])
    wait_for('the icon of before', lambda: tab_pixels(ide)[1] == beside)


def test_text_at_a_stop_after_a_profile(ide):
    """A long text with times in its margin shows where the program stops, and after a step."""
    ide.extra_environment['ADW_DEBUG_COLOR_SCHEME'] = 'prefer-light'
    Walk(ide, 1280, 820)
    examples = os.path.join(os.path.dirname(__file__), '..', '..', 'examples')
    with open(os.path.join(examples, 'local-contrast.q'), encoding='utf-8') as file:
        text = file.read().replace('images/scene.png', os.path.join(os.path.abspath(examples), 'images/scene.png'))
    path = ide.write('stands.q', text)
    ide.start(path)
    ide.give_focus()
    ide.wait_page(path)
    ide.keys('ctrl+shift+F5')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready') and s['profile']['kernels'],
                   60)
    ide.go_to(path, 44)
    ide.keys('ctrl+F8', 'F5')
    for key in ('F4', 'F4', 'shift+F5'):
        ide.wait_state('the stop', lambda s: s['run_status'] == 'Paused')
        time.sleep(1)  # until all notes have come
        check(ide.shades('600x300+100+110') > 50, 'no text shows')
        ide.keys(key)


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
