# SPDX-License-Identifier: Apache-2.0
"""Cubes as volumes, by mouse and keys: drawn by threads of the processor, and by OpenGL."""

import os
import subprocess
import time

from gi.repository import GLib

from ide import wait_for
from tests import check
from tests_view import BORDER, click_picture, drag, extents_of, figure, open_menu, output, resize, texts, wheel

# A bright bar along the rows in the first slices, a ball of half its brightness behind it, values from 0 to 200.
CUBE = """x = zeros(48, 64, 40)
for m=0..47
    for n=0..63
        for k=0..39
            d = (m-24)^2 + (n-40)^2 + (k-26)^2
            if d < 120
                x[m,n,k] = 100 - d/4
            endif
            if abs(n-14) < 4 && k > 4 && k < 12
                x[m,n,k] = 180
            endif
        endfor
    endfor
endfor
x[0,0,0] = 0/0
imshow(x, [0,200])
"""


def volume(state):
    return figure(state)['volume']


def settle(ide, azimuth=None, elevation=None, zoom=None, within=1e-3):
    """Waits until the volume shows in full, from there; returns what is told of it."""
    def is_there(state):
        wanted = {'azimuth': azimuth, 'elevation': elevation, 'zoom': zoom}
        return volume(state)['settled'] and all(abs(volume(state)[name] - value) <= within
                                                for name, value in wanted.items() if value is not None)

    return volume(ide.wait_state(f'the volume from {azimuth}, {elevation}, {zoom}', is_there, 20))


def show_volume(ide, graphics=None):
    if graphics is not None:
        ide.extra_environment['RS_GRAPHICS'] = graphics
    path = ide.write('cube.q', CUBE)
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    resize(1280, 720)
    ide.keys('F5')
    ide.wait_state('the cube', lambda s: s['figures'] and s['figures'][0]['shown'], 30)
    click_picture(ide)
    ide.keys('v')
    wait_for('the volume', lambda: 'volume' in figure(ide.state()))
    settle(ide)
    return extents_of(ide, 'Volume of Figure 1')


def grab(ide, extents, name):
    """A picture of the volume, without what is at its edges."""
    path = os.path.join(ide.folder, name + '.png')
    left, top = extents.x + BORDER - 1, extents.y + BORDER - 1  # its first pixel
    part = f'{extents.width - 20}x{extents.height - 20}+{left + 10}+{top + 10}'
    subprocess.run(['import', '-window', 'root', '-crop', part, '+repage', path], check=True)
    return path


def difference(one, other):
    """Mean difference of two pictures, 0 to 255."""
    done = subprocess.run(['compare', '-metric', 'MAE', one, other, 'null:'], check=False, capture_output=True,
                          text=True)
    return float(done.stderr.split()[0]) / 257


def turn_by_mouse_and_keys(ide, extents):
    before = grab(ide, extents, 'first')
    settle(ide, 25, 50, 1)
    x, y = extents.x + extents.width // 2, extents.y + extents.height // 2
    drag(x, y, 80, -40)
    turned = settle(ide, 25 - 40, 50 - 20, 1, within=2)
    check(difference(before, grab(ide, extents, 'dragged')) > 3, 'dragging shows the same picture')
    ide.keys('Right', 'Right', 'Down')
    settle(ide, turned['azimuth'] - 10, turned['elevation'] + 5, 1)
    wheel(x, y, 4, 2)
    settle(ide, zoom=1.25 ** 2)
    wheel(x, y, 5)
    ide.keys('minus')
    settle(ide, turned['azimuth'] - 10, turned['elevation'] + 5, 1)
    ide.keys('0')
    settle(ide, 25, 50, 1)
    check(difference(before, grab(ide, extents, 'again')) < 0.5, 'the first direction shows another picture')
    ide.keys('Left', 'plus')
    settle(ide, 30, 50, 1.25)
    ide.double_click(x, y)
    settle(ide, 25, 50, 1)
    ide.keys('ctrl+c')
    wait_for('what was done', lambda: 'Copied' in texts(ide))
    saved = save(ide)
    size = output('identify', '-format', '%w %h', saved)
    check(size == f'{extents.width} {extents.height}', (size, extents))
    inside = os.path.join(ide.folder, 'inside.png')
    subprocess.run(['convert', saved, '-shave', '10x10', '+repage', inside], check=True)
    check(difference(before, inside) < 0.5, difference(before, inside))
    ide.click(x, y)


def save(ide):
    """Through the menu; returns the path."""
    open_menu(ide)
    ide.keys('Down', 'Return')
    path = os.path.join(ide.folder, 'volume.png')
    time.sleep(1)
    ide.keys('ctrl+a')
    subprocess.run(['xdotool', 'type', '--clearmodifiers', '--delay', '15', path], check=True)
    ide.keys('Return')
    wait_for('the file', lambda: os.path.exists(path))
    wait_for('what was done', lambda: 'Saved' in texts(ide))
    return path


