/* Files that appear whole or not at all.
 *
 * The new contents are always made in a file of their own, the part, so that every format can be written to every
 * target (some writers seek, a pipe can't). Then the part takes the target's place, or is copied into it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/base/replace-file.h"

#include "runtime/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_LINKS 40
#define LONGEST_NAME 200 /* bytes of a name that more is put behind */
#define READ_ONLY "it is read-only"

typedef struct {
  char *path;                 /* of the file itself, links followed */
  gboolean exists, is_device; /* is_device: no ordinary file, so that it has no contents to lose */
  gboolean is_handle;         /* names an open file of a process (/dev/stdout) */
  struct stat old;            /* when it exists */
} Target;

static gboolean
fail_errno (GError **error)
{
  if (!rs_error_set_stopped (error)) /* while it waited for the other end of a pipe, or between two pieces */
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", g_strerror (errno));
  return FALSE;
}

static gboolean
fail_with (GError **error, const char *text)
{
  g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, text);
  return FALSE;
}

/* --- the target --- */

/* Whether the folder of path is one of links to open files. Renaming onto what such a link leads to would take the file
 * away from who has it open. */
static gboolean
is_handle (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  char *real = realpath (folder, NULL);
  gboolean below = real != NULL && g_str_has_prefix (real, "/proc/");

  free (real);
  return below;
}

gboolean
rs_is_same_file (const char *a, const char *b)
{
  struct stat left, right;

  return stat (a, &left) == 0 && stat (b, &right) == 0 && left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

char *
rs_follow_links (const char *path)
{
  char *target = g_strdup (path);

  for (guint i = 0; i < MOST_LINKS && !is_handle (target); i++)
    {
      g_autofree char *link = g_file_read_link (target, NULL), *folder = g_path_get_dirname (target);

      if (link == NULL)
        break;
      g_free (target);
      target = g_path_is_absolute (link) ? g_strdup (link) : g_build_filename (folder, link, NULL);
    }
  return target;
}

static gboolean
find_target (const char *path, Target *target, GError **error)
{
  target->path = rs_follow_links (path);
  target->is_handle = is_handle (target->path);
  target->exists = stat (target->path, &target->old) == 0;
  if (!target->exists)
    return errno == ENOENT || fail_errno (error);
  target->is_device = !S_ISREG (target->old.st_mode);
  if (S_ISDIR (target->old.st_mode))
    return fail_with (error, "it is a folder");
  if (S_ISREG (target->old.st_mode) && (target->old.st_mode & 0222) == 0)
    return fail_with (error, READ_ONLY);
  return access (target->path, W_OK) == 0 || fail_errno (error);
}

/* --- the part --- */

static char *
make_part_in (const char *folder, const char *base, mode_t mode)
{
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *name = g_strdup_printf ("%.*s.part-%08x", LONGEST_NAME, base, g_random_int ());
      char *path = g_build_filename (folder, name, NULL);
      int descriptor = g_open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, (int)mode);

      if (descriptor >= 0)
        {
          close (descriptor);
          return path;
        }
      g_free (path);
      if (errno != EEXIST)
        return NULL;
    }
  return NULL;
}

/* Beside the target, from where it can take its place; otherwise where temporary files are. NULL with errno. (transfer
 * full) */
static char *
make_part (const Target *target, mode_t mode, gboolean *is_beside)
{
  g_autofree char *folder = g_path_get_dirname (target->path), *base = g_path_get_basename (target->path);
  char *part = NULL;
  int reason;

  if (target->exists) /* nobody reads meanwhile who may not read the target */
    mode &= target->old.st_mode | 0600;
  *is_beside = !target->is_device && !target->is_handle;
  if (*is_beside && (part = make_part_in (folder, base, mode)) != NULL)
    return part;
  if (*is_beside && !target->exists)
    return NULL;
  reason = errno;
  *is_beside = FALSE;
  part = make_part_in (g_get_tmp_dir (), base, 0600);
  if (part == NULL && !target->is_device)
    errno = reason;
  return part;
}

/* --- putting it in place --- */

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

/* Whether the part has become as the target is. */
static gboolean
take_over (const char *part, const Target *target)
{
  struct stat own;

  if (stat (part, &own) != 0)
    return FALSE;
  if ((own.st_uid != target->old.st_uid || own.st_gid != target->old.st_gid)
      && chown (part, target->old.st_uid, target->old.st_gid) != 0)
    return FALSE;
  return g_chmod (part, (int)(target->old.st_mode & 0777)) == 0;
}

