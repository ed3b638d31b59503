/* From a request to a kernel: the attempts and the three forms.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include "compiler/kernel/analysis/order/dependence.h"

#include <string.h>

#define MAX_ATTEMPTS 24

/* --- reasons --- */

const RsModule *
b_module (const Build *b)
{
  return b->frame && b->frame->scope ? b->frame->scope->module : b->request->module;
}

RsIrPlace
b_line (const Build *b, const RsNode *node)
{
  RsSource *source = b_module (b)->source;
  guint line, column;

  if (node == NULL)
    return b->line;
  rs_source_locate (source, node->span.start, &line, &column);
  if (b_module (b) == b->request->module)
    return rs_place (line, column);
  /* What is opened in place from another file counts as the line that calls it; errors name its own. */
  return rs_kernel_add_elsewhere (b->kernel, rs_place_line (b->line), source, rs_source_get_name (source),
                                  rs_place (line, column));
}

Value
b_fail (Build *b, const RsNode *node, const char *format, ...)
{
  guint line = rs_place_line (b_line (b, node));
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (!b->reason)
    b->reason = g_strdup_printf ("line %u: %s", line, text);
  return b_integer (b, 0);
}

Value
b_not_supported (Build *b, const RsNode *node, const char *what)
{
  return b_fail (b, node, "not supported yet in compiled code: %s", what);
}

RsIrStatement *
b_emit (Build *b, RsIrStatementKind kind)
{
  RsIrStatement *s = rs_ir_statement (b->kernel, kind, b->line);

  rs_ir_append (b->block, s);
  return s;
}

/* --- the three forms --- */

static void
bind_kernel_parameters (Build *b)
{
  const GPtrArray *variables = b->root->scope->variables;

  for (guint i = 0; i < variables->len && !b->reason; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (variables, i);
      int input = b_find_input (b, symbol);
      Value value;

      if (symbol->is_output && !symbol->is_parameter)
        b_bind_output (b, symbol);
      if (!symbol->is_parameter)
        continue;
      if (input >= 0)
        {
          b->into = symbol;
          value = b_convert_to_declared (b, b_input_value (b, input, symbol->first), symbol->type, symbol->first);
          b->into = NULL;
        }
      else if (!b_special_parameter (b, symbol, &value))
        {
          b_fail (b, symbol->first, "not supported yet in compiled code: the parameter `%s`", symbol->name);
          return;
        }
      if (value.kind == VALUE_OBJECT && symbol->is_declared && symbol->type && symbol->type->kind == RS_TYPE_CLASS
          && value.class->kind == RS_CLASS_MUTABLE)
        value = b_copy_object (b, &value, symbol->first);
      if (value.kind == VALUE_NUMBER
          && (symbol->is_assigned_again || (value.shape.rank > 0 && b_is_shared_vector (b->root->node, symbol))))
        b_assign_variable (b, symbol, value, symbol->first);
      else
        b_declare_alias (b, b->root, symbol, value);
    }
}

static void
build_function (Build *b)
{
  const RsNode *node = b->request->node;
  const RsNode *body = node->kind == RS_NODE_LAMBDA ? rs_node_last (node) : rs_node_child (node, RS_FUNCTION_BODY);

  bind_kernel_parameters (b);
  b_assume_known (b);
  if (body && !b->reason)
    b_block (b, body);
}

/* --- attempts --- */

static const RsScope *
enclosing_scope (const RsKernelRequest *request)
{
  const RsNode *node = request->node;

  if (node->scope)
    return node->scope;
  for (guint i = 0; i < request->n_inputs; i++)
    if (request->inputs[i].symbol && request->inputs[i].symbol->scope)
      return request->inputs[i].symbol->scope;
  return request->module->root->scope;
}

static void
frame_free (gpointer data)
{
  g_hash_table_unref (((Frame *)data)->variables);
}

