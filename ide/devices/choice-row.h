/* A row with a button that belongs to a group of choices: the states of an action.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* An AdwActionRow. target: the state of the action that this row stands for. */
GtkWidget *rs_choice_row_new (const char *title, const char *subtitle, const char *action, const char *target);
