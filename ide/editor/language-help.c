/* The documentation of names, from the compiler's table of built-ins.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/language-help.h"

#include "compiler/sema/builtins.h"

static gboolean
is_word_char (gunichar c)
{
  return g_unichar_isalnum (c) || c == '_';
}

char *
rs_language_help_describe (const GtkTextIter *iter)
{
  GtkTextIter start = *iter, end = *iter;
  g_autofree char *word = NULL;
  const RsBuiltin *builtin;

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
  return builtin != NULL ? g_strdup_printf ("%s\n%s", builtin->signature, builtin->documentation) : NULL;
}
