% proves: 15 deferred and immediate stages, |> and := through reductions
% expect: stdout
%> [ 3, 5, 15]
%> [ 3, 5, 15]
type image : [__device__ ivec2'const -> vec3]
type algorithm : [__device__ (image, ivec2'const) -> vec3]
type application : [(image, algorithm) -> image]
type rasterizer : [(image, ivec3) -> cube]
make_image : [cube -> image] =
  im_data -> __device__ (pos) -> im_data[pos[0], pos[1], 0..2]
reduction (x : cube) -> image(x) = make_image(x)
translate : [vec2 -> algorithm] =
  shift -> __device__ (x, pos) -> x(pos + int(shift))
function algo : algorithm = mean_filter_hor(N : int)
  norm_factor = 1.0 / N
  function y : vec3 = __device__ algo(input : image, pos : ivec2)
    y = [0., 0., 0.]
    for n=-int(N/2)..int(N/2)
      y = y + input(pos + [0,n])
    endfor
    y = y * norm_factor
  endfunction
endfunction
function y : cube = compute(x : image, sz : ivec3)
    y = zeros(sz)
    parallel_do(sz[0..1], __kernel__ (pos : ivec2) -> y[pos[0],pos[1],0..2] = x(pos))
endfunction
apply_deferred : application =
  (x, p) -> __device__ (pos) -> p(x, pos)
apply_immediate : [vec3 -> application] =
  sz -> (x, p) -> make_image(compute(apply_deferred(x, p), sz))
reduction (y : cube, x : image) -> (y := x) = y = compute(x, size(y))
symbolic immediate, deferred
reduction (x : cube, y) -> (x |> y) = make_image(x) |> y
reduction (x : image, a : algorithm, sz : ivec3) -> (x |> immediate(sz, a)) = apply_immediate(sz)(x, a)
reduction (x : image, a : algorithm) -> (x |> deferred(a)) = apply_deferred(x, a)
reduction (x : image, a : algorithm) -> (x |> a) = apply_deferred(x, a)
im = zeros(8,9,3)
for i=0..7
  for j=0..8
    im[i,j,0..2] = [i, j, i*j]
  endfor
endfor
im_out = zeros(size(im))
im_out := im |> deferred(translate([1, 2])) _
          |> immediate([8,9,3], mean_filter_hor(3)) _
          |> deferred(mean_filter_hor(1))
print im_out[2,3,0..2]
im2 = zeros(8,9,3)
im2 := im |> deferred(translate([1, 2])) |> mean_filter_hor(3)
print im2[2,3,0..2]
