# SPDX-License-Identifier: Apache-2.0
"""Texts: find and replace in a folder, blocks, snippets, two views, stages of the compiler."""

import os
import re
import time

from ide import wait_for
from pictures import grab
from tests import check
from tests_places import FRAME, shot
from tests_stalls import clipboard


def labels(ide):
    return [name for _, name in ide.named('label')]


def type_text(ide, text):
    names = {'*': 'asterisk', '[': 'bracketleft', ']': 'bracketright',
             ' ': 'space', '\n': 'Return', '(': 'parenleft', ')': 'parenright',
             '=': 'equal', '.': 'period', ':': 'colon', ',': 'comma', '+': 'plus', '-': 'minus', '>': 'greater'}
    ide.keys(*[names.get(letter, letter) for letter in text])


def test_find_in_folder(ide):
    """Ctrl+Shift+F finds in files and in texts that are not saved, says what it left out, and replaces in both."""
    os.makedirs(os.path.join(ide.folder, 'src', 'deep'))
    path = ide.write('src/main.q', 'needle = 1\nprint needle\n')
    ide.write('src/deep/other.q', '% a needle in a comment\ny = 2\n')
    with open(os.path.join(ide.folder, 'src', 'data.bin'), 'wb') as file:
        file.write(b'needle\0\1\2')
    with open(os.path.join(ide.folder, 'src', 'large.txt'), 'w', encoding='utf-8') as file:
        file.write('needle\n' * 1600000)
    os.chmod(os.path.join(ide.folder, 'src/deep/other.q'), 0o640)
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 2, 13)
    ide.keys('End', 'Return')
    type_text(ide, 'x = needle')
    ide.keys('Escape', 'ctrl+shift+f')
    ide.wait_state('the panel', lambda s: s['focus'] == 'search')
    type_text(ide, 'needle')
    ide.keys('Return')
    wait_for('the summary', lambda: any('4 places in 2 files read' in text and '1 file is no text' in text
                                        and '1 file is larger than 10 MiB' in text for text in labels(ide)))
    ide.screenshot('find-in-folder')
    check(any(text == 'deep/other.q:1:5' for text in labels(ide)), labels(ide))
    ide.text_node('Replace with').set_text('pin')
    ide.press('Replace All')
    wait_for('the question', lambda: any('Not open, and written at once' in text and 'other.q' in text
                                         and 'main.q' not in text for text in labels(ide)))
    ide.screenshot('replace-in-folder')
    ide.press('Cancel')
    wait_for('all places still', lambda: 'deep/other.q:1:5' in labels(ide))
    check('needle' in ide.read('src/deep/other.q') and 'x = needle' in ide.text(), 'replaced without an answer')
    ide.press('Replace All')
    ide.press('Replace')
    wait_for('the report', lambda: any('4 of 4 places replaced, in 2 files' in text for text in labels(ide)))
    check('needle' not in ide.text() and 'x = pin' in ide.text(), ide.text())
    check(ide.read('src/deep/other.q') == '% a pin in a comment\ny = 2\n', ide.read('src/deep/other.q'))
    check(os.stat(os.path.join(ide.folder, 'src/deep/other.q')).st_mode & 0o777 == 0o640, 'its mode is another one')
    check(ide.page(path)['modified'], 'an open text was written to its file')
    ide.keys('ctrl+alt+e')
    ide.activate('undo')
    wait_for('one undo', lambda: 'x = needle' in ide.text())
    ide.keys('ctrl+shift+f')
    ide.text_node('Replace with').set_text('nail')
    ide.press('Find')
    wait_for('the summary', lambda: any('3 places in' in text for text in labels(ide)))
    ide.press('Replace All')
    ide.press('Replace')
    wait_for('the report of one file', lambda: '3 of 3 places replaced, in 1 file' in labels(ide))


def test_blocks(ide):
    """Return behind a word that opens a block indents and writes the closing word; a closing word goes below its
    partner."""
    path = ide.write('blocks.q', '')
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+alt+e')
    type_text(ide, 'while true\nx = 1')
    ide.keys('Escape')
    wait_for('the closing word', lambda: ide.text().rstrip('\n') == 'while true\n    x = 1\nendwhile')
    ide.keys('ctrl+End')
    type_text(ide, '\nif x\n')
    ide.keys('Escape')
    wait_for('the second', lambda: ide.text().rstrip('\n').endswith('endwhile\nif x\n    \nendif'))
    type_text(ide, 'y = 2\nelse')
    ide.keys('Escape')
    wait_for('the middle', lambda: ide.text().rstrip('\n').endswith('if x\n    y = 2\nelse\nendif'))
    ide.screenshot('blocks')


