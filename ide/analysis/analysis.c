/* A check of a program.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/analysis.h"

#include "compiler/kernel/report/explain.h"
#include "ide/analysis/module-folders.h"

#include <glib/gi18n.h>
#include <string.h>

struct _RsAnalysis {
  gatomicrefcount ref_count;
  RsSource *source;
  RsProgram *program;
  RsNameTable *names;
  RsDiagnostics *diagnostics;
  GPtrArray *loops; /* element-type RsLoopOutcome */
  GArray *meanings; /* element-type RsMeaningSpan */
  RsPrecision precision;
};

static RsSource *
find_open_text (const char *path, gpointer data)
{
  RsSource *source = g_hash_table_lookup (data, path);

  return source != NULL ? rs_source_ref (source) : NULL;
}

/* Which outcome the diagnostic is about; NULL: none of loops. */
static const RsLoopOutcome *
find_loop (const GPtrArray *loops, const RsDiagnostic *diagnostic)
{
  for (guint i = 0; i < loops->len; i++)
    {
      const RsLoopOutcome *loop = g_ptr_array_index (loops, i);

      if (!loop->is_kernel && loop->span.start == diagnostic->span.start)
        return loop;
    }
  return NULL;
}

/* The notes on the module; those on loops say what the margin says of them, and of loops that are part of another that
 * one's does. */
static void
add_notes (RsAnalysis *self)
{
  g_autoptr (RsDiagnostics) found = rs_diagnostics_new ();

  rs_explain_module (rs_program_get_main (self->program), self->precision, FALSE, found);
  for (guint i = 0; i < rs_diagnostics_get_length (found); i++)
    {
      const RsDiagnostic *note = rs_diagnostics_get (found, i);
      const RsLoopOutcome *loop = note->severity == RS_SEVERITY_NOTE ? find_loop (self->loops, note) : NULL;
      g_autofree char *text = loop != NULL ? rs_analysis_describe_loop (loop) : g_strdup (note->message);

      if (loop == NULL || loop->kind != RS_LOOP_IS_INSIDE)
        rs_diagnostics_report_text (self->diagnostics, note->code, note->severity, note->source, note->span, text);
    }
}

RsAnalysis *
rs_analysis_new_of_names (RsSource *source, GHashTable *open_texts, RsPrecision precision)
{
  RsAnalysis *self = g_new0 (RsAnalysis, 1);
  g_auto (GStrv) folders = rs_module_folders_read ();
  RsCompileOptions options = { .search_path = (const char *const *)folders,
                               .precision = precision,
                               .find_source = open_texts != NULL ? find_open_text : NULL,
                               .find_source_data = open_texts };

  g_atomic_ref_count_init (&self->ref_count);
  self->source = rs_source_ref (source);
  self->precision = precision;
  self->diagnostics = rs_diagnostics_new ();
  self->names = rs_name_table_new (&options);
  self->program = rs_program_compile (source, &options, self->diagnostics);
  return self;
}

RsAnalysis *
rs_analysis_new (RsSource *source, GHashTable *open_texts, RsPrecision precision)
{
  RsAnalysis *self = rs_analysis_new_of_names (source, open_texts, precision);

  if (!rs_analysis_has_errors (self))
    {
      self->loops = rs_loop_outcomes_find (rs_program_get_main (self->program), precision);
      add_notes (self);
    }
  else
    self->loops = rs_loop_outcomes_new ();
  self->meanings = rs_meanings_find (rs_program_get_main (self->program));
  rs_diagnostics_sort (self->diagnostics);
  return self;
}

