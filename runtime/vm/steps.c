/* Instructions that are more than a line and less than a file: for loops over anything, spread elements, overload sets.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/vm-private.h"

#include <math.h>

/* --- loops --- */

/* An array of one element counts as a number, as in conditions. */
static void
take_single (RsValue *value)
{
  RsValue element;

  if (value->tag != RS_TAG_ARRAY || value->array->n_elements != 1)
    return;
  element = rs_array_get_element (value->array, 0);
  rs_value_clear (value);
  *value = element;
}

/* Low, step and high are numbers, and the step is not 0; arrays of one element become numbers. */
static gboolean
take_bounds (RsValue *r, GError **error)
{
  for (guint i = 0; i < 3; i++)
    take_single (&r[i]);
  for (guint i = 0; i < 3; i++)
    if (!rs_value_is_number (r[i]))
      {
        g_autofree char *what = rs_value_describe_one (r[i]);

        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_RANGE, "a range goes from number to number; here is %s",
                     what);
        return FALSE;
      }
  if (rs_value_to_double (r[1]) != 0)
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_RANGE, "the step of a range is 0");
  return FALSE;
}

static RsValue
new_range (const RsValue *r)
{
  return rs_value_new_range (rs_value_to_double (r[0]), rs_value_to_double (r[1]), rs_value_to_double (r[2]),
                             r[0].tag != RS_TAG_SCALAR && r[1].tag != RS_TAG_SCALAR);
}

gboolean
rs_vm_check_range (RsValue *range, GError **error)
{
  if (range->range->count < RS_LONGEST_RANGE)
    return TRUE;
  rs_value_clear (range);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_RANGE,
               "the range has more numbers than can be counted; a loop without end is while true");
  return FALSE;
}

gboolean
rs_vm_make_range (const RsValue *r, RsValue *range, GError **error)
{
  RsValue bounds[3];
  gboolean good;

  for (guint i = 0; i < 3; i++)
    bounds[i] = rs_value_ref (r[i]);
  good = take_bounds (bounds, error);
  if (good)
    {
      *range = new_range (bounds);
      good = rs_vm_check_range (range, error);
    }
  for (guint i = 0; i < 3; i++)
    rs_value_clear (&bounds[i]);
  return good;
}

/* The integer up to which a loop over integers goes; one that a scalar names may miss it by a millionth of a step. */
static gint64
last_integer (RsValue high, gint64 step)
{
  double x;

  if (high.tag != RS_TAG_SCALAR)
    return high.integer;
  x = high.scalar + 1e-6 * (double)step;
  x = step > 0 ? floor (x) : ceil (x);
  return x >= 0x1p63 ? G_MAXINT64 : x <= -0x1p63 ? G_MININT64 : (gint64)x;
}

/* As exact as the integers are, also where doubles aren't. */
static gint64
count_integers (gint64 low, gint64 step, RsValue high)
{
  guint64 stride = step > 0 ? (guint64)step : -(guint64)step, steps;
  gint64 last;

  if (high.tag == RS_TAG_SCALAR && isnan (high.scalar))
    return 0;
  last = last_integer (high, step);
  if (step > 0 ? last < low : last > low)
    return 0;
  steps = (step > 0 ? (guint64)last - (guint64)low : (guint64)low - (guint64)last) / stride;
  return (gint64)MIN (steps, (guint64)G_MAXINT64 - 1) + 1;
}

gboolean
rs_vm_prepare_range (RsValue *r, GError **error)
{
  gboolean is_integer;
  gint64 count;
  RsValue range;

  if (!take_bounds (r, error))
    return FALSE;
  is_integer = r[0].tag != RS_TAG_SCALAR && r[1].tag != RS_TAG_SCALAR;
  if (is_integer)
    {
      count = count_integers (r[0].integer, r[1].integer, r[2]);
      r[0].tag = r[1].tag = RS_TAG_INT;
    }
  else
    {
      range = new_range (r);
      count = range.range->count;
      rs_value_clear (&range);
      r[0] = rs_value_scalar (rs_value_to_double (r[0]));
      r[1] = rs_value_scalar (rs_value_to_double (r[1]));
    }
  r[2] = rs_value_int (count);
  rs_value_clear (&r[3]);
  r[3] = rs_value_int (is_integer ? count : 0);
  return TRUE;
}

void
rs_vm_note_countdown (RsThread *thread, const RsValue *r)
{
  double low, high;

  if (r[0].tag > RS_TAG_SCALAR || r[2].tag > RS_TAG_SCALAR || r[0].tag == RS_TAG_NONE || r[2].tag == RS_TAG_NONE)
    return;
  low = rs_value_to_double (r[0]);
  high = rs_value_to_double (r[2]);
  if (low > high && rs_vm_say_once (thread))
    rs_vm_warn (thread, RS_SAY (LOOP_COUNTS_UP), low, high, low, high);
}