/* The scope of the first variable that node gives a value. */
static const RsScope *
scope_of_assignment (const RsNode *node)
{
  const RsNode *target = node->kind == RS_NODE_ASSIGN ? rs_node_child (node, RS_ASSIGN_TARGET) : NULL;
  const RsScope *scope = NULL;

  if (target && target->kind == RS_NODE_NAME && target->symbol && target->symbol->kind == RS_SYMBOL_VARIABLE)
    return target->symbol->scope;
  for (guint i = 0; i < node->n_children && !scope; i++)
    if (node->children[i])
      scope = scope_of_assignment (node->children[i]);
  return scope;
}

static const RsScope *
scope_of_level (const Build *b)
{
  const RsNode *variable = b->nest.loops[0]->children[RS_FOR_VARIABLE];

  if (variable->kind == RS_NODE_TYPED)
    variable = variable->children[RS_TYPED_EXPRESSION];
  return variable->symbol && variable->symbol->scope ? variable->symbol->scope : b->request->module->root->scope;
}

static const RsScope *
scope_of_loop (const Build *b)
{
  if (b->nest.is_open && b->nest.body->kind != RS_NODE_FOR)
    return scope_of_assignment (b->nest.body);
  return scope_of_level (b);
}

static Frame *
new_root (Build *b)
{
  Frame *root = rs_arena_new0 (b->kernel->arena, Frame);

  root->scope = b->nest.n_levels ? scope_of_loop (b) : enclosing_scope (b->request);
  root->node = b->request->node;
  root->first_capture = -1;
  root->variables = g_hash_table_new (NULL, NULL);
  g_ptr_array_add (b->frames, root);
  return root;
}

char *
rs_kernel_dup_title (RsKernelForm form, const RsModule *module, const RsNode *node)
{
  static const char *const kinds[] = { "kernel", "loop", "expression" };
  guint line;

  g_assert ((guint)form < G_N_ELEMENTS (kinds));
  if (form == RS_KERNEL_FROM_FUNCTION && node->name)
    return g_strdup (node->name);
  rs_source_locate (module->source, node->span.start, &line, NULL);
  return g_strdup_printf ("%s at line %u",
                          form == RS_KERNEL_FROM_LOOP && (node->flags & RS_NODE_STEP) ? "assignments" : kinds[form],
                          line);
}

static void
name_kernel (Build *b)
{
  const RsNode *node = b->request->node;
  RsKernel *kernel = b->kernel;
  GString *name = g_string_new ("q_"); /* the preludes' begin with rs_; see runtime/trace/trace.h, too */

  g_free (kernel->title);
  g_free (kernel->name);
  g_free (kernel->file);
  kernel->file = g_strdup (rs_source_get_name (b->request->module->source));
  kernel->line = rs_place_line (b_line (b, node));
  kernel->title = rs_kernel_dup_title (b->request->form, b->request->module, node);
  for (const char *c = kernel->title; *c; c++)
    g_string_append_c (name, g_ascii_isalnum (*c) ? *c : '_');
  kernel->name = g_string_free (name, FALSE);
}

/* A kernel that only asks for one number as its position has a grid of one dimension, whatever it is launched over. */
static gboolean
has_linear_position (const Build *b)
{
  const RsNode *node = b->request->node;
  const GPtrArray *variables = node->scope ? node->scope->variables : NULL;
  gboolean linear = variables != NULL;

  for (guint i = 0; linear && i < variables->len; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (variables, i);

      if (!symbol->is_parameter || b_find_input (b, symbol) >= 0)
        continue;
      linear = g_str_equal (symbol->name, "pos") && symbol->type && symbol->type->kind == RS_TYPE_NUMBER;
    }
  return linear;
}

static guint
grid_rank (const Build *b)
{
  if (b->request->row_length)
    return 2;
  if (b->nest.n_levels)
    {
      guint n = 0;

      for (guint level = 0; level < b->nest.n_levels; level++)
        n += !b_is_inner_level (b, level);
      return MAX (1, n + b->request->n_opened);
    }
  if (b->request->form == RS_KERNEL_FROM_EXPRESSION && b_is_flat (b->request))
    return 1;
  if (b->request->form == RS_KERNEL_FROM_FUNCTION && (!b->keeps_grid && has_linear_position (b)))
    return 1;
  return CLAMP (b->request->grid_rank, 1, RS_MAX_GRID);
}

