/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/profile/trace-damage.h"

#include <string.h>

#define RS_TYPE_TRACE_DAMAGE (rs_trace_damage_get_type ())
G_DECLARE_FINAL_TYPE (RsTraceDamage, rs_trace_damage, RS, TRACE_DAMAGE, GObject)

struct _RsTraceDamage {
  GObject parent;
  GHashTable *told; /* path -> GString, owned */
};

G_DEFINE_FINAL_TYPE (RsTraceDamage, rs_trace_damage, G_TYPE_OBJECT)

static guint changed_signal;

static void
free_text (gpointer text)
{
  g_string_free (text, TRUE);
}

static void
rs_trace_damage_finalize (GObject *object)
{
  g_hash_table_unref (RS_TRACE_DAMAGE (object)->told);
  G_OBJECT_CLASS (rs_trace_damage_parent_class)->finalize (object);
}

static void
rs_trace_damage_class_init (RsTraceDamageClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_trace_damage_finalize;
  changed_signal = g_signal_new ("changed", RS_TYPE_TRACE_DAMAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 1, G_TYPE_STRING);
}

static void
rs_trace_damage_init (RsTraceDamage *self)
{
  self->told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_text);
}

/* That of the process; it stays. */
static RsTraceDamage *
get_all (void)
{
  static RsTraceDamage *all;

  if (all == NULL)
    all = g_object_new (RS_TYPE_TRACE_DAMAGE, NULL);
  return all;
}

static gboolean
has_line (const GString *text, const char *line)
{
  const gsize length = strlen (line);

  for (const char *at = text->str; *at != '\0'; at += strcspn (at, "\n"), at += *at != '\0')
    if (strcspn (at, "\n") == length && strncmp (at, line, length) == 0)
      return TRUE;
  return FALSE;
}

void
rs_trace_damage_note (const char *path, const char *const *sentences)
{
  RsTraceDamage *all = get_all ();
  GString *text = g_hash_table_lookup (all->told, path);
  gboolean is_new = FALSE;

  for (guint i = 0; sentences != NULL && sentences[i] != NULL; i++)
    {
      if (text == NULL)
        {
          text = g_string_new (NULL);
          g_hash_table_insert (all->told, g_strdup (path), text);
        }
      if (has_line (text, sentences[i]))
        continue;
      if (text->len > 0)
        g_string_append_c (text, '\n');
      g_string_append (text, sentences[i]);
      is_new = TRUE;
    }
  if (is_new)
    g_signal_emit (all, changed_signal, 0, path);
}

void
rs_trace_damage_forget (const char *path)
{
  g_hash_table_remove (get_all ()->told, path);
}

const char *
rs_trace_damage_get (const char *path)
{
  const GString *text = g_hash_table_lookup (get_all ()->told, path);

  return text != NULL ? text->str : NULL;
}

void
rs_trace_damage_connect (GCallback func, gpointer object)
{
  g_signal_connect_object (get_all (), "changed", func, object, G_CONNECT_SWAPPED);
}
