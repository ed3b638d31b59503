/* Places in texts: lines with statements, functions by name, and which functions may lead to a line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include <errno.h>
#include <string.h>

/* --- lines with code --- */

typedef struct {
  const RsSource *source;
  guint wanted, found;
} LineSearch;

static void
consider (LineSearch *search, guint32 offset)
{
  guint line;

  rs_source_locate (search->source, offset, &line, NULL);
  if (line >= search->wanted && (search->found == 0 || line < search->found))
    search->found = line;
}

gboolean
rs_debug_statement_has_code (const RsNode *statement)
{
  switch (statement->kind)
    {
    case RS_NODE_FUNCTION:
    case RS_NODE_TYPE_DEFINITION:
    case RS_NODE_REDUCTION:
    case RS_NODE_SYMBOLIC:
    case RS_NODE_ATTRIBUTE:
    case RS_NODE_PRAGMA:
    case RS_NODE_IMPORT:
    case RS_NODE_MACRO:
    case RS_NODE_ERROR:
    case RS_NODE_TRY:
    case RS_NODE_BLOCK:
    case RS_NODE_REPEAT:
      return FALSE;
    default:
      return TRUE;
    }
}

static void
search_lines (LineSearch *search, const RsNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];

      if (child == NULL || child->kind == RS_NODE_MACRO)
        continue;
      if (node->kind == RS_NODE_BLOCK && rs_debug_statement_has_code (child))
        consider (search, child->span.start);
      if (child->kind == RS_NODE_LAMBDA)
        consider (search, child->children[child->n_children - 1]->span.start);
      if (child->kind == RS_NODE_FUNCTION && rs_node_child (child, RS_FUNCTION_BODY) != NULL)
        consider (search, child->span.end - 1); /* where it returns */
      if (node->kind == RS_NODE_REPEAT && i == RS_REPEAT_CONDITION)
        consider (search, child->span.start);
      search_lines (search, child);
    }
}

static RsModule *
parse (RsSource *source)
{
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();

  return rs_parse (source, names, diagnostics);
}

guint
rs_debug_find_statement (RsSource *source, guint line)
{
  g_autoptr (RsModule) module = parse (source);
  LineSearch search = { .source = source, .wanted = line };

  search_lines (&search, module->root);
  return search.found;
}

static const RsNode *
find_function (const RsNode *node, const char *name)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i], *found;

      if (child == NULL)
        continue;
      if (child->kind == RS_NODE_FUNCTION && g_strcmp0 (child->name, name) == 0)
        return child;
      found = find_function (child, name);
      if (found != NULL)
        return found;
    }
  return NULL;
}

guint
rs_debug_find_function (RsSource *source, const char *name)
{
  g_autoptr (RsModule) module = parse (source);
  const RsNode *function = find_function (module->root, name);
  const RsNode *body = function != NULL ? rs_node_child (function, RS_FUNCTION_BODY) : NULL;
  LineSearch search = { .source = source, .wanted = 1 };

  if (body == NULL)
    return 0;
  search_lines (&search, body);
  return search.found;
}

/* --- places --- */

RsSource *
rs_debug_open_source (RsDebugger *self, const char *path, GError **error)
{
  if (self->program_text != NULL && g_strcmp0 (self->program_path, path) == 0)
    return rs_source_new_from_text (path, self->program_text, -1);
  return rs_source_new_from_file (path, error);
}

/* The file beside the program, in the current folder, or in the library. (transfer full) */
static char *
find_file (RsDebugger *self, const char *name, GError **error)
{
  g_autofree char *base = self->program_path != NULL ? g_path_get_basename (self->program_path) : NULL;
  g_autofree char *folder = self->program_path != NULL ? g_path_get_dirname (self->program_path) : NULL;
  const char *folders[] = { ".", folder, rs_library_get_folder () };
  g_autofree char *own = g_canonicalize_filename (name, NULL);

  if (self->program_path != NULL && (g_strcmp0 (name, base) == 0 || g_strcmp0 (own, self->program_path) == 0))
    return g_strdup (self->program_path);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = folders[i] != NULL ? g_canonicalize_filename (name, i == 0 ? NULL : folders[i]) : NULL;

      if (path != NULL && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER, "there is no file %s", name);
  return NULL;
}

