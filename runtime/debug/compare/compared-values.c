/* The values of a comparison: kept from the first run, compared in the second.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/comparison-private.h"

#include "runtime/value/array.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define AT_ONCE 1024
#define SHOWN_CHARACTERS 20 /* of a text */
#define MOST_KEPT_BYTES (G_GINT64_CONSTANT (1) << 30)
#define MOST_KEPT_TIMES 100000u /* of a variable at a place */
#define MOST_STATEMENTS 5000u

/* What was assigned at one time on the first device: in the file, the numbers and texts of its parts one after the
 * other; a text has its length before it. */
typedef struct {
  gint64 offset; /* in the file; -1: not kept */
  guint64 sizes; /* rs_compared_parts_get_sizes */
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

static gboolean
has_numbers (RsValue value)
{
  if (value.tag == RS_TAG_ARRAY)
    return value.array->undefined == NULL;
  return rs_value_is_number (value) || value.tag == RS_TAG_COMPLEX;
}

gboolean
rs_compared_values_accept (RsValue value)
{
  return has_numbers (value) || value.tag == RS_TAG_STRING || value.tag == RS_TAG_CELL || value.tag == RS_TAG_OBJECT;
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

/* Bytes in the file. */
static gint64
measure (const RsComparedParts *parts)
{
  gint64 bytes = 0;

  for (guint i = 0; i < rs_compared_parts_count (parts); i++)
    {
      const RsValue value = rs_compared_parts_get (parts, i)->value;

      if (has_numbers (value))
        bytes += count_numbers (value) * (gint64)sizeof (double);
      else if (value.tag == RS_TAG_STRING)
        bytes += (gint64)sizeof (guint64) + value.string->length;
    }
  return bytes;
}

static gboolean
has_room (const RsComparedValues *self, const Statement *statement, gint64 bytes)
{
  return self->file != NULL && statement->kept->len < MOST_KEPT_TIMES && bytes <= MOST_KEPT_BYTES - self->n_bytes;
}

/* FALSE: not written, or not to be. */
static gboolean
keep_numbers (RsComparedValues *self, RsComparedSide *side, RsValue value, gboolean is_kept)
{
  const gint64 n_numbers = count_numbers (value);
  double numbers[AT_ONCE], largest = 0;

  for (gint64 first = 0; first < n_numbers; first += AT_ONCE)
    {
      guint n = (guint)MIN (AT_ONCE, n_numbers - first);

      read_numbers (value, first, n, numbers);
      add_to_summary (side, numbers, n, &largest);
      is_kept = is_kept && fwrite (numbers, sizeof (double), n, self->file) == n;
    }
  return is_kept;
}

static gboolean
keep_text (RsComparedValues *self, RsValue value)
{
  const guint64 length = value.string->length;

  return fwrite (&length, sizeof length, 1, self->file) == 1
         && fwrite (value.string->text, 1, length, self->file) == length;
}

static void
keep (RsComparedValues *self, Statement *statement, RsValue whole)
{
  g_autoptr (RsComparedParts) parts = rs_compared_parts_new (whole, G_MAXUINT);
  Kept kept = { .offset = self->n_bytes, .sizes = rs_compared_parts_get_sizes (parts) };
  const gint64 bytes = measure (parts);
  gboolean is_kept = has_room (self, statement, bytes);

  if (is_kept && fseeko (self->file, (off_t)kept.offset, SEEK_SET) != 0)
    is_kept = FALSE;
  for (guint i = 0; i < rs_compared_parts_count (parts); i++)
    {
      const RsValue value = rs_compared_parts_get (parts, i)->value;

      if (has_numbers (value))
        is_kept = keep_numbers (self, &statement->told.sides[0], value, is_kept);
      else if (value.tag == RS_TAG_STRING)
        is_kept = is_kept && keep_text (self, value);
    }
  if (is_kept)
    self->n_bytes += bytes;
  else
    kept.offset = -1;
  if (statement->kept->len < MOST_KEPT_TIMES)
    g_array_append_val (statement->kept, kept);
}

/* --- the second run --- */

typedef struct {
  double difference; /* the largest so far */
  gint64 index;
  double numbers[2];
} Largest;

/* What is compared with what was kept. */
typedef struct {
  RsComparedValues *values;
  RsComparedStatement *told;
  const RsComparedParts *parts;
  gboolean is_compared;
} Comparing;

/* Of two numbers; NaN equals NaN. */
static double
get_difference (double a, double b)
{
  if (a == b || (isnan (a) && isnan (b)))
    return 0;
  return isfinite (a) && isfinite (b) ? fabs (a - b) : INFINITY;
}

static void
compare_block (Largest *largest, double *scale, const double *before, const double *now, gint64 first, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      double difference = get_difference (before[i], now[i]);

      if (isfinite (before[i]))
        *scale = MAX (*scale, fabs (before[i]));
      if (difference > largest->difference)
        *largest = (Largest){ difference, first + i, { before[i], now[i] } };
    }
}

/* "[3, 4]", of an element; nothing of a number. */
static void
append_index (GString *text, RsValue value, gint64 number)
{
  gint64 index = number / count_parts (value), below = value.tag == RS_TAG_ARRAY ? value.array->n_elements : 1;

  for (int i = 0; value.tag == RS_TAG_ARRAY && i < value.array->rank; i++)
    {
      below /= value.array->dims[i];
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "[", index / below % value.array->dims[i]);
    }
  if (value.tag == RS_TAG_ARRAY)
    g_string_append_c (text, ']');
}

