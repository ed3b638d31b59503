# SPDX-License-Identifier: Apache-2.0
"""Runs in a process of their own (RUNTIME_ISOLATE): what they show, and what is left of one that dies."""

import os
import signal
import time

import tests
import tests_debug
from ide import wait_for
from tests import check

FOREVER = 'print "going"\nx = 0\nwhile true\n    x = x + 1\nendwhile\n'


def isolate(ide):
    folder = os.path.join(ide.environment()['XDG_CONFIG_HOME'], 'redshift')
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, 'settings.ini'), 'w', encoding='utf-8') as file:
        file.write('[Settings]\nRUNTIME_ISOLATE=true\n')


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
    """The menu runs a program so without the setting, and says that breakpoints mean nothing then."""
    path = ide.write('forever.q', FOREVER)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 4)
    ide.keys('ctrl+F8')
    ide.activate('run-isolated')
    wait_for('the start', lambda: 'going' in ide.console())
    check('breakpoints do not stop' in ide.console(), ide.console)
    os.kill(child_of(ide), signal.SIGKILL)
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'].startswith('Ended with an error'), 10)


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


def test_isolated_breakpoint(ide):
    """A run with breakpoints says that it stays in the window."""
    path = start(ide, 'stop.q', 'x = 1\ny = 2\nprint x + y\n')
    ide.go_to(path, 2)
    ide.keys('ctrl+F8', 'F5')
    wait_for('why', lambda: 'is not in a process of its own' in ide.console())
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'].startswith('Finished'), 10)


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
        ide.wait_state('the end', lambda s: not s['running'] and s['run_status'].startswith('Ended with an error'), 10)
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
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'].startswith('Ended with an error'), 10)
    wait_for('the line', lambda: 'part.q:3:' in ide.console())


def test_isolated_prompt(ide):
    """After such a run the prompt has a workspace of its own."""
    start(ide, 'hello.q', 'print "HELLO"\n')
    ide.activate('run')
    ide.wait_state('the end', lambda s: s['run_status'].startswith('Finished'), 20)
    tests_debug.focus_prompt(ide)
    tests_debug.type_text('20+3')
    ide.keys('Return')
    wait_for('the answer', lambda: '23' in ide.console(), 10)


def test_isolated_stop(ide):
    """Stop ends a loop at once; a process that does not answer is ended by the bar's button."""
    start(ide, 'forever.q', FOREVER)
    ide.activate('run')
    wait_for('the start', lambda: 'going' in ide.console())
    ide.keys('shift+F5')
    state = ide.wait_state('the end', lambda s: not s['running'], 2)
    check(state['run_status'].startswith('Stopped'), state['run_status'])
    ide.activate('run')
    ide.wait_state('the run', lambda s: s['running'])
    wait_for('the start', lambda: 'going' in ide.console())
    os.kill(child_of(ide), signal.SIGSTOP)
    ide.keys('shift+F5')
    ide.wait_state('the word', lambda s: s['run_status'] == 'Stopping…', 1)
    button = wait_for('the offer', lambda: ide.find('push button', 'End It'), 5)
    button.act()
    state = ide.wait_state('the end', lambda s: not s['running'], 2)
    check(state['run_status'].startswith('Stopped after'), state['run_status'])
    wait_for('where', lambda: 'the run was ended here' in ide.console())


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
