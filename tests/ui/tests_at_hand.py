# SPDX-License-Identifier: Apache-2.0
"""What people who come from other debuggers look for where a program stands: buttons that pause and step out, switches
of breakpoints, values of elements, photographs as pictures, help at the prompt."""

import os
import subprocess
import time

from gi.repository import GLib

from ide import wait_for
from tests import check
from tests_debug import focus_prompt, here, texts, type_text

ENDLESS = """k = 0
while k < 10
    m = k + 1
endwhile
"""

PHOTOGRAPH = """function y = brighter(x, by)
    y = uninit(size(x))
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            y[m,n,0] = x[m,n,0] + by[m]
        endfor
    endfor
endfunction

x = zeros(40, 30, 3)
x[:,:,:] = 7
a = zeros(3, 3, 3)
y = brighter(x, 1..40)
"""


def test_pause_button(ide):
    """A button pauses a program that runs on; where it stands, one steps out of the function."""
    path = ide.write('endless.q', ENDLESS)
    ide.start(path)
    ide.wait_page(path)
    check(ide.find('push button', 'Pause') is None, 'a pause without a program')
    ide.keys('F5')
    ide.press('Pause')
    ide.wait_state('the loop', lambda s: here(s) in (2, 3), 20)
    wait_for('the other buttons', lambda: ide.find('push button', 'Continue') and ide.find('push button', 'Step Out'))
    check(ide.find('push button', 'Pause') is None, 'a pause of a program that stands')
    ide.screenshot('pause-button')
    ide.press('Continue')
    wait_for('the pause', lambda: ide.find('push button', 'Pause'))
    ide.keys('shift+F5')
    ide.wait_state('the end', lambda s: not s['running'])
    wait_for('no pause', lambda: ide.find('push button', 'Pause') is None)


def test_step_out_button(ide):
    """It goes on behind the call."""
    path = ide.write('photograph.q', PHOTOGRAPH)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 5)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 5, 20)
    ide.keys('ctrl+F8')
    ide.press('Step Out')
    ide.wait_state('the caller', lambda s: here(s) in (0, 13) and s['run_status'] != 'Running', 20)


def test_breakpoints_are_switched(ide):
    """In the panel, with the text of their lines, by the mouse and by Space; the debugger is told at once."""
    path = ide.write('photograph.q', PHOTOGRAPH)
    ide.start(path)
    ide.wait_page(path)
    for line in (2, 5, 11):
        ide.go_to(path, line)
        ide.keys('ctrl+F8')
    ide.keys('F5')
    ide.wait_state('the first', lambda s: here(s) == 11, 20)
    ide.keys('ctrl+alt+b')
    wait_for('lines', lambda: {'photograph.q:2', 'y = uninit(size(x))'} <= set(texts(ide)))
    ide.screenshot('breakpoints-switches')
    ide.click_node(ide.find('check box', 'photograph.q:5: stops there'))
    wait_for('it is off', lambda: 'photograph.q:5, off' in texts(ide))
    ide.keys('ctrl+alt+b', 'Home', 'space')
    wait_for('the first is off, too', lambda: 'photograph.q:2, off' in texts(ide))
    ide.screenshot('breakpoints-off')
    ide.keys('space')
    wait_for('it is on again', lambda: 'photograph.q:2' in texts(ide))
    ide.keys('F5')
    ide.wait_state('the one that is on', lambda s: here(s) == 2)
    ide.keys('F5')
    ide.wait_state('the end, past the one that is off', lambda s: not s['running'])


def line_values(ide):
    """What stands behind lines of the text, in their order."""
    nodes = [node for node in ide.walk() if node.role == 'label' and ' x 3' in node.name and node.extents().width > 0]
    return [node.name for node in sorted(nodes, key=lambda node: node.extents().y)]


def test_elements_in_the_line(ide):
    """Where it stands, a line shows the elements that it names rather than the sizes of their arrays; a tip of an array
    has its size."""
    path = ide.write('photograph.q', PHOTOGRAPH)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 5)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 5, 20)
    wait_for('elements', lambda: any('m = 0, n = 0, x[m,n,0] = 7, by[m] = 1' in text for text in texts(ide)))
    wait_for('the size in another line', lambda: any('x: 40 x 30 x 3' in text for text in texts(ide)))
    ide.screenshot('elements-in-line')
    ide.keys('ctrl+F8')
    ide.go_to(path, 13)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the line of the program itself', lambda s: here(s) == 13)
    wait_for('values', lambda: any(text.startswith('x: 40 x 30 x 3, 7 to 7') for text in texts(ide)))
    wait_for('a range for each', lambda: line_values(ide) == [
        'x: 40 x 30 x 3, 7 to 7', 'x: 40 x 30 x 3, 7 to 7', 'a: 3 x 3 x 3, 0 to 0', 'x: 40 x 30 x 3, 7 to 7'])
    ide.keys('shift+F5')
    ide.wait_state('the end', lambda s: not s['running'])


