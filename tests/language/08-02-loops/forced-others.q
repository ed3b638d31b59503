% proves: 8.2, 17.1.1 what {!parallel for} can't have is an error, one for each loop
% expect: check-error can't be parallel.*host function(.|\n)*can't be parallel.*continue(.|\n)*can't be parallel.*cells
function y = f(x)
    y = x + 1
endfunction
x = zeros(10)
{!parallel for}
for i=0..9
    x[i] = f(i)
endfor
{!parallel for}
for i=0..9
    if i == 3
        continue
    endif
    x[i] = 1
endfor
{!parallel for}
for i=0..9
    c = {1, 2}
    x[i] = c[1]
endfor
print "no"
