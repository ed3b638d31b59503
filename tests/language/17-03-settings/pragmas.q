% proves: 17.3 the manual's pragmas and the settings of its table are accepted; others, and what a switch does not take, get a warning
% expect: ok
%! 14: there is no pragma or setting `loop_paralleliser`; this line is ignored; did you mean `loop_parallelizer`
%! 15: there is no pragma or setting `nothing_like_that`; this line is ignored
%! 16: `#pragma show_reductions` takes on or off, not `perhaps`
%! 17: `#pragma expression_optimizer` takes on or off
%! 18: `#pragma COMPILER_REDUCTION_SAFETYLEVEL` takes off, safe or strict, not `loose`
#pragma loop_parallelizer (off)
#pragma loop_parallelizer on
#pragma show_reductions (off)
#pragma Expression_Optimizer (on)
#pragma COMPILER_PERFORM_NAN_CHECKS = True
#pragma COMPILER_BACKEND_CUDA NVidiaC
#pragma loop_paralleliser (on)
#pragma nothing_like_that 5
#pragma show_reductions (perhaps)
#pragma expression_optimizer
#pragma COMPILER_REDUCTION_SAFETYLEVEL (loose)
function y = twice(x)
  #pragma loop_parallelizer (on)
  y = 2*x
endfunction
assert(twice(4) == 8)
print "ok"
