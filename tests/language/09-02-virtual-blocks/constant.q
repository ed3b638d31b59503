% proves: 9.2.2 virtual blocks with assume_blk_constant
% expect: ok
A = zeros(32,48)
for i=0..31
    for j=0..47
        A[i,j] = i*48 + j
    endfor
endfor
r = zeros(32,48)
N : int'const = 16
{!parallel for; blkdim=[N,N]}
for m=0..size(A,0)-1
    for n=0..size(A,1)-1
        {!shared_mem_promotion assume_blk_constant={Ap}}
        mp = int(m/N)
        np = int(n/N)
        Ap = A[mp,np]
        r[m,n] = Ap
    endfor
endfor
for i=0..31
    for j=0..47
        assert(r[i,j] == A[int(i/16),int(j/16)], "constant in each block")
    endfor
endfor
print "ok"
