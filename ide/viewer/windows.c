/* The viewer process, or the window that a run belongs to, from the program's side.
 *
 * A thread sends what has changed, newest state only, so that a program never waits for the screen; another one reads
 * what the user does.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/viewer/windows.h"

#include "ide/viewer/wire.h"

#include <sys/socket.h>
#include <unistd.h>

#define READY_US (10 * G_USEC_PER_SEC) /* the longest that a viewer may take to start */
#define LAST_US (5 * G_USEC_PER_SEC)   /* for what is still to be sent at the end */

typedef enum { NOT_STARTED, STARTING, READY, GONE } State;

struct _RsWindows {
  char *viewer; /* path */
  int fd;
  GThread *sender, *reader;
  RsWindowsMessageFunc on_message; /* or NULL */
  gpointer data;
  GMutex sending;

  GMutex lock;
  GCond changed;
  State state;
  gboolean is_ending;
  gboolean is_sending;
  GPtrArray *dirty_figures, *dirty_forms; /* owned references */
  GPtrArray *figures, *forms;             /* everything that is shown: owned references */
};

/* --- starting --- */

static char *
find_viewer (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (self != NULL ? self : ".");
  char *beside = g_build_filename (folder, "redshift-ide", NULL);
  char *built = g_build_filename (folder, "..", "app", "redshift-ide", NULL);

  if (g_file_test (beside, G_FILE_TEST_IS_EXECUTABLE))
    {
      g_free (built);
      return beside;
    }
  g_free (beside);
  if (g_file_test (built, G_FILE_TEST_IS_EXECUTABLE))
    return built;
  g_free (built);
  return g_find_program_in_path ("redshift-ide");
}

static gboolean
has_screen (void)
{
  const char *x11 = g_getenv ("DISPLAY"), *wayland = g_getenv ("WAYLAND_DISPLAY");

  return (x11 != NULL && *x11 != '\0') || (wayland != NULL && *wayland != '\0');
}

static RsWindows *
make_windows (void)
{
  RsWindows *self = g_new0 (RsWindows, 1);

  self->fd = -1;
  g_mutex_init (&self->sending);
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  self->dirty_figures = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_figure_unref);
  self->figures = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_figure_unref);
  self->dirty_forms = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_form_unref);
  self->forms = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_form_unref);
  return self;
}

RsWindows *
rs_windows_new (void)
{
  char *viewer = has_screen () ? find_viewer () : NULL;
  RsWindows *self;

  if (viewer == NULL)
    return NULL;
  self = make_windows ();
  self->viewer = viewer;
  return self;
}

/* Ctrl+C is for the program. The viewer has none of the program's streams: whoever reads those waits for their end. */
static void
in_child (gpointer data)
{
  setsid ();
}

static gboolean
spawn (RsWindows *self)
{
  int ends[2];
  g_autofree char *number = NULL;
  g_auto (GStrv) environment = g_get_environ ();
  char *arguments[] = { self->viewer, (char *)"--viewer", NULL };
  gboolean good;

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return FALSE;
  environment = g_environ_setenv (environment, RS_WIRE_FD, "3", TRUE);
  good = g_spawn_async_with_pipes_and_fds (NULL, (const char *const *)arguments, (const char *const *)environment,
                                           G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, in_child, NULL, -1,
                                           -1, -1, &ends[1], (int[]){ 3 }, 1, NULL, NULL, NULL, NULL, NULL);
  close (ends[1]);
  if (good)
    self->fd = ends[0];
  else
    close (ends[0]);
  return good;
}

/* --- what the user does --- */

/* Under the lock. */
static RsForm *
find_form (RsWindows *self, guint number)
{
  for (guint i = 0; i < self->forms->len; i++)
    if (((RsForm *)g_ptr_array_index (self->forms, i))->number == number)
      return g_ptr_array_index (self->forms, i);
  return NULL;
}

