/* Reads the text form of kernel IR that print.c describes: for tests of passes and for looking at a kernel by hand.
 *
 * The text becomes a tree of lists and atoms first (parse-items.c); then every list is read by its first word. The
 * result is well typed as far as operations go, but only rs_kernel_verify says that it is a kernel.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/text/parse.h"

#include <stdio.h>
#include <string.h>

static gboolean
read_parameter (RsIrReader *p, const RsIrItem *list)
{
  RsKernelParameter parameter = { 0 };
  int binding = rs_ir_read_word (p, list, 0, rs_ir_binding_words, G_N_ELEMENTS (rs_ir_binding_words));
  int element = rs_ir_read_word (p, list, 2, rs_ir_element_words, RS_N_ELEMENTS);
  int view = rs_ir_read_word (p, list, 6, rs_ir_view_words, G_N_ELEMENTS (rs_ir_view_words));

  if (binding < 0 || element < 0 || view < 0)
    return FALSE;
  parameter.binding = binding;
  parameter.name = (char *)rs_ir_text_atom (list, 1);
  parameter.element = element;
  parameter.rank = rs_ir_text_integer (list, 3);
  parameter.length = rs_ir_text_integer (list, 4);
  parameter.input = rs_ir_text_integer (list, 5);
  for (guint i = 7; i < list->n_items; i++)
    {
      int reduce = rs_ir_find_word (rs_ir_reduce_words, G_N_ELEMENTS (rs_ir_reduce_words), rs_ir_text_atom (list, i)),
          length;

      if (sscanf (rs_ir_text_atom (list, i), "last:%d", &length) == 1)
        parameter.last_length = length;
      parameter.reads |= g_str_equal (rs_ir_text_atom (list, i), "reads");
      parameter.writes |= g_str_equal (rs_ir_text_atom (list, i), "writes");
      parameter.is_integer |= g_str_equal (rs_ir_text_atom (list, i), "integer");
      parameter.is_prefix |= g_str_equal (rs_ir_text_atom (list, i), "prefix");
      if (reduce >= 0)
        parameter.reduce = reduce;
    }
  rs_kernel_add_parameter (p->kernel, &parameter, view);
  return TRUE;
}

static gboolean
read_local (RsIrReader *p, const RsIrItem *list)
{
  RsIrType type = rs_ir_read_type (rs_ir_text_atom (list, 0), strlen (rs_ir_text_atom (list, 0)));
  guint local;

  if (type == RS_IR_NONE)
    return rs_ir_text_fail (p, list->line, "unknown type `%s`", rs_ir_text_atom (list, 0)) != NULL;
  local = rs_kernel_add_local (p->kernel, rs_ir_text_atom (list, 1), type, rs_ir_text_integer (list, 2));
  rs_kernel_local (p->kernel, local)->is_counter = g_str_equal (rs_ir_text_atom (list, 3), "counter");
  for (guint i = 3; i < list->n_items; i++)
    {
      rs_kernel_local (p->kernel, local)->is_uniform |= g_str_equal (rs_ir_text_atom (list, i), "uniform");
      rs_kernel_local (p->kernel, local)->is_kept |= g_str_equal (rs_ir_text_atom (list, i), "kept");
      rs_kernel_local (p->kernel, local)->is_common |= g_str_equal (rs_ir_text_atom (list, i), "common");
      rs_kernel_local (p->kernel, local)->is_index |= g_str_equal (rs_ir_text_atom (list, i), "index");
      rs_kernel_local (p->kernel, local)->small |= rs_ir_find_element (rs_ir_text_atom (list, i));
    }
  if (rs_ir_find_op (rs_ir_text_atom (list, 3)) < RS_IR_N_OPS)
    rs_kernel_local (p->kernel, local)->total = rs_ir_find_op (rs_ir_text_atom (list, 3));
  return TRUE;
}

static gboolean
read_blocks (RsIrReader *p, const RsIrItem *list)
{
  p->kernel->has_blocks = TRUE;
  for (guint i = 1; i < list->n_items; i++)
    {
      const RsIrItem *item = list->items[i], *last;
      RsIrShared shared = { 0 };
      guint16 parameter = 0;
      guint n = item->n_items;

      if (item->atom)
        {
          p->kernel->blocks = g_str_equal (item->atom, "regions") ? RS_IR_BLOCKS_REGIONS : RS_IR_BLOCKS_RESUMED;
          continue;
        }
      last = n > 0 ? item->items[n - 1] : NULL;
      if (last && !last->atom && last->n_items == 2 && g_strcmp0 (last->items[0]->atom, "capacity") == 0)
        {
          shared.capacity = rs_ir_text_integer (last, 1);
          n--;
        }
      if (n < 2 || n > RS_MAX_RANK + 1
          || !rs_ir_read_reference (p, item->items[0], '@', p->kernel->parameters->len, &parameter, NULL)
          || rs_kernel_parameter (p->kernel, parameter)->rank != (int)n - 1)
        return rs_ir_text_fail (p, item->line, "shared memory needs an array and its lengths%s", "") != NULL;
      shared.parameter = parameter;
      for (guint k = 1; k < n; k++)
        if (!rs_ir_read_value (p, item, k, &shared.dims[k - 1]))
          return FALSE;
      g_array_append_val (p->kernel->shared, shared);
    }
  return TRUE;
}

static gboolean
read_bound (RsIrReader *p, const RsIrItem *item, gboolean *bounded, const RsIrExpression **low,
            const RsIrExpression **high)
{
  guint axis = rs_ir_text_integer (item, 1);

  if (axis >= RS_MAX_GRID || !rs_ir_read_value (p, item, 2, &low[axis]) || !rs_ir_read_value (p, item, 3, &high[axis]))
    return FALSE;
  bounded[axis] = TRUE;
  return TRUE;
}

static gboolean
read_interior (RsIrReader *p, const RsIrItem *list)
{
  RsKernel *kernel = p->kernel;

  kernel->has_interior = TRUE;
  for (guint i = 1; i + 1 < list->n_items; i++)
    if (!read_bound (p, list->items[i], kernel->interior_bounded, kernel->interior_low, kernel->interior_high))
      return FALSE;
  return list->n_items > 1 && rs_ir_read_block (p, list->items[list->n_items - 1], &kernel->interior);
}

static gboolean
read_pad (RsIrReader *p, const RsIrItem *list)
{
  RsIrPad pad = { 0 };
  int mode = rs_ir_read_word (p, list, 2, rs_ir_boundary_words, G_N_ELEMENTS (rs_ir_boundary_words));
  guint16 parameter;

  if (mode < 0 || list->n_items > 3 + RS_MAX_GRID
      || !rs_ir_read_reference (p, list->items[1], '@', p->kernel->parameters->len, &parameter, NULL))
    return FALSE;
  pad.parameter = parameter;
  pad.boundary = mode;
  for (guint k = 0; k + 3 < list->n_items; k++)
    {
      const RsIrItem *axis = list->items[k + 3];

      pad.axes[k].dimension = CLAMP (rs_ir_text_integer (axis, 1), 0, RS_MAX_GRID - 1);
      pad.axes[k].coefficient = rs_ir_text_integer (axis, 2);
      if (!rs_ir_read_value (p, axis, 3, &pad.axes[k].low) || !rs_ir_read_value (p, axis, 4, &pad.axes[k].high))
        return FALSE;
    }
  g_array_append_val (p->kernel->pads, pad);
  return TRUE;
}

static gboolean
read_padded (RsIrReader *p, const RsIrItem *list)
{
  RsKernel *kernel = p->kernel;
  gboolean ok = TRUE;

  for (guint i = 1; i < list->n_items && ok; i++)
    ok = g_str_equal (rs_ir_text_atom (list->items[i], 0), "pad")
             ? read_pad (p, list->items[i])
             : read_bound (p, list->items[i], kernel->pad_bounded, kernel->pad_low, kernel->pad_high);
  return ok;
}

static void
read_dims (const RsIrItem *list, guint first, gint64 *dims)
{
  for (guint i = first; i < list->n_items && i - first < RS_MAX_GRID; i++)
    dims[i - first] = rs_ir_text_integer (list, i);
}

static gboolean
read_collapsed (RsIrReader *p, const RsIrItem *list)
{
  p->kernel->has_collapsed = TRUE;
  p->kernel->collapse_from = rs_ir_text_integer (list, 1);
  return rs_ir_read_value (p, list, 2, &p->kernel->collapse_condition)
         && rs_ir_read_inner (p, list, 3, &p->kernel->collapsed);
}

/* What is true of the kernel as a whole. FALSE: the word is none of these. */
/* The constant of a dialect. */
static const RsTarget *
find_target (const char *name)
{
  static const RsTarget *const targets[] = { &rs_target_cpu, &rs_target_opencl, &rs_target_cuda };

  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    if (g_strcmp0 (targets[i]->name, name) == 0)
      return targets[i];
  return NULL;
}

