# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""The archives of PCP's test suite."""

import pathlib
import re

SUITE = pathlib.Path('/var/lib/pcp/testsuite')
ARCHIVES = SUITE / 'archives'
COMPRESSED = ('.xz', '.gz', '.bz2', '.zst', '.Z')


def files_of(base):
    """The files of an archive by their suffixes."""
    base = pathlib.Path(base)
    pattern = re.compile(re.escape(base.name) + r'\.(meta|index|\d+)(\.(xz|gz|bz2|zst|Z))?')
    return {path.name[len(base.name):]: path for path in base.parent.iterdir() if pattern.fullmatch(path.name)}


def size_of(base):
    """In bytes, with a guess for compressed files."""
    return sum(path.stat().st_size * (20 if path.suffix in COMPRESSED else 1) for path in files_of(base).values())


def archives_below(directory, limit):
    """All archives of a directory and those in it whose size is below the limit."""
    found = {re.sub(r'\.meta.*$', '', str(path)) for path in directory.rglob('*.meta*')}
    return [pathlib.Path(base) for base in sorted(found) if size_of(base) < limit]
