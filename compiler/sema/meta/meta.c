/* The meta functions, and their dispatch. See meta.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/platform.h"
#include "compiler/sema/infer/infer.h"
#include "compiler/sema/logic/terms/simplify.h"
#include "compiler/sema/meta/meta-private.h"
#include "compiler/syntax/copy.h"

#include <math.h>
#include <string.h>

typedef RsNode *(*Evaluate) (const RsMeta *self, const RsNode *meta);

#define MAX_SUBSTITUTED 200000 /* nodes that one $subs may make */

/* --- nodes --- */

void
rs_meta_report (const RsMeta *self, const RsNode *node, RsMessageId id, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  rs_diagnostics_report_text (self->diagnostics, rs_message_get_code (id), RS_SEVERITY_ERROR, self->module->source,
                              node->span, text);
}

RsNode *
rs_meta_copy (const RsMeta *self, const RsNode *node)
{
  RsNodeCopy copy = { .arena = self->module->arena, .keep_symbols = TRUE };

  return rs_node_copy (&copy, node);
}

RsNode *
rs_meta_string (const RsMeta *self, const RsNode *place, const char *text)
{
  RsNode *node = rs_arena_new0 (self->module->arena, RsNode);

  node->kind = RS_NODE_STRING;
  node->span = place->span;
  node->text = rs_arena_strndup (self->module->arena, text, strlen (text));
  return node;
}

RsNode *
rs_meta_integer (const RsMeta *self, const RsNode *place, gint64 value)
{
  return rs_number_node (self->module->arena, place, (double)value, TRUE);
}

static RsNode *
truth (const RsMeta *self, const RsNode *place, gboolean value)
{
  return rs_truth_node (self->module->arena, place, value);
}

/* --- functions --- */

const RsNode *
rs_meta_find_function (const RsMeta *self, const RsNode *expression)
{
  const RsSymbol *symbol;

  if (expression->kind == RS_NODE_LAMBDA)
    return expression;
  symbol = expression->kind == RS_NODE_NAME ? rs_symbol_get_origin (expression->symbol) : NULL;
  if (!symbol)
    return NULL;
  return symbol->kind == RS_SYMBOL_FUNCTION ? symbol->declaration : g_hash_table_lookup (self->functions, symbol);
}

/* (a, b), in this order. */
static RsNode *
list_of_parameters (const RsMeta *self, const RsNode *meta, const RsNode *owner, guint n)
{
  RsNode *list = rs_arena_new0 (self->module->arena, RsNode);

  list->kind = RS_NODE_MATRIX;
  list->flags = RS_NODE_PARENTHESES;
  list->span = meta->span;
  list->children = rs_arena_array (self->module->arena, RsNode *, n + 1);
  for (guint i = 0; i < n; i++)
    if (owner->children[i] && owner->children[i]->name)
      {
        RsNode *name = rs_arena_new0 (self->module->arena, RsNode);

        name->kind = RS_NODE_NAME;
        name->name = owner->children[i]->name;
        name->span = meta->span;
        list->children[list->n_children++] = name;
      }
  return list;
}

static RsNode *
evaluate_arguments (const RsMeta *self, const RsNode *meta, gboolean outputs)
{
  const RsNode *function = rs_meta_find_function (self, meta->children[0]), *list;

  if (!function)
    {
      rs_meta_report (self, meta, RS_SAY (META_FUNCTION), meta->name);
      return NULL;
    }
  if (function->kind == RS_NODE_LAMBDA)
    return list_of_parameters (self, meta, function, outputs ? 0 : function->n_children - 1);
  list = rs_node_child (function, outputs ? RS_FUNCTION_OUTPUTS : RS_FUNCTION_PARAMETERS);
  return list_of_parameters (self, meta, list ? list : function, list ? list->n_children : 0);
}

static RsNode *
evaluate_args_in (const RsMeta *self, const RsNode *meta)
{
  return evaluate_arguments (self, meta, FALSE);
}

static RsNode *
evaluate_args_out (const RsMeta *self, const RsNode *meta)
{
  return evaluate_arguments (self, meta, TRUE);
}

/* --- expressions --- */

static RsNode *
expand_calls (const RsNode *node, gpointer data)
{
  const RsMeta *self = data;
  const RsNode *callee = node->kind == RS_NODE_CALL ? rs_node_child (node, RS_CALL_CALLEE) : NULL;
  const RsNode *function = callee ? rs_meta_find_function (self, callee) : NULL;
  RsNodeCopy again = { self->module->arena, expand_calls, data, TRUE };
  RsNode *inlined = function ? rs_meta_inline_call (self, function, node) : NULL;

  return inlined ? rs_node_copy (&again, inlined) : NULL;
}