LOOP = 'function y = f(n)\n    y = 0\n    for i=1..n\n        y = y + i\n    endfor\nendfunction\nprint f(3)\n'


def grounds_of(ide, *words):
    """The colour behind the first letter of each word of LOOP."""
    image, found = shot(ide), []
    for word in words:
        extents = ide.text_node().character_extents(LOOP.index(word))
        found.append(image.getpixel((extents.x + FRAME, extents.y + FRAME + 2)))
    return found


def test_words_of_a_block(ide):
    """The words that open and close the block of the cursor's word are marked, and those of no other."""
    path = ide.write('words.q', LOOP)
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+alt+e')
    ide.move(800, 400)
    words = ('for i', 'endfor', 'function', 'endfunction', 'print')
    for line, column, marked in ((3, 6, (0, 1)), (5, 8, (0, 1)), (1, 3, (2, 3)), (4, 10, ())):
        ide.go_to(path, line, column)
        wait_for(f'the words of line {line}', lambda: tuple(
            k for k, ground in enumerate(grounds_of(ide, *words)) if is_marked(ground)) == marked)
    ide.screenshot('words')


def is_marked(ground):
    return ground[1] > ground[0] + 20 and ground[1] > ground[2]


def test_find_in_folder_cancelled(ide):
    """The search of many files shows a button that cancels; then it says what it has read."""
    os.makedirs(os.path.join(ide.folder, 'src'))
    for i in range(800):
        ide.write(f'src/f{i}.txt', 'some text here\n' * 20000)
    path = ide.write('src/main.q', 'x = 1\n')
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+shift+f')
    ide.wait_state('the panel', lambda s: s['focus'] == 'search')
    type_text(ide, 'needle')
    ide.keys('Return')
    wait_for('the button', lambda: ide.find('push button', 'Cancel'))
    ide.press('Cancel')
    wait_for('the end', lambda: any(re.match(r'0 places in \d+ files read; cancelled', text) for text in labels(ide)))
    wait_for('the button again', lambda: ide.find('push button', 'Find'))


def test_folding(ide):
    """Ctrl+M folds the block around the cursor and opens it again; whoever goes into it sees it."""
    path = ide.write('fold.q', 'function y = f(x)\n    y = x\n    y = y + 1\nendfunction\nprint f(1)\n')
    ide.start(path)
    ide.wait_page(path)
    ide.go_to(path, 2, 5)
    ide.keys('ctrl+m')
    state = ide.wait_state('the fold', lambda s: ide.page(path, s)['folds'] == 1)
    check(ide.page(path, state)['line'] == 1, 'the cursor is where nobody sees it')
    ide.screenshot('folded')
    ide.keys('ctrl+m')
    ide.wait_state('the block', lambda s: ide.page(path, s)['folds'] == 0)
    ide.keys('ctrl+m')
    ide.wait_state('the fold', lambda s: ide.page(path, s)['folds'] == 1)
    time.sleep(0.5)
    ide.screenshot('folded')
    ide.go_to(path, 3)
    ide.wait_state('the place', lambda s: ide.page(path, s)['folds'] == 0)


def test_marks_of_folded_lines(ide):
    """The mark of a loop in the margin goes with the line that is folded, and comes back."""
    path = ide.write('fold.q', 'function y = f(n)\n    y = zeros(n)\n    for i=0..n-1\n        y[i] = 2*i\n    endfor\n'
                     'endfunction\nx = 1\n')
    ide.start(path)
    ide.wait_page(path)
    ide.wait_state('the outcome of the loop', lambda s: ide.page(path, s)['loops'])
    ide.go_to(path, 1, 1)
    ide.move(800, 300)
    wait_for('the mark', lambda: ide.shades('16x120+44+98') > 2)
    ide.keys('ctrl+m')
    ide.wait_state('the fold', lambda s: ide.page(path, s)['folds'] == 1)
    wait_for('a margin without marks', lambda: ide.shades('16x120+44+98') <= 2)
    ide.keys('ctrl+m')
    wait_for('the mark', lambda: ide.shades('16x120+44+98') > 2)


def test_snippets(ide):
    """A word and Tab becomes a piece of program with places to fill in."""
    path = ide.write('snippets.q', '')
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+alt+e')
    type_text(ide, 'pixels')
    ide.keys('Escape', 'Tab')
    wait_for('the loops', lambda: ide.text().startswith('for m=0..size(x,0)-1\n    for n=0..size(x,1)-1'))
    type_text(ide, 'r')
    ide.keys('Tab')
    type_text(ide, 'im')
    both = 'for r=0..size(im,0)-1\n    for n=0..size(im,1)-1'
    wait_for('the places, of which two are one', lambda: ide.text().startswith(both))


