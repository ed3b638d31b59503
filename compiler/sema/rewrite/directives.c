/* Pragmas by name, see directives.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/rewrite/directives.h"

#include <string.h>

void
rs_pragma_split (const char *text, char **name, char **value)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \t\r=(),;\"", -1);

  *name = *value = NULL;
  for (guint i = 0; words[i] && !*value; i++)
    if (*words[i] != '\0')
      *(*name ? value : name) = g_strdup (words[i]);
}

static void
collect_pragmas (const RsNode *node, GPtrArray *pragmas)
{
  if (node->kind == RS_NODE_PRAGMA && node->text)
    g_ptr_array_add (pragmas, (gpointer)node);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      collect_pragmas (node->children[i], pragmas);
}

GPtrArray *
rs_pragmas_collect (const RsNode *node)
{
  GPtrArray *pragmas = g_ptr_array_new ();

  collect_pragmas (node, pragmas);
  return pragmas;
}

gboolean
rs_pragma_is_on (const char *value)
{
  return g_ascii_strcasecmp (value, "on") == 0 || g_ascii_strcasecmp (value, "true") == 0 || strcmp (value, "1") == 0;
}

gboolean
rs_pragmas_ask (const GPtrArray *pragmas, guint32 offset, const char *name, const char *setting, gboolean otherwise)
{
  for (guint i = 0; i < pragmas->len; i++)
    {
      const RsNode *pragma = g_ptr_array_index (pragmas, i);
      g_autofree char *word = NULL, *value = NULL;

      rs_pragma_split (pragma->text, &word, &value);
      if (pragma->span.start < offset && value != NULL
          && (g_ascii_strcasecmp (word, name) == 0 || g_ascii_strcasecmp (word, setting) == 0))
        otherwise = rs_pragma_is_on (value);
    }
  return otherwise;
}
