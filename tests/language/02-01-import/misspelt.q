% proves: STDLIB 1.2 an import that is not found names the file that was meant, and is told once
% expect: check-error (?s)\A[^\n]*4:1: error: the import `imfliter.q` was not found; did you mean `imfilter.q`\? \[E0231\]\n[^\n]*5:1: error: the import `Lib-Shapes.q` was not found; did you mean `lib-shapes.q`\? \[E0231\]\n[^\n]*6:1: error: `import` is not defined; write import "name.q", without parentheses \[E0301\]\Z
% status: 2
import "imfliter.q"
import "Lib-Shapes.q"
import("numeric.q")
print gaussian_filter(ones(3, 3), 1)
print area(2)
