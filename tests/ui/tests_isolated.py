# SPDX-License-Identifier: Apache-2.0
"""Runs in a process of their own (RUNTIME_ISOLATE): what they show, and what is left of one that dies."""

import os
import random
import signal
import time

from gi.repository import GLib

import tests
import tests_debug
from ide import wait_for
from tests import check
from tests_shell import need_opencl

FOREVER = 'print "going"\nx = 0\nwhile true\n    x = x + 1\nendwhile\n'


def write_settings(ide, *lines):
    folder = os.path.join(ide.environment()['XDG_CONFIG_HOME'], 'redshift')
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, 'settings.ini'), 'w', encoding='utf-8') as file:
        file.write('\n'.join(['[Settings]', *lines, '']))


def isolate(ide):
    write_settings(ide, 'RUNTIME_ISOLATE=true')


def start(ide, name, text):
    isolate(ide)
    path = ide.write(name, text)
    ide.start(path)
    ide.wait_page(path)
    return path


def child_of(ide):
    """The process of the run."""
    def find():
        for entry in os.listdir('/proc'):
            try:
                with open(f'/proc/{entry}/stat', encoding='utf-8') as file:
                    parent = int(file.read().rsplit(')', 1)[1].split()[1])
                with open(f'/proc/{entry}/cmdline', 'rb') as file:
                    if parent == ide.process.pid and b'--run' in file.read().split(b'\0'):
                        return int(entry)
            except (OSError, ValueError):
                pass
        return None
    return wait_for('the process of the run', find)


def test_isolated_output(ide):
    """Text, figures and errors are those of a run in the window."""
    path = start(ide, 'wrong.q', 'print "HELLO"\nimshow(zeros(20,30))\nx = [1,2,3]\nerror("broken")\n')
    ide.activate('run')
    state = ide.wait_state('the end', lambda s: s['run_status'].startswith('Ended with an error'), 20)
    check('HELLO' in ide.console(), ide.console)
    check('broken' in ide.console() and 'wrong.q:4' in ide.console(), ide.console)
    ide.wait_state('the figure', lambda s: s['figures'] and s['figures'][0]['shown'])
    ide.wait_state('the line', lambda s: ide.page(path, s)['line'] == 4)
    check(not state['running'], state)


def test_isolated_by_menu(ide):
    """The menu runs a program so without the setting, and breakpoints stop it there."""
    path = ide.write('stop.q', STOPS)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 3)
    ide.keys('ctrl+F8')
    ide.activate('run-isolated')
    ide.wait_state('the breakpoint', lambda s: tests_debug.here(s) == 3, 20)
    os.kill(child_of(ide), signal.SIGKILL)
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'].startswith('Ended with an error'))


def test_isolated_by_driver(ide):
    """A device whose driver may end the process (PoCL) has programs in one of their own, and says so."""
    path = ide.write('where.q', 'x = ones(2000)\n{!parallel for}\nfor i=0..1999\n    x[i] += i\nendfor\nprint sum(x)\n')
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+alt+x')
    wait_for('the devices', lambda: any('of memory' in text for text in tests_debug.texts(ide) if text))
    if not any('its driver may end it' in text for text in tests_debug.texts(ide) if text):
        return  # there is none on this machine
    ide.activate('device', GLib.Variant('s', 'opencl:0'))
    ide.run(60)
    wait_for('the result', lambda: '2001000' in ide.console())
    child_of(ide)


def heavy_program():
    """A kernel that no cache knows and that a compiler has seconds to do with."""
    rand = random.Random()
    lines = ''.join(f'    v = sin({rand.random():.6f} * v) + exp(-abs(v)) * cos(v + {rand.random():.6f})\n'
                    for _ in range(400))
    return (f'function [] = __kernel__ heavy(x : mat, pos : ivec2)\n    v = x[pos]\n{lines}    x[pos] = v\n'
            'endfunction\nx = ones(64, 64)\nparallel_do(size(x), x, heavy)\nprint sum(x)\n')