static gboolean
calls_itself (const RsMeta *self, const RsNode *node, guint depth)
{
  const RsNode *callee = node->kind == RS_NODE_CALL ? rs_node_child (node, RS_CALL_CALLEE) : NULL;
  const RsNode *function = callee ? rs_meta_find_function (self, callee) : NULL;

  if (function && (depth == 0 || calls_itself (self, function, depth - 1)))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && calls_itself (self, node->children[i], depth))
      return TRUE;
  return FALSE;
}

static RsNode *
evaluate_constant (const RsMeta *self, const RsNode *node)
{
  double value;
  gboolean integer;
  RsNode *list;

  if (node->kind == RS_NODE_STRING)
    return rs_meta_copy (self, node);
  if (rs_expression_fold (self->facts, node, &value, &integer))
    return rs_number_node (self->module->arena, node, value, integer);
  if (node->kind != RS_NODE_MATRIX)
    return rs_logic_decide (self->facts, node) == RS_ANSWER_UNKNOWN
             ? NULL : truth (self, node, rs_logic_decide (self->facts, node) == RS_ANSWER_TRUE);
  list = rs_meta_copy (self, node);
  for (guint i = 0; i < list->n_children; i++)
    if (!list->children[i] || !(list->children[i] = evaluate_constant (self, list->children[i])))
      return NULL;
  return list;
}

/* The name that keeps an expression from being constant, or NULL. */
static const RsNode *
find_unknown (const RsMeta *self, const RsNode *node)
{
  double value;
  gboolean integer;

  if (node->kind == RS_NODE_NAME)
    {
      const RsSymbol *symbol = rs_symbol_get_origin (node->symbol);

      return (!symbol || symbol->kind == RS_SYMBOL_VARIABLE || symbol->kind == RS_SYMBOL_SYMBOLIC)
                 && !rs_expression_fold (self->facts, node, &value, &integer) ? node : NULL;
    }
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *found = node->children[i] ? find_unknown (self, node->children[i]) : NULL;

      if (found)
        return found;
    }
  return NULL;
}

static RsNode *
evaluate_eval (const RsMeta *self, const RsNode *meta)
{
  RsNodeCopy copy = { self->module->arena, expand_calls, (gpointer)self, TRUE };
  const RsNode *argument = meta->children[0], *unknown;
  RsNode *value = evaluate_constant (self, argument);
  g_autofree char *text = NULL;

  if (!value && !calls_itself (self, argument, 8))
    value = evaluate_constant (self, rs_node_copy (&copy, argument));
  if (value)
    return value;
  text = rs_node_to_string (argument);
  unknown = find_unknown (self, argument);
  if (unknown)
    rs_meta_report (self, argument, RS_SAY (EVAL_NOT_CONSTANT), text, unknown->name);
  else
    rs_meta_report (self, argument, RS_SAY (EVAL_IMPOSSIBLE), text);
  return NULL;
}

typedef struct {
  const RsMeta *meta;
  const RsNode *const *rules; /* of NAMED_ARGUMENT */
  guint n;
  guint n_copied; /* nodes; when they are more than MAX_SUBSTITUTED, names are left as they are */
} Substitution;

static RsNode *
replace_name (const RsNode *node, gpointer data)
{
  Substitution *self = data;
  RsNodeCopy copy = { .arena = self->meta->module->arena, .keep_symbols = TRUE, .n_copied = &self->n_copied };

  for (guint i = 0; node->kind == RS_NODE_NAME && i < self->n && self->n_copied <= MAX_SUBSTITUTED; i++)
    if (self->rules[i]->name == node->name)
      return rs_node_copy (&copy, self->rules[i]->children[0]);
  return NULL;
}

/* A name inside of a lambda whose replacement names something: the lambda binds its variables already. */
static const RsNode *
find_bound (const Substitution *self, const RsNode *node, gboolean in_lambda)
{
  const RsNode *found = NULL;

  in_lambda = in_lambda || node->kind == RS_NODE_LAMBDA;
  for (guint i = 0; node->kind == RS_NODE_NAME && in_lambda && i < self->n; i++)
    if (self->rules[i]->name == node->name && self->rules[i]->children[0]->kind != RS_NODE_NUMBER)
      return node;
  for (guint i = 0; i < node->n_children && !found; i++)
    found = node->children[i] ? find_bound (self, node->children[i], in_lambda) : NULL;
  return found;
}

