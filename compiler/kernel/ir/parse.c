/* Reads the text form of kernel IR that print.c describes: for tests of passes and for looking at a kernel by hand.
 *
 * The text becomes a tree of lists and atoms first; then every list is read by its first word. The result is well
 * typed as far as operations go, but only rs_kernel_verify says that it is a kernel.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/ir-text.h"

#include <stdio.h>
#include <string.h>

#define MAX_DEPTH 400

typedef struct _Item Item;
struct _Item {
  const char *atom; /* NULL: a list */
  gboolean is_string;
  Item **items;
  guint n_items;
  guint line;
};

typedef struct {
  const char *text;
  const char *cursor;
  guint line;
  guint depth;
  RsArena *scratch;
  RsKernel *kernel;
  GError **error;
} Parser;

static gpointer
fail (Parser *p, guint line, const char *format, const char *detail)
{
  if (p->error && !*p->error)
    {
      g_autofree char *message = g_strdup_printf (format, detail);

      g_set_error (p->error, G_MARKUP_ERROR, G_MARKUP_ERROR_PARSE, "line %u: %s", line, message);
    }
  return NULL;
}

/* --- the tree of lists --- */

static void
skip_blanks (Parser *p)
{
  for (;; p->cursor++)
    {
      if (*p->cursor == ';')
        while (p->cursor[1] && p->cursor[1] != '\n')
          p->cursor++;
      else if (*p->cursor == '\n')
        p->line++;
      else if (!g_ascii_isspace (*p->cursor))
        return;
    }
}

static Item *
read_string (Parser *p)
{
  Item *item = rs_arena_new0 (p->scratch, Item);
  const char *start = ++p->cursor;
  g_autofree char *raw = NULL, *plain = NULL;

  item->line = p->line;
  while (*p->cursor && *p->cursor != '"')
    p->cursor += *p->cursor == '\\' && p->cursor[1] ? 2 : 1;
  if (!*p->cursor)
    return fail (p, item->line, "a string without an end%s", "");
  raw = g_strndup (start, p->cursor++ - start);
  plain = g_strcompress (raw);
  item->atom = rs_arena_strndup (p->scratch, plain, strlen (plain));
  item->is_string = TRUE;
  return item;
}

static Item *read_item (Parser *p);

static Item *
read_list (Parser *p)
{
  Item *item = rs_arena_new0 (p->scratch, Item);
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  item->line = p->line;
  p->cursor++;
  if (++p->depth > MAX_DEPTH)
    return fail (p, p->line, "nested too deeply%s", "");
  for (skip_blanks (p); *p->cursor != ')'; skip_blanks (p))
    {
      Item *child = *p->cursor ? read_item (p) : fail (p, item->line, "a list without an end%s", "");

      if (!child)
        return NULL;
      g_ptr_array_add (items, child);
    }
  p->cursor++;
  p->depth--;
  item->n_items = items->len;
  item->items = rs_arena_memdup (p->scratch, items->pdata, items->len * sizeof (gpointer));
  return item;
}

static Item *
read_item (Parser *p)
{
  Item *item;
  const char *start;

  skip_blanks (p);
  if (*p->cursor == '(')
    return read_list (p);
  if (*p->cursor == '"')
    return read_string (p);
  start = p->cursor;
  while (*p->cursor && !g_ascii_isspace (*p->cursor) && !strchr ("()\"", *p->cursor))
    p->cursor++;
  if (p->cursor == start)
    return fail (p, p->line, "unexpected `%s`", *start ? ")" : "end");
  item = rs_arena_new0 (p->scratch, Item);
  item->line = p->line;
  item->atom = rs_arena_strndup (p->scratch, start, p->cursor - start);
  return item;
}

/* --- access to it --- */

static const char *
atom_at (const Item *list, guint i)
{
  return list && i < list->n_items && list->items[i]->atom ? list->items[i]->atom : "";
}

static gint64
integer_at (const Item *list, guint i)
{
  return g_ascii_strtoll (atom_at (list, i), NULL, 10);
}

static RsIrPlace
place_at (const Item *list, guint i)
{
  const char *text = atom_at (list, i), *colon = strchr (text, ':');

  return rs_place ((guint)g_ascii_strtoull (text, NULL, 10),
                   colon != NULL ? (guint)g_ascii_strtoull (colon + 1, NULL, 10) : 0);
}

