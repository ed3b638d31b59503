/* A table from reasons to what can be done about them. Told is only what gains more than a factor of two on a few
 * cores: work items instead of one thread, native code instead of the interpreter.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/report/advice.h"

#include <stdlib.h>
#include <string.h>

/* What a reason is about. */
typedef struct {
  const RsModule *module;
  const RsNode *loop;
  const RsNode *assignment; /* of its line; NULL: there is none */
  const char *name;         /* between the first backquotes */
} Case;

/* --- statements --- */

static guint
line_of (const RsModule *module, const RsNode *node)
{
  guint line;

  rs_source_locate (module->source, node->span.start, &line, NULL);
  return line;
}

/* The first one that begins in the line. */
static const RsNode *
find_assignment (const RsModule *module, const RsNode *node, guint line)
{
  const RsNode *found = NULL;

  if (node->kind == RS_NODE_ASSIGN && line_of (module, node) == line)
    return node;
  for (guint i = 0; i < node->n_children && found == NULL; i++)
    if (node->children[i] != NULL)
      found = find_assignment (module, node->children[i], line);
  return found;
}

/* The innermost loop around a node, as the text has it. */
static const RsNode *
find_loop_around (const RsNode *node, const RsNode *wanted, const RsNode *loop)
{
  const RsNode *found = NULL;

  if (node == wanted)
    return loop;
  if (node->kind == RS_NODE_FOR)
    loop = node;
  for (guint i = 0; i < node->n_children && found == NULL; i++)
    if (node->children[i] != NULL)
      found = find_loop_around (node->children[i], wanted, loop);
  return found;
}

static gboolean
is_same (const RsNode *a, const RsNode *b)
{
  g_autofree char *left = rs_node_to_string (a), *right = rs_node_to_string (b);

  return strcmp (left, right) == 0;
}

/* "h[k] += 1" of "h[k] = h[k] + 1"; NULL: it is something else. (transfer full) */
static char *
make_compound (const RsNode *assignment)
{
  const RsNode *target = assignment->children[RS_ASSIGN_TARGET], *value = assignment->children[RS_ASSIGN_VALUE];
  g_autofree char *left = NULL, *right = NULL;
  const RsNode *rest;

  if (assignment->op != RS_OP_ASSIGN || target->kind != RS_NODE_INDEX || value->kind != RS_NODE_BINARY
      || (value->op != RS_OP_ADD && value->op != RS_OP_SUBTRACT))
    return NULL;
  if (is_same (target, value->children[0]))
    rest = value->children[1];
  else if (value->op == RS_OP_ADD && is_same (target, value->children[1]))
    rest = value->children[0];
  else
    return NULL;
  left = rs_node_to_string (target);
  right = rs_node_to_string (rest);
  return g_strdup_printf (rest->kind == RS_NODE_BINARY ? "%s %s= (%s)" : "%s %s= %s", left,
                          rs_operator_to_string (value->op), right);
}

/* The statement with the elements of the array on its right side taken from another one. (transfer full) */
static char *
read_from (const RsNode *assignment, const char *name, const char *other)
{
  g_autofree char *left = rs_node_to_string (assignment->children[RS_ASSIGN_TARGET]),
                  *right = rs_node_to_string (assignment->children[RS_ASSIGN_VALUE]),
                  *escaped = g_regex_escape_string (name, -1), *pattern = g_strdup_printf ("\\b%s\\[", escaped),
                  *replacement = g_strconcat (other, "[", NULL), *read = NULL;
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);

  read = g_regex_replace_literal (regex, right, -1, 0, replacement, 0, NULL);
  return g_strdup_printf ("%s %s %s", left, rs_operator_to_string (assignment->op), read);
}

/* --- what can be done --- */

static char *
advise_value (const Case *self)
{
  const RsNode *loop = self->assignment != NULL ? find_loop_around (self->loop, self->assignment, self->loop)
                                                : self->loop;

  return g_strdup_printf ("where none from another iteration is meant, give `%s` a value before it is used, such as "
                          "`%s = 0.0` behind line %u",
                          self->name, self->name, line_of (self->module, loop));
}

static char *
advise_fraction (const Case *self)
{
  return g_strdup_printf ("begin with a number that is not an integer: `%s = 0.0`", self->name);
}

static char *
advise_sum (const Case *self)
{
  g_autofree char *compound = self->assignment != NULL ? make_compound (self->assignment) : NULL;

  return compound != NULL ? g_strdup_printf ("write `%s`, which iterations may do at the same time", compound) : NULL;
}

static char *
advise_copy (const Case *self)
{
  g_autofree char *sum = advise_sum (self), *other = NULL, *statement = NULL;
  const RsNode *target;

  if (sum != NULL || self->assignment == NULL)
    return g_steal_pointer (&sum);
  target = self->assignment->children[RS_ASSIGN_TARGET];
  if (target->kind != RS_NODE_INDEX || g_strcmp0 (target->children[RS_INDEX_ARRAY]->name, self->name) != 0)
    return NULL;
  other = g_strconcat (self->name, "0", NULL);
  statement = read_from (self->assignment, self->name, other);
  return g_strdup_printf ("where the elements from before the loop are meant, read them from a copy: `%s = copy(%s)` "
                          "before line %u, and `%s` here",
                          other, self->name, line_of (self->module, self->loop), statement);
}

static char *
advise_output (const Case *self)
{
  static const char *const shows[] = { "print", "printf", "fprintf", "disp", NULL };

  return g_strv_contains (shows, self->name)
             ? g_strdup_printf ("keep what `%s` shows in an array, and show it behind the loop", self->name)
             : NULL;
}

static const struct {
  const char *words; /* of the reason */
  char *(*advise) (const Case *self);
} cases[] = {
  { "may still have its value from another iteration", advise_value },
  { "is an integer and loses the fraction in each iteration", advise_fraction },
  { "that is read here may be written by another iteration", advise_copy },
  { "that is written here may be read by another iteration", advise_copy },
  { "may be written by several iterations", advise_sum },
  { "can be called from host code only", advise_output },
};

char *
rs_loop_advise (const RsModule *module, const RsNode *loop, const char *reason)
{
  const char *place = strstr (reason, "line "), *start = strchr (reason, '`'),
             *end = start != NULL ? strchr (start + 1, '`') : NULL;
  g_autofree char *name = end != NULL ? g_strndup (start + 1, (gsize)(end - start - 1)) : NULL;
  const guint line = place != NULL ? (guint)strtoul (place + strlen ("line "), NULL, 10) : line_of (module, loop);
  const Case self = { module, loop, find_assignment (module, loop, line), name };

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (cases); i++)
    if (strstr (reason, cases[i].words) != NULL)
      return cases[i].advise (&self);
  return NULL;
}
