/* sort: lines of an array along a dimension, and cells of texts.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/order/keys.h"
#include "runtime/builtin/order/lines.h"

#include "runtime/base/error.h"
#include "runtime/value/parts.h"
#include "runtime/value/types/cell.h"

#include <string.h>

#define PANEL 16             /* neighbouring lines, whose elements are together in memory */
#define KEYS_IN_CACHE 131072 /* of a panel of more than one line */
#define BYTES_OF_KEY 64      /* as rs_run_parts_of_bytes counts work: a key is read and moved several times */

typedef struct {
  const RsLines *lines;
  gboolean is_descending;
  const char *in;
  char *out;
  gint32 *places; /* or NULL */
  gint64 width;   /* lines of a panel, at most */
  gint64 n_panels_across;
  gint is_without_memory; /* atomic */
} Sorting;

static inline void
copy_element (char *out, const char *in, gsize bytes)
{
  switch (bytes)
    {
    case 1:
      *out = *in;
      break;
    case 2:
      memcpy (out, in, 2);
      break;
    case 4:
      memcpy (out, in, 4);
      break;
    default:
      memcpy (out, in, 8);
      break;
    }
}

/* The elements of n neighbouring lines in the order of their places, places[c * length + l] of line c. */
static void
write_lines (const Sorting *sorting, gint64 start, gint64 n, const guint64 *places)
{
  const gsize bytes = rs_element_get_bytes (sorting->lines->array->element);
  const gint64 length = sorting->lines->length, inner = sorting->lines->inner;

  for (gint64 l = 0, since = 0; l < length && !rs_error_set_stopped_after (&since, n, NULL); l++)
    for (gint64 c = 0; c < n; c++)
      {
        const gint64 place = (gint64)places[c * length + l], at = start + c + l * inner;

        copy_element (sorting->out + (gsize)at * bytes, sorting->in + (gsize)(start + c + place * inner) * bytes,
                      bytes);
        if (sorting->places != NULL)
          sorting->places[at] = (gint32)place;
      }
}

/* n neighbouring lines. keys: room for those of all; words: for twice those of one. FALSE: the program is to stop. */
static gboolean
sort_panel (const Sorting *sorting, gint64 start, gint64 n, guint64 *keys, guint64 *words)
{
  const RsElement element = sorting->lines->array->element;
  const gsize bytes = rs_element_get_bytes (element);
  const gint64 length = sorting->lines->length, inner = sorting->lines->inner;

  if (inner == 1)
    rs_keys_load (element, sorting->in + (gsize)start * bytes, length, sorting->is_descending, 1, keys);
  else
    for (gint64 l = 0, since = 0; l < length; l++)
      {
        rs_keys_load (element, sorting->in + (gsize)(start + l * inner) * bytes, n, sorting->is_descending, length,
                      keys + l);
        if (rs_error_set_stopped_after (&since, n, NULL))
          return FALSE;
      }
  for (gint64 c = 0; c < n; c++)
    if (!rs_keys_order (keys + c * length, length, bytes > 4, words))
      return FALSE;
  write_lines (sorting, start, n, keys);
  return TRUE;
}

static void
sort_panels (gpointer data, gint64 first, gint64 last)
{
  Sorting *sorting = data;
  const RsLines *lines = sorting->lines;
  g_autofree guint64 *keys = g_try_new (guint64, sorting->width * lines->length + 1);
  g_autofree guint64 *words = keys != NULL ? g_try_new (guint64, 2 * lines->length + 1) : NULL;

  if (words == NULL)
    g_atomic_int_set (&sorting->is_without_memory, TRUE);
  for (gint64 panel = first; panel < last && words != NULL; panel++)
    {
      const gint64 outer = panel / sorting->n_panels_across, c = panel % sorting->n_panels_across * sorting->width;

      if (!sort_panel (sorting, outer * lines->length * lines->inner + c, MIN (sorting->width, lines->inner - c), keys,
                       words))
        return;
    }
}

static gboolean
sort_lines (const RsLines *lines, gboolean is_descending, RsArray *values, RsArray *positions, GError **error)
{
  Sorting sorting = { .lines = lines,
                      .is_descending = is_descending,
                      .in = rs_array_read (lines->array),
                      .out = rs_array_write (values),
                      .places = positions != NULL ? rs_array_write (positions) : NULL,
                      .width = CLAMP (KEYS_IN_CACHE / MAX (lines->length, 1), 1, MIN (PANEL, lines->inner)) };
  gint64 n_panels;

  if (lines->n_lines == 0)
    return TRUE;
  if (lines->length > G_MAXUINT32)
    return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, "sort", "no memory for %" G_GINT64_FORMAT " elements",
                         lines->length);
  sorting.n_panels_across = (lines->inner + sorting.width - 1) / sorting.width;
  n_panels = lines->n_lines / lines->inner * sorting.n_panels_across;
  rs_run_parts_of_bytes (n_panels, (gsize)lines->n_lines * (gsize)lines->length * BYTES_OF_KEY, sort_panels, &sorting);
  if (g_atomic_int_get (&sorting.is_without_memory))
    return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, "sort", "no memory for %" G_GINT64_FORMAT " elements",
                         lines->length);
  return !rs_error_set_stopped (error);
}

