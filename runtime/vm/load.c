/* Loading modules: bytecode, constants as values, registers of the top level, sites.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/cycles.h"
#include "runtime/vm/vm-private.h"

#include <string.h>

/* --- constants --- */

static RsValue
make_constant (const RsConstant *constant, RsPrecision precision)
{
  switch (constant->kind)
    {
    case RS_CONSTANT_INT:
      return rs_value_int (constant->integer);
    case RS_CONSTANT_SCALAR:
      return rs_value_scalar (constant->number);
    case RS_CONSTANT_IMAGINARY:
      return rs_value_new_complex (0, constant->number);
    case RS_CONSTANT_STRING:
      return rs_value_new_string (constant->text, -1);
    case RS_CONSTANT_TYPE:
      return rs_value_new_type (constant->type);
    case RS_CONSTANT_BUILTIN_VALUE:
      return rs_builtin_get_constant ((guint)constant->integer, precision);
    case RS_CONSTANT_BUILTIN_FUNCTION:
      return rs_value_object (rs_function_new_builtin (rs_builtin_get ((guint)constant->integer)));
    }
  return RS_NONE;
}

static void
prepare_proto (RsInstance *instance, RsProto *proto)
{
  RsProtoState *state = g_new0 (RsProtoState, 1);

  state->instance = instance;
  state->constants = g_new0 (RsValue, MAX (1, proto->n_constants));
  state->sites = g_new0 (RsSite *, MAX (1, proto->n_sites));
  for (guint i = 0; i < proto->n_constants; i++)
    state->constants[i] = make_constant (&proto->constants[i], instance->vm->session->precision);
  for (guint i = 0; i < proto->n_captures; i++)
    state->has_copied_captures |= proto->captures[i].source != RS_CAPTURE_NOWHERE;
  proto->state = state;
  if (proto->is_device && proto->has_barrier)
    instance->vm->has_device_barrier = TRUE;
  if (proto->is_device && proto->has_grid_barrier)
    instance->vm->has_device_grid_barrier = TRUE;
}

static void
release_proto (RsProto *proto)
{
  RsProtoState *state = proto->state;

  for (guint i = 0; i < proto->n_constants; i++)
    rs_value_clear (&state->constants[i]);
  for (guint i = 0; i < proto->n_sites; i++)
    g_clear_pointer (&state->sites[i], rs_site_free);
  g_free (state->constants);
  g_free (state->sites);
  g_free (state->said);
  g_free (state->reach_points);
  g_free (state->lines);
  g_free (state);
}

RsSite *
rs_vm_get_site (const RsProto *proto, guint index)
{
  RsProtoState *state = proto->state;
  const RsProtoSite *site = &proto->sites[index];

  g_assert (index < proto->n_sites);
  if (state->sites[index] == NULL)
    state->sites[index]
        = rs_site_new (proto->module, site->form, site->node, site->form == RS_KERNEL_FROM_LOOP ? &site->nest : NULL);
  return state->sites[index];
}

/* --- instances --- */

static void
release_registers (RsInstance *instance)
{
  RsValue *registers = instance->registers;

  if (!instance->owns_registers)
    return;
  instance->registers = NULL;
  instance->owns_registers = FALSE;
  for (guint i = 0; i < instance->n_registers; i++)
    rs_value_clear (&registers[i]);
  g_free (registers);
}

static void
release_bytecode (RsBytecode *bytecode)
{
  for (guint i = 0; i < bytecode->protos->len; i++)
    release_proto (g_ptr_array_index (bytecode->protos, i));
  rs_bytecode_free (bytecode);
}

static void
instance_free (RsInstance *instance)
{
  release_bytecode (instance->bytecode);
  g_clear_pointer (&instance->generics, g_hash_table_unref);
  g_ptr_array_unref (instance->siblings);
  g_hash_table_unref (instance->functions);
  rs_module_unref (instance->module);
  rs_program_unref (instance->program);
  g_free (instance);
}

void
rs_vm_unload (RsInstance *instance)
{
  release_registers (instance);
  instance_free (instance);
}

void
rs_vm_unload_all (RsVm *vm)
{
  /* Values first: closures among them point to protos. Launches may still use compiled sites. */
  rs_session_before_effect (vm->session, NULL);
  rs_session_set_slot (vm->session, RS_SLOT_FORMS, NULL, NULL); /* their functions are bytecode */
  rs_vm_forget_evaluations (vm);
  for (guint i = 0; i < vm->instances->len; i++)
    release_registers (g_ptr_array_index (vm->instances, i));
  rs_cycles_collect ();
  for (guint i = 0; i < vm->instances->len; i++)
    instance_free (g_ptr_array_index (vm->instances, i));
  g_ptr_array_set_size (vm->instances, 0);
}