/* Under the lock. */
static void
apply_to_form (RsWindows *self, RsWireKind kind, GVariant *value)
{
  guint number, widget, n_changes;
  double x;
  RsForm *form;

  g_variant_get (value, "(uudu)", &number, &widget, &x, &n_changes);
  form = find_form (self, number);
  if (form == NULL || widget >= rs_form_count (form))
    return;
  if (kind == RS_WIRE_CLICK)
    rs_form_click (form, widget);
  else
    rs_form_change (form, widget, x);
  rs_form_lock (form);
  rs_form_get (form, widget)->n_changes = n_changes; /* several may have come as one */
  rs_form_unlock (form);
}

/* Under the lock. */
static void
apply_close (RsWindows *self, RsWireKind kind, GVariant *value)
{
  guint number;

  g_variant_get (value, "(u)", &number);
  if (kind == RS_WIRE_CLOSE_FORM && find_form (self, number) != NULL)
    rs_form_close (find_form (self, number));
  for (guint i = self->figures->len; kind == RS_WIRE_CLOSE_FIGURE && i-- > 0;)
    if (((RsFigure *)g_ptr_array_index (self->figures, i))->number == number)
      {
        rs_figure_set_closed (g_ptr_array_index (self->figures, i), TRUE);
        g_ptr_array_remove_index (self->figures, i);
      }
}

/* Under the lock. */
static void
apply (RsWindows *self, RsWireKind kind, GVariant *value)
{
  if (kind == RS_WIRE_READY)
    self->state = READY;
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE ("(uudu)")))
    apply_to_form (self, kind, value);
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE ("(u)")))
    apply_close (self, kind, value);
  g_cond_broadcast (&self->changed);
}

static gpointer
read_messages (gpointer data)
{
  RsWindows *self = data;
  GVariant *value;
  RsWireKind kind;

  while ((value = rs_wire_receive (self->fd, &kind)) != NULL)
    {
      g_mutex_lock (&self->lock);
      apply (self, kind, value);
      g_mutex_unlock (&self->lock);
      if (self->on_message != NULL)
        self->on_message (kind, value, self->data);
      g_variant_unref (value);
    }
  /* Nobody looks any more. */
  g_mutex_lock (&self->lock);
  self->state = GONE;
  for (guint i = 0; i < self->figures->len; i++)
    rs_figure_set_closed (g_ptr_array_index (self->figures, i), TRUE);
  for (guint i = 0; i < self->forms->len; i++)
    rs_form_close (g_ptr_array_index (self->forms, i));
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
  if (self->on_message != NULL)
    self->on_message (0, NULL, self->data);
  return NULL;
}

/* --- what the program shows --- */

void
rs_windows_send (RsWindows *self, RsWireKind kind, GVariant *value)
{
  g_mutex_lock (&self->sending);
  rs_wire_send (self->fd, kind, value);
  g_mutex_unlock (&self->sending);
}

static void
send_form (RsWindows *self, RsForm *form)
{
  rs_windows_send (self, RS_WIRE_FORM, rs_wire_pack_form (form));
}

static void
send_figure (RsWindows *self, RsFigure *figure)
{
  g_autoptr (RsFigure) copy = rs_figure_copy (figure);

  if (rs_figure_is_closed (figure))
    rs_windows_send (self, RS_WIRE_CLOSE_FIGURE, g_variant_new ("(u)", figure->number));
  else
    rs_windows_send (self, RS_WIRE_FIGURE, rs_wire_pack_figure (copy));
}

/* Steals the first element; NULL when there is none. */
static gpointer
steal_first (GPtrArray *array)
{
  return array->len > 0 ? g_ptr_array_steal_index (array, 0) : NULL;
}

static gpointer
send_changes (gpointer data)
{
  RsWindows *self = data;

  g_mutex_lock (&self->lock);
  while (self->state != GONE)
    {
      RsForm *form = self->state == READY ? steal_first (self->dirty_forms) : NULL;
      RsFigure *figure = form == NULL && self->state == READY ? steal_first (self->dirty_figures) : NULL;

      if (form == NULL && figure == NULL)
        {
          if (self->is_ending)
            break;
          g_cond_wait (&self->changed, &self->lock);
          continue;
        }
      self->is_sending = TRUE;
      g_mutex_unlock (&self->lock);
      if (form != NULL)
        send_form (self, form);
      else
        send_figure (self, figure);
      g_mutex_lock (&self->lock);
      if (figure != NULL && rs_figure_is_closed (figure) && !g_ptr_array_find (self->dirty_figures, figure, NULL))
        g_ptr_array_remove (self->figures, figure);
      rs_form_unref (form);
      rs_figure_unref (figure);
      self->is_sending = FALSE;
      g_cond_broadcast (&self->changed);
    }
  g_mutex_unlock (&self->lock);
  return NULL;
}

