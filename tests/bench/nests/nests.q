% What the nests have in common: the formula that fills their arguments, as in nests.h.
% SPDX-License-Identifier: Apache-2.0

function [] = __kernel__ fill(x : vec, number : int, diagonal : int, n : int, pos : int)
    x[pos] = (mod(pos*389 + number*101, 1009) + 1)/1009.0 + (diagonal && mod(pos, n + 1) == 0 ? n : 0)
endfunction

function p = disorder(n)
    p = int(mod((0..n-1)*7919, n))
endfunction
