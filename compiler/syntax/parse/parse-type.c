/* Type text: mat[T]'unchecked, cube(:, :, 3), cube{4}, ^point, [__device__ (cube, ivec2) -> vec3], [A|B].
 *
 * The same text stands after a colon, in type definitions, and, where it cannot be mistaken for an index, in
 * expressions; there the parenthesis after it is the call of a constructor and not a size.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/parse/parser-private.h"

#include <string.h>

#define MAX_MODIFIERS 15

typedef struct {
  const char *names[MAX_MODIFIERS + 1];
  guint n;
  guint components; /* of a texture; 0: none are given */
} Modifiers;

typedef struct {
  const char *name;
  gboolean is_sized;
} TypeName;

static const TypeName type_names[] = {
#define RS_TYPE_NAME(name, KIND, ELEMENT, rank) { name, FALSE },
#define RS_TYPE_SIZED_NAME(name, KIND, ELEMENT, rank) { name, TRUE },
#include "compiler/types/type-names.def"
#undef RS_TYPE_NAME
#undef RS_TYPE_SIZED_NAME
};

/* 4, 2x3, 2x2x3 */
static gboolean
is_size (const char *text, guint32 length)
{
  gboolean digit_before = FALSE;

  for (guint32 i = 0; i < length; i++)
    {
      if (!g_ascii_isdigit (text[i]) && !(text[i] == 'x' && digit_before))
        return FALSE;
      digit_before = g_ascii_isdigit (text[i]);
    }
  return digit_before;
}

gboolean
rs_parser_is_builtin_type (const RsParser *self, guint ahead)
{
  const RsToken *token = rs_parser_token (self, ahead);
  const char *text = self->text + token->start;
  guint32 length = token->end - token->start;

  if (token->kind != RS_TOKEN_NAME)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (type_names); i++)
    {
      gsize name_length = strlen (type_names[i].name);

      if (length < name_length || memcmp (text, type_names[i].name, name_length) != 0)
        continue;
      if (length == name_length
          || (type_names[i].is_sized && is_size (text + name_length, length - (guint32)name_length)))
        return TRUE;
    }
  return FALSE;
}

void
rs_parser_note_variable (RsParser *self, guint32 token)
{
  if (!rs_parser_is_builtin_type (self, token - self->at))
    return;
  if (self->hidden_types == NULL)
    self->hidden_types = g_hash_table_new (NULL, NULL);
  g_hash_table_add (self->hidden_types, (gpointer)rs_parser_intern (self, &self->tokens.items[token]));
}

/* --- modifiers --- */

/* The number of components behind a texture, 'hwtex_nearest(4) (manual 9.5); 0: none is given. Other modifiers may have
 * sizes behind them. */
static guint
parse_components (RsParser *self, const char *modifier)
{
  const RsToken *count;
  gboolean is_integer, is_imaginary;
  double n;

  if (!g_str_has_prefix (modifier, "hwtex_") || rs_parser_kind_here (self) != RS_TOKEN_LEFT_PARENTHESIS
      || rs_parser_token (self, 1)->kind != RS_TOKEN_NUMBER
      || rs_parser_token (self, 2)->kind != RS_TOKEN_RIGHT_PARENTHESIS)
    return 0;
  count = rs_parser_token (self, 1);
  n = rs_number_value (self->text + count->start, count->end - count->start, &is_integer, &is_imaginary);
  if (is_imaginary || (n != 1 && n != 2 && n != 4))
    rs_parser_error (self, rs_parser_span (self, self->at + 1), RS_SAY (TEXTURE_COMPONENTS), n);
  self->panic = FALSE; /* the rest is whole */
  for (guint i = 0; i < 3; i++)
    rs_parser_advance (self);
  return n == 2 || n == 4 ? (guint)n : 1;
}

/* 'const'unchecked; blanks are free. */
static void
parse_modifiers (RsParser *self, Modifiers *modifiers)
{
  guint components;

  while (rs_parser_kind_here (self) == RS_TOKEN_QUOTE && rs_parser_is_name (self, 1) && !self->context.in_quotes)
    {
      if (modifiers->n == MAX_MODIFIERS)
        {
          rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (TYPE_MODIFIERS), MAX_MODIFIERS);
          return;
        }
      rs_parser_advance (self);
      modifiers->names[modifiers->n++] = rs_parser_intern (self, rs_parser_token (self, 0));
      rs_parser_advance (self);
      components = parse_components (self, modifiers->names[modifiers->n - 1]);
      if (components > 0)
        modifiers->components = components;
    }
}

