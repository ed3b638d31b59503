/* Generic functions and types as names: whether they have parameters, and the instances of types.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/names/symbol.h"

/* Whether node is a FUNCTION with type parameters. */
gboolean rs_node_is_generic (const RsNode *node);
/* Whether a TYPE symbol has parameters of its own. */
gboolean rs_symbol_is_generic_type (const RsSymbol *symbol);

/* The instance of a generic type for these bindings, found or made. */
RsSymbol *rs_generic_type_instance (RsSymbol *symbol, const RsBinding *bindings);

/* Whether a function's text uses its type parameter anywhere. */
gboolean rs_generic_uses_parameter (const RsNode *node, const RsSymbol *parameter);

/* How deeply a type is nested; instances of types that nest deeper than RS_GENERIC_MAX_NESTING are refused. */
#define RS_GENERIC_MAX_NESTING 16
guint rs_type_get_nesting (const RsType *type);
