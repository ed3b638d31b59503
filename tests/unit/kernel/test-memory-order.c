/* Which dimension goes along memory, and what the author of a kernel is told: IR in, number and sentence out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/order/memory-order.h"

#include <string.h>

#define ALONG "((position 0) (position 1))"
#define ACROSS "((position 1) (position 0))"

static RsKernel *
read_kernel (const char *from, const char *to)
{
  g_autofree char *load = g_strndup (from + 1, strlen (from) - 2);
  g_autofree char *text = g_strdup_printf (
      "(kernel k (grid 2) (precision single) (parameters (array \"x\" SINGLE 2 1 0 plain reads) (array \"y\" SINGLE 2 "
      "1 1 plain writes))"
      " (locals) (messages) (body (do (store 3 @1.0 unchecked default shared %s (load @0.0 unchecked 3 %s)))))",
      to, load);
  g_autoptr (GError) error = NULL;
  RsKernel *kernel = rs_kernel_parse (text, &error);

  g_assert_no_error (error);
  g_assert_null (rs_kernel_verify (kernel));
  return kernel;
}

static void
test_near (void)
{
  static const struct
  {
    const char *from, *to;
    int near;
  } cases[] = {
    { ALONG, ALONG, -1 },                                 /* it is the last one already */
    { ACROSS, ACROSS, 0 },
    { ACROSS, ALONG, -1 },                                /* one goes along it */
    { "((position 1) (add (position 0) 3))", ACROSS, 0 },
    { "((position 1) 0)", ACROSS, 0 },                    /* rows apart in one, the same in the other */
    { "((position 1) (mul (position 0) 2))", ALONG, -1 },
    { "(0 0)", "(0 0)", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RsKernel) kernel = read_kernel (cases[i].from, cases[i].to);

      g_test_message ("%s to %s", cases[i].from, cases[i].to);
      g_assert_cmpint (rs_kernel_find_near_dimension (kernel, NULL), ==, cases[i].near);
    }
}

static void
test_advice (void)
{
  g_autoptr (RsKernel) across = read_kernel (ACROSS, ACROSS), along = read_kernel (ALONG, ALONG);
  g_autofree char *advice = rs_kernel_advise_order (across);
  RsFarAccess access;

  g_assert_cmpint (rs_kernel_find_near_dimension (across, &access), ==, 0);
  g_assert_cmpint (access.line, ==, 3);
  g_assert_nonnull (advice);
  g_assert_true (g_str_has_prefix (advice, "line 3: "));
  g_assert_nonnull (strstr (advice, "exchange"));
  g_assert_null (rs_kernel_advise_order (along));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/memory-order/near", test_near);
  g_test_add_func ("/kernel/memory-order/advice", test_advice);
  return g_test_run ();
}
