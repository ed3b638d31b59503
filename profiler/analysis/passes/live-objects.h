/* The arrays that are there while allocations and frees are read: a hash table by oid, made for millions of changes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct {
  gint64 oid, bytes, since;
  gpointer place; /* the caller's; NULL: none */
  guint32 name, file, line;
  gboolean used;
} RsLiveObject;

typedef struct {
  RsLiveObject *slots; /* [mask + 1]; those that are not used are free */
  guint mask, n;
} RsLiveObjects;

void rs_live_objects_init (RsLiveObjects *objects);
void rs_live_objects_clear (RsLiveObjects *objects);

/* NULL: it is not there. Valid until the next call that adds or removes. */
RsLiveObject *rs_live_objects_find (const RsLiveObjects *objects, gint64 oid);
/* The slot of an object that is not there yet, whose oid is set. Valid as above. */
RsLiveObject *rs_live_objects_add (RsLiveObjects *objects, gint64 oid);
void rs_live_objects_remove (RsLiveObjects *objects, RsLiveObject *object);
