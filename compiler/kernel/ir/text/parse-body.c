/* Expressions, statements and blocks of kernel IR, of the lists that parse-items.c makes of a text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/text/parse.h"

#include <string.h>

gboolean
rs_ir_read_reference (RsIrReader *p, const RsIrItem *item, char sigil, guint n, guint16 *index, guint8 *component)
{
  char *end;
  guint64 value;

  if (!item || !item->atom || item->atom[0] != sigil)
    return rs_ir_text_fail (p, item ? item->line : 0, "expected a reference instead of `%s`",
                            item && item->atom ? item->atom : "(")
           != NULL;
  value = g_ascii_strtoull (item->atom + 1, &end, 10);
  if (value >= n)
    return rs_ir_text_fail (p, item->line, "`%s` does not exist", item->atom) != NULL;
  *index = value;
  if (component)
    *component = *end == '.' ? g_ascii_strtoull (end + 1, NULL, 10) : 0;
  return TRUE;
}

int
rs_ir_read_word (RsIrReader *p, const RsIrItem *list, guint i, const char *const *words, guint n_words)
{
  int value = rs_ir_find_word (words, n_words, rs_ir_text_atom (list, i));

  if (value < 0)
    rs_ir_text_fail (p, list->line, "unknown word `%s`", rs_ir_text_atom (list, i));
  return value;
}

RsIrType
rs_ir_read_type (const char *word, gsize length)
{
  for (RsIrType t = RS_IR_BOOL; t < RS_IR_N_TYPES; t++)
    if (strlen (rs_ir_type_get_name (t)) == length && !strncmp (word, rs_ir_type_get_name (t), length))
      return t;
  return RS_IR_NONE;
}

RsElement
rs_ir_find_element (const char *word)
{
  for (RsElement element = 0; element < RS_N_ELEMENTS; element++)
    if (g_strcmp0 (rs_ir_element_words[element], word) == 0)
      return element;
  return RS_ELEMENT_NONE;
}

RsIrOp
rs_ir_find_op (const char *word)
{
  for (RsIrOp op = 0; op < RS_IR_N_OPS; op++)
    if (g_str_equal (rs_ir_ops[op].text, word))
      return op;
  return RS_IR_N_OPS;
}

/* --- expressions --- */

static const RsIrExpression *
read_atom (RsIrReader *p, const RsIrItem *item)
{
  const char *colon = strchr (item->atom, ':');
  guint16 index;
  guint8 component;

  if (item->atom[0] == '%')
    return rs_ir_read_reference (p, item, '%', p->kernel->locals->len, &index, NULL) ? rs_ir_local (p->kernel, index)
                                                                                     : NULL;
  if (item->atom[0] == '@')
    return rs_ir_read_reference (p, item, '@', p->kernel->parameters->len, &index, &component)
               ? rs_ir_leaf (p->kernel, RS_IR_NUMBER,
                             rs_ir_type_of_element (rs_kernel_parameter (p->kernel, index)->element), index, component)
               : NULL;
  if (colon)
    {
      RsIrType type = rs_ir_read_type (item->atom, colon - item->atom);

      if (type == RS_IR_NONE)
        return rs_ir_text_fail (p, item->line, "unknown type in `%s`", item->atom);
      if (rs_ir_is_floating (type))
        return rs_ir_constant (p->kernel, type, g_ascii_strtod (colon + 1, NULL));
      return rs_ir_constant (p->kernel, type, g_ascii_strtoll (colon + 1, NULL, 10));
    }
  if (g_ascii_isdigit (item->atom[0]) || (item->atom[0] == '-' && g_ascii_isdigit (item->atom[1])))
    return rs_ir_integer (p->kernel, g_ascii_strtoll (item->atom, NULL, 10));
  return rs_ir_text_fail (p, item->line, "`%s` is no expression", item->atom);
}

static const RsIrExpression *read_expression (RsIrReader *p, const RsIrItem *item);

/* As read_head, of a SAMPLE. */
static guint
read_sample (RsIrReader *p, const RsIrItem *list, RsIrExpression *e)
{
  int filter, boundary;

  if (list->n_items < 6 || !rs_ir_read_reference (p, list->items[2], '@', p->kernel->parameters->len, &e->index, NULL))
    return 0;
  filter = rs_ir_read_word (p, list, 3, rs_ir_filter_words, RS_IR_N_FILTERS);
  boundary = rs_ir_read_word (p, list, 4, rs_ir_boundary_words, RS_IR_BOUNDARY_REPORTED + 1);
  if (filter < 0 || boundary < 0)
    return 0;
  e->type = rs_ir_read_type (rs_ir_text_atom (list, 1), strlen (rs_ir_text_atom (list, 1)));
  e->component = (guint8)filter;
  e->boundary = (guint8)boundary;
  e->line = rs_ir_text_place (list, 5);
  return 6;
}

