/* Whether a file is text that the editor can show.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

/* A text view lays out whole lines: what is beyond these limits would freeze the window. */
#define RS_TEXT_FILE_MAX_BYTES (64 * 1024 * 1024)
#define RS_TEXT_FILE_MAX_LINE (200 * 1000)

/* Reads the file in a worker thread and looks for NUL bytes, its size and its longest line. Fails with the error of
 * the reading or with G_IO_ERROR_NOT_SUPPORTED and a sentence that says why it can't be shown. */
void rs_text_file_inspect_async (GFile *file, GAsyncReadyCallback callback, gpointer data);
gboolean rs_text_file_inspect_finish (GFile *file, GAsyncResult *result, GError **error);
