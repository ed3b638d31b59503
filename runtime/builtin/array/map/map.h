/* Functions that work element by element: one driver for numbers, complex numbers, arrays, ranges and cells.
 *
 * A function is a row of loops, one a compute type. Singles are computed in single precision: the functions of a
 * single array give what a kernel gives.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/call.h"
#include "runtime/value/arithmetic/array-arithmetic.h"

typedef void (*RsUnaryLoop) (gconstpointer in, gpointer out, gsize n);

/* What the elements of the result are. */
typedef enum
{
  RS_MAP_SAME,     /* as the argument's: floor, sign */
  RS_MAP_FLOATING, /* integers become scalar: sqrt */
  RS_MAP_REAL,     /* complex becomes real: abs */
  RS_MAP_LOGICAL,  /* isnan */
  RS_MAP_INTEGER,  /* int */
} RsMapResult;

typedef struct
{
  const char *name;
  RsMapResult result;
  /* NULL: the function is not defined for it; for INT also: compute in real numbers. Loops write the compute type, but
   * for REAL the real numbers under a complex type, for LOGICAL guint8, for INTEGER gint64. */
  RsUnaryLoop loops[RS_N_COMPUTES];
} RsUnaryMap;

gboolean
rs_call_map (RsCall *call, const RsUnaryMap *map, GError **error);

typedef struct
{
  const char *name;
  gboolean is_floating; /* integers become scalar: atan2 */
  RsBinaryLoop loops[RS_N_COMPUTES];
} RsBinaryMap;

gboolean
rs_call_map_binary (RsCall *call, const RsBinaryMap *map, GError **error);

/* Of two values. (transfer full) in *result. */
gboolean
rs_map_binary (const RsBinaryMap *map, RsValue left, RsValue right, RsPrecision precision, RsValue *result,
               GError **error);
