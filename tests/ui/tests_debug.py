# SPDX-License-Identifier: Apache-2.0
"""The debugger in the window: breakpoints, steps, and what the panels show."""

import os
import re
import subprocess
import time

from gi.repository import GLib

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
    if not state['run_status'].startswith('Paused'):
        return 0
    return next(page['line'] for page in state['pages'] if page['name'] == state['current'])


def rows(ide, name):
    """The texts of a list's rows."""
    found = []
    for node in ide.walk():
        if node.role in ('list', 'tree table', 'table', 'list box') and node.name == name:
            found += [child.name for child in node.walk() if child.name and child.role in ('label', 'text', 'static')]
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
    """A breakpoint stays with its line when lines come above it, and one on a line without code is at the next that has
    some."""
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


def test_arrow_follows_edits(ide):
    """Where lines come above the program's line while it stands, the arrow and the cursor are at the line's text."""
    path = ide.write('steps.q', PROGRAM)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 7)
    ide.keys('ctrl+F8')
    ide.keys('F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 7, 20)
    ide.go_to(path, 1)
    ide.keys('Home', 'Return', 'Return')
    wait_for('two lines', lambda: ide.text().startswith('\n\nfunction'))
    ide.keys('F4')
    ide.wait_state('the next line, which has moved', lambda s: here(s) == 10)
    ide.screenshot('arrow-after-edit')
    ide.keys('ctrl+Home', 'ctrl+z', 'ctrl+z')
    wait_for('none', lambda: ide.text().startswith('function'))
    ide.keys('F4')
    ide.wait_state('the line after it', lambda s: here(s) == 9)
    ide.keys('shift+F5')
    ide.wait_state('the end', lambda s: not s['running'])


def test_names_like_commands(ide):
    """An expression that begins with a name that is a short form of a command, s / 9, is computed."""
    path = ide.write('names.q', 's = 45\nn = 3\nc = s / n\nprint c\n')
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 4)
    ide.keys('ctrl+F8')
    ide.keys('F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 4, 20)
    focus_prompt(ide)
    for text, value in (('s / 9', '5'), ('s - n', '42'), ('n*s', '135')):
        type_text(text)
        ide.keys('Return')
        wait_for(text, lambda v=value: f'\n{v}\n' in ide.console() + '\n')
    check(here(ide.state()) == 4, 'the program went on')
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
    wait_for('b in the panel', lambda: any('41' in (node.name or '') for node in ide.walk()))
    ide.screenshot('debugger-variables')
    ide.keys('ctrl+alt+k')
    wait_for('main among the calls', lambda: any('main' in (node.name or '') for node in ide.walk()))
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


ARRAYS = """a = 5
x = reshape(0..5999, [100, 60]) * 1.0
z = "text"
function y = half(v)
    w = v / 2
    y = w
endfunction
print half(a)
"""


def texts(ide):
    """Every text on the screen."""
    return [node.name for node in ide.walk()]


def type_text(text):
    subprocess.run(['xdotool', 'type', '--clearmodifiers', '--delay', '15', text], check=True)
    time.sleep(0.1)


def focus_prompt(ide):
    node = next(node for node in ide.walk() if node.name == 'Statements to compute')
    ide.click_node(node)


def test_workspace(ide):
    """What a run leaves is in the Variables panel and can be computed with; a new run begins anew."""
    path = ide.write('arrays.q', ARRAYS)
    ide.start(path)
    ide.wait_page(path)
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'] and 'Finished' in s['run_status'], 30)
    ide.keys('ctrl+alt+v')
    wait_for('x and its mean in the panel', lambda: {'x', '100x60', '2999.5', '5999'} <= set(texts(ide)), 20)
    ide.screenshot('workspace')
    ide.activate('evaluate', GLib.Variant('s', 'b = half(a) + 1'))
    ide.activate('evaluate', GLib.Variant('s', 'b * 2'))
    wait_for('its value in the console', lambda: '7' in ide.console().split(), 20)
    wait_for('b in the panel', lambda: 'b' in texts(ide))
    ide.activate('evaluate', GLib.Variant('s', 'error "mine"'))
    wait_for('the error', lambda: 'mine' in ide.console())
    ide.activate('look-at-array', GLib.Variant('s', 'x'))
    wait_for('statistics', lambda: any('6000 elements, least 0, mean 2999.5, most 5999' in text
                                       for text in texts(ide)), 20)
    ide.screenshot('array-table')
    ide.keys('ctrl+alt+a', 'space', 'Down', 'Return')
    # Inside of the panel, where the table has the greys of its letters.
    wait_for('the image', lambda: ide.shades('200x500+900+260') > 150)
    ide.screenshot('array-image')
    # what runs at the prompt can be stopped
    ide.activate('evaluate', GLib.Variant('s', 'while true\nend'))
    ide.wait_state('the input to run', lambda s: s['running'])
    ide.keys('shift+F5')
    ide.wait_state('its end', lambda s: not s['running'])
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'] and 'Finished' in s['run_status'], 30)
    wait_for('b to be gone', lambda: 'a' in texts(ide) and 'b' not in texts(ide))


def test_prompt(ide):
    """The prompt below the console: several lines, completion, history."""
    ide.start()
    ide.wait_state('the window', lambda s: True)
    ide.activate('show-console')
    focus_prompt(ide)
    type_text('value = 20')
    ide.keys('Return')
    wait_for('the echo', lambda: '>>> value = 20' in ide.console(), 30)
    ide.wait_state('the end', lambda s: not s['running'], 20)
    type_text('val')
    ide.keys('Tab')
    type_text(' + 1')
    time.sleep(0.5)
    ide.keys('Return')
    wait_for('the value', lambda: '21' in ide.console().split(), 20)
    type_text('for i = 1..3')
    ide.keys('Return')
    type_text('print i * 100')
    ide.keys('Return')
    type_text('end')
    ide.keys('Return')
    wait_for('the loop', lambda: '300' in ide.console().split(), 20)
    ide.keys('Up', 'Up', 'Return')
    wait_for('the value again', lambda: ide.console().split().count('21') == 2, 20)
    ide.screenshot('prompt')


def test_compute_section(ide):
    """Ctrl+Return computes the section between %% lines around the cursor, and a selection alone."""
    path = ide.write('sections.q', '%% one\nk = 4\n%% two\nm = k + 1\nprint m * 100\n%% three\nprint 7\n')
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 2)
    ide.keys('ctrl+Return')
    wait_for('the first section', lambda: 'k = 4' in ide.console(), 30)
    ide.wait_state('its end', lambda s: not s['running'], 20)
    ide.go_to(path, 4)
    ide.keys('ctrl+Return')
    wait_for('the second section', lambda: '500' in ide.console().split(), 20)
    check('7' not in ide.console().split(), ide.console())


