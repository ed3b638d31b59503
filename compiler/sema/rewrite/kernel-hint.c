/* {!kernel_tiling}, {!kernel_transform} and {!kernel_fusion}, see kernel-hint.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/rewrite/kernel-hint.h"

#include "compiler/base/platform.h"

#include <string.h>

#define LARGEST_DIM 1e9

static const char *const transform_names[] = {
#define RS_KERNEL_TRANSFORM(name, nothing) #name,
#include "compiler/sema/check/kernel-transforms.def"
#undef RS_KERNEL_TRANSFORM
  NULL
};

static const char *const transform_nothings[] = {
#define RS_KERNEL_TRANSFORM(name, nothing) nothing,
#include "compiler/sema/check/kernel-transforms.def"
#undef RS_KERNEL_TRANSFORM
};

static const RsNode *
find_value (const RsNode *attribute, const char *name)
{
  for (guint i = 0; i < attribute->n_children; i++)
    if (attribute->children[i] && g_strcmp0 (attribute->children[i]->name, name) == 0)
      return rs_node_child (attribute->children[i], 0);
  return NULL;
}

/* The words of a text, or of a name without quotation marks; none when there is no such value. */
static char **
get_words (const RsNode *attribute, const char *name)
{
  const RsNode *value = find_value (attribute, name);
  const char *text = value == NULL ? "" : value->kind == RS_NODE_STRING ? value->text : value->name;

  return g_strsplit_set (text != NULL ? text : "", " \t,|", -1);
}

static gboolean
is_whole (const RsNode *node)
{
  return node != NULL && node->kind == RS_NODE_NUMBER && node->number >= 1 && node->number <= LARGEST_DIM
         && node->number == (double)(gint64)node->number;
}

static gboolean
is_auto (const RsNode *node)
{
  return (node->kind == RS_NODE_NAME && g_strcmp0 (node->name, "auto") == 0)
         || (node->kind == RS_NODE_STRING && g_strcmp0 (node->text, "auto") == 0);
}

/* [32,16,1], or one number. */
static gboolean
read_dims (const RsNode *value, RsKernelHint *hint)
{
  if (is_whole (value))
    {
      hint->dims[hint->n_dims++] = (gint64)value->number;
      return TRUE;
    }
  if (value->kind != RS_NODE_MATRIX && value->kind != RS_NODE_LIST)
    return FALSE;
  for (guint i = 0; i < value->n_children; i++)
    if (hint->n_dims == RS_HINT_MAX_DIMS || value->children[i] == NULL || !read_dims (value->children[i], hint))
      return FALSE;
  return hint->n_dims > 0;
}

static gboolean
read_target (const RsNode *attribute, RsKernelHint *hint, char **problem)
{
  g_auto (GStrv) words = get_words (attribute, "target");
  gboolean any = FALSE;

  for (char **word = words; *word != NULL; word++)
    if (**word != '\0')
      {
        if (!rs_platform_is_known (*word))
          {
            *problem
                = g_strdup_printf ("there is no target platform \"%s\"; \"cpu\" and \"gpu\" are two of them", *word);
            return FALSE;
          }
        any = TRUE;
        hint->is_here |= rs_platform_is_meant (RS_PLATFORM_CPU, *word);
      }
  hint->is_here |= !any;
  return TRUE;
}

static gboolean
read_tiling (const RsNode *attribute, RsKernelHint *hint, char **problem)
{
  g_auto (GStrv) words = get_words (attribute, "mode");
  const RsNode *dims = find_value (attribute, "dims");

  for (char **word = words; *word != NULL; word++)
    if (strcmp (*word, "global") == 0)
      hint->is_global = TRUE;
    else if (strcmp (*word, "local") == 0)
      hint->is_local = TRUE;
    else if (**word != '\0')
      {
        *problem = g_strdup_printf (
            "there is no tiling mode \"%s\"; there are \"global\" (the boxes that threads take) and \"local\" "
            "(neighbours in one vector)",
            *word);
        return FALSE;
      }
  if (!hint->is_global && !hint->is_local)
    *problem = g_strdup ("its mode is missing: mode=\"global\" (the boxes that threads take) or mode=\"local\" "
                         "(neighbours in one vector)");
  else if (dims != NULL && !is_auto (dims) && !read_dims (dims, hint))
    *problem = g_strdup ("dims takes whole numbers from 1 on, as in dims=[32,16,1], or auto");
  return *problem == NULL;
}

static gboolean
read_transform (const RsNode *attribute, RsKernelHint *hint, char **problem)
{
  g_auto (GStrv) words = get_words (attribute, "enable");
  const RsNode *numel = find_value (attribute, "numel");
  gboolean any = FALSE;

  for (char **word = words; *word != NULL && *problem == NULL; word++)
    if (**word != '\0')
      {
        guint i = 0;

        while (transform_names[i] != NULL && strcmp (transform_names[i], *word) != 0)
          i++;
        any = TRUE;
        if (transform_names[i] == NULL)
          {
            g_autofree char *all = g_strjoinv (", ", (char **)transform_names);

            *problem = g_strdup_printf ("there is no transform \"%s\"; there are %s", *word, all);
          }
        else if (transform_nothings[i] != NULL)
          hint->nothing = transform_nothings[i];
        else
          hint->wants_simd = TRUE;
      }
  if (*problem == NULL && !any)
    *problem = g_strdup ("it names no transform, as in enable=\"simdprocessing\"");
  else if (*problem == NULL && numel != NULL && !is_whole (numel))
    *problem = g_strdup ("numel takes a whole number from 1 on, the work items in a vector");
  hint->numel = *problem == NULL && numel != NULL ? (guint)numel->number : 0;
  return *problem == NULL;
}

