/* Occupancy against NVIDIA's calculator, where its header is on the machine, and always against results of it.
 *
 * RS_UPDATE_GOLDEN=FILE writes occupancy-sample.def anew, with the header.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/hardware/occupancy.h"
#include "profiler/store/writer.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#ifdef HAS_CUDA_OCCUPANCY
#include <stddef.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wundef"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#include <cuda_occupancy.h>
#pragma GCC diagnostic pop
#endif

static const struct {
  guint major, minor;
  RsLaunchShape shape;
  guint blocks, limits;
} sample[] = {
#define RS_OCCUPANCY(major, minor, threads, registers, shared, blocks, limits)                                         \
  { major, minor, { threads, registers, shared }, blocks, limits },
#include "tests/trace/occupancy-sample.def"
#undef RS_OCCUPANCY
};

static void
test_sample (void)
{
  g_assert_cmpuint (G_N_ELEMENTS (sample), >=, 500);
  for (guint i = 0; i < G_N_ELEMENTS (sample); i++)
    {
      const RsGpuLimits *limits = rs_gpu_limits_find (sample[i].major, sample[i].minor);
      RsOccupancy found;

      g_assert_nonnull (limits);
      found = rs_occupancy_compute (limits, &sample[i].shape);
      g_assert_cmpuint (found.blocks, ==, sample[i].blocks);
      g_assert_cmpuint (found.limits, ==, sample[i].limits);
    }
}

static RsLaunchShape
make_shape (GRand *random, const RsGpuLimits *limits)
{
  RsLaunchShape shape = { (guint)g_rand_int_range (random, 1, 1100), (guint)g_rand_int_range (random, 0, 270), 0 };

  if (g_rand_int (random) % 2 == 0)
    shape.threads = 32u << g_rand_int_range (random, 0, 6);
  if (g_rand_int (random) % 4 != 0)
    shape.shared_bytes = (gsize)g_rand_int_range (random, 0, (gint32)limits->shared_bytes_of_block + 3000);
  if (g_rand_int (random) % 4 == 0)
    shape.shared_bytes = shape.shared_bytes / 1024 * 1024;
  return shape;
}

static void
test_nvidia (void)
{
#ifdef HAS_CUDA_OCCUPANCY
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  const char *golden = g_getenv ("RS_UPDATE_GOLDEN");
  FILE *file = golden != NULL ? fopen (golden, "w") : NULL;
  guint n;
  const RsGpuLimits *all = rs_gpu_limits_list (&n);

  if (file != NULL)
    fputs ("/* Results of cuda_occupancy.h of CUDA 13.0 for launches at random: RS_OCCUPANCY (major, minor, threads of "
           "a block,\n"
           " * registers, bytes shared, blocks of a multiprocessor, what limits them). Written by test-occupancy.c.\n"
           " *\n * SPDX-License-Identifier: Apache-2.0\n */\n",
           file);
  for (guint i = 0; i < 100000; i++)
    {
      const RsGpuLimits *limits = &all[i % n];
      const RsLaunchShape shape = make_shape (random, limits);
      const struct cudaOccDeviceProp device = {
        .computeMajor = (int)limits->major,
        .computeMinor = (int)limits->minor,
        .maxThreadsPerBlock = 1024,
        .maxThreadsPerMultiprocessor = (int)limits->warps * 32,
        .regsPerBlock = (int)limits->registers,
        .regsPerMultiprocessor = (int)limits->registers,
        .warpSize = 32,
        .sharedMemPerBlock = 48 << 10,
        .sharedMemPerMultiprocessor = limits->shared_bytes,
        .numSms = 100,
        .sharedMemPerBlockOptin = limits->shared_bytes_of_block,
        .reservedSharedMemPerBlock = limits->reserved_bytes,
      };
      const struct cudaOccFuncAttributes kernel = {
        .maxThreadsPerBlock = 1024,
        .numRegs = (int)shape.registers,
        .partitionedGCConfig = PARTITIONED_GC_OFF,
        .shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN,
        .maxDynamicSharedSizeBytes = shape.shared_bytes,
        .numBlockBarriers = 1,
      };
      const struct cudaOccDeviceState state = { CACHE_PREFER_NONE, SHAREDMEM_CARVEOUT_DEFAULT };
      struct cudaOccResult expected = { 0 };
      RsOccupancy found = rs_occupancy_compute (limits, &shape);

      g_assert_cmpint (cudaOccMaxActiveBlocksPerMultiprocessor (&expected, &device, &kernel, &state, (int)shape.threads,
                                                                shape.shared_bytes),
                       ==, CUDA_OCC_SUCCESS);
      if ((int)found.blocks != expected.activeBlocksPerMultiprocessor
          || found.limits != (expected.limitingFactors & 15))
        g_error ("compute capability %u.%u, %u threads, %u registers, %" G_GSIZE_FORMAT
                 " bytes: %u blocks (%u), NVIDIA says %d (%u)",
                 limits->major, limits->minor, shape.threads, shape.registers, shape.shared_bytes, found.blocks,
                 found.limits, expected.activeBlocksPerMultiprocessor, expected.limitingFactors);
      if (file != NULL && i < 600)
        fprintf (file, "RS_OCCUPANCY (%u, %u, %u, %u, %" G_GSIZE_FORMAT ", %u, %u)\n", limits->major, limits->minor,
                 shape.threads, shape.registers, shape.shared_bytes, found.blocks, found.limits);
    }
  if (file != NULL)
    fclose (file);
