# SPDX-License-Identifier: Apache-2.0
"""Names in the editor, by keyboard: completion, hover, definition, references, renaming, places visited, outline,
files, layout."""

import time

from ide import wait_for
from tests import check

PROGRAM = '''% Doubles a number.
function y = twice(x : scalar)
    y = 2*x
endfunction
function [] = main()
    count = 3
    image = zeros(4,5)
    print twice(count) + count, sum(image)
endfunction
'''


def open_program(ide, text=PROGRAM, name='names.q'):
    path = ide.write(name, text)
    ide.start(path)
    ide.wait_page(path)
    ide.wait_state('the check', lambda s: ide.page(path, s)['checked'])
    return path


def place(ide, path, state):
    page = ide.page(path, state)
    return page['line'], page['column']


def test_completion(ide):
    path = open_program(ide)
    ide.go_to(path, 7, 23)
    ide.keys('End', 'Return')
    ide.keys('c', 'o', 'u')
    wait_for('the list', lambda: any(node.name == 'count' for node in ide.walk() if node.role == 'label'))
    ide.screenshot('completion')
    ide.keys('Return')
    wait_for('the word', lambda: '    count\n' in ide.text())
    ide.keys('Return', 't', 'w')
    ide.keys('ctrl+space')
    wait_for('the function', lambda: any(node.name == 'twice' for node in ide.walk() if node.role == 'label'))
    ide.keys('Return')
    wait_for('the function', lambda: '    twice\n' in ide.text())
    ide.keys('parenleft', 'c')
    ide.keys('Escape')
    ide.keys('ctrl+shift+space')
    wait_for('the parameters', lambda: any('function y = twice(x : scalar)' in node.name and 'argument 1' in node.name
                                           for node in ide.walk() if node.role == 'label'))
    ide.screenshot('parameters')


def test_no_completion_in_comments(ide):
    path = open_program(ide)
    ide.go_to(path, 1, 20)
    ide.keys('End')
    ide.keys('space', 'c', 'o', 'u')
    time.sleep(1)
    check(not any(node.name == 'count' for node in ide.walk() if node.role == 'label'), 'a list in a comment')


def test_definition_and_back(ide):
    path = open_program(ide)
    ide.go_to(path, 8, 12)
    ide.wait_state('the place', lambda s: place(ide, path, s) == (8, 12))
    ide.keys('F12')
    ide.wait_state('the definition', lambda s: place(ide, path, s) == (2, 14))
    ide.keys('alt+Left')
    ide.wait_state('back', lambda s: place(ide, path, s) == (8, 12))
    ide.keys('alt+Right')
    ide.wait_state('forward', lambda s: place(ide, path, s) == (2, 14))
    ide.go_to(path, 8, 35)
    ide.keys('F12')
    ide.wait_state('the reason', lambda s: '“sum” is a built-in' in s['run_status'])


def test_references(ide):
    path = open_program(ide)
    ide.go_to(path, 6, 6)
    ide.keys('shift+F12')
    ide.wait_state('the panel', lambda s: s['focus'] == 'results')
    names = wait_for('the places',
                     lambda: [node.name for node in ide.walk() if node.role == 'label'
                              and 'names.q:' in node.name])
    check(sorted(set(names)) == ['names.q:6:5', 'names.q:8:17', 'names.q:8:26'], names)
    ide.screenshot('references')
    ide.keys('Down', 'Return')
    ide.wait_state('a place', lambda s: place(ide, path, s)[0] in (6, 8) and s['focus'] == 'text')


def test_rename(ide):
    path = open_program(ide)
    ide.go_to(path, 8, 26)
    ide.keys('F2')
    wait_for('the question', lambda: ide.find('push button', 'Rename'))
    ide.keys('i', 'm', 'a', 'g', 'e')
    wait_for('the reason',
             lambda: any('means something else already' in node.name for node in ide.walk()
                         if node.role == 'label'))
    ide.keys('s')
    wait_for('the preview', lambda: any('3 places change: names.q line 6, 8, 8' in node.name for node in ide.walk()
                                        if node.role == 'label'))
    ide.screenshot('rename')
    ide.keys('Return')
    wait_for('the new name', lambda: ide.text().rstrip('\n') == PROGRAM.replace('count', 'images').rstrip('\n'))
    time.sleep(0.5)
    ide.activate('undo')
    wait_for('one undo', lambda: ide.text().rstrip('\n') == PROGRAM.rstrip('\n'))


def test_outline_and_files(ide):
    other = ide.write('other_file.q', 'y = 1\n')
    path = open_program(ide)
    ide.keys('ctrl+shift+o')
    wait_for('the outline', lambda: any(node.name == 'twice' for node in ide.walk() if node.role == 'label'))
    ide.screenshot('outline')
    ide.keys('m', 'a', 'i', 'Return')
    ide.wait_state('the function', lambda s: place(ide, path, s)[0] == 5)
    ide.keys('ctrl+p')
    wait_for('the files',
             lambda: any(node.name == 'other_file.q' for node in ide.walk() if node.role == 'label'))
    ide.keys('o', 't', 'h', 'Return')
    ide.wait_state('the file', lambda s: s['current'] == other)


def test_format(ide):
    path = open_program(ide, 'function y = f( x )\ny   =  x\nendfunction\n')
    ide.keys('ctrl+shift+j')
    wait_for('the layout', lambda: ide.text().startswith('function y = f(x)\n    y = x\nendfunction'))
    ide.activate('undo')
    wait_for('one undo', lambda: 'f( x )' in ide.text())
    ide.go_to(path, 2, 1)
    ide.keys('parenleft')
    ide.keys('ctrl+shift+j')
    ide.wait_state('the reason', lambda s: s['run_status'] == 'The text has errors and stays as it is')
    check('f( x )' in ide.text(), ide.text())


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
