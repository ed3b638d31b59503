/* Views that name what a trace holds as the SQLite export of NVIDIA's nsys does, so that scripts for that run on an
 * unpacked trace; SCHEMA.md says what stands for what.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

/* Names, apart from those of columns, for who may be read. */
#define RS_NSYS_VIEW_NAMES                                                                                             \
  "StringIds", "ThreadNames", "TARGET_INFO_GPU", "CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY",           \
      "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_RUNTIME", "NVTX_EVENTS", "nsys_lanes", "nsys_sizes",          \
      "nsys_shapes"

/* The statements that make them beside the tables of format 1. Released text: files are compared with it. */
extern const char rs_nsys_views[];
