/* Running a program: modules in their order, then main.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/cycles.h"
#include "runtime/vm/vm-private.h"

#include <errno.h>
#include <string.h>

#define STACK_BYTES ((gsize)512 << 20) /* of address space; pages come when they are touched */
#define LEAST_STACK_BYTES ((gsize)4 << 20) /* where a limit leaves no more */

static RsScope *
get_scope (RsSession *session)
{
  const RsThread *thread = session->vm->current;

  return thread->n_frames > 0 ? (RsScope *)thread->frames[thread->n_frames - 1].proto->scope : NULL;
}

static RsSource *
get_place (RsSession *session, guint *line)
{
  const RsThread *thread = session->vm->current;

  const RsFrame *top = thread->n_frames > 0 ? &thread->frames[thread->n_frames - 1] : NULL;

  if (top == NULL || thread->block != NULL || rs_vm_is_in_launch (thread))
    return NULL;
  *line = rs_proto_get_line (top->proto, rs_frame_get_pc (top));
  return top->proto->module->source;
}

static const RsHostFunctions host_functions = {
  .call = rs_vm_call,
  .dup_stack = rs_vm_dup_stack,
  .get_scope = get_scope,
  .warn = rs_vm_warn_program,
  .get_place = get_place,
  .compute = rs_vm_compute_builtin,
  .get_capture = rs_function_get_capture,
};

RsVm *
rs_vm_new_with (RsSession *session, RsInterpret interpret)
{
  RsVm *vm = g_new0 (RsVm, 1);
  g_autoptr (GError) error = NULL;

  vm->session = session;
  vm->interpret = interpret;
  session->host = &host_functions;
  vm->instances = g_ptr_array_new ();
  vm->stretches = rs_vm_stretches_new ();
  for (gsize bytes = STACK_BYTES; vm->main == NULL && bytes >= LEAST_STACK_BYTES; bytes /= 2)
    {
      g_clear_error (&error);
      vm->main = rs_thread_new (vm, bytes, &error);
    }
  if (vm->main == NULL) /* like g_malloc without memory: there is nobody to go on */
    g_error ("%s", error->message);
  vm->current = vm->main;
  vm->due = rs_cycles_get_due ();
  return vm;
}

void
rs_vm_free (RsVm *vm)
{
  if (vm == NULL)
    return;
  rs_thread_free (vm->main);
  vm->main = NULL;
  rs_vm_unload_all (vm);
  g_ptr_array_unref (vm->instances);
  g_array_unref (vm->stretches);
  g_free (vm);
}

void
rs_vm_set_hooks (RsVm *vm, const RsVmHooks *hooks, gpointer data)
{
  vm->hooks = hooks;
  vm->hook_data = data;
  if (hooks == NULL)
    vm->reach = RS_REACH_NONE;
  vm->due = rs_cycles_get_due ();
}

void
rs_vm_set_reaching (RsVm *vm, RsReach reach)
{
  vm->reach = vm->hooks != NULL ? reach : RS_REACH_NONE;
  vm->reach_turn++;
}

const guint *
rs_vm_get_lines (const RsProto *proto)
{
  RsProtoState *state = proto->state;

  if (state->lines == NULL)
    {
      state->lines = g_new (guint, MAX (1, proto->n_code));
      for (guint pc = 0; pc < proto->n_code; pc++)
        state->lines[pc] = rs_proto_get_line (proto, pc);
    }
  return state->lines;
}

gboolean
rs_vm_ask_concerned (RsThread *thread, const RsFrame *frame)
{
  RsProtoState *state = frame->proto->state;

  g_assert (thread->vm->hooks != NULL);
  if (state->reach_points == NULL)
    state->reach_points = g_new (guint8, MAX (1, frame->proto->n_code));
  memset (state->reach_points, 0, frame->proto->n_code);
  state->is_concerned = thread->vm->hooks->concerns != NULL
                        && thread->vm->hooks->concerns (thread, state->reach_points, thread->vm->hook_data);
  state->reach_turn = thread->vm->reach_turn;
  return state->is_concerned;
}

