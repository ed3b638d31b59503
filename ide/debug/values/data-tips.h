/* Values under the pointer while a program stands: of a variable, a member, an element, or of what is selected.
 *
 * What the pointer is on belongs to one of the calls that stand: the one that is looked at, else the innermost one of
 * that function; the tip says so when it is another one. Expressions that may have an effect are not computed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/debug/debug-run.h"

/* The page tells values of run from now on, and forgets those that it has; NULL: none. */
void rs_data_tips_show (RsEditorPage *page, RsDebugRun *run);
