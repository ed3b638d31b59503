/* Definitions: functions, types, reductions, macros, symbolic names, and code attributes.
 *
 * The header of a definition that has an error is passed over and its body is still read, so that the body's errors
 * show up in the same run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/parse/parser-private.h"

#include <string.h>

/* --- parameters --- */

static RsNode *
make_parameter (RsParser *self, RsNodeKind kind, guint32 start, const char *name, RsNode *type, RsNode *value)
{
  RsNode *node = rs_parser_node2 (self, kind, start, type, value);

  node->name = name;
  return node;
}

/* [...] name [: type] [= default] */
static RsNode *
parse_parameter (RsParser *self, gboolean with_default)
{
  guint32 start = rs_parser_start (self);
  gboolean is_variadic = rs_parser_take (self, RS_TOKEN_SPREAD);
  RsNode *type = NULL, *value = NULL, *node;
  const char *name;

  if (!rs_parser_is_name (self, 0) && rs_parser_kind (self) != RS_TOKEN_PLACEHOLDER)
    return rs_parser_expected (self, "the name of a parameter");
  name = rs_parser_intern (self, rs_parser_token (self, 0));
  rs_parser_note_variable (self, self->at);
  rs_parser_advance (self);
  if (rs_parser_accept (self, RS_TOKEN_COLON))
    type = rs_parse_type (self);
  if (with_default && !self->panic && rs_parser_accept (self, RS_TOKEN_ASSIGN))
    value = rs_parse_expression (self);
  node = make_parameter (self, RS_NODE_PARAMETER, start, name, type, value);
  node->flags |= is_variadic ? RS_NODE_VARIADIC : 0;
  return node;
}

RsNode *
rs_parse_parameter (RsParser *self)
{
  return parse_parameter (self, TRUE);
}

RsNode *
rs_parse_parameters (RsParser *self, const char *what)
{
  guint32 start = rs_parser_start (self), closing;
  guint mark = rs_parser_mark (self);
  RsParserContext saved;

  if (!rs_parser_open (self, &saved, &closing))
    return rs_parser_leaf (self, RS_NODE_LIST, start);
  while (!self->panic && self->at != closing)
    {
      rs_parser_push (self, parse_parameter (self, TRUE));
      if (self->panic || !rs_parser_accept (self, RS_TOKEN_COMMA))
        break;
      if (self->at == closing)
        rs_parser_error (self, rs_parser_span (self, closing), RS_SAY (EXPECTED_PARAMETER), what);
    }
  rs_parser_close (self, &saved, closing);
  return rs_parser_node (self, RS_NODE_LIST, start, mark);
}

static RsNode *
empty_list (RsParser *self)
{
  return rs_parser_leaf (self, RS_NODE_LIST, rs_parser_start (self));
}

/* --- functions --- */

typedef struct {
  RsNode *outputs;
  RsNode *type_parameters;
  RsNode *parameters;
  const char *name;
  guint flags;
} FunctionHeader;

/* [a, b : T] =, y : T =, or nothing. */
static RsNode *
parse_outputs (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  RsTokenKind next = rs_parser_token (self, 1)->kind;
  RsNode *list;

  if (rs_parser_kind (self) == RS_TOKEN_LEFT_BRACKET)
    list = rs_parse_parameters (self, "function");
  else if (rs_parser_is_name (self, 0) && (next == RS_TOKEN_ASSIGN || next == RS_TOKEN_COLON))
    list = rs_parser_node1 (self, RS_NODE_LIST, start, parse_parameter (self, FALSE));
  else
    return empty_list (self);
  rs_parser_expect (self, RS_TOKEN_ASSIGN, "`=` and the name of the function");
  return list;
}

static guint
parse_qualifiers (RsParser *self)
{
  guint flags = 0;

  for (;;)
    if (rs_parser_take (self, RS_TOKEN_KERNEL))
      flags |= RS_NODE_KERNEL;
    else if (rs_parser_take (self, RS_TOKEN_DEVICE))
      flags |= RS_NODE_DEVICE;
    else if (!rs_parser_take (self, RS_TOKEN_HOST))
      return flags;
}

