# SPDX-License-Identifier: Apache-2.0
"""What stops a program in the window: breakpoints set by mouse and by key, their conditions, the cursor, a pause,
numbers that are not finite; and what steps go into."""

import time

from ide import wait_for
from tests import check
from tests_debug import PROGRAM, enter, focus_prompt, here, marks_in_margin, texts, type_text
from tests_isolated import isolate
from tests_places import FRAME, shot


def click_in_margin(ide, text, line, name='Source text'):
    """A click beside that line, where breakpoints are marked."""
    lines = text.splitlines(keepends=True)
    extents = ide.text_node(name).character_extents(sum(map(len, lines[:line - 1])))
    ide.click(extents.x + FRAME - 9, extents.y + extents.height // 2)


def start(ide, name, text):
    path = ide.write(name, text)
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+alt+e')
    return path


def wait_end(ide):
    return ide.wait_state('the end', lambda s: not s['running'] and s['run_status'] != 'Paused', 20)


def test_breakpoint_by_click(ide):
    """A click in the margin sets a breakpoint, which stops; another one takes it away. Beside a line without code it is
    set at the next that has some."""
    start(ide, 'steps.q', PROGRAM)
    click_in_margin(ide, PROGRAM, 8)
    wait_for('its mark', lambda: marks_in_margin(ide) > 50)
    ide.screenshot('breakpoint-click')
    ide.keys('F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 8, 20)
    click_in_margin(ide, PROGRAM, 8)
    wait_for('no mark', lambda: marks_in_margin(ide) < 50)
    click_in_margin(ide, PROGRAM, 4)  # empty, and the line behind it is a function's head
    ide.keys('ctrl+alt+b')
    wait_for('it in the panel', lambda: 'steps.q:6' in texts(ide))
    ide.keys('F5')
    wait_end(ide)
    ide.keys('F5')
    ide.wait_state('the other breakpoint', lambda s: here(s) == 6, 20)
    ide.keys('shift+F5')
    wait_end(ide)


LOOP = '''function [] = main()
    n = 0
    for k = 1..10
        n += k
        s = {n}
    endfor
    print "sum ", n
endfunction
'''


def edit_breakpoint(ide, condition='', hit='', message=''):
    """Types into the dialog of Ctrl+Shift+F8, of the line of the cursor."""
    ide.keys('ctrl+shift+F8')
    wait_for('the dialog', lambda: ide.find('text', 'Condition'))
    for text in (condition, hit, message):
        ide.keys('ctrl+a', 'BackSpace')
        type_text(text)
        ide.keys('Tab')
    ide.screenshot('breakpoint-dialog')
    ide.keys('shift+Tab', 'Return')
    wait_for('the end of the dialog', lambda: ide.find('text', 'Condition') is None)


def test_breakpoint_dialog(ide):
    """Ctrl+Shift+F8 edits condition, hit count and message; one that prints goes on."""
    path = start(ide, 'loop.q', LOOP)
    ide.go_to(path, 4)
    edit_breakpoint(ide, condition='mod(k, 2) == 0', hit='3')
    ide.keys('ctrl+alt+b')
    wait_for('it in the panel', lambda: 'loop.q:4, if mod(k, 2) == 0, from hit 3 on' in texts(ide))
    ide.keys('F5')
    ide.wait_state('the third even number', lambda s: here(s) == 4, 20)
    wait_for('n at the line end', lambda: any('k = 6' in text for text in texts(ide)))
    edit_breakpoint(ide, condition='k > 8', message='k is {k}, n is {n}')
    ide.keys('F5')
    wait_end(ide)
    wait_for('what it printed', lambda: 'k is 9, n is 36\nk is 10, n is 45\n' in ide.console())
    check(ide.console().count('k is') == 2, ide.console())
    ide.keys('ctrl+shift+F8')
    wait_for('the dialog', lambda: ide.find('text', 'Condition'))
    ide.keys('ctrl+a', 'BackSpace', 'Tab')
    type_text('often')
    ide.keys('Return')
    time.sleep(0.3)
    check(ide.find('text', 'Condition') is not None, 'hits that are no number were taken')
    ide.screenshot('breakpoint-hits')
    ide.keys('Escape')
    wait_for('the end of the dialog', lambda: ide.find('text', 'Condition') is None)
    wait_for('it in the panel', lambda: 'loop.q:4, if k > 8, prints “k is {k}, n is {n}”, hit 2 times' in texts(ide))


def test_condition_with_an_error(ide):
    """It stops once and says why in the console, the bar, the list, the description and its mark, until it is changed
    or another run begins."""
    path = start(ide, 'loop.q', LOOP)
    ide.go_to(path, 4)
    ide.keys('ctrl+alt+b')
    plain = 'Breakpoint, if nosuch > 1'
    told = 'Breakpoint, if nosuch > 1, which had an error in this run: `nosuch` is not defined, hit 1 time'
    edit_breakpoint(ide, condition='nosuch > 1')
    ide.wait_state('no error yet', lambda s: s['line_status'] == plain)
    extents = ide.text_node().character_extents(0)
    box = (extents.x + FRAME - 20, extents.y + FRAME + 3 * extents.height,
           extents.x + FRAME, extents.y + FRAME + 4 * extents.height)
    ide.keys('F5')
    ide.wait_state('a stop', lambda s: here(s) == 4, 20)
    wait_for('why', lambda: 'its condition "nosuch > 1" has an error, which stops only once: `nosuch` is not defined'
             in ide.console())
    ide.wait_state('it in the bar', lambda s: s['line_status'].startswith(told))
    wait_for('it as the description', lambda: told in ide.text_node().description)
    wait_for('it in the panel', lambda: 'loop.q:4' + told[len('Breakpoint'):] in texts(ide))
    ide.screenshot('breakpoint-error')
    ide.keys('F5')
    wait_end(ide)
    ide.go_to(path, 4)
    ide.wait_state('it still', lambda s: s['line_status'].startswith(told))
    failed = shot(ide).crop(box).tobytes()
    edit_breakpoint(ide, condition='k == 5')
    ide.wait_state('no error', lambda s: s['line_status'].startswith('Breakpoint, if k == 5')
                   and 'error' not in s['line_status'] and 'hit' not in s['line_status'])
    wait_for('another mark', lambda: shot(ide).crop(box).tobytes() != failed)
    edit_breakpoint(ide, condition='nosuch > 1')
    ide.keys('F5')
    ide.wait_state('the error of this run', lambda s: here(s) == 4 and s['line_status'].startswith(told), 20)
    edit_breakpoint(ide, condition='k == 5')
    ide.wait_state('no error while it stands', lambda s: s['line_status'].startswith('Breakpoint, if k == 5')
                   and 'error' not in s['line_status'] and 'hit' not in s['line_status'])
    ide.keys('F5')
    ide.wait_state('the right stop', lambda s: here(s) == 4
                   and s['line_status'].startswith('Breakpoint, if k == 5, hit 1 time'), 20)
    wait_for('k', lambda: any('k = 5' in text for text in texts(ide)))
    ide.keys('F5')
    wait_end(ide)


def test_set_switches_on(ide):
    """Set in the dialog of a breakpoint that is off switches it on, Cancel does not."""
    path = start(ide, 'loop.q', LOOP)
    ide.go_to(path, 4)
    ide.keys('ctrl+F8', 'shift+F10', 'o')
    ide.wait_state('that it is off', lambda s: s['line_status'] == 'Breakpoint, off')
    ide.keys('ctrl+shift+F8')
    wait_for('the dialog', lambda: ide.find('text', 'Condition'))
    ide.keys('Escape')
    wait_for('the end of the dialog', lambda: ide.find('text', 'Condition') is None)
    ide.wait_state('that it is still off', lambda s: s['line_status'] == 'Breakpoint, off')
    edit_breakpoint(ide, condition='k == 5')
    ide.wait_state('that it is on', lambda s: s['line_status'] == 'Breakpoint, if k == 5')
    ide.keys('F5')
    ide.wait_state('the stop', lambda s: here(s) == 4, 20)
    ide.keys('F5')
    wait_end(ide)


def test_run_to_cursor_and_pause(ide):
    """Ctrl+F7 runs to the line of the cursor; Shift+F7 pauses a loop without end, and F5 goes on with it."""
    path = start(ide, 'loop.q', LOOP.replace('print "sum ", n', 'while n > 0\n        t = {n}\n    endwhile'))
    ide.keys('F7')
    ide.wait_state('the first line', lambda s: here(s) == 2, 20)
    ide.go_to(path, 7)
    ide.keys('ctrl+F7')
    ide.wait_state('the cursor', lambda s: here(s) == 7, 20)
    ide.keys('F5')
    ide.wait_state('the loop', lambda s: s['run_status'] != 'Paused' and s['running'])
    for _ in range(2):
        ide.keys('shift+F7')
        ide.wait_state('the pause', lambda s: here(s) in (7, 8, 9))
        wait_for('what it says', lambda: 'paused, main (loop.q:' in ide.console())
        ide.keys('F5')
        ide.wait_state('it goes on', lambda s: s['run_status'] != 'Paused' and s['running'])
    ide.keys('shift+F5')
    wait_end(ide)


NUMBERS = '''function [] = main()
    t = 1.0
    k = 0
    while t > 0
        t = t * 0.5 + 1e-9
        k += 1
    endwhile
    print k
endfunction
'''


def test_pause_in_native_code(ide):
    """Shift+F7 pauses a loop of numbers, which is compiled, wherever it is, and F5 goes on with it; so it does after a
    breakpoint was set while it ran, which is there at once."""
    path = start(ide, 'numbers.q', NUMBERS)
    ide.keys('F5')
    ide.wait_state('the run', lambda s: s['running'])
    time.sleep(2)
    for _ in range(3):
        ide.keys('shift+F7')
        ide.wait_state('the pause', lambda s: s['run_status'] == 'Paused' and here(s) in (4, 5, 6, 7))
        ide.keys('F5')
        ide.wait_state('it goes on', lambda s: s['run_status'] != 'Paused' and s['running'])
    ide.go_to(path, 8)
    ide.keys('ctrl+F8')
    ide.activate('show-console')
    focus_prompt(ide)
    enter(ide, ide.console, 'breakpoints')
    wait_for('it while the loop runs', lambda: '1: numbers.q:8' in ide.console())
    check(ide.state()['running'] and 'error' not in ide.console(), ide.console())
    ide.keys('shift+F7')
    ide.wait_state('the pause', lambda s: s['run_status'] == 'Paused')
    ide.screenshot('pause-in-native-code')
    ide.keys('shift+F5')
    wait_end(ide)


def test_variable_at_the_prompt(ide):
    """Where a program stands, `k` and `t` show variables of these names; the time that it stood is not the run's."""
    start(ide, 'short.q', 't = 12\nk = 0\nprint 21\n')
    ide.keys('F7')
    ide.wait_state('the first line', lambda s: here(s) == 1, 20)
    ide.keys('F4')
    ide.wait_state('the second line', lambda s: here(s) == 2, 20)
    ide.activate('show-console')
    focus_prompt(ide)
    enter(ide, ide.console, 't')
    wait_for('the variable', lambda: '12\n`t` is a variable here; the command is `trace`' in ide.console())
    time.sleep(4)
    enter(ide, ide.console, 'c')
    wait_end(ide)
    text = ide.state()['run_status']
    check(text.startswith('Finished in ') and float(text.split()[2]) < 3, text)


FINITE = '''function [] = __kernel__ divide(x : mat, y : mat, pos : ivec2)
    y[pos] = 1 / x[pos]
endfunction
function [] = main()
    x = ones(400, 500)
    y = zeros(400, 500)
    x[200, 300] = 0
    parallel_do(size(x), x, y, divide)
    z = 0
    w = z / z
    print "end"
endfunction
'''


def test_stop_on_nan(ide):
    """With `nan on` a program stops behind the launch whose output is not finite, which is told with the first
    position, and behind the line of a value of the host."""
    start(ide, 'finite.q', FINITE)
    ide.activate('show-console')
    focus_prompt(ide)
    enter(ide, ide.console, 'nan on')
    ide.keys('ctrl+alt+e', 'F5')
    ide.wait_state('the launch', lambda s: here(s) in (8, 9), 30)
    wait_for('its reason', lambda: '[200, 300] of y, a mat of 400x500, is inf' in ide.console())
    ide.screenshot('stop-nan')
    ide.keys('F5')
    ide.wait_state('the value', lambda s: here(s) in (10, 11), 20)
    wait_for('its reason', lambda: 'not finite: the result is NaN' in ide.console())
    ide.keys('F5')
    wait_end(ide)


def open_menu(ide, *letters):
    """The main menu, and from there by the underlined letters."""
    ide.keys('F10')
    ide.wait_state('the menu', lambda s: s['focus'] == 'header')
    for letter in letters:
        ide.keys(letter)
        time.sleep(0.5)  # as long as it moves, the letters of the menu that goes count, too


def choose(ide, *letters):
    """The keyboard is where it was, then."""
    before = ide.state()['focus']
    open_menu(ide, *letters)
    ide.wait_state('the keyboard where it was', lambda s: s['focus'] == before)


def marks_in_menu(ide, *letters):
    """Which of the switches in that menu have a check mark; the menu is closed again."""
    open_menu(ide, *letters)
    items = wait_for('the switches', lambda: [node for node in ide.walk() if node.role == 'check menu item'])
    ide.screenshot('menu-' + ''.join(letters))
    ide.keys('Escape')
    ide.wait_state('the end of the menu', lambda s: s['focus'] != 'header')
    return [node.name for node in items if node.is_checked]


def check_stop_on_nan_by_menu(ide):
    path = start(ide, 'finite.q', FINITE)
    check(marks_in_menu(ide, 'd') == [], 'a switch that nobody has touched is on')
    choose(ide, 'd', 'f')
    check(marks_in_menu(ide, 'd') == ['Stop on NaN or Inf'], marks_in_menu(ide, 'd'))
    ide.keys('F5')
    ide.wait_state('the launch', lambda s: here(s) in (8, 9), 30)
    wait_for('its reason', lambda: '[200, 300] of y, a mat of 400x500, is inf' in ide.console())
    ide.close()  # a program that stands does not hold the window
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    check(marks_in_menu(ide, 'd') == ['Stop on NaN or Inf'], 'the switch is not kept')
    ide.keys('ctrl+alt+e', 'F5')
    ide.wait_state('the launch', lambda s: here(s) in (8, 9), 30)
    choose(ide, 'd', 'f')  # from now on, in the run that stands, too
    check(marks_in_menu(ide, 'd') == [], 'it is not off')
    ide.keys('F5')
    wait_end(ide)
    check('the result is NaN' not in ide.console() and 'end' in ide.console().split(), ide.console())
    focus_prompt(ide)
    enter(ide, ide.console, 'nan on')
    wait_for('what was typed in the menu', lambda: marks_in_menu(ide, 'd') == ['Stop on NaN or Inf'])


def test_stop_on_nan_by_menu(ide):
    """Debug, Stop on NaN or Inf: in force at once, also for a program that stands, and at the next start; what is typed
    at the prompt is the same switch."""
    check_stop_on_nan_by_menu(ide)


def test_stop_on_nan_isolated(ide):
    """The same of programs in a process of their own."""
    isolate(ide)
    check_stop_on_nan_by_menu(ide)


FILTER = 'import "imfilter.q"\nx = ones(8, 8)\ny = imfilter(x, ones(3, 3), [1, 1], "mirror")\nprint "end"\n'


def check_step_into_library_by_menu(ide):
    path = start(ide, 'filter.q', FILTER)
    ide.go_to(path, 3)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 3, 30)
    choose(ide, 'd', 'l')  # where it stands
    check(marks_in_menu(ide, 'd') == ['Step into Library'], 'the switch is off')
    ide.keys('F7')
    ide.wait_state('the library', lambda s: here(s) > 0 and s['current'].endswith('imfilter.q'), 30)
    wait_for('its text', lambda: ide.shades('600x200+60+120') > 20)
    ide.keys('shift+F4')
    ide.wait_state('the program', lambda s: here(s) in (3, 4) and s['current'] == path, 30)
    ide.keys('F5')
    wait_end(ide)
    choose(ide, 'd', 'l')
    ide.keys('ctrl+alt+e', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 3, 30)
    ide.keys('F7')
    ide.wait_state('the line behind the call', lambda s: here(s) == 4 and s['current'] == path, 30)
    ide.keys('F5')
    wait_end(ide)


def test_step_into_library_by_menu(ide):
    """Debug, Step into Library: steps go into the functions of the library, or over them again."""
    check_step_into_library_by_menu(ide)


def test_step_into_library_isolated(ide):
    """The same of a program in a process of its own."""
    isolate(ide)
    check_step_into_library_by_menu(ide)


ITEMS = '''function [] = __kernel__ twice(x : mat, y : mat, pos : ivec2)
    v = x[pos] * 2
    y[pos] = v + pos[0]
endfunction
x = ones(3,3)
y = zeros(3,3)
parallel_do(size(x), x, y, twice)
print sum(y)
'''


def test_work_item_is_named(ide):
    """Where a kernel stands, the status and the console name the work item; behind the launch none is."""
    path = start(ide, 'items.q', ITEMS)
    for line in (2, 8):
        ide.go_to(path, line)
        ide.keys('ctrl+F8')
    ide.keys('F5')
    ide.wait_state('the first item', lambda s: s['run_status'] == 'Paused in work item [0, 0]', 20)
    ide.keys('F5')
    ide.wait_state('the next', lambda s: s['run_status'] == 'Paused in work item [0, 1]')
    check('breakpoint 1, work item [0, 1], twice (items.q:2)' in ide.console(), ide.console())
    ide.screenshot('work-item')
    ide.go_to(path, 2)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the host', lambda s: s['run_status'] == 'Paused' and here(s) == 8)
    ide.keys('F5')
    wait_end(ide)


FAILING = """x = [1,2,3]

function y = f(v)
    y = v[7]
endfunction

print f(x)
"""


def test_stop_on_error(ide):
    """In the debugger an error stands where it came up, with its calls and values; F5 ends the program with it."""
    start(ide, 'fails.q', FAILING)
    ide.keys('F7')
    ide.wait_state('the first line', lambda s: here(s) == 1, 20)
    ide.keys('F5')
    ide.wait_state('the error', lambda s: here(s) == 4, 20)
    wait_for('its words', lambda: 'error: index 7 is outside v, a vector of 3 elements' in ide.console())
    wait_for('values', lambda: any('v = [1, 2, 3]' in text for text in texts(ide)))
    ide.screenshot('debugger-error')
    ide.keys('F5')
    ide.wait_state('the end', lambda s: s['run_status'].startswith('Ended with an error'), 20)


def test_step_over_library(ide):
    """F7 steps over functions of the library; with `library on` it goes into them, in a page of their own."""
    path = start(ide, 'filter.q', FILTER)
    ide.go_to(path, 3)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 3, 30)
    ide.keys('F7')
    ide.wait_state('the line behind the call', lambda s: here(s) == 4 and s['current'] == path, 30)
    ide.keys('F5')
    wait_end(ide)
    focus_prompt(ide)
    enter(ide, ide.console, 'library on')
    ide.keys('ctrl+alt+e', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 3 and s['current'] == path, 30)
    ide.keys('F7')
    ide.wait_state('the library', lambda s: here(s) > 0 and s['current'].endswith('imfilter.q'), 30)
    ide.keys('shift+F4')
    ide.wait_state('the program', lambda s: here(s) in (3, 4) and s['current'] == path, 30)
    ide.keys('F5')
    wait_end(ide)


