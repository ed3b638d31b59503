# SPDX-License-Identifier: Apache-2.0
"""What the views of a trace show: colours and names, what a range and the search leave, tables for screen readers, the
flame graph by keys, SQL that fails, registers and occupancy of a device."""

import itertools
import os
import re
import shutil
import signal
import subprocess
import time

from gi.repository import GLib

from ide import Skip, wait_for
from soak import soak_traces
from tests import check
from tests_debug import tip, type_text
from tests_places import FRAME, shot
from tests_profile import PROGRAM, label, labels, profile, show_sql, wheel
from tests_view import resize


def rows(ide, name):
    """The cells of a table, a list of texts a row; titles are no row. None: it does not show."""
    table = next((node for node in ide.walk() if node.role == 'tree table' and node.name == name
                  and node.extents().width > 0), None)
    if table is None:
        return None
    # A label without text is named after its class.
    return [[' '.join(node.name for node in cell.walk() if node.role == 'label' and node.name != 'GtkLabel')
             for cell in row]
            for row in table.walk() if row.role == 'table row' and any(cell.role == 'table cell' for cell in row)]


def titles(ide, name):
    table = next(node for node in ide.walk() if node.role == 'tree table' and node.name == name
                 and node.extents().width > 0)
    head = next(row for row in table.walk() if row.role == 'table row')
    return [node.name for node in head.walk() if node.role == 'label']


def show(ide, tab):
    ide.click_node(wait_for(f'the tab {tab}', lambda: label(ide, tab)))


def select_range(ide, first, last):
    """Drags on the ruler, between two parts of the whole; the description of the kernels that begin in it."""
    time.sleep(0.5)
    items = [item for item in ide.state()['profile']['items'] if item['width'] > 0]
    left, right = min(item['x'] for item in items), max(item['x'] + item['width'] for item in items)
    top = min(item['y'] for item in items) - 14
    ide.move(int(left + first * (right - left)), top)
    for words in (('mousedown', '1'), ('mousemove_relative', '20', '0'),
                  ('mousemove', str(int(left + last * (right - left))), str(top)), ('mouseup', '1')):
        subprocess.run(['xdotool', *words], check=True)
        time.sleep(0.2)
    return wait_for('the range', lambda: next((text for text in labels(ide) if ' selected: ' in text), None))


def part_of(ide, time):
    """Where a time of the trace is, as select_range takes it."""
    profile = ide.state()['profile']
    first = max(profile['start'], min(item['start'] for item in profile['items']))
    last = min(profile['end'], max(item['end'] for item in profile['items']))
    return (time - first) / (last - first)


def search(ide, text):
    ide.click_node(wait_for('the search', lambda: next((node for node in ide.walk() if node.name in
                                                        ('Search', 'Search the trace') and node.role != 'label'
                                                        and node.extents().width > 0), None)))
    ide.keys('ctrl+a', 'BackSpace')
    type_text(text)


KINDS = ('function', 'loop', 'builtin', 'stretch', 'launch', 'kernel', 'chunk', 'compile', 'copy', 'wait')


def colours_of_legend(ide, image):
    """By kind, from the screen."""
    extents = next(node for node, name in ide.named('label') if name.startswith('■ ')).extents()
    y = extents.y + FRAME + extents.height // 2
    row = [image.getpixel((x, y)) for x in range(extents.x + FRAME, extents.x + FRAME + extents.width)]
    runs = [(colour, len(list(run))) for colour, run in itertools.groupby(row)]
    ground = max(row, key=row.count)
    squares = [colour for colour, n in runs if n >= 6 and colour != ground]
    check(len(squares) == len(KINDS), f'{len(squares)} squares: {runs}')
    return dict(zip(KINDS, squares))


def check_colours(ide):
    """Each span has the colour of its kind more than that of any other."""
    ide.move(1500, 880)
    image = shot(ide)
    legend = colours_of_legend(ide, image)
    check(len(set(legend.values())) == len(KINDS), legend)
    n = 0
    for item in ide.state()['profile']['items']:
        if item['kind'] not in KINDS or item['width'] < 5 or item['x'] + 3 > 600 or item['y'] > 760:
            continue
        colour = image.getpixel((item['x'] + 2, item['y'] + item['height'] - 3))
        nearest = min(KINDS, key=lambda kind: sum((a - b) ** 2 for a, b in zip(legend[kind], colour)))
        check(nearest == item['kind'], f'{item} is {colour}, like {nearest}: {legend}')
        n += 1
    check(n > 5, f'{n} spans')


PAGES = ['Kernels', 'Tree', 'Lines', 'Flame Graph', 'Memory', 'Roofline', 'Transfers', 'Comparison']


def check_roofline_legend(ide):
    """It stands above the picture: a short line in the colour of each level, and no other line, is in its rows."""
    box = ide.find('image', 'Roofline').extents()
    picture = wait_for('the legend', lambda: find_legend(shot(ide), box))
    blue, orange = picture
    check(len(blue) == 1 and len(orange) == 1, f'blue in rows {blue}, orange in rows {orange}')


