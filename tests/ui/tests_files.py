# SPDX-License-Identifier: Apache-2.0
"""Files as other programs write them: byte order marks, ends of lines, Latin-1. Saving and renaming change nothing of
them but what was meant."""

import os

from ide import wait_for
from tests import check
from tests_text import labels, type_text


def write_bytes(ide, name, data):
    path = os.path.join(ide.folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as file:
        file.write(data)
    return path


def read_bytes(path):
    with open(path, 'rb') as file:
        return file.read()


def save(ide, path):
    ide.keys('ctrl+s')
    ide.wait_state('the save', lambda s: not ide.page(path, s)['modified'])


def rename(ide, path, line, column, name):
    """F2 there, the new name, Enter; waits until the text has changed."""
    ide.go_to(path, line, column)
    ide.wait_state('the check', lambda s: s['current'] == path and ide.page(path, s)['checked'])
    ide.keys('F2')
    wait_for('the question', lambda: ide.find('push button', 'Rename'))
    type_text(ide, name)
    wait_for('the preview', lambda: any(' change: ' in text or ' changes: ' in text for text in labels(ide)))
    ide.keys('Return')
    ide.wait_state('the new name', lambda s: ide.page(path, s)['modified'] and 'renamed' in s['run_status'])


# With a mark in front, lines that end in other ways, characters that a text view takes for the ends of lines.
STRANGE = {
    'mark.q': b'\xef\xbb\xbfscale = 1\nother = 5\nprint scale + other\n',
    'bare.q': b'% progress 10%\rprogress 20%\nscale = 1\nother = 5\nprint scale + other\n',
    'separator.q': '% a\u2029% b\nscale = 1\nother = 5\nprint scale + other\n'.encode(),
    'mixed.q': b'scale = 1\r\nother = 5\nprint scale + other\r\n',
    'crlf.q': b'scale = 1\r\nother = 5\r\nprint scale + other\r\n',
    'open.q': b'scale = 1\nother = 5\nprint scale + other',
    'latin.q': b'% caf\xe9\nscale = 1\nother = 5\nprint scale + other\n',
}


def test_files_are_kept(ide):
    """One letter is typed, and nothing else of the file changes; what was saved can be opened again."""
    paths = [write_bytes(ide, name, data) for name, data in STRANGE.items()]
    ide.start(*paths)
    for path, data in zip(paths, STRANGE.values()):
        ide.wait_page(path)
        ide.go_to(path, 1)
        ide.wait_state('the page', lambda s: s['current'] == path and s['focus'] == 'text')
        ide.keys('ctrl+Home')
        ide.keys('percent')
        save(ide, path)
        mark = b'\xef\xbb\xbf' if path.endswith('mark.q') else b''
        check(read_bytes(path) == mark + b'%' + data[len(mark):], read_bytes(path))
        ide.keys('ctrl+z')
        ide.wait_state('the change', lambda s: ide.page(path, s)['modified'])
        save(ide, path)
        check(read_bytes(path) == data, read_bytes(path))


def test_large_file_is_kept(ide):
    """It comes in pieces, between which no character and no end of a line is torn."""
    data = ('% €äöü ' * 3 + '\r\n').encode() * 20000
    path = write_bytes(ide, 'large.q', data)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 20000)
    ide.wait_state('the last line', lambda s: ide.page(path, s)['line'] == 20000)
    ide.keys('ctrl+Home')
    ide.keys('percent')
    save(ide, path)
    check(read_bytes(path) == b'%' + data, 'the file is another one')


def test_rename_in_strange_files(ide):
    """The places are the right ones whatever stands before them."""
    paths = [write_bytes(ide, name, data) for name, data in STRANGE.items()]
    ide.start(*paths)
    for path, data in zip(paths, STRANGE.values()):
        ide.wait_page(path)
        lines = data.replace(b'\r\n', b'\n').split(b'\n')
        # In the lines of the window.
        line = 1 + next(i for i, text in enumerate(lines) if text.startswith(b'print'))
        line += path.endswith(('bare.q', 'separator.q'))
        rename(ide, path, line, 7, 'size2')
        save(ide, path)
        check(read_bytes(path) == data.replace(b'scale', b'size2'), read_bytes(path))


def test_mark_and_definition(ide):
    """F12 on the first line of a file with a byte order mark."""
    path = write_bytes(ide, 'mark.q', b'\xef\xbb\xbfx = 1; y = x\nprint y\n')
    ide.start(path)
    ide.wait_page(path)
    ide.wait_state('the check', lambda s: ide.page(path, s)['checked'])
    ide.go_to(path, 2, 7)
    ide.keys('F12')
    ide.wait_state('the definition', lambda s: (ide.page(path, s)['line'], ide.page(path, s)['column']) == (1, 8))


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
