# SPDX-License-Identifier: Apache-2.0
"""The window itself: panels, keys, runs that end late, closing."""

import contextlib
import os
import re
import signal
import subprocess
import time

from gi.repository import GLib

from effort import Meter
from ide import Failure, wait_for
from tests import check

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')


def panel_table():
    """Identity, title without mnemonic and key of every panel of the registry."""
    with open(os.path.join(ROOT, 'ide', 'app', 'window', 'panels.def'), encoding='utf-8') as file:
        rows = re.findall(r'^RS_PANEL \("([^"]+)", N_ \("([^"]+)"\)[^)]*, ("[^"]*"|NULL)\)$', file.read(), re.M)
    return [(identity, title.replace('_', ''), key.strip('"')) for identity, title, key in rows]


def xdotool_keys(key):
    """"<Control><Alt>p" in xdotool's words."""
    return key.replace('<Control>', 'ctrl+').replace('<Alt>', 'alt+').replace('<Shift>', 'shift+')


def test_panels_by_keyboard(ide):
    """Every panel of the registry has a line in the View menu and a key that shows and focuses it, also after it was
    closed."""
    path = ide.write('hello.q', 'print "hello"\n')
    ide.start(path)
    ide.wait_page(path)
    table = panel_table()
    check(len(table) >= 3, table)
    for identity, _, key in table:
        if key == 'NULL':
            continue
        ide.keys('ctrl+alt+e')
        ide.wait_state('the text', lambda s: s['focus'] == 'text')
        ide.keys(xdotool_keys(key))
        ide.wait_state(f'the focus in {identity}', lambda s: s['focus'] == identity)
        ide.activate('close-panel', GLib.Variant('s', identity))
        ide.wait_state(f'{identity} to be gone', lambda s: identity not in [p.split(':')[0] for p in s['panels']])
        ide.keys(xdotool_keys(key))
        ide.wait_state(f'the focus in {identity} again', lambda s: s['focus'] == identity)
    ide.keys('F10')
    menu = wait_for('the menu',
                    lambda: {node.name for node in ide.walk()
                             if node.role in ('menu item', 'push button', 'label')})
    missing = [title for _, title, _ in table if not any(name and title in name for name in menu)]
    check(not missing, f'not in the menu: {missing}; there are {menu}')
    text = ide.text()
    check(text == 'print "hello"', f'keys wrote into the text: {text!r}')


def test_round_trip(ide):
    """F6 goes round text, side panel, bottom panel and header; Shift+F6 the other way."""
    path = ide.write('picture.q', 'imshow(zeros(20,30))\n')
    ide.start(path)
    ide.wait_page(path)
    ide.run()
    ide.wait_state('the picture', lambda s: s['figures'] and s['figures'][0]['shown'])
    ide.keys('ctrl+alt+e')
    ide.wait_state('the text', lambda s: s['focus'] == 'text')
    for key, round_trip in (('F6', ['figure-1', 'console', 'header', 'text']),
                            ('shift+F6', ['header', 'console', 'figure-1', 'text'])):
        for place in round_trip:
            ide.keys(key)
            ide.wait_state(f'{place} after {key}', lambda s: s['focus'] == place)
    ide.keys('shift+F9')
    ide.keys('F6')
    ide.wait_state('the bottom panel, since the side is hidden', lambda s: s['focus'] == 'console')
    ide.keys('ctrl+alt+f')
    ide.wait_state('the figure', lambda s: s['focus'] == 'figure-1')


def test_layout_restored(ide):
    """Open panels come back as they were; an entry that nobody knows is skipped."""
    path = ide.write('hello.q', 'print "hello"\n')
    ide.start(path)
    ide.wait_page(path)
    ide.activate('close-panel', GLib.Variant('s', 'profile'))
    ide.activate('show-problems')
    state = ide.wait_state('two panels', lambda s: s['panels'] == ['problems:bottom:front', 'console:bottom'])
    ide.close()
    session = os.path.join(ide.folder, 'state', 'redshift', 'session.ini')
    with open(session, encoding='utf-8') as file:
        text = file.read()
    check('panels=problems:bottom:front;console:bottom;' in text, text)
    with open(session, 'w', encoding='utf-8') as file:
        file.write(text.replace('panels=', 'panels=telescope:bottom;console;:::;'))
    ide.start()
    state = ide.wait_state('the panels again', lambda s: ide.page(path, s))
    check(state['panels'] == ['problems:bottom:front', 'console:bottom'], state['panels'])
    told = [text for text in state['notices'] if 'telescope' in text]
    check(len(told) == 1, state['notices'])


