/* redshift-ide: the desktop program.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/debug-topics.h"
#include "ide/app/application.h"
#include "ide/run/child.h"
#include "ide/run/run.h"
#include "ide/viewer/viewer.h"

#include <locale.h>
#include <string.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  g_autoptr (RsApplication) application = NULL;
  int status;

  setlocale (LC_ALL, "");
  /* Programs print and read numbers with a point whatever the desktop's language is. */
  setlocale (LC_NUMERIC, "C");
  g_set_application_name ("Redshift");
  if (rs_debug_topics_tell (stderr))
    return 0;
  if (argc == 2 && strcmp (argv[1], "--viewer") == 0)
    return rs_viewer_run ();
  if (argc == 2 && strcmp (argv[1], "--run") == 0)
    return rs_child_main ();
  application = rs_application_new ();
  status = g_application_run (G_APPLICATION (application), argc, argv);
  /* What a run that was let go still computes needs the libraries that an orderly end takes apart. */
  if (rs_run_any_left_behind ())
    _exit (status);
  return status;
}