/* How many items of the list come before the operands; fills in what they say. */
static guint
read_head (RsIrReader *p, const RsIrItem *list, RsIrExpression *e)
{
  int word;

  switch (e->op)
    {
    case RS_IR_LOAD:
      if (list->n_items < 4
          || !rs_ir_read_reference (p, list->items[1], '@', p->kernel->parameters->len, &e->index, &e->component))
        return 0;
      word = rs_ir_read_word (p, list, 2, rs_ir_boundary_words, G_N_ELEMENTS (rs_ir_boundary_words));
      e->boundary = MAX (word, 0);
      e->line = rs_ir_text_place (list, 3);
      e->type = rs_ir_type_of_element (rs_kernel_parameter (p->kernel, e->index)->element);
      return word < 0 ? 0 : 4;
    case RS_IR_SAMPLE:
      return read_sample (p, list, e);
    case RS_IR_INSIDE:
      e->type = RS_IR_BOOL;
      return list->n_items < 3
                     || !rs_ir_read_reference (p, list->items[1], '@', p->kernel->parameters->len, &e->index, NULL)
                 ? 0
                 : 2;
    case RS_IR_ELEMENT:
      if (list->n_items < 2 || !rs_ir_read_reference (p, list->items[1], '%', p->kernel->locals->len, &e->index, NULL))
        return 0;
      e->type = rs_kernel_local (p->kernel, e->index)->type;
      return 2;
    case RS_IR_CONVERT:
      e->type = rs_ir_read_type (rs_ir_text_atom (list, 1), strlen (rs_ir_text_atom (list, 1)));
      return 2;
    case RS_IR_MIN:
    case RS_IR_MAX:
      e->component = rs_ir_find_element (rs_ir_text_atom (list, 1));
      return e->component != RS_ELEMENT_NONE ? 2 : 1;
    case RS_IR_TO_INTEGER:
      e->type = RS_IR_I64;
      return 1;
    default:
      return 1;
    }
}

static const RsIrExpression *
read_leaf (RsIrReader *p, const RsIrItem *list, RsIrOp op)
{
  guint16 index = 0;

  if (op == RS_IR_DIM)
    {
      if (list->n_items != 3
          || !rs_ir_read_reference (p, list->items[1], '@', p->kernel->parameters->len, &index, NULL))
        return rs_ir_text_fail (p, list->line, "`%s` needs an array and a dimension", "dim");
      return rs_ir_leaf (p->kernel, op, RS_IR_I64, index, rs_ir_text_integer (list, 2));
    }
  if (op == RS_IR_RUNNING)
    {
      if (list->n_items != 2
          || !rs_ir_read_reference (p, list->items[1], '@', p->kernel->parameters->len, &index, NULL))
        return rs_ir_text_fail (p, list->line, "`%s` needs an accumulator", "running");
      return rs_ir_leaf (p->kernel, op, rs_kernel_parameter (p->kernel, index)->is_integer ? RS_IR_I64 : RS_IR_F64,
                         index, 0);
    }
  return rs_ir_leaf (p->kernel, op, RS_IR_I64, 0, rs_ir_text_integer (list, 1));
}

static const RsIrExpression *
read_expression (RsIrReader *p, const RsIrItem *item)
{
  RsIrOp op;
  RsIrExpression *e;
  guint head;

  if (item->atom)
    return read_atom (p, item);
  op = rs_ir_find_op (rs_ir_text_atom (item, 0));
  if (op == RS_IR_N_OPS)
    return rs_ir_text_fail (p, item->line, "unknown operation `%s`", rs_ir_text_atom (item, 0));
  if (op == RS_IR_DIM || op == RS_IR_RUNNING || op == RS_IR_POSITION || op == RS_IR_GRID || op == RS_IR_BLOCK)
    return read_leaf (p, item, op);
  e = rs_ir_new (p->kernel, op, RS_IR_NONE, item->n_items);
  head = read_head (p, item, e);
  if (head == 0 || head > item->n_items)
    return rs_ir_text_fail (p, item->line, "`%s` is incomplete", rs_ir_text_atom (item, 0));
  e->n_operands = item->n_items - head;
  if (rs_ir_ops[op].arity >= 0 && e->n_operands != (guint)rs_ir_ops[op].arity)
    return rs_ir_text_fail (p, item->line, "wrong number of operands of `%s`", rs_ir_text_atom (item, 0));
  for (guint i = 0; i < e->n_operands; i++)
    {
      e->operands[i] = read_expression (p, item->items[head + i]);
      if (!e->operands[i])
        return NULL;
    }
  if (rs_ir_ops[op].rule == RS_IR_RULE_COMPARE || rs_ir_ops[op].rule == RS_IR_RULE_LOGIC
      || rs_ir_ops[op].rule == RS_IR_RULE_TEST)
    e->type = RS_IR_BOOL;
  else if (e->type == RS_IR_NONE)
    e->type = e->operands[e->n_operands - 1]->type;
  return e;
}

