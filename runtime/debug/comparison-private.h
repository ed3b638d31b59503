/* What the files of the comparison share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/debug/compare/comparison.h"
#include "runtime/vm/vm-private.h"

/* --- compared-parts.c --- */

typedef struct {
  RsValue value;  /* borrowed */
  guint parent;   /* index of the cell or object that it is in */
  guint position; /* there */
  guint again;    /* of a cell or object: index + 1 of itself, where it has been met before; else 0 */
} RsComparedPart;

typedef struct _RsComparedParts RsComparedParts;

/* The value, which has to stay as it is, and what is in it: `most` parts. (transfer full) */
RsComparedParts *rs_compared_parts_new (RsValue value, guint most);
void rs_compared_parts_free (RsComparedParts *self);
guint rs_compared_parts_count (const RsComparedParts *self);
const RsComparedPart *rs_compared_parts_get (const RsComparedParts *self, guint index);
/* A hash: of two values whose numbers and texts can be compared with each other, it is the same. */
guint64 rs_compared_parts_get_sizes (const RsComparedParts *self);
/* A hash that changes when something is assigned to the value or inside of it. */
guint64 rs_compared_parts_get_state (const RsComparedParts *self);
/* "[2].points[0, 3]": where the part is in the value; nothing for the value itself. */
void rs_compared_parts_append_path (const RsComparedParts *self, guint index, GString *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsComparedParts, rs_compared_parts_free)

/* --- compared-values.c --- */

typedef struct _RsComparedValues RsComparedValues;

RsComparedValues *rs_compared_values_new (void);
void rs_compared_values_free (RsComparedValues *self);
/* Whether the value is compared: a number, an array of numbers, a text, a cell or an object. */
gboolean rs_compared_values_accept (RsValue value);
/* A value that was assigned to a variable of a place on the device `side`, in time ns. */
void rs_compared_values_note (RsComparedValues *self, guint side, const char *file, guint line, const char *name,
                              RsValue value, gint64 time, gboolean is_in_loop);
/* See rs_comparison_list and rs_comparison_count_unkept. */
GPtrArray *rs_compared_values_list (RsComparedValues *self);
gint64 rs_compared_values_count_unkept (const RsComparedValues *self);
