/* A page of the documentation in a tab: text with headings, and programs that open in an editor.
 *
 * Programs are handed to "win.new-with-text".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <libpanel.h>

#define RS_TYPE_HELP_PAGE (rs_help_page_get_type ())
G_DECLARE_FINAL_TYPE (RsHelpPage, rs_help_page, RS, HELP_PAGE, PanelWidget)

/* name: of a page of data/help, "language". NULL: error says what is missing. */
RsHelpPage *rs_help_page_new (const char *name, GError **error);
