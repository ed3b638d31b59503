/* The file: a head, the records in no order, and behind them a SHA-256 of all that.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/place/cost-file.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "RSCOST01"
#define DIGEST_BYTES 32
#define MOST_RECORDS 16384u
#define MOST_DAYS 30u
#define DAY G_GINT64_CONSTANT (86400000000) /* us */

typedef struct {
  char magic[8];
  guint64 machine; /* hash */
  guint64 n;       /* records */
} Head;

typedef struct {
  guint64 launched, device;
  guint32 size_class;
  guint32 day; /* since 1970, on which it was set */
  gint64 ns;
} Record;

G_STATIC_ASSERT (sizeof (Head) == 24);
G_STATIC_ASSERT (sizeof (Record) == 32);

struct _RsCostFile {
  char *folder, *path;
  guint64 machine;
  guint32 today;
  GHashTable *records; /* set of Record (owned): what is kept, and */
  GHashTable *set;     /* what was set since (owned) */
};

static guint
hash_record (gconstpointer data)
{
  const Record *record = data;
  guint64 hash = (record->launched * 31 + record->device) * 31 + record->size_class;

  return (guint)(hash ^ hash >> 32);
}

static gboolean
are_equal (gconstpointer a, gconstpointer b)
{
  const Record *p = a, *q = b;

  return p->launched == q->launched && p->device == q->device && p->size_class == q->size_class;
}

static GHashTable *
new_records (void)
{
  return g_hash_table_new_full (hash_record, are_equal, g_free, NULL);
}

guint64
rs_cost_file_hash (guint64 before, const char *text, gsize length)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[DIGEST_BYTES];
  gsize n = sizeof digest;
  guint64 hash;

  g_checksum_update (checksum, (const guchar *)&before, sizeof before);
  g_checksum_update (checksum, (const guchar *)text, (gssize)length);
  g_checksum_get_digest (checksum, digest, &n);
  memcpy (&hash, digest, sizeof hash);
  return MAX (hash, 1);
}

/* --- reading --- */

static void
compute_digest (const char *data, gsize length, guint8 *digest)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize n = DIGEST_BYTES;

  g_checksum_update (checksum, (const guchar *)data, (gssize)length);
  g_checksum_get_digest (checksum, digest, &n);
}

/* Whether these bytes are whole, and of this machine. */
static gboolean
is_good (const RsCostFile *self, const char *data, gsize length, Head *head)
{
  guint8 digest[DIGEST_BYTES];

  if (length < sizeof *head + DIGEST_BYTES)
    return FALSE;
  memcpy (head, data, sizeof *head);
  if (memcmp (head->magic, MAGIC, sizeof head->magic) != 0 || head->machine != self->machine || head->n > MOST_RECORDS
      || length != sizeof *head + head->n * sizeof (Record) + DIGEST_BYTES)
    return FALSE;
  compute_digest (data, length - DIGEST_BYTES, digest);
  return memcmp (data + length - DIGEST_BYTES, digest, DIGEST_BYTES) == 0;
}

/* A pipe of that name would never end, and a large file is none of ours. */
static gboolean
may_be_read (const char *path)
{
  struct stat facts;

  return stat (path, &facts) == 0 && S_ISREG (facts.st_mode)
         && (gsize)facts.st_size <= sizeof (Head) + MOST_RECORDS * sizeof (Record) + DIGEST_BYTES;
}

static void
read_records (const RsCostFile *self, GHashTable *records)
{
  g_autofree char *data = NULL;
  gsize length;
  Head head;

  if (!may_be_read (self->path) || !g_file_get_contents (self->path, &data, &length, NULL)
      || !is_good (self, data, length, &head))
    return;
  for (guint64 i = 0; i < head.n; i++)
    {
      Record record;

      memcpy (&record, data + sizeof head + i * sizeof record, sizeof record);
      if (record.ns > 0 && record.day <= self->today && self->today - record.day <= MOST_DAYS)
        g_hash_table_add (records, g_memdup2 (&record, sizeof record));
    }
}

