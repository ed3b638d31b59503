/* What cells and objects hold, one level at a time: for views in which they are opened.
 *
 * A member is found by its place in each value on the way to it, from a variable or an expression that only looks:
 * nothing is computed, so that a circle of objects opens as far as a person opens it, and that is bounded as well.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include "runtime/value/array.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/object.h"

#define MOST_MEMBERS 200u /* of a value that are told */
#define DEEPEST 50u       /* steps of a path */

static gint64
count_members (RsValue value)
{
  return value.tag == RS_TAG_CELL     ? value.cell->n_elements
         : value.tag == RS_TAG_OBJECT ? (gint64)value.class_object->n_members
                                      : 0;
}

gboolean
rs_debug_opens (RsValue value)
{
  return count_members (value) > 0;
}

/* Borrowed. */
static RsValue
get_member (RsValue value, gint64 index)
{
  return value.tag == RS_TAG_CELL ? value.cell->elements[index] : value.class_object->members[index];
}

/* "[2]", "[1,0]", ".x": what stands behind the value's own text to name the member. (transfer full) */
static char *
describe_step (RsValue value, gint64 index)
{
  g_autoptr (GString) text = NULL;

  if (value.tag == RS_TAG_OBJECT)
    return g_strconcat (".", value.class_object->names[index], NULL);
  text = g_string_new ("]");
  for (int k = value.cell->rank - 1; k >= 0; k--)
    {
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT "%s", index % value.cell->dims[k],
                                                 k + 1 < value.cell->rank ? "," : "");

      g_string_prepend (text, number);
      index /= value.cell->dims[k];
    }
  g_string_prepend_c (text, '[');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
rs_debugger_tell_variable (RsDebugger *self, const char *kind, const char *name, RsValue value, gboolean is_at_work,
                           const char *expression)
{
  const gboolean has_value = value.tag != RS_TAG_NONE;
  g_autofree char *type = has_value ? rs_debug_describe_type (value) : g_strdup ("");
  g_autofree char *size = has_value ? rs_debug_describe_size (value) : g_strdup ("");
  g_autofree char *text = is_at_work ? g_strdup ("(being computed)") : rs_debug_summarize (value);
  g_autofree char *object = value.tag == RS_TAG_ARRAY ? g_strdup_printf ("%" G_GUINT64_FORMAT, value.array->oid)
                                                      : g_strdup ("");
  g_autofree char *place = rs_debug_describe_place (value);
  g_autofree char *bytes = value.tag == RS_TAG_ARRAY
                               ? g_strdup_printf ("%" G_GINT64_FORMAT, rs_array_get_bytes (value.array))
                               : g_strdup ("");

  rs_debugger_tell (self, kind, name, type, size, text, object, place, bytes,
                    !is_at_work && rs_debug_opens (value) ? "opens" : "", expression, NULL);
}

/* Follows the path "2/0/1" in value. expression: gets what names the member. */
static gboolean
go_down (RsValue *value, const char *path, GString *expression, GError **error)
{
  g_auto (GStrv) steps = g_strsplit (path, "/", -1);

  for (guint i = 0; steps[i] != NULL; i++)
    {
      gint64 index = 0;
      g_autofree char *step = NULL;

      if (i >= DEEPEST)
        {
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER, "members are shown %u levels deep", DEEPEST);
          return FALSE;
        }
      if (!g_ascii_string_to_signed (steps[i], 10, 0, G_MAXINT64, &index, NULL) || index >= count_members (*value))
        {
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER, "%s has no member %s any more",
                       expression->str, steps[i]);
          return FALSE;
        }
      step = describe_step (*value, index);
      g_string_append (expression, step);
      *value = get_member (*value, index);
    }
  return TRUE;
}

gboolean
rs_debugger_tell_members (RsDebugger *self, RsValue value, const char *name, const char *path, GError **error)
{
  g_autoptr (GString) expression = g_string_new (name);
  gint64 n;

  if (*path != '\0' && !go_down (&value, path, expression, error))
    return FALSE;
  n = count_members (value);
  for (gint64 i = 0; i < MIN (n, (gint64)MOST_MEMBERS); i++)
    {
      g_autofree char *step = describe_step (value, i), *whole = g_strconcat (expression->str, step, NULL);

      rs_debugger_tell_variable (self, "member", step, get_member (value, i), FALSE, whole);
    }
  if (n > (gint64)MOST_MEMBERS)
    {
      g_autofree char *left = g_strdup_printf ("%" G_GINT64_FORMAT, n - MOST_MEMBERS);

      rs_debugger_tell (self, "more", left, NULL);
    }
  return TRUE;
}