static gboolean
raise_diagnostics (RsVm *vm, RsDiagnostics *diagnostics, GError **error)
{
  for (guint i = 0; i < rs_diagnostics_get_length (diagnostics); i++)
    {
      const RsDiagnostic *diagnostic = rs_diagnostics_get (diagnostics, i);

      if (diagnostic->severity != RS_SEVERITY_ERROR)
        continue;
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNSUPPORTED, diagnostic->message);
      vm->error_source = NULL;
      for (guint k = 0; k < vm->session->program->modules->len; k++)
        if (((RsModule *)g_ptr_array_index (vm->session->program->modules, k))->source == diagnostic->source)
          vm->error_source = diagnostic->source;
      vm->error_offset = diagnostic->span.start;
      return TRUE;
    }
  return FALSE;
}

RsInstance *
rs_vm_load (RsVm *vm, RsProgram *program, guint module_index, GPtrArray *siblings, GHashTable *functions,
            gboolean is_expression, GError **error)
{
  RsSession *session = vm->session;
  RsModule *module = g_ptr_array_index (program->modules, module_index);
  RsLowerOptions options = {
    .program = program,
    .module_index = module_index,
    .functions = functions,
    .precision = session->precision,
    .compiles = session->device != RS_DEVICE_INTERP,
    .offer_loops = rs_settings_get_boolean (session->settings, RS_SETTING_COMPILER_AUTO_FORLOOP_PARALLELIZATION),
    .offer_expressions = rs_settings_get_boolean (session->settings, RS_SETTING_COMPILER_EXPRESSION_OPTIMIZER),
    .joins = vm->hooks == NULL,
    .is_main = module_index + 1 == program->modules->len,
    .is_expression = is_expression,
  };
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  RsBytecode *bytecode = rs_bytecode_new (module, &options, diagnostics);
  RsInstance *instance;

  g_assert (module_index < program->modules->len);
  if (raise_diagnostics (vm, diagnostics, error))
    {
      rs_bytecode_free (bytecode);
      return NULL;
    }
  instance = g_new0 (RsInstance, 1);
  instance->vm = vm;
  instance->serial = ++vm->next_serial;
  instance->siblings = g_ptr_array_ref (siblings);
  instance->functions = g_hash_table_ref (functions);
  instance->module = rs_module_ref (module);
  instance->bytecode = bytecode;
  instance->program = rs_program_ref (program);
  instance->options = options;
  instance->options.is_expression = FALSE;
  instance->n_registers = bytecode->root->n_registers;
  for (guint i = 0; i < bytecode->protos->len; i++)
    prepare_proto (instance, g_ptr_array_index (bytecode->protos, i));
  g_ptr_array_add (siblings, instance);
  g_ptr_array_add (vm->instances, instance);
  return instance;
}

const RsProto *
rs_vm_get_instance_proto (RsVm *vm, RsFunction *original, RsGenericInstance *generic, GError **error)
{
  RsInstance *instance = original->instance;
  g_autoptr (RsDiagnostics) diagnostics = NULL;
  RsBytecode *bytecode = instance->generics != NULL ? g_hash_table_lookup (instance->generics, generic) : NULL;

  if (bytecode != NULL)
    return bytecode->root;
  diagnostics = rs_diagnostics_new ();
  bytecode = rs_bytecode_new_instance (generic->node, original->proto, &instance->options, diagnostics);
  if (raise_diagnostics (vm, diagnostics, error))
    {
      rs_bytecode_free (bytecode);
      return NULL;
    }
  for (guint i = 0; i < bytecode->protos->len; i++)
    prepare_proto (instance, g_ptr_array_index (bytecode->protos, i));
  if (instance->generics == NULL)
    instance->generics = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)release_bytecode);
  g_hash_table_insert (instance->generics, generic, bytecode);
  return bytecode->root;
}

/* Moves the registers of a top level off the stack: functions may name them for the rest of the run. */
static void
keep_registers (RsInstance *instance, RsValue *registers)
{
  RsValue *kept = g_new (RsValue, MAX (1, instance->n_registers));

  memcpy (kept, registers, instance->n_registers * sizeof (RsValue));
  for (guint i = 0; i < instance->n_registers; i++)
    registers[i] = RS_NONE;
  instance->registers = kept;
  instance->owns_registers = TRUE;
}

gboolean
rs_vm_run_top_level (RsThread *thread, RsInstance *instance, RsValue *result, GError **error)
{
  RsValue *base = rs_thread_end (thread);
  guint until = thread->n_frames;
  RsRunResult end;

  if (!rs_thread_push (thread, NULL, instance->bytecode->root, base, 0, base, result, RS_ANY_RESULT, error))
    return FALSE;
  thread->frames[until].is_entry = TRUE;
  instance->registers = base + 1;
  end = rs_interpret (thread, until, error);
  return end == RS_RUN_DONE;
}

void
rs_vm_top_level_ends (RsThread *thread, RsFrame *frame)
{
  RsInstance *instance = ((RsProtoState *)frame->proto->state)->instance;

  if (frame->proto->parent == NULL && instance->registers == frame->registers)
    keep_registers (instance, frame->registers);
}
