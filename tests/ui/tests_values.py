# SPDX-License-Identifier: Apache-2.0
"""What the debugger shows of values: watched expressions, the panel of variables, the panel of an array; and what is
computed with them."""

import os
import re
import subprocess
import time

from gi.repository import GLib

from ide import wait_for
from tests import check
from tests_breakpoints import start, wait_end
from tests_debug import focus_prompt, here, texts, type_text
from tests_places import FRAME, shot

COUNTS = '''function [] = main()
    n = 1
    m = 5
    n = n + 1
    m = m + 0
    n = n * 10
    print n
endfunction
'''


def test_array_of_nothing(ide):
    """The array panel says what it is for where there is nothing to show yet."""
    ide.start()
    ide.give_focus()
    ide.keys('ctrl+alt+a')
    wait_for('what it is for', lambda: any('double-click an array among the variables' in text for text in texts(ide)))
    ide.screenshot('array-of-nothing')


def add_watch(ide, text):
    ide.click_node(wait_for('the entry', lambda: ide.find('text', 'An expression to watch')))
    type_text(text)
    ide.keys('Return')


def watched(ide):
    """The rows of the panel, as they are told."""
    watches = next(node for node in ide.walk() if node.name == 'Watched expressions')
    return [node.name for node in watches if node.role == 'list item']


def test_watches(ide):
    """Expressions are added by typing, shown where the program stands, marked where they change, and taken away with
    Delete; one with an error says which."""
    path = start(ide, 'counts.q', COUNTS)
    ide.keys('ctrl+alt+w')
    for text in ('n * 2', 'm', 'nosuch + 1'):
        add_watch(ide, text)
    wait_for('the expressions', lambda: watched(ide) == ['n * 2', 'm', 'nosuch + 1'])
    ide.go_to(path, 4)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 4, 20)
    wrong = 'nosuch + 1: `nosuch` is not defined'
    wait_for('their values', lambda: watched(ide) == ['n * 2 = 2', 'm = 5', wrong])
    ide.keys('F4')
    ide.wait_state('the next line', lambda s: here(s) == 5)
    wait_for('the change', lambda: watched(ide) == ['n * 2 = 4, changed', 'm = 5', wrong])
    ide.screenshot('watches')
    ide.keys('F4')
    ide.wait_state('the line behind', lambda s: here(s) == 6)
    wait_for('no change', lambda: watched(ide) == ['n * 2 = 4', 'm = 5', wrong])
    ide.keys('ctrl+alt+w', 'Down', 'Delete')
    wait_for('one less', lambda: watched(ide) == ['n * 2 = 4', wrong])
    ide.keys('Delete')
    wait_for('the one behind it', lambda: watched(ide) == ['n * 2 = 4'])
    ide.keys('F5')
    wait_end(ide)
    wait_for('the expression without its value', lambda: watched(ide) == ['n * 2'])


def test_short_watches(ide):
    """Numbers of watches have six digits; the name for screen readers, and the tooltip, have all."""
    path = start(ide, 'short.q', 'x = 1/3\ny = x + 1\nprint y\n')
    ide.keys('ctrl+alt+w')
    add_watch(ide, 'x')
    ide.go_to(path, 2)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 2, 20)
    wait_for('six digits', lambda: ide.find('label', 'x = 0.333333'))
    check(any(re.fullmatch(r'x = 0\.33333333\d*', text) for text in watched(ide)), watched(ide))


