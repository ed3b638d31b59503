% proves: 2.1 mixing old and new endings is an error
% expect: check-error end
for i=0..1
    x = i
end
while false
endwhile