def test_breakpoints_in_both_views(ide):
    """A text that is shown twice has the marks in both margins, and a click in each sets them."""
    start(ide, 'loop.q', LOOP)
    click_in_margin(ide, LOOP, 2)
    ide.keys('ctrl+backslash')
    second = 'Source text, second view'
    wait_for('both marks', lambda: rows_with_breakpoints(ide) == rows_with_breakpoints(ide, second) == [2])
    click_in_margin(ide, LOOP, 4, second)
    wait_for('four marks', lambda: rows_with_breakpoints(ide) == rows_with_breakpoints(ide, second) == [2, 4])
    ide.screenshot('breakpoints-both')
    click_in_margin(ide, LOOP, 2, second)
    wait_for('two marks', lambda: rows_with_breakpoints(ide) == rows_with_breakpoints(ide, second) == [4])


FOLDED = """function y = f(n)
    y = zeros(n)
    for i=0..n-1
        y[i] = 2*i
    endfor
endfunction
x = f(3)
print x
"""


def rows_with_breakpoints(ide, name='Source text'):
    """Where the margin is red: which of the rows that show."""
    extents = ide.text_node(name).character_extents(0)
    right, image = extents.x + FRAME, shot(ide)
    rows = (range(extents.y + FRAME + k * extents.height, extents.y + FRAME + (k + 1) * extents.height)
            for k in range(8))
    return [k for k, row in enumerate(rows, 1)
            if sum(image.getpixel((x, y)) == (0xe0, 0x1b, 0x24) for y in row for x in range(right - 20, right)) > 20]


