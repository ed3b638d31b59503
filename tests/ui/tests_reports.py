# SPDX-License-Identifier: Apache-2.0
"""The reports of a trace in the window: the same rows as in the terminal, of a range, with the way to the line; what
happened to one array; the curves of occupancy."""

import csv
import io
import os
import re
import subprocess
import time

from gi.repository import GLib

from ide import wait_for
from tests import check
from tests_breakpoints import open_menu
from tests_isolated import isolate
from tests_shell import need_opencl
from tests_profile import label, labels, profile
from tests_trace_views import DEVICE, part_of, record_on_device, rows, select_range, titles
from tests_view import resize

# What stands in the menu behind the tabs: the page, the name of its table, the report of the terminal, and what both
# show alike (texts and whole numbers).
MORE = [
    ('Loops', 'Loops', 'loops', ['What', 'Runs', 'Iterations', 'Decision']),
    ('Built-ins', 'Built-in functions', 'builtins', ['Built-in', 'Calls']),
    ('Marks', 'Marks', 'marks', ['Name', 'What', 'Times']),
    ('Waits', 'Waits', 'waits', ['Waited for', 'Waits']),
    ('Gaps', 'Time without a kernel', 'gaps', ['Name', 'Gaps']),
    ('Queues', 'Queues', 'queues', ['Device', 'Launches', 'Queued at most']),
    ('Threads', 'Threads', 'threads', ['Thread']),
    ('Devices', 'Devices of launches', 'places', ['Device', 'Launches', 'Why']),
    ('Two Devices', 'Two devices side by side', 'devices', ['Variable', 'Device', 'Times', 'Verdict']),
    ('Occupancy', 'Occupancy', 'occupancy', ['Grid', 'Launches', 'Registers', 'Blocks', 'Limited by']),
    ('Metrics', 'Metrics', 'metrics', ['Grid', 'Group', 'What', 'Unit', 'Measured', 'Metric']),
    ('Stalls', 'Stalls', 'stalls', ['Waits for', 'Samples', 'Nothing issued']),
    ('Instructions', 'Instructions by line', 'sass', ['Instructions of warps']),
    ('Curves', 'Curves', 'curves', ['What', 'Over time', 'Launches', 'Samples']),
    ('Events', 'Events', None, []),
]


def show_more(ide, page):
    """By keys from the button, which bears the page's name then; the tabs beside it stay whole."""
    names = [name for name, *_ in MORE]
    button = wait_for('the menu', lambda: next((node for node in ide.walk() if node.extents().width > 0
                                                and node.name == 'More reports of this trace'), None))
    ide.click_node(button)
    wait_for('its items', lambda: ide.find('menu item', page))
    ide.keys(*['Down'] * names.index(page), 'Return')
    wait_for(f'the name {page}', lambda: any(node.name == page for node in ide.walk(button) if node.role == 'label'))
    tab = label(ide, 'Comparison').extents()
    check(tab.x + tab.width <= button.extents().x, 'a tab is cut')


def in_terminal(ide, report, trace):
    command = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    done = subprocess.run([command, 'trace', report, '--csv', trace], capture_output=True, check=True, text=True)
    return list(csv.reader(io.StringIO(done.stdout)))[1:]


def without_groups(text):
    return re.sub(r'(?<=\d),(?=\d{3})', '', text)


def check_page(ide, trace, page, table, report, alike):
    """Columns stand in the same order in both."""
    show_more(ide, page)
    expected = in_terminal(ide, report, trace)
    if not expected:  # a sentence stands there alone
        wait_for(f'no rows of {page}', lambda: not rows(ide, table))
        return []
    found = wait_for(f'the rows of {page}', lambda: rows(ide, table))
    columns = titles(ide, table)
    check(len(found) == len(expected), f'{page}: {found}, in the terminal {expected}')
    for column in alike:
        k = columns.index(column)
        check([without_groups(row[k]) for row in found] == [row[k] for row in expected],
              f'{page}, {column}: {found}, {expected}')
    return found


