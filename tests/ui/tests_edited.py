# SPDX-License-Identifier: Apache-2.0
"""Texts that are edited while their programs run: breakpoints, Run to Cursor and what a profile says go by the lines of
the program, wherever they are now."""

import os

from gi.repository import GLib

from ide import wait_for
from tests import IMAGE, check
from tests_at_hand import save_as
from tests_debug import PROGRAM, focus_prompt, here, type_text
from tests_profile import OPEN


def stand(ide, line):
    path = ide.write('steps.q', PROGRAM)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, line)
    ide.keys('ctrl+F8')
    ide.keys('F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == line, 20)
    return path


def test_breakpoints_in_an_edited_text(ide):
    """The text is edited above the function and in it, while the program stands: a breakpoint that is set then stops
    the program at the statement that it stands at, and so does Run to Cursor."""
    path = stand(ide, 6)
    ide.go_to(path, 1)
    ide.keys('Home', 'Return', 'Return')
    ide.go_to(path, 9)
    ide.keys('End', 'Return')
    wait_for('three lines', lambda: ide.text().startswith('\n\nfunction') and '+ 1\n    \n' in ide.text())
    ide.go_to(path, 11)
    ide.keys('ctrl+F8')
    ide.keys('F5')
    ide.wait_state('c = b + 1', lambda s: here(s) == 11)
    ide.go_to(path, 12)
    ide.keys('ctrl+F7')
    ide.wait_state('print c', lambda s: here(s) == 12)
    ide.screenshot('breakpoint-in-edited-text')
    ide.keys('F5')
    wait_for('the output', lambda: '42' in ide.console())


def test_breakpoint_in_a_new_line(ide):
    """One at a statement that the running program has not waits for the next run, and that is said."""
    path = stand(ide, 6)
    ide.go_to(path, 8)
    ide.keys('End', 'Return', 'd', 'equal', '1', 'Return', 'e', 'equal', '2')
    wait_for('the lines', lambda: 'd=1\n    e=2' in ide.text())
    ide.go_to(path, 9)
    ide.keys('ctrl+F8')
    wait_for('the remark', lambda: 'line 9 is not in the program that runs: the breakpoint there counts from its next '
             'start on' in ide.console())
    ide.keys('ctrl+F7')
    wait_for('the second remark', lambda: 'line 9 is not in the program that runs\n' in ide.console())
    check(here(ide.state()) > 0, 'the program went on')
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'] != 'Paused')
    ide.keys('F5')
    ide.wait_state('the first breakpoint', lambda s: here(s) == 6, 20)
    ide.keys('F5')
    ide.wait_state('the new line', lambda s: here(s) == 9)


def test_profile_of_an_edited_text(ide):
    """What a profile says of loops and lines is at the lines of the text that ran, where they are now, until they are
    edited themselves; edits elsewhere change nothing."""
    path = ide.write('open.q', OPEN)
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+shift+F5')
    ide.go_to(path, 1)
    ide.keys('Home', 'Return', 'Return')
    check(not ide.state()['profile'].get('ready'), 'the profile was ready before the edit')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready'), 60)
    ide.go_to(path, 11)
    ide.wait_state('the decision and the time', lambda s: s['line_status'].startswith(
        'this loop, in the last run: parallel') and 'took' in s['line_status'])
    ide.screenshot('profile-of-edited-text')
    ide.go_to(path, 1)
    ide.keys('Home', 'Return')
    ide.go_to(path, 12)
    ide.wait_state('the same, a line further', lambda s: s['line_status'].startswith(
        'this loop, in the last run: parallel'))


def test_times_of_deleted_lines(ide):
    """What was deleted has its time again when that is undone; what is deleted anew has none."""
    path = ide.write('open.q', OPEN)
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+shift+F5')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready'), 60)
    ide.go_to(path, 9)
    ide.wait_state('the time', lambda s: 'took' in s['line_status'])
    ide.keys('ctrl+alt+e', 'shift+Down', 'shift+Down', 'shift+Down', 'Delete')
    ide.wait_state('another line', lambda s: 'took' not in s['line_status'])
    ide.keys('ctrl+z')
    ide.go_to(path, 9)
    ide.wait_state('the time again', lambda s: 'took' in s['line_status'])


