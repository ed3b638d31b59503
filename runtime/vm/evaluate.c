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
#include "runtime/vm/vm-private.h"

#include <string.h>

#define MOST_KEPT 256     /* texts; beyond that the oldest ones are looked through */
#define MOST_CANDIDATES 8 /* registers in which a name may have its value: its own, those of captures, a function's */

typedef enum { UNSET, DATA, CALLABLE } State;

/* A name of the text that means something in the frame around it. */
typedef struct {
  const char *name;
  guint registers[MOST_CANDIDATES], n; /* of the frame: the first that has a value counts */
  RsValue *extra; /* where there are no registers: a debugger's variable */
  State state; /* when the text was compiled */
  int slot;    /* of the text's variable, -1: none */
} Binding;

typedef struct {
  const RsProto *caller;
  char *text;
  gsize length;
  GArray *bindings;     /* of Binding */
  GPtrArray *siblings;  /* of RsInstance: those around, then those of the text */
  GHashTable *functions;
  guint first;          /* of the text's own in siblings */
  RsInstance *instance; /* the last of them */
  GList link;           /* in what is kept */
  guint n_running;
  gboolean is_reusable;
} Evaluation;

typedef struct _RsEvaluations {
  GHashTable *by_text; /* set of Evaluation: the latest of each place and text */
  GQueue kept;         /* of Evaluation, owned; the one that was used last comes last */
  guint most;          /* so many are looked through for some that nobody needs */
} RsEvaluations;

/* --- the table --- */

static guint
hash_evaluation (gconstpointer data)
{
  const Evaluation *evaluation = data;
  guint hash = g_direct_hash (evaluation->caller);

  for (gsize i = 0; i < evaluation->length; i++)
    hash = hash * 33 + (guchar)evaluation->text[i];
  return hash;
}

static gboolean
equal_evaluations (gconstpointer a, gconstpointer b)
{
  const Evaluation *x = a, *y = b;

  return x->caller == y->caller && x->length == y->length && memcmp (x->text, y->text, x->length) == 0;
}

static void
evaluation_free (Evaluation *self)
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
keep (RsEvaluations *self, Evaluation *evaluation)
{
  Evaluation *first = g_hash_table_lookup (self->by_text, evaluation);

  /* The state of a name has changed: the newer one is found from now on. */
  if (first != NULL)
    g_hash_table_remove (self->by_text, first);
  g_hash_table_add (self->by_text, evaluation);
  evaluation->link.data = evaluation;
  g_queue_push_tail_link (&self->kept, &evaluation->link);
}

static void
touch (RsEvaluations *self, Evaluation *evaluation)
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
is_needed (const Evaluation *evaluation)
{
  return evaluation->n_running > 0
         || g_atomic_ref_count_compare (&evaluation->instance->module->ref_count, 2) == FALSE
         || has_type_constants (evaluation->instance->bytecode);
}

static void
release (RsVm *vm, Evaluation *evaluation)
{
  RsEvaluations *self = vm->evaluations;

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
      Evaluation *evaluation = link->data;

      next = link->next;
      if (is_needed (evaluation))
        continue;
      g_queue_unlink (&self->kept, link);
      release (vm, evaluation);
    }
  self->most = MAX (MOST_KEPT, 2 * self->kept.length);
  return TRUE;
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
  Binding binding = { .name = name, .registers = { register_ }, .n = 1, .slot = -1 };

  /* A text that evaluates text itself may name everything. */
  if (!g_hash_table_contains (mentioned, name) && !g_hash_table_contains (mentioned, "eval"))
    return;
  for (guint i = 0; i < bindings->len; i++)
    {
      Binding *old = &g_array_index (bindings, Binding, i);

      if (strcmp (old->name, name) != 0)
        continue;
      if (old->n < MOST_CANDIDATES)
        old->registers[old->n++] = register_;
      return;
    }
  g_array_append_val (bindings, binding);
}

