/* The values of a comparison: kept from the first run, compared in the second.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/comparison-private.h"

#include "runtime/value/array.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#define AT_ONCE 1024
#define MOST_KEPT_BYTES (G_GINT64_CONSTANT (1) << 30)
#define MOST_KEPT_TIMES 100000u /* of a variable at a place */
#define MOST_STATEMENTS 5000u

/* What was assigned at one time on the first device. */
typedef struct {
  gint64 offset;  /* in the file; -1: not kept */
  gint64 n;       /* numbers */
  double largest; /* magnitude */
} Kept;

typedef struct {
  RsComparedStatement told;
  guint file; /* in the order of their first statements */
  guint index;
  GArray *kept; /* of Kept */
} Statement;

struct _RsComparedValues {
  GHashTable *statements; /* key (owned) -> Statement */
  GHashTable *files;      /* path -> number + 1 */
  GStringChunk *texts;
  FILE *file; /* NULL: none could be made */
  gint64 n_bytes, n_unkept;
};

static void
free_statement (gpointer data)
{
  Statement *statement = data;

  g_array_unref (statement->kept);
  g_free (statement);
}

/* A file without a name. */
static FILE *
open_file (void)
{
  g_autofree char *path = NULL;
  int file = g_file_open_tmp ("redshift-values-XXXXXX", &path, NULL);

  if (file < 0)
    return NULL;
  g_unlink (path);
  return fdopen (file, "w+");
}

RsComparedValues *
rs_compared_values_new (void)
{
  RsComparedValues *self = g_new0 (RsComparedValues, 1);

  self->statements = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_statement);
  self->files = g_hash_table_new (g_str_hash, g_str_equal);
  self->texts = g_string_chunk_new (4096);
  self->file = open_file ();
  return self;
}

void
rs_compared_values_free (RsComparedValues *self)
{
  if (self->file != NULL)
    fclose (self->file);
  g_hash_table_unref (self->statements);
  g_hash_table_unref (self->files);
  g_string_chunk_free (self->texts);
  g_free (self);
}

/* --- numbers --- */

gboolean
rs_compared_values_accept (RsValue value)
{
  if (value.tag == RS_TAG_ARRAY)
    return value.array->undefined == NULL;
  return rs_value_is_number (value) || value.tag == RS_TAG_COMPLEX;
}

/* How many numbers an element is. */
static guint
count_parts (RsValue value)
{
  if (value.tag == RS_TAG_ARRAY)
    return rs_element_is_complex (value.array->element) ? 2 : 1;
  return value.tag == RS_TAG_COMPLEX ? 2 : 1;
}

static gint64
count_numbers (RsValue value)
{
  return (value.tag == RS_TAG_ARRAY ? value.array->n_elements : 1) * count_parts (value);
}

/* Real and imaginary parts of an array. */
static void
read_parts (RsArray *array, gint64 first, guint n, double *out)
{
  const gboolean are_doubles = rs_element_get_bytes (array->element) == 2 * sizeof (double);
  gconstpointer data = rs_array_read (array);

  for (guint i = 0; i < n; i++)
    out[i] = are_doubles ? ((const double *)data)[first + i] : (double)((const float *)data)[first + i];
}

static void
read_numbers (RsValue value, gint64 first, guint n, double *out)
{
  if (value.tag == RS_TAG_ARRAY && count_parts (value) == 2)
    read_parts (value.array, first, n, out);
  else if (value.tag == RS_TAG_ARRAY)
    rs_array_read_doubles (value.array, first, n, out);
  else if (value.tag == RS_TAG_COMPLEX)
    {
      out[0] = value.complex->re;
      out[1] = value.complex->im;
    }
  else
    out[0] = rs_value_to_double (value);
}

