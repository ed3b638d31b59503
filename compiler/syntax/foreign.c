/* Words and signs of other languages that mean nothing here: foreign.def as a table.
 *
 * The parser asks when a word or sign stands where none can, name resolution when a name is not defined. Both put what
 * is found into their message; nothing else depends on it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/foreign.h"

#include "compiler/base/suggest.h"
#include "compiler/builtins.h"
#include <string.h>

typedef enum { WORD, KEYWORD, TYPE, MEMBER, CALL } ForeignKind;

typedef struct {
  ForeignKind kind;
  const char *word, *hint;
} ForeignWord;

static const ForeignWord words[] = {
#define RS_FOREIGN(word, hint) { WORD, word, hint },
#define RS_FOREIGN_KEYWORD(word, hint) { KEYWORD, word, hint },
#define RS_FOREIGN_TYPE(word, hint) { TYPE, word, hint },
#define RS_FOREIGN_MEMBER(word, hint) { MEMBER, word, hint },
#define RS_FOREIGN_CALL(word, hint) { CALL, word, hint },
#include "compiler/syntax/foreign.def"
#undef RS_FOREIGN
#undef RS_FOREIGN_KEYWORD
#undef RS_FOREIGN_TYPE
#undef RS_FOREIGN_MEMBER
#undef RS_FOREIGN_CALL
};

static const char *
find (ForeignKind kind, const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (words[i].kind == kind && strcmp (words[i].word, word) == 0)
      return words[i].hint;
  return NULL;
}

const char *
rs_foreign_keyword_get_hint (const char *word)
{
  return find (KEYWORD, word);
}

const char *
rs_foreign_word_get_hint (const char *word)
{
  const char *hint = find (KEYWORD, word);

  return hint ? hint : find (WORD, word);
}

const char *
rs_foreign_suggest_word (const char *word)
{
  RsSuggestSearch search = rs_suggest_begin (word);

  for (guint i = 0; i < G_N_ELEMENTS (words) && strlen (word) >= 4; i++)
    if (words[i].kind <= KEYWORD && g_ascii_isalpha (words[i].word[0]))
      rs_suggest_consider (&search, words[i].word);
  return search.best;
}

const char *
rs_foreign_type_get_name (const char *word)
{
  return find (TYPE, word);
}

const char *
rs_foreign_call_get_hint (const char *function)
{
  return find (CALL, function);
}

char *
rs_foreign_member_dup_hint (const char *member)
{
  const char *hint = find (MEMBER, member);
  const RsBuiltin *builtin = rs_builtin_find (member);

  if (hint)
    return g_strdup_printf ("; write %s", hint);
  return builtin && builtin->min_arguments == 1 ? g_strdup_printf ("; write %s(x)", member) : g_strdup ("");
}
