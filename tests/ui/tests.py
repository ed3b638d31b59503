# SPDX-License-Identifier: Apache-2.0
"""What a person does with the IDE, one function a scenario. Each gets an Ide that has not been started."""

import os
import re
import subprocess
import sys
import time

from gi.repository import GLib
from PIL import Image

from accessible import Desktop
from effort import Meter
from ide import PATIENCE, Failure, wait_for

IMAGE = '''% a picture from a kernel
function [] = __kernel__ waves(y : mat'unchecked, pos : ivec2)
    v = 0.0
    for k=1..40
        v += sin(pos[0]*0.02*k) * cos(pos[1]*0.03*k)
    endfor
    y[pos] = 128 + 20*v
endfunction
y = zeros(240, 320)
for i=1..5
    parallel_do(size(y), y, waves)
endfor
imshow(y)
print "mean ", mean(y) > 0
'''


def check(condition, text):
    """text may be a function: reading the screen for it costs time, and changes what AT-SPI caches."""
    if not condition:
        raise Failure(text() if callable(text) else text)


def test_open_edit_save(ide):
    path = ide.write('hello.q', 'print "hello"\n')
    ide.start(path)
    ide.wait_page(path)
    ide.insert('% first line\n')
    ide.wait_state('the change', lambda s: ide.page(path, s)['modified'])
    check(ide.read('hello.q') == 'print "hello"\n', 'the file changed before it was saved')
    ide.activate('save')
    ide.wait_state('the save', lambda s: not ide.page(path, s)['modified'])
    check(ide.read('hello.q') == '% first line\nprint "hello"\n', 'the saved text: ' + ide.read('hello.q'))
    ide.activate('undo')
    ide.wait_state('undo', lambda s: ide.page(path, s)['modified'])
    ide.screenshot('edit')


def test_session_restored(ide):
    first = ide.write('first.q', '\n'.join(f'x{i} = {i}' for i in range(100)) + '\n')
    second = ide.write('second.q', 'y = 1\nz = 2\n')
    ide.start(first, second)
    ide.wait_page(first)
    ide.wait_page(second)
    ide.go_to(second, 2, 3)
    ide.go_to(first, 42, 5)
    ide.wait_state('the cursor', lambda s: ide.page(first, s)['line'] == 42)
    ide.close()
    ide.start()
    state = ide.wait_state('both files again', lambda s: ide.page(first, s) and ide.page(second, s)
                           and ide.page(first, s)['line'] == 42)
    check(ide.page(first, state)['column'] == 5, 'column of the first file')
    check(ide.page(second, state)['line'] == 2, 'line of the second file')
    check(state['current'] == first, f'the page in front is {state["current"]}')


def swap_files(ide):
    folder = os.path.join(ide.folder, 'state', 'redshift', 'swap')
    return os.listdir(folder) if os.path.isdir(folder) else []


def test_crash_recovery(ide):
    path = ide.write('precious.q', 'x = 1\n')
    ide.start(path)
    ide.wait_page(path)
    ide.insert('% not saved\n')
    wait_for('the swap file', lambda: swap_files(ide))
    time.sleep(0.3)
    ide.kill()
    check(ide.read('precious.q') == 'x = 1\n', 'the file itself was changed')
    ide.start()
    ide.screenshot('recover')
    ide.press('Recover Text')
    wait_for('the text', lambda: ide.text().startswith('% not saved\n'))
    ide.activate('save')
    ide.wait_state('the save', lambda s: not ide.page(path, s)['modified'])
    check(ide.read('precious.q') == '% not saved\nx = 1\n', 'the saved text')
    wait_for('the end of the swap file', lambda: not swap_files(ide))


def test_draft_recovery(ide):
    ide.start()
    ide.keys('ctrl+n')
    ide.insert('y = 2\n')
    wait_for('the swap file', lambda: swap_files(ide))
    time.sleep(0.3)
    ide.kill()
    ide.start()
    ide.wait_state('the draft', lambda s: any(page['modified'] for page in s['pages']))
    wait_for('the text', lambda: ide.text() == 'y = 2\n')


