# SPDX-License-Identifier: Apache-2.0
"""Drives redshift-ide for the tests: starts it with folders of its own, activates its actions over D-Bus, reads what is
on the screen through win.dump-state and AT-SPI, and takes screenshots."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time

import gi

gi.require_version('Gio', '2.0')
from gi.repository import Gio, GLib  # noqa: E402

from accessible import Desktop, is_gone  # noqa: E402

NAME = 'org.quasar.Redshift'
WINDOW = '/org/quasar/Redshift/window/'
PATIENCE = 30  # s for what a machine that does nothing else has after a moment


class Failure(AssertionError):
    pass


class Skip(Exception):
    """What is missing on this machine for a test."""


def wait_for(what, condition, timeout=PATIENCE):
    """Polls until condition() is true and returns its value."""
    end = time.monotonic() + timeout
    while True:
        began = time.monotonic()
        try:
            value = condition()
        except GLib.Error as error:  # a node went while it was asked
            if not is_gone(error):
                raise
            value = None
        if value:
            return value
        now = time.monotonic()
        if now > end:
            raise Failure(f'not within {timeout} s: {what}')
        time.sleep(max(0.05, 2 * (now - began)))  # a third of the time at most: the window has to get on


def takes_room(node):
    try:
        return node.extents().width > 0
    except GLib.Error as error:
        if not is_gone(error):
            raise
        return False


class Ide:
    def __init__(self, program, artefacts, folder=None):
        self.program = program
        self.artefacts = artefacts
        self.folder = folder or tempfile.mkdtemp(prefix='redshift-ui-')
        self.owns_folder = folder is None
        self.process = None
        self.log = None
        self.tree = None  # of the accessible application; of the process that it names
        self.texts = {}  # nodes that were found, by name
        self.window = 1  # the number of the one that is driven
        self.extra_environment = {}
        self.prefix = []  # what starts the program
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    # --- life ---

    def keep_still(self):
        """From the next start on nothing changes by itself: a cursor that blinks changes pixels, too."""
        folder = os.path.join(self.folder, 'config', 'gtk-4.0')
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, 'settings.ini'), 'w', encoding='ascii') as file:
            file.write('[Settings]\ngtk-cursor-blink=0\ngtk-enable-animations=0\n')

    def environment(self):
        environment = dict(os.environ)
        for name, part in (('XDG_STATE_HOME', 'state'), ('XDG_CONFIG_HOME', 'config'), ('XDG_CACHE_HOME', 'cache'),
                           ('XDG_DATA_HOME', 'data')):
            path = os.path.join(self.folder, part)
            os.makedirs(path, exist_ok=True)
            environment[name] = path
        environment['RS_IDE_DUMP'] = self.dump_path()
        # For a build with sanitizers.
        suppressions = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'lsan.supp')
        environment['LSAN_OPTIONS'] = f'suppressions={suppressions}:print_suppressions=0'
        environment['ASAN_OPTIONS'] = 'detect_stack_use_after_return=0:fast_unwind_on_malloc=0:use_sigaltstack=0'
        environment.update(self.extra_environment)
        return environment

    def dump_path(self):
        return os.path.join(self.folder, 'dump.json')

    def write(self, name, text):
        """A file in the test's folder; returns its path."""
        path = os.path.join(self.folder, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return path

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding='utf-8') as file:
            return file.read()

    @property
    def sanitized(self):
        """Built with sanitizers: what it takes says nothing."""
        return 'asan' in os.path.realpath(self.program)

    def start(self, *files):
        self.log = open(os.path.join(self.folder, 'log.txt'), 'a', encoding='utf-8')
        self.process = subprocess.Popen([*self.prefix, self.program, *files], env=self.environment(), stdout=self.log,
                                        stderr=subprocess.STDOUT)
        wait_for('the window', self.is_up, 120)  # with sanitizers, on a busy machine
        self.move_away()
        return self

    def start_again(self, *files):
        """A second start while the program runs: it hands its files to the first and ends. Returns the process."""
        return subprocess.Popen([self.program, *files], env=self.environment(), stdout=self.log,
                                stderr=subprocess.STDOUT)

    def has_window(self, number):
        try:
            self.bus.call_sync(NAME, WINDOW + str(number), 'org.gtk.Actions', 'List', None, None,
                               Gio.DBusCallFlags.NONE, 2000, None)
            return True
        except GLib.Error:
            return False

    def is_up(self):
        if self.process.poll() is not None:
            raise Failure(f'redshift-ide ended with {self.process.returncode}')
        try:
            return self.activate('dump-state') and os.path.exists(self.dump_path())
        except GLib.Error:
            return False

    def log_text(self):
        with open(os.path.join(self.folder, 'log.txt'), encoding='utf-8', errors='replace') as file:
            return ''.join(line for line in file if 'Screen coordinates not supported' not in line and line.strip())

    def warnings(self):
        """Lines of the log in which a library complains; none does when all is well."""
        if self.log is None:
            return []
        # GtkTextView 4.8 finds the heights of lines that a key has made while it is given its size, and moves the
        # scroll bar then. GtkSourceView 5.6 allocates a label of its list of completions for which GTK 4.8 rounds the
        # smallest width up and the natural one down. It asks for the screen under a list that has no size yet, of which
        # there is none, and gives the list less than its border then; the next frame puts both right.
        own = ('Trying to snapshot (GtkGizmo|PanelDockChild) .* without a current allocation'
               '|GtkLabel .* reported min width 13 and natural width 12 in measure\\(\\) with for_size=16'
               "|gdk_monitor_get_geometry: assertion 'GDK_IS_MONITOR"
               '|attempt to allocate GtkPopoverContent contents .* with width -')
        complaint = '-(WARNING|CRITICAL|ERROR) \\*\\*|Warning:'
        return [line for line in self.log_text().splitlines()
                if not re.search(own, line) and re.search(complaint, line)]

    def close(self, timeout=PATIENCE):
        """Closes the window as a user would and waits for the end of the process."""
        self.quit()
        self.wait_end(timeout)

    def wait_end(self, timeout=PATIENCE):
        status = self.process.wait(timeout)
        self.process = None
        if status != 0:
            raise Failure(f'redshift-ide ended with {status}')

    def quit(self):
        self.bus.call_sync(NAME, '/org/quasar/Redshift', 'org.gtk.Actions', 'Activate',
                           GLib.Variant('(sava{sv})', ('quit', [], {})), None, Gio.DBusCallFlags.NONE, PATIENCE * 1000,
                           None)

    def kill(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
            # The bus notices the end of a process a moment later.
            wait_for('the name to be free', lambda: not self.name_has_owner())

    def name_has_owner(self):
        reply = self.bus.call_sync('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus',
                                   'NameHasOwner', GLib.Variant('(s)', (NAME,)), None, Gio.DBusCallFlags.NONE, 5000,
                                   None)
        return reply.unpack()[0]

    def finish(self):
        self.kill()
        if self.log is not None:
            self.log.close()
        if self.owns_folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    # --- actions and state ---

    def activate(self, action, *parameters, timeout=PATIENCE * 1000):
        self.bus.call_sync(NAME, WINDOW + str(self.window), 'org.gtk.Actions', 'Activate',
                           GLib.Variant('(sava{sv})', (action, list(parameters), {})), None, Gio.DBusCallFlags.NONE,
                           timeout, None)
        return True

    def state(self, timeout=PATIENCE):
        """What is on the screen; waits until the window has answered."""
        return self.ask('dump-state', timeout)

    def controls(self):
        """Texts, controls and colours of all windows, with their places."""
        return self.ask('dump-controls', PATIENCE)

    def focus(self):
        """Of what controls gives the part that says which window and which control have the keyboard."""
        return self.ask('dump-focus', PATIENCE)

    def ask(self, action, timeout):
        if os.path.exists(self.dump_path()):
            os.remove(self.dump_path())
        self.activate(action, timeout=int(timeout * 1000))
        wait_for('an answer of the window', lambda: os.path.exists(self.dump_path()), timeout)
        with open(self.dump_path(), encoding='utf-8') as file:
            return json.load(file)

    def wait_state(self, what, condition, timeout=PATIENCE):
        """Waits until condition(state) is true; returns the state."""
        found = []

        def check():
            found.append(self.state(timeout))
            return condition(found[-1])

        try:
            wait_for(what, check, timeout)
        except Failure as failure:
            short = {key: value for key, value in found[-1].items() if key != 'profile'}
            raise Failure(f'{failure}; state: {json.dumps(short)[:1500]}') from None
        return found[-1]

    def page(self, path, state=None):
        for page in (state or self.state())['pages']:
            if page['name'] == path:
                return page
        return None

    def wait_page(self, path):
        """Waits until the file is in a page and loaded."""
        return self.wait_state(f'the page of {path}', lambda s: self.page(path, s))

    def go_to(self, path, line, column=1):
        self.activate('go-to', GLib.Variant('(suu)', (path, line, column)))

    def run(self, timeout=60):
        self.activate('run')
        return self.wait_state('the end of the run', lambda s: not s['running'] and s['run_status'] != 'Ready', timeout)

    # --- screen ---

    def screenshot(self, name, size='1600x900'):
        """The corner of the screen in which the window lies; returns the file."""
        os.makedirs(self.artefacts, exist_ok=True)
        path = os.path.join(self.artefacts, name + '.png')
        subprocess.run(['import', '-window', 'root', '-crop', size + '+0+0', '+repage', path], check=True)
        return path

    def shades(self, part=''):
        """How many colours are on the screen, or in a part of it (WIDTHxHEIGHT+X+Y): an image brings many."""
        path = os.path.join(self.folder, 'shades.png')
        subprocess.run(['import', '-window', 'root', *(['-crop', part] if part else []), path], check=True)
        counted = subprocess.run(['identify', '-format', '%k', path], check=True, capture_output=True, text=True)
        return int(counted.stdout)

    def click(self, x, y):
        """In coordinates of the window, which has no frame and lies in the corner of the screen."""
        subprocess.run(['xdotool', 'mousemove', str(x), str(y), 'click', '1'], check=True)

    def click_node(self, node):
        """The middle of something that shows."""
        extents = node.extents()
        self.click(extents.x + extents.width // 2, extents.y + extents.height // 2)

    def double_click(self, x, y):
        subprocess.run(['xdotool', 'mousemove', str(x), str(y), 'click', '--repeat', '2', '--delay', '60', '1'],
                       check=True)

    def middle_of(self, node):
        """(x, y) of its middle once it stays there: panels may still be opening, and tabs moving."""
        def stays():
            before = node.extents()
            time.sleep(0.3)
            return node.extents() == before and before

        extents = wait_for('a place that stays', stays)
        return extents.x + extents.width // 2, extents.y + extents.height // 2

    def double_click_node(self, node):
        self.double_click(*self.middle_of(node))

    def move(self, x, y):
        subprocess.run(['xdotool', 'mousemove', str(x), str(y)], check=True)
        subprocess.run(['xdotool', 'mousemove', str(x + 1), str(y)], check=True)

    def move_away(self):
        """Beside the window: where the pointer rests, a tooltip may come up and take keys."""
        subprocess.run(['xdotool', 'mousemove', '2559', '1439'], check=True)

    def give_focus(self):
        """Gives the keyboard to the newest window, as a click on it would; one that a second start opens need not have
        it."""
        search = ['xdotool', 'search', '--onlyvisible', '--pid', str(self.process.pid)]
        windows = wait_for('a window on the screen', lambda: subprocess.run(
            search, check=False, capture_output=True, text=True).stdout.split())
        subprocess.run(['xdotool', 'windowactivate', '--sync', windows[-1]], check=True)

    def wait_keyboard(self):
        """A window that closes has taken the keyboard with it, until the window manager gives it to another one: keys
        that are pressed meanwhile are lost."""
        end = time.monotonic() + 3  # some tests have no window that could have it
        while time.monotonic() < end and subprocess.run(['xdotool', 'getwindowfocus', 'getwindowpid'], check=False,
                                                        capture_output=True).returncode != 0:
            time.sleep(0.05)

    def keys(self, *keys):
        """Presses keys as xdotool names them, "ctrl+shift+F5"; they go to the window that has the keyboard."""
        self.wait_keyboard()
        subprocess.run(['xdotool', 'key', '--clearmodifiers', *keys], check=True)
        time.sleep(0.1)

    # --- accessibility ---

    def accessible(self):
        """The root of the tree, as it is now."""
        def read():
            if self.tree is None or self.tree.process_id != self.process.pid:
                self.tree = Desktop().find(self.process.pid)
            self.tree = self.tree and self.tree.read_again()
            return self.tree and self.tree.root

        return wait_for('the accessible tree', read, 20)

    def walk(self, node=None):
        """The tree as it is now, or what is below a node."""
        root = self.accessible() if node is None else node.tree.read_again().nodes.get(node.path)
        return root.walk() if root is not None else iter(())

    def named(self, role):
        """The nodes of that role that have a name, with it."""
        return [(node, node.name) for node in self.walk() if node.role == role and node.name]

    def find(self, role, name):
        """The node of that role and name that takes room on the screen, or None. (GTK 4.8 does not tell what shows.)"""
        for node in self.walk():
            # A mnemonic is part of the name in GTK 4.8: "_Cancel Cancel".
            if node.role == role and node.name in (name, f'_{name} {name}') and takes_room(node):
                return node
        return None

    def press(self, name, role='push button'):
        node = wait_for(f'{role} “{name}”', lambda: self.find(role, name))
        node.act()

    def text_node(self, name='Source text'):
        node = self.texts.get(name)
        if node is None or node.process_id != self.process.pid or not takes_room(node):
            node = self.texts[name] = wait_for(f'text “{name}”', lambda: self.find('text', name))
        return node

    def text(self, name='Source text'):
        return self.text_node(name).text()

    def insert(self, text, offset=0):
        self.text_node().insert(text, offset)

    def console(self):
        return self.text('Console output')
