/* The lexer: a loop over the text that adds one token a turn, then a pass that pairs brackets.
 *
 * Punctuation is matched longest first from a table that is made from tokens.def. Everything that depends on more than
 * a few characters (is this apostrophe a modifier or a cell? is this word a keyword here?) is left to the parser.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/lexer.h"

#include <string.h>

typedef enum { SPECIAL, KEYWORD, SOFT, PUNCTUATION } TokenClass;

typedef struct {
  const char *text;
  guint8 length;
  guint8 class;
} TokenInfo;

static const TokenInfo infos[] = {
#define RS_TOKEN(KIND, text, class) { text, sizeof (text) - 1, class },
#include "compiler/syntax/tokens.def"
#undef RS_TOKEN
};

#define MAX_CANDIDATES 12

/* The token kinds of a class that begin with a byte, longest text first. */
typedef struct {
  guint8 kinds[128][MAX_CANDIDATES];
  guint8 n[128];
} Candidates;

typedef struct {
  Candidates words;
  Candidates punctuation;
} Tables;

typedef struct {
  const char *text;
  guint32 at;
  guint32 end;
  guint32 token_start;
  guint8 flags; /* of the token to come */
  GArray *items; /* of RsToken */
  gboolean no_block; /* no line `%}` follows */
} Lexer;

static void
add_candidate (Candidates *candidates, guint kind)
{
  guint first = (guchar)infos[kind].text[0];
  guint at = candidates->n[first]++;

  g_assert (at < MAX_CANDIDATES);
  for (; at > 0 && infos[candidates->kinds[first][at - 1]].length < infos[kind].length; at--)
    candidates->kinds[first][at] = candidates->kinds[first][at - 1];
  candidates->kinds[first][at] = (guint8)kind;
}

static gpointer
make_tables (gpointer unused)
{
  static Tables tables;

  for (guint kind = 0; kind < RS_N_TOKEN_KINDS; kind++)
    if (infos[kind].class == PUNCTUATION)
      add_candidate (&tables.punctuation, kind);
    else if (infos[kind].class != SPECIAL || kind == RS_TOKEN_KERNEL || kind == RS_TOKEN_DEVICE
             || kind == RS_TOKEN_HOST)
      add_candidate (&tables.words, kind);
  return &tables;
}

static const Tables *
get_tables (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, make_tables, NULL);
}

/* The kind whose text is a prefix of text (whole: all of it), or END. */
static RsTokenKind
match_candidate (const Candidates *candidates, const char *text, gsize length, gboolean whole)
{
  guchar first = (guchar)text[0];

  if (first >= 128)
    return RS_TOKEN_END;
  for (guint i = 0; i < candidates->n[first]; i++)
    {
      const TokenInfo *info = &infos[candidates->kinds[first][i]];

      if (info->length <= length && (!whole || info->length == length) && memcmp (info->text, text, info->length) == 0)
        return candidates->kinds[first][i];
    }
  return RS_TOKEN_END;
}

static inline char
byte_at (const Lexer *self, gsize offset)
{
  return offset < self->end ? self->text[offset] : '\0';
}

/* Operators that no statement can begin with: a line that begins with one continues the line before. `+`, `-` and `^`
 * are not among them, they may begin a statement or a type. */
static gboolean
continues_line (RsTokenKind kind)
{
  return kind == RS_TOKEN_OR || kind == RS_TOKEN_AND || kind == RS_TOKEN_PIPE || kind == RS_TOKEN_DOT_MULTIPLY
         || kind == RS_TOKEN_DOT_DIVIDE || kind == RS_TOKEN_DOT_POWER;
}

static void
add_token (Lexer *self, RsTokenKind kind, guint32 end)
{
  RsToken token;

  if (continues_line (kind))
    self->flags &= ~RS_TOKEN_FIRST;
  token = (RsToken){ (guint8)kind, self->flags, self->token_start, end, RS_TOKEN_NO_MATCH };
  g_array_append_val (self->items, token);
  self->at = end;
  self->flags = 0;
}

/* --- words --- */

/* The length of the identifier character at offset, 0 when there is none. */
static guint
word_character (const Lexer *self, guint32 offset)
{
  char byte = byte_at (self, offset);

  if (g_ascii_isalnum (byte) || byte == '_')
    return 1;
  if ((guchar)byte < 0x80 || !g_unichar_isalnum (g_utf8_get_char (self->text + offset)))
    return 0;
  return g_utf8_skip[(guchar)byte];
}