def shows_view(ide, view):
    """The drop-down list of the array panel has it."""
    return any(node.role == 'label' and node.name == view and node.extents().width > 0 for node in ide.walk())


def test_photograph_is_a_picture(ide):
    """A double click on an array of three channels shows its image, on another one its table."""
    path = ide.write('photograph.q', PHOTOGRAPH)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 13)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 13, 20)
    for name, view in (('x', 'Image'), ('a', 'Table'), ('x', 'Image')):
        ide.keys('ctrl+alt+v')
        node = wait_for(name, lambda n=name: next((node for node in ide.walk() if node.role == 'label'
                                                   and node.name == n and node.extents().width > 0), None))
        ide.double_click_node(node)
        wait_for(view, lambda v=view: ide.state()['focus'] == 'array' and shows_view(ide, v))
    ide.screenshot('photograph-image')


LARGE = """x = zeros(2000, 3000, 3)
x[:,0..1499,:] = 200
x[5,5,0] = 255
print 1
"""


def test_photograph_has_range_and_picture(ide):
    """An array of 72 MB has its range beside the line and in the panel, and a small picture, a moment after a stop."""
    path = ide.write('large.q', LARGE)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 4)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 4, 60)
    wait_for('the range', lambda: 'x: 2000 x 3000 x 3, 0 to 255' in texts(ide))
    ide.keys('ctrl+alt+v')
    wait_for('mean and most', lambda: {'100', '255'} <= set(texts(ide)))
    row = next(node for node in ide.walk() if node.role == 'label' and node.name == 'x' and node.extents().width > 0)
    extents = row.extents()
    wait_for('the picture', lambda: ide.shades(f'24x24+{extents.x - 30}+{extents.y}') >= 3)
    ide.screenshot('photograph-range')
    ide.keys('shift+F5')
    ide.wait_state('the end', lambda s: not s['running'])


def save_as(ide, other):
    """Keys that are pressed behind it are the window's again."""
    def is_asked():
        return subprocess.run(['xdotool', 'search', '--onlyvisible', '--name', '^Save As$'], check=False,
                              capture_output=True).stdout

    ide.keys('ctrl+shift+s')
    wait_for('the question', is_asked)
    time.sleep(1)  # until the chooser has filled in the name
    ide.keys('ctrl+a')
    type_text(other)
    ide.keys('Return')
    ide.wait_state('the other name', lambda s: s['current'] == other)
    wait_for('the end of the question', lambda: not is_asked())


def test_saved_under_another_name(ide):
    """A program that stands and whose text is saved under another name is shown, stepped and stopped there."""
    path, other = ide.write('photograph.q', PHOTOGRAPH), os.path.join(ide.folder, 'other.q')
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 2)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 2, 20)
    save_as(ide, other)
    ide.go_to(other, 5)
    ide.keys('ctrl+F8', 'F4')
    ide.wait_state('the next line', lambda s: here(s) == 3)
    check(ide.page(path) is None and ide.state()['current'] == other, 'the old file shows')
    wait_for('values', lambda: any('m = 0' in text or 'x: 40 x 30 x 3' in text for text in line_values(ide)))
    ide.keys('F5')
    ide.wait_state('the new breakpoint', lambda s: here(s) == 5)
    check(ide.page(path) is None and ide.state()['current'] == other, 'the old file shows')
    ide.screenshot('saved-under-another-name')
    ide.keys('shift+F5')
    ide.wait_state('the end', lambda s: not s['running'])


def follow_link(ide, path, line):
    """Clicks on a link of the console, which leads to a place of the run."""
    ide.activate('go-to-place-of-run', GLib.Variant('(suu)', (path, line, 1)))


