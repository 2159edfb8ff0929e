#!/usr/bin/env python3
"""Uses the server's page as a person does: usage: serve-browser.py PORT BROMIDE PHOTO WARM FOLDER [CHROMIUM].

Opens the light table in headless Chromium, driven through its own pipe, clicks the first picture, zooms in with the wheel, drags,
clicks a place, and compares the colour that is shown with what `BROMIDE sample PHOTO` says; then the same with a slider moved.
PHOTO is that first picture, a.dng; behind it come b.png, which is broken, c.png, which is small, and WARM, d.raw. Then it sets marks
with keys and fingers, so the server needs --marks. Screenshots go into FOLDER. Fails if anything is not as it should be, also if the
page breaks a rule of accessibility.py. AXE names the file axe.min.js of axe-core, which then audits the page too.
"""
import os
import re
import subprocess
import sys

import accessibility
from browser import Browser

port, bromide, photo, warm, folder = sys.argv[1:6]
chromium = sys.argv[6] if len(sys.argv) > 6 else "chromium"


def shown():
    """The colour and the pixel on the page."""
    text = browser.value("$('sample').innerText")
    found = re.search(r"#([0-9a-f]{6})", text), re.search(r"Pixel\s+(\d+), (\d+)", text)
    check(all(found), f"no colour is shown: {text!r}")
    return "#" + found[0].group(1), found[1].group(1), found[1].group(2)


def sampled(x, y, *flags):
    out = subprocess.run(
        [bromide, "sample", photo, "--at", f"{x}px,{y}px", "--as", "convert", "--space", "hex", "--format", "json", "-q", *flags],
        check=True, capture_output=True, text=True).stdout
    return re.search(r"#[0-9a-f]{6}", out).group(0)


browser = Browser("serve-browser", folder, chromium)
check = browser.check
browser.call("Page.navigate", url=f"http://127.0.0.1:{port}/")
browser.wait("document.querySelectorAll('#grid img').length > 0 && [...document.querySelectorAll('#grid img')].every(i => i.complete)",
             "the light table")
check(browser.value("document.querySelector('#grid img').naturalWidth") > 100, "the preview is not shown")
check(browser.value("document.querySelector('#grid .name').title") == "a.dng", "a name that is cut off cannot be read")
browser.screenshot("1-table")
x, y = browser.value("(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('#grid img').getBoundingClientRect())")
browser.click(x, y)
browser.wait("viewer && document.documentElement.dataset.ready === 'yes' && viewer.tiles.size > 0", "the picture, whole")
check(re.match(r"1 of 4 · \d+ × \d+$", browser.value("$('count').textContent")), "the page does not show the position in the folder")
browser.screenshot("2-whole")
box = browser.value("(r => [r.x, r.y, r.width, r.height])($('canvas').getBoundingClientRect())")
middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
for _ in range(40):
    if browser.value("viewer.scale / viewer.ratio") >= 1.5:
        break
    browser.mouse("mouseWheel", *middle, deltaX=0, deltaY=-120)
check(browser.value("viewer.scale / viewer.ratio") >= 1.5, "the wheel does not zoom")
browser.wait("document.documentElement.dataset.ready === 'yes'", "tiles at full scale")
check(browser.value("viewer.factor()") == 1, "no tiles at full scale are shown")
# A drag moves the picture by as much as the pointer.
before = browser.value("[viewer.x, viewer.y, viewer.scale / viewer.ratio]")
browser.mouse("mousePressed", *middle, button="left", clickCount=1)
browser.mouse("mouseMoved", middle[0] - 30, middle[1] - 20, button="left")
browser.mouse("mouseMoved", middle[0] - 60, middle[1] - 45, button="left")
browser.mouse("mouseReleased", middle[0] - 60, middle[1] - 45, button="left", clickCount=1)
after = browser.value("[viewer.x, viewer.y]")
check(abs((after[0] - before[0]) * before[2] - 60) < 1.5 and abs((after[1] - before[1]) * before[2] - 45) < 1.5,
      f"the drag went from {before} to {after}")
