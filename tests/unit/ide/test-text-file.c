/* Files of text: what is read and written without a change is the same file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/text/text-file.h"

#include <string.h>

static void
check_bytes (RsTextForm *form, const char *text, const char *expected)
{
  g_autoptr (GBytes) bytes = rs_text_file_encode (text, form);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  g_assert_cmpmem (data, length, expected, strlen (expected));
}

static void
test_round_trip (void)
{
  static const char *const files[] = {
    "",
    "\n",
    "\r\n",
    "\r",
    "x",
    "x\n",
    "x\r\n",
    "x\n\n",
    "x\r\n\r\n",
    "x\ny",
    "x\r\ny",
    "x\r\ny\n",
    "x\ny\r\n",
    "% 10%\r% 20%\ny\n",
    "x\ry\r",
    "x\r\r\ny\r\n",
    "% a\xe2\x80\xa9 b\ny\n",
    "y\xe2\x80\xa9",
    "\xef\xbb\xbf",
    "\xef\xbb\xbf\n",
    "\xef\xbb\xbfx = 1\ny = 2\n",
    "\xef\xbb\xbfx\r\n",
    "\xef\xbb\xbf\xef\xbb\xbfx\n",
    "% caf\xe9\r\nx = 1\r\n",
    "\xef\xbb\xbf% caf\xe9\n",
    "% \x80\x85\x9f\xa0\xff\n",
    "% \xef\xbf\xbc \xef\xbf\xbd \xc2\x85 \xf0\x9f\x98\x80\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (RsTextFile) file = rs_text_file_new (files[i], strlen (files[i]));

      g_assert_true (g_utf8_validate (file->text, (gssize)file->length, NULL));
      g_assert_cmpuint (strlen (file->text), ==, file->length);
      check_bytes (&file->form, file->text, files[i]);
    }
}

static void
test_text (void)
{
  g_autoptr (RsTextFile) marked = rs_text_file_new ("\xef\xbb\xbfx\n", 5);
  g_autoptr (RsTextFile) latin = rs_text_file_new ("% \xe9\r\n", 5);
  g_autoptr (RsTextFile) blank = rs_text_file_new ("", 0);

  g_assert_cmpstr (marked->text, ==, "x");
  g_assert_cmpstr (latin->text, ==, "% \xc3\xa9");
  g_assert_cmpstr (blank->text, ==, "");
}

/* New lines end as the others do; where those differ, with \n. */
static void
test_new_lines (void)
{
  g_autoptr (RsTextFile) crlf = rs_text_file_new ("x\r\ny\r\n", 6);
  g_autoptr (RsTextFile) mixed = rs_text_file_new ("x\r\ny\n", 5);
  g_autoptr (RsTextFile) bare = rs_text_file_new ("x\ry\n", 4);
  RsTextForm form = rs_text_form_default;

  check_bytes (&crlf->form, "x\r\nnew\ny", "x\r\nnew\r\ny\r\n");
  check_bytes (&mixed->form, "x\r\nnew\ny", "x\r\nnew\ny\n");
  check_bytes (&bare->form, "x\ry\nnew", "x\ry\nnew\n");
  check_bytes (&form, "new", "new\n");
  check_bytes (&form, "", "");
}

static void
test_beyond_latin1 (void)
{
  g_autoptr (RsTextFile) file = rs_text_file_new ("% \xe9\n", 4);

  check_bytes (&file->form, "% \xc3\xa9\xc3\xbf", "% \xe9\xff\n");
  check_bytes (&file->form, "% \xc3\xa9\xe2\x82\xac", "% \xc3\xa9\xe2\x82\xac\n");
  check_bytes (&file->form, "% \xc3\xa9", "% \xc3\xa9\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text-file/round-trip", test_round_trip);
  g_test_add_func ("/text-file/text", test_text);
  g_test_add_func ("/text-file/new-lines", test_new_lines);
  g_test_add_func ("/text-file/beyond-latin1", test_beyond_latin1);
  return g_test_run ();
}