def test_figure_behind_the_debugger(ide):
    """After a session of the debugger a run without breakpoints has its figure in front again; text that is written
    while a program stands is told to count from the next start on, once."""
    path = start(ide, 'plot.q', 'x = 0..9\nplot(x)\ny = x + 1\nprint y\n')
    ide.keys('F5')
    ide.wait_state('the plot', lambda s: not s['running'] and len(s['plots']) == 1, 20)
    ide.go_to(path, 3)
    ide.keys('ctrl+F8', 'F5')
    ide.wait_state('the breakpoint', lambda s: here(s) == 3 and 'variables:end:front' in s['panels'], 20)
    ide.go_to(path, 4)
    ide.keys('End', 'space', 'space')
    told = 'what is written now counts from its next start on'
    wait_for('that it counts later', lambda: told in ide.console())
    ide.keys('F5')
    wait_end(ide)
    check(ide.console().count(told) == 1, ide.console())
    ide.go_to(path, 3)
    ide.keys('ctrl+F8')
    ide.keys('F5')
    ide.wait_state('the figure in front', lambda s: not s['running'] and 'variables:end' in s['panels'], 20)


VALUES = '''a = 12
x = reshape(0..5999, [100, 60]) * 1.0
big = ones(9)
b = 9
cube = reshape(0..23, [2, 3, 4])
z = "text"
'''


def click_title(ide, title):
    """The title of a column."""
    ide.click_node(next(node for node, name in ide.named('label') if name == title and node.extents().width > 0))


def wheel_right(ide, node, back=False):
    """To the columns that have no room, or back."""
    extents = node.extents()
    ide.move(extents.x + 4, extents.y + 4)
    subprocess.run(['xdotool', 'keydown', 'shift', 'click', '--repeat', '12', '4' if back else '5', 'keyup', 'shift'],
                   check=True)
    time.sleep(0.5)


def names_in_order(ide):
    """The first column of the panel of variables, from above."""
    known = {'a', 'x', 'big', 'b', 'cube', 'z'}
    found = [(node.extents().y, node.name) for node in ide.walk() if node.role == 'label' and node.name in known
             and node.extents().width > 0]
    return [name for _, name in sorted(found)]


def test_counts_of_one(ide):
    """A text of one byte has "1 byte", an array of one element "1 element"."""
    start(ide, 'one.q', 't = "x"\nv = ones(1)\nprint t, v\n')
    ide.keys('F5')
    wait_end(ide)
    ide.keys('ctrl+alt+v')
    wait_for('the variables', lambda: '1 byte' in texts(ide))
    ide.activate('look-at-array', GLib.Variant('s', 'v'))
    wait_for('the array', lambda: any(text.startswith('1 element, least 1') for text in texts(ide)))


def test_variables_panel(ide):
    """The columns tell where an array is; a click on a title sorts, the entry filters, and a double click shows an
    array, of which the name bears a small picture."""
    start(ide, 'values.q', VALUES)
    ide.keys('F5')
    wait_end(ide)
    ide.keys('ctrl+alt+v')
    wait_for('the variables', lambda: len(names_in_order(ide)) == 6)
    wait_for('statistics', lambda: '2999.5' in texts(ide))
    check('host' in texts(ide), texts(ide))
    ide.screenshot('variables')
    places = {name: node.extents().x for node, name in ide.named('label') if name in ('a', 'x', 'big', 'cube')}
    check(len(set(places.values())) == 1, f'names are not below each other: {places}')
    extents = ide.find('label', 'x').extents()
    check(ide.shades(f'22x22+{extents.x - 26}+{extents.y}') > 10, 'x has no picture')
    click_title(ide, 'Size')
    wait_for('sizes as numbers', lambda: names_in_order(ide)[-4:] == ['big', 'cube', 'z', 'x'])
    click_title(ide, 'Value')
    wait_for('values as numbers', lambda: names_in_order(ide)[:2] == ['b', 'a'])
    click_title(ide, 'Value')
    wait_for('the other way', lambda: names_in_order(ide)[-2:] == ['a', 'b'])
    ide.screenshot('variables-sorted')
    wheel_right(ide, next(node for node, name in ide.named('label') if name == 'x'))
    click_title(ide, 'Bytes')
    wait_for('the smallest first', lambda: names_in_order(ide)[-1] == 'x')
    ide.screenshot('variables-right')
    wheel_right(ide, ide.find('label', '24000'), back=True)
    ide.click_node(next(node for node in ide.walk() if node.name == 'Names that contain' and node.extents().width > 0))
    type_text('b')
    wait_for('names with b', lambda: sorted(names_in_order(ide)) == ['b', 'big', 'cube'])
    ide.keys('ctrl+a', 'BackSpace')
    wait_for('all', lambda: len(names_in_order(ide)) == 6)
    ide.double_click_node(ide.find('label', 'x'))
    wait_for('the array', lambda: any('6000 elements, least 0, mean 2999.5' in text for text in texts(ide)))


