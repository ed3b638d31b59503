/* Calls: how many arguments, of which types, and who may call whom (manual table 2.6).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check-private.h"
#include "compiler/sema/generic/generic.h"
#include "compiler/sema/names/types/generic-type.h"
#include "compiler/syntax/foreign.h"

#include <string.h>

/* What a call passes. */
typedef struct {
  guint n_positional;
  guint n_named;
  gboolean is_open; /* ...x: any number more */
} Passed;

static Passed
count_arguments (const RsNode *call, guint first)
{
  Passed passed = { 0 };

  for (guint i = first; i < call->n_children; i++)
    {
      const RsNode *argument = call->children[i];

      if (argument && argument->kind == RS_NODE_SPREAD)
        passed.is_open = TRUE;
      else if (argument && argument->kind == RS_NODE_NAMED_ARGUMENT)
        passed.n_named++;
      else
        passed.n_positional++;
    }
  return passed;
}

static const char *
plural (guint n)
{
  return n == 1 ? "" : "s";
}

/* --- built-ins --- */

static gboolean
builtin_takes (const RsBuiltin *builtin, Passed passed)
{
  guint n = passed.n_positional + passed.n_named;

  return (passed.is_open || (int)n >= builtin->min_arguments)
         && (builtin->max_arguments < 0 || (int)n <= builtin->max_arguments);
}

/* What only the host can do, called where work items run. */
static void
report_host_only (RsCheck *self, const RsNode *call, const char *name, gboolean can_be_marked)
{
  if (!self->scope->is_kernel)
    rs_check_report (self, RS_SEVERITY_ERROR, call, RS_SAY (PARALLEL_CALL), name, can_be_marked ? "; mark `" : "",
                     can_be_marked ? name : "", can_be_marked ? "` with __device__" : "");
  else if (can_be_marked)
    rs_check_report (self, RS_SEVERITY_ERROR, call, RS_SAY (KERNEL_CALLS_FUNCTION), name, name);
  else
    rs_check_report (self, RS_SEVERITY_ERROR, call, RS_SAY (KERNEL_CALLS_BUILTIN), name);
}

static gboolean
is_host_only (const RsBuiltin *builtin)
{
  return (builtin->flags & RS_BUILTIN_EFFECT) && !(builtin->flags & RS_BUILTIN_KERNEL)
         && builtin->id != RS_BUILTIN_ID_PRINT && builtin->id != RS_BUILTIN_ID_ERROR;
}

static void
check_builtin_call (RsCheck *self, const RsNode *call, const RsBuiltin *builtin)
{
  Passed passed = count_arguments (call, RS_CALL_FIRST_ARGUMENT);
  guint n = passed.n_positional + passed.n_named;
  const char *hint = rs_foreign_call_get_hint (builtin->name);

  if (builtin->flags & RS_BUILTIN_CONSTANT)
    {
      if (builtin->max_arguments == 0 && n > 0)
        rs_check_report (self, RS_SEVERITY_ERROR, call, RS_SAY (CALL_CONSTANT), builtin->name);
    }
  else if (!builtin_takes (builtin, passed))
    rs_check_report (self, RS_SEVERITY_ERROR, call, RS_SAY (BUILTIN_ARGUMENTS), builtin->name, n, plural (n),
                     builtin->signature, hint ? "; " : "", hint ? hint : "");
  else
    {
      rs_check_mathematics (self, call, builtin);
      rs_check_size_fractions (self, call, builtin);
      rs_check_dimension (self, call, builtin);
      if (builtin->id == RS_BUILTIN_ID_SYNCTHREADS || builtin->id == RS_BUILTIN_ID_MEMFENCE)
        rs_check_synchronisation (self, call, builtin);
    }
  if ((self->scope->is_kernel || self->in_parallel) && is_host_only (builtin))
    report_host_only (self, call, builtin->name, FALSE);
}

/* --- functions --- */

static const RsNode *
parameters_of (const RsNode *function, guint *n)
{
  const RsNode *list = function->kind == RS_NODE_LAMBDA ? function : rs_node_child (function, RS_FUNCTION_PARAMETERS);

  *n = list ? list->n_children : 0;
  if (function->kind == RS_NODE_LAMBDA && *n > 0)
    (*n)--;
  return list;
}

