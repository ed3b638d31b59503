# SPDX-License-Identifier: Apache-2.0
"""Long runs of the window, on request: `run.py REDSHIFT-IDE ARTEFACT-FOLDER test_soak_kills`. SOAK in the environment
is the number of rounds, SEED that of the moments."""

import os
import random
import signal
import subprocess
import time

import tests_debug
from tests import check
from tests_isolated import child_of, isolate

ENDLESS = 'x = 0\nwhile true\n    x = x + 1\nendwhile\n'
OLD = 2.0  # seconds after which a text has to be safe
GROWTH = 5  # MB that many rounds may take more than few


def rounds(usual):
    return int(os.environ.get('SOAK', usual))


def type_until(ide, deadline, name, chance):
    """Inserts lines at the start of the text; a list of (time, line)."""
    typed = []
    while time.monotonic() < deadline:
        line = f'% {name} {len(typed)}\n'
        ide.insert(line)
        typed.append((time.monotonic(), line))
        time.sleep(chance.uniform(0.05, 0.4))
    return typed


def start_again(ide, path):
    """After a kill: what was not saved is offered, and taken."""
    ide.start(path)
    ide.wait_page(path)
    time.sleep(0.5)
    if ide.find('push button', 'Recover Text'):
        ide.press('Recover Text')
        time.sleep(0.5)


def kill_somebody(ide, is_running, chance):
    """Whether the window is among them."""
    who = chance.choice(('window', 'child', 'both') if is_running else ('window',))
    child = child_of(ide) if who != 'window' else None
    if child is not None:
        os.kill(child, signal.SIGKILL)
    if who != 'child':
        ide.kill()
    return who != 'child'


def test_soak_kills(ide):
    """The window, the process of a run, or both are killed at random moments, with a program that runs or without: no
    text older than two seconds is lost, and the next start comes up."""
    chance = random.Random(int(os.environ.get('SEED', 1)))
    isolate(ide)
    path = ide.write('precious.q', ENDLESS)
    ide.start(path)
    ide.wait_page(path)
    safe = []
    for number in range(rounds(100)):
        is_running = chance.random() < 0.6
        if is_running:
            ide.activate('run')
            child_of(ide)
        typed = type_until(ide, time.monotonic() + chance.uniform(0.2, 4), number, chance)
        moment = time.monotonic()
        if kill_somebody(ide, is_running, chance):
            start_again(ide, path)
        else:
            ide.wait_state('the end', lambda s: not s['running'] and s['run_status'].startswith('Ended'))
            moment += OLD  # the window has everything
        text = ide.text()
        lost = [line for when, line in typed if when < moment - OLD and line not in text]
        check(not lost and all(line in text for line in safe), f'round {number}: {lost} of {len(typed)}')
        safe += [line for _, line in typed if line in text]
    check(text.endswith(ENDLESS.rstrip('\n')) or text.endswith(ENDLESS), text[-200:])


def takes(ide):
    """Memory in MB, threads and descriptors of the window."""
    with open(f'/proc/{ide.process.pid}/status', encoding='ascii') as file:
        lines = dict(line.split(':', 1) for line in file if ':' in line)
    return (int(lines['VmRSS'].split()[0]) / 1024, int(lines['Threads']),
            len(os.listdir(f'/proc/{ide.process.pid}/fd')))


def debug_once(ide):
    ide.keys('F5')
    ide.wait_state('the breakpoint', lambda s: tests_debug.here(s) == 8, 20)
    ide.keys('F4')
    ide.wait_state('the next line', lambda s: tests_debug.here(s) == 9)
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'].startswith('Finished'))


def soak_debug(ide):
    path = ide.write('steps.q', tests_debug.PROGRAM)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 8)
    ide.keys('ctrl+F8')
    n, before = rounds(200), None
    for number in range(n):
        debug_once(ide)
        if number == n // 4:
            before = takes(ide)
    after = takes(ide)
    print(f'# {n} sessions: {before[0]:.1f} MB, {before[1]} threads, {before[2]} descriptors after a quarter; '
          f'{after[0]:.1f} MB, {after[1]}, {after[2]} at the end', flush=True)
    check(after[0] - before[0] <= GROWTH and after[1] <= before[1] + 1 and after[2] <= before[2] + 2, after)