browser.wait("document.documentElement.dataset.ready === 'yes'", "tiles beside")
told = []
for dx, dy in [(0, 0), (-0.2, 0.13), (0.17, -0.21)]:
    place = (middle[0] + dx * box[2], middle[1] + dy * box[3])
    before = browser.value("sampled")
    browser.click(*place)
    browser.wait(f"sampled > {before} && $('sample').innerText.includes('#')", "a colour")
    browser.wait(f"(p => p && Math.abs(Number((p[0] || '').slice(0)) + 0.5 - viewer.point[0] * viewer.info.width) < 1)"
                 f"((/Pixel\\s+(\\d+)/.exec($('sample').innerText) || []).slice(1))", "the colour of this point")
    color, px, py = shown()
    check(color == sampled(px, py), f"pixel {px}, {py} is shown as {color}; bromide sample prints {sampled(px, py)}")
    told.append(f"{px}, {py} {color}")
browser.screenshot("3-zoomed")
plain = color
browser.value("(s => { s.value = 1; s.dispatchEvent(new Event('input')) })(document.querySelector('#sliders input'))")
browser.wait("document.documentElement.dataset.ready === 'yes' && !timer || viewer.query === 'exposure=1'", "the slider")
browser.wait(f"!$('sample').innerText.includes('{plain}') && document.documentElement.dataset.ready === 'yes'", "another colour")
color, px, py = shown()
check(color == sampled(px, py, "--exposure", "1"), f"with a stop more {color} is shown; bromide sample prints {sampled(px, py, '--exposure', '1')}")
check("--exposure 1" in browser.value("$('command').textContent"), "the command does not follow")
browser.screenshot("4-brighter")

# The faults that a photographer met on this page. The folder has: a raw, a broken PNG, a small PNG, a raw in warm light named .raw.
slider = "document.querySelectorAll('#sliders input')[{}]"


def press(key, code="", modifiers=0):
    for kind in ["keyDown", "keyUp"]:
        is_text = len(key) == 1 and kind == "keyDown" and not modifiers & 2
        browser.call("Input.dispatchKeyEvent", type=kind, key=key, code=code, modifiers=modifiers, text=key if is_text else "")


def opened(step, name):
    """Goes to another picture by a button, because a slider may have the focus."""
    browser.value(f"$('{step}').click()")
    browser.wait(f"open && open.name === '{name}'", f"the picture {name}")


# The command runs, and its picture equals convert's.
command = browser.value("$('command').textContent")
check(command == "bromide convert a.dng --exposure 1", f"the command is {command!r}")
# A slider has the focus: its arrows stay its own, all other keys are the page's.
browser.value(slider.format(0) + ".focus()")
before = browser.value("viewer.scale")
press("-")
check(browser.value("viewer.scale") < before, "a key has no effect while a slider has the focus")
press("ArrowRight")
check(browser.value("open.name") == "a.dng", "an arrow of a slider opens another picture")
check(browser.value(slider.format(0) + ".value") == "1.05", "an arrow does not move the slider")
# A picture that cannot be opened.
opened("after", "b.png")
browser.wait("!$('error').hidden", "the reason why a picture cannot be opened")
check("b.png cannot be shown" in browser.value("$('error').textContent"), "the error does not name the picture")
check(not browser.value("[...$('canvas').getContext('2d').getImageData(0, 0, $('canvas').width, $('canvas').height).data].some(v => v)"),
      "the stage shows the picture before")