static RsNode *
evaluate_subs (const RsMeta *self, const RsNode *meta)
{
  guint n = meta->n_children - 1;
  Substitution substitution = { self, (const RsNode *const *)meta->children, n, 0 };
  RsNodeCopy copy = { self->module->arena, replace_name, &substitution, TRUE };
  const RsNode *bound;
  RsNode *result;

  for (guint i = 0; i < n; i++)
    if (meta->children[i]->kind != RS_NODE_NAMED_ARGUMENT || !rs_node_child (meta->children[i], 0))
      {
        rs_meta_report (self, meta->children[i], RS_SAY (SUBS_FORM));
        return NULL;
      }
  bound = find_bound (&substitution, meta->children[n], FALSE);
  if (bound)
    {
      rs_meta_report (self, bound, RS_SAY (SUBS_LAMBDA), bound->name);
      return NULL;
    }
  result = rs_node_copy (&copy, meta->children[n]);
  if (substitution.n_copied <= MAX_SUBSTITUTED)
    return result;
  rs_meta_report (self, meta, RS_SAY (SUBS_TOO_LONG), MAX_SUBSTITUTED);
  return NULL;
}

static guint
first_operand (const RsNode *node)
{
  return node->kind == RS_NODE_CALL ? RS_CALL_FIRST_ARGUMENT : 0;
}

static guint
count_operands (const RsNode *node)
{
  return node->kind == RS_NODE_LAMBDA ? 0 : node->n_children - first_operand (node);
}

static RsNode *
evaluate_nops (const RsMeta *self, const RsNode *meta)
{
  return rs_meta_integer (self, meta, count_operands (meta->children[0]));
}

static RsNode *
evaluate_op (const RsMeta *self, const RsNode *meta)
{
  const RsNode *node = meta->children[0];
  g_autofree char *text = NULL;
  double index;
  gboolean integer;

  if (!rs_expression_fold (self->facts, meta->children[1], &index, &integer) || index != floor (index))
    {
      rs_meta_report (self, meta->children[1], RS_SAY (OP_NUMBER));
      return NULL;
    }
  if (index >= 0 && index < count_operands (node) && node->children[first_operand (node) + (guint)index])
    return rs_meta_copy (self, node->children[first_operand (node) + (guint)index]);
  text = rs_node_to_string (node);
  rs_meta_report (self, meta, RS_SAY (OP_OUTSIDE), text, count_operands (node), index);
  return NULL;
}

/* --- logic --- */

static RsNode *
evaluate_check (const RsMeta *self, const RsNode *meta)
{
  switch (rs_logic_decide (self->facts, meta->children[0]))
    {
    case RS_ANSWER_TRUE:
      return rs_meta_string (self, meta, "Valid");
    case RS_ANSWER_FALSE:
      return rs_meta_string (self, meta, "Unsatisfiable");
    default:
      return rs_meta_string (self, meta, "Satisfiable");
    }
}

/* type (name, "T") */
static RsNode *
type_predicate (const RsMeta *self, const RsNode *name, const RsType *type)
{
  RsArena *arena = self->module->arena;
  RsNode *call = rs_arena_new0 (arena, RsNode), *callee = rs_arena_new0 (arena, RsNode);
  RsSymbol *symbol = rs_arena_new0 (arena, RsSymbol);
  g_autofree char *text = rs_type_to_string (type);

  symbol->kind = RS_SYMBOL_BUILTIN;
  symbol->name = "type";
  symbol->builtin = rs_builtin_get (RS_BUILTIN_ID_TYPE);
  symbol->type = &rs_type_unknown;
  callee->kind = RS_NODE_NAME;
  callee->name = symbol->name;
  callee->span = name->span;
  callee->symbol = symbol;
  call->kind = RS_NODE_CALL;
  call->span = name->span;
  call->n_children = 3;
  call->children = rs_arena_array (arena, RsNode *, 3);
  call->children[0] = callee;
  call->children[1] = rs_meta_copy (self, name);
  call->children[2] = rs_meta_string (self, name, text);
  return call;
}

