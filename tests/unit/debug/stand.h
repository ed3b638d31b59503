/* Runs a program under a debugger, which asks a list of requests where the program stands.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/debug/protocol.h"

/* The requests are asked one after the other: breakpoints before the program, the others wherever it stands; what makes
 * it go on leaves the stop. It goes on when there are no more. Returns all records, in lines, with what the program
 * prints between them. requests: NULL-terminated. (transfer full) */
char *rs_stand (const char *program, const char *device, const char *const *requests);
/* The records of one request, where the program stops at its first line with the word `here` in it. (transfer full) */
char *rs_stand_and_ask (const char *program, const char *request);
