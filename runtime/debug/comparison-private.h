/* What the files of the comparison share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/debug/comparison.h"
#include "runtime/vm/vm-private.h"

/* --- compared-values.c --- */

typedef struct _RsComparedValues RsComparedValues;

RsComparedValues *rs_compared_values_new (void);
void rs_compared_values_free (RsComparedValues *self);
/* Whether the value is a number or an array of numbers. */
gboolean rs_compared_values_accept (RsValue value);
/* A value that was assigned to a variable of a place on the device `side`, in time ns. */
void rs_compared_values_note (RsComparedValues *self, guint side, const char *file, guint line, const char *name,
                              RsValue value, gint64 time, gboolean is_in_loop);
/* See rs_comparison_list and rs_comparison_count_unkept. */
GPtrArray *rs_compared_values_list (RsComparedValues *self);
gint64 rs_compared_values_count_unkept (const RsComparedValues *self);
