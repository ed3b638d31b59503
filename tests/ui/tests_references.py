# SPDX-License-Identifier: Apache-2.0
"""Names that are used very often, or in very many programs: references, and renaming with progress and Cancel."""

import ctypes
import os
import select
import signal
import subprocess

from ide import wait_for
from tests import check
from tests_editor import SHAPES, places
from tests_stalls import check_turns
from tests_text import labels, type_text

USE = 'import "shapes.q"\nprint area(shape(width:={}, height:=1))\n'
# Compiled with much of the library.
LONG_USE = 'import "shapes.q"\nimport "imfilter.q"\nimport "dtcwt.q"\nprint area(shape(width:={}, height:=1))\n'


def open_users(ide, n, use):
    """shapes.q is open, with the cursor on its function; n programs that use it are not. Their texts by name."""
    path = ide.write('shapes.q', SHAPES)
    texts = {f'p{i}.q': use.format(i) for i in range(n)}
    for name, text in texts.items():
        ide.write(name, text)
    ide.start(path)
    ide.wait_page(path)
    ide.wait_state('the check', lambda s: ide.page(path, s)['checked'])
    ide.go_to(path, 2, 15)
    return texts


def ask_for_name(ide, name, n):
    """F2, the name, and Return once all places are found."""
    ide.keys('F2')
    wait_for('the question', lambda: ide.find('push button', 'Rename'))
    type_text(ide, name)
    wait_for('the preview', lambda: any(text.startswith(f'{n} places change: ') for text in labels(ide)), 90)
    ide.keys('Return')


def check_nothing_changed(ide, texts):
    check(ide.text().rstrip('\n') == SHAPES.rstrip('\n'), 'the open text was changed')
    changed = [name for name, text in texts.items() if ide.read(name) != text]
    check(not changed, f'{len(changed)} files were changed: {changed[:3]}')


def cancel_check(ide, cancel):
    texts = open_users(ide, 250, LONG_USE)
    ask_for_name(ide, 'surface', len(texts) + 1)
    wait_for('the progress', lambda: ide.find('progress bar', 'Renaming “area” to “surface”')
             and any(text.startswith('Compiling the programs that use it') for text in labels(ide)))
    ide.screenshot('rename-under-way')
    cancel()
    ide.wait_state('the end', lambda s: s['run_status'] == 'Cancelled: nothing is renamed')
    wait_for('the end of the question', lambda: not ide.find('push button', 'Cancel'))
    check_nothing_changed(ide, texts)


def test_rename_check_cancelled_by_key(ide):
    """The check of a rename takes long: it says how far it is, and Escape leaves every byte."""
    cancel_check(ide, lambda: ide.keys('Escape'))


def test_rename_check_cancelled_by_button(ide):
    cancel_check(ide, lambda: ide.press('Cancel'))


def wait_for_new_file(folder):
    """Until a file takes its place in the folder: told by the kernel at once, since all of them take little time."""
    moved_to = 0x80
    libc = ctypes.CDLL(None, use_errno=True)
    watch = libc.inotify_init1(0)
    try:
        check(libc.inotify_add_watch(watch, folder.encode(), moved_to) >= 0, os.strerror(ctypes.get_errno()))
        ready, _, _ = select.select([watch], [], [], 120)
        check(ready, 'no file was written')
    finally:
        os.close(watch)


def test_rename_cancelled_while_written(ide):
    """Cancel while closed files are written: those that have the new name get the old one back."""
    texts = open_users(ide, 2000, USE)
    ask_for_name(ide, 'surface', len(texts) + 1)
    wait_for('the progress', lambda: ide.find('push button', 'Cancel'), 60)
    wait_for_new_file(ide.folder)
    os.kill(ide.process.pid, signal.SIGSTOP)  # the key is there before the last file is written
    subprocess.run(['xdotool', 'key', 'Escape'], check=True)
    os.kill(ide.process.pid, signal.SIGCONT)
    ide.wait_state('the end', lambda s: s['run_status'] == 'Cancelled: nothing is renamed', 60)
    check_nothing_changed(ide, texts)


def test_references_very_many(ide):
    """A name that is used 192,001 times: the window goes on, rows are there to the last one, also those of one line."""
    lines = 60000
    path = ide.write('many.q', 'x = 0\n' + 'y = x + x + x\n' * lines + 'z = [' + ', '.join(['x'] * 12000) + ']\n')
    ide.start(path)
    ide.wait_page(path)
    ide.wait_state('the check', lambda s: ide.page(path, s)['checked'], 60)
    ide.go_to(path, 1, 1)
    total = 1 + 3 * lines + 12000
    check_turns(ide, f'references to {total} places', lambda n: ide.keys('shift+F12'))
    wait_for('the heading', lambda: any(text.startswith(f'{total} places in 1 file') for text in labels(ide)))
    ide.wait_state('the list', lambda s: s['focus'] == 'results')
    check_turns(ide, 'the last of them', lambda n: ide.keys('End', 'Home', 'End'))
    wait_for('the last row', lambda: f'many.q:{lines + 2}:{6 + 3 * 11999}' in places(ide))
    check(len(places(ide)) < 300, 'rows that do not show were made')
    rows = [text for text in labels(ide) if text.startswith('…')]
    check(rows and max(map(len, rows)) <= 202, [len(row) for row in rows])
    ide.screenshot('references-very-many')
    ide.keys('Return')
    ide.wait_state('its place', lambda s: s['focus'] == 'text'
                   and (ide.page(path, s)['line'], ide.page(path, s)['column']) == (lines + 2, 6 + 3 * 11999))


def peak(ide):
    """MB that the window's process has had at most."""
    with open(f'/proc/{ide.process.pid}/status', encoding='ascii') as file:
        return int(next(line for line in file if line.startswith('VmHWM')).split()[1]) / 1024


def test_references_memory(ide):
    """Of the programs of a folder one at a time is in memory, not all 250 that were compiled to find the places."""
    texts = open_users(ide, 250, LONG_USE)
    before = peak(ide)
    ide.keys('shift+F12')
    wait_for('the places', lambda: any(text.startswith(f'{len(texts) + 1} places') for text in labels(ide)), 60)
    print(f'# references in 250 programs: {peak(ide) - before:.0f} MB', flush=True)
    check(peak(ide) - before < 150, f'{peak(ide) - before:.0f} MB')


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
