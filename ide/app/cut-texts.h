/* Texts that a person can't read to their end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* The class of labels, and of what is around them, whose text is shortened by intent: names of files, paths, what
 * programs print. Everything else has to fit. */
#define RS_CONTENT_CLASS "rs-content"

/* Why the text of a label that is mapped can't be read as a whole: it is ellipsized, larger than its place, or beyond
 * the edge of what is around it; NULL: it can, or it is content. What can be scrolled into sight is not cut.
 * (transfer full) */
char *rs_cut_texts_explain (GtkLabel *label);
