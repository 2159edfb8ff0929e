#!/usr/bin/env python3
"""Uses the server's page as a person does: usage: serve-browser.py PORT BROMIDE PHOTO FOLDER [CHROMIUM].

Opens the light table in headless Chromium, driven through its own pipe, clicks the first picture, zooms in with the wheel, drags,
clicks a place, and compares the colour that is shown with what `BROMIDE sample PHOTO` says; then the same with a slider moved.
PHOTO is that first picture. Screenshots go into FOLDER. Fails if anything is not as it should be.
"""
import re
import subprocess
import sys

from browser import Browser

port, bromide, photo, folder = sys.argv[1:5]
chromium = sys.argv[5] if len(sys.argv) > 5 else "chromium"


def shown():
    """The colour and the pixel that the page tells."""
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
browser.screenshot("1-table")
x, y = browser.value("(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('#grid img').getBoundingClientRect())")
browser.click(x, y)
browser.wait("viewer && document.documentElement.dataset.ready === 'yes' && viewer.tiles.size > 0", "the picture, whole")
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
                 f"((/Pixel\\s+(\\d+)/.exec($('sample').innerText) || []).slice(1))", "the colour of that place")
    color, px, py = shown()
    check(color == sampled(px, py), f"pixel {px}, {py} is shown as {color}; bromide sample says {sampled(px, py)}")
    told.append(f"{px}, {py} {color}")
browser.screenshot("3-zoomed")
plain = color
browser.value("(s => { s.value = 1; s.dispatchEvent(new Event('input')) })(document.querySelector('#sliders input'))")
browser.wait("document.documentElement.dataset.ready === 'yes' && !timer || viewer.query === 'exposure=1'", "the slider")
browser.wait(f"!$('sample').innerText.includes('{plain}') && document.documentElement.dataset.ready === 'yes'", "another colour")
color, px, py = shown()
check(color == sampled(px, py, "--exposure", "1"), f"with a stop more {color} is shown; bromide sample says {sampled(px, py, '--exposure', '1')}")
check("--exposure 1" in browser.value("$('command').textContent"), "the command does not follow")
browser.screenshot("4-brighter")
browser.end()
print(f"opened, zoomed, dragged; colours are those of bromide sample: {'; '.join(told)}; a stop brighter {color}")
