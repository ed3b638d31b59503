#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Whether the window computes more than it did for its start, a key, a step of zoom, a stop of the debugger and printed
lines.

usage: effort.py [--save] [--rounds N] [--days N] BUILD_FOLDER [SCENARIO...]

Prints TAP: a figure that is 20 % above its line in effort.txt fails. --save writes that file. --rounds: so many of each
scenario, whatever comes out. --days: every N-th scenario, others each day.

Figures are processor time, in units of a piece of work that is done after each thing that is measured (drawing.py; of a
start: one of nothing but GTK): both take longer where others are at work, and what they take of each other hardly
changes. Each thing is done in several
rounds; the figure is the mean, over the things, of the median of their rounds. One that is not clearly below gets more
rounds: on a busy machine the medians of six differ by 10 % at most, those of twelve by 5 %.

Figures of another processor than the one that effort.txt names are told, of a single round, but compared with nothing.
What a user waits for: tests/bench/ide.py. How long Stop takes depends on where it meets the program, not on what is
computed: that it takes no more than 3 s is looked at by test_stopping and tests/bench/ide.py.
"""
import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

import run
from drawing import Drawing
from parts import part_of

HERE = os.path.dirname(os.path.abspath(__file__))
REFERENCE = os.path.join(HERE, 'effort.txt')
WORSE = 1.2
CLEAR = 1.1  # no more rounds below that
MISSED = 1 / 3  # of a reference: the window did not get to what was asked of it while it was measured
ROUNDS, MOST_ROUNDS = 4, 12
FILES = 12


class Meter:
    """Processor time of a window: of its main thread, or of all."""

    def __init__(self, pid, threads, drawing):
        self.pid, self.threads, self.drawing = pid, threads, drawing

    def read(self):
        if self.threads == 'main':
            path = f'/proc/{self.pid}/task/{self.pid}/schedstat'
            with open(path, encoding='ascii') as file:
                return int(file.read().split()[0]) / 1e6
        clock = -8 * (self.pid + 1) + 2  # CLOCK_PROCESS_CPUTIME_ID of another process: clock_getcpuclockid(3)
        return time.clock_gettime_ns(clock) / 1e6

    def rest(self, pause=0.4, limit=30):
        """Waits until the window computes nothing."""
        end, then = time.monotonic() + limit, self.read()
        while time.monotonic() < end:
            time.sleep(pause)
            now = self.read()
            if now - then < 2:
                return
            then = now

    def in_units(self, cost):
        """Of the piece of work, as it goes now: long enough to be sure, short beside what was measured."""
        pieces = [self.drawing.draw() for _ in range(2)]
        while sum(pieces) < cost / 5 and len(pieces) < 24:
            pieces.append(self.drawing.draw())
        return cost / statistics.mean(pieces)

    def is_busy(self):
        with open(f'/proc/{self.pid}/task/{self.pid}/stat', encoding='ascii') as file:
            return file.read().rsplit(')', 1)[1].split()[0] != 'S'

    def do(self, act, quiet=0.05):
        """Does it and waits until the window has had nothing to do for so many s. Returns the units."""
        before = then = self.read()
        act()
        since, end = time.monotonic(), time.monotonic() + 5
        while time.monotonic() - since < quiet and time.monotonic() < end:
            time.sleep(0.005)
            now = self.read()
            if self.is_busy() or now - then > 0.05:
                since, then = time.monotonic(), now
        return self.in_units(self.read() - before)


# A scenario gets the window, the screen and the piece of work; each round it yields figures: a list of the things that
# were done, the same in each round, each a list of what it took.


def wait_painted(screen):
    end = time.monotonic() + 30
    while time.monotonic() < end and len(numpy.unique(numpy.frombuffer(screen.read(30, 60, 900, 100), '<u4'))) < 8:
        time.sleep(0.02)


# The part of a start that every program with GTK has: loading the libraries, opening the screen, reading their styles.
BARE_START = "import ctypes; ctypes.CDLL('libadwaita-1.so.0').adw_init()"


def bare_start():
    """ms of a processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, '-S', '-c', BARE_START], check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def start(ide, screen):
    """In bare starts; until everything is there, what comes behind the first picture, too."""
    ide.kill()
    before = bare_start()
    ide.log = open(os.path.join(ide.folder, 'log.txt'), 'a', encoding='utf-8')
    ide.process = subprocess.Popen([ide.program], env=ide.environment(), stdout=ide.log, stderr=subprocess.STDOUT)
    meter = Meter(ide.process.pid, 'all', None)
    wait_painted(screen)
    meter.rest(1)
    cost = meter.read()
    ide.kill()
    return 2 * cost / (before + bare_start())


