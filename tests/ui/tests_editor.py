# SPDX-License-Identifier: Apache-2.0
"""Names in the editor, by keyboard: completion, hover, definition, references, renaming, places visited, outline,
files, layout."""

import os
import subprocess
import time

from ide import takes_room, wait_for
from tests import check
from tests_debug import hover
from tests_text import labels, type_text

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
    ide.keys('Tab')
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


def test_completion_follows_the_word(ide):
    """The list has what goes on with the word as it is: fewer names with each letter, more when one is taken back,
    others in the next word, none in front of it."""
    path = open_program(ide)

    def shows(*names):
        shown = [node.name for node in ide.walk() if node.role == 'label' and takes_room(node)]
        return all(name in shown for name in names)

    ide.go_to(path, 7, 23)
    ide.keys('End', 'Return')
    ide.keys('c', 'o')
    wait_for('names with co', lambda: shows('count', 'conj'))
    ide.keys('u')
    wait_for('names with cou', lambda: shows('count') and not shows('conj'))
    ide.keys('BackSpace')
    wait_for('names with co again', lambda: shows('count', 'conj'))
    ide.keys('n', 'j', 'space', 't', 'w')
    wait_for('names with tw', lambda: shows('twice') and not shows('conj'))
    ide.keys('Tab')
    wait_for('the word', lambda: '    conj twice\n' in ide.text())
    ide.keys(*['Left'] * 6)
    wait_for('no list', lambda: not shows('twice'))


def list_with(ide, path, name):
    """Types the first letters of a name into a new line 8 until the list shows it."""
    ide.go_to(path, 7, 23)
    ide.keys('End', 'Return', *name[:3])
    wait_for('the list', lambda: is_listed(ide, name))


def is_listed(ide, name):
    return any(node.name == name and takes_room(node) for node in ide.walk() if node.role == 'label')


def test_completion_stays_in_its_line(ide):
    """The list closes when the cursor goes to another line, and when the keyboard goes elsewhere: Tab indents then."""
    path = open_program(ide)
    list_with(ide, path, 'count')
    ide.keys('ctrl+l')
    wait_for('the question', lambda: ide.find('push button', 'Go'))
    ide.keys('2', 'Return')
    ide.wait_state('the line', lambda s: place(ide, path, s) == (2, 1) and s['focus'] == 'text')
    wait_for('no list after Ctrl+L', lambda: not is_listed(ide, 'count'))
    ide.keys('Tab')
    wait_for('an indented line', lambda: '\n    function y = twice(x : scalar)\n' in ide.text())
    check('\n    cou\n' in ide.text(), ide.text())
    ide.keys('ctrl+z')
    list_with(ide, path, 'count')
    ide.go_to(path, 2)  # as the list of problems does
    wait_for('no list in another line', lambda: not is_listed(ide, 'count'))
    list_with(ide, path, 'count')
    ide.keys('F1')
    ide.wait_state('the help', lambda s: s['focus'] == 'help')
    wait_for('no list beside the help', lambda: not is_listed(ide, 'count'))
    ide.screenshot('completion-help')


def test_return_ends_the_line(ide):
    """Return takes no proposal of a list that came by itself, at any pace, but one that was gone to by arrows."""
    path = ide.write('fast.q', '')
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+alt+e')
    names = {' ': 'space', '=': 'equal', '.': 'period', '-': 'minus', '\n': 'Return', "'": 'apostrophe'}
    text = "c = 5.0\ndn = 3.0 - c\nds = 4.0 - c\nz = c.'\nw = co\n"
    for pace in (40, 70, 200):
        ide.keys('ctrl+a', 'BackSpace')
        subprocess.run(['xdotool', 'key', '--delay', str(pace), *[names.get(letter, letter) for letter in text]],
                       check=True)
        wait_for('all of it', lambda: ide.text().endswith('\n') and 'w =' in ide.text())
        check(ide.text() == text, ide.text())
    ide.keys('c', 'o')
    wait_for('the list', lambda: any('⇥ Tab' in label for label in labels(ide)))
    ide.screenshot('completion-keys')
    ide.keys('Down', 'Return')
    wait_for('a name', lambda: len(ide.text()) > len(text) + 2)
    check(not ide.text().endswith('\n'), ide.text())


def note(ide):
    """What the note on a call says; None when it does not show."""
    return next((name for _, name in ide.named('label') if '\nargument ' in name), None)


