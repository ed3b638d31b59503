#!/usr/bin/env python3
# MAX, MIN, CLAMP and ABS compute their arguments more than once: no call that does more than look something up is one.
# SPDX-License-Identifier: Apache-2.0
"""usage: macros.py SOURCE_FOLDER

Lists the calls in arguments of these macros in C sources that are not among SIMPLE: give the value a name first. What
takes long, counts, draws lots, waits, or reads a clock or what other threads write may not be added to SIMPLE."""
import os
import re
import sys

FOLDERS = ("compiler", "runtime", "profiler", "ide", "plugins", "tests")
MACRO = re.compile(r"\b(?:MAX|MIN|CLAMP|ABS) \(")
CALL = re.compile(r"\b([A-Za-z_]\w*) \(")
WORDS = {"sizeof", "MAX", "MIN", "CLAMP", "ABS", "GTK_WIDGET", "GTK_TEXT_BUFFER", "G_LIST_MODEL", "GTK_EDITABLE"}
SIMPLE = {
    # of numbers
    "fabs", "fabsf", "ceil", "floor", "rint", "round", "sqrt", "cbrt", "log2", "log10", "pow", "hypot", "ilogb",
    "round_up", "from_origin", "since_origin", "offset_in", "rs_trace_clamp_time", "rs_timeline_x_of", "instant_to_x",
    # of short texts
    "strlen", "g_utf8_strlen", "g_ascii_strtoull", "g_ascii_strtoll", "rs_ir_text_integer",
    # a field, or an element of an array
    "at", "cpu", "peek", "line_start", "get_shape", "get_point", "get_amount", "g_ptr_array_index", "b_shape_parts",
    "b_array_rank", "rs_numbers_data", "rs_value_to_double", "rs_element_is_complex", "rs_element_get_bytes",
    "rs_array_get_bytes", "rs_source_get_length", "rs_launch_get_extent", "rs_team_get_size",
    "rs_settings_get_threads", "rs_timeline_visible_top", "g_variant_get_int32", "sqlite3_column_int64",
    # of a widget or a machine, that does not change meanwhile
    "gtk_widget_get_width", "gtk_widget_get_height", "gtk_drop_down_get_selected", "gtk_editable_get_text",
    "gtk_text_iter_get_chars_in_line", "g_list_model_get_n_items", "g_get_num_processors", "sysconf",
}


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def arguments(text, start):
    """what stands in the brackets that open before start"""
    depth = 1
    for end in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if depth == 0:
            return text[start:end]
    return ""


def find(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        text = re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', blank, file.read(), flags=re.DOTALL)
    for match in MACRO.finditer(text):
        calls = set(CALL.findall(arguments(text, match.end()))) - WORDS - SIMPLE
        calls = {name for name in calls if not name.isupper()}
        if calls:
            line = text.count("\n", 0, match.start()) + 1
            yield f"{path}:{line}: {', '.join(sorted(calls))}: give it a name first"


def main():
    found = [line for top in FOLDERS for folder, _, files in os.walk(os.path.join(sys.argv[1], top))
             for name in sorted(files) if name.endswith((".c", ".h")) for line in find(os.path.join(folder, name))]
    print("\n".join(found) if found else "ok")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
