# SPDX-License-Identifier: Apache-2.0
"""The shell around the texts: welcome page, introduction, preferences, devices."""

import os

from ide import wait_for
from tests import check


def labels(ide):
    return [node.name for node in ide.walk() if node.getRoleName() == 'label' and node.name]


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


TESTS = [value for name, value in list(globals().items()) if name.startswith('test_')]
