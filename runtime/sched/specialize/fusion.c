/* Holding launches back and fusing them, see fusion.h.
 *
 * Groups are lists of launches that become one kernel, in the order in which the kernels run. Whether a launch can join
 * a group, and the kernel that comes of a group, are kept by a key: which compiled places, which of their parameters
 * are the same array, and what is known of the arrays.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/specialize/fusion.h"

#include "compiler/kernel/fuse/fuse.h"
#include "runtime/sched/queue/launch-private.h"
#include "runtime/sched/specialize/fusion-note.h"
#include "runtime/trace/trace.h"

#include <string.h>

#define MAX_HELD 32                       /* launches */
#define MAX_HELD_BYTES ((guint64)1 << 30) /* of their arrays, of which the dead ones never get memory */
#define MAX_PARAMETERS 64                 /* of a fused kernel */
/* Where nothing asks for fusion: elements that expressions of the program have computed before it is tried at all, and
 * those of a group before it is compiled, which costs about as much as these; the fewest work items of a launch. */
#define ELEMENTS_WORTH_TRYING ((gint64)1 << 23)
#define ELEMENTS_WORTH_FUSING ((gint64)1 << 25)
#define ITEMS_WORTH_HOLDING ((gint64)1 << 15)

typedef struct {
  RsLaunch *launch;
  const RsSpecialization *code;
  const RsArray *shape; /* all its arrays have this shape, which its grid can have as well; or NULL */
} Held;

/* A group's parameters: those of its launches, the same array once. */
typedef struct {
  GPtrArray *maps; /* of guint *, one a launch: parameter of the launch -> of the group */
  GArray *first;   /* of RsLaunchParameter *: where each is first used */
  GArray *known;   /* of RsFusedParameter */
  GByteArray *key;
  const char *problem; /* static, or NULL */
} Parameters;

typedef struct {
  GPtrArray *groups;     /* of GArray of Held */
  GHashTable *codes;     /* key -> RsSpecialization: what became of a group */
  GHashTable *answers;   /* key -> owned text: why launches do not fuse, "" when they do */
  GHashTable *computed;  /* key -> gint64, owned: elements of the group so far, which nothing asked to fuse */
  GPtrArray *strategies; /* of RsFusionStrategy, one a function that has begun */
  RsFusionNotes *notes;
  GError *error; /* of a launch that was waited for; NULL: none */
  RsEngine *engine;
  RsSession *session;
  guint n_held;
  guint64 bytes;
} Fusion;

static void
fusion_free (gpointer data)
{
  Fusion *self = data;
  GHashTableIter iterator;
  gpointer value;

  rs_queue_set_holder (NULL, NULL, NULL);
  g_hash_table_iter_init (&iterator, self->codes);
  while (g_hash_table_iter_next (&iterator, NULL, &value))
    rs_specialization_free (value);
  g_hash_table_unref (self->codes);
  g_hash_table_unref (self->answers);
  g_hash_table_unref (self->computed);
  g_ptr_array_unref (self->groups);
  g_ptr_array_unref (self->strategies);
  rs_fusion_notes_free (self->notes);
  g_free (self);
}

static Fusion *
get_fusion (RsSession *session)
{
  Fusion *self = session->slots[RS_SLOT_FUSION];

  if (self != NULL)
    return self;
  self = g_new0 (Fusion, 1);
  self->session = session;
  self->groups = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  self->codes = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  self->answers = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, g_free);
  self->computed = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, g_free);
  self->strategies = g_ptr_array_new ();
  self->notes = rs_fusion_notes_new (session);
  rs_session_set_slot (session, RS_SLOT_FUSION, self, fusion_free);
  return self;
}

static RsFusionStrategy
get_strategy (const Fusion *self)
{
  return GPOINTER_TO_UINT (g_ptr_array_index (self->strategies, self->strategies->len - 1));
}

static gboolean
is_asked_for (const Fusion *self)
{
  return get_strategy (self) != RS_FUSION_AUTOMATIC;
}

