/* Mutates programs, and parses, formats, stores and checks them: `fuzz-parse FIRST_SEED COUNT [FILE...]`.
 *
 * Every seed gives the same text on every machine, so a failure is repeated with `fuzz-parse SEED 1`. Run it in a build
 * with sanitizers; what it looks for are crashes, hangs, and trees that cannot be printed or stored. With FUZZ_SHOW=1
 * each text is written before it is read.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "front.h"
#include "mutate.h"

#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  guint32 first, count;

  if (argc < 3)
    {
      g_printerr ("usage: %s FIRST_SEED COUNT [FILE...]\n", argv[0]);
      return 2;
    }
  first = (guint32)strtoul (argv[1], NULL, 10);
  count = (guint32)strtoul (argv[2], NULL, 10);
  fuzz_add_files (argv + 3, argc - 3);
  for (guint32 i = 0; i < count; i++)
    {
      GString *text = fuzz_make_text (first + i);

      if (g_getenv ("FUZZ_SHOW") != NULL)
        {
          fwrite (text->str, 1, text->len, stdout);
          fflush (stdout);
        }
      fuzz_check_text (text->str, text->len, first + i);
      g_string_free (text, TRUE);
    }
  fuzz_free ();
  return 0;
}
