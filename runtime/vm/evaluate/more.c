/* Running a program that grows: a prompt. Each input is a module; its variables begin with the values that those of the
 * same name had before, and are read back when it ends. Functions are found in the modules before it. One that is
 * defined again replaces the old one for its old callers too.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/vm-private.h"

#include <string.h>

static void
value_free (gpointer data)
{
  rs_value_clear (data);
  g_free (data);
}

RsVmEnvironment *
rs_vm_environment_new (RsVm *vm)
{
  RsVmEnvironment *self = g_new0 (RsVmEnvironment, 1);
  gint64 depth = rs_settings_get_integer (vm->session->settings, RS_SETTING_RUNTIME_STACK_DEPTH);

  rs_vm_unload_all (vm);
  vm->max_depth = (guint)CLAMP (depth, 10, 10000000);
  self->siblings = g_ptr_array_new ();
  self->functions = g_hash_table_new (NULL, NULL);
  self->variables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, value_free);
  return self;
}

void
rs_vm_environment_free (RsVmEnvironment *self)
{
  g_hash_table_unref (self->variables);
  g_hash_table_unref (self->functions);
  g_ptr_array_unref (self->siblings);
  g_free (self);
}

/* --- variables --- */

/* Moves the values into the registers: an array that is changed in place has one owner. */
static void
give_variables (RsVmEnvironment *self, const RsInstance *instance)
{
  const GPtrArray *variables = instance->module->root->scope->variables;

  for (guint i = 0; i < variables->len; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (variables, i);
      RsValue *value = g_hash_table_lookup (self->variables, symbol->name);

      if (value != NULL && symbol->slot < instance->n_registers)
        {
          rs_value_clear (&instance->registers[symbol->slot]);
          instance->registers[symbol->slot] = *value;
          *value = RS_NONE;
        }
    }
}

/* A variable that no closure may ask for leaves its register. */
static void
take_variables (RsVmEnvironment *self, const RsInstance *instance)
{
  const GPtrArray *variables = instance->module->root->scope->variables;

  if (instance->registers == NULL)
    return;
  for (guint i = 0; i < variables->len; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (variables, i);
      RsValue *held = &instance->registers[symbol->slot], *value;

      if (symbol->kind != RS_SYMBOL_VARIABLE || held->tag == RS_TAG_NONE)
        continue;
      value = g_new (RsValue, 1);
      *value = rs_value_ref (*held);
      g_hash_table_insert (self->variables, g_strdup (symbol->name), value);
      if (!symbol->is_captured)
        rs_value_clear (held);
    }
}

void
rs_vm_keep_variables (GHashTable *variables, const RsFrame *frame)
{
  const RsProto *proto = frame->proto;

  for (guint i = 0; i < proto->n_variables; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (proto->scope->variables, i);
      RsValue *value;

      if (symbol->kind != RS_SYMBOL_VARIABLE || symbol->name == NULL || frame->registers[i].tag == RS_TAG_NONE
          || !(g_ascii_isalpha (symbol->name[0]) || symbol->name[0] == '_')
          || g_hash_table_contains (variables, symbol->name))
        continue;
      value = g_new (RsValue, 1);
      *value = rs_value_ref (frame->registers[i]);
      g_hash_table_insert (variables, g_strdup (symbol->name), value);
    }
}

/* What a top level defines hides them. */
static void
take_those_of_main (RsVmEnvironment *self, const RsInstance *instance, GHashTable *of_main)
{
  GHashTableIter iterator;
  gpointer name, value;

  g_hash_table_iter_init (&iterator, of_main);
  while (g_hash_table_iter_next (&iterator, &name, &value))
    {
      if (g_hash_table_contains (instance->module->root->scope->names, name)
          || g_hash_table_contains (self->variables, name))
        continue;
      g_hash_table_iter_steal (&iterator);
      g_hash_table_insert (self->variables, name, value);
    }
}

/* --- functions --- */

static RsValue *
find_function (RsVmEnvironment *self, const RsInstance *instance, const RsSymbol *symbol)
{
  gpointer index;

  if (symbol == NULL || symbol->kind != RS_SYMBOL_FUNCTION || instance->registers == NULL
      || !g_hash_table_lookup_extended (self->functions, symbol, NULL, &index))
    return NULL;
  return &instance->registers[GPOINTER_TO_UINT (index)];
}

static void
replace_functions (RsVmEnvironment *self, const RsInstance *instance, guint first)
{
  GHashTableIter iterator;
  gpointer name, symbol;

  g_hash_table_iter_init (&iterator, instance->module->root->scope->names);
  while (g_hash_table_iter_next (&iterator, &name, &symbol))
    {
      const RsValue *value = find_function (self, instance, symbol);

      if (value == NULL || value->tag == RS_TAG_NONE)
        continue;
      g_hash_table_remove (self->variables, name);
      for (guint i = 0; i < first; i++)
        {
          RsInstance *other = g_ptr_array_index (self->siblings, i);
          RsValue *old = find_function (self, other, g_hash_table_lookup (other->module->root->scope->names, name));

          if (old == NULL)
            continue;
          rs_value_clear (old);
          *old = rs_value_ref (*value);
        }
    }
}

