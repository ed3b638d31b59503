/* Canonical layout of a program's text: what `redshift-cli fmt` and the editor's Format command do.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/diagnostics.h"

/* The text of source in canonical layout: four blanks a level, no more than one blank between two words, one around
 * assignments and logical operators, none inside parentheses, at most one empty line in a row, a newline at the end of
 * each line. Line breaks, comments, the spacing of arithmetic and after commas in brackets stay the author's, and so
 * does the alignment of the lines of one statement. Formatting twice changes nothing more, and the program never
 * changes. NULL, with the errors in diagnostics, when the text does not parse. (transfer full) */
char *rs_format_source (RsSource *source, RsDiagnostics *diagnostics);
