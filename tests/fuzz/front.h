/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <glib.h>

/* Parses, prints, stores, formats and checks the text of length bytes, which ends with a NUL; ends the process when
 * something is wrong. seed: names the text in messages; odd ones are checked in double precision. */
void fuzz_check_text (const char *text, gsize length, guint32 seed);
