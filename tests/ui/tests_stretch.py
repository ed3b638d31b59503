# SPDX-License-Identifier: Apache-2.0
"""Profiles of the last stretch: how they are asked for, what is told of saves while the program goes on, and that these
open."""

import os
import re

from ide import wait_for
from tests import check
from tests_debug import type_text
from tests_isolated import isolate, write_settings
from tests_profile import label, labels
from tests_reports import compare, TABLE
from tests_trace_views import rows

PROGRAM = """function [] = work(t : int)
  pause(t)
end
function [] = main()
  for k = 1..40
    t = 5
    if k == 20
      t = 150
    endif
    work(t)
  end
  print "on"
  pause(60000)
end
"""


def ask(ide):
    """Asks for the last 5 seconds, to be saved when work takes longer than 50 ms."""
    path = ide.write('stretch.q', PROGRAM)
    ide.start(path)
    ide.wait_page(path)
    ide.activate('profile-stretch')
    wait_for('the question', lambda: label(ide, 'Seconds'))
    ide.keys('ctrl+a')
    type_text('5')
    ide.keys('Tab', 'Tab')
    type_text('work')
    ide.keys('Tab', 'ctrl+a')
    type_text('50')
    ide.screenshot('last-stretch-question')
    ide.keys('alt+p')
    return path


def bar(ide, pattern):
    return wait_for('the bar', lambda: next((text for text in labels(ide) if re.search(pattern, text)), None), 60)


def wait_trace(ide, name):
    """Its timeline may be read after it is there."""
    return ide.wait_state('the trace with what ran', lambda s: s['profile'].get('ready')
                          and re.search(name, s['profile']['path'])
                          and any(item['name'] == 'pause' for item in s['profile']['items']), 60)


def check_stretch(ide):
    ask(ide)
    told = bar(ide, r'^stretch\.q: work took [\d.]+ m?s, more than 50\.0 ms: the last .* of the run are saved$')
    check(ide.state()['running'], told)
    ide.screenshot('last-stretch-saved')
    console = wait_for('the note', lambda: re.search(r'note: work took .* are saved: (/\S+-1\.rstrace)', ide.console()))
    check(os.path.exists(console.group(1)), console.group(1))
    ide.press('Show the Trace')
    state = wait_trace(ide, r'-1\.rstrace$')
    check(state['running'], 'the program has ended')
    wait_for('that it waits', lambda: 'on' in ide.console().split())
    ide.activate('save-stretch')
    bar(ide, r'^stretch\.q: asked for by hand: the last')
    ide.press('Dismiss')
    wait_for('no bar', lambda: not any('asked for by hand' in text for text in labels(ide)))
    ide.activate('stop')
    ide.wait_state('the end', lambda s: not s['running'])
    wait_trace(ide, r'@[\d-]{15}\.rstrace$')


def test_last_stretch(ide):
    check_stretch(ide)


def test_last_stretch_isolated(ide):
    isolate(ide)
    check_stretch(ide)


def test_setting_of_the_last_stretch(ide):
    """A setting keeps the last stretch of each profile; of two devices side by side all is kept."""
    ide.extra_environment['OCL_ICD_VENDORS'] = ide.folder
    write_settings(ide, 'PROFILER_RING=10s', 'PROFILER_RINGWHEN=work>50ms')
    compare(ide, 'function [] = work(t : int)\n  pause(t)\nend\nwork(80)\nx = 1\nprint "once"\n')
    wait_for('the rows', lambda: rows(ide, TABLE))
    check('are saved' not in ide.console(), ide.console())
    check(not any('are saved' in text for text in labels(ide)), 'something was saved')


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