static RsNode *
apply_modifiers (RsParser *self, RsNode *type, const Modifiers *modifiers)
{
  if (modifiers->n > 0)
    {
      type->number = modifiers->components;
      type->modifiers = rs_arena_memdup (self->arena, modifiers->names, (modifiers->n + 1) * sizeof (const char *));
      type->span.end = MAX (type->span.end, self->tokens.items[self->at - 1].end);
    }
  return type;
}

/* --- function types and type classes --- */

static RsNode *parse_signature (RsParser *self);

static RsNode *
parse_variadic (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  RsTokenKind kind;

  rs_parser_advance (self);
  kind = rs_parser_kind (self);
  if (kind == RS_TOKEN_COMMA || kind == RS_TOKEN_RIGHT_PARENTHESIS || kind == RS_TOKEN_ARROW)
    return rs_parser_leaf (self, RS_NODE_TYPE_VARIADIC, start);
  return rs_parser_node1 (self, RS_NODE_TYPE_VARIADIC, start, rs_parse_type (self));
}

/* The type in a list of one that was not a function type after all. */
static RsNode *
unwrap (RsNode *node)
{
  return node->kind == RS_NODE_TYPE_LIST && node->n_children == 1 ? node->children[0] : node;
}

/* (T, U) or T, as a TYPE_LIST */
static RsNode *
parse_side (RsParser *self)
{
  guint32 start = rs_parser_start (self), closing;
  guint mark = rs_parser_mark (self);
  RsParserContext saved;

  if (rs_parser_kind (self) == RS_TOKEN_SPREAD)
    return rs_parser_node1 (self, RS_NODE_TYPE_LIST, start, parse_variadic (self));
  if (rs_parser_kind (self) != RS_TOKEN_LEFT_PARENTHESIS)
    return rs_parser_node1 (self, RS_NODE_TYPE_LIST, start, rs_parse_type (self));
  if (!rs_parser_open (self, &saved, &closing))
    return rs_parser_leaf (self, RS_NODE_ERROR, start);
  while (!self->panic && self->at != closing)
    {
      rs_parser_push (self, unwrap (parse_signature (self)));
      if (self->panic || !rs_parser_accept (self, RS_TOKEN_COMMA))
        break;
      if (self->at == closing)
        rs_parser_expected (self, "a type after the `,`");
    }
  rs_parser_close (self, &saved, closing);
  return rs_parser_node (self, RS_NODE_TYPE_LIST, start, mark);
}

/* T, or inputs -> outputs, where -> groups to the right: TYPE_LIST or TYPE_FUNCTION. */
static RsNode *
parse_signature (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  guint flags = 0;
  RsNode *inputs, *outputs;

  if (!rs_parser_enter (self))
    return rs_parser_leaf (self, RS_NODE_ERROR, start);
  if (rs_parser_accept (self, RS_TOKEN_KERNEL))
    flags = RS_NODE_KERNEL;
  else if (rs_parser_accept (self, RS_TOKEN_DEVICE))
    flags = RS_NODE_DEVICE;
  else
    rs_parser_accept (self, RS_TOKEN_HOST);
  inputs = parse_side (self);
  if (!self->panic && rs_parser_accept (self, RS_TOKEN_ARROW))
    {
      guint32 outputs_start = rs_parser_start (self);

      outputs = parse_signature (self);
      if (outputs->kind == RS_NODE_TYPE_FUNCTION)
        outputs = rs_parser_node1 (self, RS_NODE_TYPE_LIST, outputs_start, outputs);
      inputs = rs_parser_node2 (self, RS_NODE_TYPE_FUNCTION, start, inputs, outputs);
      inputs->flags |= flags;
    }
  else if (flags != 0 && !self->panic)
    rs_parser_expected (self, "`->` and the outputs of the function type");
  rs_parser_leave (self);
  return inputs;
}

