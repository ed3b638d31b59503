# SPDX-License-Identifier: Apache-2.0
"""The shell around the texts: welcome page, introduction, preferences, devices."""

import os
import subprocess
import time

from ide import wait_for
from tests import check


def labels(ide):
    return [node.name for node in ide.walk() if node.getRoleName() == 'label' and node.name]


def label(ide, text):
    return next(node for node in ide.walk() if node.getRoleName() == 'label' and node.name == text
                and node.queryComponent().getExtents(1).width > 0)


def test_welcome(ide):
    """A window without texts offers a new one, recent files, the introduction and the examples."""
    ide.start()
    check(ide.state()['pages'] == [], 'there is a text already')
    tile = wait_for('the examples', lambda: ide.find('push button', 'Optical flow'))
    ide.screenshot('welcome')
    check(ide.find('list', 'Recent files') is None, 'recent files of a user who has none')
    tile.queryAction().doAction(0)
    copy = os.path.join(ide.folder, 'data', 'redshift', 'examples', 'optical-flow.q')
    ide.wait_page(copy)
    check(os.path.exists(os.path.join(os.path.dirname(copy), 'images', 'scene.png')), 'what it reads was not copied')
    ide.insert('% mine\n')
    ide.keys('ctrl+s')
    ide.wait_state('the save', lambda s: not ide.page(copy, s)['modified'])
    ide.keys('ctrl+w')
    ide.wait_state('no text', lambda s: s['pages'] == [])
    wait_for('the recent file', lambda: ide.find('list', 'Recent files') and 'optical-flow.q' in labels(ide))
    ide.screenshot('welcome-recent')
    ide.press('Optical flow')
    ide.wait_page(copy.replace('flow.q', 'flow-2.q'))
    check(not ide.text().startswith('% mine'), 'the copy is the changed one')
    ide.keys('ctrl+w')
    ide.wait_state('no text', lambda s: s['pages'] == [])
    ide.keys('F6', 'F6', 'F6')
    ide.wait_state('the welcome page by keyboard', lambda s: s['focus'] == 'text')
    ide.keys('Return')
    ide.wait_state('a new text', lambda s: [page['title'] for page in s['pages']] == ['Untitled 1'])


def test_introduction(ide):
    """The introduction opens in a tab; its programs open in an editor and run."""
    ide.start()
    ide.press('Introduction')
    wait_for('the page', lambda: 'Quasar for people who know MATLAB' in ide.text('Documentation'))
    ide.screenshot('introduction')
    ide.press('Open in an Editor')
    ide.wait_state('the program', lambda s: len(s['pages']) == 1)
    check(ide.text().startswith('n = 3'), ide.text())
    ide.keys('F5')
    wait_for('its output', lambda: '1.5 1 1 8' in ide.console())
    ide.keys('ctrl+w')
    ide.wait_state('the page again', lambda s: s['pages'] == [])
    ide.keys('ctrl+w')
    wait_for('the welcome page', lambda: ide.find('push button', 'Optical flow'))


def settings_file(ide, name):
    path = os.path.join(ide.folder, 'config', 'redshift', name)
    if not os.path.exists(path):
        return ''
    with open(path, encoding='utf-8') as file:
        return file.read()


def type_text(ide, text):
    ide.keys(*['space' if letter == ' ' else letter for letter in text])


def open_preferences(ide):
    ide.keys('ctrl+comma')
    wait_for('the window', lambda: 'Font of programs and console' in labels(ide))


def close_preferences(ide):
    time.sleep(0.5)  # a modifier of the key before is up by then
    ide.keys('Escape')
    windows = ['xdotool', 'search', '--onlyvisible', '--name', '^Preferences$']
    wait_for('the end of the window', lambda: not subprocess.run(windows, capture_output=True, check=False).stdout)


def search_preferences(ide, text):
    type_text(ide, text)
    time.sleep(0.5)  # the entry waits for the end of typing


def test_preferences(ide):
    """Ctrl+comma; typing searches all of it; what is changed is in force at once and kept."""
    path = ide.write('loop.q', 'x = zeros(10)\nfor i=0..9\n    x[i] = i\nendfor\nprint sum(x)\n')
    ide.start(path)
    ide.wait_page(path)
    open_preferences(ide)
    ide.screenshot('preferences')
    search_preferences(ide, 'can run in parallel')
    wait_for('the setting', lambda: 'Look for loops that can run in parallel.' in labels(ide))
    ide.screenshot('preferences-search')
    ide.keys('Tab', 'space')
    wait_for('the file', lambda: 'COMPILER_AUTO_FORLOOP_PARALLELIZATION=false' in settings_file(ide, 'settings.ini'))
    ide.screenshot('preferences-setting')
    close_preferences(ide)
    ide.keys('F5')
    wait_for('the run', lambda: '45' in ide.console())
    check('COMPILER_EXACT_MATH' not in settings_file(ide, 'settings.ini'), 'what was not changed is in the file')


def test_keys(ide):
    """A key that is changed works at once and in the next session; one that is taken is refused with who has it."""
    path = ide.write('hello.q', 'print "HELLO"\n')
    ide.start(path)
    ide.wait_page(path)
    open_preferences(ide)
    search_preferences(ide, 'run the prog')
    wait_for('the row', lambda: 'Run the program' in labels(ide))
    ide.keys('Tab', 'space')
    wait_for('the question', lambda: 'Press a key…' in labels(ide))
    ide.keys('ctrl+F9')
    wait_for('the new key', lambda: 'Ctrl+F9' in labels(ide))
    close_preferences(ide)
    ide.keys('ctrl+F9')
    wait_for('the run', lambda: 'HELLO' in ide.console())
    ide.close()
    check('win.run=<Control>F9' in settings_file(ide, 'ide.ini'), settings_file(ide, 'ide.ini'))
    ide.start()
    ide.wait_page(path)
    ide.keys('F5')
    time.sleep(0.5)
    check('HELLO' not in ide.console(), 'the old key still runs')
    ide.keys('ctrl+F9')
    wait_for('the run', lambda: 'HELLO' in ide.console())
    open_preferences(ide)
    search_preferences(ide, 'run the prog')
    ide.keys('Tab', 'space')
    wait_for('the question', lambda: 'Press a key…' in labels(ide))
    ide.keys('F12')
    wait_for('the refusal', lambda: any('“Go to the definition” has that key' in text for text in labels(ide)))
    ide.screenshot('keys')


def test_devices(ide):
    """The panel says what there is, in words; its choices are those of the header, and they come back."""
    path = ide.write('hello.q', 'print ones(1)/3\n')
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+alt+x')
    ide.wait_state('the panel', lambda s: s['focus'] == 'devices')
    wait_for('the memory', lambda: any('of memory' in text for text in labels(ide)))
    ide.screenshot('devices')
    ide.click_node(ide.find('list item', 'Interpreter'))
    ide.click_node(ide.find('list item', 'Double precision'))
    ide.wait_state('the choice', lambda s: (s['device'], s['precision']) == ('interp', 'double'))
    shown = labels(ide)
    check('Double' in shown and shown.count('Interpreter') == 2, shown)
    ide.keys('ctrl+alt+e', 'F5')
    wait_for('the result', lambda: '0.3333' in ide.console())
    ide.close()
    ide.start()
    state = ide.wait_page(path)
    check((state['device'], state['precision']) == ('interp', 'double'), (state['device'], state['precision']))


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
