/* The disassembler: what `emit --stage bytecode` prints.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/bytecode/bytecode.h"

#include <string.h>

typedef enum {
  NONE,
  A,
  AB,
  ABC,
  AK,
  ABK,
  AI,
  J,
  AJ,
  N
} Form;

static const struct {
  const char *name;
  Form form;
} opcodes[] = {
#define RS_OPCODE(NAME, form, documentation) { #NAME, form },
#include "compiler/bytecode/opcodes.def"
#undef RS_OPCODE
};

const char *
rs_opcode_get_name (RsOpcode op)
{
  return op < RS_N_OPCODES ? opcodes[op].name : "?";
}

static void
dump_constant (const RsProto *proto, guint index, GString *out)
{
  const RsConstant *constant;

  if (index >= proto->n_constants)
    return;
  constant = &proto->constants[index];
  switch (constant->kind)
    {
    case RS_CONSTANT_INT:
      g_string_append_printf (out, "%" G_GINT64_FORMAT, constant->integer);
      break;
    case RS_CONSTANT_SCALAR:
      g_string_append_printf (out, "%.17g", constant->number);
      break;
    case RS_CONSTANT_IMAGINARY:
      g_string_append_printf (out, "%.17gi", constant->number);
      break;
    case RS_CONSTANT_STRING:
      {
        g_autofree char *text = g_strescape (constant->text, NULL);

        g_string_append_printf (out, "\"%s\"", text);
      }
      break;
    case RS_CONSTANT_TYPE:
      {
        g_autofree char *text = rs_type_to_string (constant->type);

        g_string_append (out, text);
      }
      break;
    case RS_CONSTANT_BUILTIN_VALUE:
    case RS_CONSTANT_BUILTIN_FUNCTION:
      g_string_append (out, rs_builtin_get ((guint)constant->integer)->name);
      break;
    }
}

static void
dump_register (const RsProto *proto, guint index, GString *out)
{
  if (index < proto->n_variables)
    g_string_append (out, ((const RsSymbol *)g_ptr_array_index (proto->scope->variables, index))->name);
  else if (index < proto->first_capture + proto->n_captures)
    g_string_append_printf (out, "^%s",
                            proto->captures != NULL ? proto->captures[index - proto->first_capture].name : "?");
  else
    g_string_append_printf (out, "r%u", index);
}

static gboolean
is_jump (const RsProto *proto, guint pc)
{
  RsOpcode before = pc > 0 ? proto->code[pc - 1].op : RS_OPCODE_MOVE;

  return proto->code[pc].op == RS_OPCODE_EXTRA
         && (before == RS_OPCODE_OFFER_LOOP || before == RS_OPCODE_OFFER_STEPS || before == RS_OPCODE_OFFER_WHILE
             || before == RS_OPCODE_OFFER_PARTS || before == RS_OPCODE_PART_VALID
             || (before >= RS_OPCODE_UNLESS_LESS && before <= RS_OPCODE_UNLESS_NOT_EQUAL_K));
}

static void
dump_operands (const RsProto *proto, guint pc, GString *out)
{
  RsInstruction i = proto->code[pc];
  Form form = opcodes[i.op].form;
  guint next = pc + 1 + (i.op >= RS_OPCODE_FOR_PREPARE && i.op <= RS_OPCODE_EACH_LOOP ? 1 : 0);

  if (is_jump (proto, pc))
    form = J;
  if (form != NONE && form != J)
    {
      if (i.op == RS_OPCODE_EXTRA)
        g_string_append_printf (out, "%u", i.a);
      else
        dump_register (proto, i.a, out);
    }
  if (form == AB || form == ABC || form == ABK)
    {
      g_string_append (out, ", ");
      dump_register (proto, i.b, out);
    }
  if (form == ABC || form == ABK || form == AK || form == AI || form == N)
    g_string_append (out, ", ");
  if (form == ABC)
    dump_register (proto, i.c, out);
  else if (form == ABK || form == AK)
    dump_constant (proto, form == AK ? i.b : i.c, out);
  else if (form == AI)
    g_string_append_printf (out, "%d", rs_instruction_get_jump (i));
  else if (form == N)
    g_string_append_printf (out, "%u, %u", i.b, i.c);
  else if (form == J || form == AJ)
    g_string_append_printf (out, "%s-> %d", form == AJ ? ", " : "", (int)next + rs_instruction_get_jump (i));
}

static void
dump (const RsProto *proto, GString *out)
{
  guint last_line = 0;

  g_string_append_printf (out, "function %s (%u parameters, %u outputs, %u captures, %u registers)\n", proto->name,
                          proto->n_parameters, proto->n_outputs, proto->n_captures, proto->n_registers);
  for (guint pc = 0; pc < proto->n_code; pc++)
    {
      guint line = rs_proto_get_line (proto, pc);
      g_autofree char *name = g_ascii_strdown (rs_opcode_get_name (proto->code[pc].op), -1);

      g_strdelimit (name, "_", '-');
      if (line != last_line)
        g_string_append_printf (out, "%5u", line);
      else
        g_string_append (out, "     ");
      last_line = line;
      g_string_append_printf (out, " %5u  %-22s ", pc, name);
      dump_operands (proto, pc, out);
      while (out->len > 0 && out->str[out->len - 1] == ' ')
        g_string_truncate (out, out->len - 1);
      g_string_append_c (out, '\n');
    }
  for (guint i = 0; i < proto->n_handlers; i++)
    {
      const RsProtoHandler *handler = &proto->handlers[i];
      g_autofree char *type = handler->type != NULL ? rs_type_to_string (handler->type) : g_strdup ("any error");

      g_string_append_printf (out, "  try %u..%u -> %u (%s)\n", handler->start, handler->end, handler->handler, type);
    }
  for (guint i = 0; i < proto->n_protos; i++)
    {
      g_string_append_c (out, '\n');
      dump (proto->protos[i], out);
    }
}

char *
rs_proto_dump (const RsProto *proto)
{
  GString *out = g_string_new (NULL);

  dump (proto, out);
  return g_string_free (out, FALSE);
}
