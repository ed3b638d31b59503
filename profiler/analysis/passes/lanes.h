/* Packing spans into lanes, each on the lowest that is free.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsLanes RsLanes;

RsLanes *rs_lanes_new (void);
void rs_lanes_free (RsLanes *lanes);

/* The lowest lane that is free from start on, counted from 0; it is taken until end. Spans come in the order of their
 * starts. Needs time in proportion to the logarithm of the number of lanes. */
guint rs_lanes_take (RsLanes *lanes, gint64 start, gint64 end);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsLanes, rs_lanes_free)
