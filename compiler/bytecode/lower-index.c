/* Parts of arrays and cells, read and written.
 *
 * The boundary mode of an access is the one declared with the variable or the member; without one, 'safe where the text
 * stands in a loop or kernel and 'checked elsewhere (LANGUAGE.md "One meaning everywhere").
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/bytecode/lower-private.h"
#include "compiler/sema/infer/infer.h"

#include <string.h>

/* What is declared for the name or the member of an object that is indexed. */
static const RsType *
declared_type (RsLower *lower, const RsNode *object)
{
  const RsSymbol *symbol = object->kind == RS_NODE_NAME ? rs_symbol_get_origin (object->symbol) : NULL;

  if (object->kind == RS_NODE_FIELD)
    return rs_infer_expression (lower->bytecode->arena, object, lower->options->precision);
  return symbol ? symbol->type : NULL;
}

guint
rs_lower_index_flags (RsLower *lower, const RsNode *object)
{
  const RsType *type = declared_type (lower, object);
  guint flags = 0;

  if (lower->loop_depth > 0 || lower->proto->is_kernel || lower->proto->is_device)
    flags |= RS_INDEX_SAFE;
  if (type != NULL)
    flags |= (guint)type->boundary | (guint)type->overflow << RS_INDEX_OVERFLOW_SHIFT;
  return flags;
}

/* A kernel's `pos` without a type is a position in every array. */
static gboolean
is_open_position (RsLower *lower, const RsNode *index)
{
  const RsSymbol *symbol = index->kind == RS_NODE_NAME ? index->symbol : NULL;

  return symbol != NULL && symbol->kind == RS_SYMBOL_VARIABLE && symbol->is_parameter && !symbol->is_declared
         && lower->proto->is_kernel && strcmp (symbol->name, "pos") == 0;
}

/* The declared rank when an index vector of that many elements is a position: mat and cube. */
static guint
position_rank (RsLower *lower, const RsNode *object)
{
  const RsSymbol *symbol = object->kind == RS_NODE_NAME ? object->symbol : NULL;

  if (symbol == NULL || symbol->type == NULL || symbol->type->kind != RS_TYPE_ARRAY || symbol->type->rank < 2
      || !(symbol->is_declared || symbol->is_parameter))
    return 0;
  return (guint)symbol->type->rank;
}

static gboolean
is_plain (const RsNode *const *indices, guint n)
{
  for (guint i = 0; i < n; i++)
    if (indices[i]->kind == RS_NODE_COLON || indices[i]->kind == RS_NODE_SPREAD)
      return FALSE;
  return n >= 1 && n <= 3;
}

typedef struct {
  gboolean is_plain, has_list;
  guint registers[3];
  guint first, list, n;
} Indices;

static Indices
lower_indices (RsLower *lower, const RsNode *node, guint rank)
{
  RsNode **nodes = node->children + RS_INDEX_FIRST;
  Indices result = { .n = node->n_children - RS_INDEX_FIRST };

  if (result.n == 1 && (rank == 2 || rank == 3) && rs_lower_is_position (nodes[0], rank))
    {
      result.is_plain = TRUE;
      result.n = rank;
      for (guint i = 0; i < rank; i++)
        result.registers[i] = rs_lower_component (lower, nodes[0], i, RS_ANYWHERE);
      return result;
    }
  result.is_plain = is_plain ((const RsNode *const *)nodes, result.n);
  if (result.is_plain)
    {
      for (guint i = 0; i < result.n; i++)
        result.registers[i] = rs_lower_expression (lower, nodes[i], RS_ANYWHERE);
      return result;
    }
  result.first = lower->next;
  result.has_list = rs_lower_arguments (lower, nodes, result.n, &result.list);
  return result;
}

static RsOpcode
choose (const Indices *indices, RsOpcode one, RsOpcode many, RsOpcode spread)
{
  if (indices->is_plain)
    return one + indices->n - 1;
  return indices->has_list ? spread : many;
}

static void
emit_extra (RsLower *lower, const Indices *indices, guint flags, guint rank)
{
  if (!indices->is_plain)
    rs_lower_emit (lower, RS_OPCODE_EXTRA, flags, indices->has_list ? indices->list : indices->n, 0);
  else if (indices->n == 1)
    rs_lower_emit (lower, RS_OPCODE_EXTRA, flags, rank, 0);
  else
    rs_lower_emit (lower, RS_OPCODE_EXTRA, flags, indices->registers[1], indices->registers[2]);
}

guint
rs_lower_index (RsLower *lower, const RsNode *node, int target)
{
  g_assert (node->kind == RS_NODE_INDEX);

  const RsNode *object_node = node->children[RS_INDEX_ARRAY];
  guint flags = rs_lower_index_flags (lower, object_node);
  guint rank = position_rank (lower, object_node);
  guint mark = lower->next;
  guint object = rs_lower_expression (lower, object_node, RS_ANYWHERE);
  Indices indices = lower_indices (lower, node, rank);
  guint result;

  rs_lower_release (lower, mark);
  result = rs_lower_target (lower, target);
  lower->offset = node->span.start;
  rs_lower_emit (lower, choose (&indices, RS_OPCODE_INDEX1, RS_OPCODE_INDEX, RS_OPCODE_INDEX_SPREAD), result, object,
                 indices.is_plain ? indices.registers[0] : indices.first);
  emit_extra (lower, &indices, flags, rank == 0 && node->n_children == RS_INDEX_FIRST + 1
                                            && is_open_position (lower, node->children[RS_INDEX_FIRST])
                                        ? RS_INDEX_ANY_RANK : rank);
  return result;
}

void
rs_lower_index_store (RsLower *lower, const RsNode *target, RsOperator op, guint value)
{
  g_assert (target->kind == RS_NODE_INDEX);

  const RsNode *object_node = target->children[RS_INDEX_ARRAY];
  guint flags = rs_lower_index_flags (lower, object_node) | ((guint)op << RS_INDEX_OPERATOR_SHIFT);
  guint rank = position_rank (lower, object_node);
  guint mark = lower->next;
  guint object = rs_lower_expression (lower, object_node, RS_ANYWHERE);
  Indices indices = lower_indices (lower, target, rank);

  rs_lower_release (lower, mark);
  lower->offset = target->span.start;
  rs_lower_emit (lower, choose (&indices, RS_OPCODE_STORE1, RS_OPCODE_STORE, RS_OPCODE_STORE_SPREAD), object,
                 indices.is_plain ? indices.registers[0] : indices.first, value);
  emit_extra (lower, &indices, flags, rank == 0 && target->n_children == RS_INDEX_FIRST + 1
                                            && is_open_position (lower, target->children[RS_INDEX_FIRST])
                                        ? RS_INDEX_ANY_RANK : rank);
}
