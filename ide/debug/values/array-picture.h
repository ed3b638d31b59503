/* Pictures from the debugger's `picture` records.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* fields: of the record. *range: what is black and what is white (transfer full); may be NULL. NULL: it is none.
 * (transfer full) */
GdkPaintable *rs_array_picture_new (char **fields, char **range);
