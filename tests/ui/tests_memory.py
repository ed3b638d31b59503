# SPDX-License-Identifier: Apache-2.0
"""Who holds memory, in the window: what was never freed, and what there was at an instant."""

import json
import os
import subprocess

from ide import wait_for
from tests import check
from tests_profile import instant, label
from tests_trace_views import rows, titles

HELD = '''function [] = main()
    kept = zeros(100, 1000)
    for i = 1..3
        step = ones(200, 1000)
        pause(30)
        step = 0
        pause(30)
    endfor
    late = ones(500, 1000)
    pause(60)
    print numel(kept) + numel(late)
endfunction
'''
FACTORS = {'ns': 1, 'µs': 1e3, 'ms': 1e6, 's': 1e9}


def held_at(events, time):
    """Numbers and bytes of the arrays that are there at a time."""
    there = {}
    for kind, number, size, start in events:
        if start <= time:
            there.update({number: size}) if kind == 6 else there.pop(number, None)
    return there


def test_trace_memory_leaks(ide):
    """What was never freed, by place; and at instants that keys choose, the arrays that the terminal lists there."""
    path, trace = ide.write('held.q', HELD), os.path.join(ide.folder, 'held.rstrace')
    command = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    subprocess.run([command, 'run', '-d', 'cpu', '--profile', trace, path], check=True, capture_output=True)
    sql = 'SELECT kind, a, b, start FROM events WHERE kind IN (6, 7) ORDER BY id'
    ask = [command, 'trace', 'query', '--json', sql]
    late = max(row['start'] for row in json.loads(subprocess.check_output([*ask, trace])) if row['kind'] == 6)
    part = os.path.join(ide.folder, 'part.rstrace')  # without the end, at which all is freed
    subprocess.run([command, 'trace', 'trim', '--to', f'{late + 20000000}ns', '-o', part, trace], check=True)
    events = [tuple(row.values()) for row in json.loads(subprocess.check_output([*ask, part]))]
    ide.start(part)
    ide.wait_state('the trace', lambda s: s['profile'].get('ready'), 60)
    ide.click_node(wait_for('the tab', lambda: label(ide, 'Memory')))
    found = wait_for('who holds memory', lambda: rows(ide, 'Held memory'))
    left = {row[0]: row[titles(ide, 'Held memory').index('Left')] for row in found}
    check({name.split()[0]: size for name, size in left.items()}
          == {'kept': '391 KiB', 'step': '0 B', 'late': '1.91 MiB'}, left)
    told = json.loads(subprocess.check_output([command, 'trace', 'memory', '--json', part]))
    check({row['variable']: row['left_bytes'] for row in told} == {'kept': 400000, 'step': 0, 'late': 2000000}, told)
    ide.screenshot('trace-memory-leaks')
    ide.click_node(ide.find('image', 'Held memory over time'))
    before, seen = wait_for('the arrays', lambda: instant(ide)), []
    for _ in range(30):
        ide.keys(*['Left'] * 3)
        text = wait_for('another instant', lambda: instant(ide) != before and instant(ide))
        before, words = text, text.split()
        time = float(words[1].replace(',', '')) * FACTORS[words[2].rstrip(':')]
        # The text has three digits: only where nothing changes within them the arrays are certain.
        lists = [held_at(events, time * factor) for factor in (0.994, 1.006)]
        if lists[0] != lists[1]:
            continue
        table = rows(ide, 'Held memory')
        check({int(row[3]) for row in table} == set(lists[0]), f'{text}: {table}, {lists[0]}')
        listed = json.loads(subprocess.check_output([command, 'trace', 'memory', '--at', f'{time:.0f}ns', '--json',
                                                     part]))
        check([row['oid'] for row in listed] == [int(row[3]) for row in table], f'{text}: {table}, {listed}')
        seen.append(len(table))
        if {1, 2} <= set(seen):
            break
    check({1, 2} <= set(seen), seen)
    ide.screenshot('trace-memory-instant')


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
