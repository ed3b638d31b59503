# SPDX-License-Identifier: Apache-2.0
"""The first minutes of somebody who has never seen the program and reads no manual: only the mouse, and only at what is
to be seen (titles, labels, and the hints that come up beside the pointer)."""

import csv
import os
import re
import subprocess
import time

from ide import wait_for
from tests import check
from walk import Walk

EXAMPLE = 'Denoising by four methods'
MINUTES = 3


class Visitor(Walk):
    """What is known is what labels and hints say."""

    def sees(self, text):
        """A label that begins so and is not scrolled away."""
        return next((label for label in self.controls()['labels']
                     if label['active'] and label['width'] > 0 and label['text'].startswith(text)), None)

    def waits_for(self, text, timeout=60):
        return wait_for(f'“{text}”', lambda: self.sees(text), timeout)

    def rest_at(self, x, y, hint):
        """Until a hint that begins so comes up."""
        self.ide.move(x, y)
        for seconds in range(1, 8):
            time.sleep(seconds)  # what asks the window for its labels moves the pointer, and the hint waits again
            if any(label['text'].startswith(hint) for label in self.controls()['labels']):
                return
        check(False, f'no hint “{hint}”')

    def click_button(self, hint):
        """The button whose hint begins so; it comes up when the pointer rests there."""
        button = next(control for control in self.controls()['controls'] if (control['hint'] or '').startswith(hint))
        x, y = button['x'] + button['width'] // 2, button['y'] + button['height'] // 2
        self.rest_at(x, y, hint)
        self.ide.click(x, y)

    def time_of_line(self):
        """What the bar says that the line of the cursor took."""
        found = (re.search(r'\btook ([\d.]+ \S+?)\b', label['text']) for label in self.controls()['labels']
                 if label['active'] and label['width'] > 0)
        return next((match[1] for match in found if match), None)

    def table(self):
        """The rows of the table of kernels that show, from above: texts from the left."""
        rows = {}
        for label in self.controls()['labels']:
            if label['width'] > 0 and 'GtkColumnViewCell' in label['place'] and 'panel profile' in label['place']:
                rows.setdefault(label['y'], []).append(label)
        return [sorted(row, key=lambda label: label['x']) for _, row in sorted(rows.items())]


def seconds(text):
    number, unit = text.split()
    return float(number) * {'s': 1, 'ms': 1e-3, 'µs': 1e-6}[unit]


def slowest(ide):
    """(name, FILE:LINE) of the kernel that took longest, as the terminal tells it."""
    command = os.path.join(os.path.dirname(ide.program), '..', 'cli', 'redshift-cli')
    told = subprocess.run([command, 'trace', 'kernels', '--csv', ide.state()['profile']['path']], check=True,
                          capture_output=True, text=True, env=ide.environment()).stdout
    row = next(csv.DictReader(told.splitlines()))
    return row['kernel'], os.path.basename(row['place'])


def test_example(ide):
    """From the first start to the slowest line of an example, in three minutes."""
    began = time.monotonic()
    visitor = Visitor(ide)
    ide.start()
    ide.give_focus()
    visitor.waits_for('Examples')
    visitor.wheel_to(EXAMPLE, 640, 300)
    ide.screenshot('first-time-1-welcome', '1280x720')
    visitor.click(EXAMPLE)
    visitor.waits_for('denoising.q')
    visitor.click_button('Run the program')
    visitor.waits_for('Running')
    visitor.waits_for('Finished in', 120)
    visitor.waits_for('Figure 1')
    ide.screenshot('first-time-2-run', '1280x720')
    visitor.click_button('Run and profile the program')
    visitor.waits_for('Profile: denoising.q', 120)
    rows = wait_for('the kernels', visitor.table)
    for title in ('Kernel', 'Line', 'Total', 'Share'):
        check(visitor.sees(title), f'the title {title} does not show')
    ide.screenshot('first-time-3-profile', '1280x720')
    name, place, took = (label['text'] for label in rows[0][:3])
    check((name, place) == slowest(ide), f'{name}, {place} is not {slowest(ide)}')
    label = rows[0][0]
    x, y = label['x'] + 20, label['y'] + label['height'] // 2
    visitor.rest_at(x, y, f'{name}: a double click, or Return, goes to {place}')
    ide.double_click(x, y)
    file, line = place.split(':')
    visitor.waits_for(file)
    visitor.waits_for(f'Line {line}, column')
    # The bar says of the line what the table says; a loop's own time has waiting and compiling in it, too.
    line_took = wait_for('the time of the line', visitor.time_of_line)
    check(line_took == took or seconds(line_took) > seconds(took), f'the line took {line_took}, its kernel {took}')
    ide.screenshot('first-time-4-line', '1280x720')
    took = time.monotonic() - began
    check(took < MINUTES * 60, f'it took {took:.0f} s')


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
