/* The arrays that launches got: their numbers, how they are accessed, and their sizes.
 *
 * Threads: what was read is constant.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

/* Texts live as long as the store. */
typedef struct {
  gint64 oid, bytes;
  const char *name; /* of the parameter; "": it has none */
  const char *mode; /* "ReadOnly", "WriteOnly", "ReadWrite" */
  const char *file; /* of the launch */
  guint32 line;
  guint32 launch; /* low half of its id */
} RsLaunchObject;

/* By place and launch; at most the first million. NULL with an error when the trace can't be read. (transfer full)
 * (element-type RsLaunchObject) */
GArray *rs_launch_objects_read (RsTraceStore *store, GError **error);

/* Those of a launch at that place; where it has none of its own, those of the one before there, which are the same.
 * (transfer none) (array length=n) (nullable): NULL: none are known */
const RsLaunchObject *
rs_launch_objects_find (const GArray *objects, const char *file, guint32 line, gint64 launch, guint *n);
