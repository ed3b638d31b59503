/* One work item of a launch by itself: a debugger has chosen its position.
 *
 * It is interpreted before the launch, on copies of the arguments, so that the program goes on as without it; where
 * work items wait for each other its block, or grid, runs with it. What the copies then hold that the arguments do not,
 * is what was written. After the launch the same elements are read, and the two are compared.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/copy.h"
#include "runtime/value/types/object.h"
#include "runtime/vm/kernel/kernel-private.h"

#include <math.h>
#include <string.h>

#define MOST_COMPARED 100000u
#define MOST_TOLD 8u
/* Of a value: what the order of operations and fused multiplication may make of single precision. */
#define ROUNDING 1e-5

typedef struct {
  RsArray *array, *copy; /* references */
  const char *name;      /* of the parameter or captured variable: the prototype's */
} Pair;

typedef struct {
  guint pair;
  gint64 index;
  RsValue value;         /* a number */
} Written;

struct _LoneItem {
  char *title;           /* "work item [1, 2] of f" */
  GArray *pairs;         /* of Pair */
  GArray *written;       /* of Written */
  guint64 n_written;
  gboolean has_failed;   /* with an error, which has been told */
};

/* --- copies --- */

static void
clear_pair (gpointer data)
{
  rs_array_unref (((Pair *)data)->array);
  rs_array_unref (((Pair *)data)->copy);
}

static void
clear_written (gpointer data)
{
  rs_value_clear (&((Written *)data)->value);
}

/* Both sides have the same form. seen: cells and objects that have been gone through. */
static void
pair_arrays (LoneItem *self, RsValue original, RsValue copy, const char *name, GHashTable *seen)
{
  if (original.tag == RS_TAG_ARRAY && copy.tag == RS_TAG_ARRAY && original.array != copy.array
      && g_hash_table_add (seen, original.array))
    {
      Pair pair = { rs_array_ref (original.array), rs_array_ref (copy.array), name };

      g_array_append_val (self->pairs, pair);
    }
  else if (original.tag == RS_TAG_CELL && copy.tag == RS_TAG_CELL && g_hash_table_add (seen, original.cell))
    for (gint64 i = 0; i < MIN (original.cell->n_elements, copy.cell->n_elements); i++)
      pair_arrays (self, original.cell->elements[i], copy.cell->elements[i], name, seen);
  else if (original.tag == RS_TAG_OBJECT && copy.tag == RS_TAG_OBJECT && g_hash_table_add (seen, original.class_object))
    for (guint i = 0; i < MIN (original.class_object->n_members, copy.class_object->n_members); i++)
      pair_arrays (self, original.class_object->members[i], copy.class_object->members[i], name, seen);
}

/* The kernel over copies of what it has captured. (transfer full) */
static RsFunction *
copy_function (RsFunction *function, const RsValue *captures)
{
  RsFunction *copy;

  if (function->n_arguments > 0 || function->proto->n_captures == 0)
    return rs_function_ref (function);
  copy = rs_function_new_closure (function->module, function->instance, function->proto);
  copy->home = function->home;
  copy->home_depth = function->home_depth;
  for (guint i = 0; i < function->proto->n_captures; i++)
    copy->captures[i] = rs_value_ref (captures[i]);
  return copy;
}

/* Arguments and captures in one cell, so that what is one array stays one. */
static RsValue
gather (const Launch *launch, const RsValue *arguments, guint n)
{
  const RsFunction *function = launch->function;
  gint64 length = (gint64)n + function->proto->n_captures;
  RsCell *cell = rs_cell_new (1, &length, NULL);

  if (cell == NULL)
    return RS_NONE;
  for (guint i = 0; i < n; i++)
    cell->elements[i] = rs_value_ref (arguments[i]);
  for (guint i = 0; i < function->proto->n_captures; i++)
    cell->elements[n + i] = rs_value_ref (function->captures[i]);
  return rs_value_object (cell);
}

static const char *
argument_name (const Launch *launch, guint index)
{
  guint next = 0;

  for (guint i = 0; i < launch->proto->n_parameters; i++)
    if ((launch->specials[i] == NOT_SPECIAL || launch->specials[i] == TEXTURE_COPY) && next++ == index)
      return launch->proto->parameters[i].name;
  return "argument";
}

/* --- running it --- */

