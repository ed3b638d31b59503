/* Wrong programs: text, and everything that is reported about it, no more and no less.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "syntax-test.h"

static const SyntaxCase cases[] = {
  { "x = \n"
    "y = 2",
    "" },
  { "x = )\n"
    "y = 2",
    "1:5 expected an expression, found `)`" },
  { "x = f(a\n"
    "y = g(b)",
    "1:6 this `(` is never closed" },
  { "x = f(a\n"
    "for i=0..2\n"
    "endfor",
    "1:6 this `(` is never closed" },
  { "x = [1, 2\n"
    "y = 3",
    "1:5 this `[` is never closed" },
  { "x[k % 3, 0] = 1\n"
    "y = 2",
    "1:2 this `[` is never closed: its `]` is in the comment that % begins; the remainder of a and b is mod(a, b)" },
  { "x = f(a % b)\n"
    "y = 2",
    "1:6 this `(` is never closed: its `)` is in the comment that % begins; the remainder of a and b is mod(a, b)" },
  { "x = f(a % the first\n"
    "y = g(b)",
    "1:6 this `(` is never closed" },
  { "x = f(a % (b)\n"
    "y = (2)",
    "1:6 this `(` is never closed: its `)` is in the comment that % begins; the remainder of a and b is mod(a, b)" },
  { "x = a)", "1:6 this `)` closes nothing" },
  { "x = f(a b)\n"
    "y = 1",
    "1:9 expected `,` or `)`, found `b`" },
  { "x = f(a, )", "1:10 expected an argument after the `,`, found `)`" },
  { "x = f(, a)", "1:7 expected an argument, found `,`" },
  { "x = [1, 2; 3, 4]", "1:10 `;` does not separate rows; each row is a bracket of its own: [[1, 2], [3, 4]]" },
  { "x = [1 2]", "1:8 a comma has to stand between elements, as in [1, 2]" },
  { "if a = 3\n"
    "endif\n"
    "while a ~= 3\n"
    "endwhile\n"
    "if (a = 3)\n"
    "endif",
    "1:6 `=` assigns; write `==` to compare\n"
    "3:9 `~=` changes what is left of it; write `!=` for different" },
  { "x = 2**3", "1:6 `**` is not part of the language; a power is written x^2, of each element x.^2" },
  { "x++\n"
    "x--",
    "1:2 there is no `++`; write x += 1\n"
    "2:2 there is no `--`; write x -= 1" },
  { "x = y[end]",
    "1:7 the last element is written with the size: x[numel(x)-1] of a vector, size(x,0)-1 is the last row" },
  { "x{1} = 3", "1:2 an element of a cell is written with square brackets: x[i]" },
  { "print 'text'", "1:7 a string stands between double quotes: \"text\"" },
  { "def f(x):", "1:1 `def` is not part of the language; a function is written `function y = f(x)` ... `endfunction`" },
  { "if a then\n"
    "endif\n"
    "if a and b\n"
    "endif\n"
    "if not a\n"
    "endif",
    "1:6 this does not end the condition; begin a new line, without `then`\n"
    "3:6 this does not end the condition; write `&&` for a logical and\n"
    "5:8 this does not end the condition; write `!` for a logical not" },
  { "function [] = f()\n"
    "  if a\n"
    "    b\n"
    "  end\n"
    "endfunction",
    "4:3 the `if` of line 2 ends with `endif`, not with `end`" },
  { "x = \"abc\n"
    "y = 1",
    "1:5 this string is not closed; a string ends on its line with `\"`" },
  { "x = 2y", "1:5 `2y` is neither a number nor a name; a name cannot begin with a digit, and a product is written "
              "with `*`" },
  { "x = 0x1F", "1:5 `0x1F` is not a number; a hexadecimal number ends with h, as in 0FFh" },
  { "x = a & b", "1:7 `&` is not part of the language; write `&&` for a logical and, and(a, b) for a bitwise one" },
  { "x = ~a", "1:5 `~` is not part of the language; write `!` for a logical not, `!=` for different" },
  { "x = A' * B", "1:6 `'` does not transpose; write transpose(x)" },
  { "x = a // b\n"
    "// comment\n"
    "# comment",
    "1:7 `//` is not part of the language; a comment begins with `%`, and a quotient that is rounded down is floor(a / "
    "b)\n"
    "2:1 `//` is not part of the language; a comment begins with `%`, and a quotient that is rounded down is floor(a / "
    "b)\n"
    "3:1 `#` begins only a #pragma; write a comment with `%`" },
  { "x = “abc”", "1:5 a string stands between straight quotes: \"text\"" },
  { "f x\n"
    "prnt \"a\"",
    "1:3 `f` cannot be called without parentheses; write f(...)\n"
    "2:1 `prnt` begins no statement; did you mean `print`?" },
  { "f(x) = 3", "1:1 a call cannot be assigned to; an element of an array is written with square brackets: x[i] = "
                "value" },
  { "a + b = 3", "1:1 this cannot be assigned to; write a variable, an element x[i] or a field o.name, and `==` to "
                 "compare" },
  { "3 = x", "1:1 this cannot be assigned to; write a variable, an element x[i] or a field o.name, and `==` to "
             "compare" },
  { "mat[T] = 3", "1:1 a type cannot be assigned to; a declaration is written name : type = value" },
  { "x[1:3] = 2", "1:4 a range of indices is written a..b, not a:b" },
  { "x = ()", "1:5 there is nothing in these parentheses; `->` should follow when they are the parameters of a "
              "lambda expression" },
  { "x = (a, b)", "1:7 `(a, b)` is not a value; a vector is written [a, b], and after the parameters of a lambda "
                  "expression `->` follows" },
  { "a, b = f()", "1:2 `,` does not separate statements; write `;`, or [a, b] = ... to assign several variables" },
  { "x = 1 2", "1:7 expected the end of the statement, found the number `2`" },
  { "for i 0..9\n"
    "  y = \n"
    "endfor",
    "1:7 expected `=` and the range of the loop, as in `for i = 0..9`, found the number `0`\n"
    "2:6 expected an expression before the end of the line" },
  { "for i=0..9\n"
    "  x = 1",
    "1:1 this `for` is never closed; `endfor` is missing" },
  { "for i=0..9\n"
    "endif\n"
    "x = 1 +* 2",
    "2:1 expected `endfor` for the `for` of line 1 before this `endif`\n"
    "3:8 expected an expression, found `*`" },
  { "if a\n"
    "  for i=0..2\n"
    "endif\n"
    "y = )",
    "3:1 expected `endfor` for the `for` of line 2 before this `endif`\n"
    "4:5 expected an expression, found `)`" },
  { "function y = f(x)\n"
    "  if a\n"
    "endfunction\n"
    "function y = g(x)\n"
    "endfunction",
    "3:1 expected `endif` for the `if` of line 2 before this `endfunction`" },
  { "endfor\n"
    "x = 1",
    "1:1 this `endfor` ends nothing; there is no open `for`" },
  { "if a==2; b = 1; endif\n"
    "x = 1",
    "1:10 `if` and `endif` must be spread over several lines; begin a new line after the condition" },
  { "if a\n"
    "end",
    "2:1 the `if` of line 1 ends with `endif`, not with `end`" },
  { "for i=0..2\n"
    "end\n"
    "while a\n"
    "endwhile\n"
    "while a\n"
    "endwhile",
    "4:1 `endwhile` is mixed with `end` (line 2); a file uses either the old endings (end) or the new "
    "ones (endfor, endfunction, ...), not both" },
  { "else if a", "1:1 this `else` ends nothing; there is no open `if`" },
  { "if a\n"
    "else if b\n"
    "  x\n"
    "endif\n"
    "endif",
    "2:6 write `elseif`, in one word, or begin a new line with the `if`, which then has an `endif` of its own" },
  { "match a\n"
    "| 1 -> b\n"
    "endmatch",
    "1:8 expected `with` after the value to match before the end of the line" },
  { "match a with\n"
    "  x\n"
    "| 1 b\n"
    "| 2 -> c\n"
    "endmatch",
    "2:3 each case of a `match` begins with `|`: | pattern -> statements\n"
    "3:5 expected `->` after the pattern, found `b`" },
  { "x\n"
    "| 1 -> 2",
    "2:1 expected an expression, found `|`" },
  { "try\n"
    "  x\n"
    "endtry",
    "1:1 this `try` has no `catch`" },
  { "try\n"
    "catch a\n"
    "catch b\n"
    "endtry",
    "" },
  { "repeat\n"
    "  x\n"
    "endrepeat\n"
    "until a",
    "" },
  { "function y = (x)\n"
    "  z = \n"
    "endfunction",
    "1:14 expected the name of the function, found `(`\n"
    "2:6 expected an expression before the end of the line" },
  { "function y = f(x\n"
    "  z = 1\n"
    "endfunction",
    "1:15 this `(` is never closed" },
  { "function y = f(x,)\n"
    "endfunction",
    "1:18 expected another parameter of the function after the `,`" },
  { "function y = f(1)\n"
    "endfunction",
    "1:16 expected the name of a parameter, found the number `1`" },
  { "function y = f(x) foo\n"
    "endfunction",
    "1:19 expected the end of the line, found `foo`" },
  { "type p : class\n"
    "  x : \n"
    "  3\n"
    "  y : scalar\n"
    "endtype",
    "2:6 expected a type before the end of the line\n"
    "3:3 expected the name of a member, found the number `3`" },
  { "type p : class\n"
    "  function y = f(x)\n"
    "    z = x\n"
    "  endfunction\n"
    "  y : scalar\n"
    "endtype",
    "2:3 a method is defined after the type: function y = name(self : type, ...)" },
  { "type p\n"
    "x = 1",
    "1:7 expected `:` and the definition of the type before the end of the line" },
  { "type p : ^^q", "1:11 a pointer to a pointer is not allowed; `^` stands once before the name of a class" },
  { "x : = 3", "1:5 expected a type, found `=`" },
  { "x : [scalar scalar]", "1:13 expected `|`, `->` or `]` in the type, found `scalar`" },
  { "f : [__device__ (x)]", "1:20 expected `->` and the outputs of the function type, found `]`" },
  { "x : mat(", "1:8 this `(` is never closed" },
  { "reduction x -> f(x) + y", "1:24 expected `=` and what the pattern is replaced by before the end of the text" },
  { "reduction (x) f(x) = y", "1:15 expected `->` and the pattern of the reduction, found `f`" },
  { "import system.q", "1:8 a module is the name of a file, in quotes: import \"system.q\"" },
  { "symbolic 3", "1:10 `symbolic` cannot be called without parentheses; write symbolic(...)" },
  { "x = c ? a", "1:10 expected `:` and the value for a false condition before the end of the text" },
  { "x = 1..2..3..4", "1:12 a range has at most three parts: first..step..last" },
  { "x = 'a, b\n"
    "y = 2",
    "1:5 a text stands between double quotes: \"text\" (single quotes make a cell: 'a, b')" },
  { "x = $args[in]", "1:14 expected `(` after the name of the meta function before the end of the text" },
  { "x = o.3", "1:6 expected the end of the statement, found the number `.3`" },
  { "...", "1:1 `...` unpacks what follows it: f(...args); here nothing does" },
  { "f(...)", "1:3 `...` unpacks what follows it: f(...args); here nothing does" },
  { "{!parallel for\n"
    "for i=0..1\n"
    "endfor",
    "1:1 this `{` is never closed" },
  { "x = a ? b : ", "1:12 expected an expression before the end of the text" },
  { "x = {1, 2", "1:5 this `{` is never closed" },
  { "x = @\n"
    "y = a \\ b",
    "1:5 `@` is not part of the language; a function without a name is written x -> x + 1, and one with a name is "
    "passed by its name: f\n"
    "2:7 `\\` is not part of the language; solve(A, b) solves a linear system" },
  { "while\n"
    "endwhile",
    "1:6 expected an expression before the end of the line" },
  { "x = vec[", "1:8 this `[` is never closed" },
  { "return )", "1:8 expected an expression, found `)`" },
  { "x += ", "1:5 expected an expression before the end of the text" },
  { "break 3", "1:7 expected the end of the statement, found the number `3`" },
  { "x = y = = 3", "1:9 expected an expression, found `=`" },
  { "print a b", "1:9 expected the end of the statement, found `b`" },
  { "if (a\n"
    "  x = 2\n"
    "endif",
    "1:4 this `(` is never closed" },
  { "f(x -> )", "1:8 expected an expression, found `)`" },
  { "x = \"a\" \"b\"", "1:9 expected the end of the statement, found the string `\"b\"`" },
  { "function", "1:1 this `function` is never closed; `endfunction` is missing\n"
                "1:9 expected the name of the function before the end of the text" },
  { "function y\n"
    "endfunction",
    "" },
  { "a = 5 − 3", "1:7 this dash is not a minus sign; write `-`" },
  { "x :\n"
    "y = 2",
    "1:4 expected a type before the end of the line" },
  { "x = 3\n"
    "  y = [1, 2))\n"
    "z = 4 5",
    "2:7 this `[` is never closed\n"
    "3:7 expected the end of the statement, found the number `5`" },
  { "for i = 1:10\n"
    "endfor",
    "1:10 a range is written first..last or first..step..last, not first:last" },
  { "x = 1:2", "1:6 a range is written first..last or first..step..last, not first:last" },
  { "type p : class\n"
    "  x :\n"
    "  y : scalar\n"
    "endtype",
    "2:6 expected a type before the end of the line" },
  { "x = a\n"
    "? b : c",
    "2:1 expected an expression, found `?`" },
  { "if a\n"
    "  x = (1\n"
    "else\n"
    "  y = 2)\n"
    "endif",
    "2:7 this `(` is never closed\n"
    "4:8 this `)` closes nothing" },
};

static void
test_cases (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *errors = syntax_errors (cases[i].text, -1);

      if (g_strcmp0 (errors, cases[i].expected) != 0)
        g_test_message ("in: %s", cases[i].text);
      g_assert_cmpstr (errors, ==, cases[i].expected);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/syntax/errors", test_cases);
  return g_test_run ();
}