/* --- statements --- */

static gboolean
read_allocation (RsIrReader *p, const RsIrItem *list, RsIrStatement *s)
{
  const RsIrItem *lengths = list->n_items > 3 ? list->items[3] : NULL;

  if (lengths == NULL || !rs_ir_read_reference (p, list->items[2], '@', p->kernel->parameters->len, &s->index, NULL))
    return FALSE;
  s->n_subscripts = lengths->n_items;
  s->subscripts = rs_arena_array (p->kernel->arena, const RsIrExpression *, s->n_subscripts);
  for (guint i = 0; i < s->n_subscripts; i++)
    if (!(s->subscripts[i] = read_expression (p, lengths->items[i])))
      return FALSE;
  return TRUE;
}

static gboolean
read_target (RsIrReader *p, const RsIrItem *list, guint first, RsIrStatement *s)
{
  const RsIrItem *subscripts;
  int boundary, overflow;

  if (list->n_items < first + 5
      || !rs_ir_read_reference (p, list->items[first], '@', p->kernel->parameters->len, &s->index, &s->component))
    return FALSE;
  boundary = rs_ir_read_word (p, list, first + 1, rs_ir_boundary_words, G_N_ELEMENTS (rs_ir_boundary_words));
  overflow = rs_ir_read_word (p, list, first + 2, rs_ir_overflow_words, G_N_ELEMENTS (rs_ir_overflow_words));
  if (boundary < 0 || overflow < 0)
    return FALSE;
  s->boundary = boundary;
  s->overflow = overflow;
  s->is_unique = g_str_equal (rs_ir_text_atom (list, first + 3), "unique");
  subscripts = list->items[first + 4];
  s->n_subscripts = subscripts->n_items;
  s->subscripts = rs_arena_array (p->kernel->arena, const RsIrExpression *, s->n_subscripts);
  for (guint i = 0; i < s->n_subscripts; i++)
    if (!(s->subscripts[i] = read_expression (p, subscripts->items[i])))
      return FALSE;
  return TRUE;
}

gboolean
rs_ir_read_value (RsIrReader *p, const RsIrItem *list, guint i, const RsIrExpression **value)
{
  if (i >= list->n_items)
    return rs_ir_text_fail (p, list->line, "`%s` is incomplete", rs_ir_text_atom (list, 0)) != NULL;
  *value = read_expression (p, list->items[i]);
  return *value != NULL;
}

gboolean
rs_ir_read_inner (RsIrReader *p, const RsIrItem *list, guint i, RsIrBlock *block)
{
  if (i >= list->n_items)
    return rs_ir_text_fail (p, list->line, "`%s` is incomplete", rs_ir_text_atom (list, 0)) != NULL;
  return rs_ir_read_block (p, list->items[i], block);
}

static gboolean
read_label (RsIrReader *p, const RsIrItem *list, guint i, RsIrStatement *s)
{
  s->label = rs_ir_text_integer (list, i);
  p->kernel->n_labels = MAX (p->kernel->n_labels, s->label);
  return s->label > 0 ? TRUE : rs_ir_text_fail (p, list->line, "bad label `%s`", rs_ir_text_atom (list, i)) != NULL;
}