static guint32
word_end (const Lexer *self, guint32 offset)
{
  guint length;

  while (offset < self->end && (length = word_character (self, offset)) > 0)
    offset += length;
  return offset;
}

static void
scan_word (Lexer *self)
{
  guint32 end = word_end (self, self->at);
  RsTokenKind kind = match_candidate (&get_tables ()->words, self->text + self->at, end - self->at, TRUE);

  add_token (self, kind == RS_TOKEN_END ? RS_TOKEN_NAME : kind, end);
}

/* --- numbers --- */

static gboolean
is_binary_digit (char c)
{
  return c == '0' || c == '1';
}

static gboolean
is_octal_digit (char c)
{
  return c >= '0' && c <= '7';
}

/* Where the digits that satisfy is_digit and the suffix after them end; start when that is not what stands there. */
static guint32
suffixed_end (const Lexer *self, guint32 start, gboolean (*is_digit) (char), char suffix)
{
  guint32 at = start;

  while (is_digit (byte_at (self, at)))
    at++;
  if (at == start || g_ascii_tolower (byte_at (self, at)) != suffix || word_character (self, at + 1) > 0)
    return start;
  return at + 1;
}

static gboolean
is_hexadecimal_digit (char c)
{
  return g_ascii_isxdigit (c);
}

static guint32
digits_end (const Lexer *self, guint32 at)
{
  while (g_ascii_isdigit (byte_at (self, at)))
    at++;
  return at;
}

/* A dot after digits is the number's unless an operator or a range can begin there (STDLIB.md 1.1). */
static guint32
fraction_end (const Lexer *self, guint32 at)
{
  if (byte_at (self, at) != '.' || strchr (".*/^", byte_at (self, at + 1) == '\0' ? ' ' : byte_at (self, at + 1)))
    return at;
  return digits_end (self, at + 1);
}

static guint32
exponent_end (const Lexer *self, guint32 at)
{
  guint32 digits = at + 1;

  if (g_ascii_tolower (byte_at (self, at)) != 'e')
    return at;
  if (byte_at (self, digits) == '+' || byte_at (self, digits) == '-')
    digits++;
  return g_ascii_isdigit (byte_at (self, digits)) ? digits_end (self, digits) : at;
}

static guint32
decimal_end (const Lexer *self, guint32 start)
{
  guint32 at = exponent_end (self, fraction_end (self, digits_end (self, start)));

  if ((byte_at (self, at) == 'i' || byte_at (self, at) == 'j') && word_character (self, at + 1) == 0)
    at++;
  return at;
}

static void
scan_number (Lexer *self)
{
  guint32 end = suffixed_end (self, self->at, is_hexadecimal_digit, 'h');

  if (end == self->at)
    end = suffixed_end (self, self->at, is_binary_digit, 'b');
  if (end == self->at)
    end = suffixed_end (self, self->at, is_octal_digit, 'o');
  if (end == self->at)
    end = decimal_end (self, self->at);
  if (word_character (self, end) > 0)
    add_token (self, RS_TOKEN_BAD_NUMBER, word_end (self, end));
  else
    add_token (self, RS_TOKEN_NUMBER, end);
}

guint
rs_number_base (const char *text, gsize length)
{
  g_assert (length >= 1);
  switch (text[length - 1])
    {
    case 'h':
    case 'H':
      return 16;
    case 'o':
    case 'O':
      return 8;
    case 'b':
    case 'B':
      return 2;
    default:
      return 10;
    }
}

double
rs_number_value (const char *text, gsize length, gboolean *is_integer, gboolean *is_imaginary)
{
  guint base = rs_number_base (text, length);
  char buffer[64];
  g_autofree char *long_text = NULL;
  char *copy = buffer;
  double value = 0;

  *is_imaginary = base == 10 && (text[length - 1] == 'i' || text[length - 1] == 'j');
  if (*is_imaginary || base != 10)
    length--;
  *is_integer = TRUE;
  if (base != 10)
    {
      for (gsize i = 0; i < length; i++)
        value = value * base + g_ascii_xdigit_value (text[i]);
      return value;
    }
  for (gsize i = 0; i < length; i++)
    *is_integer &= g_ascii_isdigit (text[i]);
  if (length >= sizeof buffer)
    copy = long_text = g_malloc (length + 1);
  memcpy (copy, text, length);
  copy[length] = '\0';
  return g_ascii_strtod (copy, NULL);
}

