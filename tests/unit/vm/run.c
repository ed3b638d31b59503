/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/vm/run.h"

#include <string.h>

static void
write_output (const char *text, gsize length, gpointer data)
{
  g_string_append_len (((RsRun *)data)->output, text, (gssize)length);
}

static void
write_message (const char *text, gpointer data)
{
  g_string_append (((RsRun *)data)->messages, text);
}

RsRun *
rs_run (const char *text, const char *device, RsPrecision precision, const char *setting, const char *const *arguments)
{
  RsRun *run = g_new0 (RsRun, 1);
  g_autoptr (RsSettings) settings = rs_settings_new ();
  g_autoptr (GError) error = NULL;
  RsSessionOptions options = { .settings = settings,
                               .device = device,
                               .precision = precision,
                               .write_output = write_output,
                               .write_message = write_message,
                               .output_data = run };
  gboolean unknown;
  RsSession *session;

  run->output = g_string_new (NULL);
  run->messages = g_string_new (NULL);
  if (setting != NULL)
    g_assert_true (rs_settings_parse (settings, setting, &unknown, NULL));
  session = rs_session_new (&options, &error);
  g_assert_no_error (error);
  run->status = rs_session_run_text (session, "test.q", text, arguments);
  rs_session_free (session);
  return run;
}

void
rs_run_free (RsRun *run)
{
  g_string_free (run->output, TRUE);
  g_string_free (run->messages, TRUE);
  g_free (run);
}

static const char *const devices[] = { "interp", "auto" };

void
rs_expect_output (const char *text, const char *expected)
{
  for (guint i = 0; i < G_N_ELEMENTS (devices); i++)
    {
      g_autoptr (RsRun) run = rs_run (text, devices[i], RS_PRECISION_SINGLE, NULL, NULL);

      if (run->status != 0)
        g_test_message ("%s: %s", devices[i], run->messages->str);
      g_assert_cmpstr (run->output->str, ==, expected);
      g_assert_cmpint (run->status, ==, 0);
    }
}

void
rs_expect_error (const char *text, int status, const char *part)
{
  for (guint i = 0; i < G_N_ELEMENTS (devices); i++)
    {
      g_autoptr (RsRun) run = rs_run (text, devices[i], RS_PRECISION_SINGLE, NULL, NULL);

      g_assert_cmpint (run->status, ==, status);
      if (strstr (run->messages->str, part) == NULL)
        g_test_message ("%s: %s", devices[i], run->messages->str);
      g_assert_nonnull (strstr (run->messages->str, part));
    }
}
