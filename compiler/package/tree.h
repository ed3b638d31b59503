/* A tree as bytes, and back: what a package (package.h) keeps of a module, so that nothing is parsed again.
 *
 * The tree is written as the parser made it, before names are resolved and anything is expanded, so that whatever the
 * later steps do, they do with a tree out of a package too. Every kind of node is written the same way. The kinds and
 * operators in use are written by name, the kinds with the meaning of their children, so that a compiler to which
 * others have been added reads the tree, and one in which one of them has changed refuses it.
 *
 * Threads: any; an encoder and a decoder keep nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

#include <gio/gio.h>

/* (transfer full) */
GBytes *rs_tree_encode (const RsNode *root);

/* The tree in arena, its names interned in names. Spans reach to source_length at most. NULL with
 * G_IO_ERROR_INVALID_DATA for bytes that rs_tree_encode did not write, or G_IO_ERROR_NOT_SUPPORTED for a tree of
 * another version. */
RsNode *rs_tree_decode (GBytes *bytes, guint32 source_length, RsArena *arena, RsNames *names, GError **error);
