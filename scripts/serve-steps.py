#!/usr/bin/env python3
"""Measures the next picture on the server's page: usage: serve-steps.py PORT FOLDER [COUNT [SECONDS [CHROMIUM]]].

Opens the first photo of the served folder in headless Chromium and presses the right arrow COUNT times (30), with SECONDS (0.7) to
look at each photo. Prints the median, the 90th percentile and the longest time from the key to the next picture on the stage, where
the page draws the decoded preview, and how many previews the page had at that time. Screenshots go into FOLDER.
"""
import sys
import time

from browser import Browser

port, folder = sys.argv[1:3]
count = int(sys.argv[3]) if len(sys.argv) > 3 else 30
pause = float(sys.argv[4]) if len(sys.argv) > 4 else 0.7
browser = Browser("serve-steps", folder, sys.argv[5] if len(sys.argv) > 5 else "chromium")
browser.call("Page.navigate", url=f"http://127.0.0.1:{port}/")
browser.wait("document.querySelectorAll('#grid img').length > 0", "the light table")
count = min(count, browser.value("shown.length") - 1)
browser.value("location.hash = 'p=' + shown[0].id, 0")
browser.wait("viewer && document.documentElement.dataset.ready === 'yes'", "the first picture")
# The page's clock, so that the time of the pipe does not count. An event has the time of the key.
browser.value("""(() => {
  window.steps = [];
  window.ready = 0;
  let pressed = 0;
  addEventListener('keydown', e => {
    pressed = e.timeStamp;
    const next = shown[shown.findIndex(p => p.id === open.id) + 1];
    if (previews.get(next.id)?.complete) ready++;
  }, true);
  new MutationObserver(() => {
    if (!pressed || !open || document.documentElement.dataset.shown !== open.id) return;
    steps.push(performance.now() - pressed);
    pressed = 0;
  }).observe(document.documentElement, { attributes: true, attributeFilter: ['data-shown'] });
})(), 0""")
for step in range(count):
    time.sleep(pause)
    for kind in ["keyDown", "keyUp"]:
        browser.call("Input.dispatchKeyEvent", type=kind, key="ArrowRight", code="ArrowRight")
    browser.wait(f"steps.length > {step}", f"picture {step + 2}")
times, ready = sorted(browser.value("steps")), browser.value("ready")
browser.screenshot("steps")
browser.end()
print(f"{count} steps: median {times[count // 2]:.0f} ms, p90 {times[count * 9 // 10]:.0f} ms, longest {times[-1]:.0f} ms; "
      f"{ready} previews were there")
