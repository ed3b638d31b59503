/* A layer of the OpenCL loader (OPENCL_LAYERS=this library) that makes every device a small one: blocks of 64 work
 * items, 16 KB of local memory, no atomics of 64 bits, no double precision. What does not keep to that fails.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST_BLOCK 64
#define LOCAL_BYTES (16 << 10)

static const char *const missing[] = { "cl_khr_int64_base_atomics", "cl_khr_fp64" };

static cl_icd_dispatch below, layer; /* the driver's functions, and those that programs get */

static cl_int CL_API_CALL
get_device_info (cl_device_id device, cl_device_info what, size_t size, void *value, size_t *used)
{
  const cl_int code = below.clGetDeviceInfo (device, what, size, value, used);

  if (code != CL_SUCCESS || value == NULL)
    return code;
  if (what == CL_DEVICE_MAX_WORK_GROUP_SIZE)
    *(size_t *)value = LARGEST_BLOCK;
  else if (what == CL_DEVICE_MAX_WORK_ITEM_SIZES)
    for (size_t i = 0; i < size / sizeof (size_t); i++)
      ((size_t *)value)[i] = LARGEST_BLOCK;
  else if (what == CL_DEVICE_LOCAL_MEM_SIZE)
    *(cl_ulong *)value = LOCAL_BYTES;
  else if (what == CL_DEVICE_DOUBLE_FP_CONFIG)
    *(cl_device_fp_config *)value = 0;
  else if (what == CL_DEVICE_EXTENSIONS)
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
      {
        char *at = strstr (value, missing[i]);

        if (at != NULL)
          memset (at, ' ', strlen (missing[i]));
      }
  return code;
}

static cl_int CL_API_CALL
get_kernel_info (cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what, size_t size, void *value,
                 size_t *used)
{
  const cl_int code = below.clGetKernelWorkGroupInfo (kernel, device, what, size, value, used);

  if (code == CL_SUCCESS && value != NULL && what == CL_KERNEL_WORK_GROUP_SIZE)
    *(size_t *)value = LARGEST_BLOCK;
  return code;
}

/* Whether a text has a number with a point or an exponent that does not say that it is a float. */
static int
has_double (const char *text)
{
  for (const char *at = text; *at != '\0';)
    {
      const char *start = at;
      int is_number = isdigit ((unsigned char)*at) || (*at == '.' && isdigit ((unsigned char)at[1]));

      if (!is_number && !isalpha ((unsigned char)*at) && *at != '_')
        {
          at++;
          continue;
        }
      while (isalnum ((unsigned char)*at) || *at == '_' || (is_number && *at == '.')
             || (is_number && (*at == '+' || *at == '-') && tolower ((unsigned char)at[-1]) == 'e'))
        at++;
      if (is_number && start[1] != 'x' && at[-1] != 'f' && strcspn (start, ".eE") < (size_t)(at - start))
        {
          fprintf (stderr, "narrow: a number of double precision: %.*s\n", (int)(at - start), start);
          return 1;
        }
    }
  return 0;
}

/* A text that names what is missing does not compile. */
static cl_program CL_API_CALL
create_program (cl_context context, cl_uint n, const char **texts, const size_t *lengths, cl_int *code)
{
  static const char *const first = "#define atom_cmpxchg there_are_no_atomics_of_64_bits\n"
                                   "#define double there_is_no_double_precision\n";
  const char **all;
  size_t *all_lengths;
  cl_program program;

  for (cl_uint i = 0; i < n; i++)
    if (has_double (texts[i]))
      {
        *code = CL_INVALID_VALUE;
        return NULL;
      }
  all = malloc ((n + 1) * sizeof *all);
  all_lengths = calloc (n + 1, sizeof *all_lengths);
  all[0] = first;
  for (cl_uint i = 0; i < n; i++)
    {
      all[i + 1] = texts[i];
      all_lengths[i + 1] = lengths != NULL ? lengths[i] : 0;
    }
  program = below.clCreateProgramWithSource (context, n + 1, all, all_lengths, code);
  free (all_lengths);
  free (all);
  return program;
}

static cl_int CL_API_CALL
enqueue (cl_command_queue queue, cl_kernel kernel, cl_uint rank, const size_t *offset, const size_t *global,
         const size_t *local, cl_uint n, const cl_event *waits, cl_event *event)
{
  size_t items = 1;
  cl_ulong bytes = 0;
  cl_device_id device;

  for (cl_uint i = 0; local != NULL && i < rank; i++)
    items *= local[i];
  if (items > LARGEST_BLOCK)
    return CL_INVALID_WORK_GROUP_SIZE;
  if (below.clGetCommandQueueInfo (queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL) == CL_SUCCESS)
    below.clGetKernelWorkGroupInfo (kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, NULL);
  if (bytes > LOCAL_BYTES)
    return CL_OUT_OF_RESOURCES;
  return below.clEnqueueNDRangeKernel (queue, kernel, rank, offset, global, local, n, waits, event);
}

CL_API_ENTRY cl_int CL_API_CALL
clGetLayerInfo (cl_layer_info what, size_t size, void *value, size_t *used)
{
  if (what != CL_LAYER_API_VERSION)
    return CL_INVALID_VALUE;
  if (value != NULL && size < sizeof (cl_layer_api_version))
    return CL_INVALID_VALUE;
  if (value != NULL)
    *(cl_layer_api_version *)value = CL_LAYER_API_VERSION_100;
  if (used != NULL)
    *used = sizeof (cl_layer_api_version);
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clInitLayer (cl_uint n, const cl_icd_dispatch *target, cl_uint *used, const cl_icd_dispatch **own)
{
  memcpy (&below, target, n * sizeof (void *) < sizeof below ? n * sizeof (void *) : sizeof below);
  layer = below;
  layer.clGetDeviceInfo = get_device_info;
  layer.clGetKernelWorkGroupInfo = get_kernel_info;
  layer.clCreateProgramWithSource = create_program;
  layer.clEnqueueNDRangeKernel = enqueue;
  *own = &layer;
  *used = sizeof layer / sizeof (void *);
  return CL_SUCCESS;
}