def test_reports(ide):
    """Each report has the rows that it has in the terminal; Return leads to the line; a range limits them."""
    path = profile(ide)
    trace = ide.state()['profile']['path']
    for page, table, report, alike in MORE[:-1]:
        found = check_page(ide, trace, page, table, report, alike)
        ide.screenshot('report-' + report)
        if page in ('Loops', 'Gaps'):
            check(found, page)
    wait_for('that there are none', lambda: any('No curves were recorded' in text for text in labels(ide)))
    show_more(ide, 'Instructions')
    wait_for('that none were counted', lambda: any('No instructions were counted' in text for text in labels(ide)))
    show_more(ide, 'Stalls')
    wait_for('that none were sampled', lambda: any('No stalls were sampled' in text for text in labels(ide)))
    show_more(ide, 'Metrics')
    wait_for('that none were measured', lambda: any('No metrics were measured' in text for text in labels(ide)))
    show_more(ide, 'Occupancy')
    wait_for('why there is none', lambda: any('told of no CUDA device' in text for text in labels(ide)))
    show_more(ide, 'Loops')
    places = [int(row[0].split(':')[1]) for row in rows(ide, 'Loops') if row[0].startswith(os.path.basename(path))]
    ide.go_to(path, 1)
    show_more(ide, 'Loops')
    ide.keys('Tab', 'Tab', 'Tab')
    wait_for('the line', lambda: ide.keys('Return') or ide.page(path)['line'] in places)
    show_more(ide, 'Gaps')
    all_gaps = rows(ide, 'Time without a kernel')
    items = [item for item in ide.state()['profile']['items'] if item['kind'] == 'kernel']
    select_range(ide, 0, part_of(ide, min(item['start'] for item in items)) / 2)
    wait_for('other gaps', lambda: rows(ide, 'Time without a kernel') != all_gaps)
    show_more(ide, 'Loops')
    wait_for('that these are all', lambda: any('not of a range' in text for text in labels(ide)))


def test_metrics(ide):
    """What `run --metrics` has measured of kernels: the rows of the terminal, and what they are."""
    path, trace = ide.write('main.q', 'print 1\n'), os.path.join(ide.folder, 'metrics.rstrace')
    make_trace = os.path.join(os.path.dirname(ide.program), '..', '..', 'tests', 'trace', 'make-trace')
    subprocess.run([make_trace, trace, '100', 'metrics'], check=True)
    ide.start(path, trace)
    ide.wait_state('the trace', lambda s: s['profile'].get('ready'), 60)
    found = check_page(ide, trace, *next(row for row in MORE if row[0] == 'Metrics'))
    check(len(found) == 10 and any('achieved occupancy' in row for row in found), found)
    wait_for('the set', lambda: any(text == 'Overview' for text in labels(ide)))
    ide.screenshot('report-metrics')
    stalls = check_page(ide, trace, *next(row for row in MORE if row[0] == 'Stalls'))
    check(len(stalls) == 10 and any('memory dependency' in row for row in stalls), stalls)
    ide.screenshot('report-stalls')
    counts = check_page(ide, trace, *next(row for row in MORE if row[0] == 'Instructions'))
    check(len(counts) == 5, counts)
    ide.screenshot('report-sass')
    curves = check_page(ide, trace, *next(row for row in MORE if row[0] == 'Curves'))
    check(len(curves) == 5 and any('█' in ' '.join(row) for row in curves), curves)
    ide.screenshot('report-curves')


def test_two_devices(ide):
    """What `run --compare-devices` has recorded: the rows of the terminal, with the way to the line."""
    path = ide.write('two.q', 'x = rand(1000)\ns = 0.0\nfor i = 0..999\n  s += sin(x[i])\nend\n')
    trace = os.path.join(ide.folder, 'two.rstrace')
    command = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    subprocess.run([command, 'run', '--compare-devices', 'interp,cpu', '--tolerance', '0', '--profile', trace, path],
                   check=True, capture_output=True)
    ide.start(path, trace)
    ide.wait_state('the trace', lambda s: s['profile'].get('ready'), 60)
    found = check_page(ide, trace, *next(row for row in MORE if row[0] == 'Two Devices'))
    check(len(found) >= 6 and found[0][0].endswith(':1'), found)
    wait_for('what they are', lambda: any('statements compared' in text for text in labels(ide)))
    ide.screenshot('report-two-devices')