def empty_starts(ide, screen, drawing):
    while True:
        yield {'a start': [[start(ide, screen)]]}


def starts(ide, screen, drawing):
    files = [ide.write(f'file{i}.q', ''.join(f'x{k} = {k}\n' for k in range(200))) for i in range(FILES)]
    ide.start(*files)
    ide.wait_page(files[-1])
    ide.close()
    while True:
        yield {f'a start with {FILES} files': [[start(ide, screen)]]}


def keys(ide, screen, drawing):
    text = ''.join(f'x{i} = zeros(4)\nfor i=0..3\n    x{i}[i] = i\nendfor\n' for i in range(5000))
    path = ide.write('long.q', text)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 10001)
    everything, main_thread = (Meter(ide.process.pid, threads, drawing) for threads in ('all', 'main'))
    while True:
        screen.key('Return')
        everything.rest()
        first, others = [], []
        for word in 'wum', 'weros', 'w17', 'wotal', 'wem':  # no name begins so: there is no list
            main_thread.do(lambda: screen.key('space'))
            first.append(main_thread.do(lambda: screen.key(word[0])))
            others += [main_thread.do(lambda: screen.key(letter)) for letter in word[1:]]
        # All first letters are one thing, and all others.
        yield {'a first letter in 20,000 lines': [first], 'another letter there': [others]}


def zoom(ide, screen, drawing):
    from gi.repository import GLib
    trace = os.path.join(ide.folder, 'large.rstrace')
    subprocess.run([os.path.join(ide.build, 'tests', 'trace', 'make-trace'), trace, '1000000'], check=True,
                   stdout=subprocess.DEVNULL)
    ide.start()
    ide.activate('show-profile')
    ide.activate('open-uri', GLib.Variant('s', trace))
    ide.wait_state('the trace', lambda s: s['profile']['ready'], 60)
    ide.move(350, 580)
    meter = Meter(ide.process.pid, 'all', drawing)
    while True:
        meter.rest()
        yield {'a step of zoom in 10^6 events': [[meter.do(lambda: screen.wheel(4))] for _ in range(16)]}
        for _ in range(16):
            screen.wheel(5)


def stops(ide, screen, drawing):
    path = ide.write('step.q', 'x = ones(500,500)\n' + ''.join(f'y{i} = {i}\n' for i in range(20)))
    ide.start(path)
    ide.wait_page(path)
    ide.activate('show-variables')
    ide.keys('ctrl+alt+e')
    everything, main_thread = (Meter(ide.process.pid, threads, drawing) for threads in ('all', 'main'))
    while True:
        ide.keys('F7')
        ide.wait_state('the first line', lambda s: s['run_status'] == 'Paused' and s['pages'][0]['line'] == 1, 30)
        everything.rest()
        yield {'a stop of the debugger': [[main_thread.do(lambda: screen.key('F4'))] for _ in range(16)]}
        screen.key('F5')
        ide.wait_state('the end', lambda s: not s['running'], 30)


