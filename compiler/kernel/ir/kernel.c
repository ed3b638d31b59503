/* The life of a kernel and what the runtime may ask of it; see request.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/changes.h"
#include "compiler/kernel/ir/ir.h"

#include <string.h>

static void
clear_parameter (gpointer data)
{
  g_free (((RsKernelParameter *)data)->name);
}

static void
clear_elsewhere (gpointer data)
{
  RsIrElsewhere *elsewhere = data;

  g_clear_pointer (&elsewhere->source, rs_source_unref);
  g_free (elsewhere->file);
}

RsKernel *
rs_kernel_new (const char *name, guint grid_rank)
{
  RsKernel *kernel = g_new0 (RsKernel, 1);

  kernel->arena = rs_arena_new ();
  kernel->target = &rs_target_cpu;
  kernel->name = g_strdup (name);
  kernel->title = g_strdup (name);
  kernel->file = g_strdup ("");
  kernel->grid_rank = grid_rank;
  kernel->parameters = g_array_new (FALSE, TRUE, sizeof (RsKernelParameter));
  g_array_set_clear_func (kernel->parameters, clear_parameter);
  kernel->views = g_array_new (FALSE, TRUE, sizeof (RsIrView));
  kernel->locals = g_array_new (FALSE, TRUE, sizeof (RsIrLocal));
  kernel->messages = g_ptr_array_new_with_free_func (g_free);
  kernel->elsewhere = g_array_new (FALSE, TRUE, sizeof (RsIrElsewhere));
  g_array_set_clear_func (kernel->elsewhere, clear_elsewhere);
  kernel->shared = g_array_new (FALSE, TRUE, sizeof (RsIrShared));
  kernel->pads = g_array_new (FALSE, TRUE, sizeof (RsIrPad));
  kernel->changes = g_array_new (FALSE, FALSE, sizeof (RsKernelChange));
  return kernel;
}

void
rs_kernel_free (RsKernel *kernel)
{
  if (!kernel)
    return;
  g_array_unref (kernel->parameters);
  g_array_unref (kernel->views);
  g_array_unref (kernel->locals);
  g_ptr_array_unref (kernel->messages);
  g_array_unref (kernel->elsewhere);
  g_array_unref (kernel->shared);
  g_array_unref (kernel->pads);
  g_clear_pointer (&kernel->reaches, g_array_unref);
  g_array_unref (kernel->changes);
  g_free (kernel->name);
  g_free (kernel->title);
  g_free (kernel->file);
  rs_arena_free (kernel->arena);
  g_free (kernel);
}

RsIrPlace
rs_kernel_add_elsewhere (RsKernel *kernel, guint line, RsSource *source, const char *file, RsIrPlace place)
{
  RsIrElsewhere made = { .place = place };

  for (guint i = 0; i < kernel->elsewhere->len; i++)
    {
      const RsIrElsewhere *other = &g_array_index (kernel->elsewhere, RsIrElsewhere, i);

      if (other->place == place && other->source == source && g_str_equal (other->file, file))
        return rs_place_elsewhere (line, i);
    }
  made.source = source != NULL ? rs_source_ref (source) : NULL;
  made.file = g_strdup (file);
  g_array_append_val (kernel->elsewhere, made);
  return rs_place_elsewhere (line, kernel->elsewhere->len - 1);
}

RsSource *
rs_kernel_find_elsewhere (const RsKernel *kernel, RsIrPlace *place)
{
  const int i = rs_place_get_elsewhere (*place);
  const RsIrElsewhere *elsewhere;

  if (i < 0 || (guint)i >= kernel->elsewhere->len)
    return NULL;
  elsewhere = &g_array_index (kernel->elsewhere, RsIrElsewhere, i);
  *place = elsewhere->place;
  return elsewhere->source;
}

guint
rs_kernel_add_parameter (RsKernel *kernel, const RsKernelParameter *parameter, RsIrView view)
{
  RsKernelParameter copy = *parameter;

  g_assert (parameter->rank >= 0 && parameter->rank <= RS_MAX_RANK);
  copy.name = g_strdup (parameter->name);
  g_array_append_val (kernel->parameters, copy);
  g_array_append_val (kernel->views, view);
  return kernel->parameters->len - 1;
}

guint
rs_kernel_get_rank (const RsKernel *kernel, guint parameter)
{
  g_assert (parameter < kernel->parameters->len);
  return rs_kernel_view (kernel, parameter) == RS_IR_VIEW_FLAT ? 1 : rs_kernel_parameter (kernel, parameter)->rank;
}

gboolean
rs_kernel_has_dynamic (const RsKernel *kernel)
{
  for (guint i = 0; i < kernel->parameters->len; i++)
    if (rs_kernel_parameter (kernel, i)->binding == RS_BIND_DYNAMIC)
      return TRUE;
  return FALSE;
}

gboolean
rs_kernel_has_results (const RsKernel *kernel)
{
  for (guint i = 0; i < kernel->parameters->len; i++)
    {
      RsKernelBinding binding = rs_kernel_parameter (kernel, i)->binding;

      if (binding == RS_BIND_ACCUMULATOR || binding == RS_BIND_FINAL)
        return TRUE;
    }
  return kernel->epilogue.first != NULL;
}

guint
rs_kernel_add_local (RsKernel *kernel, const char *name, RsIrType type, guint length)
{
  RsIrLocal local = { rs_arena_strndup (kernel->arena, name, strlen (name)), type, length, FALSE };

  g_assert (type > RS_IR_NONE && type < RS_IR_N_TYPES && length >= 1);
  g_array_append_val (kernel->locals, local);
  return kernel->locals->len - 1;
}

const char *
rs_kernel_get_name (const RsKernel *kernel)
{
  return kernel->name;
}

const char *
rs_kernel_get_title (const RsKernel *kernel)
{
  return kernel->title;
}

guint
rs_kernel_get_line (const RsKernel *kernel)
{
  return kernel->line;
}

guint
rs_kernel_get_grid_rank (const RsKernel *kernel)
{
  return kernel->grid_rank;
}

const RsKernelParameter *
rs_kernel_get_parameters (const RsKernel *kernel, guint *n)
{
  *n = kernel->parameters->len;
  return (const RsKernelParameter *)kernel->parameters->data;
}

const char *
rs_kernel_get_message (const RsKernel *kernel, gint32 text)
{
  return text >= 0 && (guint)text < kernel->messages->len ? g_ptr_array_index (kernel->messages, text) : "";
}

const RsTarget *
rs_kernel_get_target (const RsKernel *kernel)
{
  return kernel->target;
}

static void
find_checked_load (const RsIrExpression *e, gpointer data)
{
  if (rs_ir_reads_array (e) && (e->boundary == RS_BOUNDARY_CHECKED || e->boundary == RS_IR_BOUNDARY_REPORTED))
    *(gboolean *)data = TRUE;
}

gboolean
rs_ir_can_fail (const RsIrBlock *block)
{
  gboolean fails = FALSE;

  for (const RsIrStatement *s = block->first; s && !fails; s = s->next)
    {
      gboolean writes = s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC;

      fails = (s->kind == RS_IR_ASSERT && !s->is_known) || s->kind == RS_IR_ALLOCATE
              || (writes && (s->boundary == RS_BOUNDARY_CHECKED || s->boundary == RS_IR_BOUNDARY_REPORTED
                          || s->overflow == RS_OVERFLOW_CHECKED));
      rs_ir_visit_statement (s, find_checked_load, &fails);
      fails = fails || rs_ir_can_fail (&s->body) || rs_ir_can_fail (&s->other);
    }
  return fails;
}

gboolean
rs_kernel_is_one_block (const RsKernel *kernel)
{
  return kernel->is_one_block;
}

gboolean
rs_kernel_is_serial (const RsKernel *kernel)
{
  return kernel->is_serial;
}

gboolean
rs_kernel_is_exact (const RsKernel *kernel)
{
  return kernel->exact_math;
}

guint
rs_kernel_get_serial_levels (const RsKernel *kernel)
{
  guint levels = kernel->inner_levels;

  for (guint d = 0; d < kernel->grid_rank; d++)
    if ((kernel->ordered >> d & 1) != 0)
      levels |= 1u << kernel->levels[d];
  return levels;
}

guint
rs_kernel_get_level (const RsKernel *kernel, guint dimension)
{
  g_assert (dimension < kernel->grid_rank);
  return kernel->levels[dimension];
}

gboolean
rs_kernel_has_prefix (const RsKernel *kernel)
{
  return kernel->has_prefix;
}

gboolean
rs_kernel_can_fail (const RsKernel *kernel)
{
  return kernel->has_blocks || rs_ir_can_fail (&kernel->body);
}
