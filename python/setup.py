"""Builds the module pintle._engine against an installed libpintle, which pkg-config finds."""
from setuptools import setup

setup(cffi_modules=["build_engine.py:ffibuilder"])
