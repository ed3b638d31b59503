/* Damaged files.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/settings/damage.h"

#include "ide/settings/notices.h"
#include "runtime/base/user-file.h"

#include <glib/gi18n.h>

typedef struct {
  GPtrArray *what;   /* element-type utf8; what is left out */
  GPtrArray *copies; /* element-type filename; their names */
  gboolean is_kept;  /* there is a copy of the file as it is now */
} Damage;

/* path -> Damage; for as long as the program runs. */
static GHashTable *damaged;

static Damage *
get_damage (const char *path)
{
  Damage *damage;

  if (damaged == NULL)
    damaged = g_hash_table_new (g_str_hash, g_str_equal);
  damage = g_hash_table_lookup (damaged, path);
  if (damage == NULL)
    {
      damage = g_new0 (Damage, 1);
      damage->what = g_ptr_array_new ();
      damage->copies = g_ptr_array_new ();
      g_hash_table_insert (damaged, g_strdup (path), damage);
    }
  return damage;
}

/* Whether it is in the list now and was not before. */
static gboolean
add_once (GPtrArray *list, const char *text)
{
  if (g_ptr_array_find_with_equal_func (list, text, g_str_equal, NULL))
    return FALSE;
  g_ptr_array_add (list, g_strdup (text));
  return TRUE;
}

/* "a, b" (transfer full) */
static char *
join (const GPtrArray *list)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < list->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *)g_ptr_array_index (list, i));
  return g_string_free (text, FALSE);
}

static void
show (const char *path, const Damage *damage, const GError *error)
{
  g_autofree char *what = join (damage->what), *copies = join (damage->copies), *text = NULL;

  if (damage->is_kept)
    text = g_strdup_printf (_ ("%s is damaged, and this is left out: %s. It is kept as it was in %s."), path, what,
                            copies);
  else
    text = g_strdup_printf (
        _ ("%s is damaged, and this is left out: %s. It is not written, as a copy could not be made: %s."), path, what,
        rs_notices_get_reason (error));
  rs_notices_set ("damage", path, text);
}

/* Where the file is kept already as it is, that copy stays the only one. TRUE: there is a new one. */
static gboolean
keep (Damage *damage, const char *path, GError **error)
{
  g_autofree char *aside = NULL, *name = NULL;

  damage->is_kept = rs_user_file_keep_aside (path, &aside, error);
  if (!damage->is_kept)
    return FALSE;
  name = g_path_get_basename (aside);
  return add_once (damage->copies, name);
}

void
rs_damage_tell (const char *path, const char *what)
{
  Damage *damage = get_damage (path);
  g_autoptr (GError) error = NULL;
  gboolean was_kept = damage->is_kept, is_new = add_once (damage->what, what);

  is_new |= keep (damage, path, &error);
  if (is_new || was_kept != damage->is_kept)
    show (path, damage, error);
}

void
rs_damage_tell_lines (const char *path, guint n_lines)
{
  g_autofree char *what = g_strdup_printf (ngettext ("%u line", "%u lines", n_lines), n_lines);

  if (n_lines > 0)
    rs_damage_tell (path, what);
}

gboolean
rs_damage_may_write (const char *path, GError **error)
{
  Damage *damage = damaged != NULL ? g_hash_table_lookup (damaged, path) : NULL;

  if (damage == NULL || damage->is_kept || !g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  keep (damage, path, error);
  if (!damage->is_kept)
    return FALSE;
  show (path, damage, NULL);
  return TRUE;
}
