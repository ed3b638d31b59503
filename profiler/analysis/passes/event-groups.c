/* SPDX-License-Identifier: Apache-2.0 */
#include "profiler/analysis/passes/event-groups.h"

#include "runtime/trace/trace.h"

#include <glib/gi18n.h>
#include <string.h>

#define BIT(kind) (G_GUINT64_CONSTANT (1) << RS_TRACE_##kind)
#define KINDS(a, b, c, d, e) (BIT (a) | BIT (b) | BIT (c) | BIT (d) | BIT (e))

static const RsEventGroup groups[] = {
#define RS_EVENT_GROUP(id, title, kinds) { #id, title, kinds },
#include "profiler/analysis/passes/event-groups.def"
#undef RS_EVENT_GROUP
};

static const struct {
  const char *name;
  RsTraceKind kind;
} names[] = {
#define RS_TRACE_EVENT(NAME, number, text, form, meaning) { text, RS_TRACE_##NAME },
#include "runtime/trace-events.def"
#undef RS_TRACE_EVENT
};

const RsEventGroup *
rs_event_groups_get (guint *n)
{
  *n = G_N_ELEMENTS (groups);
  return groups;
}

/* 0: it is neither. */
static guint64
find_kinds (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    if (strcmp (groups[i].id, word) == 0)
      return groups[i].kinds;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i].name, word) == 0)
      return G_GUINT64_CONSTANT (1) << names[i].kind;
  return 0;
}

gboolean
rs_event_kinds_parse (const char *text, guint64 *kinds, char **unknown)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);

  *kinds = 0;
  for (guint i = 0; words[i] != NULL; i++)
    {
      guint64 found = find_kinds (words[i]);

      if (found == 0)
        {
          *unknown = g_strdup (words[i]);
          return FALSE;
        }
      *kinds |= found;
    }
  return *kinds != 0;
}
