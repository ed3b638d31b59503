/* The preferences: font and colours, what programs run with (every row of runtime/base/settings.def), and the keys.
 *
 * The words that are typed choose what is shown. What is changed is in force and kept at once.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <adwaita.h>

/* Data of a button that takes the next key, whatever it is. */
#define RS_PREFERENCES_WAITS_FOR_KEY "waits-for-key"

void rs_preferences_window_present (GtkWindow *parent);
/* The keys alone. */
void rs_preferences_window_present_keys (GtkWindow *parent);

/* Says something in the window of that control. */
void rs_preferences_tell (GtkWidget *control, const char *text);

/* --- preferences-keys.c --- */
/* A group for each section of the keymap. (element-type AdwPreferencesGroup) (transfer full) */
GPtrArray *rs_preferences_make_keys (void);
