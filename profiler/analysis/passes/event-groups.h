/* Which kinds of events are listed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct {
  const char *id, *title; /* "memory", "Memory" (in English) */
  guint64 kinds;          /* bit k: RsTraceKind k */
} RsEventGroup;

/* [*n], static; the first is what most look for, the last is all. */
const RsEventGroup *rs_event_groups_get (guint *n);

/* "memory,kernel": ids of groups and names of kinds. FALSE: one of them is neither; *unknown: that one (transfer
 * full). */
gboolean rs_event_kinds_parse (const char *text, guint64 *kinds, char **unknown);
