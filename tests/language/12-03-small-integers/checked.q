% proves: 12.3 what does not fit a local vector of bytes is an error of a parallel loop, as elsewhere in host code
% expect: error a value does not fit the elements of r|does not fit
function [] = main()
    y = zeros(8)
    {!parallel for}
    for k=0..7
        r = vec[uint8](4)
        r[mod(k,4)] = 40*k
        y[k] = sum(r)
    endfor
    print y
endfunction
