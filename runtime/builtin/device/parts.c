/* Parts of arrays on a device: selections without lists of positions, as boxes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/device/parts.h"

#include "runtime/builtin/device/box.h"
#include "runtime/builtin/device/order.h"
#include "runtime/memory/replica.h"
#include "runtime/value/index/selection.h"

#define TITLE "part"
#define WORTH_A_LAUNCH (1 << 20) /* bytes of an array of which a copy takes longer than a launch for one element */

/* FALSE: the part is no box, or not one that these indices may mean. */
static gboolean
find_box (const RsArray *array, const RsValue *indices, guint n, RsBoundary boundary, RsSelection *selection,
          RsStrided *view)
{
  gboolean is_box = TRUE;

  for (guint i = 0; i < n; i++)
    if (indices[i].tag == RS_TAG_ARRAY) /* it may be long: it is looked at once */
      return FALSE;
  if (!rs_selection_init (selection, array->rank, array->dims, indices, n, boundary, NULL,
                          rs_value_object ((RsArray *)array), NULL))
    return FALSE;
  *view = (RsStrided){ .rank = selection->n_axes };
  for (int k = 0; k < selection->n_axes && is_box; k++)
    {
      const RsAxis *axis = &selection->axes[k];

      is_box = axis->list == NULL && axis->start != RS_OUTSIDE;
      view->dims[k] = axis->count;
      view->strides[k] = axis->step * axis->stride;
      view->offset += axis->start * axis->stride;
    }
  return is_box && selection->n_elements > 0;
}

/* An element of a large array: the host may want no other. */
static RsLaunchResult
read_element (RsSession *session, RsArray *array, const RsStrided *view, RsValue *result, GError **error)
{
  const RsStrided whole = rs_device_follow (view);
  g_autoptr (RsArray) one = NULL;
  RsLaunchResult launched;

  if (rs_array_get_bytes (array) < WORTH_A_LAUNCH || !rs_device_has_only_copy (array)
      || rs_device_is_taken_apart (session, array, 1))
    return RS_LAUNCH_INTERPRET;
  one = rs_device_result_new (array->element, 1, (gint64[]){ 1 }, error);
  if (one == NULL)
    return RS_LAUNCH_FAILED;
  launched = rs_device_copy_box (session, TITLE, array, view, one, &whole, error);
  if (launched == RS_LAUNCH_QUEUED)
    {
      const guint64 before = rs_memory_tell_copies_as (array->oid);

      *result = rs_array_get_element (one, 0);
      rs_memory_tell_copies_as (before);
    }
  return launched;
}

/* x[m] with a mask of x's size. */
static gboolean
is_mask (const RsArray *array, const RsValue *indices, guint n)
{
  RsShape shape, mask;

  if (n != 1 || indices[0].tag != RS_TAG_ARRAY || indices[0].array->element != RS_ELEMENT_BOOL)
    return FALSE;
  shape = rs_shape_of_dims (array->rank, array->dims);
  mask = rs_shape_of_array (indices[0].array);
  return rs_shape_equal (&shape, &mask);
}

static RsLaunchResult
select_elements (RsSession *session, RsArray *array, RsArray *mask, RsValue *result, GError **error)
{
  RsArray *selected;
  const RsLaunchResult launched = rs_device_select (session, TITLE, array, mask, &selected, error);

  if (launched == RS_LAUNCH_QUEUED)
    *result = rs_value_object (selected);
  return launched;
}

RsLaunchResult
rs_device_index (RsSession *session, RsValue object, const RsValue *indices, guint n, RsBoundary boundary,
                 RsValue *result, GError **error)
{
  RsLaunchResult launched = RS_LAUNCH_INTERPRET;
  g_autoptr (RsArray) part = NULL;
  RsSelection selection = { 0 };
  RsStrided view;

  if (object.tag != RS_TAG_ARRAY || !rs_device_holds (session, object.array))
    return RS_LAUNCH_INTERPRET;
  if (is_mask (object.array, indices, n))
    return select_elements (session, object.array, indices[0].array, result, error);
  if (!find_box (object.array, indices, n, boundary, &selection, &view))
    ;
  else if (selection.is_element)
    {
      rs_selection_clear (&selection);
      return read_element (session, object.array, &view, result, error);
    }
  else if (!rs_device_is_taken_apart (session, object.array, selection.n_elements))
    {
      const RsStrided whole = rs_device_follow (&view);

      part = rs_device_result_new (object.array->element, selection.rank, selection.dims, error);
      launched = part != NULL ? rs_device_copy_box (session, TITLE, object.array, &view, part, &whole, error)
                              : RS_LAUNCH_FAILED;
    }
  rs_selection_clear (&selection);
  if (launched == RS_LAUNCH_QUEUED)
    *result = rs_value_object (g_steal_pointer (&part));
  return launched;
}

/* The number as the element type holds it. FALSE: it does not, or a kernel would change it. */
static gboolean
fits_elements (const RsSession *session, const RsArray *array, RsValue *number)
{
  const RsElement element = array->element;
  g_autoptr (RsArray) one = NULL;
  RsValue held;

  if (!rs_value_is_number (*number) || rs_element_is_complex (element) || element == RS_ELEMENT_HALF
      || (rs_element_get_bytes (element) == 8 && element != rs_element_of_precision (session->precision)))
    return FALSE;
  one = rs_array_new_vector (element, 1, NULL);
  if (one == NULL || !rs_array_set_element (one, 0, *number, NULL))
    return FALSE;
  held = rs_array_get_element (one, 0);
  if (!rs_element_is_floating (element) && rs_value_to_double (held) != rs_value_to_double (*number))
    return FALSE; /* what becomes of it depends on the variable */
  *number = held;
  return TRUE;
}

/* Whether it is worth it: the array is there, or the value, and the array needs no copy. */
static gboolean
is_worth_storing (const RsSession *session, const RsArray *array, RsValue value)
{
  if (value.tag == RS_TAG_ARRAY && (value.array == array || value.array->element != array->element))
    return FALSE;
  return rs_device_holds (session, array)
         || (value.tag == RS_TAG_ARRAY && rs_device_may_write (session, array)
             && rs_device_holds (session, value.array));
}

static RsLaunchResult
store_array (RsSession *session, RsArray *value, RsArray *array, const RsSelection *selection, const RsStrided *view,
             GError **error)
{
  const RsStrided whole = rs_device_follow (view);
  const RsShape shape = rs_shape_of_array (value), target = rs_shape_of_dims (selection->rank, selection->dims);

  if (!rs_shape_equal_squeezed (&shape, &target))
    return RS_LAUNCH_INTERPRET;
  return rs_device_copy_box (session, TITLE, value, &whole, array, view, error);
}

RsLaunchResult
rs_device_store (RsSession *session, RsValue object, const RsValue *indices, guint n, RsValue value,
                 RsBoundary boundary, GError **error)
{
  RsLaunchResult launched = RS_LAUNCH_INTERPRET;
  RsSelection selection = { 0 };
  RsStrided view;

  if (object.tag != RS_TAG_ARRAY || !is_worth_storing (session, object.array, value))
    return RS_LAUNCH_INTERPRET;
  if (find_box (object.array, indices, n, boundary, &selection, &view) && !selection.is_element)
    {
      if (value.tag == RS_TAG_ARRAY)
        launched = store_array (session, value.array, object.array, &selection, &view, error);
      else if (fits_elements (session, object.array, &value))
        launched = rs_device_fill_box (session, TITLE, value, object.array, &view, error);
    }
  rs_selection_clear (&selection);
  return launched;
}