static gboolean
copy_bytes (int from, int to)
{
  char block[65536];
  ssize_t n;

  while ((n = read (from, block, sizeof block)) > 0)
    for (ssize_t done = 0; done < n;)
      {
        ssize_t written = write (to, block + done, (gsize)(n - done));

        if (written < 0 && (errno != EINTR || rs_error_set_stopped (NULL)))
          return FALSE;
        done += MAX (written, 0);
      }
  return n == 0;
}

/* The blocks that the longer contents need are taken first, so that a full disk leaves the old ones. */
static gboolean
make_longer (int to, const Target *target, off_t length)
{
  int reason;

  if (target->is_device || length <= target->old.st_size)
    return TRUE;
  reason = posix_fallocate (to, 0, length);
  if (reason == 0 || reason == EOPNOTSUPP || reason == EINVAL)
    return TRUE;
  if (ftruncate (to, target->old.st_size) == 0)
    errno = reason;
  return FALSE;
}

static gboolean
copy_into (const char *part, const Target *target, GError **error)
{
  int from = g_open (part, O_RDONLY | O_CLOEXEC, 0);
  int to = from >= 0 ? g_open (target->path, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0) : -1;
  struct stat whole;
  gboolean good = to >= 0 && fstat (from, &whole) == 0 && make_longer (to, target, whole.st_size)
                  && copy_bytes (from, to) && (target->is_device || ftruncate (to, whole.st_size) == 0);

  if (!good)
    fail_errno (error);
  if (to >= 0 && close (to) != 0 && good)
    good = fail_errno (error);
  if (from >= 0)
    close (from);
  return good;
}

static gboolean
put_in_place (const char *part, const Target *target, gboolean is_beside, GError **error)
{
  if (is_beside && (!target->exists || (target->old.st_nlink == 1 && take_over (part, target))))
    {
      if (target->exists && !flush_to_disk (part))
        return fail_errno (error);
      if (g_rename (part, target->path) == 0)
        return TRUE;
      if (!target->exists || (errno != EBUSY && errno != EXDEV && errno != EPERM))
        return fail_errno (error);
    }
  return copy_into (part, target, error);
}

/* --- the interface --- */

static gboolean
replace (const char *path, mode_t mode, RsFileWriter write, gpointer data, GError **error)
{
  Target target = { 0 };
  g_autofree char *part = NULL;
  gboolean is_beside, good = find_target (path, &target, error);

  if (good && (part = make_part (&target, mode, &is_beside)) == NULL)
    good = fail_errno (error);
  target.old.st_mode |= mode & 0111 & (target.old.st_mode >> 2);
  good = good && write (part, data, error) && put_in_place (part, &target, is_beside, error);
  if (part != NULL && (!good || g_file_test (part, G_FILE_TEST_EXISTS)))
    g_unlink (part);
  g_free (target.path);
  return good;
}

gboolean
rs_replace_file (const char *path, RsFileWriter write, gpointer data, GError **error)
{
  return replace (path, 0666, write, data, error);
}

#define PIECE_BYTES 1048576 /* between two polls */

/* FALSE: with errno, or stopped. */
static gboolean
write_pieces (FILE *file, const char *contents, gsize length)
{
  for (gsize start = 0; start < length; start += PIECE_BYTES)
    {
      gsize n = MIN (PIECE_BYTES, length - start);

      if (rs_error_set_stopped (NULL) || fwrite (contents + start, 1, n, file) != n)
        return FALSE;
    }
  return TRUE;
}

gboolean
rs_write_file (const char *path, const char *contents, gsize length, GError **error)
{
  FILE *file = g_fopen (path, "wbe");

  if (file == NULL)
    return fail_errno (error);
  if (!write_pieces (file, contents, length))
    {
      fail_errno (error);
      fclose (file);
      return FALSE;
    }
  return fclose (file) == 0 || fail_errno (error);
}

typedef struct {
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
  return replace (path, 0666, write_contents, &(Contents){ contents, length }, error);
}

gboolean
rs_replace_program_with (const char *path, const char *contents, gsize length, GError **error)
{
  return replace (path, 0777, write_contents, &(Contents){ contents, length }, error);
}
