% proves: STDLIB 1.2 mistakes with forms are errors that say what is expected
% expect: stdout
%> add_slider is called with 1 argument; it is used as: slider = form.add_slider(label, value, low, high)
%> add_slider: the limits have to be low < high, but are 5 and 1
%> add_slider: argument 2 has to be a string, but is an integer
%> a form has no member add_slidr; did you mean add_slider?
%> add: the argument has to be a function without parameters, but is an integer
%> functions are added with onchange.add(f)
%> the value of a slider or checkbox has to be a number
%> the text has to be a string
%> a slider has no member vale; did you mean value?
%> form: argument 1 has to be a string, but is an integer
%> the size of a form has to be a number of pixels from 0 to 8192
%> wait of a form is a function; it is used as: form.wait()
function [] = show(f)
    try
        f()
        print "no error"
    catch e
        print e
    endtry
endfunction

function [] = main()
    frm = form("t")
    s = frm.add_slider("s", 1, 0, 2)
    show(() -> frm.add_slider("a"))
    show(() -> frm.add_slider("a", 3, 5, 1))
    show(() -> frm.add_slider(7, 1))
    show(() -> frm.add_slidr("a"))
    show(() -> s.onchange.add(5))
    show(() -> s.onchange = 5)
    show(() -> s.value = "much")
    show(() -> s.text = 5)
    show(() -> print(s.vale))
    show(() -> form(5))
    show(() -> frm.width = -1)
    show(() -> print(frm.wait))
endfunction
