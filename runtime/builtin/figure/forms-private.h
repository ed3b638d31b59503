/* What forms.c (the session's side) and form-value.c (the program's side) share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/figure/figures.h"
#include "runtime/builtin/figure/forms.h"

typedef struct
{
  RsSession *session;  /* borrowed */
  GAsyncQueue *events; /* of RsFormEvent */
  GPtrArray *entries;  /* element-type RsFormEntry: forms that are not closed */
  guint last_number;
  gboolean is_calling; /* a function is being called */
} RsFormList;

/* A form with the functions that belong to it; lives as long as the session. */
typedef struct
{
  RsFormList *list;    /* borrowed */
  RsForm *form;        /* owned */
  GPtrArray *handlers; /* element-type RsHandler */
} RsFormEntry;

typedef struct
{
  guint widget;
  RsFunction *function; /* owned */
} RsHandler;

RsFormList *rs_form_list_get (RsSession *session);
RsFormEntry *rs_form_list_add (RsFormList *list, const char *title);
void rs_form_entry_add_handler (RsFormEntry *entry, guint widget, RsFunction *function);
/* Tells the front end that the form is new or has changed. */
void rs_form_entry_show (RsFormEntry *entry);
void rs_form_entry_close (RsFormEntry *entry);
/* Whether somebody can see it. */
gboolean rs_form_list_is_seen (const RsFormList *list);

/* form-value.c */
RsValue rs_form_new_value (RsFormEntry *entry);
