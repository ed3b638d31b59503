# SPDX-License-Identifier: Apache-2.0
"""Traces that somebody made to do harm, in the window: what is refused is refused with a sentence, and not a byte is
changed; of the others all pages show what there is. No turn of the main loop takes two seconds of its processor."""

import os
import random
import shutil
import subprocess
import sys
import time

from gi.repository import GLib

from tests import check
from tests_stalls import open_file, take_turn

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, 'trace'))
from hostile import NAMES, REFUSED, change, damage_chunk, digest, make_foreign  # noqa: E402

LIMIT = int(os.environ.get('RS_TURN_LIMIT', '2000'))  # ms; with sanitizers all takes longer
N_PAGES = 24
SIZES = {'overlap': 100000, 'repeated': 20000, 'extremes': 20000, 'tracks': 20000}


def tool(ide, *path):
    return os.path.join(os.path.dirname(ide.program), '..', '..', *path)


def make(ide, name, n, shape='launches'):
    path = os.path.join(ide.folder, name)
    subprocess.run([tool(ide, 'tests', 'trace', 'make-trace'), path, str(n), shape], check=True)
    return path


def check_sentence(ide, path):
    """Says why the file does not show, in a line that has nothing raw."""
    base = os.path.basename(path)
    state = ide.wait_state(f'a sentence about {path}', lambda s: base in (s['profile']['message'] or ''))
    said = state['profile']['message']
    check(not state['profile']['ready'] and len(said) < 1000 and said.isprintable(), said)
    return said


def test_hostile_traces_are_refused(ide):
    ide.start()
    ide.activate('show-profile')
    source = make(ide, 'source.rstrace', 2000)
    plain = os.path.join(ide.folder, 'plain.rstrace')
    subprocess.run([tool(ide, 'ide', 'cli', 'redshift-cli'), 'trace', 'unpack', '-o', plain, source], check=True)
    place = os.path.join(ide.folder, 'cases')
    os.mkdir(place)
    for form, origin in (('chunks', source), ('plain', plain)):
        for what, statements in REFUSED.items():
            path = shutil.copy(origin, os.path.join(place, f'{what.replace(" ", "-")}-{form}.rstrace'))
            change(path, *statements)
    make_foreign(os.path.join(place, 'foreign.rstrace'))
    before = digest(place)
    take_turn(ide)
    for name in sorted(before):
        open_file(ide, os.path.join(place, name))
        print(f'# {check_sentence(ide, os.path.join(place, name))[:160]}', flush=True)
    check(digest(place) == before, 'reading changed the folder')
    check(take_turn(ide) < LIMIT, 'a long turn')
    ide.screenshot('hostile-refused')


def look_at_pages(ide, trace, limit=60):
    """Opens it and goes through all pages. Returns what the window says is damaged, or why it does not show."""
    base, begin = os.path.basename(trace), time.monotonic()
    take_turn(ide)
    open_file(ide, trace)
    state = ide.wait_state(base, lambda s: s['profile'].get('path') == trace
                           and (s['profile']['ready'] or base in s['profile']['message']), limit)
    said = state['profile']['message']
    if state['profile']['ready']:
        ide.give_focus()
        for _ in range(N_PAGES):
            ide.keys('alt+Page_Down')
            time.sleep(0.4)  # what it shows comes from another thread
        state = ide.wait_state('the first page again', lambda s: s['profile']['page'] == 'kernels')
        said = state['profile']['damage']
    turn = take_turn(ide)
    print(f'# {base}: {turn:.0f} ms, {time.monotonic() - begin:.1f} s in all', flush=True)
    check(turn < LIMIT, f'{base}: a turn of {turn} ms')
    check(all(part.isprintable() for part in said.splitlines()), said)
    return said


def test_hostile_traces_show(ide):
    """Spans at once, one launch's id again and again, times at the ends of 64 bits, many tracks, names of 5 MB with
    escape sequences."""
    ide.start()
    ide.activate('show-profile')
    for shape, n in SIZES.items():
        said = look_at_pages(ide, make(ide, f'{shape}.rstrace', n, shape))
        check(said == ('of 20002 tracks the first 5000 show' if shape == 'tracks' else ''), said)
        ide.screenshot(f'hostile-{shape}')
    names = make(ide, 'names.rstrace', 100)
    change(names, *(text.replace('25000000', '2500000') for text in NAMES))
    look_at_pages(ide, names)
    ide.screenshot('hostile-names')


def test_damaged_chunks_show(ide):
    """The error names the chunk, the rest shows; files with bytes turned over anywhere show or are refused."""
    ide.start()
    ide.activate('show-profile')
    trace = make(ide, 'chunks.rstrace', 5000)
    damage_chunk(trace, 3)
    said = look_at_pages(ide, trace)
    check(said.startswith('chunk 3 is damaged') and '\n' not in said, said)
    ide.screenshot('hostile-chunk')
    with open(make(ide, 'whole.rstrace', 1000), 'rb') as file:
        data = file.read()
    chance = random.Random(21)
    for number in range(6):
        mutant = bytearray(data)
        for _ in range(chance.randrange(1, 30)):
            mutant[chance.randrange(100, len(mutant))] = chance.randrange(256)
        path = os.path.join(ide.folder, f'mutant{number}.rstrace')
        with open(path, 'wb') as out:
            out.write(mutant)
        print(f'# {look_at_pages(ide, path)}', flush=True)


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
