/* The window's parts, shared by window.c (construction), window-pages.c (editor pages and the session),
 * window-actions.c (menus and keys), window-panels.c (problems, console, profile), window-run.c (running and
 * profiling), window-figures.c and window-state.c (what tests look at).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/app/application.h"
#include "ide/app/file-kinds.h"
#include "ide/app/place-history.h"
#include "ide/app/session-state.h"
#include "ide/app/window/panels.h"
#include "ide/app/window/window.h"
#include "ide/editor/find/found-marks.h"
#include "ide/editor/find/problems-panel.h"
#include "ide/editor/page.h"
#include "ide/profile/profile-panel.h"
#include "ide/profile/trace-job.h"
#include "ide/run/console.h"
#include "ide/run/runs.h"
#include "ide/view/figure-panel.h"
#include "ide/view/form-window.h"
#include "ide/view/image/image-panel.h"
#include "ide/view/image/image.h"

struct _RsWindow {
  AdwApplicationWindow parent;

  /* template */
  AdwWindowTitle *title;
  AdwHeaderBar *header;
  GtkBox *notices;
  PanelDock *dock;
  PanelGrid *grid;
  PanelFrame *start_frame, *bottom_frame, *end_frame;
  int width, height;              /* pixels; 0: not known yet */
  gboolean has_wide_bottom;       /* the bottom frame has the whole width */
  int small_bottom;               /* pixels that the bottom frame had before it was enlarged; 0: it is not */
  int large_bottom;               /* pixels that it was given then */
  gboolean is_enlarged_for_trace; /* by rs_window_give_trace_room */
  GtkDropDown *device_selector, *precision_selector;
  GtkMenuButton *menu_button;
  GMenu *panels_section;
  GtkButton *end_run_button;
  GtkBox *debug_buttons;
  GtkWidget *continue_button, *pause_button; /* of them; one of the two shows */
  GtkLabel *line_label, *place_label, *problems_label, *run_label;

  /* owned */
  GPtrArray *pages;      /* element-type RsEditorPage; owned references, in the order of opening */
  RsEditorPage *current; /* borrowed: the page that had the focus last; NULL when there is none */
  GtkFileChooserNative *chooser;
  RsRuns *runs;
  char **compared;        /* the two devices of the comparison that starts; NULL: there was none */
  char *raced;            /* the program whose races are listed; NULL: none are */
  GPtrArray *races;       /* element-type RsRunRace: owned reference; these; NULL: none */
  guint races_source;     /* lists them by their new lines */
  char *ring, *ring_when; /* of the last stretch that was asked for; NULL: none was */
  GPtrArray *saved;       /* element-type char: owned; traces of last stretches that the bar tells of, newest last */
  guint clock_source;     /* shows the running time */
  guint buttons_source;   /* shows the button that pauses; 0: it shows, or is not wanted */
  guint save_state_source;
  guint pipeline_source;
  guint resize_source;

  /* element-type PanelWidget, by the registry's index; owned references, so that a panel that the user closed can come
   * back; NULL: not made yet */
  GPtrArray *panels;
  GPtrArray *traces; /* element-type RsProfilePanel; owned references; those beside the registry's */
  guint last_trace;
  GPtrArray *figures;       /* element-type RsImagePanel; owned references */
  GPtrArray *forms;         /* element-type RsFormWindow; owned references */
  GPtrArray *plots;         /* element-type RsFigurePanel; owned references */
  guint figure_turn;        /* of the newest run: panels that have shown a figure since have its number */
  PanelWidget *kept_figure; /* only compared: that was in front when it began; NULL: none was */

  GtkWidget *focus, *focus_before_menu; /* weak: what has the keyboard, and had it when the main menu came up */

  GPtrArray *recent; /* element-type RsEditorPage; borrowed, that which was used last first */
  GPtrArray *walk;   /* the same as it was when Ctrl+Tab was pressed first; NULL: Ctrl is not held */
  guint walked;      /* index there of the page that Ctrl+Tab has come to */

  char *found_name;         /* owned; the text with the place of a list that the user went to last; NULL: none */
  RsFoundPlace found_place; /* that place; has its text */

  RsPlaceHistory *history;        /* owned */
  GCancellable *reference_search; /* owned; the newest; NULL before the first */
  GCancellable *renaming;         /* owned; of the one that is under way; NULL: none is */

  GHashTable *times;     /* owned; file -> GArray of RsLineTime: of the last profile; NULL: there was none */
  RsTraceJob *times_job; /* reads them; NULL: none is under way */

  gboolean asking;  /* the user is being asked about unsaved text */
  gboolean closing; /* the user has agreed */
};

