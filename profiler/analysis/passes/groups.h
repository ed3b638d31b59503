/* Sums over events that have something in common, of bounded number.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#define RS_MOST_GROUPS 200000u

/* Ids of texts as in the trace. */
typedef struct {
  guint32 name, file, line, detail, flag;
} RsGroupKey;

typedef struct {
  RsGroupKey key;
  gint64 n, total, max, bytes;
} RsGroup;

typedef struct _RsGroups RsGroups;

RsGroups *rs_groups_new (void);
void rs_groups_free (RsGroups *groups);

/* Beyond RS_MOST_GROUPS keys, all others are one whose key is zero. The group lives as long as groups. */
RsGroup *rs_groups_add (RsGroups *groups, const RsGroupKey *key, gint64 duration, gint64 bytes);
/* The longest total first. (transfer full) (element-type RsGroup) */
GArray *rs_groups_list (RsGroups *groups);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsGroups, rs_groups_free)
