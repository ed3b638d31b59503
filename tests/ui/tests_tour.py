# SPDX-License-Identifier: Apache-2.0
"""The README's first ten minutes, step by step as they are written there: what stands there in bold or between
backquotes and is looked for here has to be in both, the text and the window."""

import os
import re
import subprocess
import time

from PIL import Image

from ide import wait_for
from readme_pictures import HERE, HEIGHT, WIDTH, picture, save_picture
from tests import check
from tests_first_time import Visitor

README = os.path.join(HERE, '..', '..', 'README.md')
MARK = (49, 0)  # where the margin has its marks, before there are times


def section():
    with open(README, encoding='utf-8') as file:
        return re.search(r'\n## First ten minutes\n(.*?)\n## ', file.read(), re.DOTALL)[1]


class Reader(Visitor):
    """Does what the README says, and sees what it says."""

    def __init__(self, ide):
        super().__init__(ide, WIDTH, HEIGHT)
        self.text = re.sub(r'\s+', ' ', section())

    def says(self, text):
        check(f'**{text}**' in self.text or f'`{text}`' in self.text, f'the README does not say “{text}”')
        return text

    def press(self, *keys):
        """Keys as the README writes them."""
        self.ide.keys(*('+'.join(part.lower() if len(part) == 1 or part in ('Ctrl', 'Shift', 'Alt') else part
                                 for part in self.says(key).split('+')) for key in keys))

    def types(self, text):
        subprocess.run(['xdotool', 'type', '--delay', '30', self.says(text)], check=True)

    def go_to_line(self, line):
        self.press('Ctrl+L')
        self.wait_dialog()
        subprocess.run(['xdotool', 'type', '--delay', '30', str(line)], check=True)
        self.ide.keys('Return')
        self.waits_for(f'Line {line}, column')

    def run(self, *keys):
        self.press(*keys)
        time.sleep(0.3)
        self.ide.wait_state('the end of the run', lambda s: not s['running'] and s['run_status'].startswith('Fin'), 60)

    def mark_at(self, line):
        """What the margin says of the loop there once the text has been looked at."""
        wait_for('the check', lambda: self.ide.state()['pages'][0]['checked'])
        return next((loop['text'] for loop in self.ide.state()['pages'][0]['loops'] if loop['line'] == line), None)

    def rest_at_mark(self, hint):
        """The pointer on the mark of line 40."""
        node = self.ide.text_node()
        at = node.character_extents(node.text().index('for m=0..size(im,0)'))
        self.rest_at(MARK[0], at.y + at.height // 2, hint)


def open_example(reader):
    ide = reader.ide
    ide.start()
    ide.give_focus()
    reader.waits_for(reader.says('Examples, opened as copies to play with'))
    name = reader.says('Local contrast enhancement of a photograph')
    picture(ide, 'welcome')
    reader.wheel_to(name, 640, 400)
    reader.click(name)
    reader.waits_for('local-contrast.q')


def run_it(reader):
    reader.run('F5')
    reader.says('Figure 2')
    reader.waits_for('Figure 2')
    check('enhanced 480 x 720 pixels in' in reader.ide.console(), reader.ide.console())
    picture(reader.ide, 'editor')


def own_photograph(reader):
    """A photograph as large as those of a camera."""
    ide = reader.ide
    photograph = os.path.join(ide.folder, 'holiday.jpg')
    with Image.open(os.path.join(HERE, '..', '..', 'examples', 'images', 'scene.png')) as scene:
        scene.convert('RGB').resize((1800, 1200)).save(photograph, quality=92)
    reader.press('Ctrl+F5')
    reader.wait_dialog()
    subprocess.run(['xdotool', 'type', '--delay', '20', photograph], check=True)
    reader.press('Return')
    wait_for('the end of the dialog', lambda: reader.controls()['window'] == 'RsWindow')
    reader.run('F5')
    wait_for('its output', lambda: 'enhanced 1200 x 1800 pixels in' in ide.console())


def why_it_is_fast(reader):
    reader.go_to_line(40)
    reader.waits_for(reader.says('this loop: parallel'))
    reader.rest_at_mark('this loop: parallel')
    reader.ide.move_away()


def make_it_slow(reader):
    ide = reader.ide
    reader.go_to_line(44)
    ide.keys('Home')
    reader.types('if light[m,n] > 30')
    ide.keys('Return', 'End', 'Return')
    reader.types('endif')
    reader.says('ratio')
    told = 'serial, as native code: line 48: `ratio` may still have its value from another iteration'
    check(told.replace('`', '') in reader.text.replace('`', ''), 'the README has another reason')
    wait_for('the reason', lambda: reader.mark_at(40) == told)
    reader.rest_at_mark('this loop: serial, as native code')
    save_picture(ide, 'why')
    ide.move_away()


def mend_it(reader):
    reader.go_to_line(43)
    reader.ide.keys('End', 'Return')
    reader.types('ratio = 1.0')
    wait_for('a parallel loop', lambda: reader.mark_at(40) == 'parallel')


def profile_it(reader):
    ide = reader.ide
    reader.press('Ctrl+Shift+F5')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready') and s['profile']['kernels'],
                   60)
    for page in ('Kernels', 'Lines', 'Flame Graph'):
        reader.says(page)
        reader.waits_for(page)
    wait_for('the time of the line', lambda: reader.find('loop at line 40'))
    reader.says('loop at line 40')
    reader.click('Lines')
    reader.waits_for('Processor time of all threads')
    time.sleep(0.5)
    picture(ide, 'profile')
    usual = reader.find('Lines')['y']
    reader.press('Ctrl+F9')
    wait_for('a large panel', lambda: reader.find('Lines')['y'] < usual - 100)
    reader.press('Ctrl+F9')
    wait_for('a small panel', lambda: reader.find('Lines')['y'] == usual)
    reader.click('Kernels')
    label = wait_for('the loop', lambda: reader.find('loop at line 40'))
    ide.double_click(label['x'] + 20, label['y'] + label['height'] // 2)
    reader.waits_for('Line 40, column')
    check(reader.time_of_line(), 'the bar does not tell the time of the line')


def choose_a_device(reader):
    reader.says('Automatic')
    reader.says('Processor')
    reader.click('Automatic')
    time.sleep(0.5)  # until the list is there
    reader.ide.keys('Down', 'Return')
    reader.ide.wait_state('the choice', lambda s: s['device'] == 'cpu')
    reader.waits_for('Processor')
    reader.run('F5')


def step_through_it(reader):
    ide = reader.ide
    reader.go_to_line(46)
    reader.press('Ctrl+F8', 'F5')
    ide.wait_state('the stop', lambda s: s['run_status'] == reader.says('Paused'))
    reader.waits_for(reader.says('Variables'))
    for name in ('light', 'deviation'):
        wait_for(name, lambda: reader.find(reader.says(name)))
    reader.press('F4')
    reader.waits_for('Line 48, column')
    time.sleep(1.5)  # small pictures of the arrays
    picture(ide, 'debugger')
    label = wait_for('the array', lambda: reader.find('deviation'))
    ide.double_click(label['x'] + 5, label['y'] + label['height'] // 2)
    ide.wait_state('the array', lambda s: s['focus'] == 'array' or 'array' in s['panels'])
    wait_for('the table', lambda: reader.find('Table'))
    reader.click('Table')
    time.sleep(0.5)  # until the list is there
    ide.keys('Down', 'Return')
    reader.waits_for('Image')
    time.sleep(1)
    picture(ide, 'array')
    reader.press('Shift+F5')
    ide.wait_state('the end', lambda s: not s['running'])


def test_first_ten_minutes(ide):
    """Every step of the README's section."""
    reader = Reader(ide)
    for step in (open_example, run_it, own_photograph, why_it_is_fast, make_it_slow, mend_it, profile_it,
                 choose_a_device, step_through_it):
        step(reader)


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
