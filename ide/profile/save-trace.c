/* See save-trace.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/save-trace.h"

#include "ide/profile/trace-job.h"
#include "profiler/analysis/traces/trim.h"
#include "profiler/exchange/formats.h"
#include "runtime/base/replace-file.h"

#include <glib/gi18n.h>
#include <string.h>

#define TRACE_SUFFIX ".rstrace"

struct _RsTraceSaving {
  char *path;
  RsTraceRange range;
  gboolean has_range; /* there is a choice */
  GtkFileChooserNative *chooser;

  /* what was chosen */
  char *target;
  const RsTraceFormat *format; /* NULL: a trace */
  gboolean of_range;

  RsTraceJob *job; /* borrowed; NULL: none is under way */
  gint stop;       /* atomic */
  RsTraceSavingTold told;
  gpointer data;
  GDestroyNotify free_data;
};

static void
saving_end (RsTraceSaving *self, const char *text)
{
  self->told (self, text, TRUE, self->data);
  if (self->free_data != NULL)
    self->free_data (self->data);
  g_clear_object (&self->chooser);
  g_free (self->target);
  g_free (self->path);
  g_free (self);
}

/* --- writing --- */

typedef struct {
  RsTraceStore *store;
  const RsTraceFormat *format;
  const RsTraceRange *range;
} Export;

static gboolean
write_format (const char *path, gpointer data, GError **error)
{
  const Export *export = data;

  return rs_trace_format_write_file (export->format, export->store, export->range, path, error);
}

/* Any thread. */
static gpointer
write_target (RsTraceStore *store, gpointer data, GError **error)
{
  RsTraceSaving *self = data;
  Export export = { store, self->format, self->of_range ? &self->range : NULL };
  gboolean done;

  if (self->format == NULL)
    done = self->of_range ? rs_trace_trim (store, &self->range, self->target, NULL, error)
                          : rs_trace_store_copy (store, self->target, &self->stop, error);
  else
    done = rs_replace_file (self->target, write_format, &export, error);
  return done ? self : NULL;
}

static void
on_written (gpointer result, RsTraceStore *store, const GError *error, gpointer data)
{
  RsTraceSaving *self = data;
  g_autofree char *text = NULL;

  self->job = NULL;
  if (result != NULL)
    text = g_strdup_printf (self->format != NULL ? _ ("Exported to %s") : _ ("Saved to %s"), self->target);
  else if (g_atomic_int_get (&self->stop))
    text = g_strdup (_ ("The trace was not saved"));
  else if (strstr (error->message, self->target) != NULL)
    text = g_strdup (error->message);
  else
    text = g_strdup_printf (_ ("%s can't be written: %s"), self->target, error->message);
  saving_end (self, text);
}

/* NULL: the target may be written. (transfer full) */
static char *
find_obstacle (RsTraceSaving *self, gboolean was_completed)
{
  gboolean exists = g_file_test (self->target, G_FILE_TEST_EXISTS);

  if (exists && rs_is_same_file (self->target, self->path))
    return g_strdup_printf (_ ("%s is the trace itself; give another name"), self->target);
  if (exists && was_completed)
    return g_strdup_printf (_ ("%s is there already; give another name, or this one with its ending"), self->target);
  return NULL;
}

/* --- the dialog --- */

static const char *
find_suffix (const RsTraceFormat *format)
{
  return format != NULL ? format->suffix : TRACE_SUFFIX;
}

/* Reads the choices; whether the name got the ending of its format. */
static gboolean
read_choices (RsTraceSaving *self, const char *path)
{
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (self->chooser);
  const char *form = gtk_file_chooser_get_choice (chooser, "format");
  guint n;
  const RsTraceFormat *formats = rs_trace_formats_get (&n);
  gboolean is_by_name = g_strcmp0 (form, "name") == 0, is_completed;

  self->of_range = self->has_range && g_strcmp0 (gtk_file_chooser_get_choice (chooser, "range"), "true") == 0;
  if (is_by_name)
    self->format = rs_trace_format_of_path (path);
  for (guint i = 0; !is_by_name && i < n; i++)
    if (g_strcmp0 (form, formats[i].name) == 0)
      self->format = &formats[i];
  is_completed = !is_by_name && !g_str_has_suffix (path, find_suffix (self->format));
  self->target = g_strconcat (path, is_completed ? find_suffix (self->format) : NULL, NULL);
  return is_completed;
}