def test_changed_outside(ide):
    path = ide.write('shared.q', 'x = 1\n')
    ide.start(path)
    ide.wait_page(path)
    time.sleep(1.1)
    ide.write('shared.q', 'x = 2\n')
    ide.press('Reload')
    wait_for('the new text', lambda: ide.text() == 'x = 2')


def test_unsaved_guard(ide):
    path = ide.write('guarded.q', 'x = 1\n')
    ide.start(path)
    ide.wait_page(path)
    ide.insert('% more\n')
    ide.wait_state('the change', lambda s: ide.page(path, s)['modified'])
    ide.activate('close-page')
    wait_for('the question', lambda: ide.find('push button', 'Cancel'))
    time.sleep(0.5)
    ide.screenshot('guard')
    ide.press('Cancel')
    time.sleep(0.5)
    check(ide.page(path)['modified'], 'the page was closed')


def test_quit_asks(ide):
    path = ide.write('asked.q', 'x = 1\n')
    ide.start(path)
    ide.wait_page(path)
    ide.insert('% more\n')
    ide.wait_state('the change', lambda s: ide.page(path, s)['modified'])
    ide.quit()
    ide.press('Cancel')
    time.sleep(0.5)
    check(ide.page(path)['modified'], 'the window forgot the change')
    ide.quit()
    ide.screenshot('quit')
    ide.press('Save Changes')
    check(ide.process.wait(10) == 0, 'exit status')
    check(ide.read('asked.q') == '% more\nx = 1\n', 'the saved text')


def test_strange_files(ide):
    binary = os.path.join(ide.folder, 'binary.q')
    with open(binary, 'wb') as file:
        file.write(bytes(range(256)) * 100)
    latin = os.path.join(ide.folder, 'latin.q')
    with open(latin, 'wb') as file:
        file.write(b'% caf\xe9\r\nx = 1\r\n')
    long = ide.write('long.q', 'x = ' + '1+' * 1000000 + '1\n')
    trace = ide.write('no.rstrace', 'this is no trace')
    ide.start(latin, binary, long, trace, os.path.join(ide.folder, 'missing.q'))
    ide.wait_page(latin)
    state = ide.wait_state('the message', lambda s: s['profile']['message'] and not s['profile']['ready'])
    check('no.rstrace' in state['profile']['message'], state['profile']['message'])
    reasons = {'no text', 'a line of more than', 'No such file'}
    ide.wait_state('the reasons', lambda s: all(any(reason in (page['message'] or '') for page in s['pages'])
                                                for reason in reasons))
    ide.screenshot('strange')
    ide.go_to(latin, 2)
    ide.wait_state('the page', lambda s: s['current'] == latin)
    ide.insert('y', 0)
    ide.wait_state('the change', lambda s: ide.page(latin, s)['modified'])
    ide.activate('save')
    ide.wait_state('the save', lambda s: not ide.page(latin, s)['modified'])
    with open(latin, 'rb') as file:
        check(file.read() == b'y% caf\xe9\r\nx = 1\r\n', 'encoding and line ends of the saved file')


def test_find_and_replace(ide):
    path = ide.write('names.q', 'alpha = 1\nbeta = alpha\nprint alpha\n')
    ide.start(path)
    ide.wait_page(path)
    ide.activate('replace')
    ide.text_node('Find').set_text('alpha')
    ide.text_node('Replace with').set_text('gamma')
    time.sleep(0.5)
    ide.screenshot('find')
    ide.press('Replace All')
    wait_for('the replacement', lambda: ide.text() == 'gamma = 1\nbeta = gamma\nprint gamma')


def test_problems(ide):
    path = ide.write('wrong.q', 'x = 1\n\ny = (x + \n')
    ide.start(path)
    ide.wait_page(path)
    ide.wait_state('the errors', lambda s: ide.page(path, s)['diagnostics'] > 0)
    ide.activate('show-problems')
    time.sleep(0.5)
    ide.screenshot('problems')
    ide.activate('next-problem')
    state = ide.wait_state('the cursor', lambda s: ide.page(path, s)['line'] >= 3)
    check(state['errors'] > 0, 'no error is counted')
    ide.text_node().set_text('x = 1\n\ny = x + 1\n')
    ide.wait_state('no errors', lambda s: s['errors'] == 0)


