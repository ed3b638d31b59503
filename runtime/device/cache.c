/* Compiled kernels on disk, by content.
 *
 * The name of an object is the SHA-256 of everything that decides its contents, so a stale hit is impossible and
 * nothing is ever invalidated. An object is written under a temporary name in the same folder and renamed: two
 * processes that fill the same entry replace each other's equal file. A seal behind the object (which the loader
 * ignores) holds its length and SHA-256, because loading a cut off file would kill the process.
 *
 * A folder that can't be written is still read; new objects then go to a private folder that ends with the process.
 *
 * Size: a hit renews the file's time of change; when the total exceeds the limit, the oldest go until a fifth is free.
 * The folder is looked through each time about a sixteenth of the limit has been added. A process begins to count at a
 * random place, so that those count, too, that add less than that: looking at tens of thousands of files takes longer
 * than compiling one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/cache.h"

#include "runtime/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SEAL_MAGIC "RSKERN01"
#define DIGEST_BYTES 32
#define OBJECT_ENDING ".so"
#define BINARY_ENDING ".bin"
#define PRUNE_PARTS 16
#define STALE_SECONDS 3600 /* temporary files of processes that died */

typedef struct {
  char magic[8];
  guint64 length; /* of the object before the seal */
  guint8 digest[DIGEST_BYTES];
} Seal;

G_STATIC_ASSERT (sizeof (Seal) == 48);

struct _RsCache {
  char *folder;
  char *private_folder; /* NULL: folder can be written, as far as known */
  guint64 limit;        /* bytes */
  GMutex lock;
  guint64 unpruned; /* bytes stored since the folder was looked through; guarded by lock */
  guint n_temporary;
  RsDevice *device;
};

char *
rs_cache_dup_folder (const RsSettings *settings)
{
  const char *folder = rs_settings_get_text (settings, RS_SETTING_RUNTIME_CACHE_DIR);

  return folder[0] != '\0' ? g_strdup (folder)
                           : g_build_filename (g_get_user_cache_dir (), "redshift", "kernels", NULL);
}

RsCache *
rs_cache_new (const RsSettings *settings, RsDevice *device)
{
  gint64 megabytes = rs_settings_get_integer (settings, RS_SETTING_RUNTIME_CACHE_MB);
  RsCache *cache = g_new0 (RsCache, 1);

  cache->folder = rs_cache_dup_folder (settings);
  cache->limit = (guint64)CLAMP (megabytes, 0, 1 << 30) << 20;
  cache->unpruned = (guint64)(g_random_double () * (double)(cache->limit / PRUNE_PARTS));
  cache->device = device;
  g_mutex_init (&cache->lock);
  return cache;
}

static void
remove_folder (const char *folder)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;

  if (dir == NULL)
    return;
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_dir_close (dir);
  g_rmdir (folder);
}

void
rs_cache_free (RsCache *cache)
{
  if (cache->private_folder != NULL)
    remove_folder (cache->private_folder);
  g_free (cache->private_folder);
  g_free (cache->folder);
  g_mutex_clear (&cache->lock);
  g_free (cache);
}

/* --- seals --- */

static void
compute_seal (const char *data, gsize length, Seal *seal)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize n = DIGEST_BYTES;

  memcpy (seal->magic, SEAL_MAGIC, sizeof seal->magic);
  seal->length = length;
  g_checksum_update (checksum, (const guchar *)data, (gssize)length);
  g_checksum_get_digest (checksum, seal->digest, &n);
}

/* The contents before the seal; NULL: there is no such file, or it is damaged. (transfer full) */
static char *
read_whole (const char *path, gsize *length)
{
  g_autofree char *data = NULL;
  Seal seal;

  /* A pipe of that name would never end. */
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR) || !g_file_get_contents (path, &data, length, NULL)
      || *length <= sizeof seal)
    return NULL;
  *length -= sizeof seal;
  compute_seal (data, *length, &seal);
  return memcmp (data + *length, &seal, sizeof seal) == 0 ? g_steal_pointer (&data) : NULL;
}

