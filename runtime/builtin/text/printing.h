/* C-style formats with values of Quasar.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/call.h"

/* The format in argument `first` with the arguments after it put in; \n and \t in the format are interpreted. Arrays
 * give their elements one after the other, to %s as a whole. While values are left, the format is used again. FALSE
 * when there are too few of them, or no place. */
gboolean
rs_call_print_format (const RsCall *call, guint first, GString *out, const char *name, GError **error);

/* Whether a text is a format with exactly n places; a blank behind the % makes none ("50 % done"). */
gboolean
rs_format_has_places (const char *text, guint n);

/* A number with as many digits as it takes to read the same one again, in the precision of the element type. */
void
rs_append_exact_number (GString *out, RsElement element, double x);
