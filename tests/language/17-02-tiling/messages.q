% proves: 17.2 what a tiling or a transform asks for and there is not is told, and the program runs without it
% expect: stdout
%> 40
%! 13: {!kernel_tiling} is ignored: dims takes whole numbers from 1 on, as in dims=.32,16,1., or auto
%! 14: {!kernel_tiling} is ignored: dims takes whole numbers from 1 on
%! 15: {!kernel_tiling} is ignored: there is no tiling mode "hybrid"; there are "global"
%! 16: {!kernel_tiling} is ignored: its mode is missing: mode="global"
%! 17: {!kernel_tiling} is ignored: there is no target platform "gqu"
%! 18: {!kernel_transform} is ignored: there is no transform "simd"; there are simdprocessing, localwindow, sharedmemcaching
%! 19: {!kernel_transform} is ignored: it names no transform, as in enable="simdprocessing"
%! 20: {!kernel_transform} is ignored: numel takes a whole number from 1 on
function [] = __kernel__ k(x : vec, n : int, pos : int)
    {!kernel_tiling dims=[0,3]; mode="global"}
    {!kernel_tiling dims=[n,1]; mode="global"}
    {!kernel_tiling dims=[1,3]; mode="hybrid"}
    {!kernel_tiling dims=[1,3]}
    {!kernel_tiling dims=[1,3]; mode="local"; target="gqu"}
    {!kernel_transform enable="simd"}
    {!kernel_transform numel=3}
    {!kernel_transform enable="simdprocessing"; numel=2.5}
    {!kernel_tiling dims=[2,3]; mode="local"}
    {!kernel_tiling dims=[2,3,4,5,6]; mode="global"}
    x[pos] += n
endfunction
x = zeros(10)
parallel_do(10, x, 4, k)
print sum(x)