def find_legend(image, box):
    """The rows in which the legend's lines in the colours of the first level and of memory are, from its top."""
    left, top = box.x + FRAME, box.y + FRAME
    found = []
    for colour in ((0x00, 0x72, 0xb2), (0xe6, 0x9f, 0x00)):
        rows = {y // 17 for y in range(34) for x in range(box.width)
                if max(abs(a - b) for a, b in zip(image.getpixel((left + x, top + y))[:3], colour)) < 24}
        found.append(sorted(rows))
    return found if all(found) else None


def test_trace_in_a_small_window(ide):
    """A trace has room in a window of 1280 pixels beside figures, whatever page shows; all tabs are reached."""
    path = ide.write('small.q', PROGRAM + 'imshow(ones(40, 40))\n')
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    resize(1280, 720)
    ide.keys('ctrl+shift+F5')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready') and s['figures'], 60)
    time.sleep(1)
    timeline = next(node for node in ide.walk() if node.name == 'Timeline').extents().width
    table = next(node for node in ide.walk() if node.name == 'Kernels' and node.role == 'tree table').extents().width
    check(0.5 * table < timeline, f'the timeline is {timeline} wide, the kernels are {table} wide')
    cut = [seen for seen in ide.controls()['labels'] if seen['text'].startswith('expression at') and seen['cut']]
    check(not cut, cut)
    for name in PAGES:
        x, _ = ide.middle_of(label(ide, name))
        more = label(ide, 'More').extents().x
        check(timeline < x < more, f'{name}: the tab cannot be reached, at {x}; the menu begins at {more}')
        show(ide, name)
        ide.screenshot('small-' + name.replace(' ', '-').lower(), '1320x720')
        found = subprocess.run(['xdotool', 'getactivewindow', 'getwindowgeometry'], check=True, capture_output=True,
                               text=True).stdout
        width = int(re.search(r'Geometry: (\d+)x', found).group(1))
        check(width <= 1280, f'{name}: the window is {width} wide')
        zoom = ide.find('push button', 'Zoom the timeline in').extents()
        check(zoom.x >= 0, f'{name}: the panel needs more room than there is, and begins at {zoom.x}')
        if name == 'Roofline':
            check_roofline_legend(ide)


def test_trace_colours_and_names(ide):
    """The legend names the kinds of spans by their colours, the margin the tracks; built-in functions have spans of
    their own, and their time in the tree."""
    profile(ide)
    before = ide.state()['profile']['path']
    ide.keys('ctrl+shift+F5')  # without compiling, which leaves the other spans little room
    ide.wait_state('the second trace', lambda s: s['profile']['path'] != before and s['profile'].get('ready'), 60)
    time.sleep(0.7)
    legend = next(text for text in labels(ide) if text.startswith('■ '))
    for kind in KINDS:
        check(f'■ {kind}' in legend, legend)
    check_colours(ide)
    items = ide.state()['profile']['items']
    check(any(item['kind'] == 'builtin' for item in items), {item['kind'] for item in items})
    session = next(item for item in items if item['name'] == 'main')
    timeline = ide.find('image', 'Timeline').extents()
    ide.move(timeline.x + 40, session['y'] + 8)
    wait_for('the name of the track', lambda: any(text.startswith('session; ') for text in tip(ide)))
    show(ide, 'Tree')
    found = wait_for('the tree', lambda: rows(ide, 'Call tree'))
    check(titles(ide, 'Call tree') == ['Call', 'Total', 'Itself', 'Share', 'Processor', 'Times', 'Kind'],
          titles(ide, 'Call tree'))
    check(any(row[-1] == 'builtin' and row[1] != '0 ns' for row in found), found)
    loops = [row[0] for row in found if row[-1] == 'loop']
    check(loops and all(re.fullmatch(r'loop at [\w-]+\.q:\d+', name) for name in loops), loops)


def test_trace_tables(ide):
    """Each page has a table with a name, titles and cells that screen readers find."""
    profile(ide)
    trace = ide.state()['profile']['path']
    for tab, name, expected in (('Kernels', 'Kernels', ['Kernel', 'Line', 'Total', 'Share']),
                                ('Memory', 'Held memory', ['Variable', 'At Peak', 'Made']),
                                ('Roofline', 'Kernels and what limits them', ['Kernel', 'Place', 'Time'])):
        show(ide, tab)
        found = wait_for(f'the table of {tab}', lambda: rows(ide, name))
        check(titles(ide, name)[:len(expected)] == expected, titles(ide, name))
        check(all(row[0] for row in found) and any(row[0].startswith(('scale', 'x')) for row in found), found)
    other = os.path.join(ide.folder, 'other.rstrace')
    shutil.copy(trace, other)
    ide.activate('compare-trace', GLib.Variant('s', other))
    found = wait_for('the comparison', lambda: rows(ide, 'Comparison'))
    check(any(row[1:3] == ['kernel', 'scale'] and '20 / 20' in row for row in found), found)
    check(all(row[2] not in ('', 'GtkLabel') for row in found), found)  # the latter is how an empty text is read out