TABLE = 'Two devices side by side'
COMPARED = 'x = rand(1000)\ns = 0.0\nfor i = 0..999\n  s += sin(x[i])\nend\nprint "once"\n'


def check_comparison(ide, devices):
    """Of the trace that shows: the rows of the terminal, of these devices, and what the program printed, once."""
    trace = ide.wait_state('the trace', lambda s: s['profile'].get('ready') and not s['running'], 60)['profile']['path']
    expected = in_terminal(ide, 'devices', trace)
    found = wait_for('the rows', lambda: rows(ide, TABLE))
    columns = titles(ide, TABLE)
    for column in ('Variable', 'Device', 'Times', 'Verdict'):
        k = columns.index(column)
        check([without_groups(row[k]) for row in found] == [row[k] for row in expected],
              f'{column}: {found}, {expected}')
    check({row[columns.index('Device')] for row in found} == set(devices), found)
    check(ide.console().splitlines().count('once') == 1, ide.console())


def compare(ide, text=COMPARED):
    path = ide.write('two.q', text)
    ide.start(path)
    ide.wait_page(path)
    open_menu(ide, 'r', 'c')
    wait_for('the question', lambda: label(ide, 'Second'))
    ide.screenshot('compare-devices')
    ide.keys('alt+o')


def test_compare_devices(ide):
    """Run, Compare Two Devices: where there is no other, the processor and the interpreter."""
    ide.extra_environment['OCL_ICD_VENDORS'] = ide.folder
    compare(ide)
    check_comparison(ide, ['cpu', 'interp'])
    ide.screenshot('compared-devices')


def test_comparison_stopped(ide):
    """Stop ends both runs, and no values are made up."""
    ide.extra_environment['OCL_ICD_VENDORS'] = ide.folder
    compare(ide, 'print "begun"\nk = 0.0\nwhile k >= 0\n  k += 1\nend\n')
    wait_for('the start', lambda: 'begun' in ide.console())
    ide.keys('shift+F5')
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'].startswith('Stopped after'))
    ide.wait_state('the trace', lambda s: s['profile'].get('ready'), 60)
    check(ide.console().splitlines().count('begun') == 1, ide.console())
    check(not rows(ide, TABLE), rows(ide, TABLE))


def test_compare_devices_isolated(ide):
    """With a device whose driver may end the process, both run in one of their own."""
    need_opencl(ide)
    compare(ide)
    check_comparison(ide, ['cpu', 'opencl:0'])


def test_reports_of_device(ide):
    """Events and occupancy of a GPU: what happened to one array only; curves of the kernel that is selected."""
    path = ide.write('device.q', DEVICE)
    trace = record_on_device(ide, path)
    if trace is None:  # with sanitizers: a program of the CPU has events of arrays, too
        profile(ide)
        trace = ide.state()['profile']['path']
    else:
        ide.start(trace)
        ide.wait_state('the trace', lambda s: s['profile'].get('ready'), 60)
        check_page(ide, trace, *next(row for row in MORE if row[0] == 'Occupancy'))
        curves = wait_for('the curves', lambda: ide.find('image', 'Curves of occupancy'))
        check('By registers: ' in curves.description and ' to ' in curves.description, curves.description)
        ide.screenshot('report-occupancy-device')
    show_more(ide, 'Events')
    found = wait_for('the events', lambda: rows(ide, 'Events'))
    columns = titles(ide, 'Events')
    kind, array = columns.index('Kind'), columns.index('Array')
    number = next(i for i, row in enumerate(found) if row[kind] == 'allocate')
    oid = found[number][array]
    ide.click_node(next(node for node in ide.walk() if node.role == 'label' and node.name == 'allocate'
                        and node.extents().width > 0))
    ide.click_node(wait_for('the button', lambda: label(ide, 'Only This Array')))
    some = wait_for('its events', lambda: len(rows(ide, 'Events')) < len(found) and rows(ide, 'Events'))
    check(all(row[array] in (oid, '') for row in some) and some[0][kind] == 'allocate', some)
    if trace.startswith(ide.folder):  # the launches, too, whose arrays are those of the launch before
        check(sum(row[kind] == 'launch' for row in some) == 20, some)
    ide.screenshot('report-events-of-array')
    ide.click_node(label(ide, 'Only This Array'))
    wait_for('all of them', lambda: len(rows(ide, 'Events')) == len(found))


