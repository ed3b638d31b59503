/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/place/place.h"

#include "runtime/device/configuration/configuration.h"
#include "runtime/memory/completion.h"
#include "runtime/memory/replica.h"
#include "runtime/sched/place/deal.h"
#include "runtime/sched/place/pinning.h"
#include "runtime/sched/queue/order.h"
#include "runtime/value/array.h"
#include "runtime/value/types/cell.h"

#include <string.h>

#define MOST_PLACES RS_MOST_QUEUES

/* Of the input, if it is an array that none before it is. */
static guint64
get_bytes (const RsInputs *inputs, guint i)
{
  const RsValue value = rs_inputs_get_value (inputs, i);

  if (value.tag != RS_TAG_ARRAY)
    return 0;
  for (guint k = 0; k < i; k++)
    {
      const RsValue other = rs_inputs_get_value (inputs, k);

      if (other.tag == RS_TAG_ARRAY && other.array == value.array)
        return 0;
    }
  return (guint64)rs_array_get_bytes (value.array);
}

/* RUNTIME_GPU_SCHEDULINGMODE=MaximizePerformance: what devices can't hold is no work of the CPU. */
static gboolean
is_for_devices (const RsSession *session)
{
  const char *mode = rs_settings_get_text (session->settings, RS_SETTING_RUNTIME_GPU_SCHEDULINGMODE);

  return g_ascii_strcasecmp (mode, "MaximizePerformance") == 0 && session->device != RS_DEVICE_AUTO
         && !rs_place_names_cpu (session);
}

/* Of an expression's result, as an array with as many elements as the longest input, of what these make together, or of
 * what is known of it (complex numbers of real ones). */
static guint64
get_result_bytes (const RsSession *session, const RsSite *site, const RsInputs *inputs)
{
  RsElement element = rs_element_of_precision (session->precision);
  gint64 n = 0;

  for (guint i = 0; i < inputs->inputs->len; i++)
    {
      const RsValue value = rs_inputs_get_value (inputs, i);

      if (value.tag != RS_TAG_ARRAY)
        continue;
      n = MAX (n, value.array->n_elements);
      element = rs_element_join (element, value.array->element);
    }
  return (guint64)n * MAX (rs_element_get_bytes (element), site->result_bytes);
}

/* Of all arrays of a launch, and the largest. The result of an expression may be one more; where the CPU is no way out,
 * the device has the last word on it. */
static guint64
count_bytes (const RsSession *session, const RsSite *site, const RsInputs *inputs, guint64 *largest)
{
  const gboolean has_result = site->form == RS_KERNEL_FROM_EXPRESSION && !is_for_devices (session);
  guint64 bytes = has_result ? get_result_bytes (session, site, inputs) : 0;

  *largest = bytes;
  for (guint i = 0; i < inputs->inputs->len; i++)
    {
      const guint64 own = get_bytes (inputs, i);

      bytes += own;
      *largest = MAX (*largest, own);
    }
  return bytes;
}

/* Whether the memory of the engine's device can hold all arrays of a launch at a time. */
static gboolean
fits (const RsSession *session, const RsEngine *engine, const RsSite *site, const RsInputs *inputs)
{
  guint64 largest;
  const guint64 bytes = count_bytes (session, site, inputs, &largest);

  return rs_memory_could_hold (engine->device, bytes, largest);
}

gboolean
rs_place_is_for (const RsSite *site, const RsEngine *engine)
{
  return (site->platforms >> engine->device->target->platform & 1) != 0;
}

gboolean
rs_place_has_block (const RsInputs *inputs, const RsEngine *engine)
{
  return engine->device->target->dialect == RS_DIALECT_C
         || inputs->block_items <= (gint64)engine->device->target->largest_block;
}

/* The devices of plugins that can hold the launch and have not failed. Returns how many. */
static guint
find_places (const RsSession *session, RsEngine *engine, const RsSite *site, const RsInputs *inputs, RsEngine **places)
{
  guint n = 0;

  for (; engine != NULL; engine = engine->next)
    if (engine->host == NULL || (fits (session, engine, site, inputs) && !rs_device_has_failed (engine->device)))
      places[n++] = engine;
  return n;
}

