/* The program counters of the library that stands for CUPTI: see fake-cupti.h.
 *
 * Calls are taken in their order only, and with sizes and arguments as the documentation of CUPTI has them. Each kernel
 * that runs while sampling is on leaves the samples of the script (fake_cupti.pcs), or, where there is none, those of
 * two addresses. What is fetched comes in parts of fake_cupti.most_pcs; what a test keeps back comes with the end.
 *
 * A binary of the test is a text: "fake binary", and behind it a line "FUNCTION ADDRESS LINE FILE" for each address
 * that has a line. Every address of other binaries is on line 2 of program.q.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cupti/types.h"
#include "tests/trace/fake-cupti/fake-cupti.h"
#include "tests/trace/fake-cupti/fake-ranges.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FETCHED 1000u

extern FakeCupti fake_cupti;

static GArray *pending; /* of FakePc: not handed over yet */
static guint64 last_checksum;

void
fake_note_kernel (void)
{
  const FakePc usual[] = {
    { .checksum = last_checksum, .address = 16, .function = "kernel", .samples = { 5, 3, 0, 0 } },
    { .checksum = last_checksum, .address = 32, .function = "kernel", .samples = { 0, 0, 2, 0 } },
  };

  if (!fake_cupti.is_sampling)
    return;
  fake_cupti.n_sampled++;
  if (fake_cupti.pcs != NULL)
    g_array_append_vals (pending, fake_cupti.pcs, fake_cupti.n_pcs);
  else
    g_array_append_vals (pending, usual, G_N_ELEMENTS (usual));
}

guint64
fake_get_checksum (void)
{
  return last_checksum;
}

#if FAKE_VERSION >= 25
#define EXPORT __attribute__ ((visibility ("default")))
#define INVALID_PARAMETER 1
#define INVALID_OPERATION 7
#define UNKNOWN 999
#define MAGIC "fake binary\n"

static const char *const reasons[] = {
  "smsp__pcsamp_warps_issue_stalled_long_scoreboard",
  "smsp__pcsamp_warps_issue_stalled_long_scoreboard_not_issued",
  "smsp__pcsamp_warps_issue_stalled_selected",
  "smsp__pcsamp_warps_issue_stalled_of_tomorrow",
};

static CuptiSamples *buffer; /* for the end; NULL: not configured */
static gboolean is_serial;

#define CUPTI_FUNCTION(need, name, parameters) EXPORT CuptiResult name parameters;
#include "plugins/cupti/functions.def"
#undef CUPTI_FUNCTION

static gboolean
fails (const char *function, CuptiResult *result)
{
  if (fake_cupti.failing == NULL || strcmp (fake_cupti.failing, function) != 0 || !fake_is_due ())
    return FALSE;
  *result = fake_cupti.failure;
  return TRUE;
}

static CuptiResult
answer (const char *function, gsize size, gsize wanted, gboolean is_right)
{
  CuptiResult result;

  if (fails (function, &result))
    return result;
  if (size != wanted)
    return INVALID_PARAMETER;
  return is_right ? CUPTI_OK : INVALID_OPERATION;
}

#define ANSWER(type, is_right) answer (__func__, p->size, type##_BYTES, is_right)

CuptiResult
cuptiPCSamplingEnable (CuptiSamplingSwitch *p)
{
  CuptiResult result = ANSWER (CuptiSamplingSwitch, p->context != NULL && !fake_cupti.is_sampling);

  if (result != CUPTI_OK)
    return result;
  if (pending == NULL)
    pending = g_array_new (FALSE, FALSE, sizeof (FakePc));
  g_array_set_size (pending, 0);
  buffer = NULL;
  is_serial = FALSE;
  fake_cupti.is_sampling = TRUE;
  fake_cupti.n_enables++;
  fake_watch_driver (TRUE);
  return CUPTI_OK;
}

CuptiResult
cuptiPCSamplingGetNumStallReasons (CuptiReasonCount *p)
{
  *p->n = G_N_ELEMENTS (reasons);
  return ANSWER (CuptiReasonCount, fake_cupti.is_sampling);
}

CuptiResult
cuptiPCSamplingGetStallReasons (CuptiReasons *p)
{
  for (gsize i = 0; i < MIN (p->n, G_N_ELEMENTS (reasons)); i++)
    {
      p->numbers[i] = 10 + (guint32)i;
      g_strlcpy (p->names[i], reasons[i], CUPTI_REASON_BYTES);
    }
  return ANSWER (CuptiReasons, p->n == G_N_ELEMENTS (reasons) && fake_cupti.is_sampling);
}