def visible_labels(ide):
    return [node.name for node in ide.walk() if node.role == 'label' and node.name
            and node.extents().width > 0]


def test_snippets_in_the_list(ide):
    """Pieces of program are in the list of completions, at the start of a statement only; a name that is typed into one
    place stands in all that mean it, and Tab goes to the next."""
    path = ide.write('snippets.q', '% comment\n')
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+alt+e', 'ctrl+End', 'Return')
    type_text(ide, 'ker')
    description = 'A kernel and its launch: it runs for every position'
    wait_for('the list', lambda: any(label.startswith(description) for label in labels(ide)))
    ide.screenshot('snippets-list')
    shown = [text for text in labels(ide) if text in ('kernel', '__kernel__')]
    check('kernel' in shown, shown)
    if shown[0] != 'kernel':
        ide.keys('Down')
    ide.keys('Tab')
    wait_for('the kernel', lambda: 'function [] = __kernel__ name(x : mat' in ide.text())
    type_text(ide, 'twice')
    ide.keys('Escape', 'Tab')
    wait_for('both names', lambda: '__kernel__ twice(' in ide.text() and ', twice)' in ide.text())
    type_text(ide, '2*x[pos]')
    ide.keys('Escape', 'Tab')
    type_text(ide, 'image')
    wait_for('the launch', lambda: 'parallel_do(size(image), image, y, twice)' in ide.text())
    check('y[pos] = 2*x[pos]' in ide.text(), ide.text())
    # in a comment there is nothing
    ide.keys('Escape', 'ctrl+Home', 'End')
    type_text(ide, ' ker')
    time.sleep(0.7)
    check(not any(label.startswith(description) for label in visible_labels(ide)), 'the list is over a comment')


def test_split(ide):
    """Ctrl+backslash shows the text twice; what is typed in one view stands in the other; once more closes it."""
    path = ide.write('split.q', 'x = 1\n')
    ide.start(path)
    ide.wait_page(path)
    ide.keys('ctrl+alt+e', 'ctrl+backslash')
    ide.wait_state('two views', lambda s: ide.page(path, s)['split'])
    ide.keys('y')
    wait_for('the same text', lambda: ide.text() == ide.text('Source text, second view') and 'y' in ide.text())
    ide.screenshot('split')
    ide.keys('ctrl+backslash')
    ide.wait_state('one view', lambda s: not ide.page(path, s)['split'])


def dark_rows(view):
    """Which rows of pixels of a view, below its border, hold text. (FRAME: a text's place is that in the window.)"""
    extents = view.extents()
    picture = grab(extents.width - 20, 300, extents.x + FRAME + 4, extents.y + FRAME + 4).mean(axis=2)
    return picture.min(axis=1) < 140


def test_split_place(ide):
    """A second view begins where the first one is, not at the top."""
    lines = ['x = 1' if n % 7 in (0, 1, 4) or n % 11 == 3 else '' for n in range(400)]
    path = ide.write('split.q', '\n'.join(lines) + '\n')
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    ide.go_to(path, 300)
    ide.keys('ctrl+alt+e')
    time.sleep(0.5)
    ide.keys('ctrl+backslash')
    ide.wait_state('two views', lambda s: ide.page(path, s)['split'])
    first, second = ide.text_node(), ide.text_node('Source text, second view')
    wait_for('the same lines', lambda: (dark_rows(first) == dark_rows(second)).mean() > 0.97)
    check(0.1 < dark_rows(first).mean() < 0.9, 'no text shows')
    ide.screenshot('split-place')


def processor_time(ide):
    """Seconds that the window's process has had."""
    with open(f'/proc/{ide.process.pid}/stat', encoding='ascii', errors='replace') as file:
        fields = file.read().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


LONG = 'x = "' + 30000 * 'a' + '"\ny = "' + 30000 * 'b' + '"\nz = 3'


def open_long_lines(ide):
    path = ide.write('long.q', LONG + '\n')
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    return path


