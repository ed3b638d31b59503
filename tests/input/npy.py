#!/usr/bin/env python3
# Files of NumPy are read, and written so that NumPy reads them; what can't be read is told.
# SPDX-License-Identifier: Apache-2.0
"""usage: npy.py REDSHIFT_CLI

Files of every version of the format, element type, order of bytes and order of elements, made here byte by byte, are
loaded and saved again; the file that save makes is compared. Then the same with NumPy in both directions, where it can
be imported. Files that are damaged or hold what is no number have to end in a message that says what to do. Reports in
TAP."""
import os
import struct
import subprocess
import sys
import tempfile

try:
    import numpy
except ImportError:
    numpy = None

HERE = os.path.dirname(os.path.abspath(__file__))
# NumPy's name of the elements, how struct packs one (complex ones: a part), and some of them.
TYPES = {
    "b1": ("?", (True, False, True, True, False, False)),
    "i1": ("b", (-128, -1, 0, 1, 2, 127)), "u1": ("B", (0, 1, 2, 3, 128, 255)),
    "i2": ("h", (-32768, -2, 0, 1, 258, 32767)), "u2": ("H", (0, 1, 258, 3, 4, 65535)),
    "i4": ("i", (-2**31, -2, 0, 1, 66051, 2**31 - 1)), "u4": ("I", (0, 1, 66051, 3, 4, 2**32 - 1)),
    "i8": ("q", (-2**63, -2, 0, 1, 2**40 + 7, 2**63 - 1)), "u8": ("Q", (0, 1, 2**40 + 7, 3, 4, 2**64 - 1)),
    "f2": ("e", (0.5, -1.5, 2.25, 1024.0, float("inf"), 6.103515625e-05)),
    "f4": ("f", (0.5, -1.5, 2.25, 1e10, float("-inf"), 2.0**-130)),
    "f8": ("d", (0.5, -1.5, 2.25, 1e300, 1 / 3, 5e-324)),
    "c8": ("f", (0.5, -1.5, 2.25, 1e10, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, -10.0)),
    "c16": ("d", (0.5, -1.5, 2.25, 1e300, 1 / 3, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, -10.0)),
}
READ_AS = {"f2": "f8", "f4": "f8", "c8": "c16"}  # in double precision


class Failed(Exception):
    pass


def run(cli, folder, text, *options):
    path = os.path.join(folder, "program.q")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    process = subprocess.run([cli, "run", "-d", "interp", *options, path], capture_output=True, text=True, cwd=folder,
                             timeout=120, check=False)
    return process.returncode, process.stdout, process.stderr.strip()


def save_again(cli, folder, n):
    """Loads 0.npy to n-1.npy, and saves what is in them under out-0.npy, ...."""
    lines = "".join(f'save("out-{i}.npy", load("{i}.npy"))\n' for i in range(n))
    status, _, messages = run(cli, folder, lines, "--double")
    if status != 0:
        raise Failed(messages)


def write(folder, name, contents):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(contents)


def read(folder, name):
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


def head(text, version=1):
    encoded = text.encode("utf-8")
    return b"\x93NUMPY" + bytes((version, 0)) + struct.pack("<H" if version == 1 else "<I", len(encoded)) + encoded


def whole_file(order, name, fortran, shape, values, version=1):
    letter, _ = TYPES[name]
    text = f"{{'descr': '{order}{name}', 'fortran_order': {fortran}, 'shape': {shape}, }}\n"
    return head(text, version) + struct.pack(f"{order.replace('|', '<')}{len(values)}{letter}", *values)


def transposed(values, parts):
    """The values of a 2 x 3 matrix by columns."""
    elements = [values[i:i + parts] for i in range(0, len(values), parts)]
    return [value for column in range(3) for row in range(2) for value in elements[row * 3 + column]]


def saved(name, shape, values):
    """What save is to write."""
    order = "|" if name in ("b1", "i1", "u1") else "<" if sys.byteorder == "little" else ">"
    text = f"{{'descr': '{order}{name}', 'fortran_order': False, 'shape': {shape}, }}"
    text += " " * (-(len(text) + 11) % 64) + "\n"
    letter, _ = TYPES[name]
    return head(text) + struct.pack(f"{order.replace('|', '<')}{len(values)}{letter}", *values)


