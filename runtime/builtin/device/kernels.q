% What built-in functions and parts of arrays do with arrays that live on a device (device-kernels.h). Arrays come as
% vectors, whatever their dimensions; positions and steps count elements.
%
% SPDX-License-Identifier: Apache-2.0

% Elements of x to elements of y: from x0 + pos * (xi, xj, xk) to y0 + pos * (yi, yj, yk).
function [] = __kernel__ copy_box(x, y, x0 : int, xi : int, xj : int, xk : int,
    y0 : int, yi : int, yj : int, yk : int, pos : ivec3)
  y[y0 + pos[0]*yi + pos[1]*yj + pos[2]*yk] = x[x0 + pos[0]*xi + pos[1]*xj + pos[2]*xk]
endfunction

% The same number to elements of y.
function [] = __kernel__ fill_box(y, value, y0 : int, yi : int, yj : int, yk : int, pos : ivec3)
  y[y0 + pos[0]*yi + pos[1]*yj + pos[2]*yk] = value
endfunction
