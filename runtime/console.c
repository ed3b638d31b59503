/* A console: inputs that see each other.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/console.h"

#include "compiler/syntax/lexer.h"
#include "runtime/trace/trace.h"
#include "runtime/vm/vm.h"

#include <string.h>

struct _RsConsole {
  RsSession *session; /* borrowed */
  RsGrowingProgram *program;
  RsVmEnvironment *environment;
  gboolean has_macros; /* some input or import defined one */
};

RsConsole *
rs_console_new (RsSession *session)
{
  RsConsole *self = g_new0 (RsConsole, 1);
  RsCompileOptions options = rs_session_get_compile_options (session);

  options.will_run = FALSE;
  self->session = session;
  session->tic = rs_trace_now ();
  self->program = rs_growing_program_new (&options);
  self->environment = rs_vm_environment_new (session->vm);
  g_clear_pointer (&session->program, rs_program_unref);
  session->program = rs_program_ref (rs_growing_program_get (self->program));
  return self;
}

void
rs_console_free (RsConsole *self)
{
  rs_session_before_effect (self->session, NULL);
  rs_vm_environment_free (self->environment);
  rs_growing_program_free (self->program);
  g_free (self);
}

gboolean
rs_console_needs_more (const char *text)
{
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsSource) source = rs_source_new_from_text ("console", text, -1);
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);
  gsize length = strlen (text);

  if (length > 0 && text[length - 1] == '\n')
    length--;
  while (length > 0 && strchr (" \t\r", text[length - 1]) != NULL)
    length--;
  /* A line that ends with a blank and an underscore goes on. */
  return module->is_open
         || (length >= 2 && text[length - 1] == '_' && (text[length - 2] == ' ' || text[length - 2] == '\t'));
}

static void
add_variable (GHashTable *known, gpointer name, const RsValue *value)
{
  g_hash_table_insert (known, name, GINT_TO_POINTER (value->tag != RS_TAG_FUNCTION && value->tag != RS_TAG_TYPE));
}

/* Name -> whether its value is data. */
static GHashTable *
list_variables (RsConsole *self)
{
  GHashTable *known = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iterator;
  gpointer name, value;

  g_hash_table_iter_init (&iterator, self->environment->variables);
  while (g_hash_table_iter_next (&iterator, &name, &value))
    add_variable (known, name, value);
  return known;
}

/* Those that the text names, so that an input takes no longer the more variables there are; NULL: it may use others,
 * too, by a text that is evaluated, or by a macro. */
static GHashTable *
list_named_variables (RsConsole *self, RsSource *source)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  gboolean is_enough = !self->has_macros;
  RsTokens tokens;

  rs_tokens_init (&tokens, source);
  for (guint32 i = 0; i < tokens.length && is_enough; i++)
    {
      const RsToken *token = &tokens.items[i];
      g_autofree char *word
          = token->kind == RS_TOKEN_NAME ? rs_source_dup_span (source, (RsSpan){ token->start, token->end }) : NULL;
      gpointer name, value;

      if (word != NULL && g_hash_table_lookup_extended (self->environment->variables, word, &name, &value))
        add_variable (known, name, value);
      is_enough = word == NULL || !g_str_equal (word, "eval");
    }
  rs_tokens_clear (&tokens);
  return is_enough ? g_steal_pointer (&known) : NULL;
}

static gboolean
defines_macro (const RsModule *module)
{
  for (guint i = 0; i < module->root->n_children; i++)
    if (module->root->children[i] != NULL && module->root->children[i]->kind == RS_NODE_MACRO)
      return TRUE;
  return FALSE;
}

static gboolean
compile_with (RsConsole *self, RsSource *source, GHashTable *known, RsDiagnostics *diagnostics)
{
  const GPtrArray *modules = rs_growing_program_get (self->program)->modules;
  guint first = modules->len;

  if (!rs_growing_program_add (self->program, source, known, diagnostics))
    return FALSE;
  for (guint i = first; i < modules->len; i++)
    self->has_macros = self->has_macros || defines_macro (g_ptr_array_index (modules, i));
  return TRUE;
}

/* An error may be due to a variable that the text does not name, and may name one that is spelled alike. Diagnostics:
 * (transfer full). */
static gboolean
compile (RsConsole *self, RsSource *source, RsDiagnostics **diagnostics)
{
  g_autoptr (GHashTable) named = list_named_variables (self, source), known = NULL;

  *diagnostics = rs_diagnostics_new ();
  if (named != NULL && compile_with (self, source, named, *diagnostics))
    return TRUE;
  rs_diagnostics_unref (*diagnostics);
  *diagnostics = rs_diagnostics_new ();
  known = list_variables (self);
  return compile_with (self, source, known, *diagnostics);
}

