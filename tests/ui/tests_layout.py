# SPDX-License-Identifier: Apache-2.0
"""How a window is divided: on the screen of a laptop and on a large one, and by what its panels hold."""

import time

from ide import wait_for
from tests import check
from tests_profile import PROGRAM, label
from tests_trace_views import PAGES
from tests_view import resize


def extents(ide, name, role=None):
    """Of what shows."""
    return wait_for(f'“{name}”', lambda: next(
        (node.extents() for node in ide.walk() if node.name == name and role in (None, node.role)
         and node.extents().width > 0), None))


def show(ide, name):
    x, y = ide.middle_of(label(ide, name))
    ide.click(x, y)
    time.sleep(0.5)


def profile_beside_a_figure(ide, width, height):
    path = ide.write('small.q', PROGRAM + 'imshow(ones(40, 40))\n')
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    resize(width, height)
    ide.keys('ctrl+shift+F5')
    ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready') and s['figures'], 60)
    time.sleep(1)


def test_trace_below_a_figure(ide):
    """At 1280 x 820 a trace has the whole width: its timeline is wide, no tab and no end of the summary is cut."""
    profile_beside_a_figure(ide, 1280, 820)
    ide.screenshot('layout-laptop', '1280x820')
    timeline = extents(ide, 'Timeline')
    check(timeline.width >= 500, f'the timeline is {timeline.width} wide')
    for tab in ('Kernels', 'Comparison'):
        box = extents(ide, tab, 'label')
        check(timeline.x + timeline.width <= box.x and box.x + box.width < extents(ide, 'More', 'label').x,
              f'the tab {tab} is at {box}')
    cut = [seen['text'] for seen in ide.controls()['labels']
           if seen['cut'] and ('launches' in seen['text'] or seen['text'] in ('Kernel', 'Total', 'Share', 'Launches'))]
    check(not cut, f'cut: {cut}')


def test_panel_keeps_its_height(ide):
    """Whatever page of a trace shows, the panel is as high as before, and the names of the colours are in sight."""
    profile_beside_a_figure(ide, 1280, 820)
    before = extents(ide, 'Console', 'label').y
    for name in PAGES:
        show(ide, name)
        check(extents(ide, 'Console', 'label').y == before, f'{name}: the panel begins at another place')
        legend = next(node.extents() for node in ide.walk() if node.name.startswith('■ function'))
        check(legend.height > 0 and legend.y + legend.height <= 820, f'{name}: the legend is at {legend}')


def test_side_panel_of_a_large_window(ide):
    """Where there is width enough, a figure has the whole height; in a small window the panels below it have all of
    the width, and the window goes from one to the other."""
    profile_beside_a_figure(ide, 1280, 820)

    def figure_ends():
        figure, timeline = extents(ide, 'Figure 1', 'image'), extents(ide, 'Timeline')
        return figure.y + figure.height > timeline.y

    check(not figure_ends(), 'the figure stands beside the trace in a small window')
    resize(1920, 1080)
    ide.screenshot('layout-large', '1920x1080')
    wait_for('the figure beside the trace', figure_ends)
    resize(1280, 820)
    wait_for('the figure above the trace', lambda: not figure_ends())


def test_enlarged_panel(ide):
    """Ctrl+F9, and the button at the panel's tabs, give a trace nearly all of the window, whatever size that is given
    then, and take it back; the session keeps the usual height."""
    profile_beside_a_figure(ide, 1280, 820)
    usual = extents(ide, 'Console', 'label').y
    ide.keys('ctrl+F9')
    wait_for('a large panel', lambda: extents(ide, 'Console', 'label').y < 250)
    ide.move_away()
    ide.screenshot('layout-enlarged', '1280x820')
    resize(1280, 1000)
    wait_for('the same space above', lambda: extents(ide, 'Console', 'label').y < 250)
    resize(1280, 700)
    wait_for('the bar below in sight', lambda: extents(ide, '0 errors, 0 warnings', 'label').y < 700)
    resize(1280, 820)
    time.sleep(0.5)
    ide.press('Enlarge the bottom panel, or make it small again (Ctrl+F9)')
    wait_for('the usual height', lambda: extents(ide, 'Console', 'label').y == usual)
    ide.keys('ctrl+F9')
    wait_for('a large panel', lambda: extents(ide, 'Console', 'label').y < 250)
    ide.close()
    check('bottom-height=280' in ide.read('state/redshift/session.ini'), ide.read('state/redshift/session.ini'))


def test_click_on_a_scrolled_tab(ide):
    """A click on what is to be seen of a tab that is partly scrolled out of sight shows its page."""
    path = ide.write('two.q', 'imshow(ones(20,20))\nfigure()\nimshow(zeros(10,10))\n')
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    resize(1280, 800)
    ide.run()
    ide.wait_state('the last figure', lambda s: s['figures'] and s['figures'][-1]['shown'])
    left, right = [ide.middle_of(label(ide, name)) for name in ('Figure 1', 'Figure 2')]
    for _ in range(3):
        ide.click(left[0] - 30, left[1])
        ide.wait_state('the first', lambda s: s['figures'][0]['shown'], 5)
        ide.click(right[0] + 35, right[1])
        ide.wait_state('the second', lambda s: s['figures'][1]['shown'], 5)


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