LAUNCHES = {'launch', 'kernel', 'argument', 'compile', 'place'}


def test_event_kinds(ide):
    """Events are those of the program until others are chosen; a row and the table are copied as text."""
    path = profile(ide)
    show_more(ide, 'Events')
    found = wait_for('the events', lambda: rows(ide, 'Events'))
    kind = titles(ide, 'Events').index('Kind')
    check(not {'sample', 'frame', 'counter'} & {row[kind] for row in found}, found)
    ide.screenshot('report-events')
    ide.click_node(label(ide, 'Without Samples and Counters'))
    wait_for('the choices', lambda: label(ide, 'Launches and Kernels'))
    ide.keys(*['Down'] * 3, 'Return')
    some = wait_for('those of launches', lambda: (found := rows(ide, 'Events')) and found[0][kind] in LAUNCHES
                    and found)
    check({row[kind] for row in some} <= LAUNCHES, some)
    first = next(row for row in some if row[kind] == 'launch')
    choose_row(ide, 'launch')
    ide.keys('ctrl+c')
    paste(ide, path, 1, '\tlaunch\t')
    check(f'\tlaunch\t{first[kind + 1]}\t' in ide.text().splitlines()[0], ide.text()[:300])
    ide.keys('ctrl+z')
    wait_for('the text as it was', lambda: '\tlaunch\t' not in ide.text())
    ide.move_away()
    choose_row(ide, 'launch')
    ide.keys('ctrl+shift+c')
    paste(ide, path, 1, 'Start\tDuration\tKind\t')
    lines = ide.text().splitlines()
    check(lines[0].startswith('Start\tDuration') and sum('\tlaunch\t' in line for line in lines) > 10, lines[:3])


def choose_row(ide, text):
    ide.click_node(next(node for node in ide.walk() if node.role == 'label' and node.name == text
                        and node.extents().width > 0))
    ide.wait_state('the focus', lambda s: s['focus'] == 'profile', 10)


def paste(ide, path, line, text):
    ide.keys('ctrl+alt+e')
    ide.go_to(path, line)
    ide.wait_state('the line', lambda s: ide.page(path, s)['line'] == line)
    ide.keys('ctrl+v')
    wait_for('the text', lambda: text in ide.text())


def test_stalls_of_device(ide):
    """What the warps of a GPU wait for, by line: the same rows as in the terminal, and Return leads to the line."""
    path = ide.write('program.q', DEVICE)
    trace = record_on_device(ide, path, '--metrics', 'lines')
    if trace is None:  # with sanitizers
        profile(ide)
        show_more(ide, 'Stalls')
        wait_for('why there are none', lambda: any('no stalls were sampled here' in text for text in labels(ide)))
        return
    ide.start(trace)
    ide.wait_state('the trace', lambda s: s['profile'].get('ready'), 60)
    found = check_page(ide, trace, 'Stalls', 'Stalls', 'stalls', ['Kernel', 'Waits for', 'Samples', 'Nothing issued'])
    check(any('program.q:2' in row for row in found), found)
    ide.screenshot('report-stalls')
    ide.click_node(next(node for node in ide.walk() if node.role == 'label' and node.name == 'memory dependency'
                        and node.extents().width > 0))
    ide.keys('Return')
    ide.wait_state('the line', lambda s: ide.page(path, s) and ide.page(path, s)['line'] == 2)


RACES = '''function [] = __kernel__ blur(x : mat, y : mat, pos : ivec2)
    left = x[pos + [0,1]]
    x[pos] = 0.5 * x[pos] + 0.5 * left
    y[pos] = left
endfunction
function [] = main()
    x = rand(8, 9)
    y = zeros(8, 8)
    parallel_do([8,8], x, y, blur)
    print "ENDED"
endfunction
'''


