# SPDX-License-Identifier: Apache-2.0
"""The profiler in the window: tabs, range, search, tree, flame graph, comparison, SQL, saving."""

import csv
import json
import os
import re
import shutil
import subprocess
import time

import numpy
from gi.repository import GLib

from ide import wait_for
from pictures import grab
from tests import check
from tests_isolated import isolate

PROGRAM = '''function [] = __kernel__ scale(x : mat, y : mat, k : scalar, pos : ivec2)
    y[pos] = k * x[pos]
endfunction
function y = twice(x)
    y = zeros(size(x))
    parallel_do(size(x), x, y, 2.0, scale)
endfunction
function [] = main(n = 20)
    x = ones(400, 400)
    for i=1..n
        x = twice(x)
        x = x / 2
    endfor
    print "sum ", sum(x)
endfunction
'''


def labels(ide):
    return [name for _, name in ide.named('label')]


def profile(ide, name='steps.q'):
    path = ide.write(name, PROGRAM)
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+shift+F5')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready') and s['profile']['kernels'],
                   60)
    time.sleep(0.7)  # until the panel has its size
    return path


def wheel(button, *modifiers):
    down = [word for key in modifiers for word in ('keydown', key)]
    up = [word for key in modifiers for word in ('keyup', key)]
    subprocess.run(['xdotool', *down, 'click', str(button), *up], check=True)


def test_trace_range(ide):
    """A range that is dragged on the ruler limits the kernel table and the summary; Escape takes it away."""
    profile(ide)
    state = ide.state()
    whole = {kernel['name']: kernel['launches'] for kernel in state['profile']['kernels']}
    items = [item for item in state['profile']['items'] if item['width'] > 0]
    left = min(item['x'] for item in items)
    top = min(item['y'] for item in items) - 14
    kernels = [item for item in items if item['kind'] == 'kernel']
    middle = (min(item['x'] for item in kernels) + max(item['x'] + item['width'] for item in kernels)) // 2
    def drag(*words):
        subprocess.run(['xdotool', *words], check=True)
        time.sleep(0.2)

    ide.move(left + 2, top)
    drag('mousedown', '1')
    drag('mousemove', str(left + 20), str(top))
    drag('mousemove', str(middle), str(top))
    drag('mouseup', '1')
    wait_for('the summary of the range', lambda: any('selected: ' in text for text in labels(ide)))
    ide.screenshot('trace-range')
    launches_of = lambda s: sum(k['launches'] for k in s['profile']['kernels'])
    shown = ide.wait_state('fewer launches',
                           lambda s: s['profile']['range'] and launches_of(s) < sum(whole.values()))
    check(shown['profile']['range'][0] < shown['profile']['range'][1], shown['profile']['range'])
    launches = sum(kernel['launches'] for kernel in shown['profile']['kernels'])
    check(launches > 0, 'the range has no launch')
    check_saved_range(ide, launches)
    ide.keys('Escape')
    ide.wait_state('all launches', lambda s: {k['name']: k['launches'] for k in s['profile']['kernels']} == whole)