/* How many arguments a function takes; most: G_MAXUINT for a variadic one. */
static void
arity (const RsNode *function, guint *fewest, guint *most)
{
  guint n;
  const RsNode *list = parameters_of (function, &n);

  *fewest = *most = 0;
  for (guint i = 0; i < n; i++)
    {
      const RsNode *parameter = list->children[i];

      if (parameter && (parameter->flags & RS_NODE_VARIADIC))
        {
          *most = G_MAXUINT;
          return;
        }
      (*most)++;
      if (!parameter || !rs_node_child (parameter, RS_PARAMETER_DEFAULT))
        (*fewest)++;
    }
}

static gboolean
function_takes (const RsNode *function, Passed passed)
{
  guint fewest, most, n = passed.n_positional + passed.n_named;

  arity (function, &fewest, &most);
  return n <= most && (passed.is_open || n >= fewest);
}

static const RsNode *
find_parameter (const RsNode *function, const char *name)
{
  guint n;
  const RsNode *list = parameters_of (function, &n);

  for (guint i = 0; i < n; i++)
    if (list->children[i] && list->children[i]->name == name)
      return list->children[i];
  return NULL;
}

/* The first parameter that needs an argument and gets none. */
static const RsNode *
find_missing (const RsNode *call, const RsNode *function, Passed passed)
{
  guint n;
  const RsNode *list = parameters_of (function, &n);

  for (guint p = passed.n_positional; p < n; p++)
    {
      const RsNode *parameter = list->children[p];
      gboolean named = FALSE;

      if (!parameter || (parameter->flags & RS_NODE_VARIADIC) || rs_node_child (parameter, RS_PARAMETER_DEFAULT))
        continue;
      for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
        named = named
                || (call->children[i] && call->children[i]->kind == RS_NODE_NAMED_ARGUMENT
                    && call->children[i]->name == parameter->name);
      if (!named)
        return parameter;
    }
  return NULL;
}

/* With enough arguments: a parameter that needs one gets none. A name that no parameter has is reported by itself. */
static gboolean
lacks_argument (const RsNode *call, const RsNode *function, Passed passed)
{
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    if (call->children[i] && call->children[i]->kind == RS_NODE_NAMED_ARGUMENT
        && !find_parameter (function, call->children[i]->name))
      return FALSE;
  return !passed.is_open && find_missing (call, function, passed) != NULL;
}

static char *
list_parameters (const RsNode *function)
{
  guint n;
  const RsNode *list = parameters_of (function, &n);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    if (list->children[i] && list->children[i]->name)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", list->children[i]->name);
  return g_string_free (text, FALSE);
}

static void
report_count (RsCheck *self, const RsNode *call, const char *name, const RsNode *function, Passed passed)
{
  const RsNode *missing = passed.is_open ? NULL : find_missing (call, function, passed);
  g_autofree char *known = list_parameters (function);
  guint fewest, most, n = passed.n_positional + passed.n_named;

  arity (function, &fewest, &most);
  if (missing && n < most)
    rs_check_report (self, RS_SEVERITY_ERROR, call, RS_SAY (ARGUMENT_MISSING), name, missing->name, known);
  else if (most == G_MAXUINT)
    rs_check_report (self, RS_SEVERITY_ERROR, call, RS_SAY (ARGUMENTS_AT_LEAST), name, fewest, plural (fewest), n);
  else if (fewest == most)
    rs_check_report (self, RS_SEVERITY_ERROR, call, RS_SAY (ARGUMENTS_NUMBER), name, most, plural (most), known, n);
  else
    rs_check_report (self, RS_SEVERITY_ERROR, call, RS_SAY (ARGUMENTS_BETWEEN), name, fewest, most, known, n);
}

