#!/usr/bin/env python3
"""Pages of `pintle report` in a headless Chromium: nothing on the console, no request, frames as `pintle render` draws
them, keys and clicks that change what they should, peaks kept, texts of any kind safe, bounded size.

  test_report_page.py PINTLE MODELS

Expected values: pictures of `pintle render` (cairo), the trace and the events of the run, the HTML standard's rules for
what ends a <script>.
"""
import base64
import csv
import json
import os
import re
import subprocess
import sys
import tempfile

from browser import Browser, program

pintle, models = (os.path.abspath(p) for p in sys.argv[1:3])
# A title that would end the data's element or open another one if it were written as it is.
HOSTILE = "</script><script>document.title='taken'</script><!-- <script> \"q\" 'a' & \u2028 ü \\"


def check(truth, what):
    if not truth:
        raise SystemExit("FAILED: " + what)


def call(*arguments, status=0):
    done = subprocess.run([pintle, *arguments], capture_output=True, text=True)
    check(done.returncode == status, f"pintle {' '.join(arguments)}: {done.returncode} {done.stderr}")
    return done


def data_of(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    return json.loads(found.group(1)), len(text.encode()) - len(found.group(1).encode())


def is_quiet(browser, path):
    check(browser.messages == [], f"{path}: the console says {browser.messages}")
    asked = [url for url in browser.requests if not url.startswith("data:")]  # data within the page, or of this test
    check(asked == ["file://" + os.path.abspath(path)], f"{path}: asks for {asked}")


def open_page(browser, path):
    browser.requests.clear()
    browser.open(path)
    browser.frame()
    is_quiet(browser, path)


CANVAS = "document.getElementById('scene').toDataURL()"
CLOCK = "document.getElementById('clock').textContent"

# Mean difference of the scene and a picture, and the share of pixels that differ by more than anti-aliasing does.
COMPARE = """new Promise(done => { const image = new Image(); image.onload = () => {
  const pixels = what => { const c = document.createElement('canvas'); c.width = 760; c.height = 480;
    const g = c.getContext('2d', {willReadFrequently: true}); g.drawImage(what, 0, 0); return g.getImageData(0, 0, 760, 480).data; };
  const a = pixels(image), b = pixels(document.getElementById('scene'));
  let sum = 0, far = 0;
  for (let i = 0; i < a.length; i += 4) { const d = Math.abs(a[i]-b[i]) + Math.abs(a[i+1]-b[i+1]) + Math.abs(a[i+2]-b[i+2]);
    sum += d / 3; far += d > 240; }
  done([sum / (760 * 480), far / (760 * 480)]); };
  image.src = 'data:image/png;base64,%s'; })"""


def go_to(browser, time):
    """To the frame nearest to a time; returns that frame's own time."""
    return browser.value(f"""(() => {{ const D = JSON.parse(document.getElementById('data').textContent), t = D.motion.times;
      const s = document.getElementById('scrub'); s.value = Math.round(1e4 * ({time} - t[0]) / (t[t.length-1] - t[0]));
      s.dispatchEvent(new Event('input')); return t[0] + (t[t.length-1] - t[0]) * s.value / 1e4; }})()""")


def frames_are_alike(browser, run, times):
    for time in times:
        shown = go_to(browser, time)
        browser.frame()
        call("render", run, "-o", "frame.png", "--size", "760x480", "--time", repr(shown))
        with open("frame.png", "rb") as file:
            mean, far = browser.value(COMPARE % base64.b64encode(file.read()).decode())
        # Fonts are hinted differently; shapes agree but for their edges.
        check(mean < 2.0 and far < 0.006, f"{run} at {shown}: differs by {mean} of 255, {far} of the pixels")


def keys_work(browser):
    browser.key("Home")
    first, clock = browser.value(CANVAS), browser.value(CLOCK)
    browser.key("ArrowRight", modifiers=8)
    check(browser.value(CLOCK) != clock and browser.value(CANVAS) != first, "Shift and the right arrow: ten frames on")
    browser.key("Home")
    check(browser.value(CANVAS) == first, "Home: the first frame again")
    browser.key(".")
    at = browser.value(CLOCK)
    check(at != clock, "the next impact")
    browser.key(",")
    check(browser.value(CLOCK) == at or browser.value(CLOCK) == clock, "the impact before")
    browser.key("d")
    check(browser.value("document.documentElement.className") == "dark", "D: dark colours")
    browser.key("d")
    check(browser.value("document.documentElement.className") == "", "D again: light colours")
    browser.key("s")
    check(browser.value("document.getElementById('slow').getAttribute('aria-pressed')") == "true", "S: slow at impacts")
    browser.key("s")


def mouse_works(browser, data):
    browser.click("#next")
    before = browser.value(CLOCK)
    browser.click("#next")
    check(browser.value(CLOCK) != before, "a click goes to the next impact")
    picture = browser.value(CANVAS)
    browser.click("#play")
    browser.value("new Promise(r => setTimeout(r, 400))")
    check(browser.value(CANVAS) != picture, "playing moves the mechanism")
    browser.click("#play")
    check(browser.value("document.getElementById('play').textContent") == "Play", "a second click pauses")
    browser.click("section td button")
    event = data["events"]["list"][0][0]
    check(abs(float(browser.value(CLOCK).split()[2]) * 1e-3 - event) < 1e-6, "an event of the table: its time")
    browser.click("#plots .u-over", 0.5)
    middle = 0.5 * (data["motion"]["times"][0] + data["motion"]["times"][-1])
    check(abs(float(browser.value(CLOCK).split()[2]) * 1e-3 / middle - 1) < 0.02, "a click in a plot: its time")
    marks = browser.value("document.querySelectorAll('#plots .uplot').length")
    browser.value("(() => { const s = document.getElementById('add'); s.selectedIndex = 5; s.dispatchEvent(new Event('change')); })()")
    check(browser.value("document.querySelectorAll('#plots .uplot').length") == marks + 1, "a plot is added")


def prints_well(browser):
    """On paper plots are as wide as the page, times of events are there, long lines are not cut."""
    browser.call("Emulation.setEmulatedMedia", media="print")
    wide = browser.value("""(() => { document.body.style.width = '500px'; // measured before the page can draw its plots anew
      const right = document.body.getBoundingClientRect().right;
      const all = [...document.querySelectorAll('.uplot canvas')].map(e => e.getBoundingClientRect().right - right);
      document.body.style.width = ''; return all; })()""")
    check(wide and max(wide) <= 0, f"plots end {wide} beyond the page")
    check(browser.value("[...document.querySelectorAll('td button')].every(e => e.offsetWidth > 5)"), "times of events are printed")
    check(browser.value("getComputedStyle(document.querySelector('pre')).whiteSpace") == "pre-wrap", "the model's lines are whole")
    browser.call("Emulation.setEmulatedMedia", media="")


def labels_are_there(browser):
    missing = browser.value("""[...document.querySelectorAll('canvas, select, input, button')].filter(e =>
      !e.closest('.uplot') && !e.getAttribute('aria-label') && !e.textContent.trim() && !e.getAttribute('aria-hidden')).map(e => e.outerHTML)""")
    check(missing == [], f"without a name for screen readers: {missing}")
    check(browser.value("document.querySelectorAll('main section[aria-labelledby] h2').length") >= 5, "sections with titles")


def peaks_are_kept(run, data):
    with open(os.path.join(run, "trace.csv"), encoding="utf-8") as file:
        rows = csv.reader(file)
        names = [re.sub(r" \[.*", "", name) for name in next(rows)]
        columns = list(zip(*[[float(v) if v else float("nan") for v in row] for row in rows]))
    for column in data["data"]["columns"]:
        values = [v for v in columns[names.index(column["name"])] if v == v]
        kept = [v for v in column["values"] if v is not None]
        for end in (max, min):
            check(abs(end(kept) - end(values)) <= 1e-4 * max(abs(end(values)), 1e-300),
                  f"{column['name']}: {end.__name__} is {end(values)}, the page has {end(kept)}")


def curves_have_the_viewers_colours(browser, run, data):
    """The curves of the page are in the colours in which `pintle render` draws these columns."""
    names = data["data"]["plots"][0]
    call("render", run, "-o", "plot.svg", "--quiet", *(part for name in names for part in ("--plot", name)))
    with open("plot.svg", encoding="utf-8") as file:
        drawn = file.read()
    for k, name in enumerate(names):
        rgb = browser.value(f"getComputedStyle(document.querySelectorAll('.u-legend .u-series')[{k + 1}].querySelector('.u-marker')).borderTopColor")
        colour = "#%02x%02x%02x" % tuple(int(n) for n in re.findall(r"\d+", rgb)[:3])
        check(colour in drawn, f"{name} has the colour {colour}, which the viewer does not draw")


def test_run(browser):
    call("run", f"{models}/scotch_yoke.yaml", "-o", "yoke", "--quiet")
    call("report", "yoke", "-o", "yoke.html")
    data, rest = data_of("yoke.html")
    check(rest < 200e3, f"the page has {rest} bytes besides its data")
    check(os.path.getsize("yoke.html") < 1.5e6, "the page of the scotch yoke is small")
    peaks_are_kept("yoke", data)
    open_page(browser, "yoke.html")
    frames_are_alike(browser, "yoke", [0.0775, 0.1075]  # after flights: no flash of an impact, which a page does not draw
                      )
    curves_have_the_viewers_colours(browser, "yoke", data)
    keys_work(browser)
    mouse_works(browser, data)
    labels_are_there(browser)
    prints_well(browser)
    is_quiet(browser, "yoke.html")


def test_ideal(browser):
    call("run", f"{models}/slider_crank_ideal.yaml", "-o", "ideal", "--quiet")
    call("report", "ideal", "-o", "ideal.html")
    data, _ = data_of("ideal.html")
    times = data["motion"]["times"]
    open_page(browser, "ideal.html")
    frames_are_alike(browser, "ideal", [times[0] + share * (times[-1] - times[0]) for share in (0, 0.313, 0.77)])


def test_model_and_texts(browser):
    with open(f"{models}/slider_crank_clearance.yaml", encoding="utf-8") as file:
        text = re.sub(r"^title:.*$", lambda _: "title: " + json.dumps(HOSTILE), file.read(), count=1, flags=re.M)
    with open("hostile.yaml", "w", encoding="utf-8") as file:
        file.write(text)
    call("report", "hostile.yaml", "-o", "hostile.html", "--until", "5 ms", "--verify")
    open_page(browser, "hostile.html")
    check(browser.value("document.getElementById('title').textContent") == HOSTILE, "the title is shown as it is")
    check(browser.value("document.scripts.length") == 3, "no text has become a script")
    check(browser.value("[...document.querySelectorAll('pre')].pop().textContent") == text, "the model's text is whole")
    check("Verification" in browser.value("document.getElementById('main').textContent"), "the digits are shown")
    check(not [f for f in os.listdir(os.environ["TMPDIR"]) if f.startswith("pintle-report")], "the run's folder is gone")


def test_numbers(browser):
    """Numbers of parameters are as short as a person would write them."""
    with open("numbers.yaml", "w", encoding="utf-8") as file:
        file.write("pintle: 1\nparameters:\n  stiffness: 2e10 N/m^1.5\n  depth: 0.0000091 m\n  speed: 5000 rpm\n"
                   "  area: pi/4*(80 mm)^2\n  share: 0.00002\n"
                   "bodies: {rod: {mass: 1 kg, inertia: 1 kg m^2}}\nrun: {until: 1 s}\n")
    call("report", "numbers.yaml", "--quiet")
    open_page(browser, "numbers.html")
    cells = browser.value("[...document.querySelectorAll('[aria-label=\"Parameters of the model\"] td')].map(e => e.textContent)")
    check(cells == ["stiffness", "2e10 N/m^1.5", "depth", "9.1 µm", "speed", "5000 rpm", "area", "0.00502655 m^2", "share", "2e-5"],
          f"parameters are short: {cells}")


def test_study(browser):
    call("study", f"{models}/scotch_yoke.yaml", "-o", "study.db", "--vary", "joints.slot.slot.half_width=7.95mm:8.1mm:4",
         "--measure", "peak=peak_force(slot)", "--quiet")
    call("report", "study.db", "-o", "study.html")
    data, _ = data_of("study.html")
    check(data["n"] == 4 and len(data["rows"]) == 4, "all runs are in the page")
    open_page(browser, "study.html")
    check(browser.value("document.querySelectorAll('figure canvas').length") == len(data["figures"]) > 0, "the charts are there")
    light = browser.value("document.querySelector('figure canvas').toDataURL()")
    browser.click("#theme")
    check(browser.value("document.querySelector('figure canvas').toDataURL()") != light, "dark colours change the charts")
    is_quiet(browser, "study.html")


def test_refusals():
    call("report", "nowhere.yaml", status=2)
    call("report", "yoke", "--until", "1 ms", status=2)
    call("report", "yoke", "-o", "no/such/folder/x.html", status=2)
    with open("words.db", "w", encoding="utf-8") as file:
        file.write("no study")
    call("report", "words.db", status=2)
    check(not os.path.exists("words.html"), "no page of what is no study")
    os.rename("yoke/summary.json", "summary.json")
    os.mkdir("yoke/summary.json")
    check("yoke/summary.json" in call("report", "yoke", "-o", "torn.html", status=2).stderr, "a summary that cannot be read is named")
    check(not os.path.exists("torn.html"), "no page without the run's summary")
    os.rmdir("yoke/summary.json")
    os.rename("summary.json", "yoke/summary.json")


def main():
    if program() is None:
        print("skipped: there is no chromium")
        raise SystemExit(77)
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        os.mkdir("tmp")
        os.environ["TMPDIR"] = os.path.join(work, "tmp")
        browser = Browser()
        try:
            test_run(browser)
            test_ideal(browser)
            test_model_and_texts(browser)
            test_numbers(browser)
            test_study(browser)
            test_refusals()
        finally:
            browser.close()
            os.chdir("/")


main()
