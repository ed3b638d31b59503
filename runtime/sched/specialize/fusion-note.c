/* Notes about fused launches, see fusion-note.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/specialize/fusion-note.h"

#include "compiler/base/debug-topics.h"
#include "runtime/sched/queue/launch-private.h"
#include "runtime/sched/specialize/decision.h"
#include "runtime/session-private.h"
#include "runtime/trace/trace.h"

#include <string.h>

struct _RsFusionNotes {
  RsSession *session;
  GHashTable *told; /* set of owned texts */
  char *need;       /* "`double` is needed at line 12 before it": why nothing is held now; or NULL */
};

RsFusionNotes *
rs_fusion_notes_new (RsSession *session)
{
  RsFusionNotes *self = g_new0 (RsFusionNotes, 1);

  self->session = session;
  self->told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
rs_fusion_notes_free (RsFusionNotes *self)
{
  g_hash_table_unref (self->told);
  g_free (self->need);
  g_free (self);
}

static gboolean
is_heard (const RsFusionNotes *self)
{
  return rs_trace_is_on () || rs_debug_topic_is_on (RS_DEBUG_TOPIC_LAUNCH)
         || rs_settings_get_boolean (self->session->settings, RS_SETTING_COMPILER_SHOW_MISSED_OPT_OPPORTUNITIES);
}

/* "a", "a and b", "a, b and c" */
static char *
list_titles (RsLaunch *const *launches, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s`%s`", i == 0 ? "" : i + 1 < n ? ", " : " and ", launches[i]->title);
  return g_string_free (text, FALSE);
}

static void
tell (RsFusionNotes *self, const RsLaunch *launch, gboolean is_missed, const char *text)
{
  g_autofree char *key = g_strdup_printf ("%s:%u:%s: %s", launch->file, launch->line, launch->title, text);

  if (!g_hash_table_add (self->told, g_steal_pointer (&key)))
    return;
  rs_decision_emit_fusion (launch->title, launch->file, launch->line, text);
  if (rs_debug_topic_is_on (RS_DEBUG_TOPIC_LAUNCH))
    rs_session_message (self->session, "fusion: %s:%u: `%s` is %s", launch->file, launch->line, launch->title, text);
  else if (is_missed
           && rs_settings_get_boolean (self->session->settings, RS_SETTING_COMPILER_SHOW_MISSED_OPT_OPPORTUNITIES))
    rs_session_message (self->session, "%s:%u: note: `%s` is %s", launch->file, launch->line, launch->title, text);
}

void
rs_fusion_note_fused (RsFusionNotes *self, RsLaunch *const *launches, guint n, guint n_removed)
{
  g_assert (n >= 1);

  g_autofree char *others = NULL, *text = NULL;

  if (!is_heard (self))
    return;
  others = list_titles (launches + 1, n - 1);
  text = g_strdup_printf ("one kernel with %s; %u array%s in no memory", others, n_removed, n_removed == 1 ? "" : "s");
  tell (self, launches[0], FALSE, text);
}

void
rs_fusion_note_apart (RsFusionNotes *self, const RsLaunch *launch, const RsLaunch *other, const char *reason)
{
  g_autofree char *text = NULL;

  if (!is_heard (self))
    return;
  text = other != NULL ? g_strdup_printf ("not fused with `%s`: %s", other->title, reason)
                       : g_strdup_printf ("not fused: %s", reason);
  tell (self, launch, TRUE, text);
}

/* The innermost call, "  in f (file.q:12)", as the place where it is; in its own file as "line 12". (transfer full) */
static char *
describe_place (const char *stack, const char *file)
{
  g_autofree char *line = g_strndup (stack, strcspn (stack, "\n"));
  char *place = g_strrstr (line, " (");
  const gsize length = file != NULL ? strlen (file) : 0;

  if (place == NULL || !g_str_has_suffix (place, ")"))
    return NULL;
  place += 2;
  place[strlen (place) - 1] = '\0';
  return length > 0 && strncmp (place, file, length) == 0 && place[length] == ':'
             ? g_strdup_printf ("line %s", place + length + 1)
             : g_strdup (place);
}

void
rs_fusion_note_need (RsFusionNotes *self, const RsLaunch *last)
{
  g_autofree char *stack = NULL, *place = NULL;

  if (!is_heard (self))
    return;
  rs_fusion_forget_need (self);
  stack = self->session->host->dup_stack (self->session);
  place = describe_place (stack, last->file);
  if (place != NULL)
    self->need = g_strdup_printf ("%s needs what `%s` computes", place, last->title);
}

void
rs_fusion_note_interrupted (RsFusionNotes *self, const RsLaunch *launch)
{
  g_autofree char *text = NULL;

  if (self->need == NULL)
    return;
  text = g_strdup_printf ("not fused with launches before it: %s", self->need);
  rs_fusion_forget_need (self);
  tell (self, launch, TRUE, text);
}

void
rs_fusion_forget_need (RsFusionNotes *self)
{
  g_clear_pointer (&self->need, g_free);
}
