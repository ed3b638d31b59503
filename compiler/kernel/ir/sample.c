/* Which reads of textures there are in a kernel, and which of them are texture units'.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/sample.h"

#include "compiler/sema/rewrite/texture.h"

typedef struct {
  const RsKernel *kernel;
  gboolean of_software; /* looked for are those that no unit does */
  gboolean found;
} Search;

static void
find_sample (const RsIrExpression *e, gpointer data)
{
  Search *self = data;

  self->found |= e->op == RS_IR_SAMPLE && !(self->of_software && rs_ir_is_native_sample (self->kernel, e));
}

static void
search_block (Search *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL && !self->found; s = s->next)
    {
      rs_ir_visit_statement (s, find_sample, self);
      search_block (self, &s->body);
      search_block (self, &s->other);
    }
}

gboolean
rs_kernel_has_samples (const RsKernel *kernel)
{
  Search search = { .kernel = kernel };

  search_block (&search, &kernel->body);
  return search.found;
}

gboolean
rs_kernel_has_software_samples (const RsKernel *kernel)
{
  Search search = { .kernel = kernel, .of_software = TRUE };

  search_block (&search, &kernel->body);
  return search.found;
}

guint
rs_ir_count_texels (const RsKernelParameter *parameter)
{
  const RsNode *type = parameter->symbol != NULL ? parameter->symbol->type_node : NULL;
  const guint n = rs_texture_get_components (type);

  return n > 0 ? n : (guint)parameter->length;
}

static gboolean
is_of_unit (RsElement element, RsIrFilter filter)
{
  switch (element)
    {
    case RS_ELEMENT_SINGLE:
      return TRUE;
    case RS_ELEMENT_INT8:
    case RS_ELEMENT_INT16:
    case RS_ELEMENT_INT32:
    case RS_ELEMENT_UINT8:
    case RS_ELEMENT_UINT16:
    case RS_ELEMENT_UINT32:
      return filter == RS_IR_FILTER_NEAREST;
    default:
      return FALSE;
    }
}

/* A position in two dimensions; behind it, of a texel with several elements, one of these. */
static gboolean
has_form (const RsKernelParameter *parameter, const RsIrExpression *e)
{
  const guint texels = rs_ir_count_texels (parameter);

  if (texels == 1)
    return e->n_operands == 2;
  return e->n_operands == 3 && e->operands[2]->op == RS_IR_CONST && e->operands[2]->type == RS_IR_I64
         && e->operands[2]->value.integer >= 0 && e->operands[2]->value.integer < (gint64)texels
         && (parameter->last_length == 0 || parameter->last_length == (int)texels);
}

gboolean
rs_ir_is_native_form (const RsKernel *kernel, const RsIrExpression *sample)
{
  g_assert (sample->op == RS_IR_SAMPLE);

  const RsKernelParameter *parameter = rs_kernel_parameter (kernel, sample->index);
  const RsIrFilter filter = (RsIrFilter)sample->component;

  return kernel->target->has_textures && !kernel->is_watched && parameter->binding == RS_BIND_ARRAY
         && rs_kernel_view (kernel, sample->index) == RS_IR_VIEW_PLAIN && is_of_unit (parameter->element, filter)
         && has_form (parameter, sample)
         && (filter == RS_IR_FILTER_NEAREST || (sample->type == RS_IR_F32 && !kernel->exact_math));
}

gboolean
rs_ir_is_native_sample (const RsKernel *kernel, const RsIrExpression *sample)
{
  return sample->boundary == RS_BOUNDARY_CLAMPED && rs_ir_is_native_form (kernel, sample);
}
