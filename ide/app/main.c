/* redshift-ide: the desktop program.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/debug-topics.h"
#include "ide/app/application.h"
#include "ide/app/loop-meter.h"
#include "ide/run/child.h"
#include "ide/run/run.h"
#include "ide/viewer/viewer.h"

#include <glib/gi18n.h>
#include <gtk/gtk.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

/* The desktop's language for texts. Programs print and read numbers with a point whatever it is: GTK would set that,
 * too, when it starts. RS_LOCALE_DIR: where LANGUAGE/LC_MESSAGES/redshift.mo is, for a build that is not installed. */
static void
init_locale (void)
{
  const char *chosen = g_getenv ("RS_LOCALE_DIR");

  if (setlocale (LC_ALL, "") == NULL)
    g_message ("The locale of the environment is not on this machine: texts are in English");
  setlocale (LC_NUMERIC, "C");
  gtk_disable_setlocale ();
  bindtextdomain (GETTEXT_PACKAGE, chosen != NULL && *chosen != '\0' ? chosen : RS_INSTALLED_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}

int
main (int argc, char **argv)
{
  g_autoptr (RsApplication) application = NULL;
  int status;

  init_locale ();
  g_set_application_name ("Redshift");
  if (rs_debug_topics_tell (stderr))
    return 0;
  if (argc == 2 && strcmp (argv[1], "--viewer") == 0)
    return rs_viewer_run ();
  if (argc == 2 && strcmp (argv[1], "--run") == 0)
    return rs_child_main ();
  rs_loop_meter_start ();
  application = rs_application_new ();
  status = g_application_run (G_APPLICATION (application), argc, argv);
  /* What a run that was let go still computes needs the libraries that an orderly end takes apart. */
  if (rs_run_any_left_behind ())
    _exit (status);
  return status;
}
