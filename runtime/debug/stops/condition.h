/* Conditions of breakpoints, before there is a program to compute them in.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* Whether the text reads as a condition: one expression that assigns nothing, unless that stands in parentheses as in
 * an `if`. Whether its names mean something shows where the program stands. */
gboolean rs_debug_check_condition (const char *text, GError **error);
