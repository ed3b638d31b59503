/* From a request to a kernel: the attempts, the inputs, and the three forms.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include "compiler/kernel/analysis/dependence.h"
#include "compiler/kernel/analysis/memory-order.h"
#include "compiler/kernel/analysis/row-values.h"

#include <string.h>

#define MAX_ATTEMPTS 24
#define MAX_VALUE_LENGTH 16 /* longer vectors are passed in memory */

/* --- reasons --- */

const RsModule *
b_module (const Build *b)
{
  return b->frame && b->frame->scope ? b->frame->scope->module : b->request->module;
}

RsIrPlace
b_line (const Build *b, const RsNode *node)
{
  guint line, column;

  /* What is opened in place from another file counts as the line that calls it: messages name one file. */
  if (node == NULL || b_module (b) != b->request->module)
    return b->line;
  rs_source_locate (b_module (b)->source, node->span.start, &line, &column);
  return rs_place (line, column);
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

/* --- inputs --- */

static int
find_request_input (const RsKernelRequest *request, const RsSymbol *symbol)
{
  for (guint i = 0; i < request->n_inputs; i++)
    if (request->inputs[i].symbol == symbol && symbol)
      return i;
  return -1;
}

int
b_find_input (const Build *b, const RsSymbol *symbol)
{
  return find_request_input (b->request, symbol);
}

static const RsType *
formal_type (const Build *b, guint input)
{
  const RsSymbol *symbol = b->request->inputs[input].symbol;

  if (symbol && symbol->is_declared && symbol->type && symbol->type->kind != RS_TYPE_UNKNOWN)
    return symbol->type;
  symbol = rs_symbol_get_origin (symbol);
  return symbol && symbol->is_declared && symbol->type && symbol->type->kind != RS_TYPE_UNKNOWN ? symbol->type : NULL;
}

guint
b_array_rank (Build *b, guint input)
{
  const RsType *formal = formal_type (b, input), *actual = b->request->inputs[input].type;

  if (b->inputs[input].rank == 0)
    b->inputs[input].rank = formal && formal->kind == RS_TYPE_ARRAY && formal->rank > 0
                                ? MAX (formal->rank, formal->rank == 1 ? 1 : actual->rank)
                                : actual->rank;
  return b->inputs[input].rank;
}

void
b_array_set_rank (Build *b, guint input, int rank)
{
  b->inputs[input].rank = rank;
  b->again = TRUE;
}

void
b_input_to_memory (Build *b, guint input)
{
  if (!b->inputs[input].in_memory)
    {
      b->inputs[input].in_memory = TRUE;
      b->again = TRUE;
    }
}

static const char *
input_name (const Build *b, guint input)
{
  const RsSymbol *symbol = b->request->inputs[input].symbol;

  return symbol && symbol->name ? symbol->name : "x";
}

guint
b_array_parameter (Build *b, guint input)
{
  const RsType *type = b->request->inputs[input].type;
  gboolean expression = b->request->form == RS_KERNEL_FROM_EXPRESSION, is_flat = expression && b->request->n_parts == 0;
  RsKernelParameter parameter = { .binding = RS_BIND_ARRAY, .name = (char *)input_name (b, input), .input = input,
                                  .symbol = b->request->inputs[input].symbol, .element = type->element, .length = 1 };

  if (b->parameters[input] >= 0)
    return b->parameters[input];
  parameter.rank = expression ? type->rank : (int)b_array_rank (b, input);
  parameter.last_length = !is_flat && parameter.rank == type->rank ? b->request->inputs[input].last_length : 0;
  b->parameters[input] = rs_kernel_add_parameter (b->kernel, &parameter, is_flat ? RS_IR_VIEW_FLAT : RS_IR_VIEW_PLAIN);
  return b->parameters[input];
}

static Value
number_parameter (Build *b, guint input, RsIrType type, guint length)
{
  static const RsElement elements[] = { [RS_IR_BOOL] = RS_ELEMENT_BOOL, [RS_IR_I64] = RS_ELEMENT_INT64,
                                        [RS_IR_F32] = RS_ELEMENT_SINGLE, [RS_IR_F64] = RS_ELEMENT_DOUBLE };
  RsKernelParameter parameter = { .binding = RS_BIND_NUMBER, .name = (char *)input_name (b, input), .input = input,
                                  .symbol = b->request->inputs[input].symbol, .length = length,
                                  .element = elements[type] };
  Value value;

  if (b->parameters[input] < 0)
    b->parameters[input] = rs_kernel_add_parameter (b->kernel, &parameter, RS_IR_VIEW_PLAIN);
  value = b_value_new (b, length > 1 ? b_shape (type, 1, &length) : (Shape){ .type = type });
  for (guint i = 0; i < length; i++)
    value.parts[i] = rs_ir_leaf (b->kernel, RS_IR_NUMBER, type, b->parameters[input], i);
  return value;
}

/* Real and imaginary part, side by side. */
static Value
complex_parameter (Build *b, guint input)
{
  Value value = number_parameter (b, input, b->root_scalar, 2);

  value.shape.rank = 0;
  value.shape.is_complex = TRUE;
  return value;
}

static RsIrType
number_type (Build *b, RsElement element)
{
  return element == RS_ELEMENT_BOOL ? RS_IR_BOOL : rs_element_is_integer (element) ? RS_IR_I64 : b->root_scalar;
}

/* A vector of known small length that nothing writes is passed by value. */
static gboolean
is_small_vector (Build *b, guint input)
{
  const RsType *type = b->request->inputs[input].type, *formal = formal_type (b, input);

  if (b->request->form == RS_KERNEL_FROM_EXPRESSION || b->inputs[input].in_memory || type->rank != 1
      || type->sizes[0] < 1 || type->sizes[0] > MAX_VALUE_LENGTH || rs_element_is_complex (type->element)
      || type->element == RS_ELEMENT_HALF
      || (b_carries (b->request) && b->request->precision != RS_PRECISION_DOUBLE && type->element == RS_ELEMENT_DOUBLE))
    return FALSE;
  return !formal || formal->kind != RS_TYPE_ARRAY || formal->rank == 1;
}

static Value
array_value (Build *b, guint input, const RsNode *place)
{
  const RsType *type = b->request->inputs[input].type, *formal = formal_type (b, input);
  Value value = { .kind = VALUE_ARRAY, .input = input };
  RsElement element = formal && formal->kind == RS_TYPE_ARRAY ? formal->element : type->element;

  if (is_small_vector (b, input))
    {
      guint n = type->sizes[0];

      value = number_parameter (b, input, number_type (b, element), n);
      if (value.shape.rank == 0)
        value.shape = b_shape (value.shape.type, 1, &n);
      value.shape.is_single = b_is_single_element (b, element);
      value.input = input + 1;
      return value;
    }
  if (formal && formal->kind == RS_TYPE_ARRAY && formal->rank > 1 && type->rank > formal->rank)
    return b_fail (b, place, "`%s` has more dimensions than its parameter", input_name (b, input));
  if (formal && formal->kind == RS_TYPE_ARRAY)
    value.boundary = formal->boundary;
  return value;
}

static Value
cell_value (Build *b, guint input, const RsNode *place)
{
  const RsKernelInput *cell = &b->request->inputs[input];
  Value *items = rs_arena_array (b->kernel->arena, Value, MAX (1, cell->n_captures));

  if (cell->class)
    return (Value){ .kind = VALUE_OBJECTS, .input = input };
  if (cell->n_captures == 0)
    return b_not_supported (b, place, "this cell");
  for (guint i = 0; i < cell->n_captures && !b->reason; i++)
    items[i] = b_input_value (b, cell->first_capture + i, place);
  return (Value){ .kind = VALUE_LIST, .items = items, .n_items = cell->n_captures };
}

Value
b_input_value (Build *b, guint input, const RsNode *place)
{
  const RsKernelInput *in = &b->request->inputs[input];
  Value value = { .kind = VALUE_FUNCTION, .first_capture = -1 };

  if (in->type == NULL)
    return b_fail (b, place, "`%s` has no value yet", input_name (b, input));
  switch (in->type->kind)
    {
    case RS_TYPE_NUMBER:
      if (rs_element_is_complex (in->type->element))
        return complex_parameter (b, input);
      if (in->is_constant)
        return b_number (rs_ir_constant (b->kernel, number_type (b, in->type->element), in->constant), b);
      return number_parameter (b, input, number_type (b, in->type->element), 1);
    case RS_TYPE_ARRAY:
      return array_value (b, input, place);
    case RS_TYPE_FUNCTION:
      value.function = in->function;
      value.first_capture = in->function ? (int)in->first_capture : -1;
      if (!in->function)
        return b_not_supported (b, place, "this function as a value");
      return value;
    case RS_TYPE_STRING:
      return b_not_supported (b, place, "strings");
    case RS_TYPE_CELL:
      return cell_value (b, input, place);
    case RS_TYPE_CLASS:
      return b_object_input (b, input, place);
    case RS_TYPE_UNKNOWN:
    case RS_TYPE_NOTHING:
      return b_fail (b, place, "`%s` has no value yet", input_name (b, input));
    default:
      return b_not_supported (b, place, "values of this type");
    }
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

  if (form == RS_KERNEL_FROM_FUNCTION && node->name)
    return g_strdup (node->name);
  rs_source_locate (module->source, node->span.start, &line, NULL);
  return g_strdup_printf ("%s at line %u", kinds[form], line);
}

static void
name_kernel (Build *b)
{
  const RsNode *node = b->request->node;
  RsKernel *kernel = b->kernel;
  GString *name = g_string_new ("q_"); /* the preludes' begin with rs_; see runtime/trace.h, too */

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
has_linear_position (const RsKernelRequest *request)
{
  const GPtrArray *variables = request->node->scope ? request->node->scope->variables : NULL;
  gboolean linear = variables != NULL;

  for (guint i = 0; linear && i < variables->len; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (variables, i);

      if (!symbol->is_parameter || find_request_input (request, symbol) >= 0)
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
      return MAX (1, n);
    }
  if (b->request->form == RS_KERNEL_FROM_EXPRESSION && b->request->n_parts == 0)
    return 1;
  if (b->request->form == RS_KERNEL_FROM_FUNCTION && (!b->keeps_grid && has_linear_position (b->request)))
    return 1;
  return CLAMP (b->request->grid_rank, 1, RS_MAX_GRID);
}

/* Levels become dimensions in their order, but for the one that is asked to be the last. */
static void
order_levels (Build *b)
{
  guint n = 0, last = b->request->last_level, n_levels = b->request->row_length ? 2 : b->nest.n_levels;

  for (guint level = 0; level < n_levels; level++)
    if (!b_is_inner_level (b, level) && level + 1 != last)
      b->kernel->levels[n++] = level;
  if (last > 0)
    b->kernel->levels[n++] = last - 1;
  for (guint d = 0; d < n; d++)
    b->kernel->ordered |= (b->request->ordered_levels >> b->kernel->levels[d] & 1) << d;
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
  b->kernel->inner_levels = b->request->inner_levels;
  order_levels (b);
  b->kernel->same_arrays_possible = b->request->same_arrays_possible;
  b->block = &b->kernel->body;
  b->frames = g_ptr_array_new_with_free_func (frame_free);
  b->loop_labels = g_array_new (FALSE, FALSE, sizeof (guint32));
  b->root = b->frame = new_root (b);
  b->again = FALSE;
  b->n_nodes = 0;
  memset (b->exchange, 0, sizeof b->exchange);
  b->witness = 0;
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
  if (!b->reason && !b->again && b->kernel->locals->len >= G_MAXUINT16)
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

/* The loop with levels inside the work items, instead of kernel, where that can be built. Work items that go down
 * columns are slower than one that goes through memory in its order: they are the last level only where they go along
 * rows. */
static RsKernel *
build_with_inner_levels (RsKernel *kernel, const RsKernelRequest *request, guint free_levels,
                         RsDiagnostics *diagnostics)
{
  RsKernelRequest partial = *request;
  g_autofree char *unused = NULL;
  RsKernel *other;

  partial.inner_levels = ((1u << request->n_levels) - 1) & ~free_levels;
  other = rs_kernel_build (&partial, diagnostics, &unused);
  if (other != NULL && (free_levels >> (request->n_levels - 1) & 1) != 0 && !rs_items_store_rows (other))
    g_clear_pointer (&other, rs_kernel_free);
  if (other == NULL)
    return kernel;
  rs_kernel_free (kernel);
  return other;
}

/* The loop with the levels that are not free in order, where that lets its rows follow memory; else NULL. */
static RsKernel *
build_in_order (const RsKernelRequest *request, guint free_levels, RsDiagnostics *diagnostics)
{
  RsKernelRequest ordered = *request;

  ordered.ordered_levels = ((1u << request->n_levels) - 1) & ~free_levels;
  for (guint level = request->n_levels; level-- > 0;)
    {
      g_autofree char *unused = NULL;
      RsKernel *kernel;

      if ((free_levels & ~request->short_levels) == 0 || (free_levels >> level & 1) == 0)
        continue;
      ordered.last_level = level + 1;
      kernel = rs_kernel_build (&ordered, diagnostics, &unused);
      if (kernel != NULL && rs_rows_are_stored (kernel))
        return kernel;
      g_clear_pointer (&kernel, rs_kernel_free);
    }
  return NULL;
}

/* Whether the levels that are free are enough without the others: several, or a wide one. Narrow rows to which many
 * iterations add are better summed up by each worker for itself. */
static gboolean
is_worth_ordering (const RsKernelRequest *request, guint free_levels)
{
  return __builtin_popcount (free_levels & ~request->short_levels) > 1 || (free_levels & request->wide_levels) != 0;
}

/* The loop with the level last that goes along memory, instead of kernel, where its own last one goes across. All
 * levels are free, so that any order is right. */
static RsKernel *
interchange (RsKernel *kernel, const RsKernelRequest *request, RsDiagnostics *diagnostics)
{
  int near = rs_kernel_find_near_dimension (kernel, NULL);
  RsKernelRequest other = *request;
  g_autofree char *unused = NULL;
  RsKernel *better;

  if (near < 0 || (request->short_levels >> kernel->levels[near] & 1) != 0)
    return kernel;
  other.last_level = kernel->levels[near] + 1;
  better = rs_kernel_build (&other, diagnostics, &unused);
  if (better == NULL)
    return kernel;
  rs_kernel_free (kernel);
  return better;
}

RsKernel *
rs_kernel_build_prefix (const RsKernelRequest *request, RsDiagnostics *diagnostics)
{
  RsKernelRequest attempt = *request;
  g_autofree char *unused = NULL;
  RsLoopNest nest = rs_loop_nest_find (request->node, request->attribute);

  if (nest.is_open)
    return NULL;
  attempt.with_prefix = TRUE;
  attempt.force_parallel = FALSE;
  attempt.free_levels = NULL;
  return rs_kernel_build (&attempt, diagnostics, &unused);
}

/* The loop over rows as one over two dimensions, where no iterations depend on each other; else NULL. */
static RsKernel *
build_rows (const RsKernelRequest *request, RsDiagnostics *diagnostics)
{
  RsKernelRequest attempt = *request;
  g_autofree char *unused = NULL, *contention = NULL;
  guint free_levels;
  RsKernel *kernel;

  attempt.force_parallel = FALSE;
  kernel = rs_kernel_build (&attempt, diagnostics, &unused);
  contention = kernel != NULL ? rs_kernel_find_contention (kernel, &free_levels) : NULL;
  if (contention != NULL)
    g_clear_pointer (&kernel, rs_kernel_free);
  if (kernel != NULL)
    rs_kernel_note (kernel, kernel->line, 1, 0, "the loop runs over rows, without a division");
  return kernel != NULL ? interchange (kernel, &attempt, diagnostics) : NULL;
}

RsKernel *
rs_kernel_build_loop (const RsKernelRequest *request, RsDiagnostics *diagnostics, char **reason)
{
  RsKernelRequest attempt = *request;
  g_autofree char *unused = NULL;
  guint free_levels = 0;
  RsKernel *kernel = request->row_length && !request->serial ? build_rows (request, diagnostics) : NULL;

  if (kernel != NULL)
    return kernel;
  attempt.row_length = NULL;
  if (request->serial)
    return rs_kernel_build (&attempt, diagnostics, reason);
  attempt.free_levels = &free_levels;
  attempt.force_parallel = FALSE;
  kernel = rs_kernel_build (&attempt, diagnostics, reason);
  attempt.free_levels = NULL;
  if (kernel == NULL)
    kernel = build_in_order (&attempt, free_levels, diagnostics);
  if (kernel != NULL && kernel->ordered != 0)
    return kernel;
  if (kernel != NULL) /* updates that wait for each other are better done in order */
    {
      *reason = rs_kernel_find_contention (kernel, &free_levels);
      if (*reason == NULL)
        return interchange (kernel, &attempt, diagnostics);
      if (is_worth_ordering (request, free_levels))
        {
          RsKernel *ordered = build_in_order (&attempt, free_levels, diagnostics);

          if (ordered != NULL)
            {
              rs_kernel_free (kernel);
              return ordered;
            }
        }
      if ((free_levels >> (request->n_levels - 1) & 1) != 0)
        free_levels = 0;
    }
  if ((kernel == NULL && free_levels != 0) || (*reason != NULL && (free_levels & ~request->short_levels) != 0))
    kernel = build_with_inner_levels (kernel, &attempt, free_levels, diagnostics);
  if (kernel == NULL)
    {
      kernel = rs_kernel_build_prefix (&attempt, diagnostics);
      if (kernel != NULL)
        g_clear_pointer (reason, g_free);
    }
  if (kernel == NULL && request->force_parallel)
    {
      g_clear_pointer (reason, g_free);
      attempt.force_parallel = TRUE;
      kernel = rs_kernel_build (&attempt, diagnostics, reason);
      attempt.force_parallel = FALSE;
    }
  if (kernel == NULL && !request->parallel_only && (request->lacks_sizes == NULL || !*request->lacks_sizes))
    {
      attempt.serial = TRUE;
      kernel = rs_kernel_build (&attempt, diagnostics, &unused);
    }
  return kernel;
}