def save_variable(ide, path):
    """What the menu of the selected variable does."""
    def is_asked():
        return subprocess.run(['xdotool', 'search', '--onlyvisible', '--name', '^Save the variable'], check=False,
                              capture_output=True).stdout

    ide.keys('shift+F10')
    wait_for('the menu', lambda: ide.find('menu item', 'Save…'))
    time.sleep(0.5)  # it takes keys once it has opened
    ide.screenshot('variable-menu')
    ide.keys('e')
    wait_for('the question', is_asked)
    time.sleep(1)  # until the chooser has filled in the name
    ide.keys('ctrl+a')
    type_text(path)
    ide.keys('Return')
    wait_for('the file', lambda: os.path.exists(path) and os.path.getsize(path) > 0)
    wait_for('the end of the question', lambda: not is_asked())


def test_selected_variable(ide):
    """A click or an arrow key selects a variable: the array panel has it when it comes up. Its value is copied by key,
    and it is saved by its menu, as the name of the file ends."""
    start(ide, 'values.q', VALUES)
    ide.keys('F5')
    wait_end(ide)
    ide.keys('ctrl+alt+v')
    wait_for('the variables', lambda: len(names_in_order(ide)) == 6)
    row = wait_for('x', lambda: ide.find('label', 'x'))
    ide.click_node(row)
    wait_for('its row', lambda: selected_variable(ide) == 'x')
    ide.screenshot('variables-columns', '1280x800')
    whole = [label['text'] for label in ide.controls()['labels']
             if label['place'].endswith('panel variables') and label['whole'] and not label['cut']]
    check(all(title in whole for title in ('Name', 'Value', 'Size', 'Type', 'On')), whole)
    ide.keys('ctrl+alt+a')
    wait_for('the array', lambda: any('6000 elements, least 0, mean 2999.5' in text for text in texts(ide)))
    ide.keys('ctrl+alt+v')
    wait_for('its row', lambda: selected_variable(ide) == 'x')
    save_variable(ide, os.path.join(ide.folder, 'x.mat'))
    save_variable(ide, os.path.join(ide.folder, 'x.png'))
    with open(os.path.join(ide.folder, 'x.png'), 'rb') as file:
        check(file.read(4) == b'\x89PNG', 'no PNG file')
    ide.click_node(wait_for('cube', lambda: next((node for node, name in ide.named('label') if name == 'cube'
                                                  and node.extents().height > 0), None)))
    wait_for('its row', lambda: selected_variable(ide) == 'cube')
    ide.keys('ctrl+c')
    time.sleep(0.5)  # until the debugger has answered
    focus_prompt(ide)
    type_text('sum(')
    ide.keys('ctrl+v')
    type_text(' - cube) + 42')
    ide.keys('Return')
    wait_for('the value', lambda: '\n42\n' in ide.console())