/* On the device where the array lives, or on the host. */
static gboolean
sort_anywhere (RsSession *session, const RsLines *lines, gboolean is_descending, RsArray *values, RsArray *positions,
               GError **error)
{
  const RsLaunchResult launched
      = rs_device_sort (session, lines->array, rs_lines_of_device (lines), is_descending, values, positions, error);

  return launched == RS_LAUNCH_QUEUED
         || (launched == RS_LAUNCH_INTERPRET && sort_lines (lines, is_descending, values, positions, error));
}

/* The last argument may be "ascend" or "descend"; *n_arguments: without it. */
static gboolean
take_order (const RsCall *call, gboolean *is_descending, guint *n_arguments, GError **error)
{
  guint last = call->n_arguments - 1;
  const char *order;

  *n_arguments = call->n_arguments;
  *is_descending = FALSE;
  if (last == 0 || (last == 1 && call->arguments[1].tag != RS_TAG_STRING))
    return TRUE;
  if (!rs_call_get_string (call, last, &order, "sort", error))
    return FALSE;
  if (strcmp (order, "ascend") != 0 && strcmp (order, "descend") != 0)
    return rs_call_fail_argument (call, last, error, "sort", "\"ascend\" or \"descend\"");
  *is_descending = *order == 'd';
  *n_arguments = last;
  return TRUE;
}

static gboolean
sort_array (RsCall *call, guint n_arguments, gboolean is_descending, GError **error)
{
  RsLines lines;
  g_autoptr (RsArray) values = NULL, positions = NULL;
  gboolean good = rs_lines_init (&lines, call, n_arguments, "sort", error);

  if (good)
    {
      values = rs_array_new_like (lines.array, lines.array->element, error);
      if (values != NULL && call->n_results > 1)
        positions = rs_array_new_like (lines.array, RS_ELEMENT_INT32, error);
      good = values != NULL && (call->n_results < 2 || positions != NULL)
             && sort_anywhere (call->session, &lines, is_descending, values, positions, error);
    }
  rs_lines_clear (&lines);
  if (!good)
    return FALSE;
  call->results[0] = rs_value_object (g_steal_pointer (&values));
  if (positions != NULL)
    call->results[1] = rs_value_object (g_steal_pointer (&positions));
  return TRUE;
}

/* --- texts --- */

typedef struct {
  const char *text;
  gint64 index;
} Text;

/* By the numbers of the characters. */
static int
compare_texts (gconstpointer a, gconstpointer b, gpointer is_descending)
{
  const Text *p = a, *q = b;
  int order = strcmp (p->text, q->text);

  if (order != 0)
    return is_descending != NULL ? -order : order;
  return (p->index > q->index) - (p->index < q->index);
}

static gboolean
sort_texts (RsCall *call, gboolean is_descending, GError **error)
{
  const RsCell *cell = call->arguments[0].cell;
  gint64 dims[] = { cell->n_elements };
  g_autofree Text *texts = g_try_new (Text, cell->n_elements + 1);
  g_autoptr (RsArray) positions = NULL;
  RsCell *sorted;
  gint32 *places;

  if (texts == NULL)
    return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, "sort", "no memory for %" G_GINT64_FORMAT " elements",
                         dims[0]);
  for (gint64 i = 0; i < cell->n_elements; i++)
    if (cell->elements[i].tag == RS_TAG_STRING)
      texts[i] = (Text){ cell->elements[i].string->text, i };
    else
      return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "sort",
                           "a cell has to hold texts alone, but element %" G_GINT64_FORMAT " is none", i);
  if (cell->n_elements > 1)
    g_qsort_with_data (texts, (gint)cell->n_elements, sizeof (Text), compare_texts, GINT_TO_POINTER (is_descending));
  positions = rs_array_new (RS_ELEMENT_INT32, 1, dims, FALSE, error);
  sorted = positions != NULL ? rs_cell_new (cell->rank, cell->dims, error) : NULL;
  if (sorted == NULL)
    return FALSE;
  places = rs_array_write (positions);
  for (gint64 i = 0; i < cell->n_elements; i++)
    {
      sorted->elements[i] = rs_value_ref (cell->elements[texts[i].index]);
      places[i] = (gint32)texts[i].index;
    }
  call->results[0] = rs_value_object (sorted);
  if (call->n_results > 1)
    call->results[1] = rs_value_object (g_steal_pointer (&positions));
  return TRUE;
}

RS_DEFINE_BUILTIN (SORT)
{
  gboolean is_descending;
  guint n_arguments;

  if (!take_order (call, &is_descending, &n_arguments, error))
    return FALSE;
  if (call->arguments[0].tag == RS_TAG_CELL)
    return sort_texts (call, is_descending, error);
  return sort_array (call, n_arguments, is_descending, error);
}