gboolean
rs_kernel_hint_read (const RsNode *attribute, RsKernelHint *hint, char **problem)
{
  *hint = (RsKernelHint){ 0 };
  *problem = NULL;
  if (attribute->kind != RS_NODE_ATTRIBUTE || attribute->name == NULL)
    return FALSE;
  if (strcmp (attribute->name, "kernel_tiling") == 0)
    return read_tiling (attribute, hint, problem) && read_target (attribute, hint, problem);
  if (strcmp (attribute->name, "kernel_transform") == 0)
    return read_transform (attribute, hint, problem) && read_target (attribute, hint, problem);
  return FALSE;
}

gboolean
rs_fusion_strategy_read (const RsNode *attribute, RsFusionStrategy *strategy, char **problem)
{
  static const struct {
    const char *name;
    RsFusionStrategy strategy;
  } strategies[] = { { "smart", RS_FUSION_ANY_ORDER },
                     { "noreordering", RS_FUSION_IN_ORDER },
                     { "minsyncgrid", RS_FUSION_ANY_ORDER },
                     { "minworkingmemory", RS_FUSION_ANY_ORDER },
                     { "manual", RS_FUSION_IN_ORDER } };
  g_auto (GStrv) words = get_words (attribute, "strategy");

  *problem = NULL;
  if (attribute->kind != RS_NODE_ATTRIBUTE || g_strcmp0 (attribute->name, "kernel_fusion") != 0)
    return FALSE;
  if (g_strcmp0 (attribute->text, "barrier") == 0)
    {
      *strategy = RS_FUSION_BARRIER;
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (strategies); i++)
    if (words[0] != NULL && strcmp (words[0], strategies[i].name) == 0)
      {
        *strategy = strategies[i].strategy;
        return TRUE;
      }
  *problem
      = words[0] == NULL || *words[0] == '\0'
            ? g_strdup ("it names no strategy, as in strategy=\"smart\", and is no barrier")
            : g_strdup_printf (
                "there is no strategy \"%s\"; there are smart, noreordering, minsyncgrid, minworkingmemory, manual",
                words[0]);
  return FALSE;
}

/* The word of a value, NULL where it is something else. */
static const char *
get_word (const RsNode *value)
{
  if (value == NULL)
    return NULL;
  return value->kind == RS_NODE_STRING ? value->text : value->kind == RS_NODE_NAME ? value->name : NULL;
}

static gboolean
read_mode (const RsNode *value, RsPlaceMode *mode)
{
  static const char *const words[] = { [RS_PLACE_AUTO] = "auto", [RS_PLACE_CPU] = "cpu", [RS_PLACE_GPU] = "gpu" };
  const char *word = get_word (value);

  for (guint i = 0; word != NULL && i < G_N_ELEMENTS (words); i++)
    if (strcmp (words[i], word) == 0)
      {
        *mode = (RsPlaceMode)i;
        return TRUE;
      }
  return FALSE;
}

gboolean
rs_place_hint_read (const RsNode *attribute, RsPlaceHint *hint)
{
  gboolean is_sched = g_strcmp0 (attribute->name, "sched") == 0;

  if (attribute->kind != RS_NODE_ATTRIBUTE || (!is_sched && g_strcmp0 (attribute->name, "transfer") != 0))
    return FALSE;
  *hint = (RsPlaceHint){ .mode = is_sched && attribute->n_children > 0 ? RS_PLACE_KEEP : RS_PLACE_AUTO };
  for (guint i = 0; i < attribute->n_children; i++)
    {
      const RsNode *parameter = attribute->children[i];
      const RsNode *value = parameter != NULL ? rs_node_child (parameter, 0) : NULL;
      const char *name = parameter != NULL && parameter->name != NULL ? parameter->name : "";

      if (value == NULL)
        continue;
      if (strcmp (name, "vars") == 0)
        hint->variables = value;
      else if (strcmp (name, "gpu_index") == 0)
        hint->index = value;
      else if (!read_mode (value, &hint->mode) && *name == '\0' && is_sched && get_word (value) == NULL)
        hint->index = value; /* {!sched 1} */
    }
  return TRUE;
}

gboolean
rs_alloc_hint_read (const RsNode *attribute, RsPlaceMode *mode)
{
  const RsNode *value;

  if (attribute->kind != RS_NODE_ATTRIBUTE || g_strcmp0 (attribute->name, "alloc") != 0)
    return FALSE;
  value = find_value (attribute, "mode");
  *mode = RS_PLACE_AUTO;
  return value != NULL ? read_mode (value, mode) : find_value (attribute, "type") == NULL;
}

gboolean
rs_attribute_deals (const RsNode *attribute)
{
  const RsNode *value;
  const char *word;

  if (attribute == NULL || (g_strcmp0 (attribute->name, "parallel") != 0 && g_strcmp0 (attribute->name, "unroll") != 0))
    return FALSE;
  value = find_value (attribute, "multi_device");
  word = get_word (value);
  return value != NULL && g_strcmp0 (word, "false") != 0 && !(value->kind == RS_NODE_NUMBER && value->number == 0);
}
