# SPDX-License-Identifier: Apache-2.0
"""What can be done with the variables of a program that stands: looked at, shown, changed."""

import subprocess
import time

from ide import wait_for
from tests import check
from tests_debug import here, rows, type_text

PROGRAM = """s = 3
v = sin((0..49)/5)
m = rand(2000,2000)
w = [[1,2],[3,4]]
t = s + 1
print t, " ", sum(v), " ", size(w)
"""
TABLE = 'Variables of the function'
MENU = ('Show as Array', 'Copy Value', 'Change Value…', 'Stop When Written', 'Add to Watches')


def stand(ide):
    path = ide.write('variables.q', PROGRAM)
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    ide.go_to(path, 5)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 5, 20)
    wait_for('the variables', lambda: 'm' in rows(ide, TABLE))


def name_of(ide, variable):
    return wait_for(variable, lambda: next((node for node in ide.walk() if node.role == 'label'
                                            and node.name == variable and node.extents().width > 0), None))


def choose(ide, variable, letter):
    """From the menu of a variable, by the underlined letter."""
    x, y = ide.middle_of(name_of(ide, variable))
    subprocess.run(['xdotool', 'mousemove', str(x), str(y), 'click', '3'], check=True)
    wait_for('the menu', lambda: any('Stop When Written' in name for _, name in ide.named('menu item')))
    time.sleep(0.3)  # it takes keys once it has opened
    cut = [label['text'] for label in ide.controls()['labels'] if label['text'] in MENU and not label['whole']]
    check(not cut, f'the menu is too low for {cut}')
    ide.keys(letter)


def entry_text(ide, variable):
    node = ide.find('text', 'New value of ' + variable)
    return node.text(80) if node else None


def test_value_is_changed(ide):
    """A double click on a number, and the menu of an array, ask for another value; the program goes on with it. A name
    that is a command's is no command."""
    stand(ide)
    ide.double_click_node(name_of(ide, 's'))
    wait_for('the entry', lambda: ide.find('text', 'New value of s'))
    ide.screenshot('change-value')
    type_text('10')
    ide.keys('Return')
    wait_for('the new value', lambda: '10' in rows(ide, TABLE))
    check(here(ide.state()) == 5, 'the program went on')
    choose(ide, 'v', 'c')
    wait_for('the entry', lambda: ide.find('text', 'New value of v'))
    type_text('nosuch')
    ide.keys('Return')
    wait_for('the reason', lambda: ide.find('label', '`nosuch` is not defined'))
    time.sleep(0.5)  # the popover grows
    ide.screenshot('change-value-error')
    check(entry_text(ide, 'v') == 'nosuch', entry_text(ide, 'v'))
    ide.keys('ctrl+a')
    type_text('[1, 2]')
    ide.keys('Return')
    wait_for('the new array', lambda: '1x2' in rows(ide, TABLE))
    choose(ide, 'w', 'c')
    wait_for('the matrix as it is typed', lambda: entry_text(ide, 'w') == '[[1, 2], [3, 4]]')
    ide.screenshot('change-matrix')
    ide.keys('End', 'BackSpace', 'BackSpace', 'BackSpace')
    type_text('7]]')
    ide.keys('Return')
    wait_for('no entry', lambda: not ide.find('text', 'New value of w'))
    wait_for('the new matrix', lambda: '[1, 2, 3, 7]' in rows(ide, TABLE))
    ide.keys('x')  # for the row, and not for the filter above it
    time.sleep(0.3)
    check('m' in rows(ide, TABLE), rows(ide, TABLE))
    ide.keys('F5')
    wait_for('the output', lambda: '11 3 [ 2, 2]' in ide.console())


def test_variables_become_figures(ide):
    """The menu of a vector plots it, that of a matrix shows it as a figure; a matrix of 16 MB has its statistics."""
    stand(ide)
    wait_for('the mean of 4 million numbers', lambda: any(text.startswith(('0.499', '0.5'))
                                                          for text in rows(ide, TABLE)))
    choose(ide, 'v', 'p')
    ide.wait_state('the plot', lambda s: len(s['plots']) == 1)
    ide.activate('show-variables')
    choose(ide, 'm', 'f')
    ide.wait_state('the figure', lambda s: [(f['width'], f['height']) for f in s['figures']] == [(2000, 2000)])
    ide.screenshot('variable-as-figure')


def test_page_is_closed_at_a_stop(ide):
    """With values at its line ends: the window goes on, and so does the program."""
    stand(ide)
    ide.keys('ctrl+w')
    wait_for('no page', lambda: not ide.state()['pages'])
    time.sleep(1)  # what was to happen in an idle moment has happened
    ide.keys('F5')
    wait_for('the output', lambda: '[ 2, 2]' in ide.console())


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