static void
show (RsConsole *self, RsValue value, gboolean at_prompt)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (value.tag == RS_TAG_NONE
      || (at_prompt && rs_vm_is_silent (rs_program_get_main (rs_growing_program_get (self->program)), value)))
    return;
  rs_value_format (value, at_prompt, text);
  g_string_append_c (text, '\n');
  rs_session_write (self->session, text->str, text->len);
}

/* Runs what has been added to the program; -1: it could not be loaded. */
static int
run (RsConsole *self, gboolean at_prompt, const char *const *arguments)
{
  RsSession *session = self->session;
  RsSource *error_source = NULL;
  guint32 offset = 0;
  RsValue result = RS_NONE;
  gboolean is_loaded;
  g_autoptr (GError) error = NULL, late = NULL;

  rs_error_watch_stop (&session->stop);
  if (rs_vm_run_more (session->vm, self->environment, rs_growing_program_get (self->program), arguments, &result,
                      &is_loaded, &error_source, &offset, &error)
      && arguments == NULL)
    show (self, result, at_prompt);
  rs_value_clear (&result);
  if (!rs_session_before_effect (session, &late) && error == NULL)
    {
      error = g_steal_pointer (&late);
      error_source = NULL;
      rs_session_note_place (session, error, &error_source, &offset);
    }
  rs_error_watch_stop (NULL);
  rs_session_flush (session);
  if (error == NULL)
    return 0;
  if (g_error_matches (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED))
    rs_session_message (session, "stopped");
  else
    rs_session_tell_error (session, error, error_source, offset);
  return !is_loaded ? -1 : rs_error_is_refusal (error) ? 2 : 1;
}

/* What is run: an input whose value is shown, one whose value is printed, or the definitions of a program, whose
 * warnings come when it runs. */
typedef enum { INPUT, EXPRESSION, DEFINITIONS } Kind;

/* arguments: of a whole program; NULL: it is none. */
static int
run_source (RsConsole *self, RsSource *source, Kind kind, const char *const *arguments)
{
  g_autoptr (RsDiagnostics) diagnostics = NULL;
  guint first = rs_growing_program_get (self->program)->modules->len;
  gboolean is_compiled;
  int status;

  __atomic_store_n (&self->session->stop, 0, __ATOMIC_SEQ_CST);
  g_clear_pointer (&self->session->backtrace, g_free);
  rs_error_place_clear (&self->session->error_place);
  rs_growing_program_set_will_run (self->program, arguments != NULL);
  is_compiled = compile (self, source, &diagnostics);
  if (!is_compiled || kind != DEFINITIONS)
    rs_session_tell_diagnostics (self->session, diagnostics);
  if (!is_compiled)
    return 2;
  status = run (self, kind != EXPRESSION, arguments);
  if (status >= 0)
    return status;
  rs_growing_program_drop (self->program, first);
  return 2;
}

int
rs_console_run_text (RsConsole *self, const char *name, const char *text)
{
  g_autoptr (RsSource) source = rs_source_new_from_text (name, text, -1);

  return run_source (self, source, INPUT, NULL);
}

int
rs_console_evaluate (RsConsole *self, const char *name, const char *text)
{
  g_autoptr (RsSource) source = rs_source_new_from_text (name, text, -1);

  return run_source (self, source, EXPRESSION, NULL);
}

int
rs_console_run_source (RsConsole *self, RsSource *source)
{
  return run_source (self, source, INPUT, NULL);
}

int
rs_console_run_program (RsConsole *self, RsSource *source, const char *const *arguments)
{
  static const char *const none[] = { NULL };

  return run_source (self, source, EXPRESSION, arguments != NULL ? arguments : none);
}

/* Whether a statement of a top level defines something that inputs may use. */
static gboolean
is_definition (const RsNode *statement)
{
  switch (statement->kind)
    {
    case RS_NODE_FUNCTION:
    case RS_NODE_TYPE_DEFINITION:
    case RS_NODE_REDUCTION:
    case RS_NODE_SYMBOLIC:
    case RS_NODE_MACRO:
    case RS_NODE_IMPORT:
    case RS_NODE_PRAGMA:
    case RS_NODE_ATTRIBUTE:
      return TRUE;
    case RS_NODE_EXPRESSION:
      return statement->children[0]->kind == RS_NODE_ASSIGN || statement->children[0]->kind == RS_NODE_DEFINE;
    default:
      return FALSE;
    }
}

