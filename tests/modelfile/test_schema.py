#!/usr/bin/env python3
"""`pintle schema` over all shipped models and studies, and over bad ones: what the program refuses for its keys, words or
shape, the schema refuses, and nothing that it reads.

  test_schema.py PINTLE ROOT

Expected values: what `pintle check` says of the same file, and JSON Schema's own rules (python3-jsonschema).
"""
import copy
import glob
import json
import os
import subprocess
import sys
import tempfile

try:
    import jsonschema
    import yaml
except ImportError as error:
    print(f"skipped: {error}")
    raise SystemExit(77)

pintle, root = (os.path.abspath(p) for p in sys.argv[1:3])


class Loader(yaml.SafeLoader):
    """Knows the tag !si of expressions in SI units."""


Loader.add_constructor("!si", lambda loader, node: loader.construct_scalar(node))


def check(truth, what):
    if not truth:
        raise SystemExit("FAILED: " + what)


def load(path):
    with open(path, encoding="utf-8") as file:
        return yaml.load(file, Loader)


def schema(*arguments):
    done = subprocess.run([pintle, "schema", *arguments], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    jsonschema.Draft7Validator.check_schema(found)
    return jsonschema.Draft7Validator(found)


def why(validator, data):
    error = jsonschema.exceptions.best_match(validator.iter_errors(data))
    return None if error is None else f"{list(error.absolute_path)}: {error.message[:200]}"


def refusal(data):
    """What `pintle check` says against a model, or None."""
    with open("mutant.yaml", "w", encoding="utf-8") as file:
        yaml.safe_dump(data, file, sort_keys=False, allow_unicode=True)
    done = subprocess.run([pintle, "check", "mutant.yaml"], capture_output=True, text=True)
    return done.stderr if done.returncode == 2 else None


def mappings(data, path=()):
    if isinstance(data, dict):
        yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from mappings(value, path + (key,))


def at(data, path):
    for key in path:
        data = data[key]
    return data


def shipped(model, study):
    paths = [p for where in ("models/*.yaml", "docs/studies/*.yaml", "examples/**/*.yaml", "tests/data/*.yaml")
             for p in glob.glob(os.path.join(root, where), recursive=True)]
    check(len(paths) > 30, "the shipped models are found")
    for path in paths:
        data = load(path)
        problem = why(study if "study" in data else model, data)
        check(problem is None, f"{path}: {problem}")


def written(model):
    """The model of a run folder, in which every default is resolved."""
    for name in ("scotch_yoke", "cam_follower", "planetary_gear"):
        subprocess.run([pintle, "run", f"{root}/models/{name}.yaml", "--until", "1 us", "-o", "out.run", "--quiet"], check=True)
        problem = why(model, load("out.run/model.yaml"))
        check(problem is None, f"{name}, as written: {problem}")


def unknown_keys(model):
    """A key that nobody knows, in every mapping in turn: both refuse it, or both take it as a name."""
    refused = 0
    for name in ("scotch_yoke", "gear_selector", "slider_crank_guide", "planetary_gear"):
        data = load(f"{root}/models/{name}.yaml")
        for path in mappings(data):
            mutant = copy.deepcopy(data)
            at(mutant, path)["zzz_unknown"] = {} if path and path[-1] in ("bodies", "joints", "forces", "loads") else "1"
            said = refusal(mutant)
            if said is not None and ("unknown key" in said or "must be a mapping" in said or "needs" in said):
                refused += 1
                check(why(model, mutant) is not None, f"{name}{list(path)}: the program says {said.splitlines()[0]}")
            elif said is None:
                check(why(model, mutant) is None, f"{name}{list(path)}: the program takes it, the schema says {why(model, mutant)}")
    check(refused > 60, f"only {refused} mutants were refused")


def bad_values(model):
    """Words, lengths of lists and kinds of values."""
    base = load(f"{root}/models/scotch_yoke.yaml")
    slot = next(k for k, v in base["joints"].items() if "slot" in str(v.get("type")))
    for path, value in ((("pintle",), 2), (("gravity",), [0]), (("gravity",), "down"), (("joints", slot, "type"), "slott"),
                        (("run", "integrator"), "euler"), (("run", "start"), "somewhere"), (("bodies",), []),
                        (("run", "rtol"), [1]), (("joints", slot, "bodies"), ["crank"]), (("contacts",), "steel")):
        mutant = copy.deepcopy(base)
        at(mutant, path[:-1])[path[-1]] = value
        check(refusal(mutant) is not None, f"{path} = {value}: the program takes it")
        check(why(model, mutant) is not None, f"{path} = {value}: the schema takes it")
    for key in ("mass", "inertia"):
        mutant = copy.deepcopy(base)
        del next(iter(mutant["bodies"].values()))[key]
        check(refusal(mutant) is not None and why(model, mutant) is not None, f"a body without {key}")


def bad_studies(study):
    base = load(f"{root}/docs/studies/geneva_tolerances.yaml")
    for key, value in (("study", 2), ("measurs", {}), ("vary", "x"), ("sections", {"s": {"every": "1 s"}})):
        mutant = dict(base, **{key: value})
        check(why(study, mutant) is not None, f"study with {key}: {value}")
    del base["model"]
    check(why(study, base) is not None, "a study without a model")


def main():
    model, study = schema(), schema("study")
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        shipped(model, study)
        written(model)
        unknown_keys(model)
        bad_values(model)
        bad_studies(study)
        os.chdir("/")
    check(subprocess.run([pintle, "schema", "run"], capture_output=True).returncode == 2, "there is no schema of runs")


main()
