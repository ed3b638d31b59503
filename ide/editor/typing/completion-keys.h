/* Which keys take a proposal of an editor's list of completions, and where the list stays open.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/editor/typing/completion-provider.h"

/* Tab takes the proposal that is marked, always. Return ends the line; it takes a proposal only where the user has
 * moved in the list or has asked for it. The list closes when the cursor goes to another line, and when the keyboard
 * goes elsewhere. The view has its buffer, and keeps it. area: what the view stands in; it lives as long as the view
 * does. */
void rs_completion_keys_add (GtkWidget *area, GtkSourceView *view, RsCompletionProvider *provider);