def check_types(cli, folder):
    wanted = []
    for name, (_, values) in TYPES.items():
        parts = 2 if name[0] == "c" else 1
        for order in "|" if name in ("b1", "i1", "u1") else "<>":
            for shape, fortran, version in (((6,), False, 1), ((2, 3), False, 2), ((2, 3), True, 3), ((1, 6), True, 1),
                                            ((6, 1), True, 1), ((1, 2, 1, 3), False, 1), ((0,), False, 1),
                                            ((3, 0), True, 1)):
                some = values if 0 not in shape else ()
                stored = transposed(some, parts) if fortran and shape == (2, 3) else some
                write(folder, f"{len(wanted)}.npy", whole_file(order, name, fortran, shape, stored, version))
                wanted.append((f"{order}{name} {shape} {fortran}", saved(READ_AS.get(name, name), shape, some)))
    save_again(cli, folder, len(wanted))
    for i, (what, contents) in enumerate(wanted):
        if read(folder, f"out-{i}.npy") != contents:
            raise Failed(f"{what}: {read(folder, f'out-{i}.npy')!r}, not {contents!r}")


def check_numbers(cli, folder):
    """No dimensions, other ways to write the dictionary, several arrays in a file, logical bytes that are neither 0 nor
    1."""
    write(folder, "n.npy", whole_file(">", "i2", False, (), (-7,)))
    write(folder, "two.npy", whole_file("<", "f8", False, (), (2.5,)) + whole_file("<", "u1", False, (2,), (3, 4)))
    write(folder, "old.npy", head('{"shape":(3L,),"fortran_order":True,"descr":"i1"}') + bytes((1, 2, 3)))
    write(folder, "l.npy", whole_file("|", "b1", False, (3,), ()) + bytes((0, 7, 255)))
    status, output, messages = run(cli, folder,
                                   f'm = load("{HERE}/saved/numpy-2.4.npy")\nprint size(m), m[0,0], m[0,1], m[1,2]\n'
                                   'n = load("n.npy")\n[a,b] = load("two.npy")\nprint n, " ", type(n), " ", '
                                   'load("two.npy"), " ", a, " ", b, load("old.npy"), sum(load("l.npy"))\n')
    if status != 0 or output != "[ 2, 3]1+2i3+0i7-8i\n-7 int 2.5 2.5 [ 3, 4][ 1, 2, 3]2\n":
        raise Failed(f"{status} {output!r} {messages}")


def check_precision(cli, folder):
    """Floating-point arrays come in the precision of the program."""
    write(folder, "d.npy", whole_file("<", "f8", False, (2,), (0.5, 1 / 3)))
    for options, wanted in (((), "f4"), (("--double",), "f8")):
        run(cli, folder, 'save("out.npy", load("d.npy"))', *options)
        if read(folder, "out.npy") != saved(wanted, (2,), (0.5, 1 / 3)):
            raise Failed(f"{options}: {read(folder, 'out.npy')!r}")


GOOD = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }"
DAMAGED = "the file is damaged or not complete"
REFUSED = {
    "objects": (head(GOOD.replace("<f8", "|O")), "Python objects"),
    "texts": (head(GOOD.replace("<f8", "<U7")), "texts"),
    "bytes": (head(GOOD.replace("<f8", "|S3")), "texts"),
    "dates": (head(GOOD.replace("<f8", "<M8[ns]")), "dates or times"),
    "raw": (head(GOOD.replace("<f8", "|V16")), "raw bytes"),
    "records": (head(GOOD.replace("'<f8'", "[('a', '<f8'), ('b', '<i4')]")), "save each field by itself"),
    "long-double": (head(GOOD.replace("<f8", "<f16")), "of the type f16"),
    "complex-long-double": (head(GOOD.replace("<f8", "<c32")), "'c16'"),
    "rank": (head(GOOD.replace("(2, 3)", str((1,) * 17))), "17 dimensions"),
    "version": (b"\x93NUMPY\x04\x00" + head(GOOD)[8:], "version 4.0"),
    "own": (b"SQLite format 3\0", "ends in .qdat"), "text": (b"1,2,3\n", "no .npy file"),
    "zip": (b"PK\3\4    ", "no .npy file"),
    "nothing": (b"", DAMAGED), "overflow": (head(GOOD.replace("(2, 3)", "(4294967296, 4294967296)")), DAMAGED),
    "long": (head(GOOD.replace("(2, 3)", "(2, 99999999999999999999)")), DAMAGED),
    "negative": (head(GOOD.replace("(2, 3)", "(-2, 3)")), DAMAGED),
    "claim": (head(GOOD.replace("(2, 3)", "(1000000, 1000000)")) + bytes(48),
              "1000000000000 elements of 8 bytes, but 48 bytes"),
    "header": (b"\x93NUMPY\x02\x00\xff\xff\xff\xff" + GOOD.encode(), DAMAGED),
    "twice": (head(GOOD[:-1] + "'shape': (), }"), DAMAGED),
    "missing": (head("{'descr': '<f8', 'shape': (), }"), DAMAGED), "behind": (head(GOOD + "x"), DAMAGED),
    "commas": (head(GOOD.replace("(2, 3)", "(2 3)")), DAMAGED),
    "no-commas": (head(GOOD.replace(", 'f", " 'f")), DAMAGED),
}


