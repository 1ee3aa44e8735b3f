# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Runs a program with PCP's libraries and with ours, each in a directory of its own, and compares what it prints and
which archives it writes."""

import difflib
import os
import pathlib
import re
import subprocess
import tempfile

import recorded

# Identifiers of processes, addresses, and the time of day.
MASKED = re.compile(r'\(\d+\)|0x[0-9a-f]{6,}|\[[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8}\]')


def environment(library_directory, **settings):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(('PCP_', 'LD_', 'FDR_', 'PMI_'))}
    kept.update(TZ='UTC', LC_ALL='C', MALLOC_PERTURB_='85', PERL_HASH_SEED='0', PATH='/usr/bin:' + os.environ['PATH'])
    if library_directory:
        kept['LD_LIBRARY_PATH'] = str(library_directory)
    kept.update(settings)
    return kept


def run(words, library_directory, directory, stdin='', settings=None):
    done = subprocess.run([str(word) for word in words], cwd=directory, input=stdin.encode(), capture_output=True,
                          env=environment(library_directory, **(settings or {})), timeout=600)
    text = (done.stdout + done.stderr).decode(errors='replace')
    return [f'status {done.returncode}', *MASKED.sub('MASKED', text).splitlines()]


class Pair:
    """The answers of both sides.  `ours` and `peers` are pairs of a program and the directory of its libraries."""

    def __init__(self, ours, peers, arguments=(), stdin='', settings=None, prepare=None):
        self.problems = []
        with tempfile.TemporaryDirectory() as base:
            places = []
            for side, (program, libraries) in (('ours', ours), ('peers', peers)):
                place = pathlib.Path(base) / side / 'work'
                place.mkdir(parents=True)
                if prepare:
                    prepare(place)
                lines = run([program, *arguments], libraries, place, stdin, settings)
                places.append((place, [line.replace(str(place.parent), 'DIRECTORY') for line in lines]))
            (our_place, self.ours), (peers_place, self.peers) = places
            self.problems += list(difflib.unified_diff(self.peers, self.ours, 'PCP', 'fdr', lineterm='', n=1))[:20]
            if prepare:
                for place in (our_place, peers_place):
                    for path in [path for path in place.rglob('*') if path.is_file() and path.suffix not in ARCHIVE]:
                        if not path.suffix.removeprefix('.').isdigit():
                            path.unlink()
            self.archives = sorted(path.name for path in peers_place.glob('*.meta'))
            self.problems += list(recorded.differences(our_place, peers_place))


ARCHIVE = ('.meta', '.index')
