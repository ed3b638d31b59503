/* SPDX-License-Identifier: Apache-2.0 */
#include "build-program.h"

#include "run-opencl.h"

#include "compiler/kernel/places/leaves.h"
#include "compiler/kernel/places/nest.h"

#include <string.h>

#define MAX_BOXES 8

static void
print_diagnostics (RsDiagnostics *diagnostics)
{
  for (guint i = 0; i < rs_diagnostics_get_length (diagnostics); i++)
    {
      g_autofree char *text = rs_diagnostic_format (rs_diagnostics_get (diagnostics, i));

      g_test_message ("%s", text);
    }
}

static const RsNode *
find_kernel (const RsNode *node)
{
  const RsNode *found = NULL;

  if ((node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA) && (node->flags & RS_NODE_KERNEL))
    return node;
  for (guint i = 0; i < node->n_children && !found; i++)
    if (node->children[i])
      found = find_kernel (node->children[i]);
  return found;
}

static const RsNode *
find_kind (const RsNode *node, RsNodeKind kind)
{
  const RsNode *found = NULL;

  if (node->kind == kind)
    return node;
  for (guint i = 0; i < node->n_children && !found; i++)
    if (node->children[i])
      found = find_kind (node->children[i], kind);
  return found;
}

/* The lambda or function that name is bound to at the top level. */
static const RsNode *
find_function (const RsNode *node, const char *name)
{
  const RsNode *found = NULL;

  if (node->kind == RS_NODE_FUNCTION && g_strcmp0 (node->name, name) == 0)
    return node;
  if (node->kind == RS_NODE_ASSIGN && node->children[RS_ASSIGN_VALUE]->kind == RS_NODE_LAMBDA)
    {
      const RsNode *target = node->children[RS_ASSIGN_TARGET];

      if (target->kind == RS_NODE_TYPED)
        target = target->children[RS_TYPED_EXPRESSION];
      if (target->kind == RS_NODE_NAME && g_str_equal (target->name, name))
        return node->children[RS_ASSIGN_VALUE];
    }
  for (guint i = 0; i < node->n_children && !found; i++)
    if (node->children[i])
      found = find_function (node->children[i], name);
  return found;
}

typedef struct {
  TestBuild *self;
  RsArena *arena;
  const TestValue *values;
  guint n_values;
  GArray *inputs; /* of RsKernelInput */
} Inputs;

static const RsType *
type_of_value (RsArena *arena, const TestValue *value)
{
  RsType *type = rs_arena_new0 (arena, RsType);

  if (value->rank > 0)
    {
      type = rs_arena_memdup (arena, rs_type_array (arena, value->element, value->rank), sizeof *type);
      for (int i = 0; i < value->rank; i++)
        type->sizes[i] = value->dims[i];
      return type;
    }
  type->kind = RS_TYPE_NUMBER;
  type->element = value->element;
  return type;
}

static double
number_of (const TestValue *value)
{
  return value->element == RS_ELEMENT_DOUBLE ? *(double *)value->data
         : value->element == RS_ELEMENT_BOOL ? *(guint8 *)value->data
                                             : (double)*(gint64 *)value->data;
}

static guint
append (Inputs *in, const RsSymbol *symbol, const RsNode *leaf, const char *name)
{
  RsKernelInput input = { .symbol = symbol, .leaf = leaf, .type = &rs_type_unknown };
  TestValue none = { .name = name };

  for (guint i = 0; i < in->n_values; i++)
    if (g_strcmp0 (in->values[i].name, name) == 0)
      {
        input.type = type_of_value (in->arena, &in->values[i]);
        input.is_constant = in->values[i].is_constant;
        input.constant = input.is_constant ? number_of (&in->values[i]) : 0;
        none = in->values[i];
      }
  g_array_append_val (in->inputs, input);
  g_array_append_val (in->self->inputs, none);
  return in->inputs->len - 1;
}

static void
append_captures (Inputs *in, const RsNode *root, const RsScope *scope, int owner)
{
  guint first = in->inputs->len, n = scope->captures->len;

  for (guint i = 0; i < n; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (scope->captures, i);

      append (in, symbol, NULL, symbol->name);
    }
  if (owner >= 0)
    {
      g_array_index (in->inputs, RsKernelInput, owner).first_capture = first;
      g_array_index (in->inputs, RsKernelInput, owner).n_captures = n;
    }
  for (guint i = first; i < first + n; i++)
    {
      const RsSymbol *symbol = g_array_index (in->inputs, RsKernelInput, i).symbol;
      const RsNode *function = find_function (root, symbol->name);
      RsType *type;

      if (!function || g_array_index (in->inputs, RsKernelInput, i).type != &rs_type_unknown)
        continue;
      type = rs_arena_new0 (in->arena, RsType);
      type->kind = RS_TYPE_FUNCTION;
      g_array_index (in->inputs, RsKernelInput, i).type = type;
      g_array_index (in->inputs, RsKernelInput, i).function = function;
      if (in->inputs->len < 100)
        append_captures (in, root, function->scope, i);
    }
}

