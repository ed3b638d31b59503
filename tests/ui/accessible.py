# SPDX-License-Identifier: Apache-2.0
"""What a window tells assistive technology, read over D-Bus: the whole tree of an application in one call (its cache),
where a client that asks node by node makes a thousand."""

import ast
import collections
import re

import gi

gi.require_version('Atspi', '2.0')
gi.require_version('Gio', '2.0')
from gi.repository import Atspi, Gio, GLib  # noqa: E402

PREFIX = 'org.a11y.atspi.'
ROOT = '/org/a11y/atspi/accessible/root'
TEXT = r'''('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")'''
# One of the cache's items, ((so)(so)(so)iiassusau): itself, its application, its parent, index, number of children,
# interfaces, name, role, description, states.
ITEM = re.compile(rf"\(\('[^']*', '([^']*)'\), \('[^']*', '[^']*'\), \('[^']*', '([^']*)'\), (-?\d+), (-?\d+), "
                  rf"\[([^]]*)\], {TEXT}, (\d+), {TEXT.replace('(', '(?:', 1)}, \[(\d+), (\d+)\]\)")
FOCUSED = 1 << int(Atspi.StateType.FOCUSED)
FOCUSABLE = 1 << int(Atspi.StateType.FOCUSABLE)
CHECKED = 1 << int(Atspi.StateType.CHECKED)
SELECTED = 1 << int(Atspi.StateType.SELECTED)


Extents = collections.namedtuple('Extents', 'x y width height')


class Tree:
    """An application at one moment. Its nodes stay usable as long as what they stand for is there."""

    def __init__(self, bus, application, process_id):
        self.bus, self.application, self.process_id = bus, application, process_id
        self.nodes, self.children = {}, {}

    def read_again(self):
        """The application as it is now. GTK's cache has what was asked for once, and tells how many children each has
        that show, but also those that show no more: all that have some are asked for which they are."""
        tree = Tree(self.bus, self.application, self.process_id)
        tree._get_items()
        parents = [path for path, node in tree.nodes.items() if node.n_children > 0]
        if tree._ask_for_children(parents if tree.root else [ROOT]):
            tree._get_items()
        return tree

    def _get_items(self):
        self.nodes, self.children = {}, {}
        self._take(self.bus.call_sync(self.application, '/org/a11y/atspi/cache', PREFIX + 'Cache', 'GetItems', None,
                                      None, 0, 10000, None))

    def _ask_for_children(self, paths):
        """Of these nodes, and of all below them that are new, without waiting for one answer before the next is asked
        for; whether there are new ones."""
        context = GLib.MainContext.new()
        asked, n_open, has_new = set(), 0, False

        def ask(path):
            nonlocal n_open
            if path not in asked:
                asked.add(path)
                n_open += 1
                self.bus.call(self.application, path, PREFIX + 'Accessible', 'GetChildren', None, None, 0, 10000, None,
                              take)

        def take(bus, result):
            nonlocal n_open, has_new
            n_open -= 1
            try:
                answer = bus.call_finish(result)
                children = answer.unpack()[0] if answer.get_child_value(0).n_children() > 0 else []
            except GLib.Error as error:
                if not is_gone(error):
                    raise
                children = []
            for application, path in children:
                if application == self.application and path not in self.nodes:
                    has_new = True
                    ask(path)

        context.push_thread_default()
        try:
            for path in paths:
                ask(path)
            while n_open > 0:
                context.iteration(True)
        finally:
            context.pop_thread_default()
        return has_new

    def _take(self, items):
        """The text of the answer is read: turning it into Python's values takes ten times as long."""
        found = ITEM.findall(items.print_(False))
        assert len(found) == items.get_child_value(0).n_children(), 'a node that ITEM does not take'
        for path, parent, index, count, interfaces, name, role, low, high in found:
            name = ast.literal_eval(name) if '\\' in name else name[1:-1]
            self.nodes[path] = Node(self, path, parent, int(index), int(count), interfaces, name, int(role),
                                    int(low) | int(high) << 32)
            self.children.setdefault(parent, []).append(self.nodes[path])
        for children in self.children.values():
            children.sort(key=lambda node: node.index)

    def call(self, path, interface, method, arguments=None):
        return self.bus.call_sync(self.application, path, PREFIX + interface, method, arguments, None, 0, 10000,
                                  None).unpack()

    @property
    def root(self):
        return self.nodes.get(ROOT)