static RsNode *
evaluate_assump (const RsMeta *self, const RsNode *meta)
{
  const RsNode *name = meta->children[0], *facts;
  const RsSymbol *symbol = name->kind == RS_NODE_NAME ? rs_symbol_get_origin (name->symbol) : NULL;
  RsNode *type = NULL, *both;

  if (!symbol || (symbol->kind != RS_SYMBOL_VARIABLE && symbol->kind != RS_SYMBOL_SYMBOLIC))
    {
      rs_meta_report (self, name, RS_SAY (ASSUMP_VARIABLE));
      return NULL;
    }
  if (symbol->type && symbol->type->kind != RS_TYPE_UNKNOWN)
    type = type_predicate (self, name, symbol->type);
  facts = rs_facts_about (self->facts, symbol);
  if (!facts)
    return type ? type : truth (self, meta, TRUE);
  if (!type)
    return rs_meta_copy (self, facts);
  both = rs_arena_new0 (self->module->arena, RsNode);
  both->kind = RS_NODE_BINARY;
  both->op = RS_OP_AND;
  both->span = meta->span;
  both->n_children = 2;
  both->children = rs_arena_array (self->module->arena, RsNode *, 2);
  both->children[0] = type;
  both->children[1] = rs_meta_copy (self, facts);
  return both;
}

static RsNode *
evaluate_simplify (const RsMeta *self, const RsNode *meta)
{
  const RsNode *node = meta->children[0];
  RsSimplify how = { self->module->arena, self->facts, rs_logic_is_symbolic (node) };

  return rs_expression_simplify (&how, node);
}

static RsNode *
evaluate_ubound (const RsMeta *self, const RsNode *meta)
{
  double bound;
  RsNode *node;

  if (rs_infer_expression (self->module->arena, meta->children[0], self->module->root->scope->precision)->kind
      == RS_TYPE_STRING)
    {
      rs_meta_report (self, meta->children[0], RS_SAY (UBOUND_NUMBER));
      return NULL;
    }
  if (rs_logic_upper_bound (self->facts, meta->children[0], &bound))
    return rs_number_node (self->module->arena, meta, bound, bound == floor (bound));
  node = truth (self, meta, TRUE);
  node->name = node->symbol->name = "inf";
  node->symbol->builtin = rs_builtin_get (RS_BUILTIN_ID_INF);
  return node;
}

/* The kernel or device function around the place; NULL: it is host code. */
static const RsScope *
find_function_of_devices (const RsMeta *self)
{
  const RsScope *scope = rs_facts_get_scope (self->facts);

  while (scope && !(scope->node->flags & (RS_NODE_KERNEL | RS_NODE_DEVICE)))
    scope = scope->parent;
  return scope;
}

/* --- where the code is --- */

static RsNode *
evaluate_ftype (const RsMeta *self, const RsNode *meta)
{
  const char *text = meta->children[0]->text, *kind = "__host__";
  const RsScope *scope = find_function_of_devices (self);

  if (meta->children[0]->kind != RS_NODE_STRING || !text
      || (strcmp (text, "__host__") != 0 && strcmp (text, "__device__") != 0 && strcmp (text, "__kernel__") != 0))
    {
      rs_meta_report (self, meta->children[0], RS_SAY (FTYPE_WORD));
      return NULL;
    }
  if (scope)
    kind = scope->node->flags & RS_NODE_KERNEL ? "__kernel__" : "__device__";
  return truth (self, meta, strcmp (text, kind) == 0);
}

/* In kernels and device functions it stays open until their code is made for a target. */
static RsNode *
evaluate_target (const RsMeta *self, const RsNode *meta)
{
  const RsNode *argument = meta->children[0];
  RsNode *value;

  if (argument->kind != RS_NODE_STRING || !argument->text)
  {
    rs_meta_report (self, argument, RS_SAY (TARGET_NAME));
    return NULL;
  }
  if (!rs_platform_is_known (argument->text))
    {
      g_autofree char *all = rs_platform_list ();

      rs_meta_report (self, argument, RS_SAY (TARGET_UNKNOWN), argument->text, all);
      return NULL;
    }
  value = rs_meta_integer (self, meta, rs_platform_is_meant (RS_PLATFORM_CPU, argument->text));
  if (!self->is_for_cpu && find_function_of_devices (self) != NULL)
    {
      value->kind = RS_NODE_TARGET_TEST;
      value->text = argument->text;
    }
  return value;
}

/* --- other --- */

static RsNode *
evaluate_str (const RsMeta *self, const RsNode *meta)
{
  g_autofree char *text = rs_meta_to_text (meta->children[1], meta->children[0]);

  return rs_meta_string (self, meta, text);
}

