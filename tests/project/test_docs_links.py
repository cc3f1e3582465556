#!/usr/bin/env python3
"""The Markdown of the repository: links lead to files and headings that are there, and the commands that it shows have verbs and
options that the program has.

  test_docs_links.py PINTLE ROOT

Expected values: the files and headings themselves, and the program's own tables (`--help=list`).
"""
import os
import re
import shlex
import subprocess
import sys

pintle, root = (os.path.abspath(p) for p in sys.argv[1:3])
failures = []


def tracked():
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=root, capture_output=True, text=True)
    return [p for p in listed.stdout.split() if os.path.exists(os.path.join(root, p))]


def text_of(path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def prose(text):
    """Without code: blocks between fences, and what stands between backquotes."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M))


def anchors(path):
    """Of the headings, as GitHub makes them; a heading that comes again has a number behind it."""
    found = {}
    for heading in re.findall(r"^#+ +(.*?) *#*$", re.sub(r"^```.*?^```", "", text_of(path), flags=re.S | re.M), re.M):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "").lower()
        slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        found[slug] = found.get(slug, -1) + 1
    return {slug + (f"-{n}" if n else "") for slug, count in found.items() for n in range(count + 1)}


def check_links(path):
    count = 0
    for target in re.findall(r"\]\(([^)\s]+)(?: \"[^\"]*\")?\)", prose(text_of(path))):
        if re.match(r"[a-z]+:", target):
            continue
        count += 1
        file, _, anchor = target.partition("#")
        there = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
        if not os.path.exists(os.path.join(root, there)):
            failures.append(f"{path}: there is no {target}")
        elif anchor and there.endswith(".md") and anchor not in anchors(there):
            failures.append(f"{path}: {there} has no heading #{anchor}")
    return count


def listed(*verb):
    done = subprocess.run([pintle, *verb, "--help=list"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    verbs = {row[1] for row in rows if row[0] == "verb"}
    options = {f"--{row[2]}" for row in rows if row[0] == "option"} | {f"-{row[1]}" for row in rows if row[0] == "option"}
    return verbs, options | {"--help", "-h"}


def commands(path):
    """Lines of shell blocks that start the program, with what goes on behind a backslash."""
    for block in re.findall(r"^```(?:sh|bash)\n(.*?)^```", text_of(path), re.S | re.M):
        for line in block.replace("\\\n", " ").splitlines():
            for part in re.split(r"&&|\|\||;|(?<!\|)\|(?!\|)", line):
                words = part.strip()
                if words.startswith("pintle "):
                    yield words


def check_commands(path, tables):
    count = 0
    for command in commands(path):
        try:
            words = shlex.split(command, comments=True)[1:]
        except ValueError:
            continue  # an expression was cut at its own sign
        if not words or words[0].isupper() or words[0].startswith("-"):
            continue
        count += 1
        if words[0] not in tables[()][0]:
            failures.append(f"{path}: pintle has no verb '{words[0]}': {command}")
            continue
        verb = (words[0],)
        tables.setdefault(verb, listed(*verb))
        if len(words) > 1 and words[1] in tables[verb][0]:
            verb = tuple(words[:2])
            tables.setdefault(verb, listed(*verb))
        for word in words[len(verb):]:
            name = word.partition("=")[0]
            if re.fullmatch(r"--[a-z][a-z-]*", name) and name not in tables[verb][1]:
                failures.append(f"{path}: pintle {' '.join(verb)} has no option {name}: {command}")
    return count


def main():
    tables = {(): listed()}
    paths = tracked()
    n_links = sum(check_links(p) for p in paths)
    n_commands = sum(check_commands(p, tables) for p in paths)
    if n_links < 100 or n_commands < 20:
        failures.append(f"only {n_links} links and {n_commands} commands were found")
    print("\n".join(failures) or f"{n_links} links, {n_commands} commands")
    sys.exit(bool(failures))


main()
