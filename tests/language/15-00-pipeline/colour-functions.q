% proves: 15 pointwise operations take colour functions; each application is its own function, whatever place it comes from
% expect: ok
type image : [__device__ ivec2'const -> vec3]
type algorithm : [__device__ (image, ivec2'const) -> vec3]
type color_function : [__device__ vec3 -> vec3]
type application : [(image, algorithm) -> image]
type rasterizer : [(image, ivec3) -> cube]
make_image : [cube -> image] =
    pixels -> __device__ (pos) -> pixels[pos[0], pos[1], 0..2]
apply_deferred : application =
    (x, p) -> __device__ (pos) -> p(x, pos)
pointwise_op : [color_function -> algorithm] =
    fn -> __device__ (x, pos) -> fn(x(pos))
compute : rasterizer =
    (x, sz) -> (y = zeros(sz); parallel_do(sz[0..1], __kernel__ (pos : ivec2) -> y[pos[0], pos[1], 0..2] = x(pos)); y)
x = make_image(ones(12, 11, 3))
for k=1..3
    u = compute(apply_deferred(x, pointwise_op(__device__ (c : vec3) -> k * c)), [12, 11, 3])
    assert(sum(u) == 396 * k, "the colour function with its captured number")
endfor
kinds = {__device__ (c : vec3) -> c + 1, __device__ (c : vec3) -> c .* c * 4, __device__ (c : vec3) -> [c[2], 5.0, c[0]]}
sums = [792, 1584, 924]
for k=0..2
    u = compute(apply_deferred(x, pointwise_op(kinds[k])), [12, 11, 3])
    assert(sum(u) == sums[k], "another colour function at the same place")
endfor
print "ok"
