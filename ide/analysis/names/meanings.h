/* What names mean, for colours: parameters, variables of an outer function, kernels, variables that nobody reads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/program.h"

typedef enum { RS_MEANS_PARAMETER, RS_MEANS_CAPTURED, RS_MEANS_KERNEL, RS_MEANS_UNUSED, RS_N_MEANINGS } RsMeaning;

typedef struct {
  guint32 start, end; /* bytes in the module's text */
  RsMeaning meaning;
} RsMeaningSpan;

/* In the order of the text, without overlaps. (element-type RsMeaningSpan) (transfer full) */
GArray *rs_meanings_find (RsModule *module);