static char *
describe_item (const Launch *launch, const RsVm *vm, const gint64 *position)
{
  g_autoptr (GString) text = g_string_new ("work item [");

  for (guint i = 0; i < launch->rank; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", position[i]);
  g_string_append_printf (text, "] of %s", launch->proto->name);
  if (rs_vm_kernel_is_in_blocks (launch, vm))
    g_string_append (text, rs_vm_kernel_needs_grid (launch, vm) ? " (with all of its grid)" : " (with its block)");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
differs (RsArray *a, RsArray *b, gint64 index)
{
  const gsize bytes = rs_element_get_bytes (a->element);

  return memcmp ((const char *)rs_array_read (a) + (gsize)index * bytes,
                 (const char *)rs_array_read (b) + (gsize)index * bytes, bytes)
         != 0;
}

static void
find_written (LoneItem *self)
{
  for (guint k = 0; k < self->pairs->len; k++)
    {
      const Pair *pair = &g_array_index (self->pairs, Pair, k);

      if (pair->copy->n_elements != pair->array->n_elements || pair->copy->element != pair->array->element)
        continue;
      for (gint64 i = 0; i < pair->array->n_elements; i++)
        if (differs (pair->array, pair->copy, i))
          {
            Written written = { k, i, rs_array_get_element (pair->copy, i) };

            if (self->n_written++ < MOST_COMPARED)
              g_array_append_val (self->written, written);
            else
              rs_value_clear (&written.value);
          }
    }
}

/* What an error of the item leaves is not the program's. */
static void
forget_error (RsVm *vm)
{
  vm->raised = NULL;
  vm->error_source = NULL;
  g_clear_pointer (&vm->session->backtrace, g_free);
}

static gboolean
run_copy (RsThread *thread, LoneItem *self, const Launch *launch, const RsValue *copies, guint n,
          const gint64 *position, GError **error)
{
  RsVm *vm = thread->vm;
  g_autoptr (RsFunction) function = copy_function (launch->function, copies + n);
  Launch lone = *launch;
  gboolean ok;

  lone.function = function;
  lone.outputs = g_new0 (RsValue, MAX (1, launch->proto->n_outputs));
  for (guint i = 0; i < launch->proto->n_outputs; i++)
    lone.outputs[i] = rs_vm_kernel_initial_output (launch, i);
  vm->is_lone = TRUE;
  vm->lone_index = rs_vm_kernel_linear_index (launch->rank, position, launch->dims);
  ok = rs_vm_kernel_interpret (thread, &lone, copies, n, position, error);
  ok = rs_session_before_effect (vm->session, ok ? error : NULL) && ok;
  vm->is_lone = FALSE;
  for (guint i = 0; i < launch->proto->n_outputs; i++)
    rs_value_clear (&lone.outputs[i]);
  g_free (lone.outputs);
  return ok;
}

static void
lone_free (LoneItem *self)
{
  g_free (self->title);
  g_array_unref (self->pairs);
  g_array_unref (self->written);
  g_free (self);
}

static LoneItem *
lone_new (const Launch *launch, const RsVm *vm, const gint64 *position)
{
  LoneItem *self = g_new0 (LoneItem, 1);

  self->title = describe_item (launch, vm, position);
  self->pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  g_array_set_clear_func (self->pairs, clear_pair);
  self->written = g_array_new (FALSE, FALSE, sizeof (Written));
  g_array_set_clear_func (self->written, clear_written);
  return self;
}

static void
pair_all (LoneItem *self, const Launch *launch, const RsCell *originals, const RsCell *copies, guint n)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < (guint)originals->n_elements; i++)
    pair_arrays (self, originals->elements[i], copies->elements[i],
                 i < n ? argument_name (launch, i) : launch->proto->captures[i - n].name, seen);
}

