# SPDX-License-Identifier: Apache-2.0
"""Pictures of the window as numbers: a grid of 32 x 18 cells, of each its mean colour and its contrast (the standard
deviation of its brightness). References are such grids as text, one letter a number; a cell that shows what differs
from run to run is left out.

What is drawn with other edges of letters stays within the tolerance; a panel that is missing, another colour, or text
that has moved by half a cell does not (test_comparison_of_pictures)."""

import io
import os
import subprocess

import numpy
from PIL import Image

COLUMNS, ROWS = 32, 18
DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
LEFT_OUT = '....'
COLOR_TOLERANCE, CONTRAST_TOLERANCE = 2.5, 3.5  # of the 64 steps
FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'pictures.txt')


def grab(width, height, x=0, y=0):
    """That part of the screen, as an array of height x width x 3."""
    ppm = subprocess.run(['import', '-window', 'root', '-crop', f'{width}x{height}+{x}+{y}', '-depth', '8',
                          'ppm:-'], check=True,
                         capture_output=True).stdout
    return numpy.asarray(Image.open(io.BytesIO(ppm)).convert('RGB'))


def cell_of(place, size, count):
    """The range of cells that [place, place + size) of a picture touches; size and place in parts of the whole."""
    return max(int(place * count), 0), min(int(numpy.ceil((place + size) * count)), count)


def describe(picture, left_out=()):
    """ROWS lines of a picture. left_out: (x, y, width, height) in pixels."""
    height, width = picture.shape[:2]
    cells = []
    for band in numpy.array_split(picture.astype(float), ROWS, axis=0):
        for cell in numpy.array_split(band, COLUMNS, axis=1):
            numbers = [*cell.mean(axis=(0, 1)) / 4, cell.mean(axis=2).std() / 2]
            cells.append(''.join(DIGITS[min(int(number), 63)] for number in numbers))
    rows = [cells[row * COLUMNS:(row + 1) * COLUMNS] for row in range(ROWS)]
    for x, y, w, h in left_out:
        top, bottom = cell_of(y / height, h / height, ROWS)
        left, right = cell_of(x / width, w / width, COLUMNS)
        for row in rows[top:bottom]:
            row[left:right] = [LEFT_OUT] * (right - left)
    return [''.join(row) for row in rows]


def differences(lines, wanted):
    """What two descriptions have that is not the same, in words."""
    found = []
    if len(wanted) != ROWS or any(len(line) != 4 * COLUMNS for line in wanted):
        return ['the reference is not complete']
    for row, (line, other) in enumerate(zip(lines, wanted)):
        for column in range(COLUMNS):
            one, two = line[4 * column:4 * column + 4], other[4 * column:4 * column + 4]
            if LEFT_OUT in (one, two):
                continue
            steps = [abs(DIGITS.index(a) - DIGITS.index(b)) for a, b in zip(one, two)]
            if max(steps[:3]) > COLOR_TOLERANCE or steps[3] > CONTRAST_TOLERANCE:
                found.append(f'cell {column}, {row}: {one} instead of {two}')
    return found


def read():
    """The references: name -> lines."""
    found, name = {}, None
    if os.path.exists(FILE):
        with open(FILE, encoding='ascii') as file:
            for line in file.read().splitlines():
                if line.startswith('# '):
                    name = found.setdefault(line[2:], [])
                elif line and name is not None:
                    name.append(line)
    return {name: [a + b for a, b in zip(lines[::2], lines[1::2])] for name, lines in found.items()}


def write(pictures):
    half = 2 * COLUMNS
    with open(FILE, 'w', encoding='ascii') as file:
        for name in sorted(pictures):
            file.write(f'# {name}\n' + ''.join(f'{line[:half]}\n{line[half:]}\n' for line in pictures[name]))


# --- contrast ---

def luminance(colors):
    """Relative luminance (WCAG 2) of an array of ... x 3 with values from 0 to 255."""
    parts = numpy.asarray(colors, dtype=float) / 255
    parts = numpy.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return parts @ numpy.array([0.2126, 0.7152, 0.0722])


def contrast(one, other):
    """Ratio (WCAG 2) of two colours."""
    light, dark = sorted((float(luminance(one)), float(luminance(other))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def contrast_of_text(picture):
    """Between a picture's most frequent colour and the one that is farthest from it: that of text in the picture."""
    packed, counts = numpy.unique(picture.reshape(-1, 3).astype(int) @ numpy.array([65536, 256, 1]), return_counts=True)
    colors = numpy.stack([packed >> 16, packed >> 8 & 255, packed & 255], axis=1)
    ground = colors[counts.argmax()]
    shades = luminance(colors)
    return max(contrast(colors[extreme], ground) for extreme in (shades.argmax(), shades.argmin()))