void
rs_vm_wake (RsVm *vm)
{
  __atomic_store_n (vm->due, TRUE, __ATOMIC_RELAXED);
}

/* --- main --- */

static RsFunction *
find_main (RsInstance *instance)
{
  RsScope *scope = instance->module->root->scope;
  const char *name = rs_names_intern (instance->module->names, "main", -1);
  RsSymbol *symbol = g_hash_table_lookup (scope->names, name);
  gpointer register_;

  if (symbol == NULL || symbol->kind != RS_SYMBOL_FUNCTION || symbol->scope != scope
      || !g_hash_table_lookup_extended (instance->functions, symbol, NULL, &register_))
    return NULL;
  return instance->registers[GPOINTER_TO_UINT (register_)].function;
}

/* An argument of the command line: a number where it reads as one. */
static RsValue
parse_argument (const char *text, const RsType *type)
{
  char *end;
  gint64 integer;
  double number;

  if (type != NULL && type->kind == RS_TYPE_STRING)
    return rs_value_new_string (text, -1);
  errno = 0;
  integer = g_ascii_strtoll (text, &end, 10);
  if (errno == 0 && end != text && *end == '\0')
    return rs_value_int (integer);
  number = g_ascii_strtod (text, &end);
  if (end != text && *end == '\0' && !g_ascii_isspace (text[0]))
    return rs_value_scalar (number);
  return rs_value_new_string (text, -1);
}

static gboolean
takes_arguments (const RsProto *proto, guint n)
{
  return n >= proto->n_required && (n <= proto->n_parameters || proto->is_variadic);
}

/* " a [b]". (transfer full) */
static char *
describe_usage (const RsProto *proto)
{
  g_autoptr (GString) usage = g_string_new (proto->n_parameters == 0 ? " none" : NULL);

  for (guint i = 0; i < proto->n_parameters; i++)
    {
      const RsProtoParameter *parameter = &proto->parameters[i];

      g_string_append_printf (usage,
                              parameter->is_variadic   ? " [%s ...]"
                              : parameter->is_optional ? " [%s]"
                                                       : " %s",
                              parameter->name);
    }
  return g_string_free (g_steal_pointer (&usage), FALSE);
}

/* Whether a main takes n arguments. A wrong command line ends with status 2, like what is not supported. */
static gboolean
check_usage (RsVm *vm, const RsFunction *function, guint n, GError **error)
{
  g_autoptr (GPtrArray) usages = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *usage = NULL;
  const RsFunction *const *mains = (const RsFunction *const *)function->members;
  guint n_mains = function->n_members;

  if (function->kind == RS_FUNCTION_CLOSURE)
    {
      mains = &function;
      n_mains = 1;
    }
  else if (function->kind != RS_FUNCTION_OVERLOADS)
    return TRUE;
  for (guint i = 0; i < n_mains; i++)
    {
      char *one;

      if (mains[i]->proto == NULL || takes_arguments (mains[i]->proto, n))
        return TRUE;
      one = describe_usage (mains[i]->proto);
      if (g_ptr_array_find_with_equal_func (usages, one, g_str_equal, NULL))
        g_free (one);
      else
        g_ptr_array_add (usages, one);
    }
  g_ptr_array_add (usages, NULL);
  usage = g_strjoinv (", or", (char **)usages->pdata);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_PROGRAM_ARGUMENTS,
               "the program is given %u argument%s; its parameters are:%s", n, n == 1 ? "" : "s", usage);
  vm->error_source = mains[0]->proto->module->source;
  vm->error_offset = mains[0]->proto->node->span.start;
  return FALSE;
}

