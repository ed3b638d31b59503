/* What the files of the meta functions share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/messages.h"
#include "compiler/sema/logic/logic-private.h"
#include "compiler/sema/meta/meta.h"

void
rs_meta_report (const RsMeta *self, const RsNode *node, RsMessageId id, const char *format, ...) G_GNUC_PRINTF (4, 5);
/* A copy that keeps symbols. */
RsNode *rs_meta_copy (const RsMeta *self, const RsNode *node);
RsNode *rs_meta_string (const RsMeta *self, const RsNode *place, const char *text);
RsNode *rs_meta_integer (const RsMeta *self, const RsNode *place, gint64 value);

/* The FUNCTION or LAMBDA that an expression names, when it is certain; else NULL. */
const RsNode *rs_meta_find_function (const RsMeta *self, const RsNode *expression);

/* inline.c: f (arguments...) with f's body put in place; NULL where that is not possible. */
RsNode *rs_meta_inline_call (const RsMeta *self, const RsNode *function, const RsNode *call);

/* meta-text.c: what $str gives; argument as written, value with the meta functions in it evaluated. */
char *rs_meta_to_text (const RsNode *argument, const RsNode *value);

/* meta-type.c */
RsNode *rs_meta_reconstruct_type (const RsMeta *self, const RsNode *meta);