def problems(ide):
    """The rows of the list of problems: [message, code, place]."""
    found = wait_for('the list of problems', lambda: [node for node in ide.walk() if node.role == 'list'
                                                      and node.name == 'Problems' and node.extents().width > 0])[0]
    return [[label.name for label in row.walk() if label.role == 'label' and label.name] for row in found]


def check_races(ide):
    """The menu looks for races: both accesses are listed and lead to their lines, until the program runs again."""
    path = ide.write('race.q', RACES)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 10)
    ide.activate('check-races')
    state = ide.wait_state('the end', lambda s: s['run_status'] == '1 race, see Problems', 30)
    check(state['warnings'] == 1 and state['errors'] == 0, state)
    check('ENDED' in ide.console() and 'looked for races in 1 launch of kernels' in ide.console(), ide.console)
    later, other = problems(ide)
    check('work item [0,1] writes x[0,1], which work item [0,0] reads (line 2)' in later[0], later)
    check(later[1:] == ['W1008', 'race.q:3:5'], later)
    said = 'the other access of the race in line 3: work item [0,0] reads x[0,1]'
    check(other == [said, 'W1008', 'race.q:2:1'], other)
    ide.screenshot('races')
    ide.activate('next-problem')
    ide.wait_state('the later access', lambda s: ide.page(path, s)['line'] == 3)
    ide.activate('next-problem')
    ide.wait_state('the other access', lambda s: ide.page(path, s)['line'] == 2)
    ide.go_to(path, 1)
    ide.wait_state('the first line', lambda s: ide.page(path, s)['line'] == 1)
    ide.keys('Home', 'percent', 'Return', 'Down', 'Down', 'Home', 'percent', 'Return')  # before both, between them
    wait_for('its new lines', lambda: [row[2] for row in problems(ide)] == ['race.q:5:5', 'race.q:3:1'])
    ide.activate('next-problem')
    ide.wait_state('the later access, behind the one that was chosen', lambda s: ide.page(path, s)['line'] == 5)
    ide.keys('ctrl+z')
    wait_for('its old lines', lambda: [row[2] for row in problems(ide)] != ['race.q:5:5', 'race.q:3:1'])
    ide.run()
    ide.wait_state('that the list is gone', lambda s: s['warnings'] == 0)


def test_check_races(ide):
    check_races(ide)


def test_check_races_isolated(ide):
    """The same where the program has a process of its own."""
    isolate(ide)
    check_races(ide)


def test_check_races_none(ide):
    """A program without races, and one with an error in its text."""
    path = ide.write('none.q', RACES.replace('x[pos] = 0.5 * x[pos] + 0.5 * left\n', '\n'))
    ide.start(path)
    ide.wait_page(path)
    ide.activate('check-races')
    ide.wait_state('the end', lambda s: s['run_status'].startswith('No races, finished in '), 30)
    check('looked for races in 1 launch of kernels' in ide.console(), ide.console)
    wrong = ide.write('wrong.q', 'x = (1\n')
    ide.go_to(wrong, 1)
    ide.wait_page(wrong)
    ide.activate('check-races')
    ide.wait_state('that it was not run', lambda s: s['run_status'].startswith('Not run'), 30)



MARKED = '''function [] = __kernel__ add(x : mat, pos : ivec2)
  x[pos] = x[pos] + 1
end
function [] = main()
  x = zeros(256,256)
  profile_mark("begun")
  for k = 1..3
    profile_begin("round")
    for n = 1..40
      parallel_do(size(x), x, add)
    end
    print x[3,3]
    profile_end
  end
  profile_mark("over")
end
'''


