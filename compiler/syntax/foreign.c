/* Words and signs of other languages that mean nothing here: foreign.def as a table.
 *
 * The parser asks when a word or sign stands where none can, name resolution when a name is not defined. Both put what is
 * found into their message; nothing else depends on it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/foreign.h"

#include <glib.h>
#include <string.h>

typedef struct {
  const char *word, *hint;
} ForeignWord;

static const ForeignWord words[] = {
#define RS_FOREIGN(word, hint) { word, hint },
#define RS_FOREIGN_KEYWORD(word, hint)
#define RS_FOREIGN_TYPE(word, type)
#include "compiler/syntax/foreign.def"
#undef RS_FOREIGN
#undef RS_FOREIGN_KEYWORD
#undef RS_FOREIGN_TYPE
};

static const ForeignWord keywords[] = {
#define RS_FOREIGN(word, hint)
#define RS_FOREIGN_KEYWORD(word, hint) { word, hint },
#define RS_FOREIGN_TYPE(word, type)
#include "compiler/syntax/foreign.def"
#undef RS_FOREIGN
#undef RS_FOREIGN_KEYWORD
#undef RS_FOREIGN_TYPE
};

static const ForeignWord types[] = {
#define RS_FOREIGN(word, hint)
#define RS_FOREIGN_KEYWORD(word, hint)
#define RS_FOREIGN_TYPE(word, type) { word, type },
#include "compiler/syntax/foreign.def"
#undef RS_FOREIGN
#undef RS_FOREIGN_KEYWORD
#undef RS_FOREIGN_TYPE
};

static const char *
find (const ForeignWord *table, guint n, const char *word)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (table[i].word, word) == 0)
      return table[i].hint;
  return NULL;
}

const char *
rs_foreign_keyword_get_hint (const char *word)
{
  return find (keywords, G_N_ELEMENTS (keywords), word);
}

const char *
rs_foreign_word_get_hint (const char *word)
{
  const char *hint = rs_foreign_keyword_get_hint (word);

  return hint ? hint : find (words, G_N_ELEMENTS (words), word);
}

const char *
rs_foreign_word_get_type (const char *word)
{
  return find (types, G_N_ELEMENTS (types), word);
}
