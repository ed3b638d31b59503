# SPDX-License-Identifier: Apache-2.0
"""A walk through all that the window shows: page by page, panel by panel, dialog by dialog, with keys."""

import os
import subprocess
import time

from gi.repository import GLib

import pseudo
from ide import wait_for
from tests import check
from tests_window import panel_table, xdotool_keys

PROGRAM = '''% Each place that the walk looks at
function [] = __kernel__ scale(x : mat, y : mat, k : scalar, pos : ivec2)
    y[pos] = k * x[pos]
endfunction
function y = twice(x)
    y = zeros(size(x))
    parallel_do(size(x), x, y, 2.0, scale)
endfunction
function [] = main()
    x = ones(64, 64)
    name = "a text"
    for i=1..3
        x = twice(x)
        x = x / 2
    endfor
    s = 0
    for i=0..63
        s = s + x[i, 0]
    endfor
    print "sum ", s, " ", name
    t = linspace(0, 10, 101)
    plot(t, sin(t), "label", "sine")
    xlabel("time")
    ylabel("level")
endfunction
'''
CUBE = '''x = zeros(40, 60, 12)
for m=0..39
    for n=0..59
        for k=0..11
            x[m,n,k] = 3*m + n + 5*k
        endfor
    endfor
endfor
imshow(x, [0,200])
'''
FORM = """frm = form("Controls of the walk")
frm.add_heading("What to change")
frm.add_label("What it is for, in a sentence that is as long as one line of it")
radius = frm.add_slider("radius", 2, 0, 10)
part = frm.add_slider("part", 0.25, 0.0, 1.0)
inverted = frm.add_checkbox("inverted")
count = frm.add_button("Count")
display = frm.add_display()
display.plot([1, 3, 2])
print "waiting"
frm.wait()
"""
WRONG = 'x = 1\n\ny = (x + \n'
PANELS = ('problems', 'console', 'results', 'search', 'stack', 'variables', 'array', 'watches', 'breakpoints',
          'devices', 'pipeline')
PANEL_KEYS = {identity: xdotool_keys(key) for identity, _, key in panel_table()}
PAGES = ('tree', 'lines', 'flame-graph', 'memory', 'roofline', 'transfers', 'comparison')  # that have a tab


