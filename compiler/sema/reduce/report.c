/* Messages of the reducer, and what is left when no reduction applies any more.
 *
 * A function that only reductions define, a symbolic name or a user-defined operator can't be computed; what the user
 * wrote, not what became of it on the way, is named (manual 4.9.1). Where the types were open, run time raises the
 * error.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/reduce/reduce-private.h"

#include <string.h>

#define MAX_STEP_TEXT 60 /* letters of an expression in a message */

void
rs_reduce_report (RsReducer *self, RsSeverity severity, RsModule *module, RsSpan span, RsMessageId id,
                  const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  rs_diagnostics_report_text (self->diagnostics, rs_message_get_code (id), severity, module->source, span, text);
}

void
rs_reduce_add_step (GString *way, const char *expression)
{
  glong length = g_utf8_strlen (expression, -1);
  g_autofree char *start = g_utf8_substring (expression, 0, MIN (length, MAX_STEP_TEXT));

  g_string_append_printf (way, "%s`%s%s`", way->len > 0 ? " -> " : "", start, length > MAX_STEP_TEXT ? "..." : "");
}

const char *
rs_reduce_origin (RsReducer *self, const RsNode *node)
{
  const char *origin = g_hash_table_lookup (self->origins, node);
  g_autofree char *text = origin ? NULL : rs_node_to_string (node);

  return origin ? origin : rs_arena_strndup (self->module->arena, text, strlen (text));
}

/* --- what is left --- */

typedef struct {
  RsReducer *reducer;
  const char *origin;  /* of the expression around the node, or NULL */
  gboolean at_run_time; /* reductions have been tried there */
  gboolean in_try;      /* its error may be expected */
} Rest;

static void check (Rest *self, RsNode **slot);

/* Whether a built-in function is given a number of arguments that only a reduction could make sense of. */
static gboolean
is_foreign_form (const RsNode *call, const RsBuiltin *builtin)
{
  guint n = call->n_children - RS_CALL_FIRST_ARGUMENT;

  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    if (call->children[i] && call->children[i]->kind == RS_NODE_SPREAD)
      return FALSE;
  return (int)n < builtin->min_arguments || (builtin->max_arguments >= 0 && (int)n > builtin->max_arguments);
}

static gboolean
is_unmade (Rest *self, const RsNode *node)
{
  const RsNode *callee;

  if (node->kind == RS_NODE_BINARY && node->op == RS_OP_USER)
    return TRUE;
  if (node->kind == RS_NODE_NAME && node->symbol && node->symbol->kind == RS_SYMBOL_SYMBOLIC)
    return TRUE;
  callee = node->kind == RS_NODE_CALL ? rs_node_child (node, RS_CALL_CALLEE) : NULL;
  if (!callee || callee->kind != RS_NODE_NAME)
    return FALSE;
  if (!callee->symbol && self->origin)
    return TRUE;
  if (callee->symbol && callee->symbol->kind == RS_SYMBOL_SYMBOLIC)
    return TRUE;
  if (self->at_run_time && callee->symbol && callee->symbol->kind == RS_SYMBOL_BUILTIN && callee->symbol->builtin
      && !(callee->symbol->builtin->flags & RS_BUILTIN_CONSTANT))
    return is_foreign_form (node, callee->symbol->builtin);
  return !callee->symbol && rs_reduce_has_head (self->reducer, callee->name);
}

/* error ("...") instead of the node. */
static void
raise_at_run_time (Rest *self, RsNode **slot, const char *text)
{
  RsReducer *reducer = self->reducer;
  RsSpan span = (*slot)->span;
  RsNode *message = rs_reduce_node (reducer, RS_NODE_STRING, span, 0);
  g_autofree char *sentence = g_strdup_printf (rs_format_NO_REDUCTION, text);

  message->text = rs_arena_strndup (reducer->module->arena, sentence, strlen (sentence));
  *slot = rs_reduce_node (reducer, RS_NODE_CALL, span, 2, rs_reduce_builtin (reducer, RS_BUILTIN_ID_ERROR, span),
                          message);
}

static void
fail (Rest *self, RsNode **slot)
{
  const char *text = self->origin ? self->origin : rs_reduce_origin (self->reducer, *slot);

  RsSpan span = (*slot)->span;
  gconstpointer key = self->origin ? (gconstpointer)self->origin : *slot;
  const char *name = (*slot)->kind == RS_NODE_CALL ? (*slot)->children[RS_CALL_CALLEE]->name : (*slot)->name;
  gboolean is_first = g_hash_table_add (self->reducer->reported, g_strdup_printf ("rest %p", key));

  if (self->at_run_time || self->in_try)
    raise_at_run_time (self, slot, text);
  if (!self->at_run_time && is_first && !rs_reduce_has_circle (self->reducer, name))
    rs_reduce_report (self->reducer, self->in_try ? RS_SEVERITY_WARNING : RS_SEVERITY_ERROR, self->reducer->module,
                      span, RS_SAY (NO_REDUCTION), text);
}

/* y := x without a reduction for it is an assignment. */
static void
define (RsNode *node)
{
  node->kind = RS_NODE_ASSIGN;
  node->op = RS_OP_ASSIGN;
}

static gboolean
is_skipped (const RsNode *node)
{
  return node->kind == RS_NODE_REDUCTION || node->kind == RS_NODE_MACRO || node->kind == RS_NODE_META
         || node->kind == RS_NODE_SYMBOLIC || node->kind == RS_NODE_ATTRIBUTE || node->kind == RS_NODE_TYPE_DEFINITION
         || (node->kind == RS_NODE_CALL && node->flags & RS_NODE_EVALUATED); /* an assertion that is never evaluated */
}

static void
check (Rest *self, RsNode **slot)
{
  RsNode *node = *slot;
  Rest inner = *self;
  const char *origin = g_hash_table_lookup (self->reducer->origins, node);
  gboolean in_try;

  if (is_skipped (node))
    return;
  if (node->kind == RS_NODE_DEFINE)
    define (node);
  inner.origin = node->kind > RS_NODE_DEFINE ? NULL : origin ? origin : self->origin;
  in_try = self->in_try && node->kind != RS_NODE_FUNCTION;
  inner.at_run_time = node->kind <= RS_NODE_DEFINE
                      && (self->at_run_time || g_hash_table_contains (self->reducer->tried, node));
  inner.in_try = in_try;
  if (is_unmade (&inner, node))
    {
      fail (&inner, slot);
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    {
      inner.in_try = in_try || (node->kind == RS_NODE_TRY && i == RS_TRY_BODY);
      if (node->children[i])
        check (&inner, &node->children[i]);
    }
}

void
rs_reduce_check_rest (RsReducer *self, RsModule *module)
{
  Rest rest = { .reducer = self };
  RsNode *root = module->root;

  check (&rest, &root);
}
