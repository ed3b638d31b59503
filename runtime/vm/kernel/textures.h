/* Textures at a launch: what a kernel reads from them is what was there before it began (manual 9.6).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/vm/vm-private.h"

/* Whether a parameter of the kernel is a texture. */
gboolean rs_vm_has_textures (const RsProto *proto);

/* The arguments of a launch (those that are no specials, in order), with copies: of textures that the kernel writes,
 * for the parameters behind the others, and in the place of textures that are an argument a second time. (element-type
 * RsValue), references; NULL with an error. (transfer full) */
GArray *rs_vm_copy_textures (const RsProto *proto, const RsValue *arguments, guint n, GError **error);
