/* The emitter: code, constants, temporaries and jumps of one function, and the entry into the lowering.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/bytecode/lower-private.h"

#include "compiler/base/messages.h"
#include "compiler/sema/rewrite/directives.h"
#include "compiler/sema/walk/walk.h"

#include <string.h>

guint
rs_lower_here (const RsLower *lower)
{
  return lower->code->len;
}

guint
rs_lower_emit (RsLower *lower, RsOpcode op, guint a, guint b, guint c)
{
  RsInstruction i = { (guint16)op, (guint16)a, (guint16)b, (guint16)c };

  g_array_append_val (lower->code, i);
  g_array_append_val (lower->offsets, lower->offset);
  return lower->code->len - 1;
}

guint
rs_lower_emit_jump (RsLower *lower, RsOpcode op, guint a)
{
  return rs_lower_emit (lower, op, a, 0, 0);
}

static guint
words_of_jump (RsOpcode op)
{
  switch (op)
    {
    case RS_OPCODE_FOR_PREPARE:
    case RS_OPCODE_FOR_LOOP:
    case RS_OPCODE_EACH_PREPARE:
    case RS_OPCODE_EACH_LOOP:
      return 2;
    default:
      return 1;
    }
}

void
rs_lower_patch (RsLower *lower, guint jump, guint target)
{
  g_assert (jump < lower->code->len && target <= lower->code->len);

  RsInstruction *i = &g_array_index (lower->code, RsInstruction, jump);
  guint32 distance = target - (jump + words_of_jump (i->op));

  i->b = (guint16)distance;
  i->c = (guint16)(distance >> 16);
}

void
rs_lower_patch_here (RsLower *lower, guint jump)
{
  rs_lower_patch (lower, jump, rs_lower_here (lower));
}

void
rs_lower_patch_all (RsLower *lower, GArray *jumps, guint target)
{
  for (guint i = 0; i < jumps->len; i++)
    rs_lower_patch (lower, g_array_index (jumps, guint, i), target);
  g_array_set_size (jumps, 0);
}

guint
rs_lower_take (RsLower *lower, guint n)
{
  guint first = lower->next;

  lower->next += n;
  if (lower->next > lower->proto->n_registers)
    lower->proto->n_registers = lower->next;
  return first;
}

static gsize
hash_constant (const RsConstant *constant)
{
  guint64 bits, hash = 14695981039346656037u;
  guint64 parts[5] = { (guint64)constant->kind, (guint64)constant->integer, 0, (guint64)(gsize)constant->text,
                       (guint64)(gsize)constant->type };

  memcpy (&bits, &constant->number, sizeof bits);
  parts[2] = bits;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    hash = (hash ^ parts[i] ^ (parts[i] >> 32)) * 1099511628211u;
  return (gsize)hash;
}

/* Of two constants with one hash the second is kept twice, which does no harm. */
guint
rs_lower_constant (RsLower *lower, RsConstant constant)
{
  gpointer key = GSIZE_TO_POINTER (hash_constant (&constant));
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (lower->constant_indices, key));

  if (index > 0)
    {
      const RsConstant *old = &g_array_index (lower->constants, RsConstant, index - 1);

      if (old->kind == constant.kind && old->integer == constant.integer && old->text == constant.text
          && old->type == constant.type && memcmp (&old->number, &constant.number, sizeof old->number) == 0)
        return index - 1;
    }
  g_array_append_val (lower->constants, constant);
  g_hash_table_insert (lower->constant_indices, key, GUINT_TO_POINTER (lower->constants->len));
  return lower->constants->len - 1;
}

guint
rs_lower_string_constant (RsLower *lower, const char *text)
{
  return rs_lower_constant (lower, (RsConstant){ .kind = RS_CONSTANT_STRING, .text = text });
}

guint
rs_lower_type_constant (RsLower *lower, const RsType *type, const char *text)
{
  return rs_lower_constant (lower, (RsConstant){ .kind = RS_CONSTANT_TYPE, .type = type, .text = text });
}