static gboolean
append_seal (const char *path, gsize *length, GError **error)
{
  g_autofree char *data = NULL;
  Seal seal;
  int file;
  gboolean is_written;

  if (!g_file_get_contents (path, &data, length, NULL))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s can't be read", path);
      return FALSE;
    }
  compute_seal (data, *length, &seal);
  file = open (path, O_WRONLY | O_APPEND | O_CLOEXEC);
  is_written = file >= 0 && write (file, &seal, sizeof seal) == sizeof seal;
  if (!is_written)
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s can't be written: %s", path, g_strerror (errno));
  if (file >= 0)
    close (file);
  *length += sizeof seal;
  return is_written;
}

/* --- lookup --- */

static char *
build_path (const char *folder, const char *key, const char *ending)
{
  return g_strdup_printf ("%s" G_DIR_SEPARATOR_S "%s%s", folder, key, ending);
}

/* Code is loaded from the folder: nobody else may be able to put files there. */
static gboolean
is_trusted (const char *folder)
{
  struct stat facts;

  return stat (folder, &facts) == 0 && (facts.st_uid == geteuid () || facts.st_uid == 0)
         && (facts.st_mode & S_IWOTH) == 0;
}

/* *data, if not NULL, receives the contents. */
static char *
find (RsCache *cache, const char *key, const char *ending, char **data, gsize *length)
{
  const char *folders[] = { cache->folder, cache->private_folder };

  for (gsize i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = folders[i] != NULL && is_trusted (folders[i]) ? build_path (folders[i], key, ending)
                                                                            : NULL;

      *data = path != NULL ? read_whole (path, length) : NULL;
      if (*data == NULL)
        continue;
      utimensat (AT_FDCWD, path, NULL, 0); /* recently used; a folder that can only be read stays as it is */
      return g_steal_pointer (&path);
    }
  return NULL;
}

char *
rs_cache_lookup (RsCache *cache, const char *key)
{
  g_autofree char *data = NULL;
  gsize length;

  return find (cache, key, OBJECT_ENDING, &data, &length);
}

GBytes *
rs_cache_read (RsCache *cache, const char *key)
{
  char *data;
  gsize length;
  g_autofree char *path = find (cache, key, BINARY_ENDING, &data, &length);

  return path != NULL ? g_bytes_new_take (data, length) : NULL;
}

/* --- store --- */

static gboolean
use_private_folder (RsCache *cache, const char *reason, GError **error)
{
  g_autoptr (GError) local = NULL;

  cache->private_folder = g_dir_make_tmp ("redshift-kernels-XXXXXX", &local);
  if (cache->private_folder == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "there is no folder for compiled kernels: %s",
                   local->message);
      return FALSE;
    }
  rs_device_warn (cache->device, "compiled kernels are not kept: the folder %s %s", cache->folder, reason);
  return TRUE;
}

static gboolean
ensure_folder (RsCache *cache, GError **error)
{
  if (cache->private_folder != NULL)
    return TRUE;
  if (g_mkdir_with_parents (cache->folder, 0700) != 0)
    return use_private_folder (cache, "can't be made", error);
  if (!is_trusted (cache->folder))
    return use_private_folder (cache, "can be written by others", error);
  if (access (cache->folder, W_OK | X_OK) != 0)
    return use_private_folder (cache, "can't be written", error);
  return TRUE;
}

gboolean
rs_cache_give_up (RsCache *cache)
{
  return cache->private_folder == NULL && use_private_folder (cache, "can't be written", NULL);
}

char *
rs_cache_get_temporary (RsCache *cache, GError **error)
{
  if (!ensure_folder (cache, error))
    return NULL;
  return g_strdup_printf ("%s" G_DIR_SEPARATOR_S "tmp-%d-%u-%08x",
                          cache->private_folder != NULL ? cache->private_folder : cache->folder, (int)getpid (),
                          ++cache->n_temporary, g_random_int ());
}

