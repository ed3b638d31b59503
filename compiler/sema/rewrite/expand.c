/* Expansion of macros: trees in, trees out.
 *
 * Runs between parsing and name resolution, so that what a macro leaves behind is typed, compiled and reported like
 * text that the user wrote there. The body is copied for each use. Parameters become the arguments' trees, evaluated
 * where they stand; every name that the body itself gives a value gets a new name, so that it can't meet a variable
 * around the use. A parameter that the body assigns stands for the variable that was passed, or for a new one that
 * starts with the argument when that is no variable. Statements are spliced into the block of the use: attributes at a
 * macro's end belong to the statement after it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/rewrite/expand.h"

#include "compiler/base/messages.h"
#include "compiler/syntax/copy.h"

#include <string.h>

#define MAX_DEPTH 100         /* of macros in macros */
#define MAX_NODES 500000      /* of all expansions of a module: statements, and the expressions in them */

typedef struct {
  const RsNode *node; /* MACRO */
  RsModule *module;
} Macro;

typedef struct {
  RsModule *module;
  RsDiagnostics *diagnostics;
  GHashTable *macros;  /* interned name -> Macro, owned */
  GHashTable *defined; /* set of names of functions and variables of the module: their calls are no uses */
  guint depth;
  guint n_nodes;
  guint n_uses;
  gboolean gave_up;
} Expander;

/* One use while it is being expanded. */
typedef struct {
  Expander *expander;
  const Macro *macro;
  const RsNode *at;      /* the use, for messages */
  GHashTable *arguments; /* name of a parameter -> RsNode */
  GHashTable *renamed;   /* name in the body -> its new name */
  GPtrArray *prologue;   /* of RsNode: assignments to parameters that the body changes */
  GHashTable *text;      /* set of RsNode: copies of arguments, in which nothing is renamed */
} Use;

static RsNode *expand_node (Expander *self, RsNode *node);
static void expand_block (Expander *self, RsNode *block);

static void report (Expander *self, const RsNode *node, RsMessageId id, const char *format, ...) G_GNUC_PRINTF (4, 5);

static void
report (Expander *self, const RsNode *node, RsMessageId id, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  rs_diagnostics_report_text (self->diagnostics, rs_message_get_code (id), RS_SEVERITY_ERROR, self->module->source,
                              node->span, text);
}

/* --- making nodes --- */

static RsNode *
new_node (Expander *self, RsNodeKind kind, const RsNode *at, guint n_children)
{
  RsNode *node = rs_arena_new0 (self->module->arena, RsNode);

  node->kind = (guint8)kind;
  node->span = at->span;
  node->n_children = n_children;
  node->children = rs_arena_array (self->module->arena, RsNode *, n_children);
  return node;
}

static RsNode *
new_name (Expander *self, const RsNode *at, const char *name)
{
  RsNode *node = new_node (self, RS_NODE_NAME, at, 0);

  node->name = name;
  return node;
}

static RsNode *
new_assignment (Expander *self, const RsNode *at, RsNode *target, RsNode *value)
{
  RsNode *statement = new_node (self, RS_NODE_EXPRESSION, at, 1);
  RsNode *assignment = new_node (self, RS_NODE_ASSIGN, at, 2);

  assignment->op = RS_OP_ASSIGN;
  assignment->children[RS_ASSIGN_TARGET] = target;
  assignment->children[RS_ASSIGN_VALUE] = value;
  statement->children[0] = assignment;
  return statement;
}

static RsNode *
copy_argument (Expander *self, const RsNode *argument)
{
  RsNodeCopy how = { .arena = self->module->arena, .n_copied = &self->n_nodes };
  RsNode *copy = rs_node_copy (&how, argument);

  copy->flags |= RS_NODE_PARENTHESES;
  return copy;
}

/* --- names of the body --- */

static void
add_assigned (const RsNode *target, GHashTable *names)
{
  if (!target)
    return;
  if (target->kind == RS_NODE_NAME)
    g_hash_table_add (names, (gpointer)target->name);
  else if (target->kind == RS_NODE_TYPED)
    add_assigned (rs_node_child (target, RS_TYPED_EXPRESSION), names);
  else if (target->kind == RS_NODE_MATRIX || target->kind == RS_NODE_SPREAD)
    for (guint i = 0; i < target->n_children; i++)
      add_assigned (target->children[i], names);
}