/* --- strings and the rest --- */

static void
scan_string (Lexer *self)
{
  guint32 at = self->at + 1;

  while (at < self->end && self->text[at] != '"' && self->text[at] != '\n')
    at++;
  if (byte_at (self, at) == '"')
    add_token (self, RS_TOKEN_STRING, at + 1);
  else
    add_token (self, RS_TOKEN_UNCLOSED_STRING, at);
}

static guint32
line_end (const Lexer *self, guint32 at)
{
  const char *newline = memchr (self->text + at, '\n', self->end - at);

  return newline == NULL ? self->end : (guint32)(newline - self->text);
}

static gboolean
scan_pragma (Lexer *self)
{
  guint32 end;
  const char *comment;

  if (self->end - self->at < 7 || memcmp (self->text + self->at, "#pragma", 7) != 0
      || word_character (self, self->at + 7) > 0)
    return FALSE;
  end = line_end (self, self->at);
  comment = memchr (self->text + self->at, '%', end - self->at);
  if (comment != NULL)
    end = (guint32)(comment - self->text);
  while (g_ascii_isspace (self->text[end - 1]))
    end--;
  add_token (self, RS_TOKEN_PRAGMA, end);
  return TRUE;
}

static gboolean
is_typographic_quote (const Lexer *self, guint32 at)
{
  return self->end - at >= 3 && memcmp (self->text + at, "\xe2\x80", 2) == 0
         && (self->text[at + 2] == '\x98' || self->text[at + 2] == '\x99');
}

static gboolean
ends_operand (const Lexer *self)
{
  RsTokenKind kind;

  if (self->items->len == 0)
    return FALSE;
  kind = g_array_index (self->items, RsToken, self->items->len - 1).kind;
  return kind == RS_TOKEN_NAME || kind == RS_TOKEN_NUMBER || kind == RS_TOKEN_RIGHT_PARENTHESIS
         || kind == RS_TOKEN_RIGHT_BRACKET;
}

static void
scan_punctuation (Lexer *self)
{
  RsTokenKind kind
    = match_candidate (&get_tables ()->punctuation, self->text + self->at, self->end - self->at, FALSE);
  guint32 end = self->at;

  /* a...5 is a range that ends in .5 */
  if (kind == RS_TOKEN_SPREAD && g_ascii_isdigit (byte_at (self, self->at + 3)) && ends_operand (self))
    kind = RS_TOKEN_RANGE;
  if (kind != RS_TOKEN_END)
    {
      add_token (self, kind, self->at + infos[kind].length);
      return;
    }
  if (is_typographic_quote (self, self->at))
    {
      add_token (self, RS_TOKEN_QUOTE, self->at + 3);
      return;
    }
  /* One token for a run of them, so that binary garbage gives one message a line. */
  do
    end += (guchar)self->text[end] < 0x80 ? 1 : g_utf8_skip[(guchar)self->text[end]];
  while (end < self->end && !g_ascii_isspace (self->text[end]) && word_character (self, end) == 0
         && match_candidate (&get_tables ()->punctuation, self->text + end, self->end - end, FALSE) == RS_TOKEN_END
         && strchr ("\"'%#$", self->text[end] == '\0' ? 'x' : self->text[end]) == NULL);
  add_token (self, RS_TOKEN_BAD_CHARACTER, MIN (end, self->end));
}

/* $str(...), $args[in](...); any other $name is a variable: programs that a compiler wrote have them. */
static void
scan_dollar (Lexer *self)
{
  guint32 end = word_end (self, self->at + 1), next = end;

  while (byte_at (self, next) == ' ' || byte_at (self, next) == '\t')
    next++;
  if (end == self->at + 1)
    add_token (self, RS_TOKEN_BAD_CHARACTER, end);
  else if (byte_at (self, next) == '('
           || (byte_at (self, next) == '[' && end - self->at == 5 && memcmp (self->text + self->at, "$args", 5) == 0))
    add_token (self, RS_TOKEN_META, end);
  else
    add_token (self, RS_TOKEN_NAME, end);
}

