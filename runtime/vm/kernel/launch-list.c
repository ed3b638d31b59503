/* parallel_do with named and spread arguments, and serial_do: puts them in the order of the kernel's parameters and
 * launches.
 *
 * Named arguments go to the parameter of that name; the others to the remaining ones, in order. What the launch itself
 * supplies (pos, blkdim, ...) is left out. One argument more than there are parameters is a block size behind the
 * dimensions, as without names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/symbol.h"
#include "runtime/vm/vm-private.h"

/* Names of the parameters that arguments are given for, in order; NULL when the last value is no single kernel. */
static GPtrArray *
parameter_names (const GArray *positional)
{
  RsValue last = positional->len > 0 ? g_array_index (positional, RsValue, positional->len - 1) : RS_NONE;
  GPtrArray *names;

  if (last.tag != RS_TAG_FUNCTION || last.function->kind != RS_FUNCTION_CLOSURE)
    return NULL;
  names = g_ptr_array_new ();
  for (guint i = 0; i < last.function->proto->n_parameters; i++)
    if (!rs_is_special_parameter (last.function->proto->parameters[i].name))
      g_ptr_array_add (names, (gpointer)last.function->proto->parameters[i].name);
  return names;
}

static gboolean
fail (GError **error, const char *format, const char *name)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_LAUNCH_ARGUMENTS, format, name);
  return FALSE;
}

static gboolean
find_name (const GPtrArray *names, const char *name, guint *index)
{
  for (guint i = 0; i < names->len; i++)
    if (g_strcmp0 (g_ptr_array_index (names, i), name) == 0)
      {
        *index = i;
        return TRUE;
      }
  return FALSE;
}

/* The named arguments by parameter; sets the number of them. */
static gboolean
place_named (const RsValue *values, const RsArgumentList *list, const GPtrArray *names, RsValue *placed, guint *n_named,
             GError **error)
{
  *n_named = 0;
  for (guint i = 0; i < list->n; i++)
    {
      guint index;

      if (list->names[i] == NULL)
        continue;
      if (!find_name (names, list->names[i], &index))
        return fail (error, "parallel_do: the kernel has no parameter `%s`", list->names[i]);
      if (placed[index].tag != RS_TAG_NONE)
        return fail (error, "parallel_do: the parameter `%s` is given twice", list->names[i]);
      placed[index] = values[i];
      (*n_named)++;
    }
  return TRUE;
}

static void
append (GArray *merged, RsValue value)
{
  value = rs_value_ref (value);
  g_array_append_val (merged, value);
}

/* dims, the block size if one is given, the arguments by parameter, the kernel. merged holds references: the launch may
 * replace arguments, as it does with ranges. */
static gboolean
merge (const GArray *positional, RsValue *placed, guint n_parameters, guint n_named, GArray *merged, GError **error)
{
  const RsValue *given = (const RsValue *)positional->data;
  guint n = positional->len, next = 1;

  append (merged, given[0]);
  if (n - 2 + n_named == n_parameters + 1)
    append (merged, given[next++]);
  for (guint i = 0; i < n_parameters; i++)
    {
      if (placed[i].tag == RS_TAG_NONE && next + 1 < n)
        placed[i] = given[next++];
      if (placed[i].tag == RS_TAG_NONE)
        return fail (error, "parallel_do: %s", "the kernel needs more arguments");
      append (merged, placed[i]);
    }
  if (next + 1 < n)
    return fail (error, "parallel_do: %s", "there are more arguments than the kernel has parameters");
  append (merged, given[n - 1]);
  return TRUE;
}

static gboolean
launch_named (RsThread *thread, const RsValue *values, const RsArgumentList *list, const GArray *positional,
              RsValue *results, guint n_results, GError **error)
{
  g_autoptr (GPtrArray) names = parameter_names (positional);
  g_autoptr (GArray) merged = g_array_new (FALSE, FALSE, sizeof (RsValue));
  g_autofree RsValue *placed = NULL;
  guint n_named;

  g_array_set_clear_func (merged, (GDestroyNotify)rs_value_clear);
  if (names == NULL || positional->len < 2)
    return fail (error, "parallel_do is called as parallel_do(dims, arguments..., kernel)%s", "");
  placed = g_new0 (RsValue, MAX (1, names->len));
  return place_named (values, list, names, placed, &n_named, error)
         && merge (positional, placed, names->len, n_named, merged, error)
         && rs_vm_parallel_do (thread, (RsValue *)merged->data, merged->len, results, n_results, error);
}

gboolean
rs_vm_parallel_do_list (RsThread *thread, RsValue *base, const RsArgumentList *list, RsValue *results, guint n_results,
                        GError **error)
{
  g_autofree RsValue *held = g_new (RsValue, MAX (1, list->n));
  GArray *positional = rs_vm_positional_arguments (base, list->n, list, error);
  gboolean has_names = FALSE, was_serial = thread->is_serial, ok;

  if (positional == NULL)
    return FALSE;
  for (guint i = 0; i < list->n; i++)
    {
      held[i] = rs_value_ref (base[i]); /* results may be written over them */
      has_names = has_names || list->names[i] != NULL;
    }
  thread->is_serial = was_serial || list->is_serial;
  ok = has_names ? launch_named (thread, held, list, positional, results, n_results, error)
                 : rs_vm_parallel_do (thread, (RsValue *)positional->data, positional->len, results, n_results, error);
  thread->is_serial = was_serial;
  for (guint i = 0; i < list->n; i++)
    rs_value_clear (&held[i]);
  g_array_unref (positional);
  return ok;
}