/* The parts of the group of an exchange, and the number of its call. */
static gboolean
read_group (RsIrReader *p, const RsIrItem *list, guint i, RsIrStatement *s)
{
  const RsIrItem *parts = list->n_items > i + 1 ? list->items[i + 1] : NULL;

  if (parts == NULL || parts->atom != NULL || parts->n_items != RS_IR_N_GROUP_PARTS)
    return rs_ir_text_fail (p, list->line, "`%s` lacks the parts of its group", rs_ir_text_atom (list, 0)) != NULL;
  s->step = rs_ir_text_integer (list, i);
  p->kernel->n_group_calls = MAX (p->kernel->n_group_calls, (guint)s->step);
  s->n_subscripts = RS_IR_N_GROUP_PARTS;
  s->subscripts = rs_arena_array (p->kernel->arena, const RsIrExpression *, RS_IR_N_GROUP_PARTS);
  for (guint k = 0; k < RS_IR_N_GROUP_PARTS; k++)
    if (!(s->subscripts[k] = read_expression (p, parts->items[k])))
      return FALSE;
  return TRUE;
}

static gboolean
read_barrier (RsIrReader *p, const RsIrItem *list, RsIrStatement *s)
{
  guint i = 5;
  int word;

  s->component = rs_ir_text_integer (list, 2);
  p->kernel->has_groups |= list->n_items > 3;
  if (list->n_items <= 3)
    return TRUE;
  if (!rs_ir_read_value (p, list, 3, &s->value) || list->n_items <= 4)
    return s->value != NULL;
  word = rs_ir_read_word (p, list, 4, rs_ir_exchange_words, RS_IR_N_EXCHANGES);
  if (word < 0)
    return FALSE;
  s->op = word;
  if (rs_ir_exchange_is_of_group (s->op))
    {
      if (!read_group (p, list, i, s))
        return FALSE;
      i += 2;
    }
  if (list->n_items <= i + 1
      || !rs_ir_read_reference (p, list->items[i], '%', p->kernel->locals->len, &s->result, NULL))
    return FALSE;
  s->result++;
  return rs_ir_read_value (p, list, i + 1, &s->low)
         && (list->n_items <= i + 2 || rs_ir_read_value (p, list, i + 2, &s->high));
}

/* Whether the last of the items, from the first-th on, is the word. */
static gboolean
ends_with (const RsIrItem *list, guint first, const char *word)
{
  return list->n_items > first && g_strcmp0 (rs_ir_text_atom (list, list->n_items - 1), word) == 0;
}

static gboolean
has_word (const RsIrItem *list, guint first, const char *word)
{
  for (guint i = first; i < list->n_items; i++)
    if (g_strcmp0 (rs_ir_text_atom (list, i), word) == 0)
      return TRUE;
  return FALSE;
}

/* Of a loop: launch-1, launch-2, ... */
static guint8
read_launch (const RsIrItem *list)
{
  for (guint i = 8; i < list->n_items; i++)
    {
      const char *word = rs_ir_text_atom (list, i);
      guint64 dimension;

      if (word != NULL && g_str_has_prefix (word, "launch-")
          && g_ascii_string_to_unsigned (word + strlen ("launch-"), 10, 1, RS_MAX_GRID, &dimension, NULL))
        return (guint8)dimension;
    }
  return 0;
}

