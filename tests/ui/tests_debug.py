# SPDX-License-Identifier: Apache-2.0
"""The debugger in the window: breakpoints, steps, and what the panels show."""

from ide import wait_for
from tests import check

PROGRAM = """function y = twice(x)
    y = 2*x
endfunction

function [] = main()
    a = 20
    b = twice(a) + 1
    c = b + 1
    print c
endfunction
"""


def here(state):
    """The line of the cursor where the program stands, 0 where it does not."""
    if state['run_status'] != 'Paused':
        return 0
    return next(page['line'] for page in state['pages'] if page['name'] == state['current'])


def rows(ide, name):
    """The texts of a list's rows."""
    found = []
    for node in ide.walk():
        try:
            if node.getRoleName() in ('list', 'tree table', 'table', 'list box') and node.name == name:
                found += [child.name for child in ide.walk(node) if child.name and child.getRoleName() in ('label', 'text', 'static')]
        except (LookupError, RuntimeError):
            continue
    return found


def test_breakpoint_and_steps(ide):
    """A breakpoint stops the run; F4 steps over, F7 into, Shift+F4 out; F5 goes on to the end."""
    path = ide.write('steps.q', PROGRAM)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 7)
    ide.keys('ctrl+F8')
    ide.keys('F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 7, 20)
    ide.screenshot('debugger')
    ide.keys('F7')
    ide.wait_state('the function', lambda s: here(s) == 2)
    ide.keys('shift+F4')
    ide.wait_state('its caller', lambda s: here(s) in (7, 8))
    ide.keys('F4')
    ide.wait_state('the next line', lambda s: here(s) in (8, 9))
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'] != 'Paused')
    check('42' in ide.console(), ide.console())


def test_breakpoint_follows_edits(ide):
    """A breakpoint stays with its line when lines come above it, and one on a line without code is at the next that has some."""
    path = ide.write('steps.q', PROGRAM)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 5)
    ide.keys('ctrl+F8')
    ide.go_to(path, 1)
    ide.keys('Home', 'Return', 'Return')
    ide.keys('F5')
    ide.wait_state('the first line of main, two lines below', lambda s: here(s) == 8, 20)
    ide.keys('shift+F5')
    ide.wait_state('the end', lambda s: not s['running'])


def test_variables_where_it_stands(ide):
    """Variables and calls are those of the line."""
    path = ide.write('steps.q', PROGRAM)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 8)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 8, 20)
    ide.keys('ctrl+alt+v')
    ide.wait_state('the panel', lambda s: s['focus'] == 'variables')
    wait_for('b in the panel', lambda: any('41' in (node.name or '') for node in ide.walk()), 10)
    ide.screenshot('debugger-variables')
    ide.keys('ctrl+alt+k')
    wait_for('main among the calls', lambda: any('main' in (node.name or '') for node in ide.walk()), 10)
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'])


def test_start_paused(ide):
    """F7 starts a program that stands at its first line; Shift+F5 ends it there."""
    path = ide.write('plain.q', 'a = 1\nb = a + 1\nprint b\n')
    ide.start(path)
    ide.wait_page(path)
    ide.keys('F7')
    ide.wait_state('the first line', lambda s: here(s) == 1, 20)
    ide.keys('F4')
    ide.wait_state('the second line', lambda s: here(s) == 2)
    ide.keys('shift+F5')
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'] != 'Paused')


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
