"""Text from files and names of files that would steer a terminal, be an option or a command, or break what it is written into.

Expected: no byte of a control character (Unicode: C0 but line feed and tab, DEL, C1) and no mark of direction (Unicode TR 9) reaches
stdout or stderr; what is written is read again by independent readers (json, xml.etree, html.parser and csv of Python's library).
Usage: test_hostile_text.py PROGRAM
"""
import csv
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zipfile

PROGRAM = os.path.abspath(sys.argv[1])
NASTY = "a\x1b]0;x\x07\x1b[31m\x7f\u009b2J\u202eb\u2066c\u200f"
MODEL = """pintle: 1
title: %s
parameters: {drop: 1 m}
bodies: {ball: {mass: 1 kg, inertia: 1 g m^2, position: [0 m, drop]}}
gravity: [0, -9.81 m/s^2]
run: {until: 1 ms, every: 0.5 ms}
"""
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe]")
failures = []


def check(what, holds):
    if not holds:
        failures.append(what)
        print("FAILED:", what)


def pintle(*arguments, status=0):
    """Runs the program; what it prints is harmless UTF-8."""
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=120)
    for name, text in (("stdout", done.stdout), ("stderr", done.stderr)):
        try:
            found = STEERS.search(text.decode("utf-8"))
            check(f"{arguments[0]}: {name} has {found and found.group()!r}", found is None)
        except UnicodeDecodeError as error:
            check(f"{arguments[0]}: {name} is no UTF-8: {error}", False)
    if status is not None:
        check(f"{arguments}: status {done.returncode}, not {status}: {done.stderr[:300]}", done.returncode == status)
    return done.stdout.decode("utf-8", "replace")


def put(name, text):
    with open(name, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)


def every_verb_prints_harmless_text():
    model, run = NASTY + ".yaml", NASTY + ".run"
    put(model, MODEL % json.dumps(NASTY))
    pintle("check", model)
    pintle("run", model, "-o", run)
    json.loads(pintle("run", model, "-o", run, "--json"))
    json.loads(pintle("check", model, "--json"))
    pintle("compare", run, run)
    json.loads(pintle("compare", run, run, "--json"))
    pintle("fmu", model, "-o", NASTY + ".fmu")
    pintle(NASTY, status=2)
    pintle("run", "--" + NASTY, status=2)
    pintle("run", NASTY + "is not there.yaml", status=2)
    pintle("list", NASTY, status=2)
    pintle("law", "eval", NASTY, status=2)
    put("bad.yaml", "pintle: 1\n" + NASTY + ": 1\n")
    pintle("check", "bad.yaml", status=2)
    with zipfile.ZipFile(NASTY + ".fmu") as unit:
        xml.fromstring(unit.read("modelDescription.xml"))
    pintle("plot", run, "-o", NASTY + ".svg", "--gnuplot", "ok.gp", status=2)  # the data's name cannot stand in a script
    pintle("plot", run, "-o", NASTY + ".svg")
    xml.parse(NASTY + ".svg")
    put("list.csv", "time [s],a\x1b[31m\u009bb [m]\n0,1\n1,2\n")
    pintle("compare", "list.csv", "list.csv")
    pintle("plot", "list.csv", "-o", "list.svg")
    xml.parse("list.svg")
    put("data.csv", "time [s],a]]>b]]>&<' [m],]]> [m]\n0,1,2\n1,2,3\n")
    pintle("plot", "data.csv", "--columns", "*]]>*", "-o", "data.svg", "--gnuplot", "drawn.gp")
    xml.parse("data.svg")
    if shutil.which("gnuplot"):
        subprocess.run(["gnuplot", "drawn.gp"], check=True, timeout=60)
        texts = "".join(xml.parse("drawn.svg").getroot().itertext())
        check("the names are not in gnuplot's picture", "a]] >b]] >&<'" in texts)
    study = NASTY + ".study.yaml"
    put("plain.yaml", MODEL % '"plain"')
    put(study, f'study: 1\ntitle: {json.dumps(NASTY)}\nmodel: plain.yaml\nvary: {{parameters.drop: [1 m, 2 m]}}\n'
        "measures: {height: min(ball.y)}\n")
    pintle("study", study, "-o", NASTY + ".db")
    pintle("study", "show", NASTY + ".db")