/* The launch whose grid the group has: one without a shape, if there is any. */
static const Held *
get_leader (const GArray *group)
{
  for (guint i = 0; i < group->len; i++)
    if (g_array_index (group, Held, i).shape == NULL)
      return &g_array_index (group, Held, i);
  return &g_array_index (group, Held, 0);
}

/* --- the parameters of a group --- */

static void
parameters_clear (Parameters *self)
{
  g_ptr_array_unref (self->maps);
  g_array_unref (self->first);
  g_array_unref (self->known);
  g_byte_array_unref (self->key);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parameters, parameters_clear)

static guint
find_parameter (Parameters *self, RsLaunchParameter *parameter)
{
  for (guint i = 0; i < self->first->len && parameter->array != NULL; i++)
    {
      RsLaunchParameter *other = g_array_index (self->first, RsLaunchParameter *, i);

      if (other->array != parameter->array)
        continue;
      if (memcmp (rs_launch_parameter_get_view (other)->dims, rs_launch_parameter_get_view (parameter)->dims,
                  sizeof rs_launch_parameter_get_view (other)->dims)
          == 0)
        return i;
      self->problem = "one of them takes an array in another shape";
    }
  g_array_append_val (self->first, parameter);
  return self->first->len - 1;
}

/* Whether the array has an element at each position of the grid; flat: its positions are one number. */
static gboolean
covers (RsLaunchParameter *parameter, const RsDeviceLaunch *work, gboolean is_flat)
{
  const RsKernelArray *view = rs_launch_parameter_get_view (parameter);

  if (is_flat && work->rank == 1)
    return parameter->array->n_elements >= work->grid[0];
  for (guint d = 0; d < work->rank; d++)
    if (view->dims[d] < work->grid[d])
      return FALSE;
  return TRUE;
}

/* Whether the lengths of the array are those of the grid. */
static gboolean
is_grid (RsLaunchParameter *parameter, const RsDeviceLaunch *work)
{
  gint64 n = 1;

  for (guint d = 0; d < work->rank; d++)
    {
      if (rs_launch_parameter_get_view (parameter)->dims[d] != work->grid[d])
        return FALSE;
      n *= work->grid[d];
    }
  return n == parameter->array->n_elements;
}

/* References to the array that the launches of the group hold. */
static gint
count_references (const GArray *group, const RsArray *array)
{
  gint n = 0;

  for (guint i = 0; i < group->len; i++)
    {
      const RsLaunch *launch = g_array_index (group, Held, i).launch;

      for (guint k = 0; k < launch->work.n_arguments; k++)
        n += launch->parameters[k]->array == array;
    }
  return n;
}

/* with_dead: arrays that nobody else has are told from others. */
static Parameters
collect_parameters (const GArray *group, gboolean with_dead)
{
  Parameters self = { g_ptr_array_new_with_free_func (g_free), g_array_new (FALSE, FALSE, sizeof (RsLaunchParameter *)),
                      g_array_new (FALSE, TRUE, sizeof (RsFusedParameter)), g_byte_array_new (), NULL };

  for (guint i = 0; i < group->len; i++)
    {
      const Held *held = &g_array_index (group, Held, i);
      const guint n = held->launch->work.n_arguments;
      guint *map = g_new0 (guint, MAX (n, 1));

      g_ptr_array_add (self.maps, map);
      g_byte_array_append (self.key, (const guint8 *)&held->code->serial, sizeof held->code->serial);
      for (guint k = 0; k < n; k++)
        {
          RsLaunchParameter *parameter = held->launch->parameters[k];
          RsFusedParameter known = { 0 };

          map[k] = find_parameter (&self, parameter);
          if (map[k] == self.known->len)
            {
              if (parameter->array != NULL)
                {
                  known.covers_grid = covers (parameter, &get_leader (group)->launch->work,
                                              rs_kernel_sees_flat (held->code->part, k));
                  known.is_grid = is_grid (parameter, &get_leader (group)->launch->work);
                  known.is_dead = with_dead
                                  && parameter->array->base.ref_count == count_references (group, parameter->array);
                }
              g_array_append_val (self.known, known);
            }
        }
      g_byte_array_append (self.key, (const guint8 *)map, n * sizeof *map);
    }
  g_byte_array_append (self.key, (const guint8 *)self.known->data, self.known->len * sizeof (RsFusedParameter));
  if (self.known->len > MAX_PARAMETERS)
    self.problem = "they have too many parameters together";
  return self;
}

