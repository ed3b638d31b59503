/* The messages of diagnostics.def: their formats, which the compiler of C checks against the arguments, and codes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/diagnostics.h"

typedef enum {
#define RS_DIAGNOSTIC(ID, code, format) RS_MESSAGE_##ID,
#include "compiler/base/diagnostics.def"
#undef RS_DIAGNOSTIC
  RS_N_MESSAGES
} RsMessageId;

#define RS_DIAGNOSTIC(ID, code, format) G_GNUC_UNUSED static const char rs_format_##ID[] = format;
#include "compiler/base/diagnostics.def"
#undef RS_DIAGNOSTIC

/* The two arguments by which a reporting function is told of a message: its number and its format. */
#define RS_SAY(ID) RS_MESSAGE_##ID, rs_format_##ID

/* "E0301"; static. */
const char *rs_message_get_code (RsMessageId id);

/* rs_diagnostics_report with the code of the message. */
void rs_message_report (RsDiagnostics *diagnostics, RsSeverity severity, RsSource *source, RsSpan span, RsMessageId id,
                        const char *format, ...) G_GNUC_PRINTF (6, 7);