CuptiResult
cuptiPCSamplingSetConfigurationAttribute (CuptiSamplingConfig *p)
{
  CuptiResult result = ANSWER (CuptiSamplingConfig, fake_cupti.is_sampling && p->n > 0);

  for (gsize i = 0; result == CUPTI_OK && i < p->n; i++)
    {
      CuptiSamplingAttribute *attribute = &p->attributes[i];

      attribute->result = CUPTI_OK;
      if (attribute->attribute == CUPTI_SAMPLING_MODE && (guint32)attribute->data[0] == CUPTI_SAMPLING_SERIAL)
        is_serial = TRUE;
      else if (attribute->attribute == CUPTI_SAMPLING_BUFFER)
        buffer = GSIZE_TO_POINTER (attribute->data[0]);
      else
        attribute->result = INVALID_PARAMETER;
      if (fails ("attribute", &attribute->result))
        break;
    }
  return result;
}

static void
put (CuptiSampledCounter *counter, const FakePc *pc)
{
  g_assert (counter->size == sizeof *counter && counter->reasons != NULL);
  counter->checksum = pc->checksum;
  counter->address = pc->address;
  counter->function = (char *)g_intern_string (pc->function);
  counter->n_reasons = 0;
  for (guint32 i = 0; i < G_N_ELEMENTS (reasons); i++)
    if (pc->samples[i] > 0)
      counter->reasons[counter->n_reasons++] = (CuptiSampledReason){ 10 + i, pc->samples[i] };
}

static void
fill (CuptiSamples *samples, gsize most)
{
  const gsize n = MIN (MIN (samples->most, most), pending->len);

  g_assert (samples->size == sizeof *samples);
  for (gsize i = 0; i < n; i++)
    put (&samples->counters[i], &g_array_index (pending, FakePc, i));
  g_array_remove_range (pending, 0, (guint)n);
  samples->n = n;
  samples->n_left = pending->len;
  samples->range = fake_cupti.n_enables;
  samples->dropped = fake_cupti.dropped_samples;
  samples->others = fake_cupti.other_samples;
  samples->is_full = fake_cupti.is_full;
}

CuptiResult
cuptiPCSamplingGetData (CuptiSamplingFetch *p)
{
  const guint most = fake_cupti.most_pcs > 0 ? fake_cupti.most_pcs : MOST_FETCHED;
  CuptiResult result = ANSWER (CuptiSamplingFetch, fake_cupti.is_sampling && is_serial && buffer != NULL);

  if (result == CUPTI_OK && !fake_cupti.keeps_pcs)
    fill (p->samples, most);
  return result;
}

CuptiResult
cuptiPCSamplingDisable (CuptiSamplingSwitch *p)
{
  CuptiResult result = ANSWER (CuptiSamplingSwitch, fake_cupti.is_sampling);

  if (result == CUPTI_OK && buffer != NULL && pending->len > 0)
    fill (buffer, MOST_FETCHED);
  fake_cupti.is_sampling = FALSE;
  fake_cupti.n_disables++;
  fake_watch_driver (FALSE);
  return result;
}

CuptiResult
cuptiGetCubinCrc (CuptiChecksum *p)
{
  guint64 checksum = 5381;

  for (gsize i = 0; i < p->binary_bytes; i++)
    checksum = checksum * 33 + ((const guint8 *)p->binary)[i];
  p->checksum = last_checksum = checksum;
  return ANSWER (CuptiChecksum, p->binary_bytes > 0);
}

/* The text need not end with a zero. */
static gboolean
look_up (const char *table, const CuptiSourceLine *p, guint32 *found_line, char *found_file)
{
  g_auto (GStrv) lines = g_strsplit (table, "\n", 0);

  for (char **line = lines; *line != NULL; line++)
    {
      char function[64];
      unsigned long address;

      if (sscanf (*line, "%63s %lu %u %99s", function, &address, found_line, found_file) == 4
          && strcmp (function, p->function) == 0 && address == p->address)
        return TRUE;
    }
  return FALSE;
}

CuptiResult
cuptiGetSassToSourceCorrelation (CuptiSourceLine *p)
{
  g_autofree char *text = g_strndup (p->binary, p->binary_bytes);
  CuptiResult result = ANSWER (CuptiSourceLine, p->function != NULL);
  char file[100] = "program.q";

  p->line = 2;
  if (result != CUPTI_OK)
    return result;
  if (g_str_has_prefix (text, MAGIC) && !look_up (text + strlen (MAGIC), p, &p->line, file))
    return UNKNOWN;
  p->file = strdup (file);
  p->folder = strdup ("/tmp");
  return CUPTI_OK;
}
#endif
