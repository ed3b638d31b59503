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

/* y[to] = x[from]*w[of] over a grid whose dimension `few` has three positions; pixels of three channels. */
static int
find_channel (const char *to, const char *from, const char *of, guint few)
{
  g_autofree char *text = g_strdup_printf (
      "(kernel k (grid 3) (precision single) (parameters (array \"x\" SINGLE 3 1 0 plain reads last:3) (array \"y\" "
      "SINGLE 3 1 1 plain writes last:3) (array \"w\" SINGLE 1 1 2 plain reads)) (count %u 3)"
      " (locals) (messages) (body (do (store 3 @1.0 unchecked default shared (%s) (mul (load @0.0 unchecked 3 %s) "
      "(load "
      "@2.0 unchecked 3 %s))))))",
      few, to, from, of);
  g_autoptr (GError) error = NULL;
  g_autoptr (RsKernel) kernel = rs_kernel_parse (text, &error);

  g_assert_no_error (error);
  g_assert_null (rs_kernel_verify (kernel));
  return rs_kernel_find_channel_dimension (kernel);
}

static void
test_channels (void)
{
  const char *pixel = "(position 0) (position 1) (position 2)", *turned = "(position 1) (position 2) (position 0)";

  g_assert_cmpint (find_channel (pixel, pixel, "0", 2), ==, -1); /* they lie as they are gone through */
  g_assert_cmpint (find_channel (pixel, "(position 0) (add (position 1) 1) (position 2)", "0", 2), ==, -1);
  g_assert_cmpint (find_channel (pixel, pixel, "(position 2)", 2), ==, 2);
  g_assert_cmpint (find_channel (pixel, "(position 0) (position 1) (sub 2 (position 2))", "0", 2), ==, 2);
  g_assert_cmpint (find_channel (pixel, "(position 0) (position 1) 0", "0", 2), ==, 2);
  g_assert_cmpint (find_channel (turned, turned, "0", 0), ==, 0);             /* the level is the first */
  g_assert_cmpint (find_channel (pixel, pixel, "(position 2)", 1), ==, -1);   /* how many there are is not known */
  g_assert_cmpint (find_channel ("0 (position 1) 1", pixel, "0", 2), ==, -1); /* none is gone through */
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
  g_test_add_func ("/kernel/memory-order/channels", test_channels);
  g_test_add_func ("/kernel/memory-order/advice", test_advice);
  return g_test_run ();
}