def names_do_not_end_a_message():
    """Whatever a message names, it is one line, whose end is its code."""
    name = "n\nl"
    put("plain.yaml", MODEL % '"plain"')
    pintle("run", "plain.yaml", "-o", "plain.run")
    put(name + ".yaml", MODEL % "x" + "bodies: 1\n")
    put(name + ".csv", "time [s],a [m]\n0,1\n1\n")
    put(name + ".db", "no database")
    put(name + ".run", "no folder")
    verbs = re.findall(r"^  ([a-z]+) ", subprocess.run([PROGRAM, "--help"], capture_output=True, text=True).stdout, re.M)
    check("verbs are not found", len(verbs) > 15)
    calls = [[verb, *words] for verb in verbs if verb != "view"  # which opens a window
             for words in ([name], ["--" + name], [name + ".yaml"], [name + ".csv"], [name + ".db"], [name + ".run"], [name, name, name],
                           ["plain.yaml", "-o", name + "/x"], ["plain.yaml", "--set", name + "=1"], ["plain.yaml", "--plugin", name])]
    calls += [["plot", "plain.run", "--wear", name], ["plot", "plain.run", "--columns", name], ["plot", "plain.run", "--phase", name],
              ["plot", "plain.run", "--with", name], ["plot", "plain.run", "--spectrum", name], ["plot", "plain.run", "-o", name],
              ["render", "plain.run", "--lens", name], ["render", "plain.run", "--trail", name], ["render", "plain.run", "--plot", name],
              ["render", "plain.run", "-o", name], ["render", "plain.run", "--time", name], ["run", "plain.yaml", "--until", name],
              ["run", "plain.yaml", "--integrator", name], ["compare", "plain.run", "plain.run", "--columns", name],
              ["compare", "plain.run", name], ["law", "eval", "--elastic", name], ["law", "impact", "--set", name + "=1"], ["law", name],
              ["list", "laws", name], ["explain", name], ["view", name], ["view", "--" + name], ["check", "plain.yaml", "--set", f"bodies.b{name}.mass=1"],
              ["study", "show", name], ["study", "merge", name, name], ["fit", "plain.yaml", "--vary", name + "=1:2"], [name]]
    for call in calls:
        done = subprocess.run([PROGRAM, *call], capture_output=True, text=True, timeout=120)
        said = done.stderr.splitlines()
        if done.returncode == 0 or not said:
            continue
        below = said[1:] if len(said) == 3 and re.match(r"  [ \t]*\^$", said[2]) else []
        check(f"{call}: {done.stderr!r} is not one line with its code", re.search(r" \[E\d{4}\]$", said[0]) and said[1:] == below)


def pages_are_well_formed():
    if subprocess.run([PROGRAM, "render", "--help"], capture_output=True).returncode != 0:
        return
    run = NASTY + ".run"
    many = [word for i in range(200) for word in ("--set", f"parameters.p{i}={i} m")]
    done = subprocess.run([PROGRAM, "render", "plain.yaml", "-o", "x.svg", *many], capture_output=True, text=True, timeout=120)
    check(f"too many settings: {done.stderr}", done.returncode == 2 and "too many or too long settings" in done.stderr)
    pintle("render", run, "-o", NASTY + ".svg")
    xml.parse(NASTY + ".svg")
    pintle("report", run, "-o", NASTY + ".html")
    put("tags.yaml", MODEL % json.dumps("</script><script>alert(1)</script><!--\"'&"))
    pintle("report", "tags.yaml", "-o", "tags.html")
    opened = []

    class Reader(html.parser.HTMLParser):
        def handle_starttag(self, tag, attributes):
            opened.append(tag)

    with open("tags.html", encoding="utf-8") as page:
        Reader().feed(page.read())
    with open(NASTY + ".html", encoding="utf-8") as page:
        expected = opened[:]
        opened.clear()
        Reader().feed(page.read())
    check("a title makes elements of the page", opened == expected)


def names_are_no_options_and_no_commands():
    run = "plain.run"
    pintle("run", "plain.yaml", "-o", run)
    for name in ("-e.svg", "|touch stolen.svg", "< touch stolen.svg", "`touch stolen`.svg", "$(touch stolen).svg", "n\nl.svg"):
        pintle("plot", run, "-o", name if name[0] != "-" else "./" + name)
        xml.parse(name)
    for name in ("|touch stolen.gp", "< touch stolen.gp", "`touch stolen`.gp", "it's.gp"):
        pintle("plot", run, "-o", "x.svg", "--gnuplot", name)
        if shutil.which("gnuplot"):
            subprocess.run(["gnuplot", "./" + name], capture_output=True, check=True)
            check(f"{name}: gnuplot draws no {name[:-3]}.svg", os.path.getsize(name[:-3] + ".svg") > 1000)
    pintle("plot", run, "-o", "x.svg", "--gnuplot", "n\nl.gp", status=2)
    check("a name was run as a command", not [f for f in os.listdir() if f.startswith("stolen")])


def films_have_any_name():
    if not shutil.which("ffmpeg") or subprocess.run([PROGRAM, "render", "--help"], capture_output=True).returncode != 0:
        return
    os.mkdir("tcp:")
    for name in ("./-y.mp4", "a:b.gif", "tcp:/host.mp4", "%d.mp4", "n\nl.gif"):
        pintle("render", "plain.run", "-o", name, "--length", "0.1", "--size", "640x400", "--scale", "0.25")
        check(f"{name!r} is no film", os.path.getsize(name) > 300)
    check("parts of films are left", not [f for f in os.listdir() if ".part" in f])


def csv_reads_back():
    put("data.csv", "time [s],ball.y [m]\n0,1\n0.0005,1\n0.001,1\n")
    pintle("fit", "plain.yaml", "--vary", "parameters.drop=0.9 m:1.1 m", "--evaluations", "20", "--data", "data.csv", "--column", "max(ball.y, 0 m)=ball.y@1",
           "-o", "fit.csv")
    for name in ("plain.run/trace.csv", "plain.run/events.csv", "fit.csv"):
        with open(name, newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file, strict=True))
        check(f"{name}: rows differ in length", len({len(row) for row in rows}) == 1)
        # a spreadsheet takes a cell for a formula by its first character
        check(f"{name}: a cell begins a formula", not [c for c in rows[0] if c[:1] in "=+-@\t\r"])


def main():
    folder = tempfile.mkdtemp(prefix="pintle-text-")
    try:
        os.chdir(folder)
        every_verb_prints_harmless_text()
        names_do_not_end_a_message()
        names_are_no_options_and_no_commands()
        pages_are_well_formed()
        films_have_any_name()
        csv_reads_back()
    finally:
        os.chdir("/")
        shutil.rmtree(folder)
    return 1 if failures else 0


sys.exit(main())