def test_slow_click(ide):
    """A button that stays down for a while selects like a quick one: what is clicked is in the array panel."""
    start(ide, 'values.q', VALUES)
    ide.keys('F5')
    wait_end(ide)
    ide.keys('ctrl+alt+v')
    ide.click_node(wait_for('big', lambda: ide.find('label', 'big')))
    wait_for('its row', lambda: selected_variable(ide) == 'big')
    area = wait_for('x', lambda: ide.find('label', 'x')).extents()
    ide.move(area.x + area.width // 2, area.y + area.height // 2)
    subprocess.run(['xdotool', 'mousedown', '1', 'sleep', '0.5', 'mouseup', '1'], check=True)
    wait_for('its row', lambda: selected_variable(ide) == 'x')
    ide.keys('ctrl+alt+a')
    wait_for('the array', lambda: any('6000 elements, least 0, mean 2999.5' in text for text in texts(ide)))


MANY = 'function y = f(first, second)\n    y = first + second\nendfunction\n' \
    + ''.join(f'v{k:02} = {k}\n' for k in range(60)) + 'z = f(1, 2)\nz = z + 1\nprint z\n'


def variables_table(ide):
    return next(node for node in ide.walk() if node.name == 'Variables of the function')


def selected_variable(ide):
    """The name in the row that is selected; None: there is none."""
    rows = [row for row in variables_table(ide).walk() if row.is_selected]
    names = [node.name for row in rows for node in row.walk() if node.role == 'label' and node.name]
    return names[0] if names else None


def variable_labels(ide):
    """Of the names that show as a whole, from above."""
    return sorted((label for label in ide.controls()['labels'] if re.match(r'v\d\d$', label['text'])
                   and label['place'].endswith('panel variables') and label['whole'] and label['width'] > 0),
                  key=lambda label: label['y'])


def first_variable(ide):
    shown = variable_labels(ide)
    return shown[0]['text'] if shown else None


def wheel_down(ide, node, steps):
    extents = node.extents()
    ide.move(extents.x + 40, extents.y + extents.height // 2)
    subprocess.run(['xdotool', 'click', '--repeat', str(steps), '--delay', '50', '5'], check=True)


def settled(value, before):
    """What value() is once it stays for half a second and is not what it was before; None: it is not yet."""
    now = value()
    time.sleep(0.5)
    return now if now not in (None, before) and value() == now else None


def test_variables_keep_their_place(ide):
    """The selected variable and the scroll position stay from stop to stop, over a function that has other variables,
    and from run to run; a name that is not there is selected again when it is."""
    path = start(ide, 'many.q', MANY)
    for line in (2, 64, 65):
        ide.go_to(path, line)
        ide.keys('ctrl+F8')
    ide.keys('ctrl+alt+v', 'ctrl+alt+e', 'F5')
    ide.wait_state('the first stop', lambda s: here(s) == 64, 30)
    wait_for('the variables', lambda: ide.find('label', 'v05'))
    wheel_down(ide, variables_table(ide), 4)
    place = wait_for('the end of the scrolling', lambda: settled(lambda: first_variable(ide), 'v00'))
    label = variable_labels(ide)[5]
    chosen = label['text']
    ide.click(label['x'] + 5, label['y'] + 5)
    wait_for('the selection', lambda: selected_variable(ide) == chosen)
    ide.screenshot('variables-place')
    for line in (2, 65, 64, 2, 65):
        ide.keys('F5')
        if line == 64:
            wait_end(ide)
            wait_for('what is left', lambda: selected_variable(ide) == chosen and first_variable(ide) == place)
            ide.keys('F5')
        ide.wait_state('the next stop', lambda s: here(s) == line, 30)
        if line == 2:
            wait_for('other variables', lambda: ide.find('label', 'second'))
            check(selected_variable(ide) is None, f'{selected_variable(ide)} was not selected by anybody')
        else:
            wait_for('the selection', lambda: selected_variable(ide) == chosen)
            wait_for('the place', lambda: first_variable(ide) == place)
    ide.screenshot('variables-place-again')
    number = int(chosen[1:])
    ide.keys('ctrl+alt+v', 'Down')
    wait_for('the row behind', lambda: selected_variable(ide) == f'v{number + 1:02}')


CHANNELS = '''photo = zeros(10, 20, 3)
photo[:,:,0] = 40
photo[:,:,1] = 100
photo[:,:,2] = 200
'''


def columns_of(image, box, is_colour):
    """Where in a box of the screen there is such a colour, from the left."""
    left, top = box.x + FRAME + 1, box.y + FRAME + 24
    return [x for x in range(left, left + box.width - 2)
            if any(is_colour(*image.getpixel((x, y))[:3]) for y in range(top, top + box.height - 30, 4))]


def test_histogram_of_channels(ide):
    """The histogram of an array of three channels has a curve each, red, green and blue, each where its values are."""
    start(ide, 'channels.q', CHANNELS)
    ide.keys('F5')
    wait_end(ide)
    ide.keys('ctrl+alt+v')
    ide.double_click_node(wait_for('photo', lambda: ide.find('label', 'photo')))
    choose_view(ide, 3)
    wait_for('the histogram', lambda: sum(map(int, area(ide).description.split())) == 600)
    counts = [int(word) for word in area(ide).description.split()]
    n = len(counts) // 3
    full = [[i for i in range(n) if counts[channel * n + i]] for channel in range(3)]
    check(full == [[0], [int(60 / 160 * n)], [n - 1]], full)
    image = shot(ide)
    ide.screenshot('array-panel-channels')
    places = [columns_of(image, area(ide).extents(), is_colour)
              for is_colour in (lambda r, g, b: r > g + 60 and r > b + 60, lambda r, g, b: g > r + 30 and g > b + 30,
                                lambda r, g, b: b > r + 60 and b > g + 30)]
    check(all(places) and places[0][-1] < places[1][0] and places[1][-1] < places[2][0], places)


def choose_view(ide, index):
    """Table, image, plot, histogram: by keys, from the table."""
    ide.keys('ctrl+alt+a', 'space', 'Home', *['Down'] * index, 'Return')
    time.sleep(0.3)


def area(ide):
    return wait_for('the drawing', lambda: next((node for node in ide.walk() if node.name == 'Elements of the array'
                                                 and node.extents().width > 0), None))


def test_array_panel(ide):
    """An array as table, which keys and wheel move; as plot and as histogram; planes of more dimensions."""
    start(ide, 'values.q', VALUES)
    ide.keys('F5')
    wait_end(ide)
    ide.keys('ctrl+alt+v')
    ide.double_click_node(wait_for('x', lambda: ide.find('label', 'x')))
    node = area(ide)
    wait_for('the first row', lambda: node.description.startswith('0: 0\t1\t2'))
    ide.screenshot('array-panel-table')
    ide.click_node(node)
    ide.keys('Down', 'Down', 'Right')
    wait_for('two rows further', lambda: node.description.startswith('2: 121\t122'))
    ide.keys('ctrl+End')
    wait_for('the last element', lambda: node.description.endswith('\t5999\n'))
    check(node.description.count('\n') > 5, node.description)
    ide.screenshot('array-panel-end')
    ide.keys('ctrl+Home')
    wait_for('the first row', lambda: node.description.startswith('0: 0\t1\t2'))
    extents = node.extents()
    ide.move(extents.x + 100, extents.y + 60)
    subprocess.run(['xdotool', 'click', '5'], check=True)
    wait_for('rows further down', lambda: not node.description.startswith('0: '))
    choose_view(ide, 2)
    wait_for('the plot', lambda: area(ide).description.startswith('0 '))
    ide.screenshot('array-panel-plot')
    values = [float(word) for word in area(ide).description.split()]
    check(abs(values[len(values) // 2] - 2999.5) < 20, f'the middle is at {values[len(values) // 2]}')
    extents = area(ide).extents()
    check(ide.shades(f'5x200+{extents.x + FRAME + 1}+{extents.y + 40}') == 1, 'a line where no value is')
    choose_view(ide, 3)
    wait_for('the histogram', lambda: sum(map(int, area(ide).description.split())) == 6000)
    ide.screenshot('array-panel-histogram')
    ide.keys('ctrl+alt+v')
    ide.double_click_node(wait_for('cube', lambda: ide.find('label', 'cube')))
    choose_view(ide, 0)
    wait_for('its first plane', lambda: area(ide).description.startswith('0: 0\t4\t8'))
    plane = wait_for('planes', lambda: ide.find('spin button', 'Plane'))
    extents = plane.extents()
    ide.click(extents.x + 10, extents.y + extents.height // 2)
    ide.keys('Up')
    wait_for('the next plane', lambda: area(ide).description.startswith('0: 1\t5\t9'))
    ide.screenshot('array-panel-plane')


LOCALS = '''function y = half(v)
    w = v / 2
    y = w
endfunction
function [] = main()
    big = reshape(0..23, [4, 6])
    print half(3)
endfunction
'''


def test_array_of_another_function(ide):
    """Where the program stands in a function without that name, the panel says so, and the console nothing; in the
    function that has it, it is shown again."""
    path = start(ide, 'locals.q', LOCALS)
    for line in (7, 2):
        ide.go_to(path, line)
        ide.keys('ctrl+F8')
    ide.keys('F5')
    ide.wait_state('the first stop', lambda s: here(s) == 7, 20)
    ide.keys('ctrl+alt+v')
    ide.double_click_node(wait_for('big', lambda: ide.find('label', 'big')))
    wait_for('its elements', lambda: area(ide).description.startswith('0: 0\t1\t2'))
    ide.keys('ctrl+alt+e', 'F5')
    ide.wait_state('the other function', lambda s: here(s) == 2, 20)
    reason = '`big` is not defined'
    wait_for('the reason', lambda: any(text.startswith(reason) for text in texts(ide)))
    ide.keys('F4')
    ide.wait_state('the next line', lambda s: here(s) == 3)
    wait_for('the values of the line', lambda: any('w = 1.5' in text for text in texts(ide)))
    check(any(text.startswith(reason) for text in texts(ide)), 'the reason is gone')
    ide.screenshot('array-panel-not-here')
    check('error' not in ide.console(), ide.console())
    ide.keys('ctrl+alt+k')
    ide.wait_state('the calls', lambda s: s['focus'] == 'stack')
    ide.keys('Down', 'Return')
    ide.wait_state('the caller', lambda s: here(s) == 7)
    ide.keys('ctrl+alt+a')
    wait_for('the elements in the caller', lambda: not any(text.startswith(reason) for text in texts(ide)))
    ide.keys('F5')
    wait_end(ide)
    check('error' not in ide.console(), ide.console())


def test_compute_line_and_selection(ide):
    """Ctrl+Return computes the line of the cursor, or what is selected; figures of it go to the figures, and an error
    to the console with its place."""
    path = start(ide, 'lines.q', 'k = 4 + 1\nm = k * 2\nplot([1, 2, 3])\nnosuch(3)\n')
    ide.go_to(path, 1)
    ide.keys('ctrl+Return')
    wait_for('the line', lambda: '>>> k = 4 + 1' in ide.console(), 30)
    ide.wait_state('its end', lambda s: not s['running'], 20)
    check('m = k' not in ide.console(), ide.console())
    ide.go_to(path, 2, 5)
    ide.keys('ctrl+alt+e', *['shift+Right'] * 5)
    ide.keys('ctrl+Return')
    wait_for('the value of the selection', lambda: '10' in ide.console().split(), 20)
    check('>>> k * 2' in ide.console(), ide.console())
    ide.go_to(path, 3)
    ide.keys('ctrl+alt+e', 'ctrl+Return')
    ide.wait_state('the figure', lambda s: [plot['shown'] for plot in s['plots']] == [True], 20)
    ide.screenshot('compute-figure')
    ide.go_to(path, 4)
    ide.keys('ctrl+alt+e', 'ctrl+Return')
    wait_for('the error', lambda: 'error: `nosuch` is not defined' in ide.console(), 20)


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
