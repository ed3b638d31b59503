/* Comparing what names mean before and after.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/names/rename-meanings.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  const RsReferences *references;
  const char *name;
} Renaming;

static const RsReferencesFile *
find_file (const RsReferences *references, const char *path)
{
  for (guint i = 0; i < references->files->len; i++)
    {
      const RsReferencesFile *file = g_ptr_array_index (references->files, i);

      if (file->path == path)
        return file;
    }
  return NULL;
}

/* How many places of a file lie in front of an offset; *is_one: whether there is one at it. */
static guint
count_places (const RsReferencesFile *file, guint32 offset, gboolean *is_one)
{
  guint n = 0;

  while (file != NULL && n < file->offsets->len && g_array_index (file->offsets, guint32, n) < offset)
    n++;
  *is_one = file != NULL && n < file->offsets->len && g_array_index (file->offsets, guint32, n) == offset;
  return n;
}

/* Where an offset of a text is in its new text. */
static guint32
map_offset (const RsReferences *references, const char *name, const char *path, guint32 offset)
{
  gboolean is_one;
  guint n = count_places (find_file (references, path), offset, &is_one);

  return offset + n * (guint32)(strlen (name) - strlen (references->name));
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  const RsNameKey *p = a, *q = b;

  if (p->path != q->path)
    return strcmp (p->path, q->path);
  return p->offset < q->offset ? -1 : p->offset > q->offset;
}

/* Sorted, each once; those of the old texts as they are in the new ones. (transfer full) */
static GArray *
get_keys (const Renaming *self, const RsAnalysis *analysis, guint index, const RsName *name, gboolean is_old)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (RsNameKey));
  GArray *keys = g_array_new (FALSE, FALSE, sizeof (RsNameKey));

  rs_name_table_get_keys (rs_analysis_get_names (analysis), index, name, all);
  for (guint i = 0; i < all->len; i++)
    {
      RsNameKey *key = &g_array_index (all, RsNameKey, i);

      if (is_old)
        key->offset = map_offset (self->references, self->name, key->path, key->offset);
    }
  g_array_sort (all, compare_keys);
  for (guint i = 0; i < all->len; i++)
    if (i == 0 || compare_keys (&g_array_index (all, RsNameKey, i - 1), &g_array_index (all, RsNameKey, i)) != 0)
      g_array_append_val (keys, g_array_index (all, RsNameKey, i));
  return keys;
}

static const RsName *
next_name (const GArray *names, guint *at, const char *word)
{
  while (*at < names->len)
    {
      const RsName *name = &g_array_index (names, RsName, (*at)++);

      if (g_str_equal (name->name, word))
        return name;
    }
  return NULL;
}

/* The index of the module with that path; -1: there is none. */
static int
find_module (const RsAnalysis *analysis, const char *path)
{
  for (guint i = 0; i < rs_analysis_get_program (analysis)->modules->len; i++)
    if (rs_name_table_get_path (rs_analysis_get_names (analysis), i) == path)
      return (int)i;
  return -1;
}

static gboolean
is_same (const Renaming *self, const RsAnalysis *before, guint old_index, const RsName *old, const RsAnalysis *after,
         guint new_index, const RsName *new)
{
  g_autoptr (GArray) old_keys = get_keys (self, before, old_index, old, TRUE);
  g_autoptr (GArray) new_keys = get_keys (self, after, new_index, new, FALSE);

  if (old_keys->len != new_keys->len)
    return FALSE;
  for (guint i = 0; i < old_keys->len; i++)
    if (compare_keys (&g_array_index (old_keys, RsNameKey, i), &g_array_index (new_keys, RsNameKey, i)) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
keeps_module (const Renaming *self, const RsAnalysis *before, guint index, const RsAnalysis *after, GError **error)
{
  const char *path = rs_name_table_get_path (rs_analysis_get_names (before), index);
  const GArray *old_names = rs_name_table_get_names (rs_analysis_get_names (before), index);
  int new_index = find_module (after, path);
  const GArray *new_names = new_index >= 0 ? rs_name_table_get_names (rs_analysis_get_names (after), (guint)new_index)
                                           : NULL;
  guint old_at = 0, new_at = 0;
  const RsName *old;

  while (new_names != NULL && (old = next_name (old_names, &old_at, self->name)) != NULL)
    {
      guint32 offset = map_offset (self->references, self->name, path, old->offset);
      const RsName *new;
      g_autofree char *place = NULL;

      while ((new = next_name (new_names, &new_at, self->name)) != NULL && new->offset < offset)
        ; /* it has the name now */
      if (new != NULL &&new->offset == offset && is_same (self, before, index, old, after, (guint)new_index, new))
        continue;
      place = rs_describe_place (rs_name_table_get_module (rs_analysis_get_names (before), index)->source, old->offset);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _ ("“%s” would mean something else: %s"), self->name,
                   place);
      return FALSE;
    }
  return TRUE;
}

gboolean
rs_rename_keeps_meanings (const RsReferences *references, const char *name, const RsAnalysis *before,
                          const RsAnalysis *after, GError **error)
{
  const Renaming self = { references, name };

  for (guint i = 0; i < rs_analysis_get_program (before)->modules->len; i++)
    if (!keeps_module (&self, before, i, after, error))
      return FALSE;
  return TRUE;
}
