% proves: 14.2 fread, fwrite of several types
% expect: ok
types = {"uint8","int8","uint16","int16","uint32","int32","float32","float64"}
for k=0..numel(types)-1
    f = fopen("t40.dat","wb")
    fwrite(f, [1,2,100], types[k])
    fclose(f)
    f = fopen("t40.dat","rb")
    x = fread(f, 3, types[k])
    fclose(f)
    assert(x[0] == 1 && x[1] == 2 && x[2] == 100, types[k])
endfor
print "ok"
