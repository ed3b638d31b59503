/* Launches of a small kernel of four arrays by hand: what setting the arguments and enqueueing cost. Prints the
 * processor time of the launches in seconds, all threads of the process together.
 *
 * usage: launch TIMES; the first device of the first platform.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define N 64
#define N_ARRAYS 4

static const char *const text
    = "__kernel void add (__global const float *a, __global const float *b, __global const float *c,"
      " __global float *d, int n) { int i = get_global_id (0); if (i < n) d[i] = a[i] + b[i] + c[i]; }";

static double
get_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void
launch (cl_command_queue queue, cl_kernel kernel, cl_mem *arrays)
{
  const size_t grid = N;
  const cl_int n = N;

  for (cl_uint i = 0; i < N_ARRAYS; i++)
    clSetKernelArg (kernel, i, sizeof *arrays, &arrays[i]);
  clSetKernelArg (kernel, N_ARRAYS, sizeof n, &n);
  if (clEnqueueNDRangeKernel (queue, kernel, 1, NULL, &grid, NULL, 0, NULL, NULL) != CL_SUCCESS)
    exit (1);
}

int
main (int argc, char **argv)
{
  const int times = argc > 1 ? atoi (argv[1]) : 1000;
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  cl_program program;
  cl_kernel kernel;
  cl_mem arrays[N_ARRAYS];
  double start = 0;

  if (clGetPlatformIDs (1, &platform, NULL) != CL_SUCCESS
      || clGetDeviceIDs (platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
    return 1;
  context = clCreateContext (NULL, 1, &device, NULL, NULL, NULL);
  queue = clCreateCommandQueue (context, device, 0, NULL);
  program = clCreateProgramWithSource (context, 1, (const char **)&text, NULL, NULL);
  if (clBuildProgram (program, 1, &device, "", NULL, NULL) != CL_SUCCESS)
    return 1;
  kernel = clCreateKernel (program, "add", NULL);
  for (int i = 0; i < N_ARRAYS; i++)
    arrays[i] = clCreateBuffer (context, CL_MEM_READ_WRITE, N * sizeof (float), NULL, NULL);
  for (int k = -100; k < times; k++) /* the first ones are not counted */
    {
      if (k == 0)
        start = get_time ();
      launch (queue, kernel, arrays);
      if (k % 16 == 15 || k == -1)
        clFinish (queue);
    }
  clFinish (queue);
  printf ("%.6f\n", get_time () - start);
  return 0;
}