static gboolean
read_fields (RsIrReader *p, const RsIrItem *list, RsIrStatement *s)
{
  const RsIrItem *third = list->n_items > 2 ? list->items[2] : NULL;
  guint n_locals = p->kernel->locals->len, n_parameters = p->kernel->parameters->len;

  switch ((RsIrStatementKind)s->kind)
    {
    case RS_IR_SET:
      return rs_ir_read_reference (p, third, '%', n_locals, &s->index, NULL)
             && rs_ir_read_value (p, list, 3, &s->value);
    case RS_IR_SET_ELEMENT:
      s->n_subscripts = 1;
      s->subscripts = rs_arena_array (p->kernel->arena, const RsIrExpression *, 1);
      return rs_ir_read_reference (p, third, '%', n_locals, &s->index, NULL)
             && rs_ir_read_value (p, list, 3, &s->subscripts[0]) && rs_ir_read_value (p, list, 4, &s->value);
    case RS_IR_STORE:
      return read_target (p, list, 2, s) && rs_ir_read_value (p, list, 7, &s->value);
    case RS_IR_ATOMIC:
      s->op = rs_ir_find_op (rs_ir_text_atom (list, 2));
      if (!read_target (p, list, 3, s) || !rs_ir_read_value (p, list, 8, &s->value))
        return FALSE;
      if (list->n_items <= 9)
        return TRUE;
      if (!rs_ir_read_reference (p, list->items[9], '%', n_locals, &s->result, NULL))
        return FALSE;
      s->result++;
      return TRUE;
    case RS_IR_REDUCE:
      s->op = rs_ir_find_op (rs_ir_text_atom (list, 2));
      s->is_pairwise = ends_with (list, 5, "pairwise");
      return list->n_items > 3 && rs_ir_read_reference (p, list->items[3], '@', n_parameters, &s->index, &s->component)
             && rs_ir_read_value (p, list, 4, &s->value);
    case RS_IR_TOTAL:
      s->op = rs_ir_find_op (rs_ir_text_atom (list, 2));
      return list->n_items > 3 && rs_ir_read_reference (p, list->items[3], '%', n_locals, &s->index, NULL)
             && rs_ir_read_value (p, list, 4, &s->value);
    case RS_IR_FINISH:
      return rs_ir_read_reference (p, third, '@', n_parameters, &s->index, &s->component)
             && rs_ir_read_value (p, list, 3, &s->value);
    case RS_IR_IF:
      return rs_ir_read_value (p, list, 2, &s->value) && rs_ir_read_inner (p, list, 3, &s->body)
             && rs_ir_read_inner (p, list, 4, &s->other);
    case RS_IR_LOOP:
      s->step = rs_ir_text_integer (list, 6);
      s->in_lanes = has_word (list, 8, "in-lanes");
      s->is_apart = has_word (list, 8, "apart");
      s->launch = read_launch (list);
      s->unroll = list->n_items > 8u + s->in_lanes + s->is_apart + (s->launch > 0)
                      ? (guint16)rs_ir_text_integer (list, 8)
                      : 0;
      return read_label (p, list, 2, s) && list->n_items > 3
             && rs_ir_read_reference (p, list->items[3], '%', n_locals, &s->index, NULL)
             && rs_ir_read_value (p, list, 4, &s->low) && rs_ir_read_value (p, list, 5, &s->high)
             && rs_ir_read_inner (p, list, 7, &s->body);
    case RS_IR_FOREVER:
      return read_label (p, list, 2, s) && rs_ir_read_inner (p, list, 3, &s->body)
             && rs_ir_read_inner (p, list, 4, &s->other);
    case RS_IR_REGION:
      return read_label (p, list, 2, s) && rs_ir_read_inner (p, list, 3, &s->body);
    case RS_IR_BREAK:
    case RS_IR_CONTINUE:
      return read_label (p, list, 2, s);
    case RS_IR_ASSERT:
      s->is_known = g_strcmp0 (rs_ir_text_atom (list, 2), "known") == 0;
      s->is_warning = g_str_has_prefix (rs_ir_text_atom (list, 2), "warn-");
      s->index = s->is_known     ? 0
                 : s->is_warning ? (guint16)g_ascii_strtoull (rs_ir_text_atom (list, 2) + strlen ("warn-"), NULL, 10)
                                 : rs_ir_text_integer (list, 2);
      return rs_ir_read_value (p, list, 3, &s->value) && (list->n_items <= 4 || rs_ir_read_value (p, list, 4, &s->low));
    case RS_IR_ALLOCATE:
      return read_allocation (p, list, s);
    case RS_IR_BARRIER:
      return read_barrier (p, list, s);
    case RS_IR_RETURN:
    case RS_IR_N_STATEMENTS:
      return TRUE;
    }
  return FALSE;
}

static RsIrStatement *
read_statement (RsIrReader *p, const RsIrItem *list)
{
  RsIrStatement *s = NULL;
  const char *word = rs_ir_text_atom (list, 0);

  for (RsIrStatementKind kind = 0; kind < RS_IR_N_STATEMENTS; kind++)
    if (g_str_equal (word, rs_ir_statement_kind_to_string (kind)))
      {
        s = rs_arena_new0 (p->kernel->arena, RsIrStatement);
        s->kind = kind;
      }
  if (!s)
    return rs_ir_text_fail (p, list->line, "unknown statement `%s`", word);
  s->line = rs_ir_text_place (list, 1);
  return read_fields (p, list, s) ? s : rs_ir_text_fail (p, list->line, "`%s` is incomplete", word);
}

gboolean
rs_ir_read_block (RsIrReader *p, const RsIrItem *list, RsIrBlock *block)
{
  if (!g_str_equal (rs_ir_text_atom (list, 0), "do"))
    return rs_ir_text_fail (p, list->line, "expected (do ...) instead of `%s`", rs_ir_text_atom (list, 0)) != NULL;
  for (guint i = 1; i < list->n_items; i++)
    {
      RsIrStatement *s = read_statement (p, list->items[i]);

      if (!s)
        return FALSE;
      rs_ir_append (block, s);
    }
  return TRUE;
}
