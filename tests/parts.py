# Which tests of a suite run, where a run takes only a part of them.
# SPDX-License-Identifier: Apache-2.0
import datetime


def part_of(tests, part):
    """Of a list: with part K/N every N-th from the K-th on (from 0); K may be `today`, so that N days run all."""
    first, _, count = part.partition("/")
    count = int(count)
    first = datetime.date.today().toordinal() % count if first == "today" else int(first)
    return tests[first % count::count]
