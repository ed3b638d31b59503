% proves: 15 stages that are concatenated in a loop: as many as one likes, nothing computed before the end
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
s : image = __device__ (pos) -> [pos[0], pos[1], 1.0]
for i=1..16
    s = apply_deferred(s, pointwise_op(__device__ (c : vec3) -> 0.5 * c + i))
endfor
y = compute(s, [6, 7, 3])
for i=0..5
    r = 1.0 * i
    q = 1.0
    for k=1..16
        r = 0.5 * r + k
        q = 0.5 * q + k
    endfor
    assert(abs(y[i,3,0] - r) < 1e-4 && abs(y[i,6,2] - q) < 1e-4, "sixteen stages")
endfor
print "ok"
