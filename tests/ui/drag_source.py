# SPDX-License-Identifier: Apache-2.0
"""usage: drag_source.py URI...: a window, titled "Drag me", from which files can be dragged as from a file manager."""

import sys

import gi

gi.require_version('Gdk', '4.0')
gi.require_version('Gtk', '4.0')
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def main():
    uris = ''.join(uri + '\r\n' for uri in sys.argv[1:])
    loop = GLib.MainLoop()
    Gtk.init()
    window = Gtk.Window(title='Drag me', default_width=200, default_height=200)
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    source.set_content(Gdk.ContentProvider.new_for_bytes('text/uri-list', GLib.Bytes.new(uris.encode())))
    source.connect('drag-end', lambda *_: loop.quit())
    label = Gtk.Label(label='Files')
    label.add_controller(source)
    window.set_child(label)
    window.connect('close-request', lambda *_: loop.quit())
    window.present()
    loop.run()


if __name__ == '__main__':
    main()