static RsKernel *
fuse (const GArray *group, const Parameters *parameters, char **reason)
{
  g_autofree RsFusionPart *parts = g_new0 (RsFusionPart, group->len);

  for (guint i = 0; i < group->len; i++)
    {
      parts[i].kernel = g_array_index (group, Held, i).code->part;
      parts[i].parameters = g_ptr_array_index (parameters->maps, i);
    }
  return rs_kernel_fuse (parts, group->len, (const RsFusedParameter *)(gpointer)parameters->known->data,
                         parameters->known->len, reason);
}

/* --- launching --- */

static void
submit (Fusion *self, RsLaunch *launch)
{
  const RsSubmission submission = rs_launch_begin_submission (launch);
  const gboolean is_waited_for = launch->is_waited_for;
  g_autoptr (GError) error = NULL;

  /* the error of another one, that it is to stop, comes again when the queue is asked */
  if (!rs_queue_submit (self->engine->queue, launch, &error) && is_waited_for)
    self->error = g_steal_pointer (&error);
  rs_submission_emit (&submission);
}

static RsLaunch *
make_launch (const RsSpecialization *code, const GArray *group, const Parameters *parameters)
{
  const RsLaunch *first = g_array_index (group, Held, 0).launch;
  const RsDeviceLaunch *leader = &get_leader (group)->launch->work;
  RsLaunch *launch = rs_launch_new (code->code, rs_kernel_get_title (code->kernel), first->file, first->line);

  rs_launch_set_grid (launch, leader->rank, leader->grid, leader->block);
  rs_launch_set_counted (launch, code->kernel, code->engine->queue);
  for (guint p = 0; p < parameters->first->len; p++)
    {
      RsLaunchParameter *parameter = g_array_index (parameters->first, RsLaunchParameter *, p);
      const RsKernelParameter *formal = &code->parameters[p];

      if (parameter->array != NULL)
        rs_launch_add_array (launch, parameter->name, parameter->array, rs_launch_parameter_get_view (parameter)->dims,
                             formal->reads
                                 && !rs_launch_covers (launch, formal, rs_launch_parameter_get_view (parameter)->dims),
                             formal->writes);
      else if (parameter->kind == RS_PARAMETER_ACCUMULATOR)
        rs_launch_add_accumulator (launch, parameter->name, parameter->length, parameter->reduce, parameter->is_integer,
                                   parameter->is_prefix, parameter->results);
      else
        rs_launch_add_number (launch, parameter->name, parameter->payload,
                              rs_element_get_bytes (formal->element) * (gsize)formal->length);
    }
  for (guint i = 0; i < group->len; i++)
    if (g_array_index (group, Held, i).launch->is_waited_for)
      rs_launch_set_waited_for (launch);
  return launch;
}

static void
note_fused (Fusion *self, const GArray *group, const RsKernel *kernel)
{
  g_autofree RsLaunch **launches = g_new (RsLaunch *, group->len);

  for (guint i = 0; i < group->len; i++)
    launches[i] = g_array_index (group, Held, i).launch;
  rs_fusion_note_fused (self->notes, launches, group->len, rs_kernel_count_removed (kernel));
}

static gint64
count_elements (const GArray *group)
{
  const RsDeviceLaunch *leader = &get_leader (group)->launch->work;
  gint64 n = group->len;

  for (guint d = 0; d < leader->rank; d++)
    n *= leader->grid[d];
  return n;
}

/* Whether the group is worth a kernel by now. */
static gboolean
is_worth_compiling (Fusion *self, GBytes *key, const GArray *group)
{
  gint64 *computed = g_hash_table_lookup (self->computed, key);

  if (is_asked_for (self))
    return TRUE;
  if (computed == NULL)
    {
      computed = g_new0 (gint64, 1);
      g_hash_table_insert (self->computed, g_bytes_ref (key), computed);
    }
  *computed += count_elements (group);
  return *computed >= ELEMENTS_WORTH_FUSING;
}

