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
  static const char *const integers[] = { "int8", "int16", "uint16", "int32", "uint32", "int64", "uint64" };
  static const char *const signs[][2] = { { "<=", "<" }, { ">", "<" },  { ">=", "<" }, { "[", "[]" },
                                          { "]", "[]" }, { "{", "{}" }, { "}", "{}" }, { "\"\"", "\"" } };
  static const char *const others[][2] = { { "imat", "ivec" },  { "icube", "ivec" }, { "ivec2", "ivec" },
                                           { "ivec3", "ivec" }, { "vec2", "vec3" },  { "vec4", "vec3" },
                                           { "cmat", "cvec" },  { "ccube", "cvec" } };

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (strcmp (name, signs[i][0]) == 0)
      return signs[i][1];
  if (strlen (name) > 1 && name[strlen (name) - 1] == '=' && strspn (name, "-*/^._&|~=") == strlen (name)
      && strcmp (name, "==") != 0)
    return "+=";
  if (strcmp (name, "else") == 0 || strcmp (name, "elseif") == 0)
    return "if";
  if (strcmp (name, "until") == 0)
    return "repeat";
  if (strcmp (name, "catch") == 0)
    return "try";
  for (guint i = 0; i < G_N_ELEMENTS (integers); i++)
    if (strcmp (name, integers[i]) == 0)
      return "uint8";
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (strcmp (name, others[i][0]) == 0)
      return others[i][1];
  return g_str_has_prefix (name, "end") && name[3] != '\0' ? name + 3 : name;
}

const RsWord *
rs_word_find (const char *name)
{
  g_autofree char *copy = NULL;
  gsize length = strlen (name);

  if (*name == '\'' && name[1] != '\0')
    name++;
  if (length > 4 && g_str_has_prefix (name, "__") && g_str_has_suffix (name, "__"))
    name = copy = g_strndup (name + 2, length - 4);
  return find (main_word (name));
}