/* Whether a parameter takes numbers only: it is declared so, or it is a number unless something else is given. */
static gboolean
needs_number (const RsProto *proto, guint index)
{
  const RsNode *list = rs_node_child (proto->node, RS_FUNCTION_PARAMETERS);
  const RsNode *node = list != NULL && index < list->n_children ? list->children[index] : NULL;
  const RsNode *value = node != NULL ? rs_node_child (node, RS_PARAMETER_DEFAULT) : NULL;
  const RsType *type = proto->parameters[index].type;

  if (type != NULL && type->kind != RS_TYPE_UNKNOWN)
    return type->kind == RS_TYPE_NUMBER;
  while (value != NULL && value->kind == RS_NODE_UNARY)
    value = value->children[0];
  return value != NULL && value->kind == RS_NODE_NUMBER;
}

/* A text where a number is needed would be an error somewhere in the program. */
static gboolean
check_argument (RsVm *vm, const RsProto *proto, guint index, RsValue value, const char *text, GError **error)
{
  if (value.tag != RS_TAG_STRING || proto == NULL || index >= proto->n_parameters
      || proto->parameters[index].is_variadic || !needs_number (proto, index))
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNSUPPORTED,
               "the program is given \"%s\" for the parameter %s of main, which has to be a number", text,
               proto->parameters[index].name);
  vm->error_source = proto->module->source;
  vm->error_offset = proto->node->span.start;
  return FALSE;
}

static gboolean
run_main (RsVm *vm, RsFunction *function, const char *const *arguments, GError **error)
{
  guint n = arguments != NULL ? g_strv_length ((char **)arguments) : 0;
  const RsProto *proto = function->kind == RS_FUNCTION_CLOSURE ? function->proto : NULL;
  g_autofree RsValue *values = g_new0 (RsValue, n + 1);
  RsValue result = RS_NONE;
  gboolean ok = TRUE;

  if (!check_usage (vm, function, n, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      values[i]
          = parse_argument (arguments[i], proto != NULL && i < proto->n_parameters ? proto->parameters[i].type : NULL);
      ok = ok && check_argument (vm, proto, i, values[i], arguments[i], error);
    }
  ok = ok && rs_session_call (vm->session, function, values, n, &result, 0, error);
  rs_value_clear (&result);
  for (guint i = 0; i < n; i++)
    rs_value_clear (&values[i]);
  return ok;
}

/* --- programs --- */

gboolean
rs_vm_run_main (RsVm *vm, RsInstance *instance, const char *const *arguments, GError **error)
{
  RsFunction *function = find_main (instance);

  return function == NULL || run_main (vm, function, arguments, error);
}

static gboolean
run_modules (RsVm *vm, RsProgram *program, const char *const *arguments, GError **error)
{
  g_autoptr (GPtrArray) siblings = g_ptr_array_new ();
  g_autoptr (GHashTable) functions = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < program->modules->len; i++)
    if (rs_vm_load (vm, program, i, siblings, functions, FALSE, error) == NULL)
      return FALSE;
  for (guint i = 0; i < program->modules->len; i++)
    {
      RsValue result = RS_NONE;

      if (!rs_vm_run_top_level (vm->main, g_ptr_array_index (siblings, i), &result, error))
        return FALSE;
      rs_value_clear (&result);
    }
  return rs_vm_run_main (vm, g_ptr_array_index (siblings, program->modules->len - 1), arguments, error);
}

gboolean
rs_vm_run (RsVm *vm, RsProgram *program, const char *const *arguments, RsSource **source, guint32 *offset,
           GError **error)
{
  gint64 depth = rs_settings_get_integer (vm->session->settings, RS_SETTING_RUNTIME_STACK_DEPTH);
  gboolean ok;

  rs_vm_unload_all (vm);
  vm->max_depth = (guint)CLAMP (depth, 10, 10000000);
  vm->error_source = NULL;
  vm->raised = NULL;
  ok = run_modules (vm, program, arguments, error);
  while (vm->main->n_frames > 0)
    rs_thread_pop (vm->main);
  rs_cycles_collect ();
  *source = vm->error_source;
  *offset = vm->error_offset;
  return ok;
}