static void
on_chosen (GtkNativeDialog *dialog, int response, gpointer data)
{
  RsTraceSaving *self = data;
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (self->chooser));
  const char *path = file != NULL ? g_file_peek_path (file) : NULL;
  g_autofree char *obstacle = NULL;

  gtk_native_dialog_hide (dialog);
  if (response != GTK_RESPONSE_ACCEPT)
    {
      saving_end (self, NULL);
      return;
    }
  if (path != NULL)
    obstacle = find_obstacle (self, read_choices (self, path));
  else
    obstacle = g_strdup (_ ("A trace can be saved to files of this computer only"));
  if (obstacle != NULL)
    {
      saving_end (self, obstacle);
      return;
    }
  self->told (self, _ ("Saving…"), FALSE, self->data);
  self->job = rs_trace_job_start (self->path, write_target, on_written, self, NULL);
}

static void
add_choices (RsTraceSaving *self)
{
  guint n;
  const RsTraceFormat *formats = rs_trace_formats_get (&n);
  GPtrArray *names = g_ptr_array_new (), *labels = g_ptr_array_new ();

  g_ptr_array_add (names, (gpointer) "name");
  g_ptr_array_add (labels, _ ("By the End of the Name"));
  g_ptr_array_add (names, (gpointer) "trace");
  g_ptr_array_add (labels, _ ("Trace"));
  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (names, (gpointer)formats[i].name);
      g_ptr_array_add (labels, _ (formats[i].label));
    }
  g_ptr_array_add (names, NULL);
  g_ptr_array_add (labels, NULL);
  gtk_file_chooser_add_choice (GTK_FILE_CHOOSER (self->chooser), "format", _ ("Format:"), (const char **)names->pdata,
                               (const char **)labels->pdata);
  gtk_file_chooser_set_choice (GTK_FILE_CHOOSER (self->chooser), "format", "name");
  if (self->has_range)
    {
      gtk_file_chooser_add_choice (GTK_FILE_CHOOSER (self->chooser), "range", _ ("Only the selected range"), NULL,
                                   NULL);
      gtk_file_chooser_set_choice (GTK_FILE_CHOOSER (self->chooser), "range", "true");
    }
  g_ptr_array_unref (names);
  g_ptr_array_unref (labels);
}

/* Without one the dialog shows an empty choice of filters beside the others. */
static void
add_filter (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (all, _ ("All Files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, all);
}

RsTraceSaving *
rs_trace_saving_start (GtkWindow *window, const char *path, const RsTraceRange *range, RsTraceSavingTold told,
                       gpointer data, GDestroyNotify free_data)
{
  RsTraceSaving *self = g_new0 (RsTraceSaving, 1);
  g_autofree char *base = g_path_get_basename (path);

  self->path = g_strdup (path);
  self->has_range = range != NULL;
  if (range != NULL)
    self->range = *range;
  self->told = told;
  self->data = data;
  self->free_data = free_data;
  self->chooser = gtk_file_chooser_native_new (_ ("Save the Trace"), window, GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"),
                                               _ ("_Cancel"));
  add_choices (self);
  add_filter (GTK_FILE_CHOOSER (self->chooser));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), base);
  g_signal_connect (self->chooser, "response", G_CALLBACK (on_chosen), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
  return self;
}

void
rs_trace_saving_give_up (RsTraceSaving *self)
{
  g_atomic_int_set (&self->stop, 1);
  if (self->job != NULL)
    rs_trace_job_cancel (self->job);
  else
    on_chosen (GTK_NATIVE_DIALOG (self->chooser), GTK_RESPONSE_CANCEL, self);
}
