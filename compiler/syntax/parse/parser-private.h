/* What the files of the parser share: the state, the token cursor, nodes, errors.
 *
 * parser.c owns the state and recovery; parse-statement.c, parse-block.c, parse-expression.c, parse-primary.c,
 * parse-call.c, parse-quotes.c, parse-type.c and parse-definition.c each read one part of the grammar. Every
 * function that reads something returns a node, never NULL; after an error that is an ERROR node, `panic` is set,
 * nothing more is reported, and everybody returns quickly to the statement loop, which passes to the next statement.
 * Children are collected on one stack: take rs_parser_mark, push, then make the node.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/messages.h"
#include "compiler/syntax/ast.h"
#include "compiler/syntax/lexer.h"

#define RS_MAX_NESTING 1000   /* recursion of the parser */
#define RS_MAX_CHAIN 2000     /* operators or calls in a row */
#define RS_MAX_TREE_DEPTH 3000 /* what those two may add up to */
#define RS_MAX_ERRORS 200

/* What the text around an expression makes of a few tokens. */
typedef struct {
  guint brackets;     /* open brackets that are closed further on: newlines mean nothing in them */
  gboolean no_type;   /* a colon belongs to the `? :` or the index around it */
  gboolean no_arrow;  /* an arrow belongs to the pattern of a match or a reduction */
  gboolean in_quotes; /* the next apostrophe closes a cell */
  gboolean in_header; /* a colon that ends the line is one of another language */
  gboolean in_condition; /* of if, elseif, while or until, in its brackets, too: nobody means `~=` there */
} RsParserContext;

/* Blocks that are open, for telling a forgotten ending from a stray one. */
typedef enum {
  RS_OPEN_FUNCTION,
  RS_OPEN_IF,
  RS_OPEN_FOR,
  RS_OPEN_WHILE,
  RS_OPEN_REPEAT,
  RS_OPEN_MATCH,
  RS_OPEN_TRY,
  RS_OPEN_TYPE,
  RS_OPEN_MACRO,
  RS_OPEN_SWITCH, /* of another language */
  RS_N_OPEN_KINDS
} RsOpenKind;

/* Where a block ends that was opened as in another language: at a brace, or at the first line that is not indented
 * further than its header. */
typedef struct {
  guint32 brace; /* index of the token; 0: none */
  guint column;  /* of the header; 0: none */
} RsForeignEnd;

typedef struct {
  RsSource *source;
  const char *text;
  RsTokens tokens;
  guint32 at;        /* index of the next token */
  guint32 statement; /* index of the first token of the statement that is being read */
  RsModule *module;
  RsArena *arena;
  RsNames *names;
  RsDiagnostics *diagnostics;
  GPtrArray *stack; /* of RsNode: children being collected */
  GHashTable *hidden_types; /* set of interned names: built-in types whose name a variable of this file has, or NULL */
  RsParserContext context;
  guint32 outer_close; /* index of the bracket that closes the outermost one open in this statement */
  guint depth;
  guint n_errors;
  gboolean panic;
  gboolean quiet;        /* inside a code attribute: nothing is an error */
  gboolean block_on_line; /* a block was opened on this line, which has been told: it may end there, too */
  gboolean in_reduction; /* patterns assign to calls */
  guint n_open[RS_N_OPEN_KINDS];
  RsTokenKind first_ending; /* the first ending that is only old or only new; END before there was one */
  guint32 first_ending_token;
  gboolean endings_reported;
  gboolean nesting_reported;
  RsForeignEnd next_end;  /* of the block that is read next, whose header has been reported */
  RsForeignEnd block_end; /* of the innermost such block */
  gboolean ended_elsewhere; /* the block read last ended so, and needs no ending */
} RsParser;

/* --- tokens --- */

static inline const RsToken *
rs_parser_token (const RsParser *self, guint ahead)
{
  return &self->tokens.items[MIN (self->at + ahead, self->tokens.length - 1)];
}

/* The kind of the next token wherever it stands: for the beginning of an operand. */
static inline RsTokenKind
rs_parser_kind (const RsParser *self)
{
  return self->tokens.items[self->at].kind;
}

/* The same, but LINE_END where the statement's line ends: for operators and whatever may follow an operand. */
static inline RsTokenKind
rs_parser_kind_here (const RsParser *self)
{
  const RsToken *token = &self->tokens.items[self->at];

  return (token->flags & RS_TOKEN_FIRST) && self->context.brackets == 0 && token->kind != RS_TOKEN_END
           ? RS_TOKEN_LINE_END
           : token->kind;
}

