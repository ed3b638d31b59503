# SPDX-License-Identifier: Apache-2.0
"""What figures of profiles are of: times of loops beside lines, shares, comparisons of two recordings; titles of their
pages, and runs that did not begin."""

import os
import re
import time

from gi.repository import GLib

from ide import wait_for
from tests import check
from tests_profile import label, labels, profile, profile_again
from tests_trace_views import rows, select_range, show, titles
from tests_view import resize

UNITS = {'ns': 1, 'µs': 1e3, 'ms': 1e6, 's': 1e9, 'B': 1, 'KiB': 2**10, 'MiB': 2**20, 'GiB': 2**30, 'bytes': 1}
with open(os.path.join(os.path.dirname(__file__), os.pardir, 'trace', 'queued.q'), encoding='utf-8') as program:
    QUEUED = program.read()


def amount(text):
    """"1.25 ms" as a number."""
    number, unit = text.replace(',', '').split()
    return float(number) * UNITS[unit]


def time_of(ide, path, line, words):
    ide.go_to(path, line)
    state = ide.wait_state(f'the time of line {line}', lambda s: re.search(words, s['line_status']))
    return amount(re.search(words, state['line_status']).group(1))


def test_time_of_loops(ide):
    """The time beside a loop is elapsed time: that of the loop inside is part of that of the loop around it."""
    path = ide.write('queued.q', QUEUED)
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+shift+F5')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready')
                   and s['profile']['kernels'], 60)
    inner = time_of(ide, path, 3, r'took ([0-9.,]+ \w+) by the clock in \d+ runs')
    outer = time_of(ide, path, 11, r'took ([0-9.,]+ \w+) by the clock in 1 run')
    check(inner <= 1.01 * outer, f'{inner} ns in the loop that takes {outer} ns')
    ide.screenshot('time-of-loops')


def check_figures(found):
    """The ratio is that of the medians beside it."""
    n = 0
    for row in found:
        both = re.fullmatch(r'(.+) → (.+)', row[5])
        check(both, row)
        if '–' in both.groups() or row[6] == '–':
            continue
        ratio = amount(both.group(2)) / amount(both.group(1))
        check(abs(float(row[6].rstrip('×')) / ratio - 1) < 0.02, row)
        n += 1
    check(n > 0, found)


def test_comparison_figures(ide):
    """Each ratio is that of the figures beside it, each row has its place, and what the numbers are of is said; what
    nobody can tell comes last. A trace is not compared with itself."""
    path = profile(ide)
    first = ide.state()['profile']['path']
    second = profile_again(ide, path, 40)
    ide.activate('compare-trace', GLib.Variant('s', first))
    found = wait_for('the comparison', lambda: rows(ide, 'Comparison'))
    check(titles(ide, 'Comparison')[:7] == ['Change', 'What', 'Name', 'Place', 'Total', 'Median', 'Ratio'],
          titles(ide, 'Comparison'))
    check_figures(found)
    check(all(re.fullmatch(r'[\w-]+\.q:\d+( \(was \d+\))?', row[3]) for row in found), found)
    check(all(row[2].startswith('line ') for row in found if row[1] == 'line'), found)
    few = [row[0] == 'too few runs' for row in found]
    check(not any(few) or few.index(True) + sum(few) == len(few) or all(row[1] == 'memory' for row in
                                                                        found[few.index(True) + sum(few):]), found)
    told = next(text for text in labels(ide) if 'ratio: of ' in text)
    check('of medians, over blocks of neighbouring runs' in told, told)
    resize(1280, 800)
    note, rows_of_note = next((node.extents(), 1 + ('Holm' in name)) for node, name in ide.named('label')
                              if 'ratio: of ' in name)
    both = next(node for node in ide.walk() if node.name == 'Both Timelines' and node.extents().width > 0).extents()
    check(note.height < 24 * rows_of_note and note.y < both.y + both.height + 12,
          f'the note is at {note}, the buttons at {both}')
    ide.screenshot('comparison-figures', '1280x800')
    ide.activate('compare-trace', GLib.Variant('s', second))
    wait_for('the refusal', lambda: any('the trace that shows here' in text for text in labels(ide)))


def test_titles_of_profiles(ide):
    """Two profiles of one program have titles of their own."""
    path = profile(ide)
    profile_again(ide, path, 12)
    wait_for('the titles', lambda: {'Profile: steps.q', 'Profile: steps.q (2)'} <= set(labels(ide)))


