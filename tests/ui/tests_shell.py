# SPDX-License-Identifier: Apache-2.0
"""The shell around the texts: welcome page, introduction, preferences, devices."""

import json
import os
import re
import subprocess
import time

from gi.repository import GLib

from ide import Skip, wait_for
from tests import check


def labels(ide):
    return [name for _, name in ide.named('label')]


def label(ide, text):
    return next(node for node in ide.walk() if node.role == 'label' and node.name == text
                and node.extents().width > 0)


def test_welcome(ide):
    """A window without texts offers a new one, recent files, the introduction and the examples."""
    ide.start()
    check(ide.state()['pages'] == [], 'there is a text already')
    tile = wait_for('the examples', lambda: ide.find('push button', 'Optical flow'))
    ide.screenshot('welcome')
    check(ide.find('list', 'Recent files') is None, 'recent files of a user who has none')
    tile.act()
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
    ide.keys('ctrl+F11')
    wait_for('the new key', lambda: 'Ctrl+F11' in labels(ide))
    close_preferences(ide)
    ide.keys('ctrl+F11')
    wait_for('the run', lambda: 'HELLO' in ide.console())
    ide.close()
    check('win.run=<Control>F11' in settings_file(ide, 'ide.ini'), settings_file(ide, 'ide.ini'))
    ide.start()
    ide.wait_page(path)
    ide.keys('F5')
    time.sleep(0.5)
    check('HELLO' not in ide.console(), 'the old key still runs')
    ide.keys('ctrl+F11')
    wait_for('the run', lambda: 'HELLO' in ide.console())
    open_preferences(ide)
    search_preferences(ide, 'run the prog')
    ide.keys('Tab', 'space')
    wait_for('the question', lambda: 'Press a key…' in labels(ide))
    ide.keys('F12')
    wait_for('the refusal', lambda: any('“Go to the definition” has that key' in text for text in labels(ide)))
    ide.screenshot('keys')
    close_preferences(ide)


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


CONFIGURED = """<!-- mine -->
<quasar>
  <computation-engine name="the CPU, slowly" short-name="Slow">
    <cpu-device num-threads="1" colour="red" />
  </computation-engine>
  <computation-engine name="Far">
    <opencl-device ordinal="77" memory-limit="1G" />
  </computation-engine>
</quasar>
"""


def configured(ide):
    return settings_file(ide, 'devices.xml')


