/* SPDX-License-Identifier: Apache-2.0 */
#include "run-opencl.h"

#include <dlfcn.h>
#include <string.h>

#define DEVICE_TYPE_ALL 0xFFFFFFFFul
#define MEM_READ_WRITE 1ul
#define PROGRAM_BUILD_LOG 0x1183
#define GROUPS 3 /* of a strided kernel */

typedef void *Object;

static struct {
  int (*get_platforms) (unsigned, Object *, unsigned *);
  int (*get_devices) (Object, guint64, unsigned, Object *, unsigned *);
  Object (*create_context) (const void *, unsigned, const Object *, void *, void *, int *);
  Object (*create_queue) (Object, Object, guint64, int *);
  Object (*create_program) (Object, unsigned, const char **, const gsize *, int *);
  int (*build_program) (Object, unsigned, const Object *, const char *, void *, void *);
  int (*get_build_info) (Object, Object, unsigned, gsize, void *, gsize *);
  Object (*create_kernel) (Object, const char *, int *);
  int (*set_argument) (Object, unsigned, gsize, const void *);
  Object (*create_buffer) (Object, guint64, gsize, void *, int *);
  int (*enqueue_kernel) (Object, Object, unsigned, const gsize *, const gsize *, const gsize *, unsigned, const void *,
                         void *);
  int (*read) (Object, Object, unsigned, gsize, gsize, void *, unsigned, const void *, void *);
  int (*write) (Object, Object, unsigned, gsize, gsize, const void *, unsigned, const void *, void *);
  int (*release_memory) (Object);
  int (*release_kernel) (Object);
  int (*release_program) (Object);
  Object device, context, queue;
} cl;

static gboolean
find (gpointer function, const char *name, void *library)
{
  *(void **)function = dlsym (library, name);
  return *(void **)function != NULL;
}

