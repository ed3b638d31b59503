/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/builtin/io/input.h"

#include "compiler/base/suggest.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_CONSIDERED 10000u /* files of folders, for one that may have been meant */

static gboolean
fail (GError **error, const char *text)
{
  if (!rs_error_set_stopped (error)) /* while it waited for the other end of the pipe */
    g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, text);
  return FALSE;
}

static gboolean
write_all (int file, const char *bytes, gssize length)
{
  while (length > 0)
    {
      gssize n = write (file, bytes, (gsize)length);

      if (n < 0 && errno != EINTR)
        return FALSE;
      bytes += MAX (n, 0);
      length -= MAX (n, 0);
    }
  return TRUE;
}

static gboolean
copy_pipe (RsInput *self, const char *path, GError **error)
{
  int from = g_open (path, O_RDONLY | O_CLOEXEC, 0), to;
  gboolean good = from >= 0;
  char block[65536];
  gssize n = 0;

  if (!good)
    return fail (error, g_strerror (errno));
  to = g_file_open_tmp ("redshift-pipe-XXXXXX", &self->path, NULL);
  self->is_copy = to >= 0;
  good = to >= 0;
  while (good && (n = read (from, block, sizeof block)) != 0)
    good = n > 0 ? write_all (to, block, n) : errno == EINTR && !rs_error_set_stopped (NULL);
  if (!good)
    fail (error, g_strerror (errno));
  if (to >= 0 && close (to) != 0 && good)
    good = fail (error, g_strerror (errno));
  close (from);
  return good;
}

/* Considers the files of a folder; the names live as long as the search, in names. */
static void
consider_folder (RsSuggestSearch *search, const char *folder, GPtrArray *names)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && names->len < MOST_CONSIDERED && (name = g_dir_read_name (dir)) != NULL)
    {
      g_ptr_array_add (names, g_strdup (name));
      rs_suggest_consider (search, g_ptr_array_index (names, names->len - 1));
    }
}

/* The path with the name of a file that is there and is spelled nearly so; NULL: there is none. The folders, each may
 * be NULL, are those that relative paths are looked for in. (transfer full) */
static char *
dup_near_name (const char *path, const char *here, const char *beside)
{
  g_autofree char *name = g_path_get_basename (path), *folder = g_path_get_dirname (path);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *folders[] = { here, beside };
  RsSuggestSearch search = rs_suggest_begin (name);

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *whole = folders[i] != NULL ? g_build_filename (folders[i], folder, NULL) : NULL;

      if (whole != NULL)
        consider_folder (&search, whole, names);
    }
  if (g_path_is_absolute (path))
    consider_folder (&search, folder, names);
  if (search.best == NULL || strcmp (folder, ".") == 0)
    return g_strdup (search.best);
  return g_build_filename (folder, search.best, NULL);
}

char *
rs_input_describe_missing (const RsCall *call, const char *path)
{
  g_autofree char *here = g_path_is_absolute (path) ? NULL : rs_call_resolve_path (call, ""),
                  *current = here != NULL ? g_canonicalize_filename (here, NULL) : NULL,
                  *beside = current != NULL ? rs_call_dup_program_folder (call) : NULL;

  g_autofree char *near = dup_near_name (path, here, beside), *hint = NULL;

  hint = near != NULL ? g_strdup_printf ("; did you mean \"%s\"?", near) : g_strdup ("");
  if (current == NULL)
    return g_strconcat (g_strerror (ENOENT), hint, NULL);
  if (beside == NULL || strcmp (beside, current) == 0)
    return g_strdup_printf ("there is no such file in the folder %s%s", current, hint);
  return g_strdup_printf ("there is no such file in the current folder, %s, or the program's, %s%s", current, beside,
                          hint);
}

gboolean
rs_input_open (RsInput *self, const RsCall *call, const char *path, GError **error)
{
  g_autofree char *found = rs_call_find_file (call, path);
  struct stat facts;

  *self = (RsInput){ 0 };
  if (stat (found, &facts) != 0)
    {
      g_autofree char *reason = errno == ENOENT ? rs_input_describe_missing (call, path)
                                                : g_strdup (g_strerror (errno));

      return fail (error, reason);
    }
  if (S_ISREG (facts.st_mode))
    self->path = g_steal_pointer (&found);
  else if (S_ISFIFO (facts.st_mode) || S_ISSOCK (facts.st_mode))
    return copy_pipe (self, found, error);
  else
    return fail (error, S_ISDIR (facts.st_mode) ? "it is a folder" : "it is a device");
  return TRUE;
}

void
rs_input_close (RsInput *self)
{
  if (self->is_copy)
    g_unlink (self->path);
  g_clear_pointer (&self->path, g_free);
  self->is_copy = FALSE;
}
