/* Both are read from the message: those that suggest something have one of two forms (compiler/base/diagnostics.def).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/typing/suggestion.h"

#include <string.h>

typedef struct {
  GtkTextIter start, end; /* of the wrong name */
  char *better;           /* owned */
} Suggestion;

/* Whether the text is that which was analyzed: places of another one say nothing. */
static gboolean
is_unchanged (GtkTextBuffer *buffer, const RsAnalysis *analysis)
{
  GtkTextIter start, end;
  g_autofree char *text = NULL;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  return g_str_equal (text, rs_source_get_text (rs_analysis_get_source (analysis)));
}

static gboolean
is_of_word (gunichar c)
{
  return g_unichar_isalnum (c) || c == '_';
}

/* Whether no longer word stands there, and, where it is wanted, a dot before it. */
static gboolean
is_wanted (const Suggestion *found, gboolean is_member)
{
  GtkTextIter before = found->start;

  if (is_of_word (gtk_text_iter_get_char (&found->end)))
    return FALSE;
  if (!gtk_text_iter_backward_char (&before))
    return !is_member;
  if (is_of_word (gtk_text_iter_get_char (&before)))
    return FALSE;
  while (is_member && g_unichar_isspace (gtk_text_iter_get_char (&before)) && gtk_text_iter_backward_char (&before))
    ;
  return !is_member || gtk_text_iter_get_char (&before) == '.';
}

/* In the line from the message's place on. is_member: that place may be what stands before the dot. */
static gboolean
find_name (GtkTextBuffer *buffer, guint line, guint column, const char *name, gboolean is_member, Suggestion *found)
{
  GtkTextIter from, end;

  gtk_text_buffer_get_iter_at_line (buffer, &from, (int)line - 1);
  if (gtk_text_iter_get_chars_in_line (&from) < (int)column)
    return FALSE;
  gtk_text_iter_set_line_offset (&from, (int)column - 1);
  end = from;
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  while (gtk_text_iter_forward_search (&from, name, GTK_TEXT_SEARCH_TEXT_ONLY, &found->start, &found->end, &end))
    {
      if (is_wanted (found, is_member))
        return TRUE;
      from = found->start;
      gtk_text_iter_forward_char (&from);
    }
  return FALSE;
}

static const char forms[] = "(?J)`(?<wrong>[^`]+)`[^`]*; did you mean `(?<better>[^`]+)`\\?$"
                            "|ends with `(?<better>[^`]+)`, not with `(?<wrong>[^`]+)`$";

