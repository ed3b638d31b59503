/* What a debugger evaluates in a frame of a thread that stands still: texts of its user, whose assignments stay,
 * expressions that may only look, and conditions. The program notices none of them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/array.h"
#include "runtime/vm/evaluation.h"

#include <math.h>
#include <string.h>

RsKept
rs_vm_put_aside (RsThread *thread)
{
  RsVm *vm = thread->vm;
  RsSession *session = vm->session;
  RsKept kept = {
    .hooks = vm->hooks,
    .reach = vm->reach,
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
  vm->reach = RS_REACH_NONE;
  vm->raised = NULL;
  thread->may_wait = FALSE;
  session->error_place = (RsErrorPlace){ 0 };
  session->thrown = thread->caught = RS_NONE;
  return kept;
}

void
rs_vm_put_back (RsThread *thread, const RsKept *kept)
{
  RsVm *vm = thread->vm;
  RsSession *session = vm->session;

  vm->hooks = kept->hooks;
  vm->reach = kept->reach;
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
 * declared. *own: the variable's symbol; unchanged where it is not known. */
static RsValue *
find_variable (const RsEvaluation *self, const RsFrame *frame, const char *name, const RsType **type,
               const RsSymbol **own)
{
  const RsInstance *around = ((RsProtoState *)frame->proto->state)->instance;
  const RsSymbol *symbol;

  for (guint i = 0; i < self->bindings->len; i++)
    {
      const RsBoundName *binding = &g_array_index (self->bindings, RsBoundName, i);
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
          *own = symbol;
        }
      return &frame->registers[binding->registers[chosen]];
    }
  symbol = g_hash_table_lookup (around->module->root->scope->names, name);
  if (symbol == NULL || symbol->kind != RS_SYMBOL_VARIABLE || around->registers == NULL
      || symbol->slot >= around->n_registers)
    return NULL;
  *type = symbol->is_declared ? symbol->type : NULL;
  *own = symbol;
  return &around->registers[symbol->slot];
}

static void
free_extra (gpointer data)
{
  rs_value_clear (data);
  g_free (data);
}

/* In the program a fraction would be dropped without a word. */
static gboolean
keeps_fraction (RsValue given, const RsType *type, const char *name, GError **error)
{
  g_autofree char *text = NULL;

  if (type->kind != RS_TYPE_NUMBER || !rs_element_is_integer (type->element) || given.tag != RS_TAG_SCALAR
      || given.scalar == trunc (given.scalar))
    return TRUE;
  text = rs_type_to_string (type);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER, "%s is an %s, which %g is not: %s keeps its value",
               name, text, given.scalar, name);
  return FALSE;
}

/* Whether numbers of the type held stand for what is given: integers only for one number, which is whole. */
static gboolean
holds_numbers (RsValue given, const RsType *held)
{
  double number = given.tag == RS_TAG_SCALAR ? given.scalar : (double)given.integer;

  if (held->element != RS_ELEMENT_BOOL && !rs_element_is_integer (held->element))
    return TRUE;
  if (given.tag == RS_TAG_ARRAY || given.tag == RS_TAG_COMPLEX)
    return FALSE;
  return held->element == RS_ELEMENT_BOOL ? number == 0 || number == 1 : number == trunc (number);
}

/* Another size is no other type. */
static const RsType *
open_sizes (RsArena *arena, const RsType *type)
{
  return type->kind == RS_TYPE_ARRAY ? rs_type_array (arena, type->element, type->rank) : type;
}

/* A value for a variable whose type the program does not declare: what it has now says how the rest of the program
 * computes with it. So 3 is a scalar where a scalar was; what can't be of that type changes it, and *note says so.
 * (transfer full) */
static RsValue
keep_type (RsVm *vm, RsValue old, RsValue given, const char *name, char **note)
{
  g_autoptr (RsArena) arena = rs_arena_new ();
  const RsType *held = open_sizes (arena, rs_value_get_type (old, arena, FALSE)),
               *type = open_sizes (arena, rs_value_get_type (given, arena, FALSE));
  g_autofree char *before = rs_type_to_string (held), *after = rs_type_to_string (type);
  RsValue value;

  if (old.tag == RS_TAG_NONE || g_str_equal (before, after))
    return rs_value_ref (given);
  if (type->kind == held->kind && type->rank == held->rank
      && (type->kind == RS_TYPE_NUMBER || type->kind == RS_TYPE_ARRAY) && holds_numbers (given, held)
      && rs_value_convert (given, held, vm->session->precision, name, &value, NULL))
    return value;
  g_free (*note);
  *note = g_strdup_printf ("%s was %s and is %s from here on", name, before, after);
  return rs_value_ref (given);
}

/* Whether a size in the text below node is made of the constant that symbol is. */
static gboolean
sizes_use (const RsNode *node, const RsSymbol *symbol, gboolean is_size)
{
  is_size |= node->kind == RS_NODE_TYPE_SIZES || node->kind == RS_NODE_TYPE_DIMENSIONS;
  if (is_size && node->kind == RS_NODE_NAME && g_strcmp0 (node->name, symbol->name) == 0)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL && sizes_use (node->children[i], symbol, is_size))
      return TRUE;
  return FALSE;
}

/* What the program does not notice of an assignment. */
static void
note_constant (const RsFrame *frame, const RsSymbol *symbol, char **note)
{
  const RsInstance *around = ((RsProtoState *)frame->proto->state)->instance;

  if (symbol == NULL || symbol->is_assigned_again || symbol->is_parameter
      || !sizes_use (around->module->root, symbol, FALSE))
    return;
  g_free (*note);
  *note = g_strdup_printf ("%s is a constant of the program: sizes in types that are made of it stay as they are",
                           symbol->name);
}

