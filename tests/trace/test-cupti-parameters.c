/* What plugins/cupti/parameters.def says of CUPTI's structures, against NVIDIA's headers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cupti/types.h"

#include <cuda.h>
#include <cupti_activity.h>
#include <cupti_pcsampling.h>
#include <cupti_pmsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_sass_metrics.h>
#include <cupti_target.h>

/* Each size, and each field's place and size. */
static void
test_structures (void)
{
#define FIELD(type, name, theirs)                                                                                      \
  g_assert_cmpuint (G_STRUCT_OFFSET (Ours, name), ==, G_STRUCT_OFFSET (Theirs, theirs));                               \
  g_assert_cmpuint (sizeof ((Ours *)NULL)->name, ==, sizeof ((Theirs *)NULL)->theirs);
#define CUPTI_PARAMETERS(ours, theirs, last, fields)                                                                   \
  {                                                                                                                    \
    typedef ours Ours;                                                                                                 \
    typedef theirs Theirs;                                                                                             \
                                                                                                                       \
    g_test_message ("%s", #theirs);                                                                                    \
    g_assert_cmpuint (sizeof (Ours), ==, sizeof (Theirs));                                                             \
    g_assert_cmpuint (G_STRUCT_OFFSET (Ours, size), ==, 0);                                                            \
    g_assert_cmpuint (G_STRUCT_OFFSET (Ours, priv), ==, G_STRUCT_OFFSET (Theirs, pPriv));                              \
    fields                                                                                                             \
  }
#define CUPTI_BARE_PARAMETERS(ours, theirs, last, fields)                                                              \
  {                                                                                                                    \
    typedef ours Ours;                                                                                                 \
    typedef theirs Theirs;                                                                                             \
                                                                                                                       \
    g_test_message ("%s", #theirs);                                                                                    \
    g_assert_cmpuint (sizeof (Ours), ==, sizeof (Theirs));                                                             \
    g_assert_cmpuint (G_STRUCT_OFFSET (Ours, size), ==, G_STRUCT_OFFSET (Theirs, size));                               \
    fields                                                                                                             \
  }
#include "plugins/cupti/parameters.def"
#undef CUPTI_BARE_PARAMETERS
#undef CUPTI_PARAMETERS
#undef FIELD
}

/* Those that lie in arrays. */
static void
test_arrays (void)
{
#define SAME(ours, field, theirs, theirs_field)                                                                        \
  g_assert_cmpuint (G_STRUCT_OFFSET (ours, field), ==, G_STRUCT_OFFSET (theirs, theirs_field));                        \
  g_assert_cmpuint (sizeof ((ours *)NULL)->field, ==, sizeof ((theirs *)NULL)->theirs_field)
  g_assert_cmpuint (sizeof (CuptiSampledReason), ==, sizeof (CUpti_PCSamplingStallReason));
  SAME (CuptiSampledReason, number, CUpti_PCSamplingStallReason, pcSamplingStallReasonIndex);
  SAME (CuptiSampledReason, samples, CUpti_PCSamplingStallReason, samples);
  g_assert_cmpuint (sizeof (CuptiSampledCounter), ==, sizeof (CUpti_PCSamplingPCData));
  SAME (CuptiSampledCounter, checksum, CUpti_PCSamplingPCData, cubinCrc);
  SAME (CuptiSampledCounter, address, CUpti_PCSamplingPCData, pcOffset);
  SAME (CuptiSampledCounter, function_index, CUpti_PCSamplingPCData, functionIndex);
  SAME (CuptiSampledCounter, function, CUpti_PCSamplingPCData, functionName);
  SAME (CuptiSampledCounter, n_reasons, CUpti_PCSamplingPCData, stallReasonCount);
  SAME (CuptiSampledCounter, reasons, CUpti_PCSamplingPCData, stallReason);
  SAME (CuptiSampledCounter, correlation, CUpti_PCSamplingPCData, correlationId);
  g_assert_cmpuint (sizeof (CuptiSamples), ==, sizeof (CUpti_PCSamplingData));
  SAME (CuptiSamples, most, CUpti_PCSamplingData, collectNumPcs);
  SAME (CuptiSamples, total, CUpti_PCSamplingData, totalSamples);
  SAME (CuptiSamples, dropped, CUpti_PCSamplingData, droppedSamples);
  SAME (CuptiSamples, n, CUpti_PCSamplingData, totalNumPcs);
  SAME (CuptiSamples, n_left, CUpti_PCSamplingData, remainingNumPcs);
  SAME (CuptiSamples, range, CUpti_PCSamplingData, rangeId);
  SAME (CuptiSamples, counters, CUpti_PCSamplingData, pPcData);
  SAME (CuptiSamples, others, CUpti_PCSamplingData, nonUsrKernelsTotalSamples);
  SAME (CuptiSamples, is_full, CUpti_PCSamplingData, hardwareBufferFull);
  g_assert_cmpuint (sizeof (CuptiSamplingAttribute), ==, sizeof (CUpti_PCSamplingConfigurationInfo));
  SAME (CuptiSamplingAttribute, attribute, CUpti_PCSamplingConfigurationInfo, attributeType);
  SAME (CuptiSamplingAttribute, result, CUpti_PCSamplingConfigurationInfo, attributeStatus);
  SAME (CuptiSamplingAttribute, data, CUpti_PCSamplingConfigurationInfo, attributeData);
  g_assert_cmpuint (sizeof (CuptiSassDetails), ==, sizeof (CUpti_SassMetrics_MetricDetails));
  SAME (CuptiSassDetails, id, CUpti_SassMetrics_MetricDetails, metricId);
  SAME (CuptiSassDetails, name, CUpti_SassMetrics_MetricDetails, pMetricName);
  g_assert_cmpuint (sizeof (CuptiSassChoice), ==, sizeof (CUpti_SassMetrics_Config));
  SAME (CuptiSassChoice, id, CUpti_SassMetrics_Config, metricId);
  SAME (CuptiSassChoice, granularity, CUpti_SassMetrics_Config, outputGranularity);
  g_assert_cmpuint (sizeof (CuptiSassValue), ==, sizeof (CUpti_SassMetrics_InstanceValue));
  SAME (CuptiSassValue, id, CUpti_SassMetrics_InstanceValue, metricId);
  SAME (CuptiSassValue, value, CUpti_SassMetrics_InstanceValue, value);
  g_assert_cmpuint (sizeof (CuptiSassRecord), ==, sizeof (CUpti_SassMetrics_Data));
  SAME (CuptiSassRecord, checksum, CUpti_SassMetrics_Data, cubinCrc);
  SAME (CuptiSassRecord, function_index, CUpti_SassMetrics_Data, functionIndex);
  SAME (CuptiSassRecord, function, CUpti_SassMetrics_Data, functionName);
  SAME (CuptiSassRecord, address, CUpti_SassMetrics_Data, pcOffset);
  SAME (CuptiSassRecord, values, CUpti_SassMetrics_Data, pInstanceValues);
#undef SAME
}

#define SAME_SIZE(ours, theirs) g_assert_cmpuint (ours##_BYTES, ==, theirs##_STRUCT_SIZE)

/* How long CUPTI is told that they are. */
static void
test_sizes (void)
{
  SAME_SIZE (CuptiProfilerInitialize, CUpti_Profiler_Initialize_Params);
  SAME_SIZE (CuptiDeviceSupported, CUpti_Profiler_DeviceSupported_Params);
  SAME_SIZE (CuptiChipName, CUpti_Device_GetChipName_Params);
  SAME_SIZE (CuptiAvailability, CUpti_Profiler_GetCounterAvailability_Params);
  SAME_SIZE (CuptiHostInitialize, CUpti_Profiler_Host_Initialize_Params);
  SAME_SIZE (CuptiHostDeinitialize, CUpti_Profiler_Host_Deinitialize_Params);
  SAME_SIZE (CuptiHostChips, CUpti_Profiler_Host_GetSupportedChips_Params);
  SAME_SIZE (CuptiHostMetric, CUpti_Profiler_Host_GetMetricProperties_Params);
  SAME_SIZE (CuptiHostAddMetrics, CUpti_Profiler_Host_ConfigAddMetrics_Params);
  SAME_SIZE (CuptiHostConfigSize, CUpti_Profiler_Host_GetConfigImageSize_Params);
  SAME_SIZE (CuptiHostConfig, CUpti_Profiler_Host_GetConfigImage_Params);
  SAME_SIZE (CuptiHostPasses, CUpti_Profiler_Host_GetNumOfPasses_Params);
  SAME_SIZE (CuptiHostEvaluate, CUpti_Profiler_Host_EvaluateToGpuValues_Params);
  SAME_SIZE (CuptiRangeEnable, CUpti_RangeProfiler_Enable_Params);
  SAME_SIZE (CuptiRangeDisable, CUpti_RangeProfiler_Disable_Params);
  SAME_SIZE (CuptiRangeDataSize, CUpti_RangeProfiler_GetCounterDataSize_Params);
  SAME_SIZE (CuptiRangeDataInitialize, CUpti_RangeProfiler_CounterDataImage_Initialize_Params);
  SAME_SIZE (CuptiRangeConfig, CUpti_RangeProfiler_SetConfig_Params);
  SAME_SIZE (CuptiRangeStart, CUpti_RangeProfiler_Start_Params);
  SAME_SIZE (CuptiRangeStop, CUpti_RangeProfiler_Stop_Params);
  SAME_SIZE (CuptiRangeDecode, CUpti_RangeProfiler_DecodeData_Params);
  SAME_SIZE (CuptiRangeDataInfo, CUpti_RangeProfiler_GetCounterDataInfo_Params);
  SAME_SIZE (CuptiSassMetric, CUpti_SassMetrics_GetProperties_Params);
  SAME_SIZE (CuptiSassConfig, CUpti_SassMetricsSetConfig_Params);
  SAME_SIZE (CuptiSassUnset, CUpti_SassMetricsUnsetConfig_Params);
  SAME_SIZE (CuptiSassEnable, CUpti_SassMetricsEnable_Params);
  SAME_SIZE (CuptiSassDisable, CUpti_SassMetricsDisable_Params);
  SAME_SIZE (CuptiSassSize, CUpti_SassMetricsGetDataProperties_Params);
  SAME_SIZE (CuptiSassFlush, CUpti_SassMetricsFlushData_Params);
  SAME_SIZE (CuptiCurvesAvailability, CUpti_PmSampling_GetCounterAvailability_Params);
  SAME_SIZE (CuptiCurvesEnable, CUpti_PmSampling_Enable_Params);
  SAME_SIZE (CuptiCurvesSwitch, CUpti_PmSampling_Start_Params);
  SAME_SIZE (CuptiCurvesSwitch, CUpti_PmSampling_Stop_Params);
  SAME_SIZE (CuptiCurvesSwitch, CUpti_PmSampling_Disable_Params);
  SAME_SIZE (CuptiCurvesConfig, CUpti_PmSampling_SetConfig_Params);
  SAME_SIZE (CuptiCurvesDataSize, CUpti_PmSampling_GetCounterDataSize_Params);
  SAME_SIZE (CuptiCurvesDataInitialize, CUpti_PmSampling_CounterDataImage_Initialize_Params);
  SAME_SIZE (CuptiCurvesDecode, CUpti_PmSampling_DecodeData_Params);
  SAME_SIZE (CuptiCurvesDataInfo, CUpti_PmSampling_GetCounterDataInfo_Params);
  SAME_SIZE (CuptiCurvesSample, CUpti_PmSampling_CounterData_GetSampleInfo_Params);
#undef SAME_SIZE
#define SAME_SIZE(ours, theirs) g_assert_cmpuint (ours##_BYTES, ==, theirs##Size)
  SAME_SIZE (CuptiSamplingSwitch, CUpti_PCSamplingEnableParams);
  SAME_SIZE (CuptiSamplingSwitch, CUpti_PCSamplingDisableParams);
  SAME_SIZE (CuptiReasonCount, CUpti_PCSamplingGetNumStallReasonsParams);
  SAME_SIZE (CuptiReasons, CUpti_PCSamplingGetStallReasonsParams);
  SAME_SIZE (CuptiSamplingConfig, CUpti_PCSamplingConfigurationInfoParams);
  SAME_SIZE (CuptiSamplingFetch, CUpti_PCSamplingGetDataParams);
  SAME_SIZE (CuptiSourceLine, CUpti_GetSassToSourceCorrelationParams);
  SAME_SIZE (CuptiChecksum, CUpti_GetCubinCrcParams);
}

/* Numbers that are passed, and errors that errors.def explains. */
static void
test_numbers (void)
{
  g_assert_cmpint (CUPTI_RANGE_AUTO, ==, CUPTI_AutoRange);
  g_assert_cmpint (CUPTI_REPLAY_KERNELS, ==, CUPTI_KernelReplay);
  g_assert_cmpint (CUPTI_SUPPORT_NONE, ==, CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED);
  g_assert_cmpint (CUPTI_SUPPORT_FORBIDDEN, ==, CUPTI_PROFILER_CONFIGURATION_DISABLED);
  g_assert_cmpint (CUPTI_SUPPORT_FULL, ==, CUPTI_PROFILER_CONFIGURATION_SUPPORTED);
  g_assert_cmpint (CUPTI_PROFILING_RANGES, ==, CUPTI_PROFILER_RANGE_PROFILING);
  g_assert_cmpint (CUPTI_PROFILING_SAMPLES, ==, CUPTI_PROFILER_PC_SAMPLING);
  g_assert_cmpint (CUPTI_PROFILING_SASS, ==, CUPTI_PROFILER_SASS_METRICS);
  g_assert_cmpint (CUPTI_PROFILING_CURVES, ==, CUPTI_PROFILER_PM_SAMPLING);
  g_assert_cmpint (CUPTI_SASS_OF_GPU, ==, CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU);
  g_assert_cmpint (CUPTI_CURVES_BY_CLOCK, ==, CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_SYSCLK_INTERVAL);
  g_assert_cmpint (CUPTI_CURVES_BY_TIME, ==, CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_TIME_INTERVAL);
  g_assert_cmpint (CUPTI_CURVES_KEEP_OLDEST, ==, CUPTI_PM_SAMPLING_HARDWARE_BUFFER_APPEND_MODE_KEEP_OLDEST);
  g_assert_cmpint (CUPTI_CURVES_DATA_FULL, ==, CUPTI_PM_SAMPLING_DECODE_STOP_REASON_COUNTER_DATA_FULL);
  g_assert_cmpint (CUPTI_SAMPLING_MODE, ==, CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE);
  g_assert_cmpint (CUPTI_SAMPLING_BUFFER, ==, CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER);
  g_assert_cmpint (CUPTI_SAMPLING_SERIAL, ==, CUPTI_PC_SAMPLING_COLLECTION_MODE_KERNEL_SERIALIZED);
  g_assert_cmpint (CUPTI_REASON_BYTES, ==, CUPTI_STALL_REASON_STRING_SIZE);
  g_assert_cmpint (CUPTI_OUT_OF_MEMORY, ==, CUPTI_ERROR_OUT_OF_MEMORY);
  g_assert_cmpint (27, ==, CUPTI_ERROR_NOT_SUPPORTED);
  g_assert_cmpint (CUPTI_HOST_RANGES, ==, CUPTI_PROFILER_TYPE_RANGE_PROFILER);
  g_assert_cmpint (CUPTI_HOST_CURVES, ==, CUPTI_PROFILER_TYPE_PM_SAMPLING);
  g_assert_cmpint (1, ==, CUPTI_ERROR_INVALID_PARAMETER);
  g_assert_cmpint (CUPTI_METRIC_UNKNOWN, ==, CUPTI_ERROR_INVALID_METRIC_NAME);
  g_assert_cmpint (CUPTI_NOT_ALLOWED, ==, CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
  g_assert_cmpint (38, ==, CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED);
  g_assert_cmpint (CUPTI_OTHER_TOOL, ==, CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED);
  g_assert_cmpint (40, ==, CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES);
  g_assert_cmpint (41, ==, CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED);
  g_assert_cmpint (42, ==, CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED);
  g_assert_cmpint (43, ==, CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED);
  g_assert_cmpint (44, ==, CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED);
  g_assert_cmpint (45, ==, CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED);
  g_assert_cmpint (46, ==, CUPTI_ERROR_INVALID_CHIP_NAME);
}

/* Unified memory: what is asked for, and where the record has what is read. */
static void
test_unified_memory (void)
{
  typedef CUpti_ActivityUnifiedMemoryCounter3 Record;
  static const struct {
    const char *member;
    gsize offset, bytes;
  } read[] = {
#define CUPTI_RECORD(NAME, kind, BECOMES, bytes)
#define CUPTI_FIELD(NAME, member, offset, bytes) { #NAME " " #member, offset, bytes },
#include "plugins/cupti/records.def"
#undef CUPTI_RECORD
#undef CUPTI_FIELD
  };
#define PLACE(member, theirs)                                                                                          \
  {                                                                                                                    \
    "UNIFIED_MEMORY_COUNTER " member, G_STRUCT_OFFSET (Record, theirs), sizeof ((Record *)NULL)->theirs                \
  }
  static const struct {
    const char *member;
    gsize offset, bytes;
  } real[] = { PLACE ("code", counterKind), PLACE ("value", value),     PLACE ("start", start),
               PLACE ("end", end),          PLACE ("address", address), PLACE ("from_device", srcId),
               PLACE ("to_device", dstId),  PLACE ("from", flags) };
#undef PLACE
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (read); i++)
    for (guint k = 0; k < G_N_ELEMENTS (real); k++)
      if (g_str_equal (read[i].member, real[k].member))
        {
          g_assert_cmpuint (read[i].offset, ==, real[k].offset);
          g_assert_cmpuint (read[i].bytes, ==, real[k].bytes);
          n++;
        }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (real));
  g_assert_cmpint (CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER, ==, 25);
  g_assert_cmpuint (sizeof (CuptiUnifiedCounter), ==, sizeof (CUpti_ActivityUnifiedMemoryCounterConfig));
  g_assert_cmpint (CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_HTOD, ==, CUPTI_UNIFIED_TO_DEVICE);
  g_assert_cmpint (CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_DTOD, ==, CUPTI_UNIFIED_BETWEEN_DEVICES);
  g_assert_cmpint (CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_PROCESS_ALL_DEVICES, ==, CUPTI_UNIFIED_OF_ALL_DEVICES);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace/cupti-parameters/structures", test_structures);
  g_test_add_func ("/trace/cupti-parameters/sizes", test_sizes);
  g_test_add_func ("/trace/cupti-parameters/arrays", test_arrays);
  g_test_add_func ("/trace/cupti-parameters/numbers", test_numbers);
  g_test_add_func ("/cupti/unified-memory", test_unified_memory);
  return g_test_run ();
}
