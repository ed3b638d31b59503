# SPDX-License-Identifier: Apache-2.0
"""Where a program stands: another line is made the next one, calls are gone through, breakpoints count their hits."""

from ide import wait_for
from tests_debug import here, rows
from tests_files import drag
from tests_places import FRAME

PROGRAM = """function y = total(n)
    y = 0
    for k=1..n
        if k > 2
            y += 100
        else
            y += 1
        endif
    endfor
    y = y + 5
endfunction

function [] = main()
    a = 4
    b = total(a)
    print "b is ", b
endfunction
"""


def stand(ide, line):
    """The program stands at that line; returns the path."""
    path = ide.write('jump.q', PROGRAM)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, line)
    ide.wait_state('the check', lambda s: ide.page(path, s)['checked'] and s['focus'] == 'text')
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == line, 20)
    return path


def test_next_statement(ide):
    """By key, at the cursor: nothing runs between; F4 goes on from there; a place that it can't be is told."""
    path = stand(ide, 7)
    ide.keys('Up', 'Up', 'ctrl+shift+F10')
    ide.wait_state('the other line', lambda s: here(s) == 5)
    wait_for('the console', lambda: 'goes on here, total' in ide.console())
    ide.keys('F4')
    ide.wait_state('the line behind it', lambda s: here(s) in (3, 4))
    wait_for('the value', lambda: {'y', '100'} <= set(rows(ide, 'Variables of the function')))
    ide.go_to(path, 14)
    ide.keys('ctrl+shift+F10')
    wait_for('the reason', lambda: 'no statement of total begins on line 14' in ide.console())
    ide.go_to(path, 10)
    ide.keys('ctrl+shift+F10')
    ide.wait_state('behind the loop', lambda s: here(s) == 10)
    ide.go_to(path, 5)
    ide.keys('ctrl+shift+F10')
    wait_for('the reason', lambda: 'line 5 is inside of a loop that has not begun' in ide.console())
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'] != 'Paused')
    wait_for('the result', lambda: 'b is 105' in ide.console())


def beside(ide, line):
    """The place in the margin beside that line."""
    lines = PROGRAM.splitlines(keepends=True)
    extents = ide.text_node().character_extents(sum(map(len, lines[:line - 1])))
    return extents.x + FRAME - 9, extents.y + extents.height // 2


def test_arrow_is_drawn(ide):
    """The arrow in the margin is drawn to another line; nothing runs between."""
    stand(ide, 7)
    drag(beside(ide, 7), beside(ide, 10))
    ide.wait_state('the line', lambda s: here(s) == 10)
    ide.screenshot('arrow-drawn')
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'] != 'Paused')
    wait_for('the result', lambda: 'b is 5' in ide.console())


def test_calls_by_key(ide):
    """The caller, with its own variables, and back."""
    stand(ide, 7)
    ide.keys('ctrl+shift+Prior')
    ide.wait_state('the caller', lambda s: here(s) == 15)
    wait_for('its variables', lambda: 'a' in (r := rows(ide, 'Variables of the function')) and 'k' not in r)
    ide.keys('ctrl+shift+Next')
    ide.wait_state('the function', lambda s: here(s) == 7)
    wait_for('its variables', lambda: 'k' in (r := rows(ide, 'Variables of the function')) and 'a' not in r)


def test_step_into_a_call(ide):
    """Of several calls of a line the chosen one is stepped into; where there is one only, nothing is asked."""
    text = """function y = inner(x)
    y = x + 1
endfunction
function y = outer(x)
    y = 2*inner(x)
endfunction
a = outer(inner(3))
print a
"""
    path = ide.write('calls.q', text)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 7)
    ide.wait_state('the check', lambda s: ide.page(path, s)['checked'] and s['focus'] == 'text')
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 7, 20)
    ide.keys('ctrl+F4')
    names = wait_for('the menu', lambda: [name for _, name in ide.named('menu item') if name in ('inner', 'outer')])
    ide.screenshot('calls-menu')
    assert names == ['inner', 'outer'], names
    next(node for node, name in ide.named('menu item') if name == 'outer').act()
    ide.wait_state('the outer function', lambda s: here(s) == 5)
    ide.keys('ctrl+F4')
    ide.wait_state('the inner one', lambda s: here(s) == 2)
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'] != 'Paused')


def test_hits_are_counted(ide):
    """Beside each breakpoint, and in the bar at its line, stands how often it was hit; the next run begins anew."""
    stand(ide, 4)
    ide.activate('show-breakpoints')
    for count in ('hit 1 time', 'hit 2 times', 'hit 3 times'):
        wait_for(count, lambda: any(name.endswith(count) for _, name in ide.named('label')))
        ide.wait_state(f'{count} in the bar', lambda s: s['line_status'].startswith(f'Breakpoint, {count}'))
        wait_for(f'{count} as the description', lambda: f'Breakpoint, {count}' in ide.text_node().description)
        ide.keys('F5')
    ide.screenshot('hits')
    wait_for('the last', lambda: any(name.endswith('hit 4 times') for _, name in ide.named('label')))
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'] != 'Paused')
    ide.keys('F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 4, 20)
    wait_for('a new count', lambda: any(name.endswith('hit 1 time') for _, name in ide.named('label')))


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
