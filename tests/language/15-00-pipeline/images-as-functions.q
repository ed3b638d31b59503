% proves: 15 images as functions: the cast image(x), functions of position, constants and mixtures without pixels
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
reduction (x : cube) -> image(x) = make_image(x)
type blender : [(image, image, scalar) -> image]
type geometry : [__device__ image -> image]
mix : blender = (a, b, w) -> __device__ (pos) -> w * a(pos) + (1 - w) * b(pos)
swap = (x : image) -> __device__ (pos : ivec2) -> x([pos[1], pos[0]])
board : image = __device__ (pos) -> mod(pos[0] + pos[1], 2) == 0 ? [1., 0., 0.] : [0., 0., 1.]
plain : image = __device__ (pos) -> [1., 2., 3.]
pixels = zeros(6, 5, 3)
for i=0..5
    for j=0..4
        pixels[i,j,0..2] = [i, j, 10*i + j]
    endfor
endfor
f = image(pixels)
g : image = image(pixels)
assert(max(abs(f([4,3]) - [4, 3, 43])) == 0, "one position of an image")
assert(max(abs(g([4,3]) - f([4,3]))) == 0, "the cast gives an image")
b = compute(board, [8, 9, 3])
assert(sum(b) == 72 && b[0,0,0] == 1 && b[0,1,2] == 1 && b[0,1,0] == 0, "an image without pixels")
m = compute(mix(board, plain, 0.25), [4, 4, 3])
assert(max(abs(m[0,1,0..2] - [0.75, 1.5, 2.5])) < 1e-6, "a mixture")
t = compute(swap(f), [5, 6, 3])
assert(t[3,4,2] == 43 && t[0,5,0] == 5, "swapped axes")
print "ok"
