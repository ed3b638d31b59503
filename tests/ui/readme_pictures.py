# SPDX-License-Identifier: Apache-2.0
"""The README's pictures of the window, on request: RS_README_PICTURES=1 run.py REDSHIFT-IDE FOLDER
test_first_ten_minutes take_pictures_of_traces take_pictures_of_texts take_pictures_of_figures take_pictures_of_forms.
Without the variable they are among the screenshots only."""

import glob
import os
import shutil
import subprocess
import time

from gi.repository import GLib
from PIL import Image

from ide import wait_for
from walk import PANEL_KEYS, Walk

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, '..', '..', 'data', 'pictures')
EXAMPLES = os.path.join(HERE, '..', '..', 'examples')
WIDTH, HEIGHT = 1280, 820
SHOWN = 900  # pixels that a picture is wide in the README

SURFACE = '''x = zeros(60, 60)
for m=0..59
    for n=0..59
        x[m,n] = sin(m/6)*cos(n/8)
    endfor
endfor
surf(x)
'''
BALL = '''% Slices of a volume: a bright ball in noise
n = 24
x = zeros(160, 200, n)
for i=0..159
    for j=0..199
        for k=0..n-1
            d = sqrt((i-80)^2 + (j-100)^2 + 25*(k-12)^2)
            x[i,j,k] = 250*exp(-(d/50)^2) + 20*sin(i/4)*cos(j/5)
        endfor
    endfor
endfor
imshow(x, [-40, 260], "inferno")
'''
VOLUME = '''% A hollow ball and two rods in a cube
n = 64
x = zeros(n, n, n)
for i=0..n-1
    for j=0..n-1
        for k=0..n-1
            d = sqrt((i-32)^2 + (j-32)^2 + (k-32)^2)
            rods = 180*exp(-((i-32)^2 + (j-20)^2)/9) + 180*exp(-((i-20)^2 + (k-32)^2)/9)
            x[i,j,k] = 160*exp(-((d-22)/3)^2) + (d < 30 ? rods : 0)
        endfor
    endfor
endfor
imshow(x, [0, 255])
'''
CURVES = '''t = linspace(0, 12, 600)
plot(t, sin(2*t).*exp(-t/6), t, cos(2*t).*exp(-t/6))
title("Two oscillations that fade")
xlabel("seconds")
'''
KERNEL = '''function [] = __kernel__ scale(x : mat, y : mat, pos : ivec2)
    y[pos] = 2 * x[pos]
endfunction
x = ones(4, 4)
y = zeros(4, 4)
parallel_do(size(x), x, y, scale)
print sum(y)
'''


def picture(ide, name):
    """The window as it is now, as NAME.png."""
    ide.move_away()
    time.sleep(0.3)
    save_picture(ide, name)


def save_picture(ide, name):
    """With the hint that stands beside the pointer."""
    path = ide.screenshot('readme-' + name, f'{WIDTH}x{HEIGHT}')
    if 'RS_README_PICTURES' not in os.environ:
        return
    with Image.open(path) as whole:
        small = whole.convert('RGB').resize((SHOWN, round(HEIGHT * SHOWN / WIDTH)), Image.Resampling.LANCZOS)
    # The octree keeps colours that few pixels have, those of marks.
    small.quantize(256, method=Image.Quantize.FASTOCTREE).save(os.path.join(FOLDER, name + '.png'), optimize=True)


def open_example(ide, name):
    """A copy with its pictures."""
    walk = Walk(ide, WIDTH, HEIGHT)
    shutil.copytree(os.path.join(EXAMPLES, 'images'), os.path.join(ide.folder, 'images'))
    for other in glob.glob(os.path.join(EXAMPLES, '*.q')):
        shutil.copy(other, ide.folder)
    path = os.path.join(ide.folder, name)
    ide.start(path)
    ide.give_focus()
    ide.wait_page(path)
    return walk, path


def write_program(ide, walk, name, text):
    path = ide.write(name, text)
    if ide.process is None:
        ide.start(path)
        ide.give_focus()
    else:
        ide.go_to(path, 1)
    ide.wait_state('the program', lambda s: s['current'] == path)
    return path


def run(ide):
    ide.keys('ctrl+alt+e', 'F5')
    ide.wait_state('the end', lambda s: not s['running'] and s['run_status'].startswith('Finished'), 60)
    time.sleep(1)


def profile(ide):
    before = ide.state()['profile'].get('path')
    ide.keys('ctrl+alt+e', 'ctrl+shift+F5')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready')
                   and s['profile'].get('path') != before, 60)
    time.sleep(1)


