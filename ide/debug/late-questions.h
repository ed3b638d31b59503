/* Questions about large arrays where a program stands, which a step is not to wait for: they are asked after a moment,
 * one at a time.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/debug/debug-run.h"

typedef struct _RsLateQuestions RsLateQuestions;

RsLateQuestions *rs_late_questions_new (void);
void rs_late_questions_free (RsLateQuestions *self);
/* Forgets those that have not been asked; those that come are about run, NULL: none come. */
void rs_late_questions_begin (RsLateQuestions *self, RsDebugRun *run);
/* `statistics` of a variable; answer as of rs_debug_run_request. data is freed also where it is never asked. */
void rs_late_questions_add (RsLateQuestions *self, const char *name, RsDebugAnswer answer, gpointer data,
                            GDestroyNotify free_data);
