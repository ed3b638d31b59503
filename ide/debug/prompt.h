/* A prompt that computes with what a program has left, or in the function where it stands.
 *
 * Return runs what is typed when it is complete, Shift+Return makes a new line, Up and Down on the first and last line
 * go through what was typed before (kept between sessions), Tab completes names and commands of the debugger. What is
 * typed goes to the action "win.evaluate".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/debug/debug-run.h"

/* Whether a widget is the text of a prompt. */
gboolean rs_prompt_is (GtkWidget *widget);
GtkWidget *rs_prompt_new (RsRuns *runs);
