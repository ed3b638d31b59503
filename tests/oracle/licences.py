# Differences from the other packages that do not fail the test.
# SPDX-License-Identifier: Apache-2.0
"""LICENCES: differences that stay, each with the decision that says so. Most decisions are in the references of the
tables, beside the function; here is room for those about few of its arguments. OPEN: known faults, counted apart, which
are wrong until they are mended; a line goes with its repair, and `oracle.py --all` tells of lines that nothing needs
any more."""
import re

LICENCES = [
    (r"^(vertcat|horzcat|cat)\(.*size \[0\] where",
     "empty vectors are left out where arrays are put together (LANGUAGE.md, Arrays)"),
]
OPEN = []


def find(what, table):
    return next((reason for pattern, reason in table if re.search(pattern, what)), None)
