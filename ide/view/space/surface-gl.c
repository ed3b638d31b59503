/* Surfaces and meshes by the graphics card.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/space/surface-gl.h"

#include "ide/view/space/gl-program.h"

#include <string.h>

#define MOST_POINTS 2000000 /* of a grid: about 150 MB with its indices */
#define SAMPLES 4           /* a pixel, along edges */
#define EDGE_SHADE 0.55f    /* of the face's colour; edges are half a pixel wide, of a whole one half is to be seen */

enum { X_AXIS, Y_AXIS, TOWARD, SHIFT, SHADE, PAPER, IS_PAPER, N_UNIFORMS };

static const char *const uniform_names[N_UNIFORMS]
    = { "x_axis", "y_axis", "toward", "shift", "shade", "paper", "is_paper" };

/* A point of a grid, and the colour of the face to its right and below, as a part of the colour map. */
typedef struct {
  float position[3];
  float face;
} Vertex;

/* A series on the card. */
typedef struct {
  RsSeries *series; /* owned */
  double low[3], high[3], color_low, color_high;
  gboolean is_log[3];
  GLuint array, vertices, triangles, lines;
  GLsizei n_triangles, n_lines; /* indices */
  gboolean is_drawn;            /* since others were forgotten */
} Grid;

struct _RsSurfaceGl {
  GLuint program, colors;
  GLint uniforms[N_UNIFORMS];
  GPtrArray *grids; /* element-type Grid */
};

static const char vertex_text[] = "in vec3 position;\n"
                                  "in float face;\n"
                                  "uniform vec3 x_axis, y_axis, toward;\n"
                                  "uniform vec2 shift;\n"
                                  "flat out float part;\n"
                                  "void main ()\n"
                                  "{\n"
                                  "  part = face;\n"
                                  "  gl_Position = vec4 (dot (position, x_axis) + shift.x,\n"
                                  "                      dot (position, y_axis) + shift.y,\n"
                                  "                      -dot (position, toward) * 0.5, 1.0);\n"
                                  "}\n";

static const char fragment_text[]
    = "flat in float part;\n"
      "uniform sampler2D colors;\n"
      "uniform vec3 paper;\n"
      "uniform float shade;\n"
      "uniform int is_paper;\n"
      "out vec4 color;\n"
      "void main ()\n"
      "{\n"
      "  vec3 found = texelFetch (colors, ivec2 (int (clamp (part, 0.0, 1.0) * 255.0 + 0.5), 0), 0).rgb;\n"
      "  color = vec4 (is_paper == 1 ? paper : found * shade, 1.0);\n"
      "}\n";

/* --- grids --- */

static void
grid_free (gpointer data)
{
  Grid *grid = data;

  rs_series_unref (grid->series);
  glDeleteVertexArrays (1, &grid->array);
  glDeleteBuffers (1, &grid->vertices);
  glDeleteBuffers (1, &grid->triangles);
  glDeleteBuffers (1, &grid->lines);
  g_free (grid);
}

static gboolean
is_drawable (const Vertex *vertex)
{
  return isfinite (vertex->position[0]) && isfinite (vertex->position[1]) && isfinite (vertex->position[2]);
}

static float
get_part (double z, const RsFaces *faces)
{
  return (float)rs_color_map_index (z, faces->color_low, faces->color_high) / (RS_COLOR_MAP_SIZE - 1);
}

/* (transfer full) */
static Vertex *
make_vertices (const RsSeries *series, const RsFaces *faces)
{
  const double *numbers[]
      = { rs_series_get_numbers (series->x), rs_series_get_numbers (series->y), rs_series_get_numbers (series->z) };
  const double *z = numbers[2];
  gsize n = series->n_rows * series->n_columns, columns = series->n_columns;
  Vertex *vertices = g_try_new0 (Vertex, n);

  for (gsize i = 0; vertices != NULL && i < n; i++)
    {
      for (int d = 0; d < 3; d++)
        vertices[i].position[d]
            = (float)((rs_scale_part (numbers[d][i], faces->low[d], faces->high[d], faces->is_log[d]) * 2 - 1)
                      * faces->half_sizes[d]);
      if (i + columns + 1 < n)
        vertices[i].face = get_part ((z[i] + z[i + 1] + z[i + columns] + z[i + columns + 1]) / 4, faces);
    }
  return vertices;
}

/* first: the corner from which the face goes to the right and below. */
static gboolean
is_face (const Vertex *vertices, gsize first, gsize columns)
{
  return is_drawable (&vertices[first]) && is_drawable (&vertices[first + 1])
         && is_drawable (&vertices[first + columns]) && is_drawable (&vertices[first + columns + 1]);
}