static gboolean
read_number (const char *text, guint *number)
{
  guint64 value = 0;

  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT, &value, NULL))
    return FALSE;
  *number = (guint)value;
  return TRUE;
}

static gboolean
find_in_function (RsDebugger *self, const char *name, char **path, guint *asked, guint *line, GError **error)
{
  g_autoptr (RsSource) source = NULL;

  if (self->program_path == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER, "load a program first, or give FILE:LINE");
      return FALSE;
    }
  source = rs_debug_open_source (self, self->program_path, error);
  if (source == NULL)
    return FALSE;
  *line = rs_debug_find_function (source, name);
  if (*line == 0)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER,
                   "%s has no function \"%s\"; a place is LINE, FILE:LINE or FUNCTION", rs_source_get_name (source),
                   name);
      return FALSE;
    }
  *asked = *line;
  *path = g_strdup (self->program_path);
  return TRUE;
}

gboolean
rs_debug_read_place (RsDebugger *self, const char *place, char **path, guint *asked, guint *line, GError **error)
{
  const char *colon = strrchr (place, ':');
  g_autofree char *found = NULL;
  g_autoptr (RsSource) source = NULL;

  *path = NULL;
  if (colon != NULL && colon > place)
    {
      g_autofree char *name = g_strndup (place, (gsize)(colon - place));

      if (!read_number (colon + 1, asked))
        {
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER,
                       "\"%s\" is no line; a place is LINE, FILE:LINE or FUNCTION", colon + 1);
          return FALSE;
        }
      found = find_file (self, name, error);
    }
  else if (!read_number (place, asked))
    return find_in_function (self, place, path, asked, line, error);
  else if (self->program_path != NULL)
    found = g_strdup (self->program_path);
  else
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER, "load a program first, or give FILE:LINE");
  if (found == NULL || (source = rs_debug_open_source (self, found, error)) == NULL)
    return FALSE;
  *line = rs_debug_find_statement (source, *asked);
  if (*line == 0)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER, "%s has no code from line %u on", found, *asked);
      return FALSE;
    }
  *path = g_steal_pointer (&found);
  return TRUE;
}

/* --- what leads to a breakpoint --- */

static gboolean
mentions_concerned (RsDebugger *self, const RsNode *node)
{
  if (node->kind != RS_NODE_FUNCTION && node->name != NULL && g_hash_table_contains (self->concerned, node->name))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL && mentions_concerned (self, node->children[i]))
      return TRUE;
  return FALSE;
}

/* Adds the functions inside node that hold a breakpoint or name one that does; TRUE when there was a new one. */
static gboolean
add_functions (RsDebugger *self, const RsModule *module, const RsNode *node)
{
  gboolean is_new = FALSE;

  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];

      if (child == NULL)
        continue;
      is_new |= add_functions (self, module, child);
      if (child->kind == RS_NODE_LAMBDA && !self->in_lambda
          && (rs_debug_holds_breakpoint (self, module, child) || mentions_concerned (self, child)))
        is_new = self->in_lambda = TRUE;
      if (child->kind == RS_NODE_FUNCTION && child->name != NULL
          && !g_hash_table_contains (self->concerned, child->name)
          && (rs_debug_holds_breakpoint (self, module, child) || mentions_concerned (self, child)))
        {
          g_hash_table_add (self->concerned, g_strdup (child->name));
          is_new = TRUE;
        }
    }
  return is_new;
}

void
rs_debug_find_concerned (RsDebugger *self, const RsProgram *program)
{
  gboolean is_new = TRUE;

  self->concerned = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->in_lambda = FALSE;
  for (guint i = 0; i < self->breakpoints->len; i++)
    {
      const RsBreakpoint *breakpoint = g_ptr_array_index (self->breakpoints, i);

      if (breakpoint->watched != NULL && !breakpoint->is_off)
        g_hash_table_add (self->concerned, g_strdup (breakpoint->watched));
    }
  while (is_new)
    {
      is_new = FALSE;
      for (guint i = 0; program != NULL && i < program->modules->len; i++)
        {
          const RsModule *module = g_ptr_array_index (program->modules, i);

          is_new |= add_functions (self, module, module->root);
        }
    }
}
