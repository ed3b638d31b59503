/* Kernel fusion, see fuse.h: the statements of the parts are copied one behind the other, then what they do with the
 * arrays that they share is looked at, then dead arrays become locals.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/fuse/fuse-private.h"

#include <string.h>

static gboolean
has_return (const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    if (s->kind == RS_IR_RETURN || has_return (&s->body) || has_return (&s->other))
      return TRUE;
  return FALSE;
}

gboolean
rs_kernel_sees_flat (const RsKernel *kernel, guint parameter)
{
  g_assert (parameter < kernel->parameters->len);
  return rs_kernel_view (kernel, parameter) == RS_IR_VIEW_FLAT;
}

typedef struct {
  const RsKernel *kernel;
  gboolean is_flat;
} Flatness;

static void
check_flat_subscripts (Flatness *self, guint parameter, const RsIrExpression *const *subscripts)
{
  self->is_flat &= rs_kernel_sees_flat (self->kernel, parameter) && subscripts[0]->op == RS_IR_POSITION;
}

/* Positions are seen first, before the load or store that they belong to. */
static void
check_flat_expression (const RsIrExpression *e, gpointer data)
{
  Flatness *self = data;

  if (e->op == RS_IR_LOAD)
    check_flat_subscripts (self, e->index, e->operands);
  for (guint i = 0; i < e->n_operands && e->op != RS_IR_LOAD; i++)
    self->is_flat &= e->operands[i]->op != RS_IR_POSITION;
  self->is_flat &= e->op != RS_IR_GRID && e->op != RS_IR_DIM;
}

static void
check_flat_block (Flatness *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      if (s->value != NULL)
        rs_ir_visit (s->value, check_flat_expression, self);
      if (s->kind == RS_IR_STORE)
        check_flat_subscripts (self, s->index, s->subscripts);
      else
        self->is_flat &= s->kind == RS_IR_SET || s->kind == RS_IR_IF || s->kind == RS_IR_REDUCE;
      self->is_flat &= s->value == NULL || s->value->op != RS_IR_POSITION;
      check_flat_block (self, &s->body);
      check_flat_block (self, &s->other);
    }
}

gboolean
rs_kernel_is_flat (const RsKernel *kernel)
{
  Flatness self = { kernel, kernel->grid_rank == 1 };

  check_flat_block (&self, &kernel->body);
  return self.is_flat;
}

static gboolean
has_finals (const RsKernel *kernel)
{
  for (guint i = 0; i < kernel->parameters->len; i++)
    if (rs_kernel_parameter (kernel, i)->binding == RS_BIND_FINAL)
      return TRUE;
  return FALSE;
}

gboolean
rs_kernel_prepare_part (RsKernel *kernel, const char **reason)
{
  *reason = kernel->has_blocks                   ? "it has shared memory or barriers"
            : kernel->is_serial                  ? "its iterations run one by one"
            : kernel->ordered != 0               ? "its iterations run in an order"
            : kernel->has_prefix                 ? "it has running sums"
            : kernel->is_watched                 ? "accesses outside of arrays are looked for"
            : rs_kernel_has_dynamic (kernel)     ? "its work items make arrays"
            : has_finals (kernel)                ? "variables that it assigns live on behind it"
            : !rs_kernel_optimize (kernel, "dead-code", NULL) ? "a pass that it needs is switched off"
            : has_return (&kernel->body)         ? "its work items end early"
                                                 : NULL;
  return *reason == NULL;
}

/* --- copying --- */

typedef struct {
  RsKernel *to;
  const RsFusionPart *part;
  guint first_local, first_message, first_label, first_elsewhere;
  gboolean keeps_lines; /* the part is in the file of the fused kernel */
  gboolean unflattens; /* the part's one position stands for all positions of the fused kernel */
  GHashTable *copies; /* expression of the part -> of the fused kernel: shared ones stay so */
} Copy;

static const RsIrExpression *
position (RsKernel *kernel, guint dimension)
{
  return rs_ir_leaf (kernel, RS_IR_POSITION, RS_IR_I64, 0, dimension);
}

static RsIrPlace
copy_place (const Copy *self, RsIrPlace place)
{
  const int elsewhere = rs_place_get_elsewhere (place);

  if (elsewhere >= 0)
    return rs_place_elsewhere (self->keeps_lines ? rs_place_line (place) : 0, self->first_elsewhere + (guint)elsewhere);
  return self->keeps_lines ? place : 0;
}

