% multirestransforms.q: transforms as pairs of functions, S (x) to coefficients and S_H (w) back to an image.
%
% SPDX-License-Identifier: Apache-2.0
import "dtcwt.q"
import "bandtransforms.q"

% Function: build_dwt
% The orthonormal wavelet transform over J scales.
%
% :function [S, S_H] = build_dwt(w : vec, J : int)
%
% Example:
% > [S, S_H] = build_dwt(db4, 3)
% > y = S_H(S(x))
function [S, S_H] = build_dwt(w : vec, J : int)
  S = x -> dwt2d(x, w, J)
  S_H = b -> idwt2d(b, w, J)
endfunction

% Function: build_dtcwt
% The dual-tree complex wavelet transform over J scales.
%
% :function [S, S_H] = build_dtcwt(w1, w2, J : int)
%
% Example:
% > [S, S_H] = build_dtcwt(filtercoeff_farras, filtercoeff_selcw[2,1], 4)
function [S, S_H] = build_dtcwt(w1, w2, J : int)
  S = x -> dtcwt2d(x, w1, w2, J)
  S_H = w -> idtcwt2d(w, w1, w2, J)
endfunction

% How many matrices a cell holds, cells in it included.
function n = count_matrices(w)
  n = 0
  for r = 0..size(w,0)-1
    for c = 0..size(w,1)-1
      n = n + (type(w[r,c], "cell") ? count_matrices(w[r,c]) : 1)
    endfor
  endfor
endfunction

% Writes the matrices of w into list from place n on; returns the place behind them.
function next = list_matrices(w, list, n : int)
  next = n
  for r = 0..size(w,0)-1
    for c = 0..size(w,1)-1
      if type(w[r,c], "cell")
        next = list_matrices(w[r,c], list, next)
      else
        list[next] = w[r,c]
        next = next + 1
      endif
    endfor
  endfor
endfunction

% Function: lincell
% The same matrices as a linear cell vector, from the finest scale to the coarsest; the lowpass bands come last.
%
% :function list = lincell(w)
%
% Example:
% > bands = lincell(S(x))
function list = lincell(w)
  list = cell(count_matrices(w))
  list_matrices(w, list, 0)
endfunction