def test_devices_of_one_model(ide):
    """Two devices that are called alike have their numbers behind the name."""
    ide.extra_environment = {'POCL_DEVICES': 'pthread pthread'}
    listed = subprocess.run([os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli'), 'devices'],
                            env=ide.environment(), check=False, capture_output=True, text=True).stdout
    if '\nopencl:1 ' not in listed:
        raise Skip('no two OpenCL devices')
    ide.start(ide.write('two.q', 'x = 1\n'))
    ide.keys('ctrl+alt+x')
    wait_for('both', lambda: all(any(text.startswith('OpenCL') and text.endswith(f'(opencl:{i})')
                                     for _, text in ide.named('label')) for i in (0, 1)))
    ide.screenshot('devices-of-one-model')


def open_devices(ide):
    ide.give_focus()
    ide.keys('ctrl+alt+x')
    ide.wait_state('the panel', lambda s: s['focus'] == 'devices')
    wait_for('the memory', lambda: any('of memory' in text for text in labels(ide)))


def focused(ide):
    """The name of what has the keyboard."""
    for node in ide.walk():
        if node.is_focused and node.role not in ('frame', 'application'):
            return node.name
    return None


LONG_NAME = 'Both processors of the large machine in the cellar'


def test_long_device_name(ide):
    """A device's long name is cut with an ellipsis in the header, and whole in its list."""
    ide.environment()
    os.makedirs(os.path.join(ide.folder, 'config', 'redshift'), exist_ok=True)
    ide.write('config/redshift/devices.xml',
              f'<quasar><computation-engine name="{LONG_NAME}"><cpu-device /></computation-engine></quasar>\n')
    ide.start()
    ide.give_focus()
    ide.activate('device', GLib.Variant('s', LONG_NAME))
    ide.wait_state('the choice', lambda s: s['device'] == LONG_NAME)

    def shown():
        return [node for node in ide.walk() if node.role == 'label' and node.name == LONG_NAME
                and node.extents().width > 0]
    button = wait_for('its name', shown)
    check(button[0].extents().width < 220, f'it is {button[0].extents().width} wide')
    ide.click_node(button[0])
    wait_for('the list', lambda: any(node.extents().width > 300 for node in shown()))
    ide.screenshot('long-device-name')
    ide.keys('Escape')


def test_configurations(ide):
    """Named configurations by keyboard: a new one, chosen for a run, renamed while it is chosen, deleted; what others
    wrote in the file stays; a damaged file is told with its place and never written."""
    path = ide.write('hello.q', 'print ones(1)/4\n')
    ide.environment()
    os.makedirs(os.path.join(ide.folder, 'config', 'redshift'), exist_ok=True)
    file = ide.write('config/redshift/devices.xml', CONFIGURED)
    ide.start(path)
    ide.wait_page(path)
    open_devices(ide)
    wait_for('the list', lambda: 'Slow' in labels(ide) and 'Far' in labels(ide))
    wait_for('the reason', lambda: any("Can't be used: " in text and 'opencl:77' in text for text in labels(ide)))
    check(any('"colour" is not known' in text for text in labels(ide)), labels(ide))

    # A new one.
    ide.click_node(wait_for('the button', lambda: ide.find('push button', 'New Configuration…')))
    wait_for('the question', lambda: 'New Configuration' in labels(ide))
    type_text(ide, 'Slow')
    wait_for('the refusal', lambda: any('a configuration "Slow" already' in text for text in labels(ide)))
    ide.keys('Return')
    check(configured(ide) == CONFIGURED, configured(ide))
    ide.keys('ctrl+a')
    type_text(ide, 'Mine')
    wait_for('consent', lambda: 'It is kept in devices.xml.' in labels(ide))
    ide.screenshot('configuration-new')
    ide.keys('Return')
    wait_for('the file', lambda: '<computation-engine name="Mine">\n    <cpu-device />\n' in configured(ide))
    wait_for('the row', lambda: focused(ide) == 'Mine')

    # Chosen for runs.
    ide.keys('Return')
    ide.wait_state('the choice', lambda s: s['device'] == 'Mine')
    time.sleep(0.3)
    ide.screenshot('configurations')
    ide.keys('F5')
    wait_for('the result', lambda: '0.25' in ide.console())

    # Renamed while it is chosen: runs and the header follow.
    ide.give_focus()
    ide.keys('ctrl+alt+x')
    ide.wait_state('the panel', lambda s: s['focus'] == 'devices')
    ide.keys(*['Down'] * 20)
    for _ in range(40):
        if focused(ide) == 'Edit “Mine”…':
            break
        ide.keys('Tab')
    check(focused(ide) == 'Edit “Mine”…', focused(ide))
    ide.keys('Return')
    wait_for('the question', lambda: 'Edit “Mine”' in labels(ide))
    type_text(ide, 'Ours ')
    ide.keys('ampersand')
    type_text(ide, ' yours')
    ide.keys('Return')
    wait_for('the file', lambda: 'name="Ours &amp; yours"' in configured(ide))
    ide.wait_state('the choice', lambda s: s['device'] == 'Ours & yours')
    wait_for('the header', lambda: labels(ide).count('Ours & yours') >= 2)

    # It comes back; deleted, Automatic takes its place.
    ide.close()
    ide.start()
    state = ide.wait_page(path)
    check(state['device'] == 'Ours & yours', state['device'])
    open_devices(ide)
    ide.click_node(wait_for('the button', lambda: ide.find('push button', 'Delete “Ours & yours”…')))
    wait_for('the question', lambda: 'Delete “Ours & yours”?' in labels(ide))
    ide.keys('Escape')
    time.sleep(0.5)
    check('Ours' in configured(ide), configured(ide))
    ide.click_node(wait_for('the button', lambda: ide.find('push button', 'Delete “Ours & yours”…')))
    wait_for('the question', lambda: 'Delete “Ours & yours”?' in labels(ide))
    ide.keys('alt+d')
    ide.wait_state('the choice', lambda s: s['device'] == 'auto')
    check(configured(ide) == CONFIGURED, configured(ide))

    # Damaged by others while it is chosen: the header goes on telling the choice, a run says what is wrong.
    ide.click_node(ide.find('list item', 'Slow'))
    ide.wait_state('the choice', lambda s: s['device'] == 'Slow')
    damaged = CONFIGURED.replace('"1"', '"many"')
    ide.write('config/redshift/devices.xml', damaged)
    place = f'{file}:4:5: error: num-threads="many"'
    wait_for('the damage', lambda: any(place in text for text in labels(ide)))
    time.sleep(0.3)
    ide.screenshot('configurations-damaged')
    check(not ide.find('list item', 'Slow') and 'Slow' in labels(ide), labels(ide))
    ide.keys('F5')
    wait_for('the error', lambda: place in ide.console())
    ide.click_node(wait_for('the button', lambda: ide.find('push button', 'Show the Place')))
    state = ide.wait_state('the file', lambda s: s['current'] == file and ide.page(file, s)['line'] == 4)
    check(configured(ide) == damaged, configured(ide))


def tab_to(ide, name):
    for _ in range(20):
        if focused(ide) == name:
            return
        ide.keys('Tab')
    check(False, f'{name} is not reached')


def edit_configuration(ide, name):
    ide.click_node(wait_for('the button', lambda: ide.find('push button', f'Edit “{name}”…')))
    wait_for('the question', lambda: f'Edit “{name}”' in labels(ide))


def test_configuration_edit(ide):
    """Devices and limits of a configuration that is there; what the file says beside them stays, and so do devices that
    this machine does not have."""
    path = ide.write('hello.q', 'print 1\n')
    ide.environment()
    os.makedirs(os.path.join(ide.folder, 'config', 'redshift'), exist_ok=True)
    ide.write('config/redshift/devices.xml', CONFIGURED)
    ide.start(path)
    ide.wait_page(path)
    open_devices(ide)
    edit_configuration(ide, 'Far')
    ide.keys('Return')  # as it is
    wait_for('the row', lambda: focused(ide) == 'Far')
    check(configured(ide) == CONFIGURED, configured(ide))
    edit_configuration(ide, 'Far')
    tab_to(ide, 'Processor')
    ide.keys('space')
    tab_to(ide, 'opencl:77  (not on this machine)')
    ide.keys('space', 'shift+Tab')
    tab_to(ide, 'Processor')
    ide.keys('space')
    wait_for('the refusal', lambda: 'Choose a device.' in labels(ide))
    ide.keys('space')
    tab_to(ide, 'opencl:77  (not on this machine)')
    ide.keys('space', 'Tab', 'ctrl+a')
    type_text(ide, '1536M')
    wait_for('consent', lambda: 'It is kept in devices.xml.' in labels(ide))
    ide.screenshot('configuration-edit')
    ide.keys('Return')
    wait_for('the file', lambda: 'memory-limit="1610612736" />\n    <cpu-device />\n' in configured(ide))
    check('colour="red"' in configured(ide) and '<!-- mine -->' in configured(ide), configured(ide))
    wait_for('the row', lambda: focused(ide) == 'Far')
    wait_for('its text', lambda: any('1.50 GiB' in text and 'cpu' in text for text in labels(ide)))


def test_configuration_limits(ide):
    """A new configuration takes devices with a limit, or, where the processor is the only one, offers no other."""
    path = ide.write('hello.q', SCHEDULED)
    ide.start(path)
    ide.wait_page(path)
    open_devices(ide)
    command = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    listed = json.loads(subprocess.run([command, 'devices', '--json'], check=True, capture_output=True).stdout)
    others = [device['name'] for device in listed if device['usable'] and device['name'] != 'cpu']
    ide.click_node(wait_for('the button', lambda: ide.find('push button', 'New Configuration…')))
    wait_for('the question', lambda: 'New Configuration' in labels(ide))
    offered = [text for text in labels(ide) if text.startswith('Memory of ')]
    check(offered == [f'Memory of {name}, at most' for name in others], (offered, others))
    type_text(ide, 'Limited')
    if others:
        ide.keys('Tab', 'Tab', 'space', 'Tab')
        type_text(ide, '256Q')
        wait_for('the refusal', lambda: any(f'The limit of {others[0]} should be' in text for text in labels(ide)))
        ide.keys('BackSpace')
        type_text(ide, 'M')
        wait_for('consent', lambda: 'It is kept in devices.xml.' in labels(ide))
        ide.screenshot('configuration-limit')
    ide.keys('Return')
    wait_for('the file', lambda: 'name="Limited"' in configured(ide))
    driver = others[0].split(':')[0] if others else ''
    check(not others or f'<{driver}-device ordinal="0" memory-limit="268435456" />' in configured(ide), configured(ide))
    wait_for('the row', lambda: focused(ide) == 'Limited')
    ide.keys('Return')
    ide.wait_state('the choice', lambda s: s['device'] == 'Limited')
    ide.keys('F5')
    wait_for('the result', lambda: '320000' in ide.console(), 60)
    check(ide.find('check box', 'Limited'), 'the choice has no name')
    time.sleep(0.3)
    ide.screenshot('configuration-chosen')


def test_configurations_dark(ide):
    ide.environment()
    os.makedirs(os.path.join(ide.folder, 'config', 'redshift'), exist_ok=True)
    ide.write('config/redshift/devices.xml', CONFIGURED)
    ide.extra_environment['ADW_DEBUG_COLOR_SCHEME'] = 'prefer-dark'
    path = ide.write('hello.q', 'print 1\n')
    ide.start(path)
    ide.wait_page(path)
    open_devices(ide)
    wait_for('the list', lambda: 'Slow' in labels(ide))
    time.sleep(0.5)
    ide.screenshot('configurations-dark')


def documented(ide):
    return ide.text('Page of the documentation')


def test_codes_of_problems(ide):
    """A row of the problems list has the code of its message; a click on it, and F1 on the row, open what it means."""
    path = ide.write('codes.q', 'print unknown_name\nx = [1, 2, 3] + [1, 2]\n')
    ide.start(path)
    ide.wait_page(path)
    ide.wait_state('both errors', lambda s: s['errors'] == 2)
    ide.give_focus()
    ide.activate('show-problems')
    ide.click_node(wait_for('the code', lambda: ide.find('label', 'E0301')))
    wait_for('its page', lambda: documented(ide).startswith('E0301: a name that is not defined\n'))
    ide.wait_state('the panel', lambda s: s['focus'] == 'help')
    ide.screenshot('codes-of-problems')
    ide.activate('show-problems')
    ide.wait_state('the list', lambda s: s['focus'] == 'problems')
    ide.keys('Down', 'Down', 'F1')
    wait_for('the page', lambda: documented(ide).startswith('E0501: sizes that do not fit\n'))
    command = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    told = subprocess.run([command, 'doc', 'E0501'], check=True, capture_output=True, text=True).stdout
    check('print [1, 2, 3] + [1, 2]' in told and 'print [1, 2, 3] + [1, 2]' in documented(ide), documented(ide))


def test_codes_of_a_run(ide):
    """An error of a run has its code in the console; a click on it, and F1 there, open what it means."""
    path = ide.write('fails.q', 'x = eval("[1, 2, 3]")\nprint x[7]\n')
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    ide.keys('F5')
    told = wait_for('the error', lambda: '[E0503]' in ide.console() and ide.console())
    check('fails.q:2:7: error: index 7 is outside x' in told, told)
    ide.screenshot('codes-of-a-run')
    extents = ide.text_node('Console output').character_extents(told.index('E0503') + 2)
    ide.click(extents.x + extents.width // 2, extents.y + extents.height // 2)
    wait_for('its page', lambda: documented(ide).startswith('E0503: an index outside of the array\n'))
    ide.activate('explain', GLib.Variant('s', 'E0101'))
    wait_for('another page', lambda: documented(ide).startswith('E0101: '))
    ide.activate('show-console')
    ide.wait_state('the console', lambda s: s['focus'] == 'console')
    ide.keys('F1')
    wait_for('the page again', lambda: documented(ide).startswith('E0503: '))


def test_documentation(ide):
    """F1 looks up the word at the cursor: built-in, in a file that is open, in the library; the texts are those of the
    command; an example opens in an editor."""
    path = ide.write('mine.q', '% Doubles a number.\nfunction y = twice(x)\n    y = 2*x\nendfunction\n'
                     'z = zeros(3)\nprint twice(z)\n')
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    ide.go_to(path, 5, 7)
    ide.keys('F1')
    ide.wait_state('the panel', lambda s: s['focus'] == 'help')
    wait_for('the page', lambda: documented(ide).startswith('zeros\n'))
    time.sleep(0.5)
    ide.screenshot('documentation')
    command = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    told = subprocess.run([command, 'doc', 'zeros'], check=True, capture_output=True, text=True).stdout
    page = documented(ide)
    for line in told.splitlines():
        words = line.strip()
        check(words in ('Example:', 'prints:') or words in page, f'"{words}" is not in: {page}')
    ide.keys('ctrl+a')
    type_text(ide, 'twice')
    wait_for('the page', lambda: documented(ide).startswith('twice\n'))
    check('Doubles a number.' in documented(ide), documented(ide))
    ide.keys('ctrl+a')
    type_text(ide, 'gaussian')
    wait_for('the library', lambda: 'Needs: import "' in documented(ide))
    first = documented(ide)
    ide.keys('Down')
    wait_for('the next one', lambda: documented(ide) != first)
    ide.keys('ctrl+a')
    type_text(ide, 'cumsum')
    wait_for('the page', lambda: documented(ide).startswith('cumsum\n'))
    ide.press('Open in an Editor')
    ide.wait_state('the example', lambda s: len(s['pages']) == 2 and s['current'] != path)


SCHEDULED = """function [] = __kernel__ scale(x : mat, y : mat, k : scalar, pos : ivec2)
    y[pos] = k * x[pos]
endfunction
function [] = main()
    x = ones(400, 400)
    y = zeros(400, 400)
    for i=1..5
        parallel_do(size(x), x, y, 2.0, scale)
    endfor
    print sum(y)
endfunction
"""


def test_scheduling(ide):
    """The devices panel tells where each kernel and loop of the last recorded run ran, how long, and why; a click goes
    to the line."""
    path = ide.write('scheduled.q', SCHEDULED)
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    ide.keys('ctrl+alt+x')
    ide.wait_state('the panel', lambda s: s['focus'] == 'devices')
    ide.click_node(wait_for('the tab', lambda: label(ide, 'Scheduling')))
    wait_for('how to know', lambda: any('known of a run that is recorded' in text for text in labels(ide)))
    ide.click_node(wait_for('the button', lambda: ide.find('push button', 'Run and Record')))
    wait_for('the kernel', lambda: any(text == 'scale  scheduled.q:1' for text in labels(ide)), 60)
    told = labels(ide)
    compiled = next(text for text in told if text.startswith('On cpu, compiled; '))
    check(' in 5 runs' in compiled and 'parallel' in compiled, told)
    interpreted = next(text for text in told if text.startswith('In the interpreter; '))
    check('the loop starts kernels itself' in interpreted, told)
    time.sleep(0.5)
    ide.screenshot('scheduling')
    ide.go_to(path, 1)
    ide.click_node(label(ide, next(text for text in told if text.startswith('loop at line 7'))))
    ide.wait_state('the line', lambda s: ide.page(path, s)['line'] == 7)


PINS = """<quasar>
  <computation-engine name="Mine" short-name="mine">
    <cpu-device/>
    <pin place="pinned.q:3" devices="cpu"/>
    <pin place="pinned.q:6" devices="cpu"/>
    <pin place="other.q:3" devices="cpu"/>
  </computation-engine>
</quasar>
"""


PINNED = ('x = zeros(100)\n\nfor i=0..99\n    x[i] = i\nendfor\nfor k=0..99\n    x[k] += k\nendfor\n'
          'print sum(x)\n')


def with_pins(ide, name):
    """A program with pins of its lines, open; its path, and what gives the places of the pins."""
    path = ide.write(name, PINNED)
    ide.environment()
    os.makedirs(os.path.join(ide.folder, 'config', 'redshift'), exist_ok=True)
    ide.write('config/redshift/devices.xml', PINS)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 1)
    ide.wait_state('the text', lambda s: s['focus'] == 'text')
    return path, lambda: re.findall('place="([^"]*)"', ide.read('config/redshift/devices.xml'))


def test_pins_follow_edits(ide):
    """Pins of lines are at the new places of their lines once a text is saved; those of other files stay."""
    path, places = with_pins(ide, 'pinned.q')
    ide.keys('ctrl+Home', 'percent', 'Return', 'Return', 'ctrl+s')
    ide.wait_state('the save', lambda s: not ide.page(path, s)['modified'])
    wait_for('the new places', lambda: places() == ['pinned.q:5', 'pinned.q:8', 'other.q:3'])
    ide.go_to(path, 2)
    ide.keys('Home', 'shift+Down', 'Delete', 'ctrl+s')
    wait_for('the places without a line', lambda: places() == ['pinned.q:4', 'pinned.q:7', 'other.q:3'])


def save(ide, path, *keys):
    ide.keys(*keys)
    ide.wait_state('the edit', lambda s: ide.page(path, s)['modified'])
    ide.keys('ctrl+s')
    ide.wait_state('the save', lambda s: not ide.page(path, s)['modified'])


def test_pins_of_deleted_lines(ide):
    """A pin stays as it is when its line is deleted, also where another one comes to its place, and goes to where its
    line is when that comes back."""
    path, places = with_pins(ide, 'pinned.q')
    ide.go_to(path, 3)
    save(ide, path, 'Home', 'ctrl+shift+End', 'Delete')
    time.sleep(1)
    check(places() == ['pinned.q:3', 'pinned.q:6', 'other.q:3'], f'without both loops: {places()}')
    save(ide, path, 'ctrl+Home', 'Return')
    time.sleep(1)
    check(places() == ['pinned.q:3', 'pinned.q:6', 'other.q:3'], f'after another edit: {places()}')
    save(ide, path, 'ctrl+z', 'ctrl+z', 'ctrl+Home', 'percent', 'Return')
    wait_for('the lines that are back', lambda: places() == ['pinned.q:4', 'pinned.q:7', 'other.q:3'])
    ide.go_to(path, 4)
    save(ide, path, 'Home', 'shift+Down', 'shift+Down', 'shift+Down', 'Delete')
    wait_for('the second at the place of the first', lambda: places() == ['pinned.q:4', 'pinned.q:4', 'other.q:3'])
    save(ide, path, 'ctrl+z')
    wait_for('both at their places', lambda: sorted(places()) == ['other.q:3', 'pinned.q:4', 'pinned.q:7'])


def test_pins_of_a_name_of_two_files(ide):
    """A pin that may be that of another file stays, which is told."""
    os.makedirs(os.path.join(ide.folder, 'sub'))
    ide.write('pinned.q', PINNED)
    path, places = with_pins(ide, 'sub/pinned.q')
    save(ide, path, 'ctrl+Home', 'percent', 'Return')
    told = wait_for('what is told', lambda: [text for _, text in ide.named('label') if 'has that name, too' in text])
    ide.screenshot('pins-of-two-files')
    check('“pinned.q:3”, “pinned.q:6”' in told[0] and os.path.join(ide.folder, 'pinned.q') in told[0], told)
    check(places() == ['pinned.q:3', 'pinned.q:6', 'other.q:3'], places())
    ide.write('config/redshift/devices.xml', PINS.replace('"pinned', '"sub/pinned'))
    save(ide, path, 'ctrl+Home', 'percent', 'Return')
    wait_for('the new places', lambda: places() == ['sub/pinned.q:4', 'sub/pinned.q:7', 'other.q:3'])


def open_scheduling(ide):
    """The Scheduling page, by key and mouse."""
    ide.give_focus()
    ide.keys('ctrl+alt+x')
    ide.wait_state('the panel', lambda s: s['focus'] == 'devices')
    ide.click_node(wait_for('the tab', lambda: label(ide, 'Scheduling')))


def told_of(ide, title):
    """What is said below the titles."""
    return [node.name for node in ide.walk() if node.role == 'label' and node.name.startswith(title)
            and node.extents().width > 0]


def open_menu_by_key(ide, name):
    """The menu of the row of that kernel, by keyboard."""
    for _ in range(40):
        if focused(ide).startswith(name):
            break
        ide.keys('Down' if focused(ide).startswith('loop at') else 'Tab')
    check(focused(ide).startswith(name), focused(ide))
    ide.keys('shift+F10')
    wait_for('the menu', lambda: ide.find('menu item', 'Run Always On…'))
    time.sleep(0.5)  # it takes keys once it has opened


def need_opencl(ide):
    command = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    listed = json.loads(subprocess.run([command, 'devices', '--json'], check=True, capture_output=True).stdout)
    if not any(device['name'] == 'opencl:0' and device['usable'] for device in listed):
        raise Skip('no OpenCL device')


def test_pinned(ide):
    """A kernel is given to a device by keys and mouse: the next run has it there, so does the next session; shares,
    too; "As Measured" takes it back. Without a configuration one is made, by the name that the user gives."""
    need_opencl(ide)
    path = ide.write('scheduled.q', SCHEDULED.replace('400)\n    y', '400)\n    x[0,0] = 1\n    y'))
    ide.start(path)
    ide.wait_page(path)
    open_scheduling(ide)
    ide.click_node(wait_for('the button', lambda: ide.find('push button', 'Run and Record')))
    wait_for('the kernel', lambda: told_of(ide, 'scale  scheduled.q:1'), 60)
    wait_for('its devices', lambda: any('May run on cpu' in text for text in told_of(ide, 'On cpu, compiled')))

    # Shares that are not set yet are equal at first.
    menu_button = 'Where “scale” runs'

    def open_menu():
        ide.click_node(wait_for('the button', lambda: ide.find('toggle button', menu_button)
                                or ide.find('push button', menu_button)))
        wait_for('the menu', lambda: ide.find('menu item', 'Run Always On…'))
        time.sleep(0.5)  # it takes keys once it has opened

    open_menu()
    ide.keys('s')
    wait_for('the question', lambda: 'Share “scale” by Hand' in labels(ide))
    type_text(ide, 'Half')
    wait_for('consent', lambda: 'It is kept in devices.xml.' in labels(ide))
    ide.keys('Escape')
    wait_for('the end of the question', lambda: 'Share “scale” by Hand' not in labels(ide))

    # The built-in choice: a name is asked for. By mouse, then by keyboard.
    open_menu()
    ide.keys('r')
    wait_for('the question', lambda: 'Run “scale” Always On' in labels(ide))
    wait_for('the refusal', lambda: 'a configuration needs a name' in labels(ide))
    type_text(ide, 'Mine')
    ide.keys('Tab', 'Down')
    wait_for('consent', lambda: 'It is kept in devices.xml.' in labels(ide))
    ide.screenshot('pinned-question')
    ide.keys('alt+k')
    wait_for('the file', lambda: '<pin place="scale" devices="opencl:0" />' in configured(ide))
    ide.wait_state('the choice', lambda s: s['device'] == 'Mine')
    wait_for('the row', lambda: any('Set by hand: always on opencl:0' in text for text in told_of(ide, 'On cpu')))

    # The next run, and one of the next session.
    for _ in range(2):
        ide.give_focus()
        ide.keys('ctrl+shift+F5')
        open_scheduling(ide)
        there = wait_for('the device', lambda: told_of(ide, 'On opencl:0, compiled'), 60)
        check('; ' in there[0] and ' in 5 runs' in there[0] and 'Set by hand: always on opencl:0' in there[0], there)
        check(' copied for it' in there[0] and 'May run on opencl:0, cpu' in there[0], there)
        check(not any('in 5 runs' in text for text in told_of(ide, 'On cpu')), told_of(ide, 'On cpu'))
        time.sleep(0.3)
        ide.screenshot('pinned')
        ide.close()
        ide.start()
        ide.wait_page(path)
        open_scheduling(ide)
        wait_for('the pin', lambda: any('Set by hand: always on opencl:0' in text for text in labels(ide)))

    # Shares, by keyboard, of a kernel that has not run in this session.
    open_menu_by_key(ide, 'scale')
    ide.keys('s')
    wait_for('the question', lambda: 'Share “scale” by Hand' in labels(ide))
    ide.keys('ctrl+a')
    type_text(ide, '40')
    ide.keys('Tab')
    wait_for('the refusal', lambda: any('make 140 per cent together' in text for text in labels(ide)))
    ide.keys('ctrl+a')
    type_text(ide, '60')
    ide.keys('Return')
    wait_for('the file', lambda: '<pin place="scale" devices="cpu 40, opencl:0 60" />' in configured(ide))
    wait_for('the row', lambda: any('40 % on cpu, 60 % on opencl:0' in text for text in labels(ide)))
    wait_for('the end of the question', lambda: 'Share “scale” by Hand' not in labels(ide))
    ide.give_focus()
    ide.keys('ctrl+shift+F5')
    open_scheduling(ide)
    wait_for('both', lambda: any(' in 3 runs' in text for text in told_of(ide, 'On opencl:0, compiled'))
             and any(' in 2 runs' in text for text in told_of(ide, 'On cpu, compiled')), 60)
    ide.screenshot('pinned-shares')

    # As before.
    open_menu_by_key(ide, 'scale')
    ide.keys('m')
    wait_for('the file', lambda: '<pin' not in configured(ide))
    wait_for('the rows', lambda: not any('Set by hand' in text for text in labels(ide)))


def test_restored(ide):
    """A new start has the splits with their places, the breakpoints with their conditions, and the watches; a run stops
    where one is."""
    first = ide.write('first.q', 'a = 1\nfor i=1..5\n    a = a + i\nendfor\nprint a\n')
    second = ide.write('second.q', 'y = 2\n')
    ide.start(second, first)
    ide.wait_page(first)
    ide.wait_page(second)
    ide.give_focus()
    ide.keys('ctrl+alt+e', 'ctrl+backslash')
    ide.wait_state('two views', lambda s: ide.page(first, s)['split'] == 'beside')
    view = wait_for('the second view', lambda: ide.find('text', 'Source text, second view')).extents()
    left = ide.text_node().extents()
    edge = (left.x + left.width + view.x) // 2
    drag = ['mousemove', str(edge), str(view.y + 200), 'mousedown', '1', 'mousemove_relative', '--sync', '--', '-150',
            '0', 'mousemove_relative', '--sync', '--', '-150', '0', 'mouseup', '1']
    subprocess.run(['xdotool', *drag], check=True)
    at = ide.wait_state('the drag', lambda s: 0 < ide.page(first, s)['split_at'] < 0.4)
    at = ide.page(first, at)['split_at']
    ide.go_to(first, 3)
    ide.keys('ctrl+F8', 'ctrl+shift+F8')
    wait_for('the question', lambda: ide.find('push button', 'Set'))
    type_text(ide, 'i')
    ide.keys('greater', '3', 'Return')
    wait_for('its end', lambda: not ide.find('push button', 'Set'))
    ide.give_focus()
    ide.keys('ctrl+alt+w')
    ide.wait_state('the watches', lambda s: s['focus'] == 'watches')
    type_text(ide, 'a')
    ide.keys('asterisk', '2', 'Return')
    wait_for('the watch', lambda: 'a*2' in labels(ide))
    ide.go_to(second, 1)
    ide.keys('ctrl+shift+backslash')
    ide.wait_state('two views', lambda s: ide.page(second, s)['split'] == 'below')
    ide.go_to(first, 1)
    ide.close()
    ide.start()
    state = ide.wait_state('all of it', lambda s: ide.page(first, s) and ide.page(second, s)
                           and s['current'] == first and abs(ide.page(first, s)['split_at'] - at) < 0.01)
    check([ide.page(path, state)['split'] for path in (first, second)] == ['beside', 'below'], state['pages'])
    check(abs(ide.page(second, state)['split_at'] - 0.5) < 0.01, state['pages'])
    time.sleep(0.5)
    ide.screenshot('restored')
    check('a*2' in labels(ide), labels(ide))
    ide.give_focus()
    ide.keys('ctrl+alt+e', 'F5')
    ide.wait_state('the breakpoint', lambda s: s['run_status'] == 'Paused' and ide.page(first, s)['line'] == 3, 20)
    wait_for('the value of the watch', lambda: 'a*2 = 14' in labels(ide))
    ide.keys('F5')
    ide.wait_state('the next time', lambda s: s['run_status'] == 'Paused')
    ide.keys('F5')
    ide.wait_state('the end', lambda s: not s['running'])


def test_concurrent_kernels(ide):
    """The panel of devices has a switch for kernels side by side; it is the setting that runs and the command have."""
    path = ide.write('scheduled.q', SCHEDULED)
    ide.start(path)
    ide.wait_page(path)
    open_devices(ide)
    check('RUNTIME_CONCURRENT_KERNELS' not in settings_file(ide, 'settings.ini'), 'it is set at first')
    tab_to(ide, 'Kernels run side by side')
    ide.keys('Return')
    wait_for('the file', lambda: 'RUNTIME_CONCURRENT_KERNELS=false' in settings_file(ide, 'settings.ini'))
    time.sleep(0.3)
    ide.screenshot('concurrent-kernels')
    ide.keys('F5')
    wait_for('the result', lambda: '320000' in ide.console(), 60)
    open_devices(ide)
    tab_to(ide, 'Kernels run side by side')
    ide.keys('Return')
    wait_for('the file', lambda: 'RUNTIME_CONCURRENT_KERNELS' not in settings_file(ide, 'settings.ini'))


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
