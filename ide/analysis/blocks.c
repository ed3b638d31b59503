/* The blocks of a text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/blocks.h"

#include "compiler/syntax/lexer.h"

#include <string.h>

static const struct {
  RsTokenKind open, close;
  const char *closing;
} kinds[] = {
  { RS_TOKEN_FUNCTION, RS_TOKEN_ENDFUNCTION, "endfunction" }, { RS_TOKEN_IF, RS_TOKEN_ENDIF, "endif" },
  { RS_TOKEN_FOR, RS_TOKEN_ENDFOR, "endfor" },                { RS_TOKEN_WHILE, RS_TOKEN_ENDWHILE, "endwhile" },
  { RS_TOKEN_REPEAT, RS_TOKEN_UNTIL, "until" },               { RS_TOKEN_MATCH, RS_TOKEN_ENDMATCH, "endmatch" },
  { RS_TOKEN_TRY, RS_TOKEN_ENDTRY, "endtry" },                { RS_TOKEN_TYPE, RS_TOKEN_ENDTYPE, "endtype" },
  { RS_TOKEN_MACRO, RS_TOKEN_ENDMACRO, "endmacro" },
};

static gboolean
has_word (const RsSource *source, const RsToken *token, const char *word)
{
  gsize length = strlen (word);

  return token->end - token->start == length && strncmp (rs_source_get_text (source) + token->start, word, length) == 0;
}

/* `type a : b` is another name for a type; `type a : class` opens a block, and so does `match x with`. */
static gboolean
opens (const RsSource *source, const RsTokens *tokens, guint32 index)
{
  RsTokenKind kind = tokens->items[index].kind;
  gboolean is_last_needed = kind == RS_TOKEN_TYPE || kind == RS_TOKEN_MATCH;

  if ((tokens->items[index].flags & RS_TOKEN_FIRST) == 0)
    return FALSE;
  if (!is_last_needed)
    return TRUE;
  for (guint32 i = index + 1; i < tokens->length && (tokens->items[i].flags & RS_TOKEN_FIRST) == 0; i++)
    if (kind == RS_TOKEN_TYPE
            ? has_word (source, &tokens->items[i], "class") || has_word (source, &tokens->items[i], "enum")
            : has_word (source, &tokens->items[i], "with"))
      return TRUE;
  return FALSE;
}

static int
find_kind (RsTokenKind kind, gboolean closes)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if ((closes ? kinds[i].close : kinds[i].open) == kind)
      return (int)i;
  return -1;
}

/* The innermost open block that such a word closes; `end` closes any. */
static void
close_block (GArray *blocks, GArray *open, const RsToken *token)
{
  int kind = find_kind (token->kind, TRUE);

  for (guint i = open->len; i > 0; i--)
    {
      RsBlock *block = &g_array_index (blocks, RsBlock, g_array_index (open, guint, i - 1));

      if (kind >= 0 && block->closing != kinds[kind].closing)
        continue;
      block->close = token->start;
      block->close_end = token->end;
      g_array_set_size (open, i - 1);
      return;
    }
}

/* Comments have no tokens: %{ and %} stand first on their lines. */
static void
add_comments (GArray *blocks, const char *text)
{
  guint open = G_MAXUINT;

  for (const char *line = text; line != NULL; line = strchr (line, '\n'))
    {
      guint32 at;

      line += *line == '\n' ? 1 : 0;
      at = (guint32)(line - text) + (guint32)strspn (line, " \t");
      if (strncmp (text + at, "%{", 2) == 0 && open == G_MAXUINT)
        {
          const RsBlock block = { at, at + 2, 0, 0, "%}" };

          open = blocks->len;
          g_array_append_val (blocks, block);
        }
      else if (strncmp (text + at, "%}", 2) == 0 && open != G_MAXUINT)
        {
          g_array_index (blocks, RsBlock, open).close = at;
          g_array_index (blocks, RsBlock, open).close_end = at + 2;
          open = G_MAXUINT;
        }
    }
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const RsBlock *p = a, *q = b;

  return p->open < q->open ? -1 : p->open > q->open;
}

GArray *
rs_blocks_find (const RsSource *source)
{
  GArray *blocks = g_array_new (FALSE, FALSE, sizeof (RsBlock));
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  RsTokens tokens;

  rs_tokens_init (&tokens, source);
  for (guint32 i = 0; i < tokens.length; i++)
    {
      const RsToken *token = &tokens.items[i];
      int kind = find_kind (token->kind, FALSE);

      if (kind >= 0 && opens (source, &tokens, i))
        {
          const RsBlock block = { token->start, token->end, 0, 0, kinds[kind].closing };
          guint index = blocks->len;

          g_array_append_val (blocks, block);
          g_array_append_val (open, index);
        }
      else if (token->kind == RS_TOKEN_END_OLD || find_kind (token->kind, TRUE) >= 0)
        close_block (blocks, open, token);
    }
  rs_tokens_clear (&tokens);
  add_comments (blocks, rs_source_get_text (source));
  g_array_sort (blocks, compare);
  return blocks;
}

gboolean
rs_blocks_is_word (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (word, kinds[i].closing) || g_str_equal (word, rs_token_kind_to_string (kinds[i].open)))
      return TRUE;
  return g_str_equal (word, "end") || g_str_equal (word, "%{") || g_str_equal (word, "%}");
}

const RsBlock *
rs_blocks_at_word (const GArray *blocks, guint32 offset)
{
  for (guint i = 0; i < blocks->len; i++)
    {
      const RsBlock *block = &g_array_index (blocks, RsBlock, i);

      if ((offset >= block->open && offset <= block->open_end)
          || (block->close_end > 0 && offset >= block->close && offset <= block->close_end))
        return block;
    }
  return NULL;
}