static gboolean
read_fact (RsIrReader *p, const RsIrItem *list, const char *word)
{
  RsKernel *kernel = p->kernel;

  if (g_str_equal (word, "title"))
    g_free (kernel->title), kernel->title = g_strdup (rs_ir_text_atom (list, 1));
  else if (g_str_equal (word, "file"))
    g_free (kernel->file), kernel->file = g_strdup (rs_ir_text_atom (list, 1));
  else if (g_str_equal (word, "line"))
    kernel->line = rs_ir_text_integer (list, 1);
  else if (g_str_equal (word, "form"))
    {
      const int form = rs_ir_read_word (p, list, 1, rs_ir_form_words, G_N_ELEMENTS (rs_ir_form_words));

      kernel->form = MAX (0, form);
    }
  else if (g_str_equal (word, "grid"))
    kernel->grid_rank = CLAMP (rs_ir_text_integer (list, 1), 1, RS_MAX_GRID);
  else if (g_str_equal (word, "precision"))
    kernel->precision = g_str_equal (rs_ir_text_atom (list, 1), "double") ? RS_PRECISION_DOUBLE : RS_PRECISION_SINGLE;
  else if (g_str_equal (word, "target"))
    {
      const RsTarget *target = find_target (rs_ir_text_atom (list, 1));

      if (target == NULL)
        return FALSE;
      kernel->target = target;
    }
  else if (g_str_equal (word, "exact-math"))
    kernel->exact_math = TRUE;
  else if (g_str_equal (word, "same-arrays"))
    kernel->same_arrays_possible = TRUE;
  else if (g_str_equal (word, "serial"))
    kernel->is_serial = TRUE;
  else if (g_str_equal (word, "prefix"))
    kernel->has_prefix = TRUE;
  else if (g_str_equal (word, "dynamic"))
    {
      kernel->dynamic_array = rs_ir_text_integer (list, 1);
      kernel->dynamic_total = rs_ir_text_integer (list, 2);
    }
  else if (g_str_equal (word, "inner-levels"))
    kernel->inner_levels = rs_ir_text_integer (list, 1);
  else if (g_str_equal (word, "ordered"))
    kernel->ordered = rs_ir_text_integer (list, 1);
  else
    return FALSE;
  return TRUE;
}

