# SPDX-License-Identifier: Apache-2.0
"""usage: clipboard_source.py FILE: puts the text of the file on the clipboard, says "ready" and keeps it until it is
ended."""

import sys

import gi

gi.require_version('Gdk', '4.0')
gi.require_version('Gtk', '4.0')
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        text = file.read()
    Gtk.init()
    content = Gdk.ContentProvider.new_for_bytes('text/plain;charset=utf-8', GLib.Bytes.new(text.encode()))
    Gdk.Display.get_default().get_clipboard().set_content(content)
    print('ready', flush=True)
    GLib.MainLoop().run()


if __name__ == '__main__':
    main()
