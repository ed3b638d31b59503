/* What a debugger evaluates where the program stands in the middle of an instruction: in compiled code, or in a
 * built-in that waits for launches. Nothing may be launched or waited for there, and what the instruction works with is
 * not to change. So the text runs interpreted, on a thread of its own of the virtual machine, over copies: the program
 * keeps its values. Arrays that are being computed are refused, and so are functions of the program, which may change
 * what they do not get as an argument.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/builtin.h"
#include "runtime/value/array.h"
#include "runtime/value/copy.h"
#include "runtime/vm/evaluation.h"

#include <string.h>

#define STACK_BYTES ((gsize)16 << 20)

typedef struct {
  RsVm *vm;
  const RsFrame *frame;
  GHashTable *copies; /* name -> RsValue *: of this stop */
  GHashTable *names;  /* that the text has; owned */
  gboolean (*is_refused) (const char *name, const RsFrame *frame, gpointer data);
  gpointer data;
  gboolean only_reads; /* the text changes nothing: values need no copies */
  RsFrame beside;      /* frame with registers of its own */
  GHashTable *extras;  /* what has no register there: name -> RsValue * */
} Beside;

/* --- the text --- */

static void
collect_names (const RsNode *node, GHashTable *names)
{
  if (node->name != NULL)
    g_hash_table_add (names, g_strdup (node->name));
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL)
      collect_names (node->children[i], names);
}

static gboolean
is_pure_call (const RsNode *node)
{
  const RsNode *callee = node->kind == RS_NODE_CALL ? rs_node_child (node, RS_CALL_CALLEE) : NULL;
  const RsBuiltin *builtin = callee != NULL && callee->kind == RS_NODE_NAME ? rs_builtin_find (callee->name) : NULL;

  return builtin != NULL && (builtin->flags & RS_BUILTIN_EFFECT) == 0;
}

/* Operators, elements and calls of built-ins. */
static gboolean
only_reads (const RsNode *node)
{
  if (is_pure_call (node))
    {
      for (guint i = RS_CALL_FIRST_ARGUMENT; i < node->n_children; i++)
        if (node->children[i] != NULL && !only_reads (node->children[i]))
          return FALSE;
      return TRUE;
    }
  return rs_node_find_effect (node) == NULL;
}

static gboolean
read_text (Beside *self, const char *text, GError **error)
{
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("eval", text, -1);
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);
  const RsNode *root = module->root;

  if (rs_evaluation_set_error (diagnostics, source, TRUE, error))
    return FALSE;
  collect_names (root, self->names);
  self->only_reads = root->n_children == 1 && root->children[0]->kind == RS_NODE_EXPRESSION
                     && only_reads (root->children[0]->children[0]);
  return TRUE;
}

/* Of the module's top level; NULL: it has none of that name. */
static const RsSymbol *
find_symbol (const RsModule *module, const char *name)
{
  return g_hash_table_lookup (module->root->scope->names, rs_names_intern (module->names, name, -1));
}

/* --- its values --- */

/* What the text gets for a value of the program. */
static gboolean
give (const Beside *self, const char *name, RsValue value, RsValue *given, GError **error)
{
  g_autoptr (GError) loss = NULL;

  if (value.tag == RS_TAG_FUNCTION)
    return rs_thread_refuse_beside (name, error);
  if (value.tag == RS_TAG_ARRAY && __atomic_load_n (&value.array->pending_writes, __ATOMIC_ACQUIRE) > 0)
    return rs_array_refuse (name, error);
  if (self->only_reads)
    *given = rs_value_ref (value);
  else if (!rs_value_deep_copy (value, self->vm->session->precision, given, error))
    return FALSE;
  loss = rs_array_take_loss ();
  if (loss == NULL)
    return TRUE;
  rs_value_clear (given);
  return g_error_matches (loss, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER)
             ? rs_array_refuse (name, error)
             : (g_propagate_error (error, g_steal_pointer (&loss)), FALSE);
}

/* Into a register of its own, where the frame has one of that name. */
static gboolean
give_register (Beside *self, const char *name, guint index, GError **error)
{
  const RsValue *copy = name != NULL ? g_hash_table_lookup (self->copies, name) : NULL;
  const RsValue value = self->frame->registers[index];

  if (name == NULL || !g_hash_table_contains (self->names, name))
    return TRUE;
  if (copy != NULL)
    {
      self->beside.registers[index] = rs_value_ref (*copy);
      return TRUE;
    }
  if (value.tag != RS_TAG_NONE && self->is_refused (name, self->frame, self->data))
    return rs_array_refuse (name, error);
  return value.tag == RS_TAG_NONE || give (self, name, value, &self->beside.registers[index], error);
}

static gboolean
give_registers (Beside *self, GError **error)
{
  const RsProto *proto = self->frame->proto;
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < proto->n_variables; i++)
    ok = give_register (self, ((const RsSymbol *)g_ptr_array_index (proto->scope->variables, i))->name, i, error);
  for (guint i = 0; ok && i < proto->n_captures; i++)
    if (proto->captures[i].source != RS_CAPTURE_NOWHERE)
      ok = give_register (self, proto->captures[i].name, proto->first_capture + i, error);
  return ok;
}

static void
set_value (GHashTable *table, const char *name, RsValue value)
{
  RsValue *held = g_new (RsValue, 1);

  *held = rs_value_ref (value);
  g_hash_table_replace (table, g_strdup (name), held);
}