/* Element `position` of what a for loop runs over; FALSE at its end. */
gboolean
rs_vm_get_item (RsValue value, gint64 position, RsValue *item)
{
  switch ((RsTag)value.tag)
    {
    case RS_TAG_RANGE:
      if (position >= value.range->count)
        return FALSE;
      *item = value.range->is_integer ? rs_value_int ((gint64)value.range->low + position * (gint64)value.range->step)
                                      : rs_value_scalar (value.range->low + (double)position * value.range->step);
      return TRUE;
    case RS_TAG_ARRAY:
      if (position >= value.array->n_elements)
        return FALSE;
      *item = rs_array_get_element (value.array, position);
      return TRUE;
    case RS_TAG_CELL:
      if (position >= value.cell->n_elements)
        return FALSE;
      *item = rs_value_ref (value.cell->elements[position]);
      return TRUE;
    default:
      if (position > 0)
        return FALSE;
      *item = rs_value_ref (value);
      return TRUE;
    }
}

gboolean
rs_vm_can_loop_over (RsValue value, GError **error)
{
  g_autofree char *what = NULL;

  if (rs_value_is_number (value) || value.tag == RS_TAG_COMPLEX || value.tag == RS_TAG_RANGE
      || value.tag == RS_TAG_ARRAY || value.tag == RS_TAG_CELL)
    return TRUE;
  what = rs_value_describe_one (value);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_LOOP_OVER,
               "a for loop runs over a range, an array or a cell, not over %s", what);
  return FALSE;
}

gint64
rs_vm_count_iterations (const RsValue *r)
{
  if (r[0].tag == RS_TAG_INT)
    return r[3].integer - r[2].integer;
  if (r[0].tag == RS_TAG_SCALAR)
    return r[3].integer + 1;
  return r[1].tag == RS_TAG_INT ? r[1].integer : 0;
}

/* --- what has to free something: a computed goto runs no cleanup --- */

gboolean
rs_vm_compose_spread (RsThread *thread, const RsValue *values, const RsArgumentList *list, gboolean is_cell,
                      RsValue *result, GError **error)
{
  const RsPrecision precision = thread->vm->session->precision;
  g_autoptr (GArray) items = NULL;

  if (!is_cell && rs_value_can_join (values, list->is_spread, list->n))
    return rs_value_join (values, list->is_spread, list->n, precision, result, error);
  items = rs_vm_spread (values, list->n, list, G_MAXINT32, error);
  if (items == NULL)
    return FALSE;
  if (is_cell)
    return rs_vm_new_cell ((RsValue *)items->data, items->len, result, error);
  return rs_value_new_matrix ((RsValue *)items->data, items->len, precision, result, error);
}

gboolean
rs_vm_index_spread (RsThread *thread, RsInstruction i, RsInstruction extra, RsValue *result, GError **error)
{
  const RsFrame *frame = rs_thread_top (thread);
  const RsArgumentList *list = &frame->proto->lists[extra.b];
  g_autoptr (GArray) items = rs_vm_spread (&frame->registers[i.c], list->n, list, RS_MAX_REGISTERS, error);

  return items != NULL
         && rs_vm_index (thread, frame->registers[i.b], (RsValue *)items->data, items->len, extra, 0, i.b, result,
                         error);
}

gboolean
rs_vm_store_spread (RsThread *thread, RsInstruction i, RsInstruction extra, GError **error)
{
  const RsFrame *frame = rs_thread_top (thread);
  const RsArgumentList *list = &frame->proto->lists[extra.b];
  g_autoptr (GArray) items = rs_vm_spread (&frame->registers[i.b], list->n, list, RS_MAX_REGISTERS, error);

  return items != NULL
         && rs_vm_store (thread, frame->registers[i.a], (RsValue *)items->data, items->len, extra, 0, i.a,
                         frame->registers[i.c], error);
}

/* builtin: id + 1 of the one for calls that fit none, or 0. */
RsValue
rs_vm_make_overloads (const RsValue *values, guint n, guint builtin, const RsType *class, guint n_own)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new ();
  g_autoptr (GArray) tiers = g_array_new (FALSE, FALSE, sizeof (guint));
  RsFunction *set;

  for (guint k = 0; k < n; k++)
    {
      RsFunction *function = values[k].tag == RS_TAG_FUNCTION ? values[k].function : NULL;

      if (k >= n_own && members->len > 0
          && (tiers->len == 0 || g_array_index (tiers, guint, tiers->len - 1) < members->len))
        g_array_append_val (tiers, members->len);
      if (function != NULL && function->kind == RS_FUNCTION_OVERLOADS)
        for (guint i = 0; i < (function->n_tiers > 0 ? function->tiers[0] : function->n_members); i++)
          g_ptr_array_add (members, function->members[i]);
      else if (function != NULL)
        g_ptr_array_add (members, function);
    }
  set = rs_function_new_overloads (members->len > 0 ? ((RsFunction *)members->pdata[0])->name : "function",
                                   (RsFunction *const *)members->pdata, members->len);
  set->n_tiers = tiers->len;
  set->tiers = g_memdup2 (tiers->data, tiers->len * sizeof (guint));
  set->builtin = builtin > 0 ? rs_builtin_get (builtin - 1) : NULL;
  set->constructs = class;
  return rs_value_object (set);
}
