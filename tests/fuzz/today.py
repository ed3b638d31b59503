#!/usr/bin/env python3
"""Runs a fuzzer with seeds of its own for each day, which it prints: today.py FUZZER COUNT

SPDX-License-Identifier: Apache-2.0
"""
import datetime
import subprocess
import sys

if __name__ == "__main__":
    fuzzer, count = sys.argv[1:]
    first = str(datetime.date.today().toordinal() % 10000 * 10000)
    print("seeds from", first, flush=True)
    sys.exit(subprocess.run([fuzzer, first, count], check=False).returncode)
