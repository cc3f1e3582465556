"""Files of results that were made by others: refused, or read as a study's or a run's; nothing is read beyond an end, runs for ever, or
writes elsewhere.

Usage: test_hostile_results.py PROGRAM
"""
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
MODEL = """pintle: 1
gravity: [0, -9.81 m/s^2]
bodies: {bob: {mass: 1 kg, inertia: 1e-3 kg m^2, position: [0.1, 0]}}
joints: {pin: {type: revolute, bodies: [ground, bob], at: [0, 0]}}
run: {until: 10 ms, every: 1 ms}
"""
ENDLESS = "WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n) SELECT k AS \"index\", 'ok' AS status, '' AS message, 0 AS time FROM n"
REFUSED = 2
failures = []


def pintle(*words):
    try:
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, errors="replace", timeout=100)
    except subprocess.TimeoutExpired:
        return None, "it does not end"
    return done.returncode, done.stderr


def check(name, condition, told=""):
    if not condition:
        failures.append(name)
        print(f"FAILED: {name}: {told}")


def changed(*statements, schema=None):
    """A copy of the results, changed; `schema`: another text of the table `results` in the file's list of tables."""
    shutil.copy("good.db", "bad.db")
    with sqlite3.connect("bad.db") as base:
        for statement in statements:
            base.execute(statement)
        if schema is not None:
            base.execute("PRAGMA writable_schema = ON")
            base.execute("UPDATE sqlite_master SET sql = sql || ? WHERE name = 'results'", (schema,))
    base.close()
    return "bad.db"


def waiting():
    """Pipes, which nothing writes into, and devices without an end in the place of files."""
    status, told = pintle("run", "model.yaml", "-o", "good.run", "--verify", "--quiet")
    check("the run", status == 0, told)
    for name in os.listdir("good.run") + ["INCOMPLETE", "checkpoint"]:
        for kind, put in (("pipe", os.mkfifo), ("device", lambda path: os.symlink("/dev/zero", path))):
            shutil.copytree("good.run", "bad.run")
            if os.path.exists(f"bad.run/{name}"):
                os.remove(f"bad.run/{name}")
            put(f"bad.run/{name}")
            for words in (["compare", "bad.run", "good.run"], ["plot", "bad.run", "--events", "-o", "x.svg"], ["run", "--resume", "bad.run"]):
                status, told = pintle(*words)
                check(f"{kind} for {name}: {words[0]}", status in (0, 1, REFUSED), f"status {status}: {told}")
            shutil.rmtree("bad.run")
    os.mkfifo("pipe.db")
    for words in (["study", "show", "pipe.db"], ["check", "pipe.db"]):
        status, told = pintle(*words)
        check(f"a pipe: {words[0]}", status == REFUSED and "pipe.db: error: " in told, f"status {status}: {told}")
    measure = ["--measure", "h=min(bob.y)", "--quiet"]
    for table in "/dev/zero", "pipe.db":
        status, told = pintle("study", "model.yaml", "--vary", f"bodies.bob.mass=file({table}, a)", *measure, "-o", "y.db")
        check(f"values from {table}", status == REFUSED and "it is no file" in told, f"status {status}: {told}")


def odd_names():
    """Names that are no file to SQLite, a database in memory that is gone at the end: files here, or refused."""
    study = ["study", "model.yaml", "--vary", "bodies.bob.mass=1,2", "--measure", "max(bob.x)", "--quiet", "-o"]
    for name in ":memory:", "file:x.db?mode=memory":
        status, told = pintle(*study, name)
        check(f"results named {name}", status == 0 and os.path.isfile(name), told)
        for verb in "show", "sensitivity":
            check(f"study {verb} {name}", pintle("study", verb, name)[0] in ((0,) if verb == "show" else (0, 2)), told)
        check(f"merge of {name}", pintle("study", "merge", "merged.db", name)[0] == 0)
        os.remove("merged.db")
        os.remove(name)
    for measure in "index", "Status", "BODIES.bob.mass", "m" * 600:
        status, told = pintle(*study[:5], f"{measure}=max(bob.x)", "--quiet", "-o", "named.db")
        check(f"a measure named {measure[:20]}", status == REFUSED and ("already" in told or "500 bytes" in told), told)
    status, told = pintle(*study[:5], "a=max(bob.x)", "--measure", "A=min(bob.x)", "--quiet", "-o", "named.db")
    check("measures a and A", status == REFUSED and "already" in told, told)
    status, told = pintle(*study, "")
    check("results without a name", status == REFUSED and "needs a name" in told, told)