FOREVER = 'x = 0\nwhile true\n    x = x + 1\nendwhile\n'


def test_runs_side_by_side(ide):
    """Two programs run at once; the console shows one of them, and each has its folder."""
    os.makedirs(os.path.join(ide.folder, 'a'))
    os.makedirs(os.path.join(ide.folder, 'b'))
    first = ide.write('a/first.q', 'print "FIRST"\nfid = fopen("mine.txt", "w")\nfprintf(fid, "a")\nfclose(fid)\n'
                      + FOREVER)
    second = ide.write('b/second.q', 'print "SECOND"\nfid = fopen("mine.txt", "w")\nfprintf(fid, "b")\nfclose(fid)\n'
                       + FOREVER)
    ide.start(first, second)
    ide.wait_page(first)
    ide.wait_page(second)
    ide.go_to(first, 1)
    ide.activate('run')
    wait_for('the first', lambda: 'FIRST' in ide.console())
    ide.go_to(second, 1)
    ide.activate('run')
    wait_for('the second', lambda: 'SECOND' in ide.console())
    check('FIRST' not in ide.console(), 'the console mixes two runs')
    wait_for('their files', lambda: os.path.exists(os.path.join(ide.folder, 'b', 'mine.txt')))
    check((ide.read('a/mine.txt'), ide.read('b/mine.txt')) == ('a', 'b'),
          'the files were written into each other\'s folder')
    ide.screenshot('two-runs')
    ide.keys('shift+F5')
    ide.wait_state('the end of the second', lambda s: s['run_status'].startswith('Stopped'))
    check(ide.state()['running'], 'the first runs on')
    ide.close()


# A transform of a length that can't be divided is one call of a library.
LATE = 'x = rand(1, 20000003)\nprint "computing"\ny = fft1(x)\nprint "done"\n'


def test_window_does_not_come_back(ide):
    """A window that closes while its run ends is gone; a start meanwhile opens a new one."""
    path = ide.write('late.q', LATE)
    other = ide.write('other.q', 'y = 2\n')
    ide.start(path)
    ide.wait_page(path)
    ide.activate('run')
    wait_for('the start', lambda: 'computing' in ide.console())
    time.sleep(0.5)
    ide.quit()
    wait_for('the window to go', lambda: not ide.has_window(1))
    second = ide.start_again(other)
    wait_for('a window', lambda: ide.has_window(2))
    ide.window = 2
    ide.wait_page(other)
    ide.give_focus()
    ide.keys('x', 'y')
    ide.wait_state('the change', lambda s: ide.page(other, s)['modified'])
    second.wait(10)
    time.sleep(4)
    check(ide.page(other)['modified'], 'the new window went with the old run')
    ide.quit()
    time.sleep(1)
    ide.keys('alt+d')
    check(ide.process.wait(10) == 0, 'exit status')


def quit_and_measure(ide):
    """ms of processor time, of all threads, until the program is gone."""
    meter = Meter(ide.process.pid, 'all', None)
    before = now = meter.read()
    ide.quit()
    while ide.process.poll() is None:
        with contextlib.suppress(OSError):  # it is gone by now
            now = meter.read()
        time.sleep(0.02)
    ide.wait_end()
    return now - before


def test_stopping(ide):
    """A run that does not end at once says so, and can be ended after two seconds; another one starts then."""
    path = ide.write('late.q', LATE)
    ide.start(path)
    ide.wait_page(path)
    ide.activate('run')
    wait_for('the start', lambda: 'computing' in ide.console())
    time.sleep(1)
    began = time.monotonic()
    ide.keys('shift+F5')
    ide.wait_state('the word', lambda s: s['run_status'] == 'Stopping…')
    offered = ide.find('push button', 'End It') is not None
    check(not offered or time.monotonic() - began >= 2, 'offered at once')
    time.sleep(1)
    # It may end by itself at any time.
    button = wait_for('the offer, or the end',
                      lambda: not ide.state()['running'] or ide.find('push button', 'End It'))
    if button is True:
        check(ide.state()['run_status'].startswith('Stopped after'), ide.state()['run_status'])
        return
    check(ide.state()['run_status'].startswith('Stop'), ide.state()['run_status'])
    ide.screenshot('end-it')
    button.act()
    state = ide.wait_state('the end', lambda s: not s['running'])
    check(state['run_status'].startswith('Stopped after'), state['run_status'])
    quick = ide.write('quick.q', 'print "QUICK"\n')
    ide.go_to(quick, 1)
    ide.wait_page(quick)
    ide.activate('run')
    wait_for('the next run', lambda: 'QUICK' in ide.console())
    took = quit_and_measure(ide)
    check(took < 2000, f'Quit waited for the run that was let go: {took:.0f} ms of processor time')