RsAnalysis *
rs_analysis_ref (RsAnalysis *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
rs_analysis_unref (RsAnalysis *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  rs_name_table_free (self->names);
  rs_program_unref (self->program);
  rs_diagnostics_unref (self->diagnostics);
  g_clear_pointer (&self->loops, g_ptr_array_unref);
  g_clear_pointer (&self->meanings, g_array_unref);
  rs_source_unref (self->source);
  g_free (self);
}

RsSource *
rs_analysis_get_source (const RsAnalysis *self)
{
  return self->source;
}

RsModule *
rs_analysis_get_module (const RsAnalysis *self)
{
  return rs_program_get_main (self->program);
}

RsProgram *
rs_analysis_get_program (const RsAnalysis *self)
{
  return self->program;
}

RsPrecision
rs_analysis_get_precision (const RsAnalysis *self)
{
  return self->precision;
}

const RsNameTable *
rs_analysis_get_names (const RsAnalysis *self)
{
  return self->names;
}

RsDiagnostics *
rs_analysis_get_diagnostics (const RsAnalysis *self)
{
  return self->diagnostics;
}

gboolean
rs_analysis_has_errors (const RsAnalysis *self)
{
  return rs_diagnostics_count (self->diagnostics, RS_SEVERITY_ERROR) > 0;
}

const char *
rs_analysis_find_code (const RsAnalysis *self, guint32 offset)
{
  const RsDiagnostic *best = NULL;
  guint line, own_line, best_rank = 0;

  rs_source_locate (self->source, offset, &line, NULL);
  for (guint i = 0; i < rs_diagnostics_get_length (self->diagnostics); i++)
    {
      const RsDiagnostic *diagnostic = rs_diagnostics_get (self->diagnostics, i);
      gboolean is_there = diagnostic->span.start <= offset && offset <= diagnostic->span.end;
      guint rank = 10 * (guint)is_there + (guint)diagnostic->severity;

      if (diagnostic->code == NULL || diagnostic->source != self->source)
        continue;
      rs_source_locate (self->source, diagnostic->span.start, &own_line, NULL);
      if (own_line == line && (best == NULL || rank > best_rank))
        {
          best = diagnostic;
          best_rank = rank;
        }
    }
  return best != NULL ? best->code : NULL;
}

const GArray *
rs_analysis_get_meanings (const RsAnalysis *self)
{
  return self->meanings;
}

GPtrArray *
rs_analysis_get_loops (const RsAnalysis *self)
{
  return self->loops;
}

char *
rs_analysis_describe_loop (const RsLoopOutcome *loop)
{
  return g_strdup_printf (loop->is_kernel ? _ ("this kernel: %s") : _ ("this loop: %s"), loop->text);
}

char *
rs_analysis_describe_advice (const RsLoopOutcome *loop)
{
  return loop->advice != NULL ? g_strdup_printf (_ ("Otherwise: %s."), loop->advice) : NULL;
}

char *
rs_analysis_describe_decision (const RsLoopOutcome *loop, const char *decision)
{
  return g_strdup_printf (loop->is_kernel ? _ ("this kernel, in the last run: %s")
                                          : _ ("this loop, in the last run: %s"),
                          decision);
}

gboolean
rs_analysis_depends_on (const RsAnalysis *self, const char *path)
{
  g_autofree char *base = g_path_get_basename (path);

  for (guint i = 0; i + 1 < self->program->modules->len; i++)
    {
      const RsModule *module = g_ptr_array_index (self->program->modules, i);

      if (g_str_equal (rs_source_get_name (module->source), path))
        return TRUE;
    }
  for (guint i = 0; i < rs_diagnostics_get_length (self->diagnostics); i++)
    if (strstr (rs_diagnostics_get (self->diagnostics, i)->message, base) != NULL)
      return TRUE;
  return FALSE;
}

guint32
rs_analysis_map_offset (const RsAnalysis *self, const char *text, guint32 offset)
{
  const char *old = rs_source_get_text (self->source);
  gsize old_length = rs_source_get_length (self->source), length = strlen (text), same = 0, same_end = 0;

  while (same < old_length && same < length && old[same] == text[same])
    same++;
  if (offset <= same)
    return offset;
  while (same_end < old_length - same && same_end < length - same
         && old[old_length - 1 - same_end] == text[length - 1 - same_end])
    same_end++;
  return (guint32)(offset >= length - same_end ? old_length - (length - offset) : same);
}