static void
parse_function_header (RsParser *self, FunctionHeader *header)
{
  header->outputs = parse_outputs (self);
  header->type_parameters = header->parameters = empty_list (self);
  if (self->panic)
    return;
  header->flags = parse_qualifiers (self);
  if (!rs_parser_is_name (self, 0))
    {
      rs_parser_expected (self, "the name of the function");
      return;
    }
  header->name = rs_parser_intern (self, rs_parser_token (self, 0));
  rs_parser_advance (self);
  if (rs_parser_kind_here (self) == RS_TOKEN_LEFT_BRACKET)
    header->type_parameters = rs_parse_parameters (self, "function");
  if (!self->panic && rs_parser_kind_here (self) == RS_TOKEN_LEFT_PARENTHESIS)
    header->parameters = rs_parse_parameters (self, "function");
  /* The manual marks functions of the library that documentation leaves out. */
  if (!self->panic && rs_parser_is_word (self, 0, "concealed") && rs_parser_kind_here (self) == RS_TOKEN_NAME)
    rs_parser_advance (self);
}

/* The parameters of a function whose head could not be read: calls of it may pass anything. */
static RsNode *
any_parameters (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  RsNode *parameter
    = make_parameter (self, RS_NODE_PARAMETER, start, rs_names_intern (self->names, "arguments", -1), NULL, NULL);

  parameter->flags |= RS_NODE_VARIADIC;
  return rs_parser_node1 (self, RS_NODE_LIST, start, parameter);
}

RsNode *
rs_parse_function (RsParser *self)
{
  guint32 statement = self->at, start = rs_parser_start (self);
  guint mark = rs_parser_mark (self);
  FunctionHeader header = { 0 };
  gboolean has_errors;
  RsNode *body, *node;

  rs_parser_advance (self);
  parse_function_header (self, &header);
  if (self->panic && header.name != NULL)
    header.parameters = any_parameters (self);
  has_errors = self->panic;
  rs_parse_header_end (self, statement, RS_TOKEN_ENDFUNCTION);
  g_ptr_array_set_size (self->stack, (int)mark);
  self->n_open[RS_OPEN_FUNCTION]++;
  body = rs_parse_block (self);
  rs_parse_ending (self, RS_OPEN_FUNCTION, statement);
  rs_parser_push (self, header.type_parameters);
  rs_parser_push (self, header.outputs);
  rs_parser_push (self, header.parameters);
  if (has_errors) /* the names in it can't be judged */
    body = rs_parser_leaf (self, RS_NODE_BLOCK, body->span.start);
  rs_parser_push (self, body);
  node = rs_parser_node (self, header.name == NULL ? RS_NODE_ERROR : RS_NODE_FUNCTION, start, mark);
  node->name = header.name;
  node->flags |= header.flags;
  return node;
}

RsNode *
rs_parse_macro (RsParser *self)
{
  guint32 statement = self->at, start = rs_parser_start (self);
  guint mark = rs_parser_mark (self);
  FunctionHeader header = { 0 };
  RsNode *node;

  rs_parser_advance (self);
  parse_function_header (self, &header);
  rs_parse_header_end (self, statement, RS_TOKEN_ENDMACRO);
  g_ptr_array_set_size (self->stack, (int)mark);
  self->n_open[RS_OPEN_MACRO]++;
  rs_parser_push (self, header.outputs);
  rs_parser_push (self, header.parameters);
  rs_parser_push (self, rs_parse_block (self));
  rs_parse_ending (self, RS_OPEN_MACRO, statement);
  node = rs_parser_node (self, header.name == NULL ? RS_NODE_ERROR : RS_NODE_MACRO, start, mark);
  node->name = header.name;
  return node;
}

/* --- types --- */

static gboolean
ends_members (const RsParser *self)
{
  RsTokenKind kind = rs_parser_kind (self);

  return kind == RS_TOKEN_END
         || (rs_token_kind_is_keyword (kind) && !rs_token_kind_is_soft (kind) && kind != RS_TOKEN_FUNCTION);
}