/* The code for the group, made on first use; NULL when there is none. */
static const RsSpecialization *
get_code (Fusion *self, const GArray *group, const Parameters *parameters)
{
  g_autoptr (GBytes) key = g_bytes_new (parameters->key->data, parameters->key->len);
  RsSpecialization *code = g_hash_table_lookup (self->codes, key);
  const RsLaunch *first = g_array_index (group, Held, 0).launch;
  g_autofree char *reason = NULL;
  RsKernel *kernel;

  if (code != NULL && code->was_stopped)
    {
      g_hash_table_remove (self->codes, key);
      code = NULL;
    }
  if (code == NULL && !is_worth_compiling (self, key, group))
    return NULL;
  if (code == NULL)
    {
      kernel = fuse (group, parameters, &reason);
      if (kernel == NULL)
        return NULL;
      code = rs_specialization_new_fused (kernel, first->file, self->session, self->engine);
      if (code->kernel != NULL)
        note_fused (self, group, kernel);
      g_hash_table_insert (self->codes, g_steal_pointer (&key), code);
    }
  return code->kernel != NULL && code->n_parameters == parameters->first->len ? code : NULL;
}

static void
launch_group (Fusion *self, GArray *group)
{
  const RsSpecialization *code = NULL;
  RsLaunch *launch;

  for (guint i = 0; i < group->len; i++)
    rs_launch_release (g_array_index (group, Held, i).launch);
  if (group->len > 1)
    {
      g_auto (Parameters) parameters = collect_parameters (group, TRUE);

      code = get_code (self, group, &parameters);
      launch = code != NULL ? make_launch (code, group, &parameters) : NULL;
    }
  for (guint i = 0; i < group->len; i++)
    if (code != NULL)
      rs_launch_free (g_array_index (group, Held, i).launch);
    else
      submit (self, g_array_index (group, Held, i).launch);
  if (code != NULL)
    submit (self, launch);
}

/* Everything that is held goes into the queue. */
static void
launch_all (Fusion *self)
{
  g_autoptr (GPtrArray) groups = NULL;

  if (self->n_held == 0)
    return;
  groups = g_steal_pointer (&self->groups);
  self->groups = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  self->n_held = 0;
  self->bytes = 0;
  for (guint i = 0; i < groups->len; i++)
    launch_group (self, g_ptr_array_index (groups, i));
}

/* Host code needs what is held, or something that comes behind it. */
static void
release_all (gpointer data)
{
  Fusion *self = data;
  const GArray *last = self->groups->len > 0 ? g_ptr_array_index (self->groups, self->groups->len - 1) : NULL;

  if (last != NULL && is_asked_for (self))
    rs_fusion_note_need (self->notes, g_array_index (last, Held, last->len - 1).launch);
  launch_all (self);
}

static void
complete_all (gpointer data)
{
  Fusion *self = data;

  launch_all (self);
  if (self->engine != NULL)
    rs_queue_drain (self->engine->queue);
}

/* --- holding --- */

/* Whether the order of two launches matters. */
static gboolean
depend (const RsLaunch *a, const RsLaunch *b)
{
  for (guint i = 0; i < a->work.n_arguments; i++)
    for (guint k = 0; k < b->work.n_arguments && a->parameters[i]->array != NULL; k++)
      if (a->parameters[i]->array == b->parameters[k]->array && (a->parameters[i]->writes || b->parameters[k]->writes))
        return TRUE;
  return FALSE;
}

static gboolean
depends_on_group (const RsLaunch *launch, const GArray *group)
{
  for (guint i = 0; i < group->len; i++)
    if (depend (launch, g_array_index (group, Held, i).launch))
      return TRUE;
  return FALSE;
}

