# SPDX-License-Identifier: Apache-2.0
"""The list of the folder's files, by keyboard and by mouse; what other programs do in the folder shows there."""

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import time

from ide import wait_for
from tests import check
from tests_debug import type_text
from tests_files import drag

FILES = ('main.q', 'util.q', 'notes.txt', 'picture10.png', 'picture2.png', 'lib/a.q', 'lib/b.q', 'data/deep/x.csv',
         '.hidden.q')


def project(ide):
    """A folder with programs, open in the window, its list of files with the keyboard; returns the folder."""
    for name in FILES:
        os.makedirs(os.path.dirname(os.path.join(ide.folder, 'project', name)), exist_ok=True)
        ide.write('project/' + name, f'% {name}\nx = 1\nprint x\n')
    folder = os.path.join(ide.folder, 'project')
    main = os.path.join(folder, 'main.q')
    ide.start(main)
    ide.wait_page(main)
    ide.wait_state('the text', lambda s: s['focus'] == 'text')
    ide.keys('ctrl+shift+e')
    ide.wait_state('the panel', lambda s: s['focus'] == 'files' and 'files:start:front' in s['panels'])
    return folder


def names(ide):
    """Of the rows, from above."""
    rows = ide.find('list', 'Files of the folder')
    return [node.name for node in ide.walk(rows) if node.role == 'label' and node.extents().width > 0]


def wait_names(ide, *wanted):
    found = []

    def as_wanted():
        found.append(names(ide))
        return found[-1] == list(wanted)

    try:
        wait_for('the files', as_wanted, 15)
    except AssertionError as error:
        raise AssertionError(f'{error}: {found[-1]}, not {list(wanted)}') from None


TOP = ('data', 'lib', 'main.q', 'notes.txt', 'picture2.png', 'picture10.png', 'util.q')


def test_files_of_the_folder(ide):
    """Folders first, numbers by value, no hidden ones; Right and Left open and close folders, Return opens files; the
    page in front has the selected row; all of that by keyboard, and again after the next start."""
    folder = project(ide)
    wait_names(ide, *TOP)
    ide.screenshot('files')
    ide.keys('Up', 'Right')
    wait_names(ide, 'data', 'lib', 'a.q', 'b.q', *TOP[2:])
    ide.keys('Down', 'Return')
    path = os.path.join(folder, 'lib', 'a.q')
    ide.wait_state('the file', lambda s: s['current'] == path and s['focus'] == 'text')
    ide.keys('ctrl+shift+e')
    ide.wait_state('the panel', lambda s: s['focus'] == 'files')
    ide.keys('Left', 'Left')  # to the folder, and it closes
    wait_names(ide, *TOP)
    ide.keys('Right')
    wait_names(ide, 'data', 'lib', 'a.q', 'b.q', *TOP[2:])
    ide.close()
    ide.start()
    ide.wait_page(path)
    wait_names(ide, 'data', 'lib', 'a.q', 'b.q', *TOP[2:])


def test_files_change_on_disk(ide):
    folder = project(ide)
    wait_names(ide, *TOP)
    with open(os.path.join(folder, 'new.q'), 'w', encoding='ascii') as file:
        file.write('x = 1\n')
    os.remove(os.path.join(folder, 'util.q'))
    wait_names(ide, 'data', 'lib', 'main.q', 'new.q', *TOP[3:-1])
    os.rename(os.path.join(folder, 'new.q'), os.path.join(folder, 'older.q'))
    wait_names(ide, 'data', 'lib', 'main.q', 'notes.txt', 'older.q', *TOP[4:-1])


def test_files_are_filtered(ide):
    """Names that contain a text; Return opens the only one."""
    folder = project(ide)
    wait_names(ide, *TOP)
    ide.click_node(wait_for('the entry', lambda: ide.find('entry', 'Files whose names contain')))
    type_text('UT')
    wait_names(ide, 'data', 'lib', 'util.q')
    ide.keys('Return')
    ide.wait_state('the file', lambda s: s['current'] == os.path.join(folder, 'util.q'))


