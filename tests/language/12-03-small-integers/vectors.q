% proves: 12.3 local vectors of small integers in kernels: elements wrap or are clipped as their type says
% expect: ok
function [] = __kernel__ bytes(x : mat, y : mat, pos : ivec2)
    r = vec[uint8](16)
    for k=0..3
        r[k] = x[pos[0],pos[1]] + 100*k
    endfor
    r[4] += 7
    r[5] = r[4] - 10
    total = 0
    for k=0..15
        total += r[k]
    endfor
    y[pos[0],pos[1]] = total + 1000*sum(r)
endfunction
function [] = __kernel__ shorts(y : vec, pos : int)
    r = vec[int16](8)
    for k=0..7
        r[k] = 30000 + pos*1000 + k
    endfor
    y[pos] = sum(r)
endfunction
function [] = __kernel__ rules(y : mat, pos : int)
    wraps = vec[int8'unchecked](4)
    clips = vec[uint8'sat](4)
    for k=0..3
        wraps[k] = 100.6*(pos + k)
        clips[k] = 100.6*(pos + k - 1)
    endfor
    clips[1] -= 300
    wraps[1] += 100
    y[pos,0..3] = wraps
    y[pos,4..7] = clips
endfunction
% The type of a copy or part is that of the vector, arithmetic makes integers.
function [] = __kernel__ copies(y : vec, pos : int)
    r = vec[uint8](4)
    r[1] = 200
    same = r
    part = r[1..2]
    twice = 2*r
    whole = int(r)
    same[0] = 300 + pos
    part[0] += 100
    twice[0] = 300 + pos
    whole[0] = 300 + pos
    y[pos] = same[0] + 1000*part[0] + 1e6*twice[0] + sum(whole)
endfunction
function v = __device__ add_one(v : vec[uint8](4))
    v[3] += 1
endfunction
function n = __device__ kind(v : vec[uint8])
    n = 1
endfunction
function n = __device__ kind(v : vec[int])
    n = 2
endfunction
function [] = __kernel__ arguments(y : vec, pos : int)
    r = vec[uint8](4)
    r[3] = 255
    s = add_one(r)
    y[pos] = s[3] + 10*kind(r) + 100*kind(r + 1)
endfunction
% A sum of bytes that grows: its type becomes that of the sum.
function [] = boxfilter8(bytes : mat[uint8], result : mat[uint8])
    width = 4
    {!parallel for}
    for m=0..size(bytes,0)-1
        for n=0..16..size(bytes,1)-1
            {!simd_noupcast enable=bytes}
            r = vec[uint8](16)
            for x=0..width-1
                r += bytes[m,n+x+(0..15)]
            endfor
            result[m,n+(0..15)] = int(r/(2*width))
        endfor
    endfor
endfunction
% A part of an array of bytes holds bytes.
function [] = __kernel__ parts(bytes : mat[uint8], y : vec, pos : int)
    part = bytes[0,0..3]
    part[pos] = 300
    y[pos] = sum(part)
endfunction
function [] = main()
    y = zeros(2,2)
    parallel_do(size(y),[[1.0,2.5],[250,-3]],y,bytes)
    assert(sum(abs(y - [[608608,612612],[836836,848848]])) == 0)
    y = zeros(6)
    parallel_do(size(y),y,shorts)
    assert(sum(abs(y - [240028,248028,256028,-260260,-252260,-244260])) == 0)
    y = zeros(2,8)
    parallel_do(2,y,rules)
    assert(sum(abs(y - [[0,-56,-55,45,0,0,100,201],[100,45,45,-110,0,0,201,255]])) == 0)
    y = zeros(2)
    parallel_do(2,y,copies)
    assert(sum(abs(y - [300044544,301044544])) == 0)
    y = zeros(2)
    parallel_do(2,y,arguments)
    assert(sum(abs(y - [210,210])) == 0)
    im = uint8(mod(reshape(0..(3*32-1),[3,32]),7)*10)
    out = mat[uint8](3,32)
    boxfilter8(im,out)
    for n=0..31
        total = 0
        for x=0..3
            total += n + x < 32 ? im[1,n+x] : 0
        endfor
        assert(out[1,n] == floor(total/8))
    endfor
    y = zeros(4)
    parallel_do(4,uint8([[1,2,3,4]]),y,parts)
    assert(sum(abs(y - [53,52,51,50])) == 0)
    print "ok"
endfunction
