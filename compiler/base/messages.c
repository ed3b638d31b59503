/* The codes of the messages of diagnostics.def.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/messages.h"

static const char *const codes[] = {
#define RS_DIAGNOSTIC(ID, code, format) code,
#include "compiler/base/diagnostics.def"
#undef RS_DIAGNOSTIC
};

const char *
rs_message_get_code (RsMessageId id)
{
  g_return_val_if_fail (id < RS_N_MESSAGES, NULL);
  return codes[id];
}

void
rs_message_report (RsDiagnostics *self, RsSeverity severity, RsSource *source, RsSpan span, RsMessageId id,
                   const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  rs_diagnostics_report_text (self, rs_message_get_code (id), severity, source, span, text);
}