def test_untitled_numbers(ide):
    """A new text takes the lowest number that is free."""
    ide.start()
    titles = lambda s: [page['title'] for page in s['pages']]
    ide.keys('ctrl+n', 'ctrl+n', 'ctrl+n')
    ide.wait_state('three texts', lambda s: titles(s) == ['Untitled 1', 'Untitled 2', 'Untitled 3'])
    ide.keys('ctrl+Page_Up', 'ctrl+w')
    ide.wait_state('two texts', lambda s: titles(s) == ['Untitled 1', 'Untitled 3'])
    ide.keys('ctrl+n')
    ide.wait_state('the free number', lambda s: titles(s) == ['Untitled 1', 'Untitled 3', 'Untitled 2'])


def test_search_without_result(ide):
    """What is not found leaves the cursor where the search began; what is found moves it."""
    path = ide.write('words.q', 'alpha = 1\nbeta = 2\ngamma = 3\nalphabet = 4\n')
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 2, 3)
    ide.keys('ctrl+f')
    ide.keys('g', 'a', 'm')
    ide.wait_state('the match', lambda s: (ide.page(path, s)['line'], ide.page(path, s)['column']) == (3, 1))
    ide.keys('x')
    ide.wait_state('the cursor back', lambda s: (ide.page(path, s)['line'], ide.page(path, s)['column']) == (2, 3))
    ide.keys('Return')
    time.sleep(0.3)
    page = ide.page(path)
    check((page['line'], page['column']) == (2, 3), page)
    ide.keys('BackSpace')
    ide.wait_state('the match again', lambda s: ide.page(path, s)['line'] == 3)


def test_open_every_kind(ide):
    """Images, traces and data open too; the dialog offers them."""
    picture = os.path.join(ide.folder, 'picture.png')
    subprocess.run(['convert', '-size', '40x30', 'xc:red', picture], check=True)
    program = ide.write('make.q', f'save("{ide.folder}/values.npy", [1,2,3])\nprint "SAVED"\n')
    ide.start(program)
    ide.wait_page(program)
    ide.run()
    wait_for('the file', lambda: 'SAVED' in ide.console())
    ide.activate('open-uri', GLib.Variant('s', picture))
    ide.wait_state('the picture', lambda s: s['figures']
                   and (s['figures'][0]['width'], s['figures'][0]['height']) == (40, 30))
    ide.activate('open-uri', GLib.Variant('s', os.path.join(ide.folder, 'values.npy')))
    ide.wait_state('a program that loads the data', lambda s: s['pages'][-1]['title'].startswith('Untitled'))
    ide.keys('F5')
    wait_for('its size', lambda: 'size [' in ide.console())
    ide.keys('ctrl+o')
    filters = wait_for('the kinds of files', lambda: [node.name for node in ide.walk() if
                                                      'Programs, images, data, traces' in (node.name or '')])
    check(filters, 'the dialog does not offer them')


