/* Texts of open documents.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/open-texts.h"

#include <stdlib.h>

typedef struct {
  char *path; /* canonical */
  RsGetTextFunc get_text;
} OpenText;

typedef struct {
  RsTextChangedFunc changed;
  gpointer data;
} Watcher;

static GHashTable *texts;  /* owner -> OpenText */
static GArray *watchers;   /* element-type Watcher */

static void
open_text_free (gpointer data)
{
  OpenText *text = data;

  g_free (text->path);
  g_free (text);
}

void
rs_open_texts_add (gpointer owner, const char *path, RsGetTextFunc get_text)
{
  OpenText *text = g_new0 (OpenText, 1);
  char *canonical = realpath (path, NULL);

  if (texts == NULL)
    texts = g_hash_table_new_full (NULL, NULL, NULL, open_text_free);
  text->path = g_strdup (canonical != NULL ? canonical : path);
  text->get_text = get_text;
  free (canonical);
  g_hash_table_insert (texts, owner, text);
}

void
rs_open_texts_remove (gpointer owner)
{
  if (texts != NULL)
    g_hash_table_remove (texts, owner);
}

GHashTable *
rs_open_texts_snapshot (void)
{
  GHashTable *snapshot = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)rs_source_unref);
  GHashTableIter iterator;
  gpointer owner, value;

  if (texts == NULL)
    return snapshot;
  g_hash_table_iter_init (&iterator, texts);
  while (g_hash_table_iter_next (&iterator, &owner, &value))
    {
      const OpenText *text = value;
      RsSource *source = text->get_text (owner);

      if (source != NULL)
        g_hash_table_insert (snapshot, g_strdup (text->path), rs_source_ref (source));
    }
  return snapshot;
}

void
rs_open_texts_watch (RsTextChangedFunc changed, gpointer data)
{
  const Watcher watcher = { changed, data };

  if (watchers == NULL)
    watchers = g_array_new (FALSE, FALSE, sizeof (Watcher));
  g_array_append_val (watchers, watcher);
}

void
rs_open_texts_unwatch (gpointer data)
{
  for (guint i = watchers != NULL ? watchers->len : 0; i > 0; i--)
    if (g_array_index (watchers, Watcher, i - 1).data == data)
      g_array_remove_index_fast (watchers, i - 1);
}

void
rs_open_texts_tell_of_file (const char *path)
{
  for (guint i = 0; watchers != NULL && i < watchers->len; i++)
    {
      const Watcher *watcher = &g_array_index (watchers, Watcher, i);

      watcher->changed (path, watcher->data);
    }
}

void
rs_open_texts_tell (gpointer owner)
{
  const OpenText *text = texts != NULL ? g_hash_table_lookup (texts, owner) : NULL;

  if (text != NULL)
    rs_open_texts_tell_of_file (text->path);
}
