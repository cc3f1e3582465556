#!/usr/bin/env python3
"""Follows a page of the documentation as a reader would, or writes what the program prints into it.

  pages.py check PROGRAM PAGE...   runs each page in a folder of its own; 1 when a command or its output differs
  pages.py write PROGRAM PAGE...   puts the outputs of today into the pages

In a page, a code block whose first line is `# file: NAME` is written to that file. A block marked `console` holds
commands behind `$ `, each followed by what it prints. A line `...` stands for any number of lines, at the end of a line for its rest, and an output that
is left out altogether is not compared. Numbers may differ by 2 %; those in lines about the computation itself (its
steps, rows, drift and balance) by anything, since they depend on the machine. A command must succeed unless a line
`# exit status N` stands behind its output. To have an output put in the first time, write `?` in its place; pictures that a page
shows are copied beside it when it is written, if its commands make them.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
TOLERANCE = 0.02
COMPUTATION = re.compile(r"residuals|^ *(failures|wrote|drift|balance|notice|verified) |steps$|constraints hold to")
HERE = os.path.dirname(os.path.abspath(__file__))


def blocks(text):
    """Code blocks of a page: language, first line, lines."""
    found, language, start = [], None, 0
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line.startswith("```"):
            if language is None:
                language, start = line[3:].strip(), number + 1
            else:
                found.append((language, start, lines[start:number]))
                language = None
    return found


def commands(lines):
    """The commands of a console block: command, printed lines, exit status."""
    result = []
    for line in lines:
        if line.startswith("$ "):
            result.append([line[2:], [], 0])
        elif result and result[-1][0].endswith("\\"):
            result[-1][0] += "\n" + line
        elif match := re.fullmatch(r"# exit status (\d+)", line):
            result[-1][2] = int(match[1])
        else:
            result[-1][1].append(line)
    return result


def same_line(want, got):
    if want.endswith("..."):
        return got.startswith(want[:-3])
    if COMPUTATION.search(want) and COMPUTATION.search(got):
        return True
    if NUMBER.sub("#", want).split() != NUMBER.sub("#", got).split():
        return False
    for a, b in zip(NUMBER.findall(want), NUMBER.findall(got)):
        if abs(float(a) - float(b)) > TOLERANCE * max(abs(float(a)), abs(float(b))):
            return False
    return True


def same_lines(want, got):
    """Whether the lines printed are those of the page, in which `...` stands for any number."""
    if not want:
        return not got
    if want[0].strip() == "...":
        return any(same_lines(want[1:], got[skip:]) for skip in range(len(got) + 1))
    return bool(got) and same_line(want[0], got[0]) and same_lines(want[1:], got[1:])


def execute(command, folder, program):
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    environment["CPATH"] = os.path.join(HERE, "..", "engine", "include")
    environment.setdefault("PYTHONPATH", os.path.join(os.path.dirname(os.path.abspath(program)), "..", "python"))
    environment["PATH"] = os.pathsep.join([os.path.dirname(os.path.abspath(program)), os.path.dirname(sys.executable)]) + os.pathsep + environment["PATH"]
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout.decode().rstrip("\n").split("\n")


def follow(page, program, write):
    text = open(page, encoding="utf-8").read()
    lines = text.split("\n")
    wrong = []
    replaced = []  # blocks of today: first line, old number of lines, new lines
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.join(HERE, "..", "models"), os.path.join(folder, "models"))
        for language, start, block in blocks(text):
            if match := re.match(r"(?:#|//) file: (\S+)", block[0]):
                with open(os.path.join(folder, match[1]), "w", encoding="utf-8") as file:
                    file.write("\n".join(block) + "\n")
            elif language == "console":
                new = []
                for command, printed, status in commands(block):
                    got_status, got = execute(command, folder, program)
                    if got_status != status:
                        wrong.append(f"{page}:{start}: `{command}` ends with {got_status}, not {status}:\n" + "\n".join(got))
                    elif printed and not same_lines(printed, got):
                        wrong.append(f"{page}:{start}: `{command}` prints\n" + "\n".join(got))
                    kept = printed if not printed or any(line.endswith("...") for line in printed) else got
                    new += ("$ " + command).split("\n") + kept + ([f"# exit status {status}"] if status else [])
                replaced.append((start, len(block), new))
        if write:
            for picture in re.findall(r"!\[[^]]*\]\(([^)/]+)\)", text):
                made = os.path.join(folder, picture)
                if os.path.exists(made):
                    shutil.copy(made, os.path.dirname(os.path.abspath(page)))
    if write:
        for start, count, new in reversed(replaced):
            lines[start:start + count] = new
        with open(page, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
    return wrong


def main():
    if len(sys.argv) < 4 or sys.argv[1] not in ("check", "write"):
        sys.exit(__doc__)
    wrong = []
    for page in sys.argv[3:]:
        wrong += follow(page, sys.argv[2], sys.argv[1] == "write")
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


main()
