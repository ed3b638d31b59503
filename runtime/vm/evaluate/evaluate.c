/* eval: text that is compiled and run where the program stands (LANGUAGE.md, "Evaluating text").
 *
 * The text becomes a module of its own, to which the modules around it are imports. Names of variables, captures and
 * inner functions of the calling frame that the text mentions become variables of its top level, which begin with the
 * values of that moment; assignments end with the text.
 *
 * Compiled texts are kept by place and text, together with what the names they mention were: without a value, data, or
 * something that is called. Of those that nobody needs the oldest are released once there are many. What a text defines
 * (functions, types, reductions) may be named by values for the rest of the run; such a text is compiled anew each time
 * and stays loaded.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/evaluation.h"

#include <string.h>

#define MOST_KEPT 256 /* texts; beyond that the oldest ones are looked through */
typedef struct _RsEvaluations {
  GHashTable *by_text; /* set of RsEvaluation: the latest of each place and text */
  GQueue kept;         /* of RsEvaluation, owned; the one that was used last comes last */
  guint most;          /* so many are looked through for some that nobody needs */
} RsEvaluations;

/* --- the table --- */

static guint
hash_evaluation (gconstpointer data)
{
  const RsEvaluation *evaluation = data;
  guint hash = g_direct_hash (evaluation->caller);

  for (gsize i = 0; i < evaluation->length; i++)
    hash = hash * 33 + (guchar)evaluation->text[i];
  return hash;
}

static gboolean
equal_evaluations (gconstpointer a, gconstpointer b)
{
  const RsEvaluation *x = a, *y = b;

  return x->caller == y->caller && x->length == y->length && memcmp (x->text, y->text, x->length) == 0;
}

static void
evaluation_free (RsEvaluation *self)
{
  g_free (self->text);
  g_array_unref (self->bindings);
  g_ptr_array_unref (self->siblings);
  g_hash_table_unref (self->functions);
  g_free (self);
}

static RsEvaluations *
get_evaluations (RsVm *vm)
{
  if (vm->evaluations == NULL)
    {
      vm->evaluations = g_new0 (RsEvaluations, 1);
      vm->evaluations->by_text = g_hash_table_new (hash_evaluation, equal_evaluations);
      g_queue_init (&vm->evaluations->kept);
      vm->evaluations->most = MOST_KEPT;
    }
  return vm->evaluations;
}

static void
keep (RsEvaluations *self, RsEvaluation *evaluation)
{
  RsEvaluation *first = g_hash_table_lookup (self->by_text, evaluation);

  /* The state of a name has changed: the newer one is found from now on. */
  if (first != NULL)
    g_hash_table_remove (self->by_text, first);
  g_hash_table_add (self->by_text, evaluation);
  evaluation->link.data = evaluation;
  g_queue_push_tail_link (&self->kept, &evaluation->link);
}

static void
touch (RsEvaluations *self, RsEvaluation *evaluation)
{
  g_queue_unlink (&self->kept, &evaluation->link);
  g_queue_push_tail_link (&self->kept, &evaluation->link);
}

void
rs_vm_forget_evaluations (RsVm *vm)
{
  RsEvaluations *self = g_steal_pointer (&vm->evaluations);

  if (self == NULL)
    return;
  g_hash_table_unref (self->by_text);
  while (self->kept.head != NULL)
    evaluation_free (g_queue_pop_head_link (&self->kept)->data);
  g_free (self);
}

/* --- release --- */

static gboolean
has_type_constants (const RsBytecode *bytecode)
{
  for (guint i = 0; i < bytecode->protos->len; i++)
    {
      const RsProto *proto = g_ptr_array_index (bytecode->protos, i);

      for (guint k = 0; k < proto->n_constants; k++)
        if (proto->constants[k].kind == RS_CONSTANT_TYPE)
          return TRUE;
    }
  return FALSE;
}

/* Closures, and programs inside, refer to the module; without them only its instance and its program do. Values may
 * refer to a type without a trace. */
