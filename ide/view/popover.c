/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/view/popover.h"

static gboolean
unparent (gpointer popover)
{
  if (gtk_widget_get_parent (popover) != NULL) /* which may have gone first */
    gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

/* The chosen action comes after the popover has closed. */
static void
on_closed (GtkPopover *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, unparent, g_object_ref (popover), g_object_unref);
}

void
rs_popover_drop_when_closed (GtkPopover *popover)
{
  g_signal_connect (popover, "closed", G_CALLBACK (on_closed), NULL);
}