/* --- drawn by a seed --- */

static guint
draw (RsSession *session, guint n)
{
  return rs_session_draw_stress (session) % n;
}

/* --- by what they take --- */

static double
get_copy_time (double rate, double latency, const RsArray *array)
{
  return rate * (double)rs_array_get_bytes (array) + latency;
}

/* Whether the device can copy the array from another one without the host. */
static gboolean
has_peer (const RsEngine *engine, const RsEngine *first, const RsArray *array)
{
  const RsDeviceTable *table = engine->device->table;

  for (const RsEngine *other = first; other != NULL && table->reaches != NULL; other = other->next)
    if (other != engine && other->device->table == table && rs_queue_will_have (other->queue, array)
        && table->reaches (engine->device, other->device))
      return TRUE;
  return FALSE;
}

/* The launch's arrays that are not there, in ns of copies, but those of which launches of the place read nothing. From
 * device to device they go through the host, but between those that reach each other. */
static gint64
get_copies (const RsEngine *engine, const RsEngine *first, const RsSite *site, const RsInputs *inputs)
{
  const gboolean is_host = engine->device->memory == RS_MEMORY_HOST;
  double ns = 0, out = 0, latency = 0;

  for (const RsEngine *other = first; other != NULL; other = other->next)
    {
      out = MAX (out, other->copies.out);
      latency = MAX (latency, other->copies.latency);
    }
  for (guint i = 0; i < inputs->inputs->len; i++)
    {
      RsValue value = rs_inputs_get_value (inputs, i);

      if (value.tag != RS_TAG_ARRAY || (i < 64 && (site->overwritten >> i & 1) != 0)
          || rs_queue_will_have (engine->queue, value.array))
        continue;
      if (!is_host)
        ns += get_copy_time (engine->copies.in, engine->copies.latency, value.array);
      if (is_host || (!rs_memory_has (value.array, RS_MEMORY_HOST) && !has_peer (engine, first, value.array)))
        ns += get_copy_time (out, latency, value.array);
    }
  return (gint64)ns;
}

/* ns of copies of what the host will read of the launch. */
static gint64
get_fetch (const RsEngine *engine, const RsInputs *inputs)
{
  return engine->device->memory == RS_MEMORY_HOST
             ? 0
             : rs_cost_predict_fetch (inputs->cost, engine->copies.out, engine->copies.latency);
}

/* ns until the launch could begin there: what is queued there has ended, and so have those launches on other devices
 * that make what it reads, or use what it writes. */
static gint64
get_queued (const RsEngine *engine, const RsSite *site, const RsInputs *inputs)
{
  gint64 queued = rs_queue_get_backlog (engine->queue);

  for (guint i = 0; i < inputs->inputs->len; i++)
    {
      RsValue value = rs_inputs_get_value (inputs, i);

      if (value.tag == RS_TAG_ARRAY)
        {
          const gint64 wait = rs_queue_get_wait (engine->queue, value.array, i < 64 && (site->written >> i & 1) != 0);

          queued = MAX (queued, wait);
        }
    }
  return queued;
}

guint64
rs_place_count_bytes (const RsInputs *inputs)
{
  guint64 bytes = 0;

  for (guint i = 0; i < inputs->inputs->len; i++)
    bytes += get_bytes (inputs, i);
  return bytes;
}

void
rs_place_set_cost (RsSession *session, const RsEngine *engine, RsSite *site, RsInputs *inputs)
{
  if (engine->costs != NULL)
    inputs->cost = rs_costs_get (engine->costs, site, rs_site_get_hash (site, session), rs_place_count_bytes (inputs));
}