/* The parameter that looks most like a misspelt name, or NULL. */
static const char *
suggest_parameter (const RsNode *function, const char *name)
{
  guint n;
  const RsNode *list = parameters_of (function, &n);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    if (list->children[i] && list->children[i]->name)
      g_ptr_array_add (names, (gpointer)list->children[i]->name);
  return rs_suggest_among ((const char *const *)names->pdata, names->len, name);
}

static void
check_named_argument (RsCheck *self, const RsNode *argument, const RsNode *function, const char *name)
{
  const char *suggestion;

  if (find_parameter (function, argument->name))
    return;
  if ((suggestion = suggest_parameter (function, argument->name)))
    rs_check_report (self, RS_SEVERITY_ERROR, argument, RS_SAY (PARAMETER_NEAR), name, argument->name, suggestion);
  else
    rs_check_report (self, RS_SEVERITY_ERROR, argument, RS_SAY (PARAMETER_UNKNOWN), name, argument->name);
}

/* f (1, a:=2), f (a:=1, a:=2): reported here. */
static gboolean
is_given_twice (RsCheck *self, const RsNode *call, const RsNode *function, const char *name)
{
  guint n, n_positional = 0;
  const RsNode *list = parameters_of (function, &n);

  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    {
      const RsNode *argument = call->children[i];
      gboolean is_twice = FALSE;

      if (!argument || argument->kind == RS_NODE_SPREAD)
        return FALSE;
      if (argument->kind != RS_NODE_NAMED_ARGUMENT)
        {
          n_positional++;
          continue;
        }
      for (guint k = 0; k < MIN (n, n_positional); k++)
        is_twice = is_twice || (list->children[k] && list->children[k]->name == argument->name);
      for (guint k = RS_CALL_FIRST_ARGUMENT + n_positional; k < i; k++)
        is_twice = is_twice || call->children[k]->name == argument->name;
      if (is_twice)
        {
          g_autofree char *known = list_parameters (function);

          rs_check_report (self, RS_SEVERITY_ERROR, argument, RS_SAY (ARGUMENT_TWICE), name, argument->name, known);
          return TRUE;
        }
    }
  return FALSE;
}

/* What the parameter takes, of each argument when it is variadic; NULL: anything. */
static const RsType *
taken_type (RsCheck *self, const RsNode *parameter)
{
  const RsType *type = parameter && parameter->symbol && parameter->symbol->is_declared ? parameter->symbol->type
                                                                                        : NULL;
  RsType *number;

  if (!type || !(parameter->flags & RS_NODE_VARIADIC))
    return type;
  if (type->kind != RS_TYPE_ARRAY)
    return type->kind == RS_TYPE_CELL ? type->item : NULL;
  number = rs_arena_new0 (self->arena, RsType);
  number->kind = RS_TYPE_NUMBER;
  number->element = type->element;
  return number;
}

/* What a kernel sees of an array: where it takes a vec of any length, all elements in one dimension (manual 6.8). */
static const RsType *
flattened_type (RsCheck *self, const RsType *formal, const RsType *actual)
{
  RsType *vector;

  if (formal->kind != RS_TYPE_ARRAY || formal->rank != 1 || formal->sizes[0] != RS_SIZE_UNKNOWN
      || actual->kind != RS_TYPE_ARRAY || actual->rank <= 1)
    return actual;
  vector = rs_arena_new0 (self->arena, RsType);
  *vector = *actual;
  vector->rank = 1;
  vector->sizes[0] = RS_SIZE_UNKNOWN;
  return vector;
}

static void
check_argument_type (RsCheck *self, const RsNode *argument, const RsNode *parameter, const char *function,
                     gboolean is_launch)
{
  const RsType *formal = taken_type (self, parameter), *actual;

  if (!formal || !argument)
    return;
  actual = rs_infer_expression (self->arena, argument, self->precision);
  rs_check_parameter_fraction (self, argument, parameter->name, formal);
  if (!rs_check_argument_fits (formal, is_launch ? flattened_type (self, formal, actual) : actual))
    {
      g_autofree char *f = rs_type_to_string (formal), *a = rs_type_describe (actual);

      rs_check_report (self, rs_check_certain (self), argument, RS_SAY (ARGUMENT_TYPE), parameter->name, function, f,
                       a);
    }
}

