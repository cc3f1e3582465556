"""A headless Chromium for tests, driven through its debugging pipe (Chrome DevTools Protocol); standard library alone."""
import base64
import json
import os
import shutil
import subprocess
import tempfile


def program():
    """Path of Chromium, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """One page. Keeps what the console said, which errors were thrown and what was asked for over the network."""

    def __init__(self, width=1180, height=1500):
        self.profile = tempfile.mkdtemp(prefix="pintle-chromium-")
        to_browser, self.out = os.pipe()
        self.inp, from_browser = os.pipe()

        def wire():
            # dup2 within the child; 3 and 4 are what Chromium reads and writes.
            ends = [os.dup(to_browser), os.dup(from_browser)]
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            [program(), "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
             "--disable-background-networking", "--disable-dev-shm-usage", "--remote-debugging-pipe",
             f"--user-data-dir={self.profile}", f"--window-size={width},{height}", "about:blank"],
            close_fds=False, preexec_fn=wire, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.session = b"", 0, None
        self.messages, self.requests, self.seen = [], [], []
        targets = self.call("Target.getTargets")["targetInfos"]
        target = next(t["targetId"] for t in targets if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Runtime", "Log", "Network", "Page"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def _read(self):
        while b"\0" not in self.buffer:
            got = os.read(self.inp, 1 << 20)
            if not got:
                raise RuntimeError("Chromium has ended")
            self.buffer += got
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        method, p = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.messages.append(p["exceptionDetails"].get("exception", {}).get("description", str(p)))
        elif method == "Runtime.consoleAPICalled":
            self.messages.append(" ".join(str(a.get("value", a.get("description"))) for a in p["args"]))
        elif method == "Log.entryAdded":
            self.messages.append(p["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(p["request"]["url"])
        if method:
            self.seen.append(method)
        return message

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def open(self, path):
        self.seen.clear()
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        while "Page.loadEventFired" not in self.seen:
            self._read()

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def frame(self):
        """Waits until what was asked for is painted."""
        self.value("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(0))))")

    def key(self, key, code=None, modifiers=0):
        for kind in ("keyDown", "keyUp"):
            extra = {"text": key} if kind == "keyDown" and len(key) == 1 else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, modifiers=modifiers, **extra)
        self.frame()

    def click(self, selector, x=0.5, y=0.5):
        box = self.value(f"(() => {{ const e = document.querySelector({selector!r}); e.scrollIntoView({{block: 'center'}});"
                         "const b = e.getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })()")
        px, py = box[0] + x * box[2], box[1] + y * box[3]
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=px, y=py)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=px, y=py, button="left", clickCount=1)
        self.frame()

    def picture(self, path, whole=False):
        self.frame()
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        try:
            self.call("Browser.close")
        except (RuntimeError, OSError):
            pass
        self.process.wait(timeout=20)
        os.close(self.out)
        os.close(self.inp)
        shutil.rmtree(self.profile, ignore_errors=True)