def test_trace_wheel(ide):
    """Ctrl+wheel zooms around the pointer; the wheel alone does not."""
    profile(ide)
    state = ide.state()
    item = max(state['profile']['items'], key=lambda one: one['width'])
    ide.move(item['x'] + item['width'] // 2, item['y'] + 5)
    before = state['profile']['end'] - state['profile']['start']
    wheel(4)
    state = ide.wait_state('the same range', lambda s: s['profile']['ready'])
    check(state['profile']['end'] - state['profile']['start'] == before, 'the wheel alone zoomed')
    wheel(4, 'ctrl')
    ide.wait_state('the zoom', lambda s: s['profile']['end'] - s['profile']['start'] < 0.9 * before)


def test_trace_objects(ide):
    """The tip of a kernel lists its arrays: number, access, size, parameter."""
    profile(ide)
    ide.activate('timeline-select', GLib.Variant('s', 'scale'))
    state = ide.wait_state('the kernel', lambda s: s['profile'].get('selected')
                           and s['profile']['selected']['kind'] in ('kernel', 'launch') and s['profile']['ready'])
    time.sleep(0.5)
    profiled = ide.state()['profile']
    lines = [line.split() for line in profiled['objects'].split('\n')]
    check(lines[0] == ['object', 'access', 'size', 'parameter'], lines)
    found = {words[-1]: words[1:-1] for words in lines[1:]}
    check(found == {'x': ['ReadOnly', '625', 'KiB'], 'y': ['WriteOnly', '625', 'KiB']}, found)
    check(len({words[0] for words in lines[1:]}) == 2, lines)
    item = state['profile']['selected']
    ide.move(item['x'] + item['width'] // 2, item['y'] + 8)
    time.sleep(1.5)
    ide.screenshot('trace-objects')


def show_sql(ide):
    ide.click_node(wait_for('the menu', lambda: next((node for node in ide.walk() if node.extents().width > 0
                                                      and node.name == 'More reports of this trace'), None)))
    wait_for('its last item', lambda: ide.find('menu item', 'SQL'))
    items = [node.name for node in ide.walk() if node.role == 'menu item' and node.extents().width > 0]
    ide.keys(*['Down'] * items.index('SQL'), 'Return')


def test_trace_pages(ide):
    """Search, tree, flame graph, SQL with its errors."""
    path = profile(ide)
    ide.click_node(wait_for('the tab', lambda: label(ide, 'Tree')))
    wait_for('the tree', lambda: 'Itself' in labels(ide) and any('main' in text for text in labels(ide)))
    ide.screenshot('trace-tree')
    ide.click_node(label(ide, 'Flame Graph'))
    wait_for('the flame graph', lambda: ide.find('image', 'Flame graph'))
    ide.screenshot('trace-flame')
    show_sql(ide)
    wait_for('the question', lambda: ide.find('push button', 'Ask'))
    ide.press('Ask')
    wait_for('the answer', lambda: 'twice' in labels(ide) and 'ms' in labels(ide))
    ide.screenshot('trace-sql')
    check(ide.page(path), 'the program is still there')


def instant(ide):
    """"At 5 ms: 1 MiB in 3 arrays", or None."""
    return next((text for text in labels(ide) if text.startswith('At ') and ' array' in text), None)


def test_trace_memory(ide):
    """The memory page: the curve, who holds memory at the instant that a key or a click chooses, and the way to the
    line and back."""
    path = profile(ide)
    ide.click_node(wait_for('the tab', lambda: label(ide, 'Memory')))
    curve = wait_for('the curve', lambda: ide.find('image', 'Held memory over time'))
    wait_for('the places', lambda: 'At Peak' in labels(ide) and any(text.startswith('Peak ') for text in labels(ide)))
    check('host: peak ' in curve.description, curve.description)
    ide.screenshot('trace-memory')
    ide.click_node(curve)
    clicked = wait_for('who holds it', lambda: instant(ide))
    check('Since' in labels(ide), labels(ide))
    ide.keys('Home')
    peak = wait_for('who holds the peak', lambda: instant(ide) != clicked and instant(ide))
    size = curve.description.split('peak ')[1].split(' at')[0]
    check(size in peak, f'{curve.description}: {peak}')
    # to the line of an array and back
    ide.go_to(path, 1)
    ide.click_node(curve)
    wait_for('who holds it then', lambda: instant(ide) == clicked)
    ide.keys('Home')
    wait_for('who holds the peak again', lambda: instant(ide) == peak)
    ide.keys('Tab', 'Tab', 'Down', 'Return')
    ide.wait_state('the line', lambda s: ide.page(path, s)['line'] in (5, 9, 12))
    ide.keys('alt+Left')
    ide.wait_state('the line before', lambda s: ide.page(path, s)['line'] == 1)
    ide.click_node(curve)
    ide.keys('Escape')
    wait_for('the places again', lambda: 'At Peak' in labels(ide))


def test_trace_memory_of_a_range(ide):
    """A range on the ruler limits the curve and the places."""
    profile(ide)
    ide.click_node(wait_for('the tab', lambda: label(ide, 'Memory')))
    curve = wait_for('the curve', lambda: ide.find('image', 'Held memory over time'))
    whole = wait_for('its description', lambda: curve.description)
    time.sleep(0.7)
    state = ide.state()
    items = [item for item in state['profile']['items'] if item['width'] > 0]
    left = min(item['x'] for item in items)
    middle = (left + max(item['x'] + item['width'] for item in items)) // 2
    top = min(item['y'] for item in items) - 14
    ide.move(left + 2, top)
    for words in (('mousedown', '1'), ('mousemove', str(left + 20), str(top)), ('mousemove', str(middle), str(top)),
                  ('mouseup', '1')):
        subprocess.run(['xdotool', *words], check=True)
        time.sleep(0.2)
    part = wait_for('the curve of the range', lambda: curve.description != whole and curve.description)
    peak = part.split('peak ')[1].split(' at')[0]
    wait_for('the places of the range', lambda: any(text.startswith('Peak ') and peak in text for text in labels(ide)))
    ide.screenshot('trace-memory-range')


def test_trace_transfers(ide):
    """Transfers of a run on OpenCL; a program on the CPU has none, and says so."""
    command = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    path = ide.write('steps.q', PROGRAM.replace('ones(400, 400)', 'rand(400, 400)'))  # ones would be made there
    trace = os.path.join(ide.folder, 'steps.rstrace')
    done = subprocess.run([command, 'run', '-d', 'opencl', '--profile', trace, path], capture_output=True, check=False)
    ide.start(path if done.returncode else trace)
    if done.returncode:  # a machine without OpenCL: the page says that nothing was copied
        ide.wait_page(path)
        ide.keys('ctrl+shift+F5')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready'), 60)
    ide.click_node(wait_for('the tab', lambda: label(ide, 'Transfers')))
    if done.returncode:
        wait_for('the sentence', lambda: any('No copies here' in text for text in labels(ide)))
        return
    wait_for('the copy', lambda: 'host->opencl:0' in labels(ide)
             and any(re.match('1 copy, 625 KiB in ', text) for text in labels(ide)))
    check('launch' in labels(ide), labels(ide))
    ide.screenshot('trace-transfers')
    ide.click_node(label(ide, 'Memory'))
    curve = wait_for('the curve', lambda: ide.find('image', 'Held memory over time'))
    wait_for('the curve of the device', lambda: 'opencl:0: peak ' in curve.description)
    time.sleep(0.5)
    ide.screenshot('trace-memory-device')


def find_pointed(ide, view):
    """What is told of the point under the pointer. Where the first point is shows when it is chosen: there the picture
    changes."""
    box = view.extents()

    def picture():
        return grab(box.width, box.height, box.x, box.y)

    before = picture()
    ide.keys('Right')
    changed = wait_for('the choice', lambda: numpy.argwhere((picture() != before).any(axis=2)).tolist())
    ide.keys('Escape')
    wait_for('none', lambda: ' of what is possible' not in view.description)
    for y, x in changed[::max(len(changed) // 100, 1)]:
        ide.move(box.x + x, box.y + y)
        if ' of what is possible' in view.description:
            return view.description
    return None


def test_trace_roofline(ide):
    """The roofline: a picture whose points keys and clicks choose, a sentence about the kernel, and the way to its
    line."""
    path = profile(ide)
    ide.click_node(wait_for('the tab', lambda: label(ide, 'Roofline')))
    view = wait_for('the picture', lambda: ide.find('image', 'Roofline'))
    wait_for('the kernels', lambda: 'Limited by' in labels(ide) and re.match(r'[1-9]\d* kernels?$', view.description))
    ide.screenshot('trace-roofline')
    ide.click_node(view)
    ide.keys('Right')
    chosen = wait_for('a point', lambda: ' of what is possible' in view.description and view.description)
    kernel = chosen.split(':')[0]
    check(any(text.startswith(f'{kernel} took ') for text in labels(ide)), labels(ide))
    ide.screenshot('trace-roofline-chosen')
    ide.keys('Escape')
    wait_for('none', lambda: ' of what is possible' not in view.description)
    check(find_pointed(ide, view), 'no point under the pointer')
    ide.screenshot('trace-roofline-pointed')
    ide.move_away()
    wait_for('none', lambda: ' of what is possible' not in view.description)
    ide.go_to(path, 15)
    ide.click_node(view)
    ide.keys('Tab', 'Tab', 'Down', 'Return')
    ide.wait_state('the line', lambda s: ide.page(path, s)['line'] in (1, 12))


OPEN = '''function y = total(x)
    y = 0.0
    for i=0..numel(x)-1
        y += sqrt(abs(x[i]))
    endfor
endfunction
function y = twice(x)
    y = zeros(size(x))
    for i=0..numel(x)-1
        y[i] = 2*x[i]
    endfor
endfunction
print total(ones(2000000)), sum(twice(ones(2000000)))
'''


def test_decisions_of_a_run(ide):
    """Loops that are decided when they are reached: after a profile the margin has what was decided, until an edit."""
    path = ide.write('open.q', OPEN)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 9)
    ide.wait_state('before', lambda s: s['line_status'].startswith('this loop: decided when it is reached'))
    ide.keys('ctrl+shift+F5')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready'), 60)
    ide.go_to(path, 9)
    ide.wait_state('the decision', lambda s: s['line_status'].startswith('this loop, in the last run: parallel'))
    ide.go_to(path, 3)
    ide.wait_state('the sum', lambda s: s['line_status'].startswith(
        'this loop, in the last run: parallel, with the sum `y`'))
    ide.screenshot('decided-loops')
    ide.keys('End', 'space')
    ide.wait_state('after an edit', lambda s: s['line_status'].startswith('this loop: decided when it is reached'))


def decide(ide, action):
    path = ide.write('open.q', OPEN)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 9)
    ide.wait_state('before', lambda s: s['line_status'].startswith('this loop: decided when it is reached'))
    ide.activate(action)
    ide.wait_state('the end', lambda s: s['run_status'].startswith('Finished in'), 60)
    ide.wait_state('the decision', lambda s: s['line_status'].startswith('this loop, in the last run: parallel'))
    ide.go_to(path, 3)
    ide.wait_state('the sum', lambda s: s['line_status'].startswith(
        'this loop, in the last run: parallel, with the sum `y`'))
    return path


def test_decisions_of_a_plain_run(ide):
    """The same without a recording: other lines may come before a loop; another run decides anew; a profile, too."""
    decided = 'this loop, in the last run: parallel, with'
    path = decide(ide, 'run')
    ide.screenshot('decided-by-plain-run')
    ide.go_to(path, 1)
    ide.keys('Home', 'Return')
    ide.go_to(path, 4)
    ide.wait_state('a line further', lambda s: s['line_status'].startswith(decided))
    ide.keys('End', 'space')
    ide.wait_state('after an edit', lambda s: s['line_status'].startswith('this loop: decided when it is reached'))
    ide.keys('F5')
    ide.wait_state('decided again', lambda s: s['line_status'].startswith(decided))
    ide.keys('End', 'space', 'ctrl+shift+F5')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready'), 60)
    ide.wait_state('by a profile', lambda s: s['line_status'].startswith(decided))


def test_decisions_of_an_isolated_run(ide):
    decide(ide, 'run-isolated')


def test_line_times(ide):
    """Beside the lines stands what they took in the last profile, and the status of the cursor's line says more; they
    stay with their lines when the text is edited, in texts that are opened later, too."""
    path = profile(ide)
    ide.go_to(path, 1)
    told = ide.wait_state('the time of the kernel', lambda s: re.search(
        r'this kernel: parallel; took [0-9.]+ .s in 20 runs; limited by .*, \d+ % of what', s['line_status']))
    ide.go_to(path, 10)
    ide.wait_state('the time of the loop', lambda s: re.search(r'took [0-9.]+ .s by the clock in 1 run$',
                                                               s['line_status']))
    ide.go_to(path, 2)
    ide.wait_state('a line without', lambda s: 'took' not in s['line_status'])
    ide.screenshot('line-times')
    ide.go_to(path, 1)
    ide.keys('Home', 'Return')
    ide.wait_state('the kernel, a line further',
                   lambda s: ide.page(path, s)['line'] == 2 and 'took' in s['line_status'])
    ide.keys('ctrl+z')
    ide.wait_state('the text as it was', lambda s: ide.page(path, s)['line'] == 1 and not ide.page(path, s)['modified'])
    ide.keys('ctrl+w')
    ide.wait_state('no text', lambda s: all(page['name'] != path for page in s['pages']))
    ide.go_to(path, 1)
    ide.wait_state('its time again', lambda s: s['line_status'] == told['line_status'])


LINES = """function [] = __kernel__ weigh(y : mat, x : mat, pos : ivec2)
    s = 0.0
    for k = 0..39
        s = s + sin(x[pos] + k) * exp(-0.01 * k)
    endfor
    t = x[pos] * 2
    y[pos] = s + t
endfunction

function [] = main()
    x = ones(400, 400)
    y = zeros(400, 400)
    for i = 0..19
        parallel_do(size(y), y, x, weigh)
    endfor
    print y[3,4]
endfunction
"""


def check_lines(ide, path):
    """The line inside of the kernel has its share beside it, and is the first in the table."""
    ide.go_to(path, 4)
    told = ide.wait_state('the share of the line', lambda s: re.search(
        r'the line itself: (\d+) % of the processor time, [0-9.]+ .s', s['line_status']))['line_status']
    check(int(re.search(r'itself: (\d+) %', told).group(1)) >= 50, told)
    ide.go_to(path, 1)
    ide.wait_state('the time of the kernel', lambda s: re.search(r'took [0-9.]+ .s in 20 runs', s['line_status']))
    ide.click_node(wait_for('the tab', lambda: label(ide, 'Lines')))
    wait_for('the head', lambda: any('from samples: 1000 a second' in text for text in labels(ide)))
    name = f'{os.path.basename(path)}:4'
    row = wait_for('the row', lambda: label(ide, name))
    check('Page faults' in labels(ide), labels(ide))
    ide.screenshot('trace-lines')
    ide.click_node(row)
    ide.keys('End', 'Home', 'Return')
    ide.wait_state('the line', lambda s: ide.page(path, s)['line'] == 4)


def test_lines_inside_a_kernel(ide):
    """A profile tells which line of a kernel takes the time: beside the text, and in a table that leads there."""
    path = ide.write('lines.q', LINES)
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+shift+F5')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready'), 60)
    check_lines(ide, path)


