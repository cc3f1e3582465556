"""The C module pintle._engine: cffi in API mode, one module for all Pythons 3 (abi3).

setuptools calls it by `ffibuilder`, with pkg-config's flags; CMake by

  build_engine.py --include DIR --library DIR --output DIR
"""
import argparse
import os
import subprocess

from cffi import FFI

HERE = os.path.dirname(os.path.abspath(__file__))


def _text(name: str) -> str:
    with open(os.path.join(HERE, "engine", name), encoding="utf-8") as file:
        return file.read()


def _pkg_config(option: str) -> "list[str]":
    try:
        found = subprocess.run(["pkg-config", option, "pintle"], check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit("libpintle is not known to pkg-config: install it (cmake --install) and set "
                         f"PKG_CONFIG_PATH to its lib/pkgconfig ({error})") from error
    return found.stdout.split()


def make(include: "str | None" = None, library: "str | None" = None) -> FFI:
    ffi = FFI()
    ffi.cdef(_text("engine.cdef"))
    if include is None or library is None:
        compile_args, link_args = _pkg_config("--cflags"), _pkg_config("--libs")
        library = next((a[2:] for a in link_args if a.startswith("-L")), None)
    else:
        compile_args, link_args = [f"-I{include}"], [f"-L{library}", "-lpintle"]
    if library is not None:
        link_args = [*link_args, f"-Wl,-rpath,{os.path.abspath(library)}"]
    ffi.set_source("pintle._engine", _text("engine.c"), py_limited_api=True,
                   extra_compile_args=["-std=c11", "-O2", *compile_args], extra_link_args=link_args)
    return ffi


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name in ("include", "library", "output"):
        parser.add_argument("--" + name, required=True)
    arguments = parser.parse_args()
    make(arguments.include, arguments.library).compile(tmpdir=arguments.output)
else:
    ffibuilder = make()
