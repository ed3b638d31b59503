/* Programs of shaders.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/space/gl-program.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

static GLuint
compile (GLenum kind, const char *text, GError **error)
{
  const char *const parts[] = { epoxy_is_desktop_gl () ? "#version 150\n"
                                                       : "#version 300 es\n"
                                                         "precision highp float;\n"
                                                         "precision highp sampler3D;\n",
                                text };
  GLuint shader = glCreateShader (kind);
  char log[512] = "";
  GLint is_compiled;

  glShaderSource (shader, G_N_ELEMENTS (parts), parts, NULL);
  glCompileShader (shader);
  glGetShaderiv (shader, GL_COMPILE_STATUS, &is_compiled);
  if (is_compiled)
    return shader;
  glGetShaderInfoLog (shader, sizeof log, NULL, log);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("the graphics driver refuses the shader: %s"), log);
  glDeleteShader (shader);
  return 0;
}

GLuint
rs_gl_program_new (const char *vertex_text, const char *fragment_text, GError **error)
{
  GLuint vertex = compile (GL_VERTEX_SHADER, vertex_text, error);
  GLuint fragment = vertex != 0 ? compile (GL_FRAGMENT_SHADER, fragment_text, error) : 0;
  GLuint program = fragment != 0 ? glCreateProgram () : 0;
  GLint is_linked = FALSE;

  if (program != 0)
    {
      glAttachShader (program, vertex);
      glAttachShader (program, fragment);
      glLinkProgram (program);
      glGetProgramiv (program, GL_LINK_STATUS, &is_linked);
    }
  glDeleteShader (vertex);
  glDeleteShader (fragment);
  if (program == 0 || is_linked)
    return program;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("the graphics driver can't link the shader"));
  glDeleteProgram (program);
  return 0;
}
