/* Which counters of a chip a set of metrics needs, and what they come to: the part of CUPTI that runs on the host and
 * needs no GPU.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "plugins/cupti/library.h"

typedef struct {
  void *host;         /* CUPTI's; NULL: not prepared */
  GPtrArray *metrics; /* of const char *, the caller's: what the chip has of them */
  char *unknown;      /* the others, with commas between; NULL: none */
  guint8 *config;     /* owned */
  gsize config_bytes;
  gsize n_passes; /* how often a kernel runs for all of them */
} CuptiCounters;

/* profiler: CUPTI_HOST_... metrics: names, up to a NULL, that outlive counters. availability: what CUPTI says of the
 * device's counters, or NULL. FALSE with the reason as part of a sentence (transfer full). */
gboolean cupti_counters_prepare (CuptiCounters *counters, guint profiler, const char *chip, const guint8 *availability,
                                 const char *const *metrics, char **reason);
/* Those of the metrics that are had in one run of a kernel together: each that is so with those before it that were
 * taken. The others are named with the unknown ones. */
gboolean cupti_counters_prepare_one_run (CuptiCounters *counters, guint profiler, const char *chip,
                                         const guint8 *availability, const char *const *metrics, char **reason);
void cupti_counters_clear (CuptiCounters *counters);

/* values: [counters->metrics->len], of one range of the data. */
CuptiResult cupti_counters_evaluate (const CuptiCounters *counters, const guint8 *data, gsize data_bytes, gsize range,
                                     double *values);