/* Passes an underscore that continues the line. */
static gboolean
skip_continuation (Lexer *self)
{
  guint32 at = self->at + 1;

  while (byte_at (self, at) == ' ' || byte_at (self, at) == '\t' || byte_at (self, at) == '\r')
    at++;
  if (byte_at (self, at) == '%')
    at = line_end (self, at);
  if (at < self->end && self->text[at] != '\n')
    return FALSE;
  self->at = MIN (at + 1, self->end);
  self->flags |= RS_TOKEN_BLANK;
  return TRUE;
}

static void
scan_underscore (Lexer *self)
{
  if (self->end - self->at >= 3 && memcmp (self->text + self->at, "__=", 3) == 0 && byte_at (self, self->at + 3) != '=')
    add_token (self, RS_TOKEN_ASSIGN_MINIMUM, self->at + 3);
  else if (word_character (self, self->at + 1) > 0)
    scan_word (self);
  else if (!skip_continuation (self))
    add_token (self, RS_TOKEN_PLACEHOLDER, self->at + 1);
}

/* The end of a line that holds nothing but `%` and the brace; offset: anywhere in it. 0 when it holds something
 * else. */
static guint32
lone_brace_end (const Lexer *self, guint32 offset, char brace)
{
  guint32 start = offset, end = line_end (self, offset);

  while (start > 0 && self->text[start - 1] != '\n')
    start--;
  while (start < end && g_ascii_isspace (self->text[start]))
    start++;
  if (end - start < 2 || self->text[start] != '%' || self->text[start + 1] != brace)
    return 0;
  for (start += 2; start < end; start++)
    if (!g_ascii_isspace (self->text[start]))
      return 0;
  return end;
}

/* Where a comment of several lines ends, as other languages have it (%{ and %}, alone on their lines); 0: none begins
 * here. */
static guint32
block_comment_end (Lexer *self)
{
  guint32 end;

  if (byte_at (self, self->at + 1) != '{' || self->no_block || lone_brace_end (self, self->at, '{') == 0)
    return 0;
  for (guint32 at = line_end (self, self->at); at < self->end; at = line_end (self, at + 1))
    if (at + 1 < self->end && (end = lone_brace_end (self, at + 1, '}')) != 0)
      return end;
  self->no_block = TRUE;
  return 0;
}

static void
scan_token (Lexer *self)
{
  char c = self->text[self->at];

  self->token_start = self->at;
  if (g_ascii_isdigit (c) || (c == '.' && g_ascii_isdigit (byte_at (self, self->at + 1))))
    scan_number (self);
  else if (c == '_')
    scan_underscore (self);
  else if (word_character (self, self->at) > 0)
    scan_word (self);
  else if (c == '"')
    scan_string (self);
  else if (c == '\'')
    add_token (self, RS_TOKEN_QUOTE, self->at + 1);
  else if (c == '$')
    scan_dollar (self);
  else if (c == '%')
    add_token (self, RS_TOKEN_BAD_CHARACTER, block_comment_end (self));
  else if (c != '#' || !scan_pragma (self))
    scan_punctuation (self);
}

/* Blanks, newlines and comments; the no-break space and a stray byte order mark count as blanks. */
static gboolean
skip_blank (Lexer *self)
{
  char c = self->text[self->at];

  if (c == '\n')
    self->flags |= RS_TOKEN_FIRST;
  else if (c == '%' && block_comment_end (self) == 0)
    self->at = line_end (self, self->at) - 1;
  else if (self->end - self->at >= 2 && memcmp (self->text + self->at, "\xc2\xa0", 2) == 0)
    self->at += 1;
  else if (self->end - self->at >= 3 && memcmp (self->text + self->at, "\xef\xbb\xbf", 3) == 0)
    self->at += 2;
  else if (!g_ascii_isspace (c) && c != '\v')
    return FALSE;
  self->flags |= RS_TOKEN_BLANK;
  self->at++;
  return TRUE;
}

/* --- brackets --- */

typedef struct {
  RsToken *items;
  GArray *open; /* of guint32: indices of the brackets that are open */
  guint32 n_open[4]; /* by class; of NO_BRACKET none */
} Pairing;

enum { NO_BRACKET = 3 };

