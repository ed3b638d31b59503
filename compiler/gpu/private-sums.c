/* Arrays that all work items add to, such as histograms: each group adds to a copy in its shared memory first, and adds
 * that to the array at its end. Work items of other groups are not in the way then, and shared memory is quicker.
 *
 * Only the launch knows how long the array is, and how many positions a group has: the text has both ways.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/gpu/private.h"

#define MOST_ELEMENTS 2048    /* of the copy: 8 KB, so that a GPU has several groups at work beside each other */
#define POSITIONS_A_ELEMENT 2 /* of a group, at least: else the copy costs more than it saves */

typedef struct {
  guint parameter;
  gboolean is_added_to, is_used_otherwise;
} Survey;

static gboolean
is_sum (const RsKernel *kernel, const RsIrStatement *s)
{
  switch (rs_kernel_parameter (kernel, s->index)->element)
    {
    case RS_ELEMENT_INT32:
    case RS_ELEMENT_UINT32:
      return s->op == RS_IR_ADD && rs_ir_is_integer (s->value->type) && s->overflow == RS_OVERFLOW_WRAP;
    case RS_ELEMENT_SINGLE:
      return s->op == RS_IR_ADD;
    default:
      return FALSE;
    }
}

static void
survey_expression (const RsIrExpression *e, gpointer data)
{
  Survey *self = data;

  self->is_used_otherwise |= rs_ir_reads_array (e) && e->index == self->parameter;
}

static void
survey_block (Survey *self, const RsKernel *kernel, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, survey_expression, self);
      if (s->kind == RS_IR_ATOMIC && s->index == self->parameter && !s->is_unique && s->result == 0
          && is_sum (kernel, s))
        self->is_added_to = TRUE;
      else if ((s->kind == RS_IR_ATOMIC || s->kind == RS_IR_STORE) && s->index == self->parameter)
        self->is_used_otherwise = TRUE;
      survey_block (self, kernel, &s->body);
      survey_block (self, kernel, &s->other);
    }
}

gint
gpu_find_private_sums (const RsKernel *kernel)
{
  if (kernel->has_blocks || kernel->is_one_block || kernel->same_arrays_possible || kernel->shared->len > 0)
    return -1;
  for (guint i = 0; i < kernel->parameters->len; i++)
    {
      Survey self = { .parameter = i };

      if (rs_kernel_parameter (kernel, i)->binding != RS_BIND_ARRAY)
        continue;
      survey_block (&self, kernel, &kernel->body);
      if (self.is_added_to && !self.is_used_otherwise)
        return (gint)i;
    }
  return -1;
}

static GString *
get_name (Printer *p)
{
  GString *name = g_string_new (NULL);

  c_append_parameter (p, name, (guint)gpu (p)->private_sums);
  return name;
}

void
gpu_print_private_sums (Printer *p, guint group_items)
{
  const RsElement element = rs_kernel_parameter (p->kernel, (guint)gpu (p)->private_sums)->element;
  g_autoptr (GString) name = get_name (p);
  const char *n = name->str;

  c_printf (p, "RS_SHARED (%s, %s_own, %d);", c_element_type (element), n, MOST_ELEMENTS);
  c_printf (p, "const int %s_has_own = %s_n <= %d && %s_n * %d <= items / (RS_ITEMS / %u);", n, n, MOST_ELEMENTS, n,
            POSITIONS_A_ELEMENT, group_items);
  c_printf (p, "for (int i = RS_GROUP_ITEM; %s_has_own && i < %s_n; i += %u)", n, n, group_items);
  c_printf (p, "  %s_own[i] = 0;", n);
  c_printf (p, "RS_BARRIER;");
}

void
gpu_print_private_sums_end (Printer *p, guint group_items)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (p->kernel, (guint)gpu (p)->private_sums);
  const gboolean is_integer = c_is_integer_element (parameter->element);
  RsIrExpression value = { .op = RS_IR_CONST, .type = is_integer ? RS_IR_I64 : RS_IR_F32 };
  const RsIrStatement sum = { .kind = RS_IR_ATOMIC,
                              .op = RS_IR_ADD,
                              .index = (guint16)gpu (p)->private_sums,
                              .overflow = RS_OVERFLOW_WRAP,
                              .value = &value };
  g_autofree char *function = gpu_need_atomic (p, &sum, FALSE);
  g_autoptr (GString) name = get_name (p);
  const char *n = name->str;

  c_printf (p, "RS_BARRIER;");
  c_printf (p, "for (int i = RS_GROUP_ITEM; %s_has_own && i < %s_n; i += %u)", n, n, group_items);
  c_printf (p, "{");
  c_printf (p, "  %s got;", c_element_type (parameter->element));
  c_printf (p, "  if (%s_own[i] != 0)", n);
  c_printf (p, "    %s (&%s[i], %s_own[i], &got);", function, n, n);
  c_printf (p, "}");
}
