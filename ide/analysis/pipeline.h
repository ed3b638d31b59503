/* What the compiler makes of a kernel, step by step: its representation as it is built, after each pass that changes
 * it, and the text for the devices.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/analysis/analysis.h"

typedef struct {
  char *title; /* "after simplify" */
  char *text;
} RsStage;

typedef struct {
  char *title;       /* "kernel scale", "loop at line 12"; why there is none */
  char *path;
  guint first, last; /* lines of the source */
  GPtrArray *stages; /* element-type RsStage; empty where there is no kernel, and title says why */
} RsPipeline;

/* The kernel function or the loop around that line. Takes as long as compiling the kernel some dozens of times without
 * a C compiler. Threads: any. (transfer full) */
RsPipeline *rs_pipeline_new (const RsAnalysis *analysis, guint line);
void rs_pipeline_free (RsPipeline *self);

/* The source line that a line of a stage came from, 0: not known. One for each line, counted from 0. (transfer full)
 * (element-type guint) */
GArray *rs_stage_map_lines (const RsStage *stage);

/* Lines of two texts: " " both, "-" only the first, "+" only the second, with the line behind it. (transfer full) */
char *rs_difference (const char *before, const char *after);
/* The source lines of the lines of rs_difference (before->text, after->text), as rs_stage_map_lines has them. (transfer
 * full) (element-type guint) */
GArray *rs_difference_map_lines (const char *difference, const RsStage *before, const RsStage *after);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsPipeline, rs_pipeline_free)
