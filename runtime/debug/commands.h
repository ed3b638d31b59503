/* The commands that a person types: step, break 12 if x > 3, list. The request `command` carries one out, or a
 * statement; those that are the front end's own (run, load, help) it carries out itself.
 *
 * A line is a command when its first word is one and what follows does not show that the word is a name in a statement:
 * step = 3, list(1), x[2], n + 1. Where a program stands, a line that is only a short form (n) shows the variable of
 * that name, if the function has one.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/debug/protocol.h"

typedef struct {
  const char *name, *shorts, *arguments, *summary;
  gboolean is_front; /* of the front end */
} RsDebugCommand;

/* NULL: it is no command. *rest: what follows the word. */
const RsDebugCommand *rs_debug_command_parse (const char *line, const char **rest);
/* The command whose short form the line is, and nothing else; NULL: there is none. */
const RsDebugCommand *rs_debug_command_find_lone_short (const char *line);
/* By its name or a short form; NULL: there is none. */
const RsDebugCommand *rs_debug_command_find (const char *word);
/* Their names, in order, that begin with prefix. (transfer full) */
GStrv rs_debug_command_complete (const char *prefix);
/* What a word that nothing knows was probably meant to be; NULL: the line does not begin with such a word. */
const char *rs_debug_command_find_nearest (const char *line);
/* What `help` shows of one, or of all that has answers TRUE for; has: NULL for all. (transfer full) */
char *rs_debug_command_describe (const RsDebugCommand *command, gboolean (*has) (const RsDebugCommand *command));
/* The word that a line begins with. (transfer full) */
char *rs_debug_command_first_word (const char *line);
