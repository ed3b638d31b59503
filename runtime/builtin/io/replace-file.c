/* Files that appear whole or not at all.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/io/replace-file.h"

#include "runtime/error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <unistd.h>

static gboolean
fail_errno (GError **error)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", g_strerror (errno));
  return FALSE;
}

/* The name alone may reach the disk before the contents do; then a loss of power would leave an empty file. */
static gboolean
flush_to_disk (const char *path)
{
  int descriptor = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  gboolean good = descriptor >= 0 && (fsync (descriptor) == 0 || errno == EINVAL);

  if (descriptor >= 0)
    close (descriptor);
  return good;
}

static gboolean
put_in_place (const char *part, const char *path, GError **error)
{
  GStatBuf old;

  if (g_stat (path, &old) == 0 && (!flush_to_disk (part) || g_chmod (part, (int)(old.st_mode & 0777)) != 0))
    return fail_errno (error);
  return g_rename (part, path) == 0 || fail_errno (error);
}

gboolean
rs_replace_file (const char *path, RsFileWriter write, gpointer data, GError **error)
{
  char *resolved = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? realpath (path, NULL) : NULL;
  g_autofree char *target = g_strdup (resolved != NULL ? resolved : path);
  g_autofree char *part = g_strdup_printf ("%s.part-%d", target, (int)getpid ());

  free (resolved);
  if (g_file_test (target, G_FILE_TEST_EXISTS) && !g_file_test (target, G_FILE_TEST_IS_REGULAR))
    return write (target, data, error);
  if (write (part, data, error) && put_in_place (part, target, error))
    return TRUE;
  g_unlink (part);
  return FALSE;
}

gboolean
rs_write_file (const char *path, const char *contents, gsize length, GError **error)
{
  FILE *file = g_fopen (path, "wb");

  if (file == NULL)
    return fail_errno (error);
  if (fwrite (contents, 1, length, file) != length)
    {
      fail_errno (error);
      fclose (file);
      return FALSE;
    }
  return fclose (file) == 0 || fail_errno (error);
}

typedef struct
{
  const char *contents;
  gsize length;
} Contents;

static gboolean
write_contents (const char *path, gpointer data, GError **error)
{
  const Contents *what = data;

  return rs_write_file (path, what->contents, what->length, error);
}

gboolean
rs_replace_file_with (const char *path, const char *contents, gsize length, GError **error)
{
  return rs_replace_file (path, write_contents, &(Contents){ contents, length }, error);
}
