/* Functions that put the elements of arrays in other places do the same with cells.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/call.h"

/* Calls a function with the numbers of the elements in the place of the cells, and puts the elements where their
 * numbers went. n arguments from `first` on are rearranged and have to be cells; the others stay. */
gboolean rs_call_rearrange_cells (RsCall *call, RsBuiltinFunction function, guint first, guint n, const char *name,
                                  GError **error);

/* Begins the definition of the built-in ID, which takes arrays; cells are rearranged in the same way. */
#define RS_DEFINE_REARRANGING(ID, first, n, name)                                                                      \
  static gboolean rearrange_##ID (RsCall *call, GError **error);                                                       \
  RS_DEFINE_BUILTIN (ID)                                                                                               \
  {                                                                                                                    \
    return call->arguments[first].tag == RS_TAG_CELL                                                                   \
             ? rs_call_rearrange_cells (call, rearrange_##ID, first, n, name, error)                                   \
             : rearrange_##ID (call, error);                                                                           \
  }                                                                                                                    \
  static gboolean rearrange_##ID (RsCall *call, GError **error)