/* Variables of the top level around, and what earlier texts have assigned. */
static gboolean
give_others (Beside *self, GError **error)
{
  const RsInstance *around = ((RsProtoState *)self->frame->proto->state)->instance;
  GHashTableIter iterator;
  gpointer name;

  g_hash_table_iter_init (&iterator, self->names);
  while (g_hash_table_iter_next (&iterator, &name, NULL))
    {
      const RsSymbol *symbol = find_symbol (around->module, name);
      const RsValue *copy = g_hash_table_lookup (self->copies, name);
      g_auto (RsValue) given = RS_NONE;

      if (copy != NULL)
        set_value (self->extras, name, *copy);
      else if (symbol != NULL && symbol->kind == RS_SYMBOL_VARIABLE && around->registers != NULL
               && around->registers != self->frame->registers && symbol->slot < around->n_registers
               && around->registers[symbol->slot].tag != RS_TAG_NONE)
        {
          if (!give (self, name, around->registers[symbol->slot], &given, error))
            return FALSE;
          set_value (self->extras, name, given);
        }
    }
  return TRUE;
}

/* --- afterwards --- */

static gboolean
assigns (const RsNode *node)
{
  if (node->kind == RS_NODE_ASSIGN || node->kind == RS_NODE_DEFINE || node->kind == RS_NODE_FOR)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL && assigns (node->children[i]))
      return TRUE;
  return FALSE;
}

/* What the text has been given or has assigned stays for the texts after it. */
static void
keep (Beside *self, const RsEvaluation *evaluation)
{
  const GPtrArray *variables = evaluation->instance->module->root->scope->variables;

  for (guint i = 0; i < variables->len && evaluation->instance->registers != NULL; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (variables, i);
      RsValue now = evaluation->instance->registers[symbol->slot];

      if (symbol->kind == RS_SYMBOL_VARIABLE && now.tag != RS_TAG_NONE)
        set_value (self->copies, symbol->name, now);
    }
}

/* --- running --- */

/* Everything is interpreted. */
static gboolean
interprets (RsThread *thread, const RsModule *module, const RsNode *node, gpointer data)
{
  return TRUE;
}

static const RsVmHooks no_launches = { .interprets = interprets };

static gboolean
run (Beside *self, RsThread *thread, const char *text, RsValue *result, gboolean *is_silent, gboolean *has_assigned,
     GError **error)
{
  RsVm *vm = self->vm;
  g_auto (RsValue) value = rs_value_new_string (text, -1);
  RsEvaluation *evaluation = rs_evaluation_prepare (vm, &self->beside, value, TRUE, self->extras, error);
  gboolean ok;

  if (evaluation == NULL)
    return FALSE;
  ok = rs_evaluation_run (thread, evaluation, self->beside.registers, TRUE, result, error);
  *is_silent = rs_vm_is_silent (evaluation->instance->module, *result);
  *has_assigned = assigns (evaluation->instance->module->root);
  if (!self->only_reads)
    keep (self, evaluation);
  rs_evaluation_drop (vm, evaluation);
  return ok;
}

/* The session without its devices: nothing is launched, and nothing is waited for. */
static gboolean
run_alone (Beside *self, const char *text, RsValue *result, gboolean *is_silent, gboolean *has_assigned, GError **error)
{
  RsVm *vm = self->vm;
  RsSession *session = vm->session;
  RsThread *thread = rs_thread_new (vm, STACK_BYTES, error), *current = vm->current;
  const RsDeviceKind device = session->device;
  const gpointer queue = session->slots[RS_SLOT_QUEUE];
  gboolean (*synchronize) (RsSession *, GError **) = session->synchronize;
  g_autoptr (GError) loss = NULL;
  RsKept kept;
  gboolean ok;

  if (thread == NULL)
    return FALSE;
  thread->beside_since = vm->next_serial + 1;
  kept = rs_vm_put_aside (thread);
  vm->hooks = &no_launches;
  vm->current = thread;
  session->device = RS_DEVICE_INTERP;
  session->slots[RS_SLOT_QUEUE] = NULL;
  session->synchronize = NULL;
  ok = run (self, thread, text, result, is_silent, has_assigned, error);
  session->synchronize = synchronize;
  session->slots[RS_SLOT_QUEUE] = queue;
  session->device = device;
  vm->current = current;
  rs_vm_put_back (thread, &kept);
  rs_thread_free (thread);
  loss = rs_array_take_loss ();
  if (!ok || loss == NULL)
    return ok;
  g_propagate_error (error, g_steal_pointer (&loss));
  rs_value_clear (result);
  return FALSE;
}

gboolean
rs_vm_evaluate_beside (RsVm *vm, const RsFrame *frame, const char *text, GHashTable *copies, gboolean only_looks,
                       gboolean (*is_refused) (const char *name, const RsFrame *frame, gpointer data), gpointer data,
                       RsValue *result, gboolean *is_silent, gboolean *has_assigned, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) extras = rs_vm_extras_new ();
  Beside self = { .vm = vm,
                  .frame = frame,
                  .copies = copies,
                  .names = names,
                  .is_refused = is_refused,
                  .data = data,
                  .beside = *frame,
                  .extras = extras };
  gboolean ok;

  *result = RS_NONE;
  *is_silent = *has_assigned = FALSE;
  if (!(only_looks ? rs_vm_text_only_looks (text, error) : TRUE) || !read_text (&self, text, error))
    return FALSE;
  self.beside.registers = g_new0 (RsValue, MAX (1, frame->proto->n_registers));
  ok = give_registers (&self, error) && give_others (&self, error)
       && run_alone (&self, text, result, is_silent, has_assigned, error);
  for (guint i = 0; i < frame->proto->n_registers; i++)
    rs_value_clear (&self.beside.registers[i]);
  g_free (self.beside.registers);
  return ok;
}
