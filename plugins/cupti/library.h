/* Finding and opening libcupti.
 *
 * Nothing links it. It stays open to the end of the process: the driver calls into it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "plugins/cupti/types.h"

typedef struct {
#define CUPTI_FUNCTION(need, name, parameters) CuptiResult (*name) parameters;
#include "plugins/cupti/functions.def"
#undef CUPTI_FUNCTION
} CuptiFunctions;

extern CuptiFunctions cupti;  /* filled by cupti_open */
extern guint32 cupti_version; /* 28: CUDA 12.9, 130001: 13.0 */

/* Opens the driver, then the library: at path, where that is given, else where the system and the toolkit have it.
 * FALSE with the reason as part of a sentence. (transfer full) */
gboolean cupti_open (const char *path, char **reason);
/* "CUPTI 13.5", "CUPTI of CUDA 12". (transfer full) */
char *cupti_describe (void);
/* What a result means for the user, as part of a sentence. other: name of the tool that is there already, or NULL.
   (transfer full) */
char *cupti_explain (CuptiResult result, const char *what, const char *other);
typedef enum { CUPTI_FOR_METRICS = 2, CUPTI_FOR_SAMPLES = 4, CUPTI_FOR_SASS = 8, CUPTI_FOR_CURVES = 16 } CuptiUse;
/* The first function that this needs and the library lacks; NULL: none. */
const char *cupti_find_missing (CuptiUse use);
/* cupti_open, with all functions that this needs. text: what the library is, or the reason. (transfer full) */
gboolean cupti_open_for (const char *path, CuptiUse use, char **text);
/* The calling thread's context and its device, as the driver counts them; FALSE: it has none. */
gboolean cupti_get_context (void **context, int *device);
/* Makes the driver ready, as some functions of CUPTI want it. */
void cupti_begin_driver (void);
/* Waits for the work of the calling thread's context, if it has one. */
void cupti_synchronize (void);
