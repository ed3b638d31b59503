% proves: STDLIB.md 7 build_stp and build_energyweighted_dst2d: round trip, energy, bands, directions
% expect: ok
import "multirestransforms.q"

function [e : scalar] = energy(w)
  list = lincell(w)
  e = 0.0
  for k = 0..numel(list)-1
    e = e + sum(list[k].^2)
  endfor
endfunction

% An image without symmetry, the same on every device.
function [x : mat] = image(h : int, n : int)
  x = zeros(h, n)
  for i = 0..h-1
    for j = 0..n-1
      x[i,j] = mod(i*i*7 + j*13 + i*j*5, 31)/31 + (i > j ? 1 : 0)
    endfor
  endfor
endfunction

sizes = {[17,24], [1,9], [5,1], [16,11]}
for n = 0..numel(sizes)-1
  x = image(int(sizes[n][0]), int(sizes[n][1]))
  for K = 1..3
    [S, S_H] = build_stp(sizes[n], K, 2)
    w = S(x)
    assert(max(abs(S_H(w) - x)) < 1e-4, "steerable pyramid, round trip, size ", sizes[n], " K ", K)
    assert(abs(energy(w)/sum(x.^2) - 1) < 1e-4, "steerable pyramid, energy, size ", sizes[n], " K ", K)
    assert(numel(w) == 4 && numel(w[1]) == K && size(w[2][0],0) == ceil(size(x,0)/2), "steerable pyramid, sizes")
    [S, S_H] = build_energyweighted_dst2d(sizes[n], K, 2)
    w = S(x)
    assert(max(abs(S_H(w) - x)) < 1e-4, "shearlets, round trip, size ", sizes[n], " K ", K)
    assert(abs(energy(w)/sum(x.^2) - 1) < 1e-4, "shearlets, energy, size ", sizes[n], " K ", K)
    assert(numel(w) == 3 && numel(w[1]) == K && size(w[2],1) == ceil(ceil(size(x,1)/2)/2), "shearlets, sizes")
  endfor
endfor

% Values that another program computed (NumPy, on grids of full size).
x = zeros(8,6)
for i = 0..7
  for j = 0..5
    x[i,j] = mod(i*i*7 + j*13 + i*j*5, 31)/31 + (i > j ? 1 : 0)
  endfor
endfor
[S, S_H] = build_stp([8,6], 3, 1)
w = S(x)
assert(abs(w[0][2,3] + 0.366513964) < 1e-5, "highpass")
wanted = [[0.191296847, -0.224335009], [0.001607510, 0.093056150], [0.285729534, 0.088712231]]
for k = 0..2
  assert(abs(w[1][k][2,3] - wanted[k,0]) + abs(w[1][k][5,1] - wanted[k,1]) < 1e-5, "band ", k)
endfor
wanted = [[1.561599101, 1.689347269, 1.342507756], [1.893417468, 1.861985274, 1.007209557],
          [3.017331385, 3.287037525, 2.287660833], [2.685513018, 3.114399521, 2.622959032]]
assert(max(abs(w[2] - wanted)) < 1e-5, "lowpass")
[S, S_H] = build_energyweighted_dst2d([8,6], 4, 1)
w = S(x)
wanted = [[-0.076379596, 0.205611660], [-0.125610449, -0.005075438], [-0.142420558, -0.160494479], [-0.395070466, 0.132122533]]
for k = 0..3
  assert(abs(w[0][k][2,3] - wanted[k,0]) + abs(w[0][k][5,1] - wanted[k,1]) < 1e-5, "direction ", k)
endfor

% Without scales, everything is in two bands or one.
[S, S_H] = build_stp([8,8], 3, 0)
assert(numel(S(image(8,8))) == 2, "no scales")
[S, S_H] = build_energyweighted_dst2d([8,8], 3, 0)
assert(max(abs(S(image(8,8))[0] - image(8,8))) < 1e-4, "no scales, shearlets")

% A wave of one direction answers with cos(t)^(K-1) of the angle between them, in the scale of its frequency.
K = 4
[S, S_H] = build_stp([64,64], K, 3)
wave = zeros(64,64)
for i = 0..63
  for j = 0..63
    wave[i,j] = cos(2*pi*16*j/64) % half of the Nyquist frequency, along the rows
  endfor
endfor
w = S(wave)
a = 2.0^(K-1)*factorial(K-1)/sqrt(K*factorial(2*(K-1)))
for k = 0..K-1
  wanted = a*a*cos(pi*k/K)^(2*(K-1))
  assert(abs(sum(w[1][k].^2)/sum(wave.^2) - wanted) < 1e-4, "orientation ", k, ": ", sum(w[1][k].^2)/sum(wave.^2), " not ", wanted)
endfor
assert(sum(w[0].^2) + sum(w[4].^2) < 1e-4, "the wave is in one scale")

% Constants are in the lowpass alone.
w = S(ones(64,64))
assert(abs(w[4][0,0] - 8) < 1e-3 && abs(energy(w) - 64*64) < 1, "constant")

% Shearlets: a wave of slope 1/2 is in the window whose middle that is, and in no other.
[S, S_H] = build_energyweighted_dst2d([64,64], 8, 2)
for i = 0..63
  for j = 0..63
    wave[i,j] = cos(2*pi*(24*j + 12*i)/64)
  endfor
endfor
w = S(wave)
assert(abs(sum(w[0][1].^2)/sum(wave.^2) - 1) < 1e-4, "slope 1/2")
for i = 0..63
  for j = 0..63
    wave[i,j] = cos(2*pi*(-12*j + 24*i)/64)
  endfor
endfor
w = S(wave)
assert(abs(sum(w[0][5].^2)/sum(wave.^2) - 1) < 1e-4, "slope -1/2 in the other cone")

% What is written into lincell changes the inverse.
[S, S_H] = build_stp([16,16], 2, 2)
w = S(image(16,16))
list = lincell(w)
assert(numel(list) == 6, "bands")
for k = 0..numel(list)-1
  list[k][:,:] = 0
endfor
assert(max(abs(S_H(w))) < 1e-6, "zeroed")

bad = ""
try
  S(ones(5,5))
catch ex
  bad = ex
endtry
assert(bad == "assertion failed: stp: the image has to have the size that the transform was made for", bad)
print "ok"