def test_parameters(ide):
    """The note stays while arguments are typed, marks the one at hand, follows into calls inside of calls and out
    again, and goes at Escape and when the brackets are left."""
    path = open_program(ide)
    ide.go_to(path, 7, 23)
    ide.keys('End', 'Return')
    type_text(ide, 'z = mod(5, ')
    ide.keys('ctrl+shift+space')
    wait_for('the second parameter', lambda: note(ide) == 'y = mod(a, b)\nargument 2: b')
    type_text(ide, '4 + twice(3')
    wait_for('the inner call', lambda: note(ide) == 'function y = twice(x : scalar)\nargument 1: x : scalar')
    ide.screenshot('parameters-inner')
    type_text(ide, ')')
    wait_for('the outer call again', lambda: note(ide) == 'y = mod(a, b)\nargument 2: b')
    ide.screenshot('parameters-outer')
    ide.keys(*['Left'] * 14)
    wait_for('the first parameter', lambda: note(ide) == 'y = mod(a, b)\nargument 1: a')
    ide.keys('End')
    type_text(ide, ')')
    wait_for('no note behind the call', lambda: note(ide) is None)
    ide.keys('Left')
    ide.keys('ctrl+shift+space')
    wait_for('the note again', lambda: note(ide) == 'y = mod(a, b)\nargument 2: b')
    ide.keys('Escape')
    wait_for('no note', lambda: note(ide) is None)
    ide.keys('Left')
    ide.wait_state('the cursor inside', lambda s: place(ide, path, s) == (8, 27))
    check(note(ide) is None, 'the note came back after Escape')
    ide.keys('ctrl+shift+space')
    wait_for('the note again', lambda: note(ide) is not None)
    ide.keys('Up')
    wait_for('no note in another line', lambda: note(ide) is None)
    check('    z = mod(5, 4 + twice(3))\n' in ide.text(), ide.text())


def test_parameters_while_typing(ide):
    """The note comes by itself with the bracket of a call, also of a function of the program, and with no other."""
    path = open_program(ide)
    ide.go_to(path, 7, 23)
    ide.keys('End', 'Return')
    type_text(ide, 'z = (5')
    time.sleep(0.5)
    check(note(ide) is None, 'a bracket that calls nothing has a note')
    type_text(ide, ' + twice(')
    wait_for('the parameter', lambda: note(ide) == 'function y = twice(x : scalar)\nargument 1: x : scalar')
    ide.keys('Escape')
    wait_for('no note', lambda: note(ide) is None)
    type_text(ide, '3))')
    time.sleep(0.5)
    check(note(ide) is None, 'the note came back after Escape')


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


OVERLOADS = """function y = area(s : scalar)
    y = s
endfunction
function y = area(s : mat)
    y = sum(s)
endfunction
x = eval("3")
print area(x)
print area(2.5)
"""


def test_open_overloads(ide):
    """F12 on a call whose types are open until the run asks which definition is meant; where they are known, it goes
    there."""
    path = open_program(ide, OVERLOADS)
    ide.go_to(path, 9, 8)
    ide.keys('F12')
    ide.wait_state('the definition', lambda s: place(ide, path, s) == (1, 14))
    ide.go_to(path, 8, 8)
    ide.keys('F12')
    wait_for('the choice', lambda: 'function y = area(s : mat)' in labels(ide))
    ide.screenshot('open-overloads')
    ide.keys('Down', 'Return')
    ide.wait_state('the second', lambda s: place(ide, path, s) == (4, 14))


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
    wait_for('the places', lambda: any('3 places change: ' in node.name for node in ide.walk() if node.role == 'label'))
    ide.screenshot('rename-question')
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
    ide.keys('ctrl+z')
    wait_for('one undo', lambda: ide.text().rstrip('\n') == PROGRAM.rstrip('\n'))


SHAPES = """% How large it is.
function y = area(s : shape)
    y = s.width * s.height
endfunction
type shape : mutable class
    width : scalar
    height : scalar
endtype
"""
FIRST = 'import "../shapes.q"\nprint area(shape(width:=3, height:=4))\n'
SECOND = 'import "shapes.q"\ns = shape(width:=1, height:=2)\nprint area(s) + s.width\n'


