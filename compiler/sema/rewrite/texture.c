/* Textures, see texture.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/rewrite/texture.h"

#include "compiler/sema/rewrite/each-kernel.h"
#include "compiler/syntax/copy.h"

#include <string.h>

#define MOST_DIMENSIONS 3
#define STEPS 3 /* of a coordinate */
#define SUFFIX "$texture"

typedef struct {
  RsModule *module;
  const char *name;   /* of the parameter */
  const char *read;   /* of what is read in its place: itself, or its copy */
  gboolean is_linear;
  guint rank;         /* 0: not known from the name of the type */
  guint n_variables;  /* made so far */
} Texture;

/* --- nodes --- */

static RsNode *
new_node (Texture *self, RsNodeKind kind, RsSpan span, guint n, RsNode *const *children)
{
  RsNode *node = rs_arena_new0 (self->module->arena, RsNode);

  node->kind = kind;
  node->span = span;
  node->n_children = n;
  if (n > 0)
    node->children = rs_arena_memdup (self->module->arena, children, n * sizeof *children);
  return node;
}

static RsNode *
new_name (Texture *self, const char *name, RsSpan span)
{
  RsNode *node = new_node (self, RS_NODE_NAME, span, 0, NULL);

  node->name = rs_names_intern (self->module->names, name, -1);
  return node;
}

static RsNode *
new_number (Texture *self, double number, RsSpan span)
{
  RsNode *node = new_node (self, RS_NODE_NUMBER, span, 0, NULL);

  node->number = number;
  node->flags = RS_NODE_INTEGER;
  return node;
}

static RsNode *
new_binary (Texture *self, RsOperator op, RsNode *left, RsNode *right)
{
  RsNode *node = new_node (self, RS_NODE_BINARY, left->span, 2, (RsNode *[]){ left, right });

  node->op = op;
  return node;
}

static RsNode *
new_call (Texture *self, const char *function, RsNode *argument)
{
  return new_node (self, RS_NODE_CALL, argument->span, 2,
                   (RsNode *[]){ new_name (self, function, argument->span), argument });
}

static RsNode *
copy (Texture *self, const RsNode *node)
{
  RsNodeCopy how = { .arena = self->module->arena };

  return rs_node_copy (&how, node);
}

/* A variable of its own with that value; the assignment is added to steps. */
static const char *
new_variable (Texture *self, RsNode *value, GPtrArray *steps)
{
  g_autofree char *text = g_strdup_printf ("%s$%u", self->name, self->n_variables++);
  RsNode *name = new_name (self, text, value->span);
  RsNode *assign = new_node (self, RS_NODE_ASSIGN, value->span, 2, (RsNode *[]){ name, value });

  assign->op = RS_OP_ASSIGN;
  g_ptr_array_add (steps, assign);
  return name->name;
}

/* --- reading --- */

/* A part of an array is read as it is. */
static gboolean
is_coordinate (const RsNode *index)
{
  return index->kind != RS_NODE_RANGE && index->kind != RS_NODE_COLON && index->kind != RS_NODE_SPREAD;
}

static void
round_indices (Texture *self, RsNode *index)
{
  for (guint i = RS_INDEX_FIRST; i < index->n_children; i++)
    if (index->children[i] && is_coordinate (index->children[i]) && index->children[i]->kind != RS_NODE_NUMBER)
      index->children[i] = new_call (self, "int", new_call (self, "round", index->children[i]));
}

typedef struct {
  RsNode *index;         /* a part of an array; NULL: a coordinate */
  const char *low;       /* variable: the neighbour before it */
  const char *fraction;  /* variable: the distance to that */
} Coordinate;