/* Own variables first, then captured ones, inner functions last. What a top level defines is seen as an import. */
static GArray *
find_bindings (const RsProto *proto, const RsModule *text)
{
  GArray *bindings = g_array_new (FALSE, FALSE, sizeof (Binding));
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

static RsValue
get_value (const Binding *binding, const RsValue *registers)
{
  for (guint i = 0; i < binding->n; i++)
    if (registers[binding->registers[i]].tag != RS_TAG_NONE)
      return registers[binding->registers[i]];
  return binding->extra != NULL ? *binding->extra : RS_NONE;
}

static State
get_state (const Binding *binding, const RsValue *registers)
{
  RsTag tag = get_value (binding, registers).tag;

  return tag == RS_TAG_NONE ? UNSET : tag == RS_TAG_FUNCTION || tag == RS_TAG_TYPE ? CALLABLE : DATA;
}

static gboolean
states_are (const GArray *bindings, const RsValue *registers)
{
  for (guint i = 0; i < bindings->len; i++)
    {
      const Binding *binding = &g_array_index (bindings, Binding, i);

      if (get_state (binding, registers) != binding->state)
        return FALSE;
    }
  return TRUE;
}

/* --- compiling --- */

/* is_own: the text is what the user has just typed, so that the error needs no place. */
static gboolean
set_error_of (RsDiagnostics *diagnostics, RsSource *text, gboolean is_own, GError **error)
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
      Binding *binding = &g_array_index (bindings, Binding, i);

      binding->state = get_state (binding, registers);
      if (binding->state != UNSET)
        g_hash_table_insert (known, (gpointer)binding->name, GINT_TO_POINTER (binding->state == DATA));
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
find_slots (Evaluation *self)
{
  const GPtrArray *variables = self->instance->module->root->scope->variables;

  for (guint i = 0; i < self->bindings->len; i++)
    {
      Binding *binding = &g_array_index (self->bindings, Binding, i);

      for (guint k = 0; k < variables->len && binding->state != UNSET; k++)
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
is_known (const Evaluation *self, guint slot)
{
  for (guint i = 0; i < self->bindings->len; i++)
    if (g_array_index (self->bindings, Binding, i).slot == (int)slot)
      return TRUE;
  return FALSE;
}

/* Whether closures that the text makes hold all that they need: they can't ask the top level of a run that has
 * ended. */
static gboolean
closures_are_closed (const Evaluation *self)
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
load_modules (RsVm *vm, Evaluation *self, RsProgram *program, GError **error)
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

static Evaluation *
evaluation_new (const RsInstance *around, const RsProto *proto, RsValue text, GArray *bindings)
{
  Evaluation *self = g_new0 (Evaluation, 1);
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
      Binding binding = { .name = name, .extra = value, .slot = -1 };
      gboolean is_hidden = FALSE;

      for (guint i = 0; i < bindings->len && !is_hidden; i++)
        is_hidden = strcmp (g_array_index (bindings, Binding, i).name, name) == 0;
      if (!is_hidden)
        g_array_append_val (bindings, binding);
    }
}

/* extras: of a debugger, whose texts are used once; NULL: the program evaluates. NULL with an error. */
static Evaluation *
prepare (RsVm *vm, const RsFrame *frame, RsValue text, gboolean is_own, GHashTable *extras, GError **error)
{
  const RsInstance *around = ((RsProtoState *)frame->proto->state)->instance;
  g_autoptr (RsSource) source = rs_source_new_from_text ("eval", text.string->text, text.string->length);
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsModule) module = rs_parse (source, around->module->names, diagnostics);
  g_autoptr (GArray) bindings = NULL;
  g_autoptr (GHashTable) known = NULL;
  g_autoptr (RsProgram) program = NULL;
  Evaluation *self;

  rs_eval_add_reductions (module, frame->proto->scope, rs_vm_get_offset (frame));
  bindings = find_bindings (frame->proto, module);
  if (extras != NULL)
    bind_extras (bindings, extras);
  known = list_known (bindings, frame->registers);
  program = compile_text (vm, around, frame->proto, module, known, diagnostics);
  if (set_error_of (diagnostics, source, is_own, error))
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
give_values (const Evaluation *self, const RsValue *from, RsValue *to)
{
  for (guint i = 0; i < self->bindings->len; i++)
    {
      const Binding *binding = &g_array_index (self->bindings, Binding, i);

      if (binding->slot >= 0)
        to[binding->slot] = rs_value_ref (get_value (binding, from));
    }
}

/* The registers of a text that runs more than once are nobody else's: when it ends they are cleared, unless they are
 * asked for. */
static gboolean
run_text (RsThread *thread, Evaluation *self, const RsValue *registers, gboolean keeps_registers, RsValue *result,
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

static gboolean
run (RsThread *thread, Evaluation *self, const RsValue *registers, gboolean keeps_registers, RsValue *result,
     GError **error)
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

/* The text in a frame of a thread that stands still; thread: the one that runs. */
static gboolean
evaluate (RsThread *thread, const RsFrame *frame, RsValue text, gboolean is_own, RsValue *result, GError **error)
{
  RsVm *vm = thread->vm;
  const RsValue *registers = frame->registers;
  Evaluation key = { .caller = frame->proto }, *found;
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
  else if (!release_oldest (vm, error) || (found = prepare (vm, frame, text, is_own, NULL, error)) == NULL)
    return FALSE;
  *result = RS_NONE;
  is_kept = found->is_reusable;
  ok = run (thread, found, registers, FALSE, result, error);
  if (!is_kept)
    evaluation_free (found);
  return ok;
}

gboolean
rs_vm_evaluate (RsThread *thread, RsValue text, RsValue *result, GError **error)
{
  return evaluate (thread, rs_thread_top (thread), text, FALSE, result, error);
}

/* --- for a debugger --- */

/* What an evaluation may change and the program must not notice. */
typedef struct {
  const RsVmHooks *hooks;
  gboolean is_reaching, may_wait;
  const GError *raised;
  RsSource *error_source, *caller_source;
  guint32 error_offset, caller_offset;
  char *backtrace;
  RsErrorPlace place;
  RsValue thrown, caught;
} Kept;

static Kept
put_aside (RsThread *thread)
{
  RsVm *vm = thread->vm;
  RsSession *session = vm->session;
  Kept kept = {
    .hooks = vm->hooks,
    .is_reaching = vm->is_reaching,
    .may_wait = thread->may_wait,
    .raised = vm->raised,
    .error_source = vm->error_source,
    .error_offset = vm->error_offset,
    .caller_source = session->caller_source,
    .caller_offset = session->caller_offset,
    .backtrace = g_steal_pointer (&session->backtrace),
    .place = session->error_place,
    .thrown = session->thrown,
    .caught = thread->caught,
  };

  vm->hooks = NULL;
  vm->is_reaching = FALSE;
  vm->raised = NULL;
  thread->may_wait = FALSE;
  session->error_place = (RsErrorPlace){ 0 };
  session->thrown = thread->caught = RS_NONE;
  return kept;
}

static void
put_back (RsThread *thread, const Kept *kept)
{
  RsVm *vm = thread->vm;
  RsSession *session = vm->session;

  vm->hooks = kept->hooks;
  vm->is_reaching = kept->is_reaching;
  thread->may_wait = kept->may_wait;
  vm->raised = kept->raised;
  vm->error_source = kept->error_source;
  vm->error_offset = kept->error_offset;
  session->caller_source = kept->caller_source;
  session->caller_offset = kept->caller_offset;
  g_free (session->backtrace);
  session->backtrace = kept->backtrace;
  rs_error_place_clear (&session->error_place);
  session->error_place = kept->place;
  rs_value_clear (&session->thrown);
  rs_value_clear (&thread->caught);
  session->thrown = kept->thrown;
  thread->caught = kept->caught;
}

static gboolean
is_same (RsValue a, RsValue b)
{
  return a.tag == b.tag && a.integer == b.integer;
}

/* Where a variable of the text has its value in the frame: NULL when the frame has none of that name. *type: as
 * declared. */
static RsValue *
find_variable (const Evaluation *self, const RsFrame *frame, const char *name, const RsType **type)
{
  const RsInstance *around = ((RsProtoState *)frame->proto->state)->instance;
  const RsSymbol *symbol;

  for (guint i = 0; i < self->bindings->len; i++)
    {
      const Binding *binding = &g_array_index (self->bindings, Binding, i);
      guint chosen = 0;

      if (binding->extra != NULL || strcmp (binding->name, name) != 0)
        continue;
      while (chosen + 1 < binding->n && frame->registers[binding->registers[chosen]].tag == RS_TAG_NONE)
        chosen++;
      if (frame->registers[binding->registers[chosen]].tag == RS_TAG_NONE)
        chosen = 0;
      if (binding->registers[chosen] < frame->proto->n_variables)
        {
          symbol = g_ptr_array_index (frame->proto->scope->variables, binding->registers[chosen]);
          *type = symbol->is_declared || symbol->integer_rule != 0 ? symbol->type : NULL;
        }
      return &frame->registers[binding->registers[chosen]];
    }
  symbol = g_hash_table_lookup (around->module->root->scope->names, name);
  if (symbol == NULL || symbol->kind != RS_SYMBOL_VARIABLE || around->registers == NULL
      || symbol->slot >= around->n_registers)
    return NULL;
  *type = symbol->is_declared ? symbol->type : NULL;
  return &around->registers[symbol->slot];
}

static void
free_extra (gpointer data)
{
  rs_value_clear (data);
  g_free (data);
}

/* What the text has assigned, to the variables of the frame. */
static gboolean
assign (RsVm *vm, const Evaluation *self, const RsFrame *frame, GHashTable *extras, GError **error)
{
  const GPtrArray *variables = self->instance->module->root->scope->variables;

  for (guint i = 0; i < variables->len && self->instance->registers != NULL; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (variables, i);
      RsValue given = self->instance->registers[symbol->slot], value, *target;
      const RsType *type = NULL;

      if (symbol->kind != RS_SYMBOL_VARIABLE || given.tag == RS_TAG_NONE)
        continue;
      target = find_variable (self, frame, symbol->name, &type);
      if (target != NULL && is_same (*target, given))
        continue;
      if (target == NULL)
        {
          RsValue *extra = g_new (RsValue, 1);

          *extra = rs_value_ref (given);
          g_hash_table_insert (extras, g_strdup (symbol->name), extra);
          continue;
        }
      if (type == NULL || type->kind == RS_TYPE_UNKNOWN)
        value = rs_value_ref (given);
      else if (!rs_value_convert (given, type, vm->session->precision, symbol->name, &value, error))
        return FALSE;
      rs_value_clear (target);
      *target = value;
    }
  return TRUE;
}

static void
drop (RsVm *vm, Evaluation *self)
{
  if (!self->is_reusable || is_needed (self))
    evaluation_free (self);
  else
    release (vm, self);
}

static gboolean
evaluate_once (RsThread *thread, const RsFrame *frame, RsValue text, GHashTable *extras, RsValue *result,
               gboolean *is_silent, GError **error)
{
  RsVm *vm = thread->vm;
  Evaluation *self = prepare (vm, frame, text, TRUE, extras, error);
  gboolean ok;

  if (self == NULL)
    return FALSE;
  ok = run (thread, self, frame->registers, TRUE, result, error);
  *is_silent = rs_vm_is_silent (self->instance->module, *result);
  ok = assign (vm, self, frame, extras, ok ? error : NULL) && ok;
  ok = rs_session_before_effect (vm->session, ok ? error : NULL) && ok;
  drop (vm, self);
  return ok;
}

/* --- looking --- */

#define MOST_LOOKED_AT (1 << 20) /* elements of an array that an expression computes with */

/* Whether a name in an expression that is more than elements and members is that of a large array. */
static const char *
find_large (const Evaluation *self, const RsFrame *frame, const RsNode *node)
{
  gboolean takes_elements = node->kind == RS_NODE_INDEX;

  for (guint i = 0; i < self->bindings->len && node->kind == RS_NODE_NAME; i++)
    {
      const Binding *binding = &g_array_index (self->bindings, Binding, i);
      RsValue value = get_value (binding, frame->registers);

      if (strcmp (binding->name, node->name) == 0 && value.tag == RS_TAG_ARRAY
          && value.array->n_elements > MOST_LOOKED_AT)
        return node->name;
    }
  for (guint i = RS_INDEX_FIRST; i < node->n_children && takes_elements; i++)
    takes_elements = node->children[i]->kind != RS_NODE_COLON && node->children[i]->kind != RS_NODE_RANGE;
  for (guint i = takes_elements ? RS_INDEX_FIRST : 0; i < node->n_children; i++)
    {
      const char *found = node->children[i] != NULL ? find_large (self, frame, node->children[i]) : NULL;

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
refuse (const RsNode *effect, GError **error)
{
  gboolean calls = effect->kind == RS_NODE_CALL || (effect->kind == RS_NODE_BINARY && effect->op == RS_OP_USER);

  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER, "not computed: %s",
               calls ? "it calls a function" : "it is more than a look at values");
  return FALSE;
}

/* Before anything is compiled: an import would be loaded. */
static gboolean
text_only_looks (const char *text, GError **error)
{
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("eval", text, -1);
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);
  const RsNode *effect;

  if (set_error_of (diagnostics, source, TRUE, error))
    return FALSE;
  if (module->root->n_children != 1)
    return refuse (module->root, error);
  effect = rs_node_find_effect (module->root->children[0]);
  return effect == NULL || refuse (effect, error);
}

/* A reduction may have made a call of an operator. */
static gboolean
code_only_looks (const Evaluation *self, const RsFrame *frame, GError **error)
{
  const RsNode *root = self->instance->module->root;

  for (guint i = 0; i < root->n_children; i++)
    {
      const RsNode *node = root->children[i], *effect;
      const char *large;

      if (node == NULL || node->kind != RS_NODE_EXPRESSION)
        continue;
      effect = rs_node_find_effect (node);
      if (effect != NULL)
        {
          g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER,
                               "not computed: a reduction makes a call of it");
          return FALSE;
        }
      large = node->children[0]->kind != RS_NODE_NAME ? find_large (self, frame, node) : NULL;
      if (large == NULL)
        continue;
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER, "not computed: %s is large", large);
      return FALSE;
    }
  return TRUE;
}

gboolean
rs_vm_look_in (RsThread *thread, const RsFrame *frame, const char *text, GHashTable *extras, RsValue *result,
               GError **error)
{
  RsVm *vm = thread->vm;
  const RsFrame copy = *frame;
  RsValue value = rs_value_new_string (text, -1);
  Kept kept = put_aside (thread);
  Evaluation *self = NULL;
  gboolean ok;

  *result = RS_NONE;
  get_evaluations (vm);
  ok = text_only_looks (text, error) && (self = prepare (vm, &copy, value, TRUE, extras, error)) != NULL
       && code_only_looks (self, &copy, error) && run (thread, self, copy.registers, FALSE, result, error);
  ok = ok && rs_session_before_effect (vm->session, error);
  if (self != NULL)
    drop (vm, self);
  put_back (thread, &kept);
  rs_value_clear (&value);
  return ok;
}

gboolean
rs_vm_evaluate_in (RsThread *thread, const RsFrame *frame, const char *text, GHashTable *extras, RsValue *result,
                   gboolean *is_silent, GError **error)
{
  const RsFrame copy = *frame; /* the stack of frames may move */
  RsValue value = rs_value_new_string (text, -1);
  Kept kept = put_aside (thread);
  gboolean ok;

  *result = RS_NONE;
  get_evaluations (thread->vm);
  ok = evaluate_once (thread, &copy, value, extras, result, is_silent, error);
  put_back (thread, &kept);
  rs_value_clear (&value);
  return ok;
}

gboolean
rs_vm_holds_in (RsThread *thread, const RsFrame *frame, RsValue text, gboolean *holds, GError **error)
{
  const RsFrame copy = *frame;
  Kept kept = put_aside (thread);
  RsValue result = RS_NONE;
  gboolean ok = evaluate (thread, &copy, text, TRUE, &result, error);

  if (ok && result.tag == RS_TAG_NONE)
    {
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_CONDITION, "the condition has no value");
      ok = FALSE;
    }
  ok = ok && rs_vm_is_true (result, holds, error);
  rs_value_clear (&result);
  put_back (thread, &kept);
  return ok;
}

GHashTable *
rs_vm_extras_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_extra);
}