LOOP = """function [] = main()
    n = 0
    while n >= 0
        n = n + 1
        t = {n}
    endwhile
endfunction
"""


def insert_lines(ide, path, count):
    """Empty ones, at the top."""
    ide.go_to(path, 1)
    ide.keys('Home', *['Return'] * count)
    wait_for('the lines', lambda: ide.text().startswith('\n' * count))


def test_place_of_a_profile(ide):
    """From a place in a trace the window goes to its line, wherever that is now."""
    path = ide.write('waves.q', IMAGE)
    ide.start(path)
    ide.wait_page(path)
    ide.activate('profile')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready'), 60)
    ide.activate('timeline-select', GLib.Variant('s', 'waves'))
    line = ide.wait_state('the kernel', lambda s: s['profile'].get('selected'))['profile']['selected']['line']
    insert_lines(ide, path, 6)
    ide.activate('timeline-go-to-source')
    ide.wait_state('its line', lambda s: ide.page(path, s)['line'] == line + 6)


def run_selector(ide):
    """Is there once there were two."""
    return wait_for('the runs', lambda: next(
        (node for node in ide.walk() if node.name == 'Run' and node.role == 'combo box'), None))


def show_run(ide, index):
    ide.click_node(run_selector(ide))
    ide.keys('Home', *['Down'] * index, 'Return')


def test_run_after_a_profile(ide):
    """What a profile says stays at its loops when lines come above them and the program runs again, without a profile:
    the first loop is then where the profile had the second."""
    path = ide.write('open.q', OPEN)
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+shift+F5')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready'), 60)
    ide.go_to(path, 3)
    ide.wait_state('the first loop', lambda s: s['line_status'].startswith('this loop, in the last run: '))
    told = ide.state()['line_status']
    insert_lines(ide, path, 6)
    ide.keys('F5')
    run_selector(ide)
    ide.wait_state('the end of the run', lambda s: not s['running'], 60)
    # an edit, after which the margin is made again
    ide.go_to(path, 1)
    ide.keys('space')
    wait_for('the edit', lambda: ide.text().startswith(' '))
    ide.wait_state('the check', lambda s: ide.page(path, s)['checked'])
    ide.go_to(path, 15)
    ide.wait_state('the second loop', lambda s: s['line_status'].startswith(
        'this loop, in the last run: parallel') and 'took' in s['line_status'])
    ide.go_to(path, 9)
    ide.wait_state('the first loop still', lambda s: s['line_status'] == told)


def test_another_run_beside_an_edited_text(ide):
    """A program runs and its text is edited; another one that starts meanwhile changes nothing of where its breakpoints
    stop it and where it is paused."""
    path, other = ide.write('a.q', LOOP), ide.write('b.q', 'print "OTHER"\n')
    ide.start(path, other)
    ide.wait_page(path)
    ide.wait_page(other)
    ide.go_to(path, 1)
    ide.keys('F5')
    ide.wait_state('the loop', lambda s: s['running'])
    insert_lines(ide, path, 3)
    ide.go_to(other, 1)
    ide.keys('F5')
    wait_for('the other', lambda: 'OTHER' in ide.console())
    show_run(ide, 0)
    wait_for('the first', lambda: 'OTHER' not in ide.console())
    ide.go_to(path, 1)
    ide.keys('shift+F7')
    ide.wait_state('the pause', lambda s: here(s) in (6, 7, 8, 9))
    ide.keys('F5')
    ide.wait_state('it goes on', lambda s: s['run_status'] != 'Paused')
    ide.go_to(path, 7)
    ide.keys('ctrl+F8')
    ide.wait_state('the breakpoint', lambda s: here(s) == 7)


def test_edited_module(ide):
    """The next run begins with the texts of its modules, too."""
    module = ide.write('part.q', PROGRAM.replace('main()', 'part()'))
    path = ide.write('main.q', 'import "part.q"\npart()\n')
    ide.start(module, path)
    ide.wait_page(module)
    ide.wait_page(path)
    ide.go_to(path, 1)
    ide.keys('F5')
    wait_for('the output', lambda: '42' in ide.console())
    ide.wait_state('the end', lambda s: not s['running'])
    insert_lines(ide, module, 3)
    ide.go_to(module, 10)
    ide.keys('ctrl+F8')
    ide.go_to(path, 1)
    ide.keys('F5')
    ide.wait_state('the breakpoint', lambda s: s['current'] == module and here(s) == 10, 20)