def test_files_are_made(ide):
    """A new file in the folder of the selected one; a name that is taken is told, and asked again."""
    folder = project(ide)
    wait_names(ide, *TOP)
    ide.press('New file')
    wait_for('the question', lambda: ide.find('text', 'Name of the new file'))
    type_text('notes')  # before ".q"
    ide.keys('ctrl+a')
    type_text('notes.txt')
    ide.keys('Return')
    wait_for('the reason', lambda: any('exists' in name for _, name in ide.named('label')))
    ide.keys('ctrl+a')
    type_text('fresh.q')
    ide.keys('Return')
    path = os.path.join(folder, 'fresh.q')
    ide.wait_state('the new file', lambda s: s['current'] == path)
    wait_names(ide, 'data', 'lib', 'fresh.q', *TOP[2:])
    ide.press('New folder')
    wait_for('the question', lambda: ide.find('text', 'Name of the new folder'))
    type_text('results')
    ide.keys('Return')
    wait_names(ide, 'data', 'lib', 'results', 'fresh.q', *TOP[2:])
    check(os.path.isdir(os.path.join(folder, 'results')), 'there is no such folder')


def test_files_are_renamed(ide):
    """F2 in the list; the page of the file, with what is not saved of it, is that of the new one, also when its folder
    gets another name."""
    folder = project(ide)
    wait_names(ide, *TOP)
    ide.keys('ctrl+alt+e', 'ctrl+Home', 'percent', 'ctrl+shift+e')
    ide.wait_state('the panel', lambda s: s['focus'] == 'files')
    ide.keys('F2')
    wait_for('the question', lambda: ide.find('text', 'New name'))
    type_text('start')
    ide.screenshot('rename-file')
    ide.keys('Return')
    path = os.path.join(folder, 'start.q')
    state = ide.wait_state('the new name', lambda s: s['current'] == path)
    check(ide.page(path, state)['modified'] and ide.page(path, state)['message'] is None, state['pages'])
    check(not os.path.exists(os.path.join(folder, 'main.q')), 'the old file is still there')
    ide.keys('ctrl+alt+e', 'ctrl+s')
    ide.wait_state('the save', lambda s: not ide.page(path, s)['modified'])
    check(ide.read('project/start.q').startswith('%% main.q'), 'what was typed is not in the file')
    inner = os.path.join(folder, 'lib', 'a.q')
    ide.go_to(inner, 1)
    ide.wait_state('the page', lambda s: s['current'] == inner)
    wait_for('its row', lambda: 'a.q' in names(ide))
    ide.keys('ctrl+shift+e')
    ide.wait_state('the panel', lambda s: s['focus'] == 'files')
    ide.keys('Left', 'F2')
    wait_for('the question', lambda: ide.find('text', 'New name'))
    type_text('parts')
    ide.keys('Return')
    ide.wait_state('the new folder', lambda s: s['current'] == os.path.join(folder, 'parts', 'a.q'))


def test_files_are_deleted(ide):
    """Only after a question; with the mouse's menu as well."""
    folder = project(ide)
    wait_names(ide, *TOP)
    victim = os.path.join(folder, 'notes.txt')
    ide.keys('Down', 'Delete')
    wait_for('the question', lambda: any('Move “notes.txt”' in name for _, name in ide.named('label')))
    ide.screenshot('delete-file')
    ide.keys('Escape')
    time.sleep(0.5)
    check(os.path.exists(victim), 'it is gone although it was not agreed to')
    row = next(node for node, name in ide.named('label') if name == 'notes.txt')
    x, y = ide.middle_of(row)
    subprocess.run(['xdotool', 'mousemove', str(x), str(y), 'click', '3'], check=True)
    wait_for('the menu', lambda: any('Delete' in name for _, name in ide.named('menu item')))
    time.sleep(0.3)
    check(all(label['whole'] for label in ide.controls()['labels'] if label['text'] in ('Open', 'Copy Path')),
          'the menu is cut')
    ide.keys('d')
    wait_for('the question', lambda: any('Move “notes.txt”' in name for _, name in ide.named('label')))
    ide.keys('Return')
    wait_for('its end', lambda: not os.path.exists(victim))
    wait_names(ide, *TOP[:3], *TOP[4:])