static inline void
rs_parser_advance (RsParser *self)
{
  if (self->at + 1 < self->tokens.length)
    self->at++;
}

static inline gboolean
rs_parser_accept (RsParser *self, RsTokenKind kind)
{
  if (rs_parser_kind_here (self) != kind)
    return FALSE;
  rs_parser_advance (self);
  return TRUE;
}

/* Passes a token of that kind wherever it stands: for the beginning of an operand. */
static inline gboolean
rs_parser_take (RsParser *self, RsTokenKind kind)
{
  if (rs_parser_kind (self) != kind)
    return FALSE;
  rs_parser_advance (self);
  return TRUE;
}

gboolean rs_parser_is_word (const RsParser *self, guint ahead, const char *word);
/* NAME, or a keyword that is a name where no statement begins. */
gboolean rs_parser_is_name (const RsParser *self, guint ahead);
/* Whether the token at that index ends a statement: END, `;`, the first of a line, or a `,` before one of these. */
gboolean rs_parser_ends_statement (const RsParser *self, guint32 index);
const char *rs_parser_intern (RsParser *self, const RsToken *token);

/* --- nodes --- */

static inline guint
rs_parser_mark (const RsParser *self)
{
  return self->stack->len;
}

static inline void
rs_parser_push (RsParser *self, RsNode *node)
{
  g_ptr_array_add (self->stack, node);
}

/* A node whose children are what was pushed since mark, from byte start to the end of the last token passed. */
RsNode *rs_parser_node (RsParser *self, RsNodeKind kind, guint32 start, guint mark);
RsNode *rs_parser_leaf (RsParser *self, RsNodeKind kind, guint32 start);
RsNode *rs_parser_node1 (RsParser *self, RsNodeKind kind, guint32 start, RsNode *child);
RsNode *rs_parser_node2 (RsParser *self, RsNodeKind kind, guint32 start, RsNode *first, RsNode *second);

static inline guint32
rs_parser_start (const RsParser *self)
{
  return self->tokens.items[self->at].start;
}

/* --- errors --- */

/* Reports at the span unless another error of the statement has been reported, and sets panic. Returns an ERROR
 * node. */
RsNode *rs_parser_error (RsParser *self, RsSpan span, RsMessageId id, const char *format, ...) G_GNUC_PRINTF (4, 5);
/* "expected WHAT, found ..." at the next token; what is wrong with it when the lexer could not read it. */
RsNode *rs_parser_expected (RsParser *self, const char *what);
gboolean rs_parser_expect (RsParser *self, RsTokenKind kind, const char *what);
RsSpan rs_parser_span (const RsParser *self, guint32 token);
guint rs_parser_line (const RsParser *self, guint32 offset);

/* Counts the recursion; FALSE, with an error, when it is too deep. Each TRUE needs an rs_parser_leave. */
gboolean rs_parser_enter (RsParser *self);

static inline void
rs_parser_leave (RsParser *self)
{
  self->depth--;
}

/* Passes the opening bracket that stands here; FALSE, with an error, when nothing closes it. */
gboolean rs_parser_open (RsParser *self, RsParserContext *saved, guint32 *closing);
/* The bracket that stands here is not closed: FALSE unless a text in single quotes further on in the line is the
 * reason, which is reported then. */
gboolean rs_parser_report_hidden_bracket (RsParser *self);
/* Passes the bracket at index closing, which has to stand here, and restores the context. */
void rs_parser_close (RsParser *self, const RsParserContext *saved, guint32 closing);

/* Passes to the first token of the next statement or line. */
void rs_parser_recover (RsParser *self, guint32 statement);

/* --- constructs of other languages (parse-foreign.c) --- */

/* What to write instead of the keyword of another language that stands distance tokens from here; NULL when it is
 * none. */
const char *rs_parser_foreign_keyword (RsParser *self, int distance);
/* Where no operand stands, and where an expression should have ended: TRUE when what is here means something elsewhere,
 * which is reported then. */
gboolean rs_parser_report_foreign_sign (RsParser *self);
gboolean rs_parser_report_foreign_rest (RsParser *self);
/* Whether `:` or `{` ends the line here. The second passes it, and reports it when ending, the keyword that is missing
 * then, is not NULL; the block to come ends with the brace or with the indentation. statement: the header's first
 * token. The third does so for a header that had an error, whose line may end like that. */