def show_panel(ide, name):
    ide.keys(PANEL_KEYS[name])
    ide.wait_state('the panel', lambda s: s['focus'] == name)


def take_pictures_of_traces(ide):
    walk, path = open_example(ide, 'local-contrast.q')
    profile(ide)
    for title, name in (('Flame Graph', 'flame-graph'), ('Tree', 'tree'), ('Memory', 'memory'),
                        ('Roofline', 'roofline')):
        walk.click(title)
        time.sleep(1.5)
        picture(ide, name)
    first = ide.state()['profile']['path']
    profile(ide)
    ide.activate('compare-trace', GLib.Variant('s', first))
    time.sleep(2)
    walk.click('Both Timelines')
    time.sleep(1.5)
    picture(ide, 'comparison')
    walk.click('More')
    time.sleep(0.7)
    ide.keys('Up', 'Return')
    wait_for('the question', lambda: ide.find('push button', 'Ask'))
    question = next(node for node in ide.walk() if node.name == 'Question in SQL' and node.extents().width > 0)
    ide.click_node(question)
    ide.keys('ctrl+a')
    subprocess.run(['xdotool', 'type', '--delay', '10', 'select name, count(*) as times, sum(end-start)/1000 as us '
                    'from named_events group by name order by us desc'], check=True)
    ide.keys('Return')
    time.sleep(2)
    picture(ide, 'sql')
    show_panel(ide, 'devices')
    walk.click('Scheduling')
    time.sleep(1)
    picture(ide, 'scheduling')
    ide.activate('device', GLib.Variant('s', 'opencl:0'))
    profile(ide)
    walk.click('Transfers')
    time.sleep(1)
    picture(ide, 'transfers')


def take_pictures_of_texts(ide):
    walk, path = open_example(ide, 'denoising.q')
    ide.wait_state('the check', lambda s: ide.page(path, s)['checked'])
    show_panel(ide, 'search')
    subprocess.run(['xdotool', 'type', '--delay', '20', 'gaussian'], check=True)
    ide.keys('Return')
    wait_for('the places', lambda: any(' places in ' in name for _, name in ide.named('label')))
    picture(ide, 'find')
    ide.go_to(path, 12, 1)
    text = ide.text()
    at = text.index('noisy')
    line = text.count('\n', 0, at) + 1
    ide.go_to(path, line, at - text.rfind('\n', 0, at) + 1)
    ide.keys('ctrl+alt+e', 'shift+F12')
    time.sleep(2)
    picture(ide, 'references')
    at = text.index('imread')
    ide.go_to(path, text.count('\n', 0, at) + 1, at - text.rfind('\n', 0, at) + 1)
    ide.keys('ctrl+alt+e', 'F1')
    ide.wait_state('the page', lambda s: s['focus'] == 'help')
    time.sleep(0.7)
    picture(ide, 'documentation')
    kernel = write_program(ide, walk, 'kernel.q', KERNEL)
    ide.wait_state('the check', lambda s: ide.page(kernel, s)['checked'])
    ide.go_to(kernel, 2, 5)
    ide.keys(PANEL_KEYS['pipeline'])
    time.sleep(1.5)
    picture(ide, 'stages')
    show_panel(ide, 'devices')
    walk.click('Devices')
    time.sleep(0.7)
    picture(ide, 'devices')
    ide.keys('ctrl+comma')
    walk.wait_dialog()
    time.sleep(0.5)
    picture(ide, 'preferences')
    walk.close_dialog()


def take_pictures_of_figures(ide):
    walk = Walk(ide, WIDTH, HEIGHT)
    write_program(ide, walk, 'surface.q', SURFACE)
    run(ide)
    picture(ide, 'surface')
    write_program(ide, walk, 'curves.q', CURVES)
    run(ide)
    picture(ide, 'figure')
    write_program(ide, walk, 'ball.q', BALL)
    run(ide)
    ide.keys('ctrl+alt+f')
    ide.keys(*['Next'] * 12)
    walk.click_hint('Histogram of the values (H)')
    time.sleep(0.7)
    picture(ide, 'images')
    write_program(ide, walk, 'volume.q', VOLUME)
    run(ide)
    ide.keys('ctrl+alt+f')
    ide.click_node(wait_for('the button', lambda: ide.find('push button', 'Volume')))
    time.sleep(3)
    picture(ide, 'volume')


def take_pictures_of_forms(ide):
    walk, _ = open_example(ide, 'explorer.q')
    ide.keys('F5')
    walk.wait_dialog()
    time.sleep(3)
    picture(ide, 'form')
    ide.activate('stop')


TESTS = [value for name, value in list(globals().items()) if name.startswith('take_pictures_')]