/* The text with blanks for all else, so that lines and columns stay. */
int
rs_console_load_program (RsConsole *self, RsSource *source)
{
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);
  g_autofree char *text = g_strdup (rs_source_get_text (source));
  g_autoptr (RsSource) definitions = NULL;

  for (guint i = 0; i < module->root->n_children; i++)
    {
      const RsNode *statement = module->root->children[i];

      if (is_definition (statement) || rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR) > 0)
        continue;
      for (guint32 k = statement->span.start; k < statement->span.end; k++)
        if (text[k] != '\n')
          text[k] = ' ';
    }
  definitions = rs_source_new_from_text (rs_source_get_name (source), text, -1);
  return run_source (self, definitions, DEFINITIONS, NULL);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

void
rs_console_each_variable (RsConsole *self, RsConsoleVariableFunc function, gpointer data)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GHashTableIter iterator;
  gpointer name, value;

  g_hash_table_iter_init (&iterator, self->environment->variables);
  while (g_hash_table_iter_next (&iterator, &name, &value))
    if (((const RsValue *)value)->tag != RS_TAG_FUNCTION && ((const RsValue *)value)->tag != RS_TAG_TYPE)
      g_ptr_array_add (names, name);
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      name = g_ptr_array_index (names, i);
      function (name, *(const RsValue *)g_hash_table_lookup (self->environment->variables, name), data);
    }
}

const GPtrArray *
rs_console_get_modules (RsConsole *self)
{
  return rs_growing_program_get (self->program)->modules;
}

GStrv
rs_console_complete (RsConsole *self, const char *prefix)
{
  const GPtrArray *modules = rs_growing_program_get (self->program)->modules;
  g_autoptr (GHashTable) found = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *names = g_ptr_array_new ();
  GHashTableIter iterator;
  gpointer name;

  for (guint i = 0; i < modules->len; i++)
    {
      g_hash_table_iter_init (&iterator, ((RsModule *)g_ptr_array_index (modules, i))->root->scope->names);
      while (g_hash_table_iter_next (&iterator, &name, NULL))
        if (g_str_has_prefix (name, prefix))
          g_hash_table_add (found, name);
    }
  g_hash_table_iter_init (&iterator, self->environment->variables);
  while (g_hash_table_iter_next (&iterator, &name, NULL))
    if (g_str_has_prefix (name, prefix))
      g_hash_table_add (found, name);
  for (guint i = 0; i < RS_N_BUILTINS; i++)
    if (g_str_has_prefix (rs_builtin_get (i)->name, prefix))
      g_hash_table_add (found, (gpointer)rs_builtin_get (i)->name);
  g_hash_table_iter_init (&iterator, found);
  while (g_hash_table_iter_next (&iterator, &name, NULL))
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (GStrv)g_ptr_array_free (names, FALSE);
}

/* --- as a workspace --- */

static int
workspace_run (gpointer workspace, const char *name, const char *text)
{
  return rs_console_run_text (workspace, name, text);
}

static void
workspace_each_variable (gpointer workspace, RsDebugVariableFunc function, gpointer data)
{
  rs_console_each_variable (workspace, function, data);
}

static GStrv
workspace_complete (gpointer workspace, const char *prefix)
{
  return rs_console_complete (workspace, prefix);
}

/* The headers of the functions that the program and the inputs define. */
static void
workspace_each_function (gpointer workspace, void (*function) (const char *header, gpointer data), gpointer data)
{
  const GPtrArray *modules = rs_console_get_modules (workspace);

  for (guint i = 0; i < modules->len; i++)
    {
      const RsModule *module = g_ptr_array_index (modules, i);

      if (rs_library_contains (rs_source_get_name (module->source)))
        continue;
      for (guint k = 0; k < module->root->n_children; k++)
        {
          const RsNode *node = module->root->children[k];
          guint line;
          g_autofree char *text = NULL, *header = NULL;

          if (node == NULL || node->kind != RS_NODE_FUNCTION || node->name == NULL)
            continue;
          rs_source_locate (module->source, node->span.start, &line, NULL);
          text = rs_source_dup_line (module->source, line);
          header = g_strdup_printf ("%s = %s", node->name,
                                    g_strstrip (text) + (g_str_has_prefix (text, "function ") ? 9 : 0));
          function (header, data);
        }
    }
}

const RsDebugWorkspace rs_console_workspace = {
  .run = workspace_run,
  .each_variable = workspace_each_variable,
  .each_function = workspace_each_function,
  .complete = workspace_complete,
};
