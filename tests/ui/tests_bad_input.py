# SPDX-License-Identifier: Apache-2.0
"""Disks that are full, files of the program's own that are damaged, files and folders that go while they are open: a
sentence each, and nothing is lost."""

import os
import random
import shutil
import subprocess

from ide import Skip, wait_for
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
        if not ide.prefix:
            raise Skip('no disk can be mounted here')

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
    ide.wait_state('no bar', lambda s: s['notices'] == [])
    swap = disk.path('redshift/swap')
    wait_for('the text', lambda: any('% nor this' in open(os.path.join(swap, name), encoding='utf-8').read()
                                     for name in os.listdir(swap)))
    wait_for('the session', lambda: os.path.exists(disk.path('redshift/session.ini')))


def test_full_disk_save(ide):
    """A file that can't be written keeps its old text, and the bar offers another place."""
    disk = SmallDisk(ide, 'disk')
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


SNIPPETS = """<?xml version="1.0"?>
<snippets><snippet _name="greet" trigger="greet"><text languages="quasar"><![CDATA[print "HELLO"]]></text></snippet>
</snippets>
"""

WRONG_TYPES = {
    'state/redshift/session.ini': lambda text: text.replace('width=', 'width=wide', 1).replace(
        'panels=', 'panels=nothing:nowhere;', 1).replace('breakpoints=', 'breakpoints=break of nothing;', 1)
    + '[File 7]\nline=many\nuri=not one\n',
    'state/redshift/recent': lambda text: 'no path\n' + text,
    'state/redshift/prompt-history': lambda text: text + '\nprint 1\\\n',
    'config/redshift/ide.ini': lambda text: '[Editor]\ncolours=purple\n[Keys]\nwin.run=nothing\nwin.fly=F9\n'
    '[Debugger]\nnan=perhaps\n',
    'config/redshift/settings.ini': lambda text: text.replace('=2', '=two'),
    'config/redshift/snippets/own.snippets': lambda text: text.replace('snippet ', 'piece '),
}
OWN_FILES = [*WRONG_TYPES, 'state/redshift/swap/draft.swap']


def read_bytes(ide, name):
    with open(os.path.join(ide.folder, name), 'rb') as file:
        return file.read()