def open_folder(ide):
    """shapes.q and second.q are open, the latter with a line that is not saved; below/first.q is not."""
    os.makedirs(os.path.join(ide.folder, 'work', 'below'))
    ide.write('work/below/first.q', FIRST)
    second = ide.write('work/second.q', SECOND)
    shapes = ide.write('work/shapes.q', SHAPES)
    ide.start(second, shapes)
    ide.wait_page(second)
    ide.wait_page(shapes)
    ide.go_to(second, 3, 24)
    ide.wait_state('the second text', lambda s: s['current'] == second)
    ide.keys('End', 'Return')
    type_text(ide, 'print area(s)')
    ide.keys('Escape')
    ide.go_to(shapes, 2, 15)
    ide.wait_state('the first text', lambda s: s['current'] == shapes and ide.page(shapes, s)['checked'])
    return shapes, second


def texts(ide):
    """Those of all pages, also of the ones behind others."""
    return [node.text() for node in ide.walk() if node.role == 'text' and node.name == 'Source text']


def places(ide):
    return sorted({name for _, name in ide.named('label') if '.q:' in name and name.count(':') == 2})


def test_references_in_folder(ide):
    """All programs of the folder, also what is not open and what is not saved."""
    shapes, second = open_folder(ide)
    ide.keys('shift+F12')
    wait_for('the places', lambda: places(ide) == ['below/first.q:2:7', 'second.q:3:7', 'second.q:4:7',
                                                   'shapes.q:2:14'])
    check(any(name == '4 places in 3 files: “area”' for _, name in ide.named('label')), labels(ide))
    ide.screenshot('references-in-folder')
    ide.go_to(shapes, 3, 11)
    ide.keys('shift+F12')
    wait_for('the field', lambda: places(ide) == ['below/first.q:2:18', 'second.q:2:11', 'second.q:3:19',
                                                  'shapes.q:3:11', 'shapes.q:6:5'])


def test_references_around_the_folder(ide):
    """A program in the folder around this one is open in another tab: it is looked through, too."""
    os.makedirs(os.path.join(ide.folder, 'work', 'parts'))
    shapes = ide.write('work/parts/shapes.q', SHAPES)
    ide.write('work/closed.q', 'import "parts/shapes.q"\nprint area(shape(width:=1, height:=2))\n')
    main = ide.write('work/main.q', 'import "parts/shapes.q"\nprint area(shape(width:=3, height:=4))\n')
    ide.start(main, shapes)
    ide.wait_page(main)
    ide.wait_page(shapes)
    ide.go_to(shapes, 2, 15)
    ide.wait_state('the check', lambda s: s['current'] == shapes and ide.page(shapes, s)['checked'])
    ide.keys('shift+F12')
    wait_for('the places', lambda: places(ide) == ['closed.q:2:7', 'main.q:2:7', 'parts/shapes.q:2:14'])


def test_references_in_a_long_line(ide):
    """A row shows what is around its place, not the whole line."""
    path = ide.write('long.q', 'x = 0\ny = [' + ', '.join(['x'] * 3000) + ']\n')
    ide.start(path)
    ide.wait_page(path)
    ide.wait_state('the check', lambda s: ide.page(path, s)['checked'])
    ide.go_to(path, 1, 1)
    ide.keys('shift+F12')
    wait_for('the places', lambda: any(text.startswith('3001 places') for text in labels(ide)))
    rows = wait_for('rows', lambda: [text for text in labels(ide) if text.startswith('y = [x') or '…' in text])
    check(max(map(len, rows)) <= 202, [len(row) for row in rows])


def test_references_cancelled(ide):
    """Of a folder with many programs: a button comes up that cancels."""
    path = ide.write('shapes.q', SHAPES)
    for i in range(1500):
        ide.write(f'p{i}.q', 'import "shapes.q"\nimport "imfilter.q"\nimport "dtcwt.q"\n'
                             f'print area(shape(width:={i}, height:=1))\n')
    ide.start(path)
    ide.wait_page(path)
    ide.wait_state('the check', lambda s: ide.page(path, s)['checked'])
    ide.go_to(path, 2, 15)
    ide.keys('shift+F12')
    wait_for('the button', lambda: ide.find('push button', 'Cancel'))
    ide.screenshot('references-under-way')
    ide.press('Cancel')
    wait_for('the end', lambda: any(name == 'Cancelled' for _, name in ide.named('label')))
    check(not places(ide), places(ide))