static gboolean
has_shape (const RsDeviceLaunch *work, const RsArray *shape)
{
  if (work->rank != (guint)shape->rank)
    return FALSE;
  for (guint d = 0; d < work->rank; d++)
    if (work->grid[d] != shape->dims[d])
      return FALSE;
  return TRUE;
}

/* The shape of all arrays of a launch whose grid has one dimension for theirs; NULL: they differ, or it is no such
 * launch. */
static const RsArray *
find_shape (const RsLaunch *launch, const RsSpecialization *code)
{
  const RsArray *shape = NULL;

  for (guint i = 0; i < launch->work.n_arguments; i++)
    {
      const RsArray *array = launch->parameters[i]->array;

      if (array == NULL)
        continue;
      if (shape != NULL && (array->rank != shape->rank || memcmp (array->dims, shape->dims, sizeof array->dims) != 0))
        return NULL;
      shape = array;
    }
  return shape != NULL && shape->rank > 1 && rs_kernel_is_flat (code->part) ? shape : NULL;
}

static const char *
why_not_same_grid (const Held *first, const Held *second)
{
  const RsDeviceLaunch *a = &first->launch->work, *b = &second->launch->work;

  if ((first->shape != NULL && has_shape (b, first->shape)) || (second->shape != NULL && has_shape (a, second->shape)))
    return NULL;
  if (a->rank != b->rank || memcmp (a->grid, b->grid, sizeof a->grid) != 0)
    return "they run over different grids";
  return memcmp (a->block, b->block, sizeof a->block) != 0 ? "their blocks have different sizes" : NULL;
}

/* Every launch is asked: those over one dimension may have as many elements, and other shapes than the new one. */
static const char *
why_not_grid_of_group (const GArray *group, const Held *held)
{
  const char *problem = NULL;

  for (guint i = 0; i < group->len && problem == NULL; i++)
    problem = why_not_same_grid (&g_array_index (group, Held, i), held);
  return problem;
}

/* Why the launch can't join the group; "" when it can. */
static const char *
ask_group (Fusion *self, GArray *group, const Held *held)
{
  const char *problem = why_not_grid_of_group (group, held);
  g_autoptr (GBytes) key = NULL;
  char *answer;

  if (problem != NULL)
    return problem;
  g_array_append_val (group, *held);
  {
    g_auto (Parameters) parameters = collect_parameters (group, FALSE);

    if (parameters.problem != NULL)
      answer = (char *)parameters.problem;
    else
      {
        key = g_bytes_new (parameters.key->data, parameters.key->len);
        answer = g_hash_table_lookup (self->answers, key);
        if (answer == NULL)
          {
            g_autoptr (RsKernel) kernel = fuse (group, &parameters, &answer);

            if (kernel != NULL)
              answer = g_strdup ("");
            g_hash_table_insert (self->answers, g_steal_pointer (&key), answer);
          }
      }
  }
  g_array_set_size (group, group->len - 1);
  return answer;
}

/* The last group that the launch can join without passing one that it depends on; NULL: none, which is told. */
static GArray *
find_group (Fusion *self, const Held *held)
{
  const RsFusionStrategy strategy = get_strategy (self);
  const char *first_problem = NULL;

  for (guint i = self->groups->len; i > 0; i--)
    {
      GArray *group = g_ptr_array_index (self->groups, i - 1);
      const char *problem = ask_group (self, group, held);

      if (*problem == '\0')
        return group;
      if (first_problem == NULL)
        first_problem = problem;
      if (strategy != RS_FUSION_ANY_ORDER || depends_on_group (held->launch, group))
        break;
    }
  if (first_problem != NULL && is_asked_for (self))
    {
      const GArray *last = g_ptr_array_index (self->groups, self->groups->len - 1);

      rs_fusion_note_apart (self->notes, held->launch, g_array_index (last, Held, last->len - 1).launch, first_problem);
    }
  return NULL;
}

static void
append_launch (Fusion *self, GArray *group, const Held *held)
{
  g_array_append_val (group, *held);
  rs_launch_hold (held->launch);
  self->bytes += held->launch->bytes;
  self->n_held++;
}

