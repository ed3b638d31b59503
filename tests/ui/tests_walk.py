# SPDX-License-Identifier: Apache-2.0
"""Walks over the whole window: texts that are cut, names, contrast, pictures, the keyboard."""

import os
import re
import shutil
import subprocess
import time

import numpy
from gi.repository import GLib

import pictures
import pseudo
from ide import Failure, Skip, takes_room, wait_for
from tests import check, describe
from tests_places import FRAME
from tests_reports import MORE
from tests_values import choose_view
from walk import CUBE, PANEL_KEYS, PROGRAM, Walk

LEAST_CONTRAST = 4.5


class Findings:
    """What is wrong, each sentence once, with the first state in which it was seen."""

    def __init__(self):
        self.sentences = {}

    def add(self, state, sentence):
        self.sentences.setdefault(sentence, state)

    def check(self):
        check(not self.sentences, '\n'.join(f'{state}: {text}' for text, state in self.sentences.items()))


def look_for_cut(walk, name, seen, findings):
    for label in seen['labels']:
        if label['cut']:
            findings.add(name, f'“{label["text"]}” is {label["cut"]}: {label["place"]}')
    if seen['width'] > walk.width or seen['height'] > walk.height:
        findings.add(name, f'the window needs {seen["width"]} x {seen["height"]}')


# What the tree holds has names also where it does not show: these states bring all of it.
NAMED = ('welcome', 'find-bar', 'arguments', 'rename', 'open-by-name', 'shortcuts', 'preferences', 'close',
         'breakpoint', 'work-item', 'go-to-line', 'configuration', 'configuration-edit', 'configuration-delete',
         'image', 'figure', 'form', 'profile-sql')
NO_ROLES = ('filler', 'unknown', 'invalid', 'redundant object')


# What takes the focus for what is inside it: cells and labels of rows are read, and so is what is scrolled. GTK 4.8
# lets no program name them.
AROUND = re.compile('GtkListItemWidget|GtkColumnListView|GtkPaned|AdwGizmo')


def is_control(node):
    return node.is_focusable and node.role not in ('scroll pane', 'list item', 'table row') \
        and not AROUND.match(node.name)


def look_for_names(ide, name, findings):
    """A control without a name has that of its class."""
    for node in ide.walk():
        if is_control(node) and (re.match('$|(Gtk|Adw|Panel|Rs)[A-Z]', node.name) or node.role in NO_ROLES) \
                and takes_room(node):
            findings.add(name, 'without a name or a role: ' + describe(node))


def test_long_texts(ide):
    """In a language that needs 40 % more, nothing is cut at 1280 x 720; every control has a name and a role."""
    walk, findings = Walk(ide, long_texts=True), Findings()
    for name in walk.all():
        look_for_cut(walk, name, walk.settled(), findings)
        if name in NAMED:
            look_for_names(ide, name, findings)
    ide.screenshot('long-texts', '1280x720')
    findings.check()


def test_long_texts_of_reports(ide):
    """So is nothing in the reports of a trace that have no tab: titles of columns, and what is said beside them."""
    walk, findings = Walk(ide, long_texts=True), Findings()
    ide.start(walk.path)
    ide.wait_page(walk.path)
    ide.give_focus()
    check(next(walk.profile()) == 'profile', 'the first step')
    for index, (page, *_) in enumerate(MORE):
        more = wait_for('the menu', lambda: next((node for node in ide.walk() if node.extents().width > 0 and node.name
                                                  == pseudo.translate('More reports of this trace')), None))
        ide.click_node(more)
        wait_for('its items', lambda: ide.find('menu item', pseudo.translate(page)))
        ide.keys(*['Down'] * index, 'Return')
        wait_for(page, lambda m=more, p=page: any(node.name == pseudo.translate(p) for node in ide.walk(m)
                                                  if node.role == 'label'))
        seen = walk.settled()
        look_for_cut(walk, page, seen, findings)
        ide.screenshot('long-report-' + page.replace(' ', '-').lower(), '1280x720')
        words = [label['text'] for label in seen['labels'] if label['active']]
        check(sum('[' in text and 'é' in text for text in words) > 10, f'{page} is not in the long language: {words}')
    findings.check()


