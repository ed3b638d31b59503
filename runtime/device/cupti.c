/* See cupti.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/cupti.h"

const RsCuptiMarks *rs_cupti_marks;

static GMutex lock;
static RsCuptiAttachFunc current; /* guarded by lock */
static gpointer current_data;     /* guarded by lock */

gboolean
rs_cupti_attach (const RsSettings *settings)
{
  const RsCuptiMarks *marks = NULL;

  g_mutex_lock (&lock);
  if (current != NULL)
    marks = current (settings, current_data);
  if (marks != NULL)
    __atomic_store_n (&rs_cupti_marks, marks, __ATOMIC_RELEASE);
  g_mutex_unlock (&lock);
  return marks != NULL && marks->push != NULL;
}

void
rs_cupti_listen (RsCuptiAttachFunc attach, gpointer data)
{
  g_mutex_lock (&lock);
  __atomic_store_n (&rs_cupti_marks, NULL, __ATOMIC_RELEASE);
  current = attach;
  current_data = data;
  g_mutex_unlock (&lock);
}
