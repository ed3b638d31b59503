/* A second view of a page's text, beside the first one or below it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/editor/typing/block-aids.h"

/* Shows what first shows, with its margin, in the paned's second half, or turns it where it is there. part, from 0 to
 * 1: the first view's share. */
void
rs_second_view_show (GtkPaned *paned, GtkSourceView *first, RsBlockAids *aids, GtkOrientation orientation, double part);
void rs_second_view_close (GtkPaned *paned);
/* NULL: there is none. (transfer none) */
GtkWidget *rs_second_view_get (GtkPaned *paned);
/* The first view's share, from 0 to 1. */
double rs_second_view_get_part (GtkPaned *paned);