def test_work_item(ide):
    """A work item by its position; the console tells how it compares. Values stand at line ends."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'debug', 'barriers.q'),
              encoding='utf-8') as file:
        path = ide.write('barriers.q', file.read())
    ide.start(path)
    ide.wait_page(path)
    ide.keys('F7')
    ide.wait_state('the start', lambda s: here(s) > 0, 20)
    ide.keys('ctrl+shift+F7')
    time.sleep(1)
    type_text('1')
    ide.keys('Return')
    ide.wait_state('the work item', lambda s: here(s) == 3, 20)
    ide.keys('F4')
    ide.wait_state('the next line', lambda s: here(s) == 4)
    ide.keys('F4')
    ide.wait_state('the barrier', lambda s: here(s) == 5)
    wait_for('values at line ends', lambda: any('pos = 1' in text and 'x = [1, 2, 3, 4]' in text
                                                for text in texts(ide)))
    ide.screenshot('work-item')
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'] != 'Paused', 20)
    check('work item [1] of reverse (with its block): 4 changed elements, the same after the launch' in ide.console(),
          ide.console())


LOOKS = """type point : mutable class
    x : scalar
    pos : vec
end
function y = noisy(n)
    print "called"
    y = n
end
function y = half(v, q)
    w = v / 2
    y = w + q.pos[1]
