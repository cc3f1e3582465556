"""What a terminal shows: the bar of a run and of a study under way, and text that is written in pieces.

Expected: bars with a share or numbers of points, which are gone at the end; Ctrl-C ends with status 3 and what was computed in place;
every character whole, wherever a piece ends. Runs are as long as it takes for their bar to be seen.
Usage: test_terminal.py PROGRAM
"""
import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
MODEL = """pintle: 1
title: %s
bodies: {rod: {mass: 1 kg, inertia: 0.1 kg m^2, com: [0.5 m, 0]}}
joints: {pivot: {type: revolute, bodies: [ground, rod]}}
gravity: [0, -9.81 m/s^2]
run: {until: %s, every: 1 s, limits: {steps: 1e12}}
"""
failures = []


def check(what, holds):
    if not holds:
        failures.append(what)
        print("FAILED:", what)


def put(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)


def until_seen(pattern, *arguments):
    """Runs the program with a terminal as its stderr until the pattern was seen there, then presses Ctrl-C; all that was seen, and the
    exit status."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    seen, sent = b"", False
    while True:
        if not select.select([ours], [], [], 120)[0]:
            child.kill()
            break
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the terminal is closed
            piece = b""
        if not piece:
            break
        seen += piece
        if not sent and re.search(pattern, seen):
            child.send_signal(signal.SIGINT)
            sent = True
    os.close(ours)
    return seen.decode("utf-8"), child.wait(timeout=120)


def bars_are_drawn():
    put("long.yaml", MODEL % ("long", "1e7 s"))
    seen, status = until_seen(rb"\[[#.]{40}\] +\d+ %", "run", "long.yaml", "-o", "long.run")
    check(f"the bar of a run: {seen[-300:]!r}", status == 3 and re.search(r"\r\x1b\[K", seen) and "interrupted on request" in seen)
    check("an interrupted run is marked", os.path.exists("long.run/INCOMPLETE"))
    put("travel.yaml", MODEL % ("travel", "1e7 turns of pivot"))
    seen, status = until_seen(rb"running, \d+ s|%", "run", "travel.yaml", "-o", "travel.run", "--set", "bodies.rod.rate=30 rad/s")
    check(f"the bar of a run to a travel: {seen[-300:]!r}", status == 3)
    put("short.yaml", MODEL % ("short", "20 s"))
    put("study.yaml", "study: 1\nmodel: short.yaml\nvary: {bodies.rod.mass: '1 kg:2 kg:1000000'}\nmeasures: {fastest: max(rod.omega)}\n")
    seen, status = until_seen(rb"\[[#.]{30}\] \d+ of 1000000, ", "study", "study.yaml", "-o", "study.db", "-j", "1")
    check(f"the bar of a study: {seen[-300:]!r}", status == 3 and "0 failed" in seen)


def characters_are_whole():
    """A title of two and of three bytes for a character, behind each length of what comes before it."""
    for letter in "\u00e9\u2192":
        for before in range(4):
            title = "x" * before + letter * 6000
            put("title.yaml", MODEL % (json.dumps(title, ensure_ascii=False), "1 s"))
            out = subprocess.run([PROGRAM, "check", "title.yaml"], capture_output=True, timeout=60).stdout.decode("utf-8")
            check(f"{letter}: {before}: {out.count(letter)} characters, {out.count('?')} question marks",
                  out.count(letter) == 6000 and "?" not in out)


def main():
    folder = tempfile.mkdtemp(prefix="pintle-terminal-")
    try:
        os.chdir(folder)
        characters_are_whole()
        bars_are_drawn()
    finally:
        os.chdir("/")
        shutil.rmtree(folder)
    return 1 if failures else 0


sys.exit(main())