static const RsIrExpression *
copy_expression (Copy *self, const RsIrExpression *e)
{
  RsIrExpression *copy = e != NULL ? g_hash_table_lookup (self->copies, e) : NULL;
  const gboolean unflattens = self->unflattens && e != NULL && e->op == RS_IR_LOAD;
  const guint n = unflattens ? self->to->grid_rank : e != NULL ? e->n_operands : 0;

  if (e == NULL || copy != NULL)
    return copy;
  copy = rs_ir_new (self->to, e->op, e->type, n);
  copy->boundary = e->boundary;
  copy->component = e->component;
  copy->line = copy_place (self, e->line);
  copy->value = e->value;
  copy->index = e->index;
  if (e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT)
    copy->index = (guint16)(self->first_local + e->index);
  else if (e->op == RS_IR_NUMBER || e->op == RS_IR_DIM || e->op == RS_IR_LOAD)
    copy->index = (guint16)self->part->parameters[e->index];
  for (guint i = 0; i < n; i++)
    copy->operands[i] = unflattens ? position (self->to, i) : copy_expression (self, e->operands[i]);
  g_hash_table_insert (self->copies, (gpointer)e, copy);
  return copy;
}

static guint16
copy_index (const Copy *self, const RsIrStatement *s)
{
  switch (s->kind)
    {
    case RS_IR_SET:
    case RS_IR_SET_ELEMENT:
    case RS_IR_LOOP:
      return (guint16)(self->first_local + s->index);
    case RS_IR_STORE:
    case RS_IR_ATOMIC:
    case RS_IR_REDUCE:
      return (guint16)self->part->parameters[s->index];
    case RS_IR_ASSERT:
      return (guint16)(self->first_message + s->index);
    default:
      return s->index;
    }
}

static void
copy_subscripts (Copy *self, const RsIrStatement *s, RsIrStatement *copy)
{
  const gboolean unflattens = self->unflattens && s->kind == RS_IR_STORE;

  copy->n_subscripts = unflattens ? (guint16)self->to->grid_rank : s->n_subscripts;
  if (copy->n_subscripts > 0)
    copy->subscripts = rs_arena_alloc (self->to->arena, copy->n_subscripts * sizeof *copy->subscripts);
  for (guint i = 0; i < copy->n_subscripts; i++)
    copy->subscripts[i] = unflattens ? position (self->to, i) : copy_expression (self, s->subscripts[i]);
}

static void
copy_block (Copy *self, const RsIrBlock *from, RsIrBlock *to)
{
  for (const RsIrStatement *s = from->first; s != NULL; s = s->next)
    {
      RsIrStatement *copy = rs_arena_memdup (self->to->arena, s, sizeof *s);

      copy->previous = copy->next = NULL;
      copy->index = copy_index (self, s);
      copy->line = copy_place (self, s->line);
      if (s->result != 0)
        copy->result = (guint16)(self->first_local + s->result);
      if (s->label != 0)
        copy->label = self->first_label + s->label;
      copy_subscripts (self, s, copy);
      copy->value = copy_expression (self, s->value);
      copy->low = copy_expression (self, s->low);
      copy->high = copy_expression (self, s->high);
      copy->body = copy->other = (RsIrBlock){ 0 };
      copy_block (self, &s->body, &copy->body);
      copy_block (self, &s->other, &copy->other);
      rs_ir_append (to, copy);
    }
}

/* Appends what the part does to the block. */
static void
append_part (RsKernel *kernel, const RsFusionPart *part, RsIrBlock *block)
{
  g_autoptr (GHashTable) copies = g_hash_table_new (NULL, NULL);
  Copy self = { kernel,
                part,
                kernel->locals->len,
                kernel->messages->len,
                kernel->n_labels,
                kernel->elsewhere->len,
                strcmp (part->kernel->file, kernel->file) == 0,
                part->kernel->grid_rank < kernel->grid_rank,
                copies };

  for (guint i = 0; i < part->kernel->locals->len; i++)
    {
      RsIrLocal local = *rs_kernel_local (part->kernel, i);

      local.name = rs_arena_strndup (kernel->arena, local.name, strlen (local.name));
      g_array_append_val (kernel->locals, local);
    }
  for (guint i = 0; i < part->kernel->messages->len; i++)
    g_ptr_array_add (kernel->messages, g_strdup (g_ptr_array_index (part->kernel->messages, i)));
  for (guint i = 0; i < part->kernel->elsewhere->len; i++)
    {
      RsIrElsewhere elsewhere = g_array_index (part->kernel->elsewhere, RsIrElsewhere, i);

      elsewhere.source = elsewhere.source != NULL ? rs_source_ref (elsewhere.source) : NULL;
      elsewhere.file = g_strdup (elsewhere.file);
      g_array_append_val (kernel->elsewhere, elsewhere);
    }
  copy_block (&self, &part->kernel->body, block);
  kernel->n_labels += part->kernel->n_labels;
}