def test_rename_in_folder(ide):
    """One question renames in all files: what is open can be undone, what is not open is written."""
    shapes, second = open_folder(ide)
    ide.keys('F2')
    type_text(ide, 'surface')
    wait_for('the preview',
             lambda: any(name == '4 places change: shapes.q line 2; first.q line 2; second.q line 3, 4\n'
                                 'Not open, and written at once: first.q\n'
                                 f'Looked through: {os.path.dirname(shapes)}' for _, name in ide.named('label')))
    ide.screenshot('rename-in-folder')
    ide.keys('Return')
    ide.wait_state('the report',
                   lambda s: s['run_status'] == '4 places renamed; 1 file that was not open is written')
    check(any('function y = surface(s : shape)' in text for text in texts(ide)), texts(ide))
    check(ide.read('work/below/first.q') == FIRST.replace('area', 'surface'), ide.read('work/below/first.q'))
    check(ide.read('work/shapes.q') == SHAPES and ide.read('work/second.q') == SECOND, 'an open text was saved')
    ide.go_to(second, 1)
    ide.wait_state('the other text', lambda s: s['current'] == second)
    check(any('print surface(s) + s.width\nprint surface(s)' in text for text in texts(ide)), texts(ide))
    ide.keys('ctrl+z')
    wait_for('one undo', lambda: any('print area(s) + s.width\nprint area(s)' in text for text in texts(ide)))


def ask_for_name(ide, name, preview):
    ide.keys('F2')
    wait_for('the question', lambda: ide.find('push button', 'Rename'))
    type_text(ide, name)
    wait_for('the preview', lambda: any(preview in text for text in labels(ide)))


def test_rename_in_unchanged_pages(ide):
    """Two files are open as they were saved. One that another program has changed has to be reloaded first."""
    second = ide.write('second.q', 'import "shapes.q"\nprint area(3)\n')
    shapes = ide.write('shapes.q', 'function y = area(x)\n    y = 2*x\nendfunction\n')
    ide.start(second, shapes)
    ide.wait_page(second)
    ide.wait_page(shapes)
    ide.go_to(shapes, 1, 15)
    ide.wait_state('the check', lambda s: s['current'] == shapes and all(page['checked'] for page in s['pages']))
    ask_for_name(ide, 'surface', '2 places change: ')
    ide.keys('Return')
    ide.wait_state('the report', lambda s: s['run_status'] == '2 places renamed')
    check(all('surface(' in text for text in texts(ide)), texts(ide))
    for path in (shapes, second):
        ide.go_to(path, 2)
        ide.wait_state('the page', lambda s: s['current'] == path)
        ide.keys('ctrl+s')
        ide.wait_state('the save', lambda s: not ide.page(path, s)['modified'])
    check('print surface(3)\n' in ide.read('second.q'), ide.read('second.q'))
    ide.write('second.q', '% more\nimport "shapes.q"\nprint surface(3)\n')
    ide.wait_state('it is told', lambda s: 'changed by another program' in (ide.page(second, s)['message'] or ''))
    ide.go_to(shapes, 1, 15)
    ide.wait_state('the check', lambda s: s['current'] == shapes and ide.page(shapes, s)['checked'])
    ask_for_name(ide, 'size2', '2 places change: ')
    ide.keys('Return')
    ide.wait_state('the reason', lambda s: 'reload it and rename once more' in s['run_status'])
    check(all('surface(' in text for text in texts(ide)), texts(ide))


def test_rename_not_written(ide):
    """A file that can't be written: it is told, and nothing is renamed anywhere."""
    shapes, second = open_folder(ide)
    os.chmod(os.path.join(ide.folder, 'work', 'below', 'first.q'), 0o444)
    ide.keys('F2')
    type_text(ide, 'surface')
    wait_for('the preview', lambda: any('4 places change' in name for _, name in ide.named('label')))
    ide.keys('Return')
    ide.wait_state('the reason', lambda s: 'first.q' in s['run_status'])
    check(not any('surface' in text for text in texts(ide)), texts(ide))
    check(ide.read('work/below/first.q') == FIRST, ide.read('work/below/first.q'))


def test_rename_field(ide):
    """A field has another name everywhere; where what an object is is only known at run time, it is refused."""
    shapes, second = open_folder(ide)
    ide.go_to(shapes, 6, 6)
    ide.keys('F2')
    type_text(ide, 'breadth')
    wait_for('the preview', lambda: any('5 places change: ' in name for _, name in ide.named('label')))
    ide.keys('Return')
    ide.wait_state('the report', lambda s: s['run_status'].startswith('5 places renamed'))
    wait_for('the new name', lambda: any('y = s.breadth * s.height' in text and '    breadth : scalar' in text
                                         for text in texts(ide)))
    ide.go_to(second, 4)
    ide.keys('End', 'Return')
    type_text(ide, 'f = x -> x.height')
    ide.keys('Escape')
    ide.go_to(shapes, 7, 6)
    ide.wait_state('the check', lambda s: s['current'] == shapes and ide.page(shapes, s)['checked'])
    ide.keys('F2')
    wait_for('the reason', lambda: any(name.startswith('second.q:5: which “height” this is')
                                       for _, name in ide.named('label')))
    ide.screenshot('rename-refused')
    ide.keys('Escape')


