/* The same for libFuzzer, which looks for texts that reach new code: see CONTRIBUTING.md. Built by clang alone.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "front.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = g_strndup ((const char *)data, size);

  if (strlen (text) == size) /* files with NUL bytes are refused before they are read as programs */
    fuzz_check_text (text, size, size > 0 ? data[size - 1] : 0);
  return 0;
}
