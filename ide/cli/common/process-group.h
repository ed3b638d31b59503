/* Recordings of processes that run together, as mpirun and srun start them: each process has a file of its own, and the
 * last one that ends makes one of them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsProcessGroup RsProcessGroup;

/* What the environment says of this process: its number and how many there are (of Open MPI, of those with PMI, of
 * Slurm; RS_PROCESS_RANK and RS_PROCESS_COUNT for scripts). path: where the recording of all is to be. NULL: it is
 * alone, or path has the process in it (%p). (transfer full) (nullable) */
RsProcessGroup *rs_process_group_new (const char *path);
void rs_process_group_free (RsProcessGroup *self);

/* Where this process records: "t-2.rstrace" of "t.rstrace". */
const char *rs_process_group_get_path (const RsProcessGroup *self);

/* The recording of this process has ended. Where all have, they become one, and their files go: *is_joined. FALSE with
 * an error when that failed: the files stay. */
gboolean rs_process_group_join (RsProcessGroup *self, gboolean *is_joined, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsProcessGroup, rs_process_group_free)
