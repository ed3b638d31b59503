/* What launches took, kept from run to run: a file in the cache folder for each machine.
 *
 * A record is found by three numbers: a hash of what is launched, the size class of its arrays, and a hash of the
 * device (rs_cost_file_hash of texts that say everything that a time depends on: model, driver, versions). Records
 * that nobody renewed for 30 days count no more; the file holds some 16,000, of which the oldest go.
 *
 * A file that is damaged, of another machine, or can't be read counts as none, one that can't be written is not
 * written, in both cases without a word: what is kept is learned again. Two processes that write at once lose at most
 * what one of them has learned, since each reads the file again, and writes its own beside it that takes its place.
 *
 * Threads: one at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsCostFile RsCostFile;

/* Reads what is kept in folder, which need not be there, for a machine: a text that says what its times depend on.
 * (transfer full) */
RsCostFile *rs_cost_file_open (const char *folder, const char *machine);
/* Writes what was set since, if anything was. */
void rs_cost_file_close (RsCostFile *self);

/* ns; negative: not known. */
gint64 rs_cost_file_get (const RsCostFile *self, guint64 launched, guint size_class, guint64 device);
/* ns > 0 */
void rs_cost_file_set (RsCostFile *self, guint64 launched, guint size_class, guint64 device, gint64 ns);

/* Of text, and what was hashed before it (0: nothing). Never 0. */
guint64 rs_cost_file_hash (guint64 before, const char *text, gsize length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsCostFile, rs_cost_file_close)