/* Index behind % or @, and the number behind its dot. */
static gboolean
read_reference (Parser *p, const Item *item, char sigil, guint n, guint16 *index, guint8 *component)
{
  char *end;
  guint64 value;

  if (!item || !item->atom || item->atom[0] != sigil)
    return fail (p, item ? item->line : 0, "expected a reference instead of `%s`",
                 item && item->atom ? item->atom : "(")
           != NULL;
  value = g_ascii_strtoull (item->atom + 1, &end, 10);
  if (value >= n)
    return fail (p, item->line, "`%s` does not exist", item->atom) != NULL;
  *index = value;
  if (component)
    *component = *end == '.' ? g_ascii_strtoull (end + 1, NULL, 10) : 0;
  return TRUE;
}

static int
read_word (Parser *p, const Item *list, guint i, const char *const *words, guint n_words)
{
  int value = rs_ir_find_word (words, n_words, atom_at (list, i));

  if (value < 0)
    fail (p, list->line, "unknown word `%s`", atom_at (list, i));
  return value;
}

static RsIrType
read_type (const char *word, gsize length)
{
  for (RsIrType t = RS_IR_BOOL; t < RS_IR_N_TYPES; t++)
    if (strlen (rs_ir_type_get_name (t)) == length && !strncmp (word, rs_ir_type_get_name (t), length))
      return t;
  return RS_IR_NONE;
}

/* NONE: the word is no element type. */
static RsElement
find_element (const char *word)
{
  for (RsElement element = 0; element < RS_N_ELEMENTS; element++)
    if (g_strcmp0 (rs_ir_element_words[element], word) == 0)
      return element;
  return RS_ELEMENT_NONE;
}

static RsIrOp
find_op (const char *word)
{
  for (RsIrOp op = 0; op < RS_IR_N_OPS; op++)
    if (g_str_equal (rs_ir_ops[op].text, word))
      return op;
  return RS_IR_N_OPS;
}

/* --- expressions --- */

static const RsIrExpression *
read_atom (Parser *p, const Item *item)
{
  const char *colon = strchr (item->atom, ':');
  guint16 index;
  guint8 component;

  if (item->atom[0] == '%')
    return read_reference (p, item, '%', p->kernel->locals->len, &index, NULL) ? rs_ir_local (p->kernel, index) : NULL;
  if (item->atom[0] == '@')
    return read_reference (p, item, '@', p->kernel->parameters->len, &index, &component)
               ? rs_ir_leaf (p->kernel, RS_IR_NUMBER,
                             rs_ir_type_of_element (rs_kernel_parameter (p->kernel, index)->element), index, component)
               : NULL;
  if (colon)
    {
      RsIrType type = read_type (item->atom, colon - item->atom);

      if (type == RS_IR_NONE)
        return fail (p, item->line, "unknown type in `%s`", item->atom);
      if (rs_ir_is_floating (type))
        return rs_ir_constant (p->kernel, type, g_ascii_strtod (colon + 1, NULL));
      return rs_ir_constant (p->kernel, type, g_ascii_strtoll (colon + 1, NULL, 10));
    }
  if (g_ascii_isdigit (item->atom[0]) || (item->atom[0] == '-' && g_ascii_isdigit (item->atom[1])))
    return rs_ir_integer (p->kernel, g_ascii_strtoll (item->atom, NULL, 10));
  return fail (p, item->line, "`%s` is no expression", item->atom);
}

static const RsIrExpression *read_expression (Parser *p, const Item *item);

