/* What is told of launches that fail, and of accesses outside arrays.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/queue/launch-private.h"

#include <math.h>
#include <string.h>

#include "compiler/base/messages.h"
#include "runtime/value/index/selection.h"

/* Titles of loops and expressions say what they are. */
gboolean
rs_launch_is_of_kernel (const RsLaunch *launch)
{
  return strchr (launch->title, ' ') == NULL;
}

static const RsLaunchParameter *
get_parameter (const RsLaunch *launch, gint32 index)
{
  return index >= 0 && (guint)index < launch->work.n_arguments ? launch->parameters[index] : NULL;
}

/* The number that a subscript was made of, as far as it is one. */
static double
get_subscript (gint64 index, gboolean is_number)
{
  double number;

  if (!is_number)
    return (double)index;
  memcpy (&number, &index, sizeof number);
  return number >= -0x1p63 && number < 0x1p63 ? trunc (number) : number;
}

static GError *
describe_bounds (const RsLaunch *launch, gint32 which, gint32 dimension, double index, gint64 size)
{
  const RsLaunchParameter *parameter = get_parameter (launch, which);
  const char *name = parameter != NULL ? parameter->name : "an array";
  g_autofree char *what = NULL;

  if (parameter != NULL && parameter->array != NULL)
    return rs_selection_describe_outside (rs_value_object (parameter->array), name,
                                          MAX (parameter->array->rank, dimension + 1), dimension, index, size);
  /* An array that the kernel makes itself: of its other lengths nothing is known. */
  what = parameter != NULL && parameter->rank == 1
             ? g_strdup_printf ("a vector of %" G_GINT64_FORMAT " element%s", size, size == 1 ? "" : "s")
         : parameter != NULL && parameter->rank == 2 ? g_strdup ("a matrix")
                                                     : g_strdup ("an array");
  return rs_selection_describe_outside_of (what, name, parameter != NULL ? (int)parameter->rank : 0, dimension, index,
                                           size);
}

static GError *
describe_overflow (const RsLaunch *launch, const RsKernelStatus *status)
{
  const RsLaunchParameter *parameter = get_parameter (launch, status->parameter);

  if (parameter == NULL)
    return g_error_new (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERFLOW,
                        "the integer %" G_GINT64_FORMAT " does not fit where it is stored", status->index);
  if (parameter->array == NULL)
    return g_error_new (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERFLOW, "%" G_GINT64_FORMAT " does not fit into `%s`",
                        status->index, parameter->name);
  return g_error_new (
      RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERFLOW,
      "a value does not fit the elements of %s, which are %s; declare it 'sat or 'unchecked to clip or wrap",
      parameter->name, rs_element_get_name (parameter->array->element));
}

char *
rs_launch_describe_memory (gboolean is_array, gint64 bytes, gint64 limit)
{
  return g_strdup_printf (
      "%s %" G_GINT64_FORMAT " bytes of dynamic kernel memory, and the limit is %" G_GINT64_FORMAT
      "; make the setting %s larger, or write {!kernel memorymodel=\"cooperative\"} into the kernel",
      is_array ? "an array that a work item makes needs" : "the arrays that a work item makes need", bytes, limit,
      is_array ? "RUNTIME_DYNAMIC_MEMORY_ARRAY_KB" : "RUNTIME_DYNAMIC_MEMORY_MB");
}

static GError *
describe_dynamic (const RsKernelStatus *status)
{
  g_autofree char *text = NULL;

  if (status->index == 0)
    return g_error_new (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_KERNEL_MEMORY,
                        "there is no memory for an array of %" G_GINT64_FORMAT " bytes that a work item makes",
                        status->size);
  text = rs_launch_describe_memory (status->code == RS_KERNEL_DYNAMIC_ARRAY, status->size, status->index);
  return g_error_new (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_KERNEL_MEMORY, "%s", text);
}

/* The message of an assertion; the first % stands for the number of these bits. */
static char *
fill_text (const RsLaunch *launch, gint32 number_of_text, gboolean has_number, gint64 bits)
{
  const char *text = launch->kernel != NULL ? rs_kernel_get_message (launch->kernel, number_of_text) : NULL, *place;
  double number;

  if (text == NULL)
    text = "assertion failed";
  place = has_number ? strchr (text, '%') : NULL;
  if (place == NULL)
    return g_strdup (text);
  memcpy (&number, &bits, sizeof number);
  return g_strdup_printf ("%.*s%.15g%s", (int)(place - text), text, number, place + 1);
}

static GError *
describe_assertion (const RsLaunch *launch, const RsKernelStatus *status)
{
  g_autofree char *text = fill_text (launch, status->text, status->dimension != 0, status->index);

  return g_error_new_literal (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ASSERT, text);
}

/* Where the text of a place stands: its source (borrowed; may be NULL), and the place there. */
static RsSource *
get_place (const RsLaunch *launch, RsIrPlace *place)
{
  RsSource *elsewhere = launch->kernel != NULL ? rs_kernel_find_elsewhere (launch->kernel, place) : NULL;

  return elsewhere != NULL ? elsewhere : launch->source;
}