/* --- window-times.c --- */
/* Reads what lines took from a trace, and shows it in all pages. */
void rs_window_read_times (RsWindow *self, const char *path);
/* Shows it in one, when its text has been read. */
void rs_window_watch_times (RsWindow *self, RsEditorPage *page);

/* --- window-pages.c --- */
RsEditorPage *rs_window_add_page (RsWindow *self, RsDocument *document);
RsEditorPage *rs_window_find_page (RsWindow *self, GFile *file);
/* The page whose document compiler and runtime call name; NULL when there is none. */
RsEditorPage *rs_window_find_page_by_name (RsWindow *self, const char *name);
/* Shows that place, opening the file when needed. */
void rs_window_go_to (RsWindow *self, const char *name, guint line, guint column);
/* The same, without noting that the user was elsewhere. */
void rs_window_show_place (RsWindow *self, const char *name, guint line, guint column);
void rs_window_update_current (RsWindow *self);
/* What the marks of the cursor's line say, below the text. */
void rs_window_show_line (RsWindow *self);
void rs_window_restore_session (RsWindow *self, const RsSessionState *state);
/* Saves the session soon. */
void rs_window_queue_save_state (RsWindow *self);
void rs_window_save_state (RsWindow *self);
PanelFrame *rs_window_create_frame (RsWindow *self);

/* --- window-recent.c --- */
void rs_window_init_recent (RsWindow *self);
void rs_window_end_recent (RsWindow *self);
/* The page is the current one now; or is gone. */
void rs_window_note_use (RsWindow *self, RsEditorPage *page);
void rs_window_forget_use (RsWindow *self, RsEditorPage *page);
/* The arrow beside the tabs of a new frame lists its pages. */
void rs_window_list_pages (PanelFrame *frame);
/* A click on a tab shows its page, also where the tab is partly scrolled out of sight. */
void rs_window_watch_tabs (GtkWidget *bar);

/* --- window-found.c --- */
void rs_window_init_found (RsWindow *self);
void rs_window_end_found (RsWindow *self);
/* Marks the places that a new panel lists, in the texts. */
void rs_window_watch_found (RsWindow *self, PanelWidget *panel);
void rs_window_watch_found_in (RsWindow *self, RsEditorPage *page);

/* --- window-files.c --- */
void rs_window_init_files (RsWindow *self);
/* The page in front is another one, or its file. */
void rs_window_follow_file (RsWindow *self);
/* What the session has of the panel, and back. */
void rs_window_describe_files (RsWindow *self, RsSessionState *state);
void rs_window_restore_files (RsWindow *self, const RsSessionState *state);
/* FALSE: the keyboard is not in the panel. */
gboolean rs_window_rename_file (RsWindow *self);

/* --- window-actions.c --- */
void rs_window_init_actions (RsWindow *self);
/* Enables what can be done now. */
void rs_window_update_actions (RsWindow *self);

/* --- window-layout.c --- */
void rs_window_init_layout (RsWindow *self);
/* What is in front at the bottom has changed. */
void rs_window_update_layout (RsWindow *self);
/* How high the bottom frame is, in pixels, where it is not enlarged. */
int rs_window_get_bottom_height (RsWindow *self);
/* A trace that was opened where no text shows is enlarged; the first text makes it small again. */
void rs_window_give_trace_room (RsWindow *self, gboolean has_text);

