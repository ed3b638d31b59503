/* emit --stage kernel and c: the kernels of a program, as far as their types are known before it runs.
 *
 * While a program runs, a kernel is built for the types and some of the values at hand. Here the declared and inferred
 * types stand in for them, and no value is compiled in. For each kernel function and loop nest of the main module one
 * kernel is printed, or the reason why there is none.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/nest.h"
#include "compiler/kernel/request.h"
#include "ide/cli/cli.h"
#include "ide/cli/emit.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  RsModule *module;
  const RsEmitOptions *options;
  gboolean as_c;
  RsDiagnostics *diagnostics;
  guint n_printed;
  int status;
} Emit;

static void
tell (const Emit *self, const RsNode *node, const char *what, const char *reason)
{
  guint line, column;

  rs_source_locate (self->module->source, node->span.start, &line, &column);
  fflush (stdout);
  fprintf (stderr, "%s:%u:%u: note: %s: %s\n", rs_source_get_name (self->module->source), line, column, what, reason);
}

/* Whether a kernel can take a value of this type. */
static gboolean
is_concrete (const RsType *type)
{
  return type != NULL && (type->kind == RS_TYPE_NUMBER || (type->kind == RS_TYPE_ARRAY && type->rank > 0));
}

static gboolean
add_input (GArray *inputs, const RsSymbol *symbol)
{
  const RsSymbol *origin = rs_symbol_get_origin (symbol);
  RsKernelInput input = { .symbol = symbol, .type = symbol->type };

  if (!is_concrete (input.type) && origin != NULL)
    input.type = origin->type;
  if (origin != NULL && origin->kind == RS_SYMBOL_FUNCTION && origin->declaration != NULL)
    {
      input.type = &rs_type_any_function;
      input.function = origin->declaration;
    }
  else if (!is_concrete (input.type))
    return FALSE;
  g_array_append_val (inputs, input);
  return TRUE;
}

static void
print_kernel (Emit *self, RsKernelRequest *request, const char *what)
{
  g_autofree char *reason = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (RsKernel) kernel = NULL;
  g_autofree char *text = NULL;

  request->module = self->module;
  request->precision = self->options->precision;
  kernel = rs_kernel_build (request, self->diagnostics, &reason);
  if (kernel == NULL)
    {
      tell (self, request->node, what, reason != NULL ? reason : "no kernel can be made of it");
      return;
    }
  if (!rs_kernel_optimize (kernel, self->options->after, &error))
    {
      tell (self, request->node, what, error->message);
      self->status = RS_EXIT_USAGE;
      return;
    }
  text = self->as_c ? rs_kernel_print_c (kernel) : rs_kernel_print (kernel);
  printf ("%s%s", self->n_printed++ > 0 ? "\n" : "", text);
}

static gboolean
is_set_by_launch (const RsSymbol *parameter)
{
  static const char *const names[] = { "pos", "blkpos", "blkidx", "blkdim", "blkcnt", "warpsize", "warpSize" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (parameter->name, names[i]))
      return TRUE;
  return FALSE;
}

/* The dimensions of the grid that a kernel function is written for: the length of its pos. */
static guint
grid_rank_of (const RsScope *scope)
{
  for (guint i = 0; i < scope->variables->len; i++)
    {
      const RsSymbol *symbol = scope->variables->pdata[i];

      if (symbol->is_parameter && g_str_equal (symbol->name, "pos") && symbol->type != NULL
          && symbol->type->kind == RS_TYPE_ARRAY && symbol->type->rank == 1 && symbol->type->sizes[0] > 0)
        return (guint)MIN (symbol->type->sizes[0], RS_MAX_GRID);
    }
  return 1;
}

