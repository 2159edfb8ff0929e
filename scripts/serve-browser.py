#!/usr/bin/env python3
"""Uses the server's page as a person does: usage: serve-browser.py PORT BROMIDE PHOTO FOLDER [CHROMIUM].

Opens the light table in headless Chromium, driven through its own pipe, clicks the first picture, zooms in with the wheel, drags,
clicks a place, and compares the colour that is shown with what `BROMIDE sample PHOTO` says; then the same with a slider moved.
PHOTO is that first picture. Screenshots go into FOLDER. Fails if anything is not as it should be.
"""
import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import time

port, bromide, photo, folder = sys.argv[1:5]
chromium = sys.argv[5] if len(sys.argv) > 5 else "chromium"


class Browser:
    """Chromium behind two pipes: messages of JSON that end with a zero byte."""

    def __init__(self):
        to_read, self.to = os.pipe()
        self.back, back_write = os.pipe()

        def place():
            # Both may be 3 or 4 already: by way of numbers that are not.
            first, second = os.dup2(to_read, 100), os.dup2(back_write, 101)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.profile = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            [chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             f"--user-data-dir={self.profile.name}", "--window-size=1280,860", "about:blank"],
            preexec_fn=place, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(back_write)
        self.number, self.rest, self.session = 0, b"", None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                part = os.read(self.back, 1 << 16)
                if not part:
                    sys.exit("serve-browser: Chromium ended")
                self.rest += part
            text, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"serve-browser: {method}: {answer['error']['message']}")
                return answer["result"]

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            sys.exit(f"serve-browser: {expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, expression, what, seconds=20):
        end = time.monotonic() + seconds
        while not self.value(expression):
            if time.monotonic() > end:
                self.screenshot("failed")
                shown = self.value("$('error').textContent")
                sys.exit(f"serve-browser: {what}: not within {seconds} s; error shown: {shown!r}")
            time.sleep(0.05)

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)

    def screenshot(self, name):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(os.path.join(folder, f"{name}.png"), "wb") as file:
            file.write(base64.b64decode(data))

    def end(self):
        self.session = None
        os.write(self.to, b'{"id":999999,"method":"Browser.close"}\0')
        self.process.wait(10)
        self.profile.cleanup()


def check(is_so, what):
    if not is_so:
        browser.screenshot("failed")
        sys.exit(f"serve-browser: {what}")


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


os.makedirs(folder, exist_ok=True)
browser = Browser()
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
