/* words.def as a table.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/words.h"

#include <glib.h>
#include <string.h>

static const RsWord words[] = {
#define RS_WORD(name, form, text) { name, form, text },
#include "compiler/syntax/words.def"
#undef RS_WORD
};

static const RsWord *
find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (words[i].name, name) == 0)
      return &words[i];
  return NULL;
}

/* Words that are told with another one. */
static const char *
main_word (const char *name)
{
  if (strcmp (name, "else") == 0 || strcmp (name, "elseif") == 0)
    return "if";
  if (strcmp (name, "until") == 0)
    return "repeat";
  if (strcmp (name, "catch") == 0)
    return "try";
  return g_str_has_prefix (name, "end") && name[3] != '\0' ? name + 3 : name;
}

const RsWord *
rs_word_find (const char *name)
{
  g_autofree char *copy = NULL;
  gsize length = strlen (name);

  if (*name == '\'')
    name++;
  if (length > 4 && g_str_has_prefix (name, "__") && g_str_has_suffix (name, "__"))
    name = copy = g_strndup (name + 2, length - 4);
  return find (main_word (name));
}