def test_lines_isolated(ide):
    """So does one of a run in a process of its own."""
    isolate(ide)
    path = ide.write('lines.q', LINES)
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+shift+F5')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready'), 60)
    check_lines(ide, path)


def label(ide, text):
    return next((node for node, name in ide.named('label')
                 if name == text and node.extents().width > 0), None)


def profile_again(ide, path, n):
    """Another recording, with that argument; the path of its trace."""
    before = ide.state()['profile']['path']
    ide.activate('arguments')
    ide.text_node('Arguments').set_text(str(n))
    ide.press('Set')
    wait_for('the end of the dialog', lambda: ide.find('push button', 'Set') is None)
    ide.go_to(path, 1)
    ide.keys('ctrl+shift+F5')
    state = ide.wait_state('the next trace', lambda s: not s['running'] and s['profile'].get('ready')
                           and s['profile']['path'] != before, 60)
    check(os.path.exists(before) and os.path.exists(state['profile']['path']), 'a trace is gone')
    return state['profile']['path']


def copies(ide, trace):
    """Two more recordings, which happen to be the same."""
    paths = [os.path.join(ide.folder, f'{k} {os.path.basename(trace)}') for k in range(2)]
    for path in paths:
        shutil.copy(trace, path)
    return paths


def test_trace_comparison(ide):
    """Each recording has its tab; two are compared kernel by kernel, then three of each side."""
    path = profile(ide)
    first = ide.state()['profile']['path']
    profile_again(ide, path, 40)
    ide.activate('compare-trace', GLib.Variant('s', first))
    wait_for('the comparison', lambda: 'Median' in labels(ide) and any('20 / 40' in text for text in labels(ide)))
    told = labels(ide)
    assert '95 % interval' in told and any(text in told for text in ('no evidence', 'slower', 'faster')), told
    assert any(re.fullmatch(r'[0-9.]+× – [0-9.]+×', text) for text in told), told
    check(any(re.fullmatch(r'[0-9]+\.[0-9]{3}×', text) for text in told), told)
    ends = [float(end) for text in told if '× – ' in text for end in re.findall(r'([0-9.]+)×', text)]
    check(all(1e-3 <= end <= 1e3 for end in ends), 'an interval that tells nothing')
    ide.screenshot('trace-compare')
    second = ide.state()['profile']['path']
    others, more = [first, *copies(ide, first)], copies(ide, second)
    ide.activate('compare-traces', GLib.Variant('(asas)', (others, more)))
    wait_for('the sides', lambda: any(re.match(r'Other side: 3, .* on average; this side: 3, ', text)
                                      for text in labels(ide)))
    wait_for('the numbers', lambda: any('60 / 120' in text for text in labels(ide)))
    ide.screenshot('trace-compare-sides')


