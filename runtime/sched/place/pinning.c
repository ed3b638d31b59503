/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/place/pinning.h"

#include "runtime/sched/place/place.h"

#include <string.h>

static guint
get_line (const RsSite *site)
{
  guint line;

  rs_source_locate (site->module->source, site->node->span.start, &line, NULL);
  return line;
}

static const RsPin *
get_pin (const RsSession *session, RsSite *site)
{
  if (!site->pin_is_known)
    {
      g_autofree char *title = rs_kernel_dup_title (site->form, site->module, site->node);

      site->pin = rs_pins_find (session->pins, title, rs_source_get_name (site->module->source), get_line (site));
      site->pin_is_known = TRUE;
    }
  return site->pin;
}

/* --- what is told --- */

static void
tell (RsSession *session, RsSite *site, const char *device, const char *reason)
{
  g_autofree char *title = NULL;

  if (site->pin_is_told)
    return;
  site->pin_is_told = TRUE;
  title = rs_kernel_dup_title (site->form, site->module, site->node);
  rs_session_warn (session, rs_source_get_name (site->module->source), get_line (site), 0, RS_SAY (PIN_IGNORED), title,
                   device, reason);
}

void
rs_pinning_tell_refused (RsSession *session, RsSite *site, const RsEngine *engine, const char *reason)
{
  g_autofree char *text = g_strdup_printf ("it can't: %s", reason);

  tell (session, site, engine->device->name, text);
}

static const char *
find_reason (const RsEngine *first, const RsSite *site, const RsInputs *inputs, const char *device)
{
  for (const RsEngine *engine = first; engine != NULL; engine = engine->next)
    if (strcmp (engine->device->name, device) == 0)
      return rs_device_has_failed (engine->device)  ? "that device has failed"
             : !rs_place_is_for (site, engine)      ? "its {!kernel target} names other devices"
             : !rs_place_has_block (inputs, engine) ? "its block is too large for that device"
                                                    : "its arrays don't fit the memory of that device";
  return "the configuration does not have that device";
}

/* --- choosing --- */

static RsEngine *
find_place (const RsSession *session, RsEngine *first, const RsSite *site, RsEngine *const *places, guint n,
            const char *device)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (places[i]->device->name, device) == 0)
      return places[i];
  if (first->host != NULL && session->schedule.mode != RS_PLACE_GPU && strcmp (device, "cpu") == 0
      && (n == 0 || rs_place_is_for (site, first->host)))
    return first->host;
  return NULL;
}

RsEngine *
rs_pinning_choose (RsSession *session, RsEngine *first, RsSite *site, RsEngine *const *places, guint n,
                   RsInputs *inputs)
{
  const RsPin *pin = get_pin (session, site);
  const guint turn = session->schedule.turn;
  guint start;

  if (pin == NULL)
    return NULL;
  start = turn > 0 ? turn - 1 : site->n_pinned;
  for (guint step = 0; step < pin->n_order; step++)
    {
      const char *device = g_array_index (pin->shares, RsPinShare, pin->order[(start + step) % pin->n_order]).device;
      RsEngine *found = find_place (session, first, site, places, n, device);

      if (found != NULL)
        {
          site->n_pinned = (site->n_pinned + 1) % pin->n_order;
          inputs->reason = pin->shares->len > 1 ? RS_PLACE_REASON_SHARE : RS_PLACE_REASON_PINNED;
          return found;
        }
      if (strcmp (device, "cpu") != 0)
        tell (session, site, device, find_reason (first, site, inputs, device));
    }
  return NULL;
}
