# SPDX-License-Identifier: Apache-2.0
"""Where things are on the screen: these tests look at pixels, not at what the window says of itself."""

import os
import subprocess
import time

from PIL import Image

from ide import Failure, wait_for
from tests import check

FRAME = 5  # of the window, which AT-SPI does not count
CURRENT_LINE = (0xf3, 0xf5, 0xf8)


def shot(ide):
    """The screen as rows of pixels."""
    path = os.path.join(ide.folder, 'shot.png')
    subprocess.run(['import', '-window', 'root', path], check=True)
    return Image.open(path).convert('RGB')


def text_area(ide):
    """Left, top, right, bottom of the text that shows, on the screen; the window lies in its corner with a frame of a
    few pixels."""
    node = ide.text_node()
    extents = node.extents()
    left, top = extents.x + FRAME, extents.y + FRAME
    return left, top, left + extents.width, top + extents.height


def marked_rows(ide, colour=CURRENT_LINE):
    """Top and bottom of the rows in which the text's ground has that colour, as parts of the text's height; None: no
    such row."""
    left, top, right, bottom = text_area(ide)
    image = shot(ide)
    column = right - 40
    rows = [y for y in range(max(top, 0), min(bottom, image.height)) if image.getpixel((column, y)) == colour]
    if not rows:
        return None
    return (rows[0] - top) / (bottom - top), (rows[-1] - top) / (bottom - top)


def wait_at(ide, low, high, what):
    """The cursor's line is, and stays, in that part of the text's height."""
    found = []

    def there():
        found.append(marked_rows(ide))
        return found[-1] is not None and low <= found[-1][0] and found[-1][1] <= high

    try:
        wait_for(what, there)
        time.sleep(0.6)
        wait_for(what + ', still', there, 1)
    except Failure as failure:
        ide.screenshot('place')
        raise Failure(f'{failure}; the line is at {found[-3:]}') from None


def long_text(lines=3000):
    return '\n'.join(f'x{i} = {i}' for i in range(1, lines + 1)) + '\n'


def test_place_in_a_long_text(ide):
    path = ide.write('long.q', long_text())
    ide.start(path)
    ide.wait_page(path)
    for line in (1500, 2200, 700, 3000):
        ide.go_to(path, line)
        if line == 3000:
            wait_at(ide, 0.7, 1.0, 'the end of the text')
        else:
            wait_at(ide, 0.36, 0.44, f'line {line}')
    ide.go_to(path, 3)
    wait_at(ide, 0.0, 0.2, 'line 3 of the unscrolled text')


def test_place_of_a_file_that_opens(ide):
    path = ide.write('long.q', long_text(20000))
    other = ide.write('other.q', long_text(20000))
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(other, 12345)
    wait_at(ide, 0.36, 0.44, 'line 12345 of the file that was opened for it')


def test_place_in_a_hidden_tab(ide):
    """A tab that was restored behind others, and is shown for the first time."""
    first = ide.write('first.q', long_text())
    second = ide.write('second.q', long_text())
    ide.start(first, second)
    ide.wait_page(first)
    ide.wait_page(second)
    ide.go_to(first, 1400, 2)
    ide.go_to(second, 2100, 3)
    time.sleep(1.5)
    ide.close()
    ide.start()
    ide.wait_page(first)
    wait_at(ide, 0.36, 0.44, 'the line of the tab in front')
    ide.keys('ctrl+Page_Down')
    ide.wait_state('the other tab', lambda s: s['current'] == first)
    wait_at(ide, 0.36, 0.44, 'the line of the tab that was behind')


def test_place_in_a_window_that_is_resized(ide):
    path = ide.write('long.q', long_text())
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 1500)
    window = subprocess.run(['xdotool', 'search', '--onlyvisible', '--name', 'long.q'], capture_output=True, text=True,
                            check=True).stdout.split()[0]
    for width, height in ((900, 660), (1580, 880)):
        subprocess.run(['xdotool', 'windowsize', window, str(width), str(height)], check=True)
        time.sleep(0.3)
        wait_at(ide, 0.36, 0.44, f'line 1500 in {width} x {height}')


def test_place_while_the_window_starts(ide):
    """The place of the last session is kept by a window that is resized as soon as it shows, and by one that starts
    maximised."""
    path = ide.write('long.q', long_text())
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 1500)
    ide.close()
    for size in (('1500', '860'), ('900', '620')):
        resize = ['xdotool', 'search', '--sync', '--onlyvisible', '--name', 'long.q|Redshift', 'windowsize', *size]
        with subprocess.Popen(resize) as process:
            ide.start()
            check(process.wait(20) == 0, 'the window was not found')
        ide.wait_page(path)
        wait_for('the size', lambda: abs(ide.text_node().extents().width - int(size[0])) < 60)
        wait_at(ide, 0.34, 0.46, f'the line in a window of {size}')
        ide.close()
    ide.start()
    ide.wait_page(path)
    wait_at(ide, 0.34, 0.46, 'the line before it is maximised')
    ide.double_click(450, 25)
    wait_for('the maximised window', lambda: ide.text_node().extents().width > 1560)
    wait_at(ide, 0.30, 0.50, 'the line when it was maximised')
    ide.go_to(path, 2200)
    time.sleep(1.2)  # the session is saved
    ide.close()
    ide.start()
    ide.wait_page(path)
    wait_for('the maximised window', lambda: ide.text_node().extents().width > 1560)
    wait_at(ide, 0.34, 0.46, 'the line in a window that starts maximised')