def test_links_after_another_name(ide):
    """The places that a run has told lead to its text, also when that has another name since, and is edited; a program
    that runs under the old name again is another one."""
    path, other = ide.write('first.q', 'a = 1\nb = 2\nerror("broken")\n'), os.path.join(ide.folder, 'second.q')
    ide.start(path)
    ide.wait_page(path)
    ide.keys('F5')
    ide.wait_state('the end', lambda s: s['run_status'].startswith('Ended with an error'), 30)
    save_as(ide, other)
    ide.go_to(other, 1)
    ide.insert('%\n')
    follow_link(ide, path, 3)
    ide.wait_state('the line', lambda s: s['current'] == other and ide.page(other, s)['line'] == 4)
    check(ide.page(path) is None, 'the old file shows')
    ide.go_to(path, 2)
    ide.wait_page(path)
    ide.wait_state('the old file', lambda s: s['current'] == path)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 2 and s['current'] == path, 30)
    ide.go_to(other, 1)
    follow_link(ide, path, 3)
    ide.wait_state('the line', lambda s: s['current'] == path and ide.page(path, s)['line'] == 3)
    ide.keys('shift+F5')
    ide.wait_state('the end', lambda s: not s['running'])


def test_value_of_what_is_left(ide):
    """Of what a program has left, a new value with an error stays in its dialog with the reason; a good one closes
    it."""
    path = ide.write('left.q', 'left = 20\nprint left\n')
    ide.start(path)
    ide.wait_page(path)
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'] and 'Finished' in s['run_status'], 30)
    ide.keys('ctrl+alt+v')
    wait_for('left', lambda: 'left' in texts(ide))
    ide.activate('show-variables')
    ide.double_click_node(next(node for node in ide.walk() if node.role == 'label' and node.name == 'left'
                               and node.extents().width > 0))
    wait_for('the dialog', lambda: ide.find('text', 'New value of left'))
    ide.keys('ctrl+a')
    type_text('nosuch + 1')
    ide.keys('Return')
    wait_for('the reason', lambda: 'This has an error, which the console tells.' in texts(ide))
    check('nosuch' in ide.console(), ide.console())
    ide.screenshot('value-with-error')
    ide.keys('ctrl+a')
    type_text('7*6')
    ide.keys('Return')
    wait_for('the value', lambda: '42' in texts(ide))
    wait_for('no dialog', lambda: ide.find('text', 'New value of left') is None)


SERIAL = """x = rand(200, 300)
y = zeros(200, 300)
for m=0..199
    for n=0..299
        if x[m,n] > 0.5
            ratio = 2.0
        endif
        y[m,n] = ratio
    endfor
endfor
"""


def test_how_to_write_it_otherwise(ide):
    """The tip of a serial loop's mark says why, and below that how the loop may be written; the bar says why only."""
    path = ide.write('serial.q', SERIAL)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 3)
    why = 'this loop: serial, as native code: line 8: `ratio` may still have its value from another iteration'
    otherwise = ('Otherwise: where none from another iteration is meant, give `ratio` a value before it is used,'
                 ' such as `ratio = 0.0` behind line 4.')
    state = ide.wait_state('the bar', lambda s: why in s['line_status'])
    check('Otherwise' not in state['line_status'], state['line_status'])
    extents = ide.text_node().extents()
    ide.move(extents.x + 48, extents.y + 2 * 17 + 8)
    wait_for('the tip', lambda: any(why in text and text.endswith(otherwise) for text in texts(ide)))
    ide.screenshot('written-otherwise')


def test_help_at_the_prompt(ide):
    """`help imread` is the documentation of the function, whos the list of variables; a file whose name is misspelt is
    told with the one that is there."""
    ide.write('holiday.jpg', '')
    path = ide.write('photograph.q', 'x = 3\nprint x\ny = imread("holliday.jpg")\n')
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 2)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 2, 20)
    focus_prompt(ide)
    type_text('whos')
    ide.keys('Return')
    wait_for('x', lambda: 'x : int = 3' in ide.console())
    type_text('help imread')
    ide.keys('Return')
    ide.wait_state('the panel', lambda s: s['focus'] == 'help')
    wait_for('its text', lambda: any('Reads a PNG' in text for text in texts(ide)))
    ide.screenshot('help-at-prompt')
    ide.keys('F5')
    wait_for('the other name', lambda: 'did you mean "holiday.jpg"?' in ide.console())
    check(os.path.basename(path) in ide.console(), ide.console())


TESTS = [test_pause_button, test_step_out_button, test_breakpoints_are_switched, test_elements_in_the_line,
         test_photograph_is_a_picture, test_photograph_has_range_and_picture, test_value_of_what_is_left,
         test_saved_under_another_name, test_links_after_another_name,
         test_how_to_write_it_otherwise, test_help_at_the_prompt]