static void
check_const_argument (RsCheck *self, const RsNode *argument, const RsNode *function, const RsNode *parameter,
                      const char *name)
{
  if (rs_check_const_is_written (argument, function, parameter))
    rs_check_report (self, RS_SEVERITY_ERROR, argument, RS_SAY (CONST_PASSED), argument->name, name, parameter->name,
                     argument->name);
}

/* Arguments from `first` on against the parameters of one function. is_launch: parameters that a launch sets get no
 * argument, and arrays of any rank go where a vec is declared. */
static void
check_argument_types (RsCheck *self, const RsNode *call, guint first, guint end, const RsNode *function,
                      const char *name, gboolean is_launch)
{
  guint n, p = 0;
  const RsNode *list = parameters_of (function, &n);

  for (guint i = first; i < end; i++)
    {
      const RsNode *argument = call->children[i], *parameter;

      if (argument && argument->kind == RS_NODE_SPREAD)
        return;
      if (argument && argument->kind == RS_NODE_NAMED_ARGUMENT)
        {
          parameter = find_parameter (function, argument->name);
          check_named_argument (self, argument, function, name);
          check_argument_type (self, rs_node_child (argument, 0), parameter, name, is_launch);
          check_const_argument (self, rs_node_child (argument, 0), function, parameter, name);
          continue;
        }
      while (is_launch && p < n && list->children[p] && list->children[p]->name
             && rs_is_special_parameter (list->children[p]->name))
        p++;
      if (p >= n)
        continue;
      parameter = list->children[p];
      check_argument_type (self, argument, parameter, name, is_launch);
      check_const_argument (self, argument, function, parameter, name);
      p += !parameter || !(parameter->flags & RS_NODE_VARIADIC);
    }
}

static gboolean
is_native (const RsNode *function)
{
  return (function->flags & (RS_NODE_KERNEL | RS_NODE_DEVICE)) || (function->scope && function->scope->is_kernel);
}

/* FALSE, reported: no call of the function can stand here, whatever it passes. */
static gboolean
check_caller (RsCheck *self, const RsNode *call, const RsSymbol *symbol)
{
  gboolean any_native = FALSE, all_kernels = TRUE;

  for (guint i = 0; i < symbol->overloads->len; i++)
    {
      const RsNode *overload = g_ptr_array_index (symbol->overloads, i);

      any_native = any_native || is_native (overload);
      all_kernels = all_kernels && (overload->flags & RS_NODE_KERNEL);
    }
  if ((self->scope->is_kernel || self->in_parallel) && !any_native)
    report_host_only (self, call, symbol->name, TRUE);
  else if (all_kernels)
    rs_check_report (self, RS_SEVERITY_ERROR, call, RS_SAY (KERNEL_CALLED), symbol->name, symbol->name);
  else
    return TRUE;
  return FALSE;
}

/* Whether one of several functions can take these arguments, as far as their types are known. */
static gboolean
overload_may_fit (RsCheck *self, const RsNode *call, const RsNode *function, Passed passed)
{
  guint n, next = RS_CALL_FIRST_ARGUMENT;
  const RsNode *list = parameters_of (function, &n);
  const RsNode *generic = rs_node_child (function, RS_FUNCTION_TYPE_PARAMETERS);

  if (!function_takes (function, passed))
    return FALSE;
  for (guint i = 0; i < n && next < call->n_children && !(generic && generic->n_children > 0); i++, next++)
    {
      const RsSymbol *symbol = list->children[i] ? list->children[i]->symbol : NULL;

      if (!symbol || (list->children[i]->flags & RS_NODE_VARIADIC))
        return TRUE;
      if (symbol->is_declared && call->children[next] && call->children[next]->kind != RS_NODE_PLACEHOLDER
          && !rs_type_may_accept (symbol->type,
                                  rs_infer_expression (self->arena, call->children[next], self->precision)))
        return FALSE;
    }
  return TRUE;
}