/* [A|B], [inputs -> outputs] */
static RsNode *
parse_bracket_type (RsParser *self)
{
  guint32 start = rs_parser_start (self), closing;
  guint mark = rs_parser_mark (self);
  RsParserContext saved;
  RsNode *node;

  if (!rs_parser_open (self, &saved, &closing))
    return rs_parser_leaf (self, RS_NODE_ERROR, start);
  node = parse_signature (self);
  if (node->kind == RS_NODE_TYPE_LIST && !self->panic)
    {
      rs_parser_push (self, unwrap (node));
      while (!self->panic && rs_parser_accept (self, RS_TOKEN_BAR))
        rs_parser_push (self, rs_parse_type (self));
    }
  if (!self->panic && self->at != closing)
    return rs_parser_expected (self, node->kind == RS_NODE_TYPE_LIST ? "`|`, `->` or `]` in the type" : "`]`");
  rs_parser_close (self, &saved, closing);
  if (node->kind == RS_NODE_TYPE_LIST)
    return rs_parser_node (self, RS_NODE_TYPE_CHOICE, start, mark);
  node->span = (RsSpan){ start, self->tokens.items[self->at - 1].end };
  return node;
}

/* {{vec, vec}, {scalar, scalar}}: the types of a cell array */
static RsNode *
parse_cell_type (RsParser *self)
{
  guint32 start = rs_parser_start (self), closing;
  guint mark = rs_parser_mark (self);
  RsParserContext saved;

  if (!rs_parser_open (self, &saved, &closing))
    return rs_parser_leaf (self, RS_NODE_ERROR, start);
  while (!self->panic && self->at != closing)
    {
      rs_parser_push (self, rs_parse_type (self));
      if (self->panic || !rs_parser_accept (self, RS_TOKEN_COMMA))
        break;
    }
  rs_parser_close (self, &saved, closing);
  return rs_parser_node (self, RS_NODE_CELL, start, mark);
}

/* --- named types --- */

typedef struct {
  guint32 start;
  const char *name;
  const char *dimensions_text;
  RsNode *dimensions;
  RsNode *sizes;
  Modifiers modifiers;
} NamedType;

/* [T, ...]: pushes the parameters. */
static void
parse_type_parameters (RsParser *self)
{
  RsParserContext saved;
  guint32 closing;

  if (!rs_parser_open (self, &saved, &closing))
    return;
  while (!self->panic)
    {
      rs_parser_push (self, unwrap (parse_signature (self)));
      if (self->panic || !rs_parser_accept (self, RS_TOKEN_COMMA))
        break;
    }
  rs_parser_close (self, &saved, closing);
}

/* {n}, {:}; {T} with a type that no expression can be (vec{??}) is a parameter, as in [T]. */
static void
parse_dimensions (RsParser *self, NamedType *type)
{
  guint32 start = rs_parser_start (self), closing, from;
  RsParserContext saved;

  if (!rs_parser_open (self, &saved, &closing))
    return;
  from = rs_parser_start (self);
  if (rs_parser_kind (self) == RS_TOKEN_UNKNOWN_TYPE)
    {
      rs_parser_push (self, rs_parse_type (self));
      rs_parser_close (self, &saved, closing);
      return;
    }
  type->dimensions = rs_parse_list_item (self);
  if (self->at > 0 && self->tokens.items[self->at - 1].end > from)
    type->dimensions_text
        = rs_arena_strndup (self->arena, self->text + from, self->tokens.items[self->at - 1].end - from);
  rs_parser_close (self, &saved, closing);
  if (!self->panic)
    type->dimensions = rs_parser_node1 (self, RS_NODE_TYPE_DIMENSIONS, start, type->dimensions);
}

/* (:, :, 3) */
static void
parse_sizes (RsParser *self, NamedType *type)
{
  guint32 start = rs_parser_start (self), closing;
  guint mark = rs_parser_mark (self);
  RsParserContext saved;

  if (!rs_parser_open (self, &saved, &closing))
    return;
  if (self->at == closing)
    rs_parser_expected (self, "a size or `:`");
  while (!self->panic && self->at != closing)
    {
      rs_parser_push (self, rs_parse_list_item (self));
      if (self->panic || !rs_parser_accept (self, RS_TOKEN_COMMA))
        break;
    }
  rs_parser_close (self, &saved, closing);
  type->sizes = rs_parser_node (self, RS_NODE_TYPE_SIZES, start, mark);
}