static void
set_coordinate (Texture *self, Coordinate *coordinate, RsNode *value, GPtrArray *steps)
{
  RsSpan span = value->span;
  const char *position = new_variable (self, value, steps);
  RsNode *floored = new_call (self, "floor", new_name (self, position, span));

  coordinate->low = new_variable (self, new_call (self, "int", floored), steps);
  coordinate->fraction = new_variable (self, new_binary (self, RS_OP_SUBTRACT, new_name (self, position, span),
                                                         new_name (self, coordinate->low, span)), steps);
}

/* x[p] with a position, or x[a, b]. FALSE when it is neither. */
static gboolean
find_coordinates (Texture *self, const RsNode *index, Coordinate *coordinates, GPtrArray *steps)
{
  guint n = index->n_children - RS_INDEX_FIRST;
  RsSpan span = index->span;

  if (self->rank == 0 || self->rank > MOST_DIMENSIONS || (n != 1 && n != self->rank))
    return FALSE;
  if (n == 1 && self->rank > 1)
    {
      const char *position = new_variable (self, index->children[RS_INDEX_FIRST], steps);

      for (guint d = 0; d < self->rank; d++)
        set_coordinate (self, &coordinates[d], new_node (self, RS_NODE_INDEX, span, 2,
                                                         (RsNode *[]){ new_name (self, position, span),
                                                                       new_number (self, d, span) }), steps);
      return TRUE;
    }
  for (guint d = 0; d < n; d++)
    if (is_coordinate (index->children[RS_INDEX_FIRST + d]))
      set_coordinate (self, &coordinates[d], index->children[RS_INDEX_FIRST + d], steps);
    else
      coordinates[d].index = index->children[RS_INDEX_FIRST + d];
  return TRUE;
}

/* One neighbour times its weight; bit d of corner: behind the coordinate of dimension d. */
static RsNode *
weighted_neighbour (Texture *self, const RsNode *index, const Coordinate *coordinates, guint corner)
{
  RsSpan span = index->span;
  RsNode *parts[1 + MOST_DIMENSIONS] = { new_name (self, self->read, span) }, *product;

  for (guint d = 0; d < self->rank; d++)
    {
      if (coordinates[d].index)
        parts[1 + d] = copy (self, coordinates[d].index);
      else
        parts[1 + d] = new_name (self, coordinates[d].low, span);
      if (corner & (1u << d))
        parts[1 + d] = new_binary (self, RS_OP_ADD, parts[1 + d], new_number (self, 1, span));
    }
  product = new_node (self, RS_NODE_INDEX, span, 1 + self->rank, parts);
  for (guint d = 0; d < self->rank; d++)
    if (!coordinates[d].index)
      {
        RsNode *weight = new_name (self, coordinates[d].fraction, span);

        if (!(corner & (1u << d)))
          weight = new_binary (self, RS_OP_SUBTRACT, new_number (self, 1, span), weight);
        product = new_binary (self, RS_OP_MULTIPLY, weight, product);
      }
  return product;
}

static RsNode *
interpolate (Texture *self, const RsNode *index)
{
  g_autoptr (GPtrArray) steps = g_ptr_array_new ();
  Coordinate coordinates[MOST_DIMENSIONS] = { { NULL } };
  RsNode *sum = NULL;

  if (!find_coordinates (self, index, coordinates, steps))
    return NULL;
  for (guint corner = 0; corner < 1u << self->rank; corner++)
    {
      gboolean exists = TRUE;

      for (guint d = 0; d < self->rank; d++)
        exists = exists && !(coordinates[d].index && (corner & (1u << d)));
      if (exists)
        {
          RsNode *term = weighted_neighbour (self, index, coordinates, corner);

          sum = sum ? new_binary (self, RS_OP_ADD, sum, term) : term;
        }
    }
  g_ptr_array_add (steps, sum);
  sum = new_node (self, RS_NODE_SEQUENCE, index->span, steps->len, (RsNode *const *)steps->pdata);
  sum->flags |= RS_NODE_TEXTURE;
  return sum;
}