/* --- window-panels.c --- */
void rs_window_init_panels (RsWindow *self);
/* The panel of that id, made when it is not there yet; it need not show. Borrowed. */
PanelWidget *rs_window_get_panel (RsWindow *self, const char *id);
/* The same, NULL where nobody has asked for it yet. Borrowed. */
PanelWidget *rs_window_find_panel (RsWindow *self, const char *id);
RsConsolePanel *rs_window_get_console (RsWindow *self);
RsProblemsPanel *rs_window_get_problems (RsWindow *self);
RsProfilePanel *rs_window_get_profile (RsWindow *self);
/* Brings it to the front, wherever it is or was last. */
void rs_window_show_panel (RsWindow *self, PanelWidget *panel);
/* What of the panels the session keeps, and back. */
char **rs_window_describe_panels (RsWindow *self);
void rs_window_restore_panels (RsWindow *self, const char *const *panels);
/* Soon: the stages of the kernel at the cursor, where they show. */
void rs_window_update_pipeline (RsWindow *self);
/* page: of trace-pages.def, to be shown; NULL: the one that is. */
void rs_window_open_trace (RsWindow *self, const char *path, const char *page);
/* One that is being recorded: a console that shows stays in front, and lines get no times, which would stand still. */
void rs_window_follow_trace (RsWindow *self, const char *path);
/* Whether a panel has it. */
gboolean rs_window_has_trace (RsWindow *self, const char *path);
/* Shows a picture file like a figure, soon; one that can't be decoded as text. */
void rs_window_open_picture (RsWindow *self, const char *path);
/* In a page, whatever kind of file it is. */
void rs_window_open_as_text (RsWindow *self, GFile *file, guint line, guint column);
/* Follows what is found in a new page, and forgets what is known of one that was closed. */
void rs_window_watch_page (RsWindow *self, RsEditorPage *page);
void rs_window_forget_page (RsWindow *self, RsEditorPage *page);

/* --- window-names.c --- */
void rs_window_init_names (RsWindow *self);
/* The newest analysis of the page in front, and the cursor's place in it; NULL when there is none yet. Borrowed. */
RsAnalysis *rs_window_get_analysis (RsWindow *self, guint32 *offset);

/* --- window-references.c --- */
void rs_window_init_references (RsWindow *self);
/* Once, when the window goes. */
void rs_window_stop_reference_search (RsWindow *self);
/* Where uses of names are looked for: the folder of the page in front, or one around it from which a text is open;
 * NULL: the text has none yet. (transfer full) */
char *rs_window_dup_program_folder (RsWindow *self);

/* --- window-rename.c --- */
void rs_window_init_rename (RsWindow *self);
/* Once, when the window goes: what is written of a rename that is under way is taken back. */
void rs_window_stop_renaming (RsWindow *self);

/* --- window-focus.c --- */
void rs_window_init_focus (RsWindow *self);
/* Puts the focus into a panel: where it wants it, else on its first control. */
void rs_window_focus_panel (RsWindow *self, PanelWidget *panel);
/* Where the focus is: "text", "header", or the identity of a panel; "" when it is nowhere. */
const char *rs_window_describe_focus (RsWindow *self);

/* --- window-figures.c --- */
void rs_window_init_figures (RsWindow *self);
/* Shows, updates or (when it is closed) removes a figure. */
void rs_window_show_figure (RsWindow *self, RsFigure *figure);
/* A run begins: its figures come before those of runs that were before. */
void rs_window_begin_figures (RsWindow *self);
/* Shows or updates an image under a figure's number. Borrowed. */
RsImagePanel *rs_window_show_image (RsWindow *self, guint figure, RsImage *image);

/* Shows, updates or (when it is closed) removes a form. */
void rs_window_show_form (RsWindow *self, RsForm *form);
/* Once, when the window goes. */
void rs_window_close_forms (RsWindow *self);

/* --- window-run.c --- */
void rs_window_init_run (RsWindow *self);
void rs_window_update_run_actions (RsWindow *self);
/* Once, when the window goes: runs that are under way are stopped; the application waits for them, but not long. */
void rs_window_leave_runs (RsWindow *self);

/* Starts the program of the current page, which stands at its first line. */
void rs_window_start_paused (RsWindow *self);
/* A run of no program, whose workspace is empty. */
void rs_window_start_workspace (RsWindow *self);