/* --- arrays that parts share --- */

typedef struct {
  const RsKernel *kernel;
  RsFusedUse *uses; /* [n_parameters] */
} Survey;

static gboolean
wraps (guint boundary)
{
  return boundary == RS_BOUNDARY_CIRCULAR || boundary == RS_BOUNDARY_MIRROR || boundary == RS_BOUNDARY_CLAMPED;
}

/* The position in a dimension, and what is the same for all work items added to it. */
static gboolean
is_own (const RsIrExpression *e, guint dimension)
{
  if (e->op == RS_IR_POSITION)
    return e->component == dimension;
  if (e->op != RS_IR_ADD && e->op != RS_IR_SUB)
    return FALSE;
  return is_own (e->operands[0], dimension)
         && (e->operands[1]->op == RS_IR_CONST || e->operands[1]->op == RS_IR_NUMBER);
}

static void
use_array (Survey *self, guint parameter, guint boundary, const RsIrExpression *const *subscripts, guint n)
{
  RsFusedUse *use = &self->uses[parameter];
  guint rank = self->kernel->grid_rank;

  use->is_elsewhere |= n < rank;
  for (guint d = 0; d < rank && !use->is_elsewhere; d++)
    {
      if (!use->is_used)
        use->subscripts[d] = subscripts[d];
      use->is_elsewhere |= !is_own (subscripts[d], d) || !rs_ir_equal (use->subscripts[d], subscripts[d]);
    }
  if (!use->is_used)
    use->is_exact = TRUE;
  for (guint d = 0; d < rank && !use->is_elsewhere; d++)
    use->is_exact &= subscripts[d]->op == RS_IR_POSITION;
  use->is_exact &= n == rank;
  use->wraps |= wraps (boundary);
  use->is_used = TRUE;
}

static void
survey_expression (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOAD)
    use_array (data, e->index, e->boundary, e->operands, e->n_operands);
}

static void
survey_block (Survey *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, survey_expression, self);
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        use_array (self, s->index, s->boundary, s->subscripts, s->n_subscripts);
      survey_block (self, &s->body);
      survey_block (self, &s->other);
    }
}

void
rs_fused_survey (const RsKernel *kernel, const RsIrBlock *block, RsFusedUse *uses)
{
  Survey survey = { kernel, uses };

  survey_block (&survey, block);
}

static void
count_loads (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOAD)
    ((guint8 *)data)[e->index] |= 1;
}

void
rs_fused_find_used (const RsIrBlock *block, guint8 *used)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, count_loads, used);
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        used[s->index] |= 2;
      rs_fused_find_used (&s->body, used);
      rs_fused_find_used (&s->other, used);
    }
}

/* shared: whether more than one part uses the parameter, and one of them writes it. */
static void
find_shared (const RsFusionPart *parts, guint n_parts, gboolean *shared, guint n_parameters)
{
  g_autofree guint *users = g_new0 (guint, n_parameters);
  g_autofree guint8 *all = g_new0 (guint8, n_parameters);

  for (guint i = 0; i < n_parts; i++)
    {
      const guint n = parts[i].kernel->parameters->len;
      g_autofree guint8 *used = g_new0 (guint8, MAX (n, 1)), *mine = g_new0 (guint8, n_parameters);

      rs_fused_find_used (&parts[i].kernel->body, used);
      for (guint k = 0; k < n; k++)
        mine[parts[i].parameters[k]] |= used[k];
      for (guint p = 0; p < n_parameters; p++)
        {
          users[p] += mine[p] != 0;
          all[p] |= mine[p];
        }
    }
  for (guint p = 0; p < n_parameters; p++)
    shared[p] = users[p] > 1 && (all[p] & 2) != 0;
}

/* --- dead arrays --- */

typedef struct {
  RsKernel *kernel;
  guint parameter;
  guint locals[2];     /* of the real and the imaginary part */
  gboolean is_set[2];  /* on the way here */
  gboolean is_early;   /* it is read, or written for some work items only, before all of it is set */
} Removal;

static void
check_load (const RsIrExpression *e, gpointer data)
{
  Removal *self = data;

  if (e->op == RS_IR_LOAD && e->index == self->parameter && !self->is_set[e->component])
    self->is_early = TRUE;
}

