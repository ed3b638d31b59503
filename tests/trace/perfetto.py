"""Reads Perfetto traces as their definition says, what of it the exporter uses.

SPDX-License-Identifier: Apache-2.0
"""
import struct
from collections import defaultdict


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def fields(data):
    """A message: number of the field -> its values, integers or bytes."""
    found, at = defaultdict(list), 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 1:
            value, at = struct.unpack_from("<Q", data, at)[0], at + 8
        elif key & 7 == 2:
            length, at = varint(data, at)
            assert at + length <= len(data), "a field that ends behind its message"
            value, at = data[at:at + length], at + length
        else:
            raise AssertionError("kind %d of a field" % (key & 7))
        found[key >> 3].append(value)
    return found


def one(message, number, default=None):
    values = message.get(number, [])
    assert len(values) <= 1, "field %d stands there more than once" % number
    return values[0] if values else default


def text(message, number):
    return one(message, number, b"").decode()  # raises where it is no UTF-8


def signed(value):
    return value - (1 << 64) if value >= 1 << 63 else value


class Interned:
    """Texts and places, by number."""

    def __init__(self):
        self.tables = {1: {}, 2: {}, 3: {}, 4: {}, 29: {}}

    def add(self, data):
        for number, entries in fields(data).items():
            table = self.tables[number]
            for entry in map(fields, entries):
                key = one(entry, 1)
                assert key > 0 and key not in table, "number %d of table %d is 0 or there before" % (key, number)
                table[key] = (text(entry, 2), one(entry, 4)) if number == 4 else text(entry, 2)


class Trace:
    """tracks: uuid -> (name, parent); slices: (track, start, end, name, category, values, place); flows: id ->
    [how often begun, how often ended]; counters: track -> [(time, value)];
    instants: (track, time, name, category, place)."""

    def __init__(self, path):
        self.tracks, self.slices, self.counters, self.instants = {}, [], defaultdict(list), []
        self.flows = defaultdict(lambda: [0, 0])
        self.open, self.interned = defaultdict(list), Interned()
        whole = fields(open(path, "rb").read())
        assert set(whole) == {1}, "nothing but packets"
        for i, packet in enumerate(map(fields, whole[1])):
            self.add_packet(i, packet)
        assert not any(self.open.values()), "each slice ends"

    def add_packet(self, i, packet):
        assert one(packet, 10) == 1 and one(packet, 13) == (3 if i == 0 else 2), "one sequence, cleared at its start"
        if 12 in packet:
            self.interned.add(one(packet, 12))
        if 60 in packet:
            track = fields(one(packet, 60))
            assert one(track, 1) not in self.tracks
            self.tracks[one(track, 1)] = (text(track, 2), one(track, 5))
        if 11 in packet:
            self.add_event(one(packet, 8), fields(one(packet, 11)))

    def add_event(self, time, event):
        kind, track = one(event, 9), one(event, 11)
        assert track in self.tracks, "an event of a track that was not told of"
        if kind == 1:
            self.begin(time, track, event)
        elif kind == 2:
            start, rest = self.open[track].pop()
            assert time >= start
            self.slices.append((track, start, time, *rest))
        elif kind == 3:
            table = self.interned.tables
            place = table[4][one(event, 34)] if 34 in event else ("", None)
            self.instants.append((track, time, table[2][one(event, 10)], table[1][one(event, 3)], place))
        else:
            assert kind == 4
            self.counters[track].append((time, signed(one(event, 30))))

    def begin(self, time, track, event):
        table = self.interned.tables
        values = {}
        for annotation in map(fields, event[4]):
            name = table[3][one(annotation, 1)]
            values[name] = table[29][one(annotation, 17)] if 17 in annotation else signed(one(annotation, 4))
        for flow in event.get(47, []):
            self.flows[flow][0] += 1
        for flow in event.get(48, []):
            self.flows[flow][1] += 1
        place = table[4][one(event, 34)] if 34 in event else ("", None)
        if self.open[track]:
            assert self.open[track][-1][0] <= time, "slices of a track come in order"
        self.open[track].append((time, (table[2][one(event, 10)], table[1][one(event, 3)], values, place)))
