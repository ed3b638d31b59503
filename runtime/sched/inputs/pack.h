/* Objects for compiled code: each member of an object, or of all objects of a cell, is an input of its own.
 *
 * Numbers of a mutable object lie in an array of one element, numbers of the objects of a cell in one array for all of
 * them; arrays are passed as they are. So compiled code sees nothing but numbers and arrays. What it has written into
 * members is put back into the objects after the launch.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/inputs/signature.h"

/* Adds the members of the object, or of the objects of the cell, at index; nothing when compiled code can't have them:
 * objects of several classes, none at all, or the same one a second time. */
void rs_pack_add (RsInputs *inputs, RsSession *session, guint index);

/* Whether a compiled kernel writes members. */
gboolean rs_pack_is_written (const RsInputs *inputs, const RsKernelParameter *parameters, guint n);
/* Puts back what it wrote. The launch must be complete. */
gboolean rs_pack_read (const RsInputs *inputs, const RsKernelParameter *parameters, guint n, RsPrecision precision,
                       GError **error);

GPtrArray *rs_packs_new (void);