def test_marks_and_queues(ide):
    """What the program marks is on the timeline, as are launches that wait; both with the numbers of the reports."""
    path = ide.write('marked.q', MARKED)
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+shift+F5')
    state = ide.wait_state('the queues', lambda s: not s['running'] and s['profile'].get('ready')
                           and s['profile'].get('queues'), 60)
    trace = state['profile']['path']
    marks = [item['name'] for item in state['profile']['items'] if item['kind'] == 'mark']
    stretches = [item['name'] for item in state['profile']['items'] if item['kind'] == 'stretch']
    check(marks == ['begun', 'over'] and 'round' in stretches, (marks, stretches))
    most = {row[0]: int(row[2]) for row in in_terminal(ide, 'queues', trace)}
    check(state['profile']['queues'] == most and max(most.values()) > 1, (state['profile']['queues'], most))
    time.sleep(0.7)
    ide.screenshot('marks-and-queues')
    found = check_page(ide, trace, 'Marks', 'Marks', 'marks', ['Name', 'What', 'Times'])
    check(len(found) == 3, found)
    ide.keys('ctrl+shift+F5')  # a second recording has its own
    ide.wait_state('the next trace', lambda s: not s['running'] and s['profile'].get('queues')
                   and s['profile']['path'] != trace, 60)


def test_stretch_as_range(ide):
    """A stretch is made the range from its page, the next of its name by the same button; and any span by a key."""
    path = ide.write('stretch.q', 'function [] = main()\n  for n = 1..3\n    profile_begin("round")\n    pause(20)\n'
                     '    profile_end\n  end\n  profile_mark("over")\nend\n')
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+shift+F5')
    trace = ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready'), 60)['profile']['path']
    found = in_terminal(ide, 'marks', trace)
    check([row[3] for row in found] == ['3', '1'], found)
    show_more(ide, 'Marks')
    wait_for('the marks', lambda: rows(ide, 'Marks'))
    ide.click_node(label(ide, 'over'))
    time.sleep(0.3)
    check(ide.state()['profile']['range'] is None, 'a range')
    before = None
    ide.click_node(next(node for node in ide.walk() if node.role == 'label' and node.name == 'round'
                        and node.extents().width > 0))
    for number in (1, 2, 3, 1):
        wait_for('the button', lambda: ide.find('push button', 'As Range'))
        ide.press('As Range')
        state = ide.wait_state(f'the stretch {number}', lambda s: s['profile']['range'] not in (None, before))
        before = state['profile']['range']
        check(2e7 <= before[1] - before[0] < 2e9, before)
        if number == 1:
            first = before
    check(before == first, f'{before} is not the first, {first}')
    ide.screenshot('stretch-as-range')
    ide.activate('timeline-select', GLib.Variant('s', 'main'))
    item = ide.wait_state('the span', lambda s: s['profile']['selected'])['profile']['selected']
    ide.click_node(ide.find('image', 'Timeline'))
    ide.keys('Escape')
    ide.activate('timeline-select', GLib.Variant('s', 'main'))
    ide.wait_state('no range', lambda s: s['profile']['range'] is None and s['profile']['selected'])
    ide.keys('r')
    ide.wait_state('the span as the range', lambda s: s['profile']['range'] == [item['start'], item['end']])


def test_pages_by_key(ide):
    """Alt+Page Down and Alt+Page Up go through all pages, also those behind More, and round."""
    profile(ide)
    names = ['More', 'SQL', *(page for page, *_ in MORE)]

    def shown():
        return next((node.name for node in ide.walk() if node.role == 'label' and node.extents().width > 0
                     and node.name in names), None)

    ide.click_node(label(ide, 'scale'))  # a row of the first page
    wait_for('a page with a tab', lambda: shown() == 'More')
    ide.keys('alt+Page_Up')
    wait_for('the last page', lambda: shown() == 'SQL')
    ide.keys('alt+Page_Up')
    wait_for('the page before', lambda: shown() == 'Events')
    ide.keys('alt+Page_Down')
    wait_for('the last page again', lambda: shown() == 'SQL')
    ide.keys('alt+Page_Down', 'alt+Page_Down')
    wait_for('the tree', lambda: shown() == 'More' and rows(ide, 'Call tree') is not None)


TWO_DEVICES = """function [] = main()
  x = rand(400, 400)
  y = zeros(400, 400)
  z = zeros(400, 400)
  for n = 1..4
    {!sched gpu_index=0}
    {!parallel for}
    for i = 0..399
      for j = 0..399
        y[i,j] = 2 * x[i,j] + 1
      end
    end
    {!sched mode=cpu}
    {!parallel for}
    for i = 0..399
      for j = 0..399
        z[i,j] = 3 * x[i,j] - 1
      end
    end
  end
  print y[3,4] > 0, z[4,5] > -5
end
"""


