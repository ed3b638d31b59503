/* Damaged files.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/settings/damage.h"

#include "ide/settings/notices.h"
#include "runtime/user-file.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  GPtrArray *what; /* of char *, what was told */
  char *aside;     /* the copy; NULL: none could be made yet */
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
      damage->what = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (damaged, g_strdup (path), damage);
    }
  return damage;
}

static void
show (const char *path, const Damage *damage, const GError *error)
{
  g_autofree char *name = damage->aside != NULL ? g_path_get_basename (damage->aside) : NULL;
  g_autofree char *what = g_strjoinv (", ", (char **)damage->what->pdata), *text = NULL;

  if (name != NULL)
    text = g_strdup_printf (_ ("%s is damaged, and this is left out: %s. It is kept as it was in %s."), path, what,
                            name);
  else
    text = g_strdup_printf (
        _ ("%s is damaged, and this is left out: %s. It is not written, as a copy could not be made: %s."), path, what,
        rs_notices_get_reason (error));
  rs_notices_set ("damage", path, text);
}

void
rs_damage_tell (const char *path, const char *what)
{
  Damage *damage = get_damage (path);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i + 1 < damage->what->len; i++)
    if (strcmp (damage->what->pdata[i], what) == 0) /* said before */
      return;
  if (damage->what->len > 0) /* the NULL at the end */
    g_ptr_array_set_size (damage->what, (int)damage->what->len - 1);
  g_ptr_array_add (damage->what, g_strdup (what));
  g_ptr_array_add (damage->what, NULL);
  g_clear_pointer (&damage->aside, g_free); /* what was kept may have been another text */
  rs_user_file_keep_aside (path, &damage->aside, &error);
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

  if (damage == NULL || damage->aside != NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  if (!rs_user_file_keep_aside (path, &damage->aside, error))
    return FALSE;
  show (path, damage, NULL);
  return TRUE;
}
