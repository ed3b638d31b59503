/* The question on which two devices a program is to be compared.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* devices: [2] and NULL, as -d takes them; they differ. */
typedef void (*RsCompareAnswer) (const char *const *devices, gpointer data);

/* Offers the devices that can be used. answer is called once, when there is one. data: a GObject, kept until then. */
void rs_compare_dialog_present (GtkWindow *parent, const char *program, RsCompareAnswer answer, gpointer data);
