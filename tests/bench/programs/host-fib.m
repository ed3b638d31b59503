% Recursion: calls and returns.
1;
function y = fib(n)
  if n < 2
    y = n;
  else
    y = fib(n - 1) + fib(n - 2);
  end
end
max_recursion_depth(1000);
printf("%d\n", fib(27));
