/* A libcuda.so.1 that is there, and does nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
int cuCtxSynchronize (void);

int
cuCtxSynchronize (void)
{
  return 0;
}
