/* The question with which arguments a program is run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/editor/text/document.h"

/* Asks for the arguments of a document's program, which the document then keeps (rs_document_set_arguments). Words may
 * be quoted as in a shell; what can't be taken apart is not accepted. */
void rs_arguments_dialog_present (GtkWindow *parent, RsDocument *document);