def test_cursor_in_a_long_line(ide):
    """End, Left and Shift+Right in a line of 30,000 letters are done at once, over letters that are wide in UTF-8, too,
    and a selection collapses to its side."""
    path = open_long_lines(ide)
    ide.go_to(path, 2, 1)
    ide.keys('ctrl+alt+e', 'End')
    before = processor_time(ide)
    ide.keys('Left', 'Left', 'shift+Right')
    ide.wait_state('the place', lambda s: ide.page(path, s)['column'] == 30006)
    ide.keys('x')
    wait_for('the letter', lambda: f'y = "{30000 * "b"}x' in ide.text() or f'y = "{29999 * "b"}x"' in ide.text())
    used = processor_time(ide) - before
    check(used < 6, f'three keys took {used:.1f} s of a processor')
    ide.keys('shift+Left', 'Right', 'y')
    wait_for('behind the selection', lambda: 'bxy"' in ide.text())


def wait_refused(ide):
    ide.wait_state('it is told', lambda s: any('A line has 40000 characters at most' in (page['message'] or '')
                                               for page in s['pages']))


def test_lines_joined(ide):
    """The end of a line is not deleted where that makes a line that no file may have."""
    path = open_long_lines(ide)
    ide.go_to(path, 2, 1)
    ide.keys('ctrl+alt+e', 'BackSpace')
    wait_refused(ide)
    check(ide.text().rstrip('\n') == LONG, 'the lines were joined')
    ide.go_to(path, 3, 1)
    ide.keys('BackSpace')
    wait_for('a line that is short enough', lambda: '"z = 3' in ide.text())


def test_refused_paste(ide):
    """What a refused paste was to replace stays, and is selected still."""
    path = open_long_lines(ide)
    ide.go_to(path, 3, 1)
    with clipboard(ide, 50000 * 'c'):
        ide.keys('ctrl+alt+e', 'shift+End', 'ctrl+v')
        wait_refused(ide)
    check(ide.text().rstrip('\n') == LONG, f'the selection is lost: {ide.text()[-20:]}')
    ide.keys('w')
    wait_for('it is edited on', lambda: ide.text().rstrip('\n').endswith('"\nw'))


def test_redo_after_refused_paste(ide):
    """What was taken back before a paste is refused can still be redone."""
    path = open_long_lines(ide)
    ide.go_to(path, 3, 6)
    ide.keys('7')
    wait_for('the digit', lambda: ide.text().rstrip('\n').endswith('z = 37'))
    ide.keys('ctrl+z')
    wait_for('undo', lambda: ide.text().rstrip('\n').endswith('z = 3'))
    with clipboard(ide, 50000 * 'c'):
        ide.go_to(path, 3, 1)
        ide.keys('shift+End', 'ctrl+v')
        wait_refused(ide)
    ide.keys('ctrl+shift+z')
    wait_for('redo', lambda: ide.text().rstrip('\n').endswith('z = 37'))


def test_paste_is_one_step(ide):
    """A paste over a selection, of several lines too, is taken back by one undo, and redone by one."""
    path = ide.write('steps.q', 'first\nsecond\nthird\n')
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    ide.go_to(path, 2, 1)
    with clipboard(ide, 'two\nlines'):
        ide.keys('shift+End', 'ctrl+v')
        wait_for('the paste', lambda: ide.text().rstrip('\n') == 'first\ntwo\nlines\nthird')
    ide.keys('x')
    wait_for('what is typed behind it', lambda: 'linesx' in ide.text())
    ide.keys('ctrl+z', 'ctrl+z')
    wait_for('undo', lambda: ide.text().rstrip('\n') == 'first\nsecond\nthird')
    ide.keys('ctrl+shift+z')
    wait_for('redo', lambda: ide.text().rstrip('\n') == 'first\ntwo\nlines\nthird')


def test_folded_lines_are_cut(ide):
    """What is cut while a block is folded comes back whole."""
    text = 'function y = f(x)\n    y = x + 1\n    y = y * 2\nendfunction\na = 1\n'
    path = ide.write('folded.q', text)
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    ide.wait_state('the check', lambda s: ide.page(path, s)['checked'])
    ide.go_to(path, 1)
    ide.keys('ctrl+m', 'ctrl+a', 'ctrl+x')
    wait_for('the cut', lambda: ide.text().strip() == '')
    ide.keys('ctrl+v')
    wait_for('the paste', lambda: ide.text().rstrip('\n') == text.rstrip('\n'))