LOOPS = """function [] = __kernel__ fill(y : mat, pos : ivec2)
    y[pos] = pos[0]
endfunction
function y = untyped(x)
    y = zeros(size(x))
    for i=0..numel(x)-1
        y[i] = 2*x[i]
    endfor
endfunction
function [] = main()
    x = ones(1000)
    y = zeros(1000)
    z = zeros(50,60)
    s = 0.0
    for i=0..999
        x[i] = 2*i
    endfor
    for i=0..999
        s += x[i]
    endfor
    t = 0.0
    for i=0..999
        t += x[i]
        y[i] = t
    endfor
    for i=1..999
        x[i] = x[i-1] * x[i] + s
    endfor
    {!interpreted for}
    for i=0..999
        x[i] = i
    endfor
    for i=0..9
        print x[i]
    endfor
    for m=1..49
        for n=0..59
            z[m,n] = z[m-1,n] + 1
        endfor
    endfor
    k = 0
    while k < 10000
        k += 1
    endwhile
    parallel_do(size(z), z, fill)
    u = untyped(x)
endfunction
"""


def told_by_check(path):
    """Line and text of what `redshift-cli check --loops` says."""
    cli = os.path.join(os.path.dirname(os.path.dirname(sys.argv[1])), 'cli', 'redshift-cli')
    result = subprocess.run([cli, 'check', '--loops', path], stderr=subprocess.PIPE, text=True, check=True)
    return [(int(line), text) for line,
            text in re.findall(r':(\d+):\d+: note: this (?:loop|kernel): (.*) \[N\d+\]', result.stderr)]


def test_loops_in_margin(ide):
    """The margin tells what becomes of each loop and kernel, in the words of `check --loops`; that is no problem."""
    path = ide.write('loops.q', LOOPS)
    ide.start(path)
    ide.wait_page(path)
    state = ide.wait_state('the loops', lambda s: ide.page(path, s)['loops'])
    told = [(loop['line'], loop['text']) for loop in ide.page(path, state)['loops']]
    starts = {1: 'parallel', 6: 'decided when it is reached', 15: 'parallel', 18: 'parallel, with the sum `s`',
              22: 'parallel, with the running sum `t`', 26: 'serial, as native code: line 27:',
              30: 'interpreted, as {!interpreted for} asks', 33: 'interpreted: line 34: `print`',
              36: 'parallel over `n`, in order over `m`', 37: 'part of the loop at line 36',
              42: 'serial, as native code'}
    check([line for line, _ in told] == list(starts), told)
    check(all(text.startswith(starts[line]) for line, text in told), told)
    check(told == told_by_check(path), f'{told}; check says {told_by_check(path)}')
    check(state['errors'] + state['warnings'] == 0, state)
    for line, text in told[:3]:
        ide.go_to(path, line)
        kind = 'kernel' if line == 1 else 'loop'
        ide.wait_state('the words of the mark', lambda s: s['line_status'] == f'this {kind}: {text}')
        wait_for('them as a description', lambda: ide.text_node().description == f'this {kind}: {text}')
    ide.go_to(path, 3)
    ide.wait_state('no mark', lambda s: s['line_status'] == '')
    ide.activate('show-problems')
    rows = wait_for('the notes',
                    lambda: [node.name for node in ide.walk() if node.role == 'label'
                             and 'this loop' in node.name])
    notes = [f'this loop: {text}' for line, text in told if line in (26, 33, 36)]
    check(sorted(set(rows)) == sorted(notes), f'the problems list says {rows}; the margin {notes}')
    ide.screenshot('loops')
    ide.text_node().set_text('x = ones(10)\nfor i=0..9\n    x[i] = i\nend\n')
    ide.wait_state('the loop that was typed',
                   lambda s: [(loop['line'], loop['text']) for loop in ide.page(path, s)['loops']]
                   == [(2, 'parallel')], 10)
    ide.text_node().set_text('x = (1\n')
    ide.wait_state('no loops', lambda s: not ide.page(path, s)['loops'])