static void
emit_function (Emit *self, const RsNode *node)
{
  const RsScope *scope = node->scope;
  g_autoptr (GArray) inputs = g_array_new (FALSE, TRUE, sizeof (RsKernelInput));
  RsKernelRequest request = { .form = RS_KERNEL_FROM_FUNCTION, .node = node, .grid_rank = grid_rank_of (scope) };
  const char *name = node->name != NULL ? node->name : "(lambda)";

  for (guint i = 0; i < scope->variables->len; i++)
    {
      const RsSymbol *symbol = scope->variables->pdata[i];

      if (symbol->is_parameter && !is_set_by_launch (symbol) && !add_input (inputs, symbol))
        {
          tell (self, node, name, "the type of a parameter is only known when the program runs");
          return;
        }
    }
  for (guint i = 0; i < scope->captures->len; i++)
    if (!add_input (inputs, scope->captures->pdata[i]))
      {
        tell (self, node, name, "the type of a captured variable is only known when the program runs");
        return;
      }
  request.inputs = (const RsKernelInput *)(gconstpointer)inputs->data;
  request.n_inputs = inputs->len;
  print_kernel (self, &request, name);
}

/* TRUE when the nest was taken, so that loops inside it are not looked at. */
static gboolean
emit_loop (Emit *self, const RsNode *node, const RsNode *attribute)
{
  RsLoopNest nest = rs_loop_nest_find (node, attribute);
  g_autoptr (GPtrArray) variables = NULL;
  g_autoptr (GArray) inputs = g_array_new (FALSE, TRUE, sizeof (RsKernelInput));
  RsKernelRequest request = { .form = RS_KERNEL_FROM_LOOP, .node = node };

  if (nest.n_levels == 0 || nest.request == RS_LOOP_SERIAL || nest.request == RS_LOOP_INTERPRETED)
    return FALSE;
  variables = rs_loop_nest_get_inputs (&nest);
  for (guint i = 0; i < variables->len; i++)
    if (!add_input (inputs, variables->pdata[i]))
      {
        tell (self, node, "loop", "the type of a variable in it is only known when the program runs");
        return FALSE;
      }
  request.n_levels = request.grid_rank = nest.n_levels;
  request.force_parallel = nest.request == RS_LOOP_PARALLEL;
  request.same_arrays_possible = TRUE;
  for (guint level = 0; level < nest.n_levels; level++)
    {
      const RsKernelInput bound = { .type = &rs_type_int };

      request.level_low[level] = inputs->len;
      request.level_step[level] = inputs->len + 1;
      g_array_append_val (inputs, bound);
      g_array_append_val (inputs, bound);
    }
  request.inputs = (const RsKernelInput *)(gconstpointer)inputs->data;
  request.n_inputs = inputs->len;
  print_kernel (self, &request, "loop");
  return TRUE;
}

static void
visit (Emit *self, const RsNode *node)
{
  const RsNode *attribute = NULL;

  if (node == NULL)
    return;
  if (node->scope != NULL && (node->flags & RS_NODE_KERNEL) != 0
      && (node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA))
    {
      emit_function (self, node);
      return;
    }
  if (node->kind == RS_NODE_FUNCTION && (node->flags & RS_NODE_DEVICE) != 0)
    return;
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];

      if (child != NULL && child->kind == RS_NODE_FOR && emit_loop (self, child, attribute))
        continue;
      attribute = child != NULL && child->kind == RS_NODE_ATTRIBUTE ? child : NULL;
      visit (self, child);
    }
}

static int
emit_kernels (const RsProgram *program, const RsEmitOptions *options, gboolean as_c)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  Emit self = { .module = rs_program_get_main (program), .options = options, .as_c = as_c,
                .diagnostics = diagnostics };
  int status;

  visit (&self, self.module->root);
  status = rs_emit_tell_diagnostics (diagnostics);
  return MAX (status, self.status);
}

int
rs_emit_kernel (const RsProgram *program, const RsEmitOptions *options)
{
  return emit_kernels (program, options, FALSE);
}

int
rs_emit_c (const RsProgram *program, const RsEmitOptions *options)
{
  return emit_kernels (program, options, TRUE);
}
