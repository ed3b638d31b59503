/* A run in a process of its own, from the window's side.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/run/child.h"

#include "compiler/base/source.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define CLOSED_US 100000 /* between two looks at which figures the user has closed */

struct _RsChild {
  int fd;
  RsLastPlace *place; /* NULL: there is no memory for it */
  char *name, *text;  /* of the program */

  GMutex lock;
  GPid pid;            /* under lock; 0: not started, or it has been waited for */
  gboolean was_killed; /* under lock; by us */
  gboolean is_over;    /* under lock; it has ended */
  GMutex sending;

  GAsyncQueue *messages;        /* of Message: what is to be sent; owned */
  GAsyncQueue *events;          /* of RsFormEvent: what the user does in forms; owned */
  GHashTable *figures;          /* by number; under lock */
  GHashTable *embedded, *forms; /* by number; of the thread that follows */
};

typedef struct {
  RsWireKind kind;
  GVariant *value; /* owned; NULL: nothing follows */
} Message;

static void
message_free (gpointer data)
{
  Message *message = data;

  g_clear_pointer (&message->value, g_variant_unref);
  g_free (message);
}

/* Takes a floating value. */
static void
push_message (RsChild *self, RsWireKind kind, GVariant *value)
{
  Message *message = g_new (Message, 1);

  *message = (Message){ kind, value != NULL ? g_variant_ref_sink (value) : NULL };
  g_async_queue_push (self->messages, message);
}

/* --- starting --- */

/* Whatever the window's descriptors are: 3 is the socket, 4 the place. */
static gboolean
spawn (RsChild *self, int socket, int place, GError **error)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", error);
  g_auto (GStrv) environment = g_get_environ ();
  const char *arguments[] = { program, "--run", NULL };
  int sources[] = { socket, place };

  if (program == NULL)
    return FALSE;
  environment = g_environ_setenv (environment, RS_WIRE_FD, "3", TRUE);
  if (place >= 0)
    environment = g_environ_setenv (environment, RS_CHILD_PLACE_FD, "4", TRUE);
  return g_spawn_async_with_pipes_and_fds (NULL, arguments, (const char *const *)environment, G_SPAWN_DO_NOT_REAP_CHILD,
                                           NULL, NULL, -1, -1, -1, sources, (int[]){ 3, 4 }, place >= 0 ? 2 : 1,
                                           &self->pid, NULL, NULL, NULL, error);
}

static void
send_message (RsChild *self, RsWireKind kind, GVariant *value)
{
  g_mutex_lock (&self->sending);
  rs_wire_send (self->fd, kind, value);
  g_mutex_unlock (&self->sending);
}

static void
send_request (RsChild *self, const RsRunRequest *request)
{
  static const char *const none[] = { NULL };
  const RsDebugStart *start = &request->debug.start;

  send_message (self, RS_WIRE_RUN,
                g_variant_new (RS_CHILD_REQUEST_VALUES, request->name, request->text, request->folder, request->device,
                               (guint)request->precision, request->trace_path,
                               request->arguments != NULL ? request->arguments : none, request->debug.tell != NULL,
                               start->first != NULL ? start->first : none, start->is_paused,
                               request->compared != NULL ? request->compared : none, request->ring, request->ring_when,
                               request->checks_races));
}

RsChild *
rs_child_new (void)
{
  RsChild *self = g_new0 (RsChild, 1);

  self->fd = -1;
  g_mutex_init (&self->lock);
  g_mutex_init (&self->sending);
  self->messages = g_async_queue_new_full (message_free);
  self->events = g_async_queue_new_full ((GDestroyNotify)rs_form_event_free);
  self->figures = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)rs_figure_unref);
  self->embedded = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)rs_figure_unref);
  self->forms = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)rs_form_unref);
  return self;
}

static gboolean
start (RsChild *self, const RsRunRequest *request, GError **error)
{
  int ends[2] = { -1, -1 }, place = rs_last_place_open ();
  gboolean is_good;

  self->name = g_strdup (request->name);
  self->text = g_strdup (request->text);
  self->place = place >= 0 ? rs_last_place_map (place) : NULL;
  is_good = socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
  if (!is_good)
    g_set_error (error, G_FILE_ERROR, (gint)g_file_error_from_errno (errno), "no process for the run: %s",
                 g_strerror (errno));
  self->fd = ends[0];
  g_mutex_lock (&self->lock);
  is_good = is_good && spawn (self, ends[1], place, error);
  if (is_good && self->was_killed)
    kill (self->pid, SIGKILL);
  g_mutex_unlock (&self->lock);
  if (place >= 0)
    close (place);
  if (ends[1] >= 0)
    close (ends[1]);
  if (is_good)
    send_request (self, request);
  return is_good;
}

