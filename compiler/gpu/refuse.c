/* What can't be said in a function for GPUs, or not yet: such kernels run on the CPU.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/gpu/private.h"

typedef struct {
  const RsKernel *kernel;
  const char *reason;
  guint line;
  gboolean has_accumulators;
} Survey;

static void
refuse (Survey *self, const char *reason, RsIrPlace place)
{
  if (self->reason == NULL)
    {
      self->reason = reason;
      self->line = rs_place_line (place);
    }
}

/* Accesses without a test would go on where the array does not fit. */
static void
survey_shared (Survey *self, guint parameter, guint boundary, RsIrPlace line)
{
  if (boundary == RS_BOUNDARY_UNCHECKED && !gpu_shared_fits (self->kernel, parameter))
    refuse (self, "shared memory of a size that is known at the launch is used without a test of the index", line);
}

static void
survey_expression (const RsIrExpression *e, gpointer data)
{
  Survey *self = data;

  if (e->type == RS_IR_F64 && !self->kernel->target->has_double)
    refuse (self, "the device has no double precision", 0);
  if (e->op == RS_IR_LOAD)
    survey_shared (self, e->index, e->boundary, e->line);
  if (e->op == RS_IR_LOAD && e->boundary == RS_IR_BOUNDARY_REPORTED)
    refuse (self, "accesses outside of arrays are looked for", e->line);
}

static void
survey_statement (Survey *self, const RsIrStatement *s)
{
  switch (s->kind)
    {
    case RS_IR_ATOMIC:
      if (!gpu_is_atomic_known (self->kernel, s))
        refuse (self, "elements of this type can't be updated by several work items at a time", s->line);
      break;
    case RS_IR_ALLOCATE:
      refuse (self, "work items make arrays of their own", s->line);
      break;
    case RS_IR_TOTAL:
      refuse (self, "totals of a box are for hosts", s->line);
      break;
    case RS_IR_BARRIER:
      if ((s->component == RS_IR_SCOPE_GRID || s->component == RS_IR_SCOPE_MULTI_GRID)
          && !self->kernel->target->has_grid_barriers)
        refuse (self, "it waits for all work items of the launch", s->line);
      break;
    case RS_IR_ASSERT:
      if (s->is_warning)
        refuse (self, "it warns", s->line);
      break;
    default:
      break;
    }
  if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
    survey_shared (self, s->index, s->boundary, s->line);
  if ((s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC) && s->boundary == RS_IR_BOUNDARY_REPORTED)
    refuse (self, "accesses outside of arrays are looked for", s->line);
}

static void
survey_block (Survey *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      if (s->kind == RS_IR_REDUCE || s->kind == RS_IR_FINISH)
        rs_ir_visit (gpu_get_result (self->kernel, s), survey_expression, self);
      else
        rs_ir_visit_statement (s, survey_expression, self);
      survey_statement (self, s);
      survey_block (self, &s->body);
      survey_block (self, &s->other);
    }
}

/* Whether it has to be double: numbers are added up, and multiplied, so that their order matters little. */
static gboolean
is_double (const RsKernelParameter *parameter)
{
  const gboolean is_result = parameter->binding == RS_BIND_ACCUMULATOR && !parameter->is_integer;

  return parameter->element == RS_ELEMENT_DOUBLE || parameter->element == RS_ELEMENT_CDOUBLE
         || (is_result && (parameter->reduce == RS_REDUCE_SUM || parameter->reduce == RS_REDUCE_PRODUCT));
}

static void
survey_parameters (Survey *self)
{
  for (guint i = 0; i < self->kernel->parameters->len; i++)
    {
      const RsKernelParameter *parameter = rs_kernel_parameter (self->kernel, i);
      gboolean is_result = parameter->binding == RS_BIND_ACCUMULATOR || parameter->binding == RS_BIND_FINAL;

      if (is_double (parameter) && !self->kernel->target->has_double)
        refuse (self, "the device has no double precision", 0);
      if (parameter->binding == RS_BIND_DYNAMIC)
        refuse (self, "work items make arrays of their own", 0);
      if (is_result && self->kernel->has_blocks)
        refuse (self, "it reduces and has shared memory or barriers", 0);
    }
}

char *
gpu_refuse (const RsKernel *kernel)
{
  Survey self = { .kernel = kernel };

  if (kernel->is_serial)
    refuse (&self, "its iterations run one by one, in their order", 0);
  if (kernel->has_prefix && !kernel->has_totals)
    refuse (&self, "what it adds to its running sums depends on them", 0);
  if (kernel->has_prefix && !kernel->target->has_double)
    refuse (&self, "running sums are in double precision, which the device does not have", 0);
  if (kernel->ordered != 0)
    refuse (&self, "one of its loops runs in order", 0);
  if (kernel->has_blocks && kernel->blocks != RS_IR_BLOCKS_REGIONS)
    refuse (&self, "not all work items of a block come by each barrier", 0);
  if (kernel->has_blocks && kernel->grid_rank > 3)
    refuse (&self, "blocks have three dimensions at most", 0);
  if (gpu_get_shared_bytes (kernel) > (gint64)kernel->target->block_bytes)
    refuse (&self, "a block has less shared memory", 0);
  survey_parameters (&self);
  survey_block (&self, &kernel->body);
  if (self.reason == NULL)
    return NULL;
  return self.line > 0 ? g_strdup_printf ("line %u: %s", self.line, self.reason) : g_strdup (self.reason);
}
