/* Runs a program in the interpreter and takes what it prints: the shortest way to test built-in functions as programs
 * see them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/session.h"

static inline void
append_output (const char *text, gsize length, gpointer data)
{
  g_string_append_len (((GString **)data)[0], text, (gssize)length);
}

static inline void
append_message (const char *text, gpointer data)
{
  g_string_append (((GString **)data)[1], text);
}

/* Output in *output, messages in *messages (both transfer full, either may be NULL). Returns the exit status. */
static inline int
run_program (const char *program, RsPrecision precision, char **output, char **messages)
{
  GString *texts[2] = { g_string_new (NULL), g_string_new (NULL) };
  RsSessionOptions options = { .device = "interp",
                               .precision = precision,
                               .write_output = append_output,
                               .write_message = append_message,
                               .output_data = texts };
  g_autoptr (RsSettings) settings = rs_settings_new ();
  g_autoptr (GError) error = NULL;
  RsSession *session;
  int status;

  options.settings = settings;
  session = rs_session_new (&options, &error);
  g_assert_no_error (error);
  status = rs_session_run_text (session, "test.q", program, NULL);
  rs_session_free (session);
  if (output != NULL)
    *output = g_string_free (texts[0], FALSE);
  else
    g_string_free (texts[0], TRUE);
  if (messages != NULL)
    *messages = g_string_free (texts[1], FALSE);
  else
    g_string_free (texts[1], TRUE);
  return status;
}

typedef struct
{
  const char *program;
  const char *expected; /* output without its last newline; for errors: words of the message */
} Expectation;

static inline void
assert_outputs (const Expectation *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *output = NULL, *messages = NULL;
      int status = run_program (cases[i].program, RS_PRECISION_SINGLE, &output, &messages);

      if (status != 0)
        g_error ("status %d of \"%s\": %s", status, cases[i].program, messages);
      g_strchomp (output);
      if (strcmp (output, cases[i].expected) != 0)
        g_error ("\"%s\" prints \"%s\", not \"%s\"", cases[i].program, output, cases[i].expected);
    }
}

/* Each ends with status 1 and a message that holds the words. */
static inline void
assert_errors (const Expectation *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *messages = NULL;
      int status = run_program (cases[i].program, RS_PRECISION_SINGLE, NULL, &messages);

      if (status != 1 || strstr (messages, cases[i].expected) == NULL)
        g_error ("status %d of \"%s\": \"%s\" does not hold \"%s\"", status, cases[i].program, messages,
                 cases[i].expected);
    }
}
