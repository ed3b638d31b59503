/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/error.h"

G_DEFINE_QUARK (rs-runtime-error-quark, rs_runtime_error)

void
rs_error_place_clear (RsErrorPlace *place)
{
  g_free (place->backtrace);
  g_clear_pointer (&place->source, rs_source_unref);
  *place = (RsErrorPlace){ 0 };
}