DEEP = '''function y = count(n)
    if n == 0
        y = 0
    else
        pause(2)
        y = count(n - 1) + 1
    endif
endfunction
print count(40)
'''


def test_trace_wheel_scrolls(ide):
    """The wheel alone moves up and down what has no room; it shows the same time."""
    path = ide.write('deep.q', DEEP)
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+shift+F5')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready'), 60)
    time.sleep(0.7)
    before = ide.state()['profile']
    check(len({item['y'] for item in before['items']}) > 30, 'too few rows')
    top = min(item['y'] for item in before['items'])
    timeline = ide.find('image', 'Timeline').extents()
    ide.move(timeline.x + 300, top + 60)
    for button, moved in ((5, lambda y: y < top), (4, lambda y: y == top)):
        for _ in range(3):
            wheel(button)
        found = ide.wait_state('the move', lambda s: moved(min(item['y'] for item in s['profile']['items'])))
        check([found['profile'][name] for name in ('start', 'end')] == [before['start'], before['end']], 'another time')
        image = shot(ide)
        above = {image.getpixel((x, timeline.y + FRAME)) for x in range(timeline.x + 160, timeline.x + timeline.width)}
        check(len(above) == 1, f'something shows above the ruler: {above}')
        check(ide.shades(f'110x20+{timeline.x + FRAME + 4}+{timeline.y + FRAME + 24}') > 4, 'the track has no name')
        ide.screenshot(f'trace-scrolled-{button}')


def test_trace_opens_at_the_program(ide):
    """A trace shows its program from the first span to the last; what was recorded before, while devices were opened,
    comes with 0, or zooming out. A range that is dragged over a span there is the time of that span."""
    profile(ide)
    shown = ide.wait_state('the spans', lambda s: s['profile']['ready'] and s['profile']['items'])['profile']
    recorder = [item for item in shown['items'] if item['kind'] == 'record']
    spans = [item for item in shown['items'] if item['kind'] != 'record']
    first, last = min(item['start'] for item in spans), max(item['end'] for item in spans)
    check(min(item['start'] for item in recorder) < first, 'the recording begins with the program')
    check(shown['start'] <= first and shown['end'] >= last, f'{shown["start"]} {first} {last} {shown["end"]}')
    check(last - first > 0.95 * (shown['end'] - shown['start']), 'more than the program shows')
    ide.screenshot('trace-opened')
    main = next(item for item in spans if item['name'] == 'main' and item['event'])
    top = min(item['y'] for item in shown['items']) - 14
    ide.move(main['x'], top)
    for words in (('mousedown', '1'), ('mousemove_relative', '20', '0'),
                  ('mousemove', str(main['x'] + main['width']), str(top)), ('mouseup', '1')):
        subprocess.run(['xdotool', *words], check=True)
        time.sleep(0.2)
    found = ide.wait_state('the range', lambda s: s['profile']['range'])['profile']['range']
    pixel = (shown['end'] - shown['start']) / 500
    check(abs(found[0] - main['start']) < 2 * pixel and abs(found[1] - main['end']) < 2 * pixel, f'{found}, {main}')
    ide.keys('minus', 'minus')
    ide.wait_state('what was before', lambda s: s['profile']['ready'] and s['profile']['start'] < shown['start'])
    ide.keys('0')
    whole = ide.wait_state('everything', lambda s: s['profile']['ready'] and s['profile']['start'] < 0)['profile']
    check(whole['end'] >= max(item['end'] for item in whole['items']), 'not everything')
    ide.screenshot('trace-whole')


def test_trace_range_limits_the_views(ide):
    """A range limits the tree and the flame graph, too."""
    profile(ide)
    show(ide, 'Tree')
    whole = wait_for('the tree', lambda: rows(ide, 'Call tree'))
    show(ide, 'Flame Graph')
    flame = wait_for('the flame graph', lambda: ide.find('image', 'Flame graph'))
    everything = wait_for('its time', lambda: flame.description)
    main = [item for item in ide.state()['profile']['items'] if item['name'] == 'main']
    begin, end = min(item['start'] for item in main), max(item['end'] for item in main)
    select_range(ide, 0, part_of(ide, begin + 0.3 * (end - begin)))
    wait_for('less time', lambda: flame.description != everything and flame.description.startswith('Everything: '))
    show(ide, 'Tree')
    wait_for('another tree', lambda: rows(ide, 'Call tree') not in (None, [], whole))
    names = [row[0] for row in rows(ide, 'Call tree')]
    check('sum' not in names and 'main' in names, f'{names}; of the whole: {[row[0] for row in whole]}')
    ide.screenshot('trace-range-tree')