static gsize
count_faces (const RsSeries *series, const Vertex *vertices)
{
  gsize n = 0;

  for (gsize row = 0; row + 1 < series->n_rows; row++)
    for (gsize column = 0; column + 1 < series->n_columns; column++)
      n += is_face (vertices, row * series->n_columns + column, series->n_columns) ? 1 : 0;
  return n;
}

/* corners: of each face, counted from its first. NULL: there is no memory, or nothing. (transfer full) */
static guint *
make_indices (const RsSeries *series, const Vertex *vertices, const guint *corners, gsize n_corners, gsize n_faces)
{
  guint *indices = g_try_malloc_n (n_faces * n_corners, sizeof (guint));
  gsize n = 0, columns = series->n_columns;

  for (gsize row = 0; indices != NULL && row + 1 < series->n_rows; row++)
    for (gsize first = row * columns; first + 1 < (row + 1) * columns; first++)
      for (gsize i = 0; i < n_corners && is_face (vertices, first, columns); i++)
        indices[n++] = (guint)first + corners[i];
  return indices;
}

/* Of a grid with faces. */
static gboolean
has_edges (const RsSeries *series)
{
  return series->kind == RS_SERIES_MESH || (series->n_rows - 1) * (series->n_columns - 1) <= RS_MOST_FACES_WITH_EDGES;
}

static void
set_attribute (RsSurfaceGl *self, const char *name, int n, gsize offset)
{
  GLint place = glGetAttribLocation (self->program, name);

  if (place < 0)
    return;
  glEnableVertexAttribArray ((GLuint)place);
  glVertexAttribPointer ((GLuint)place, n, GL_FLOAT, GL_FALSE, sizeof (Vertex), GSIZE_TO_POINTER (offset));
}

static GLuint
make_buffer (GLenum target, gconstpointer data, gsize size)
{
  GLuint buffer;

  glGenBuffers (1, &buffer);
  glBindBuffer (target, buffer);
  glBufferData (target, (GLsizeiptr)size, data, GL_STATIC_DRAW);
  return buffer;
}

/* Without buffers. (transfer full) */
static Grid *
grid_new (RsSeries *series, const RsFaces *faces)
{
  Grid *grid = g_new0 (Grid, 1);

  grid->series = rs_series_ref (series);
  memcpy (grid->low, faces->low, sizeof grid->low);
  memcpy (grid->high, faces->high, sizeof grid->high);
  memcpy (grid->is_log, faces->is_log, sizeof grid->is_log);
  grid->color_low = faces->color_low;
  grid->color_high = faces->color_high;
  return grid;
}

/* The first corner of a face is the last of both of its triangles and of two of its edges: OpenGL takes the colour of
 * the last. NULL: there is no memory. */
static Grid *
make_grid (RsSurfaceGl *self, RsSeries *series, const RsFaces *faces)
{
  const guint below = (guint)series->n_columns, across = below + 1;
  const guint corners[] = { 1, across, 0, across, below, 0 }, edges[] = { 1, 0, below, 0, across, 1, across, below };
  g_autofree Vertex *vertices = make_vertices (series, faces);
  gsize n_faces = vertices != NULL ? count_faces (series, vertices) : 0;
  gsize n_triangles = n_faces * G_N_ELEMENTS (corners);
  gsize n_lines = n_faces > 0 && has_edges (series) ? n_faces * G_N_ELEMENTS (edges) : 0;
  g_autofree guint *triangles = NULL, *lines = NULL;
  Grid *grid;

  if (n_triangles > 0)
    triangles = make_indices (series, vertices, corners, G_N_ELEMENTS (corners), n_faces);
  if (n_lines > 0)
    lines = make_indices (series, vertices, edges, G_N_ELEMENTS (edges), n_faces);
  if (vertices == NULL || (n_triangles > 0 && triangles == NULL) || (n_lines > 0 && lines == NULL))
    return NULL;
  grid = grid_new (series, faces);
  grid->n_triangles = (GLsizei)n_triangles;
  grid->n_lines = (GLsizei)n_lines;
  glGenVertexArrays (1, &grid->array);
  glBindVertexArray (grid->array);
  grid->vertices = make_buffer (GL_ARRAY_BUFFER, vertices, series->n_rows * series->n_columns * sizeof (Vertex));
  set_attribute (self, "position", 3, G_STRUCT_OFFSET (Vertex, position));
  set_attribute (self, "face", 1, G_STRUCT_OFFSET (Vertex, face));
  grid->triangles = make_buffer (GL_ELEMENT_ARRAY_BUFFER, triangles, n_triangles * sizeof (guint));
  grid->lines = make_buffer (GL_ELEMENT_ARRAY_BUFFER, lines, n_lines * sizeof (guint));
  glBindVertexArray (0);
  if (glGetError () != GL_NO_ERROR)
    {
      grid_free (grid);
      return NULL;
    }
  g_ptr_array_add (self->grids, grid);
  return grid;
}