/* The access in the words of an error, as a warning at its line. */
static char *
describe_warning (const RsLaunch *launch, const RsKernelWarning *warning)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autofree char *text = NULL;
  RsIrPlace place = (RsIrPlace)warning->line;
  RsSource *source = get_place (launch, &place);
  guint32 offset = source != NULL ? rs_source_find_column (source, rs_place_line (place), rs_place_column (place)) : 0;

  if (warning->parameter < 0)
    text = fill_text (launch, warning->text, warning->dimension != 0, warning->index);
  else
    {
      g_autoptr (GError) error = describe_bounds (launch, warning->parameter, warning->dimension,
                                                  get_subscript (warning->index, warning->text), warning->size);

      text = g_strdup (error->message);
    }
  rs_message_report (diagnostics, RS_SEVERITY_WARNING, source, (RsSpan){ offset, offset }, RS_SAY (OUTSIDE_SAFE), text);
  return rs_diagnostic_format (rs_diagnostics_get (diagnostics, 0));
}

void
rs_launch_tell_warnings (const RsLaunch *launch, GHashTable *told, void (*tell) (const char *text, gpointer data),
                         gpointer data)
{
  const RsKernelStatus *status = &launch->work.status;

  for (gint i = 0; i < MIN (status->n_warnings, RS_KERNEL_WARNINGS) && launch->source != NULL; i++)
    {
      const RsKernelWarning *warning = &status->warnings[i];
      const RsLaunchParameter *parameter = get_parameter (launch, warning->parameter);
      char *place = g_strdup_printf ("%s:%d:%s:%d:%d", rs_source_get_name (launch->source), warning->line,
                                     parameter != NULL ? parameter->name : "",
                                     warning->parameter < 0 ? warning->text : -1, warning->is_write);
      g_autofree char *text = NULL;

      if (!g_hash_table_add (told, place))
        continue;
      text = describe_warning (launch, warning);
      tell (text, data);
    }
}

GError *
rs_launch_get_error (const RsLaunch *launch)
{
  const RsKernelStatus *status = &launch->work.status;

  switch (status->code)
    {
    case RS_KERNEL_OK:
    case RS_KERNEL_STOPPED:
      return NULL;
    case RS_KERNEL_OUT_OF_BOUNDS:
      return describe_bounds (launch, status->parameter, status->dimension, get_subscript (status->index, status->text),
                              status->size);
    case RS_KERNEL_OVERFLOW:
      return describe_overflow (launch, status);
    case RS_KERNEL_ASSERT:
      return describe_assertion (launch, status);
    case RS_KERNEL_BLOCK_MEMORY:
      return g_error_new (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_KERNEL_MEMORY,
                          "a block of work items needs %" G_GINT64_FORMAT
                          " bytes for shared memory and variables; there "
                          "are %" G_GSIZE_FORMAT "; make the block or its shared memory smaller",
                          status->size, rs_target_cpu.block_bytes);
    case RS_KERNEL_DYNAMIC_ARRAY:
    case RS_KERNEL_DYNAMIC_TOTAL:
      return describe_dynamic (status);
    default:
      return g_error_new (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FAULT, "the compiled code reports the unknown error %d",
                          status->code);
    }
}

/* A kernel is a call of its own; a loop or expression is part of the function whose line stands first in the stack. */
static char *
stack_with_line (const RsLaunch *launch, guint line)
{
  const char *stack = launch->backtrace, *end, *colon;

  if (rs_launch_is_of_kernel (launch))
    return g_strdup_printf ("  in %s (%s:%u)\n%s", launch->title, launch->file != NULL ? launch->file : "", line,
                            stack);
  end = strstr (stack, ")\n");
  colon = end != NULL ? g_strrstr_len (stack, end - stack, ":") : NULL;
  return colon != NULL ? g_strdup_printf ("%.*s:%u%s", (int)(colon - stack), stack, line, end) : g_strdup (stack);
}

void
rs_launch_describe_place (const RsLaunch *launch, const GError *error, RsErrorPlace *place)
{
  RsIrPlace failed = (RsIrPlace)launch->work.status.line;
  guint line = rs_place_line (failed) != 0 ? rs_place_line (failed) : launch->line;
  RsSource *source = get_place (launch, &failed);

  rs_error_place_clear (place);
  place->error = error;
  place->backtrace = launch->backtrace != NULL ? stack_with_line (launch, line) : NULL;
  place->source = source != NULL ? rs_source_ref (source) : NULL;
  place->line = source != launch->source ? rs_place_line (failed) : line;
  place->column = rs_place_column (failed);
}

/* What failed, for the end of a message; the titles of loops and expressions say their line. (transfer full) */
static char *
name_launch (const RsLaunch *launch)
{
  g_autofree char *line = g_strdup_printf (" line %u", launch->line);

  if (launch->reads_lost) /* the cause names what failed */
    return g_strdup ("");
  if (!rs_launch_is_of_kernel (launch) && g_str_has_suffix (launch->title, line))
    return g_strdup_printf (" (%s)", launch->title);
  return g_strdup_printf (" (%s%s,%s)", rs_launch_is_of_kernel (launch) ? "kernel " : "", launch->title, line);
}

GError *
rs_launch_describe_fault (const RsLaunch *launch, GError *error)
{
  g_autofree char *name = name_launch (launch);
  GError *described = g_error_new (RS_RUNTIME_ERROR,
                                   error->domain == RS_RUNTIME_ERROR ? error->code : RS_RUNTIME_ERROR_FAULT, "%s%s",
                                   error->message, name);

  g_error_free (error);
  return described;
}