/* A launch that is waited for ends its group, which is launched with all others. FALSE: there is none for it. */
static RsFusionAnswer
finish_group (Fusion *self, const Held *held, GError **error)
{
  GArray *group = find_group (self, held);

  if (group == NULL)
    return RS_FUSION_LEFT;
  append_launch (self, group, held);
  launch_all (self);
  if (self->error == NULL)
    return RS_FUSION_TAKEN;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return RS_FUSION_FAILED;
}

static gboolean
is_held (const Fusion *self, const RsSpecialization *code)
{
  for (guint i = 0; i < self->groups->len; i++)
    {
      const GArray *group = g_ptr_array_index (self->groups, i);

      for (guint k = 0; k < group->len; k++)
        if (g_array_index (group, Held, k).code == code)
          return TRUE;
    }
  return FALSE;
}

/* Where nothing asks for fusion, whether it is for the launch: expressions over large arrays. What is held when a place
 * comes again, in the next iteration of a loop, has become a group. */
static gboolean
is_for (Fusion *self, const Held *held)
{
  if (is_asked_for (self))
    return TRUE;
  if (is_held (self, held->code))
    launch_all (self);
  return held->code->part != NULL && rs_kernel_is_flat (held->code->part)
         && held->launch->work.grid[0] >= ITEMS_WORTH_HOLDING;
}

RsFusionAnswer
rs_fusion_take (RsSession *session, RsEngine *engine, const RsSpecialization *code, RsLaunch *launch, GError **error)
{
  Fusion *self = session->slots[RS_SLOT_FUSION];
  Held held = { launch, code, NULL };
  GArray *group;

  if (!is_for (self, &held))
    return RS_FUSION_LEFT;
  if (self->n_held == 0)
    rs_fusion_note_interrupted (self->notes, launch);
  if (code->part == NULL)
    {
      if (code->part_reason != NULL)
        rs_fusion_note_apart (self->notes, launch, NULL, code->part_reason);
      return RS_FUSION_LEFT;
    }
  self->engine = engine;
  held.shape = find_shape (launch, code);
  if (launch->is_waited_for)
    return finish_group (self, &held, error);
  group = find_group (self, &held);
  if (group == NULL && !is_asked_for (self))
    launch_all (self);
  if (group == NULL)
    {
      group = g_array_new (FALSE, FALSE, sizeof (Held));
      g_ptr_array_add (self->groups, group);
    }
  append_launch (self, group, &held);
  if (self->n_held >= MAX_HELD || self->bytes > MAX_HELD_BYTES)
    launch_all (self);
  return RS_FUSION_TAKEN;
}

gboolean
rs_fusion_is_on (const RsSession *session)
{
  const Fusion *self = session->slots[RS_SLOT_FUSION];

  return self != NULL && self->strategies->len > 0;
}

gboolean
rs_fusion_begin (RsSession *session, RsFusionStrategy strategy, gboolean is_on)
{
  Fusion *self;

  if (session->device == RS_DEVICE_INTERP
      || (strategy == RS_FUSION_AUTOMATIC
          && (is_on || session->n_offered < ELEMENTS_WORTH_TRYING || rs_fusion_is_on (session))))
    return is_on;
  self = get_fusion (session);
  if (strategy == RS_FUSION_BARRIER)
    {
      launch_all (self);
      rs_fusion_forget_need (self->notes);
      return is_on;
    }
  if (is_on)
    g_ptr_array_set_size (self->strategies, (gint)self->strategies->len - 1);
  else
    rs_fusion_forget_need (self->notes);
  g_ptr_array_add (self->strategies, GUINT_TO_POINTER (strategy));
  rs_queue_set_holder (release_all, complete_all, self);
  return TRUE;
}

void
rs_fusion_end (RsSession *session)
{
  Fusion *self = session->slots[RS_SLOT_FUSION];

  if (self == NULL || self->strategies->len == 0)
    return;
  if (self->strategies->len == 1)
    {
      launch_all (self);
      rs_queue_set_holder (NULL, NULL, NULL);
    }
  g_ptr_array_set_size (self->strategies, (gint)self->strategies->len - 1);
}
