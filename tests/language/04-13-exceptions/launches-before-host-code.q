% proves: 4.13 of a launch and of the host code behind it that both fail, the launch's error is raised, and no other
% expect: stdout
%> loops: index 17 is outside c, a vector of 17 elements: its indices are 0 to 16, line 16
%> program: index 17 is outside c, a vector of 17 elements: its indices are 0 to 16, line 28
%> alone: raised by the program, line 36
%> in a try: 2
%> end
function [] = fill(y)
  {!interpreted for}
  for i=0..numel(y)-1
    y[i] = 1.0
  endfor
endfunction
function [] = loops(c : vec'checked)
  for i=0..2999
    c[i] = 1.0
  endfor
  {!interpreted for}
  for i=0..63
    c[i] = 2.0
  endfor
  fill(c)
endfunction

% what the program raises itself
function [] = raises(c : vec'checked)
  for i=0..2999
    c[i] = 1.0
  endfor
  error("raised by the program")
endfunction
function [] = alone(c : vec)
  for i=0..2999
    c[i] = 1.0
  endfor
  error("raised by the program")
endfunction

function [] = tell(name, f)
  try
    f()
  catch ex
    print name, ": ", ex, ", line ", ex.line
  endtry
endfunction
tell("loops", () -> loops(zeros(17)))
tell("program", () -> raises(zeros(17)))
tell("alone", () -> alone(zeros(17)))

n = 0
for k=1..2
  try
    loops(zeros(17))
    n += 10
  catch ex
    n += 1
  endtry
endfor
print "in a try: ", n
print "end"