static RsEngine *
find_cheapest (RsEngine *const *places, guint n, RsSession *session, RsEngine *first, RsSite *site, RsInputs *inputs)
{
  RsCostPlace choices[MOST_PLACES];
  RsEngine *chosen;
  gint64 backlog;
  guint index;

  rs_place_set_cost (session, first, site, inputs);
  for (guint i = 0; i < n; i++)
    choices[i] = (RsCostPlace){ places[i]->number, get_queued (places[i], site, inputs),
                                get_copies (places[i], first, site, inputs), get_fetch (places[i], inputs) };
  index = rs_cost_choose (inputs->cost, choices, n, &inputs->reason);
  chosen = places[index];
  backlog = rs_queue_get_backlog (chosen->queue);
  inputs->wait = MAX (choices[index].queued - backlog, 0);
  rs_queue_set_most_backlog (chosen->queue,
                             rs_cost_is_learning (inputs->cost, choices, n) ? RS_BACKLOG_WHILE_LEARNING : G_MAXINT64);
  return chosen;
}

/* The CPU is alone as yet: an earlier run may have shown that another device is worth opening for this launch. Each
 * size class of a site is looked up once. */
static void
meet (RsDiscovery *discovery, RsSession *session, RsSite *site, const RsInputs *inputs)
{
  guint size_class = rs_costs_get_size_class (rs_place_count_bytes (inputs));
  guint64 bit = G_GUINT64_CONSTANT (1) << MIN (size_class, 63);

  if ((site->size_classes_met & bit) != 0)
    return;
  site->size_classes_met |= bit;
  rs_discovery_meet (discovery, rs_site_get_hash (site, session), size_class);
}

/* --- choosing --- */

static RsEngine *
find_number (RsEngine *const *places, guint n, gint number)
{
  for (guint i = 0; i < n; i++)
    if ((gint)places[i]->number == number)
      return places[i];
  return NULL;
}

gboolean
rs_place_names_cpu (const RsSession *session)
{
  if (session->device == RS_DEVICE_AUTO)
    return TRUE;
  for (guint i = 0; i < session->devices->len; i++)
    if (strcmp (g_array_index (session->devices, RsConfiguredDevice, i).name, "cpu") == 0)
      return TRUE;
  return FALSE;
}

/* Where the user wants it; NULL: nowhere, or there it can't be had. n: of places, devices of plugins. What it takes
 * there is noted as that of others is. */
static RsEngine *
choose_pinned (RsSession *session, RsEngine *engine, RsSite *site, RsInputs *inputs, RsEngine *const *places, guint n)
{
  RsEngine *pinned;

  if (session->pins == NULL || inputs->is_unpinned)
    return NULL;
  pinned = rs_pinning_choose (session, engine, site, places, n, inputs);
  if (pinned != NULL)
    rs_place_set_cost (session, engine, site, inputs);
  return pinned;
}

static RsEngine *
choose_for (RsInputs *inputs, RsEngine *engine, RsPlaceReason reason)
{
  inputs->reason = reason;
  return engine;
}

/* The devices that can have a launch, of plugins, and whether the CPU beside them can. */
typedef struct {
  RsEngine *places[MOST_PLACES]; /* the CPU is one of so many queues */
  guint n;
  gboolean host;
  RsPlaceReason kept; /* why some of those that have room can't; NONE: all can */
} Choices;

static gboolean
is_anywhere (const RsEngine *first, const RsSite *site)
{
  for (const RsEngine *engine = first; engine != NULL; engine = engine->next)
    if (rs_place_is_for (site, engine))
      return TRUE;
  return first->host != NULL && rs_place_is_for (site, first->host);
}

/* {!kernel target}, where there is a device that it names. */
static void
keep_targets (Choices *self, const RsEngine *first, const RsSite *site)
{
  const guint before = self->n;

  if (!is_anywhere (first, site))
    return;
  self->n = 0;
  for (guint i = 0; i < before; i++)
    if (rs_place_is_for (site, self->places[i]))
      self->places[self->n++] = self->places[i];
  if (self->n == before && (!self->host || rs_place_is_for (site, first->host)))
    return;
  self->host = self->host && rs_place_is_for (site, first->host);
  self->kept = RS_PLACE_REASON_TARGET;
}

