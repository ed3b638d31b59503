/* What the compiler has to say about a program.
 *
 * Each diagnostic has a severity, a place and a sentence. The compiler reports and goes on; nothing in it exits or
 * jumps. A collection is filled by one thread and may then be read by another.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/source.h"

typedef enum {
  RS_SEVERITY_NOTE,
  RS_SEVERITY_WARNING,
  RS_SEVERITY_ERROR,
} RsSeverity;

typedef struct {
  RsSeverity severity;
  RsSource *source; /* owned reference */
  RsSpan span;
  const char *code; /* static, such as "E0301" (diagnostics.def, runtime/errors.def) */
  char *message;    /* owned; one sentence, no newline at the end */
} RsDiagnostic;

typedef struct _RsDiagnostics RsDiagnostics;

RsDiagnostics *rs_diagnostics_new (void);
void rs_diagnostics_unref (RsDiagnostics *diagnostics);

/* code: static. What is in diagnostics.def is reported by rs_message_report (messages.h). */
void rs_diagnostics_report_text (RsDiagnostics *diagnostics, const char *code, RsSeverity severity, RsSource *source,
                                 RsSpan span, const char *text);

guint rs_diagnostics_get_length (const RsDiagnostics *diagnostics);
const RsDiagnostic *rs_diagnostics_get (const RsDiagnostics *diagnostics, guint index);
guint rs_diagnostics_count (const RsDiagnostics *diagnostics, RsSeverity severity);

/* An error is a warning from now on, with more behind its message. */
void rs_diagnostics_pardon (RsDiagnostics *diagnostics, guint index, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* Stable sort by file and place; exact repetitions are dropped. */
void rs_diagnostics_sort (RsDiagnostics *diagnostics);

/* "error", "warning", "note". */
const char *rs_severity_to_string (RsSeverity severity);

/* "text [E0301]"; a text of several lines has it at the end of the first. (transfer full) */
char *rs_text_with_code (const char *text, const char *code);

/* `file.q:LINE:COLUMN: error: text [E0301]`, the source line (cut around the place when it is long) and a caret
 * under it; ends with a newline. (transfer full) */
char *rs_diagnostic_format (const RsDiagnostic *diagnostic);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsDiagnostics, rs_diagnostics_unref)