/* name [: type] [= default] */
static RsNode *
parse_member (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  RsNode *type = NULL, *value = NULL;
  const char *name;

  if (!rs_parser_is_name (self, 0))
    return rs_parser_expected (self, "the name of a member");
  name = rs_parser_intern (self, rs_parser_token (self, 0));
  rs_parser_advance (self);
  if (rs_parser_accept (self, RS_TOKEN_COLON))
    type = rs_parse_type (self);
  if (!self->panic && rs_parser_accept (self, RS_TOKEN_ASSIGN))
    value = rs_parse_expression (self);
  return make_parameter (self, RS_NODE_MEMBER, start, name, type, value);
}

/* A method in the class body, where none may be: reported, and read so that nothing in it is reported again. */
static void
pass_method (RsParser *self)
{
  rs_parser_error (self, rs_parser_span (self, self->at), RS_SAY (METHOD_INSIDE));
  self->panic = FALSE;
  rs_parse_function (self);
}

/* Members up to the ending, a line each or separated by `,` or `;`. */
static void
parse_members (RsParser *self)
{
  for (;;)
    {
      guint32 statement;
      guint mark = rs_parser_mark (self);

      while (rs_parser_kind (self) == RS_TOKEN_COMMA || rs_parser_kind (self) == RS_TOKEN_SEMICOLON)
        rs_parser_advance (self);
      statement = self->at;
      if (ends_members (self))
        return;
      if (rs_parser_kind (self) == RS_TOKEN_FUNCTION)
        {
          pass_method (self);
          continue;
        }
      self->statement = statement;
      rs_parser_push (self, parse_member (self));
      if (!self->panic && !rs_parser_ends_statement (self, self->at) && rs_parser_kind (self) != RS_TOKEN_COMMA)
        rs_parser_expected (self, "the end of the line after the member");
      if (self->panic)
        {
          rs_parser_recover (self, statement);
          g_ptr_array_set_size (self->stack, (int)mark);
        }
    }
}

/* The body of a class or an enumeration, after its first line. */
static RsNode *
parse_type_body (RsParser *self, RsNodeKind kind, guint32 statement, guint32 start, RsNode *base, guint flags)
{
  guint mark = rs_parser_mark (self);
  RsNode *node;

  rs_parse_header_end (self, statement, RS_TOKEN_ENDTYPE);
  self->n_open[RS_OPEN_TYPE]++;
  rs_parser_push (self, base);
  parse_members (self);
  rs_parse_ending (self, RS_OPEN_TYPE, statement);
  node = rs_parser_node (self, kind, start, mark);
  node->flags |= flags;
  return node;
}

/* Whether lines that can only be members, and then an ending, follow: `type duck : bird` is a class with a base then,
 * and another name of the type bird otherwise. Stops at the first line that is no member. */
static gboolean
has_members (const RsParser *self)
{
  for (guint32 i = self->at; i < self->tokens.length; i++)
    {
      const RsToken *token = &self->tokens.items[i];
      const RsToken *next = &self->tokens.items[MIN (i + 1, self->tokens.length - 1)];

      if (!(token->flags & RS_TOKEN_FIRST))
        {
          if (token->match != RS_TOKEN_NO_MATCH && token->match > i)
            i = token->match;
          continue;
        }
      if (token->kind == RS_TOKEN_ENDTYPE || (token->kind == RS_TOKEN_END_OLD && self->n_open[RS_OPEN_FUNCTION] == 0))
        return TRUE;
      if (token->kind != RS_TOKEN_NAME || (next->kind != RS_TOKEN_COLON && !(next->flags & RS_TOKEN_FIRST)))
        return FALSE;
    }
  return FALSE;
}