check(browser.value("$('command').textContent + $('count').textContent + $('status').textContent") == "", "facts of the picture before stay")
browser.screenshot("5-broken")
# A finished picture: small, without a command, with separate sliders.
opened("after", "c.png")
browser.wait("viewer && document.documentElement.dataset.ready === 'yes'", "the small picture")
check(browser.value("viewer.scale / viewer.ratio") == 1, "a small picture is enlarged")
check(browser.value("$('as-command').hidden"), "a finished picture has a command, which cannot run")
check(browser.value("$('error').hidden"), "the error of the picture before stays")
check(browser.value(slider.format(0) + ".value") == "0", "the slider kept the value of the picture before")
browser.screenshot("6-small")
# A raw with the suffix .raw, and a light with a known temperature.
opened("after", "d.raw")
browser.wait("'temperature' in recorded", "the recorded white balance")
reading = subprocess.run([bromide, "sample", warm, "--at", ".5,.5", "--format", "json", "-q"], check=True, capture_output=True, text=True).stdout
kelvin = float(re.search(r": (\d+) K", reading).group(1))
stands = browser.value(slider.format(1) + ".value")
check(abs(float(stands) - kelvin) <= 25, f"the temperature slider shows {stands}, but the photo has {kelvin} K")
check("as shot" in browser.value("document.querySelectorAll('#sliders output')[1].textContent"), "the page does not show the temperature as shot")
browser.screenshot("7-warm")
# Back at the first one: its setting is there again, and Escape works from a slider.
for name in ["c.png", "b.png", "a.dng"]:
    opened("before", name)
check(browser.value(slider.format(0) + ".value") == "1.05", "the setting of the first picture is lost")
browser.value(slider.format(0) + ".focus()")
press("Escape")
browser.wait("!open && $('view').hidden", "the folder, by Escape from a slider")
# Choosing photos with keys. What counts is the sidecar.
sidecars = os.path.dirname(photo)


def audit(view):
    """Reports what the rules and axe-core find."""
    found = accessibility.faults(browser)
    check(found == [], f"accessibility of {view}: {'; '.join(found)}")
    if "AXE" not in os.environ:
        return
    browser.value(open(os.environ["AXE"], encoding="utf-8").read() + ";0")
    found = browser.value("axe.run().then(r => r.violations.map(v => v.id + ' ' + v.nodes.map(n => n.target.join(' ')).join(', ')))")
    check(found == [], f"axe-core in {view}: {found}")


def marks(name):
    """The rating and the label in the sidecar of a photo, after the page has stored all."""
    browser.wait("!queues.size", "the marks, stored")
    path = os.path.join(sidecars, name)
    text = open(path, encoding="utf-8").read() if os.path.exists(path) else ""
    return tuple((re.findall(rf'xmp:{property}="([^"]*)"', text) or [None])[0] for property in ["Rating", "Label"])