/* Of a message in that line; FALSE: it suggests nothing there. */
static gboolean
read_message (GtkTextBuffer *buffer, const RsAnalysis *analysis, const RsDiagnostic *diagnostic, int line,
              Suggestion *found)
{
  g_autoptr (GRegex) regex = g_regex_new (forms, 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *wrong = NULL;
  guint its_line, column;
  gboolean is_member;

  if (diagnostic->source != rs_analysis_get_source (analysis))
    return FALSE;
  rs_source_locate (diagnostic->source, diagnostic->span.start, &its_line, &column);
  if ((int)its_line - 1 != line || !g_regex_match (regex, diagnostic->message, 0, &match))
    return FALSE;
  wrong = g_match_info_fetch_named (match, "wrong");
  is_member = strstr (diagnostic->message, " has no member `") != NULL
              || strstr (diagnostic->message, " has no value `") != NULL;
  if (!find_name (buffer, its_line, column, wrong, is_member, found))
    return FALSE;
  found->better = g_match_info_fetch_named (match, "better");
  return TRUE;
}

/* Behind the imports of the text; where it has none, in front of its first statement. */
static void
find_place_of_import (GtkTextBuffer *buffer, GtkTextIter *place)
{
  const int n = gtk_text_buffer_get_line_count (buffer);
  gboolean in_comment = FALSE, has_import = FALSE;
  int line = -1;

  for (int i = 0; i < n; i++)
    {
      GtkTextIter start, end;
      g_autofree char *text = NULL;

      gtk_text_buffer_get_iter_at_line (buffer, &start, i);
      end = start;
      if (!gtk_text_iter_ends_line (&end))
        gtk_text_iter_forward_to_line_end (&end);
      text = g_strstrip (gtk_text_iter_get_text (&start, &end));
      in_comment = (in_comment || g_str_has_prefix (text, "%{")) && strstr (text, "%}") == NULL;
      if (in_comment || *text == '\0' || *text == '%')
        continue;
      if (g_str_has_prefix (text, "import "))
        line = i + 1;
      else if (line < 0)
        line = i;
      has_import |= g_str_has_prefix (text, "import ");
      if (!g_str_has_prefix (text, "import "))
        break;
    }
  if (has_import && line >= n)
    gtk_text_buffer_get_end_iter (buffer, place);
  else
    gtk_text_buffer_get_iter_at_line (buffer, place, MAX (line, 0));
}

/* `import "imfilter.q"`, which a message in the cursor's line asks for. (transfer full) NULL: none does. */
static char *
find_import (GtkTextBuffer *buffer, const RsAnalysis *analysis)
{
  g_autoptr (GRegex) regex = g_regex_new ("write (import \"[^\"]+\") at the top$", 0, 0, NULL);
  RsDiagnostics *diagnostics = rs_analysis_get_diagnostics (analysis);
  GtkTextIter cursor;

  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  for (guint i = 0; i < rs_diagnostics_get_length (diagnostics); i++)
    {
      const RsDiagnostic *diagnostic = rs_diagnostics_get (diagnostics, i);
      g_autoptr (GMatchInfo) match = NULL;
      guint line, column;

      if (diagnostic->source != rs_analysis_get_source (analysis))
        continue;
      rs_source_locate (diagnostic->source, diagnostic->span.start, &line, &column);
      if ((int)line - 1 == gtk_text_iter_get_line (&cursor) && g_regex_match (regex, diagnostic->message, 0, &match))
        return g_match_info_fetch (match, 1);
    }
  return NULL;
}

static gboolean
insert_import (GtkTextBuffer *buffer, const RsAnalysis *analysis)
{
  g_autofree char *statement = find_import (buffer, analysis), *line = NULL;
  GtkTextIter place;

  if (statement == NULL)
    return FALSE;
  find_place_of_import (buffer, &place);
  line = g_strdup_printf ("%s%s\n", gtk_text_iter_starts_line (&place) ? "" : "\n", statement);
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_insert (buffer, &place, line, -1);
  gtk_text_buffer_end_user_action (buffer);
  return TRUE;
}

static gboolean
find_suggestion (GtkTextBuffer *buffer, const RsAnalysis *analysis, Suggestion *suggestion)
{
  RsDiagnostics *diagnostics = rs_analysis_get_diagnostics (analysis);
  GtkTextIter cursor;
  gboolean is_found = FALSE;

  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  for (guint i = 0; i < rs_diagnostics_get_length (diagnostics); i++)
    {
      Suggestion found;

      if (!read_message (buffer, analysis, rs_diagnostics_get (diagnostics, i), gtk_text_iter_get_line (&cursor),
                         &found))
        continue;
      if (!is_found
          || (gtk_text_iter_compare (&found.start, &cursor) <= 0 && gtk_text_iter_compare (&cursor, &found.end) <= 0))
        {
          if (is_found)
            g_free (suggestion->better);
          *suggestion = found;
          is_found = TRUE;
        }
      else
        g_free (found.better);
    }
  return is_found;
}

gboolean
rs_suggestion_apply (GtkTextBuffer *buffer, const RsAnalysis *analysis)
{
  Suggestion found;

  if (!is_unchanged (buffer, analysis))
    return FALSE;
  if (!find_suggestion (buffer, analysis, &found))
    return insert_import (buffer, analysis);
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &found.start, &found.end);
  gtk_text_buffer_insert (buffer, &found.start, found.better, -1);
  gtk_text_buffer_end_user_action (buffer);
  g_free (found.better);
  return TRUE;
}
