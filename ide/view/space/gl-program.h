/* Programs of shaders, of OpenGL 3.2 or OpenGL ES 3.0, whichever is current.
 *
 * Threads: that of the context.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <epoxy/gl.h>
#include <glib.h>

/* Of texts without a line of version and precision. 0: error says why. (transfer full) */
GLuint rs_gl_program_new (const char *vertex_text, const char *fragment_text, GError **error);
