"""Every message of a failure has a code, and every code an explanation and a place where it is used.

  test_codes.py SOURCE

A call of the functions below whose format is a literal begins it with PTL_E(NNNN), or with PTL_E_SAME where it tells a failure again.
"""
import glob
import os
import re
import sys

FORMATS = {"ptl_fail": 2, "ptl_fail_again": 2, "ptl_fail_told": 2, "ptl_fail_at": 3, "ptl_fail_element": 2, "ptl_read_fail": 2,
           "ptl_reading_fail": 2, "ptl_import_fail": 2,
           "ptl_cli_say": 0}
CALL = re.compile(r"\b(" + "|".join(FORMATS) + r")\(")
DECLARED = re.compile(r"^(static |void |ptl_status |int )")


def arguments(text, start):
    """The arguments of the call whose bracket is open at `start`."""
    found, begin, depth, i, quoted = [], start, 1, start, False
    while depth > 0:
        c = text[i]
        if quoted:
            i += c == "\\"
            quoted = c != '"'
        elif c == '"':
            quoted = True
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        elif c == "," and depth == 1:
            found.append(text[begin:i])
            begin = i + 1
        i += 1
    return found + [text[begin:i - 1]]


def main(source):
    wrong, used = [], set()
    for room in ("engine", "study", "fmu", "import", "cli", "viewer"):
        for path in sorted(glob.glob(os.path.join(source, room, "**", "*.c"), recursive=True)):
            with open(path, encoding="utf-8") as file:
                text = re.sub(r"/\*.*?\*/", lambda m: " " * len(m.group()), file.read(), flags=re.S)
            used.update(re.findall(r'"E(\d{4})"', text))  # handed on beside the message
            for call in CALL.finditer(text):
                if DECLARED.match(text[text.rfind("\n", 0, call.start()) + 1:]):
                    continue
                format_ = arguments(text, call.end())[FORMATS[call.group(1)]].strip()
                codes = re.findall(r"PTL_E\(\s*(\d{4})\)", format_)
                used.update(codes)
                if not codes and "PTL_E_SAME" not in format_:
                    line = text.count("\n", 0, call.start()) + 1
                    wrong.append(f"{os.path.relpath(path, source)}:{line}: a message without a code: {format_[:60]}")
    with open(os.path.join(source, "engine/base/codes.c"), encoding="utf-8") as file:
        explained = re.findall(r"CODE\(\s*(\d{4}),", file.read())
    wrong += [f"codes.c: E{code} is not in order, or stands twice" for a, code in zip(explained, explained[1:]) if a >= code]
    wrong += [f"E{code} has no explanation in codes.c" for code in sorted(used - set(explained))]
    wrong += [f"codes.c: no message has E{code}" for code in explained if code not in used]
    with open(os.path.join(source, "docs/messages.md"), encoding="utf-8") as file:
        page = file.read()
    wrong += [f"docs/messages.md lacks E{code}" for code in explained if f"`E{code}`" not in page]
    print("\n".join(wrong) or f"{len(explained)} codes")
    return bool(wrong)


sys.exit(main(sys.argv[1]))
