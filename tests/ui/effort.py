#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Whether the window computes more than it did for a key, a step of zoom, a stop of the debugger and printed lines.

usage: effort.py [--save] BUILD_FOLDER

Prints TAP: a figure that is 50 % above its line in effort.txt fails (20 % are less than what one run differs from the
next). --save writes that file.

Figures of another processor than the one that effort.txt names are told, but compared with nothing.

Figures are processor time, which is nearly the same whoever else is at work, in units of a piece of work that is done
again and again meanwhile: it takes longer where the processor is slow or its caches are shared, as the window does.
Each thing is done in several rounds, and the least that it took counts; what is above gets more of them. What a user
waits for: tests/bench/ide.py.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import run

HERE = os.path.dirname(os.path.abspath(__file__))
REFERENCE = os.path.join(HERE, 'effort.txt')
WORSE = 1.5
MISSED = 1 / 3  # of a reference: the window did not get to what was asked of it while it was measured
ROUNDS, MOST_ROUNDS = 3, 6


def piece_of_work():
    """Processor time in ms of something like what a window does: many small objects, strings and tables."""
    begin = time.thread_time()
    table = {f'name{i % 700}': [i, str(i), (i, i * i)] for i in range(4000)}
    text = json.dumps(table)
    sum(len(value[1]) for value in sorted(json.loads(text).values(), key=lambda value: value[1]))
    return 1e3 * (time.thread_time() - begin)


class Meter:
    """Processor time of a window: of its main thread, or of all."""

    def __init__(self, ide, threads, units):
        self.pid, self.threads, self.units = ide.process.pid, threads, units

    def read(self):
        if self.threads == 'main':
            path = f'/proc/{self.pid}/task/{self.pid}/schedstat'
            with open(path, encoding='ascii') as file:
                return int(file.read().split()[0]) / 1e6
        clock = -8 * (self.pid + 1) + 2  # CLOCK_PROCESS_CPUTIME_ID of another process: clock_getcpuclockid(3)
        return time.clock_gettime_ns(clock) / 1e6

    def rest(self, limit=20):
        """Waits until the window computes nothing."""
        end, then = time.monotonic() + limit, self.read()
        while time.monotonic() < end:
            time.sleep(0.4)
            now = self.read()
            if now - then < 2:
                return
            then = now

    def is_busy(self):
        with open(f'/proc/{self.pid}/task/{self.pid}/stat', encoding='ascii') as file:
            return file.read().rsplit(')', 1)[1].split()[0] != 'S'

    def do(self, act, quiet=0.05):
        """Does it and waits until the window has had nothing to do for so many s. Returns the ms."""
        before = then = self.read()
        act()
        since, end = time.monotonic(), time.monotonic() + 5
        while time.monotonic() - since < quiet and time.monotonic() < end:
            time.sleep(0.005)
            now = self.read()
            if self.is_busy() or now - then > 0.05:
                since, then = time.monotonic(), now
        self.units.append(piece_of_work())
        return self.read() - before


# A scenario gets the window, the screen, and where to put the times of the piece of work; each round it yields figures:
# what each thing took, the same things in each round.


def keys(ide, screen, units):
    text = ''.join(f'x{i} = zeros(4)\nfor i=0..3\n    x{i}[i] = i\nendfor\n' for i in range(5000))
    path = ide.write('long.q', text)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 10001)
    everything, main_thread = Meter(ide, 'all', units), Meter(ide, 'main', units)
    while True:
        screen.key('Return')
        everything.rest()
        first, others = [], []
        for word in 'wum', 'weros', 'w17', 'wotal', 'wem':  # no name begins so: there is no list
            main_thread.do(lambda: screen.key('space'))
            first.append(main_thread.do(lambda: screen.key(word[0])))
            others += [main_thread.do(lambda: screen.key(letter)) for letter in word[1:]]
        # All first letters are one thing, and all others.
        yield {'a first letter in 20,000 lines': [min(first)], 'another letter there': [min(others)]}


def zoom(ide, screen, units):
    from gi.repository import GLib
    trace = os.path.join(ide.folder, 'large.rstrace')
    subprocess.run([os.path.join(ide.build, 'tests', 'trace', 'make-trace'), trace, '1000000'], check=True,
                   stdout=subprocess.DEVNULL)
    ide.start()
    ide.activate('show-profile')
    ide.activate('open-uri', GLib.Variant('s', trace))
    ide.wait_state('the trace', lambda s: s['profile']['ready'], 60)
    ide.move(350, 580)
    meter = Meter(ide, 'all', units)
    while True:
        meter.rest()
        yield {'a step of zoom in 10^6 events': [meter.do(lambda: screen.wheel(4)) for _ in range(16)]}
        for _ in range(16):
            screen.wheel(5)