def label_of(ide, name):
    """The middle of the last row of that name, which may be one around a folder's."""
    def rows():
        return [node for node in ide.walk(ide.find('list', 'Files of the folder'))
                if node.role == 'label' and node.name == name and node.extents().width > 0]

    return ide.middle_of(wait_for(name, rows)[-1])


def drag_row(ide, name, onto):
    """Drags a row of the list onto another, and says yes."""
    drag(label_of(ide, name), label_of(ide, onto))
    wait_for('the question', lambda: any(f'Move “{name}” to' in text for _, text in ide.named('label')))
    ide.keys('Return')


def test_files_are_moved(ide):
    """By dragging: the page, its breakpoints, also those of files that are not open, and the session go along; a folder
    that has such a file already says so."""
    folder = project(ide)
    wait_names(ide, *TOP)
    util, inside = os.path.join(folder, 'util.q'), os.path.join(folder, 'lib', 'util.q')
    for path in (util, os.path.join(folder, 'main.q')):
        ide.go_to(path, 2)
        ide.wait_state('the page', lambda s: s['current'] == path)  # noqa: B023
        ide.keys('ctrl+F8')
    ide.go_to(util, 1)
    ide.wait_state('the page', lambda s: s['current'] == util)
    ide.keys('ctrl+w')
    ide.wait_state('the end of the page', lambda s: ide.page(util, s) is None)
    ide.keys('ctrl+shift+e')
    drag(label_of(ide, 'util.q'), label_of(ide, 'lib'))
    wait_for('the question', lambda: any('Move “util.q” to “lib”?' in text for _, text in ide.named('label')))
    ide.screenshot('move-file')
    ide.keys('Escape')
    time.sleep(0.5)
    check(os.path.exists(util), 'it was moved although it was not agreed to')
    drag_row(ide, 'util.q', 'lib')
    wait_for('the file', lambda: os.path.exists(inside) and not os.path.exists(util))
    drag_row(ide, 'main.q', 'data')
    main = os.path.join(folder, 'data', 'main.q')
    ide.wait_state('the page', lambda s: s['current'] == main)
    ide.keys('ctrl+alt+b')
    ide.close()
    points = re.findall(r'break\t(.*?)\t(\d+)', ide.read('state/redshift/session.ini'))
    check((main, '2') in points and (inside, '2') in points, ide.read('state/redshift/session.ini'))
    ide.start()
    ide.wait_page(main)
    ide.write('project/data/notes.txt', 'another')
    ide.keys('ctrl+shift+e')
    drag_row(ide, 'notes.txt', 'data')
    wait_for('the reason', lambda: ide.find('label', 'Not Moved'))
    ide.keys('Escape')
    check(ide.read('project/data/notes.txt') == 'another', 'a file was lost')


def longest_answer(ide, ends):
    """The longest time that the window took to answer until ends(), in seconds."""
    longest = 0
    while not ends():
        began = time.monotonic()
        ide.state()
        longest = max(longest, time.monotonic() - began)
    return longest