/* Levels become dimensions in their order, but for the one that is asked to be the last. */
static void
order_levels (Build *b)
{
  guint n = 0, last = b->request->last_level,
        n_levels = b->request->row_length ? 2 : b->nest.n_levels + b->request->n_opened;

  for (guint level = 0; level < n_levels; level++)
    if (!b_is_inner_level (b, level) && level + 1 != last)
      b->kernel->levels[n++] = level;
  if (last > 0)
    b->kernel->levels[n++] = last - 1;
  for (guint d = 0; d < n; d++)
    b->kernel->ordered |= (b->request->ordered_levels >> b->kernel->levels[d] & 1) << d;
}

static void
set_launch_bounds (Build *b)
{
  const gint64 bound = rs_attribute_get_launch_bound (b->request->node);

  b->kernel->largest_block = b->request->largest_block;
  if (b->kernel->largest_block == 0 && bound <= G_MAXINT)
    b->kernel->largest_block = (guint)bound;
  b->kernel->least_blocks = rs_attribute_get_least_blocks (b->request->node);
}

static void
begin_attempt (Build *b)
{
  b->kernel = rs_kernel_new ("kernel", grid_rank (b));
  b->kernel->target = b->request->target;
  b->kernel->form = b->request->form;
  b->kernel->precision = b->request->precision;
  b->kernel->exact_math = b->request->exact_math;
  b->kernel->passes_off = b->request->passes_off;
  b->kernel->is_serial = b->request->serial;
  b->kernel->has_prefix = b->request->with_prefix;
  if (b->request->form == RS_KERNEL_FROM_FUNCTION && !rs_kernel_is_cooperative (b->request->node))
    {
      b->kernel->dynamic_array = b->request->dynamic_array;
      b->kernel->dynamic_total = b->request->dynamic_total;
    }
  if (b->request->form == RS_KERNEL_FROM_FUNCTION)
    set_launch_bounds (b);
  b->kernel->inner_levels = b->request->inner_levels;
  order_levels (b);
  b->kernel->same_arrays_possible = b->request->same_arrays_possible;
  b->block = &b->kernel->body;
  b->frames = g_ptr_array_new_with_free_func (frame_free);
  b->loop_labels = g_array_new (FALSE, FALSE, sizeof (guint32));
  b->root = b->frame = new_root (b);
  b->again = b->has_replaced = FALSE;
  b->n_nodes = b->stored_rank = b->n_opened_stores = 0;
  b->witness = 0;
  b->along = NULL;
  b->cuts = g_hash_table_new (NULL, NULL);
  b->steps = g_hash_table_new (NULL, NULL);
  b->row_counter = b->row_length = NULL;
  b->n_inputs = b->n_request_inputs;
  name_kernel (b);
  b->line = b->kernel->line;
  for (guint i = 0; i < b->request->n_inputs; i++)
    {
      b->parameters[i] = -1;
      b->inputs[i].is_bound = FALSE;
    }
}

static void
attempt (Build *b)
{
  begin_attempt (b);
  if (b->request->form == RS_KERNEL_FROM_LOOP)
    b_build_loop (b);
  else if (b->request->form == RS_KERNEL_FROM_EXPRESSION)
    b_build_elementwise (b);
  else
    build_function (b);
  if (!b->reason && !b->again
      && b->kernel->locals->len + b->kernel->n_group_calls * RS_IR_EXCHANGE_LOCALS >= G_MAXUINT16)
    b_fail (b, b->request->node, "the kernel has too many variables");
  if (!b->reason && !b->again)
    b_finish_lazy (b);
  if (!b->reason && !b->again && b->request->form == RS_KERNEL_FROM_LOOP)
    b_finish_loop (b);
  if (!b->reason && !b->again)
    b_finish_blocks (b);
  b->kernel->powers = NULL;
  g_clear_pointer (&b->frames, g_ptr_array_unref);
  g_clear_pointer (&b->loop_labels, g_array_unref);
  g_clear_pointer (&b->cuts, g_hash_table_unref);
  g_clear_pointer (&b->steps, g_hash_table_unref);
}

