/* SPDX-License-Identifier: Apache-2.0 */
#include "profiler/store/claim.h"

#include "profiler/store/schema.h"
#include "runtime/base/replace-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_PAGE 8192
#define MAGIC "SQLite format 3" /* with the end of the text */
#define AT_VERSION 60           /* of the user, as the file's head has it */
#define AT_ID 68

struct _RsTraceClaim {
  char *path;
  char *earlier; /* NULL: there is none; atomic */
  int lock;
};

static const char *const parts[] = { "", "-wal", "-shm" }; /* the files of a trace */

/* --- files of a trace --- */

static void
remove_trace (const char *path)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *part = g_strconcat (path, parts[i], NULL);

      g_unlink (part);
    }
}

/* FALSE with errno when the file itself can't be moved; its log may be missing. */
static gboolean
move_trace (const char *path, const char *to)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *part = g_strconcat (path, parts[i], NULL), *moved = g_strconcat (to, parts[i], NULL);

      if (g_rename (part, moved) != 0 && i == 0)
        return FALSE;
    }
  return TRUE;
}

/* What most of them are: to open one for that alone takes as long as to begin a recording. The names of the tables, as
 * this version writes them, stand in the first page of a file without a log. FALSE: perhaps. */
static gboolean
is_plain_trace (const char *path)
{
  const guint8 id[] = { RS_TRACE_APPLICATION_ID >> 24, RS_TRACE_APPLICATION_ID >> 16 & 255,
                        RS_TRACE_APPLICATION_ID >> 8 & 255, RS_TRACE_APPLICATION_ID & 255 };
  g_auto (GStrv) tables = g_strsplit (rs_trace_schema_get_sql (RS_TRACE_SCHEMA_VERSION), ";", -1);
  g_autofree char *log = g_strconcat (path, "-wal", NULL);
  g_autofree char *page = g_malloc0 (FIRST_PAGE);
  FILE *file = !g_file_test (log, G_FILE_TEST_EXISTS) ? fopen (path, "re") : NULL;
  gboolean is_plain;

  if (file == NULL)
    return FALSE;
  is_plain = fread (page, 1, FIRST_PAGE, file) == FIRST_PAGE && memcmp (page, MAGIC, sizeof MAGIC) == 0
             && memcmp (page + AT_VERSION, (const guint8[]){ 0, 0, 0, RS_TRACE_SCHEMA_VERSION }, 4) == 0
             && memcmp (page + AT_ID, id, sizeof id) == 0;
  fclose (file);
  for (guint i = 0; is_plain && tables[i] != NULL; i++)
    is_plain = memmem (page, FIRST_PAGE, tables[i], strlen (tables[i])) != NULL;
  return is_plain;
}

gboolean
rs_trace_store_is_in_file (const char *path)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (RsTraceStore) store = NULL;

  if (is_plain_trace (path))
    return TRUE;
  store = rs_trace_store_open (path, &reason);
  return store != NULL || g_error_matches (reason, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NEWER);
}

/* Whether what is there may go; *exists: whether there is anything. */
static gboolean
check_earlier (const char *path, gboolean *exists, GError **error)
{
  struct stat status;

  *exists = stat (path, &status) == 0;
  if (!*exists || (S_ISREG (status.st_mode) && status.st_size == 0) || rs_trace_store_is_in_file (path))
    return TRUE;
  g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_TRACE,
               "%s exists and is not a trace; it was not overwritten, give another name", path);
  return FALSE;
}

gboolean
rs_trace_make_room (const char *path, GError **error)
{
  gboolean exists;

  if (!check_earlier (path, &exists, error))
    return FALSE;
  if (exists)
    remove_trace (path);
  return TRUE;
}

/* --- the claim --- */

static gboolean
fail_to_create (const char *path, GError **error)
{
  g_set_error (error, RS_TRACE_STORE_ERROR, errno == ENOENT ? RS_TRACE_STORE_ERROR_NOT_FOUND : RS_TRACE_STORE_ERROR_IO,
               "cannot create %s: %s; does its folder exist, and may you write there?", path, g_strerror (errno));
  return FALSE;
}

static gboolean
fail_as_claimed (const char *path, GError **error)
{
  g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_IO,
               "another run is being recorded into %s; give another name, or wait for its end", path);
  return FALSE;
}

/* File systems without locks let two recordings write one file, as nothing can be known there. */
static gboolean
lock_file (int file)
{
  return flock (file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

/* Gives the earlier trace another name. Its lock is held meanwhile, so that of two recordings that start together one
 * moves it and the other one finds the new file, or none. */
static gboolean
move_earlier (RsTraceClaim *self, GError **error)
{
  g_autofree char *name = NULL;
  gboolean exists, good;
  int old;

  if (!check_earlier (self->path, &exists, error))
    return FALSE;
  if (!exists)
    return TRUE;
  old = g_open (self->path, O_RDONLY | O_CLOEXEC, 0);
  if (old < 0)
    return fail_to_create (self->path, error);
  name = g_strdup_printf ("%s.earlier-%08x", self->path, g_random_int ());
  good = lock_file (old) || fail_as_claimed (self->path, error);
  if (good && !move_trace (self->path, name))
    good = fail_to_create (self->path, error);
  if (good)
    self->earlier = g_steal_pointer (&name);
  close (old);
  return good;
}

static gboolean
create_file (RsTraceClaim *self, GError **error)
{
  self->lock = g_open (self->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (self->lock >= 0)
    return lock_file (self->lock) || fail_as_claimed (self->path, error);
  return errno == EEXIST ? fail_as_claimed (self->path, error) : fail_to_create (self->path, error);
}

RsTraceClaim *
rs_trace_claim_new (const char *path, GError **error)
{
  RsTraceClaim *self = g_new0 (RsTraceClaim, 1);

  self->path = rs_follow_links (path);
  self->lock = -1;
  if (move_earlier (self, error) && create_file (self, error))
    return self;
  if (self->lock < 0 && self->earlier != NULL && !g_file_test (self->path, G_FILE_TEST_EXISTS))
    move_trace (self->earlier, self->path);
  rs_trace_claim_free (self);
  return NULL;
}

const char *
rs_trace_claim_get_path (const RsTraceClaim *self)
{
  return self->path;
}

void
rs_trace_claim_keep (RsTraceClaim *self)
{
  g_autofree char *earlier = g_atomic_pointer_exchange (&self->earlier, NULL);

  if (earlier != NULL)
    remove_trace (earlier);
}

void
rs_trace_claim_drop (RsTraceClaim *self)
{
  g_autofree char *earlier = g_atomic_pointer_exchange (&self->earlier, NULL);

  remove_trace (self->path);
  if (earlier != NULL)
    move_trace (earlier, self->path);
}

void
rs_trace_claim_free (RsTraceClaim *self)
{
  if (self->lock >= 0)
    close (self->lock);
  g_free (self->earlier);
  g_free (self->path);
  g_free (self);
}