/* *largest: the largest magnitude so far. */
static void
add_to_summary (RsComparedSide *side, const double *numbers, guint n, double *largest)
{
  for (guint i = 0; i < n; i++)
    {
      double x = numbers[i];

      if (isnan (x))
        {
          side->n_nan++;
          continue;
        }
      side->least = side->n_numbers == 0 ? x : MIN (side->least, x);
      side->most = side->n_numbers == 0 ? x : MAX (side->most, x);
      side->n_numbers++;
      side->mean += isfinite (side->mean) ? (x - side->mean) / (double)side->n_numbers : 0;
      if (isfinite (x))
        *largest = MAX (*largest, fabs (x));
    }
}

/* --- the first run --- */

static gboolean
has_room (const RsComparedValues *self, const Statement *statement, gint64 n)
{
  return self->file != NULL && statement->kept->len < MOST_KEPT_TIMES
         && n <= (MOST_KEPT_BYTES - self->n_bytes) / (gint64)sizeof (double);
}

static void
keep (RsComparedValues *self, Statement *statement, RsValue value)
{
  RsComparedSide *side = &statement->told.sides[0];
  Kept kept = { .offset = self->n_bytes, .n = count_numbers (value) };
  gboolean is_kept = has_room (self, statement, kept.n);
  double numbers[AT_ONCE];

  if (is_kept && fseeko (self->file, (off_t)kept.offset, SEEK_SET) != 0)
    is_kept = FALSE;
  for (gint64 first = 0; first < kept.n; first += AT_ONCE)
    {
      guint n = (guint)MIN (AT_ONCE, kept.n - first);

      read_numbers (value, first, n, numbers);
      add_to_summary (side, numbers, n, &kept.largest);
      is_kept = is_kept && fwrite (numbers, sizeof (double), n, self->file) == n;
    }
  if (is_kept)
    self->n_bytes += kept.n * (gint64)sizeof (double);
  else
    kept.offset = -1;
  if (statement->kept->len < MOST_KEPT_TIMES)
    g_array_append_val (statement->kept, kept);
}

/* --- the second run --- */

typedef struct {
  double difference; /* the largest so far; -1: none was compared */
  gint64 index;
  double numbers[2];
} Largest;

/* Of two numbers; NaN equals NaN. */
static double
get_difference (double a, double b)
{
  if (a == b || (isnan (a) && isnan (b)))
    return 0;
  return isfinite (a) && isfinite (b) ? fabs (a - b) : INFINITY;
}

static void
compare_block (Largest *largest, const double *before, const double *now, gint64 first, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      double difference = get_difference (before[i], now[i]);

      if (difference > largest->difference)
        *largest = (Largest){ difference, first + i, { before[i], now[i] } };
    }
}

/* "[3, 4], time 2: 1.5, 1.25" */
static char *
describe (RsValue value, const Largest *largest, gint64 time)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gint64 index = largest->index / count_parts (value), below = value.tag == RS_TAG_ARRAY ? value.array->n_elements : 1;

  for (int i = 0; value.tag == RS_TAG_ARRAY && i < value.array->rank; i++)
    {
      below /= value.array->dims[i];
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "[", index / below % value.array->dims[i]);
    }
  if (text->len > 0)
    g_string_append (text, "], ");
  g_string_append_printf (text, "time %" G_GINT64_FORMAT ": %.12g, %.12g", time, largest->numbers[0],
                          largest->numbers[1]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The largest difference wins. */
static void
note_difference (RsComparedValues *self, RsComparedStatement *told, RsValue value, const Largest *found, double scale)
{
  double relative = found->difference;
  g_autofree char *at = NULL;

  told->n_compared++;
  if (found->difference <= 0)
    return;
  if (isfinite (relative))
    relative /= scale; /* one of the two numbers is not 0 */
  if (relative <= told->relative)
    return;
  at = describe (value, found, told->sides[1].times);
  told->relative = relative;
  told->difference = found->difference;
  told->at = g_string_chunk_insert (self->texts, at);
}

static void
compare (RsComparedValues *self, Statement *statement, RsValue value)
{
  RsComparedStatement *told = &statement->told;
  const gint64 time = told->sides[1].times - 1;
  const Kept *kept = time < statement->kept->len ? &g_array_index (statement->kept, Kept, time) : NULL;
  const gint64 n_numbers = count_numbers (value);
  gboolean is_compared = kept != NULL && kept->n == n_numbers && kept->offset >= 0;
  double before[AT_ONCE], now[AT_ONCE], scale = is_compared ? kept->largest : 0;
  Largest largest = { .difference = -1 };

  if (kept != NULL && kept->n != n_numbers)
    told->n_other_size++;
  else if (!is_compared && time < told->sides[0].times)
    self->n_unkept++;
  if (is_compared && fseeko (self->file, (off_t)kept->offset, SEEK_SET) != 0)
    is_compared = FALSE;
  for (gint64 first = 0; first < n_numbers; first += AT_ONCE)
    {
      guint n = (guint)MIN (AT_ONCE, n_numbers - first);

      read_numbers (value, first, n, now);
      add_to_summary (&told->sides[1], now, n, &scale);
      is_compared = is_compared && fread (before, sizeof (double), n, self->file) == n;
      if (is_compared)
        compare_block (&largest, before, now, first, n);
    }
  if (is_compared)
    note_difference (self, told, value, &largest, scale);
}

/* --- statements --- */

static guint
get_file (RsComparedValues *self, const char *file)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->files, file));

  if (number != 0)
    return number;
  number = g_hash_table_size (self->files) + 1;
  g_hash_table_insert (self->files, (gpointer)file, GUINT_TO_POINTER (number));
  return number;
}