def test_soak_debug(ide):
    """Sessions of the debugger leave nothing behind."""
    soak_debug(ide)


def test_soak_isolated_debug(ide):
    """The same of programs in a process of their own."""
    isolate(ide)
    soak_debug(ide)


TRACED = '''function [] = __kernel__ scale(x : mat, y : mat, pos : ivec2)
    y[pos] = 2 * x[pos]
endfunction
x = ones(64, 64)
for i=1..%d
    y = zeros(64, 64)
    parallel_do(size(x), x, y, scale)
endfor
print "sum ", sum(y)
'''
PAGES = ('Tree', 'Flame Graph', 'Memory', 'Roofline', 'Transfers')


def record(ide):
    """Traces of three programs."""
    command = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    traces = []
    for steps in (20, 200, 2000):
        path = ide.write(f'steps-{steps}.q', TRACED % steps)
        traces.append(os.path.join(ide.folder, f'steps-{steps}.rstrace'))
        subprocess.run([command, 'run', '--profile', traces[-1], path], check=True, stdout=subprocess.DEVNULL,
                       env=ide.environment())
    return traces


def shown(title):
    """As a tab has it: long ones with an ellipsis in their middle."""
    return title if len(title) <= 21 else f'{title[:12]}…{title[-8:]}'


def close_tab(ide, title):
    """By the cross beside its title, which may have a number."""
    seen = ide.controls()
    titles = {shown(title), shown(f'{title} (2)')}
    label = next(label for label in seen['labels'] if label['text'] in titles and label['width'] > 0)
    crosses = [control for control in seen['controls'] if 'Button' in control['place']
               and label['y'] - 10 < control['y'] + control['height'] / 2 - label['height'] / 2 < label['y'] + 10
               and control['x'] >= label['x'] + label['width']]
    cross = min(crosses, key=lambda control: control['x'])
    ide.click(cross['x'] + cross['width'] // 2, cross['y'] + cross['height'] // 2)


def look_at_trace(ide, path, page):
    """Opens it as a file manager does, looks at a page of it, and closes it."""
    check(ide.start_again(path).wait(20) == 0, 'the second start failed')
    ide.wait_state('the trace', lambda s: s['profile'].get('path') == path and s['profile']['ready']
                   and s['profile']['kernels'], 20)
    label = next(label for label in ide.controls()['labels'] if label['text'] == page and label['width'] > 0)
    ide.click(label['x'] + label['width'] // 2, label['y'] + label['height'] // 2)
    title = f'Profile: {os.path.basename(path)[:-len(".rstrace")]}.q'
    close_tab(ide, title)
    ide.wait_state('its end', lambda s: not any(panel.startswith('trace-') for panel in s['panels']))


def soak_traces(ide, n):
    """Memory goes up and down with what was looked at last: the most of the first ones and of the last five counts."""
    traces = record(ide)
    ide.start()
    taken = []
    for number in range(n):
        look_at_trace(ide, traces[number % len(traces)], PAGES[number % len(PAGES)])
        taken.append(takes(ide))
    before, after = ([max(column) for column in zip(*some)] for some in (taken[:max(n // 4, 5)], taken[-5:]))
    print(f'# {n} traces: {before[0]:.1f} MB, {before[1]} threads, {before[2]} descriptors after a few; '
          f'{after[0]:.1f} MB, {after[1]}, {after[2]} at the end', flush=True)
    check(after[0] - before[0] <= GROWTH and after[1] <= before[1] + 1 and after[2] <= before[2] + 2, (before, after))


def test_soak_traces(ide):
    """Traces that are opened, looked at and closed leave nothing behind."""
    soak_traces(ide, rounds(100))


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
