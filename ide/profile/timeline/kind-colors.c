/* The colours of the kinds of events.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/timeline/kind-colors.h"

#include "profiler/analysis/timeline/timeline.h"

#include <glib/gi18n.h>
#include <math.h>

/* Hues in degrees, and how far variants are from them: each looks more like its own kind in the legend than like any
 * other. Kinds without a row look like functions. */
static const struct {
  float hue, spread, saturation;
  const char *name;
} kinds[] = {
  [0] = { 0, 0, 0.0f, NULL },
  [RS_TRACE_FUNCTION] = { 218, 12, 0.35f, N_ ("function") },
  [RS_TRACE_LOOP] = { 184, 12, 0.35f, N_ ("loop") },
  [RS_TRACE_LAUNCH] = { 265, 20, 0.45f, N_ ("launch") },
  [RS_TRACE_KERNEL] = { 4, 20, 0.75f, N_ ("kernel") },
  [RS_TRACE_COMPILE] = { 54, 8, 0.75f, N_ ("compile") },
  [RS_TRACE_COPY] = { 135, 15, 0.55f, N_ ("copy") },
  [RS_TRACE_WAIT] = { 0, 0, 0.05f, N_ ("wait") },
  [RS_TRACE_CHUNK] = { 30, 12, 0.45f, N_ ("chunk") },
  [RS_TRACE_BUILTIN] = { 318, 16, 0.45f, N_ ("builtin") },
  [RS_TRACE_MARK] = { 0, 0, 0.0f, N_ ("mark") },
  [RS_TRACE_STRETCH] = { 90, 14, 0.55f, N_ ("stretch") },
  [RS_TRACE_DEVICE_COPY] = { 135, 15, 0.55f, N_ ("copy on a device") },
  [RS_TRACE_MIGRATE] = { 160, 10, 0.55f, N_ ("unified memory moves") },
  [RS_TRACE_PAGING] = { 300, 10, 0.35f, N_ ("unified memory is missed") },
};

static const guint shown[] = { RS_TRACE_FUNCTION, RS_TRACE_LOOP,  RS_TRACE_BUILTIN, RS_TRACE_STRETCH, RS_TRACE_LAUNCH,
                               RS_TRACE_KERNEL,   RS_TRACE_CHUNK, RS_TRACE_COMPILE, RS_TRACE_COPY,    RS_TRACE_WAIT };

void
rs_kind_color (guint kind, guint variant, gboolean dark, GdkRGBA *color)
{
  const gboolean has_row = kind == 0 || (kind < G_N_ELEMENTS (kinds) && kinds[kind].name != NULL);
  guint known = has_row ? kind : RS_TRACE_FUNCTION;
  float turn = variant != 0 ? (float)((variant * 2654435761u) >> 16) / 65535.0f - 0.5f : 0;
  float hue = fmodf (kinds[known].hue + turn * 2 * kinds[known].spread + 360, 360) / 360;

  gtk_hsv_to_rgb (hue, kinds[known].saturation, dark ? 0.75f : 0.92f, &color->red, &color->green, &color->blue);
  color->alpha = kind == 0 ? 0.25f : 1;
}

GdkRGBA
rs_kind_ground (gboolean dark)
{
  return dark ? (GdkRGBA){ 0.14f, 0.14f, 0.14f, 1 } : (GdkRGBA){ 0.98f, 0.98f, 0.98f, 1 };
}

static float
mix (float below, float above, float share)
{
  return below + share * (above - below);
}

static float
to_linear (float value)
{
  return value <= 0.04045f ? value / 12.92f : powf ((value + 0.055f) / 1.055f, 2.4f);
}

GdkRGBA
rs_kind_ink (const GdkRGBA *box, gboolean dark, float shade)
{
  const GdkRGBA ground = rs_kind_ground (dark);
  const float over = dark ? 1 : 0;
  /* Relative luminance, as WCAG 2 has it. */
  const float luminance = 0.2126f * to_linear (mix (mix (ground.red, box->red, box->alpha), over, shade))
                          + 0.7152f * to_linear (mix (mix (ground.green, box->green, box->alpha), over, shade))
                          + 0.0722f * to_linear (mix (mix (ground.blue, box->blue, box->alpha), over, shade));

  /* Where black and white are as far away: (L + 0.05) / 0.05 = 1.05 / (L + 0.05). */
  return luminance > 0.179f ? (GdkRGBA){ 0, 0, 0, 1 } : (GdkRGBA){ 1, 1, 1, 1 };
}

const char *
rs_kind_get_name (guint kind)
{
  return kind < G_N_ELEMENTS (kinds) && kinds[kind].name != NULL ? _ (kinds[kind].name)
                                                                 : rs_trace_kind_to_string (kind);
}

char *
rs_kind_make_legend (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      GdkRGBA color;

      rs_kind_color (shown[i], 0, FALSE, &color);
      g_string_append_printf (text, "%s<span foreground='#%02x%02x%02x'>■</span> %s", i > 0 ? "   " : "",
                              (guint)(color.red * 255), (guint)(color.green * 255), (guint)(color.blue * 255),
                              rs_kind_get_name (shown[i]));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