end
m = [[1,2],[3,4]]
p = point(x:=3, pos:=[5,6])
k = 4
print half(k, p), m[1,0], p.x, noisy(k + 1)
"""


def hover(ide, text, word, at=0):
    """Puts the pointer on a character of the first occurrence of word in the text."""
    extents = ide.text_node().character_extents(text.index(word) + at)
    x, y = extents[0] + extents[2] // 2, extents[1] + extents[3] // 2
    ide.move(x + 300, y + 200)  # so that the next tip is a new one
    time.sleep(0.2)
    ide.move(x, y)


def tip(ide):
    """The texts of labels; that of the tooltip is among them, without a role of its own in GTK 4.8."""
    return [name for _, name in ide.named('label')]


def test_data_tips(ide):
    """The pointer on a member or an element tells its value, in the function that it belongs to; a selection is
    computed when that has no effect."""
    path = ide.write('looks.q', LOOKS)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 11)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 11, 20)
    for word, at, expected in (('q.pos[1]', 2, 'q.pos[1] = 6\nq.pos = [5, 6]'), ('q.pos[1]', 6, 'q.pos[1] = 6'),
                               ('w + q', 0, 'w = 2'), ('m[1,0]', 1, 'm[1,0] = 3\nin main program, call #1'),
                               ('p.x, noisy', 0, 'p.x = 3\np = point(x:=3, pos:=[ 5, 6])\nin main program, call #1')):
        hover(ide, LOOKS, word, at)
        wait_for(f'{expected!r}', lambda: expected in tip(ide))
        ide.screenshot('data-tip')
    # the caller: what it has comes first, and half is another call
    ide.keys('ctrl+alt+k')
    ide.wait_state('the panel', lambda s: s['focus'] == 'stack')
    ide.keys('Down', 'Return')
    ide.wait_state('the caller', lambda s: here(s) == 16)
    hover(ide, LOOKS, 'm[1,0]', 1)
    wait_for('the element without a call', lambda: 'm[1,0] = 3' in tip(ide))
    hover(ide, LOOKS, 'w + q', 0)
    wait_for('the function that was called', lambda: 'w = 2\nin half, call #0' in tip(ide))
    # selections
    ide.go_to(path, 16, LOOKS.splitlines()[15].index('k + 1') + 1)
    ide.keys('ctrl+alt+e', *['shift+Right'] * 5)
    hover(ide, LOOKS, 'k + 1', 2)
    wait_for('the value of the selection', lambda: 'k + 1 = 5' in tip(ide))
    ide.screenshot('data-tip-selection')
    ide.go_to(path, 16, LOOKS.splitlines()[15].index('noisy') + 1)
    ide.keys(*['shift+Right'] * 12)
    hover(ide, LOOKS, 'noisy(k + 1)', 8)
    wait_for('the reason', lambda: 'noisy(k + 1): not computed: it calls a function' in tip(ide))
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'] != 'Paused', 20)
    check(ide.console().count('called') == 1, ide.console())


KEYS = {'step': 'F7', 'stepover': 'F4', 'stepout': 'shift+F4'}
# Eleven stops in each of the six programs.
STEPS = ['step', 'step', 'step', 'stepover', 'step', 'stepover', 'step', 'step', 'stepover', 'step']
STOP = re.compile(r'^ +\d+  ', re.M)


def terminal_transcript(ide, path):
    cli = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    script = '\n'.join(['start', *STEPS, 'quit', ''])
    return subprocess.run([cli, 'debug', '--no-windows', path], input=script, capture_output=True, text=True,
                          check=False, timeout=60).stdout


def test_transcripts(ide):
    """Sixty stops over recursion, closures, classes, generics, barriers and exceptions read as they do in the
    terminal."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'debug')
    n_stops = 0
    ide.start()
    for name in ('recursion', 'closures', 'classes', 'generics', 'barriers', 'exceptions'):
        with open(os.path.join(folder, name + '.q'), encoding='utf-8') as file:
            path = ide.write(name + '.q', file.read())
        expected = terminal_transcript(ide, path)
        n = len(STOP.findall(expected))
        n_stops += n
        ide.go_to(path, 1)
        ide.wait_page(path)
        ide.wait_state('the page', lambda s: s['current'] == path)
        for k, key in enumerate(['F7', *(KEYS[step] for step in STEPS)][:n], 1):
            ide.keys(key)
            wait_for(f'stop {k} of {name}', lambda: len(STOP.findall(ide.console())) == k
                     and ide.state()['run_status'].startswith('Paused'), 20)
        check(ide.console().strip() == expected.strip(), f'{name}:\n{ide.console()}\nin the terminal:\n{expected}')
        ide.keys('shift+F5')
        ide.wait_state('the end', lambda s: not s['running'], 20)
    check(n_stops >= 60, n_stops)


