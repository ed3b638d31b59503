/* JSON text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* Appends string with its quotes; bytes that are no UTF-8 become U+FFFD. */
void rs_json_append_string (GString *json, const char *string);
/* Appends its digits: printf's are a good part of writing many events. */
void rs_json_append_integer (GString *json, gint64 value);
