/* The registry of panels: everything that stands around the text, in tabs at the bottom or at a side.
 *
 * To add one:
 *  1. Write a class derived from PanelWidget in the folder of its area, with a constructor `PanelWidget *rs_..._new
 * (RsRuns *runs)`.
 *     Identity, title and icon come from the registry. A panel never includes a header of ide/app: it follows the runs
 *     (ide/run/runs.h: "started", "shown-changed"; a run's "changed"; rs_run_get_debug_state) and activates the
 * window's actions
 *     ("win.go-to" with path, line and column above all). PanelWidgetClass.get_default_focus says what gets the focus
 * when the
 *     user goes to the panel.
 *  2. Add a row to ide/app/window/panels.def, the header to panels.c, the files to ide/app/meson.build.
 * The View menu, the action win.show-ID, its shortcut, what the session keeps and the walk of the tests follow from the
 * row. A panel is made when it is first shown. Who needs one that may not exist yet calls rs_window_get_panel with its
 * id.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/run/runs.h"

#include <libpanel.h>

typedef enum { RS_PANEL_AT_BOTTOM, RS_PANEL_AT_END, RS_PANEL_AT_START } RsPanelPlace;

typedef struct {
  const char *id;
  const char *title; /* with a mnemonic, translatable */
  const char *icon;
  RsPanelPlace place;                    /* where it comes up first; the user may move it */
  gboolean is_open;                      /* in a window without a session */
  PanelWidget *(*create) (RsRuns *runs); /* a floating reference */
  const char *key;                       /* goes to it; may be NULL */
} RsPanelKind;

guint rs_panel_kinds_count (void);
const RsPanelKind *rs_panel_kind_get (guint index);
/* NULL: there is no such panel. */
const RsPanelKind *rs_panel_kind_find (const char *id);

/* What tabs say: the title without its mnemonic. (transfer full) */
char *rs_panel_kind_dup_title (const RsPanelKind *kind);
