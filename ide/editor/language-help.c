/* Completion and documentation, from the table of built-ins and the language definition's keywords.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/language-help.h"

#include "compiler/sema/builtins.h"

/* Short words are typed faster than chosen. */
#define MIN_WORD 3

static const char keywords[]
    = "if elseif else endif for endfor while endwhile repeat until match with endmatch try catch endtry function "
      "endfunction type endtype class mutable dynamic reduction where symbolic import break continue return macro "
      "endmacro __kernel__ __device__ scalar cscalar string object";

/* A buffer that holds the language's words, for the word provider to read; one for all views. */
static GtkTextBuffer *
get_language_words (void)
{
  static GtkTextBuffer *words;
  g_autoptr (GString) text = NULL;

  if (words != NULL)
    return words;
  text = g_string_new (keywords);
  for (guint i = 0; i < RS_N_BUILTINS; i++)
    g_string_append_printf (text, " %s", rs_builtin_get (i)->name);
  words = gtk_text_buffer_new (NULL);
  gtk_text_buffer_set_text (words, text->str, (int)text->len);
  return words;
}

void
rs_language_help_add_completion (GtkSourceView *view)
{
  GtkSourceCompletion *completion = gtk_source_view_get_completion (view);
  g_autoptr (GtkSourceCompletionWords) words = gtk_source_completion_words_new ("Words");

  g_object_set (words, "minimum-word-size", MIN_WORD, NULL);
  gtk_source_completion_words_register (words, get_language_words ());
  gtk_source_completion_words_register (words, gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)));
  gtk_source_completion_add_provider (completion, GTK_SOURCE_COMPLETION_PROVIDER (words));
}

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
