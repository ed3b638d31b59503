# Differences from the other packages that do not fail the test.
# SPDX-License-Identifier: Apache-2.0
"""LICENCES: differences that stay, each with the decision that says so. Most decisions are in the references of the
tables, beside the function; here is room for those about few of its arguments. OPEN: known faults, counted apart, which
are wrong until they are mended; a line goes with its repair, and `oracle.py --all` tells of lines that nothing needs
any more."""
import re

LICENCES = []
OPEN = [
    (r"^(vertcat|horzcat|cat)\(.*size \[0\] where", "arrays without elements that are put together lose their sizes"),
    (r"^median\(\w+\[\d+, 1\].*size \[\] where", "the median of a column is a number"),
]


def find(what, table):
    return next((reason for pattern, reason in table if re.search(pattern, what)), None)
