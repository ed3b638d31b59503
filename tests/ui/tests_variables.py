# SPDX-License-Identifier: Apache-2.0
"""What can be done with the variables of a program that stands: looked at, shown, changed."""

import re
import subprocess
import time

from ide import wait_for
from tests import check
from tests_debug import here, rows, texts, type_text

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


OPENING = """type point : mutable class
    x : scalar
    at : vec
endtype
p = point(x:=1/3, at:=[1, 2])
c = {p, {7, "text"}, [1, 2, 3]}
long = cell(1000)
k = 0
k = k + 1
p.x = 5
k = k + 1
print p.x
"""


def shown(ide):
    """Name and value of each row, from above."""
    table = next(node for node in ide.walk() if node.role == 'tree table' and node.name == TABLE)
    cells = [[node.name for cell in row if cell.role == 'table cell' for node in cell.walk() if node.role == 'label']
             for row in table.walk() if row.role == 'table row']
    return [tuple('' if text == 'GtkLabel' else text for text in row[:2])
            for row in cells if row and row[0] != 'Name']


def test_variables_open(ide):
    """Objects and cells open into what they hold, by keys and by a click, and stay open while the program goes on; a
    member is changed as a variable is. Numbers have the digits that a reader needs, and all of them in the tooltip."""
    path = ide.write('opening.q', OPENING)
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    ide.go_to(path, 9)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 9, 20)
    point = ('p', 'point(x:=0.333333, at:=[ 1, 2])')
    cell = ('c', '{point(x:=0.333333, at:=[ 1, 2]), {7, "text"}, [1, 2, 3]}')
    long = ('long', '{' + 8 * 'no value, ' + '...}')
    wait_for('the variables', lambda: shown(ide) == [point, cell, long, ('k', '0')])
    ide.keys('ctrl+alt+v')
    ide.wait_state('the panel', lambda s: s['focus'] == 'variables')
    ide.keys('Down', 'Right')
    members = [('.x', '0.333333'), ('.at', '[1, 2]')]
    wait_for('what c holds', lambda: shown(ide) == [
        point, cell, ('[0]', point[1]), ('[1]', '{7, "text"}'), ('[2]', '[1, 2, 3]'), long, ('k', '0')])
    ide.keys('Down', 'Right')
    inner = [cell, ('[0]', point[1])] + members + [('[1]', '{7, "text"}'), ('[2]', '[1, 2, 3]')]
    wait_for('what its point holds', lambda: shown(ide) == [point] + inner + [long, ('k', '0')])
    ide.screenshot('variables-open')
    ide.move(*ide.middle_of(name_of(ide, '0.333333')))
    wait_for('all digits in the tooltip', lambda: any(re.fullmatch(r'0\.33333333\d*', text) for text in texts(ide)))
    ide.keys('F4', 'F4')
    ide.wait_state('two lines further', lambda s: here(s) == 11)
    wait_for('the new value', lambda: ('.x', '5') in shown(ide) and ('k', '1') in shown(ide))
    # a member is a variable like others
    choose(ide, '.x', 'c')
    wait_for('the entry', lambda: ide.find('text', 'New value of c[0].x'))
    ide.keys('ctrl+a')
    type_text('8')
    ide.keys('Return')
    wait_for('the other value', lambda: ('.x', '8') in shown(ide) and ('p', 'point(x:=8, at:=[ 1, 2])') in shown(ide))
    ide.keys('ctrl+alt+v')
    ide.wait_state('the panel', lambda s: s['focus'] == 'variables')
    ide.keys('Left', 'Up', 'Left')
    ide.screenshot('variables-closed')
    wait_for('all closed', lambda: [name for name, _ in shown(ide)] == ['p', 'c', 'long', 'k'])
    ide.keys('Down', 'Right', 'End')
    wait_for('how many there are', lambda: ('…', '800 more') in shown(ide))
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'] != 'Paused', 20)
    wait_for('what it printed', lambda: '\n8\n' in ide.console())


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