/* What the text has assigned, to the variables of the frame. */
static gboolean
assign (RsVm *vm, const RsEvaluation *self, const RsFrame *frame, GHashTable *extras, char **note, GError **error)
{
  const GPtrArray *variables = self->instance->module->root->scope->variables;

  for (guint i = 0; i < variables->len && self->instance->registers != NULL; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (variables, i);
      RsValue given = self->instance->registers[symbol->slot], value, *target;
      const RsType *type = NULL;
      const RsSymbol *own = NULL;

      if (symbol->kind != RS_SYMBOL_VARIABLE || given.tag == RS_TAG_NONE)
        continue;
      target = find_variable (self, frame, symbol->name, &type, &own);
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
        value = keep_type (vm, *target, given, symbol->name, note);
      else if (!keeps_fraction (given, type, symbol->name, error)
               || !rs_value_convert (given, type, vm->session->precision, symbol->name, &value, error))
        return FALSE;
      rs_value_clear (target);
      *target = value;
      note_constant (frame, own, note);
    }
  return TRUE;
}

static gboolean
evaluate_once (RsThread *thread, const RsFrame *frame, RsValue text, GHashTable *extras, RsValue *result,
               gboolean *is_silent, char **note, GError **error)
{
  RsVm *vm = thread->vm;
  RsEvaluation *self = rs_evaluation_prepare (vm, frame, text, TRUE, extras, error);
  gboolean ok;

  if (self == NULL)
    return FALSE;
  ok = rs_evaluation_run (thread, self, frame->registers, TRUE, result, error);
  *is_silent = rs_vm_is_silent (self->instance->module, *result);
  ok = assign (vm, self, frame, extras, note, ok ? error : NULL) && ok;
  ok = rs_session_before_effect (vm->session, ok ? error : NULL) && ok;
  rs_evaluation_drop (vm, self);
  return ok;
}

/* --- looking --- */

#define MOST_LOOKED_AT (1 << 20) /* elements of an array that an expression computes with */

/* Whether a name in an expression that is more than elements and members is that of a large array. */
static const char *
find_large (const RsEvaluation *self, const RsFrame *frame, const RsNode *node)
{
  gboolean takes_elements = node->kind == RS_NODE_INDEX;

  for (guint i = 0; i < self->bindings->len && node->kind == RS_NODE_NAME; i++)
    {
      const RsBoundName *binding = &g_array_index (self->bindings, RsBoundName, i);
      RsValue value = rs_evaluation_get_value (binding, frame->registers);

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

gboolean
rs_vm_text_only_looks (const char *text, GError **error)
{
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("eval", text, -1);
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);
  const RsNode *effect;

  if (rs_evaluation_set_error (diagnostics, source, TRUE, error))
    return FALSE;
  if (module->root->n_children != 1)
    return refuse (module->root, error);
  effect = rs_node_find_effect (module->root->children[0]);
  return effect == NULL || refuse (effect, error);
}

/* A reduction may have made a call of an operator. */
static gboolean
code_only_looks (const RsEvaluation *self, const RsFrame *frame, GError **error)
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
  RsKept kept = rs_vm_put_aside (thread);
  RsEvaluation *self = NULL;
  gboolean ok;

  *result = RS_NONE;
  ok = rs_vm_text_only_looks (text, error)
       && (self = rs_evaluation_prepare (vm, &copy, value, TRUE, extras, error)) != NULL
       && code_only_looks (self, &copy, error)
       && rs_evaluation_run (thread, self, copy.registers, FALSE, result, error);
  ok = ok && rs_session_before_effect (vm->session, error);
  if (self != NULL)
    rs_evaluation_drop (vm, self);
  rs_vm_put_back (thread, &kept);
  rs_value_clear (&value);
  return ok;
}

gboolean
rs_vm_evaluate_in (RsThread *thread, const RsFrame *frame, const char *text, GHashTable *extras, RsValue *result,
                   gboolean *is_silent, char **note, GError **error)
{
  const RsFrame copy = *frame; /* the stack of frames may move */
  RsValue value = rs_value_new_string (text, -1);
  RsKept kept = rs_vm_put_aside (thread);
  gboolean ok;

  *result = RS_NONE;
  ok = evaluate_once (thread, &copy, value, extras, result, is_silent, note, error);
  rs_vm_put_back (thread, &kept);
  rs_value_clear (&value);
  return ok;
}

/* pos == [3, 4]: a condition of a debugger's user holds where it holds for all elements. */
static gboolean
are_all_true (RsArray *array, gboolean *holds, GError **error)
{
  gboolean ok = TRUE;

  *holds = array->n_elements > 0;
  for (gint64 i = 0; i < array->n_elements && *holds && ok; i++)
    {
      RsValue element = rs_array_get_element (array, i);

      ok = rs_vm_is_true (element, holds, error);
      rs_value_clear (&element);
    }
  return ok;
}

gboolean
rs_vm_holds_in (RsThread *thread, const RsFrame *frame, RsValue text, gboolean *holds, GError **error)
{
  const RsFrame copy = *frame;
  RsKept kept = rs_vm_put_aside (thread);
  RsValue result = RS_NONE;
  gboolean ok = rs_evaluation_in (thread, &copy, text, TRUE, &result, error);

  if (ok && result.tag == RS_TAG_NONE)
    {
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_CONDITION, "the condition has no value");
      ok = FALSE;
    }
  ok = ok
       && (result.tag == RS_TAG_ARRAY ? are_all_true (result.array, holds, error)
                                      : rs_vm_is_true (result, holds, error));
  rs_value_clear (&result);
  rs_vm_put_back (thread, &kept);
  return ok;
}

GHashTable *
rs_vm_extras_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_extra);
}
