% proves: 14.2 csvwrite and csvread keep numbers
% expect: ok
x = [[1/3,-2,1e30],[0,nan,inf]]
csvwrite("c.csv", x)
y = csvread("c.csv")
assert(size(y) == [2,3] && isnan(y[1,1]) && isinf(y[1,2]), "shape")
assert(y[0,0] == x[0,0] && y[0,1] == -2 && y[0,2] == x[0,2], "values")
csvwrite("c.csv", [7,8,9])
assert(csvread("c.csv") == [7,8,9], "vector")
csvwrite("c.csv", ones(3,1))
assert(size(csvread("c.csv")) == [3,1], "column")
csvwrite("c.csv", zeros(0,3))
assert(numel(csvread("c.csv")) == 0, "empty")
f = fopen("c.csv","w")
fprintf(f, "1,2\n\n 3 \n,5,\n")
fclose(f)
assert(sum(abs(csvread("c.csv") - [[1,2,0],[3,0,0],[0,5,0]])) == 0, "short rows")
f = fopen("c.csv","w")
fprintf(f, "time, level one,x\n1,2,3\n4,5,6\n")
fclose(f)
[x, headings] = csvread("c.csv")
assert(all(x == [[1,2,3],[4,5,6]]) && numel(headings) == 3 && headings[1] == "level one", "headings")
assert(all(csvread("c.csv", 2) == [4,5,6]) && numel(csvread("c.csv", 9)) == 0, "lines passed over")
f = fopen("c.csv","w")
fprintf(f, "1,2\n3,four\n")
fclose(f)
bad = ""
try
  csvread("c.csv")
catch ex
  bad = ex
endtry
assert(numel(strfind(sprintf("%s", bad), "c.csv:2:3: ")) == 1, bad)
try
  csvwrite("c.csv", ones(2,2,2))
catch ex
  bad = ex
endtry
assert(bad == "csvwrite: argument 2 has to be a matrix of real numbers, but is a 2-by-2-by-2 cube", bad)
f = fopen("c.bin","wb")
fwrite(f, [1,2,3], "uint8")
fclose(f)
f = fopen("c.bin","rb")
try
  fread(f, 1000000, "float64")
catch ex
  bad = ex
endtry
assert(bad == "fread: 1000000 numbers are wanted, but the file has only 0 more", bad)
assert(sum(fread(f, 3, "uint8")) == 6, "nothing was read")
fclose(f)
print "ok"
