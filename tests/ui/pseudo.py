# SPDX-License-Identifier: Apache-2.0
"""A language for tests: every text of the window 40 % longer, with accents and in brackets. A text that does not have
them has not passed gettext; one that is cut would be cut in a long language, too."""

import html
import os
import re
import struct

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
LANGUAGE = 'qps'
LITERAL = r'"(?:[^"\\\n]|\\.)*"'
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|' + LITERAL + r"|'(?:[^'\\]|\\.)+'|[A-Za-z_]\w*|[^\s\w]", re.S)
FORMATS = {'G_GINT64_FORMAT': 'li', 'G_GUINT64_FORMAT': 'lu', 'G_GSIZE_FORMAT': 'lu', 'G_GSSIZE_FORMAT': 'li',
           'PRId64': 'ld', 'PRIu64': 'lu'}
MARKS = ('_', 'N_')
PLURALS = ('ngettext', 'g_dngettext')
# Directives, markup, entities, keys in brackets; all else is words.
KEPT = re.compile(r"(%(?:\d+\$)?[-+ #0']*\d*(?:\.\d+)?(?:hh|ll|[hlzjt])?[diouxXeEfgGcsp%]|</?\w[^<>]*>|&\w+;)")
ACCENTS = str.maketrans('aceilnorsuyzACEILNORSUYZ', 'áćéíĺńóŕśúýźÁĆÉÍĹŃÓŔŚÚÝŹ')


def sources():
    """The files whose texts the window shows."""
    for folder, folders, names in os.walk(os.path.join(ROOT, 'ide')):
        folders[:] = [name for name in folders if name != 'cli']
        yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith(('.c', '.h', '.def', '.ui')))


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def value_of(literal):
    """What a literal of C stands for."""
    return literal[1:-1].encode().decode('unicode_escape').encode('latin-1').decode()


def literals(text):
    """Each text of a file in C, as (line, the names of the calls around it, what it stands for). Adjacent literals, and
    the formats between them, are one."""
    calls, before, joined = [], '', None
    for match in TOKEN.finditer(text):
        token = match[0]
        if token.startswith(('/*', '//')):
            continue
        if token[0] == '"':
            joined = joined or [text.count('\n', 0, match.start()) + 1, list(calls), '']
            joined[2] += value_of(token)
        elif token in FORMATS and joined:
            joined[2] += FORMATS[token]
        else:
            if joined:
                yield tuple(joined)
                joined = None
            if token == '(':
                calls.append(before)
            elif token == ')' and calls:
                calls.pop()
        before = token


def interface_texts(text):
    """(line, whether it is marked, property, text) of what a .ui file shows."""
    kinds = 'label|title|subtitle|tooltip-text|placeholder-text|heading|body'
    for match in re.finditer(rf'<(?:property name="({kinds})"|attribute name="(label)"|(item))([^>]*)>([^<]+)<', text):
        yield text.count('\n', 0, match.start()) + 1, 'translatable="yes"' in match[4], html.unescape(match[5])


def reports():
    """The files of the library whose titles the window's reports show."""
    folder = os.path.join(ROOT, 'profiler', 'analysis')
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith('.c')]


def messages():
    """All that gettext is asked for: singular -> plural or None."""
    found = {}
    for path in [*sources(), *reports()]:
        if path.endswith('.ui'):
            found.update((text, None) for _, marked, text in interface_texts(read(path)) if marked)
            continue
        plural = []
        for _, calls, text in literals(read(path)):
            if calls and calls[-1] in PLURALS:
                plural.append(text)
                if len(plural) == 2:
                    found[plural[0]] = plural[1]
                    plural = []
            elif any(mark in calls for mark in MARKS):
                found[text] = None
    # Their last column, a sentence, is shown in the preferences.
    settings = read(os.path.join(ROOT, 'runtime', 'base', 'settings.def'))
    found.update((text, None) for _, calls, text in literals(settings)
                 if calls and calls[-1] == 'RS_SETTING' and text.endswith('.'))
    found.pop('', None)
    return found


def translate(text):
    """The text in the language of tests: directives, markup and the underscore of a mnemonic stay."""
    lead = re.match(r'\s*', text)[0]
    tail = re.search(r'\s*$', text)[0] if lead != text else ''
    core = text[len(lead):len(text) - len(tail)]
    parts = [part if KEPT.fullmatch(part) else part.translate(ACCENTS) for part in KEPT.split(core) if part]
    length = len(KEPT.sub('', core))
    wanted = max(length * 2 // 5 - 2, 0)  # the brackets count
    filler = ' ééééééé' * (wanted // 8 + 1) if ' ' in core else 'é' * wanted
    return f'{lead}[{"".join(parts)}{filler[:wanted]}]{tail}'


def write(folder):
    """LANGUAGE/LC_MESSAGES/redshift.mo in that folder, for RS_LOCALE_DIR."""
    entries = {'': 'Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n'}
    for text, plural in messages().items():
        key = text if plural is None else f'{text}\0{plural}'
        entries[key] = translate(text) if plural is None else f'{translate(text)}\0{translate(plural)}'
    keys = sorted(entries, key=lambda key: key.encode())
    strings = [key.encode() for key in keys] + [entries[key].encode() for key in keys]
    at, table, data = 28 + 16 * len(keys), b'', b''
    for string in strings:
        table += struct.pack('<II', len(string), at + len(data))
        data += string + b'\0'
    os.makedirs(os.path.join(folder, LANGUAGE, 'LC_MESSAGES'), exist_ok=True)
    with open(os.path.join(folder, LANGUAGE, 'LC_MESSAGES', 'redshift.mo'), 'wb') as file:
        file.write(struct.pack('<7I', 0x950412de, 0, len(keys), 28, 28 + 8 * len(keys), 0, at) + table + data)