class Node:
    """Name, role and states are those of the moment at which the tree was read; all else is asked for."""

    def __init__(self, tree, path, parent, index, n_children, interfaces, name, role, states):
        self.tree, self.path, self.index, self.n_children, self.name = tree, path, index, n_children, name
        self.parent_path = parent
        self.interfaces = interfaces
        self.role = Atspi.role_get_name(Atspi.Role(role))
        self.is_focused = bool(states & FOCUSED)
        self.is_focusable = bool(states & FOCUSABLE)
        self.is_checked = bool(states & CHECKED)
        self.is_selected = bool(states & SELECTED)

    def __iter__(self):
        return iter(self.tree.children.get(self.path, []))

    def walk(self):
        """Itself and what is below it, in order."""
        yield self
        for child in self:
            yield from child.walk()

    @property
    def parent(self):
        return self.tree.nodes.get(self.parent_path)

    @property
    def process_id(self):
        return self.tree.process_id

    def _call(self, interface, method, kind=None, *arguments):
        return self.tree.call(self.path, interface, method, GLib.Variant(kind, arguments) if kind else None)

    def _get(self, interface, name):
        return self.tree.bus.call_sync(self.tree.application, self.path, 'org.freedesktop.DBus.Properties', 'Get',
                                       GLib.Variant('(ss)', (PREFIX + interface, name)), None, 0, 10000,
                                       None).unpack()[0]

    @property
    def description(self):
        return self._get('Accessible', 'Description')

    def extents(self):
        """In coordinates of the window. Nothing of what has no place."""
        if f"'{PREFIX}Component'" not in self.interfaces:
            return Extents(0, 0, 0, 0)
        return Extents(*self._call('Component', 'GetExtents', '(u)', 1)[0])

    def act(self):
        self._call('Action', 'DoAction', '(i)', 0)

    def text(self, end=-1):
        """end: entries of GTK 4.8 don't know -1."""
        return self._call('Text', 'GetText', '(ii)', 0, end)[0]

    def character_extents(self, offset):
        return Extents(*self._call('Text', 'GetCharacterExtents', '(iu)', offset, 1))

    def set_text(self, text):
        self._call('EditableText', 'SetTextContents', '(s)', text)

    def insert(self, text, offset):
        self._call('EditableText', 'InsertText', '(isi)', offset, text, len(text))

    def set_value(self, value):
        self.tree.bus.call_sync(self.tree.application, self.path, 'org.freedesktop.DBus.Properties', 'Set',
                                GLib.Variant('(ssv)', (PREFIX + 'Value', 'CurrentValue', GLib.Variant('d', value))),
                                None, 0, 10000, None)


def is_gone(error):
    """Whether it says that a node, or its application, is there no more."""
    return any(word in str(error) for word in ('UnknownMethod', 'UnknownObject', 'UnknownInterface', 'ServiceUnknown',
                                               'NoReply', 'NameHasNoOwner', 'does not exist'))


class Desktop:
    """The applications that are there."""

    def __init__(self):
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        address = session.call_sync('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress', None, None, 0, -1,
                                    None).unpack()[0]
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)

    def _get_process(self, name):
        return self.bus.call_sync('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus',
                                  'GetConnectionUnixProcessID', GLib.Variant('(s)', (name,)), None, 0, -1,
                                  None).unpack()[0]

    def applications(self):
        """A Tree each, not read yet: without nodes."""
        names, = self.bus.call_sync(PREFIX + 'Registry', ROOT, PREFIX + 'Accessible', 'GetChildren', None, None, 0, -1,
                                    None).unpack()
        found = []
        for name, _ in names:
            try:
                found.append(Tree(self.bus, name, self._get_process(name)))
            except GLib.Error as error:
                if not is_gone(error):
                    raise
        return found

    def find(self, process_id):
        return next((tree for tree in self.applications() if tree.process_id == process_id), None)