GO_ON = {'run', 'continue', 'step', 'stepover', 'stepout', 'until', 'c', 's'}


def enter(ide, console, line):
    """Types a line at the prompt, and waits until it is done. console: the text on the screen."""
    typed, stops = console().count('>>> '), len(STOP.findall(console()))
    type_text(line)
    ide.keys('Return')
    if line == 'run':  # with a console of its own
        wait_for('the first stop', lambda: STOP.search(console())
                 and ide.state()['run_status'].startswith('Paused'), 20)
        return
    wait_for(f'the echo of {line}', lambda: console().count('>>> ') > typed)
    if line.split()[0] in GO_ON:
        wait_for(f'the stop behind {line}', lambda: len(STOP.findall(console())) > stops
                 or not ide.state()['run_status'].startswith(('Paused', 'Running')), 20)
    else:
        time.sleep(0.15)


def without_echo(text):
    return [line for line in text.splitlines() if not line.startswith('>>> ')]


def enter_script(ide, script):
    """What the console shows, of all runs."""
    node = ide.text_node('Console output')
    found = []

    def console():
        return node.text()

    for line in script.splitlines():
        if line == 'run':
            found += without_echo(console())
        enter(ide, console, line)
    ide.wait_state('the end', lambda s: not s['running'], 20)
    time.sleep(0.3)
    return found + without_echo(console())


def test_prompt_transcripts(ide):
    """The scripts of tests/debug, typed at the prompt, read as they do in the terminal: breakpoints with conditions and
    hits, once and taken away, values, calls, assignments."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'debug')
    n_stops = 0
    for name in ('recursion', 'closures', 'classes', 'generics', 'barriers', 'exceptions'):
        texts = {}
        for part in ('q', 'script', 'expected'):
            with open(os.path.join(folder, f'{name}.{part}'), encoding='utf-8') as file:
                texts[part] = file.read()
        path = ide.write(name + '.q', texts['q'])
        ide.start(path)
        ide.wait_page(path)
        ide.activate('show-console')
        focus_prompt(ide)
        found = enter_script(ide, texts['script'])
        # The message of the error that ends the program goes to standard error in the terminal.
        found = found[:next((i for i, line in enumerate(found) if line.startswith(f'{path}:')), len(found))]
        expected = texts['expected'].splitlines()
        check(found == expected, f'{name}:\n{found}\nin the terminal:\n{expected}')
        n_stops += len(STOP.findall('\n'.join(found)))
        enter(ide, ide.console, 'delete')
        ide.close()
    check(n_stops >= 60, n_stops)


def marks_in_margin(ide):
    """How many red pixels there are where breakpoints are marked."""
    path = os.path.join(ide.folder, 'margin.png')
    subprocess.run(['import', '-window', 'root', '-crop', '80x440+10+95', path], check=True)
    command = ['convert', path, '-format', '%c', 'histogram:info:']
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return sum(int(line.split(':')[0]) for line in text.splitlines() if '#E01B24' in line)


def test_prompt_commands(ide):
    """Commands at the prompt: completion, breakpoints that are the window's from then on, calls, help, mistyped words;
    what needs a program that stands says so, and the prompt keeps the keyboard."""
    path = ide.write('steps.q', PROGRAM)
    ide.start(path)
    ide.wait_page(path)
    ide.activate('show-console')
    focus_prompt(ide)
    type_text('tb')
    ide.keys('Tab')
    type_text(' twice')
    ide.keys('Return')
    wait_for('the breakpoint', lambda: '1: steps.q:2, once' in ide.console(), 30)
    wait_for('its mark', lambda: marks_in_margin(ide) > 50)
    for line in ('step = 3', 'step + 1', 'stepp', 'help up', 'buildexe', 'up'):
        enter(ide, ide.console, line)
    for text in ('4', 'error: there is no command or variable "stepp"; did you mean "step"?',
                 '  up                         looks at the function that called this one',
                 'error: buildexe: this is a command of redshift-cli debug',
                 'error: no program stands: set a breakpoint and run'):
        wait_for(text, lambda: text in ide.console().splitlines())
    enter(ide, ide.console, 'run')
    ide.wait_state('the function', lambda s: here(s) == 2)
    wait_for('no mark', lambda: marks_in_margin(ide) < 50, 10)  # it has stopped once
    enter(ide, ide.console, 'up')
    ide.wait_state('the caller', lambda s: here(s) == 7)
    enter(ide, ide.console, 'a = 30')
    enter(ide, ide.console, 'break 9 if c > 0')
    enter(ide, ide.console, 'disable 2')
    ide.keys('ctrl+alt+b')
    wait_for('it in the panel', lambda: 'steps.q:9, if c > 0, off' in texts(ide))
    ide.screenshot('prompt-commands')
    focus_prompt(ide)
    enter(ide, ide.console, 'enable 2')
    wait_for('it is on', lambda: 'steps.q:9, if c > 0' in texts(ide))
    enter(ide, ide.console, 'continue')
    ide.wait_state('the line', lambda s: here(s) == 9)
    enter(ide, ide.console, 'delete')
    wait_for('an empty panel', lambda: 'steps.q:9, if c > 0' not in texts(ide))
    type_text('stop')
    ide.keys('Return')
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'] != 'Paused')


def test_prompt_while_running(ide):
    """A breakpoint can be set while the program runs, and `stop` ends it; a statement is told to wait."""
    path = ide.write('long.q', 'n = 0\nwhile n < 1\n    s = sprintf("%d", n)\nend\n')
    ide.start(path)
    ide.wait_page(path)
    ide.keys('F5')
    ide.wait_state('the run', lambda s: s['running'])
    ide.activate('show-console')
    focus_prompt(ide)
    enter(ide, ide.console, 'n + 1')
    wait_for('why not', lambda: 'error: the program runs: pause it first (Shift+F7)' in ide.console())
    enter(ide, ide.console, 'break 3')
    ide.wait_state('the breakpoint', lambda s: here(s) == 3, 20)
    enter(ide, ide.console, 'n + 1')
    wait_for('the value', lambda: '1' in ide.console().splitlines())
    type_text('quit')
    ide.keys('Return')
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'] != 'Paused')



WRITTEN = """function [] = main()
    total = 1
    x = [1, 2]
    k = 5
    x[1] = 7
    total = total + k
    print total
