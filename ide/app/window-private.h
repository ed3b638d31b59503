/* The window's parts, shared by window.c (construction), window-pages.c (editor pages and the session),
 * window-actions.c (menus and keys), window-panels.c (problems, console, profile), window-run.c (running and profiling), window-figures.c
 * and window-state.c (what tests look at).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/view/image.h"
#include "ide/app/application.h"
#include "ide/app/session-state.h"
#include "ide/app/window.h"
#include "ide/editor/page.h"
#include "ide/editor/problems-panel.h"
#include "ide/profile/profile-panel.h"
#include "ide/run/console.h"
#include "ide/run/runner.h"
#include "ide/view/figure-panel.h"
#include "ide/view/form-window.h"
#include "ide/view/image-panel.h"

struct _RsWindow {
  AdwApplicationWindow parent;

  /* template */
  AdwWindowTitle *title;
  PanelDock *dock;
  PanelGrid *grid;
  PanelFrame *bottom_frame, *end_frame;
  GtkDropDown *device_selector, *precision_selector;
  GtkLabel *line_label, *place_label, *problems_label, *run_label;

  /* owned */
  GPtrArray *pages; /* element-type RsEditorPage; owned references, in the order of opening */
  RsEditorPage *current; /* borrowed: the page that had the focus last; NULL when there is none */
  GtkFileChooserNative *chooser;
  RsRunner *runner;
  guint clock_source;    /* shows the running time */
  guint save_state_source;

  /* owned references, so that a panel that the user closed can come back */
  RsProblemsPanel *problems;
  RsConsole *console;
  RsProfilePanel *profile;
  GPtrArray *figures; /* element-type RsImagePanel; owned references */
  GPtrArray *forms;   /* element-type RsFormWindow; owned references */
  GPtrArray *plots;   /* element-type RsFigurePanel; owned references */

  gboolean asking;  /* the user is being asked about unsaved text */
  gboolean closing; /* the user has agreed */
};

/* --- window-pages.c --- */
RsEditorPage *rs_window_add_page (RsWindow *self, RsDocument *document);
RsEditorPage *rs_window_find_page (RsWindow *self, GFile *file);
/* The page whose document compiler and runtime call name; NULL when there is none. */
RsEditorPage *rs_window_find_page_by_name (RsWindow *self, const char *name);
/* Shows that place, opening the file when needed. */
void rs_window_go_to (RsWindow *self, const char *name, guint line, guint column);
void rs_window_update_current (RsWindow *self);
void rs_window_restore_session (RsWindow *self, const RsSessionState *state);
/* Saves the session soon. */
void rs_window_queue_save_state (RsWindow *self);
void rs_window_save_state (RsWindow *self);
PanelFrame *rs_window_create_frame (RsWindow *self);

/* --- window-actions.c --- */
void rs_window_init_actions (RsWindow *self);
/* Enables what can be done now. */
void rs_window_update_actions (RsWindow *self);

/* --- window-panels.c --- */
void rs_window_init_panels (RsWindow *self);
void rs_window_show_panel (RsWindow *self, PanelWidget *panel);
void rs_window_open_trace (RsWindow *self, const char *path);
/* Shows a picture file like a figure; FALSE when path does not end like one or can't be decoded. */
gboolean rs_window_open_picture (RsWindow *self, const char *path);
RsPrecision rs_window_get_precision (RsWindow *self);
/* Follows what is found in a new page, and forgets what is known of one that was closed. */
void rs_window_watch_page (RsWindow *self, RsEditorPage *page);
void rs_window_forget_page (RsWindow *self, RsEditorPage *page);

/* --- window-figures.c --- */
/* Shows, updates or (when it is closed) removes a figure. */
void rs_window_show_figure (RsWindow *self, RsFigure *figure);
/* Shows or updates an image under a figure's number. Borrowed. */
RsImagePanel *rs_window_show_image (RsWindow *self, guint figure, RsImage *image);

/* Shows, updates or (when it is closed) removes a form. */
void rs_window_show_form (RsWindow *self, RsForm *form);
/* Once, when the window goes. */
void rs_window_close_forms (RsWindow *self);

/* --- window-run.c --- */
void rs_window_init_run (RsWindow *self);
void rs_window_update_run_actions (RsWindow *self);

/* --- window-state.c --- */
void rs_window_init_state_actions (RsWindow *self);
