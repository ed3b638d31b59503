% proves: 17.3 the manual's pragmas and the settings of its table are accepted; others, what a switch does not take and what changes nothing in a file get a warning
% expect: ok
%! 14: `#pragma COMPILER_PERFORM_NAN_CHECKS` changes nothing in a file: it is a setting of the run, `redshift-cli run --set COMPILER_PERFORM_NAN_CHECKS=True`
%! 15: `#pragma COMPILER_BACKEND_CUDA` changes nothing: the compiler of CUDA is a library, NVRTC
%! 16: there is no pragma or setting `loop_paralleliser`; this line is ignored; did you mean `loop_parallelizer`
%! 17: there is no pragma or setting `nothing_like_that`; this line is ignored
%! 18: `#pragma show_reductions` takes on or off, not `perhaps`
%! 19: `#pragma expression_optimizer` takes on or off
%! 20: `#pragma COMPILER_REDUCTION_SAFETYLEVEL` takes off, safe or strict, not `loose`
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