endfunction
"""


def test_stop_when_written(ide):
    """The menu of a variable has the program stop when it is written; the panel of breakpoints lists it, takes others,
    and Delete takes them away. What is watched goes with the function."""
    path = ide.write('written.q', WRITTEN)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 4)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 4, 20)
    ide.keys('ctrl+alt+v')
    wait_for('x in the panel', lambda: ide.find('label', 'x') is not None)
    extents = ide.find('label', 'x').extents()
    subprocess.run(['xdotool', 'mousemove', str(extents.x + 5), str(extents.y + 5), 'click', '3'], check=True)
    wait_for('the menu', lambda: any('Stop When Written' in text for text in texts(ide)))
    ide.screenshot('variable-menu')
    ide.keys('w')  # its mnemonic
    wait_for('x in the panel of breakpoints', lambda: 'x, when it is written' in texts(ide))
    entry = next(node for node in ide.walk() if node.name == 'A variable: stop when it is written')
    ide.click_node(entry)
    type_text('nosuch')
    ide.keys('Return')
    wait_for('why not', lambda: 'no function that is being called has a variable "nosuch"' in ide.console())
    type_text('total')
    ide.keys('Return')
    wait_for('both', lambda: 'total, when it is written' in texts(ide))
    ide.screenshot('breakpoints-written')
    ide.keys('F5')
    ide.wait_state('behind the element', lambda s: here(s) == 6)
    check('x was [1, 2], is [1, 7]' in ide.console(), ide.console())
    ide.keys('F5')
    ide.wait_state('behind the sum', lambda s: here(s) == 7)
    ide.click_node(ide.find('label', 'total, when it is written'))
    ide.keys('Delete')
    wait_for('one less', lambda: 'total, when it is written' not in texts(ide))
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'] != 'Paused')
    wait_for('none left', lambda: 'x, when it is written' not in texts(ide))


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
