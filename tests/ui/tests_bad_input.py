# SPDX-License-Identifier: Apache-2.0
"""Disks that are full, files of the program's own that are damaged, files and folders that go while they are open: a
sentence each, and nothing is lost."""

import os
import subprocess

from ide import wait_for
from tests import check

MOUNTS = (['unshare', '--mount'], ['unshare', '--map-current-user', '--keep-caps', '--mount'])


class SmallDisk:
    """A disk of 256 KiB at a folder of the test, which only the window sees."""

    def __init__(self, ide, folder):
        self.ide = ide
        self.folder = os.path.join(ide.folder, folder)
        os.makedirs(self.folder, exist_ok=True)
        mount = ['sh', '-c', 'mount -t tmpfs -o size=256k tmpfs "$0" && exec "$@"', self.folder]
        for options in MOUNTS:
            if subprocess.run([*options, *mount, 'true'], capture_output=True, check=False).returncode == 0:
                ide.prefix = [*options, *mount]

    def is_there(self):
        if not self.ide.prefix:
            print('# no disk can be mounted here: not tested')
        return bool(self.ide.prefix)

    def path(self, name=''):
        return f'/proc/{self.ide.process.pid}/root{self.folder}/{name}'

    def fill(self):
        for size in (4096, 1):
            try:
                with open(self.path('filler'), 'ab', buffering=0) as file:
                    while file.write(b'x' * size):
                        pass
            except OSError:
                pass

    def free(self):
        os.unlink(self.path('filler'))


def has_notice(state, *words):
    return any(all(word in notice for word in words) for notice in state['notices'])


def close_notice(ide, word):
    """A click on Close in the bar that says so."""
    bar = next(node for node in ide.walk() if node.role == 'label' and word in (node.name or '')).extents()
    middle = bar.y + bar.height // 2
    buttons = [node for node, name in ide.named('push button') if name == 'Close']
    ide.click_node(min(buttons, key=lambda node: abs(node.extents().y + node.extents().height // 2 - middle)))


def test_full_disk_unsaved(ide):
    """Unsaved text and the session on a full disk: a bar says what is not kept, why, and what to do; it goes when there
    is room again."""
    path = ide.write('precious.q', 'x = 1\n')
    disk = SmallDisk(ide, 'state')
    if not disk.is_there():
        return
    ide.start(path)
    ide.wait_page(path)
    disk.fill()
    ide.insert('% not saved\n')
    ide.wait_state('what is not kept', lambda s: has_notice(s, 'precious.q', 'No space left on device', 'Make room in'))
    ide.wait_state('nor the session', lambda s: has_notice(s, 'breakpoints', 'No space left on device', 'Make room in'))
    ide.screenshot('full-disk')
    # Read and closed: the same sentence does not come up again.
    close_notice(ide, 'breakpoints')
    ide.wait_state('the one bar', lambda s: len(s['notices']) == 1 and 'precious.q' in s['notices'][0])
    ide.insert('% nor this\n')
    disk.free()
    ide.wait_state('no bar', lambda s: s['notices'] == [], 15)
    swap = disk.path('redshift/swap')
    wait_for('the text', lambda: any('% nor this' in open(os.path.join(swap, name), encoding='utf-8').read()
                                     for name in os.listdir(swap)))
    check(os.path.exists(disk.path('redshift/session.ini')), 'there is no session')


def test_full_disk_save(ide):
    """A file that can't be written keeps its old text, and the bar offers another place."""
    disk = SmallDisk(ide, 'disk')
    if not disk.is_there():
        return
    ide.start()
    path = os.path.join(disk.folder, 'large.q')
    with open(disk.path('large.q'), 'w', encoding='utf-8') as file:
        file.write('x = 1\n' * 2000)
    ide.go_to(path, 1)
    ide.wait_page(path)
    ide.insert('% mine\n')
    disk.fill()
    ide.keys('ctrl+s')
    state = ide.wait_state('the reason', lambda s: 'was not saved' in (ide.page(path, s)['message'] or ''))
    check('No space left on device' in ide.page(path, state)['message'], ide.page(path, state)['message'])
    check(ide.page(path, state)['modified'], 'it counts as saved')
    with open(disk.path('large.q'), encoding='utf-8') as file:
        check(file.read() == 'x = 1\n' * 2000, 'the file was changed')
    ide.screenshot('not-saved')
    ide.press('Save As…')
    wait_for('the dialog', lambda: ide.find('dialog', 'Save As') or ide.find('file chooser', 'Save As')
             or ide.find('push button', 'Save'))
    ide.keys('ctrl+a')
    other = os.path.join(ide.folder, 'saved.q')
    subprocess.run(['xdotool', 'type', '--delay', '20', other], check=True)
    ide.keys('Return')
    wait_for('the file', lambda: os.path.exists(other) and ide.read('saved.q').startswith('% mine\nx = 1\n'))
    state = ide.wait_page(other)
    check(not ide.page(other, state)['modified'] and ide.page(other, state)['message'] is None, ide.page(other, state))


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