static void
request_function (Inputs *in, RsKernelRequest *request, const RsNode *root)
{
  const RsScope *scope = request->node->scope;

  for (guint i = 0; i < scope->variables->len; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (scope->variables, i);

      if (symbol->is_parameter && !g_str_has_prefix (symbol->name, "blk") && !g_str_equal (symbol->name, "pos"))
        append (in, symbol, NULL, symbol->name);
    }
  append_captures (in, root, scope, -1);
}

static void
request_loop (Inputs *in, RsKernelRequest *request)
{
  RsLoopNest nest = rs_loop_nest_find (request->node, NULL);
  g_autoptr (GPtrArray) symbols = NULL;

  g_assert_cmpint (nest.n_levels, >, 0);
  symbols = rs_loop_nest_get_inputs (&nest);
  for (guint i = 0; i < symbols->len; i++)
    append (in, g_ptr_array_index (symbols, i), NULL, ((RsSymbol *)g_ptr_array_index (symbols, i))->name);
  request->n_levels = request->grid_rank = nest.n_levels;
  for (guint level = 0; level < nest.n_levels; level++)
    {
      g_autofree char *low = g_strdup_printf ("low%u", level), *step = g_strdup_printf ("step%u", level);

      request->level_low[level] = append (in, NULL, NULL, g_intern_string (low));
      request->level_step[level] = append (in, NULL, NULL, g_intern_string (step));
    }
}

static void
request_expression (Inputs *in, RsKernelRequest *request)
{
  g_autoptr (GPtrArray) leaves = rs_expression_get_leaves (request->node);

  for (guint i = 0; i < leaves->len; i++)
    append (in, NULL, g_ptr_array_index (leaves, i), ((RsNode *)g_ptr_array_index (leaves, i))->name);
}

TestBuild *
test_build (const char *text, RsKernelForm form, const TestValue *values, guint n_values, guint grid_rank,
            RsPrecision precision)
{
  TestBuild *self = g_new0 (TestBuild, 1);
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsArena) arena = rs_arena_new ();
  g_autoptr (GArray) inputs = g_array_new (FALSE, TRUE, sizeof (RsKernelInput));
  RsCompileOptions options = { .precision = precision };
  RsKernelRequest request = { .target = &rs_target_cpu, .form = form, .grid_rank = grid_rank, .precision = precision };
  g_autoptr (RsSource) source = rs_source_new_from_text ("test.q", text, -1);
  const RsNode *root;
  Inputs in = { self, arena, values, n_values, inputs };

  self->inputs = g_array_new (FALSE, TRUE, sizeof (TestValue));
  self->program = rs_program_compile (source, &options, diagnostics);
  print_diagnostics (diagnostics);
  g_assert_cmpint (rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR), ==, 0);
  request.module = rs_program_get_main (self->program);
  root = request.module->root;
  request.node = form == RS_KERNEL_FROM_FUNCTION ? find_kernel (root)
                 : form == RS_KERNEL_FROM_LOOP   ? find_kind (root, RS_NODE_FOR)
                                                 : find_kind (root, RS_NODE_ASSIGN)->children[RS_ASSIGN_VALUE];
  g_assert_nonnull (request.node);
  if (form == RS_KERNEL_FROM_FUNCTION)
    request_function (&in, &request, root);
  else if (form == RS_KERNEL_FROM_LOOP)
    request_loop (&in, &request);
  else
    request_expression (&in, &request);
  request.inputs = (const RsKernelInput *)(gpointer)inputs->data;
  request.n_inputs = inputs->len;
  self->kernel = rs_kernel_build (&request, diagnostics, &self->reason);
  if (self->reason)
    g_test_message ("%s", self->reason);
  return self;
}

void
test_build_free (TestBuild *self)
{
  rs_kernel_free (self->kernel);
  rs_program_unref (self->program);
  g_array_unref (self->inputs);
  g_free (self->reason);
  g_free (self);
}

/* --- running --- */

/* A number or small vector in the element type of the parameter. */
static gpointer
encode (const RsKernelParameter *parameter, const TestValue *value)
{
  double *out = g_new0 (double, parameter->length);

  for (int i = 0; i < parameter->length; i++)
    {
      double number = value->rank == 0                            ? number_of (value)
                      : value->element == RS_ELEMENT_SINGLE ? ((float *)value->data)[i]
                      : value->element == RS_ELEMENT_INT32  ? ((int *)value->data)[i]
                                                            : ((double *)value->data)[i];

      if (parameter->element == RS_ELEMENT_SINGLE)
        ((float *)out)[i] = number;
      else if (parameter->element == RS_ELEMENT_DOUBLE)
        out[i] = number;
      else if (parameter->element == RS_ELEMENT_BOOL)
        ((guint8 *)out)[i] = number != 0;
      else
        ((gint64 *)out)[i] = (gint64)number;
    }
  return out;
}

