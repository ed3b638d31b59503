/* What can be done with a variable: the menu of a row of the variables panel.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/debug/debug-run.h"
#include "ide/debug/values/variable-item.h"

/* At x, y of widget. */
void rs_variable_menu_pop_up (GtkWidget *widget, double x, double y, RsVariableItem *item);
/* Asks for another value there, beginning with what gives the one that it has in run; what is entered is assigned as at
 * the prompt. Where widget is in a panel, its usual focus has the keyboard afterwards. */
void rs_variable_menu_ask_value (GtkWidget *widget, double x, double y, RsVariableItem *item, RsDebugRun *run);
/* Whether it can be looked at as an array. */
gboolean rs_variable_is_array (RsVariableItem *item);