static Grid *
get_grid (RsSurfaceGl *self, RsSeries *series, const RsFaces *faces)
{
  for (guint i = 0; i < self->grids->len; i++)
    {
      Grid *grid = g_ptr_array_index (self->grids, i);

      if (grid->series == series && memcmp (grid->low, faces->low, sizeof grid->low) == 0
          && memcmp (grid->high, faces->high, sizeof grid->high) == 0
          && memcmp (grid->is_log, faces->is_log, sizeof grid->is_log) == 0 && grid->color_low == faces->color_low
          && grid->color_high == faces->color_high)
        return grid;
    }
  return make_grid (self, series, faces);
}

void
rs_surface_gl_forget_others (RsSurfaceGl *self)
{
  for (guint i = self->grids->len; i-- > 0;)
    {
      Grid *grid = g_ptr_array_index (self->grids, i);

      if (!grid->is_drawn)
        g_ptr_array_remove_index_fast (self->grids, i);
      else
        grid->is_drawn = FALSE;
    }
}

/* --- drawing --- */

static void
draw_grid (RsSurfaceGl *self, Grid *grid, int scale)
{
  gboolean is_mesh = grid->series->kind == RS_SERIES_MESH;

  grid->is_drawn = TRUE;
  glBindVertexArray (grid->array);
  glBindBuffer (GL_ELEMENT_ARRAY_BUFFER, grid->triangles);
  glUniform1i (self->uniforms[IS_PAPER], is_mesh);
  glUniform1f (self->uniforms[SHADE], 1);
  glEnable (GL_POLYGON_OFFSET_FILL);
  glPolygonOffset (1, 1);
  glDrawElements (GL_TRIANGLES, grid->n_triangles, GL_UNSIGNED_INT, NULL);
  glDisable (GL_POLYGON_OFFSET_FILL);
  glBindBuffer (GL_ELEMENT_ARRAY_BUFFER, grid->lines);
  glUniform1i (self->uniforms[IS_PAPER], FALSE);
  glUniform1f (self->uniforms[SHADE], is_mesh ? 1 : scale > 1 ? EDGE_SHADE : (1 + EDGE_SHADE) / 2);
  glDrawElements (GL_LINES, grid->n_lines, GL_UNSIGNED_INT, NULL);
  glBindVertexArray (0);
}