static gboolean
is_needed (const RsEvaluation *evaluation)
{
  return evaluation->n_running > 0 || g_atomic_ref_count_compare (&evaluation->instance->module->ref_count, 2) == FALSE
         || has_type_constants (evaluation->instance->bytecode);
}

static void
release (RsVm *vm, RsEvaluation *evaluation)
{
  RsEvaluations *self = get_evaluations (vm);

  if (g_hash_table_lookup (self->by_text, evaluation) == evaluation)
    g_hash_table_remove (self->by_text, evaluation);
  if (vm->error_source == evaluation->instance->module->source)
    vm->error_source = NULL;
  g_ptr_array_remove (vm->instances, evaluation->instance);
  rs_vm_unload (evaluation->instance);
  evaluation_free (evaluation);
}

/* Launches in flight may use code that belongs to a text. */
static gboolean
release_oldest (RsVm *vm, GError **error)
{
  RsEvaluations *self = vm->evaluations;
  GList *next;

  if (self->kept.length < self->most)
    return TRUE;
  if (!rs_session_before_effect (vm->session, error))
    return FALSE;
  for (GList *link = self->kept.head; link != NULL && self->kept.length > MOST_KEPT / 2; link = next)
    {
      RsEvaluation *evaluation = link->data;

      next = link->next;
      if (is_needed (evaluation))
        continue;
      g_queue_unlink (&self->kept, link);
      release (vm, evaluation);
    }
  self->most = MAX (MOST_KEPT, 2 * self->kept.length);
  return TRUE;
}

void
rs_evaluation_drop (RsVm *vm, RsEvaluation *self)
{
  if (!self->is_reusable || is_needed (self))
    evaluation_free (self);
  else
    release (vm, self);
}

/* --- names --- */

static void
collect_names (const RsNode *node, GHashTable *names)
{
  if (node->name != NULL)
    g_hash_table_add (names, (gpointer)node->name);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL)
      collect_names (node->children[i], names);
}

static void
add_candidate (GArray *bindings, GHashTable *mentioned, const char *name, guint register_)
{
  RsBoundName binding = { .name = name, .registers = { register_ }, .n = 1, .slot = -1 };

  /* A text that evaluates text itself may name everything. */
  if (!g_hash_table_contains (mentioned, name) && !g_hash_table_contains (mentioned, "eval"))
    return;
  for (guint i = 0; i < bindings->len; i++)
    {
      RsBoundName *old = &g_array_index (bindings, RsBoundName, i);

      if (strcmp (old->name, name) != 0)
        continue;
      if (old->n < RS_MOST_CANDIDATES)
        old->registers[old->n++] = register_;
      return;
    }
  g_array_append_val (bindings, binding);
}

/* Own variables first, then captured ones, inner functions last. What a top level defines is seen as an import. */
static GArray *
find_bindings (const RsProto *proto, const RsModule *text)
{
  GArray *bindings = g_array_new (FALSE, FALSE, sizeof (RsBoundName));
  g_autoptr (GHashTable) mentioned = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) functions = g_hash_table_new (NULL, NULL);
  const RsScope *scope = proto->scope;
  GHashTableIter iterator;
  gpointer symbol, register_;

  collect_names (text->root, mentioned);
  for (guint i = 0; i < proto->n_variables; i++)
    add_candidate (bindings, mentioned, ((const RsSymbol *)g_ptr_array_index (scope->variables, i))->name, i);
  for (guint i = 0; i < proto->n_captures; i++)
    if (proto->captures[i].source != RS_CAPTURE_NOWHERE)
      add_candidate (bindings, mentioned, proto->captures[i].name, proto->first_capture + i);
  if (scope->parent != NULL)
    rs_scope_assign_function_registers (functions, scope);
  g_hash_table_iter_init (&iterator, functions);
  while (g_hash_table_iter_next (&iterator, &symbol, &register_))
    add_candidate (bindings, mentioned, ((const RsSymbol *)symbol)->name, GPOINTER_TO_UINT (register_));
  return bindings;
}