def test_volume(ide):
    """V shows a cube as a volume; it turns by mouse and keys, zooms by wheel and keys, and 0 or a double click show it
    as at first. The slices come back with V."""
    extents = show_volume(ide, 'software')
    check(not volume(ide.state())['card'], volume(ide.state()))
    ide.screenshot('volume')
    turn_by_mouse_and_keys(ide, extents)
    node = ide.find('image', 'Volume of Figure 1') or ide.find('icon', 'Volume of Figure 1')
    check('azimuth 25°, elevation 50°, 100 %' in node.description, node.description)
    ide.keys('v')
    wait_for('the slices', lambda: 'volume' not in figure(ide.state()))
    ide.keys('Next')
    ide.wait_state('the next slice', lambda s: figure(s)['slice'] == 1)


def need_card(is_drawn_by_card, graphics):
    """Where OpenGL is to draw it does, Mesa on the processor at least (data/setup/packages.sh brings it)."""
    check(is_drawn_by_card == (graphics == 'gl'), f'drawn by the card: {is_drawn_by_card}')


def test_volume_by_opengl(ide):
    """The same where OpenGL draws, here Mesa on the processor; what comes after it is freed and made again."""
    extents = show_volume(ide, 'gl')
    need_card(volume(ide.state())['card'], 'gl')
    ide.screenshot('volume-gl')
    turn_by_mouse_and_keys(ide, extents)
    for _ in range(3):
        ide.keys('v')
        wait_for('the slices', lambda: 'volume' not in figure(ide.state()))
        ide.keys('v')
        wait_for('the volume', lambda: 'volume' in figure(ide.state()))
    check(settle(ide)['card'], settle(ide))


def pictures(ide, graphics):
    """Of the largest values and of the translucent ones, and one in colours."""
    extents = show_volume(ide, graphics)
    need_card(volume(ide.state())['card'], graphics)
    found = [grab(ide, extents, graphics + '-maximum')]
    ide.keys('m')
    settle(ide)
    found.append(grab(ide, extents, graphics + '-composite'))
    ide.screenshot('volume-translucent-' + graphics)
    ide.keys('ctrl+Left', 'ctrl+Left')
    settle(ide)
    found.append(grab(ide, extents, graphics + '-narrow'))
    return found


def test_volume_same_pictures(ide):
    """OpenGL and the processor show the same; translucent values and another window show something else."""
    software = pictures(ide, 'software')
    ide.close()
    by_gl = pictures(ide, 'gl')
    for one, other in zip(software, by_gl):
        check(difference(one, other) < 1, f'{one}, {other}: {difference(one, other)}')
    check(difference(software[0], software[1]) > 1, difference(software[0], software[1]))
    check(difference(software[1], software[2]) > 1, difference(software[1], software[2]))


def test_volume_without_opengl(ide):
    """Where the driver has no OpenGL, the processor draws, whatever was asked for."""
    ide.extra_environment['GDK_DEBUG'] = 'gl-disable'
    extents = show_volume(ide, 'gl')
    state = ide.wait_state('the volume', lambda s: volume(s)['settled'] and not volume(s)['card'])
    check(volume(state)['zoom'] == 1, state)
    check(ide.shades(f'{extents.width}x{extents.height}+{extents.x}+{extents.y}') > 40, 'no picture')


