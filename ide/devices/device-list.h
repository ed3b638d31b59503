/* What a program can run on, in words: "auto", the processor, the interpreter, and what plugins find.
 *
 * The configurations of devices.xml that can be chosen are at its end.
 * The list is complete a moment after the start: drivers are asked on a thread, some of them need a second. "changed"
 * is emitted then. Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/devices/configurations.h"

typedef struct {
  char *id;      /* as -d takes it: "auto", "cpu", "opencl:0" */
  char *title;   /* "Processor" */
  char *model;   /* "AMD EPYC 9354"; "" when not known */
  char *details; /* "8 cores, 8 threads, vectors of 512 bits, 64.0 GiB"; of one that can't be used: why */
  gboolean is_usable;
  gboolean is_configuration; /* one of devices.xml; id and title are its name */
  gboolean may_end_process;  /* its driver is known to end the process where it can't go on */
} RsDeviceChoice;

#define RS_TYPE_DEVICE_LIST (rs_device_list_model_get_type ())
G_DECLARE_FINAL_TYPE (RsDeviceListModel, rs_device_list_model, RS, DEVICE_LIST_MODEL, GObject)

/* One for the whole program. (transfer none) */
RsDeviceListModel *rs_device_list_model_get (void);
/* (element-type RsDeviceChoice) (transfer none) */
const GPtrArray *rs_device_list_model_get_choices (RsDeviceListModel *self);
/* NULL: there is none of that name (yet). */
const RsDeviceChoice *rs_device_list_model_find (RsDeviceListModel *self, const char *id);
/* Whether a program that runs there should have a process of its own; id: as -d takes it. */
gboolean rs_device_list_model_may_end_process (RsDeviceListModel *self, const char *id);
/* (transfer none) */
RsConfigurations *rs_device_list_model_get_configurations (RsDeviceListModel *self);
/* Why one of the devices (element-type utf8) can't be used here; NULL: all can, or it is not known yet.
 * (transfer full) */
char *rs_device_list_model_find_missing (RsDeviceListModel *self, const GPtrArray *devices);
