/* The registry of panels.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/panels.h"

#include "ide/debug/debug-panels.h"
#include "ide/debug/values/array-panel.h"
#include "ide/debug/values/variables-panel.h"
#include "ide/devices/devices-panel.h"
#include "ide/editor/find/problems-panel.h"
#include "ide/editor/find/results-panel.h"
#include "ide/editor/find/search-panel.h"
#include "ide/files/files-panel.h"
#include "ide/help/help-panel.h"
#include "ide/pipeline/pipeline-panel.h"
#include "ide/profile/profile-panel.h"
#include "ide/run/console.h"

#include <glib/gi18n.h>
#include <string.h>

static const RsPanelKind kinds[] = {
#define RS_PANEL(id, title, icon, place, is_open, create, key) { id, title, icon, place, is_open, create, key },
#include "ide/app/window/panels.def"
#undef RS_PANEL
};

guint
rs_panel_kinds_count (void)
{
  return G_N_ELEMENTS (kinds);
}

const RsPanelKind *
rs_panel_kind_get (guint index)
{
  return &kinds[index];
}

const RsPanelKind *
rs_panel_kind_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].id, id))
      return &kinds[i];
  return NULL;
}

char *
rs_panel_kind_dup_title (const RsPanelKind *kind)
{
  GString *title = g_string_new (_ (kind->title));

  g_string_replace (title, "_", "", 0);
  return g_string_free (title, FALSE);
}
