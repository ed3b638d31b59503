/* Completion in an editor page: what ide/analysis/completion/completion.h proposes, as a list under the cursor.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/editor/typing/checker.h"

#define RS_TYPE_COMPLETION_PROVIDER (rs_completion_provider_get_type ())
G_DECLARE_FINAL_TYPE (RsCompletionProvider, rs_completion_provider, RS, COMPLETION_PROVIDER, GObject)

/* Uses the checker's newest analysis. */
RsCompletionProvider *rs_completion_provider_new (RsChecker *checker);

/* Takes everything off the list: one that a hidden view still has would come up again over a window that is not
 * there. */
void rs_completion_provider_clear (RsCompletionProvider *self);

/* Whether the user has asked for the newest list; FALSE: it came by itself, while something was typed. */
gboolean rs_completion_provider_is_asked (RsCompletionProvider *self);

/* The user asks for the list that shows, or for one that is about to. */
void rs_completion_provider_ask (RsCompletionProvider *self);
