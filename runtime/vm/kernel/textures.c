/* Textures at a launch, see textures.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/kernel/textures.h"

#include "compiler/sema/names/symbol.h"
#include "compiler/sema/rewrite/texture.h"

static const RsNode *
parameter_node (const RsProto *proto, guint index)
{
  const RsNode *list
    = proto->node->kind == RS_NODE_LAMBDA ? proto->node : rs_node_child (proto->node, RS_FUNCTION_PARAMETERS);
  const RsNode *node = list != NULL ? rs_node_child (list, index) : NULL;

  return node != NULL && node->kind == RS_NODE_PARAMETER ? node : NULL;
}

static gboolean
is_texture (const RsProto *proto, guint index)
{
  const RsNode *node = parameter_node (proto, index);

  return node != NULL && rs_is_texture (node);
}

gboolean
rs_vm_has_textures (const RsProto *proto)
{
  for (guint i = 0; i < proto->n_parameters; i++)
    if (is_texture (proto, i))
      return TRUE;
  return FALSE;
}

/* Whether an argument is the array of another one, which the kernel may write. */
static gboolean
is_shared (const RsValue *arguments, guint n, guint index)
{
  for (guint i = 0; i < n; i++)
    if (i != index && arguments[i].tag == RS_TAG_ARRAY && arguments[i].array == arguments[index].array)
      return TRUE;
  return FALSE;
}

static gboolean
append_copy (GArray *all, RsValue value, GError **error)
{
  RsArray *array = value.tag == RS_TAG_ARRAY ? rs_array_copy (value.array, error) : NULL;
  RsValue copied = array != NULL ? rs_value_object (array) : RS_NONE;

  if (value.tag == RS_TAG_ARRAY && array == NULL)
    return FALSE;
  if (array == NULL)
    copied = rs_value_ref (value);
  g_array_append_val (all, copied);
  return TRUE;
}

/* The argument of the parameter that the copy at index was made for. */
static guint
find_original (const RsProto *proto, guint index)
{
  guint next = 0;

  for (guint i = 0; i < index; i++)
    {
      if (rs_texture_is_copy_of (proto->parameters[index].name, proto->parameters[i].name))
        return next;
      next += !rs_is_special_parameter (proto->parameters[i].name);
    }
  return G_MAXUINT;
}

static gboolean
has_copy (const RsProto *proto, guint index)
{
  for (guint i = index + 1; i < proto->n_parameters; i++)
    if (rs_texture_is_copy_of (proto->parameters[i].name, proto->parameters[index].name))
      return TRUE;
  return FALSE;
}

GArray *
rs_vm_copy_textures (const RsProto *proto, const RsValue *arguments, guint n, GError **error)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (RsValue));
  guint next = 0;

  g_array_set_clear_func (all, (GDestroyNotify)rs_value_clear);
  for (guint i = 0; i < proto->n_parameters; i++)
    {
      gboolean is_copy = rs_texture_is_copy (proto->parameters[i].name);
      guint index = is_copy ? find_original (proto, i) : next;
      RsValue value;

      if ((!is_copy && rs_is_special_parameter (proto->parameters[i].name)) || index >= n)
        continue;
      value = arguments[index];
      next += !is_copy;
      if (is_copy || (is_texture (proto, i) && !has_copy (proto, i) && value.tag == RS_TAG_ARRAY
                      && is_shared (arguments, n, index)))
        {
          if (!append_copy (all, value, error))
            return NULL;
          continue;
        }
      rs_value_ref (value);
      g_array_append_val (all, value);
    }
  return g_steal_pointer (&all);
}
