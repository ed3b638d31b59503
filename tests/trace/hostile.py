"""Traces that somebody made to do harm: what is refused, and what shows strangely.

SPDX-License-Identifier: Apache-2.0
"""
import contextlib
import hashlib
import os
import sqlite3

BOMB = "CREATE VIEW bomb AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT x FROM r"

# What is done to a trace, by what it is then: reading refuses all of these.
REFUSED = {
    "negative version": ["PRAGMA user_version = -1"], "no version": ["PRAGMA user_version = 0"],
    "a later version": ["PRAGMA user_version = 3"], "another program's": ["PRAGMA application_id = 7"],
    "a view": [BOMB], "a table": ["CREATE TABLE more (a)"], "an index": ["CREATE INDEX i ON totals (n)"],
    "a trigger": ["CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM meta; END"],
    "a view instead of a table": ["ALTER TABLE strings RENAME TO s2",
                                  "CREATE VIEW strings AS SELECT 1 AS id, 'x' AS text"],
    "a generated column": ["ALTER TABLE tracks ADD COLUMN g AS (id + 1)"],
    "a virtual table": ["CREATE VIRTUAL TABLE f USING fts5(x)"],
    "a schema of garbage": ["UPDATE sqlite_schema SET sql = 'CREATE TABLE events (' WHERE name = 'strings'"],
    "an endless name": ["UPDATE sqlite_schema SET sql = sql || printf('%10000000s', ' ') WHERE name = 'meta'"],
}

# Escape sequences, and names of 50 MB.
NAMES = [
    "UPDATE strings SET text = char(27) || ']0;owned' || char(7) || char(0x9b) || '31m' || char(0x202e) WHERE id < 4",
    "UPDATE strings SET text = replace(hex(zeroblob(25000000)), '00', 'ab') WHERE id = 4",
    "UPDATE tracks SET name = 'a' || char(27) || '[2J'",
    "UPDATE meta SET value = 'x' || char(27) || '[1m' || replace(hex(zeroblob(25000000)), '00', 'ab') "
    "WHERE name IN ('program', 'device', 'started')",
]


def change(path, *statements):
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA writable_schema = ON")
        for statement in statements:
            database.execute(statement)


def make_foreign(path):
    """A database of another program that bears our number."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript("PRAGMA page_size = 8192; PRAGMA application_id = 1383289970; PRAGMA user_version = 2;"
                               "CREATE TABLE mine (a); CREATE TABLE strings (id INTEGER PRIMARY KEY,"
                               " text TEXT NOT NULL);")


def damage_chunk(path, number):
    """Turns over a bit in the middle of a chunk."""
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        data = bytearray(database.execute("SELECT data FROM chunks WHERE id = ?", (number,)).fetchone()[0])
        data[len(data) // 2] ^= 1
        database.execute("UPDATE chunks SET data = ? WHERE id = ?", (bytes(data), number))


def digest(folder):
    found = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = hashlib.sha256(file.read()).hexdigest()
    return found
