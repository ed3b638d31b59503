/* JSON text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* Appends string with its quotes; bytes that are no UTF-8 become U+FFFD. */
void rs_json_append_string (GString *json, const char *string);
