/* Launches of a small kernel of some arrays by hand: what setting the arguments and enqueueing cost. Prints the
 * processor time of the launches in seconds, all threads of the process together.
 *
 * usage: launch TIMES [ARRAYS]; 4 arrays; the first device of the first platform.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define N 64
#define MOST_ARRAYS 32

/* The sum of all arrays but the last goes into that. */
static void
write_text (char *text, size_t size, cl_uint n_arrays)
{
  int at = snprintf (text, size, "__kernel void add (");

  for (cl_uint i = 0; i < n_arrays; i++)
    at += snprintf (text + at, size - (size_t)at, "__global float *a%u, ", i);
  at += snprintf (text + at, size - (size_t)at, "int n) { int i = get_global_id (0); if (i < n) a%u[i] = 0",
                  n_arrays - 1);
  for (cl_uint i = 0; i + 1 < n_arrays; i++)
    at += snprintf (text + at, size - (size_t)at, " + a%u[i]", i);
  snprintf (text + at, size - (size_t)at, "; }");
}

static double
get_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void
launch (cl_command_queue queue, cl_kernel kernel, cl_mem *arrays, cl_uint n_arrays)
{
  const size_t grid = N;
  const cl_int n = N;

  for (cl_uint i = 0; i < n_arrays; i++)
    clSetKernelArg (kernel, i, sizeof *arrays, &arrays[i]);
  clSetKernelArg (kernel, n_arrays, sizeof n, &n);
  if (clEnqueueNDRangeKernel (queue, kernel, 1, NULL, &grid, NULL, 0, NULL, NULL) != CL_SUCCESS)
    exit (1);
}

int
main (int argc, char **argv)
{
  const int times = argc > 1 ? atoi (argv[1]) : 1000;
  const cl_uint n_arrays = argc > 2 ? (cl_uint)atoi (argv[2]) : 4;
  char text[4096];
  const char *texts = text;
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  cl_program program;
  cl_kernel kernel;
  cl_mem arrays[MOST_ARRAYS];
  double start = 0;

  if (n_arrays < 1 || n_arrays > MOST_ARRAYS)
    return 2;
  write_text (text, sizeof text, n_arrays);
  if (clGetPlatformIDs (1, &platform, NULL) != CL_SUCCESS
      || clGetDeviceIDs (platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
    return 1;
  context = clCreateContext (NULL, 1, &device, NULL, NULL, NULL);
  queue = clCreateCommandQueue (context, device, 0, NULL);
  program = clCreateProgramWithSource (context, 1, &texts, NULL, NULL);
  if (clBuildProgram (program, 1, &device, "", NULL, NULL) != CL_SUCCESS)
    return 1;
  kernel = clCreateKernel (program, "add", NULL);
  for (cl_uint i = 0; i < n_arrays; i++)
    arrays[i] = clCreateBuffer (context, CL_MEM_READ_WRITE, N * sizeof (float), NULL, NULL);
  for (int k = -100; k < times; k++) /* the first ones are not counted */
    {
      if (k == 0)
        start = get_time ();
      launch (queue, kernel, arrays, n_arrays);
      if (k % 16 == 15 || k == -1)
        clFinish (queue);
    }
  clFinish (queue);
  printf ("%.6f\n", get_time () - start);
  return 0;
}