static guint
bracket_class (RsTokenKind kind)
{
  switch (kind)
    {
    case RS_TOKEN_LEFT_PARENTHESIS:
    case RS_TOKEN_RIGHT_PARENTHESIS:
      return 0;
    case RS_TOKEN_LEFT_BRACKET:
    case RS_TOKEN_RIGHT_BRACKET:
      return 1;
    case RS_TOKEN_LEFT_BRACE:
    case RS_TOKEN_RIGHT_BRACE:
      return 2;
    default:
      return NO_BRACKET;
    }
}

static guint32
pop_open (Pairing *self)
{
  guint32 index = g_array_index (self->open, guint32, self->open->len - 1);

  g_array_set_size (self->open, self->open->len - 1);
  self->n_open[bracket_class (self->items[index].kind)]--;
  return index;
}

/* Pairs a closing bracket with the last opening one of its class; those opened in between are never closed. */
static void
close_bracket (Pairing *self, guint32 index)
{
  guint class = bracket_class (self->items[index].kind);
  guint32 opening;

  if (self->n_open[class] == 0)
    return;
  do
    opening = pop_open (self);
  while (bracket_class (self->items[opening].kind) != class);
  self->items[opening].match = index;
  self->items[index].match = opening;
}

/* A statement keyword at the beginning of a line: whatever is still open there was never closed. */
static gboolean
begins_statement (const RsToken *token)
{
  return (token->flags & RS_TOKEN_FIRST) && infos[token->kind].class == KEYWORD;
}

static void
pair_brackets (GArray *items)
{
  Pairing self = { (RsToken *)items->data, g_array_new (FALSE, FALSE, sizeof (guint32)), { 0 } };

  for (guint32 i = 0; i < items->len; i++)
    {
      RsToken *token = &self.items[i];
      RsToken *inside = self.open->len == 0 ? NULL
                                            : &self.items[g_array_index (self.open, guint32, self.open->len - 1)];

      if (token->kind == RS_TOKEN_LEFT_PARENTHESIS || token->kind == RS_TOKEN_LEFT_BRACKET
          || token->kind == RS_TOKEN_LEFT_BRACE)
        {
          g_array_append_val (self.open, i);
          self.n_open[bracket_class (token->kind)]++;
        }
      else if (bracket_class (token->kind) != NO_BRACKET)
        close_bracket (&self, i);
      else if (token->kind == RS_TOKEN_BAR && inside != NULL)
        inside->flags |= RS_TOKEN_HAS_BAR;
      else if (token->kind == RS_TOKEN_ARROW && inside != NULL)
        inside->flags |= RS_TOKEN_HAS_ARROW;
      else if (begins_statement (token))
        while (self.open->len > 0)
          pop_open (&self);
    }
  g_array_unref (self.open);
}

/* --- public --- */

void
rs_tokens_init (RsTokens *tokens, const RsSource *source)
{
  Lexer self = { rs_source_get_text (source), 0, rs_source_get_length (source), 0, RS_TOKEN_FIRST, NULL };

  self.items = g_array_sized_new (FALSE, FALSE, sizeof (RsToken), self.end / 4 + 16);
  while (self.at < self.end)
    if (!skip_blank (&self))
      scan_token (&self);
  self.token_start = self.end;
  self.flags |= RS_TOKEN_FIRST;
  add_token (&self, RS_TOKEN_END, self.end);
  pair_brackets (self.items);
  tokens->length = self.items->len;
  tokens->items = (RsToken *)g_array_free (self.items, FALSE);
}

void
rs_tokens_clear (RsTokens *tokens)
{
  g_clear_pointer (&tokens->items, g_free);
  tokens->length = 0;
}

const char *
rs_token_kind_to_string (RsTokenKind kind)
{
  g_return_val_if_fail (kind < RS_N_TOKEN_KINDS, NULL);
  return infos[kind].text;
}

gboolean
rs_token_kind_is_keyword (RsTokenKind kind)
{
  g_assert (kind < RS_N_TOKEN_KINDS);
  return infos[kind].class == KEYWORD || infos[kind].class == SOFT;
}

gboolean
rs_token_kind_is_soft (RsTokenKind kind)
{
  g_assert (kind < RS_N_TOKEN_KINDS);
  return infos[kind].class == SOFT;
}