RsCostFile *
rs_cost_file_open (const char *folder, const char *machine)
{
  RsCostFile *self = g_new0 (RsCostFile, 1);
  g_autofree char *name = NULL;

  self->machine = rs_cost_file_hash (0, machine, strlen (machine));
  name = g_strdup_printf ("costs-%016" G_GINT64_MODIFIER "x", self->machine);
  self->folder = g_strdup (folder);
  self->path = g_build_filename (folder, name, NULL);
  self->today = (guint32)(g_get_real_time () / DAY);
  self->records = new_records ();
  self->set = new_records ();
  read_records (self, self->records);
  return self;
}

/* --- writing --- */

static int
compare_days (gconstpointer a, gconstpointer b)
{
  const Record *p = *(gpointer *)a, *q = *(gpointer *)b;

  return p->day != q->day ? (p->day < q->day ? 1 : -1) : p->launched < q->launched ? -1 : p->launched > q->launched;
}

/* The contents of the file with these records, the latest if there are too many. (transfer full) */
static GByteArray *
make_contents (const RsCostFile *self, GHashTable *records)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  Head head = { .machine = self->machine };
  GByteArray *contents = g_byte_array_new ();
  guint8 digest[DIGEST_BYTES];
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, records);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_ptr_array_add (list, key);
  head.n = MIN (list->len, MOST_RECORDS);
  memcpy (head.magic, MAGIC, sizeof head.magic);
  g_ptr_array_sort (list, compare_days);
  g_byte_array_append (contents, (const guint8 *)&head, sizeof head);
  for (guint i = 0; i < head.n; i++)
    g_byte_array_append (contents, list->pdata[i], sizeof (Record));
  compute_digest ((const char *)contents->data, contents->len, digest);
  g_byte_array_append (contents, digest, sizeof digest);
  return contents;
}

static gboolean
write_beside (const char *path, const GByteArray *contents)
{
  int file = g_open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  gboolean is_written = file >= 0 && write (file, contents->data, contents->len) == (gssize)contents->len;

  if (file >= 0)
    is_written = close (file) == 0 && is_written;
  return is_written;
}

/* Whether something was set that is news: a time a tenth off what was kept, or an old one. */
static gboolean
has_news (const RsCostFile *self)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->set);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const Record *record = key, *kept = g_hash_table_lookup (self->records, record);

      if (kept == NULL || kept->day < self->today || ABS (kept->ns - record->ns) > record->ns / 10)
        return TRUE;
    }
  return FALSE;
}

/* With what others have written since this was read. */
static void
save (const RsCostFile *self)
{
  g_autofree char *beside
      = g_strdup_printf ("%s" G_DIR_SEPARATOR_S "tmp-%d-costs-%08x", self->folder, (int)getpid (), g_random_int ());
  g_autoptr (GHashTable) records = new_records ();
  g_autoptr (GByteArray) contents = NULL;
  GHashTableIter iter;
  gpointer key;

  if (g_mkdir_with_parents (self->folder, 0700) != 0)
    return;
  read_records (self, records);
  g_hash_table_iter_init (&iter, self->set);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_hash_table_add (records, g_memdup2 (key, sizeof (Record)));
  contents = make_contents (self, records);
  if (!write_beside (beside, contents) || g_rename (beside, self->path) != 0)
    g_unlink (beside);
}

void
rs_cost_file_close (RsCostFile *self)
{
  if (self == NULL)
    return;
  if (has_news (self))
    save (self);
  g_hash_table_unref (self->records);
  g_hash_table_unref (self->set);
  g_free (self->folder);
  g_free (self->path);
  g_free (self);
}

/* --- records --- */

gint64
rs_cost_file_get (const RsCostFile *self, guint64 launched, guint size_class, guint64 device)
{
  const Record key = { .launched = launched, .device = device, .size_class = size_class };
  const Record *record = g_hash_table_lookup (self->set, &key);

  if (record == NULL)
    record = g_hash_table_lookup (self->records, &key);
  return record != NULL ? record->ns : -1;
}

void
rs_cost_file_set (RsCostFile *self, guint64 launched, guint size_class, guint64 device, gint64 ns)
{
  const Record record = { launched, device, size_class, self->today, ns };

  g_return_if_fail (ns > 0);
  g_hash_table_add (self->set, g_memdup2 (&record, sizeof record));
}
