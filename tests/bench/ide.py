#!/usr/bin/python3
# Measures what a user of the window waits for; asked for by name.
# SPDX-License-Identifier: Apache-2.0
"""usage: ide.py [--quick] BUILD_FOLDER [FIGURE...]

Starts redshift-ide on a virtual screen with software drawing and measures, in the pixels that it shows: the time to
the first painted window, from a key to changed pixels in a text of 20,000 lines, to the first picture of a large trace,
of a zoom step; the growth of memory, threads and descriptors over many runs; a debugger's step beside arrays of 1 GB;
the longest time without an answer while lines are printed; and how long Stop takes. --quick: smaller numbers of
everything. Others at work on the machine lengthen all of it; what they do not lengthen much is compared by
tests/ui/effort.py.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time

import numpy

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..'))
sys.path.insert(0, os.path.join(ROOT, 'tests', 'ui'))


def colours(data):
    """How many there are. Looking must not take long: the window is at work meanwhile."""
    return len(numpy.unique(numpy.frombuffer(data, '<u4')))


def rss(ide):
    with open(f'/proc/{ide.process.pid}/status', encoding='ascii') as file:
        return int(next(line for line in file if line.startswith('VmRSS')).split()[1]) / 1024


def counts(ide):
    """How many threads and descriptors the window's process has."""
    return [len(os.listdir(f'/proc/{ide.process.pid}/{kind}')) for kind in ('task', 'fd')]


def percentile(values, part):
    return sorted(values)[min(int(len(values) * part), len(values) - 1)]


def start_time(ide, screen, files):
    """ms until the middle of the window has more than a ground."""
    for _ in range(3):
        ide.kill()
    ide.log = open(os.path.join(ide.folder, 'log.txt'), 'a', encoding='utf-8')
    start = time.perf_counter()
    ide.process = subprocess.Popen([ide.program, *files], env=ide.environment(), stdout=ide.log,
                                   stderr=subprocess.STDOUT)
    while time.perf_counter() - start < 20 and colours(screen.read(30, 60, 900, 200)) < 8:
        time.sleep(0.002)
    return 1e3 * (time.perf_counter() - start)


def measure_start(ide, screen, options, figures):
    times = [start_time(ide, screen, []) for _ in range(2 if options.quick else 5)]
    figures['start to painted window, no file [ms]'] = min(times)
    files = [ide.write(f'file{i}.q', ''.join(f'x{k} = {k}\n' for k in range(200))) for i in range(12)]
    ide.kill()
    ide.start(*files)
    ide.wait_page(files[-1])
    ide.close()
    times = [start_time(ide, screen, []) for _ in range(2 if options.quick else 5)]
    figures['start to painted window, 12 files restored [ms]'] = min(times)


def measure_keys(ide, screen, options, figures):
    text = ''.join(f'x{i} = zeros(4)\nfor i=0..3\n    x{i}[i] = i\nendfor\n' for i in range(5000))
    path = ide.write('long.q', text)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 10001)
    time.sleep(3)
    screen.key('Return')
    time.sleep(1)
    line = ide.text_node().character_extents(text.index('x2500'))
    times = []
    for i in range(64):  # as many as one line shows
        # Words, so that names are looked for and the text is checked; none begins so: a list would cover the line.
        key = 'wum weros w17 wotal'[i % 20 - 1]
        times.append(screen.time_to_change((60, line.y, 800, 2 * line.height),
                                           act=lambda: screen.key('space' if key == ' ' else key)))
        time.sleep(0.06)
    figures['key to changed pixels, 20,000 lines, median [ms]'] = percentile(times, 0.5)
    figures['key to changed pixels, 20,000 lines, p95 [ms]'] = percentile(times, 0.95)
    figures['key to changed pixels, 20,000 lines, longest [ms]'] = max(times)


def measure_trace(ide, screen, options, figures):
    from gi.repository import GLib
    trace = os.path.join(ide.folder, 'large.rstrace')
    events = 10 ** 6 if options.quick else 10 ** 7
    subprocess.run([os.path.join(options.build, 'tests', 'trace', 'make-trace'), trace, str(events)], check=True,
                   stdout=subprocess.DEVNULL)
    ide.start()
    ide.activate('show-profile')
    time.sleep(1)
    before = rss(ide)
    area = (150, 555, 500, 60)  # the tracks, of few colours
    start = time.perf_counter()
    ide.activate('open-uri', GLib.Variant('s', trace))
    while time.perf_counter() - start < 30 and colours(screen.read(*area)) < 6:
        time.sleep(0.002)
    label = f'trace of {events:.0e} events'
    figures[f'first paint of a {label} [ms]'] = 1e3 * (time.perf_counter() - start)
    figures[f'memory for a {label} [MB]'] = rss(ide) - before
    ide.wait_state('the trace', lambda s: s['profile']['ready'])
    ide.move(350, 580)
    times = [screen.time_to_rest(area, lambda: screen.wheel(4)) for _ in range(10 if options.quick else 30)]
    figures['zoom step there, median [ms]'] = percentile(times, 0.5)
    figures['zoom step there, p95 [ms]'] = percentile(times, 0.95)