/* Under the lock. */
static void
start (RsWindows *self)
{
  if (self->state != NOT_STARTED)
    return;
  if (!spawn (self))
    {
      self->state = GONE;
      return;
    }
  self->state = STARTING;
  self->sender = g_thread_new ("viewer-sender", send_changes, self);
  self->reader = g_thread_new ("viewer-reader", read_messages, self);
}

RsWindows *
rs_windows_new_connected (int fd, RsWindowsMessageFunc on_message, gpointer data)
{
  RsWindows *self = make_windows ();

  self->fd = fd;
  self->state = READY;
  self->on_message = on_message;
  self->data = data;
  self->sender = g_thread_new ("window-sender", send_changes, self);
  self->reader = g_thread_new ("window-reader", read_messages, self);
  return self;
}

static void
show_figure (gpointer data, RsFigure *figure)
{
  RsWindows *self = data;

  g_mutex_lock (&self->lock);
  start (self);
  if (!g_ptr_array_find (self->figures, figure, NULL))
    g_ptr_array_add (self->figures, rs_figure_ref (figure));
  if (self->state != GONE && !g_ptr_array_find (self->dirty_figures, figure, NULL))
    g_ptr_array_add (self->dirty_figures, rs_figure_ref (figure));
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

static void
show_form (gpointer data, RsForm *form)
{
  RsWindows *self = data;

  g_mutex_lock (&self->lock);
  start (self);
  if (!g_ptr_array_find (self->forms, form, NULL))
    g_ptr_array_add (self->forms, rs_form_ref (form));
  if (self->state != GONE && !g_ptr_array_find (self->dirty_forms, form, NULL))
    g_ptr_array_add (self->dirty_forms, rs_form_ref (form));
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

/* Waits until the viewer has said that it is there, or is gone. */
static gboolean
is_interactive (gpointer data)
{
  RsWindows *self = data;
  gint64 until = g_get_monotonic_time () + READY_US;
  gboolean is_ready;

  g_mutex_lock (&self->lock);
  start (self);
  while (self->state == STARTING)
    if (!g_cond_wait_until (&self->changed, &self->lock, until))
      break;
  is_ready = self->state == READY;
  g_mutex_unlock (&self->lock);
  return is_ready;
}

const RsDisplay rs_windows_display = {
  .show_figure = show_figure, .close_figure = show_figure, .show_form = show_form, .is_interactive = is_interactive
};

void
rs_windows_flush (RsWindows *self)
{
  gint64 until = g_get_monotonic_time () + READY_US + LAST_US;

  g_mutex_lock (&self->lock);
  while (self->state != GONE && (self->dirty_figures->len + self->dirty_forms->len > 0 || self->is_sending))
    if (!g_cond_wait_until (&self->changed, &self->lock, until))
      break;
  g_mutex_unlock (&self->lock);
}

/* Until everything is sent, or nobody is there. */
static void
send_last (RsWindows *self)
{
  rs_windows_flush (self);
  g_mutex_lock (&self->lock);
  self->is_ending = TRUE;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

void
rs_windows_free (RsWindows *self)
{
  if (self == NULL)
    return;
  if (self->sender != NULL)
    {
      send_last (self);
      shutdown (self->fd, SHUT_RDWR);
      g_thread_join (self->sender);
      g_thread_join (self->reader);
      close (self->fd);
    }
  g_ptr_array_unref (self->dirty_figures);
  g_ptr_array_unref (self->dirty_forms);
  g_ptr_array_unref (self->figures);
  g_ptr_array_unref (self->forms);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
  g_free (self->viewer);
  g_free (self);
}