/* A program of that name starts: its texts are called in it as they are now. */
void rs_window_begin_names (RsWindow *self, const char *name);
/* Marks the loops as a run that has ended, and is not recorded, decided them. */
void rs_window_show_decisions (RsWindow *self, RsRun *run);
/* Pins of lines follow what is edited in the page, when it is saved. */
void rs_window_watch_pins (RsEditorPage *page);
/* Lists what a run that looked for races has found, until the program of that name runs again. */
void rs_window_show_races (RsWindow *self, RsRun *run);
/* The rows follow what is edited in the page. */
void rs_window_watch_races (RsWindow *self, RsEditorPage *page);
void rs_window_forget_races (RsWindow *self, const char *name);
/* Of the panel, on its tab and in the bar. */
void rs_window_show_problem_counts (RsWindow *self);
/* Profiles the program of the current page, its last stretch only: RsRunRequest.ring and ring_when. */
void rs_window_profile_stretch (RsWindow *self, const char *ring, const char *ring_when);

/* --- window-stretch.c --- */
void rs_window_init_stretch (RsWindow *self);
/* can_record: the current program may be started, and recorded. */
void rs_window_update_stretch_actions (RsWindow *self, gboolean can_record);
/* For a new run: tells of what is saved of its recording. */
void rs_window_watch_stretch (RsWindow *self, RsRun *run);
/* Shows what it records while it goes on, from when its program has begun. */
void rs_window_watch_recording (RsWindow *self, RsRun *run);

/* --- window-calls.c --- */
void rs_window_init_calls (RsWindow *self);

/* --- window-program.c --- */
/* The open text of the program of that name and those that it imports, directly or not, as the texts are now.
 * (transfer container) (element-type RsDocument) */
GPtrArray *rs_window_find_documents (RsWindow *self, const char *name);
/* Whether the page in front is a text of the program that stands. */
gboolean rs_window_shows_stand (RsWindow *self);

/* --- window-debug.c --- */
void rs_window_init_debug (RsWindow *self);
/* can_run: the current program may be started. */
void rs_window_update_debug_actions (RsWindow *self, gboolean can_run);
/* Whether the shown run's program stands in the debugger. */
gboolean rs_window_stands (RsWindow *self);
void rs_window_continue (RsWindow *self);
/* Goes where the program has come to; who types at the prompt goes on there. */
void rs_window_follow_run (RsWindow *self, const char *name, guint line, guint column);
/* Starts a workspace; text is entered once it is there. */
void rs_window_wait_for_workspace (RsWindow *self, const char *text);

/* --- window-commands.c --- */
/* What was typed at the prompt: a command or statements. */
void rs_window_enter (RsWindow *self, const char *text);

/* --- window-search.c --- */
void rs_window_init_search (RsWindow *self);
/* Where the panel looks, and for what: the folder of the page in front, the selected text. */
void rs_window_update_search (RsWindow *self);

/* --- window-devices.c --- */
void rs_window_init_devices (RsWindow *self);
/* As -d takes it. */
const char *rs_window_get_device (RsWindow *self);
void rs_window_set_device (RsWindow *self, const char *device);
RsPrecision rs_window_get_precision (RsWindow *self);
void rs_window_set_precision (RsWindow *self, RsPrecision precision);

/* --- window-welcome.c --- */
void rs_window_init_welcome (RsWindow *self);
/* Shows what the documentation says of a function, a word or a code. */
void rs_window_look_up (RsWindow *self, const char *word);

/* --- window-notices.c --- */
void rs_window_init_notices (RsWindow *self);
/* A bar without buttons or text. id: no notice's. (transfer none) */
GtkWidget *rs_window_add_notice (RsWindow *self, const char *id, GtkMessageType type);
/* (transfer none); NULL: there is none. */
GtkWidget *rs_window_find_notice (RsWindow *self, const char *id);
void rs_window_set_notice_text (GtkWidget *bar, const char *text);

/* --- window-state.c --- */
void rs_window_init_state_actions (RsWindow *self);
/* Writes what an action of the tests has been asked for. */
void rs_window_write_dump (const char *json);

/* --- window-controls.c --- */
void rs_window_init_control_actions (RsWindow *self);