def test_place_of_an_error(ide):
    path = ide.write('fails.q', long_text(2000) + 'v = [1,2,3]\nprint v[7]\n' + long_text(1000))
    ide.start(path)
    ide.wait_page(path)
    ide.run()
    state = ide.wait_state('the line of the error', lambda s: ide.page(path, s)['line'] == 2002)
    check('error' in state['run_status'], state['run_status'])
    wait_for('the mark', lambda: marked_rows(ide, ERROR_LINE))
    rows = marked_rows(ide, ERROR_LINE)
    check(0.36 <= rows[0] and rows[1] <= 0.44, f'the line of the error is at {rows}')


ERROR_LINE = (240, 218, 220)


def test_place_is_not_sideways(ide):
    """A place whose column fits into the window never scrolls sideways, also after one that had to."""
    path = ide.write('wide.q', long_text(400) + 'y = "' + '0123456789' * 60 + '"\n' + long_text(1000))
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 401, 500)
    time.sleep(0.5)
    ide.go_to(path, 900, 4)
    wait_at(ide, 0.36, 0.44, 'line 900')
    left, top, right, bottom = text_area(ide)
    image = shot(ide)
    rows = marked_rows(ide)
    y = top + int((rows[0] + rows[1]) / 2 * (bottom - top))
    dark = [x for x in range(left, right) if sum(image.getpixel((x, y))) < 500]
    check(dark and dark[0] < left + 120, f'the text of the line begins at {dark[:3]}, the view at {left}')


def test_wheel_keeps_the_pixel(ide):
    """The wheel zooms around the pixel under the pointer."""
    path = ide.write('ramp.q', 'x = zeros(400, 600)\nfor m=0..399\n  for n=0..599\n    x[m,n] = mod(n,50)*3 + '
                               'mod(m,40)*2\n  end\nend\nimshow(x)\n')
    ide.start(path)
    ide.wait_page(path)
    ide.run()
    ide.wait_state('the picture', lambda s: s['figures'] and s['figures'][0]['shown'])
    time.sleep(1)
    canvas = wait_for('the picture', lambda: ide.find('image', 'Figure 1') or ide.find('icon', 'Figure 1'))
    extents = canvas.extents()

    def pixel():
        for node in ide.walk():
            if node.role == 'label' and node.name.startswith('[') and '] = ' in node.name:
                return tuple(int(word) for word in node.name[1:node.name.index(']')].split(','))
        return None

    for part_x, part_y in ((0.25, 0.45), (0.8, 0.55), (0.5, 0.5)):
        ide.press('Show the whole image')
        time.sleep(0.3)
        x, y = int(extents.x + extents.width * part_x), int(extents.y + extents.height * part_y)
        ide.move(x, y)
        before = wait_for('the pixel', pixel)
        for button in ('4',) * 8:
            subprocess.run(['xdotool', 'click', button], check=True)
        time.sleep(0.3)
        subprocess.run(['xdotool', 'mousemove', str(x), str(y)], check=True)
        subprocess.run(['xdotool', 'mousemove', str(x + 1), str(y)], check=True)
        time.sleep(0.3)
        after = wait_for('the pixel', pixel)
        check(abs(after[0] - before[0]) <= 1 and abs(after[1] - before[1]) <= 1,
              f'under the pointer: {before}, after zooming {after}')


def rows_of_ground(ide, x):
    """The rows in which a column of the screen has the ground of the cursor's line."""
    _, top, _, bottom = text_area(ide)
    image = shot(ide)
    return [y for y in range(top, min(bottom, image.height)) if image.getpixel((x, y)) == CURRENT_LINE]


def test_margin_follows_the_cursor(ide):
    """The cursor's line has the same ground in the margin as in the text, also after a click and with a selection."""
    path = ide.write('lines.q', ''.join(f'a{k} = {k}\n' for k in range(12)))
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+alt+e')
    found = set()
    for keys in (('Down', 'Down', 'Down'), ('Down',), ('Up', 'Up')):
        ide.keys(*keys)
        wait_for('one line', lambda: rows_of_ground(ide, 32) and rows_of_ground(ide, 32) == rows_of_ground(ide, 600))
        found.add(tuple(rows_of_ground(ide, 32)))
    check(len(found) == 3, f'{len(found)} places of the cursor, of three')
    ide.go_to(path, 9)
    wait_for('the line', lambda: rows_of_ground(ide, 32) and rows_of_ground(ide, 32) == rows_of_ground(ide, 600))


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