RsValue
rs_evaluation_get_value (const RsBoundName *binding, const RsValue *registers)
{
  for (guint i = 0; i < binding->n; i++)
    if (registers[binding->registers[i]].tag != RS_TAG_NONE)
      return registers[binding->registers[i]];
  return binding->extra != NULL ? *binding->extra : RS_NONE;
}

static RsBoundState
get_state (const RsBoundName *binding, const RsValue *registers)
{
  RsTag tag = rs_evaluation_get_value (binding, registers).tag;

  return tag == RS_TAG_NONE                             ? RS_BOUND_UNSET
         : tag == RS_TAG_FUNCTION || tag == RS_TAG_TYPE ? RS_BOUND_CALLABLE
                                                        : RS_BOUND_DATA;
}

static gboolean
states_are (const GArray *bindings, const RsValue *registers)
{
  for (guint i = 0; i < bindings->len; i++)
    {
      const RsBoundName *binding = &g_array_index (bindings, RsBoundName, i);

      if (get_state (binding, registers) != binding->state)
        return FALSE;
    }
  return TRUE;
}

/* --- compiling --- */

gboolean
rs_evaluation_set_error (RsDiagnostics *diagnostics, RsSource *text, gboolean is_own, GError **error)
{
  for (guint i = 0; i < rs_diagnostics_get_length (diagnostics); i++)
    {
      const RsDiagnostic *diagnostic = rs_diagnostics_get (diagnostics, i);
      guint line = 1, column = 1;

      if (diagnostic->severity != RS_SEVERITY_ERROR)
        continue;
      rs_source_locate (diagnostic->source, diagnostic->span.start, &line, &column);
      if (is_own && diagnostic->source == text)
        g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_EVAL, diagnostic->message);
      else if (diagnostic->source == text)
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_EVAL, "eval: %s (line %u, column %u of the text)",
                     diagnostic->message, line, column);
      else
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_EVAL, "eval: %s (%s:%u:%u)", diagnostic->message,
                     rs_source_get_name (diagnostic->source), line, column);
      return TRUE;
    }
  return FALSE;
}

static GHashTable *
list_known (GArray *bindings, const RsValue *registers)
{
  GHashTable *known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < bindings->len; i++)
    {
      RsBoundName *binding = &g_array_index (bindings, RsBoundName, i);

      binding->state = get_state (binding, registers);
      if (binding->state != RS_BOUND_UNSET)
        g_hash_table_insert (known, (gpointer)binding->name, GINT_TO_POINTER (binding->state == RS_BOUND_DATA));
    }
  return known;
}

static RsProgram *
compile_text (RsVm *vm, const RsInstance *around, const RsProto *proto, RsModule *module, GHashTable *known,
              RsDiagnostics *diagnostics)
{
  RsSession *session = vm->session;
  g_autoptr (GPtrArray) modules = g_ptr_array_new ();
  RsCompileOptions options = rs_session_get_compile_options (session);

  for (guint i = 0; i < around->siblings->len; i++)
    g_ptr_array_add (modules, ((RsInstance *)g_ptr_array_index (around->siblings, i))->module);
  return rs_program_compile_inside (modules, (RsScope *)proto->scope, module, known, &options, diagnostics);
}

static void
find_slots (RsEvaluation *self)
{
  const GPtrArray *variables = self->instance->module->root->scope->variables;

  for (guint i = 0; i < self->bindings->len; i++)
    {
      RsBoundName *binding = &g_array_index (self->bindings, RsBoundName, i);

      for (guint k = 0; k < variables->len && binding->state != RS_BOUND_UNSET; k++)
        if (strcmp (((const RsSymbol *)g_ptr_array_index (variables, k))->name, binding->name) == 0)
          binding->slot = (int)k;
    }
}

/* Reductions without a place are those of the functions around the text: they are applied, and nobody else names
 * them. */
