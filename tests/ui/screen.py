# SPDX-License-Identifier: Apache-2.0
"""The virtual screen: its pixels, and keys and the wheel, without a process for each."""

import ctypes
import time


class Image(ctypes.Structure):
    """The head of an XImage."""
    _fields_ = [('width', ctypes.c_int), ('height', ctypes.c_int), ('xoffset', ctypes.c_int),
                ('format', ctypes.c_int), ('data', ctypes.c_void_p), ('byte_order', ctypes.c_int),
                ('bitmap_unit', ctypes.c_int), ('bitmap_bit_order', ctypes.c_int), ('bitmap_pad', ctypes.c_int),
                ('depth', ctypes.c_int), ('bytes_per_line', ctypes.c_int)]


class Screen:
    """Reads pixels and presses keys without starting a process for each."""

    def __init__(self):
        self.x11, self.xtst = ctypes.CDLL('libX11.so.6'), ctypes.CDLL('libXtst.so.6')
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.x11.XGetImage.restype = ctypes.POINTER(Image)
        self.x11.XKeysymToKeycode.restype = ctypes.c_ubyte
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(None))
        self.root = ctypes.c_ulong(self.x11.XDefaultRootWindow(self.display))

    def read(self, x, y, width, height):
        image = self.x11.XGetImage(self.display, self.root, x, y, width, height, ctypes.c_ulong(0xffffffff), 2)
        data = ctypes.string_at(image.contents.data, image.contents.bytes_per_line * image.contents.height)
        self.x11.XDestroyImage(image)
        return data

    def key(self, *names):
        codes = [self.x11.XKeysymToKeycode(self.display, ctypes.c_ulong(self.x11.XStringToKeysym(name.encode())))
                 for name in names]
        for code in codes:
            self.xtst.XTestFakeKeyEvent(self.display, code, 1, 0)
        for code in reversed(codes):
            self.xtst.XTestFakeKeyEvent(self.display, code, 0, 0)
        self.x11.XFlush(self.display)

    def wheel(self, button):
        control = self.x11.XKeysymToKeycode(self.display, ctypes.c_ulong(self.x11.XStringToKeysym(b'Control_L')))
        self.xtst.XTestFakeKeyEvent(self.display, control, 1, 0)
        for press in (1, 0):
            self.xtst.XTestFakeButtonEvent(self.display, button, press, 0)
        self.xtst.XTestFakeKeyEvent(self.display, control, 0, 0)
        self.x11.XFlush(self.display)

    def time_to_change(self, area, limit=5.0, before=None, act=None):
        """ms until the pixels of the area are others; act: what is done first."""
        before = before or self.read(*area)
        start = time.perf_counter()
        if act:
            act()
        while time.perf_counter() - start < limit:
            if self.read(*area) != before:
                return 1e3 * (time.perf_counter() - start)
        return 1e3 * limit

    def time_to_rest(self, area, act, quiet=0.25, limit=10.0):
        """ms until the last change of the area after act, when nothing follows for a while."""
        last = self.read(*area)
        start = changed = time.perf_counter()
        act()
        while time.perf_counter() - max(changed, start) < quiet and time.perf_counter() - start < limit:
            now = self.read(*area)
            if now != last:
                last, changed = now, time.perf_counter()
        return 1e3 * (changed - start)