typedef struct {
  char *path;
  gint64 time; /* ns */
  guint64 bytes;
} Entry;

static void
clear_entry (gpointer data)
{
  g_free (((Entry *)data)->path);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const Entry *x = a, *y = b;

  return x->time < y->time ? -1 : x->time > y->time;
}

static gboolean
is_entry (const char *name)
{
  return strspn (name, "0123456789abcdef") == 2 * DIGEST_BYTES
         && (strcmp (name + 2 * DIGEST_BYTES, OBJECT_ENDING) == 0
             || strcmp (name + 2 * DIGEST_BYTES, BINARY_ENDING) == 0);
}

/* The entries of the folder, oldest first; removes temporary files that nobody will rename any more. */
static GArray *
list_entries (const char *folder, guint64 *total)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  GDir *dir = g_dir_open (folder, 0, NULL);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  const char *name;

  *total = 0;
  g_array_set_clear_func (entries, clear_entry);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      struct stat facts;

      if (stat (path, &facts) != 0)
        continue;
      if (g_str_has_prefix (name, "tmp-") && now - facts.st_mtim.tv_sec > STALE_SECONDS)
        g_unlink (path);
      else if (is_entry (name))
        {
          Entry entry = { g_steal_pointer (&path),
                          (gint64)facts.st_mtim.tv_sec * G_GINT64_CONSTANT (1000000000) + facts.st_mtim.tv_nsec,
                          (guint64)facts.st_size };

          *total += entry.bytes;
          g_array_append_val (entries, entry);
        }
    }
  if (dir != NULL)
    g_dir_close (dir);
  g_array_sort (entries, compare_times);
  return entries;
}

/* newest stays, whatever its size: it is about to be loaded. */
static void
prune (RsCache *cache, const char *newest)
{
  g_autoptr (GArray) entries = NULL;
  guint64 total;

  entries = list_entries (cache->folder, &total);
  cache->unpruned = 0;
  if (total <= cache->limit)
    return;
  for (guint i = 0; i < entries->len && total > cache->limit / 5 * 4; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      if (strcmp (entry->path, newest) != 0 && g_unlink (entry->path) == 0)
        total -= entry->bytes;
    }
}

/* BASE and ending becomes the entry for key. */
static char *
store (RsCache *cache, const char *base, const char *key, const char *ending, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (base);
  g_autofree char *temporary = g_strconcat (base, ending, NULL), *path = build_path (folder, key, ending);
  gsize length;

  if (!append_seal (temporary, &length, error))
    {
      g_unlink (temporary);
      return NULL;
    }
  if (g_rename (temporary, path) != 0)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s can't be written: %s", path, g_strerror (errno));
      g_unlink (temporary);
      return NULL;
    }
  if (strcmp (folder, cache->folder) == 0)
    {
      g_mutex_lock (&cache->lock);
      cache->unpruned += length;
      if (cache->unpruned > cache->limit / PRUNE_PARTS)
        prune (cache, path);
      g_mutex_unlock (&cache->lock);
    }
  return g_steal_pointer (&path);
}

char *
rs_cache_store (RsCache *cache, const char *base, const char *key, GError **error)
{
  return store (cache, base, key, OBJECT_ENDING, error);
}

void
rs_cache_write (RsCache *cache, const char *key, const void *data, gsize length)
{
  g_autofree char *base = rs_cache_get_temporary (cache, NULL);
  g_autofree char *temporary = base != NULL ? g_strconcat (base, BINARY_ENDING, NULL) : NULL, *path = NULL;

  if (temporary != NULL
      && g_file_set_contents_full (temporary, data, (gssize)length, G_FILE_SET_CONTENTS_NONE, 0600, NULL))
    path = store (cache, base, key, BINARY_ENDING, NULL);
}
