/* Where the marks of an axis stand, and what is written at them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct
{
  double value;
  char *label; /* owned; NULL: a small mark without text */
} RsTick;

/* Marks between low and high (low < high, finite; positive when is_log), about wanted of them with text. element-type
 * RsTick (transfer full) */
GArray *rs_ticks_new (double low, double high, gboolean is_log, guint wanted);