def test_breakpoints_of_folded_lines(ide):
    """The mark of a breakpoint whose line is folded stands beside the line that the fold begins with, once, and goes
    back with it; the program stops there, and the line shows."""
    path = start(ide, 'fold.q', FOLDED)
    for line in (2, 4, 7):
        ide.go_to(path, line)
        ide.keys('ctrl+F8')
    wait_for('three marks', lambda: rows_with_breakpoints(ide) == [2, 4, 7])
    ide.go_to(path, 1)
    ide.keys('ctrl+m')
    ide.wait_state('the fold', lambda s: ide.page(path, s)['folds'] == 1)
    wait_for('two marks', lambda: rows_with_breakpoints(ide) == [1, 3])
    ide.screenshot('breakpoints-folded')
    ide.keys('Home', 'Return')
    wait_for('both a line further', lambda: rows_with_breakpoints(ide) == [2, 4])
    ide.keys('ctrl+z', 'ctrl+m')
    wait_for('three marks', lambda: rows_with_breakpoints(ide) == [2, 4, 7])
    ide.keys('Down', 'Home', 'Return')
    wait_for('all a line further', lambda: rows_with_breakpoints(ide) == [3, 5, 8])
    ide.keys('Up', 'Up', 'ctrl+m')
    wait_for('two marks', lambda: rows_with_breakpoints(ide) == [1, 3])
    ide.keys('F5')
    ide.wait_state('the line behind the function', lambda s: here(s) == 8, 20)
    ide.keys('F5')
    ide.wait_state('the folded line', lambda s: here(s) == 3 and ide.page(path, s)['folds'] == 0, 20)
    ide.keys('shift+F5')
    wait_end(ide)