#else
  g_test_skip ("cuda_occupancy.h of the CUDA toolkit is not on this machine");
#endif
}

/* Curves go through the launch itself. */
static void
test_curves (void)
{
  const RsGpuLimits *limits = rs_gpu_limits_find (9, 0);
  const RsLaunchShape shape = { 256, 40, 8192 };
  const gint64 values[] = { 256, 40, 8192 };
  RsOccupancy own = rs_occupancy_compute (limits, &shape);

  g_assert_cmpuint (own.blocks, ==, 6);
  g_assert_cmpfloat (own.share, ==, 0.75);
  for (guint curve = 0; curve < RS_N_CURVES; curve++)
    {
      g_autoptr (GArray) points = rs_occupancy_make_curve (limits, &shape, curve);
      gboolean seen = FALSE;

      for (guint i = 0; i < points->len; i++)
        {
          const RsOccupancyPoint *point = &g_array_index (points, RsOccupancyPoint, i);

          g_assert_cmpfloat (point->occupancy.share, <=, 1);
          if (point->value != values[curve])
            continue;
          seen = TRUE;
          g_assert_cmpfloat (point->occupancy.share, ==, own.share);
        }
      g_assert_true (seen);
    }
}

/* --- a trace --- */

static void
add_kernel (RsTraceWriter *writer, const char *name, const char *configuration, gint64 duration)
{
  static guint32 id = 10;
  const RsTraceEvent event = { .kind = RS_TRACE_KERNEL,
                               .name = id,
                               .detail = id + 1,
                               .track = 1,
                               .start = 100,
                               .end = 100 + duration,
                               .line = 3,
                               .a = 1 };

  g_assert_true (rs_trace_writer_add_string (writer, id, name, NULL));
  g_assert_true (rs_trace_writer_add_string (writer, id + 1, configuration, NULL));
  g_assert_true (rs_trace_writer_add_events (writer, &event, 1, NULL));
  id += 2;
}

static void
test_trace (void)
{
  static const char *const hostile[] = { "",
                                         " / ",
                                         "8 / 99999999999999999999, 3 registers",
                                         "8 / 1x2x, 3 registers",
                                         "registers / ",
                                         " registers / 3",
                                         "1 / 2, 99999999999 registers",
                                         "1 / 0, 5 registers" };
  g_autofree char *folder = g_dir_make_tmp ("rs-occupancy-XXXXXX", NULL),
                  *path = g_build_filename (folder, "t.rstrace", NULL);
  RsTraceWriter *writer = rs_trace_writer_create (path, 0, NULL);
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) rows = NULL;
  g_autofree char *device = NULL;
  const RsOccupancyRow *row;

  g_assert_true (rs_trace_writer_add_track (writer, 1, "cuda:0 stream 7", NULL));
  g_assert_true (
      rs_trace_writer_set_meta (writer, "device cuda:0", "Fake GPU; compute capability 8.6; 40 multiprocessors", NULL));
  add_kernel (writer, "f", "512x512 / 16x16, 32 registers, 4096 bytes shared", 5000);
  add_kernel (writer, "of a processor", "512x512 / 16x16", 90000);
  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    add_kernel (writer, "hostile", hostile[i], 10);
  g_assert_true (rs_trace_writer_close (writer, TRUE, NULL));
  store = rs_trace_store_open (path, NULL);
  g_assert_true (rs_occupancy_find_device (store, &device) == rs_gpu_limits_find (8, 6));
  rows = rs_occupancy_read (store, &(RsTraceRange){ .from = G_MININT64, .to = G_MAXINT64 }, rs_gpu_limits_find (8, 6),
                            NULL);
  row = &g_array_index (rows, RsOccupancyRow, 0);
  g_assert_cmpstr (row->name, ==, "f");
  g_assert_cmpuint (row->shape.threads, ==, 256);
  g_assert_cmpuint (row->shape.registers, ==, 32);
  g_assert_cmpuint (row->shape.shared_bytes, ==, 4096);
  g_assert_cmpuint (row->occupancy.blocks, ==, 6);
  g_assert_cmpuint (row->occupancy.limits, ==, RS_LIMITED_BY_WARPS);
  for (guint i = 0; i < rows->len; i++)
    g_assert_cmpstr (g_array_index (rows, RsOccupancyRow, i).name, !=, "of a processor");
  g_clear_pointer (&store, rs_trace_store_close);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace/occupancy/sample", test_sample);
  g_test_add_func ("/trace/occupancy/nvidia", test_nvidia);
  g_test_add_func ("/trace/occupancy/curves", test_curves);
  g_test_add_func ("/trace/occupancy/trace", test_trace);
  return g_test_run ();
}