def test_isolated_compile(ide):
    """While the compiler of a device has a kernel, the status says which and for which device; Stop ends the run
    meanwhile."""
    need_opencl(ide)
    path = ide.write('heavy.q', heavy_program())
    ide.start(path)
    ide.wait_page(path)
    ide.activate('device', GLib.Variant('s', 'opencl:0'))
    ide.keys('F5')
    ide.wait_state('what is compiled', lambda s: s['run_status'] == 'Compiling heavy for opencl:0…', 30)
    ide.screenshot('compiling')
    ide.keys('shift+F5')
    begun = time.monotonic()
    ide.wait_state('the end', lambda s: not s['running'], 30)
    took = time.monotonic() - begun
    status = ide.state()['run_status']
    check(status.startswith('Stopped after '), status)
    check(took < 3, f'{took:.1f} s')


def test_isolated_form(ide):
    """Forms work both ways."""
    isolate(ide)
    tests.test_form(ide)


def test_isolated_profile(ide):
    """The process writes the recording, the window shows it."""
    isolate(ide)
    path = ide.write('waves.q', tests.IMAGE)
    ide.start(path)
    ide.wait_page(path)
    ide.activate('profile')
    state = ide.wait_state('the timeline', lambda s: not s['running'] and s['profile']['ready'], 60)
    kernels = {kernel['name']: kernel for kernel in state['profile']['kernels']}
    check('waves' in kernels and kernels['waves']['launches'] == 5,
          lambda: f'kernels: {kernels}; console: {ide.console()}')


STOPS = 'x = 20\ny = 2*x\nprint y + 2\n'


def stand_at(ide, name, line):
    """A run in a process of its own that stands at a line; the path, and the process."""
    path = start(ide, name, STOPS)
    ide.go_to(path, line)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: tests_debug.here(s) == line, 20)
    return path, child_of(ide)


def is_gone(process):
    return not os.path.exists(f'/proc/{process}')


def test_isolated_breakpoint(ide):
    """The debugger is the one of a run in the window: steps, values, statements, and what the run has left.

    The next run has a process of its own again, and the old one goes."""
    path, first = stand_at(ide, 'stop.q', 2)
    ide.keys('F4')
    ide.wait_state('the next line', lambda s: tests_debug.here(s) == 3)
    tests_debug.focus_prompt(ide)
    tests_debug.type_text('y = y + 100')
    ide.keys('Return', 'F5')
    ide.wait_state('the end', lambda s: s['run_status'].startswith('Finished'))
    wait_for('what it prints', lambda: '142' in ide.console())
    ide.keys('ctrl+alt+v')
    wait_for('y in the panel', lambda: '140' in tests_debug.texts(ide))
    tests_debug.focus_prompt(ide)
    tests_debug.type_text('x + y + 7')
    ide.keys('Return')
    wait_for('the answer', lambda: '167' in ide.console())
    check(child_of(ide) == first, 'another process')
    ide.go_to(path, 2)
    ide.keys('F5')
    ide.wait_state('the breakpoint', lambda s: tests_debug.here(s) == 2, 20)
    wait_for('the end of the first', lambda: is_gone(first))
    ide.keys('shift+F5')
    state = ide.wait_state('the end', lambda s: not s['running'] and s['run_status'] != 'Paused')
    check(state['run_status'].startswith('Stopped'), state['run_status'])


def test_isolated_kill_where_it_stands(ide):
    """A process that is killed in the debugger is an error at the line where the program stood."""
    _, process = stand_at(ide, 'stop.q', 2)
    os.kill(process, signal.SIGKILL)
    state = ide.wait_state('the end', lambda s: not s['running'] and s['run_status'] != 'Paused')
    check(state['run_status'].startswith('Ended with an error'), state['run_status'])
    wait_for('the reason', lambda: 'stop.q:2:' in ide.console() and 'was killed' in ide.console())
    ide.keys('F5')
    ide.wait_state('the next run', lambda s: tests_debug.here(s) == 2, 20)