static gboolean
open_library (void)
{
  void *library = dlopen ("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);

  return library != NULL && find (&cl.get_platforms, "clGetPlatformIDs", library)
         && find (&cl.get_devices, "clGetDeviceIDs", library) && find (&cl.create_context, "clCreateContext", library)
         && find (&cl.create_queue, "clCreateCommandQueue", library)
         && find (&cl.create_program, "clCreateProgramWithSource", library)
         && find (&cl.build_program, "clBuildProgram", library)
         && find (&cl.get_build_info, "clGetProgramBuildInfo", library)
         && find (&cl.create_kernel, "clCreateKernel", library) && find (&cl.set_argument, "clSetKernelArg", library)
         && find (&cl.create_buffer, "clCreateBuffer", library)
         && find (&cl.enqueue_kernel, "clEnqueueNDRangeKernel", library)
         && find (&cl.read, "clEnqueueReadBuffer", library) && find (&cl.write, "clEnqueueWriteBuffer", library)
         && find (&cl.release_memory, "clReleaseMemObject", library)
         && find (&cl.release_kernel, "clReleaseKernel", library)
         && find (&cl.release_program, "clReleaseProgram", library);
}

gboolean
run_opencl_is_there (void)
{
  static gboolean tried;
  Object platform;
  int error = 0;

  if (tried)
    return cl.queue != NULL;
  tried = TRUE;
  if (!open_library () || cl.get_platforms (1, &platform, NULL) != 0
      || cl.get_devices (platform, DEVICE_TYPE_ALL, 1, &cl.device, NULL) != 0)
    return FALSE;
  cl.context = cl.create_context (NULL, 1, &cl.device, NULL, NULL, &error);
  cl.queue = cl.context != NULL ? cl.create_queue (cl.context, cl.device, 0, &error) : NULL;
  return cl.queue != NULL;
}

static Object
build (const char *source)
{
  int error = 0;
  Object program = cl.create_program (cl.context, 1, &source, NULL, &error);

  g_assert_cmpint (error, ==, 0);
  if (cl.build_program (program, 1, &cl.device, "-cl-std=CL1.2", NULL, NULL) != 0)
    {
      g_autofree char *log = g_malloc0 (65536);

      cl.get_build_info (program, cl.device, PROGRAM_BUILD_LOG, 65535, log, NULL);
      g_test_message ("%s\n%s", source, log);
      g_assert_not_reached ();
    }
  return program;
}

/* Memory of the device that is a copy of memory of the host, before and after the launch. */
typedef struct {
  Object buffer;
  void *host;
  gsize bytes;
} Copy;

typedef struct {
  const RsKernel *kernel;
  const gint64 *grid, *block;
  void *const *arguments;
  GArray *copies; /* of Copy */
  GHashTable *shared; /* memory of the host -> buffer: an array that is passed twice is one */
  guint n_groups;
} Launch;

static Object
copy_in (Launch *self, void *host, gsize bytes)
{
  Object known = g_hash_table_lookup (self->shared, host);
  int error = 0;
  Copy copy = { NULL, host, bytes };

  if (known != NULL)
    return known;
  copy.buffer = cl.create_buffer (cl.context, MEM_READ_WRITE, MAX (bytes, 16), NULL, &error);
  g_assert_cmpint (error, ==, 0);
  if (bytes > 0)
    g_assert_cmpint (cl.write (cl.queue, copy.buffer, 1, 0, bytes, host, 0, NULL, NULL), ==, 0);
  g_array_append_val (self->copies, copy);
  g_hash_table_insert (self->shared, host, copy.buffer);
  return copy.buffer;
}

static gint64
count (const RsKernelParameter *parameter, const RsKernelArray *array)
{
  gint64 n = 1;

  for (int k = 0; k < parameter->rank; k++)
    n *= array->dims[k];
  return n;
}

static double
number_of (const RsKernelParameter *parameter, const void *argument, guint i)
{
  switch (parameter->element)
    {
    case RS_ELEMENT_BOOL:
      return ((const guint8 *)argument)[i];
    case RS_ELEMENT_SINGLE:
    case RS_ELEMENT_CSINGLE:
      return ((const float *)argument)[i];
    case RS_ELEMENT_DOUBLE:
    case RS_ELEMENT_CDOUBLE:
      return ((const double *)argument)[i];
    default:
      return (double)((const gint64 *)argument)[i];
    }
}

static void
write_number (guint8 *to, RsArgumentType type, double value)
{
  gint32 i32 = (gint32)value;
  gint64 i64 = (gint64)value;
  float f32 = (float)value;
  const void *values[]
      = { [RS_ARGUMENT_I32] = &i32, [RS_ARGUMENT_I64] = &i64, [RS_ARGUMENT_F32] = &f32, [RS_ARGUMENT_F64] = &value };
  const gsize sizes[] = { [RS_ARGUMENT_I32] = 4, [RS_ARGUMENT_I64] = 8, [RS_ARGUMENT_F32] = 4, [RS_ARGUMENT_F64] = 8 };

  memcpy (to, values[type], sizes[type]);
}

static double
get_number (const Launch *self, const RsPlanArgument *argument)
{
  guint n;
  const RsKernelParameter *parameter = rs_kernel_get_parameters (self->kernel, &n) + argument->parameter;
  const void *value = self->arguments[argument->parameter];
  const RsKernelArray *array = value;

  switch ((RsArgumentKind)argument->kind)
    {
    case RS_ARGUMENT_NUMBER:
      return number_of (parameter, value, argument->index);
    case RS_ARGUMENT_LENGTH:
      return (double)array->dims[argument->index];
    case RS_ARGUMENT_COUNT:
      return (double)count (parameter, array);
    case RS_ARGUMENT_HIGH:
    case RS_ARGUMENT_GRID:
      return (double)self->grid[argument->index];
    case RS_ARGUMENT_BLOCK:
      return self->block != NULL ? (double)self->block[argument->index] : 1;
    default: /* an offset, where positions begin */
      return 0;
    }
}

static void
set_numbers (const Launch *self, Object kernel, guint i, const RsLaunchPlan *plan)
{
  const gsize bytes = g_array_index (plan->arguments, RsPlanArgument, i).index;
  g_autofree guint8 *numbers = g_malloc0 (bytes);

  for (guint k = 0; k < plan->numbers->len; k++)
    {
      const RsPlanArgument *number = &g_array_index (plan->numbers, RsPlanArgument, k);

      write_number (numbers + number->offset, number->type, get_number (self, number));
    }
  g_assert_cmpint (cl.set_argument (kernel, i, bytes, numbers), ==, 0);
}

static void
set_memory (Object kernel, guint i, Object buffer)
{
  g_assert_cmpint (cl.set_argument (kernel, i, sizeof buffer, &buffer), ==, 0);
}

static void
set_argument (Launch *self, Object kernel, guint i, const RsLaunchPlan *plan, RsDeviceStatus *status, double *partial)
{
  const RsPlanArgument *argument = &g_array_index (plan->arguments, RsPlanArgument, i);
  guint n;
  const RsKernelParameter *parameter = rs_kernel_get_parameters (self->kernel, &n) + argument->parameter;
  static gint32 never;
  void *value = self->arguments[argument->parameter];
  RsKernelArray *array = value;

  switch ((RsArgumentKind)argument->kind)
    {
    case RS_ARGUMENT_NUMBERS:
      set_numbers (self, kernel, i, plan);
      break;
    case RS_ARGUMENT_MEMORY:
      set_memory (kernel, i,
                  copy_in (self, array->data,
                           (gsize)count (parameter, array) * rs_element_get_bytes (parameter->element)));
      break;
    case RS_ARGUMENT_PARTIAL:
      set_memory (kernel, i, copy_in (self, partial, (gsize)parameter->length * self->n_groups * sizeof (double)));
      break;
    case RS_ARGUMENT_FINAL:
      set_memory (kernel, i, copy_in (self, value, (gsize)parameter->length * sizeof (double)));
      break;
    case RS_ARGUMENT_STATUS:
      set_memory (kernel, i, copy_in (self, status, sizeof *status));
      break;
    case RS_ARGUMENT_STOP:
      set_memory (kernel, i, copy_in (self, &never, sizeof never));
      break;
    default: /* shared memory, which the kernel declares */
      break;
    }
}

/* The work items of the plan, and their groups. */
static void
run (Launch *self, Object kernel, const RsPlanGrid *plan)
{
  guint rank = rs_kernel_get_grid_rank (self->kernel);
  gsize items[3] = { 1, 1, 1 }, group[3] = { 1, 1, 1 };

  for (guint k = 0; k < rank && !plan->is_strided; k++)
    {
      guint w = MIN (rank - 1 - k, 2);

      items[w] *= (gsize)self->grid[k];
      if (self->block != NULL)
        group[w] = (gsize)self->block[k];
    }
  if (plan->is_strided)
    {
      group[0] = plan->group_items;
      items[0] = group[0] * self->n_groups;
    }
  if (items[0] * items[1] * items[2] == 0)
    return;
  g_assert_cmpint (cl.enqueue_kernel (cl.queue, kernel, plan->rank, NULL, items,
                                      plan->is_strided || plan->is_blocks ? group : NULL, 0, NULL, NULL),
                   ==, 0);
}

static double
combine (RsReduceOperator reduce, double a, double b)
{
  return reduce == RS_REDUCE_SUM       ? a + b
         : reduce == RS_REDUCE_PRODUCT ? a * b
         : reduce == RS_REDUCE_MINIMUM ? MIN (a, b)
                                       : MAX (a, b);
}

/* The parts of the groups become that of one box. */
static void
add_partials (const Launch *self, double **partials)
{
  guint n;
  const RsKernelParameter *parameters = rs_kernel_get_parameters (self->kernel, &n);

  for (guint i = 0; i < n; i++)
    for (int c = 0; partials[i] != NULL && c < parameters[i].length; c++)
      {
        gint64 *integers = (gint64 *)partials[i];

        for (guint g = 1; g < self->n_groups; g++)
          if (parameters[i].is_integer)
            integers[c] = (gint64)combine (parameters[i].reduce, (double)integers[c],
                                           (double)integers[(int)g * parameters[i].length + c]);
          else
            partials[i][c]
                = combine (parameters[i].reduce, partials[i][c], partials[i][(int)g * parameters[i].length + c]);
        ((double *)self->arguments[i])[c] = partials[i][c];
      }
}

static void
copy_out (Launch *self)
{
  for (guint i = 0; i < self->copies->len; i++)
    {
      const Copy *copy = &g_array_index (self->copies, Copy, i);

      if (copy->bytes > 0)
        g_assert_cmpint (cl.read (cl.queue, copy->buffer, 1, 0, copy->bytes, copy->host, 0, NULL, NULL), ==, 0);
      cl.release_memory (copy->buffer);
    }
}

RsKernelStatus
run_opencl_launch (const RsKernel *kernel, const char *source, const RsLaunchPlan *plan, const gint64 *grid,
                   const gint64 *block, void *const *arguments)
{
  g_autoptr (GArray) copies = g_array_new (FALSE, FALSE, sizeof (Copy));
  g_autoptr (GHashTable) shared = g_hash_table_new (NULL, NULL);
  Launch launch = { kernel, grid, block, arguments, copies, shared, GROUPS };
  guint n;
  const RsKernelParameter *parameters = rs_kernel_get_parameters (kernel, &n);
  g_autofree double **partials = g_new0 (double *, n + 1);
  RsDeviceStatus status = { 0 };
  Object program = build (source), entry;
  int error = 0;

  entry = cl.create_kernel (program, rs_kernel_get_name (kernel), &error);
  g_assert_cmpint (error, ==, 0);
  for (guint i = 0; i < n; i++)
    if (parameters[i].binding == RS_BIND_ACCUMULATOR)
      partials[i] = g_new0 (double, (gsize)parameters[i].length * GROUPS);
  for (guint i = 0; i < plan->arguments->len; i++)
    {
      const RsPlanArgument *argument = &g_array_index (plan->arguments, RsPlanArgument, i);

      set_argument (&launch, entry, i, plan, &status, partials[argument->parameter]);
    }
  run (&launch, entry, &plan->grid);
  copy_out (&launch);
  add_partials (&launch, partials);
  for (guint i = 0; i < n; i++)
    g_free (partials[i]);
  cl.release_kernel (entry);
  cl.release_program (program);
  return (RsKernelStatus){ .code = status.code,
                           .line = status.line,
                           .parameter = status.parameter,
                           .dimension = status.dimension,
                           .index = status.index,
                           .size = status.size,
                           .text = status.text,
                           .is_write = status.is_write };
}