const RsType *
rs_lower_type (RsLower *lower, const RsNode *node)
{
  const RsType *type
      = rs_scope_type_of_node (lower->bytecode->arena, lower->scope, node);

  return type != NULL ? type : &rs_type_unknown;
}

void
rs_lower_unsupported (RsLower *lower, const RsNode *node, const char *what)
{
  const char *text = rs_arena_strndup (lower->bytecode->arena, what, strlen (what));

  if (lower->options->is_main)
    rs_message_report (lower->diagnostics, RS_SEVERITY_ERROR, lower->module->source, node->span, RS_SAY (NOT_SUPPORTED),
                       what);
  rs_lower_emit (lower, RS_OPCODE_UNSUPPORTED, 0, rs_lower_string_constant (lower, text), 0);
}

/* --- functions as a whole --- */

void
rs_lower_begin (RsLower *lower, RsLower *parent, const RsNode *node)
{
  RsProto *proto = rs_arena_new0 (lower->bytecode->arena, RsProto);

  lower->parent = parent;
  lower->proto = proto;
  lower->scope = node->scope;
  lower->offset = node->span.start;
  lower->code = g_array_new (FALSE, FALSE, sizeof (RsInstruction));
  lower->offsets = g_array_new (FALSE, FALSE, sizeof (guint32));
  lower->constants = g_array_new (FALSE, FALSE, sizeof (RsConstant));
  lower->constant_indices = g_hash_table_new (NULL, NULL);
  lower->lists = g_array_new (FALSE, FALSE, sizeof (RsArgumentList));
  lower->sites = g_array_new (FALSE, FALSE, sizeof (RsProtoSite));
  lower->handlers = g_array_new (FALSE, FALSE, sizeof (RsProtoHandler));
  lower->protos = g_ptr_array_new ();
  lower->functions = g_hash_table_new (NULL, NULL);
  proto->module = lower->module;
  proto->module_index = lower->options->module_index;
  proto->node = node;
  proto->scope = node->scope;
  proto->parent = parent != NULL ? parent->proto : NULL;
  proto->n_variables = lower->scope->variables->len;
  proto->first_capture = proto->n_variables;
  proto->n_captures = lower->scope->captures->len;
  lower->next = proto->first_capture + proto->n_captures;
  proto->n_registers = lower->next;
  lower->first_temporary = lower->next;
}

#define TO_ARENA(array, Type, field, n_field)                                                                          \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    proto->field = rs_arena_memdup (arena, (array)->data != NULL ? (array)->data : "", (array)->len * sizeof (Type));  \
    proto->n_field = (array)->len;                                                                                     \
    g_array_unref (array);                                                                                             \
  }                                                                                                                    \
  G_STMT_END

/* An operand of an instruction says which of them is meant. */
static void
check_parts (RsLower *lower)
{
  const RsProto *proto = lower->proto;
  g_autofree char *what = NULL;

  if (proto->n_protos <= RS_MAX_REGISTERS && proto->n_lists <= RS_MAX_REGISTERS && proto->n_sites <= RS_MAX_REGISTERS)
    return;
  what = g_strdup_printf ("more than %u functions, loops, or calls with named arguments in one function",
                          RS_MAX_REGISTERS);
  rs_message_report (lower->diagnostics, RS_SEVERITY_ERROR, lower->module->source, proto->node->span,
                     RS_SAY (NOT_SUPPORTED), what);
}

