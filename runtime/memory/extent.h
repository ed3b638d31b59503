/* A range of bytes of an array.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct {
  gsize first, end; /* [first, end) */
} RsExtent;

static inline gboolean
rs_extent_overlaps (RsExtent a, RsExtent b)
{
  return a.first < b.end && b.first < a.end;
}

static inline gboolean
rs_extent_is_empty (RsExtent range)
{
  return range.first >= range.end;
}