def test_module_under_another_name(ide):
    """A module that has run, is saved under another name and is imported so stops at its breakpoints."""
    module = ide.write('part.q', PROGRAM.replace('main()', 'part()'))
    other = os.path.join(ide.folder, 'other.q')
    path = ide.write('main.q', 'import "other.q"\npart()\n')
    ide.start(path, module)
    ide.wait_page(path)
    ide.wait_page(module)
    ide.go_to(module, 1)
    ide.keys('F5')
    ide.wait_state('the end', lambda s: s['run_status'].startswith('Finished in'), 30)
    save_as(ide, other)
    ide.go_to(other, 7)
    ide.keys('ctrl+F8')
    ide.go_to(path, 1)
    ide.keys('F5')
    ide.wait_state('the breakpoint', lambda s: s['current'] == other and here(s) == 7, 20)


def test_deleted_line_comes_back(ide):
    """A breakpoint whose line is deleted is at that line again when this is undone."""
    path = ide.write('steps.q', PROGRAM)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 7)
    ide.keys('ctrl+F8')
    ide.go_to(path, 6)
    ide.keys('Home', 'Home', 'shift+Down', 'shift+Down', 'Delete')
    wait_for('no such lines', lambda: 'b = twice' not in ide.text())
    ide.keys('ctrl+z')
    wait_for('the lines', lambda: 'b = twice' in ide.text())
    ide.keys('F5')
    ide.wait_state('its line', lambda s: here(s) == 7, 20)
    ide.keys('shift+F5')
    ide.wait_state('the end', lambda s: not s['running'])


def test_file_is_read_again(ide):
    """The file of a program that stands is written by somebody else, with lines above those where it stands: the arrow
    and breakpoints go with their lines, and a key takes one away there."""
    path = stand(ide, 6)
    ide.go_to(path, 8)
    ide.keys('ctrl+F8')
    ide.go_to(path, 9)
    ide.keys('ctrl+F8')
    with open(path, 'w', encoding='utf-8') as file:
        file.write('% one\n% two\n% three\n' + PROGRAM)
    ide.click_node(wait_for('the button', lambda: ide.find('push button', 'Reload'), 20))
    wait_for('the text', lambda: ide.text().startswith('% one'))
    ide.go_to(path, 12)
    ide.keys('ctrl+F8')
    ide.screenshot('read-again')
    ide.keys('F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 11)
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'])
    check('42' in ide.console(), ide.console())


def test_another_page_in_front(ide):
    """F5 over the page of another program asks which of them is meant."""
    path, other = ide.write('steps.q', PROGRAM), ide.write('other.q', 'print "OTHER"\n')
    ide.start(path, other)
    ide.wait_page(path)
    ide.wait_page(other)
    ide.go_to(path, 6)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 6, 20)
    ide.go_to(other, 1)
    ide.keys('F5')
    wait_for('the question', lambda: ide.find('push button', 'Continue steps.q'))
    ide.screenshot('which-program')
    ide.keys('Escape')
    wait_for('no question', lambda: not ide.find('push button', 'Continue steps.q'))
    check(here(ide.state()) > 0, 'the program went on')
    ide.keys('F5')
    ide.press('Run other.q')
    wait_for('its output', lambda: 'OTHER' in ide.console())


def test_places_at_the_prompt(ide):
    """Where the text of a program that stands has been edited, a line at the prompt is one of the text, and a link in
    the console leads to where the program's line is now."""
    path = stand(ide, 6)
    insert_lines(ide, path, 4)
    focus_prompt(ide)
    type_text('break 12')
    ide.keys('Return')
    wait_for('the breakpoint', lambda: '2: steps.q:8' in ide.console())
    ide.keys('F5')
    ide.wait_state('the line', lambda s: here(s) == 12)
    type_text('until 1')
    ide.keys('Return')
    wait_for('the remark', lambda: 'line 1 is not in the program that runs' in ide.console())
    ide.activate('go-to-place-of-run', GLib.Variant('(suu)', (path, 2, 1)))
    ide.wait_state('where it is now', lambda s: ide.page(path, s)['line'] == 6)


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
