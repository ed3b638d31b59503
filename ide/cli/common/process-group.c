/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/cli/common/process-group.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "profiler/analysis/traces/join.h"

#define MOST_PROCESSES 10000

struct _RsProcessGroup {
  guint n;
  char *path;   /* of all */
  char **parts; /* [n], NULL-terminated */
  guint rank;   /* of this process */
  gint64 began; /* microseconds: what was written before is of another run */
};

static const struct {
  const char *rank, *count;
} variables[] = {
  { "RS_PROCESS_RANK", "RS_PROCESS_COUNT" },
  { "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE" },
  { "PMI_RANK", "PMI_SIZE" },
  { "SLURM_PROCID", "SLURM_NTASKS" },
};

static gboolean
read_number (const char *name, gint64 least, gint64 most, guint *number)
{
  const char *text = g_getenv (name);
  gint64 value;

  if (text == NULL || !g_ascii_string_to_signed (text, 10, least, most, &value, NULL))
    return FALSE;
  *number = (guint)value;
  return TRUE;
}

/* FALSE: nothing has started this process together with others. */
static gboolean
find_place (guint *rank, guint *n)
{
  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    if (read_number (variables[i].count, 2, MOST_PROCESSES, n)
        && read_number (variables[i].rank, 0, (gint64)*n - 1, rank))
      return TRUE;
  return FALSE;
}

/* "t.rstrace", 2 -> "t-2.rstrace" (transfer full) */
static char *
name_part (const char *path, guint rank)
{
  const char *slash = strrchr (path, G_DIR_SEPARATOR), *base = slash != NULL ? slash + 1 : path;
  const char *dot = strrchr (base, '.'), *end = dot != NULL && dot > base ? dot : base + strlen (base);

  return g_strdup_printf ("%.*s-%u%s", (int)(end - path), path, rank, end);
}

RsProcessGroup *
rs_process_group_new (const char *path)
{
  guint rank, n;
  RsProcessGroup *self;

  if (strstr (path, "%p") != NULL || !find_place (&rank, &n))
    return NULL;
  self = g_new0 (RsProcessGroup, 1);
  *self = (RsProcessGroup){ .n = n, .path = g_strdup (path), .rank = rank, .parts = g_new0 (char *, n + 1) };
  for (guint i = 0; i < n; i++)
    self->parts[i] = name_part (path, i);
  self->began = g_get_real_time ();
  return self;
}

void
rs_process_group_free (RsProcessGroup *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_strfreev (self->parts);
  g_free (self);
}

const char *
rs_process_group_get_path (const RsProcessGroup *self)
{
  return self->parts[self->rank];
}

/* Microseconds. */
static gint64
get_time (const GStatBuf *facts)
{
  return (gint64)facts->st_mtim.tv_sec * G_USEC_PER_SEC + facts->st_mtim.tv_nsec / 1000;
}

/* NULL: it is still being recorded, or of a run before this one. (transfer full) */
static RsTraceStore *
open_part (const RsProcessGroup *self, guint i)
{
  g_autoptr (RsTraceStore) store = NULL;
  g_autofree char *log = g_strconcat (self->parts[i], "-wal", NULL);
  GStatBuf facts;

  /* Its writer has the log until it has closed the file, a moment after it is complete. */
  if (g_stat (self->parts[i], &facts) != 0 || get_time (&facts) < self->began || g_file_test (log, G_FILE_TEST_EXISTS))
    return NULL;
  store = rs_trace_store_open (self->parts[i], NULL);
  return store != NULL && rs_trace_store_get_meta_integer (store, "complete") != 0 ? g_steal_pointer (&store) : NULL;
}

static gboolean
join_parts (const RsProcessGroup *self, gboolean *is_joined, GError **error)
{
  g_autoptr (GPtrArray) stores = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_trace_store_close);

  for (guint i = 0; i < self->n; i++)
    {
      RsTraceStore *store = open_part (self, i);

      if (store == NULL)
        return TRUE;
      g_ptr_array_add (stores, store);
    }
  if (!rs_trace_join ((RsTraceStore *const *)stores->pdata, stores->len, self->path, NULL, error))
    return FALSE;
  for (guint i = 0; i < self->n; i++)
    g_unlink (self->parts[i]);
  return *is_joined = TRUE;
}

/* One process after the other looks, so that exactly one of them finds that all have ended. The lock is that of the
 * folder: no file is left. */
gboolean
rs_process_group_join (RsProcessGroup *self, gboolean *is_joined, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  const int lock = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  gboolean done;

  *is_joined = FALSE;
  if (lock >= 0 && flock (lock, LOCK_EX) != 0)
    g_warning ("%s can't be locked", folder);
  done = join_parts (self, is_joined, error);
  if (lock >= 0)
    close (lock);
  return done;
}