def test_volume_of_array(ide):
    """The debugger's array panel shows cubes as volumes, too: their values are fetched from the program."""
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
    slices = extents_of(ide, 'x')
    ide.click(slices.x + slices.width // 2, slices.y + slices.height // 2)
    ide.keys('v')
    extents = extents_of(ide, 'Volume of x')
    part = f'{extents.width}x{extents.height}+{extents.x + BORDER}+{extents.y + BORDER}'
    wait_for('the picture', lambda: ide.shades(part) > 60)
    ide.screenshot('volume-of-array')


# After the cube, once there is a file, one of its slices.
THEN_FLAT = """is_there = false
repeat
    pause(0.1)
    try
        file = fopen("PATH", "r")
        is_there = true
    catch ex
    endtry
until is_there
f.imshow(x[:,:,8], [0,200])
"""


def test_volume_button(ide):
    """The button beside the slider does what V does; a picture without slices has no volume."""
    program = CUBE.replace('imshow(', 'f = figure()\nf.imshow(') + THEN_FLAT.replace('PATH', ide.folder + '/go')
    path = ide.write('cube.q', program)
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    resize(1280, 720)
    ide.keys('F5')
    ide.wait_state('the cube', lambda s: s['figures'] and s['figures'][0]['shown'], 30)
    ide.click_node(wait_for('the button', lambda: ide.find('push button', 'Volume')))
    wait_for('the volume', lambda: 'volume' in figure(ide.state()))
    ide.click_node(wait_for('the button', lambda: ide.find('push button', 'Translucent')))
    settle(ide)
    ide.screenshot('volume-button')
    ide.write('go', '')
    ide.wait_state('the picture', lambda s: figure(s)['slices'] == 1 and 'volume' not in figure(s))
    ide.screenshot('volume-gone')


SURFACE = """x = zeros(60, 60)
for m=0..59
    for n=0..59
        x[m,n] = sin(m/6)*cos(n/8)
    endfor
endfor
surf(x)
"""


def show_surface(ide, program=SURFACE, graphics='software'):
    ide.extra_environment['RS_GRAPHICS'] = graphics
    path = ide.write('surface.q', program)
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    resize(1280, 720)
    ide.keys('F5')
    ide.wait_state('the surface', lambda s: s['plots'] and s['plots'][0]['shown'], 30)
    return wait_for('its place', lambda: extents_of(ide, 'Figure 1'))


def wait_turned(ide, azimuth, elevation, within=1e-3):
    """Waits until the surface is seen from there; returns the direction."""
    def is_there(state):
        plot = state['plots'][0]
        return abs(plot['azimuth'] - azimuth) <= within and abs(plot['elevation'] - elevation) <= within

    plot = ide.wait_state(f'the surface from {azimuth}, {elevation}', is_there)['plots'][0]
    return plot['azimuth'], plot['elevation']


def test_surface(ide):
    """A surface turns by dragging and by the arrow keys; a double click and 0 show it as the program does."""
    extents = show_surface(ide)
    plot = ide.state()['plots'][0]
    first = plot['azimuth'], plot['elevation']
    before = grab(ide, extents, 'surface')
    x, y = extents.x + extents.width // 2, extents.y + extents.height // 2
    drag(x, y, 60, 20)
    azimuth, elevation = wait_turned(ide, first[0] - 30, first[1] + 10, within=2)
    wait_for('another picture', lambda: difference(before, grab(ide, extents, 'turned')) > 2)
    ide.screenshot('surface-turned')
    ide.keys('Left', 'Left', 'Up')
    wait_turned(ide, azimuth + 10, elevation - 5)
    ide.keys('0')
    wait_turned(ide, *first)
    wait_for('the first picture', lambda: difference(before, grab(ide, extents, 'surface-again')) < 0.5)
    ide.keys('Down')
    wait_turned(ide, first[0], first[1] + 5)
    ide.double_click(x, y)
    wait_turned(ide, *first)

    # The wheel, the keys and the buttons zoom.
    subprocess.run(['xdotool', 'mousemove', str(x), str(y), 'click', '--repeat', '3', '4'], check=True)
    near = ide.wait_state('a larger one', lambda s: s['plots'][0]['zoom'] > 1.5)['plots'][0]['zoom']
    wait_for('its picture', lambda: difference(before, grab(ide, extents, 'surface-near')) > 2)
    ide.screenshot('surface-near')
    ide.keys('minus')
    ide.wait_state('a smaller one', lambda s: 1 < s['plots'][0]['zoom'] < near)
    ide.press('Zoom the figure in')
    ide.wait_state('the larger one', lambda s: abs(s['plots'][0]['zoom'] - near) < 1e-6)
    ide.keys('0')
    ide.wait_state('the whole', lambda s: s['plots'][0]['zoom'] == 1)
    wait_for('the first picture', lambda: difference(before, grab(ide, extents, 'surface-whole')) < 0.5)


SURFACES = SURFACE.replace('surf(x)', """subplot(2, 2, 1)
surf(x)
subplot(2, 2, 2)
mesh(x[0..19, 0..19])
y = zeros(300, 300)
for m=0..299
    for n=0..299
        y[m,n] = sin(m/30)*cos(n/40)
    endfor
endfor
y[150,151] = 0/0
subplot(2, 2, 3)
surf(y)
title("Of 90,000 points")
xlabel("columns")
""")


def surface_pictures(ide, graphics):
    """As the program shows them, and turned."""
    extents = show_surface(ide, SURFACES, graphics)
    wanted = graphics == 'gl'
    ide.wait_state('the surfaces', lambda s: s['plots'][0]['axes'] == 3 and s['plots'][0]['card'] == wanted)
    found = [grab(ide, extents, graphics + '-surfaces')]
    ide.screenshot('surfaces-' + graphics)
    drag(extents.x + extents.width // 4, extents.y + extents.height // 4, 80, 30)
    wait_for('the turned one', lambda: difference(found[0], grab(ide, extents, graphics + '-turned')) > 1)
    found.append(grab(ide, extents, graphics + '-turned'))
    return found


def test_surfaces_by_opengl(ide):
    """Faces that OpenGL draws with a depth buffer are where those are that are drawn one by one, and have their
    colours."""
    software = surface_pictures(ide, 'software')
    ide.close()
    by_gl = surface_pictures(ide, 'gl')
    for one, other in zip(software, by_gl):
        check(difference(one, other) < 4, f'{one}, {other}: {difference(one, other)}')


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