/* What passes and wishes decide for the CPU. FALSE: the word is none of these. */
static gboolean
read_plan (RsKernel *kernel, const RsIrItem *list, const char *word)
{
  if (g_str_equal (word, "scan"))
    kernel->cpu.scans = TRUE;
  else if (g_str_equal (word, "together"))
    kernel->cpu.together = rs_ir_text_integer (list, 1);
  else if (g_str_equal (word, "interleaved"))
    kernel->cpu.interleaved = rs_ir_text_integer (list, 1);
  else if (g_str_equal (word, "lanes"))
    kernel->cpu.lanes = rs_ir_text_integer (list, 1);
  else if (g_str_equal (word, "bins"))
    kernel->cpu.bins = rs_ir_text_integer (list, 1);
  else if (g_str_equal (word, "gathers"))
    kernel->cpu.gathers = rs_ir_text_integer (list, 1);
  else if (g_str_equal (word, "overlap"))
    kernel->cpu.overlap = rs_ir_text_integer (list, 1);
  else if (g_str_equal (word, "border-function"))
    kernel->cpu.has_border_function = TRUE;
  else if (g_str_equal (word, "tile"))
    {
      kernel->cpu.tile = rs_ir_text_integer (list, 1);
      kernel->cpu.tile_across = CLAMP (rs_ir_text_integer (list, 2), 0, RS_MAX_GRID - 1);
      kernel->cpu.tile_turned = g_str_equal (rs_ir_text_atom (list, 3), "turned");
    }
  else if (g_str_equal (word, "strip"))
    {
      kernel->cpu.strip = rs_ir_text_integer (list, 1);
      kernel->cpu.strip_word = g_str_equal (rs_ir_text_atom (list, 2), "f64") ? RS_IR_F64 : RS_IR_F32;
      kernel->cpu.strips_first = g_str_equal (rs_ir_text_atom (list, 3), "first");
    }
  else if (g_str_equal (word, "wants-box"))
    {
      kernel->wishes.box_line = rs_ir_text_integer (list, 1);
      read_dims (list, 2, kernel->wishes.box);
    }
  else if (g_str_equal (word, "wants-vector"))
    {
      kernel->wishes.vector_line = rs_ir_text_integer (list, 1);
      kernel->wishes.vector = rs_ir_text_integer (list, 2);
    }
  else if (g_str_equal (word, "box"))
    read_dims (list, 1, kernel->cpu.box);
  else
    return FALSE;
  return TRUE;
}

