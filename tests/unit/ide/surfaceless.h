/* OpenGL without a display, on Mesa's surfaceless platform: a framebuffer of a size to draw into.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <glib.h>

typedef struct {
  EGLDisplay display;
  EGLContext context;
  GLuint framebuffer, texture;
} TestScreen;

/* OpenGL 3.2, or OpenGL ES 3.0. FALSE: this machine has none that needs no display. */
gboolean test_screen_open (TestScreen *screen, gboolean is_es, int width, int height);
void test_screen_close (TestScreen *screen);