/* class, mutable class, dynamic class, enum, a type, or a base with members. */
static RsNode *
parse_definition (RsParser *self, guint32 statement)
{
  guint32 start = rs_parser_start (self);
  guint flags = 0;
  RsNode *type;

  if (rs_parser_is_word (self, 1, "class"))
    {
      if (rs_parser_is_word (self, 0, "mutable"))
        flags = RS_NODE_MUTABLE;
      else if (rs_parser_is_word (self, 0, "dynamic"))
        flags = RS_NODE_DYNAMIC;
      if (flags != 0)
        rs_parser_advance (self);
    }
  if (rs_parser_is_word (self, 0, "class") || rs_parser_is_word (self, 0, "enum"))
    {
      RsNodeKind kind = rs_parser_is_word (self, 0, "enum") ? RS_NODE_ENUM : RS_NODE_CLASS;

      rs_parser_advance (self);
      return parse_type_body (self, kind, statement, start, NULL, flags);
    }
  type = rs_parse_type (self);
  if (!self->panic && type->kind == RS_NODE_TYPE_NAME && type->modifiers == NULL
      && rs_parser_ends_statement (self, self->at) && has_members (self))
    return parse_type_body (self, RS_NODE_CLASS, statement, start, type, 0);
  return type;
}

RsNode *
rs_parse_type_definition (RsParser *self)
{
  guint32 statement = self->at, start = rs_parser_start (self);
  RsNode *parameters, *node;
  const char *name;

  rs_parser_advance (self);
  name = rs_parser_intern (self, rs_parser_token (self, 0));
  rs_parser_advance (self);
  parameters = rs_parser_kind_here (self) == RS_TOKEN_LEFT_BRACKET ? rs_parse_parameters (self, "type")
                                                                   : empty_list (self);
  if (!rs_parser_expect (self, RS_TOKEN_COLON, "`:` and the definition of the type"))
    return rs_parser_leaf (self, RS_NODE_ERROR, start);
  node = rs_parser_node2 (self, RS_NODE_TYPE_DEFINITION, start, parameters, parse_definition (self, statement));
  node->name = name;
  return node;
}

/* --- reductions and symbolic names --- */

static gboolean
names_type (const RsNode *node, const char *name)
{
  if (node == NULL)
    return FALSE;
  if ((node->kind == RS_NODE_TYPE_NAME || node->kind == RS_NODE_NAME) && node->name == name)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (names_type (node->children[i], name))
      return TRUE;
  return FALSE;
}

/* Whether an untyped parameter is a type parameter: another parameter's type names it. */
static gboolean
is_type_parameter (const RsNode *parameters, const RsNode *parameter)
{
  if (parameter->children[RS_PARAMETER_TYPE] != NULL || (parameter->flags & RS_NODE_VARIADIC))
    return FALSE;
  for (guint i = 0; i < parameters->n_children; i++)
    if (names_type (parameters->children[i]->children[RS_PARAMETER_TYPE], parameter->name))
      return TRUE;
  return FALSE;
}

#define MAX_REDUCTION_PARAMETERS 100 /* telling type parameters apart compares each with each */

/* reduction (T, a : mat[T]) -> ...: moves T to the type parameters. */
static void
split_parameters (RsParser *self, RsNode **type_parameters, RsNode **parameters)
{
  RsNode *all = *parameters;
  guint mark = rs_parser_mark (self);
  RsSpan types_span = (*type_parameters)->span;

  if (all->n_children > MAX_REDUCTION_PARAMETERS)
    {
      rs_parser_error (self, all->span, RS_SAY (REDUCTION_PARAMETERS), MAX_REDUCTION_PARAMETERS);
      return;
    }
  for (guint i = 0; i < (*type_parameters)->n_children; i++)
    rs_parser_push (self, (*type_parameters)->children[i]);
  for (guint i = 0; i < all->n_children; i++)
    if (is_type_parameter (all, all->children[i]))
      rs_parser_push (self, all->children[i]);
  *type_parameters = rs_parser_node (self, RS_NODE_LIST, all->span.start, mark);
  (*type_parameters)->span = types_span;
  for (guint i = 0; i < (*type_parameters)->n_children; i++)
    (*type_parameters)->span = rs_span_join ((*type_parameters)->span, (*type_parameters)->children[i]->span);
  for (guint i = 0; i < all->n_children; i++)
    if (!is_type_parameter (all, all->children[i]))
      rs_parser_push (self, all->children[i]);
  *parameters = rs_parser_node (self, RS_NODE_LIST, all->span.start, mark);
  (*parameters)->span = all->span;
}

