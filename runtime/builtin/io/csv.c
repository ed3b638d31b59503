/* csvread and csvwrite: files of numbers with separators between them, a row a line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"

#include "runtime/base/replace-file.h"
#include "runtime/builtin/io/csv-table.h"
#include "runtime/builtin/io/input.h"
#include "runtime/builtin/text/printing.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/types/cell.h"

#include <string.h>

/* Short rows are filled up; a file in which that would take this many elements a byte is no table. */
#define MOST_ELEMENTS_A_BYTE 64
#define ALWAYS_ALLOWED (1 << 20)

static RsArray *
table_to_array (const RsCsvTable *table, gsize length, RsPrecision precision, GError **error)
{
  gint64 dims[2] = { table->counts->len, table->columns }, since = 0;
  RsArray *result;
  gsize next = 0;

  if (dims[0] * dims[1] > ALWAYS_ALLOWED && (gsize)(dims[0] * dims[1]) / MOST_ELEMENTS_A_BYTE > length)
    {
      rs_call_fail (RS_RUNTIME_ERROR_FILE_CONTENTS, error, "csvread",
                    "the file is no table: it has %" G_GINT64_FORMAT
                    " lines, but few have more than one number, and one "
                    "has %" G_GINT64_FORMAT,
                    dims[0], dims[1]);
      return NULL;
    }
  result = rs_array_new (rs_element_of_precision (precision), 2, dims, TRUE, error);
  for (guint i = 0; result != NULL && i < table->counts->len; i++)
    for (guint j = 0; j < g_array_index (table->counts, guint, i) && !rs_error_set_stopped_after (&since, 1, NULL); j++)
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
    cell->elements[i] = rs_value_new_string (headings[i], -1);
  call->results[1] = rs_value_object (cell);
  return TRUE;
}

/* One that no number has in it. printf knows \t for the tab, so it stands for one here. */
static gboolean
get_separator (const RsCall *call, guint index, char *separator, GError **error)
{
  const char *text;

  if (!rs_call_get_string (call, index, &text, "csvread", error))
    return FALSE;
  *separator = g_str_equal (text, "\\t") ? '\t' : text[0];
  if ((g_ascii_isgraph (*separator) && !g_ascii_isalnum (*separator) && strchr (".+-\"", *separator) == NULL
       && text[1] == '\0')
      || g_str_equal (text, "\\t") || g_str_equal (text, "\t") || g_str_equal (text, " "))
    return TRUE;
  return rs_call_fail (
      RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "csvread",
      "the separator has to be one character that is no part of a number: \",\", \";\", \"\\t\" or \" \"");
}

/* [x, headings] = csvread(file), csvread(file, lines), csvread(file, separator), csvread(file, lines, separator) */
RS_DEFINE_BUILTIN (CSVREAD)
{
  g_auto (RsInput) input = { 0 };
  g_autofree char *contents = NULL, *problem = NULL;
  g_auto (RsCsvTable) table = { 0 };
  g_autoptr (GError) file_error = NULL;
  const char *path;
  gint64 skip = -1;
  char separator = 0;
  guint next = 1;
  gsize mark, length;

  if (!rs_call_get_string (call, 0, &path, "csvread", error))
    return FALSE;
  if (call->n_arguments > next && call->arguments[next].tag != RS_TAG_STRING
      && !rs_call_get_integer (call, next++, &skip, "csvread", error))
    return FALSE;
  if (next > 1 && skip < 0)
    return rs_call_fail_argument (call, 1, error, "csvread", "a number of lines to pass over");
  if (call->n_arguments > next && !get_separator (call, next++, &separator, error))
    return FALSE;
  if (call->n_arguments > next)
    return rs_call_fail_argument (call, 1, error, "csvread", "a number of lines to pass over");
  if (!rs_session_before_effect (call->session, error))
    return FALSE;
  if (!rs_input_open (&input, call, path, error))
    {
      g_prefix_error (error, "csvread: can't read \"%s\": ", path);
      return FALSE;
    }
  if (!g_file_get_contents (input.path, &contents, &length, &file_error))
    return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "csvread", "can't read \"%s\": %s", path, file_error->message);
  mark = g_str_has_prefix (contents, "\xef\xbb\xbf") ? 3 : 0; /* of the byte order */
  problem = rs_csv_read (contents + mark, length - mark, skip, separator, &table);
  if (problem != NULL)
    return rs_call_fail (RS_RUNTIME_ERROR_FILE_CONTENTS, error, "csvread",
                         "%s:%s; csvread(file, n) passes over n lines, csvread(file, \";\") names the separator", path,
                         problem);
  if (call->n_results > 1 && !return_headings (call, table.headings, error))
    return FALSE;
  return rs_call_return_array (call, table_to_array (&table, length, rs_call_get_precision (call), error));
}

RS_DEFINE_BUILTIN (CSVWRITE)
{
  g_autoptr (RsArray) array = NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *target = NULL;
  const char *path;
  gint64 columns, since = 0;

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

      if (rs_error_set_stopped_after (&since, 1, error))
        return FALSE;
      if (x.tag == RS_TAG_SCALAR)
        rs_append_exact_number (out, array->element, x.scalar);
      else
        g_string_append_printf (out, "%" G_GINT64_FORMAT, x.integer);
      g_string_append_c (out, (i + 1) % columns == 0 ? '\n' : ',');
    }
  target = rs_call_resolve_path (call, path);
  if (rs_replace_file_with (target, out->str, out->len, error))
    return TRUE;
  g_prefix_error (error, "csvwrite: can't write \"%s\": ", path);
  return FALSE;
}
