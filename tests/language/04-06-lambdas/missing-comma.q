% proves: 4.6 an argument in a new line without a comma before it
% expect: check-error a `,` is missing before this argument
function [] = update(f, p)
  f()
end
a = 0
update(() -> (a = 1;)
  update(() -> 1, 2))
