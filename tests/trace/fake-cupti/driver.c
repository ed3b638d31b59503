/* A libcuda.so.1 that is there, and does nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
int cuCtxSynchronize (void);
int cuCtxGetCurrent (void **context);
int cuCtxGetDevice (int *device);

int
cuCtxSynchronize (void)
{
  return 0;
}

int
cuCtxGetCurrent (void **context)
{
  static int it;

  *context = &it;
  return 0;
}

int
cuCtxGetDevice (int *device)
{
  *device = 0;
  return 0;
}