static void
set_view (RsSurfaceGl *self, const RsFaces *faces)
{
  float x_axis[3], y_axis[3], toward[3];

  for (int d = 0; d < 3; d++)
    {
      x_axis[d] = (float)(2 * faces->scale * faces->right[d] / faces->width);
      y_axis[d] = (float)(2 * faces->scale * faces->up[d] / faces->height);
      toward[d] = (float)faces->toward[d];
    }
  glUniform3fv (self->uniforms[X_AXIS], 1, x_axis);
  glUniform3fv (self->uniforms[Y_AXIS], 1, y_axis);
  glUniform3fv (self->uniforms[TOWARD], 1, toward);
  glUniform2f (self->uniforms[SHIFT], (float)(2 * (faces->center_x - faces->x) / faces->width - 1),
               (float)(1 - 2 * (faces->center_y - faces->y) / faces->height));
  glUniform3f (self->uniforms[PAPER], (float)faces->paper.red, (float)faces->paper.green, (float)faces->paper.blue);
  glBindTexture (GL_TEXTURE_2D, self->colors);
  glPixelStorei (GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D (GL_TEXTURE_2D, 0, GL_RGB8, RS_COLOR_MAP_SIZE, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, faces->color_map->rgb);
  glPixelStorei (GL_UNPACK_ALIGNMENT, 4);
}

/* FALSE: there is no memory for a grid. */
static gboolean
draw_series (RsSurfaceGl *self, const RsFaces *faces, int scale, int width, int height)
{
  glViewport (0, 0, width, height);
  glClearColor (0, 0, 0, 0);
  glClear (GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  glEnable (GL_DEPTH_TEST);
  glDepthFunc (GL_LEQUAL);
  glDisable (GL_BLEND);
  glUseProgram (self->program);
  set_view (self, faces);
  for (guint i = 0; i < faces->series->len; i++)
    {
      Grid *grid = get_grid (self, g_ptr_array_index (faces->series, i), faces);

      if (grid == NULL)
        return FALSE;
      draw_grid (self, grid, scale);
    }
  glDisable (GL_DEPTH_TEST);
  glUseProgram (0);
  return glGetError () == GL_NO_ERROR;
}

/* Rows from above, and colours that are not premultiplied. */
static void
turn_over (guint8 *rgba, int width, int height)
{
  gsize row = (gsize)width * 4;
  g_autofree guint8 *kept = g_malloc (row);

  for (int y = 0; y < height / 2; y++)
    {
      guint8 *above = rgba + (gsize)y * row, *below = rgba + (gsize)(height - 1 - y) * row;

      memcpy (kept, above, row);
      memcpy (above, below, row);
      memcpy (below, kept, row);
    }
  for (gsize i = 0; i < row * (gsize)height; i += 4)
    for (int c = 0; c < 3 && rgba[i + 3] > 0 && rgba[i + 3] < 255; c++)
      rgba[i + (gsize)c] = (guint8)MIN (rgba[i + (gsize)c] * 255u / rgba[i + 3], 255u);
}

static void
add_storage (GLenum attachment, GLenum format, int samples, int width, int height, GLuint storage)
{
  glBindRenderbuffer (GL_RENDERBUFFER, storage);
  glRenderbufferStorageMultisample (GL_RENDERBUFFER, samples, format, width, height);
  glFramebufferRenderbuffer (GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, storage);
}

/* In a framebuffer of several samples a pixel, whose mean is read. */
static gboolean
draw_into (RsSurfaceGl *self, const RsFaces *faces, int scale, int width, int height, guint8 *rgba)
{
  GLuint framebuffers[2], storages[3];
  gboolean is_drawn = FALSE;

  glGenFramebuffers (2, framebuffers);
  glGenRenderbuffers (3, storages);
  glBindFramebuffer (GL_FRAMEBUFFER, framebuffers[1]);
  add_storage (GL_COLOR_ATTACHMENT0, GL_RGBA8, 0, width, height, storages[2]);
  glBindFramebuffer (GL_FRAMEBUFFER, framebuffers[0]);
  add_storage (GL_COLOR_ATTACHMENT0, GL_RGBA8, SAMPLES, width, height, storages[0]);
  add_storage (GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, SAMPLES, width, height, storages[1]);
  if (glCheckFramebufferStatus (GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE
      && draw_series (self, faces, scale, width, height))
    {
      glBindFramebuffer (GL_READ_FRAMEBUFFER, framebuffers[0]);
      glBindFramebuffer (GL_DRAW_FRAMEBUFFER, framebuffers[1]);
      glBlitFramebuffer (0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
      glBindFramebuffer (GL_READ_FRAMEBUFFER, framebuffers[1]);
      glReadPixels (0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
      is_drawn = glGetError () == GL_NO_ERROR;
    }
  glBindFramebuffer (GL_FRAMEBUFFER, 0);
  glDeleteFramebuffers (2, framebuffers);
  glDeleteRenderbuffers (3, storages);
  return is_drawn;
}

guint8 *
rs_surface_gl_draw (RsSurfaceGl *self, const RsFaces *faces, int scale, int *width, int *height)
{
  g_autofree guint8 *rgba = NULL;

  *width = (int)(faces->width * scale);
  *height = (int)(faces->height * scale);
  for (guint i = 0; i < faces->series->len; i++)
    {
      const RsSeries *series = g_ptr_array_index (faces->series, i);

      if (series->n_rows > MOST_POINTS || series->n_rows * series->n_columns > MOST_POINTS)
        return NULL;
    }
  if (*width < 1 || *height < 1)
    return NULL;
  rgba = g_try_malloc_n ((gsize)*width * (gsize)*height, 4);
  while (glGetError () != GL_NO_ERROR)
    ;
  if (rgba == NULL || !draw_into (self, faces, scale, *width, *height, rgba))
    return NULL;
  turn_over (rgba, *width, *height);
  return g_steal_pointer (&rgba);
}

/* --- life --- */

RsSurfaceGl *
rs_surface_gl_new (GError **error)
{
  GLuint program = rs_gl_program_new (vertex_text, fragment_text, error);
  RsSurfaceGl *self;

  if (program == 0)
    return NULL;
  self = g_new0 (RsSurfaceGl, 1);
  self->program = program;
  self->grids = g_ptr_array_new_with_free_func (grid_free);
  glGenTextures (1, &self->colors);
  glBindTexture (GL_TEXTURE_2D, self->colors);
  glTexParameteri (GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri (GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  for (int i = 0; i < N_UNIFORMS; i++)
    self->uniforms[i] = glGetUniformLocation (program, uniform_names[i]);
  return self;
}

void
rs_surface_gl_free (RsSurfaceGl *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->grids);
  glDeleteTextures (1, &self->colors);
  glDeleteProgram (self->program);
  g_free (self);
}
