% linalg.q: dense linear algebra.
%
% The functions for matrices of any size are built into the language (see `redshift-cli doc svd`). What is here is for
% small matrices in kernels, one of which belongs to each work item, and may be called from host code, too.
%
% SPDX-License-Identifier: Apache-2.0

% Function: det2
% The determinant of a 2 x 2 matrix, also in kernels.
%
% :function d = __device__ det2(a : mat(2,2))
%
% Example:
% > d = det2([[1,2],[3,4]]) % -2
function d : scalar = __device__ det2(a : mat(2,2))
  d = a[0,0]*a[1,1] - a[0,1]*a[1,0]
endfunction

% Function: inv2
% The inverse of a 2 x 2 matrix, also in kernels; its elements are infinite or NaN when there is none.
%
% :function b = __device__ inv2(a : mat(2,2))
%
% Example:
% > b = inv2([[2,0],[0,4]]) % [[0.5,0],[0,0.25]]
function b : mat(2,2) = __device__ inv2(a : mat(2,2))
  d = a[0,0]*a[1,1] - a[0,1]*a[1,0]
  b = [[a[1,1]/d, -a[0,1]/d], [-a[1,0]/d, a[0,0]/d]]
endfunction

% Function: solve2
% The solution x of two equations a*x = b by Cramer's rule, also in kernels.
%
% :function x = __device__ solve2(a : mat(2,2), b : vec2)
%
% Example:
% > x = solve2([[2,0],[0,4]], [2,8]) % [1,2]
function x : vec2 = __device__ solve2(a : mat(2,2), b : vec2)
  d = a[0,0]*a[1,1] - a[0,1]*a[1,0]
  x = [(b[0]*a[1,1] - a[0,1]*b[1])/d, (a[0,0]*b[1] - b[0]*a[1,0])/d]
endfunction

% Function: symeig2
% The eigenvalues, ascending, of a symmetric 2 x 2 matrix, also in kernels; the lower triangle counts.
%
% :function d = __device__ symeig2(a : mat(2,2))
%
% Example:
% > d = symeig2([[2,1],[1,2]]) % [1,3]
function d : vec2 = __device__ symeig2(a : mat(2,2))
  middle = 0.5 * (a[0,0] + a[1,1])
  half = 0.5 * (a[0,0] - a[1,1])
  distance = sqrt(half*half + a[1,0]*a[1,0])
  d = [middle - distance, middle + distance]
endfunction

% Function: det3
% The determinant of a 3 x 3 matrix, also in kernels.
%
% :function d = __device__ det3(a : mat(3,3))
%
% Example:
% > d = det3([[2,0,0],[0,3,0],[0,0,4]]) % 24
function d : scalar = __device__ det3(a : mat(3,3))
  d = (a[0,0] * (a[1,1]*a[2,2] - a[1,2]*a[2,1]) - a[0,1] * (a[1,0]*a[2,2] - a[1,2]*a[2,0])
       + a[0,2] * (a[1,0]*a[2,1] - a[1,1]*a[2,0]))
endfunction

% Function: inv3
% The inverse of a 3 x 3 matrix by its cofactors, also in kernels; its elements are infinite or NaN when there is none.
%
% :function b = __device__ inv3(a : mat(3,3))
%
% Example:
% > b = inv3([[2,0,0],[0,4,0],[0,0,1]]) % [[0.5,0,0],[0,0.25,0],[0,0,1]]
function b : mat(3,3) = __device__ inv3(a : mat(3,3))
  d = det3(a)
  b = [[(a[1,1]*a[2,2] - a[1,2]*a[2,1])/d, (a[0,2]*a[2,1] - a[0,1]*a[2,2])/d, (a[0,1]*a[1,2] - a[0,2]*a[1,1])/d],
       [(a[1,2]*a[2,0] - a[1,0]*a[2,2])/d, (a[0,0]*a[2,2] - a[0,2]*a[2,0])/d, (a[0,2]*a[1,0] - a[0,0]*a[1,2])/d],
       [(a[1,0]*a[2,1] - a[1,1]*a[2,0])/d, (a[0,1]*a[2,0] - a[0,0]*a[2,1])/d, (a[0,0]*a[1,1] - a[0,1]*a[1,0])/d]]
endfunction

% Function: solve3
% The solution x of three equations a*x = b by Cramer's rule, also in kernels.
%
% :function x = __device__ solve3(a : mat(3,3), b : vec3)
%
% Example:
% > x = solve3([[2,0,0],[0,4,0],[0,0,1]], [2,8,3]) % [1,2,3]
function x : vec3 = __device__ solve3(a : mat(3,3), b : vec3)
  c = inv3(a)
  x = [c[0,0]*b[0] + c[0,1]*b[1] + c[0,2]*b[2], c[1,0]*b[0] + c[1,1]*b[1] + c[1,2]*b[2],
       c[2,0]*b[0] + c[2,1]*b[1] + c[2,2]*b[2]]
endfunction
