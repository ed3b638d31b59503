/* What reads as something else to people who come from other languages, and is silently another thing here: `x = a % b`
 * is a comment behind x = a, [1 -2] has one element, a store into an array that is empty does nothing in a loop, and an
 * index or a size drops its fraction.
 *
 * These are warnings: each may be meant. What they look at is how the text is written, so that they stay rare.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check-private.h"

#include <math.h>
#include <string.h>

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* --- x = a % b --- */

/* What an operator could follow. A call with a comment that is a value (`f(2) % 4`) says a result. */
static gboolean
is_operand (const RsNode *node)
{
  return node->kind == RS_NODE_NAME || node->kind == RS_NODE_BINARY || node->kind == RS_NODE_INDEX
         || node->kind == RS_NODE_FIELD || node->kind == RS_NODE_NUMBER;
}

/* `7 % 3`; a number with itself behind it (`n = 8 % 8`) says a result, and one with a name (`n = 8 % rows`) what
 * it is. */
static gboolean
is_number_by_number (const RsNode *value, const char *operand)
{
  return strspn (operand, G_CSET_DIGITS) == strlen (operand) && (value->flags & RS_NODE_INTEGER)
         && g_ascii_strtod (operand, NULL) != value->number;
}

/* Whether a comment is nothing but an operand, or one that is compared: `b`, `2`, `2 == 0`. *operand: a copy. */
static gboolean
reads_as_operand (RsCheck *self, const char *comment, char **operand)
{
  static const char *const comparisons[] = { "==", "!=", "<", ">", "~=" };
  gsize blanks = strspn (comment, " \t");
  const char *word = comment + blanks;
  gsize n = strspn (word, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
  const char *rest = word + n + strspn (word + n, " \t;:");
  gboolean is_compared = FALSE;
  RsSymbol *symbol;

  for (guint i = 0; i < G_N_ELEMENTS (comparisons); i++)
    is_compared |= g_str_has_prefix (rest, comparisons[i]);
  if (n == 0 || (*rest != '\0' && *rest != '\n' && *rest != '\r' && !is_compared))
    return FALSE;
  *operand = g_strndup (word, n);
  if (strspn (*operand, G_CSET_DIGITS) == n)
    return TRUE;
  symbol = rs_scope_lookup (self->scope, *operand);
  return symbol && (symbol->kind == RS_SYMBOL_VARIABLE || symbol->kind == RS_SYMBOL_CAPTURED);
}

void
rs_check_remainder (RsCheck *self, const RsNode *value)
{
  const char *text = rs_source_get_text (self->module->source);
  guint32 at = value->span.end;
  g_autofree char *operand = NULL;

  if (!is_operand (value) || at > rs_source_get_length (self->module->source))
    return;
  while (is_blank (text[at]))
    at++;
  if (text[at] != '%' || !reads_as_operand (self, text + at + 1, &operand)
      || (value->kind == RS_NODE_NUMBER && !is_number_by_number (value, operand)))
    return;
  rs_check_report (self, RS_SEVERITY_WARNING, value, RS_SAY (REMAINDER_COMMENT), operand);
}

/* --- [1 -2] --- */

void
rs_check_separators (RsCheck *self, const RsNode *matrix)
{
  g_assert (matrix->kind == RS_NODE_MATRIX || matrix->kind == RS_NODE_CELL);

  const char *text = rs_source_get_text (self->module->source);

  for (guint i = 0; i < matrix->n_children; i++)
    {
      const RsNode *element = matrix->children[i], *left, *right;
      guint32 at;

      if (!element || element->kind != RS_NODE_BINARY || (element->op != RS_OP_SUBTRACT && element->op != RS_OP_ADD))
        continue;
      left = rs_node_child (element, 0);
      right = rs_node_child (element, 1);
      if (!left || !right || left->span.end >= right->span.start)
        continue;
      at = left->span.end;
      while (is_blank (text[at]))
        at++;
      if (at > left->span.end && at + 1 == right->span.start && (text[at] == '-' || text[at] == '+'))
        rs_check_report (self, RS_SEVERITY_WARNING, element, RS_SAY (ELEMENT_SIGN),
                         text[at] == '-' ? "a difference" : "a sum", text[at]);
    }
}

/* --- stores into nothing --- */

void
rs_check_store_into_empty (RsCheck *self, const RsNode *target)
{
  const RsNode *object = target && target->kind == RS_NODE_INDEX ? rs_node_child (target, RS_INDEX_ARRAY) : NULL;
  const RsSymbol *symbol = object && object->kind == RS_NODE_NAME ? rs_symbol_get_origin (object->symbol) : NULL;
  const RsNode *first;

  if (!symbol || symbol->kind != RS_SYMBOL_VARIABLE || symbol->is_parameter || symbol->is_assigned_again
      || symbol->is_exposed || self->loop_depth == 0 || g_hash_table_contains (self->warned, symbol))
    return;
  first = symbol->initial;
  if (!first || first->kind != RS_NODE_MATRIX || first->n_children > 0)
    return;
  g_hash_table_add (self->warned, (gpointer)symbol);
  rs_check_report (self, RS_SEVERITY_WARNING, target, RS_SAY (STORE_EMPTY), symbol->name, symbol->name, symbol->name,
                   symbol->name);
}

/* --- fractions --- */

static gboolean
has_fraction (const RsNode *node)
{
  return node && node->kind == RS_NODE_NUMBER && !(node->flags & RS_NODE_INTEGER) && isfinite (node->number)
         && node->number != trunc (node->number);
}

void
rs_check_index_fractions (RsCheck *self, const RsNode *index)
{
  g_assert (index->kind == RS_NODE_INDEX);
  for (guint i = RS_INDEX_FIRST; i < index->n_children; i++)
    if (has_fraction (index->children[i]))
      rs_check_report (self, RS_SEVERITY_WARNING, index->children[i], RS_SAY (FRACTION_INDEX),
                       trunc (index->children[i]->number));
}

void
rs_check_size_fractions (RsCheck *self, const RsNode *call, const RsBuiltin *builtin)
{
  g_assert (call->kind == RS_NODE_CALL);
  if (builtin->result != RS_RESULT_ALLOCATION)
    return;
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    if (has_fraction (call->children[i]))
      rs_check_report (self, RS_SEVERITY_WARNING, call->children[i], RS_SAY (FRACTION_SIZE),
                       trunc (call->children[i]->number));
}

void
rs_check_parameter_fraction (RsCheck *self, const RsNode *argument, const char *parameter, const RsType *type)
{
  if (has_fraction (argument) && type->kind == RS_TYPE_NUMBER && rs_element_is_integer (type->element))
    rs_check_report (self, RS_SEVERITY_WARNING, argument, RS_SAY (FRACTION_PARAMETER), parameter,
                     trunc (argument->number));
}
