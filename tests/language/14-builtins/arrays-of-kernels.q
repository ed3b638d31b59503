% proves: LANGUAGE Arrays: what built-in functions and parts make of arrays that kernels have written, on every device
% expect: stdout
%> 270 [ 13.5]
%> [ 3.5] 317 8112
%> 865 865 865 [ 1, 10] 82.5
%> 1879 1879 231.5
%> [ 9.5, 10.5]
%> [ 19.5, 20.5]
%> 395 355 104.5 86.5
%> the slice 8..9 does not fit: index 9 in dimension 0 is outside y, a 9-by-10 matrix: there, indices are 0 to 8
%> the sizes of an assignment differ: the part of y is 2 x 3, the value is 3 x 3
%> 255 [ 13]
%> [ 3] 302 7752
%> 830 830 830 [ 1, 10] 79
%> 1799 1799 221
%> [ 9, 10]
%> [ 19, 20]
%> 377 341 101 83
%> the slice 8..9 does not fit: index 9 in dimension 0 is outside y, a 9-by-10 matrix: there, indices are 0 to 8
%> the sizes of an assignment differ: the part of y is 2 x 3, the value is 3 x 3
%> 255 [ 13]
%> [ 3] 302 7752
%> 830 830 830 [ 1, 10] 79
%> 1799 1799 221
%> [ 9, 10]
%> [ 19, 20]
%> 377 341 101 83
%> the slice 8..9 does not fit: index 9 in dimension 0 is outside y, a 9-by-10 matrix: there, indices are 0 to 8
%> the sizes of an assignment differ: the part of y is 2 x 3, the value is 3 x 3
%> [ 21-21i]
%> [ 22-22i]
%> [ 0+0i] [ 19-19i, 10-10i, 11-11i]
%> 8947.5 [ 14.5]
%> [ 19.5] 1384.5 150432
%> 18488 18488 18488 [ 1, 41] 469
%> 37292 37292 1340
%> [ 10.5, 11.5]
%> [ 5.5, 6.5]
%> 15361.5 1791 451 438
%> the slice 39..40 does not fit: index 40 in dimension 0 is outside y, a 40-by-41 matrix: there, indices are 0 to 39
%> the sizes of an assignment differ: the part of y is 2 x 3, the value is 3 x 3
%> 8558 [ 14]
%> [ 19] 1323 143872
%> 17709 17709 17709 [ 1, 41] 450
%> 35693 35693 1283
%> [ 10, 11]
%> [ 5, 6]
%> 14714 1715 432 419
%> the slice 39..40 does not fit: index 40 in dimension 0 is outside y, a 40-by-41 matrix: there, indices are 0 to 39
%> the sizes of an assignment differ: the part of y is 2 x 3, the value is 3 x 3
%> 8558 [ 14]
%> [ 19] 1323 143872
%> 17709 17709 17709 [ 1, 41] 450
%> 35693 35693 1283
%> [ 10, 11]
%> [ 5, 6]
%> 14714 1715 432 419
%> the slice 39..40 does not fit: index 40 in dimension 0 is outside y, a 40-by-41 matrix: there, indices are 0 to 39
%> the sizes of an assignment differ: the part of y is 2 x 3, the value is 3 x 3
%> [ 14-14i]
%> [ 15-15i]
%> [ 16-16i] [ 12-12i, 18-18i, 19-19i]
function [] = __kernel__ twice(x, y, pos : ivec2)
  y[pos] = x[pos[0],pos[1]]
endfunction
function [] = show(x, n)
  y = x + x
  parallel_do(size(y), x, y, twice)
  a0 = y[3..2..n-1,:]
  a2 = transpose(y)[:,5..7]
  a3 = repmat(y,[2,2,2])
  print sum(a0), " ", y[n-1..-1..n-2,2], " ", sum(a2), " ", sum(a3)
  y[2..4,1..3] = y[5..7,2..4]
  y[5..6,:] = 7
  y[:,4] = y[:,5]
  y[0..1,0..1] = y[0..1,0..1] + 1
  a0 = y
  a1 = squeeze(y)
  a2 = y[:]
  a4 = y[:,3]
  print sum(a0), " ", sum(a1), " ", sum(a2), " ", size(y[2,:]), " ", sum(a4)
  a0 = cat(1,y,x)
  a1 = cat(0,y,x)
  a2 = shuffledims(cat(2,y,y),[2,0,1])[1,:,0..2]
  print sum(a0), " ", sum(a1), " ", sum(a2)
  print y[n-2..n-1,n-1..n]
  a0 = circshift(y,[2,-3])[0..n-4,4..n]
  a1 = rot90(y)[1..4,:]
  a2 = diag(y)
  a3 = fliplr(y)[:,2]
  print sum(a0), " ", sum(a1), " ", sum(a2), " ", sum(a3)
  try
    print y[n-1..n,:]
  catch e
    print e
  endtry
  try
    y[0..1,0..2] = y[0..2,0..2]
  catch e
    print e
  endtry
endfunction
function [] = main()
  for n = [9,40]
    x = mod(reshape(0..n*(n+1)-1,[n,n+1]), 23)
    show(x + 0.5, n)
    show(x, n)
    show(uint8(x), n)
    c = complex(x, -x)
    d = complex(x, x)
    parallel_do(size(c), c, d, twice)
    d[2..4,:] = d[5..7,:]
    print transpose(d)[n-2..n,n-3], " ", repmat(circshift(d,[1,0]),[1,2])[2,n..n+2]
  endfor
endfunction