/* How many items of the list come before the operands; fills in what they say. */
static guint
read_head (Parser *p, const Item *list, RsIrExpression *e)
{
  int word;

  switch (e->op)
    {
    case RS_IR_LOAD:
      if (list->n_items < 4
          || !read_reference (p, list->items[1], '@', p->kernel->parameters->len, &e->index, &e->component))
        return 0;
      word = read_word (p, list, 2, rs_ir_boundary_words, G_N_ELEMENTS (rs_ir_boundary_words));
      e->boundary = MAX (word, 0);
      e->line = place_at (list, 3);
      e->type = rs_ir_type_of_element (rs_kernel_parameter (p->kernel, e->index)->element);
      return word < 0 ? 0 : 4;
    case RS_IR_INSIDE:
      e->type = RS_IR_BOOL;
      return list->n_items < 3 || !read_reference (p, list->items[1], '@', p->kernel->parameters->len, &e->index, NULL)
                 ? 0
                 : 2;
    case RS_IR_ELEMENT:
      if (list->n_items < 2 || !read_reference (p, list->items[1], '%', p->kernel->locals->len, &e->index, NULL))
        return 0;
      e->type = rs_kernel_local (p->kernel, e->index)->type;
      return 2;
    case RS_IR_CONVERT:
      e->type = read_type (atom_at (list, 1), strlen (atom_at (list, 1)));
      return 2;
    case RS_IR_MIN:
    case RS_IR_MAX:
      e->component = find_element (atom_at (list, 1));
      return e->component != RS_ELEMENT_NONE ? 2 : 1;
    case RS_IR_TO_INTEGER:
      e->type = RS_IR_I64;
      return 1;
    default:
      return 1;
    }
}

static const RsIrExpression *
read_leaf (Parser *p, const Item *list, RsIrOp op)
{
  guint16 index = 0;

  if (op == RS_IR_DIM)
    {
      if (list->n_items != 3 || !read_reference (p, list->items[1], '@', p->kernel->parameters->len, &index, NULL))
        return fail (p, list->line, "`%s` needs an array and a dimension", "dim");
      return rs_ir_leaf (p->kernel, op, RS_IR_I64, index, integer_at (list, 2));
    }
  if (op == RS_IR_RUNNING)
    {
      if (list->n_items != 2 || !read_reference (p, list->items[1], '@', p->kernel->parameters->len, &index, NULL))
        return fail (p, list->line, "`%s` needs an accumulator", "running");
      return rs_ir_leaf (p->kernel, op, rs_kernel_parameter (p->kernel, index)->is_integer ? RS_IR_I64 : RS_IR_F64,
                         index, 0);
    }
  return rs_ir_leaf (p->kernel, op, RS_IR_I64, 0, integer_at (list, 1));
}

