% manual: 4.5.1 overloads for size constraints are chosen by the lengths that arguments have, in kernels and loops too
% expect: ok
function y = __device__ kind(x : vec)
    y = 1
endfunction
function y = __device__ kind(x : vec2)
    y = 2
endfunction
function y = __device__ kind(x : mat2x2)
    y = 3
endfunction
function [] = __kernel__ ask(answers : vec, v : vec, m : mat, pos : int)
    answers[pos] = kind(v) + 10 * kind(m)
endfunction
answers = zeros(2)
parallel_do(2, answers, zeros(2), zeros(2,2), ask)
assert(answers[0] == 32 && answers[1] == 32, "two elements")
parallel_do(2, answers, zeros(3), zeros(2,2), ask)
assert(answers[1] == 31, "three elements")
function [] = __kernel__ own(answers : vec, pos : int)
    answers[pos] = kind(answers)
endfunction
parallel_do(2, answers, own)
assert(answers[0] == 2, "an array that is written")
print "ok"
