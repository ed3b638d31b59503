/* Integers that are known before the program runs: literals, and variables that are given one and never change.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/names/symbol.h"

/* Whether an expression has one known integer value. scope: where names are looked up that carry no symbol yet; NULL
 * after name resolution. */
gboolean rs_constant_integer (RsScope *scope, const RsNode *expression, gint64 *value);

/* Gives the sizes and dimensions in type text that are constants (`vec(N)`, `cube{D}`) their numbers. */
void rs_constant_annotate_type (RsScope *scope, RsNode *type);
