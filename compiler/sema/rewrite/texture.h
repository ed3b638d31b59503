/* Textures (manual 9.3, 9.6): parameters of kernel functions declared 'hwtex_nearest or 'hwtex_linear, rewritten before
 * names are resolved.
 *
 *   x[p] of a 'hwtex_nearest     x[int(round(p))]
 *   x[p] of a 'hwtex_linear      the sum of the neighbours of p, weighted by their distances
 *
 * That is what the interpreter runs. What was made has the flag TEXTURE, by which the kernel builder finds the
 * coordinates again and makes one operation of it.
 *
 * A 'hwtex_linear becomes a SEQUENCE. Its steps give variables their values: first, where x[p] has a position of
 * several dimensions, that; then for each coordinate, in their order, three: the coordinate, the neighbour before it,
 * and the distance to that. The last child is the sum.
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

/* Of a SEQUENCE with the flag TEXTURE: the INDEX of the first neighbour, the one before each coordinate; NULL where
 * something else has become of the sum. */
const RsNode *rs_texture_get_first_neighbour (const RsNode *sequence);
/* Whether step i gives a coordinate its value, or the position of all. */
gboolean rs_texture_is_coordinate_step (const RsNode *sequence, guint i);
/* The NAME of the coordinate that child, an index of the first neighbour, is the neighbour of; NULL: it is a part. */
const RsNode *rs_texture_get_coordinate (const RsNode *sequence, const RsNode *child);

/* Whether the type of a parameter names a texture. */
gboolean rs_is_texture (const RsNode *parameter);
/* Elements that a texture of that type has in a place, 1, 2 or 4; 0: it is the type of no texture, or NULL. */
guint rs_texture_get_components (const RsNode *type);
/* Whether a parameter of that name was made here: of the copy of a texture that the kernel also writes. */
gboolean rs_texture_is_copy (const char *name);
/* Whether it is the copy of the parameter of the name original. */
gboolean rs_texture_is_copy_of (const char *name, const char *original);
