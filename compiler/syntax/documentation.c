/* Comments that document definitions. Works on the text above a definition: the lexer passes over comments, and a tree
 * need not carry them for what is looked at once in a while.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/documentation.h"

#include <string.h>

static gboolean
is_definition (const RsNode *node, const char *name)
{
  return (node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_MACRO || node->kind == RS_NODE_TYPE_DEFINITION)
         && g_strcmp0 (node->name, name) == 0;
}

static const RsNode *
find (const RsNode *node, const char *name)
{
  const RsNode *found = NULL;

  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && is_definition (node->children[i], name))
      return node->children[i];
  for (guint i = 0; i < node->n_children && !found; i++)
    if (node->children[i] && node->children[i]->kind != RS_NODE_EXPRESSION)
      found = find (node->children[i], name);
  return found;
}

const RsNode *
rs_module_find_definition (const RsModule *module, const char *name)
{
  return find (module->root, name);
}

char *
rs_definition_get_head (const RsModule *module, const RsNode *definition)
{
  const char *text = rs_source_get_text (module->source) + definition->span.start, *end;
  g_autoptr (GString) head = g_string_new (NULL);
  int depth = 0;

  /* Up to the first end of a line outside of brackets. */
  for (end = text; *end && (*end != '\n' || depth > 0) && *end != '%'; end++)
    {
      depth += *end == '(' || *end == '[' || *end == '{';
      depth -= *end == ')' || *end == ']' || *end == '}';
      if (!g_ascii_isspace (*end))
        g_string_append_c (head, *end);
      else if (head->len > 0 && head->str[head->len - 1] != ' ')
        g_string_append_c (head, ' ');
    }
  return g_strchomp (g_string_free (g_steal_pointer (&head), FALSE));
}

/* --- lines --- */

/* The comment of a line without its sign; NULL when the line is none. */
static const char *
comment_of (const char *line)
{
  while (g_ascii_isspace (*line))
    line++;
  if (*line != '%')
    return NULL;
  while (*line == '%')
    line++;
  return *line == ' ' ? line + 1 : line;
}

static gboolean
is_passed_over (const char *line)
{
  while (g_ascii_isspace (*line))
    line++;
  return *line == '\0' || (line[0] == '{' && line[1] == '!');
}

/* `Function: name`, or another kind before the colon. */
static gboolean
is_title (const char *comment, const char *name)
{
  const char *colon = strchr (comment, ':');
  g_autofree char *rest = colon && colon > comment ? g_strstrip (g_strdup (colon + 1)) : NULL;

  return rest && strcmp (rest, name) == 0;
}

/* The comment from line first on; ends before the first line that is none. */
static char *
join (char *const *lines, guint first, const char *name)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *comment;

  for (guint i = first; lines[i] && (comment = comment_of (lines[i])); i++)
    if (!is_title (comment, name) && (text->len > 0 || comment[strspn (comment, " \t\r")] != '\0'))
      {
        g_string_append (text, comment);
        g_string_append_c (text, '\n');
      }
  g_strchomp (text->str);
  return *text->str ? g_strdup (text->str) : NULL;
}

static gboolean
find_title (char *const *lines, const char *name, guint *first)
{
  for (guint i = 0; lines[i]; i++)
    {
      const char *comment = comment_of (lines[i]);

      if (comment && is_title (comment, name))
        {
          *first = i;
          return TRUE;
        }
    }
  return FALSE;
}

char *
rs_definition_get_documentation (const RsModule *module, const RsNode *definition)
{
  g_auto (GStrv) lines = g_strsplit (rs_source_get_text (module->source), "\n", -1);
  guint line, first;

  rs_source_locate (module->source, definition->span.start, &line, NULL);
  first = line - 1;
  while (first > 0 && is_passed_over (lines[first - 1]))
    first--;
  if (first == 0 || !comment_of (lines[first - 1]))
    return find_title (lines, definition->name, &first) ? join (lines, first, definition->name) : NULL;
  while (first > 0 && comment_of (lines[first - 1]))
    first--;
  return join (lines, first, definition->name);
}
