/* OpenGL without a display.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/unit/ide/surfaceless.h"

static EGLContext
make_context (EGLDisplay display, gboolean is_es)
{
  const EGLint config_wanted[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                   is_es ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT, EGL_NONE };
  const EGLint wanted[] = { EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, is_es ? 0 : 2, EGL_NONE };
  EGLConfig config;
  EGLint n = 0;

  if (!eglBindAPI (is_es ? EGL_OPENGL_ES_API : EGL_OPENGL_API)
      || !eglChooseConfig (display, config_wanted, &config, 1, &n) || n == 0)
    return EGL_NO_CONTEXT;
  return eglCreateContext (display, config, EGL_NO_CONTEXT, wanted);
}

gboolean
test_screen_open (TestScreen *screen, gboolean is_es, int width, int height)
{
  if (!epoxy_has_egl_extension (EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
    return FALSE;
  screen->display = eglGetPlatformDisplayEXT (EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  if (screen->display == EGL_NO_DISPLAY || !eglInitialize (screen->display, NULL, NULL))
    return FALSE;
  screen->context = make_context (screen->display, is_es);
  if (screen->context == EGL_NO_CONTEXT
      || !eglMakeCurrent (screen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, screen->context))
    return FALSE;
  glGenTextures (1, &screen->texture);
  glBindTexture (GL_TEXTURE_2D, screen->texture);
  glTexImage2D (GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
  glGenFramebuffers (1, &screen->framebuffer);
  glBindFramebuffer (GL_FRAMEBUFFER, screen->framebuffer);
  glFramebufferTexture2D (GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, screen->texture, 0);
  g_assert_cmpuint (glCheckFramebufferStatus (GL_FRAMEBUFFER), ==, GL_FRAMEBUFFER_COMPLETE);
  return TRUE;
}

void
test_screen_close (TestScreen *screen)
{
  glDeleteFramebuffers (1, &screen->framebuffer);
  glDeleteTextures (1, &screen->texture);
  eglMakeCurrent (screen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext (screen->display, screen->context);
}
