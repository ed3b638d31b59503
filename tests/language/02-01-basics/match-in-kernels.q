% proves: 2.1 match in kernels: several values, ranges, text, numbers
% expect: stdout
%> [ 20302.762, 20105.762, 20202.762, 20303.762, 20104.762, 20303.762, 20304.762, 20103.762, 20104.762, 20105.762, 20304.762, 20305.762]
function y = __device__ name_(x : int)
   y = 0
   match x with
   | (1, 4, 7..9) -> y = 100
   | 2 -> y = 200
   | (_) -> y = 300
   endmatch
endfunction
function [] = __kernel__ k(o : vec, x : vec, pos : int)
   match x[pos] with
   | "text" -> o[pos] = -1
   | (0, 2.5) -> o[pos] = 1
   | 3..2..7 ->
      o[pos] = 2
   | (4.0..8, 10) -> o[pos] = 3
   | _ -> o[pos] = 4
   endmatch
   o[pos] += name_(pos)
   match "b" with
   | ("a", "d") -> o[pos] += 10000
   | ("c", "b") -> o[pos] += 20000
   | _ -> o[pos] += 30000
   endmatch
   v = [3, 1, 2]
   s = 0
   for e = v
     v[2] = 10
     s += e
   endfor
   o[pos] += 0.125 * s
   for e = [[1,2],[3,4]]
     o[pos] += 0.001 * e
   endfor
endfunction
o = zeros(12)
parallel_do(12, o, [0,1,2.5,3,4,5,6,7,8,9,10,4.5], k)
print o