static void
check_overloads (RsCheck *self, const RsNode *call, const RsSymbol *symbol, Passed passed)
{
  g_autoptr (GString) types = NULL;

  for (guint i = 0; i < symbol->overloads->len; i++)
    if (overload_may_fit (self, call, g_ptr_array_index (symbol->overloads, i), passed))
      return;
  types = g_string_new (NULL);
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    {
      g_autofree char *type = rs_type_describe (rs_infer_expression (self->arena, call->children[i], self->precision));

      g_string_append_printf (types, "%s%s", types->len > 0 ? ", " : "", type);
    }
  rs_check_report (self, rs_check_certain (self), call, RS_SAY (OVERLOAD_TYPES), symbol->overloads->len, symbol->name,
                   types->str);
}

static void
check_function_call (RsCheck *self, const RsNode *call, const RsSymbol *symbol)
{
  Passed passed = count_arguments (call, RS_CALL_FIRST_ARGUMENT);
  guint n = passed.n_positional + passed.n_named;
  gboolean fits = symbol->builtin && builtin_takes (symbol->builtin, passed);

  /* A function with the name of a type is one more constructor. */
  if (symbol->constructs && symbol->constructs->class_description)
    rs_check_construction (self, call, symbol->constructs->class_description, symbol);
  if (rs_scope_lookup_type (symbol->name, self->scope))
    return;
  if (!check_caller (self, call, symbol)
      || (symbol->declaration && !symbol->builtin && is_given_twice (self, call, symbol->declaration, symbol->name)))
    return;
  for (guint i = 0; !fits && i < symbol->overloads->len; i++)
    fits = function_takes (g_ptr_array_index (symbol->overloads, i), passed);
  if (symbol->declaration && !symbol->builtin && (!fits || lacks_argument (call, symbol->declaration, passed)))
    report_count (self, call, symbol->name, symbol->declaration, passed);
  else if (!fits)
    rs_check_report (self, RS_SEVERITY_ERROR, call, RS_SAY (OVERLOAD_NUMBER), symbol->name, n, plural (n));
  else if (symbol->declaration && !symbol->builtin)
    check_argument_types (self, call, RS_CALL_FIRST_ARGUMENT, call->n_children, symbol->declaration, symbol->name,
                          FALSE);
  else if (!symbol->declaration && !symbol->builtin && !passed.is_open && passed.n_named == 0)
    check_overloads (self, call, symbol, passed);
}

/* A variable that holds one lambda expression all the time. */
static const RsNode *
lambda_of (const RsSymbol *symbol)
{
  const RsNode *value = symbol->initial;

  if (symbol->kind != RS_SYMBOL_VARIABLE || symbol->is_parameter || symbol->is_assigned_again)
    return NULL;
  return value && value->kind == RS_NODE_LAMBDA ? value : NULL;
}

static void
check_lambda_call (RsCheck *self, const RsNode *call, const RsSymbol *symbol, const RsNode *lambda)
{
  Passed passed = count_arguments (call, RS_CALL_FIRST_ARGUMENT);

  if (passed.n_named > 0)
    return;
  if (!function_takes (lambda, passed))
    report_count (self, call, symbol->name, lambda, passed);
  else
    check_argument_types (self, call, RS_CALL_FIRST_ARGUMENT, call->n_children, lambda, symbol->name, FALSE);
}

/* A variable that is declared with a function type (manual 3.9). */
static void
check_typed_call (RsCheck *self, const RsNode *call, const RsSymbol *symbol)
{
  const RsType *type = symbol->type;
  Passed passed = count_arguments (call, RS_CALL_FIRST_ARGUMENT);
  guint n = passed.n_positional;

  if (type->kind != RS_TYPE_FUNCTION || (type->qualifiers & (RS_NODE_VARIADIC | RS_NODE_KERNEL)) || passed.is_open
      || passed.n_named > 0)
    return;
  if (n != type->n_inputs)
    {
      g_autofree char *text = rs_type_to_string (type);

      rs_check_report (self, rs_check_certain (self), call, RS_SAY (HANDLE_ARGUMENTS), symbol->name, type->n_inputs,
                       plural (type->n_inputs), text, n);
      return;
    }
  for (guint i = 0; i < n; i++)
    {
      const RsNode *argument = call->children[RS_CALL_FIRST_ARGUMENT + i];
      const RsType *actual = rs_infer_expression (self->arena, argument, self->precision);

      if (!rs_check_argument_fits (type->inputs[i], actual))
        {
          g_autofree char *f = rs_type_to_string (type->inputs[i]), *a = rs_type_describe (actual);

          rs_check_report (self, rs_check_certain (self), argument, RS_SAY (HANDLE_ARGUMENT_TYPE), i + 1, symbol->name,
                           f, a);
        }
    }
}

