/* The parameters of kernel functions that a launch sets, known by their names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/symbol.h"

#include "compiler/sema/rewrite/texture.h"

#include <string.h>

gboolean
rs_is_special_parameter (const char *name)
{
  static const char *const names[] = { "pos", "blkpos", "blkidx", "blkdim", "blkcnt", "warpSize", "warpsize",
                                       "coalesced_threads", "this_thread_block", "this_grid", "this_multi_grid" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (name[0] == names[i][0] && strcmp (name, names[i]) == 0)
      return TRUE;
  return rs_texture_is_copy (name);
}
