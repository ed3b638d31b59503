/* Which locals statements need.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

/* Whether the statements from first to last read what the local was before: it is not always assigned before it is
 * read. */
gboolean rs_statements_need_local (const RsIrStatement *first, const RsIrStatement *last, guint local);
