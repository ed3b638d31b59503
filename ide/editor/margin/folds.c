/* What is folded.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/margin/folds.h"

gboolean
rs_folds_is_tag (GtkTextTag *tag)
{
  gboolean is_invisible;

  g_object_get (tag, "invisible", &is_invisible, NULL);
  return is_invisible;
}

gboolean
rs_folds_hide (const GtkTextIter *at)
{
  g_autoptr (GSList) tags = gtk_text_iter_get_tags (at);

  for (GSList *link = tags; link != NULL; link = link->next)
    if (rs_folds_is_tag (link->data))
      return TRUE;
  return FALSE;
}

void
rs_folds_go_to_shown (GtkTextIter *line)
{
  while (rs_folds_hide (line) && gtk_text_iter_backward_line (line))
    continue;
}