@contextlib.contextmanager
def folder_without_trash(ide, n):
    """A folder "large" of n files where there is no trash, selected in the list; its path."""
    place = tempfile.mkdtemp(prefix='redshift-ui-', dir='/dev/shm')
    try:
        large, main = os.path.join(place, 'large'), os.path.join(place, 'main.q')
        os.mkdir(large)
        for i in range(n):
            os.mknod(os.path.join(large, f'{i}.txt'))
        with open(main, 'w', encoding='ascii') as file:
            file.write('x = 1\n')
        ide.start(main)
        ide.wait_page(main)
        ide.keys('ctrl+shift+e')
        ide.wait_state('the panel', lambda s: s['focus'] == 'files')
        wait_names(ide, 'large', 'main.q')
        ide.keys('Up')
        yield large
    finally:
        shutil.rmtree(place)


def wait_label(ide, part):
    """The texts of the labels, as soon as one of them has the part."""
    def texts():
        found = [text for _, text in ide.named('label')]
        return any(part in text for text in found) and found

    return wait_for(part, texts)


def delete_for_good(ide):
    ide.keys('Delete')
    wait_label(ide, 'Move “large” to the Trash?')
    ide.keys('Return')
    wait_label(ide, 'Delete “large” for Good?')
    ide.keys('alt+d')


def test_large_folder_is_deleted(ide):
    """A folder of 100,000 files, open in the list, where there is no trash: the window goes on meanwhile."""
    with folder_without_trash(ide, 100000) as large:
        delete_for_good(ide)
        longest = longest_answer(ide, lambda: not os.path.exists(large))
        check(longest < 1, f'the window stood for {longest:.1f} s')
        wait_names(ide, 'main.q')


def test_deletion_is_stopped_or_ends(ide):
    """A row counts what has gone, and stops it; where the window is closed meanwhile, it goes on to its end."""
    with folder_without_trash(ide, 300000) as large:
        delete_for_good(ide)
        texts = wait_label(ide, 'Deleting “large”')
        check(any(re.fullmatch(r'[1-9]\d* files', text) for text in texts), 'no count beside it')
        ide.screenshot('deleting')
        ide.press('Stop deleting')
        wait_for('the end of the row', lambda: ide.find('label', 'Deleting “large”') is None)
        left = len(os.listdir(large))
        check(0 < left < 300000, f'{left} files are left')
        check(not any('Not All' in text for _, text in ide.named('label')), 'what was stopped is told as a failure')
        check(left == len(os.listdir(large)), 'it goes on')
        ide.keys('ctrl+shift+e')
        ide.wait_state('the panel', lambda s: s['focus'] == 'files')
        delete_for_good(ide)
        wait_for('the beginning', lambda: len(os.listdir(large)) < left)
        ide.close(120)
        check(not os.path.exists(large), 'it ended in the middle')


def test_what_is_left_is_told_without_a_window(ide):
    """Another program writes into a folder while it is deleted, and the window has been closed: it is said that not all
    has gone, and the program ends behind that."""
    with folder_without_trash(ide, 100000) as large:
        delete_for_good(ide)
        wait_for('the beginning', lambda: len(os.listdir(large)) < 100000)
        ide.quit()
        for i in range(1000000):
            with open(os.path.join(large, f'new-{i}'), 'w', encoding='ascii'):
                pass
            if i % 1000 == 0 and ide.find('label', 'Not All Is Deleted'):
                break
        check(os.path.exists(large), 'all has gone')
        ide.screenshot('not-all-deleted')
        ide.press('Close')
        ide.wait_end()


def test_folder_changes_while_asked(ide):
    """What is asked says that it is a folder also where the folder's row was made anew meanwhile."""
    with folder_without_trash(ide, 20) as large:
        ide.keys('Delete')
        wait_label(ide, 'Move “large” to the Trash?')
        os.chmod(large, 0o700)
        time.sleep(1.5)  # until the list has heard of it
        ide.keys('Return')
        texts = wait_label(ide, 'Delete “large” for Good?')
        check(any('There is no way back. It is a folder: all that is in it goes, too.' in text for text in texts),
              'it does not say that it is a folder')
        ide.keys('alt+d')
        wait_names(ide, 'main.q')
        check(not os.path.exists(large), 'it is still there')


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