static gboolean
defines_something (const RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_FUNCTION:
    case RS_NODE_TYPE_DEFINITION:
    case RS_NODE_MACRO:
    case RS_NODE_IMPORT:
      return TRUE;
    case RS_NODE_REDUCTION:
    case RS_NODE_SYMBOLIC:
      return node->span.end > 0;
    default:
      for (guint i = 0; i < node->n_children; i++)
        if (node->children[i] != NULL && defines_something (node->children[i]))
          return TRUE;
      return FALSE;
    }
}

static gboolean
is_known (const RsEvaluation *self, guint slot)
{
  for (guint i = 0; i < self->bindings->len; i++)
    if (g_array_index (self->bindings, RsBoundName, i).slot == (int)slot)
      return TRUE;
  return FALSE;
}

/* Whether closures that the text makes hold all that they need: they can't ask the top level of a run that has
 * ended. */
static gboolean
closures_are_closed (const RsEvaluation *self)
{
  const RsBytecode *bytecode = self->instance->bytecode;

  if (bytecode->root->scope->merged != NULL && bytecode->protos->len > 1)
    return FALSE;
  for (guint i = 0; i < bytecode->root->n_protos; i++)
    {
      const RsProto *proto = bytecode->root->protos[i];

      for (guint k = 0; k < proto->n_captures; k++)
        if (proto->captures[k].source == RS_CAPTURE_REGISTER && !is_known (self, proto->captures[k].index))
          return FALSE;
    }
  return TRUE;
}

static gboolean
load_modules (RsVm *vm, RsEvaluation *self, RsProgram *program, GError **error)
{
  for (guint i = self->first; i < program->modules->len; i++)
    {
      self->instance
          = rs_vm_load (vm, program, i, self->siblings, self->functions, i + 1 == program->modules->len, error);
      if (self->instance == NULL)
        return FALSE;
    }
  find_slots (self);
  self->is_reusable = self->first + 1 == program->modules->len && !defines_something (self->instance->module->root)
                      && closures_are_closed (self);
  return TRUE;
}

static RsEvaluation *
evaluation_new (const RsInstance *around, const RsProto *proto, RsValue text, GArray *bindings)
{
  RsEvaluation *self = g_new0 (RsEvaluation, 1);
  GHashTableIter iterator;
  gpointer symbol, register_;

  self->caller = proto;
  self->text = g_memdup2 (text.string->text, text.string->length + 1);
  self->length = text.string->length;
  self->bindings = g_array_ref (bindings);
  self->siblings = g_ptr_array_copy (around->siblings, NULL, NULL);
  self->first = self->siblings->len;
  self->functions = g_hash_table_new (NULL, NULL);
  g_hash_table_iter_init (&iterator, around->functions);
  while (g_hash_table_iter_next (&iterator, &symbol, &register_))
    g_hash_table_insert (self->functions, symbol, register_);
  return self;
}

/* Variables that only the debugger knows. */
static void
bind_extras (GArray *bindings, GHashTable *extras)
{
  GHashTableIter iterator;
  gpointer name, value;

  g_hash_table_iter_init (&iterator, extras);
  while (g_hash_table_iter_next (&iterator, &name, &value))
    {
      RsBoundName binding = { .name = name, .extra = value, .slot = -1 };
      gboolean is_hidden = FALSE;

      for (guint i = 0; i < bindings->len && !is_hidden; i++)
        is_hidden = strcmp (g_array_index (bindings, RsBoundName, i).name, name) == 0;
      if (!is_hidden)
        g_array_append_val (bindings, binding);
    }
}