static gboolean
is_element (const Texture *self, const RsNode *node)
{
  const RsNode *array = node->kind == RS_NODE_INDEX ? rs_node_child (node, RS_INDEX_ARRAY) : NULL;

  return array && array->kind == RS_NODE_NAME && array->name == self->name;
}

/* y[p] += e reads the texture and writes it: y[p] = y[p] + e. */
static void
spell_out (Texture *self, RsNode *assign)
{
  RsOperator op = rs_operator_of_assignment (assign->op);

  if (assign->op == RS_OP_ASSIGN || op == RS_OP_NONE)
    return;
  assign->children[RS_ASSIGN_VALUE]
      = new_binary (self, op, copy (self, assign->children[RS_ASSIGN_TARGET]), assign->children[RS_ASSIGN_VALUE]);
  assign->op = RS_OP_ASSIGN;
}

static void rewrite (Texture *self, RsNode **slot);

static void
rewrite_target (Texture *self, RsNode *target)
{
  guint first = is_element (self, target) ? RS_INDEX_FIRST : 0;

  for (guint i = first; i < target->n_children; i++)
    if (target->children[i] && first == 0 && (target->kind == RS_NODE_MATRIX || target->kind == RS_NODE_TYPED))
      rewrite_target (self, target->children[i]);
    else if (target->children[i])
      rewrite (self, &target->children[i]);
}

static void
rewrite (Texture *self, RsNode **slot)
{
  RsNode *node = *slot, *sum;

  if (node->kind == RS_NODE_ASSIGN && is_element (self, node->children[RS_ASSIGN_TARGET]))
    spell_out (self, node);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && node->kind == RS_NODE_ASSIGN && i == RS_ASSIGN_TARGET)
      rewrite_target (self, node->children[i]);
    else if (node->children[i])
      rewrite (self, &node->children[i]);
  if (!is_element (self, node))
    return;
  node->children[RS_INDEX_ARRAY] = new_name (self, self->read, node->children[RS_INDEX_ARRAY]->span);
  sum = self->is_linear ? interpolate (self, node) : NULL;
  if (sum)
    {
      *slot = sum;
      return;
    }
  round_indices (self, node);
  if (!self->is_linear)
    node->flags |= RS_NODE_TEXTURE;
}

/* --- finding again what was made --- */

const RsNode *
rs_texture_get_first_neighbour (const RsNode *sequence)
{
  g_assert (sequence->kind == RS_NODE_SEQUENCE);

  const RsNode *node = rs_node_last (sequence);

  while (node->kind == RS_NODE_BINARY && node->op == RS_OP_ADD)
    node = node->children[0];
  while (node->kind == RS_NODE_BINARY && node->op == RS_OP_MULTIPLY)
    node = node->children[1];
  return node->kind == RS_NODE_INDEX ? node : NULL;
}

gboolean
rs_texture_is_coordinate_step (const RsNode *sequence, guint i)
{
  g_assert (sequence->kind == RS_NODE_SEQUENCE && i + 1 < sequence->n_children);

  const guint n_steps = sequence->n_children - 1;

  return i < n_steps % STEPS || (i - n_steps % STEPS) % STEPS == 0;
}

const RsNode *
rs_texture_get_coordinate (const RsNode *sequence, const RsNode *child)
{
  for (guint i = 1; child->kind == RS_NODE_NAME && i + 1 < sequence->n_children; i++)
    if (rs_texture_is_coordinate_step (sequence, i - 1) && !rs_texture_is_coordinate_step (sequence, i)
        && sequence->children[i]->children[RS_ASSIGN_TARGET]->name == child->name)
      return sequence->children[i - 1]->children[RS_ASSIGN_TARGET];
  return NULL;
}

/* --- parameters --- */

static gboolean
has_modifier (const RsNode *type, const char *name)
{
  for (const char **modifier = type ? type->modifiers : NULL; modifier && *modifier; modifier++)
    if (strcmp (*modifier, name) == 0)
      return TRUE;
  return FALSE;
}

