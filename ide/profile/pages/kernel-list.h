/* The kernel table of a trace: a row a kernel with its launches and times; columns sort.
 *
 * Signal "activated" (name: string, file: string, line: uint).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/time/kernels.h"

#include <gtk/gtk.h>

#define RS_TYPE_KERNEL_LIST (rs_kernel_list_get_type ())
G_DECLARE_FINAL_TYPE (RsKernelList, rs_kernel_list, RS, KERNEL_LIST, GtkWidget)

/* Replaces the rows; their texts are copied. are_selected: they are of a selected range, as their shares are.
 * (element-type RsKernelRow) */
void rs_kernel_list_set_rows (RsKernelList *self, const GArray *rows, gboolean are_selected);

/* Shows the kernels with that text in a cell; "" or NULL: all. */
void rs_kernel_list_set_filter (RsKernelList *self, const char *text);

/* A row that shows, in their order; NULL: there are no more. */
const RsKernelRow *rs_kernel_list_get_row (RsKernelList *self, guint index);

/* Selects the row of a kernel. FALSE when there is none of that name. */
gboolean rs_kernel_list_select (RsKernelList *self, const char *name);