/* A reason may come from a guess that a later attempt corrects: it counts only when nothing new was learnt. */
static void
build (Build *b)
{
  for (guint i = 0; i < MAX_ATTEMPTS; i++)
    {
      attempt (b);
      if (!b->again)
        return;
      g_clear_pointer (&b->reason, g_free);
      g_clear_pointer (&b->kernel, rs_kernel_free);
    }
  b->reason = g_strdup_printf ("line %u: the types of its variables do not settle", rs_place_line (b->line));
}

static gboolean
find_nest (Build *b)
{
  if (b->request->form != RS_KERNEL_FROM_LOOP)
    return TRUE;
  b->nest = rs_loop_nest_find_with_steps (b->request->node, b->request->attribute);
  if (b->nest.is_open && b->nest.body->kind != RS_NODE_FOR && !scope_of_assignment (b->nest.body))
    {
      b->reason = g_strdup ("the loop gives no variable a value");
      return FALSE;
    }
  if (b->nest.n_levels < b->request->n_levels || b->request->n_levels == 0)
    {
      b->reason = g_strdup (b->nest.reason ? b->nest.reason : "the loops of the nest depend on each other");
      return FALSE;
    }
  if (b->request->n_levels < b->nest.n_levels)
    {
      b->nest.n_levels = b->request->n_levels;
      b->nest.body = b->nest.loops[b->request->n_levels - 1]->children[RS_FOR_BODY];
    }
  return TRUE;
}

static void
facts_free (gpointer data)
{
  Facts *facts = data;

  g_clear_pointer (&facts->candidates, g_array_unref);
  g_free (facts);
}

RsKernel *
rs_kernel_build (const RsKernelRequest *caller_request, RsDiagnostics *diagnostics, char **reason)
{
  RsKernelRequest own = *caller_request;
  const RsKernelRequest *request = &own;
  Build b = { .request = request, .diagnostics = diagnostics, .n_request_inputs = request->n_inputs,
              .selected = request->precision };
  g_autofree char *problem = NULL;

  g_assert (caller_request->target != NULL);
  own.precision = b_precision_of (caller_request);

  /* What a loop carries from one iteration to the next is computed as on the host. */
  b.scalar = b.root_scalar
      = request->precision == RS_PRECISION_DOUBLE || b_carries (request)
                || (request->form == RS_KERNEL_FROM_EXPRESSION && b_has_wide_integers (request))
            ? RS_IR_F64 : RS_IR_F32;
  b.facts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, facts_free);
  b.inputs = g_new0 (InputFacts, request->n_inputs + BUILD_MAX_SHARED);
  b.parameters = g_new0 (int, request->n_inputs + BUILD_MAX_SHARED);
  b.own_inputs = g_new0 (RsKernelInput, request->n_inputs + BUILD_MAX_SHARED);
  if (request->n_inputs > 0)
    memcpy (b.own_inputs, request->inputs, request->n_inputs * sizeof *b.own_inputs);
  own.inputs = b.own_inputs;
  if (find_nest (&b))
    build (&b);
  if (!b.reason)
    {
      rs_kernel_mark_unique (b.kernel);
      rs_kernel_add_checks (b.kernel, request);
      rs_kernel_note_request (b.kernel, request);
      problem = rs_kernel_verify (b.kernel);
      if (problem)
        b.reason = g_strdup_printf ("line %u: the compiler made a kernel that is not well formed (%s)", b.kernel->line,
                                    problem);
    }
  if (b.reason)
    g_clear_pointer (&b.kernel, rs_kernel_free);
  *reason = b.reason;
  g_hash_table_unref (b.facts);
  g_free (b.inputs);
  g_free (b.parameters);
  g_free (b.own_inputs);
  return b.kernel;
}
