/* What passes changed; see changes.h. A pass that does the same thing several times at a line makes one entry.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/changes.h"

#include "compiler/kernel/ir/ir.h"

#include <string.h>

static const char build_phase[] = "build";

void
rs_kernel_note (RsKernel *kernel, RsIrPlace place, guint count, guint total, const char *format, ...)
{
  const char *pass = kernel->pass != NULL ? kernel->pass : build_phase;
  guint line = rs_place_line (place);
  g_autofree char *text = NULL;
  RsKernelChange change;
  va_list arguments;

  if (count == 0 && total == 0)
    return;
  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  for (guint i = kernel->changes->len; i > 0; i--)
    {
      RsKernelChange *known = &g_array_index (kernel->changes, RsKernelChange, i - 1);

      if (known->pass != pass)
        break;
      if (known->line == line && g_str_equal (known->text, text))
        {
          known->count += count;
          known->total += total;
          return;
        }
    }
  change = (RsKernelChange){ pass, line, count, total, rs_arena_strndup (kernel->arena, text, strlen (text)) };
  g_array_append_val (kernel->changes, change);
}

/* --- what the builder decided --- */

static const char *
describe_reduction (RsReduceOperator reduce)
{
  static const char *const names[] = { [RS_REDUCE_SUM] = "sum",         [RS_REDUCE_PRODUCT] = "product",
                                       [RS_REDUCE_MINIMUM] = "minimum", [RS_REDUCE_MAXIMUM] = "maximum",
                                       [RS_REDUCE_AND] = "bitwise and", [RS_REDUCE_OR] = "bitwise or",
                                       [RS_REDUCE_XOR] = "bitwise exclusive or" };

  return names[reduce];
}

static void
note_input (RsKernel *kernel, const RsKernelRequest *request, const RsKernelInput *input)
{
  const RsSymbol *symbol = input->symbol;

  if (symbol == NULL || input->type->kind == RS_TYPE_FUNCTION)
    return;
  if (input->is_constant)
    rs_kernel_note (kernel, kernel->line, 1, 0, "`%s` = %g is compiled in", symbol->name, input->constant);
  else if (request->form == RS_KERNEL_FROM_FUNCTION && symbol->kind == RS_SYMBOL_CAPTURED)
    rs_kernel_note (kernel, kernel->line, 1, 0, "the outer variable `%s` becomes a parameter", symbol->name);
}

void
rs_kernel_note_request (RsKernel *kernel, const RsKernelRequest *request)
{
  for (guint i = 0; i < request->n_inputs; i++)
    note_input (kernel, request, &request->inputs[i]);
  for (guint i = 0; i < kernel->parameters->len; i++)
    {
      const RsKernelParameter *parameter = rs_kernel_parameter (kernel, i);

      if (parameter->last_length > 0)
        rs_kernel_note (kernel, kernel->line, 1, 0, "compiled for a last dimension of %d of `%s`",
                        parameter->last_length, parameter->name);
      if (parameter->binding == RS_BIND_ACCUMULATOR && !parameter->is_witness)
        rs_kernel_note (kernel, kernel->line, 1, 0,
                        parameter->is_prefix
                            ? "`%s` is summed up in boxes, each from what those before it have come to (%s)"
                            : "`%s` is reduced in parallel (%s)",
                        parameter->name, describe_reduction (parameter->reduce));
    }
  if (kernel->is_serial)
    rs_kernel_note (kernel, kernel->line, 1, 0, "all iterations run in one work item, in their order");
  for (guint d = 0; d < kernel->grid_rank; d++)
    if (kernel->ordered >> d & 1)
      rs_kernel_note (kernel, kernel->line, 1, 0, "level %u of the nest runs in order, around rows of level %u",
                      kernel->levels[d] + 1, kernel->levels[kernel->grid_rank - 1] + 1);
  if (request->last_level > 0 && kernel->ordered == 0)
    rs_kernel_note (kernel, kernel->line, 1, 0,
                    "level %u of the nest becomes the last dimension, which goes along memory", request->last_level);
  for (guint level = 0; level < request->n_levels && !kernel->is_serial; level++)
    if (kernel->inner_levels >> level & 1)
      rs_kernel_note (kernel, kernel->line, 1, 0, "level %u of the nest becomes the innermost, inside of the work item",
                      level + 1);
}

/* --- reading --- */

const RsKernelChange *
rs_kernel_get_changes (const RsKernel *kernel, guint *n)
{
  *n = kernel->changes->len;
  return (const RsKernelChange *)(gconstpointer)kernel->changes->data;
}

char *
rs_kernel_change_to_string (const RsKernelChange *change)
{
  GString *text = g_string_new (NULL);

  if (change->line > 0)
    g_string_append_printf (text, "line %u: ", change->line);
  g_string_append (text, change->text);
  if (change->total > 0)
    g_string_append_printf (text, ": %u of %u", change->count, change->total);
  else if (change->count > 1)
    g_string_append_printf (text, ": %u", change->count);
  return g_string_free (text, FALSE);
}

static void
describe_pass (const RsKernel *kernel, const char *pass, GString *text)
{
  gboolean any = FALSE;

  for (guint i = 0; i < kernel->changes->len; i++)
    {
      const RsKernelChange *change = &g_array_index (kernel->changes, RsKernelChange, i);
      g_autofree char *line = NULL;

      if (!g_str_equal (change->pass, pass))
        continue;
      line = rs_kernel_change_to_string (change);
      g_string_append_printf (text, any ? "%22s%s\n" : "  %-20s%s\n", any ? "" : pass, line);
      any = TRUE;
    }
  if (!any)
    g_string_append_printf (text, "  %-20s-\n", pass);
}

/* In the order in which they run. */
static const RsPassInfo passes[] = {
#define RS_PASS(name, text, targets, kernels, documentation) { text, documentation },
#include "compiler/kernel/passes/passes.def"
#undef RS_PASS
};

const RsPassInfo *
rs_passes_get (guint *n)
{
  if (n)
    *n = G_N_ELEMENTS (passes);
  return passes;
}

char *
rs_kernel_describe_passes (const RsKernel *kernel)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s, line %u\n", kernel->title, kernel->line);
  describe_pass (kernel, build_phase, text);
  for (guint i = 0; i < G_N_ELEMENTS (passes); i++)
    describe_pass (kernel, passes[i].name, text);
  return g_string_free (text, FALSE);
}
