/* What a program shows, written into files: the RsDisplay of the command line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/display.h"

/* Calls take an RsFigures as their data. */
extern const RsDisplay rs_figures_display;

typedef struct _RsFigures RsFigures;

/* Figures go to FOLDER/figure-N.png and .svg; the folder is made. NULL with a G_FILE_ERROR when that fails. (transfer
 * full) */
RsFigures *rs_figures_new (const char *folder, GError **error);
/* Writes what has changed. */
void rs_figures_write (RsFigures *figures);
/* The same; FALSE when this figure or an earlier one could not be written, which was told. */
gboolean rs_figures_finish (RsFigures *figures);
/* Writes what has changed and frees it. */
void rs_figures_free (RsFigures *figures);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsFigures, rs_figures_free)
