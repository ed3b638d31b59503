/* Writing JSON text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* A quoted string; null for NULL. */
void rs_json_append_string (GString *json, const char *text);