def test_stages(ide):
    """The stages of the kernel at the cursor: the representation, the passes, C, and what a pass changed."""
    path = ide.write('kernel.q', 'function [] = __kernel__ scale(x : mat, y : mat, pos : ivec2)\n'
                     '    y[pos] = 2 * x[pos]\nendfunction\n'
                     'x = ones(4,4)\ny = zeros(4,4)\nparallel_do(size(x), x, y, scale)\nprint sum(y)\n')
    ide.start(path)
    ide.wait_page(path)
    ide.wait_state('the check', lambda s: ide.page(path, s)['checked'])
    ide.go_to(path, 2, 5)
    ide.keys('ctrl+alt+i')
    wait_for('the kernel', lambda: 'Kernel scale' in labels(ide) and '(kernel' in ide.text('Text of the stage'))
    ide.screenshot('stages')
    ide.go_to(path, 4)
    wait_for('the reason', lambda: 'There is no kernel and no loop in this line' in labels(ide))


KERNEL = '''function [] = __kernel__ blend(x : mat, y : mat, pos : ivec2)
    s = 2 * x[pos]
    for k=0..3
        s = s + k * y[pos]
    endfor
    y[pos] = s
endfunction
'''


def choose(ide, name, index):
    """A row of a list that opens, by keys."""
    ide.click_node(wait_for(name, lambda: next((node for node in ide.walk() if node.name == name
                                                and node.extents().width > 0), None)))
    ide.keys('Home', *['Down'] * index, 'Return')
    time.sleep(0.3)


def marked_line(ide):
    """Which line of the stage's text is marked, from 0; None: none."""
    node = ide.text_node('Text of the stage')
    text, image = node.text(), shot(ide)
    starts = [0, *(at + 1 for at, letter in enumerate(text) if letter == '\n' and at + 1 < len(text))]
    for k, start in enumerate(starts):
        extents = node.character_extents(start)
        y = extents.y + FRAME + 2
        if 0 < y < image.height and image.getpixel((extents.x + FRAME + 1, y)) == (0xf5, 0xc2, 0x11):
            return k
    return None


def test_stages_and_lines(ide):
    """Lines of a stage and of the source belong together, both ways, by the mouse and by Return; any stage is compared
    with any other."""
    path = ide.write('kernel.q', KERNEL)
    ide.start(path)
    ide.wait_page(path)
    ide.wait_state('the check', lambda s: ide.page(path, s)['checked'])
    ide.go_to(path, 2, 5)
    ide.keys('ctrl+alt+i')
    text = wait_for('the kernel', lambda: '(kernel' in ide.text('Text of the stage') and ide.text('Text of the stage'))
    lines = text.splitlines()
    wait_for('the line of the cursor', lambda: '(set 2:5 ' in lines[marked_line(ide) or 0])
    ide.screenshot('stages-lines')
    ide.go_to(path, 6, 5)
    wait_for('another one', lambda: '(store 6:5 ' in lines[marked_line(ide) or 0])
    loop = next(k for k, line in enumerate(lines) if '(loop 3:5 ' in line)
    extents = ide.text_node('Text of the stage').character_extents(text.index(lines[loop]) + 6)
    ide.click(extents.x + 2, extents.y + FRAME + 3)
    ide.wait_state('the line of the loop', lambda s: ide.page(path, s)['line'] == 3)
    choose(ide, 'Stage', 99)
    wait_for('CUDA', lambda: '__global__' in ide.text('Text of the stage'))
    choose(ide, 'Stage', 3)
    third = wait_for('the representation', lambda: ide.text('Text of the stage').startswith('(kernel')
                     and ide.text('Text of the stage'))
    ide.click_node(next(node for node in ide.walk() if node.role == 'check box' and 'Difference' in node.name))
    choose(ide, 'Stage to compare with', 1)  # as it is built
    found = wait_for('the difference', lambda: re.search('^[+-] ', ide.text('Text of the stage'), re.M)
                     and ide.text('Text of the stage'))
    ide.screenshot('stages-difference')
    for signs, whole in ((' +', third), (' -', text)):
        check('\n'.join(line[2:] for line in found.splitlines() if line[0] in signs).strip() == whole.strip(), found)
    choose(ide, 'Stage to compare with', 4)  # itself
    wait_for('none', lambda: not re.search('^[+-] ', ide.text('Text of the stage'), re.M))
    ide.go_to(path, 2)
    wait_for('the line of the cursor', lambda: '2' in ide.text('Text of the stage').splitlines()[marked_line(ide) or 0])
    ide.keys('ctrl+alt+i', 'ctrl+Home')
    store = next(k for k, line in enumerate(ide.text('Text of the stage').splitlines()) if '(store 6:5 ' in line)
    ide.keys(*['Down'] * store, 'Return')
    ide.wait_state('the line of the store', lambda s: ide.page(path, s)['line'] == 6)


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