def test_swap_files_of_two_processes(ide):
    """Two processes with the same text that is not saved: each keeps its own, saving in one leaves the other's, and
    what the one that is killed had is offered afterwards."""
    path = ide.write('shared.q', 'x = 1\n')
    folder = os.path.join(ide.folder, 'state', 'redshift', 'swap')

    def swaps():
        names = os.listdir(folder) if os.path.isdir(folder) else []
        return {name: ide.read(os.path.join('state', 'redshift', 'swap', name)) for name in names
                if name.endswith('.swap')}

    ide.start(path)
    ide.wait_page(path)
    ide.insert('% mine\n')
    wait_for('the swap file', swaps)
    own = f'-{ide.process.pid}.swap'
    check(len(swaps()) == 1 and next(iter(swaps())).endswith(own), swaps())
    # Another desktop session: a process of its own, which is offered nothing that the first one still has.
    apart = dict(ide.environment(), GTK_A11Y='none')
    other = subprocess.Popen(['dbus-run-session', '--', ide.program, path], env=apart, stdout=ide.log,
                             stderr=subprocess.STDOUT, start_new_session=True)
    try:
        def windows():
            found = subprocess.run(['xdotool', 'search', '--onlyvisible', '--name', 'shared.q'], capture_output=True,
                                   text=True, check=False).stdout.split()
            return found if len(found) == 2 else None

        mine = subprocess.run(['xdotool', 'search', '--onlyvisible', '--pid', str(ide.process.pid)], check=True,
                              capture_output=True, text=True).stdout.split()
        theirs = next(window for window in wait_for('both windows', windows, 20) if window not in mine)
        subprocess.run(['xdotool', 'windowactivate', '--sync', theirs], check=True)
        time.sleep(1)  # the file is read: this window's state can't be asked
        subprocess.run(['xdotool', 'key', 'ctrl+Home'], check=True)
        subprocess.run(['xdotool', 'type', '--delay', '40', 'y = 7; '], check=True)
        wait_for('both texts', lambda: len(swaps()) == 2 and any('y = 7; x = 1' in text for text in swaps().values()))
        check(any(text.endswith('\n\n% mine\nx = 1') for text in swaps().values()), swaps())
        check(not any('y = 7; % mine' in text for text in swaps().values()), 'the other text was taken over')
        subprocess.run(['xdotool', 'windowactivate', '--sync', mine[-1]], check=True)
        ide.keys('ctrl+s')
        wait_for('one of them', lambda: len(swaps()) == 1)
        check('y = 7; x = 1' in next(iter(swaps().values())), swaps())
        check(ide.read('shared.q') == '% mine\nx = 1\n', ide.read('shared.q'))
    finally:
        os.killpg(other.pid, signal.SIGKILL)
        other.wait()
    ide.close()
    ide.start(path)
    ide.press('Recover Text')
    wait_for('the other text', lambda: ide.text().startswith('y = 7; x = 1'))


def test_imports_checked_again(ide):
    """What is typed into an imported file, saved or not, counts in the open programs that import it."""
    library = ide.write('library.q', 'function y = twice(x)\n    y = 2*x\nendfunction\n')
    path = ide.write('main.q', 'import "library.q"\nprint twice(4)\n')
    late = ide.write('late.q', 'import "missing.q"\nprint thrice(4)\n')
    ide.start(library, path, late)
    ide.wait_page(library)
    ide.wait_state('the check', lambda s: ide.page(path, s) and ide.page(path, s)['diagnostics'] == 0
                   and s['errors'] > 0)
    ide.go_to(library, 1, 14)
    ide.wait_state('the library', lambda s: s['current'] == library)
    ide.keys('a')
    state = ide.wait_state('the error in the program', lambda s: ide.page(path, s)['diagnostics'] > 0)
    check(ide.page(library, state)['modified'], 'it is not saved')
    ide.keys('BackSpace')
    ide.wait_state('no error', lambda s: ide.page(path, s)['diagnostics'] == 0)
    ide.keys('ctrl+n')
    ide.write('missing.q', 'function y = thrice(x)\n    y = 3*x\nendfunction\n')
    ide.go_to(os.path.join(ide.folder, 'missing.q'), 1)
    ide.wait_state('no error when the file is there', lambda s: s['errors'] == 0)


def test_marks_of_long_texts(ide):
    """Marks and underlines have no limit, and follow what is typed above them."""
    text = 'x = zeros(10)\n' + ''.join('for i=0..9\n    x[i] = i\nend\n' for _ in range(1500))
    path = ide.write('loops.q', text)
    ide.start(path)
    ide.wait_page(path)
    ide.wait_state('the loops', lambda s: len(ide.page(path, s)['loops']) == 1500, 30)
    for line in (2, 1502, 4499):
        ide.go_to(path, line)
        ide.wait_state(f'the mark of line {line}', lambda s: s['line_status'] == 'this loop: parallel')
    ide.screenshot('marks')
    ide.go_to(path, 1)
    ide.keys('Home', 'Return', 'Return', 'parenleft')
    ide.wait_state('the error', lambda s: ide.page(path, s)['diagnostics'] > 0 and not ide.page(path, s)['loops'], 30)
    ide.go_to(path, 4501)
    ide.wait_state('the mark, two lines below and in spite of the error',
                   lambda s: s['line_status'] == 'this loop: parallel')


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