def check_refused(cli, folder):
    refused = dict(REFUSED)
    whole = head(GOOD) + bytes(48)
    refused.update({f"cut-{n}": (whole[:n], DAMAGED) for n in range(len(whole))})
    lines = []
    for name, (contents, _) in refused.items():
        write(folder, name + ".npy", contents)
        lines.append(f'try\n  x = load("{name}.npy")\n  print "read"\ncatch ex\n  print ex\nend\n')
    status, output, messages = run(cli, folder, "".join(lines))
    if status != 0:
        raise Failed(messages)
    for (name, (_, wanted)), line in zip(refused.items(), output.split("\n")):
        if not line.startswith(f'load: can\'t read "{name}.npy": ') or wanted not in line:
            raise Failed(f"{name}: {line}")
    os.mkdir(os.path.join(folder, "folder.npy"))
    os.symlink("/dev/zero", os.path.join(folder, "device.npy"))
    for name in ("folder", "device"):
        _, _, messages = run(cli, folder, f'x = load("{name}.npy")')
        if f"it is a {name}" not in messages:
            raise Failed(messages)


def check_numpy(cli, folder):
    """All that numpy.save writes of these comes back to numpy.load, floating-point numbers in double precision."""
    arrays = []
    random = numpy.random.default_rng(1)
    for name in TYPES:
        for shape in ((), (1,), (5,), (0,), (1, 4), (4, 1), (3, 4), (70, 130), (2, 3, 4), (2, 0, 3), (2, 1, 3, 1, 2),
                      (1,) * 16):
            x = random.uniform(0, 120, shape).astype(name)
            arrays += [x, numpy.asfortranarray(x), x.astype(x.dtype.newbyteorder())]
    for i, x in enumerate(arrays):
        numpy.save(os.path.join(folder, f"{i}.npy"), x)
    save_again(cli, folder, len(arrays))
    for i, x in enumerate(arrays):
        y = numpy.load(os.path.join(folder, f"out-{i}.npy"))
        name = x.dtype.str[1:]
        wanted = READ_AS.get(name, name)
        if x.ndim == 0:  # a number: integers have 64 bits
            wanted = "i8" if x.dtype.kind in "iu" else wanted
        if y.dtype != numpy.dtype(wanted) or y.shape != x.shape or not numpy.array_equal(x, y):
            raise Failed(f"{x.dtype} {x.shape}: {y.dtype} {y.shape}")


def main():
    failed = False
    cli = os.path.abspath(sys.argv[1])
    tests = [("types", check_types), ("numbers", check_numbers), ("precision", check_precision),
             ("refused", check_refused),
             ("NumPy", check_numpy)]
    print(f"1..{len(tests)}")
    for number, (name, test) in enumerate(tests, 1):
        if test == check_numpy and numpy is None:
            print(f"ok {number} - {name} # SKIP NumPy can't be imported")
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(cli, folder)
                print(f"ok {number} - {name}")
            except (Failed, OSError) as problem:
                failed = True
                print(f"not ok {number} - {name}\n# " + str(problem).replace("\n", "\n# "))
    sys.exit(failed)


main()
