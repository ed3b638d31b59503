/* Values that are no finite numbers.
 *
 * What an instruction has done is looked at when the next one is reached. Arrays have versions that every write
 * advances: only what was written is read again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include "runtime/value/array.h"

#include <math.h>

static gboolean
is_finite (RsValue value)
{
  if (value.tag == RS_TAG_SCALAR)
    return isfinite (value.scalar);
  return value.tag != RS_TAG_COMPLEX || (isfinite (value.complex->re) && isfinite (value.complex->im));
}

static gint64
find_in_floats (const float *data, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    if (!isfinite (data[i]))
      return i;
  return -1;
}

static gint64
find_in_doubles (const double *data, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    if (!isfinite (data[i]))
      return i;
  return -1;
}

/* Index of the first element that is not finite; -1: all are. */
static gint64
find_not_finite (RsArray *array)
{
  gint64 found;

  switch (array->element)
    {
    case RS_ELEMENT_SINGLE:
      return find_in_floats (rs_array_read (array), array->n_elements);
    case RS_ELEMENT_DOUBLE:
      return find_in_doubles (rs_array_read (array), array->n_elements);
    default:
      if (!rs_element_is_complex (array->element))
        return -1;
      found = rs_array_get_bytes (array) == 16 * array->n_elements
                  ? find_in_doubles (rs_array_read (array), 2 * array->n_elements)
                  : find_in_floats (rs_array_read (array), 2 * array->n_elements);
      return found < 0 ? -1 : found / 2;
    }
}

/* The variable of the frame that holds the array; NULL: none. */
static const char *
find_name (const RsFrame *frame, const RsArray *array)
{
  for (guint i = 0; i < frame->proto->n_variables; i++)
    if (frame->registers[i].tag == RS_TAG_ARRAY && frame->registers[i].array == array)
      return ((const RsSymbol *)g_ptr_array_index (frame->proto->scope->variables, i))->name;
  return NULL;
}

/* "[1, 2] of x, a mat of 3x4, is nan". */
static char *
describe_element (const RsFrame *frame, RsArray *array, gint64 index)
{
  const char *name = find_name (frame, array);
  g_autoptr (GString) text = g_string_new ("[");
  RsValue value = rs_array_get_element (array, index);
  g_autofree char *type = rs_debug_describe_type (rs_value_object (array));
  g_autofree char *size = rs_debug_describe_size (rs_value_object (array));
  gint64 below = 1;

  for (int i = 0; i < array->rank; i++)
    {
      below = 1;
      for (int k = i + 1; k < array->rank; k++)
        below *= array->dims[k];
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", index / below % array->dims[i]);
    }
  g_string_append_printf (text, "] of %s%sa %s of %s%s is ", name != NULL ? name : "", name != NULL ? ", " : "", type,
                          size, name != NULL ? "," : "");
  rs_value_format (value, TRUE, text);
  rs_value_clear (&value);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
remember_array (RsDebugger *self, RsValue value)
{
  RsCheckedArray checked;

  if (value.tag != RS_TAG_ARRAY)
    return;
  for (guint i = 0; i < self->checked->len; i++)
    if (g_array_index (self->checked, RsCheckedArray, i).array == value.array)
      return;
  checked = (RsCheckedArray){ .array = rs_array_ref (value.array),
                              .version = value.array->version,
                              .was_finite = find_not_finite (value.array) < 0 };
  g_array_append_val (self->checked, checked);
}

/* Registers that a launch at pc may write: [*first, *first + *n), or the inputs of a loop. */
static void
remember_inputs (RsDebugger *self, const RsFrame *frame, RsInstruction i)
{
  switch (i.op)
    {
    case RS_OPCODE_PARALLEL_DO:
      for (guint k = 0; k < i.b; k++)
        remember_array (self, frame->registers[i.a + k]);
      break;
    case RS_OPCODE_PARALLEL_DO_LIST:
      for (guint k = 0; k < frame->proto->lists[i.b].n; k++)
        remember_array (self, frame->registers[i.a + k]);
      break;
    case RS_OPCODE_OFFER_LOOP:
    case RS_OPCODE_OFFER_STEPS:
    case RS_OPCODE_OFFER_WHILE:
      for (guint k = 0; k < frame->proto->sites[i.b].n_inputs; k++)
        remember_array (self, frame->registers[frame->proto->sites[i.b].registers[k]]);
      break;
    default:
      break;
    }
}

void
rs_debugger_prepare_checks (RsDebugger *self, RsThread *thread, guint pc)
{
  const RsFrame *frame = rs_thread_top (thread);

  g_array_set_size (self->checked, 0);
  remember_inputs (self, frame, frame->proto->code[pc]);
}

void
rs_debugger_forget_checks (RsDebugger *self)
{
  g_array_set_size (self->checked, 0);
  rs_debugger_forget_watched (self);
}

/* Whether the instruction makes a value in R[a]. */
static gboolean
makes_value (RsOpcode op)
{
  return (op >= RS_OPCODE_ADD && op <= RS_OPCODE_DIVIDE_CEIL) || op == RS_OPCODE_MATRIX || op == RS_OPCODE_CONSTRUCT
         || op == RS_OPCODE_CALL_BUILTIN || op == RS_OPCODE_CALL_BUILTIN_LIST;
}

static gboolean
check_value (const RsFrame *frame, RsValue value, char **detail)
{
  gint64 index;

  if (value.tag == RS_TAG_ARRAY)
    {
      index = find_not_finite (value.array);
      *detail = index >= 0 ? describe_element (frame, value.array, index) : NULL;
      return index >= 0;
    }
  if (is_finite (value))
    return FALSE;
  {
    g_autofree char *text = rs_debug_summarize (value);

    *detail = g_strdup_printf ("the result is %s", text);
    return TRUE;
  }
}

/* Whether an operand was not finite already: then it is no news. */
static gboolean
had_operand (const RsFrame *frame, RsInstruction i)
{
  char *detail = NULL;
  gboolean had = FALSE;

  if (i.op < RS_OPCODE_ADD || i.op > RS_OPCODE_DIVIDE_CEIL)
    return FALSE;
  if (i.b != i.a)
    had = check_value (frame, frame->registers[i.b], &detail);
  g_clear_pointer (&detail, g_free);
  if (!had && i.c != i.a && !(i.op >= RS_OPCODE_ADD_K && i.op <= RS_OPCODE_POWER_K))
    had = check_value (frame, frame->registers[i.c], &detail);
  g_free (detail);
  return had;
}

gboolean
rs_debugger_check_finite (RsDebugger *self, RsThread *thread, guint pc, char **detail)
{
  const RsFrame *frame = rs_thread_top (thread);
  RsInstruction i = frame->proto->code[pc];

  for (guint k = 0; k < self->checked->len; k++)
    {
      const RsCheckedArray *checked = &g_array_index (self->checked, RsCheckedArray, k);
      gint64 index;

      if (!checked->was_finite || checked->array->version == checked->version)
        continue;
      index = find_not_finite (checked->array);
      if (index < 0)
        continue;
      *detail = describe_element (frame, checked->array, index);
      g_array_set_size (self->checked, 0);
      return TRUE;
    }
  return makes_value (i.op) && check_value (frame, frame->registers[i.a], detail) && !had_operand (frame, i);
}
