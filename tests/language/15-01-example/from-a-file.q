% proves: 15.1 a pipeline over an image from a file: it is an array, so that no stage may mean a function or be in conflict
% expect: ok
type image : [__device__ ivec2'const -> vec3]
type algorithm : [__device__ (image, ivec2'const) -> vec3]
type application : [(image, algorithm) -> image]
make_image : [cube -> image] = pixels -> __device__ (pos) -> pixels[pos[0], pos[1], 0..2]
shift : [ivec2 -> algorithm] = by -> __device__ (x, pos) -> x(pos + by)
later : application = (x, a) -> __device__ (pos) -> a(x, pos)
rasterize = (x : image, sz) -> (y = zeros(sz); parallel_do(sz[0..1], __kernel__ (pos : ivec2) -> y[pos[0],pos[1],0..2] = x(pos)); y)
symbolic deferred
reduction (x : cube, y) -> (x |> y) = make_image(x) |> y
reduction (x : image, a : algorithm) -> (x |> deferred(a)) = later(x, a)

pixels = zeros(8,9,3)
for m=0..7
    for n=0..8
        pixels[m,n,0..2] = [m, n, 10*m+n]
    endfor
endfor
imwrite("from-a-file.png", pixels)
im = imread("from-a-file.png")
moved = im |> deferred(shift([1,2])) |> deferred(shift([2,1]))
y = rasterize(moved, [3,4,3])
assert(all(y[1,2,0..2] == [4, 5, 45]))

% what the file holds decides between mat and cube
function y = rank(x : mat)
    y = 2
endfunction
function y = rank(x : cube)
    y = 3
endfunction
assert(rank(im) == 3 && rank(imread("from-a-file.png", "gray")) == 2)
imwrite("from-a-file.png", [[0,100],[200,255]])
assert(rank(imread("from-a-file.png")) == 2)
print "ok"