def endless():
    """A section that is passed at more places than any file could hold."""
    with open("study.yaml", "w", encoding="ascii") as file:
        file.write("study: 1\nmodel: model.yaml\nvary: {bodies.bob.mass: [1 kg, 2 kg]}\nmeasures: {h: min(bob.y)}\n"
                   "sections: {often: {every: 1e-300 s, values: [bob.y]}}\n")
    status, told = pintle("study", "study.yaml", "-o", "often.db", "--quiet")
    with sqlite3.connect("often.db") as base:
        message = base.execute("SELECT message FROM results").fetchone()[0]
    check("passages without an end", status == 3 and "the section 'often' has more than" in message, f"status {status}: {told}{message}")


def main():
    with open("model.yaml", "w", encoding="ascii") as file:
        file.write(MODEL)
    status, told = pintle("study", "model.yaml", "--vary", "bodies.bob.mass=1:2", "--design", "saltelli", "--points", "2", "--measure",
                          "h=min(bob.y)", "-o", "good.db", "--quiet")
    check("the study", status == 0, told)
    commands = [["study", "show", "bad.db"], ["study", "sensitivity", "bad.db"], ["study", "plot", "bad.db", "-o", "x.svg"]]
    status, told = pintle("study", "sensitivity", "good.db")
    check("sensitivity", status == 0, told)
    cases = {
        "a number below 0": ['UPDATE results SET "index" = -5 WHERE "index" = 0'],
        "a view without an end": ["DROP TABLE results", f"CREATE VIEW results AS {ENDLESS}"],
        "no model": ["UPDATE study SET value = NULL WHERE key = 'model'"],
    }
    for name, statements in cases.items():
        changed(*statements)
        for command in commands:
            status, told = pintle(*command)
            check(f"{name}: {command[1]}", status == REFUSED and "bad.db" in told, f"status {status}: {told}")
    # far numbers are read, and take no room for those between
    changed('UPDATE results SET "index" = 9000000000000000000 WHERE "index" = (SELECT max("index") FROM results)')
    status, told = pintle("study", "sensitivity", "bad.db")
    check("a number far away", status == 0, f"status {status}: {told}")
    changed("UPDATE columns SET kind = NULL")
    for command in commands:
        status, told = pintle(*command)
        check(f"columns of no kind: {command[1]}", status in (0, REFUSED), f"status {status}: {told}")
    # the name of the model is no option of the program that is told to run it
    changed("UPDATE study SET value = '--plugin=./other.so' WHERE key = 'model'")
    told = subprocess.run([PROGRAM, "study", "show", "bad.db", "--command", "0"], capture_output=True, text=True, timeout=100).stdout
    check("a model that is an option", told.startswith("pintle run ./--plugin=./other.so "), told)
    # only the statements of a study's tables are taken over, and no second statement behind one of them
    changed("CREATE TABLE more(x)", "CREATE TRIGGER t AFTER INSERT ON results BEGIN DELETE FROM results; END", schema="; CREATE TABLE other(x)")
    pintle("study", "merge", "all.db", "bad.db")
    names = set()
    if os.path.exists("all.db"):
        with sqlite3.connect("all.db") as base:
            names = {row[0] for row in base.execute("SELECT name FROM sqlite_master")}
        base.close()
    check("merge", not names & {"more", "other", "t"}, names)
    status, told = pintle("study", "merge", "whole.db", "good.db")
    check("merge of a good one", status == 0, told)
    with sqlite3.connect("whole.db") as base, sqlite3.connect("good.db") as good:
        query = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
        check("tables of the merged file", base.execute(query).fetchall() == good.execute(query).fetchall())
    waiting()
    endless()
    odd_names()
    print(f"{len(failures)} failures")
    return 1 if failures else 0


FOLDER = tempfile.mkdtemp(prefix="pintle-results-")
try:
    os.chdir(FOLDER)
    STATUS = main()
finally:
    os.chdir("/")
    shutil.rmtree(FOLDER)
sys.exit(STATUS)