/* The largest difference wins. where: "[3, 4]", or of no part; (transfer full), and so is what: "1.5, 1.25". */
static void
note_difference (const Comparing *self, double difference, double relative, GString *where, char *what)
{
  RsComparedStatement *told = self->told;

  if (relative > told->relative)
    {
      g_string_append_printf (where, "%stime %" G_GINT64_FORMAT ": %s", where->len > 0 ? ", " : "",
                              told->sides[1].times, what);
      told->relative = relative;
      told->difference = difference;
      told->at = g_string_chunk_insert (self->values->texts, where->str);
    }
  g_string_free (where, TRUE);
  g_free (what);
}

static void
compare_numbers (Comparing *self, guint index)
{
  const RsValue value = rs_compared_parts_get (self->parts, index)->value;
  const gint64 n_numbers = count_numbers (value);
  double before[AT_ONCE], now[AT_ONCE], scale = 0;
  Largest largest = { 0 };
  GString *where;

  for (gint64 first = 0; first < n_numbers; first += AT_ONCE)
    {
      guint n = (guint)MIN (AT_ONCE, n_numbers - first);

      read_numbers (value, first, n, now);
      add_to_summary (&self->told->sides[1], now, n, &scale);
      self->is_compared = self->is_compared && fread (before, sizeof (double), n, self->values->file) == n;
      if (self->is_compared)
        compare_block (&largest, &scale, before, now, first, n);
    }
  if (!self->is_compared || largest.difference <= 0)
    return;
  where = g_string_new (NULL);
  rs_compared_parts_append_path (self->parts, index, where);
  append_index (where, value, largest.index);
  note_difference (self, largest.difference,
                   isfinite (largest.difference) ? largest.difference / scale : INFINITY, /* one of both is not 0 */
                   where, g_strdup_printf ("%.12g, %.12g", largest.numbers[0], largest.numbers[1]));
}

/* The beginning of a text, without control characters. (transfer full) */
static char *
dup_shown (const char *text, gsize length)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize)length);
  const gboolean is_long = g_utf8_strlen (valid, -1) > SHOWN_CHARACTERS;
  g_autofree char *start = is_long ? g_utf8_substring (valid, 0, SHOWN_CHARACTERS) : g_strdup (valid);

  for (char *p = start; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      *p = ' ';
  return g_strdup_printf ("\"%s%s\"", start, is_long ? "..." : "");
}

static void
compare_texts (Comparing *self, guint index)
{
  const RsString *now = rs_compared_parts_get (self->parts, index)->value.string;
  g_autofree char *before = NULL, *shown_before = NULL, *shown = NULL;
  guint64 length = 0;
  GString *where;

  self->is_compared = self->is_compared && fread (&length, sizeof length, 1, self->values->file) == 1
                      && length <= RS_MAX_TEXT;
  before = self->is_compared ? g_try_malloc (length + 1) : NULL;
  self->is_compared = before != NULL && fread (before, 1, length, self->values->file) == length;
  if (!self->is_compared || (length == now->length && memcmp (before, now->text, length) == 0))
    return;
  shown_before = dup_shown (before, length);
  shown = dup_shown (now->text, now->length);
  where = g_string_new (NULL);
  rs_compared_parts_append_path (self->parts, index, where);
  note_difference (self, INFINITY, INFINITY, where, g_strdup_printf ("%s, %s", shown_before, shown));
}

static void
compare (RsComparedValues *self, Statement *statement, RsValue whole)
{
  RsComparedStatement *told = &statement->told;
  const gint64 time = told->sides[1].times - 1;
  const Kept *kept = time < statement->kept->len ? &g_array_index (statement->kept, Kept, time) : NULL;
  g_autoptr (RsComparedParts) parts = rs_compared_parts_new (whole, G_MAXUINT);
  const gboolean is_alike = kept != NULL && kept->sizes == rs_compared_parts_get_sizes (parts);
  Comparing comparing = { self, told, parts, is_alike && kept->offset >= 0 };

  if (kept != NULL && !is_alike)
    told->n_other_size++;
  else if (!comparing.is_compared && time < told->sides[0].times)
    self->n_unkept++;
  if (comparing.is_compared && fseeko (self->file, (off_t)kept->offset, SEEK_SET) != 0)
    comparing.is_compared = FALSE;
  for (guint i = 0; i < rs_compared_parts_count (parts); i++)
    {
      const RsValue value = rs_compared_parts_get (parts, i)->value;

      if (has_numbers (value))
        compare_numbers (&comparing, i);
      else if (value.tag == RS_TAG_STRING)
        compare_texts (&comparing, i);
    }
  told->n_compared += comparing.is_compared;
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

  g_assert (side < 2 && time >= 0);
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
