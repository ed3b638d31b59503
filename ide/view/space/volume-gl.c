/* Volumes by the graphics card.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/space/volume-gl.h"

#include "ide/view/space/gl-program.h"

#include <epoxy/gl.h>
#include <glib/gi18n.h>

enum { ORIGIN, RIGHT, DOWN, DIRECTION, STEP, HEIGHT, MODE, GROUND, N_UNIFORMS };

static const char *const uniform_names[N_UNIFORMS]
    = { "origin", "right", "down", "direction", "ray_step", "height", "mode", "ground" };

struct _RsVolumeGl {
  GLuint program, array, voxels, colors;
  GLint uniforms[N_UNIFORMS];
};

/* One triangle over everything. */
static const char vertex_text[]
    = "void main ()\n"
      "{\n"
      "  vec2 corner = vec2 (gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);\n"
      "  gl_Position = vec4 (corner, 0.0, 1.0);\n"
      "}\n";

/* cast_ray of volume-cast.c. */
static const char fragment_text[]
    = "uniform sampler3D voxels;\n"
      "uniform sampler2D colors;\n"
      "uniform vec3 origin, right, down, direction, ground;\n"
      "uniform float ray_step, height;\n"
      "uniform int mode;\n"
      "out vec4 color;\n"
      "vec4 look_up (float value)\n"
      "{\n"
      "  return texelFetch (colors, ivec2 (int (value * 255.0 + 0.5), 0), 0);\n"
      "}\n"
      "void main ()\n"
      "{\n"
      "  vec3 start = origin + gl_FragCoord.x * right + (height - gl_FragCoord.y) * down;\n"
      "  vec3 low = -start / direction, high = (1.0 - start) / direction;\n"
      "  vec3 nearest = min (low, high), farthest = max (low, high);\n"
      "  float first = max (nearest.x, max (nearest.y, nearest.z));\n"
      "  float last = min (farthest.x, min (farthest.y, farthest.z));\n"
      "  int n = first < last ? int (ceil ((last - first) / ray_step)) : 0;\n"
      "  float most = 0.0, opacity = 0.0;\n"
      "  vec3 sum = vec3 (0.0);\n"
      "  for (int i = 0; i < n; i++)\n"
      "    {\n"
      "      float value = texture (voxels, start + (first + (float (i) + 0.5) * ray_step) * direction).r;\n"
      "      if (mode == 0)\n"
      "        {\n"
      "          most = max (most, value);\n"
      "          if (most >= 1.0)\n"
      "            break;\n"
      "        }\n"
      "      else\n"
      "        {\n"
      "          vec4 found = look_up (value);\n"
      "          float share = (1.0 - opacity) * found.a;\n"
      "          sum += share * found.rgb;\n"
      "          opacity += share;\n"
      "          if (opacity >= " G_STRINGIFY (
          RS_VOLUME_OPAQUE) ")\n"
                            "            break;\n"
                            "        }\n"
                            "    }\n"
                            "  if (mode == 0 && n > 0)\n"
                            "    color = vec4 (look_up (most).rgb, 1.0);\n"
                            "  else\n"
                            "    color = vec4 (sum + (1.0 - opacity) * ground, 1.0);\n"
                            "}\n";