/* Runs that have ended stay in lists. */
static void
hang_up (RsChild *self)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  g_clear_pointer (&self->place, rs_last_place_unmap);
}

void
rs_child_free (RsChild *self)
{
  hang_up (self);
  g_hash_table_unref (self->figures);
  g_hash_table_unref (self->embedded);
  g_hash_table_unref (self->forms);
  g_async_queue_unref (self->events);
  g_async_queue_unref (self->messages);
  g_mutex_clear (&self->lock);
  g_mutex_clear (&self->sending);
  g_free (self->name);
  g_free (self->text);
  g_free (self);
}

void
rs_child_stop (RsChild *self)
{
  push_message (self, RS_WIRE_STOP, g_variant_new ("(u)", 0));
}

void
rs_child_save_stretch (RsChild *self)
{
  push_message (self, RS_WIRE_SAVE, g_variant_new ("(u)", 0));
}

gboolean
rs_child_ask (RsChild *self, const char *request)
{
  gboolean is_over;

  g_mutex_lock (&self->lock);
  is_over = self->is_over;
  g_mutex_unlock (&self->lock);
  if (!is_over)
    push_message (self, RS_WIRE_ASK, g_variant_new ("(^ay)", request));
  return !is_over;
}

void
rs_child_leave (RsChild *self)
{
  push_message (self, RS_WIRE_LEAVE, g_variant_new ("(u)", 0));
}

void
rs_child_kill (RsChild *self)
{
  g_mutex_lock (&self->lock);
  self->was_killed = TRUE;
  if (self->pid != 0)
    kill (self->pid, SIGKILL);
  g_mutex_unlock (&self->lock);
}

/* --- what it shows --- */

static void
on_figure (RsChild *self, GVariant *value, const RsChildCallbacks *callbacks, gpointer data)
{
  g_autoptr (RsFigure) copy = rs_wire_unpack_figure (value);
  RsFigure *figure;

  if (copy == NULL)
    return;
  g_mutex_lock (&self->lock);
  figure = copy->is_embedded ? rs_wire_get_embedded (self->embedded, copy->number)
                             : g_hash_table_lookup (self->figures, GUINT_TO_POINTER (copy->number));
  if (figure != NULL && !rs_figure_is_closed (figure))
    rs_figure_take (figure, copy);
  else
    {
      figure = g_steal_pointer (&copy);
      g_hash_table_insert (self->figures, GUINT_TO_POINTER (figure->number), figure);
    }
  rs_figure_ref (figure);
  g_mutex_unlock (&self->lock);
  callbacks->show_figure (data, figure);
  rs_figure_unref (figure);
}

static void
on_close_figure (RsChild *self, GVariant *value, const RsChildCallbacks *callbacks, gpointer data)
{
  RsFigure *figure = NULL;
  guint number;

  g_variant_get (value, "(u)", &number);
  g_mutex_lock (&self->lock);
  g_hash_table_steal_extended (self->figures, GUINT_TO_POINTER (number), NULL, (gpointer *)&figure);
  g_mutex_unlock (&self->lock);
  if (figure == NULL)
    return;
  rs_figure_set_closed (figure, TRUE);
  callbacks->show_figure (data, figure);
  rs_figure_unref (figure);
}

static void
on_form (RsChild *self, GVariant *value, const RsChildCallbacks *callbacks, gpointer data)
{
  gboolean is_closed;
  RsForm *form;
  guint number;

  if (!rs_wire_read_form (value, &number, &is_closed))
    return;
  form = g_hash_table_lookup (self->forms, GUINT_TO_POINTER (number));
  if (form == NULL && is_closed)
    return;
  if (form == NULL)
    {
      form = rs_form_new (number, "", self->events);
      g_hash_table_insert (self->forms, GUINT_TO_POINTER (number), form);
    }
  if (is_closed)
    rs_form_close (form);
  else
    rs_wire_update_form (form, value, self->embedded);
  callbacks->show_form (data, form);
}

/* A figure that the user has closed. */
static gboolean
tell_closed (gpointer key, gpointer figure, gpointer data)
{
  if (!rs_figure_is_closed (figure))
    return FALSE;
  send_message (data, RS_WIRE_CLOSE_FIGURE, g_variant_new ("(u)", GPOINTER_TO_UINT (key)));
  return TRUE;
}

static char end_of_events;

static void
send_event (RsChild *self, RsFormEvent *event)
{
  RsWireKind kind;
  GVariant *value = rs_wire_pack_event (event, &kind);

  send_message (self, kind, value);
  rs_form_event_free (event);
}

