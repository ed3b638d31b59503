/* What the subcommands of redshift-cli share: the tables of commands and options, messages.
 *
 * Standard output belongs to the program that runs and to answers; everything that Redshift says about itself goes to
 * standard error. exit-statuses.def has the exit statuses.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/source.h"
#include "runtime/base/error.h"
#include "runtime/base/settings.h"

typedef enum {
#define RS_EXIT_STATUS(NAME, number, when) RS_EXIT_##NAME = number,
#include "ide/cli/exit-statuses.def"
#undef RS_EXIT_STATUS
} RsExitStatus;

/* --- commands --- */

typedef enum {
#define RS_COMMAND(function, name, arguments, first, others, summary, details) RS_COMMAND_##function,
#include "ide/cli/commands.def"
#undef RS_COMMAND
  RS_N_COMMANDS,
} RsCommandId;

typedef struct {
  int (*run) (int argc, char **argv); /* argv[0] is the subcommand's name */
  const char *name;
  const char *arguments;
  const char *first, *others; /* completion of operands, as commands.def says */
  const char *summary;
  const char *details; /* "": none */
} RsCommand;

/* [RS_N_COMMANDS] */
extern const RsCommand rs_cli_commands[];

/* The command of that name, or NULL. */
const RsCommand *rs_cli_find_command (const char *name);

/* --- options --- */

typedef enum {
  RS_OPTION_FLAG, /* gboolean: becomes TRUE */
  RS_OPTION_TEXT, /* const char *: the value; the last one counts */
  RS_OPTION_OPTIONAL, /* const char *: "" without a value, which has to follow a '=' */
  RS_OPTION_LIST, /* GPtrArray * of const char *, made by the caller */
} RsOptionType;

/* A row of options.def. */
typedef struct {
  guint32 commands;     /* set of 1 << RsCommandId; the bit RS_N_COMMANDS stands for what comes before a command */
  char letter;          /* -d; 0: none */
  const char *name;     /* --device */
  RsOptionType type;
  const char *argument; /* "DEVICE", for help; NULL: none */
  const char *completion;
  const char *help;
} RsOptionRow;

/* The next row of a command behind `before` (NULL: the first one); NULL at the end. */
const RsOptionRow *rs_options_next (guint command, const RsOptionRow *before);

/* Where the value of an option goes; borrowed, texts point into argv. */
typedef struct {
  const char *name;
  gpointer value;
} RsOption;

/* Reads options out of argv[1..] that options.def has for the command argv[0], each of which needs a place in options;
 * the rest is added to operands. Both `--name value` and `--name=value`, `-xVALUE` and `-x VALUE`, and `--` to end
 * them. first_operand_ends: what follows the first operand is not looked at. Returns -1 to go on, or an exit status: a
 * mistake has been reported, or --help answered. */
int rs_options_parse (const RsOption *options, guint n_options, int argc, char **argv, gboolean first_operand_ends,
                      GPtrArray *operands);
/* The same for what stands before the command: -q, --version. *has_version: that was asked for. */
int rs_options_parse_front (int argc, char **argv, gboolean *has_version, GPtrArray *operands);
/* Whether text is an option of the command: -d, -dinterp, --device, --device=interp. */
gboolean rs_options_contain (const char *command, const char *text);
/* Complains about what stands behind the most operands that a command takes. */
gboolean rs_cli_check_operands (const char *command, const GPtrArray *operands, guint most);

/* --- help (help.c), man.c, complete.c --- */

/* Usage, options and more of a command, to standard output. */
void rs_cli_print_help (const RsCommand *command);
/* The page of a command; NULL: that of redshift-cli itself. */
void rs_cli_print_man (const RsCommand *command);

/* The words that a completion of options.def or commands.def stands for; empty for files, folders and nothing.
 * (transfer full) */
GStrv rs_completion_get_words (const char *completion);
/* TRUE where no other words are taken. */
gboolean rs_completion_is_closed (const char *completion);

/* --- messages (message.c) --- */

typedef struct {
  gboolean is_quiet, is_verbose;
  const char *color; /* auto, always, never */
} RsVerbosity;

RsVerbosity *rs_cli_get_verbosity (void);
/* "redshift-cli: text" on standard error. */
void rs_cli_complain (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* The same of why no session could be made; what: "", or "run: --compare-devices: ". */
void rs_cli_complain_error (const char *what, const GError *error);
/* "redshift-cli: warning: text", unless --quiet. */
void rs_cli_warn (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* "redshift-cli: text", with --verbose only. */
void rs_cli_tell (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* A message of the compiler or of a run, a diagnostic as text or anything else: on standard error, with colours where
 * they are wanted; warnings and notes not with --quiet. data: not used (RsSessionOptions.write_message). */
void rs_cli_write_message (const char *text, gpointer data);

/* The name of the table most like wanted, or NULL when none is near. names: [n]. */
const char *rs_cli_nearest (const char *wanted, const char *const *names, guint n);

/* TRUE when text is one of the n choices; otherwise complains that option takes one of them. */
gboolean rs_cli_check_choice (const char *option, const char *text, const char *const *choices, guint n);

/* Reads a program, the only time that a command does (it may be a pipe); NULL when that failed, which has been
 * reported. "-" is standard input, which a prompt has no program to read from: rs_cli_open_source_for_prompt. (transfer
 * full) */
RsSource *rs_cli_open_source (const char *path);
RsSource *rs_cli_read_source (const char *path, GError **error);
RsSource *rs_cli_open_source_for_prompt (const char *command, const char *path);
gboolean rs_cli_is_standard_input (const char *path);

/* Whether a command may write the file path: not its input (NULL: it has none), no folder, and of files that are there
 * only empty ones and those of which is_kind holds (devices and pipes have nothing to lose). Otherwise complains; what:
 * what the file is instead. */
gboolean rs_cli_may_replace (const char *command, const char *path, const char *input,
                             gboolean (*is_kind) (const char *path), const char *what);

/* KEY=VALUE texts; FALSE when one can't be read, which has been reported. */
gboolean rs_cli_apply_settings (RsSettings *settings, const GPtrArray *assignments);

#define RS_COMMAND(function, name, arguments, first, others, summary, details)                                         \
  int rs_cli_##function (int argc, char **argv);
#include "ide/cli/commands.def"
#undef RS_COMMAND