def test_roofline_of_each_device(ide):
    """The picture is that of the device that is chosen, by keys, too; in a low window the table stands beside it."""
    need_opencl(ide)
    path, trace = ide.write('two.q', TWO_DEVICES), os.path.join(ide.folder, 'two.rstrace')
    command = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    subprocess.run([command, 'run', '-d', 'cpu,opencl:0', '--profile', trace, path], check=True, capture_output=True,
                   env=ide.environment())
    ide.start(path)
    ide.wait_page(path)
    ide.start_again(trace).wait(60)
    ide.wait_state('the trace', lambda s: s['profile'].get('ready'), 60)
    ide.give_focus()
    resize(1280, 800)
    ide.click_node(wait_for('the tab', lambda: label(ide, 'Roofline')))
    wait_for('kernels of both', lambda: {row[-1] for row in rows(ide, 'Kernels and what limits them') or []}
             == {'processor', 'opencl:0'})
    table = next(node for node in ide.walk() if node.name == 'Kernels and what limits them'
                 and node.role == 'tree table' and node.extents().width > 0).extents()
    view = ide.find('image', 'Roofline')
    picture = view.extents()
    check(picture.x + picture.width <= table.x and abs(picture.y - table.y) < 30, f'{picture} {table}')
    check(table.y + 60 < 770, f'no row of the table is to be seen: {table}')
    ide.screenshot('roofline-low', '1280x800')
    before = view.description
    sentence = next(text for text in labels(ide) if ' took ' in text)
    ide.click_node(wait_for('the devices', lambda: next((node for node in ide.walk() if node.extents().width > 0
                                                         and node.name == 'The device of the picture'), None)))
    ide.keys('Down', 'Return')
    wait_for('another sentence', lambda: any(' took ' in text and text != sentence for text in labels(ide)))
    check(re.match(r'[12] kernels?$', view.description), (before, view.description))
    ide.keys('ctrl+F9')
    wait_for('the table below', lambda: picture_is_above(ide))
    ide.screenshot('roofline-high', '1280x800')


def picture_is_above(ide):
    table = next(node for node in ide.walk() if node.name == 'Kernels and what limits them'
                 and node.role == 'tree table' and node.extents().width > 0).extents()
    picture = ide.find('image', 'Roofline').extents()
    return picture.y + picture.height <= table.y + 2


def test_all_pages_by_key(ide):
    """Also where pages have no rows, or get them late: Alt+Page Down goes through all of a large trace's pages, a page
    a key. The trace that the window is opened with has the keyboard and the room."""
    make = os.path.join(os.path.dirname(ide.program), '..', '..', 'tests', 'trace', 'make-trace')
    trace = os.path.join(ide.folder, 'large.rstrace')
    subprocess.run([make, trace, '500000'], check=True)
    ide.start(trace)
    ide.wait_state('the trace', lambda s: s['profile'].get('ready'), 60)
    ide.give_focus()
    pages = ['kernels', 'tree', 'lines', 'flame', 'memory', 'roofline', 'transfers', 'compare', 'loops', 'builtins',
             'marks', 'waits', 'gaps', 'queues', 'threads', 'places', 'devices', 'occupancy', 'metrics', 'stalls',
             'sass', 'curves', 'events', 'sql']
    check(ide.state()['profile']['page'] == pages[0], ide.state()['profile']['page'])
    for page in [*pages[1:], pages[0]]:
        ide.keys('alt+Page_Down')
        ide.wait_state(f'the page {page}', lambda s: s['profile']['page'] == page)
        time.sleep(0.6)  # what it shows comes from another thread
    timeline = ide.find('image', 'Timeline').extents()
    check(timeline.height > 300, f'the timeline is {timeline.height} high')
    check(any('500,000 launches' in text for text in labels(ide)), 'digits are not in groups')
    ide.screenshot('large-trace')


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
