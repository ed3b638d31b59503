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

/* --- lines: each by its first character, in the whole text --- */

static const char *
skip_blanks (const char *line)
{
  while (*line != '\n' && g_ascii_isspace (*line))
    line++;
  return line;
}

static const char *
find_start (const char *text, const char *at)
{
  while (at > text && at[-1] != '\n')
    at--;
  return at;
}

/* The comment of a line without its sign; NULL when the line is none. */
static const char *
comment_of (const char *line)
{
  line = skip_blanks (line);
  if (*line != '%')
    return NULL;
  while (*line == '%')
    line++;
  return *line == ' ' ? line + 1 : line;
}

static gboolean
is_passed_over (const char *line)
{
  line = skip_blanks (line);
  return *line == '\0' || *line == '\n' || (line[0] == '{' && line[1] == '!');
}

/* `Function: name`, or another kind before the colon. */
static gboolean
is_title (const char *comment, const char *name)
{
  gsize length = strcspn (comment, "\n");
  const char *colon = memchr (comment, ':', length);
  g_autofree char *rest = colon && colon > comment ? g_strndup (colon + 1, length - (gsize)(colon + 1 - comment))
                                                   : NULL;

  return rest && strcmp (g_strstrip (rest), name) == 0;
}

/* The comment from a line on; ends before the first line that is none. */
static char *
join (const char *line, const char *name)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *comment, *end;

  for (; (comment = comment_of (line)); line = end + 1)
    {
      end = comment + strcspn (comment, "\n");
      if (!is_title (comment, name) && (text->len > 0 || comment + strspn (comment, " \t\r") < end))
        {
          g_string_append_len (text, comment, end - comment);
          g_string_append_c (text, '\n');
        }
      if (*end == '\0')
        break;
    }
  g_strchomp (text->str);
  return *text->str ? g_strdup (text->str) : NULL;
}

/* The first line with that title; NULL: there is none. */
static const char *
find_title (const char *text, const char *name)
{
  for (const char *at = strstr (text, name); at; at = strstr (at + 1, name))
    {
      const char *line = find_start (text, at), *comment = comment_of (line);

      if (comment && is_title (comment, name))
        return line;
    }
  return NULL;
}

/* --- documentation --- */

char *
rs_definition_get_documentation (const RsModule *module, const RsNode *definition)
{
  const char *text = rs_source_get_text (module->source), *title;
  const char *first = find_start (text, text + definition->span.start);

  while (first > text && is_passed_over (find_start (text, first - 1)))
    first = find_start (text, first - 1);
  if (first == text || !comment_of (find_start (text, first - 1)))
    {
      title = definition->name && *definition->name ? find_title (text, definition->name) : NULL;
      return title ? join (title, definition->name) : NULL;
    }
  while (first > text && comment_of (find_start (text, first - 1)))
    first = find_start (text, first - 1);
  return join (first, definition->name);
}

/* --- as it is shown --- */

/* `Parameters:` */
static gboolean
is_heading (const char *line)
{
  gsize length = strlen (line);

  return length > 1 && line[length - 1] == ':' && g_ascii_isupper (*line) && strcspn (line, ".,;") == length;
}

static void
append_layout (GString *text, const char *line, gboolean under_heading)
{
  const char *dash = strstr (line, " - ");

  if (g_str_has_prefix (line, "> "))
    g_string_append_printf (text, "    %s\n", line + strlen ("> "));
  else if (under_heading && dash && strcspn (line, " ") == (gsize)(dash - line))
    g_string_append_printf (text, "    %.*s: %s\n", (int)(dash - line), line, dash + strlen (" - "));
  else
    g_string_append_printf (text, "%s%s\n", under_heading && *line && !is_heading (line) ? "    " : "", line);
}

char *
rs_documentation_layout (const char *documentation)
{
  g_auto (GStrv) lines = g_strsplit (documentation, "\n", -1);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean under_heading = FALSE, was_blank = TRUE;

  for (guint i = 0; lines[i]; i++)
    {
      const char *line = g_strchomp (lines[i]);
      gboolean is_blank = *line == '\0';

      if ((line[0] == ':' && g_ascii_isalpha (line[1])) || (is_blank && was_blank))
        continue;
      under_heading = is_heading (line) || (under_heading && !is_blank);
      append_layout (text, line, under_heading);
      was_blank = is_blank;
    }
  return g_strchomp (g_string_free (g_steal_pointer (&text), FALSE));
}
