/* Text to tokens.
 *
 * The whole file is cut into tokens before parsing starts. That makes any look-ahead cheap, and lets the lexer pair the
 * brackets once, so that the parser knows at an opening bracket where it ends and whether it ends at all: a newline
 * means nothing inside a bracket that is closed, and ends the statement inside one that is not.
 *
 * The lexer reports nothing; what it cannot read becomes a token that says so, and the parser reports it when it gets
 * there. Linear in the length of the text. Threads: a token array is immutable once made.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/source.h"

typedef enum {
#define RS_TOKEN(KIND, text, class) RS_TOKEN_##KIND,
#include "compiler/syntax/tokens.def"
#undef RS_TOKEN
  RS_N_TOKEN_KINDS
} RsTokenKind;

typedef enum {
  RS_TOKEN_FIRST = 1 << 0,     /* first on its line, which does not continue the one before (no `_` at its end) */
  RS_TOKEN_BLANK = 1 << 1,     /* there is a blank, a comment or a newline before it */
  RS_TOKEN_HAS_BAR = 1 << 2,   /* `[` with a `|` directly inside: a type class, [A|B] */
  RS_TOKEN_HAS_ARROW = 1 << 3, /* `[` with a `->` directly inside: perhaps a function type */
} RsTokenFlags;

typedef struct {
  guint8 kind;   /* RsTokenKind */
  guint8 flags;  /* RsTokenFlags */
  guint32 start; /* byte offsets in the source */
  guint32 end;
  guint32 match; /* brackets: index of the partner, RS_TOKEN_NO_MATCH when there is none; other tokens: the same */
} RsToken;

#define RS_TOKEN_NO_MATCH G_MAXUINT32

typedef struct {
  RsToken *items;
  guint32 length; /* at least 1: the last is END */
} RsTokens;

/* Cuts the text of source. Free with rs_tokens_clear. */
void rs_tokens_init (RsTokens *tokens, const RsSource *source);
void rs_tokens_clear (RsTokens *tokens);

/* What a token of that kind is called in a message, or its text. */
const char *rs_token_kind_to_string (RsTokenKind kind);
gboolean rs_token_kind_is_keyword (RsTokenKind kind); /* KEYWORD or SOFT */
gboolean rs_token_kind_is_soft (RsTokenKind kind);

/* 16, 8 or 2 by the last letter of a number (h, o, b), else 10. */
guint rs_number_base (const char *text, gsize length);
/* The value of the text of a NUMBER. */
double rs_number_value (const char *text, gsize length, gboolean *is_integer, gboolean *is_imaginary);
