#!/usr/bin/env python3
"""Makes the pictures of docs/report.md: pages of `pintle report` in a headless Chromium.     docs/report.py PINTLE"""
import os
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "../tests/viewer"))
from browser import Browser  # noqa: E402

pintle = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "build/release/bin/pintle")
models = os.path.join(here, "../models")


def page(browser, name, what, height, steps):
    path = os.path.join(here, f"report_{name}.png")
    subprocess.run([pintle, "report", what, "-o", f"{name}.html", "--quiet"], check=True)
    browser.call("Emulation.setDeviceMetricsOverride", width=1000, height=height, deviceScaleFactor=1, mobile=False)
    browser.open(f"{name}.html")
    for step in steps:
        browser.value(step)
        browser.frame()
    browser.value("document.documentElement.style.overflow = 'hidden', 1")
    browser.picture(path)
    print(f"{path}: page of {os.path.getsize(name + '.html') // 1000} kB")


def main():
    go = "(() => {{ const s = document.getElementById('scrub'); s.value = {}; s.dispatchEvent(new Event('input')); }})()"
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        os.symlink(models, "models")  # so that the pages name it in short
        browser = Browser()
        page(browser, "scotch_yoke", "models/scotch_yoke.yaml", 1000, [go.format(1700)])
        page(browser, "geneva", "models/geneva.yaml", 1000, [go.format(5960), "document.getElementById('theme').click()"])
        subprocess.run([pintle, "study", f"{here}/studies/yoke_laws.yaml", "-o", "study.db", "--quiet"], check=True)
        page(browser, "study", "study.db", 1000, [])
        browser.close()
        os.chdir("/")


main()
