/* Import of what `nsys export --type sqlite` writes (Nsight Systems, 2022 to 2026).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/writer.h"

/* Whether the file is a database. */
gboolean rs_nsys_is_in_file (const char *path);

/* Reads kernels, copies, fills, calls of the driver and NVTX ranges, from those of the tables that are there, and
 * writes a trace. Nothing of the file is run: tables only, and of them plain columns. An error names the table. */
gboolean rs_nsys_import (const char *path, const char *trace, GError **error);
