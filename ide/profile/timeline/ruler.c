/* The labels of a time ruler.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/timeline/ruler.h"

#include <math.h>

static const struct {
  double ns;
  const char *name;
  int base_digits; /* after the point, of a base in seconds */
} units[] = { { 1, "ns", 6 }, { 1e3, "µs", 3 }, { 1e6, "ms", 0 }, { 1e9, "s", 0 } };

/* The largest one that the step is a multiple of. */
static guint
find_unit (double step)
{
  guint unit = 0;

  while (unit + 1 < G_N_ELEMENTS (units) && step >= units[unit + 1].ns)
    unit++;
  return unit;
}

double
rs_ruler_get_base (double first, double step)
{
  guint unit = find_unit (step);
  double thousand = 1000 * units[unit].ns;

  return unit + 1 < G_N_ELEMENTS (units) && first >= thousand ? floor (first / thousand) * thousand : 0;
}

char *
rs_ruler_format_base (double base, double step)
{
  return g_strdup_printf ("%.*f s", units[find_unit (step)].base_digits, base / 1e9);
}

char *
rs_ruler_format_tick (double time, double base, double step)
{
  guint unit = find_unit (step);

  if (time == 0)
    return g_strdup ("0");
  return g_strdup_printf ("%s%.0f %s", base > 0 ? "+" : "", (time - base) / units[unit].ns, units[unit].name);
}
