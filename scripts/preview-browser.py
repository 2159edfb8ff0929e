#!/usr/bin/env python3
"""Uses the preview's page as a person does: usage: preview-browser.py BROMIDE IMAGES FOLDER [CHROMIUM].

Works on a copy of IMAGES/timelines/zoom.yaml in headless Chromium: steps and plays by keys, scrubs on a curve, saves a mistake and its
correction, and looks at the time-lapse IMAGES/night and at a photo, whose colour is compared with what `BROMIDE sample` says.
Screenshots go into FOLDER. Fails if anything is not as it should be.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from browser import Browser

bromide, images, folder = sys.argv[1:4]
chromium = sys.argv[4] if len(sys.argv) > 4 else "chromium"
browser = Browser("preview-browser", folder, chromium)
check, value, wait = browser.check, browser.value, browser.wait


class Preview:
    """A preview, open in the browser."""

    def __init__(self, path):
        self.process = subprocess.Popen([bromide, "preview", path, "-q"], stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        browser.call("Page.navigate", url=self.address)
        wait("typeof state === 'object' && state.version > 0 && (document.documentElement.dataset.shown || '').startsWith(state.version + ':')",
             f"the first frame of {path}")

    def end(self):
        self.process.terminate()
        check(self.process.wait(10) == 0, "the preview did not end well")


def key(name, code=None, text=None):
    browser.call("Input.dispatchKeyEvent", type="keyDown", key=name, code=code or name, **({"text": text} if text else {}))
    browser.call("Input.dispatchKeyEvent", type="keyUp", key=name, code=code or name)


def shows(frame):
    wait(f"n === {frame} && document.documentElement.dataset.shown === state.version + ':{frame}' && !busy", f"frame {frame}")


def box(selector):
    return value(f"(r => [r.x, r.y, r.width, r.height])(document.querySelector('{selector}').getBoundingClientRect())")


work = tempfile.TemporaryDirectory()
for name in os.listdir(images):
    if name not in ("timelines", "README.md"):
        os.symlink(os.path.abspath(os.path.join(images, name)), os.path.join(work.name, name))
os.mkdir(os.path.join(work.name, "timelines"))
document = os.path.join(work.name, "timelines", "zoom.yaml")
shutil.copy(os.path.join(images, "timelines", "zoom.yaml"), document)

# A timeline.
preview = Preview(document)
last = value("state.frames - 1")
check(last > 10 and value("$('slider').max") == str(last), "the slider does not span the frames")
check(value("$('picture').naturalWidth") > 300, "no frame is shown")
check(value("document.querySelectorAll('.graph').length") >= 1, "no curve is drawn")
check(value("[...document.querySelectorAll('button, input, svg, section')].every(e => e.textContent.trim() && e.tagName === 'BUTTON' || e.ariaLabel)"),
      "an element does not have a label")
browser.screenshot("1-timeline")
key("End")
shows(last)
browser.screenshot("2-end")
key("ArrowLeft")
shows(last - 1)
key("Home")
shows(0)
key("ArrowRight")
shows(1)
x, y, width, height = box(".plot")
browser.click(x + width / 2, y + height / 2)
middle = value("n")
check(abs(middle - last / 2) <= 1, f"a click on the middle of a curve leads to frame {middle} of {last}")
shows(middle)
before = value("document.querySelector('.values').innerText")
key(" ", "Space", " ")
check(value("playing"), "space does not play")
wait(f"n !== {middle} && $('picture').complete", "it still plays")
wait(f"Math.abs(n - {middle}) >= 5", "it still plays")
key(" ", "Space", " ")
check(not value("playing"), "space does not pause")
wait("!busy", "the current frame")
check(value("document.querySelector('.values').innerText") != before, "the values do not follow")

# A mistake, and its correction.
text = open(document).read()
with open(document, "w") as file:
    file.write(text.replace("fps:", "fsp:", 1) if "fps:" in text else "fsp: 3\n" + text)
wait("!$('problems').hidden", "the page shows the error")
told = value("$('problems').innerText")
check("line " in told and "fsp" in told and "before" in told, f"the error is shown as {told!r}")
browser.screenshot("3-mistake")
with open(document, "w") as file:
    file.write(text)
wait("$('problems').hidden && !busy", "the correction is seen")
preview.end()
wait("$('news').textContent.includes('ended')", "the page shows the end of the preview")

# A time-lapse.
preview = Preview(os.path.join(work.name, "night"))
wait("!state.isMeasuring && document.querySelectorAll('.graph.light').length === 1 && !busy", "the graph of the light")
key("End")
shows(15)
browser.screenshot("4-lapse")
preview.end()

# A photo.
photo = os.path.join(work.name, "chart_rggb_12bit.dng")
preview = Preview(photo)
wait("$('picture').naturalWidth > 100", "the photo")
x, y, width, height = box("#picture")
browser.click(x + 0.3 * width, y + 0.4 * height)
wait("$('colour').innerText.includes('#')", "a colour")
found = re.search(r"(#[0-9a-f]{6})[\s\S]*Pixel\s+(\d+), (\d+)", value("$('colour').innerText"))
check(found, "the page does not show a colour")
out = subprocess.run(
    [bromide, "sample", photo, "--at", f"{found[2]}px,{found[3]}px", "--as", "convert", "--space", "hex", "--format", "json", "-q"],
    check=True, capture_output=True, text=True).stdout
sampled = re.search(r"#[0-9a-f]{6}", out)[0]
check(found[1] == sampled, f"pixel {found[2]}, {found[3]} is shown as {found[1]}; bromide sample prints {sampled}")
browser.screenshot("5-photo")
preview.end()
browser.end()
print(f"stepped, scrubbed and played {last + 1} frames; an error appeared and disappeared; a time-lapse; pixel {found[2]}, {found[3]} is {sampled}")