static gpointer
describe_array (const RsKernelParameter *parameter, const TestValue *value)
{
  RsKernelArray *array = g_new0 (RsKernelArray, 1);
  int shift = value->rank == 1 && parameter->rank > 1;

  g_assert_cmpint (value->rank, >, 0);
  g_assert_cmpint (value->element, ==, parameter->element);
  array->data = value->data;
  for (int i = 0; i < 16; i++)
    array->dims[i] = 1;
  for (int i = 0; i < value->rank; i++)
    array->dims[i + shift] = value->dims[i];
  return array;
}

static double
combine (RsReduceOperator reduce, const double *partial, guint n, guint stride)
{
  double result = partial[0];

  for (guint i = 1; i < n; i++)
    {
      double v = partial[i * stride];

      result = reduce == RS_REDUCE_SUM       ? result + v
               : reduce == RS_REDUCE_PRODUCT ? result * v
               : reduce == RS_REDUCE_MINIMUM ? MIN (result, v)
                                             : MAX (result, v);
    }
  return result;
}

static void
hand_back (const RsKernel *kernel, void *const *arguments, guint n_boxes, double *numbers)
{
  guint n, next = 0;
  const RsKernelParameter *parameters = rs_kernel_get_parameters (kernel, &n);

  for (guint i = 0; i < n; i++)
    for (int c = 0; c < parameters[i].length; c++)
      if (parameters[i].binding == RS_BIND_ACCUMULATOR)
        numbers[next++] = combine (parameters[i].reduce, (double *)arguments[i] + c, n_boxes, parameters[i].length);
      else if (parameters[i].binding == RS_BIND_FINAL)
        numbers[next++] = parameters[i].is_integer ? (double)((gint64 *)arguments[i])[c] : ((double *)arguments[i])[c];
}

/* RS_TEST_TARGET=opencl: the same tests with the text of that target. */
static gboolean
is_for_opencl (void)
{
  return g_strcmp0 (g_getenv ("RS_TEST_TARGET"), "opencl") == 0 && run_opencl_is_there ();
}

/* What this target can't have runs on a CPU, as in a program. */
static RsKernelStatus
run_on_opencl (RsKernel *kernel, const gint64 *grid, void *const *arguments)
{
  RsLaunchPlan plan = { 0 };
  g_autofree char *reason = NULL, *source = rs_kernel_print_source (kernel, &plan, &reason);
  g_autoptr (RunKernel) run = NULL;
  RsKernelStatus status;

  if (source == NULL)
    {
      g_test_message ("on the CPU: %s", reason);
      run = run_kernel_new (kernel);
      return run_kernel_launch (run, grid, 1, arguments);
    }
  g_test_message ("on the OpenCL device: %s", rs_kernel_get_title (kernel));
  status = run_opencl_launch (kernel, source, &plan, grid, NULL, arguments);
  rs_launch_plan_clear (&plan);
  return status;
}

RsKernelStatus
test_build_run (TestBuild *self, const gint64 *grid, guint n_boxes, RsKernelArray *result, double *numbers)
{
  guint n;
  const RsKernelParameter *parameters;
  g_autoptr (GError) error = NULL;
  g_autoptr (RunKernel) run = NULL;
  g_autofree void **arguments = NULL;
  RsKernelStatus status;

  g_assert_nonnull (self->kernel);
  self->kernel->target = is_for_opencl () ? &rs_target_opencl : &rs_target_cpu;
  rs_kernel_optimize (self->kernel, self->after, &error);
  g_assert_no_error (error);
  if (is_for_opencl ())
    n_boxes = 1;
  else
    run = run_kernel_new (self->kernel);
  parameters = rs_kernel_get_parameters (self->kernel, &n);
  arguments = g_new0 (void *, n);
  for (guint i = 0; i < n; i++)
    {
      const TestValue *value = &g_array_index (self->inputs, TestValue, parameters[i].input);

      if (parameters[i].binding == RS_BIND_NUMBER)
        arguments[i] = encode (&parameters[i], value);
      else if (parameters[i].binding == RS_BIND_ARRAY)
        arguments[i] = describe_array (&parameters[i], value);
      else if (parameters[i].binding == RS_BIND_RESULT)
        arguments[i] = g_memdup2 (result, sizeof *result);
      else
        arguments[i] = g_new0 (double, parameters[i].length * MAX_BOXES);
    }
  status = run != NULL ? run_kernel_launch (run, grid, n_boxes, arguments)
                       : run_on_opencl (self->kernel, grid, arguments);
  if (numbers)
    hand_back (self->kernel, arguments, n_boxes, numbers);
  for (guint i = 0; i < n; i++)
    g_free (arguments[i]);
  return status;
}
