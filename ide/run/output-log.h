/* What a run has printed, and what Redshift said about it: the end of it, bounded.
 *
 * Writers are on any thread and as fast as they like; a write copies text under a lock. The oldest text goes when there
 * is more than RS_OUTPUT_LOG_BYTES, and the number of lines stays known, so that a reader can tell how many it has
 * missed. Several readers may stand at places of their own.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#define RS_OUTPUT_LOG_BYTES (1024 * 1024)

typedef struct _RsOutputLog RsOutputLog;

typedef enum {
  RS_OUTPUT_OF_PROGRAM,
  RS_OUTPUT_OF_REDSHIFT, /* errors; where a program runs on its own, all that is said of it */
  RS_OUTPUT_WARNING,
  RS_OUTPUT_REMARK, /* notes, and what the debugger says */
  RS_N_OUTPUT_STREAMS,
} RsOutputStream;

/* Text of one stream. */
typedef struct {
  RsOutputStream stream;
  GString *text; /* need not be valid UTF-8 */
} RsOutputPiece;

/* A place in a log; all zero: its start. */
typedef struct {
  guint64 offset; /* bytes */
  guint64 line;
} RsOutputReader;

RsOutputLog *rs_output_log_new (void);
void rs_output_log_free (RsOutputLog *self);

/* text need not be NUL-terminated. */
void rs_output_log_write (RsOutputLog *self, RsOutputStream stream, const char *text, gsize length);

/* What follows the reader's place, at most about max_bytes; moves it. *n_missed: lines that went before they were read.
 * (transfer full) (element-type RsOutputPiece) */
GPtrArray *rs_output_log_read (RsOutputLog *self, RsOutputReader *reader, gsize max_bytes, guint64 *n_missed);

/* Whether something follows. */
gboolean rs_output_log_has_more (RsOutputLog *self, const RsOutputReader *reader);
/* Moves to the end. */
void rs_output_log_skip (RsOutputLog *self, RsOutputReader *reader);

/* Lines written since the start. */
guint64 rs_output_log_get_n_lines (RsOutputLog *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsOutputLog, rs_output_log_free)