def test_problem_in_the_text(ide):
    """F1 in a line with a problem explains that one, of several the one at the cursor; in other lines it looks up the
    word."""
    path = ide.write('wrong.q', 'x = zeros(3)\nprint unknown_name + ([1, 2, 3] + [1, 2])\ny = zeros(3)\n')
    ide.start(path)
    ide.wait_page(path)
    ide.wait_state('both errors', lambda s: s['errors'] == 2)
    ide.give_focus()
    for line, column, begins in ((2, 1, 'E0301: '), (2, 24, 'E0501: '), (2, 8, 'E0301: '), (1, 6, 'zeros\n'),
                                 (2, 24, 'E0501: '), (3, 6, 'zeros\n')):
        ide.go_to(path, line, column)
        ide.wait_state('the place', lambda s: s['focus'] == 'text' and place(ide, path, s) == (line, column))
        ide.keys('F1')
        wait_for(f'the page of line {line}, column {column}',
                 lambda: ide.text('Page of the documentation').startswith(begins))
        ide.wait_state('the panel', lambda s: s['focus'] == 'help')
    ide.screenshot('problem-in-the-text')


def test_definition_elsewhere(ide):
    """F12 into another file, and into the library; what the pointer rests on is told there, too."""
    text = ('import "work/shapes.q"\nimport "imfilter.q"\nprint area(shape(width:=3, height:=4))\n'
            'y = gaussian_filter(ones(4,4), 1.0)\n')
    os.makedirs(os.path.join(ide.folder, 'work'))
    shapes = ide.write('work/shapes.q', SHAPES)
    path = open_program(ide, text)
    ide.go_to(path, 3, 8)
    ide.keys('F12')
    ide.wait_state('the other file', lambda s: s['current'] == shapes and place(ide, shapes, s) == (2, 14))
    ide.keys('alt+Left')
    ide.wait_state('back', lambda s: s['current'] == path and place(ide, path, s) == (3, 8))
    ide.keys('ctrl+alt+e')
    hover(ide, text, 'gaussian_filter', 3)
    wait_for('the function', lambda: any('gaussian_filter(' in name and '\n' in name for name in labels(ide)))
    ide.screenshot('hover-library')
    hover(ide, text, 'area(', 1)
    wait_for('its comment', lambda: any('function y = area(s : shape)\nHow large it is.' in name
                                        for name in labels(ide)))
    ide.go_to(path, 4, 8)
    ide.keys('F12')
    ide.wait_state('the library', lambda s: os.path.basename(s['current'] or '') == 'imfilter.q')
    line, column = place(ide, ide.state()['current'], ide.state())
    check(any('gaussian_filter' == text.split('\n')[line - 1][column - 1:column + 14] for text in texts(ide)
              if text.count('\n') >= line), (line, column))


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


def test_suggestions(ide):
    """Ctrl+. writes what the message in the cursor's line suggests, as one step of undo; where none does it leaves the
    text alone, and no key brings pictures of faces."""
    path = ide.write('near.q', 'y = zero(3)\nif y[0] == 0\n    print "none"\nend\nz = y\nprint z\n')
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 1)
    ide.wait_state('the errors', lambda s: s['errors'] == 2 and s['focus'] == 'text')
    ide.keys('ctrl+period')
    wait_for('the name', lambda: ide.text().startswith('y = zeros(3)\n'))
    ide.go_to(path, 4)
    ide.wait_state('one error less', lambda s: s['errors'] == 1)
    ide.keys('ctrl+period')
    wait_for('the end', lambda: '\nendif\n' in ide.text())
    ide.wait_state('no error', lambda s: s['errors'] == 0)
    ide.go_to(path, 5)
    ide.keys('ctrl+period', 'ctrl+semicolon')
    time.sleep(0.5)
    check(ide.state()['focus'] == 'text', ide.state()['focus'])
    ide.keys('a')
    wait_for('the letter', lambda: '\naz = y\n' in ide.text())
    ide.keys('ctrl+z', 'ctrl+z')
    wait_for('the old end', lambda: '\nend\n' in ide.text())


