/* csvread and csvwrite: numbers with commas between them, a row a line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"

#include "runtime/builtin/text/printing.h"
#include "runtime/builtin/io/replace-file.h"
#include "runtime/value/arithmetic.h"
#include "runtime/value/cell.h"

#include <string.h>

/* Short rows are filled up; a file in which that would take this many elements a byte is no table. */
#define MOST_ELEMENTS_A_BYTE 64
#define ALWAYS_ALLOWED (1 << 20)

typedef struct
{
  GArray *numbers; /* of double */
  GArray *counts;  /* of guint: numbers in each row */
  guint columns;   /* in the longest one */
} Table;

/* The numbers of one line; FALSE at something that is none. Nothing between two commas counts as 0. */
static gboolean
read_line (const char *line, Table *table)
{
  guint count = 0;

  for (const char *p = line;;)
    {
      char *end;
      double x = g_ascii_strtod (p, &end);

      while (g_ascii_isspace (*end))
        end++;
      if (end == p && *end != ',' && *end != '\0')
        return FALSE;
      g_array_append_val (table->numbers, x);
      count++;
      if (*end != ',')
        break;
      p = end + 1;
    }
  g_array_append_val (table->counts, count);
  table->columns = MAX (table->columns, count);
  return *line != '\0';
}

/* The parts of a line of headings, without blanks and quotes around them; NULL when one of them is a number. */
static char **
read_headings (const char *line)
{
  char **parts = g_strsplit (line, ",", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      char *end, *text = g_strstrip (parts[i]);
      gsize length = strlen (text);

      g_ascii_strtod (text, &end);
      if (*end == '\0')
        {
          g_strfreev (parts);
          return NULL;
        }
      if (length >= 2 && text[0] == '"' && text[length - 1] == '"')
        {
          text[length - 1] = '\0';
          memmove (text, text + 1, length - 1);
        }
    }
  return parts;
}

/* skip: lines at the beginning that are passed over; negative: a first line without numbers, which gives *headings.
 * *line: of the one that can't be read. Empty lines are passed over. */
static gboolean
read_table (char *contents, gsize length, gint64 skip, Table *table, char ***headings, guint *line)
{
  *line = 0;
  for (char *p = contents, *next; p < contents + length; p = next)
    {
      char *end = memchr (p, '\n', (gsize)(contents + length - p));

      (*line)++;
      next = end != NULL ? end + 1 : contents + length;
      if (end != NULL)
        *end = '\0';
      if (*line <= skip)
        continue;
      if (memchr (p, '\0', (gsize)(next - p - (end != NULL))) != NULL)
        return FALSE;
      if (*g_strstrip (p) == '\0')
        continue;
      if (skip < 0 && table->counts->len == 0 && *headings == NULL && (*headings = read_headings (p)) != NULL)
        continue;
      if (!read_line (p, table))
        return FALSE;
    }
  return TRUE;
}

static RsArray *
table_to_array (const Table *table, gsize length, RsPrecision precision, GError **error)
{
  gint64 dims[2] = { table->counts->len, table->columns };
  RsArray *result;
  gsize next = 0;

  if (dims[0] * dims[1] > ALWAYS_ALLOWED && (gsize)(dims[0] * dims[1]) / MOST_ELEMENTS_A_BYTE > length)
    {
      rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "csvread",
                    "the file is no table: it has %" G_GINT64_FORMAT " lines, but few have more than one number, and one "
                    "has %" G_GINT64_FORMAT,
                    dims[0], dims[1]);
      return NULL;
    }
  result = rs_array_new (rs_element_of_precision (precision), 2, dims, TRUE, error);
  for (guint i = 0; result != NULL && i < table->counts->len; i++)
    for (guint j = 0; j < g_array_index (table->counts, guint, i); j++)
      rs_array_set_element (result, (gint64)i * dims[1] + j,
                            rs_value_scalar (g_array_index (table->numbers, double, next++)), NULL);
  return result;
}

/* headings: may be NULL. */
static gboolean
return_headings (RsCall *call, char **headings, GError **error)
{
  guint n = headings != NULL ? g_strv_length (headings) : 0;
  RsCell *cell = rs_cell_new (1, (gint64[]){ n }, error);

  if (cell == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *valid = g_utf8_make_valid (headings[i], -1);

      cell->elements[i] = rs_value_new_string (valid, -1);
    }
  call->results[1] = rs_value_object (cell);
  return TRUE;
}

/* x = csvread(file), [x, headings] = csvread(file), csvread(file, lines) */
RS_DEFINE_BUILTIN (CSVREAD)
{
  g_autofree char *contents = NULL, *found = NULL;
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GError) file_error = NULL;
  g_auto (GStrv) headings = NULL;
  Table table = { numbers, counts, 0 };
  const char *path;
  gint64 skip = -1;
  char *text;
  gsize length;
  guint line;

  if (!rs_call_get_string (call, 0, &path, "csvread", error)
      || (call->n_arguments > 1 && !rs_call_get_integer (call, 1, &skip, "csvread", error)))
    return FALSE;
  if (call->n_arguments > 1 && skip < 0)
    return rs_call_fail_argument (call, 1, error, "csvread", "a number of lines to pass over");
  if (!rs_session_before_effect (call->session, error))
    return FALSE;
  found = rs_call_find_file (call, path);
  if (!g_file_get_contents (found, &contents, &length, &file_error))
    return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "csvread", "can't read \"%s\": %s", path, file_error->message);
  text = g_str_has_prefix (contents, "\xef\xbb\xbf") ? contents + 3 : contents; /* a byte order mark */
  if (!read_table (text, length - (gsize)(text - contents), skip, &table, &headings, &line))
    return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "csvread",
                         "line %u of \"%s\" holds something that is no number; csvread(file, n) passes over n lines", line, path);
  if (call->n_results > 1 && !return_headings (call, headings, error))
    return FALSE;
  return rs_call_return_array (call, table_to_array (&table, length, rs_call_get_precision (call), error));
}

RS_DEFINE_BUILTIN (CSVWRITE)
{
  g_autoptr (RsArray) array = NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  const char *path;
  gint64 columns;

  if (!rs_call_get_string (call, 0, &path, "csvwrite", error) || !rs_session_before_effect (call->session, error))
    return FALSE;
  array = rs_call_get_array (call, 1, "csvwrite", error);
  if (array == NULL)
    return FALSE;
  if (rs_element_is_complex (array->element) || (array->rank > 2 && rs_shape_of_array (array).rank > 2))
    return rs_call_fail_argument (call, 1, error, "csvwrite", "a matrix of real numbers");
  columns = array->rank == 1 ? array->dims[0] : array->dims[1];
  for (gint64 i = 0; i < array->n_elements; i++)
    {
      RsValue x = rs_array_get_element (array, i);

      if (x.tag == RS_TAG_SCALAR)
        rs_append_exact_number (out, array->element, x.scalar);
      else
        g_string_append_printf (out, "%" G_GINT64_FORMAT, x.integer);
      g_string_append_c (out, (i + 1) % columns == 0 ? '\n' : ',');
    }
  if (rs_replace_file_with (path, out->str, out->len, error))
    return TRUE;
  g_prefix_error (error, "csvwrite: can't write \"%s\": ", path);
  return FALSE;
}