# --- contrast ---

def rgb(text):
    """Of "rgb(1,2,3)" or "rgba(1,2,3,0.5)", the latter over nothing."""
    return [float(number) for number in re.findall(r'[\d.]+', text)[:3]]


def look_for_contrast(walk, name, seen, findings):
    """Measured for labels; computed for the colours that parts of longer texts may have."""
    x, y = walk.place_of_window()
    grabbed = [pictures.grab(2560, 1440)]

    def measure(label):
        left, top = x + label['x'] * walk.scale, y + label['y'] * walk.scale
        return pictures.contrast_of_text(grabbed[0][int(top):int(top + label['height'] * walk.scale),
                                                    int(left):int(left + label['width'] * walk.scale)])

    for label in seen['labels']:
        if not (label['active'] and label['enabled'] and re.search(r'\w', label['text'])
                and label['whole'] and label['width'] >= 8 and label['height'] >= 10):
            continue
        ratio = measure(label)
        if ratio < LEAST_CONTRAST:  # it may have been drawn while it came up
            time.sleep(0.5)
            grabbed[0] = pictures.grab(2560, 1440)
            ratio = measure(label)
        if ratio < LEAST_CONTRAST:
            box = [label[key] for key in ('x', 'y', 'width', 'height')]
            findings.add(name, f'{ratio:.1f}: “{label["text"][:60]}” at {box}: {label["place"]}')
    for color in seen['colors']:
        ratio = pictures.contrast(rgb(color['text']), rgb(color['background']))
        if ratio < LEAST_CONTRAST:
            colors = f'{color["name"]}, {color["text"]} on {color["background"]}'
            findings.add(name, f'{ratio:.1f}: {colors}: {color["place"]}')


def go_at_scale_2(ide, dark):
    walk, findings = Walk(ide, scale=2, dark=dark, long_texts=True), Findings()
    for name in walk.all():
        seen = walk.settled()
        look_for_cut(walk, name, seen, findings)
        look_for_contrast(walk, name, seen, findings)
    ide.screenshot('scale-2-' + ('dark' if dark else 'light'), '2560x1440')
    findings.check()


def test_scale_2_light(ide):
    """On a screen with two pixels a point nothing is cut, and texts have a contrast of 4.5."""
    go_at_scale_2(ide, False)


def test_scale_2_dark(ide):
    go_at_scale_2(ide, True)


DRAWN = CUBE.replace('imshow(x, [0,200])', """t = linspace(0, 10, 101)
plot(t, sin(t), "label", "sine")
title("A title")
xlabel("time")
ylabel("level")""")


def look_at_drawn_text(walk, name, box, findings):
    """box: where text is drawn and nothing else, in device-independent pixels: left, top, width, height."""
    left, top, width, height = (int(walk.scale * value) for value in box)
    x, y = walk.place_of_window()
    ratio = pictures.contrast_of_text(pictures.grab(width, height, x + left, y + top))
    if ratio < LEAST_CONTRAST:
        findings.add(name, f'{ratio:.1f} at {box}')


def find_drawing(walk, panel, kind='GtkDrawingArea'):
    """Its left, top, width and height."""
    def find():
        return next((control for control in walk.settled()['controls'] if control['place'].startswith(kind)
                     and str(control['panel']).startswith(panel)), None)

    control = wait_for(f'the drawing of {panel}', find)
    return [control[key] for key in ('x', 'y', 'width', 'height')]