def test_suggested_import(ide):
    """Ctrl+. writes the import that a message asks for, behind the others."""
    path = ide.write('needs.q', '% of filters\nx = ones(8,8)\ny = imfilter(x, ones(3,3))\nz = rgb2gray(ones(2,2,3))\n')
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 3)
    ide.wait_state('the errors', lambda s: s['errors'] == 2 and s['focus'] == 'text')
    ide.keys('ctrl+period', 'ctrl+period')
    wait_for('the import', lambda: ide.text().startswith('% of filters\nimport "imfilter.q"\nx = ones'))
    ide.go_to(path, 5)
    ide.wait_state('one error less', lambda s: s['errors'] == 1)
    ide.keys('ctrl+period')
    wait_for('both', lambda: '\nimport "imfilter.q"\nimport "colortransform.q"\nx = ones' in ide.text())
    ide.wait_state('no error', lambda s: s['errors'] == 0)


def test_menu_of_text(ide):
    """The menu of a click has what keys do with the name that was clicked, and with the line beside the margin."""
    path = open_program(ide)
    ide.go_to(path, 1)
    view = ide.text_node().extents()

    def menu(word, x, name):
        extents = ide.text_node().character_extents(PROGRAM.index(word) + 1)
        place_there = str(x or extents[0] + 2), str(extents[1] + extents[3] // 2)
        subprocess.run(['xdotool', 'mousemove', *place_there, 'click', '3'], check=True)
        found = wait_for('the menu', lambda: [node for node, text in ide.named('menu item') if name in text])
        ide.screenshot('menu-of-text')
        check(not any('Emoji' in text for _, text in ide.named('menu item')), 'pictures of faces are offered')
        found[0].act()

    menu('twice(count)', None, 'Go to')
    ide.wait_state('the definition', lambda s: place(ide, path, s) == (2, 14))
    menu('    count = 3', view.x + 12, 'Set or Remove')
    ide.wait_state('the line', lambda s: place(ide, path, s) == (6, 1))


def test_typed_end(ide):
    """A closing word that is typed in front of the one that came by itself takes its place; another block's stays."""
    path = ide.write('ends.q', '')
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+alt+e')
    type_text(ide, 'for i = 0..3\nfor j = 0..2\nprint j')
    ide.keys('Escape')
    type_text(ide, '\nendfor')
    whole = 'for i = 0..3\n    for j = 0..2\n        print j\n    endfor\nendfor'
    wait_for('one end each', lambda: ide.text() == whole)
    ide.keys('Escape')
    type_text(ide, '\nendfor')
    wait_for('the outer one', lambda: ide.text() == whole)


def test_suggestions_of_whole_words(ide):
    """Pressed again before the text has been checked anew, Ctrl+. changes nothing."""
    path = ide.write('near.q', 'y = zero(3)\nif y[0] == 0\n    print "none"\nend\nz = y\nprint z\n')
    ide.start(path)
    ide.wait_page(path)
    for line, errors in ((1, 2), (4, 1)):
        ide.go_to(path, line)
        ide.wait_state('the errors', lambda s: s['errors'] == errors and s['focus'] == 'text')
        ide.keys('ctrl+period', 'ctrl+period')
    ide.wait_state('no error', lambda s: s['errors'] == 0)
    check(ide.text().split('\n')[:4] == ['y = zeros(3)', 'if y[0] == 0', '    print "none"', 'endif'], ide.text())


MEMBERS = """type shade : enum
  Red
  Green
endtype
type point : mutable class
  valve : scalar
endtype
valves = point()
valves.valv = 3
print valves.valve, shade.Gren
"""


def test_suggestions_of_members(ide):
    """What Ctrl+. writes for a member, or for a value of an enumeration, is not found in the name before the dot."""
    path = ide.write('members.q', MEMBERS)
    ide.start(path)
    ide.wait_page(path)
    for line, errors in ((9, 2), (10, 1)):
        ide.go_to(path, line)
        ide.wait_state('the errors', lambda s: s['errors'] == errors and s['focus'] == 'text')
        ide.keys('ctrl+period')
    ide.wait_state('no error', lambda s: s['errors'] == 0)
    check(ide.text().split('\n')[8:10] == ['valves.valve = 3', 'print valves.valve, shade.Green'], ide.text())


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
