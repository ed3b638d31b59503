/* Words of other languages that mean nothing here: foreign.def as a table.
 *
 * The parser asks when a word stands where none can, name resolution when a name is not defined. Both put what is found
 * into their message; nothing else depends on it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/foreign.h"

#include <glib.h>
#include <string.h>

static const struct {
  const char *word, *hint;
} foreign_words[] = {
#define RS_FOREIGN(word, hint) { word, hint },
#include "compiler/syntax/foreign.def"
#undef RS_FOREIGN
};

const char *
rs_foreign_word_get_hint (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (foreign_words); i++)
    if (strcmp (foreign_words[i].word, word) == 0)
      return foreign_words[i].hint;
  return NULL;
}