def lines(ide, screen, drawing):
    # All at once: how many pictures there are of lines that come one by one depends on who else is at work.
    path = ide.write('lines.q', 's = sprintf("a line that is printed\\n")\n' + 's = strcat(s, s)\n' * 14 + 'print s\n')
    ide.start(path)
    ide.wait_page(path)
    meter = Meter(ide.process.pid, 'all', drawing)
    while True:
        meter.rest()
        yield {'16,384 printed lines': [[meter.do(lambda: screen.key('F5'), 0.15) for _ in range(4)]]}


SCENARIOS = {'empty-starts': empty_starts, 'starts': starts, 'keys': keys, 'zoom': zoom, 'stops': stops, 'lines': lines}


def figure_of(things):
    return statistics.mean(statistics.median(samples) for samples in things)


def is_clear(figures, reference):
    return all(value <= CLEAR * reference.get(name, value) and not is_missed(name, value, reference)
               for name, value in figures.items())


def measure(scenario, options, reference):
    """The figures of a scenario."""
    from ide import Ide
    from screen import Screen
    ide = Ide(os.path.join(options.build, 'ide', 'app', 'redshift-ide'), tempfile.gettempdir())
    ide.build = options.build
    seen = {}
    try:
        ide.keep_still()
        for n, found in enumerate(scenario(ide, Screen(), Drawing())):
            if n == 0:  # what is read and made the first time
                continue
            for name, things in found.items():
                for kept, samples in zip(seen.setdefault(name, [[] for _ in things]), things):
                    kept += samples
            figures = {name: figure_of(things) for name, things in seen.items()}
            print('#', ', '.join(f'{name}: {value:.2f}' for name, value in figures.items()), flush=True)
            if n >= options.most_rounds or (n >= ROUNDS and not options.rounds and is_clear(figures, reference)):
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


def parse_arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--save', action='store_true')
    parser.add_argument('--rounds', type=int)
    parser.add_argument('--days', type=int, default=1)
    parser.add_argument('build', type=os.path.abspath)
    parser.add_argument('scenarios', nargs='*', metavar='SCENARIO', help=', '.join(SCENARIOS))
    options = parser.parse_args()
    if options.save:
        options.scenarios, options.rounds, options.days = [], MOST_ROUNDS, 1
    options.scenarios = options.scenarios or part_of(list(SCENARIOS), f'today/{options.days}')
    return options


def tell(figures, reference, is_whole):
    """TAP; 1 where something is wrong."""
    missing = [name for name in reference if name not in figures] + [name for name in figures if name not in reference]
    missing = missing if is_whole else []
    print(f'1..{len(figures) + 1}')
    print(f'{"not ok" if missing else "ok"} 1 - the figures are those of effort.txt {" ".join(missing)}')
    for i, (name, value) in enumerate(figures.items(), 2):
        worse, missed = is_worse(name, value, reference), is_missed(name, value, reference)
        print(f'{"not ok" if worse else "ok"} {i} - {name}: {value:.2f}, was {reference.get(name, value):.2f}'
              f'{" # SKIP others kept the machine too busy to see it" if missed else ""}')
    return 1 if missing or any(is_worse(*item, reference) for item in figures.items()) else 0


def main():
    options = parse_arguments()
    reason = run.missing()
    if reason is not None:
        print(f'1..0 # SKIP {reason}')
        return 0
    if 'REDSHIFT_UI_INSIDE' not in os.environ:
        return run.enter_screen(5, __file__)
    of, reference = read_reference()
    is_compared = not options.save and of == processor()
    reference = reference if is_compared else {}
    options.most_rounds = options.rounds or (MOST_ROUNDS if is_compared else 1)
    figures = {}
    with run.desktop():
        for name in options.scenarios:
            figures.update(measure(SCENARIOS[name], options, reference))
    if options.save:
        write_reference(figures)
        return 0
    if not is_compared:
        print(f'1..1\nok 1 - figures # SKIP the references are those of another processor, {of}')
        return 0
    return tell(figures, reference, len(options.scenarios) == len(SCENARIOS))


if __name__ == '__main__':
    sys.exit(main())