/* What the user does in forms, and with figures. */
static gpointer
send_events (gpointer data)
{
  RsChild *self = data;
  gpointer event;

  while ((event = g_async_queue_timeout_pop (self->events, CLOSED_US)) != &end_of_events)
    if (event != NULL)
      send_event (self, event);
    else
      {
        g_mutex_lock (&self->lock);
        g_hash_table_foreach_remove (self->figures, tell_closed, self);
        g_mutex_unlock (&self->lock);
      }
  return NULL;
}

static void
close_form (gpointer key, gpointer form, gpointer data)
{
  rs_form_close (form);
}

/* What the window wants of it: the main thread does not wait until it is read. */
static gpointer
send_messages (gpointer data)
{
  RsChild *self = data;
  Message *message;

  while ((message = g_async_queue_pop (self->messages))->value != NULL)
    {
      send_message (self, message->kind, message->value);
      message_free (message);
    }
  message_free (message);
  return NULL;
}

/* --- its end --- */

/* Waits for the process; how it ended, as of waitpid. */
static int
reap (RsChild *self)
{
  int how = 0;
  siginfo_t info;

  /* It can be killed until it has been waited for, and its number is another's afterwards. */
  while (waitid (P_PID, (id_t)self->pid, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR)
    ;
  g_mutex_lock (&self->lock);
  while (waitpid (self->pid, &how, 0) < 0 && errno == EINTR)
    ;
  self->pid = 0;
  self->is_over = TRUE;
  g_mutex_unlock (&self->lock);
  return how;
}

/* "file.q:3:1: " of the place where the program was; "" when it did not get that far. (transfer full) */
static char *
describe_place (RsChild *self)
{
  g_autofree char *name = NULL, *contents = NULL;
  guint line = 1, column = 1;
  const char *text = self->text;
  guint32 offset;

  if (self->place == NULL || !rs_last_place_read (self->place, &name, &offset))
    return g_strdup ("");
  if (!g_str_equal (name, self->name))
    text = g_file_get_contents (name, &contents, NULL, NULL) ? contents : "";
  for (guint32 i = 0; i < offset && text[i] != '\0'; i++)
    {
      if (((guchar)text[i] & 0xC0) != 0x80)
        column++;
      if (text[i] == '\n')
        {
          line++;
          column = 1;
        }
    }
  return g_strdup_printf ("%s:%u:%u: ", name, line, column);
}

static char *
describe_how (RsChild *self, int how)
{
  if (WIFSIGNALED (how) && WTERMSIG (how) == SIGKILL)
    return g_strdup ("the program's process was killed, by hand or because memory ran out");
  if (WIFSIGNALED (how))
    return g_strdup_printf ("the program's process has crashed (%s)", g_strsignal (WTERMSIG (how)));
  return g_strdup_printf ("the program's process has ended by itself, with status %d", WEXITSTATUS (how));
}

/* has_ended: the program had, and could be computed with. */
static void
tell_end (RsChild *self, int how, gboolean has_ended, const RsChildCallbacks *callbacks, gpointer data)
{
  g_autofree char *place = describe_place (self), *text = describe_how (self, how), *line = NULL;

  if (has_ended && !self->was_killed)
    line = g_strdup_printf ("error: %s; what the program had left is gone\n", text);
  else if (self->was_killed)
    line = g_strdup_printf ("%snote: the run was ended here\n", place);
  else
    line = g_strdup_printf ("%serror: %s%s\n", place, text,
                            *place != '\0' ? "; it was here" : " before the program began");
  callbacks->write_message (line, data);
}

/* --- following --- */

static void
on_text (GVariant *value, const RsChildCallbacks *callbacks, gpointer data)
{
  g_autoptr (GVariant) bytes = g_variant_get_child_value (value, 1);
  gsize length;
  const char *text = g_variant_get_fixed_array (bytes, &length, 1);
  guint stream;

  g_variant_get_child (value, 0, "u", &stream);
  if (stream == RS_OUTPUT_OF_PROGRAM)
    callbacks->write_output (text, length, data);
  else
    {
      g_autofree char *line = g_strndup (text, length);

      callbacks->write_message (line, data);
    }
}

static void
on_compile (GVariant *value, const RsChildCallbacks *callbacks, gpointer data)
{
  const char *what, *device;

  g_variant_get (value, "(&s&s)", &what, &device);
  callbacks->note_compile (*what != '\0' ? what : NULL, *what != '\0' ? device : NULL, data);
}

static void
on_record (GVariant *value, const RsChildCallbacks *callbacks, gpointer data)
{
  const char *record;

  g_variant_get (value, "(^&ay)", &record);
  callbacks->tell (record, data);
}

static void
on_saved (GVariant *value, const RsChildCallbacks *callbacks, gpointer data)
{
  const char *path, *what;

  g_variant_get (value, "(&s&s)", &path, &what);
  callbacks->saved (path, what, data);
}

static void
on_race (GVariant *value, const RsChildCallbacks *callbacks, gpointer data)
{
  RsRace race;

  g_variant_get (value, RS_WIRE_RACE_VALUES, &race.name, &race.line, &race.column, &race.other_line, &race.message,
                 &race.other_message);
  callbacks->race (&race, data);
}

static void
on_loop (GVariant *value, const RsChildCallbacks *callbacks, gpointer data)
{
  RsLoopNote loop = { 0 };
  guint kind;

  g_variant_get (value, "(&suu&s)", &loop.file, &loop.line, &kind, &loop.text);
  loop.kind = (RsLoopOutcomeKind)MIN (kind, (guint)RS_LOOP_IS_OPEN);
  callbacks->note_loop (&loop, data);
}

/* TRUE: *status is the program's. */
static gboolean
on_message (RsChild *self, RsWireKind kind, GVariant *value, const RsChildCallbacks *callbacks, gpointer data,
            guint *status)
{
  gboolean is_number = g_variant_is_of_type (value, G_VARIANT_TYPE ("(u)"));

  if (kind == RS_WIRE_OUTPUT && g_variant_is_of_type (value, G_VARIANT_TYPE ("(uay)")))
    on_text (value, callbacks, data);
  else if (kind == RS_WIRE_FIGURE)
    on_figure (self, value, callbacks, data);
  else if (kind == RS_WIRE_CLOSE_FIGURE && is_number)
    on_close_figure (self, value, callbacks, data);
  else if (kind == RS_WIRE_FORM)
    on_form (self, value, callbacks, data);
  else if (kind == RS_WIRE_RECORD && g_variant_is_of_type (value, G_VARIANT_TYPE ("(ay)")))
    on_record (value, callbacks, data);
  else if (kind == RS_WIRE_COMPILE && g_variant_is_of_type (value, G_VARIANT_TYPE ("(ss)")))
    on_compile (value, callbacks, data);
  else if (kind == RS_WIRE_SAVED && g_variant_is_of_type (value, G_VARIANT_TYPE ("(ss)")))
    on_saved (value, callbacks, data);
  else if (kind == RS_WIRE_RACE && g_variant_is_of_type (value, G_VARIANT_TYPE (RS_WIRE_RACE_TYPE)))
    on_race (value, callbacks, data);
  else if (kind == RS_WIRE_LOOP && g_variant_is_of_type (value, G_VARIANT_TYPE ("(suus)")))
    on_loop (value, callbacks, data);
  else if (kind == RS_WIRE_ENDED && is_number)
    {
      g_variant_get (value, "(u)", status);
      return TRUE;
    }
  return FALSE;
}

/* Whether the program has ended by itself. */
static gboolean
receive_messages (RsChild *self, const RsChildCallbacks *callbacks, gpointer data)
{
  gboolean has_ended = FALSE;
  GVariant *value;
  RsWireKind kind;
  guint status;

  while ((value = rs_wire_receive (self->fd, &kind)) != NULL)
    {
      if (on_message (self, kind, value, callbacks, data, &status) && !has_ended)
        {
          has_ended = TRUE;
          callbacks->end_program ((int)status, TRUE, data);
        }
      g_variant_unref (value);
    }
  return has_ended;
}

static void
follow (RsChild *self, const RsChildCallbacks *callbacks, gpointer data)
{
  GThread *events = g_thread_new ("form-events", send_events, self);
  GThread *messages = g_thread_new ("run-messages", send_messages, self);
  gboolean has_ended = receive_messages (self, callbacks, data);
  int how = reap (self);

  g_hash_table_foreach (self->forms, close_form, NULL);
  g_async_queue_push (self->events, &end_of_events);
  push_message (self, 0, NULL);
  g_thread_join (events);
  g_thread_join (messages);
  if (!has_ended || how != 0)
    tell_end (self, how, has_ended, callbacks, data);
  hang_up (self);
  if (!has_ended)
    callbacks->end_program (1, FALSE, data);
}

void
rs_child_run (RsChild *self, const RsRunRequest *request, const RsChildCallbacks *callbacks, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (start (self, request, &error))
    {
      follow (self, callbacks, data);
      return;
    }
  g_mutex_lock (&self->lock);
  self->is_over = TRUE;
  g_mutex_unlock (&self->lock);
  callbacks->write_message (error->message, data);
  callbacks->end_program (1, FALSE, data);
}
