/* What the window opens, and how: by the end of a file's name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

typedef enum {
  RS_FILE_IS_PROGRAM,
  RS_FILE_IS_PICTURE, /* shown like a figure */
  RS_FILE_IS_DATA,    /* read by load */
  RS_FILE_IS_TRACE,   /* shown as a profile */
  RS_FILE_IS_OTHER,   /* text, if it is any */
} RsFileKind;

RsFileKind rs_file_kind_of (const char *path);

/* All that is known together, each kind, and all files. */
void rs_file_kinds_add_filters (GtkFileChooser *chooser);

/* A program that reads the data of path and says what is there. (transfer full) */
char *rs_file_kind_make_loader (const char *path);