def stops(ide, screen, units):
    path = ide.write('step.q', 'x = ones(500,500)\n' + ''.join(f'y{i} = {i}\n' for i in range(20)))
    ide.start(path)
    ide.wait_page(path)
    ide.activate('show-variables')
    ide.keys('ctrl+alt+e')
    everything, main_thread = Meter(ide, 'all', units), Meter(ide, 'main', units)
    while True:
        ide.keys('F7')
        ide.wait_state('the first line', lambda s: s['run_status'] == 'Paused' and s['pages'][0]['line'] == 1, 30)
        everything.rest()
        yield {'a stop of the debugger': [main_thread.do(lambda: screen.key('F4')) for _ in range(16)]}
        screen.key('F5')
        ide.wait_state('the end', lambda s: not s['running'], 30)


def lines(ide, screen, units):
    # All at once: how many pictures there are of lines that come one by one depends on who else is at work.
    path = ide.write('lines.q', 's = sprintf("a line that is printed\\n")\n' + 's = strcat(s, s)\n' * 14 + 'print s\n')
    ide.start(path)
    ide.wait_page(path)
    meter = Meter(ide, 'all', units)
    while True:
        meter.rest()
        yield {'16,384 printed lines': [min(meter.do(lambda: screen.key('F5'), 0.15) for _ in range(4))]}


def measure(scenario, build, reference, units):
    """The figures of a scenario; units: what the piece of work took so far, to be added to."""
    from ide import Ide
    from screen import Screen
    ide = Ide(os.path.join(build, 'ide', 'app', 'redshift-ide'), tempfile.gettempdir())
    ide.build = build
    least = {}
    try:
        ide.keep_still()
        for n, costs in enumerate(scenario(ide, Screen(), units), 1):
            for name, values in costs.items():
                least[name] = [min(pair) for pair in zip(values, least.get(name, values))]
            unit = statistics.quantiles(units, n=10)[0]
            figures = {name: sum(values) / len(values) / unit for name, values in least.items()}
            print('#', ', '.join(f'{name}: {value:.2f}' for name, value in figures.items()), f'of {unit:.2f} ms',
                  flush=True)
            if n >= MOST_ROUNDS or (n >= ROUNDS and not any(is_worse(*item, reference) or is_missed(*item, reference)
                                                            for item in figures.items())):
                return figures
    finally:
        ide.finish()


def is_worse(name, value, reference):
    return value > WORSE * reference.get(name, value)


def is_missed(name, value, reference):
    return value < MISSED * reference.get(name, value)


def processor():
    with open('/proc/cpuinfo', encoding='utf-8') as file:
        return next((line.split(':', 1)[1].strip() for line in file if line.startswith('model name')), 'unknown')


def read_reference():
    """The processor and its figures."""
    with open(REFERENCE, encoding='utf-8') as file:
        rows = [line.rsplit(maxsplit=1) for line in file if not line.startswith('#')]
    with open(REFERENCE, encoding='utf-8') as file:
        of = next(line.split(':', 1)[1].strip() for line in file if line.startswith('# Processor:'))
    return of, {name: float(value) for name, value in rows}


def write_reference(figures):
    with open(REFERENCE, 'w', encoding='utf-8') as file:
        file.write('# What effort.py found, in units of its piece of work; effort.py --save writes it.\n'
                   f'# Processor: {processor()}\n')
        file.writelines(f'{name:32} {value:8.2f}\n' for name, value in figures.items())


def main():
    *options, build = sys.argv[1:]
    reason = run.missing()
    if reason is not None:
        print(f'1..0 # SKIP {reason}')
        return 0
    if 'REDSHIFT_UI_INSIDE' not in os.environ:
        return run.enter_screen(5, __file__)
    of, reference = read_reference()
    is_compared = '--save' not in options and of == processor()
    reference = reference if is_compared else {}
    figures, units = {}, []
    with run.desktop():
        for scenario in (keys, zoom, stops, lines):
            figures.update(measure(scenario, os.path.abspath(build), reference, units))
    if '--save' in options:
        write_reference(figures)
        return 0
    if not is_compared:
        print(f'1..1\nok 1 - figures # SKIP the references are those of another processor, {of}')
        return 0
    missing = [name for name in reference if name not in figures] + [name for name in figures if name not in reference]
    print(f'1..{len(figures) + 1}')
    print(f'{"not ok" if missing else "ok"} 1 - the figures are those of effort.txt {" ".join(missing)}')
    for i, (name, value) in enumerate(figures.items(), 2):
        worse, missed = is_worse(name, value, reference), is_missed(name, value, reference)
        print(f'{"not ok" if worse else "ok"} {i} - {name}: {value:.2f}, was {reference.get(name, value):.2f}'
              f'{" # SKIP others kept the machine too busy to see it" if missed else ""}')
    return 1 if missing or any(is_worse(*item, reference) for item in figures.items()) else 0


if __name__ == '__main__':
    sys.exit(main())
