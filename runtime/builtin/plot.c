/* plot and what belongs to it. Without a display they check nothing and do nothing (STDLIB.md 1.2); there is no front
 * end that draws plots, so that with a display the first call says so.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"

static gboolean
note_plot (RsCall *call)
{
  RsSession *session = call->session;

  if (session->display != NULL && session->slots[RS_SLOT_DISPLAY] == NULL)
    {
      rs_session_message (session, "%s:%u: note: plots are not drawn yet", call->path != NULL ? call->path : "",
                          call->line);
      rs_session_set_slot (session, RS_SLOT_DISPLAY, g_strdup ("noted"), g_free);
    }
  return TRUE;
}

#define PLOT_FUNCTION(ID)                                                                                              \
  RS_DEFINE_BUILTIN (ID)                                                                                               \
  {                                                                                                                    \
    return note_plot (call);                                                                                           \
  }

PLOT_FUNCTION (PLOT)
PLOT_FUNCTION (TITLE)
PLOT_FUNCTION (XLIM)
PLOT_FUNCTION (YLIM)
PLOT_FUNCTION (XLABEL)
PLOT_FUNCTION (YLABEL)
PLOT_FUNCTION (LEGEND)
