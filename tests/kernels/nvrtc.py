# CUDA's compiler by ctypes.
# SPDX-License-Identifier: Apache-2.0
import ctypes
import glob

NAMES = ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so")


def load():
    """The library, or None and what was tried."""
    tried = []
    for name in (*NAMES, *sorted(glob.glob("/usr/local/cuda-*/lib64/libnvrtc.so"), reverse=True)):
        try:
            library = ctypes.CDLL(name)
        except OSError as error:
            tried.append(str(error))
            continue
        library.nvrtcGetErrorString.restype = ctypes.c_char_p
        return library, tried
    return None, tried


class Compiler:
    def __init__(self, library):
        self.nvrtc = library

    def version(self):
        major, minor = ctypes.c_int(), ctypes.c_int()
        self.nvrtc.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
        return f"{major.value}.{minor.value}"

    def _read(self, program, what):
        size = ctypes.c_size_t()
        getattr(self.nvrtc, f"nvrtcGet{what}Size")(program, ctypes.byref(size))
        data = ctypes.create_string_buffer(size.value + 1)
        getattr(self.nvrtc, f"nvrtcGet{what}")(program, data)
        return data.raw[:size.value]

    def compile(self, text, name, options, what="CUBIN"):
        """(None or what failed, the compiler's words, the binary; what: or PTX)"""
        program = ctypes.c_void_p()
        self.nvrtc.nvrtcCreateProgram(ctypes.byref(program), text.encode(), name.encode(), 0, None, None)
        words = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
        code = self.nvrtc.nvrtcCompileProgram(program, len(options), words)
        log = self._read(program, "ProgramLog").rstrip(b"\0").decode(errors="replace").strip()
        binary = self._read(program, what) if code == 0 else b""
        self.nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
        return self.nvrtc.nvrtcGetErrorString(code).decode() if code != 0 else None, log, binary