def measure_runs(ide, screen, options, figures):
    path = ide.write('small.q', 'x = zeros(100)\nfor i=0..99\n    x[i] = 2*i\nendfor\nprint sum(x)\n')
    ide.start(path)
    ide.wait_page(path)
    runs, at_50 = 200 if options.quick else 1000, 0
    for i in range(runs):
        ide.activate('run')
        while ide.state()['running']:
            pass
        if i == 49:
            at_50, counts_at_50 = rss(ide), counts(ide)
    figures[f'memory after {runs} runs against run 50 [MB]'] = rss(ide) - at_50
    for kind, now, then in zip(('threads', 'descriptors'), counts(ide), counts_at_50):
        figures[f'{kind} after {runs} runs against run 50'] = now - then


def measure_step(ide, screen, options, figures):
    side = 4096 if options.quick else 16384
    path = ide.write('step.q', f'x = ones({side},{side})\n' + ''.join(f'y{i} = {i}\n' for i in range(40)))
    ide.start(path)
    ide.wait_page(path)
    ide.activate('show-variables')
    ide.keys('ctrl+alt+e', 'F7')
    ide.wait_state('the first line', lambda s: s['run_status'] == 'Paused', 30)
    ide.keys('F4')
    ide.wait_state('the array', lambda s: s['run_status'] == 'Paused' and s['pages'][0]['line'] == 2, 60)
    time.sleep(0.5)
    times = []
    for _ in range(20):  # as many variables as show
        times.append(screen.time_to_change((870, 150, 120, 600), act=lambda: screen.key('F4')))
        time.sleep(0.2)
    label = f'step over to shown variables, {side * side * 4 >> 20} MB of arrays'
    figures[f'{label}, median [ms]'] = percentile(times, 0.5)
    figures[f'{label}, p95 [ms]'] = percentile(times, 0.95)


def measure_stall(ide, screen, options, figures):
    count = 10 ** 6 if options.quick else 10 ** 7
    path = ide.write('lines.q', f'for i=1..{count}\n    print "line ", i\nendfor\n')
    ide.start(path)
    ide.wait_page(path)
    ide.activate('run')
    longest = 0
    while ide.has_window(1):
        start = time.perf_counter()
        running = ide.state(60)['running']
        longest = max(longest, 1e3 * (time.perf_counter() - start))
        if not running:
            break
    figures[f'longest wait for an answer while {count:.0e} lines are printed [ms]'] = longest


def measure_stop(ide, screen, options, figures):
    side = 5000 if options.quick else 9000
    path = ide.write('inverse.q', f'x = rand({side},{side})\nprint "computing"\ny = inv(x)\nprint "done"\n')
    ide.start(path)
    ide.wait_page(path)
    ide.activate('run')
    ide.wait_state('the start', lambda s: s['console_lines'] >= 1, 60)
    time.sleep(2)
    start = time.perf_counter()
    ide.keys('shift+F5')
    ide.wait_state('the end', lambda s: not s['running'], 120)
    figures[f'Stop of inv of {side} x {side} [ms]'] = 1e3 * (time.perf_counter() - start)


MEASURES = {'start': measure_start, 'keys': measure_keys, 'trace': measure_trace, 'runs': measure_runs,
            'step': measure_step, 'stall': measure_stall, 'stop': measure_stop}


def measure(name, options):
    from ide import Ide
    from screen import Screen
    figures = {}
    ide = Ide(os.path.join(options.build, 'ide', 'app', 'redshift-ide'), tempfile.gettempdir())
    try:
        ide.keep_still()
        MEASURES[name](ide, Screen(), options, figures)
    finally:
        ide.finish()
    for figure, value in figures.items():
        print(f'{figure:70} {value:10.1f}', flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--quick', action='store_true')
    parser.add_argument('build')
    parser.add_argument('figures', nargs='*', metavar='FIGURE', help=', '.join(MEASURES))
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    import run
    if run.missing():
        sys.exit(run.missing())
    if 'REDSHIFT_UI_INSIDE' not in os.environ:
        sys.exit(run.enter_screen(1, __file__))
    with run.desktop():
        for name in options.figures or MEASURES:
            measure(name, options)


if __name__ == '__main__':
    main()