guint
rs_texture_get_components (const RsNode *type)
{
  if (!has_modifier (type, "hwtex_nearest") && !has_modifier (type, "hwtex_linear"))
    return 0;
  return type->number >= 1 ? (guint)type->number : 1;
}

gboolean
rs_is_texture (const RsNode *parameter)
{
  const RsNode *type = rs_node_child (parameter, RS_PARAMETER_TYPE);

  return rs_texture_get_components (type) > 0;
}

gboolean
rs_texture_is_copy (const char *name)
{
  return name && g_str_has_suffix (name, SUFFIX);
}

gboolean
rs_texture_is_copy_of (const char *name, const char *original)
{
  gsize n = strlen (original);

  return strncmp (name, original, n) == 0 && strcmp (name + n, SUFFIX) == 0;
}

/* What the name of the type says: vec, imat, cube; 0 for others. */
static guint
rank_of (const RsNode *type)
{
  static const char *const names[] = { "vec", "mat", "cube" };

  const char *name = type->name;

  for (guint i = 0; name && i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (name, names[i]) || ((*name == 'i' || *name == 'c') && g_str_has_prefix (name + 1, names[i])))
      return i + 1;
  return 0;
}

static gboolean
stores (const Texture *self, const RsNode *node, gboolean in_target)
{
  if (in_target && is_element (self, node))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    {
      gboolean target = node->kind == RS_NODE_ASSIGN ? i == RS_ASSIGN_TARGET
                                                     : in_target && node->kind == RS_NODE_MATRIX;

      if (node->children[i] && stores (self, node->children[i], target))
        return TRUE;
    }
  return FALSE;
}

/* Puts the parameter of the copy behind the others: in front of the body of a lambda, at the end of a list. */
static void
add_copy (Texture *self, RsNode *list, const RsNode *parameter)
{
  RsNode **children = rs_arena_array (self->module->arena, RsNode *, list->n_children + 1);
  gboolean is_lambda = list->kind == RS_NODE_LAMBDA;
  guint n = list->n_children - is_lambda;
  RsNode *added = copy (self, parameter);

  added->name = self->read;
  memcpy (children, list->children, n * sizeof *children);
  children[n] = added;
  if (is_lambda)
    children[n + 1] = list->children[n];
  list->children = children;
  list->n_children++;
}

static void
rewrite_parameter (RsModule *module, RsNode *list, const RsNode *parameter, RsNode **body)
{
  const RsNode *type = parameter->children[RS_PARAMETER_TYPE];
  Texture self = { .module = module, .name = parameter->name, .read = parameter->name, .rank = rank_of (type),
                   .is_linear = has_modifier (type, "hwtex_linear") };

  if (stores (&self, *body, FALSE))
    {
      g_autofree char *text = g_strconcat (self.name, SUFFIX, NULL);

      self.read = rs_names_intern (module->names, text, -1);
      add_copy (&self, list, parameter);
    }
  rewrite (&self, body);
}

static void
rewrite_kernel (RsModule *module, RsNode *function)
{
  gboolean is_lambda = function->kind == RS_NODE_LAMBDA;
  RsNode *list = is_lambda ? function : rs_node_child (function, RS_FUNCTION_PARAMETERS);
  guint n = list ? list->n_children - is_lambda : 0;
  RsNode *body = is_lambda ? rs_node_last (function) : rs_node_child (function, RS_FUNCTION_BODY);

  for (guint i = 0; body && i < n; i++)
    if (list->children[i] && list->children[i]->kind == RS_NODE_PARAMETER && list->children[i]->name
        && rs_is_texture (list->children[i]))
      rewrite_parameter (module, list, list->children[i], &body);
  if (is_lambda && body)
    function->children[function->n_children - 1] = body;
}

void
rs_rewrite_textures (RsModule *module)
{
  rs_rewrite_kernels (module, rewrite_kernel);
}