class Walk:
    """One window; size in device-independent pixels."""

    def __init__(self, ide, width=1280, height=720, scale=1, dark=False, long_texts=False):
        self.ide, self.width, self.height, self.scale, self.dark = ide, width, height, scale, dark
        self.translate = pseudo.translate if long_texts else str
        ide.environment()
        for folder in ('state', 'config'):
            os.makedirs(os.path.join(ide.folder, folder, 'redshift'), exist_ok=True)
        ide.write('state/redshift/session.ini', f'[Window]\nwidth={width}\nheight={height}\n')
        os.makedirs(os.path.join(ide.folder, 'config', 'gtk-4.0'), exist_ok=True)
        # No movement: what a state shows is there at once. One font, so that pictures are the same on all machines.
        ide.write('config/gtk-4.0/settings.ini',
                  '[Settings]\ngtk-enable-animations=false\ngtk-font-name=DejaVu Sans 10\ngtk-cursor-blink=false\n')
        ide.extra_environment['GDK_SCALE'] = str(scale)
        ide.extra_environment['ADW_DEBUG_COLOR_SCHEME'] = 'prefer-dark' if dark else 'prefer-light'
        if long_texts:
            pseudo.write(os.path.join(ide.folder, 'locale'))
            ide.extra_environment.update(LANGUAGE=pseudo.LANGUAGE, RS_LOCALE_DIR=os.path.join(ide.folder, 'locale'))
        self.path = ide.write('walk.q', PROGRAM)
        self.wrong = ide.write('wrong.q', WRONG)

    # --- what it looks at ---

    def controls(self):
        return self.ide.controls()

    def settled(self):
        """The same, when two answers in a row are equal: whatever was on its way is there."""
        before = self.controls()
        for _ in range(40):
            time.sleep(0.05)
            now = self.controls()
            if now == before:
                return now
            before = now
        return before

    def find(self, text):
        """The label that shows a text of the program, however it is translated."""
        wanted = (self.translate(text), text)
        return next((label for label in self.controls()['labels'] if label['active'] and label['text'] in wanted), None)

    def click_what(self, find, name):
        """In its middle, once it stays where it is: what is above it may still be growing."""
        def stays():
            before = find()
            time.sleep(0.2)
            return before is not None and before == find() and before

        found = wait_for(name, stays)
        check(found['width'] > 0, f'{name} is scrolled out of sight')
        self.ide.click(self.scale * (found['x'] + found['width'] // 2),
                       self.scale * (found['y'] + found['height'] // 2))

    def click(self, text):
        self.click_what(lambda: self.find(text), f'“{text}”')

    def wheel_to(self, text, x, y):
        """Turns the wheel at that place, in pixels, until the text shows as a whole."""
        self.ide.move(x, y)
        for _ in range(30):
            if (self.find(text) or {}).get('whole'):
                return
            subprocess.run(['xdotool', 'click', '5'], check=True)
            self.settled()
        check(False, f'“{text}” does not come up')

    def wheel_in_panel(self, panel, text):
        controls = wait_for('the panel', lambda: [control for control in self.controls()['controls']
                                                  if control['panel'] == panel and control['height'] > 20])
        control = max(controls, key=lambda one: one['y'])
        self.wheel_to(text, self.scale * (control['x'] + 5), self.scale * (control['y'] + 10))

    def click_hint(self, hint):
        """What has that hint, however it is translated, in the panel that shows it."""
        def find():
            return next((control for control in self.controls()['controls']
                         if control['hint'] in (self.translate(hint), hint)), None)

        self.click_what(find, f'the control “{hint}”')

    def wait_dialog(self):
        wait_for('the dialog', lambda: self.ide.focus()['window'] not in (None, 'RsWindow'))

    def close_dialog(self):
        self.ide.keys('Escape')
        wait_for('the end of the dialog', lambda: self.ide.focus()['window'] == 'RsWindow')
        self.ide.move_away()

    def tab_to(self, panel, place, number):
        """To that one of the controls there, counted from 0, with Tab from where the panel's key leads."""
        self.ide.keys(PANEL_KEYS[panel])
        self.focus_panel(panel)
        passed = []
        for _ in range(60):
            seen = self.controls()
            check(seen['focus_panel'] == panel, f'{place} {number} is not in {panel}; there are {passed}')
            if seen['focus_place'].startswith(place) and seen['focus'][0] not in passed:
                if len(passed) == number:
                    return
                passed.append(seen['focus'][0])
            self.ide.keys('Tab')
        check(False, f'{place} {number} is not reached')

    def focus_panel(self, panel):
        return self.ide.wait_state(f'the focus in {panel}', lambda s: s['focus'] == panel)

    def place_of_window(self):
        """Where the window that has the keyboard lies on the screen, in pixels."""
        told = subprocess.run(['xdotool', 'getactivewindow', 'getwindowgeometry', '--shell'], check=True,
                              capture_output=True, text=True).stdout
        values = dict(line.split('=') for line in told.split())
        return int(values['X']), int(values['Y'])

    # --- the ways ---

    def dialog(self, *keys):
        """The name of a dialog that the keys open, for as long as it is open."""
        self.ide.keys(*keys)
        self.wait_dialog()

    def welcome(self):
        self.ide.start()
        self.ide.give_focus()
        wait_for('the examples', lambda: self.find('Optical flow') or self.find('Recent'))
        yield 'welcome'
        self.ide.keys('F10')
        yield 'menu'
        self.ide.keys('Escape')

    def open(self):
        # One after the other: problems stand in the order in which they were found.
        self.ide.go_to(self.wrong, 1)
        self.ide.wait_state('the error', lambda s: s['errors'] > 0)
        self.ide.go_to(self.path, 3)
        self.ide.wait_state('the warning', lambda s: s['warnings'] > 0 and s['current'] == self.path)

    def panels(self):
        for panel in PANELS:
            self.ide.keys(PANEL_KEYS[panel])
            self.focus_panel(panel)
            yield panel
        self.ide.keys(PANEL_KEYS['devices'])
        self.focus_panel('devices')
        self.click('Scheduling')
        yield 'scheduling'
        self.ide.go_to(self.path, 10, 9)
        self.ide.keys('F1')
        self.focus_panel('help')
        yield 'help'
        self.ide.keys('ctrl+alt+e', 'ctrl+h', 'q', 'q')
        yield 'find-bar'
        self.ide.keys('Escape', 'ctrl+alt+e')

    def dialogs(self):
        self.ide.go_to(self.path, 5, 14)
        for name, keys in (('arguments', 'ctrl+F5'), ('rename', 'F2'), ('open-by-name', 'ctrl+p'),
                           ('outline', 'ctrl+shift+o'), ('shortcuts', 'ctrl+question'), ('preferences', 'ctrl+comma'),
                           ('go-to-line', 'ctrl+l'), ('open', 'ctrl+o'), ('save-as', 'ctrl+shift+s')):
            self.dialog(keys)
            yield name
            self.close_dialog()
        self.ide.keys('ctrl+n', '1')
        self.ide.wait_state('the change', lambda s: s['pages'][-1]['modified'])
        self.dialog('ctrl+w')
        yield 'close'
        self.ide.keys('alt+d')
        self.ide.wait_state('the page to go', lambda s: len(s['pages']) == 2)

    def configurations(self):
        """The questions about named configurations of devices."""
        self.ide.keys(PANEL_KEYS['devices'])
        self.focus_panel('devices')
        self.wheel_in_panel('devices', 'New Configuration…')
        self.click('New Configuration…')
        self.wait_dialog()
        yield 'configuration'
        subprocess.run(['xdotool', 'type', '--delay', '30', 'Mine'], check=True)
        self.ide.keys('Return')
        wait_for('the end of the dialog', lambda: self.ide.focus()['window'] == 'RsWindow')
        for name, hint in (('configuration-edit', 'Edit “%s”…'), ('configuration-delete', 'Delete “%s”…')):
            self.click_hint(self.translate(hint) % 'Mine')
            self.wait_dialog()
            yield name
            self.close_dialog()

    def stop_at_breakpoint(self):
        self.ide.go_to(self.path, 18, 1)
        self.ide.keys('ctrl+alt+e', 'ctrl+F8', 'F5')
        self.ide.wait_state('the stop', lambda s: s['run_status'] == self.translate('Paused'), 30)

    def go_on(self):
        self.ide.keys('ctrl+alt+e', 'ctrl+F8', 'F5')
        self.ide.wait_state('the end', lambda s: not s['running'], 30)

    def debugger(self):
        self.stop_at_breakpoint()
        for panel in ('stack', 'variables', 'watches', 'breakpoints'):
            self.ide.keys(PANEL_KEYS[panel])
            self.focus_panel(panel)
            yield 'stopped-' + panel
        self.ide.activate('look-at-array', GLib.Variant('s', 'x'))
        self.ide.keys(PANEL_KEYS['array'])
        self.focus_panel('array')
        yield 'stopped-array'
        for name, keys in (('breakpoint', 'ctrl+shift+F8'), ('work-item', 'ctrl+shift+F7')):
            self.ide.keys('ctrl+alt+e')
            self.dialog(keys)
            yield name
            self.close_dialog()
        self.go_on()

    def figures(self):
        self.ide.wait_state('the plot', lambda s: s['plots'] and s['plots'][0]['shown'], 30)
        yield 'figure'
        self.click_hint('Save the figure as a PNG or SVG file')
        self.wait_dialog()
        yield 'save-figure'
        self.close_dialog()
        cube = self.ide.write('cube.q', CUBE)
        self.ide.go_to(cube, 1)
        self.ide.wait_state('the program', lambda s: s['current'] == cube)
        self.ide.keys('ctrl+alt+e', 'F5')
        self.ide.wait_state('the image', lambda s: not s['running'] and s['figures'] and s['figures'][0]['shown'], 30)
        self.ide.keys('ctrl+alt+f')
        yield 'image'
        self.click_hint('Colours, range of values, copy and save')
        self.ide.keys('Down', 'Return')
        self.wait_dialog()
        yield 'save-image'
        self.close_dialog()

    def forms(self):
        path = self.ide.write('form.q', FORM)
        self.ide.go_to(path, 1)
        self.ide.wait_state('the program', lambda s: s['current'] == path)
        self.ide.keys('ctrl+alt+e', 'F5')
        self.wait_dialog()
        wait_for('its last control', lambda: self.find('Count'))
        yield 'form'
        self.ide.activate('stop')
        self.ide.wait_state('the end', lambda s: not s['running'])
        wait_for('the window', lambda: self.ide.focus()['window'] == 'RsWindow')

    def profile(self):
        self.ide.go_to(self.path, 1)
        self.ide.keys('ctrl+alt+e', 'ctrl+shift+F5')
        self.ide.wait_state('the trace', lambda s: not s['running'] and s['profile'].get('ready')
                            and s['profile']['kernels'], 60)
        yield 'profile'
        for number, page in enumerate(PAGES, 1):
            button = 'GtkToggleButton in GtkStackSwitcher'
            if self.ide.focus()['focus_place'].startswith(button):
                self.ide.keys('Tab')
            else:
                self.tab_to('profile', button, number)
            self.ide.keys('space')
            yield 'profile-' + page
        self.tab_to('profile', 'GtkToggleButton in GtkStackSwitcher', 0)
        self.ide.keys('space', 'alt+Page_Up')  # in front of the first comes the last
        yield 'profile-sql'
        self.click_hint('Save the trace, or the selected range of it, elsewhere or for other tools')
        self.wait_dialog()
        yield 'save-trace'
        self.close_dialog()

    def pictures(self):
        """The states that are compared with references."""
        yield next(self.welcome())
        self.open()
        self.ide.keys(PANEL_KEYS['problems'])
        yield 'editor'
        self.dialog('ctrl+comma')
        yield 'preferences'
        self.close_dialog()
        self.stop_at_breakpoint()
        self.ide.keys(PANEL_KEYS['variables'])
        self.focus_panel('variables')
        yield 'debugger'
        self.go_on()
        yield from (name for name in self.figures() if name == 'image')
        yield next(self.profile())

    def all(self):
        """Name after name of what is on the screen."""
        yield from self.welcome()
        self.open()
        for part in (self.configurations, self.panels, self.dialogs, self.debugger, self.figures, self.forms,
                     self.profile):
            yield from part()