/* pattern = replacement [where condition]: pushes the three. */
static void
parse_rule (RsParser *self)
{
  self->in_reduction = TRUE;
  rs_parser_push (self, rs_parse_ternary (self));
  if (rs_parser_expect (self, RS_TOKEN_ASSIGN, "`=` and what the pattern is replaced by"))
    rs_parser_push (self, rs_parse_expression (self));
  if (!self->panic && rs_parser_is_word (self, 0, "where") && rs_parser_kind_here (self) == RS_TOKEN_NAME)
    {
      rs_parser_advance (self);
      rs_parser_push (self, rs_parse_expression (self));
    }
  else
    rs_parser_push (self, NULL);
  self->in_reduction = FALSE;
}

RsNode *
rs_parse_reduction (RsParser *self)
{
  guint32 start = rs_parser_start (self), list_start;
  guint mark = rs_parser_mark (self);
  RsNode *type_parameters, *parameters;

  rs_parser_advance (self);
  type_parameters = rs_parser_kind (self) == RS_TOKEN_LEFT_BRACKET ? rs_parse_parameters (self, "reduction")
                                                                   : empty_list (self);
  list_start = rs_parser_start (self);
  if (rs_parser_kind (self) == RS_TOKEN_LEFT_PARENTHESIS)
    parameters = rs_parse_parameters (self, "reduction");
  else
    parameters = rs_parser_node1 (self, RS_NODE_LIST, list_start, parse_parameter (self, FALSE));
  if (!rs_parser_expect (self, RS_TOKEN_ARROW, "`->` and the pattern of the reduction"))
    return rs_parser_leaf (self, RS_NODE_ERROR, start);
  split_parameters (self, &type_parameters, &parameters);
  rs_parser_push (self, type_parameters);
  rs_parser_push (self, parameters);
  parse_rule (self);
  return rs_parser_node (self, RS_NODE_REDUCTION, start, mark);
}

RsNode *
rs_parse_symbolic (RsParser *self)
{
  guint32 start = rs_parser_start (self);
  guint mark = rs_parser_mark (self);

  do
    {
      rs_parser_advance (self);
      rs_parser_push (self, rs_parse_declared_name (self));
    }
  while (!self->panic && rs_parser_kind_here (self) == RS_TOKEN_COMMA && rs_parser_is_name (self, 1));
  return rs_parser_node (self, RS_NODE_SYMBOLIC, start, mark);
}

/* --- code attributes --- */

static gboolean
begins_named_parameter (const RsParser *self, guint ahead)
{
  return (rs_parser_is_name (self, ahead) || rs_token_kind_is_keyword (rs_parser_token (self, ahead)->kind))
         && rs_parser_token (self, ahead + 1)->kind == RS_TOKEN_ASSIGN;
}

static gboolean
separates (const RsParser *self, guint32 closing)
{
  RsTokenKind kind = rs_parser_kind (self);

  return self->at == closing || kind == RS_TOKEN_SEMICOLON || kind == RS_TOKEN_COMMA || kind == RS_TOKEN_NOT;
}

/* The text from start to the next separator, as a STRING. */
static RsNode *
parse_words (RsParser *self, guint32 start, guint32 closing)
{
  RsNode *node;

  while (!separates (self, closing) && !begins_named_parameter (self, 0))
    rs_parser_advance (self);
  node = rs_parser_leaf (self, RS_NODE_STRING, start);
  node->text = rs_arena_strndup (self->arena, self->text + node->span.start, node->span.end - node->span.start);
  return node;
}

/* An expression, or plain words where it is none: mode=cpu gpu auto. */
static RsNode *
parse_attribute_value (RsParser *self, guint32 closing)
{
  guint32 first = self->at, start = rs_parser_start (self);
  guint mark = rs_parser_mark (self);
  RsParserContext context = self->context;
  RsNode *node = rs_parse_ternary (self);

  if (!self->panic && self->at <= closing && (separates (self, closing) || begins_named_parameter (self, 0)))
    return node;
  self->panic = FALSE;
  self->context = context;
  g_ptr_array_set_size (self->stack, (int)mark);
  self->at = first;
  if (separates (self, closing))
    return rs_parser_leaf (self, RS_NODE_STRING, start);
  return parse_words (self, start, closing);
}

