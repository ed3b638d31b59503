/* Rules for kernel and device functions that their text alone can break.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check-private.h"
#include "compiler/sema/rewrite/texture.h"

#include <string.h>

/* --- textures and constant memory (manual 9.1, 9.3) --- */

static gboolean
has_modifier (const RsNode *type, const char *name)
{
  for (const char **modifier = type ? type->modifiers : NULL; modifier && *modifier; modifier++)
    if (strcmp (*modifier, name) == 0)
      return TRUE;
  return FALSE;
}

static guint
count_hardware_modifiers (const RsNode *type)
{
  guint n = 0;

  for (const char **modifier = type ? type->modifiers : NULL; modifier && *modifier; modifier++)
    n += g_str_has_prefix (*modifier, "hw");
  return n;
}

static void
check_hardware (RsCheck *self, const RsNode *parameter)
{
  const RsNode *type_node = rs_node_child (parameter, RS_PARAMETER_TYPE);
  const RsType *type = parameter->symbol ? parameter->symbol->type : NULL;
  gboolean is_array = type && type->kind == RS_TYPE_ARRAY;

  if (count_hardware_modifiers (type_node) > 1)
    rs_check_report (self, RS_SEVERITY_ERROR, type_node, RS_SAY (TEXTURE_TWICE), parameter->name);
  if (!rs_is_texture (parameter))
    return;
  if (is_array && (rs_element_is_complex (type->element) || type->rank > 3))
    rs_check_report (self, RS_SEVERITY_ERROR, type_node, RS_SAY (TEXTURE_FORM), parameter->name);
  if (has_modifier (type_node, "checked"))
    rs_check_report (self, RS_SEVERITY_ERROR, type_node, RS_SAY (TEXTURE_CHECKED), parameter->name);
}

/* The launch knows these parameters by their names (manual 9.8). */
static void
check_group (RsCheck *self, const RsNode *parameter)
{
  const RsNode *type = rs_node_child (parameter, RS_PARAMETER_TYPE);

  if (type && type->kind == RS_NODE_TYPE_NAME && g_strcmp0 (type->name, "thread_block") == 0
      && !rs_is_special_parameter (parameter->name))
    rs_check_report (self, RS_SEVERITY_ERROR, parameter, RS_SAY (KERNEL_THREADS), parameter->name);
}

void
rs_check_function (RsCheck *self, const RsNode *function)
{
  g_assert (function->kind == RS_NODE_FUNCTION || function->kind == RS_NODE_LAMBDA);

  const RsNode *parameters = function->kind == RS_NODE_LAMBDA ? function
                                                              : rs_node_child (function, RS_FUNCTION_PARAMETERS);

  for (guint i = 0; parameters && (function->flags & (RS_NODE_KERNEL | RS_NODE_DEVICE)) && i < parameters->n_children;
       i++)
    if (parameters->children[i] && parameters->children[i]->kind == RS_NODE_PARAMETER)
      rs_check_native_parameter (self, parameters->children[i]);
  if (!(function->flags & RS_NODE_KERNEL) || !parameters)
    return;
  for (guint i = 0; i < parameters->n_children; i++)
    {
      const RsNode *parameter = parameters->children[i];

      if (!parameter || parameter->kind != RS_NODE_PARAMETER || rs_texture_is_copy (parameter->name))
        continue;
      check_hardware (self, parameter);
      check_group (self, parameter);
      if (rs_node_child (parameter, RS_PARAMETER_DEFAULT))
        rs_check_report (self, RS_SEVERITY_ERROR, parameter, RS_SAY (KERNEL_DEFAULT),
                         parameter->name ? parameter->name : "it");
      if (parameter->symbol && parameter->symbol->type->kind == RS_TYPE_STRING)
        rs_check_report (self, RS_SEVERITY_ERROR, parameter, RS_SAY (KERNEL_TEXT));
    }
}

void
rs_check_parallel_value (RsCheck *self, const RsNode *node, const char *what)
{
  if (self->in_parallel)
    rs_check_report (self, RS_SEVERITY_ERROR, node, RS_SAY (PARALLEL_BODY), what);
}

/* --- grids --- */

/* Whether what the launch tells this parameter is one number, and whether it is about blocks. */
static gboolean
is_number_of_launch (const RsNode *parameter, gboolean *is_about_blocks)
{
  const RsType *type = parameter->symbol ? parameter->symbol->type : NULL;

  *is_about_blocks |= g_str_has_prefix (parameter->name, "blk");
  return type && type->kind == RS_TYPE_NUMBER;
}

static gboolean
is_number_of_grid (const RsNode *node)
{
  if (node->kind == RS_NODE_NUMBER)
    return node->number != 1;
  return node->kind == RS_NODE_NAME && node->symbol && node->symbol->type && node->symbol->type->kind == RS_TYPE_NUMBER;
}

void
rs_check_grid_of_line (RsCheck *self, const RsNode *call, const RsNode *parameters, guint n_parameters)
{
  g_assert (call->kind == RS_NODE_CALL && call->n_children > RS_CALL_FIRST_ARGUMENT);

  const RsNode *dims = call->children[RS_CALL_FIRST_ARGUMENT];
  gboolean is_about_blocks = FALSE;

  if (dims->kind != RS_NODE_MATRIX || dims->n_children != 2)
    return;
  for (guint i = 0; i < 2; i++)
    if (!dims->children[i] || !is_number_of_grid (dims->children[i]))
      return;
  for (guint i = 0; i < n_parameters; i++)
    if (parameters->children[i] && parameters->children[i]->name
        && rs_is_special_parameter (parameters->children[i]->name)
        && !is_number_of_launch (parameters->children[i], &is_about_blocks))
      return;
  if (is_about_blocks)
    rs_check_report (self, RS_SEVERITY_WARNING, dims, RS_SAY (GRID_DIMENSIONS), call->children[RS_CALL_CALLEE]->name);
}
