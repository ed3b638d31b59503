/* Whether there is a graphics card to draw with.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/space/graphics.h"

#include <epoxy/gl.h>
#include <string.h>

/* Of the current context: whether the processor draws in place of a card. */
static gboolean
is_software (void)
{
  static const char *const names[] = { "llvmpipe", "softpipe", "swrast", "Software Rasterizer", "SwiftShader" };
  const char *renderer = (const char *)glGetString (GL_RENDERER);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (renderer != NULL && strstr (renderer, names[i]) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
ask (GtkWidget *widget)
{
  g_autoptr (GdkGLContext) context
      = gdk_surface_create_gl_context (gtk_native_get_surface (gtk_widget_get_native (widget)), NULL);
  gboolean is_card;

  if (context == NULL || !gdk_gl_context_realize (context, NULL))
    return FALSE;
  gdk_gl_context_make_current (context);
  is_card = !is_software ();
  gdk_gl_context_clear_current ();
  return is_card;
}

gboolean
rs_graphics_has_card (GtkWidget *widget)
{
  static enum { UNKNOWN, YES, NO } answer;
  const char *choice = g_getenv ("RS_GRAPHICS");

  if (g_strcmp0 (choice, "software") == 0)
    return FALSE;
  if (g_strcmp0 (choice, "gl") == 0)
    return TRUE;
  if (answer == UNKNOWN)
    answer = ask (widget) ? YES : NO;
  return answer == YES;
}
