/* Import of the Chrome trace format: what browsers, PyTorch, Perfetto and Redshift itself write.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/writer.h"

/* Reads the file (JSON, or that compressed with gzip) event by event, in memory that does not grow with their number,
 * and writes a trace. Errors name the line. *note: what should be told of a file that was read (transfer full), NULL:
 * nothing. */
gboolean rs_chrome_import (const char *path, const char *trace, char **note, GError **error);