def second(state):
    return state['profile'].get('second')


def test_both_timelines(ide):
    """The other trace's timeline stands below; both move together, and a selected span begins at the same place."""
    path = profile(ide)
    first = ide.state()['profile']['path']
    profile_again(ide, path, 12)  # of which each has one of its number below
    check(second(ide.state()) is None, 'a second timeline')
    ide.activate('compare-trace', GLib.Variant('s', first))
    ide.wait_state('both', lambda s: second(s) and second(s)['end'] - second(s)['start'] > 1000)
    time.sleep(0.5)
    state = ide.state()
    item = max((one for one in state['profile']['items'] if one['event']), key=lambda one: one['width'])
    ide.click(item['x'] + item['width'] // 2, item['y'] + 8)
    ide.keys('plus', 'plus')
    zoomed = ide.wait_state('the zoom', lambda s: s['profile']['end'] - s['profile']['start']
                            < 0.6 * (state['profile']['end'] - state['profile']['start']) and s['profile']['ready'])
    check_aligned(zoomed['profile'])
    ide.keys('0')
    ide.wait_state('everything', lambda s: s['profile']['start'] < 0 and s['profile']['ready'])
    ide.activate('timeline-select', GLib.Variant('s', 'scale'))
    found = find_same_span(ide, 'scale')
    check_aligned(found['profile'])
    text = second(found)['text']
    check(re.match(r'scale, [0-9]+ of 20: .* above, .* here; above is [0-9.]+ of it$', text), text)
    one, same = found['profile']['selected'], second(found)['selected']
    check(same['name'] == 'scale' and abs(same['x'] - one['x']) <= 1, f'{one}; {same}')
    ide.screenshot('trace-both')
    # moving the second one moves the first
    below = ide.find('image', 'Timeline of the other trace').extents()
    check(below.y < same['y'] < below.y + below.height, f'{same} in {below.y}, {below.height}')
    ide.click(below.x + 60, same['y'] + 8)  # beside the selected span, which shows
    ide.keys('plus', 'plus', 'Right')
    moved = ide.wait_state('the move', lambda s: s['profile']['start'] > found['profile']['start']
                           and s['profile']['ready'])
    check_aligned(moved['profile'])
    ide.press('Both Timelines')
    ide.wait_state('one timeline', lambda s: second(s) is None)


def find_same_span(ide, name):
    """The state in which it is selected in both timelines; spans that are joined for drawing can't be."""
    for _ in range(8):
        state = ide.wait_state('the span', lambda s: second(s)['text'].startswith(name) and s['profile']['ready']
                               and s['profile']['selected'])
        time.sleep(0.3)
        state = ide.state()
        if second(state)['selected']:
            return state
        ide.keys('plus')
    raise AssertionError(f'not selected in both: {second(state)}')


def check_aligned(profile):
    """A pixel is as long in both."""
    lengths = [one['end'] - one['start'] for one in (profile, profile['second'])]
    check(0.9 < lengths[0] / lengths[1] < 1.1, lengths)


def save_trace(ide, target, *keys):
    """Saves the trace under that name; keys: pressed in the dialog first."""
    ide.press('Save the trace')
    wait_for('the dialog', lambda: any(window and window.name == 'Save the Trace' for window in ide.accessible()), 60)
    time.sleep(0.3)  # until it has the keys
    for key in keys:
        ide.keys(key)
    ide.screenshot('trace-save')
    ide.keys('ctrl+a')
    subprocess.run(['xdotool', 'type', target], check=True)
    ide.keys('Return')


def press_when_there(ide, name):
    wait_for(name, lambda: ide.find('push button', name))
    ide.press(name)


def wait_label(ide, text):
    wait_for(text, lambda: any(text in shown for shown in labels(ide)))


def count_launches(ide, path):
    """Kernel launches of a trace, by the command line."""
    command = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    done = subprocess.run([command, 'trace', 'kernels', '--csv', path], capture_output=True, check=True, text=True)
    rows = list(csv.DictReader(done.stdout.splitlines()))
    return sum(int(row['launches']) for row in rows)


def check_saved_range(ide, launches):
    """What is saved while a range is selected is the range, as a trace and for other tools."""
    part = os.path.join(ide.folder, 'part.rstrace')
    save_trace(ide, part)
    wait_label(ide, f'Saved to {part}')
    check(count_launches(ide, part) == launches, f'{count_launches(ide, part)} launches, {launches} are shown')
    exported = os.path.join(ide.folder, 'part.json')
    save_trace(ide, exported)
    wait_label(ide, f'Exported to {exported}')
    with open(exported, encoding='utf-8') as file:
        kernels = [event for event in json.load(file)['traceEvents'] if event.get('cat') == 'kernel']
    check(len(kernels) == launches, f'{len(kernels)} kernels, {launches} are shown')


def test_trace_export(ide):
    """The end of the name chooses the format for other tools."""
    profile(ide)
    target = os.path.join(ide.folder, 'trace.json')
    save_trace(ide, target)
    wait_label(ide, f'Exported to {target}')
    with open(target, encoding='utf-8') as file:
        check(json.load(file)['traceEvents'], 'it is empty')


def test_trace_save(ide):
    """A copy opens like the trace; over the trace itself, or over a file that is none, nothing is written."""
    profile(ide)
    state = ide.state()
    own = state['profile']['path']
    copy = os.path.join(ide.folder, 'copy.rstrace')
    save_trace(ide, copy)
    wait_label(ide, f'Saved to {copy}')
    check(count_launches(ide, copy) == sum(k['launches'] for k in state['profile']['kernels']), 'launches are missing')
    with open(own, 'rb') as file:
        before = file.read()
    save_trace(ide, own)
    press_when_there(ide, 'Replace')
    wait_label(ide, 'is the trace itself; give another name')
    with open(own, 'rb') as file:
        check(file.read() == before, 'the trace was written to')
    notes = os.path.join(ide.folder, 'notes.rstrace')
    with open(notes, 'w', encoding='utf-8') as file:
        file.write('not a trace')
    save_trace(ide, notes)
    press_when_there(ide, 'Replace')
    wait_label(ide, 'is not a trace; it was not overwritten')
    with open(notes, encoding='utf-8') as file:
        check(file.read() == 'not a trace', 'notes were overwritten')


def test_trace_save_given_up(ide):
    """Saving that takes long can be given up: the file that was there stays, and nothing lies beside it."""
    make = os.path.join(os.path.dirname(ide.program), '..', '..', 'tests', 'trace', 'make-trace')
    trace = os.path.join(ide.folder, 'long.rstrace')
    subprocess.run([make, trace, '6000000'], check=True)
    ide.start(trace)
    ide.wait_state('the trace', lambda s: s['profile'].get('ready'), 60)
    target = os.path.join(ide.folder, 'saved', 'long.json')
    os.mkdir(os.path.dirname(target))
    with open(target, 'w', encoding='utf-8') as file:
        file.write('{"traceEvents":[]}')
    save_trace(ide, target)
    press_when_there(ide, 'Replace')
    press_when_there(ide, 'Give up saving the trace')
    wait_label(ide, 'The trace was not saved')
    wait_for('the button', lambda: ide.find('push button', 'Save the trace'))
    with open(target, encoding='utf-8') as file:
        check(file.read() == '{"traceEvents":[]}', 'the file was written to')
    check(os.listdir(os.path.dirname(target)) == ['long.json'], os.listdir(os.path.dirname(target)))


def test_profile_of_a_wrong_program(ide):
    """What is not begun has no profile: its errors show, as in any run."""
    path = ide.write('wrong.q', 'x = zero(3)\nprint x\n')
    ide.start(path)
    ide.wait_page(path)
    ide.wait_state('the error', lambda s: s['errors'] == 1)
    ide.give_focus()
    ide.keys('ctrl+shift+F5')
    ide.wait_state('that it was not run', lambda s: s['run_status'].startswith('Not run'))
    time.sleep(0.5)
    check('problems:bottom:front' in ide.state()['panels'], ide.state()['panels'])


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
