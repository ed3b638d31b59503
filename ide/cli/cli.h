/* What the subcommands of redshift-cli share: the table of commands, options, messages.
 *
 * Standard output belongs to the program that runs and to answers; everything that Redshift says about itself goes to
 * standard error. Exit status: 0; 1 an error while a program ran or while doing what was asked; 2 compile-time errors
 * and wrong command lines.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/source.h"
#include "runtime/settings.h"

enum { RS_EXIT_OK = 0, RS_EXIT_FAILED = 1, RS_EXIT_USAGE = 2 };

typedef struct {
  int (*run) (int argc, char **argv); /* argv[0] is the subcommand's name */
  const char *name;
  const char *arguments;
  const char *summary;
} RsCommand;

typedef enum {
  RS_OPTION_FLAG, /* gboolean: becomes TRUE */
  RS_OPTION_TEXT, /* const char *: the value; the last one counts */
  RS_OPTION_LIST, /* GPtrArray * of const char *, made by the caller */
} RsOptionType;

typedef struct {
  char letter;       /* -d; 0: none */
  const char *name;  /* --device */
  RsOptionType type;
  gpointer value;    /* borrowed: where it goes; texts point into argv */
  const char *argument; /* "DEVICE", for help */
  const char *help;
} RsOption;

/* Reads options out of argv[1..]; the rest is added to operands. Both `--name value` and `--name=value`, `-xVALUE` and
 * `-x VALUE`, and `--` to end them. first_operand_ends: what follows the first operand is not looked at.
 * Returns -1 to go on, or an exit status: a mistake has been reported, or --help answered. */
int rs_options_parse (const RsOption *options, guint n_options, int argc, char **argv, gboolean first_operand_ends,
                      GPtrArray *operands);
/* Whether text is one of the options: -d, -dinterp, --device, --device=interp. */
gboolean rs_options_contain (const RsOption *options, guint n_options, char *text);

/* Prints usage and options of a command to standard output. */
void rs_options_print_help (const char *command, const RsOption *options, guint n_options);

/* "redshift-cli: text" on standard error. */
void rs_cli_complain (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* The name of the table most like wanted, or NULL when none is near. names: [n]. */
const char *rs_cli_nearest (const char *wanted, const char *const *names, guint n);

/* The command of that name, or NULL. */
const RsCommand *rs_cli_find_command (const char *name);

/* TRUE when text is one of the n choices; otherwise complains that option takes one of them. */
gboolean rs_cli_check_choice (const char *option, const char *text, const char *const *choices, guint n);

/* Reads a program, the only time that a command does (it may be a pipe); NULL when that failed, which has been reported.
 * "-" is standard input, which a prompt has no program to read from: rs_cli_open_source_for_prompt. (transfer full) */
RsSource *rs_cli_open_source (const char *path);
RsSource *rs_cli_open_source_for_prompt (const char *command, const char *path);
gboolean rs_cli_is_standard_input (const char *path);

/* KEY=VALUE texts; FALSE when one can't be read, which has been reported. */
gboolean rs_cli_apply_settings (RsSettings *settings, const GPtrArray *assignments);

#define RS_COMMAND(function, name, arguments, summary) int rs_cli_##function (int argc, char **argv);
#include "ide/cli/commands.def"
#undef RS_COMMAND
