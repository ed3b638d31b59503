% proves: 17.2.5 kernels that are kept to a kind of device give the same results wherever they run, in turns, too
% expect: stdout
%> 10 10 6 3608 1 5 -3
function [] = __kernel__ on_gpus(x : vec, pos : int)
    {!kernel name="on_gpus"; target="gpu"}
    x[pos] = 2*x[pos] + 1
endfunction
function [] = __kernel__ on_cpus(x : vec, y : vec, pos : int)
    {!kernel name="on_cpus"; target="cpu"}
    y[pos] += x[pos]
endfunction
function [] = __kernel__ anywhere(x : vec, pos : int)
    x[pos] = 3 - x[pos]
endfunction
x = ones(600)
y = zeros(600)
for k=0..2
    parallel_do(600, x, on_gpus)
    parallel_do(600, x, y, on_cpus)
    x[mod(k,2)] = 3
    parallel_do(600, x, anywhere)
endfor
{!sched mode=cpu}
parallel_do(600, x, on_gpus)
{!sched mode=gpu}
parallel_do(600, x, y, on_cpus)
{!sched}
print y[0], " ", y[1], " ", y[2], " ", sum(y), " ", x[0], " ", x[1], " ", x[2]