/* NULL: there are too many. */
static Statement *
find_statement (RsComparedValues *self, const char *file, guint line, const char *name)
{
  g_autofree char *key = g_strdup_printf ("%u:%s:%s", line, name, file);
  Statement *found = g_hash_table_lookup (self->statements, key);

  if (found != NULL || g_hash_table_size (self->statements) >= MOST_STATEMENTS)
    return found;
  found = g_new0 (Statement, 1);
  found->kept = g_array_new (FALSE, FALSE, sizeof (Kept));
  found->index = g_hash_table_size (self->statements);
  found->told.file = g_string_chunk_insert_const (self->texts, file);
  found->told.name = g_string_chunk_insert_const (self->texts, name);
  found->told.line = line;
  found->told.at = "";
  found->file = get_file (self, found->told.file);
  g_hash_table_insert (self->statements, g_steal_pointer (&key), found);
  return found;
}

void
rs_compared_values_note (RsComparedValues *self, guint side, const char *file, guint line, const char *name,
                         RsValue value, gint64 time, gboolean is_in_loop)
{
  Statement *statement = find_statement (self, file, line, name);
  RsComparedSide *told;

  if (statement == NULL)
    {
      self->n_unkept++;
      return;
    }
  statement->told.is_in_loop |= is_in_loop;
  told = &statement->told.sides[side];
  told->fastest = told->times == 0 ? time : MIN (told->fastest, time);
  told->time += time;
  told->times++;
  if (side == 0)
    keep (self, statement, value);
  else
    compare (self, statement, value);
}

/* Main program first: its statements may have ended behind those of what it called. */
static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Statement *first = *(Statement *const *)a, *second = *(Statement *const *)b;

  if (first->file != second->file)
    return first->file < second->file ? -1 : 1;
  if (first->told.line != second->told.line)
    return first->told.line < second->told.line ? -1 : 1;
  return first->index < second->index ? -1 : first->index > second->index;
}

GPtrArray *
rs_compared_values_list (RsComparedValues *self)
{
  GPtrArray *list = g_ptr_array_new ();
  GHashTableIter iterator;
  gpointer statement;

  G_STATIC_ASSERT (G_STRUCT_OFFSET (Statement, told) == 0);
  g_hash_table_iter_init (&iterator, self->statements);
  while (g_hash_table_iter_next (&iterator, NULL, &statement))
    g_ptr_array_add (list, statement);
  g_ptr_array_sort (list, compare_places);
  return list;
}

gint64
rs_compared_values_count_unkept (const RsComparedValues *self)
{
  return self->n_unkept;
}