def test_shares_of_profiles(ide):
    """Shares of kernels and of the tree are of the elapsed time; sums over threads say of how many."""
    profile(ide)
    show(ide, 'Kernels')
    words = r'Sum of \d+: total .* of the elapsed time, as shares are'
    wait_for('what shares are of', lambda: any(re.match(words, text) for text in labels(ide)))
    show(ide, 'Tree')
    found = wait_for('the tree', lambda: rows(ide, 'Call tree'))
    note = next(text for text in labels(ide) if text.startswith('Shares: of the elapsed '))
    words = r'Shares: of the elapsed ([0-9.,]+ \w+); .* on \d+ tracks?; times by the clock'
    wall = amount(re.match(words, note).group(1))
    row = next(row for row in found if row[0] == 'main')
    check(abs(amount(row[1]) / wall * 100 - float(row[3].split()[0])) < 1, (row, note))
    show(ide, 'Flame Graph')
    flame = wait_for('the flame graph', lambda: ide.find('image', 'Flame graph'))
    wait_for('the sum', lambda: re.fullmatch(r'Everything: .* on \d+ tracks?', flame.description))


def test_shares_of_a_range(ide):
    """Shares in a selected range are of its time, and say so."""
    profile(ide)
    show(ide, 'Kernels')
    length = amount(re.match(r'([0-9.,]+ \w+) selected: ', select_range(ide, 0.4, 0.7)).group(1))
    wait_for('what shares of kernels are of', lambda: any(
        re.match(r'Sum of \d+: total .* of the selected time, as shares are|No kernel began', text)
        for text in labels(ide)))
    show(ide, 'Tree')
    words = r'Shares: of the selected ([0-9.,]+ \w+);'
    note = wait_for('what shares of calls are of', lambda: next((found for text in labels(ide)
                                                                 if (found := re.match(words, text))), None))
    check(abs(amount(note.group(1)) / length - 1) < 0.01, (note.group(0), length))
    row = next(row for row in rows(ide, 'Call tree') if row[0] == 'main')
    check(abs(amount(row[1]) / length * 100 - float(row[3].split()[0])) < 1, (row, length))
    ide.screenshot('shares-of-a-range')


def test_profile_of_a_program_with_errors(ide):
    """What did not begin has no profile: the problems stay in front."""
    path = ide.write('wrong.q', 'function [] = main()\n    x = zeros(3\n    print y\nendfunction\n')
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+shift+F5')
    ide.wait_state('the end', lambda s: not s['running'] and 'rror' in s['run_status'], 20)
    wait_for('the problems', lambda: any('Problems' in text for text in labels(ide)))
    time.sleep(1)
    check(not ide.state()['profile'].get('path'), ide.state()['profile'])
    check(not any(text.startswith('Profile: ') for text in labels(ide)), labels(ide))
    ide.screenshot('profile-of-errors')


WIDE = '''import "colortransform.q"
function [] = __kernel__ smooth_in_all_directions(x : mat, y : mat, k : scalar, pos : ivec2)
    y[pos] = k * x[pos]
endfunction
''' + QUEUED.replace('    print', '''    g = rgb2gray(rand(480, 720, 3) * 255)
    h = zeros(size(g))
    parallel_do(size(g), g, h, 2.0, smooth_in_all_directions)
    print max(abs(g - h)) > 0
    print''').replace('1..200', '1..20')


def test_kernels_fit(ide):
    """In a window of 1280 x 800 all columns of the kernels are in sight, and the note above the tree is one line."""
    path = ide.write('wide.q', WIDE)
    ide.start(path)
    ide.wait_page(path)
    resize(1280, 800)
    ide.keys('ctrl+shift+F5')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready')
                   and s['profile']['kernels'], 60)
    time.sleep(1)
    show(ide, 'Kernels')
    wait_for('the last column', lambda: label(ide, 'Threads'))
    ide.screenshot('kernels-fit', '1280x800')
    check(any('expression at line' in row[0] for row in rows(ide, 'Kernels')), rows(ide, 'Kernels'))
    table = next(node for node in ide.walk() if node.role == 'tree table' and node.name == 'Kernels')
    for row in (row for row in table.walk() if row.role == 'table row'):
        cell = [node for node in row.walk() if node.role == 'label'][-1]
        check(cell.extents().x + cell.extents().width <= 1275, f'“{cell.name}” ends at {cell.extents()}')
    show(ide, 'Tree')
    note = wait_for('the note', lambda: next((node for node, name in ide.named('label')
                                              if name.startswith('Shares: of the elapsed ')), None)).extents()
    check(0 < note.height < 24, f'the note is {note.height} high')


TESTS = [test_time_of_loops, test_comparison_figures, test_titles_of_profiles, test_shares_of_profiles,
         test_shares_of_a_range, test_profile_of_a_program_with_errors, test_kernels_fit]