audit("the light table")
check(browser.value("document.activeElement.picture.name") == "a.dng", "the picture that was open has no focus in the folder")
press("3", "Digit3")
check(browser.value("$('live').textContent") == "3 stars, 1 of 4", "the stars are not announced")
press("6", "Digit6")
check(marks("a.xmp") == ("3", "Red"), f"the sidecar has {marks('a.xmp')}")
press("ArrowRight")
press("ArrowRight")
press("x", "KeyX")
check(marks("c.xmp") == ("-1", None), f"the sidecar of a rejected picture has {marks('c.xmp')}")
browser.screenshot("8-marks")
# Undo in the reverse order, then a filter.
press("z", "KeyZ", 2)
check(marks("c.xmp") == ("0", None), "Ctrl-Z does not undo")
browser.value("$('by-stars').value = '3'; $('by-stars').onchange()")
check(browser.value("shown.map(p => p.name).join()") == "a.dng", "the filter shows other pictures")
browser.value("$('by-stars').value = ''; $('by-stars').onchange()")
# In the picture: Shift marks and opens the next one.
press("Enter")
browser.wait("viewer && document.documentElement.dataset.ready === 'yes'", "the picture, by Enter")
check(browser.value("document.querySelector('#stars input:checked').value") == "3", "the panel shows other stars")
browser.wait("$('clipped').textContent.includes('green')", "the clipped shares")
check(browser.value("[...$('histogram').getContext('2d').getImageData(0, 0, 256, 84).data].some(v => v)"), "the histogram is empty")
press("j")
check(browser.value("$('clipping').getAttribute('aria-pressed')") == "true", "J does not show the clipping")
press("j")
press("\\")
check(browser.value("query()") == "", "the backslash does not compare")
press("\\")
check(browser.value("query()") == "exposure=1.05", "the settings are lost after the comparison")
press("z")
check(browser.value("viewer.scale / viewer.ratio") == 1, "Z does not show 100 %")
# Without a pointer: Shift and an arrow move the picture, C samples the middle.
before = browser.value("[open.name, viewer.x, sampled]")
press("ArrowRight", modifiers=8)
check(browser.value("[open.name, viewer.x > " + str(before[1]) + "]") == [before[0], True], "Shift and an arrow do not move the picture")
press("c")
browser.wait(f"sampled > {before[2]} && $('sample').innerText.includes('#')", "the colour of the middle")
color, px, py = shown()
middle_x, middle_y = browser.value("[viewer.x, viewer.y]")
check(abs(int(px) + 0.5 - middle_x) < 1 and abs(int(py) + 0.5 - middle_y) < 1, f"C samples {px}, {py} instead of {middle_x}, {middle_y}")
press("z")
check(browser.value("viewer.scale === viewer.fitting"), "Z does not show the entire picture")
audit("a picture")
# Saved settings are there in a new page.
browser.value("$('save').click()")
browser.wait("$('save').textContent === 'Saved'", "the recipe")
check("exposure: 1.05" in open(photo + ".bromide.yaml", encoding="utf-8").read(), "the recipe has other settings")
# Somebody else sets a label meanwhile: both marks stay. Then the same mark: theirs stays, and the page says so.
there = """fetch('v1/marks/a.dng', {{ method: 'PUT', headers: {{ 'If-Match': '*' }}, body: '{}' }}).then(r => r.status)"""
check(browser.value(there.format('{"label": "Blue"}')) == 200, "a client cannot set a label")
press("5", "Digit5")
check(marks("a.xmp") == ("5", "Blue"), f"two people lose a mark: {marks('a.xmp')}")
check(browser.value(there.format('{"rating": 1}')) == 200, "a client cannot set stars")
press("2", "Digit2")
check(marks("a.xmp") == ("1", "Blue") and "Somebody else" in browser.value("$('error').textContent"), "a conflict is not reported")
press("$", "Digit4", 8)
browser.wait("open && open.name === 'b.png'", "the next picture, by Shift")
check(marks("a.xmp") == ("4", "Blue"), f"Shift and a mark give {marks('a.xmp')}")
# Fingers: a swipe opens the next picture, two fingers zoom.
browser.call("Emulation.setTouchEmulationEnabled", enabled=True)


def touch(kind, *points):
    browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)])


press("ArrowRight")
browser.wait("open.name === 'c.png' && viewer && document.documentElement.dataset.ready === 'yes'", "the small picture")
x, y = middle
touch("touchStart", (x + 80, y))
touch("touchMove", (x, y))
touch("touchMove", (x - 80, y))
touch("touchEnd")
browser.wait("open.name === 'd.raw' && viewer && document.documentElement.dataset.ready === 'yes'", "the next picture, by a swipe")
touch("touchStart", (x - 20, y), (x + 20, y))
touch("touchMove", (x - 60, y), (x + 60, y))
touch("touchEnd")
check(browser.value("viewer.scale / viewer.fitting") > 2, "two fingers do not zoom")
# A new page shows the stored marks and settings.
browser.call("Page.navigate", url=f"http://127.0.0.1:{port}/?new#p=a.dng")
browser.wait("open && open.name === 'a.dng' && settings.exposure === 1.05", "the saved settings")
browser.wait("document.querySelector('#stars input:checked').value === '4'", "the stored stars")
press("?")
check(browser.value("$('help').open"), "the question mark does not list the keys")
audit("the keys")
browser.screenshot("9-keys")
browser.end()
print(f"opened, zoomed, dragged; colours match bromide sample: {'; '.join(told)}; a stop brighter {color}")
