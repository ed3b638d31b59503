/* Which kernel suits the session's devices (manual 17.2.5).
 *
 * Kernels for other platforms run everywhere, too: where none suits, the first is taken.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/platform.h"
#include "runtime/builtin/call.h"
#include "runtime/sched/engine.h"
#include "runtime/value/types/function.h"

/* --- schedule --- */

/* The first of the kernels that suits the platform; -1: none does. */
static gint64
find_kernel (const RsCell *kernels, RsPlatform platform)
{
  for (gint64 i = 0; i < kernels->n_elements; i++)
    if ((rs_attribute_get_platforms (kernels->elements[i].function->node) >> platform & 1) != 0)
      return i;
  return -1;
}

/* By the devices in the order in which the user named them; behind them the CPU, which runs what they can't. */
static gint64
choose_kernel (RsSession *session, const RsCell *kernels)
{
  const RsEngine *first = session->device == RS_DEVICE_INTERP ? NULL : rs_engine_get (session, NULL);
  gint64 chosen = -1;

  if (first != NULL && first->host != NULL && session->schedule.mode == RS_PLACE_CPU)
    chosen = find_kernel (kernels, RS_PLATFORM_CPU);
  for (const RsEngine *engine = first; engine != NULL && chosen < 0; engine = engine->next)
    chosen = find_kernel (kernels, engine->device->target->platform);
  if (chosen < 0)
    chosen = find_kernel (kernels, RS_PLATFORM_CPU);
  return MAX (chosen, 0);
}

RS_DEFINE_BUILTIN (SCHEDULE)
{
  RsValue last = call->arguments[call->n_arguments - 1];
  gint64 n = last.tag == RS_TAG_CELL ? last.cell->n_elements : 0;

  for (gint64 i = 0; i < n; i++)
    if (last.cell->elements[i].tag != RS_TAG_FUNCTION || !rs_function_is_kernel (last.cell->elements[i].function))
      n = 0;
  if (n == 0)
    return rs_call_fail_argument (call, call->n_arguments - 1, error, "schedule",
                                  "a cell of kernel functions, as in {gpu_kernel, cpu_kernel}");
  return rs_call_return (call, rs_value_int (choose_kernel (call->session, last.cell)));
}
