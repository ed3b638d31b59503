% proves: STDLIB 1.2 forms exist without a display, keep their values and never wait
% expect: ok
function [] = main()
    frm = form("A form")
    frm.width = 800
    frm.height = 600
    frm.center()
    frm.add_heading("Parameters")
    radius = frm.add_slider("radius", 2, 0, 10)
    gain = frm.add_slider("gain", 0.5)
    box = frm.add_checkbox("inverted", true)
    button = frm.add_button("Start")
    display = frm.add_display()
    n = 0
    calls = {0}
    radius.onchange.add(() -> calls[0] = calls[0] + 1)
    box.onchange.add(() -> print("never"))
    button.onclick.add(() -> print("never"))
    assert(radius.value == 2 && gain.value == 0.5 && box.value, "what they were given")
    radius.value = 25
    assert(radius.value == 10, "within the limits")
    radius.value = 3.4
    assert(radius.value == 3, "whole numbers")
    gain.value = 0.25
    assert(gain.value == 0.25, "a scalar")
    box.value = false
    assert(!box.value, "a logical value")
    button.text = "Stop"
    assert(button.text == "Stop" && radius.text == "radius", "texts")
    frm.title = "Another"
    assert(frm.title == "Another" && frm.width == 800 && frm.height == 600, "the form")
    display.imshow(zeros(4,5), [0,1])
    display.plot([1,2,3])
    repeat
        n = n + 1
        display.imshow(zeros(4,5) + n)
        pause(1)
    until frm.closed()
    frm.wait()
    assert(n == 1, "nobody sees it")
    assert(calls[0] == 0, "nobody has moved it")
    frm.close()
    print "ok"
endfunction