/* Devices that run blocks as large as those of the launch; where there is none, its driver has the last word. */
static void
keep_blocks (Choices *self, const RsSession *session, const RsInputs *inputs)
{
  RsEngine *places[MOST_PLACES];
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    if (rs_place_has_block (inputs, self->places[i]))
      places[n++] = self->places[i];
  if (n == self->n || (n == 0 && !(self->host && rs_place_names_cpu (session))))
    return;
  memcpy (self->places, places, n * sizeof *places);
  self->n = n;
  self->kept = RS_PLACE_REASON_BLOCK;
}

static Choices
find_choices (const RsSession *session, RsEngine *first, const RsSite *site, const RsInputs *inputs)
{
  Choices self = { .host = first->host != NULL };

  self.n = find_places (session, first, site, inputs, self.places);
  keep_targets (&self, first, site);
  keep_blocks (&self, session, inputs);
  return self;
}

/* {!sched}; NULL: it says nothing, or names what can't have the launch. */
static RsEngine *
choose_scheduled (const RsSession *session, const RsEngine *first, const Choices *choices)
{
  if (choices->host && session->schedule.mode == RS_PLACE_CPU)
    return first->host;
  return session->schedule.index >= 0 ? find_number (choices->places, choices->n, session->schedule.index) : NULL;
}

/* What is best without knowledge comes first. */
static void
add_cpu (Choices *self, const RsEngine *first)
{
  memmove (self->places + 1, self->places, self->n * sizeof *self->places);
  self->places[0] = first->host;
  self->n++;
}

/* By what launches took, the CPU among the devices if it is named. */
static RsEngine *
choose_free (RsSession *session, RsEngine *first, RsSite *site, RsInputs *inputs, Choices *choices)
{
  RsEngine **places = choices->places;

  if (choices->host && session->schedule.mode == RS_PLACE_AUTO && rs_place_names_cpu (session))
    add_cpu (choices, first);
  if (choices->n == 1 && choices->kept != RS_PLACE_REASON_NONE)
    return choose_for (inputs, places[0], choices->kept);
  if (session->schedule.turn > 0)
    return choose_for (inputs, rs_deal_choose (session, first, places, choices->n), RS_PLACE_REASON_DEAL);
  return find_cheapest (places, choices->n, session, first, site, inputs);
}

