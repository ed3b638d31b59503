/* Sentences above everything.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/settings/notices.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_SHOWN 6

typedef struct {
  char *key, *text;
} Sentence;

typedef struct {
  char *id;
  GPtrArray *sentences; /* element-type Sentence */
  gboolean is_closed;
} Notice;

struct _RsNotices {
  GObject parent;

  GPtrArray *notices; /* element-type Notice, in the order in which they came up first */
};

G_DEFINE_FINAL_TYPE (RsNotices, rs_notices, G_TYPE_OBJECT)

static guint changed_signal;

static void
sentence_free (gpointer data)
{
  Sentence *sentence = data;

  g_free (sentence->key);
  g_free (sentence->text);
  g_free (sentence);
}

static void
notice_free (gpointer data)
{
  Notice *notice = data;

  g_free (notice->id);
  g_ptr_array_unref (notice->sentences);
  g_free (notice);
}

RsNotices *
rs_notices_get (void)
{
  static RsNotices *notices;

  if (notices == NULL)
    notices = g_object_new (RS_TYPE_NOTICES, NULL);
  return notices;
}

static Notice *
find (const char *id)
{
  const GPtrArray *all = rs_notices_get ()->notices;

  for (guint i = 0; i < all->len; i++)
    if (g_str_equal (((Notice *)g_ptr_array_index (all, i))->id, id))
      return g_ptr_array_index (all, i);
  return NULL;
}

static Notice *
add (const char *id)
{
  Notice *notice = g_new0 (Notice, 1);

  notice->id = g_strdup (id);
  notice->sentences = g_ptr_array_new_with_free_func (sentence_free);
  g_ptr_array_add (rs_notices_get ()->notices, notice);
  return notice;
}

/* The sentence's place; the number of sentences when there is none. */
static guint
find_sentence (const Notice *notice, const char *key)
{
  guint i = 0;

  while (i < notice->sentences->len && !g_str_equal (((Sentence *)g_ptr_array_index (notice->sentences, i))->key, key))
    i++;
  return i;
}

/* FALSE: it said that before. */
static gboolean
put_sentence (Notice *notice, const char *key, const char *text)
{
  guint at = find_sentence (notice, key);
  Sentence *sentence;

  if (at < notice->sentences->len)
    {
      sentence = g_ptr_array_index (notice->sentences, at);
      if (g_str_equal (sentence->text, text))
        return FALSE;
      g_free (sentence->text);
    }
  else
    {
      sentence = g_new0 (Sentence, 1);
      sentence->key = g_strdup (key);
      g_ptr_array_add (notice->sentences, sentence);
    }
  sentence->text = g_strdup (text);
  notice->is_closed = FALSE;
  return TRUE;
}

/* On one line and as valid text: it may tell bytes of damaged files. (transfer full) */
static char *
make_plain (const char *sentence)
{
  char *text = g_utf8_make_valid (sentence, -1);

  for (char *at = text; *at != '\0'; at++)
    if (g_ascii_iscntrl (*at))
      *at = ' ';
  return text;
}

void
rs_notices_set (const char *id, const char *key, const char *sentence)
{
  Notice *notice = find (id);
  g_autofree char *text = sentence != NULL ? make_plain (sentence) : NULL;
  gboolean is_changed;
  guint at;

  if (notice == NULL && sentence == NULL)
    return;
  if (notice == NULL)
    notice = add (id);
  at = find_sentence (notice, key);
  if (sentence != NULL)
    is_changed = put_sentence (notice, key, text);
  else if ((is_changed = at < notice->sentences->len))
    g_ptr_array_remove_index (notice->sentences, at);
  if (is_changed)
    g_signal_emit (rs_notices_get (), changed_signal, 0, id);
}

void
rs_notices_close (const char *id)
{
  Notice *notice = find (id);

  if (notice == NULL || notice->is_closed)
    return;
  notice->is_closed = TRUE;
  g_signal_emit (rs_notices_get (), changed_signal, 0, id);
}

char *
rs_notices_dup_text (const char *id)
{
  const Notice *notice = find (id);
  g_autoptr (GString) text = NULL;
  guint n, shown;

  if (notice == NULL || notice->is_closed || notice->sentences->len == 0)
    return NULL;
  text = g_string_new (NULL);
  n = notice->sentences->len;
  shown = n > MOST_SHOWN ? MOST_SHOWN - 1 : n;
  for (guint i = 0; i < shown; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "",
                            ((Sentence *)g_ptr_array_index (notice->sentences, i))->text);
  if (shown < n)
    g_string_append_printf (text, ngettext ("\n… and %u more", "\n… and %u more", n - shown), n - shown);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char **
rs_notices_list (void)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  const GPtrArray *all = rs_notices_get ()->notices;

  for (guint i = 0; i < all->len; i++)
    {
      const Notice *notice = g_ptr_array_index (all, i);

      if (!notice->is_closed && notice->sentences->len > 0)
        g_strv_builder_add (ids, notice->id);
    }
  return g_strv_builder_end (ids);
}

const char *
rs_notices_get_reason (const GError *error)
{
  const char *colon = g_strrstr (error->message, ": ");

  return colon != NULL ? colon + 2 : error->message;
}

static void
rs_notices_finalize (GObject *object)
{
  g_ptr_array_unref (RS_NOTICES (object)->notices);
  G_OBJECT_CLASS (rs_notices_parent_class)->finalize (object);
}

static void
rs_notices_class_init (RsNoticesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_notices_finalize;
  changed_signal = g_signal_new ("changed", RS_TYPE_NOTICES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                 G_TYPE_STRING);
}

static void
rs_notices_init (RsNotices *self)
{
  self->notices = g_ptr_array_new_with_free_func (notice_free);
}