static void
check_variable_call (RsCheck *self, const RsNode *call, const RsSymbol *symbol)
{
  const RsNode *lambda = lambda_of (symbol);

  if (lambda)
    check_lambda_call (self, call, symbol, lambda);
  else if (symbol->is_declared && symbol->type)
    check_typed_call (self, call, symbol);
}

/* --- launches --- */

/* The one function that the last argument of a launch is, or NULL. */
static const RsNode *
launched_function (const RsNode *call)
{
  const RsNode *last = rs_node_last (call);
  const RsSymbol *symbol;

  if (call->n_children < RS_CALL_FIRST_ARGUMENT + 2 || !last)
    return NULL;
  if (last->kind == RS_NODE_LAMBDA)
    return last;
  symbol = last->kind == RS_NODE_NAME || rs_is_specialization (last) ? rs_symbol_get_origin (last->symbol) : NULL;
  return symbol && symbol->kind == RS_SYMBOL_FUNCTION ? symbol->declaration : NULL;
}

/* Whether the argument behind the dimensions may be the size of a block: a vector, or one number. */
static gboolean
may_be_block (RsCheck *self, const RsNode *argument)
{
  const RsType *type = rs_infer_expression (self->arena, argument, self->precision);

  return type->kind == RS_TYPE_UNKNOWN || type->kind == RS_TYPE_NUMBER || type->kind == RS_TYPE_RANGE
         || (type->kind == RS_TYPE_ARRAY && (type->rank <= 1 || (type->rank == 2 && type->sizes[0] <= 1)));
}

/* A variable that holds a device function can't be launched (manual 10.1). */
static void
check_launched_value (RsCheck *self, const RsNode *call)
{
  const RsNode *last = call->n_children > RS_CALL_FIRST_ARGUMENT ? rs_node_last (call) : NULL;
  const RsType *type = last && last->kind == RS_NODE_NAME ? rs_infer_expression (self->arena, last, self->precision)
                                                          : NULL;

  if (type && type->kind == RS_TYPE_FUNCTION && (type->qualifiers & RS_NODE_DEVICE)
      && !(type->qualifiers & RS_NODE_KERNEL))
    rs_check_report (self, rs_check_certain (self), last, RS_SAY (LAUNCHED_DEVICE),
                     call->children[RS_CALL_CALLEE]->name, last->name);
}

/* parallel_do (dims, arguments..., kernel): the special parameters get their values from the launch; a block size may
 * come first. */
