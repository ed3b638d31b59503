/* The documentation of names, from the compiler's table of built-ins.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/language-help.h"

#include "compiler/builtins.h"
#include "compiler/syntax/documentation.h"

#include <string.h>

#define MAX_TEXT (1u << 20) /* parsed at each hover, in a few milliseconds */

static gboolean
is_word_char (gunichar c)
{
  return g_unichar_isalnum (c) || c == '_';
}

/* The head of a function of this text, and the comment above it. */
static char *
describe_definition (GtkTextBuffer *buffer, const char *name)
{
  GtkTextIter start, end;
  g_autofree char *text = NULL, *head = NULL, *documentation = NULL;
  g_autoptr (RsSource) source = NULL;
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsModule) module = NULL;
  const RsNode *definition;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  if (strstr (text, name) == NULL || strlen (text) > MAX_TEXT)
    return NULL;
  source = rs_source_new_from_text ("", text, -1);
  module = rs_parse (source, names, diagnostics);
  definition = rs_module_find_definition (module, name);
  if (definition == NULL)
    return NULL;
  head = rs_definition_get_head (module, definition);
  documentation = rs_definition_get_documentation (module, definition);
  return g_strdup_printf ("%s%s%s", head, documentation != NULL ? "\n" : "", documentation != NULL ? documentation : "");
}

char *
rs_language_help_describe (const GtkTextIter *iter)
{
  GtkTextIter start = *iter, end = *iter;
  g_autofree char *word = NULL;
  const RsBuiltin *builtin;
  char *text;

  while (is_word_char (gtk_text_iter_get_char (&end)) && gtk_text_iter_forward_char (&end))
    ;
  while (gtk_text_iter_backward_char (&start))
    if (!is_word_char (gtk_text_iter_get_char (&start)))
      {
        gtk_text_iter_forward_char (&start);
        break;
      }
  if (gtk_text_iter_compare (&start, &end) >= 0)
    return NULL;
  word = gtk_text_iter_get_text (&start, &end);
  builtin = rs_builtin_find (word);
  text = describe_definition (gtk_text_iter_get_buffer (iter), word);
  if (text == NULL && builtin != NULL)
    text = g_strdup_printf ("%s\n%s\n\n%s\n→ %s", builtin->signature, builtin->documentation, builtin->example,
                            builtin->prints);
  return text;
}