static void
parse_type_suffixes (RsParser *self, NamedType *type, gboolean with_sizes)
{
  while (!self->panic)
    {
      RsTokenKind kind = rs_parser_kind_here (self);

      if (kind == RS_TOKEN_LEFT_BRACKET)
        parse_type_parameters (self);
      else if (kind == RS_TOKEN_LEFT_BRACE && type->dimensions == NULL)
        parse_dimensions (self, type);
      else if (kind == RS_TOKEN_LEFT_PARENTHESIS && with_sizes && type->sizes == NULL)
        parse_sizes (self, type);
      else if (kind == RS_TOKEN_QUOTE && rs_parser_is_name (self, 1) && !self->context.in_quotes)
        parse_modifiers (self, &type->modifiers);
      else
        return;
    }
}

static RsNode *
parse_named_type (RsParser *self, gboolean with_sizes)
{
  NamedType type = { .start = rs_parser_start (self) };
  guint mark = rs_parser_mark (self);
  RsNode *node;

  type.name = rs_parser_intern (self, rs_parser_token (self, 0));
  rs_parser_advance (self);
  parse_type_suffixes (self, &type, with_sizes);
  if (self->panic)
    return rs_parser_leaf (self, RS_NODE_ERROR, type.start);
  if (type.dimensions != NULL)
    rs_parser_push (self, type.dimensions);
  if (type.sizes != NULL)
    rs_parser_push (self, type.sizes);
  node = rs_parser_node (self, RS_NODE_TYPE_NAME, type.start, mark);
  node->name = type.name;
  node->text = type.dimensions_text;
  return apply_modifiers (self, node, &type.modifiers);
}

static RsNode *
parse_pointer (RsParser *self, gboolean with_sizes)
{
  guint32 start = rs_parser_start (self);

  rs_parser_advance (self);
  if (rs_parser_kind (self) == RS_TOKEN_POWER)
    return rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (POINTER_TO_POINTER));
  if (!rs_parser_is_name (self, 0))
    return rs_parser_expected (self, "the name of a class after `^`");
  return rs_parser_node1 (self, RS_NODE_TYPE_POINTER, start, parse_named_type (self, with_sizes));
}

static RsNode *
parse_type (RsParser *self, gboolean with_sizes)
{
  guint32 start = rs_parser_start (self);
  Modifiers modifiers = { 0 };
  RsNode *node;

  switch (rs_parser_kind (self))
    {
    case RS_TOKEN_POWER:
      return parse_pointer (self, with_sizes);
    case RS_TOKEN_QUOTE:
      if (!rs_parser_is_name (self, 1))
        return rs_parser_expected (self, "a type");
      parse_modifiers (self, &modifiers);
      return apply_modifiers (self, rs_parser_leaf (self, RS_NODE_TYPE_UNKNOWN, start), &modifiers);
    case RS_TOKEN_UNKNOWN_TYPE:
      rs_parser_advance (self);
      node = rs_parser_leaf (self, RS_NODE_TYPE_UNKNOWN, start);
      break;
    case RS_TOKEN_LEFT_BRACKET:
      node = parse_bracket_type (self);
      break;
    case RS_TOKEN_LEFT_BRACE:
      node = parse_cell_type (self);
      break;
    default:
      if (rs_parser_is_name (self, 0) || rs_parser_kind (self) == RS_TOKEN_FUNCTION)
        return parse_named_type (self, with_sizes);
      return rs_parser_expected (self, "a type");
    }
  if (!self->panic)
    parse_modifiers (self, &modifiers);
  return apply_modifiers (self, node, &modifiers);
}

RsNode *
rs_parse_type (RsParser *self)
{
  RsNode *node;

  /* After a colon the type stands on the same line. */
  if (rs_parser_kind_here (self) == RS_TOKEN_LINE_END && self->at != self->statement)
    return rs_parser_expected (self, "a type");
  if (!rs_parser_enter (self))
    return rs_parser_leaf (self, RS_NODE_ERROR, rs_parser_start (self));
  node = parse_type (self, TRUE);
  rs_parser_leave (self);
  return node;
}

RsNode *
rs_parse_type_of_text (RsParser *self, gboolean with_sizes)
{
  guint32 start = rs_parser_start (self);
  RsNode *node;

  if (!rs_parser_enter (self))
    return rs_parser_leaf (self, RS_NODE_ERROR, start);
  node = parse_type (self, with_sizes);
  rs_parser_leave (self);
  return rs_parser_node1 (self, RS_NODE_TYPE_OF_TEXT, start, node);
}
