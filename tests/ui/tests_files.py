# SPDX-License-Identifier: Apache-2.0
"""Files as other programs write them: byte order marks, ends of lines, Latin-1. Saving and renaming change nothing of
them but what was meant."""

import contextlib
import os
import subprocess
import sys

from gi.repository import GLib

from ide import wait_for
from tests import check
from tests_text import labels, processor_time, type_text


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


def test_a_run_saves_its_own_files(ide):
    """A run and a recording write the program and what it imports, directly or not, and no other text; nor one of the
    name of a module that isn't found."""
    texts = {'inner.q': 'function y = inner(x)\n    y = 2*x\nendfunction\n',
             'outer.q': 'import "inner.q"\nfunction y = outer(x)\n    y = inner(x)\nendfunction\n',
             'first.q': '% import "half.q"\nimport "outer.q"\nprint outer(3)\n',
             'half.q': 'print 1\n', 'elsewhere/lost.q': 'print 2\n', 'second.q': 'import "lost.q"\nprint 3\n'}
    os.makedirs(os.path.join(ide.folder, 'elsewhere'))
    paths = {name: ide.write(name, text) for name, text in texts.items()}
    ide.start(*paths.values())
    for path in paths.values():
        ide.wait_page(path)
    ide.activate('new-with-text', GLib.Variant('s', f'import "{paths["inner.q"]}"\nprint inner(4)\n'))
    draft = ide.wait_state('a new text', lambda s: s['current'] not in paths.values())['current']

    def change_and_run(program, action, number, saved, said=None):
        for path in paths.values():
            ide.go_to(path, 1)
            ide.wait_state('the page', lambda s: s['current'] == path and s['focus'] == 'text')
            ide.keys('percent', 'Return')
            ide.wait_state('the change', lambda s: ide.page(path, s)['modified'])
        ide.go_to(program, 1)
        ide.wait_state('the program', lambda s: s['current'] == program and s['focus'] == 'text')
        type_text(ide, f'print {number}\n')
        ide.wait_state('the line', lambda s: ide.page(program, s)['line'] == 2)
        before = {name: ide.read(name) for name in texts}
        ide.activate(action)
        wait_for('the end', lambda: (said or str(number)) in ide.console() and not ide.state()['running'], 60)
        state = ide.state()
        for name, path in paths.items():
            is_saved = name in saved
            check((ide.read(name) != before[name]) == is_saved, f'{action} of {program}: {name}')
            check(ide.page(path, state)['modified'] != is_saved, f'{action} of {program}: the mark of {name}')

    change_and_run(paths['first.q'], 'run', 1001, ['first.q', 'outer.q', 'inner.q'])
    change_and_run(paths['first.q'], 'profile', 1002, ['first.q', 'outer.q', 'inner.q'])
    change_and_run(draft, 'run', 1003, ['inner.q'])
    change_and_run(paths['second.q'], 'run', 1004, ['second.q'], 'lost.q')


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


def test_very_large_file_shows_soon(ide):
    """A text of 20 MB shows after half a second of a processor: of no piece more is told than what it is."""
    path = write_bytes(ide, 'very-large.q', b''.join(b'x%d = %d\n' % (i % 1000, i) for i in range(1400000)))
    ide.start()
    before = processor_time(ide)
    ide.go_to(path, 1)
    ide.wait_state('the text', lambda s: ide.page(path, s) and 'so long that it shows without colours'
                   in (ide.page(path, s)['message'] or ''), 120)
    took = processor_time(ide) - before
    print(f'# {os.path.getsize(path) / 1e6:.0f} MB: {took:.2f} s', flush=True)
    check(ide.sanitized or took < 2.5, f'{took:.2f} s')


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


@contextlib.contextmanager
def drag_source(ide, *paths):
    """The middle of a window beside the editor's, from which files can be dragged."""
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'drag_source.py')
    process = subprocess.Popen([sys.executable, program, *['file://' + path for path in paths]], stdout=ide.log,
                               stderr=ide.log)
    try:
        search = ['xdotool', 'search', '--onlyvisible', '--name', '^Drag me$']
        window = wait_for('the window to drag from', lambda: subprocess.run(
            search, check=False, capture_output=True, text=True).stdout.split())[0]
        subprocess.run(['xdotool', 'windowmove', '--sync', window, '2000', '1000'], check=True)
        yield 2100, 1100
        process.wait(20)
    finally:
        process.kill()
        process.wait()


def drag(start, end):
    """Presses the button at one place and lets it go at the other, as a hand does it."""
    move = [['mousemove', str(start[0] + (end[0] - start[0]) * i // 12), str(start[1] + (end[1] - start[1]) * i // 12),
             'sleep', '0.05'] for i in range(13)]
    # A drag begins when the pointer has gone some pixels; a target is asked while it goes.
    subprocess.run(['xdotool', *move[0], 'mousedown', '1', 'sleep', '0.1', 'mousemove_relative', '--', '-12', '-12',
                    'sleep', '0.2', *[word for words in move[1:] for word in words], 'mousemove_relative', '3', '3',
                    'sleep', '0.3', 'mouseup', '1'], check=True)


def test_dropped_files(ide):
    """Files that are dropped on the text open, and the text stays: programs in pages, a picture as a picture."""
    first = ide.write('first.q', 'x = 1\n')
    second, third = ide.write('second.q', 'y = 2\n'), ide.write('a name.q', 'z = 3\n')
    picture = os.path.join(ide.folder, 'picture.png')
    subprocess.run(['convert', '-size', '40x30', 'gradient:red-blue', picture], check=True)
    ide.start(first)
    ide.wait_page(first)
    text = ide.text_node().character_extents(0)
    with drag_source(ide, second, third.replace(' ', '%20'), picture) as start:
        drag(start, (text.x + 200, text.y + 60))
        ide.wait_page(second)
        state = ide.wait_state('all of them', lambda s: ide.page(third, s) and s['figures'])
    check(len(state['pages']) == 3 and state['figures'][0]['width'] == 40, state)
    check(not any(page['modified'] for page in state['pages']), 'a text has taken their names')
    ide.screenshot('dropped-files')
    with drag_source(ide, second) as start:
        drag(start, (text.x + 200, text.y + 60))
        state = ide.wait_state('the page that is there', lambda s: s['current'] == second)
    check(len(state['pages']) == 3, state)


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
