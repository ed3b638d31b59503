/* The menu of a program's text and of its margin: what keys do there, beside what the toolkit has in it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtksourceview/gtksource.h>

/* A click for the menu puts the cursor there, but inside of what is selected: the menu's actions work at the cursor. */
void rs_text_menu_add (GtkSourceView *view);