def go_over_drawings(ide, dark):
    walk, findings = Walk(ide, scale=2, dark=dark), Findings()
    path = ide.write('drawn.q', DRAWN)
    ide.start(path)
    ide.wait_page(path)
    ide.give_focus()
    ide.keys('F5')
    ide.wait_state('the plot', lambda s: not s['running'] and s['plots'] and s['plots'][0]['shown'], 30)
    left, top, width, height = find_drawing(walk, 'plot')
    look_at_drawn_text(walk, 'title of a figure', (left, top, width, 26), findings)
    look_at_drawn_text(walk, 'label of the y axis', (left, top, 28, height), findings)
    look_at_drawn_text(walk, 'label of the x axis', (left, top + height - 50, width, 50), findings)
    ide.activate('look-at-array', GLib.Variant('s', 'x'))
    for number, name in enumerate(('table', None, 'plot', 'histogram')):
        choose_view(ide, number)
        if name is not None:
            left, top, width, height = find_drawing(walk, 'array')
            look_at_drawn_text(walk, name, (left, top, width, height if name == 'table' else 18), findings)
    choose_view(ide, 1)
    left, top, width, height = find_drawing(walk, 'array', 'RsImageCanvas')
    ide.click(walk.scale * (left + width // 2), walk.scale * (top + height // 2))
    ide.keys('h')
    wait_for('the histogram', lambda: ide.find('image', 'Histogram of the values'))
    walk.settled()
    curve = ide.find('image', 'Histogram of the values').extents()
    ide.screenshot('drawn-text-' + ('dark' if dark else 'light'), '2560x1440')
    look_at_drawn_text(walk, 'ends of a curve', (curve.x + FRAME, curve.y + FRAME + curve.height - 15, curve.width, 14),
                       findings)
    findings.check()


def test_contrast_of_drawings_light(ide):
    """What figures, the panel of an array and curves draw as text has a contrast of 4.5, too."""
    go_over_drawings(ide, False)


def test_contrast_of_drawings_dark(ide):
    go_over_drawings(ide, True)


# --- texts in the sources ---

# What is said there is no text of the window: logs, what is compared, and what the terminal says in the same words.
SPEECH = {'g_str_has_prefix', 'g_warning', 'g_message', 'g_debug', 'g_critical', 'g_printerr', 'g_set_application_name',
          'g_key_file_get_string', 'adw_show_about_window'}
# Words of the command line, and those by which its messages are known.
WORDS_OF_THE_TERMINAL = ('app/window/window-commands.c', 'run/child.c', 'run/child-main.c', 'run/run.c',
                         'run/recording.c', 'run/running-session.c', 'help/documentation.c',
                         'editor/typing/suggestion.c', 'profile/pages/sql-words.c')
FOR_TESTS = ('app/cut-texts.c', 'app/window/window-controls.c', 'app/window/window-state.c')
PROSE = re.compile(r'[A-Za-z]{2,} [a-z(“%]')
# Markup, SQL, the head of a swap file, CSS, a shader, a group of keys.
NO_PROSE = re.compile(r'<[a-z/]|^select |\n\n$|[{]|;\n|^File %u$')
SHOWN = re.compile('gtk_label_(new|set_text)$|_set_(title|subtitle|label|tooltip_text|placeholder_text|heading|body)$'
                   '|gtk_(check_)?button_new_with_label|^g_strdup$')


def test_texts_pass_gettext(_ide):
    """What the window says can be translated: sentences in the sources, and texts of .ui files, are marked."""
    marks = {*pseudo.MARKS, *pseudo.PLURALS}
    found = []
    for path in pseudo.sources():
        name, text = os.path.relpath(path, os.path.join(pseudo.ROOT, 'ide')), pseudo.read(path)
        if path.endswith('.ui'):
            found += [f'{name}:{line}: {words}' for line, marked, words in pseudo.interface_texts(text)
                      if not marked and re.search('[a-z]{2}', words) and words != 'Redshift']
        elif name not in WORDS_OF_THE_TERMINAL + FOR_TESTS:
            for line, calls, words in pseudo.literals(text):
                shown = PROSE.search(words) or (calls and SHOWN.search(calls[-1]) and re.match('[A-Z][a-z]+$', words))
                if shown and not NO_PROSE.search(words) and not (marks | SPEECH) & set(calls) and words != 'Redshift':
                    found.append(f'{name}:{line}: {words}')
    check(not found, '\n'.join(found))


# --- numbers ---

NUMBERS = '''print 1.5
x = linspace(0, 1, 5)
y = zeros(5)
for i=0..4
    y[i] = 0.25*x[i] + 0.125
endfor
print sum(y)
print str2num("2.75") + 0.5
'''


def test_decimal_comma(ide):
    """Where the desktop writes numbers with a comma, programs go on with a point: in the window and in the terminal."""
    folder = os.path.join(ide.folder, 'locales')
    os.makedirs(folder)
    made = shutil.which('localedef') and subprocess.run(
        ['localedef', '-i', 'de_DE', '-f', 'UTF-8', os.path.join(folder, 'de_DE.UTF-8')], check=False,
        capture_output=True).returncode in (0, 1)
    if not made or not os.path.exists(os.path.join(folder, 'de_DE.UTF-8', 'LC_NUMERIC')):
        raise Skip('no locale can be made: the package locales is missing')
    ide.extra_environment.update(LC_ALL='de_DE.UTF-8', LOCPATH=folder)
    written = subprocess.run(['printf', '%.1f', '1'], check=False, capture_output=True, text=True,
                             env=dict(os.environ, LC_ALL='de_DE.UTF-8', LOCPATH=folder)).stdout
    check(written == '1,0', f'the locale does not work: {written}')
    path = ide.write('numbers.q', NUMBERS)
    ide.start(path)
    ide.wait_page(path)
    ide.run()
    command = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    told = subprocess.run([command, 'run', path], check=True, capture_output=True, text=True,
                          env=ide.environment()).stdout
    for output in (ide.console(), told):
        check(output.split() == ['1.5', '1.25', '3.25'], output)


def test_discard(ide):
    """Ctrl+W, Discard: the page goes, with its text."""
    ide.start()
    ide.keys('ctrl+n', '1')
    ide.wait_state('the change', lambda s: s['pages'] and s['pages'][0]['modified'])
    ide.keys('ctrl+w')
    wait_for('the question', lambda: ide.find('push button', 'Cancel'))
    ide.keys('alt+d')
    ide.wait_state('the page to go', lambda s: not s['pages'])


# --- colours ---

def colors_of(path):
    """style -> (text, ground) of a style scheme, None where it has none."""
    found = {}
    for match in re.finditer(r'<style name="([^"]+)"([^>]*)>', pseudo.read(path)):
        found[match[1]] = tuple((re.search(f'{kind}="#(.{{6}})"', match[2]) or [None, None])[1]
                                for kind in ('foreground', 'background'))
    return found


def marked_line(path, text):
    """A ground under that colour, by which a line is marked in the text."""
    number = r'([\d.]+)f?'
    found = re.search(rf'const GdkRGBA \w+ = {{ {number}, {number}, {number}, {number} }}', pseudo.read(path))
    *color, alpha = map(float, found.groups())
    return [below + alpha * (255 * above - below) for below, above in zip(bytes.fromhex(text), color)]


def test_contrast_of_styles(_ide):
    """Programs can be read on every ground that the editor has, line numbers and times on theirs."""
    found, ide = [], os.path.join(pseudo.ROOT, 'ide')
    for scheme in ('redshift', 'redshift-dark'):
        styles = colors_of(os.path.join(pseudo.ROOT, 'data', 'styles', scheme + '.xml'))
        grounds = {place: list(bytes.fromhex(styles[place][1]))
                   for place in ('text', 'current-line', 'selection', 'bracket-match', 'search-match')}
        for below in ('text', 'current-line'):
            for what, path in (('where a program stands', 'debug/points.c'), ('of an error', 'editor/page.c')):
                grounds[f'a line {what} over {below}'] = marked_line(os.path.join(ide, path), styles[below][1])
        for style, (text, _) in styles.items():
            for place, ground in () if text is None or style == 'cursor' else grounds.items():
                ratio = pictures.contrast(list(bytes.fromhex(text)), ground)
                if ratio < LEAST_CONTRAST and ('number' not in style or place in ('text', 'current-line')):
                    found.append(f'{scheme}: {style} on the ground of {place}: {ratio:.2f}')
    check(not found, '\n'.join(found))


# --- the keyboard ---

# What takes the focus for what is inside it.
LIST = re.compile('Gtk(ListView|ListBox|ColumnView|FlowBox|GridView) ')  # reached by their rows; empty ones have none
INSIDE = re.compile('(GtkScrolledWindow|GtkPaned|PanelPaned|AdwGizmo|GtkColumnListView|GtkViewport) ')


def press(walk, key):
    """What has the keyboard after a key; the same as before when the key moved nothing."""
    before = walk.ide.focus()['focus'][:1]
    subprocess.run(['xdotool', 'key', '--clearmodifiers', key], check=True)
    now = {}

    def moved():
        now.update(walk.ide.focus())
        return now['focus'][:1] != before

    try:
        wait_for('another control', moved, 0.5)
    except Failure:
        pass
    return now


def enter(walk, panel):
    """By its key: Shift+Tab in the text that one may have come to would write."""
    if panel != 'help':  # has no key but that of the word at the cursor; there is nothing to Tab out into
        walk.ide.keys('ctrl+alt+f' if panel.startswith('figure') else PANEL_KEYS[panel])
    walk.focus_panel(panel)


def look_for_keyboard(walk, name, findings, panel=None):
    """Tab goes through all controls of the panel, or of the window that has the keyboard, and back with Shift+Tab."""
    if panel:
        enter(walk, panel)
    seen = walk.settled()
    filled = {control['row_of'] for control in seen['controls'] if 'row_of' in control}
    wanted = {control['id']: control['place'] for control in seen['controls']
              if 'row_of' not in control and not INSIDE.match(control['place']) and panel in (None, control['panel'])
              and (control['id'] in filled or not LIST.match(control['place']))}
    reached, now = set(), seen
    for key in ('Tab', 'shift+Tab'):
        passed = set()
        for _ in range(2 * len(seen['controls']) + 30):
            if not now['focus'] or (panel and now['focus_panel'] != panel):
                break
            if now['focus'][0] in passed and not wanted.keys() - reached:
                break
            passed.add(now['focus'][0])
            reached |= set(now['focus'])
            here = now['focus']
            now = press(walk, key)
            if now['focus'] == here and len(wanted) > 1:
                if 'GtkFileChooser' not in now['focus_place']:  # where GTK completes names by Tab
                    findings.add(name, f'{key} does not leave {now["focus_place"]}')
                break
        if not wanted.keys() - reached:
            break
        if panel:
            enter(walk, panel)
            now = walk.ide.focus()
    for control in wanted.keys() - reached:
        findings.add(name, f'not reached: {wanted[control]}')


def look_for_way_out(walk, name, findings):
    """F6 leads to another part of the window from wherever the walk ended, and Shift+F6 back into it."""
    for key in ('F6', 'shift+F6'):
        before = walk.ide.state()['focus']
        walk.ide.keys(key)
        if walk.ide.state()['focus'] == before:
            findings.add(name, f'{key} does not lead out')


# Seen again with what a program has left in them; the rows of keys are in the preferences, too.
TWICE = ('stack', 'variables', 'array', 'watches', 'breakpoints', 'shortcuts')


def test_keyboard(ide):
    """Tab, Shift+Tab and F6 reach and leave every control; nothing is written into the text by it."""
    walk, findings = Walk(ide), Findings()
    for name in walk.all():
        focus = ide.state()['focus']
        if name in TWICE:
            continue
        if ide.focus()['window'] != 'RsWindow':
            look_for_keyboard(walk, name, findings)
        elif name not in ('welcome', 'menu', 'find-bar') and focus not in ('text', 'header', ''):
            look_for_keyboard(walk, name, findings, focus)
            look_for_way_out(walk, name, findings)
        page = ide.page(walk.path)
        check(page is None or not page['modified'], f'{name}: the text was changed')
    ide.go_to(walk.path, 1)
    ide.wait_state('the text', lambda s: s['current'] == walk.path)
    texts = [node.text().rstrip('\n') for node, name in ide.named('text') if name == 'Source text']
    check(PROGRAM.rstrip('\n') in texts, texts)
    findings.check()


# --- pictures ---

# What differs from run to run, or from machine to machine, by name.
VARYING_TEXTS = re.compile(r'\d (ns|µs|ms|s)\b|[KMG]iB|\d %|[Ff]inished|Processor')
VARYING_PLACES = {
    'debugger': {'folder of the program': 'GtkTextView '},
    'profile': {'timeline': 'RsTimeline ', 'times of kernels': 'GtkColumnView ', 'times of lines': 'GtkSourceView '},
}


def left_out(name, seen):
    """Rectangles of the window that are not compared."""
    for label in seen['labels']:
        if VARYING_TEXTS.search(label['text']):
            yield label['x'], label['y'], label['width'], label['height']
    for control in seen['controls']:
        if any(control['place'].startswith(place) for place in VARYING_PLACES.get(name, {}).values()):
            yield control['x'], control['y'], control['width'], control['height']


def compare_pictures(ide, width, height, dark):
    """RS_UPDATE_PICTURES=1 takes what is seen as the references."""
    walk = Walk(ide, width, height, dark=dark)
    wanted, found = pictures.read(), []
    for name in walk.pictures():
        seen = walk.settled()
        title = f'{name} {width}x{height} {"dark" if dark else "light"}'
        ide.screenshot(title.replace(' ', '-'), f'{width}x{height}')
        lines = pictures.describe(pictures.grab(width, height), left_out(name, seen))
        if os.environ.get('RS_UPDATE_PICTURES'):
            wanted[title] = lines
        else:
            found += [f'{title}: {text}' for text in pictures.differences(lines, wanted.get(title, [' ' * 128] * 18))]
    if os.environ.get('RS_UPDATE_PICTURES'):
        pictures.write(wanted)
    check(not found, '\n'.join(found))


def test_pictures_small_light(ide):
    """What the window looks like, against references: 1280 x 720 and 1600 x 1000, light and dark."""
    compare_pictures(ide, 1280, 720, False)


def test_pictures_small_dark(ide):
    compare_pictures(ide, 1280, 720, True)


def test_pictures_large_light(ide):
    compare_pictures(ide, 1600, 1000, False)


def test_pictures_large_dark(ide):
    compare_pictures(ide, 1600, 1000, True)


def test_comparison_of_pictures(ide):
    """It takes other edges of letters, and no missing panel, other colour, or text that has moved by 20 pixels."""
    walk = Walk(ide)
    ide.start(walk.path)
    ide.wait_page(walk.path)
    walk.settled()
    picture = pictures.grab(1280, 720)
    wanted = pictures.describe(picture)

    def differs(change):
        changed = picture.copy()
        change(changed)
        return pictures.differences(pictures.describe(changed), wanted)

    def smooth(copy):
        near = [numpy.roll(copy, shift, axis).astype(float) for shift in (-1, 1) for axis in (0, 1)]
        copy[:] = 0.84 * copy + 0.16 * sum(near) / 4

    def lose_panel(copy):
        copy[470:690] = copy[480, 1270]

    def recolor(copy):
        copy[2:50, 10:1000, 0] -= 24

    def move_down(copy):
        copy[110:430, 60:800] = numpy.roll(copy[110:430, 60:800], 20, axis=0)

    def move_aside(copy):
        copy[110:430, 60:800] = numpy.roll(copy[110:430, 60:800], 20, axis=1)

    check(not differs(lambda copy: None) and not differs(smooth), differs(smooth))
    for change in (lose_panel, recolor, move_down, move_aside):
        check(differs(change), f'{change.__name__} is not seen')


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
