/* Fourier transforms of arrays by a plugin that transforms lines (runtime/transforms.h).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/call.h"

/* What is to be transformed, and into which array. */
typedef struct {
  const char *name; /* of the function */
  int first, last;  /* dimensions */
  gboolean inverse;
  RsArray *from; /* at least one element; not `to` */
  /* of the same dimensions; CSINGLE or CDOUBLE, or of the inverse also SINGLE or DOUBLE: then its real part */
  RsArray *to;
} RsTransformTask;

/* FALSE: there is no plugin, or it can't; what `to` holds is then undefined. */
gboolean rs_transform_lines (RsSession *session, const RsTransformTask *task);