def test_isolated_kill_of_what_is_left(ide):
    """The process of a workspace is killed, idle and while it computes: a sentence, and the prompt goes on."""
    start(ide, 'plain.q', STOPS)
    for text in (None, 'while true; endwhile'):
        ide.activate('run')
        ide.wait_state('the end', lambda s: s['run_status'].startswith('Finished'), 20)
        process = child_of(ide)
        if text is not None:
            tests_debug.focus_prompt(ide)
            tests_debug.type_text(text)
            ide.keys('Return')
            ide.wait_state('the input', lambda s: s['running'])
        os.kill(process, signal.SIGKILL)
        wait_for('a sentence', lambda: 'what the program had left is gone' in ide.console())
        ide.wait_state('the end', lambda s: not s['running'])
    tests_debug.focus_prompt(ide)
    tests_debug.type_text('20+3')
    ide.keys('Return')
    wait_for('the answer', lambda: '23' in ide.console())


def test_isolated_window_killed(ide):
    """A window that is killed leaves no process behind: not one that stands, nor one that keeps variables."""
    _, process = stand_at(ide, 'stop.q', 2)
    ide.process.kill()
    wait_for('the end of the run', lambda: is_gone(process), 5)


def test_isolated_work_item(ide):
    isolate(ide)
    tests_debug.test_work_item(ide)


def test_isolated_kills(ide):
    """Whatever ends the process is an error of the run, at the line where the program was; the window goes on."""
    path = start(ide, 'forever.q', FOREVER)
    for number, word in ((signal.SIGKILL, 'was killed'), (signal.SIGSEGV, 'has crashed'),
                         (signal.SIGABRT, 'has crashed')):
        ide.go_to(path, 1)
        ide.activate('run')
        wait_for('the start', lambda: 'going' in ide.console())
        time.sleep(0.5)
        os.kill(child_of(ide), number)
        ide.wait_state('the end', lambda s: not s['running'] and s['run_status'].startswith('Ended with an error'))
        wait_for('the reason', lambda: word in ide.console())
        check('forever.q:3:' in ide.console() or 'forever.q:4:' in ide.console(), ide.console)
        ide.wait_state('the line', lambda s: ide.page(path, s)['line'] in (3, 4))


def test_isolated_kill_in_import(ide):
    """The line is that of the file where the program was, also in the middle of a long built-in."""
    ide.write('part.q', 'function y = long(x)\n    print "going"\n    y = inv(x)\nendfunction\n')
    start(ide, 'whole.q', 'import "part.q"\nx = rand(4000,4000)\ny = long(x)\n')
    ide.activate('run')
    wait_for('the start', lambda: 'going' in ide.console(), 20)
    time.sleep(0.5)
    os.kill(child_of(ide), signal.SIGKILL)
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'].startswith('Ended with an error'))
    wait_for('the line', lambda: 'part.q:3:' in ide.console())


def test_isolated_prompt(ide):
    """Without a run the prompt has a process of its own, too."""
    start(ide, 'hello.q', 'print "HELLO"\n')
    tests_debug.focus_prompt(ide)
    tests_debug.type_text('20+3')
    ide.keys('Return')
    wait_for('the answer', lambda: '23' in ide.console())
    child_of(ide)


def test_isolated_stop(ide):
    """Stop ends a loop at once; a process that does not answer is ended by the bar's button."""
    start(ide, 'forever.q', FOREVER)
    ide.activate('run')
    wait_for('the start', lambda: 'going' in ide.console())
    ide.keys('shift+F5')
    state = ide.wait_state('the end', lambda s: not s['running'])
    check(state['run_status'].startswith('Stopped'), state['run_status'])
    ide.activate('run')
    ide.wait_state('the run', lambda s: s['running'])
    wait_for('the start', lambda: 'going' in ide.console())
    os.kill(child_of(ide), signal.SIGSTOP)
    ide.keys('shift+F5')
    ide.wait_state('the word', lambda s: s['run_status'] == 'Stopping…')
    button = wait_for('the offer', lambda: ide.find('push button', 'End It'))
    button.act()
    state = ide.wait_state('the end', lambda s: not s['running'])
    check(state['run_status'].startswith('Stopped after'), state['run_status'])
    wait_for('where', lambda: 'the run was ended here' in ide.console())


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
