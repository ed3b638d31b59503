/* Values in the text while a program stands: at the ends of the lines before it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/debug/debug-run.h"

/* A program begins with the page's text as it is now: its lines are those of that text. */
void rs_inline_values_begin (RsEditorPage *page);
/* Where a line of the program is in the text now, from 1; of one that has been edited, where the edited part begins. */
guint rs_inline_values_find_line (RsEditorPage *page, guint line);
/* Shows the values of run's variables in the page at the program's lines up to `line`, but for those that have been
 * edited; run NULL: none. */
void rs_inline_values_show (RsEditorPage *page, RsDebugRun *run, guint line);
