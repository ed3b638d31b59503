/* Textures (manual 9.3, 9.6): parameters of kernel functions declared 'hwtex_nearest or 'hwtex_linear, rewritten before
 * names are resolved.
 *
 *   x[p] of a 'hwtex_nearest     x[int(round(p))]
 *   x[p] of a 'hwtex_linear      the sum of the neighbours of p, weighted by their distances
 *
 * What a kernel writes into a texture is seen by the next launch: where it also reads the texture, it reads a copy,
 * which the launch makes and passes as a further parameter, `x$texture`.
 *
 * Threads: changes the tree of the module, which nobody else may look at yet.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

void rs_rewrite_textures (RsModule *module);

/* Whether the type of a parameter names a texture. */
gboolean rs_is_texture (const RsNode *parameter);
/* Whether a parameter of that name was made here: of the copy of a texture that the kernel also writes. */
gboolean rs_texture_is_copy (const char *name);
/* Whether it is the copy of the parameter of the name original. */
gboolean rs_texture_is_copy_of (const char *name, const char *original);
