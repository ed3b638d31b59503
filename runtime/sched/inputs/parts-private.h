/* What reads the leaves of an expression with views (parts.h): the parts of arrays and tables in parts.c, arrays in
 * another order or shape in rearranged.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/inputs/parts.h"
#include "runtime/value/index/selection.h"

typedef struct {
  RsInputs *inputs;
  RsSession *session;
  RsExtents *extents;
  GArray *reshaped; /* of guint: inputs that are leaves in another shape than their arrays have */
  gboolean has_extents, has_gather, has_whole;
  const RsNode *assigned; /* or NULL */
  const RsNode *masked;   /* of the leaves that the mask selects something of the first; or NULL */
} RsPartReader;

/* Whether that are the lengths of all leaves so far that are arrays. */
gboolean rs_part_reader_join_extents (RsPartReader *self, int rank, const gint64 *dims);
/* Adds a whole number that parts refer to. Returns its input. */
guint rs_part_reader_add_number (RsPartReader *self, gint64 number, gboolean is_constant);
/* dimensions: of the result, one an axis. Returns the part, valid until the next one is added. */
RsArrayPart *rs_part_reader_append (RsPartReader *self, const RsNode *leaf, RsArray *array,
                                    const RsSelection *selection, const int *dimensions);

/* Adds a leaf that is an array in another order. values: array and other arguments, [n]. */
gboolean rs_part_reader_add_rearranged (RsPartReader *self, const RsNode *leaf, const RsValue *values, guint n);
/* Once all leaves are there: beside parts, work items have positions along the dimensions of the result, so that leaves
 * in another shape are parts, too, whose elements are counted. */
void rs_part_reader_count_reshaped (RsPartReader *self);