def test_trace_search(ide):
    """What is typed into the search leaves the rows of the tables in which it stands, with those above them in the
    tree; Return goes to the first span of that name."""
    profile(ide)
    wait_for('the kernels', lambda: len(rows(ide, 'Kernels') or []) == 2)
    search(ide, 'scale')
    wait_for('one kernel', lambda: [row[0] for row in rows(ide, 'Kernels')] == ['scale'])
    ide.keys('Return')
    ide.wait_state('its span', lambda s: s['profile']['selected'] and s['profile']['selected']['name'] == 'scale')
    show(ide, 'Tree')
    found = wait_for('the tree', lambda: rows(ide, 'Call tree'))
    names = [row[0] for row in found]
    check('scale' in names and 'session' in names and 'sum' not in names and 'zeros' not in names, names)
    ide.screenshot('trace-search-tree')
    search(ide, '')
    wait_for('all', lambda: 'sum' in [row[0] for row in rows(ide, 'Call tree')])
    show(ide, 'Memory')
    wait_for('the arrays', lambda: len(rows(ide, 'Held memory') or []) > 1)
    search(ide, 'steps.q:9')
    wait_for('one', lambda: len(rows(ide, 'Held memory')) == 1)


DEEP = '''function y = down(n)
    y = sum(rand(100))
    if n > 0
        y += down(n - 1)
    endif
endfunction
print down(60) > 0
'''


def test_flame_graph_of_recursion(ide):
    """Sixty calls in each other: each level takes the time of one, not twice that of the level below."""
    path = ide.write('deep.q', DEEP)
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+shift+F5')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready'), 60)
    show(ide, 'Flame Graph')
    flame = wait_for('the flame graph', lambda: ide.find('image', 'Flame graph'))
    wait_for('everything', lambda: flame.description.startswith('Everything: '))
    ide.click(flame.extents().x + 100, flame.extents().y + 8)
    for name in ('session', 'main', *['down'] * 5):
        ide.keys('Down')
        wait_for(name, lambda: flame.description.startswith(name))


def go_down_to_twice(ide, flame):
    """From the loop. The longest box is first, which is that of an expression where compiling it took long."""
    before = flame.description
    ide.keys('Down')
    wait_for('what is in the loop', lambda: flame.description != before)
    while not flame.description.startswith('twice: '):
        before = flame.description
        ide.keys('Right')
        wait_for('the next one', lambda: flame.description != before)


def test_flame_graph_by_keys(ide):
    """Arrows move through the boxes, of which a line above tells; Return zooms, again goes to the line; Escape shows
    everything."""
    path = profile(ide)
    show(ide, 'Flame Graph')
    flame = wait_for('the flame graph', lambda: ide.find('image', 'Flame graph'))
    wait_for('everything', lambda: flame.description.startswith('Everything: '))
    extents = flame.extents()
    ide.click(extents.x + 100, extents.y + 8)  # "Everything"
    for name in ('session', 'main', 'loop at steps.q:10'):
        ide.keys('Down')
        wait_for(name, lambda: flame.description.startswith(f'{name}: ') and flame.description in labels(ide))
    go_down_to_twice(ide, flame)
    ide.keys('Down')
    wait_for('what it calls', lambda: flame.description.startswith('scale: '))
    ide.keys('Up')
    wait_for('back', lambda: flame.description.startswith('twice: '))
    ide.keys('Right')
    wait_for('what is beside it', lambda: not flame.description.startswith('twice: '))
    ide.keys('Left')
    wait_for('back', lambda: flame.description.startswith('twice: '))
    ide.screenshot('flame-keys')
    ide.keys('Return', 'Down')
    wait_for('what it calls', lambda: flame.description.startswith('scale: '))
    ide.screenshot('flame-zoomed')
    ide.keys('Escape')
    wait_for('everything', lambda: flame.description.startswith('Everything: '))
    ide.keys('Down', 'Down', 'Down')
    wait_for('the loop', lambda: flame.description.startswith('loop at '))
    go_down_to_twice(ide, flame)
    ide.keys('Return', 'Return')
    ide.wait_state('the line of twice', lambda s: ide.page(path, s)['line'] == 4)


ENDLESS = 'with recursive n(k) as (select 1 union all select k+1 from n) select count(*) from n'


def ask(ide, sql):
    ide.click_node(wait_for('the question', lambda: next((node for node in ide.walk() if node.name == 'Question in SQL'
                                                          and node.extents().width > 0), None)))
    ide.keys('ctrl+a')
    type_text(sql)
    ide.keys('Return')