static void
check_block (Removal *self, const RsIrBlock *block, gboolean is_outermost)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, check_load, self);
      if (s->index == self->parameter && s->kind == RS_IR_ATOMIC)
        self->is_early = TRUE;
      if (s->index == self->parameter && s->kind == RS_IR_STORE)
        {
          self->is_early |= !is_outermost && !self->is_set[s->component];
          self->is_set[s->component] |= is_outermost;
        }
      check_block (self, &s->body, FALSE);
      check_block (self, &s->other, FALSE);
    }
}

static const RsIrExpression *
take_local (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  const Removal *self = data;

  return e->op == RS_IR_LOAD && e->index == self->parameter ? rs_ir_local (kernel, self->locals[e->component]) : e;
}

static void
replace_stores (Removal *self, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      if (s->kind == RS_IR_STORE && s->index == self->parameter)
        {
          s->kind = RS_IR_SET;
          s->index = (guint16)self->locals[s->component];
          s->n_subscripts = 0;
          s->subscripts = NULL;
          s->boundary = s->overflow = s->component = s->is_unique = 0;
        }
      replace_stores (self, &s->body);
      replace_stores (self, &s->other);
    }
}

gboolean
rs_fused_replace_array (RsKernel *kernel, RsIrBlock *block, guint parameter, guint locals[2])
{
  g_assert (parameter < kernel->parameters->len);

  const RsKernelParameter *p = rs_kernel_parameter (kernel, parameter);
  Removal self = { .kernel = kernel, .parameter = parameter };
  const RsIrType type = rs_ir_type_of_element (p->element);

  if (p->element != RS_ELEMENT_SINGLE && p->element != RS_ELEMENT_DOUBLE && p->element != RS_ELEMENT_CSINGLE
      && p->element != RS_ELEMENT_CDOUBLE)
    return FALSE;
  check_block (&self, block, TRUE);
  if (self.is_early || !(self.is_set[0] || self.is_set[1]))
    return FALSE;
  for (guint part = 0; part < 2; part++)
    locals[part] = self.locals[part] = rs_kernel_add_local (kernel, p->name, type, 1);
  rs_ir_map_block (kernel, block, take_local, &self);
  replace_stores (&self, block);
  return TRUE;
}

/* --- the whole --- */

static guint
get_grid_rank (const RsFusionPart *parts, guint n_parts)
{
  guint rank = 0;

  for (guint i = 0; i < n_parts; i++)
    rank = MAX (rank, parts[i].kernel->grid_rank);
  return rank;
}

/* All elements of an array of one dimension are its dimension. */
static RsIrView
get_view (const RsKernel *kernel, const RsKernel *part, guint parameter)
{
  if (part->grid_rank < kernel->grid_rank || rs_kernel_parameter (part, parameter)->rank == 1)
    return RS_IR_VIEW_PLAIN;
  return rs_kernel_view (part, parameter);
}

static RsKernel *
new_kernel (const RsFusionPart *parts, guint n_parts, guint n_parameters)
{
  const RsKernel *first = parts[0].kernel;
  RsKernel *kernel = rs_kernel_new ("rs_fused", get_grid_rank (parts, n_parts));
  g_autoptr (GString) title = g_string_new (NULL);
  g_autofree gboolean *known = g_new0 (gboolean, n_parameters);

  kernel->target = first->target;
  for (guint i = 0; i < n_parts; i++)
    g_string_append_printf (title, "%s%s", i > 0 ? " + " : "", parts[i].kernel->title);
  g_free (kernel->title);
  kernel->title = g_string_free (g_steal_pointer (&title), FALSE);
  g_free (kernel->file);
  kernel->file = g_strdup (first->file);
  kernel->line = first->line;
  kernel->form = first->form;
  kernel->precision = first->precision;
  kernel->exact_math = first->exact_math;
  kernel->passes_off = first->passes_off;
  memcpy (kernel->levels, first->levels, sizeof kernel->levels);
  for (guint p = 0; p < n_parameters; p++)
    for (guint i = 0; i < n_parts && !known[p]; i++)
      for (guint k = 0; k < parts[i].kernel->parameters->len && !known[p]; k++)
        if (parts[i].parameters[k] == p)
          {
            rs_kernel_add_parameter (kernel, rs_kernel_parameter (parts[i].kernel, k),
                                     get_view (kernel, parts[i].kernel, k));
            known[p] = TRUE;
          }
  return kernel;
}