gboolean rs_parser_at_foreign_opening (const RsParser *self);
gboolean rs_parser_take_foreign_opening (RsParser *self, guint32 statement, const char *ending);
void rs_parser_note_foreign_block (RsParser *self, guint32 statement);
/* Whether the innermost block of that kind ends here; whether `elif` or `except` divides an open one; whether a case of
 * a switch ends. */
gboolean rs_parser_ends_foreign_block (const RsParser *self);
gboolean rs_parser_is_foreign_division (const RsParser *self);
gboolean rs_parser_ends_case (const RsParser *self);
/* def, class, switch: reported and passed; NULL when none of them stands here. */
RsNode *rs_parse_foreign_statement (RsParser *self);

/* --- grammar --- */

RsNode *rs_parse_expression (RsParser *self);       /* everything, assignments included */
RsNode *rs_parse_ternary (RsParser *self);          /* without assignment, definition and `: type` */
RsNode *rs_parse_operators (RsParser *self);        /* the same without `? :` */
RsNode *rs_parse_postfix (RsParser *self);          /* an operand with the calls, indices and fields behind it */
RsNode *rs_parse_typed_lambda (RsParser *self, RsNode *typed); /* its arrow stands here */
/* Pushes expressions up to the bracket at index closing; what names one in messages. */
void rs_parse_elements (RsParser *self, guint32 closing, const char *what);
RsNode *rs_parser_too_long (RsParser *self, const RsNode *node); /* an error: the chain that begins with the node */
RsNode *rs_parse_pattern (RsParser *self);          /* of a match */
RsNode *rs_parse_name (RsParser *self, const char *what); /* NAME */
RsNode *rs_parse_list_item (RsParser *self);        /* expression or `:` */
RsNode *rs_parse_command (RsParser *self);          /* command call, or NULL when none stands here */
/* What may follow an operand; each stands at its opening token. */
RsNode *rs_parse_call (RsParser *self, RsNode *callee);
RsNode *rs_parse_index (RsParser *self, RsNode *array);
RsNode *rs_parse_field (RsParser *self, RsNode *object);
RsNode *rs_parse_meta (RsParser *self);
/* 'a, b' */
RsNode *rs_parse_quoted_cell (RsParser *self);
/* Whether an expression can begin with the token, as far as the token alone tells. */
gboolean rs_parser_begins_expression (const RsParser *self, guint ahead);

RsNode *rs_parse_type (RsParser *self);             /* with sizes */
/* Type text where an expression stands: the parenthesis after it is a call. TYPE_OF_TEXT. */
RsNode *rs_parse_type_of_text (RsParser *self, gboolean with_sizes);
gboolean rs_parser_is_builtin_type (const RsParser *self, guint ahead);
/* Remembers that a variable or parameter has the name at that token, when it is the name of a built-in type. */
void rs_parser_note_variable (RsParser *self, guint32 token);

/* LIST of PARAMETER up to the bracket that opens here; what names it in messages. */
RsNode *rs_parse_parameters (RsParser *self, const char *what);
RsNode *rs_parse_parameter (RsParser *self);
RsNode *rs_parse_function (RsParser *self);
RsNode *rs_parse_type_definition (RsParser *self);
RsNode *rs_parse_reduction (RsParser *self);
RsNode *rs_parse_symbolic (RsParser *self);
RsNode *rs_parse_macro (RsParser *self);
RsNode *rs_parse_attribute (RsParser *self);

/* Statements with blocks; each stands at its keyword. */
RsNode *rs_parse_if (RsParser *self);
RsNode *rs_parse_for (RsParser *self);
RsNode *rs_parse_while (RsParser *self);
RsNode *rs_parse_repeat (RsParser *self);
RsNode *rs_parse_match (RsParser *self);
RsNode *rs_parse_try (RsParser *self);
RsNode *rs_parse_block (RsParser *self);            /* statements up to what may end a block */
RsNode *rs_parse_file (RsParser *self);
/* The ending of the block that the token at index opened. */
void rs_parse_ending (RsParser *self, RsOpenKind kind, guint32 opening);
gboolean rs_parser_ends_block (const RsParser *self); /* whether the token here may end a block */
void rs_parse_stray_ending (RsParser *self);          /* an ending that ends nothing, with an error */
/* The end of a header's line; what follows on the same line is an error that says what should be there. */
/* ending: the keyword that closes its block. */
void rs_parse_header_end (RsParser *self, guint32 statement, RsTokenKind ending);
RsNode *rs_parse_declared_name (RsParser *self);    /* x, x : T, int x: NAME or TYPED */
gboolean rs_parser_is_type_first (const RsParser *self);
RsNode *rs_parse_type_first (RsParser *self);