static gboolean
read_part (RsIrReader *p, const RsIrItem *list)
{
  RsKernel *kernel = p->kernel;
  const char *word = rs_ir_text_atom (list, 0);
  gboolean ok = TRUE;

  if (read_fact (p, list, word) || read_plan (kernel, list, word))
    return TRUE;
  if (g_str_equal (word, "count"))
    ok = rs_ir_read_value (p, list, 2, &kernel->counts[CLAMP (rs_ir_text_integer (list, 1), 0, RS_MAX_GRID - 1)]);
  else if (g_str_equal (word, "step"))
    ok = rs_ir_read_value (p, list, 2, &kernel->steps[CLAMP (rs_ir_text_integer (list, 1), 0, RS_MAX_GRID - 1)]);
  else if (g_str_equal (word, "parameters"))
    for (guint i = 1; ok && i < list->n_items; i++)
      ok = read_parameter (p, list->items[i]);
  else if (g_str_equal (word, "locals"))
    for (guint i = 1; ok && i < list->n_items; i++)
      ok = read_local (p, list->items[i]);
  else if (g_str_equal (word, "messages"))
    for (guint i = 1; i < list->n_items; i++)
      g_ptr_array_add (kernel->messages, g_strdup (rs_ir_text_atom (list, i)));
  else if (g_str_equal (word, "elsewhere"))
    for (guint i = 1; i < list->n_items; i++)
      rs_kernel_add_elsewhere (kernel, 0, NULL, rs_ir_text_atom (list->items[i], 0),
                               rs_ir_text_place (list->items[i], 1));
  else if (g_str_equal (word, "body"))
    ok = rs_ir_read_inner (p, list, 1, &kernel->body);
  else if (g_str_equal (word, "blocks"))
    ok = read_blocks (p, list);
  else if (g_str_equal (word, "collapsed"))
    ok = read_collapsed (p, list);
  else if (g_str_equal (word, "totals"))
    {
      kernel->has_totals = TRUE;
      ok = rs_ir_read_inner (p, list, 1, &kernel->totals);
    }
  else if (g_str_equal (word, "interior-totals"))
    ok = rs_ir_read_inner (p, list, 1, &kernel->interior_totals);
  else if (g_str_equal (word, "epilogue"))
    ok = rs_ir_read_inner (p, list, 1, &kernel->epilogue);
  else if (g_str_equal (word, "interior"))
    ok = read_interior (p, list);
  else if (g_str_equal (word, "padded"))
    ok = read_padded (p, list);
  else
    ok = rs_ir_text_fail (p, list->line, "unknown part `%s`", word) != NULL;
  return ok;
}

RsKernel *
rs_kernel_parse (const char *text, GError **error)
{
  g_return_val_if_fail (text != NULL, NULL);
  g_autoptr (RsArena) scratch = rs_arena_new ();
  g_autoptr (GError) first = NULL;
  RsIrReader p = { .text = text, .cursor = text, .line = 1, .scratch = scratch, .error = &first };
  const RsIrItem *list = rs_ir_text_read_item (&p);
  gboolean ok = list && g_str_equal (rs_ir_text_atom (list, 0), "kernel") && rs_ir_text_atom (list, 1)[0];

  if (ok)
    {
      p.kernel = rs_kernel_new (rs_ir_text_atom (list, 1), 1);
      for (guint i = 2; ok && i < list->n_items; i++)
        ok = read_part (&p, list->items[i]);
    }
  if (ok)
    return p.kernel;
  if (!first)
    rs_ir_text_fail (&p, 1, "a kernel begins with (kernel NAME%s", "");
  g_propagate_error (error, g_steal_pointer (&first));
  rs_kernel_free (p.kernel);
  return NULL;
}