static void
warn_of_room (RsSession *session, const RsEngine *engine, const RsSite *site, const RsInputs *inputs,
              gboolean is_scheduled)
{
  const char *file = rs_source_get_name (site->module->source), *device = engine->device->name;
  const guint64 limit = rs_memory_get_limit (engine->device);
  guint64 largest;
  const guint64 bytes = count_bytes (session, site, inputs, &largest);
  const gboolean is_array = limit == 0 || bytes <= limit;
  g_autofree char *wanted = g_format_size_full (is_array ? largest : bytes, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *most
      = g_format_size_full (is_array ? engine->device->largest_array : limit, G_FORMAT_SIZE_IEC_UNITS);
  guint line, column;

  rs_source_locate (site->module->source, site->node->span.start, &line, &column);
  if (is_scheduled && is_array)
    rs_session_warn (session, file, line, column, RS_SAY (SCHED_ARRAY_TOO_LARGE), device, wanted, most);
  else if (is_scheduled)
    rs_session_warn (session, file, line, column, RS_SAY (SCHED_NO_ROOM), device, wanted, most);
  else if (is_array)
    rs_session_warn (session, file, line, column, RS_SAY (ARRAY_TOO_LARGE_THERE), wanted, device, most);
  else
    rs_session_warn (session, file, line, column, RS_SAY (NO_ROOM_THERE), wanted, most, device);
}

/* Once a run: who names a device is not to take the CPU's times for those of the device. */
static void
tell_of_room (RsSession *session, const RsEngine *engine, const RsSite *site, const RsInputs *inputs)
{
  if (session->has_told_of_room || site->room_is_told || inputs->is_own || session->device != RS_DEVICE_PLUGIN
      || rs_place_names_cpu (session) || is_for_devices (session))
    return;
  session->has_told_of_room = TRUE;
  warn_of_room (session, engine, site, inputs, FALSE);
}

/* The device that {!sched} asks for; NULL: it asks for none. */
static const RsEngine *
find_asked (const RsSession *session, const RsEngine *first)
{
  const RsSchedule *schedule = &session->schedule;

  for (const RsEngine *engine = first; engine != NULL; engine = engine->next)
    if (engine->host != NULL && schedule->mode != RS_PLACE_CPU
        && (schedule->index >= 0 ? (gint)engine->number == schedule->index : schedule->mode == RS_PLACE_GPU))
      return engine;
  return NULL;
}

/* Once a place: whether {!sched} asks for a device that has no room for it, or for any, and none has. */
static gboolean
tell_of_sched (RsSession *session, const RsEngine *first, RsSite *site, const RsInputs *inputs, guint n_choices)
{
  const RsEngine *asked = find_asked (session, first);

  if (asked == NULL || (session->schedule.index < 0 && n_choices > 0) || is_for_devices (session)
      || rs_device_has_failed (asked->device) || fits (session, asked, site, inputs))
    return FALSE;
  if (!site->room_is_told && !session->has_told_of_room && !inputs->is_own)
    warn_of_room (session, asked, site, inputs, TRUE);
  site->room_is_told = TRUE;
  return TRUE;
}

RsEngine *
rs_place_choose (RsSession *session, RsEngine *engine, RsSite *site, RsInputs *inputs)
{
  RsEngine *chosen;
  Choices choices;

  if (engine->next == NULL && engine->host == NULL)
    {
      if (engine->discovery != NULL)
        meet (engine->discovery, session, site, inputs);
      choose_pinned (session, engine, site, inputs, &engine, 1); /* for what it tells */
      return choose_for (inputs, engine, RS_PLACE_REASON_NONE);
    }
  choices = find_choices (session, engine, site, inputs);
  if (session->stress != 0)
    {
      if (choices.host)
        choices.places[choices.n++] = engine->host;
      return choose_for (inputs, choices.n > 0 ? choices.places[draw (session, choices.n)] : engine,
                         RS_PLACE_REASON_STRESS);
    }
  chosen = choose_scheduled (session, engine, &choices);
  if (chosen != NULL)
    return choose_for (inputs, chosen, RS_PLACE_REASON_SCHED);
  chosen = choose_pinned (session, engine, site, inputs, choices.places, choices.n);
  if (chosen != NULL)
    return chosen;
  if (tell_of_sched (session, engine, site, inputs, choices.n))
    ;
  else if (choices.n == 0 && choices.kept == RS_PLACE_REASON_NONE && !rs_device_has_failed (engine->device)
           && !fits (session, engine, site, inputs))
    tell_of_room (session, engine, site, inputs);
  if (choices.n == 0)
    return choose_for (inputs, engine->host != NULL ? engine->host : engine,
                       choices.host && choices.kept != RS_PLACE_REASON_NONE ? choices.kept : RS_PLACE_REASON_MEMORY);
  if (engine->costs == NULL)
    return choose_for (inputs, choices.places[0],
                       choices.kept != RS_PLACE_REASON_NONE ? choices.kept : RS_PLACE_REASON_ONLY);
  return choose_free (session, engine, site, inputs, &choices);
}

gboolean
rs_place_check_memory (RsSession *session, RsEngine *first, const RsSite *site, const RsInputs *inputs, GError **error)
{
  guint64 largest;

  if (inputs->reason != RS_PLACE_REASON_MEMORY || !is_for_devices (session))
    return TRUE;
  for (RsEngine *engine = first; engine != NULL; engine = engine->next)
    if (!rs_device_has_failed (engine->device) && !fits (session, engine, site, inputs))
      {
        rs_memory_report_full (engine->device, count_bytes (session, site, inputs, &largest), error);
        return FALSE;
      }
  return TRUE;
}

guint
rs_place_find_all (RsSession *session, RsEngine *engine, const RsSite *site, const RsInputs *inputs, RsEngine **places)
{
  Choices choices;

  if (engine->next == NULL && engine->host == NULL)
    return 0;
  choices = find_choices (session, engine, site, inputs);
  if (choose_scheduled (session, engine, &choices) != NULL)
    return 0;
  if (choices.host
      && (session->stress != 0 || (session->schedule.mode == RS_PLACE_AUTO && rs_place_names_cpu (session))))
    add_cpu (&choices, engine);
  memcpy (places, choices.places, choices.n * sizeof *places);
  return choices.n;
}

/* --- {!sched}, {!transfer} --- */

/* The number of a device; negative: none. */
static gint
get_number (const RsValue *index)
{
  double number = index != NULL && rs_value_is_number (*index) ? rs_value_to_double (*index) : -1;

  return number >= 0 && number < MOST_PLACES ? (gint)number : -1;
}

void
rs_place_set (RsSession *session, RsPlaceMode mode, const RsValue *index)
{
  RsSchedule *schedule = &session->schedule;

  g_assert (mode <= RS_PLACE_KEEP);
  if (mode == RS_PLACE_GPU || index != NULL)
    rs_engine_want_devices (session);
  if (mode == RS_PLACE_AUTO)
    *schedule = (RsSchedule){ .mode = RS_PLACE_AUTO, .index = -1 };
  else if (mode != RS_PLACE_KEEP)
    schedule->mode = mode;
  if (index != NULL)
    schedule->index = get_number (index);
}

static gboolean
move_array (RsArray *array, const RsEngine *engine, const gint *stop, GError **error)
{
  g_autoptr (GError) full = NULL;

  rs_queue_wait_array (array, FALSE);
  if (engine == NULL)
    rs_array_read (array);
  else if (!rs_device_has_failed (engine->device) && !rs_memory_bring (array, engine->device->memory, stop, &full)
           && !g_error_matches (full, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY)) /* no room: it stays where it is */
    {
      g_propagate_error (error, g_steal_pointer (&full));
      return FALSE;
    }
  return TRUE;
}

gboolean
rs_place_transfer (RsSession *session, RsValue value, RsPlaceMode mode, const RsValue *index, GError **error)
{
  gint number = get_number (index);
  RsEngine *engine;

  if (mode == RS_PLACE_GPU)
    rs_engine_want_devices (session);
  engine = session->slots[RS_SLOT_QUEUE];
  if (engine == NULL || engine->host == NULL || (mode != RS_PLACE_CPU && mode != RS_PLACE_GPU))
    return TRUE;
  while (mode == RS_PLACE_GPU && number > 0 && engine->next != NULL && (gint)engine->number < number)
    engine = engine->next;
  if (mode == RS_PLACE_GPU && number > (gint)engine->number) /* there is no such device */
    return TRUE;
  if (value.tag == RS_TAG_ARRAY)
    return move_array (value.array, mode == RS_PLACE_GPU ? engine : NULL, &session->stop, error);
  for (gint64 i = 0; value.tag == RS_TAG_CELL && i < value.cell->n_elements; i++)
    if (value.cell->elements[i].tag == RS_TAG_ARRAY
        && !move_array (value.cell->elements[i].array, mode == RS_PLACE_GPU ? engine : NULL, &session->stop, error))
      return FALSE;
  return TRUE;
}

void
rs_place_set_allocation (RsSession *session, RsPlaceMode mode)
{
  session->allocation = mode;
}

gboolean
rs_place_allocated (RsSession *session, RsValue value, GError **error)
{
  const RsPlaceMode mode = session->allocation;

  if (mode == RS_PLACE_AUTO || (value.tag != RS_TAG_ARRAY && value.tag != RS_TAG_CELL))
    return TRUE;
  session->allocation = RS_PLACE_AUTO;
  return rs_place_transfer (session, value, mode, NULL, error);
}