/* Names that node gives a value by =, a loop, a catch or a definition; changed gets those of compound assignments. */
static void
collect_assigned (const RsNode *node, GHashTable *names, GHashTable *changed)
{
  switch (node->kind)
    {
    case RS_NODE_ASSIGN:
    case RS_NODE_DEFINE:
      add_assigned (node->children[RS_ASSIGN_TARGET],
                    node->kind == RS_NODE_ASSIGN && node->op != RS_OP_ASSIGN ? changed : names);
      break;
    case RS_NODE_EXPRESSION:
      if (node->children[0]->kind == RS_NODE_TYPED && !(node->children[0]->flags & RS_NODE_PARENTHESES))
        add_assigned (node->children[0], names);
      break;
    case RS_NODE_FOR:
      add_assigned (node->children[RS_FOR_VARIABLE], names);
      break;
    case RS_NODE_TRY:
      for (guint i = RS_TRY_VARIABLE; i + 1 < node->n_children; i += 2)
        add_assigned (node->children[i], names);
      break;
    case RS_NODE_FUNCTION:
      if (node->name)
        g_hash_table_add (names, (gpointer)node->name);
      return;
    case RS_NODE_LAMBDA:
      return;
    default:
      break;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      collect_assigned (node->children[i], names, changed);
}

static const char *
new_local (Expander *self, const char *name)
{
  g_autofree char *text = g_strdup_printf ("%s$%u", name, self->n_uses);

  return rs_names_intern (self->module->names, text, -1);
}

/* --- arguments --- */

static const RsNode *
find_parameter (const RsNode *parameters, const char *name)
{
  for (guint i = 0; i < parameters->n_children; i++)
    if (parameters->children[i]->name == name)
      return parameters->children[i];
  return NULL;
}

/* {!m a, b}: each argument is a NAMED_ARGUMENT, its name "" when it has none. {!m(a, b)}: one that holds a CALL. */
static void
bind_named (Use *use, const RsNode *parameters, RsNode *argument)
{
  if (!find_parameter (parameters, argument->name))
    report (use->expander, argument, RS_SAY (MACRO_PARAMETER), use->macro->node->name, argument->name);
  else if (g_hash_table_contains (use->arguments, argument->name))
    report (use->expander, argument, RS_SAY (MACRO_PARAMETER_TWICE), argument->name, use->macro->node->name);
  else
    g_hash_table_insert (use->arguments, (gpointer)argument->name, argument->children[0]);
}

/* The value of a positional argument, or NULL for one with a name. */
static RsNode *
positional (RsNode *argument)
{
  if (argument->kind != RS_NODE_NAMED_ARGUMENT)
    return argument;
  return !argument->name || *argument->name == '\0' ? argument->children[0] : NULL;
}

static RsNode *
rest_of_arguments (Use *use, RsNode **arguments, guint n, guint first)
{
  g_autoptr (GPtrArray) rest = g_ptr_array_new ();
  RsNode *cell;

  for (guint i = first; i < n; i++)
    if (positional (arguments[i]))
      g_ptr_array_add (rest, positional (arguments[i]));
  cell = new_node (use->expander, RS_NODE_CELL, use->at, rest->len);
  for (guint i = 0; i < rest->len; i++)
    cell->children[i] = g_ptr_array_index (rest, i);
  return cell;
}

static gboolean
bind_positional (Use *use, const RsNode *parameters, RsNode **arguments, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      RsNode *value = positional (arguments[i]);
      const RsNode *parameter = i < parameters->n_children ? parameters->children[i] : NULL;

      if (parameter && (parameter->flags & RS_NODE_VARIADIC))
        {
          g_hash_table_insert (use->arguments, (gpointer)parameter->name, rest_of_arguments (use, arguments, n, i));
          return TRUE;
        }
      if (!value)
        bind_named (use, parameters, arguments[i]);
      else if (parameter)
        g_hash_table_insert (use->arguments, (gpointer)parameter->name, value);
      else
        {
          report (use->expander, use->at, RS_SAY (MACRO_ARGUMENTS), use->macro->node->name, parameters->n_children, n);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
bind_arguments (Use *use, RsNode **arguments, guint n)
{
  const RsNode *parameters = use->macro->node->children[RS_MACRO_PARAMETERS];

  if (!bind_positional (use, parameters, arguments, n))
    return FALSE;
  for (guint i = 0; i < parameters->n_children; i++)
    {
      const RsNode *parameter = parameters->children[i];
      RsNode *value = rs_node_child (parameter, RS_PARAMETER_DEFAULT);

      if (!parameter->name || g_hash_table_contains (use->arguments, parameter->name))
        continue;
      if (parameter->flags & RS_NODE_VARIADIC)
        value = rest_of_arguments (use, NULL, 0, 0);
      if (!value)
        {
          report (use->expander, use->at, RS_SAY (MACRO_ARGUMENT_MISSING), use->macro->node->name, parameter->name);
          return FALSE;
        }
      g_hash_table_insert (use->arguments, (gpointer)parameter->name, value);
    }
  return TRUE;
}

/* --- copying the body --- */

static gboolean
is_variable (const RsNode *node)
{
  return node->kind == RS_NODE_NAME || node->kind == RS_NODE_INDEX || node->kind == RS_NODE_FIELD;
}

/* Gives the names that the body assigns new names. */
static void
rename_locals (Use *use)
{
  const RsNode *body = rs_node_last (use->macro->node);
  const RsNode *outputs = use->macro->node->children[RS_MACRO_OUTPUTS];
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL), changed = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer name;

  collect_assigned (body, names, changed);
  for (guint i = 0; i < outputs->n_children; i++)
    g_hash_table_add (names, (gpointer)outputs->children[i]->name);
  g_hash_table_iter_init (&iter, changed);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (g_hash_table_contains (use->arguments, name))
      g_hash_table_add (names, name);
  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      RsNode *argument = g_hash_table_lookup (use->arguments, name);
      const char *local;

      if (!name || (argument && is_variable (argument)))
        continue;
      local = new_local (use->expander, name);
      g_hash_table_insert (use->renamed, name, (gpointer)local);
      if (!argument)
        continue;
      g_hash_table_remove (use->arguments, name);
      g_ptr_array_add (use->prologue, new_assignment (use->expander, use->at, new_name (use->expander, use->at, local),
                                                      copy_argument (use->expander, argument)));
    }
}

/* The type that an argument names, where a parameter stands for a type. */
static RsNode *
type_argument (Use *use, const RsNode *type, const RsNode *argument)
{
  RsNodeCopy how = { .arena = use->expander->module->arena };
  RsNode *copy;

  if (argument->kind == RS_NODE_TYPE_OF_TEXT)
    return rs_node_copy (&how, argument->children[0]);
  if (argument->kind != RS_NODE_NAME)
    return NULL;
  copy = rs_node_copy (&how, type);
  copy->name = argument->name;
  return copy;
}

static void
give_up (Expander *self, const Macro *macro, const RsNode *at)
{
  if (!self->gave_up)
    report (self, at, RS_SAY (MACRO_ENDLESS), macro->node->name);
  self->gave_up = TRUE;
}

static RsNode *
replace (const RsNode *node, gpointer data)
{
  Use *use = data;
  RsNode *argument = node->name ? g_hash_table_lookup (use->arguments, node->name) : NULL;
  RsNode *copy;

  if (!argument)
    return NULL;
  if (use->expander->n_nodes > MAX_NODES)
    {
      give_up (use->expander, use->macro, use->at);
      return NULL;
    }
  if (node->kind == RS_NODE_TYPE_NAME)
    copy = type_argument (use, node, argument);
  else if (node->kind == RS_NODE_NAME)
    copy = copy_argument (use->expander, argument);
  else
    return NULL;
  if (copy)
    g_hash_table_add (use->text, copy);
  return copy;
}

/* New names and, for a macro of another file, spans and strings of this one. */
static void
adapt (Use *use, RsNode *node)
{
  const char *renamed;

  if (g_hash_table_contains (use->text, node))
    return;
  if (use->macro->module != use->expander->module)
    {
      node->span = use->at->span;
      if (node->text)
        node->text = rs_arena_strndup (use->expander->module->arena, node->text, strlen (node->text));
    }
  if (node->name
      && (node->kind == RS_NODE_NAME || node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_PARAMETER)
      && (renamed = g_hash_table_lookup (use->renamed, node->name)))
    node->name = renamed;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      adapt (use, node->children[i]);
}

static RsNode *
copy_body (Use *use, const RsNode *part)
{
  RsNodeCopy how = { .arena = use->expander->module->arena, .replace = replace, .data = use,
                     .n_copied = &use->expander->n_nodes };
  RsNode *copy = rs_node_copy (&how, part);

  adapt (use, copy);
  return copy;
}

/* --- uses --- */

static const RsNode *
find_return (const RsNode *node)
{
  const RsNode *found = NULL;

  if (node->kind == RS_NODE_RETURN)
    return node;
  if (node->kind == RS_NODE_FUNCTION)
    return NULL;
  for (guint i = 0; i < node->n_children && !found; i++)
    if (node->children[i])
      found = find_return (node->children[i]);
  return found;
}

static gboolean
begin_use (Use *use, Expander *self, const Macro *macro, const RsNode *at, RsNode **arguments, guint n)
{
  *use = (Use){ self, macro, at, g_hash_table_new (NULL, NULL), g_hash_table_new (NULL, NULL), g_ptr_array_new (),
                g_hash_table_new (NULL, NULL) };
  self->n_uses++;
  if (self->gave_up)
    return FALSE;
  if (self->depth >= MAX_DEPTH || self->n_nodes > MAX_NODES)
    {
      give_up (self, macro, at);
      return FALSE;
    }
  if (find_return (rs_node_last (macro->node)))
    {
      report (self, at, RS_SAY (MACRO_RETURN), macro->node->name);
      return FALSE;
    }
  if (!bind_arguments (use, arguments, n))
    return FALSE;
  rename_locals (use);
  return TRUE;
}

static void
end_use (Use *use)
{
  g_hash_table_unref (use->arguments);
  g_hash_table_unref (use->renamed);
  g_ptr_array_unref (use->prologue);
  g_hash_table_unref (use->text);
}

/* target = outputs, behind the body. */
static RsNode *
assign_outputs (Use *use, RsNode *target)
{
  const RsNode *outputs = use->macro->node->children[RS_MACRO_OUTPUTS];
  guint n = target->kind == RS_NODE_MATRIX ? target->n_children : 1;
  RsNode *values;

  if (n > outputs->n_children)
    {
      report (use->expander, use->at, RS_SAY (MACRO_OUTPUTS), use->macro->node->name, outputs->n_children, n);
      return NULL;
    }
  values = new_node (use->expander, RS_NODE_MATRIX, use->at, n);
  for (guint i = 0; i < n; i++)
    values->children[i]
        = new_name (use->expander, use->at, g_hash_table_lookup (use->renamed, outputs->children[i]->name));
  return new_assignment (use->expander, use->at, target, target->kind == RS_NODE_MATRIX ? values : values->children[0]);
}

/* Adds the statements that stand for the use. target: what its outputs are assigned to, or NULL. */
static void
expand_use (Expander *self, const Macro *macro, const RsNode *at, RsNode **arguments, guint n, RsNode *target,
            GPtrArray *statements)
{
  Use use;

  if (begin_use (&use, self, macro, at, arguments, n))
    {
      RsNode *body = copy_body (&use, rs_node_last (macro->node));
      RsNode *assignment = target ? assign_outputs (&use, target) : NULL;

      self->depth++;
      expand_block (self, body);
      self->depth--;
      for (guint i = 0; i < use.prologue->len; i++)
        g_ptr_array_add (statements, g_ptr_array_index (use.prologue, i));
      for (guint i = 0; i < body->n_children; i++)
        g_ptr_array_add (statements, body->children[i]);
      if (assignment)
        g_ptr_array_add (statements, assignment);
    }
  end_use (&use);
}

static const Macro *
find_macro (Expander *self, const RsNode *node)
{
  if (node->kind == RS_NODE_ATTRIBUTE)
    return node->name ? g_hash_table_lookup (self->macros, node->name) : NULL;
  if (node->kind != RS_NODE_CALL || node->children[RS_CALL_CALLEE]->kind != RS_NODE_NAME
      || g_hash_table_contains (self->defined, node->children[RS_CALL_CALLEE]->name))
    return NULL;
  return g_hash_table_lookup (self->macros, node->children[RS_CALL_CALLEE]->name);
}

/* The value of an output that the body's only statement assigns, or NULL. */
static const RsNode *
single_value (const Macro *macro)
{
  const RsNode *outputs = macro->node->children[RS_MACRO_OUTPUTS], *body = rs_node_last (macro->node), *statement;

  if (outputs->n_children != 1 || body->n_children != 1 || body->children[0]->kind != RS_NODE_EXPRESSION)
    return NULL;
  statement = body->children[0]->children[0];
  if (statement->kind != RS_NODE_ASSIGN || statement->op != RS_OP_ASSIGN
      || statement->children[RS_ASSIGN_TARGET]->kind != RS_NODE_NAME
      || statement->children[RS_ASSIGN_TARGET]->name != outputs->children[0]->name)
    return NULL;
  return statement->children[RS_ASSIGN_VALUE];
}

/* A use in the middle of an expression. */
static RsNode *
expand_in_expression (Expander *self, const Macro *macro, RsNode *call)
{
  const RsNode *value = single_value (macro);
  RsNode *result = call;
  Use use;

  if (!value)
    {
      report (self, call, RS_SAY (MACRO_STATEMENTS), macro->node->name, macro->node->name);
      call->kind = RS_NODE_ERROR;
      call->n_children = 0;
      return call;
    }
  if (begin_use (&use, self, macro, call, call->children + 1, call->n_children - 1) && use.prologue->len == 0)
    {
      result = copy_body (&use, value);
      result->flags |= RS_NODE_PARENTHESES;
      self->depth++;
      result = expand_node (self, result);
      self->depth--;
    }
  else
    {
      call->kind = RS_NODE_ERROR;
      call->n_children = 0;
    }
  end_use (&use);
  return result;
}

/* --- the walk --- */

/* Expands a statement that is a use as a whole; FALSE when it is none. */
static gboolean
expand_statement (Expander *self, RsNode *statement, GPtrArray *statements)
{
  RsNode *expression = statement->kind == RS_NODE_EXPRESSION ? statement->children[0] : statement, *target = NULL;
  const Macro *macro;
  gboolean is_attribute = statement->kind == RS_NODE_ATTRIBUTE;

  if (expression->kind == RS_NODE_ASSIGN && expression->op == RS_OP_ASSIGN)
    {
      target = expression->children[RS_ASSIGN_TARGET];
      expression = expression->children[RS_ASSIGN_VALUE];
    }
  macro = find_macro (self, expression);
  if (!macro || (target && is_attribute))
    return FALSE;
  expand_use (self, macro, statement, is_attribute ? expression->children : expression->children + 1,
              expression->n_children - (is_attribute ? 0 : 1), target, statements);
  return TRUE;
}

static void
expand_block (Expander *self, RsNode *block)
{
  g_autoptr (GPtrArray) statements = g_ptr_array_new ();
  gboolean changed = FALSE;

  for (guint i = 0; i < block->n_children; i++)
    {
      RsNode *statement = block->children[i];

      if (statement && statement->kind != RS_NODE_MACRO && expand_statement (self, statement, statements))
        changed = TRUE;
      else
        g_ptr_array_add (statements, statement ? expand_node (self, statement) : NULL);
    }
  if (!changed)
    return;
  block->n_children = statements->len;
  block->children = rs_arena_memdup (self->module->arena,
                                     statements->pdata ? (gpointer)statements->pdata : (gpointer) "",
                                     statements->len * sizeof (gpointer));
}

/* node with every use in it expanded; it stands where node stood. */
static RsNode *
expand_node (Expander *self, RsNode *node)
{
  const Macro *macro;

  if (node->kind == RS_NODE_MACRO)
    return node;
  if (node->kind == RS_NODE_BLOCK)
    {
      expand_block (self, node);
      return node;
    }
  if (node->kind == RS_NODE_CALL && (macro = find_macro (self, node)))
    return expand_in_expression (self, macro, node);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      node->children[i] = expand_node (self, node->children[i]);
  return node;
}

static void
collect_macros (Expander *self, RsModule *module, const RsNode *node)
{
  if (node->kind == RS_NODE_MACRO && node->name)
    {
      Macro *macro = g_new (Macro, 1);

      *macro = (Macro){ node, module };
      g_hash_table_insert (self->macros, (gpointer)node->name, macro);
    }
  else if (node->kind != RS_NODE_EXPRESSION)
    for (guint i = 0; i < node->n_children; i++)
      if (node->children[i])
        collect_macros (self, module, node->children[i]);
}

static void
collect_defined (const RsNode *node, GHashTable *defined)
{
  if (node->kind == RS_NODE_MACRO)
    return;
  if (node->kind == RS_NODE_FUNCTION && node->name)
    g_hash_table_add (defined, (gpointer)node->name);
  else if (node->kind == RS_NODE_ASSIGN && node->op == RS_OP_ASSIGN)
    add_assigned (node->children[RS_ASSIGN_TARGET], defined);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      collect_defined (node->children[i], defined);
}

void
rs_expand_macros (RsModule *module, const GPtrArray *imports, RsDiagnostics *diagnostics)
{
  Expander self = { .module = module, .diagnostics = diagnostics };

  self.macros = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self.defined = g_hash_table_new (NULL, NULL);
  for (guint i = imports ? imports->len : 0; i > 0; i--)
    collect_macros (&self, g_ptr_array_index (imports, i - 1), ((RsModule *)g_ptr_array_index (imports, i - 1))->root);
  collect_macros (&self, module, module->root);
  if (g_hash_table_size (self.macros) > 0)
    {
      collect_defined (module->root, self.defined);
      expand_block (&self, module->root);
    }
  g_hash_table_unref (self.macros);
  g_hash_table_unref (self.defined);
}