/* --- what is shown --- */

/* toc () without arguments has printed what it gives. */
static gboolean
is_toc (const RsNode *expression)
{
  const RsNode *callee = expression->kind == RS_NODE_CALL && expression->n_children == RS_CALL_FIRST_ARGUMENT
                             ? rs_node_child (expression, RS_CALL_CALLEE)
                             : NULL;
  const RsSymbol *symbol = callee != NULL && callee->kind == RS_NODE_NAME ? callee->symbol : NULL;

  return symbol != NULL && symbol->kind == RS_SYMBOL_BUILTIN && symbol->builtin->id == RS_BUILTIN_ID_TOC;
}

/* A semicolon behind the last statement asks for silence; an assignment is silent, and so is a call that has shown what
 * it gives: a figure, a form. */
gboolean
rs_vm_is_silent (const RsModule *module, RsValue value)
{
  const char *text = rs_source_get_text (module->source);
  const RsNode *last = rs_node_last (module->root), *expression = last != NULL ? rs_node_child (last, 0) : NULL;
  gsize length = strlen (text);

  if (expression != NULL
      && (expression->kind == RS_NODE_ASSIGN || expression->kind == RS_NODE_DEFINE || is_toc (expression)
          || (expression->kind == RS_NODE_CALL && value.tag == RS_TAG_NATIVE)))
    return TRUE;
  while (length > 0 && g_ascii_isspace (text[length - 1]))
    length--;
  return length > 0 && text[length - 1] == ';';
}

/* --- running --- */

static gboolean
load (RsVm *vm, RsVmEnvironment *self, RsProgram *program, gboolean is_input, GError **error)
{
  guint first = self->siblings->len;

  for (guint i = first; i < program->modules->len; i++)
    if (rs_vm_load (vm, program, i, self->siblings, self->functions, is_input && i + 1 == program->modules->len, error)
        == NULL)
      {
        g_ptr_array_set_size (self->siblings, (int)first);
        return FALSE;
      }
  if (is_input)
    ((RsInstance *)g_ptr_array_index (self->siblings, self->siblings->len - 1))->bytecode->root->name = "this input";
  return TRUE;
}

static gboolean
run_last (RsVm *vm, RsVmEnvironment *self, RsInstance *instance, RsValue *result, GError **error)
{
  RsThread *thread = vm->main;
  RsValue *base = rs_thread_end (thread);
  gboolean ok;

  if (!rs_thread_push (thread, NULL, instance->bytecode->root, base, 0, base, result, RS_ANY_RESULT, error))
    return FALSE;
  thread->frames[thread->n_frames - 1].is_entry = TRUE;
  instance->registers = base + 1;
  give_variables (self, instance);
  ok = rs_interpret (thread, thread->n_frames - 1, error) == RS_RUN_DONE;
  while (thread->n_frames > 0)
    rs_thread_pop (thread);
  return ok;
}

gboolean
rs_vm_run_more (RsVm *vm, RsVmEnvironment *self, RsProgram *program, const char *const *arguments, RsValue *result,
                gboolean *is_loaded, RsSource **source, guint32 *offset, GError **error)
{
  guint first = self->siblings->len;
  gboolean ok;

  *result = RS_NONE;
  vm->error_source = NULL;
  vm->raised = NULL;
  ok = *is_loaded = load (vm, self, program, arguments == NULL, error);
  for (guint i = first; ok && i + 1 < program->modules->len; i++)
    {
      RsValue ignored = RS_NONE;

      ok = rs_vm_run_top_level (vm->main, g_ptr_array_index (self->siblings, i), &ignored, error);
      rs_value_clear (&ignored);
      while (!ok && vm->main->n_frames > 0)
        rs_thread_pop (vm->main);
    }
  if (ok)
    {
      RsInstance *last = g_ptr_array_index (self->siblings, program->modules->len - 1);

      g_autoptr (GHashTable) of_main = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, value_free);

      ok = run_last (vm, self, last, result, error);
      vm->keeps = arguments != NULL ? of_main : NULL;
      ok = ok && (arguments == NULL || rs_vm_run_main (vm, last, arguments, error));
      while (vm->main->n_frames > 0)
        rs_thread_pop (vm->main);
      vm->keeps = NULL;
      take_variables (self, last);
      take_those_of_main (self, last, of_main);
      replace_functions (self, last, program->modules->len - 1);
    }
  *source = vm->error_source;
  *offset = vm->error_offset;
  return ok;
}
