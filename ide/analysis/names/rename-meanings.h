/* Whether what has a name already still means the same when something else gets that name, too.
 *
 * Threads: as for rename.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/analysis/names/references.h"

/* Whether all that is called name in the program `before` means in `after`, the same program with the new texts, what
 * it meant; FALSE with a sentence that names the place. */
gboolean rs_rename_keeps_meanings (const RsReferences *references, const char *name, const RsAnalysis *before,
                                   const RsAnalysis *after, GError **error);