/* Without a call behind it, $inline (f) is f. */
static RsNode *
evaluate_inline (const RsMeta *self, const RsNode *meta)
{
  return meta->children[0];
}

static RsNode *
evaluate_typerecon (const RsMeta *self, const RsNode *meta)
{
  return rs_meta_reconstruct_type (self, meta);
}

/* --- dispatch --- */

typedef struct {
  const char *name;
  Evaluate evaluate;
  int min, max;
} Row;

static const Row rows[] = {
#define RS_META(name, text, min, max) { text, evaluate_##name, min, max },
#include "compiler/sema/meta/meta-functions.def"
#undef RS_META
};

static const Row *
find_row (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].name, name) == 0)
      return &rows[i];
  return NULL;
}

gboolean
rs_meta_handles (const RsNode *meta)
{
  return meta->name && strcmp (meta->name, "specialize") != 0;
}

gboolean
rs_meta_is_inline (const RsNode *meta)
{
  return meta->name && strcmp (meta->name, "inline") == 0 && meta->n_children > 0 && meta->children[0];
}

static RsNode *
evaluate_inner (const RsNode *node, gpointer data)
{
  RsNode *value;

  if (node->kind != RS_NODE_META || !rs_meta_handles (node))
    return NULL;
  value = rs_meta_evaluate (data, node);
  if (value)
    return value;
  /* The error has been reported; anything will do. */
  value = rs_arena_new0 (((const RsMeta *)data)->module->arena, RsNode);
  value->kind = RS_NODE_ERROR;
  value->span = node->span;
  return value;
}

static gboolean
has_error (const RsNode *node)
{
  if (node->kind == RS_NODE_ERROR)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && has_error (node->children[i]))
      return TRUE;
  return FALSE;
}

static gboolean
has_inner (const RsNode *node)
{
  if (node->kind == RS_NODE_META)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && has_inner (node->children[i]))
      return TRUE;
  return FALSE;
}

static void
report_unknown (const RsMeta *self, const RsNode *meta)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_string_append_printf (all, "%s$%s", i > 0 ? ", " : "", rows[i].name);
  rs_meta_report (self, meta, RS_SAY (META_UNKNOWN), meta->name, all->str);
}

/* Arguments with the meta functions in them evaluated; $str gets the text of its argument behind it. */
static RsNode *
prepare (const RsMeta *self, const RsNode *meta)
{
  RsNodeCopy copy = { self->module->arena, evaluate_inner, (gpointer)self, TRUE };
  RsNode *prepared = rs_arena_memdup (self->module->arena, meta, sizeof *meta);

  prepared->children = rs_arena_array (self->module->arena, RsNode *, meta->n_children + 1);
  for (guint i = 0; i < meta->n_children; i++)
    {
      if (!meta->children[i])
        return NULL;
      prepared->children[i] = has_inner (meta->children[i]) ? rs_node_copy (&copy, meta->children[i])
                                                            : meta->children[i];
      if (has_error (prepared->children[i]))
        return NULL;
    }
  prepared->children[meta->n_children] = meta->n_children > 0 ? meta->children[0] : NULL;
  return prepared;
}

RsNode *
rs_meta_evaluate (const RsMeta *self, const RsNode *meta)
{
  g_assert (meta->kind == RS_NODE_META);

  const Row *row = find_row (meta->name);
  RsNode *prepared;

  if (!row)
    {
      report_unknown (self, meta);
      return NULL;
    }
  if ((int)meta->n_children < row->min || (row->max >= 0 && (int)meta->n_children > row->max))
    {
      rs_meta_report (self, meta, RS_SAY (META_ARGUMENTS), row->name, row->min, row->max != row->min ? " or more" : "",
                      row->min == 1 && row->max == 1 ? "" : "s", meta->n_children);
      return NULL;
    }
  prepared = prepare (self, meta);
  return prepared ? row->evaluate (self, prepared) : NULL;
}

RsNode *
rs_meta_inline (const RsMeta *self, const RsNode *call)
{
  g_assert (call->kind == RS_NODE_CALL && call->children[RS_CALL_CALLEE]->kind == RS_NODE_META);

  const RsNode *meta = call->children[RS_CALL_CALLEE];
  const RsNode *function = rs_meta_find_function (self, meta->children[0]);

  return function ? rs_meta_inline_call (self, function, call) : NULL;
}
