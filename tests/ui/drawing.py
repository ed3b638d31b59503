# SPDX-License-Identifier: Apache-2.0
"""A piece of work like a window's: lines of text that are shaped and painted, and borders, with the libraries that GTK
uses. It gets slower as the window does where the processor is slow, shared or short of caches, which a piece of Python
does not."""

import ctypes
import time

WIDTH, HEIGHT, LINES = 900, 400, 40


class Drawing:
    def __init__(self):
        self.cairo, self.pango = ctypes.CDLL('libcairo.so.2'), ctypes.CDLL('libpango-1.0.so.0')
        self.both = ctypes.CDLL('libpangocairo-1.0.so.0')
        self.context = self.make(self.cairo.cairo_create, self.make(self.cairo.cairo_image_surface_create, 0, WIDTH,
                                                                    HEIGHT))
        self.layout = self.make(self.both.pango_cairo_create_layout, self.context)
        font = self.make(self.pango.pango_font_description_from_string, b'monospace 11')
        self.pango.pango_layout_set_font_description(self.layout, font)
        self.draw()  # the first time reads fonts

    @staticmethod
    def make(function, *arguments):
        function.restype = ctypes.c_void_p
        return ctypes.c_void_p(function(*arguments))

    def paint(self, *color):
        self.cairo.cairo_set_source_rgb(self.context, *map(ctypes.c_double, color))

    def draw(self):
        """Does it once. Returns the processor time in ms."""
        begin = time.thread_time_ns()
        self.paint(1, 1, 1)
        self.cairo.cairo_paint(self.context)
        self.paint(0, 0, 0)
        for i in range(LINES):
            text = f'x{i} = zeros({i},4) + function{i * 7 % 13}(a, "text {i * i}")'.encode()
            self.pango.pango_layout_set_text(self.layout, text, len(text))
            self.cairo.cairo_move_to(self.context, ctypes.c_double(0), ctypes.c_double(10 * i))
            self.both.pango_cairo_show_layout(self.context, self.layout)
            self.cairo.cairo_rectangle(self.context, *map(ctypes.c_double, (5 * i, 3 * i, 80, 20)))
            self.cairo.cairo_stroke(self.context)
        return (time.thread_time_ns() - begin) / 1e6
