% proves: 14.2 imwrite with [] scales
% expect: ok
imwrite("t33.png", [[10.0,20.0],[30.0,20.0]], [])
z = imread("t33.png")
assert(z[0,0] == 0 && z[1,0] == 255, "scaled to the range")
print "ok"
