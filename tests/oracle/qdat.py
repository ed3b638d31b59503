# Values to and from files that `load` and `save` know (runtime/builtin/io/QDAT.md), to the last bit.
# SPDX-License-Identifier: Apache-2.0
"""write(path, list) makes a file whose only value is a cell with these arrays; read(path) gives the elements of such a
cell:
arrays of NumPy, numbers, texts, and lists for cells inside."""
import os
import sqlite3
import struct

import numpy as np

TYPES = {"bool": "?", "int8": "i1", "uint8": "u1", "int16": "i2", "uint16": "u2", "int32": "i4", "uint32": "u4",
         "int64": "i8",
         "uint64": "u8", "half": "f2", "single": "f4", "double": "f8", "csingle": "c8", "cdouble": "c16"}
NAMES = {np.dtype(code): name for name, code in TYPES.items()}
# The reader asks for this very text.
SCHEMA = """PRAGMA application_id = 0x51444154; PRAGMA user_version = 1;
CREATE TABLE value (id INTEGER PRIMARY KEY, argument INTEGER NOT NULL, parent INTEGER, position INTEGER NOT NULL, \
name TEXT, kind TEXT NOT NULL, type TEXT, dims TEXT, content);
CREATE TABLE piece (id INTEGER PRIMARY KEY, data BLOB NOT NULL);"""


def write(path, arrays):
    if os.path.exists(path):
        os.unlink(path)
    base = sqlite3.connect(path, isolation_level=None)
    base.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + SCHEMA)
    rows = [(1, 0, None, 0, None, "cell", None, str(len(arrays)), None)]
    for position, array in enumerate(arrays):
        # Bytes written by NumPy: vectors have one dimension, as in the product.
        rows.append((position + 2, 0, 1, position, None, "array", NAMES[array.dtype], " ".join(map(str, array.shape)),
                     np.ascontiguousarray(array).tobytes()))
    base.execute("BEGIN")
    base.executemany("INSERT INTO value VALUES (?,?,?,?,?,?,?,?,?)", rows)
    base.execute("COMMIT")
    base.close()


def number(kind, content):
    if kind == "scalar":
        return float("nan") if content is None else float(content)
    if kind == "complex":
        return complex(*struct.unpack("<2d", content))
    return bool(content) if kind == "bool" else content


def read(path):
    base = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    values, children = {}, {}
    for key, parent, position, kind, name, dims, content in base.execute(
            "SELECT id, parent, position, kind, type, dims, content FROM value ORDER BY id DESC"):
        if kind == "cell":
            items = children.get(key, {})
            value = [items.get(i) for i in range(int(np.prod([int(n) for n in dims.split()])))]
        elif kind == "array":
            value = np.frombuffer(content or b"", TYPES[name]).reshape([int(n) for n in dims.split()])
        elif kind == "same":
            value = ("same", content)
        else:
            value = number(kind, content)
        values[key] = value
        children.setdefault(parent, {})[position] = value
    base.close()
    for key, value in values.items():
        if isinstance(value, list):
            value[:] = [values[v[1]] if isinstance(v, tuple) else v for v in value]
    return values[1]