LoneItem *
rs_vm_kernel_run_lone (RsThread *thread, const Launch *launch, const RsValue *arguments, guint n, GError **error)
{
  RsVm *vm = thread->vm;
  gint64 position[RS_MAX_RANK] = { 0 };
  RsValue originals, copies = RS_NONE;
  g_autoptr (GError) failed = NULL;
  LoneItem *self;

  if (vm->is_lone || vm->hooks->chooses_item == NULL
      || !vm->hooks->chooses_item (thread, launch->proto->name, launch->rank, launch->dims, position, vm->hook_data))
    return NULL;
  self = lone_new (launch, vm, position);
  originals = gather (launch, arguments, n);
  if (rs_value_deep_copy (originals, vm->session->precision, &copies, &failed))
    {
      pair_all (self, launch, originals.cell, copies.cell, n);
      self->has_failed = !run_copy (thread, self, launch, copies.cell->elements, n, position, &failed);
      find_written (self);
    }
  rs_value_clear (&copies);
  rs_value_clear (&originals);
  if (failed == NULL)
    return self;
  if (g_error_matches (failed, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED))
    {
      lone_free (self);
      g_propagate_error (error, g_steal_pointer (&failed));
      return NULL;
    }
  {
    g_autofree char *text = g_strdup_printf ("%s ended with an error: %s", self->title, failed->message);

    self->has_failed = TRUE;
    forget_error (vm);
    if (vm->hooks->compared_item != NULL)
      vm->hooks->compared_item (thread, text, vm->hook_data);
  }
  return self;
}

/* --- comparing --- */

typedef enum { SAME, ROUNDED, OTHER } Agreement;

static Agreement
compare_numbers (double a, double b)
{
  if (a == b || (isnan (a) && isnan (b)))
    return SAME;
  return fabs (a - b) <= ROUNDING * MAX (fabs (a), fabs (b)) ? ROUNDED : OTHER;
}

static Agreement
compare_values (RsValue a, RsValue b)
{
  if (a.tag == RS_TAG_COMPLEX && b.tag == RS_TAG_COMPLEX)
    {
      const Agreement re = compare_numbers (a.complex->re, b.complex->re);
      const Agreement im = compare_numbers (a.complex->im, b.complex->im);

      return MAX (re, im);
    }
  if (!rs_value_is_number (a) || !rs_value_is_number (b))
    return OTHER;
  return compare_numbers (rs_value_to_double (a), rs_value_to_double (b));
}

static void
append_place (GString *text, const Pair *pair, gint64 index)
{
  g_string_append_printf (text, "%s[", pair->name);
  for (int i = 0; i < pair->array->rank; i++)
    {
      gint64 below = 1;

      for (int k = i + 1; k < pair->array->rank; k++)
        below *= pair->array->dims[k];
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", index / below % pair->array->dims[i]);
    }
  g_string_append_c (text, ']');
}

static void
append_difference (GString *text, const Pair *pair, const Written *written, RsValue after)
{
  g_string_append (text, "\n  ");
  append_place (text, pair, written->index);
  g_string_append (text, " is ");
  rs_value_format (written->value, TRUE, text);
  g_string_append (text, " interpreted, ");
  rs_value_format (after, TRUE, text);
  g_string_append (text, " after the launch");
}

static char *
describe (const LoneItem *self)
{
  g_autoptr (GString) details = g_string_new (NULL);
  guint counts[3] = { 0 };
  guint64 n = self->n_written;
  const char *elements = n == 1 ? "element" : "elements";

  for (guint i = 0; i < self->written->len; i++)
    {
      const Written *written = &g_array_index (self->written, Written, i);
      const Pair *pair = &g_array_index (self->pairs, Pair, written->pair);
      RsValue after = rs_array_get_element (pair->array, written->index);
      Agreement agreement = compare_values (written->value, after);

      if (agreement == OTHER && counts[OTHER] < MOST_TOLD)
        append_difference (details, pair, written, after);
      counts[agreement]++;
      rs_value_clear (&after);
    }
  if (n == 0)
    return g_strdup_printf ("%s: it changed no element", self->title);
  if (counts[OTHER] > 0)
    return g_strdup_printf ("%s: %u of %" G_GUINT64_FORMAT
                            " changed %s read otherwise after the launch (as they may where other work items "
                            "write them, too)%s",
                            self->title, counts[OTHER], n, elements, details->str);
  return g_strdup_printf ("%s: %" G_GUINT64_FORMAT " changed %s, %s", self->title, n, elements,
                          counts[ROUNDED] > 0 ? "the same after the launch but for rounding"
                                              : "the same after the launch");
}

void
rs_vm_kernel_compare_lone (RsThread *thread, LoneItem *self, gboolean has_launched)
{
  RsVm *vm = thread->vm;

  if (self == NULL)
    return;
  if (has_launched && !self->has_failed && vm->hooks != NULL && vm->hooks->compared_item != NULL)
    {
      g_autofree char *text = describe (self);

      vm->hooks->compared_item (thread, text, vm->hook_data);
    }
  lone_free (self);
}