def test_run_and_see(ide):
    path = ide.write('waves.q', IMAGE)
    ide.start(path)
    ide.wait_page(path)
    state = ide.run()
    check(state['run_status'].startswith('Finished'), lambda: state['run_status'] + ': ' + ide.console())
    state = ide.wait_state('the image', lambda s: s['figures'] and s['figures'][0]['shown'])
    figure = state['figures'][0]
    check((figure['height'], figure['width']) == (240, 320), f'size of the image: {figure}')
    wait_for('the output', lambda: 'mean 1' in ide.console())
    ide.screenshot('run')


def test_run_while_opening(ide):
    """A program that is started before its file has been read runs once it has."""
    first = ide.write('first.q', 'print "FIRST"\n')
    second = ide.write('second.q', '% a line of a long comment\n' * 100000 + 'print "SECOND"\n')
    ide.start(first)
    ide.wait_page(first)
    ide.go_to(second, 1)
    ide.run()
    wait_for('the output', lambda: 'SECOND' in ide.console())


def test_console_has_no_hyphens(ide):
    """A long line goes on below by itself: a hyphen at the end of a row would read as a minus."""
    path = ide.write('long.q', 'print "' + 'difference' * 40 + '"\n')
    ide.start(path)
    ide.wait_page(path)
    ide.run()
    node = ide.text_node('Console output')
    first = ide.console().index('difference')
    places = wait_for('a second row', lambda: (lambda found: found[-1][1] > found[0][1] and found)(
        [node.character_extents(i) for i in range(first, first + 400)]))
    x, y, _, height = [place for place in places if place[1] == places[0][1]][-1]
    width = places[0][2]  # a letter's; a hyphen counts as part of the last one
    frame = 5  # of the window, which AT-SPI does not count
    with Image.open(ide.screenshot('console-long')) as image:
        behind = image.convert('L').crop((x + frame + width, y + frame, x + frame + 2 * width, y + frame + height))
        check(min(behind.getdata()) > 100, 'something dark stands behind the last letter of a row')


def test_console_is_not_covered(ide):
    """The button of the console stands beside the text, never on it."""
    path = ide.write('long.q', 's = "start"\nfor k = 1..60\n    s = s + "0123456789"\nend\nprint s, "END"\n')
    ide.start(path)
    ide.wait_page(path)
    ide.run()
    wait_for('the output', lambda: 'END' in ide.console())
    text = ide.text_node('Console output').extents()
    button = ide.find('push button', 'Clear the console').extents()
    ide.screenshot('console')
    check(text.x + text.width <= button.x, f'text {text}, button {button}')


def test_arguments(ide):
    """The arguments of a program are asked for once, and kept from one start to the next."""
    path = ide.write('greet.q', 'function [] = main(name = "nobody", n : int = 1)\n    print "hello ", name, " and ", '
                                'n\nendfunction\n')
    ide.start(path)
    ide.wait_page(path)
    ide.run()
    wait_for('the defaults', lambda: 'hello nobody and 1' in ide.console())
    ide.activate('arguments')
    ide.text_node('Arguments').set_text('"Ada Lovelace" 7')
    ide.screenshot('arguments')
    ide.press('Set')
    wait_for('the end of the dialog', lambda: ide.find('push button', 'Set') is None)
    ide.run()
    wait_for('the arguments', lambda: 'hello Ada Lovelace and 7' in ide.console())
    ide.close()
    ide.start()
    ide.wait_page(path)
    ide.run()
    wait_for('the arguments of the last session', lambda: 'hello Ada Lovelace and 7' in ide.console())


def test_plots(ide):
    path = ide.write('plots.q', '''x = 0..0.1..6
plot(x, sin(x))
title("first")
imshow(zeros(20,30))
figure()
subplot(2,1,1)
bar([1,2,3])
subplot(2,1,2)
surf([[0,1,0],[1,2,1],[0,1,0]])
title("surface")
close(1)
plot(x, cos(x), x, sin(x))
n = 0
repeat
    n = n + 1
    plot(x, sin(x + n/10))
    title("moving")
    pause(20)
until !hold("on")
print "ended"
''')
    ide.start(path)
    ide.wait_page(path)
    ide.activate('run')
    state = ide.wait_state('the plots', lambda s: s['plots'] and s['plots'][-1]['title'] == 'moving'
                           and s['plots'][-1]['shown'])
    check([(p['number'], p['axes']) for p in state['plots'] if p['number'] < 5] == [(3, 2), (4, 1)],
          lambda: state['plots'])
    check(len(state['figures']) == 1, lambda: state['figures'])
    ide.screenshot('plots')
    check(state['running'], 'the loop goes on as long as the figure is open')
    ide.activate('stop')
    ide.wait_state('the end', lambda s: not s['running'])