RsProto *
rs_lower_finish (RsLower *lower)
{
  RsProto *proto = lower->proto;
  RsArena *arena = lower->bytecode->arena;

  proto->offsets = rs_arena_memdup (arena, lower->offsets->data, lower->offsets->len * sizeof (guint32));
  g_array_unref (lower->offsets);
  TO_ARENA (lower->code, RsInstruction, code, n_code);
  TO_ARENA (lower->constants, RsConstant, constants, n_constants);
  TO_ARENA (lower->lists, RsArgumentList, lists, n_lists);
  TO_ARENA (lower->sites, RsProtoSite, sites, n_sites);
  TO_ARENA (lower->handlers, RsProtoHandler, handlers, n_handlers);
  proto->n_protos = lower->protos->len;
  proto->protos = rs_arena_array (arena, RsProto *, proto->n_protos);
  for (guint i = 0; i < proto->n_protos; i++)
    proto->protos[i] = g_ptr_array_index (lower->protos, i);
  g_ptr_array_unref (lower->protos);
  g_hash_table_unref (lower->functions);
  g_hash_table_unref (lower->constant_indices);
  if (proto->n_registers > RS_MAX_REGISTERS || proto->n_constants > RS_MAX_REGISTERS)
    rs_message_report (lower->diagnostics, RS_SEVERITY_ERROR, lower->module->source, proto->node->span,
                       RS_SAY (FUNCTION_TOO_LARGE), proto->name, RS_MAX_REGISTERS);
  check_parts (lower);
  g_ptr_array_add (lower->bytecode->protos, proto);
  return proto;
}

/* The last statement's value is the result of eval. */
static void
lower_top_level (RsLower *lower, const RsNode *root)
{
  const RsNode *last = rs_node_last (root);
  guint value;

  if (!lower->options->is_expression || last == NULL || last->kind != RS_NODE_EXPRESSION)
    {
      rs_lower_block (lower, root);
      rs_lower_emit (lower, RS_OPCODE_RETURN, 0, 0, 0);
      return;
    }
  for (guint i = 0; i + 1 < root->n_children; i++)
    rs_lower_statement (lower, root->children[i]);
  value = rs_lower_take (lower, 1);
  rs_lower_tail (lower, last->children[0], value);
  rs_lower_emit (lower, RS_OPCODE_RETURN_VALUE, value, 0, 0);
}

RsBytecode *
rs_bytecode_new (RsModule *module, const RsLowerOptions *options, RsDiagnostics *diagnostics)
{
  RsBytecode *bytecode = g_new0 (RsBytecode, 1);
  RsLower lower = { .options = options, .bytecode = bytecode, .diagnostics = diagnostics, .module = module };

  rs_logic_apply (module);
  bytecode->arena = rs_arena_new ();
  bytecode->protos = g_ptr_array_new ();
  bytecode->pragmas = rs_pragmas_collect (module->root);
  rs_lower_begin (&lower, NULL, module->root);
  lower.proto->name = options->is_expression ? "eval" : "main program";
  rs_lower_hoist (&lower);
  lower_top_level (&lower, module->root);
  bytecode->root = rs_lower_finish (&lower);
  return bytecode;
}

RsBytecode *
rs_bytecode_new_instance (const RsNode *function, const RsProto *original, const RsLowerOptions *options,
                          RsDiagnostics *diagnostics)
{
  RsBytecode *bytecode = g_new0 (RsBytecode, 1);
  g_autoptr (GHashTable) functions = g_hash_table_new (NULL, NULL);
  RsLower around = { .options = options, .bytecode = bytecode, .diagnostics = diagnostics, .module = original->module,
                     .proto = (RsProto *)original->parent, .scope = function->scope->parent, .functions = functions };

  bytecode->arena = rs_arena_new ();
  bytecode->protos = g_ptr_array_new ();
  bytecode->pragmas = rs_pragmas_collect (original->module->root);
  bytecode->root = rs_lower_instance (&around, function, original);
  return bytecode;
}

void
rs_bytecode_free (RsBytecode *bytecode)
{
  g_ptr_array_unref (bytecode->protos);
  g_ptr_array_unref (bytecode->pragmas);
  rs_arena_free (bytecode->arena);
  g_free (bytecode);
}

guint
rs_proto_get_line (const RsProto *proto, guint pc)
{
  guint line = 1;

  if (pc < proto->n_code)
    rs_source_locate (proto->module->source, proto->offsets[pc], &line, NULL);
  return line;
}