static void
check_launch (RsCheck *self, const RsNode *call)
{
  const RsNode *function = launched_function (call), *list;
  Passed passed = count_arguments (call, RS_CALL_FIRST_ARGUMENT);
  const char *name = function && function->name ? function->name : "the kernel";
  guint n_parameters, n_needed = 0, n_given;

  if (!function)
    {
      check_launched_value (self, call);
      return;
    }
  if (!(function->flags & RS_NODE_KERNEL))
    {
      rs_check_report (self, RS_SEVERITY_ERROR, rs_node_last (call), RS_SAY (LAUNCHED_HOST),
                       call->children[RS_CALL_CALLEE]->name, function->name ? "`" : "", name,
                       function->name ? "`" : "");
      return;
    }
  list = parameters_of (function, &n_parameters);
  for (guint i = 0; i < n_parameters; i++)
    {
      const RsNode *parameter = list->children[i];

      if (parameter && (parameter->flags & RS_NODE_VARIADIC))
        return;
      n_needed += !(parameter && parameter->name && rs_is_special_parameter (parameter->name));
    }
  n_given = passed.n_positional - 2;
  if (passed.is_open || passed.n_named > 0 || passed.n_positional < 2)
    return;
  if (n_given != n_needed
      && (n_given != n_needed + 1 || !may_be_block (self, call->children[RS_CALL_FIRST_ARGUMENT + 1])))
    rs_check_report (self, RS_SEVERITY_ERROR, call, RS_SAY (LAUNCH_ARGUMENTS), name, n_needed, plural (n_needed),
                     n_given);
  else
    {
      guint first = RS_CALL_FIRST_ARGUMENT + 1 + n_given - n_needed;
      guint n_errors = rs_diagnostics_count (self->diagnostics, RS_SEVERITY_ERROR);

      if (n_given == n_needed)
        rs_check_grid_of_line (self, call, list, n_parameters);
      check_argument_types (self, call, first, call->n_children - 1, function, name, TRUE);
      if (rs_diagnostics_count (self->diagnostics, RS_SEVERITY_ERROR) == n_errors)
        rs_check_launched_texts (self, call, first, name);
    }
}

/* A class with type parameters is named with all of them (manual 7.5). */
static void
check_generic_class (RsCheck *self, const RsNode *call, const RsNode *callee)
{
  const RsNode *name = callee->kind == RS_NODE_INDEX ? rs_node_child (callee, 0) : callee;
  const RsSymbol *symbol = name && name->kind == RS_NODE_NAME ? rs_symbol_get_origin (name->symbol) : NULL;
  guint n = callee->kind == RS_NODE_INDEX ? callee->n_children - RS_INDEX_FIRST : 0, n_parameters;

  if (!rs_symbol_is_generic_type (symbol))
    return;
  n_parameters = symbol->declaration->children[RS_TYPE_DEFINITION_TYPE_PARAMETERS]->n_children;
  if (n == 0)
    rs_check_report (self, RS_SEVERITY_ERROR, call, RS_SAY (TYPE_PARAMETERS_NEEDED), symbol->name, symbol->name);
  else if (n != n_parameters)
    rs_check_report (self, RS_SEVERITY_ERROR, call, RS_SAY (TYPE_PARAMETERS_NUMBER), symbol->name, n_parameters,
                     plural (n_parameters), n);
}

/* object.f (x) is f (object, x), where the class of the object is known. */
static void
check_method_call (RsCheck *self, const RsNode *call, const RsNode *callee)
{
  const RsType *object = rs_infer_expression (self->arena, callee->children[0], self->precision);
  const RsNode *function_call = rs_method_call_as_function_call (self->arena, call, object);

  if (!function_call)
    return;
  rs_check_call (self, function_call);
  rs_check_generic_call (self, function_call);
}

void
rs_check_call (RsCheck *self, const RsNode *call)
{
  g_assert (call->kind == RS_NODE_CALL);

  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);
  const RsSymbol *symbol = callee && callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;

  if (!rs_check_argument_order (self, call))
    return;
  if (callee && callee->kind == RS_NODE_FIELD && rs_node_child (callee, 0))
    check_method_call (self, call, callee);
  if (callee && (callee->kind == RS_NODE_NAME || callee->kind == RS_NODE_INDEX))
    check_generic_class (self, call, callee);
  if (!symbol)
    return;
  if (symbol->kind == RS_SYMBOL_TYPE && symbol->type && rs_type_get_class (symbol->type)
      && symbol->type->kind == RS_TYPE_CLASS)
    rs_check_construction (self, call, rs_type_get_class (symbol->type), NULL);
  if (symbol->kind == RS_SYMBOL_BUILTIN)
    check_builtin_call (self, call, symbol->builtin);
  else if (symbol->kind == RS_SYMBOL_FUNCTION)
    check_function_call (self, call, symbol);
  else if (symbol->kind == RS_SYMBOL_VARIABLE)
    check_variable_call (self, call, symbol);
  if (symbol->kind == RS_SYMBOL_BUILTIN && rs_builtin_is_launch (symbol->builtin))
    check_launch (self, call);
}
