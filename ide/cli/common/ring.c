/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/cli/common/ring.h"

#include "ide/cli/cli.h"
#include "ide/cli/common/signals.h"
#include "profiler/analysis/time/summary.h"

static void
on_saved (const char *path, const char *reason, gint64 ns, const GError *error, gpointer is_quiet)
{
  g_autofree char *length = rs_format_duration (ns);

  if (error != NULL)
    rs_cli_complain ("warning: --ring: %s: %s", reason, error->message);
  else if (!GPOINTER_TO_INT (is_quiet))
    rs_cli_complain ("%s: the last %s of the run are in %s", reason, length, path);
}

void
rs_ring_prepare (RsRecorderRing *ring, gboolean is_quiet)
{
  if (ring == NULL)
    return;
  ring->saved = on_saved;
  ring->data = GINT_TO_POINTER (is_quiet);
  rs_signals_save_recordings (NULL);
}

void
rs_ring_begin (const RsRecorderRing *ring, RsRecorder *recorder)
{
  if (ring != NULL)
    rs_signals_save_recordings (recorder);
}

void
rs_ring_end (const RsRecorderRing *ring, RsRecorder *recorder, int status)
{
  const char *name = rs_signals_get_name ();
  g_autofree char *by_signal = name != NULL ? g_strdup_printf ("%s has ended the program", name) : NULL;

  if (ring == NULL)
    return;
  rs_signals_save_recordings (NULL);
  if (by_signal != NULL)
    rs_recorder_set_meta (recorder, "saved", by_signal);
  else if (status != RS_EXIT_OK)
    rs_recorder_set_meta (recorder, "saved", "the program has ended with an error");
}
