/* How much memory an array needs, and whether such an array can exist at all.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/memory/memory.h"

static char *
format_sizes (int rank, const gint64 *dims)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < rank; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? "x" : "", dims[i]);
  return g_string_free (text, FALSE);
}

gboolean
rs_memory_get_size (RsElement element, int rank, const gint64 *dims, gint64 *n_elements, gsize *bytes, GError **error)
{
  gint64 n = 1, size;
  gboolean is_negative = FALSE, is_too_large = FALSE, is_empty = FALSE;

  g_assert (element > RS_ELEMENT_NONE && element < RS_N_ELEMENTS && rank >= 1 && rank <= RS_MAX_RANK);
  for (int i = 0; i < rank; i++)
    {
      is_negative |= dims[i] < 0;
      is_empty |= dims[i] == 0;
      is_too_large |= __builtin_mul_overflow (n, dims[i], &n);
    }
  if (is_empty)
    n = 0;
  is_too_large |= __builtin_mul_overflow (n, (gint64)rs_element_get_bytes (element), &size) || size > ((gint64)1 << 47);
  if (is_negative || (is_too_large && !is_empty))
    {
      g_autofree char *sizes = format_sizes (rank, dims);

      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY,
                   is_negative ? "an array can't have the negative size %s" : "an array of %s elements is too large",
                   sizes);
      return FALSE;
    }
  *n_elements = n;
  *bytes = n == 0 ? 0 : (gsize)size;
  return TRUE;
}