def test_marks_of_breakpoints(ide):
    """A breakpoint with a condition, one that counts hits and one that prints have other marks than one that always
    stops, and those that are off are outlines; tooltip, the line below the text and the description say what each does.
    The menu of the text switches one off."""
    path = start(ide, 'loop.q', LOOP)
    reds = {}

    def red(line):
        extents = ide.text_node().character_extents(0)
        right, top, image = extents.x + FRAME, extents.y + FRAME + (line - 1) * extents.height, shot(ide)
        pixels = (image.getpixel((x, y)) for y in range(top, top + extents.height) for x in range(right - 20, right))
        return sum(255 - pixel[1] for pixel in pixels if pixel[0] > pixel[1] + 20) // 200
    for line, how in ((2, {}), (4, {'condition': 'k > 3'}), (5, {'hit': '7'}), (7, {'message': 'n is {n}'})):
        ide.go_to(path, line)
        if how:
            edit_breakpoint(ide, **how)
        else:
            ide.keys('ctrl+F8')
        wait_for('its mark', lambda: red(line) > 20)
        reds[line] = red(line)
    ide.screenshot('breakpoint-marks')
    check(len(set(reds.values())) == 4, f'marks look alike: {reds}')
    for line, text in ((2, 'Breakpoint'), (4, 'Breakpoint, if k > 3'), (5, 'Breakpoint, from hit 7 on'),
                       (7, 'Breakpoint, prints “n is {n}”')):
        ide.go_to(path, line)
        ide.wait_state(text, lambda s: s['line_status'] == text)
        wait_for('it as the description', lambda: ide.text_node().description == text)
        extents = ide.text_node().character_extents(len(''.join(LOOP.splitlines(keepends=True)[:line - 1])))
        ide.move(extents.x + 300, extents.y + 200)
        time.sleep(0.2)
        ide.move(extents.x + FRAME - 9, extents.y + extents.height // 2)
        wait_for('it in the tooltip', lambda: text in [name for _, name in ide.named('label')])
    for line in (2, 4, 5, 7):
        ide.go_to(path, line)
        ide.keys('shift+F10', 'o')
        wait_for('an outline', lambda: 5 < red(line) < reds[line] * 0.9)
    ide.wait_state('that it is off', lambda s: s['line_status'] == 'Breakpoint, prints “n is {n}”, off')
    ide.screenshot('breakpoint-marks-off')


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