def test_form(ide):
    path = ide.write('form.q', '''frm = form("Controls")
frm.add_heading("What to change")
s = frm.add_slider("radius", 2, 0, 10)
c = frm.add_checkbox("inverted")
b = frm.add_button("Count")
d = frm.add_display()
n = {0}
function [] = count()
    n[0] = n[0] + 1
    print "clicked ", n[0], " radius ", s.value, " inverted ", c.value
    d.plot([1,2,3] * n[0])
endfunction
b.onclick.add(count)
s.onchange.add(() -> print("moved to ", s.value))
d.plot([1,2,3])
print "waiting"
frm.wait()
print "the form is closed: ", frm.closed()
''')
    ide.start(path)
    ide.wait_page(path)
    ide.activate('run')
    wait_for('the form', lambda: ide.find('push button', 'Count') or ide.find('button', 'Count'))
    ide.press('Count')
    wait_for('the click', lambda: 'clicked 1 radius 2 inverted 0' in ide.console())
    slider = ide.find('slider', 'radius')
    slider.set_value(7)
    wait_for('the move', lambda: 'moved to 7' in ide.console())
    ide.press('Count')
    wait_for('the second click', lambda: 'clicked 2 radius 7' in ide.console())
    ide.screenshot('form')
    check(ide.state()['running'], 'the program waits')
    ide.activate('stop')
    state = ide.wait_state('the end', lambda s: not s['running'])
    check(state['run_status'].startswith('Stopped'), state['run_status'])
    wait_for('the form to go', lambda: not (ide.find('push button', 'Count') or ide.find('button', 'Count')))