static GLuint
make_texture (GLenum target, GLint filter)
{
  GLuint texture;

  glGenTextures (1, &texture);
  glBindTexture (target, texture);
  glTexParameteri (target, GL_TEXTURE_MIN_FILTER, filter);
  glTexParameteri (target, GL_TEXTURE_MAG_FILTER, filter);
  glTexParameteri (target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri (target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  if (target == GL_TEXTURE_3D)
    glTexParameteri (target, GL_TEXTURE_WRAP_R, GL_CLAMP_TO_EDGE);
  return texture;
}

RsVolumeGl *
rs_volume_gl_new (GError **error)
{
  GLuint program = rs_gl_program_new (vertex_text, fragment_text, error);
  RsVolumeGl *self;

  if (program == 0)
    return NULL;
  self = g_new0 (RsVolumeGl, 1);
  self->program = program;
  glGenVertexArrays (1, &self->array);
  self->voxels = make_texture (GL_TEXTURE_3D, GL_LINEAR);
  self->colors = make_texture (GL_TEXTURE_2D, GL_NEAREST);
  for (int i = 0; i < N_UNIFORMS; i++)
    self->uniforms[i] = glGetUniformLocation (program, uniform_names[i]);
  glUseProgram (program);
  glUniform1i (glGetUniformLocation (program, "voxels"), 0);
  glUniform1i (glGetUniformLocation (program, "colors"), 1);
  glUseProgram (0);
  return self;
}

void
rs_volume_gl_free (RsVolumeGl *self)
{
  if (self == NULL)
    return;
  glDeleteTextures (1, &self->voxels);
  glDeleteTextures (1, &self->colors);
  glDeleteVertexArrays (1, &self->array);
  glDeleteProgram (self->program);
  g_free (self);
}

int
rs_volume_gl_get_most_a_side (void)
{
  GLint most = 0;

  glGetIntegerv (GL_MAX_3D_TEXTURE_SIZE, &most);
  return MAX (most, 256);
}

gboolean
rs_volume_gl_set_volume (RsVolumeGl *self, const RsVolume *volume, GError **error)
{
  while (glGetError () != GL_NO_ERROR)
    ;
  glBindTexture (GL_TEXTURE_3D, self->voxels);
  glPixelStorei (GL_UNPACK_ALIGNMENT, 1);
  glTexImage3D (GL_TEXTURE_3D, 0, GL_R8, volume->width, volume->height, volume->depth, 0, GL_RED, GL_UNSIGNED_BYTE,
                volume->voxels);
  glPixelStorei (GL_UNPACK_ALIGNMENT, 4);
  glBindTexture (GL_TEXTURE_3D, 0);
  if (glGetError () == GL_NO_ERROR)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, _ ("the graphics card has no room for %d×%d×%d voxels"),
               volume->height, volume->width, volume->depth);
  return FALSE;
}

static void
set_uniforms (RsVolumeGl *self, const RsVolumeRays *rays, RsVolumeMode mode, int height)
{
  glUniform3fv (self->uniforms[ORIGIN], 1, rays->origin);
  glUniform3fv (self->uniforms[RIGHT], 1, rays->right);
  glUniform3fv (self->uniforms[DOWN], 1, rays->down);
  glUniform3fv (self->uniforms[DIRECTION], 1, rays->direction);
  glUniform1f (self->uniforms[STEP], rays->step);
  glUniform1f (self->uniforms[HEIGHT], (float)height);
  glUniform1i (self->uniforms[MODE], mode);
  glUniform3f (self->uniforms[GROUND], (float)RS_VOLUME_GROUND.red, (float)RS_VOLUME_GROUND.green,
               (float)RS_VOLUME_GROUND.blue);
}

void
rs_volume_gl_draw (RsVolumeGl *self, const RsVolume *volume, const RsVolumeCamera *camera, RsVolumeMode mode,
                   const RsColorMap *color_map, int width, int height)
{
  RsVolumeRays rays;
  RsVolumeColors colors;

  rs_volume_get_rays (volume, camera, width, height, &rays);
  rs_volume_get_colors (color_map, &rays, &colors);
  glViewport (0, 0, width, height);
  glDisable (GL_DEPTH_TEST);
  glDisable (GL_BLEND);
  glUseProgram (self->program);
  set_uniforms (self, &rays, mode, height);
  glActiveTexture (GL_TEXTURE1);
  glBindTexture (GL_TEXTURE_2D, self->colors);
  glTexImage2D (GL_TEXTURE_2D, 0, GL_RGBA32F, RS_COLOR_MAP_SIZE, 1, 0, GL_RGBA, GL_FLOAT, colors.rgba);
  glActiveTexture (GL_TEXTURE0);
  glBindTexture (GL_TEXTURE_3D, self->voxels);
  glBindVertexArray (self->array);
  glDrawArrays (GL_TRIANGLES, 0, 3);
  glBindVertexArray (0);
  glUseProgram (0);
}
