"""Headless Chromium for the scripts that use the servers' pages as a person does."""
import base64
import json
import os
import subprocess
import sys
import tempfile
import time


class Browser:
    """Chromium behind two pipes: messages of JSON that end with a zero byte."""

    def __init__(self, name, folder, chromium="chromium", size="1280,860"):
        self.name, self.folder = name, folder
        os.makedirs(folder, exist_ok=True)
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
             f"--user-data-dir={self.profile.name}", f"--window-size={size}", "about:blank"],
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
                    sys.exit(f"{self.name}: Chromium ended")
                self.rest += part
            text, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"{self.name}: {method}: {answer['error']['message']}")
                return answer["result"]

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            sys.exit(f"{self.name}: {expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, expression, what, seconds=120, told='document.querySelector("[role=alert]").textContent'):
        end = time.monotonic() + seconds
        while not self.value(expression):
            if time.monotonic() > end:
                self.screenshot("failed")
                sys.exit(f"{self.name}: {what}: not within {seconds} s, error: {self.value(told)!r}")
            time.sleep(0.05)

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)

    def screenshot(self, name):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(os.path.join(self.folder, f"{name}.png"), "wb") as file:
            file.write(base64.b64decode(data))

    def end(self):
        self.session = None
        os.write(self.to, b'{"id":999999,"method":"Browser.close"}\0')
        self.process.wait(10)
        self.profile.cleanup()

    def check(self, is_so, what):
        if not is_so:
            self.screenshot("failed")
            sys.exit(f"{self.name}: {what}")