static const RsIrExpression *
read_expression (Parser *p, const Item *item)
{
  RsIrOp op;
  RsIrExpression *e;
  guint head;

  if (item->atom)
    return read_atom (p, item);
  op = find_op (atom_at (item, 0));
  if (op == RS_IR_N_OPS)
    return fail (p, item->line, "unknown operation `%s`", atom_at (item, 0));
  if (op == RS_IR_DIM || op == RS_IR_RUNNING || op == RS_IR_POSITION || op == RS_IR_GRID || op == RS_IR_BLOCK)
    return read_leaf (p, item, op);
  e = rs_ir_new (p->kernel, op, RS_IR_NONE, item->n_items);
  head = read_head (p, item, e);
  if (head == 0 || head > item->n_items)
    return fail (p, item->line, "`%s` is incomplete", atom_at (item, 0));
  e->n_operands = item->n_items - head;
  if (rs_ir_ops[op].arity >= 0 && e->n_operands != (guint)rs_ir_ops[op].arity)
    return fail (p, item->line, "wrong number of operands of `%s`", atom_at (item, 0));
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

static gboolean read_block (Parser *p, const Item *list, RsIrBlock *block);

static gboolean
read_allocation (Parser *p, const Item *list, RsIrStatement *s)
{
  const Item *lengths = list->n_items > 3 ? list->items[3] : NULL;

  if (lengths == NULL || !read_reference (p, list->items[2], '@', p->kernel->parameters->len, &s->index, NULL))
    return FALSE;
  s->n_subscripts = lengths->n_items;
  s->subscripts = rs_arena_array (p->kernel->arena, const RsIrExpression *, s->n_subscripts);
  for (guint i = 0; i < s->n_subscripts; i++)
    if (!(s->subscripts[i] = read_expression (p, lengths->items[i])))
      return FALSE;
  return TRUE;
}

static gboolean
read_target (Parser *p, const Item *list, guint first, RsIrStatement *s)
{
  const Item *subscripts;
  int boundary, overflow;

  if (list->n_items < first + 5
      || !read_reference (p, list->items[first], '@', p->kernel->parameters->len, &s->index, &s->component))
    return FALSE;
  boundary = read_word (p, list, first + 1, rs_ir_boundary_words, G_N_ELEMENTS (rs_ir_boundary_words));
  overflow = read_word (p, list, first + 2, rs_ir_overflow_words, G_N_ELEMENTS (rs_ir_overflow_words));
  if (boundary < 0 || overflow < 0)
    return FALSE;
  s->boundary = boundary;
  s->overflow = overflow;
  s->is_unique = g_str_equal (atom_at (list, first + 3), "unique");
  subscripts = list->items[first + 4];
  s->n_subscripts = subscripts->n_items;
  s->subscripts = rs_arena_array (p->kernel->arena, const RsIrExpression *, s->n_subscripts);
  for (guint i = 0; i < s->n_subscripts; i++)
    if (!(s->subscripts[i] = read_expression (p, subscripts->items[i])))
      return FALSE;
  return TRUE;
}

static gboolean
read_value (Parser *p, const Item *list, guint i, const RsIrExpression **value)
{
  if (i >= list->n_items)
    return fail (p, list->line, "`%s` is incomplete", atom_at (list, 0)) != NULL;
  *value = read_expression (p, list->items[i]);
  return *value != NULL;
}

static gboolean
read_inner (Parser *p, const Item *list, guint i, RsIrBlock *block)
{
  if (i >= list->n_items)
    return fail (p, list->line, "`%s` is incomplete", atom_at (list, 0)) != NULL;
  return read_block (p, list->items[i], block);
}

static gboolean
read_label (Parser *p, const Item *list, guint i, RsIrStatement *s)
{
  s->label = integer_at (list, i);
  p->kernel->n_labels = MAX (p->kernel->n_labels, s->label);
  return s->label > 0 ? TRUE : fail (p, list->line, "bad label `%s`", atom_at (list, i)) != NULL;
}

static gboolean
read_barrier (Parser *p, const Item *list, RsIrStatement *s)
{
  s->component = integer_at (list, 2);
  p->kernel->has_groups |= list->n_items > 3;
  if (list->n_items <= 3)
    return TRUE;
  if (!read_value (p, list, 3, &s->value) || list->n_items <= 4)
    return s->value != NULL;
  s->op = integer_at (list, 4);
  if (list->n_items <= 6 || !read_reference (p, list->items[5], '%', p->kernel->locals->len, &s->result, NULL))
    return FALSE;
  s->result++;
  return read_value (p, list, 6, &s->low) && (list->n_items <= 7 || read_value (p, list, 7, &s->high));
}

static gboolean
read_fields (Parser *p, const Item *list, RsIrStatement *s)
{
  const Item *third = list->n_items > 2 ? list->items[2] : NULL;
  guint n_locals = p->kernel->locals->len, n_parameters = p->kernel->parameters->len;

  switch ((RsIrStatementKind)s->kind)
    {
    case RS_IR_SET:
      return read_reference (p, third, '%', n_locals, &s->index, NULL) && read_value (p, list, 3, &s->value);
    case RS_IR_SET_ELEMENT:
      s->n_subscripts = 1;
      s->subscripts = rs_arena_array (p->kernel->arena, const RsIrExpression *, 1);
      return read_reference (p, third, '%', n_locals, &s->index, NULL) && read_value (p, list, 3, &s->subscripts[0])
             && read_value (p, list, 4, &s->value);
    case RS_IR_STORE:
      return read_target (p, list, 2, s) && read_value (p, list, 7, &s->value);
    case RS_IR_ATOMIC:
      s->op = find_op (atom_at (list, 2));
      if (!read_target (p, list, 3, s) || !read_value (p, list, 8, &s->value))
        return FALSE;
      if (list->n_items <= 9)
        return TRUE;
      if (!read_reference (p, list->items[9], '%', n_locals, &s->result, NULL))
        return FALSE;
      s->result++;
      return TRUE;
    case RS_IR_REDUCE:
      s->op = find_op (atom_at (list, 2));
      return list->n_items > 3 && read_reference (p, list->items[3], '@', n_parameters, &s->index, &s->component)
             && read_value (p, list, 4, &s->value);
    case RS_IR_TOTAL:
      s->op = find_op (atom_at (list, 2));
      return list->n_items > 3 && read_reference (p, list->items[3], '%', n_locals, &s->index, NULL)
             && read_value (p, list, 4, &s->value);
    case RS_IR_FINISH:
      return read_reference (p, third, '@', n_parameters, &s->index, &s->component)
             && read_value (p, list, 3, &s->value);
    case RS_IR_IF:
      return read_value (p, list, 2, &s->value) && read_inner (p, list, 3, &s->body)
             && read_inner (p, list, 4, &s->other);
    case RS_IR_LOOP:
      s->step = integer_at (list, 6);
      s->unroll = list->n_items > 8 ? (guint16)integer_at (list, 8) : 0;
      return read_label (p, list, 2, s) && list->n_items > 3
             && read_reference (p, list->items[3], '%', n_locals, &s->index, NULL)
             && read_value (p, list, 4, &s->low) && read_value (p, list, 5, &s->high)
             && read_inner (p, list, 7, &s->body);
    case RS_IR_FOREVER:
      return read_label (p, list, 2, s) && read_inner (p, list, 3, &s->body) && read_inner (p, list, 4, &s->other);
    case RS_IR_REGION:
      return read_label (p, list, 2, s) && read_inner (p, list, 3, &s->body);
    case RS_IR_BREAK:
    case RS_IR_CONTINUE:
      return read_label (p, list, 2, s);
    case RS_IR_ASSERT:
      s->is_known = g_strcmp0 (atom_at (list, 2), "known") == 0;
      s->is_warning = g_str_has_prefix (atom_at (list, 2), "warn-");
      s->index = s->is_known     ? 0
                 : s->is_warning ? (guint16)g_ascii_strtoull (atom_at (list, 2) + strlen ("warn-"), NULL, 10)
                                 : integer_at (list, 2);
      return read_value (p, list, 3, &s->value) && (list->n_items <= 4 || read_value (p, list, 4, &s->low));
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
read_statement (Parser *p, const Item *list)
{
  RsIrStatement *s = NULL;
  const char *word = atom_at (list, 0);

  for (RsIrStatementKind kind = 0; kind < RS_IR_N_STATEMENTS; kind++)
    if (g_str_equal (word, rs_ir_statement_kind_to_string (kind)))
      {
        s = rs_arena_new0 (p->kernel->arena, RsIrStatement);
        s->kind = kind;
      }
  if (!s)
    return fail (p, list->line, "unknown statement `%s`", word);
  s->line = place_at (list, 1);
  return read_fields (p, list, s) ? s : fail (p, list->line, "`%s` is incomplete", word);
}

static gboolean
read_block (Parser *p, const Item *list, RsIrBlock *block)
{
  if (!g_str_equal (atom_at (list, 0), "do"))
    return fail (p, list->line, "expected (do ...) instead of `%s`", atom_at (list, 0)) != NULL;
  for (guint i = 1; i < list->n_items; i++)
    {
      RsIrStatement *s = read_statement (p, list->items[i]);

      if (!s)
        return FALSE;
      rs_ir_append (block, s);
    }
  return TRUE;
}

/* --- the kernel --- */

static gboolean
read_parameter (Parser *p, const Item *list)
{
  RsKernelParameter parameter = { 0 };
  int binding = read_word (p, list, 0, rs_ir_binding_words, G_N_ELEMENTS (rs_ir_binding_words));
  int element = read_word (p, list, 2, rs_ir_element_words, RS_N_ELEMENTS);
  int view = read_word (p, list, 6, rs_ir_view_words, G_N_ELEMENTS (rs_ir_view_words));

  if (binding < 0 || element < 0 || view < 0)
    return FALSE;
  parameter.binding = binding;
  parameter.name = (char *)atom_at (list, 1);
  parameter.element = element;
  parameter.rank = integer_at (list, 3);
  parameter.length = integer_at (list, 4);
  parameter.input = integer_at (list, 5);
  for (guint i = 7; i < list->n_items; i++)
    {
      int reduce = rs_ir_find_word (rs_ir_reduce_words, G_N_ELEMENTS (rs_ir_reduce_words), atom_at (list, i)), length;

      if (sscanf (atom_at (list, i), "last:%d", &length) == 1)
        parameter.last_length = length;
      parameter.reads |= g_str_equal (atom_at (list, i), "reads");
      parameter.writes |= g_str_equal (atom_at (list, i), "writes");
      parameter.is_integer |= g_str_equal (atom_at (list, i), "integer");
      parameter.is_prefix |= g_str_equal (atom_at (list, i), "prefix");
      if (reduce >= 0)
        parameter.reduce = reduce;
    }
  rs_kernel_add_parameter (p->kernel, &parameter, view);
  return TRUE;
}

static gboolean
read_local (Parser *p, const Item *list)
{
  RsIrType type = read_type (atom_at (list, 0), strlen (atom_at (list, 0)));
  guint local;

  if (type == RS_IR_NONE)
    return fail (p, list->line, "unknown type `%s`", atom_at (list, 0)) != NULL;
  local = rs_kernel_add_local (p->kernel, atom_at (list, 1), type, integer_at (list, 2));
  rs_kernel_local (p->kernel, local)->is_counter = g_str_equal (atom_at (list, 3), "counter");
  for (guint i = 3; i < list->n_items; i++)
    {
      rs_kernel_local (p->kernel, local)->is_uniform |= g_str_equal (atom_at (list, i), "uniform");
      rs_kernel_local (p->kernel, local)->is_kept |= g_str_equal (atom_at (list, i), "kept");
      rs_kernel_local (p->kernel, local)->is_common |= g_str_equal (atom_at (list, i), "common");
      rs_kernel_local (p->kernel, local)->is_index |= g_str_equal (atom_at (list, i), "index");
      rs_kernel_local (p->kernel, local)->small |= find_element (atom_at (list, i));
    }
  if (find_op (atom_at (list, 3)) < RS_IR_N_OPS)
    rs_kernel_local (p->kernel, local)->total = find_op (atom_at (list, 3));
  return TRUE;
}

static gboolean
read_blocks (Parser *p, const Item *list)
{
  p->kernel->has_blocks = TRUE;
  for (guint i = 1; i < list->n_items; i++)
    {
      const Item *item = list->items[i], *last;
      RsIrShared shared = { 0 };
      guint16 parameter = 0;
      guint n = item->n_items;

      if (item->atom)
        {
          p->kernel->blocks = g_str_equal (item->atom, "regions") ? RS_IR_BLOCKS_REGIONS : RS_IR_BLOCKS_RESUMED;
          continue;
        }
      last = n > 0 ? item->items[n - 1] : NULL;
      if (last && !last->atom && last->n_items == 2 && g_strcmp0 (last->items[0]->atom, "capacity") == 0)
        {
          shared.capacity = integer_at (last, 1);
          n--;
        }
      if (n < 2 || n > RS_MAX_RANK + 1
          || !read_reference (p, item->items[0], '@', p->kernel->parameters->len, &parameter, NULL)
          || rs_kernel_parameter (p->kernel, parameter)->rank != (int)n - 1)
        return fail (p, item->line, "shared memory needs an array and its lengths%s", "") != NULL;
      shared.parameter = parameter;
      for (guint k = 1; k < n; k++)
        if (!read_value (p, item, k, &shared.dims[k - 1]))
          return FALSE;
      g_array_append_val (p->kernel->shared, shared);
    }
  return TRUE;
}

static gboolean
read_bound (Parser *p, const Item *item, gboolean *bounded, const RsIrExpression **low, const RsIrExpression **high)
{
  guint axis = integer_at (item, 1);

  if (axis >= RS_MAX_GRID || !read_value (p, item, 2, &low[axis]) || !read_value (p, item, 3, &high[axis]))
    return FALSE;
  bounded[axis] = TRUE;
  return TRUE;
}

static gboolean
read_interior (Parser *p, const Item *list)
{
  RsKernel *kernel = p->kernel;

  kernel->has_interior = TRUE;
  for (guint i = 1; i + 1 < list->n_items; i++)
    if (!read_bound (p, list->items[i], kernel->interior_bounded, kernel->interior_low, kernel->interior_high))
      return FALSE;
  return list->n_items > 1 && read_block (p, list->items[list->n_items - 1], &kernel->interior);
}

static gboolean
read_pad (Parser *p, const Item *list)
{
  RsIrPad pad = { 0 };
  int mode = read_word (p, list, 2, rs_ir_boundary_words, G_N_ELEMENTS (rs_ir_boundary_words));
  guint16 parameter;

  if (mode < 0 || list->n_items > 3 + RS_MAX_GRID
      || !read_reference (p, list->items[1], '@', p->kernel->parameters->len, &parameter, NULL))
    return FALSE;
  pad.parameter = parameter;
  pad.boundary = mode;
  for (guint k = 0; k + 3 < list->n_items; k++)
    {
      const Item *axis = list->items[k + 3];

      pad.axes[k].dimension = CLAMP (integer_at (axis, 1), 0, RS_MAX_GRID - 1);
      pad.axes[k].coefficient = integer_at (axis, 2);
      if (!read_value (p, axis, 3, &pad.axes[k].low) || !read_value (p, axis, 4, &pad.axes[k].high))
        return FALSE;
    }
  g_array_append_val (p->kernel->pads, pad);
  return TRUE;
}

static gboolean
read_padded (Parser *p, const Item *list)
{
  RsKernel *kernel = p->kernel;
  gboolean ok = TRUE;

  for (guint i = 1; i < list->n_items && ok; i++)
    ok = g_str_equal (atom_at (list->items[i], 0), "pad")
             ? read_pad (p, list->items[i])
             : read_bound (p, list->items[i], kernel->pad_bounded, kernel->pad_low, kernel->pad_high);
  return ok;
}

static void
read_dims (const Item *list, guint first, gint64 *dims)
{
  for (guint i = first; i < list->n_items && i - first < RS_MAX_GRID; i++)
    dims[i - first] = integer_at (list, i);
}

static gboolean
read_collapsed (Parser *p, const Item *list)
{
  p->kernel->has_collapsed = TRUE;
  p->kernel->collapse_from = integer_at (list, 1);
  return read_value (p, list, 2, &p->kernel->collapse_condition) && read_inner (p, list, 3, &p->kernel->collapsed);
}

static gboolean
read_part (Parser *p, const Item *list)
{
  RsKernel *kernel = p->kernel;
  const char *word = atom_at (list, 0);
  gboolean ok = TRUE;

  if (g_str_equal (word, "title"))
    g_free (kernel->title), kernel->title = g_strdup (atom_at (list, 1));
  else if (g_str_equal (word, "file"))
    g_free (kernel->file), kernel->file = g_strdup (atom_at (list, 1));
  else if (g_str_equal (word, "line"))
    kernel->line = integer_at (list, 1);
  else if (g_str_equal (word, "form"))
    {
      const int form = read_word (p, list, 1, rs_ir_form_words, G_N_ELEMENTS (rs_ir_form_words));

      kernel->form = MAX (0, form);
    }
  else if (g_str_equal (word, "grid"))
    kernel->grid_rank = CLAMP (integer_at (list, 1), 1, RS_MAX_GRID);
  else if (g_str_equal (word, "precision"))
    kernel->precision = g_str_equal (atom_at (list, 1), "double") ? RS_PRECISION_DOUBLE : RS_PRECISION_SINGLE;
  else if (g_str_equal (word, "exact-math"))
    kernel->exact_math = TRUE;
  else if (g_str_equal (word, "same-arrays"))
    kernel->same_arrays_possible = TRUE;
  else if (g_str_equal (word, "serial"))
    kernel->is_serial = TRUE;
  else if (g_str_equal (word, "prefix"))
    kernel->has_prefix = TRUE;
  else if (g_str_equal (word, "scan"))
    kernel->cpu.scans = TRUE;
  else if (g_str_equal (word, "dynamic"))
    {
      kernel->dynamic_array = integer_at (list, 1);
      kernel->dynamic_total = integer_at (list, 2);
    }
  else if (g_str_equal (word, "inner-levels"))
    kernel->inner_levels = integer_at (list, 1);
  else if (g_str_equal (word, "count"))
    ok = read_value (p, list, 2, &kernel->counts[CLAMP (integer_at (list, 1), 0, RS_MAX_GRID - 1)]);
  else if (g_str_equal (word, "step"))
    ok = read_value (p, list, 2, &kernel->steps[CLAMP (integer_at (list, 1), 0, RS_MAX_GRID - 1)]);
  else if (g_str_equal (word, "ordered"))
    kernel->ordered = integer_at (list, 1);
  else if (g_str_equal (word, "together"))
    kernel->cpu.together = integer_at (list, 1);
  else if (g_str_equal (word, "interleaved"))
    kernel->cpu.interleaved = integer_at (list, 1);
  else if (g_str_equal (word, "lanes"))
    kernel->cpu.lanes = integer_at (list, 1);
  else if (g_str_equal (word, "bins"))
    kernel->cpu.bins = integer_at (list, 1);
  else if (g_str_equal (word, "gathers"))
    kernel->cpu.gathers = integer_at (list, 1);
  else if (g_str_equal (word, "overlap"))
    kernel->cpu.overlap = integer_at (list, 1);
  else if (g_str_equal (word, "border-function"))
    kernel->cpu.has_border_function = TRUE;
  else if (g_str_equal (word, "tile"))
    {
      kernel->cpu.tile = integer_at (list, 1);
      kernel->cpu.tile_across = CLAMP (integer_at (list, 2), 0, RS_MAX_GRID - 1);
      kernel->cpu.tile_turned = g_str_equal (atom_at (list, 3), "turned");
    }
  else if (g_str_equal (word, "strip"))
    {
      kernel->cpu.strip = integer_at (list, 1);
      kernel->cpu.strip_word = g_str_equal (atom_at (list, 2), "f64") ? RS_IR_F64 : RS_IR_F32;
      kernel->cpu.strips_first = g_str_equal (atom_at (list, 3), "first");
    }
  else if (g_str_equal (word, "wants-box"))
    {
      kernel->wishes.box_line = integer_at (list, 1);
      read_dims (list, 2, kernel->wishes.box);
    }
  else if (g_str_equal (word, "wants-vector"))
    {
      kernel->wishes.vector_line = integer_at (list, 1);
      kernel->wishes.vector = integer_at (list, 2);
    }
  else if (g_str_equal (word, "box"))
    read_dims (list, 1, kernel->cpu.box);
  else if (g_str_equal (word, "parameters"))
    for (guint i = 1; ok && i < list->n_items; i++)
      ok = read_parameter (p, list->items[i]);
  else if (g_str_equal (word, "locals"))
    for (guint i = 1; ok && i < list->n_items; i++)
      ok = read_local (p, list->items[i]);
  else if (g_str_equal (word, "messages"))
    for (guint i = 1; i < list->n_items; i++)
      g_ptr_array_add (kernel->messages, g_strdup (atom_at (list, i)));
  else if (g_str_equal (word, "body"))
    ok = read_inner (p, list, 1, &kernel->body);
  else if (g_str_equal (word, "blocks"))
    ok = read_blocks (p, list);
  else if (g_str_equal (word, "collapsed"))
    ok = read_collapsed (p, list);
  else if (g_str_equal (word, "totals"))
    {
      kernel->has_totals = TRUE;
      ok = read_inner (p, list, 1, &kernel->totals);
    }
  else if (g_str_equal (word, "interior-totals"))
    ok = read_inner (p, list, 1, &kernel->interior_totals);
  else if (g_str_equal (word, "epilogue"))
    ok = read_inner (p, list, 1, &kernel->epilogue);
  else if (g_str_equal (word, "interior"))
    ok = read_interior (p, list);
  else if (g_str_equal (word, "padded"))
    ok = read_padded (p, list);
  else
    ok = fail (p, list->line, "unknown part `%s`", word) != NULL;
  return ok;
}

RsKernel *
rs_kernel_parse (const char *text, GError **error)
{
  g_autoptr (RsArena) scratch = rs_arena_new ();
  g_autoptr (GError) first = NULL;
  Parser p = { .text = text, .cursor = text, .line = 1, .scratch = scratch, .error = &first };
  const Item *list = read_item (&p);
  gboolean ok = list && g_str_equal (atom_at (list, 0), "kernel") && atom_at (list, 1)[0];

  if (ok)
    {
      p.kernel = rs_kernel_new (atom_at (list, 1), 1);
      for (guint i = 2; ok && i < list->n_items; i++)
        ok = read_part (&p, list->items[i]);
    }
  if (ok)
    return p.kernel;
  if (!first)
    fail (&p, 1, "a kernel begins with (kernel NAME%s", "");
  g_propagate_error (error, g_steal_pointer (&first));
  rs_kernel_free (p.kernel);
  return NULL;
}