/* Parameters that are one read and write what any of the parts does. An array that an expression makes is one that is
 * passed. */
static void
join_parameters (RsKernel *kernel, const RsFusionPart *part)
{
  for (guint k = 0; k < part->kernel->parameters->len; k++)
    {
      const RsKernelParameter *from = rs_kernel_parameter (part->kernel, k);
      RsKernelParameter *to = rs_kernel_parameter (kernel, part->parameters[k]);

      to->reads |= from->reads;
      to->writes |= from->writes || from->binding == RS_BIND_RESULT;
      to->last_length = to->last_length == from->last_length ? to->last_length : 0;
      if (to->binding == RS_BIND_RESULT)
        to->binding = RS_BIND_ARRAY;
    }
}

static const char *
why_not_alike (const RsFusionPart *a, const RsFusionPart *b, const RsKernel *kernel)
{
  if (b->kernel->grid_rank < kernel->grid_rank && !rs_kernel_is_flat (b->kernel))
    return "they run over different grids";
  if (a->kernel->precision != b->kernel->precision)
    return "they compute in different precision";
  for (guint k = 0; k < b->kernel->parameters->len; k++)
    if (get_view (kernel, b->kernel, k) != rs_kernel_view (kernel, b->parameters[k])
        || rs_kernel_parameter (b->kernel, k)->rank != rs_kernel_parameter (kernel, b->parameters[k])->rank)
      return "one of them takes an array in another shape";
  return NULL;
}

/* The array as the last part knows it, which is the one that would join the others; NULL: it does not use it. */
static const char *
get_name (const RsFusionPart *last, guint parameter)
{
  for (guint k = 0; k < last->kernel->parameters->len; k++)
    if (last->parameters[k] == parameter)
      return rs_kernel_parameter (last->kernel, k)->name;
  return NULL;
}

static char *
why_not_shared (const RsFusionPart *last, const RsKernel *kernel, const gboolean *shared, const RsFusedUse *uses,
                const RsFusedParameter *parameters)
{
  for (guint p = 0; p < kernel->parameters->len; p++)
    {
      const char *name = get_name (last, p);

      if (name == NULL)
        name = rs_kernel_parameter (kernel, p)->name;
      if (shared[p] && uses[p].is_elsewhere)
        return g_strdup_printf (
            "one of them writes `%s`, and not both use just the element at the position of the work item", name);
      if (shared[p] && uses[p].wraps && !(uses[p].is_exact && parameters[p].covers_grid))
        return g_strdup_printf ("one of them writes `%s`, and a boundary mode leads from a position to another one",
                                name);
    }
  return NULL;
}

RsKernel *
rs_kernel_fuse (const RsFusionPart *parts, guint n_parts, const RsFusedParameter *parameters, guint n_parameters,
                char **reason)
{
  g_assert (n_parts >= 1);

  g_autoptr (RsKernel) kernel = new_kernel (parts, n_parts, n_parameters);
  g_autofree gboolean *shared = g_new0 (gboolean, n_parameters);
  g_autofree RsFusedUse *uses = g_new0 (RsFusedUse, n_parameters);
  guint locals[2];

  *reason = NULL;
  for (guint i = 0; i < n_parts && *reason == NULL; i++)
    *reason = g_strdup (why_not_alike (&parts[0], &parts[i], kernel));
  if (*reason != NULL)
    return NULL;
  for (guint i = 0; i < n_parts && *reason == NULL; i++)
    {
      RsIrBlock block = { 0 };

      join_parameters (kernel, &parts[i]);
      append_part (kernel, &parts[i], &block);
      *reason = rs_fused_compute_again (kernel, &kernel->body, &block, parameters);
      rs_ir_append_block (&kernel->body, &block);
    }
  if (*reason != NULL)
    return NULL;
  find_shared (parts, n_parts, shared, n_parameters);
  rs_fused_survey (kernel, &kernel->body, uses);
  *reason = why_not_shared (&parts[n_parts - 1], kernel, shared, uses, parameters);
  if (*reason != NULL)
    return NULL;
  for (guint p = 0; p < n_parameters; p++)
    if (parameters[p].is_dead && parameters[p].covers_grid && uses[p].is_used && !uses[p].is_elsewhere
        && uses[p].is_exact && rs_fused_replace_array (kernel, &kernel->body, p, locals))
      kernel->n_removed++;
  return g_steal_pointer (&kernel);
}

guint
rs_kernel_count_removed (const RsKernel *kernel)
{
  return kernel->n_removed;
}