def test_trace_sql(ide):
    """Questions in SQL: an answer with its columns, an error in words, one that takes too long is given up after its
    seconds or by Cancel; nothing is written to the trace."""
    profile(ide)
    show_sql(ide)
    ask(ide, 'select 7 as seven, null as empty')
    wait_for('the answer', lambda: rows(ide, 'Answer') == [['7', 'NULL']])
    check(titles(ide, 'Answer') == ['seven', 'empty'] and '1 row' in labels(ide), labels(ide))
    ask(ide, 'select nosuch from events')
    wait_for('the error', lambda: any('no such column: nosuch' in text for text in labels(ide)))
    ask(ide, 'delete from events')
    wait_for('why not', lambda: any(re.search('read.?only|not authorized|prohibited|may not', text)
                                    for text in labels(ide)))
    ide.screenshot('sql-error')
    ask(ide, ENDLESS)
    wait_for('the question to be asked', lambda: 'Asking…' in labels(ide))
    ide.click_node(ide.find('push button', 'Cancel'))
    wait_for('its end', lambda: 'Cancelled' in labels(ide))
    seconds = next(node for node in ide.walk() if node.name == 'Seconds after which the question is given up'
                   and node.extents().width > 0).extents()
    ide.click(seconds.x + 10, seconds.y + seconds.height // 2)
    ide.keys('ctrl+a', '1', 'Return')
    begin = time.monotonic()
    ask(ide, ENDLESS)
    wait_for('the question to be given up', lambda: any('1 s' in text for text in labels(ide)))
    check(time.monotonic() - begin < 8, f'{time.monotonic() - begin} s')
    ide.screenshot('sql-timeout')


def test_sql_history_and_names(ide):
    """What was asked comes back by Up and Down; names are completed; who names no column is told which there are."""
    profile(ide)
    show_sql(ide)
    ask(ide, 'select 1 as one')
    wait_for('the answer', lambda: rows(ide, 'Answer') == [['1']])
    ask(ide, 'select 2 as two')
    wait_for('the next', lambda: rows(ide, 'Answer') == [['2']])
    ide.keys('Up', 'Up', 'Return')
    wait_for('the first again', lambda: rows(ide, 'Answer') == [['1']])
    ide.keys('ctrl+a')
    type_text('select launch fro')
    ide.keys('Down', 'Return')  # from
    type_text(' ker')
    time.sleep(0.5)
    ide.screenshot('sql-completion')
    ide.keys('Down', 'Return', 'Return')  # kernels
    wait_for('an answer', lambda: titles(ide, 'Answer') == ['launch'])
    ask(ide, 'select nosuch from kernels')
    wait_for('which columns', lambda: any(re.search('no such column: nosuch; kernels has: .*duration', text)
                                          for text in labels(ide)))
    ask(ide, 'select name from kernel')
    wait_for('which tables', lambda: any(re.search('no such table: kernel; there are: .*kernels, ', text)
                                         for text in labels(ide)))
    ide.screenshot('sql-names')


DEVICE = '''function [] = __kernel__ add(x : mat, pos : ivec2)
  x[pos] = x[pos] + 1
end
function [] = main()
  x = zeros(64, 96)
  for n = 1..20
    x[0, 0] = n
    parallel_do(size(x), x, add)
  end
  print x[3,3]
end
'''


def record_on_device(ide, path, *options, device='cuda', traced=True):
    """The trace of a run on a GPU's driver that stands in for a real one; None: this build has none. traced: by what
    stands in for CUPTI."""
    build = os.path.join(os.path.dirname(ide.program), '..', '..')
    driver = os.path.join(build, 'tests', 'devices', 'standin')
    cupti = os.path.join(build, 'tests', 'trace', 'fake-cupti', '13.5', 'libcupti.so') if traced else '/nowhere'
    if not os.path.exists(os.path.join(driver, 'libcuda.so.1')):
        return None
    trace = os.path.join(ide.folder, 'device.rstrace')
    subprocess.run([os.path.join(build, 'ide', 'cli', 'redshift-cli'), 'run', '-d', device, '--set',
                    f'PROFILER_CUPTI={cupti}', '--profile', trace, *options, path], check=True, capture_output=True,
                   env={**os.environ, 'LD_LIBRARY_PATH': driver})
    return trace


def test_other_end_of_a_launch(ide):
    """Arrows lead from a launch to its kernel and its copies; L goes from one to the other, also where they were joined
    with others; a click on a span shows its line and leaves the keyboard to the timeline."""
    path = ide.write('device.q', DEVICE)
    trace = record_on_device(ide, path)
    if trace is None:
        return
    ide.start(trace)
    ide.wait_state('the trace', lambda s: s['profile'].get('ready') and s['profile']['kernels'], 60)
    time.sleep(1)
    ide.activate('timeline-select', GLib.Variant('s', 'add'))
    state = ide.wait_state('arrows', lambda s: s['profile'].get('selected') and s['profile']['arrows'] >= 1)
    item = state['profile']['selected']
    check(item['kind'] == 'kernel', item)
    check(any(re.search('add: kernel, .*; L: launch, .* before', text) for text in labels(ide)), labels(ide))
    ide.click(item['x'] + max(item['width'] // 2, 1), item['y'] + 8)
    ide.wait_page(path)
    time.sleep(0.5)
    ide.keys('l')
    launch = ide.wait_state('its launch', lambda s: s['profile'].get('selected')
                            and s['profile']['selected']['kind'] == 'launch' and s['profile']['arrows'] >= 1)
    check(launch['profile']['selected']['start'] <= item['start'], launch['profile']['selected'])
    check(launch['profile']['start'] < launch['profile']['selected']['end'] <= launch['profile']['end'], 'not in sight')
    wait_for('the other end', lambda: any('; L: kernel, ' in text for text in labels(ide)))
    ide.screenshot('trace-arrows')
    ide.keys('l')
    ide.wait_state('its kernel', lambda s: s['profile'].get('selected')
                   and s['profile']['selected']['event'] == item['event'])
    check(not ide.page(path)['modified'], 'keys went into the text')
    ide.keys('Return')
    ide.wait_state('the text has the keyboard', lambda s: s['focus'] == 'text')


def test_trace_on_a_small_screen(ide):
    """At 1024 x 700 names of kernels are whole, and so is what is told of the selected span, with what L leads to; the
    trace's own sums give way to it as long as there is no room for both, a range's don't."""
    path = ide.write('device.q', DEVICE.replace('add', 'enhance_local_contrast'))
    trace = record_on_device(ide, path)
    if trace is None:
        return
    ide.start(trace)
    resize(1024, 700)
    ide.wait_state('the trace', lambda s: s['profile'].get('ready') and s['profile']['kernels'], 60)
    time.sleep(1)

    def seen(text):
        return [label for label in ide.controls()['labels'] if re.search(text, label['text'])
                and 'panel profile' in label['place'] and label['width'] > 0 and label['active']]

    check([name['cut'] for name in seen('^enhance_local_contrast$')] == [None], seen('^enhance_local_contrast$'))
    wait_for('the sums', lambda: seen('peak memory'))
    ide.activate('timeline-select', GLib.Variant('s', 'enhance_local_contrast'))
    told = wait_for('the span', lambda: seen('; L: launch, '))
    ide.screenshot('trace-1024', '1024x700')
    check(not told[0]['cut'], told)
    check(not seen('peak memory'), 'the sums take the room')
    resize(2200, 1000)
    wait_for('the sums beside the span', lambda: seen('peak memory') and seen('; L: launch, '))
    resize(1024, 700)
    wait_for('the span without the sums', lambda: not seen('peak memory') and seen('; L: launch, ')[0]['width'] > 400)
    select_range(ide, 0, 0.5)
    check(seen('; L: launch, '), 'no span is selected any more')
    wait_for('the sums of the range', lambda: seen(' selected: '))
    ide.screenshot('trace-range-1024', '1024x700')


LONG = """x = ones(300, 300)
for i = 1..1000000
  x = sqrt(x .* 1.01) + 0.1
  if mod(i, 100) == 0
    print i
  endif
endfor
"""


def test_trace_follows_a_recording(ide):
    """A trace that is opened while its program runs shows what is new each second, until the program ends; what is
    zoomed into stays."""
    path = ide.write('long.q', LONG)
    trace = os.path.join(ide.folder, 'long.rstrace')
    cli = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    launches = lambda s: sum(kernel['launches'] for kernel in s['profile'].get('kernels', []))
    with subprocess.Popen([cli, 'run', '-d', 'cpu', '--profile', trace, path], stdout=subprocess.DEVNULL) as run:
        try:
            wait_for('the trace', lambda: os.path.exists(trace) and os.path.exists(trace + '-wal'))
            time.sleep(1)
            ide.start(trace)
            first = ide.wait_state('kernels', lambda s: s['profile'].get('ready') and launches(s) > 0, 60)
            check(any('the recording goes on' in text for text in labels(ide)), labels(ide))
            more = ide.wait_state('more', lambda s: s['profile']['ready'] and launches(s) > launches(first)
                                  and s['profile']['end'] > first['profile']['end'])
            ide.activate('timeline-zoom', GLib.Variant('d', 8.0))
            zoomed = ide.wait_state('the zoom', lambda s: s['profile']['ready'] and s['profile']['end']
                                    - s['profile']['start'] < (more['profile']['end'] - more['profile']['start']) / 2)
            later = ide.wait_state('more', lambda s: s['profile']['ready'] and launches(s) > launches(zoomed))
            check((later['profile']['start'], later['profile']['end'])
                  == (zoomed['profile']['start'], zoomed['profile']['end']), 'the visible range moved')
        finally:
            run.terminate()
    ide.screenshot('trace-live')


def profile_long(ide):
    """Begins to profile a program without an end, and brings what is recorded to the front. The state."""
    path = ide.write('long.q', LONG)
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    ide.go_to(path, 3)
    ide.activate('profile')
    state = ide.wait_state('the recording', lambda s: s['profile'].get('path'), 60)
    check('console:bottom:front' in state['panels'], state['panels'])
    ide.activate('show-profile')
    state = ide.wait_state('kernels', lambda s: s['profile'].get('ready') and s['profile'].get('kernels'), 60)
    check(state['running'], 'the program has ended')
    return state


def test_profile_shows_while_it_runs(ide):
    """What the window profiles can be looked at once it has run for a moment, behind the console, which stays in front;
    it grows, and is whole and in front when the program has ended, with the times of lines; what is zoomed into
    stays."""
    launches = lambda s: sum(kernel['launches'] for kernel in s['profile'].get('kernels', []))
    first = profile_long(ide)
    more = ide.wait_state('more', lambda s: s['profile']['ready'] and launches(s) > launches(first)
                          and s['profile']['end'] > first['profile']['end'])
    check(' took ' not in ' ' + more['line_status'], more['line_status'])
    ide.screenshot('profile-live')
    ide.activate('timeline-zoom', GLib.Variant('d', 8.0))
    zoomed = ide.wait_state('the zoom', lambda s: s['profile']['ready'] and s['profile']['end']
                            - s['profile']['start'] < (more['profile']['end'] - more['profile']['start']) / 2)
    ide.activate('show-console')
    ide.activate('stop')
    last = ide.wait_state('the end', lambda s: not s['running'] and s['profile']['ready']
                          and 'profile:bottom:front' in s['panels'], 60)
    check(not any('the recording goes on' in text for text in labels(ide)), labels(ide))
    check(launches(last) > launches(zoomed) and last['profile']['path'] == first['profile']['path'], 'another trace')
    check((last['profile']['start'], last['profile']['end']) == (zoomed['profile']['start'], zoomed['profile']['end']),
          'the visible range moved')
    ide.wait_state('the time of the line', lambda s: ' took ' in ' ' + s['line_status'])


def test_profile_of_errors_is_none(ide):
    """A program that compiles for seconds and then has errors shows no profile and leaves no file."""
    step = 'function y = f{0}(x)\n  y = {0}*x + sin(x)*cos({0}*x)\n  if y > {0}\n    y = y - 1\n  endif\nendfunction\n'
    path = ide.write('slow.q', ''.join(step.format(i) for i in range(40000)) + 'print undefined_name\n')
    ide.start(path)
    ide.wait_page(path)
    ide.activate('profile')
    ide.wait_state('the run', lambda s: s['running'], 60)
    seen = set()

    def has_ended(state):
        seen.add(state['profile'].get('path'))
        return not state['running']
    ide.wait_state('the end', has_ended, 60)
    time.sleep(0.5)
    state = ide.state()
    check(seen | {state['profile'].get('path')} == {None}, seen)
    check('console:bottom:front' in state['panels'] or 'problems:bottom:front' in state['panels'], state['panels'])
    traces = os.path.join(ide.folder, 'cache', 'redshift', 'traces')
    check(not os.path.isdir(traces) or not os.listdir(traces), 'a file is left')


def test_profile_whose_file_is_gone(ide):
    """Where the last of a recording can't be read, the panel says why."""
    trace = profile_long(ide)['profile']['path']
    for end in ('', '-wal', '-shm'):
        os.unlink(trace + end)
    ide.activate('stop')
    ide.wait_state('the end', lambda s: not s['running'], 60)
    wait_for('the reason', lambda: any(os.path.basename(trace) in text for text in labels(ide)))


def test_trace_opened_again_at_its_end(ide):
    """A trace that is opened again just when it has become whole is ready."""
    path = ide.write('long.q', LONG)
    trace = os.path.join(ide.folder, 'long.rstrace')
    cli = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    with subprocess.Popen([cli, 'run', '-d', 'cpu', '--profile', trace, path], stdout=subprocess.DEVNULL) as run:
        try:
            wait_for('the trace', lambda: os.path.exists(trace) and os.path.exists(trace + '-wal'))
            ide.start(trace)
            ide.wait_state('kernels', lambda s: s['profile'].get('ready') and s['profile'].get('kernels'), 60)
        finally:
            run.send_signal(signal.SIGINT)
    for _ in range(2):
        ide.start_again(trace).wait()
        ide.wait_state('all of it', lambda s: s['profile']['ready'])
    check(not any('the recording goes on' in text for text in labels(ide)), labels(ide))


def test_closed_tracks(ide):
    """A click on a track's name leaves its first row, what is below moves up; another one, or C, opens it again."""
    profile(ide)
    state = ide.state()
    items = state['profile']['items']
    host = min(items, key=lambda one: one['y'])['track']
    deepest = max(one['depth'] for one in items if one['track'] == host)
    below = lambda s: min(one['y'] for one in s['profile']['items'] if one['track'] != host)
    first = next(one for one in items if one['track'] == host and one['depth'] == 0 and one['event'])
    check(deepest > 1, deepest)
    left = min(one['x'] for one in items)
    ide.click(left - 60, first['y'] + 8)
    ide.wait_state('less room', lambda s: below(s) == below(state) - 20 * deepest)
    ide.screenshot('track-closed')
    ide.click(left - 60, first['y'] + 8)
    ide.wait_state('all of it', lambda s: below(s) == below(state))
    ide.click(first['x'] + 5, first['y'] + 8)
    ide.wait_state('a span', lambda s: s['profile']['selected'])
    ide.keys('c')
    ide.wait_state('less room', lambda s: below(s) == below(state) - 20 * deepest)
    ide.keys('c')
    ide.wait_state('all of it', lambda s: below(s) == below(state))


BETWEEN = """function [] = __kernel__ step(x : mat, y : mat, pos : ivec2)
  y[pos] = 2*x[pos] + 1
endfunction
x = ones(700,900)
y = zeros(700,900)
z = zeros(700,900)
{!sched gpu_index=0}
parallel_do(size(x), x, y, step)
{!sched gpu_index=1}
parallel_do(size(y), y, z, step)
print sum(z)
"""


def test_copies_between_devices(ide):
    """A copy from one GPU to another is in the rows of both, with an arrow from the one to the other; box, status and
    page of transfers say from where to where."""
    path = ide.write('between.q', BETWEEN)
    trace = record_on_device(ide, path, device='cuda:0,cuda:1', traced=False)
    if trace is None:
        raise Skip('no driver that stands in for a GPU: built with sanitizers')
    command = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    part = os.path.join(ide.folder, 'part.rstrace')
    asked = subprocess.run([command, 'trace', 'query', '--csv', 'select start, "end" from named_events '
                            "where kind = 'copy' and detail = 'cuda:0->cuda:1'", trace], check=True,
                           capture_output=True, text=True)
    start, end = (int(number) for number in asked.stdout.splitlines()[1].split(','))
    subprocess.run([command, 'trace', 'trim', '--from', str(start - (end - start)), '--to', str(2 * end - start), '-o',
                    part, trace], check=True, capture_output=True)
    ide.start(part)
    items = ide.wait_state('the copy', lambda s: s['profile'].get('ready') and [
        item for item in s['profile']['items'] if item['kind'] == 'device-copy'], 60)['profile']['items']
    one, other = sorted((item for item in items if item['kind'] == 'device-copy'), key=lambda item: item['y'])
    check(one['detail'] == other['detail'] == 'cuda:0->cuda:1' and one['x'] == other['x'], (one, other))
    ide.move_away()
    image = shot(ide)
    middle = one['x'] + one['width'] // 2
    column = [image.getpixel((middle, y)) for y in range(one['y'] + one['height'] + 1, other['y'])]
    beside = [image.getpixel((middle + 20, y)) for y in range(one['y'] + one['height'] + 1, other['y'])]
    check(column and all(a != b for a, b in zip(column, beside)), 'no arrow between the rows')
    ide.screenshot('copy-between-devices')
    ide.click(middle + 30, one['y'] + 8)
    wait_for('from where to where', lambda: any(re.search(r'cuda:0 → cuda:1: copy on a device, .*between.q:1', text)
                                                for text in labels(ide)))
    show(ide, 'Transfers')
    wait_for('its row', lambda: any('cuda:0->cuda:1' in ' '.join(row)
                                    for row in rows(ide, 'Copies between memories') or []))


def test_registers_beside_the_line(ide):
    """What a GPU told of a kernel stands beside its line: registers and occupancy, in the status and in the tip of its
    time; its copies are in the page of transfers, which a range and the search limit."""
    path = ide.write('device.q', DEVICE)
    trace = record_on_device(ide, path)
    if trace is None:  # with sanitizers
        profile(ide)
        ide.wait_state('the time alone', lambda s: 'took' in s['line_status'] and 'registers' not in s['line_status'])
        return
    ide.start(path, trace)
    ide.wait_state('the trace', lambda s: s['profile'].get('ready'), 60)
    ide.go_to(path, 1)
    expected = re.compile(r'on the GPU: \d+ registers a work item, occupancy 100 %, limited by warps')
    ide.wait_state('registers', lambda s: expected.search(s['line_status']))
    first = ide.text_node().character_extents(0)
    ide.move(first.x - 40, first.y + first.height // 2)
    wait_for('the tip of the time', lambda: any(re.match(r'took .* in 20 runs\n' + expected.pattern, text)
                                                for text in tip(ide)))
    ide.screenshot('line-registers')
    ide.keys('ctrl+m')
    ide.wait_state('the fold', lambda s: ide.page(path, s)['folds'] == 1)
    show(ide, 'Transfers')
    found = wait_for('the copies', lambda: rows(ide, 'Copies between memories'))
    check(titles(ide, 'Copies between memories')[:5] == ['Variable', 'Direction', 'Needed by', 'Place', 'Copies'],
          titles(ide, 'Copies between memories'))
    check(any(row[0] == 'x' and row[1].startswith('host->cuda:0') and int(row[4]) >= 15 for row in found), found)
    ide.screenshot('transfers-device')
    search(ide, 'host->cuda')
    wait_for('one direction', lambda: all('host->cuda' in ' '.join(row)
                                          for row in rows(ide, 'Copies between memories')))
    search(ide, '')
    wait_for('both', lambda: len(rows(ide, 'Copies between memories')) == len(found))
    copies = [item for item in ide.state()['profile']['items'] if item['kind'] == 'copy']
    middle = (min(item['start'] for item in copies) + max(item['end'] for item in copies)) / 2
    select_range(ide, 0, part_of(ide, middle))
    some = wait_for('fewer', lambda: rows(ide, 'Copies between memories') != found
                    and rows(ide, 'Copies between memories'))
    check(0 < sum(int(row[4]) for row in some) < sum(int(row[4]) for row in found), f'{some} of {found}')
    ide.screenshot('transfers-range')
    select_range(ide, 0, part_of(ide, min(item['start'] for item in copies)) / 2)
    wait_for('none', lambda: 'Nothing was copied between memories in this range' in labels(ide))


def test_traces_leave_nothing(ide):
    """Ten traces that are opened, looked at and closed; a hundred are test_soak_traces, on request."""
    soak_traces(ide, 10)


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
