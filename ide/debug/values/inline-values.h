/* Values in the text while a program stands: at the ends of the lines before it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/debug/debug-run.h"

/* Shows the values of run's variables in the page at the program's lines up to `line`, but for those that have been
 * edited; run NULL: none. */
void rs_inline_values_show (RsEditorPage *page, RsDebugRun *run, guint line);