def test_viewer(ide):
    """redshift-cli run shows figures and forms through a process of its own; a form may be longer than any screen."""
    path = ide.write('viewer.q', '''x = 0..0.1..6
plot(x, sin(x))
title("a curve")
imshow(zeros(20,30), "an image")
frm = form("Controls")
s = frm.add_slider("radius", 2, 0, 10)
b = frm.add_button("Finish")
d = frm.add_display()
d.plot([1,2,3])
for k=1..110
    frm.add_display()
endfor
s.onchange.add(() -> print("moved to ", s.value))
b.onclick.add(() -> frm.close())
print "somebody looks: ", hold("on")
frm.wait()
print "done ", s.value
''')
    cli = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    run = subprocess.Popen([cli, 'run', path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    viewer = None
    try:
        viewer = wait_for('the viewer', lambda: find_viewer(), 20)
        nodes = lambda: {(node.role, node.name): node for node in ide.walk(viewer)}
        wait_for('the form', lambda: ('push button', 'Finish') in nodes() or ('button', 'Finish') in nodes())
        wait_for('the figures', lambda: {name for _, name in nodes()} >= {'Figure 1', 'an image'})
        ide.screenshot('viewer')
        nodes()[('slider', 'radius')].set_value(7)
        time.sleep(0.5)
        button = nodes().get(('push button', 'Finish')) or nodes()[('button', 'Finish')]
        button.act()
        output, _ = run.communicate(timeout=20)
        check(output == 'somebody looks: 1\nmoved to 7\ndone 7\n', output)
        check(run.returncode == 0, f'status {run.returncode}')
        wait_for('the form to go', lambda: ('slider', 'radius') not in nodes())
        check({name for _, name in nodes()} >= {'Figure 1', 'an image'}, 'the figures stay')
    except Failure as failure:
        run.kill()
        raise Failure(f'{failure}; the output: {run.communicate()[0]!r}') from failure
    finally:
        run.kill()
        if viewer is not None:
            os.kill(viewer.process_id, 15)


def test_prompt_viewer(ide):
    """redshift-cli repl shows figures while it waits for the next input."""
    cli = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    run = subprocess.Popen([cli, 'repl'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           text=True)
    viewer = None
    try:
        run.stdin.write('imshow(zeros(20,30), "an image");\n')
        run.stdin.flush()
        viewer = wait_for('the viewer', lambda: find_viewer(), 20)
        shown = lambda: {node.name for node in ide.walk(viewer)}
        wait_for('the image', lambda: 'an image' in shown())
        run.stdin.write('plot(1..3);\n')
        run.stdin.flush()
        wait_for('the curve', lambda: shown() >= {'Figure 2', 'an image'})
        output, _ = run.communicate(timeout=20)
        check((output, run.returncode) == ('', 0), f'{run.returncode} {output!r}')
        check(shown() >= {'Figure 2', 'an image'}, 'the figures stay')
    finally:
        run.kill()
        if viewer is not None:
            os.kill(viewer.process_id, 15)


def find_viewer():
    for application in Desktop().applications():
        try:
            with open(f'/proc/{application.process_id}/cmdline', 'rb') as file:
                if b'--viewer' in file.read():
                    return application.read_again().root
        except OSError:
            continue
    return None


def test_image_viewer(ide):
    path = ide.write('pair.q', 'x = zeros(100, 200)\nx[10,20] = 7.5\nimshow(x)\nimshow(x + 1)\n')
    ide.start(path)
    ide.wait_page(path)
    state = ide.run()
    check(len(state['figures']) == 2, lambda: f'{state["figures"]}; {ide.console()}')
    state = ide.wait_state('the fitted image', lambda s: s['figures'][1]['shown'] and s['figures'][1]['zoom'] != 1)
    fitted = state['figures'][1]['zoom']
    ide.press('Original size')
    ide.wait_state('the original size', lambda s: s['figures'][1]['zoom'] == 1)
    ide.press('Zoom the image in')
    ide.wait_state('the zoom', lambda s: s['figures'][1]['zoom'] > 1)
    ide.press('Show the whole image')
    ide.wait_state('the whole image', lambda s: abs(s['figures'][1]['zoom'] - fitted) < 1e-3)
    canvas = wait_for('the picture', lambda: ide.find('image', 'Figure 2') or ide.find('icon', 'Figure 2'))
    extents = canvas.extents()
    # The middle of the picture is its element [50, 100]; the window has a border of some pixels.
    ide.move(extents.x + extents.width // 2, extents.y + extents.height // 2)
    wait_for('the value', lambda: any(re.match(r'\[(4[5-9]|50), (9\d|100)\] = 1$', node.name) for node in ide.walk()
                                      if node.role == 'label'))
    ide.screenshot('image')


def test_profile_to_source(ide):
    path = ide.write('waves.q', IMAGE)
    ide.start(path)
    ide.wait_page(path)
    ide.activate('profile')
    state = ide.wait_state('the timeline', lambda s: not s['running'] and s['profile']['ready'], 60)
    kernels = {kernel['name']: kernel for kernel in state['profile']['kernels']}
    check('waves' in kernels, lambda: f'kernels: {list(kernels)}; console: {ide.console()}')
    check(kernels['waves']['launches'] == 5, f'{kernels["waves"]["launches"]} launches of 5')
    ide.activate('timeline-select', GLib.Variant('s', 'waves'))
    ide.wait_state('the kernel', lambda s: s['profile']['ready'] and s['profile']['selected'])
    # The panel opens beside a new picture: the place on the screen is asked for when both have their sizes.
    time.sleep(0.7)
    state = ide.state()
    ide.screenshot('profile')
    item = state['profile']['selected']
    check(item['name'] == 'waves' and item['kind'] == 'kernel', f'selected: {item}')
    ide.go_to(path, 1)
    ide.wait_state('the first line', lambda s: ide.page(path, s)['line'] == 1)
    ide.click(item['x'] + item['width'] // 2, item['y'] + item['height'] // 2)
    state = ide.wait_state('the line of the kernel', lambda s: ide.page(path, s)['line'] == item['line'])
    text = IMAGE.split('\n')[item['line'] - 1]
    check('waves' in text, f'line {item["line"]}: {text}')
    ide.screenshot('profile-source')
    before = state['profile']
    ide.activate('timeline-zoom', GLib.Variant('d', 2.0))
    state = ide.wait_state('the zoom', lambda s: s['profile']['ready'])
    check(state['profile']['end'] - state['profile']['start'] < before['end'] - before['start'], 'nothing was zoomed')
    trace = state['profile']['path']
    ide.close()
    ide.start(trace)
    ide.wait_state('the trace again', lambda s: s['profile']['ready'] and s['profile']['kernels'])


def test_stop(ide):
    path = ide.write('forever.q', 'x = 0\nwhile true\n    x = x + 1\nendwhile\n')
    ide.start(path)
    ide.wait_page(path)
    ide.activate('run')
    ide.wait_state('the run', lambda s: s['running'])
    time.sleep(0.5)
    check(ide.state()['running'], 'the program ended by itself')
    meter = Meter(ide.process.pid, 'all', None)
    before = meter.read()
    ide.activate('stop')
    state = ide.wait_state('the end', lambda s: not s['running'])
    took = meter.read() - before  # of the program, which goes on computing, and of the window
    check(ide.sanitized or took < 500, f'stopping took {took:.0f} ms of processor time')
    check(state['run_status'].startswith('Stopped'), state['run_status'])


def test_close_while_running(ide):
    path = ide.write('forever.q', 'x = 0\nwhile true\n    x = x + 1\nendwhile\n')
    ide.start(path)
    ide.wait_page(path)
    ide.activate('run')
    ide.wait_state('the run', lambda s: s['running'])
    ide.close()


def test_error_line(ide):
    path = ide.write('fails.q', 'x = [1,2,3]\n\nfunction y = f(v)\n    y = v[7]\nendfunction\n\nprint f(x)\n')
    ide.start(path)
    ide.wait_page(path)
    state = ide.run()
    check('error' in state['run_status'], state['run_status'])
    ide.wait_state('the line of the error', lambda s: ide.page(path, s)['line'] == 4)
    time.sleep(0.3)
    ide.wait_state('the words of the mark',
                   lambda s: s['line_status'].startswith('The program stopped here with an error'))
    ide.screenshot('error')


def test_flood(ide):
    # Exact stacks of allocations, which suppressions need, would take all the time of a build with sanitizers.
    ide.extra_environment['ASAN_OPTIONS'] = 'detect_leaks=0'
    path = ide.write('flood.q', 'for i=1..1000000\n    print "line ", i\nendfor\n')
    ide.start(path)
    ide.wait_page(path)
    ide.ask('dump-turns', PATIENCE)  # those of the start
    ide.activate('run')
    state = ide.wait_state('the end', lambda s: not s['running'] and s['run_status'] != 'Ready', 120)
    check(state['console_lines'] == 1000000, f'{state["console_lines"]} lines')
    longest = ide.ask('dump-turns', PATIENCE)['longest']  # ms of processor time: what keeps the window from an answer
    print(f'# {longest:.0f} ms', flush=True)
    check(ide.sanitized or longest < 100, f'the window needed {longest:.0f} ms for an answer')
    wait_for('the last line', lambda: 'line 1000000' in ide.console(), 30)
    with open(f'/proc/{ide.process.pid}/status', encoding='ascii') as file:
        resident = next(int(line.split()[1]) for line in file if line.startswith('VmRSS'))
    check(resident < (2000 if ide.sanitized else 600) * 1024, f'{resident} KiB of memory')


CONTROLS = ('push button', 'toggle button', 'text', 'entry', 'combo box', 'check box')


def describe(node):
    """A node and where it is."""
    parts = []
    while node is not None and len(parts) < 8:
        parts.append(f'{node.role} “{node.name}”')
        node = node.parent
    return ' in '.join(parts)


def test_names_for_screen_readers(ide):
    path = ide.write('waves.q', IMAGE)
    ide.start(path)
    ide.wait_page(path)
    ide.activate('replace')
    time.sleep(1)
    for name in ('Run', 'Stop', 'Profile', 'Open', 'Save'):
        check(ide.find('push button', name), f'no button named {name}')
    # GTK gives a control without a name the name of its class.
    nameless = [describe(node) for node in ide.walk()
                if node.role in CONTROLS and re.match('$|(Gtk|Adw|Panel|Rs)[A-Z]', node.name)]
    check(not nameless, 'without a name:\n' + '\n'.join(nameless))


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