RsEvaluation *
rs_evaluation_prepare (RsVm *vm, const RsFrame *frame, RsValue text, gboolean is_own, GHashTable *extras,
                       GError **error)
{
  const RsInstance *around = ((RsProtoState *)frame->proto->state)->instance;
  g_autoptr (RsSource) source = rs_source_new_from_text ("eval", text.string->text, text.string->length);
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsModule) module = rs_parse (source, around->module->names, diagnostics);
  g_autoptr (GArray) bindings = NULL;
  g_autoptr (GHashTable) known = NULL;
  g_autoptr (RsProgram) program = NULL;
  RsEvaluation *self;

  rs_eval_add_reductions (module, frame->proto->scope, rs_vm_get_offset (frame));
  bindings = find_bindings (frame->proto, module);
  if (extras != NULL)
    bind_extras (bindings, extras);
  known = list_known (bindings, frame->registers);
  program = compile_text (vm, around, frame->proto, module, known, diagnostics);
  if (rs_evaluation_set_error (diagnostics, source, is_own, error))
    return NULL;
  self = evaluation_new (around, frame->proto, text, bindings);
  if (!load_modules (vm, self, program, error))
    {
      evaluation_free (self);
      return NULL;
    }
  if (self->is_reusable && extras == NULL)
    keep (get_evaluations (vm), self);
  return self;
}

/* --- running --- */

static void
give_values (const RsEvaluation *self, const RsValue *from, RsValue *to)
{
  for (guint i = 0; i < self->bindings->len; i++)
    {
      const RsBoundName *binding = &g_array_index (self->bindings, RsBoundName, i);

      if (binding->slot >= 0)
        to[binding->slot] = rs_value_ref (rs_evaluation_get_value (binding, from));
    }
}

/* The registers of a text that runs more than once are nobody else's: when it ends they are cleared, unless they are
 * asked for. */
static gboolean
run_text (RsThread *thread, RsEvaluation *self, const RsValue *registers, gboolean keeps_registers, RsValue *result,
          GError **error)
{
  RsValue *base = rs_thread_end (thread);
  guint until = thread->n_frames;
  gboolean ok;

  if (!rs_thread_push (thread, NULL, self->instance->bytecode->root, base, 0, base, result, RS_ANY_RESULT, error))
    return FALSE;
  thread->frames[until].is_entry = TRUE;
  if (!self->is_reusable || keeps_registers)
    self->instance->registers = base + 1;
  give_values (self, registers, base + 1);
  self->n_running++;
  ok = rs_interpret (thread, until, error) == RS_RUN_DONE;
  self->n_running--;
  return ok;
}

gboolean
rs_evaluation_run (RsThread *thread, RsEvaluation *self, const RsValue *registers, gboolean keeps_registers,
                   RsValue *result, GError **error)
{
  for (guint i = self->first; i + 1 < self->siblings->len; i++)
    {
      RsValue ignored = RS_NONE;

      if (!rs_vm_run_top_level (thread, g_ptr_array_index (self->siblings, i), &ignored, error))
        return FALSE;
      rs_value_clear (&ignored);
    }
  return run_text (thread, self, registers, keeps_registers, result, error);
}

gboolean
rs_evaluation_in (RsThread *thread, const RsFrame *frame, RsValue text, gboolean is_own, RsValue *result,
                  GError **error)
{
  RsVm *vm = thread->vm;
  const RsValue *registers = frame->registers;
  RsEvaluation key = { .caller = frame->proto }, *found;
  gboolean is_kept, ok;

  if (text.tag != RS_TAG_STRING)
    {
      g_autofree char *what = rs_value_describe_one (text);

      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENT_TYPE, "eval takes a string, not %s", what);
      return FALSE;
    }
  key.text = text.string->text;
  key.length = text.string->length;
  found = g_hash_table_lookup (get_evaluations (vm)->by_text, &key);
  if (found != NULL && states_are (found->bindings, registers))
    touch (vm->evaluations, found);
  else if (!release_oldest (vm, error)
           || (found = rs_evaluation_prepare (vm, frame, text, is_own, NULL, error)) == NULL)
    return FALSE;
  *result = RS_NONE;
  is_kept = found->is_reusable;
  ok = rs_evaluation_run (thread, found, registers, FALSE, result, error);
  if (!is_kept)
    evaluation_free (found);
  return ok;
}

gboolean
rs_vm_evaluate (RsThread *thread, RsValue text, RsValue *result, GError **error)
{
  return rs_evaluation_in (thread, rs_thread_top (thread), text, FALSE, result, error);
}