/* vars=a,b,c: the values after the first have no name; they make a LIST. */
static RsNode *
parse_attribute_values (RsParser *self, guint32 closing)
{
  guint32 start = rs_parser_start (self);
  guint mark = rs_parser_mark (self);

  rs_parser_push (self, parse_attribute_value (self, closing));
  while (rs_parser_kind (self) == RS_TOKEN_COMMA && self->at + 1 < closing && !begins_named_parameter (self, 1)
         && rs_parser_token (self, 1)->kind != RS_TOKEN_COMMA && rs_parser_token (self, 1)->kind != RS_TOKEN_SEMICOLON)
    {
      rs_parser_advance (self);
      rs_parser_push (self, parse_attribute_value (self, closing));
    }
  if (rs_parser_mark (self) == mark + 1)
    {
      RsNode *only = g_ptr_array_index (self->stack, mark);

      g_ptr_array_set_size (self->stack, (int)mark);
      return only;
    }
  return rs_parser_node (self, RS_NODE_LIST, start, mark);
}

/* key=value, or a value alone: a NAMED_ARGUMENT whose name is then "". */
static RsNode *
parse_attribute_parameter (RsParser *self, guint32 closing)
{
  guint32 start = rs_parser_start (self);
  const char *name = rs_names_intern (self->names, "", 0);
  RsNode *node;

  if (begins_named_parameter (self, 0))
    {
      name = rs_parser_intern (self, rs_parser_token (self, 0));
      rs_parser_advance (self);
      rs_parser_advance (self);
      node = parse_attribute_values (self, closing);
    }
  else
    node = parse_attribute_value (self, closing);
  node = rs_parser_node1 (self, RS_NODE_NAMED_ARGUMENT, start, node);
  node->name = name;
  return node;
}

/* The words after the name: {!parallel for}. They stay in `text`, and are the first argument of a macro too. */
static const char *
parse_attribute_words (RsParser *self, guint32 closing)
{
  guint32 start = rs_parser_start (self), first = self->at;
  const char *text;

  if (separates (self, closing) || begins_named_parameter (self, 0))
    return NULL;
  text = parse_words (self, start, closing)->text;
  if (!rs_token_kind_is_keyword (self->tokens.items[first].kind))
    {
      self->at = first;
      rs_parser_push (self, parse_attribute_parameter (self, closing));
    }
  return text;
}

/* {!name(a, b)}: the arguments of a macro in parentheses. Passes the opening one; the closing one, or closing. */
static guint32
parse_attribute_parenthesis (RsParser *self, guint32 closing)
{
  const RsToken *token = rs_parser_token (self, 0);

  if (token->kind != RS_TOKEN_LEFT_PARENTHESIS || (token->flags & RS_TOKEN_BLANK) || token->match + 1 != closing)
    return closing;
  rs_parser_advance (self);
  return closing - 1;
}

/* {!name words; key=value, ...}. An attribute that is not understood is ignored, so nothing inside is an error. */
RsNode *
rs_parse_attribute (RsParser *self)
{
  guint32 start = rs_parser_start (self), closing, last;
  guint mark = rs_parser_mark (self);
  RsParserContext saved;
  const char *name = NULL, *text = NULL;
  RsNode *node;
  gboolean quiet = self->quiet;

  if (!rs_parser_open (self, &saved, &closing))
    return rs_parser_leaf (self, RS_NODE_ERROR, start);
  rs_parser_advance (self);
  self->quiet = TRUE;
  if (self->at != closing)
    {
      name = rs_parser_intern (self, rs_parser_token (self, 0));
      rs_parser_advance (self);
    }
  last = parse_attribute_parenthesis (self, closing);
  text = parse_attribute_words (self, last);
  while (self->at < last)
    if (separates (self, last))
      rs_parser_advance (self);
    else
      rs_parser_push (self, parse_attribute_parameter (self, last));
  self->quiet = quiet;
  self->panic = FALSE;
  self->at = closing;
  rs_parser_advance (self);
  self->context = saved;
  node = rs_parser_node (self, RS_NODE_ATTRIBUTE, start, mark);
  node->name = name;
  node->text = text;
  return node;
}