def damage(kind, name, content):
    if kind == 'cut off':
        return content[:len(content) * 9 // 10]
    if kind == 'random':
        rand = random.Random(name)
        middle = len(content) // 2
        return content[:middle] + bytes(rand.randrange(256) for _ in range(60)) + b'\0' + content[middle:]
    return WRONG_TYPES.get(name, lambda text: text)(content.decode()).encode()


def make_own_files(ide):
    """Files as the program writes them, and what it does not write. Their contents by name."""
    first = ide.write('first.q', 'x = 1\nprint x\n')
    second = ide.write('second.q', 'y = 2\n' * 40)
    ide.start(second, first)
    ide.wait_page(first)
    ide.go_to(first, 2)
    ide.keys('ctrl+F8')
    ide.keys('F5')
    ide.wait_state('the stop', lambda s: 'aused' in s['run_status'] or 'topped' in s['run_status'])
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'])
    ide.close()
    for name, text in (('config/redshift/ide.ini', '[Editor]\ncolours=light\n[Keys]\nwin.run=F5\n'),
                       ('config/redshift/settings.ini', '[Settings]\nCOMPILER_JOBS=2\nMINE=1\n'),
                       ('config/redshift/snippets/own.snippets', SNIPPETS),
                       ('state/redshift/prompt-history', 'print 1\nprint 2\nprint 3\n'),
                       ('state/redshift/swap/draft.swap',
                        'redshift-swap 1\npid 0\nuri \ntitle Untitled 1\n\nz = 3\n' + 'print z\n' * 30)):
        os.makedirs(os.path.dirname(os.path.join(ide.folder, name)), exist_ok=True)
        ide.write(name, text)
    return first, second, {name: read_bytes(ide, name) for name in OWN_FILES}


def check_damage(ide, kind):
    first, second, whole = make_own_files(ide)
    damaged = {name: damage(kind, name, content) for name, content in whole.items()}
    for name, content in damaged.items():
        with open(os.path.join(ide.folder, name), 'wb') as file:
            file.write(content)
    ide.start()
    # The first file stands in the undamaged half; the unsaved text comes up, as far as it is there.
    texts = {second, first} if kind == 'types' else {second}
    state = ide.wait_state('the texts', lambda s: texts <= {page['name'] for page in s['pages']}
                           and any(page['modified'] for page in s['pages']))
    ide.screenshot('damaged-' + kind.replace(' ', '-'))
    draft = next(page['name'] for page in state['pages'] if page['modified'])
    ide.go_to(draft, 1)
    wait_for('the unsaved text', lambda: any(node.text().startswith('z = 3\nprint z\n') for node, name
                                             in ide.named('text') if name == 'Source text'))
    ide.start_again(second).wait(20)  # so that the list of recent files is read
    notices = ide.wait_state('all files', lambda s: kind == 'cut off' or has_notice(s, 'recent is damaged')
                             or has_notice(s, 'and 2 more'))['notices']
    check(len([notice for notice in notices if 'left out' in notice]) == 1, notices)
    # What is written again has been kept as it was.
    session = 'state/redshift/session.ini'
    wait_for('the session', lambda: read_bytes(ide, session) != damaged[session])
    check(read_bytes(ide, session + '.damaged') == damaged[session], 'the copy is another one')
    ide.kill()
    return notices[0]


def test_damaged_by_random_bytes(ide):
    """Session, recent files, history, preferences, settings, snippets and unsaved text with random bytes in them: the
    window comes up with all that can be read, and one bar names the files."""
    notice = check_damage(ide, 'random')
    for name in ('session.ini', 'settings.ini', 'ide.ini', 'own.snippets', 'prompt-history', 'more'):
        check(name in notice, f'{name} is not in: {notice}')


def test_damaged_by_cutting(ide):
    notice = check_damage(ide, 'cut off')
    check('own.snippets' in notice and 'settings.ini' in notice, notice)


def test_damaged_values(ide):
    """Values of other types and names that are not known."""
    notice = check_damage(ide, 'types')
    for words in ('2 lines', 'nothing:nowhere', '1 breakpoint', '“colours=purple”', '“win.run=nothing”', '“win.fly=F9”',
                  '“nan=perhaps”', 'COMPILER_JOBS', 'session.ini.damaged', 'own.snippets:2'):
        check(words in notice, f'{words} is not in: {notice}')
    # A preference that is changed leaves the others, and the file as it was is kept.
    ide.start()
    ide.keys('ctrl+comma')
    wait_for('the window', lambda: any(name == 'Font of programs and console' for _, name in ide.named('label')))
    subprocess.run(['xdotool', 'type', '--delay', '30', 'can run in parallel'], check=True)
    wait_for('the setting', lambda: any(name == 'Look for loops that can run in parallel.'
                                        for _, name in ide.named('label')))
    ide.keys('Tab', 'space')
    name = 'config/redshift/settings.ini'
    wait_for('the file', lambda: b'COMPILER_AUTO_FORLOOP_PARALLELIZATION=false' in read_bytes(ide, name))
    check(b'MINE=1' in read_bytes(ide, name), read_bytes(ide, name))
    check(b'COMPILER_JOBS=two' in read_bytes(ide, name + '.damaged'), 'no copy')


def texts(ide):
    return [node.text() for node, name in ide.named('text') if name == 'Source text']


def test_removed_folder(ide):
    """The folder of open texts goes: each page says so and offers another place, a run and a search say what is wrong,
    and after a kill the texts are there."""
    folder = os.path.join(ide.folder, 'project')
    os.makedirs(folder)
    kept, changed = ide.write('project/kept.q', 'print "KEPT"\n'), ide.write('project/changed.q', 'x = 1\n')
    ide.start(kept, changed)
    ide.wait_page(kept)
    ide.wait_page(changed)
    ide.go_to(changed, 1)
    ide.keys('ctrl+Home')
    subprocess.run(['xdotool', 'type', '--delay', '30', 'y = 7; '], check=True)
    ide.wait_state('the change', lambda s: ide.page(changed, s)['modified'])
    shutil.rmtree(folder)
    ide.wait_state('both are told', lambda s: all('The folder of' in (page['message'] or '') and page['modified']
                                                  for page in s['pages']))
    ide.screenshot('removed-folder')
    ide.keys('F5')
    state = ide.wait_state('the reason', lambda s: 'was not saved' in (ide.page(changed, s)['message'] or ''))
    check('No such file or directory' in ide.page(changed, state)['message'], state['pages'])
    ide.keys('ctrl+shift+f')
    ide.wait_state('the panel', lambda s: s['focus'] == 'search')
    subprocess.run(['xdotool', 'type', '--delay', '30', 'print'], check=True)
    ide.keys('Return')
    wait_for('its answer', lambda: any('was the folder removed or renamed?' in name for _, name in ide.named('label')))
    swap = os.path.join(ide.folder, 'state', 'redshift', 'swap')
    wait_for('both texts on disk', lambda: os.path.isdir(swap)
             and len([name for name in os.listdir(swap) if name.endswith('.swap')]) == 2)
    ide.kill()
    ide.start()
    wait_for('both texts', lambda: any(text.startswith('print "KEPT"') for text in texts(ide))
             and any(text.startswith('y = 7; x = 1') for text in texts(ide)))
    state = ide.wait_state('what they are', lambda s: all('could not be opened' in (page['message'] or '')
                                                         for page in s['pages']))
    check(sorted(page['title'] for page in state['pages']) == ['changed.q (recovered)', 'kept.q (recovered)'],
          state['pages'])
    check(all(page['modified'] for page in state['pages']), 'they count as saved')
    check(has_notice(state, 'not there any more', 'kept.q', 'changed.q'), state['notices'])
    ide.screenshot('removed-folder-again')


def test_removed_file(ide):
    """A file that goes is written again by saving."""
    path = ide.write('gone.q', 'x = 1\n')
    ide.start(path)
    ide.wait_page(path)
    os.unlink(path)
    ide.wait_state('it is told', lambda s: 'was removed or renamed' in (ide.page(path, s)['message'] or ''))
    ide.keys('ctrl+s')
    ide.wait_state('the save', lambda s: not ide.page(path, s)['modified'] and ide.page(path, s)['message'] is None)
    check(ide.read('gone.q') == 'x = 1\n', ide.read('gone.q'))


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
