# SPDX-License-Identifier: Apache-2.0
"""Images, figures and arrays in their viewers, by mouse and keys."""

import os
import re
import subprocess
import time

from gi.repository import GLib

from ide import wait_for
from tests import check

BORDER = 6  # of the window, which AT-SPI leaves out

CUBE = """x = zeros(40, 60, 12)
for m=0..39
    for n=0..59
        for k=0..11
            x[m,n,k] = 3*m + n + 5*k
        endfor
    endfor
endfor
x[20,30,3] = 7.5
imshow(x, [0,200])
"""


def resize(width, height):
    """The window as on a small screen, in the corner."""
    window = subprocess.run(['xdotool', 'getactivewindow'], check=True, capture_output=True, text=True).stdout.strip()
    subprocess.run(['xdotool', 'windowsize', '--sync', window, str(width), str(height), 'windowmove', window, '0', '0'],
                   check=False)
    time.sleep(0.5)


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def texts(ide):
    return [name for _, name in ide.named('label')]


def picture(ide, name):
    return wait_for(f'the picture “{name}”', lambda: ide.find('image', name) or ide.find('icon', name))


def extents_of(ide, name):
    return picture(ide, name).extents()


def drag(x, y, dx, dy, button=1, steps=8):
    subprocess.run(['xdotool', 'mousemove', str(x), str(y), 'mousedown', str(button)], check=True)
    for step in range(1, steps + 1):
        subprocess.run(['xdotool', 'mousemove', str(x + dx * step // steps), str(y + dy * step // steps)], check=True)
        time.sleep(0.02)
    subprocess.run(['xdotool', 'mouseup', str(button)], check=True)
    time.sleep(0.2)


def show_cube(ide, dark=False):
    if dark:
        ide.extra_environment['ADW_DEBUG_COLOR_SCHEME'] = 'prefer-dark'
    path = ide.write('cube.q', CUBE)
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    resize(1280, 720)
    ide.keys('F5')
    ide.wait_state('the cube', lambda s: s['figures'] and s['figures'][0]['shown'], 30)
    time.sleep(0.7)


def figure(state):
    return state['figures'][0]


def click_picture(ide):
    extents = extents_of(ide, 'Figure 1')
    ide.click(extents.x + extents.width // 2, extents.y + extents.height // 2)
    return extents


def test_cube(ide):
    """Slices by keys, slider and playback; the value under the pointer is that of the slice."""
    show_cube(ide)
    state = ide.state()
    check(figure(state)['slices'] == 12 and figure(state)['slice'] == 0, figure(state))
    extents = click_picture(ide)
    ide.keys('Next', 'Next', 'Next')
    ide.wait_state('slice 3', lambda s: figure(s)['slice'] == 3)
    ide.keys('Prior')
    ide.wait_state('slice 2', lambda s: figure(s)['slice'] == 2)
    ide.keys('Next')
    # the middle of the picture is its element [20, 30]
    ide.move(extents.x + extents.width // 2 + BORDER + 3, extents.y + extents.height // 2 + BORDER + 3)
    wait_for('the value', lambda: '[20, 30, 3] = 7.5' in texts(ide))
    ide.screenshot('cube')
    ide.keys('space')
    ide.wait_state('the playback to go on', lambda s: figure(s)['slice'] > 5)
    ide.wait_state('the playback to begin again', lambda s: figure(s)['slice'] < 4)
    ide.keys('space')
    time.sleep(0.3)
    before = figure(ide.state())['slice']
    time.sleep(0.4)
    check(figure(ide.state())['slice'] == before, 'the playback goes on')
    slider = wait_for('the slider', lambda: ide.find('slider', 'Slice'))
    ide.click_node(slider)
    ide.keys('Home')
    ide.wait_state('the first slice', lambda s: figure(s)['slice'] == 0)


def test_window_and_level(ide):
    """Dragging with the right button and keys change what is black and white; R resets; S fits to the values."""
    show_cube(ide)
    extents = click_picture(ide)
    middle = extents.x + extents.width // 2, extents.y + extents.height // 2
    drag(*middle, 60, 0, button=3)
    wide = figure(ide.state())
    check(wide['high'] - wide['low'] > 220, wide)
    drag(*middle, 0, 40, button=3)
    dark = figure(ide.state())
    check(dark['low'] > wide['low'] + 20 and abs(dark['high'] - dark['low'] - (wide['high'] - wide['low'])) < 1, dark)
    ide.keys('r')
    ide.wait_state('the window of the program', lambda s: figure(s)['low'] == 0 and figure(s)['high'] == 200)
    ide.keys('ctrl+Left')
    ide.wait_state('a narrower window', lambda s: figure(s)['high'] - figure(s)['low'] == 160)
    ide.keys('ctrl+Down')
    ide.wait_state('a higher middle', lambda s: figure(s)['low'] == 28)
    ide.keys('s')
    ide.wait_state('the range of the slice', lambda s: figure(s)['low'] == 0 and figure(s)['high'] == 176)
    ide.keys('Next')
    ide.wait_state('the range of the next slice', lambda s: figure(s)['low'] == 5 and figure(s)['high'] == 181)


def line_text(ide):
    return picture(ide, 'Values along the line').description


def open_menu(ide):
    name = 'Menu of the image'
    button = wait_for('the menu button', lambda: ide.find('toggle button', name) or ide.find('push button', name))
    ide.click_node(button)
    time.sleep(0.5)


def saturation(ide, extents):
    """Of the picture on the screen, 0 to 1."""
    path = os.path.join(ide.folder, 'part.png')
    part = f'{extents.width - 60}x60+{extents.x + 30}+{extents.y + extents.height // 2 - 30}'
    subprocess.run(['import', '-window', 'root', '-crop', part, path], check=True)
    words = ('-colorspace', 'HSL', '-channel', 'G', '-separate', '-format', '%[fx:mean]', 'info:')
    return float(output('convert', path, *words))


def test_color_map_and_copy(ide):
    """The menu by keys: a colour map makes grey values colours; Ctrl+C copies the picture."""
    show_cube(ide)
    extents = click_picture(ide)
    check(saturation(ide, extents) < 0.05, 'the picture has colours')
    open_menu(ide)
    ide.keys('Down', 'Down', 'Return')
    time.sleep(0.5)
    ide.screenshot('image-color-maps')
    ide.keys('Down', 'Down', 'Down', 'Return')
    wait_for('the colours', lambda: saturation(ide, extents) > 0.2)
    click_picture(ide)
    ide.keys('ctrl+c')
    wait_for('what was done', lambda: 'Copied' in texts(ide))


def test_histogram_profile_and_saving(ide):
    """H shows the histogram, P the values along a line that is drawn with the mouse and moved with keys; the picture is
    saved as a PNG, a pixel of the picture a pixel of the file."""
    show_cube(ide, dark=True)
    extents = click_picture(ide)
    ide.keys('h', 'p')
    whole = '60 values from [20, 0] to [20, 59]: first 60, last 119'
    wait_for('the values along the line', lambda: whole in line_text(ide))
    time.sleep(0.5)
    ide.screenshot('image-dark')
    extents = extents_of(ide, 'Figure 1')
    zoom = figure(ide.state())['zoom']
    x, y = extents.x + extents.width // 2 + BORDER, extents.y + extents.height // 2 + BORDER
    drag(x - int(10 * zoom), y - int(9.5 * zoom), int(20 * zoom), int(12 * zoom))
    form = r'((?!60)\d+) values from \[(\d+), (\d+)\] to \[(\d+), (\d+)\]: first (\d+), last (\d+)'
    found = wait_for('the line', lambda: re.match(form, line_text(ide)))
    n, row0, column0, row1, column1, first, last = map(int, found.groups())
    check(n == max(abs(row1 - row0), abs(column1 - column0)) + 1 and abs(n - 21) <= 2, found.group(0))
    check(first == 3 * row0 + column0 and last == 3 * row1 + column1, found.group(0))
    ide.keys('shift+Right')
    further = f'to [{row1}, {column1 + 1}]: first {first}, last {last + 1}'
    wait_for('the end one further', lambda: further in line_text(ide))
    open_menu(ide)
    ide.screenshot('image-menu')
    ide.keys('Down', 'Return')
    path = os.path.join(ide.folder, 'slice.png')
    time.sleep(1)
    ide.keys('ctrl+a')
    subprocess.run(['xdotool', 'type', '--clearmodifiers', '--delay', '15', path], check=True)
    ide.keys('Return')
    wait_for('the file', lambda: os.path.exists(path))
    time.sleep(0.3)
    size = output('identify', '-format', '%w %h', path)
    check(size == '60 40', size)
    color = output('convert', path, '-format', '%[fx:int(255*p{10,20}.r+.5)]', 'info:')
    check(color == str(int(255 * 70 / 200 + 0.5)), color)


def test_screen_of_twice_the_pixels(ide):
    """On a screen of scale 2 pixels are those of the screen: stripes at 125 % have no colours between black and
    white."""
    ide.extra_environment['GDK_SCALE'] = '2'
    path = ide.write('stripes.q', 'x = zeros(200, 200)\nx[:, 0..2..199] = 255\nimshow(x)\n')
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    ide.keys('F5')
    ide.wait_state('the stripes', lambda s: s['figures'] and s['figures'][0]['shown'], 30)
    time.sleep(1)
    extents = extents_of(ide, 'Figure 1')
    x, y = 2 * (extents.x + extents.width // 2), 2 * (extents.y + extents.height // 2)
    ide.click(x, y)
    ide.keys('1', 'plus')
    ide.wait_state('125 %', lambda s: s['figures'][0]['zoom'] == 1.25)
    time.sleep(0.5)
    ide.screenshot('image-twice')
    shades = ide.shades(f'80x60+{x - 40}+{y - 30}')
    check(shades == 2, f'{shades} colours')


def test_array_as_cube(ide):
    """The debugger's array panel has the same viewer: slices of a cube of the workspace, fetched as they show."""
    path = ide.write('cube.q', CUBE.replace('imshow(x, [0,200])', 'print "ready"'))
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    resize(1280, 720)
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'] and 'Finished' in s['run_status'], 30)
    ide.keys('ctrl+alt+v')
    wait_for('x in the panel', lambda: 'x' in texts(ide))
    ide.activate('look-at-array', GLib.Variant('s', 'x'))
    ide.keys('ctrl+alt+a', 'space', 'Down', 'Return')
    extents = extents_of(ide, 'x')
    ide.click(extents.x + extents.width // 2, extents.y + extents.height // 2)
    ide.keys('Next', 'Next', 'Next', 'h')
    histogram = picture(ide, 'Histogram of the values')
    wait_for('the histogram of the slice', lambda: '2400 values from 7.5 to 191' in histogram.description)
    ide.keys('Next')
    wait_for('that of the next', lambda: '2400 values from 20 to 196' in histogram.description)
    ide.keys('Prior')
    wait_for('the first again', lambda: '2400 values from 7.5 to 191' in histogram.description)
    time.sleep(0.5)
    extents = extents_of(ide, 'x')
    ide.move(extents.x + extents.width // 2 + BORDER + 3, extents.y + extents.height // 2 + BORDER + 3)
    wait_for('the value', lambda: '[20, 30, 3] = 7.5' in texts(ide))
    ide.screenshot('array-cube')


PLOT = """x = linspace(0, 10, 101)
subplot(1, 2, 1)
plot(x, sin(x), "label", "sine")
title("The sine over three half periods, sampled at a hundred and one places of the interval")
subplot(1, 2, 2)
plot(x, cos(x), "k-o", "label", "cosine")
title("Another title that is much longer than the axes over which it stands")
xlabel("seconds")
"""


def plot_state(state):
    return state['plots'][0]


def show_plot(ide, dark):
    if dark:
        ide.extra_environment['ADW_DEBUG_COLOR_SCHEME'] = 'prefer-dark'
    path = ide.write('plot.q', PLOT)
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    resize(1280, 720)
    ide.keys('F5')
    ide.wait_state('the plot', lambda s: s['plots'] and s['plots'][0]['shown'], 30)
    time.sleep(0.7)
    return extents_of(ide, 'Figure 1')


def wheel(x, y, button, n=1):
    subprocess.run(['xdotool', 'mousemove', str(x), str(y), *(['click', str(button)] * n)], check=True)
    time.sleep(0.3)


def point(ide):
    """What is told of the pointer: x and y."""
    matches = [re.match(r'x = ([-0-9.e]+), y = ([-0-9.e]+)', text) for text in texts(ide)]
    return next((match for match in matches if match), None)


def test_figure_zoom(ide):
    """The wheel keeps the data point under the pointer, dragging moves it, a double click shows everything; the keys do
    the same."""
    extents = show_plot(ide, False)
    before = plot_state(ide.state())
    x, y = extents.x + extents.width * 3 // 4, extents.y + extents.height // 2  # in the current axes
    ide.move(x, y)
    told = wait_for('the point', lambda: point(ide))
    wheel(x + 1, y, 4, 3)
    width = (before['x'][1] - before['x'][0]) / 1.9
    near = plot_state(ide.wait_state('the zoom', lambda s: plot_state(s)['x'][1] - plot_state(s)['x'][0] < width))
    ide.move(x, y)
    again = wait_for('the point', lambda: point(ide))
    # labels of other widths move the frame by some pixels
    check(abs(float(again.group(1)) - float(told.group(1))) < 0.4, f'{told.group(0)}; {again.group(0)}')
    drag(x, y, 50, 0)
    moved = plot_state(ide.wait_state('the move', lambda s: plot_state(s)['x'][0] < near['x'][0] - 0.3))
    check(abs(moved['x'][1] - moved['x'][0] - near['x'][1] + near['x'][0]) < 1e-6, moved)
    ide.screenshot('figure-zoomed')
    ide.double_click(x, y)
    ide.wait_state('everything', lambda s: plot_state(s)['x'] == before['x'] and plot_state(s)['y'] == before['y'])
    ide.keys('plus', 'Right')
    ide.wait_state('the zoom', lambda s: plot_state(s)['x'][0] > before['x'][0])
    ide.keys('0')
    ide.wait_state('everything', lambda s: plot_state(s)['x'] == before['x'])


CONNECTED = """x = linspace(0, 10, 101)
d = figure()
plot(x, x)
a = figure()
plot(x, sin(x))
b = figure()
plot(x, 100*cos(x))
c = figure()
plot(x, x)
b.connect(c)
a.connect(b)
"""


def test_connected_figures(ide):
    """Plots that the program has connected zoom and pan together, whichever is moved; others stay."""
    path = ide.write('connected.q', CONNECTED)
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    ide.keys('F5')
    before = ide.wait_state('the plots', lambda s: len(s['plots']) == 4 and s['plots'][3]['shown'], 30)['plots']
    time.sleep(0.7)
    place = extents_of(ide, 'Figure 4')
    x, y = place.x + place.width // 2, place.y + place.height // 2
    wheel(x, y, 4, 2)
    drag(x, y, -40, 20)
    ide.wait_state('the zoom', lambda s: s['plots'][1]['x'][0] > before[1]['x'][0] + 0.5)
    after = ide.state()['plots']
    for k in (1, 2):
        check(after[k]['x'] == after[3]['x'] and after[k]['y'] == after[3]['y'], (k, after))
    check(after[0]['x'] == before[0]['x'], after)
    ide.keys('0')
    ide.wait_state('everything', lambda s: all(s['plots'][k]['x'] == before[k]['x'] for k in range(4)))


def test_figure_in_the_dark(ide):
    """A figure is dark where the window is; its file stays light."""
    extents = show_plot(ide, True)
    ide.screenshot('figure-dark')
    path = os.path.join(ide.folder, 'part.png')
    part = f'{extents.width - 40}x{extents.height - 40}+{extents.x + 20}+{extents.y + 20}'
    subprocess.run(['import', '-window', 'root', '-crop', part, path], check=True)
    mean = float(output('identify', '-format', '%[fx:mean]', path))
    check(mean < 0.3, f'mean {mean}')


def test_figures_of_the_newest_run(ide):
    """What a program shows comes before a figure that another program has left; the figure that was in front stays
    there when its program runs again."""
    two = ide.write('two.q', 'imshow(ones(20,30)*100)\nfigure(2)\nimshow(ones(20,31)*100)\n')
    one = ide.write('one.q', 'imshow(ones(20,32)*100)\n')

    def shown(state):
        return [figure['width'] for figure in state['figures'] if figure['shown']]

    def run(path):
        ide.go_to(path, 1)
        ide.wait_state('the page', lambda s: s['current'] == path)
        ide.run()

    ide.start(two, one)
    ide.wait_page(two)
    run(two)
    ide.wait_state('the second figure', lambda s: shown(s) == [31])
    run(one)
    ide.wait_state('the new figure', lambda s: shown(s) == [32])
    run(two)
    ide.wait_state('both', lambda s: sorted(f['width'] for f in s['figures']) == [30, 31])
    check(shown(ide.state()) == [30], 'the first figure was in front')
    # The list beside the tabs: of tabs that are scrolled, a click may only move them.
    _, y = ide.middle_of(next(node for node, name in ide.named('label') if name == 'Figure 1'))
    ide.click(1252, y)
    wait_for('the list', lambda: any(name == 'Figure 2' for _, name in ide.named('menu item')))
    next(node for node, name in ide.named('menu item') if name == 'Figure 2').act()
    ide.wait_state('the second figure', lambda s: shown(s) == [31])
    run(two)
    time.sleep(0.5)
    ide.wait_state('the second figure again', lambda s: shown(s) == [31])


def test_closed_figures_come_back(ide):
    """The tabs of figures that were closed are there again with Ctrl+Alt+F, the View menu's Figures."""
    path = ide.write('two.q', 'tic\nimshow(ones(20,30)*100)\nfigure(2)\nplot([1,2,4])\ntitle("curve")\nprint toc()\n')
    ide.start(path)
    ide.wait_page(path)
    ide.keys('F5')
    ide.wait_state('both', lambda s: len(s['figures']) == 1 and len(s['plots']) == 1 and s['plots'][0]['shown'], 30)

    def tabs():
        return [(node, name) for node, name in ide.named('label') if name in ('Figure 1', 'Figure 2')
                and node.extents().width > 0]

    for left in (1, 0):
        x, y = ide.middle_of(tabs()[0][0])
        subprocess.run(['xdotool', 'mousemove', str(x), str(y), 'click', '2'], check=True)
        wait_for('one less', lambda: len(tabs()) == left)
    ide.keys('ctrl+alt+f')
    ide.wait_state('one in front', lambda s: s['plots'][0]['shown'] or s['figures'][0]['shown'])
    check(len(tabs()) == 2, [name for _, name in tabs()])
    ide.screenshot('figures-again')
    # The next run shows them as before.
    printed = ide.console()
    ide.keys('ctrl+alt+e', 'F5')
    wait_for('the run', lambda: ide.console() not in ('', printed))
    ide.wait_state('its end', lambda s: not s['running'])
    check(len(tabs()) == 2, [name for _, name in tabs()])


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
