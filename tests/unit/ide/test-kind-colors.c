/* What is written into the boxes of timelines and flame graphs can be read, in light and in dark: a contrast of 4.5
 * with each colour that a kind of event can have, also where boxes are faint or shaded.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/timeline/kind-colors.h"

#include <math.h>

#define LEAST_CONTRAST 4.5

static double
to_linear (double value)
{
  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

static double
get_luminance (const double color[3])
{
  return 0.2126 * to_linear (color[0]) + 0.7152 * to_linear (color[1]) + 0.0722 * to_linear (color[2]);
}

/* below becomes what is seen of it under a share of above. */
static void
cover (double below[3], const GdkRGBA *above, double share)
{
  const double parts[3] = { (double)above->red, (double)above->green, (double)above->blue };

  for (int i = 0; i < 3; i++)
    below[i] += share * (parts[i] - below[i]);
}

static double
get_contrast (const GdkRGBA *box, gboolean dark, double shade)
{
  const GdkRGBA ground = rs_kind_ground (dark), ink = rs_kind_ink (box, dark, (float)shade);
  /* What shades is the colour of texts without its translucence. */
  const GdkRGBA over = dark ? (GdkRGBA){ 1, 1, 1, 1 } : (GdkRGBA){ 0, 0, 0, 1 };
  double seen[3] = { 0 }, written[3] = { 0 }, one, other;

  cover (seen, &ground, 1);
  cover (seen, box, (double)box->alpha);
  cover (seen, &over, shade);
  cover (written, &ink, 1);
  one = get_luminance (seen) + 0.05;
  other = get_luminance (written) + 0.05;
  return fmax (one, other) / fmin (one, other);
}

static void
test_contrast (void)
{
  static const double shades[] = { 0, 0.14 }, shares[] = { 1, 0.35, 0.2, 0.15 };
  double least = 21;

  for (guint kind = 0; kind < 32; kind++)
    for (guint variant = 0; variant < 500; variant++)
      for (guint dark = 0; dark < 2; dark++)
        for (guint i = 0; i < G_N_ELEMENTS (shades) * G_N_ELEMENTS (shares); i++)
          {
            GdkRGBA box;

            rs_kind_color (kind, variant, dark, &box);
            box.alpha *= (float)shares[i / G_N_ELEMENTS (shades)];
            least = fmin (least, get_contrast (&box, dark, shades[i % G_N_ELEMENTS (shades)]));
          }
  g_test_message ("least contrast: %.2f", least);
  g_assert_cmpfloat (least, >=, LEAST_CONTRAST);
}

/* Kinds are told apart by their colours; white on all would not be an answer. */
static void
test_both_inks (void)
{
  GdkRGBA color;

  rs_kind_color (RS_TRACE_COMPILE, 0, FALSE, &color);
  g_assert_cmpfloat (rs_kind_ink (&color, FALSE, 0).red, ==, 0);
  color = (GdkRGBA){ 0.1f, 0.1f, 0.4f, 1 };
  g_assert_cmpfloat (rs_kind_ink (&color, FALSE, 0).red, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kind-colors/contrast", test_contrast);
  g_test_add_func ("/kind-colors/both-inks", test_both_inks);
  return g_test_run ();
}
