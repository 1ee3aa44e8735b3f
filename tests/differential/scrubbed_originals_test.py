#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Searches all bytes of archives that `fdr copy --scrub` has made for the originals of its pseudonyms, which --scrub-map
lists.  What is found has to consist of words that docs/scrubbing.md lets stay: those in the sources of the scrubber, or
a plain form with a number.

Originals of less than four bytes are passed over: they may be in any number.  With FDR_SOAK all archives of PCP's test
suite that are not large, otherwise some.

usage: scrubbed_originals_test.py FDR SCRUBBER_SOURCES [ARCHIVE...]"""

import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from suite_archives import ARCHIVES, archives_below

PART = ('20041125', 'sample-labels', 'omnibus_v3', 'eventrec', 'pcp-dstat', 'mirage', '20130706', 'sample-secs',
        'dyninsts', 'diff1')
LARGE = 800_000  # bytes
LEAST = 4
ENVIRONMENT = dict(os.environ, TZ='UTC', FDR_CONFIG='/dev/null', HOME='/nonexistent')
OF_WORDS = frozenset(b'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_')
PSEUDONYM = re.compile(rb'[a-z]+[-_][a-z2-7]{13}')
PLAIN = re.compile(rb'(dm|md|loop|cpu|node|sd[a-z]+|eth|tty)-?\d*')


def known_words(sources):
    """All words in literals of the sources."""
    words = set()
    for path in pathlib.Path(sources).glob('*.cc'):
        text = path.read_bytes()
        literals = re.findall(rb'R"\((.*?)\)"', text, re.DOTALL) + re.findall(rb'"((?:[^"\\\n]|\\.)*)"', text)
        words.update(word for literal in literals for word in re.findall(rb'[A-Za-z0-9_]+', literal))
    return words | {part for word in words for part in word.split(b'_')}


def originals(path):
    """Kinds and originals of a map."""
    def plain(text):
        return re.sub(rb'\\(\\|x(..))', lambda m: b'\\' if m[1] == b'\\' else bytes([int(m[2], 16)]), text)
    rows = [line.split(b'\t') for line in path.read_bytes().split(b'\n')[1:] if line]
    return {(kind.decode(), plain(original)) for _, kind, original in rows}


def may_stay(text, words):
    """The first byte may be the end of a number in front."""
    def is_known(part):
        return part in words or part.rstrip(b'0123456789') in words or PLAIN.fullmatch(part) or part.isdigit()
    return any(all(map(is_known, re.findall(rb'[A-Za-z0-9_]+', some))) for some in (text, text[1:]))


def enclosing_words(original, data):
    """Where the original is, with the letters and digits around it: it may be a part of a longer word."""
    found = set()
    start = data.find(original)
    while start >= 0:
        end = start + len(original)
        while start > 0 and data[start - 1] in OF_WORDS:
            start -= 1
        while end < len(data) and data[end] in OF_WORDS:
            end += 1
        found.add(data[start:end])
        start = data.find(original, end)
    return found


def try_one(fdr, base, words):
    counts, faults = collections.Counter(), []
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        done = subprocess.run([fdr, 'copy', '-q', '--scrub', '--scrub-map', place / 'map', '--compress', 'none', base,
                               place / 'out'], env=ENVIRONMENT, capture_output=True, check=False)
        if done.returncode not in (0, 3):
            counts['not copied'] += 1
            return counts, faults
        # Letters of a pseudonym may be a word by chance.
        data = PSEUDONYM.sub(b' ', b'\0'.join(path.read_bytes() for path in sorted(place.glob('out.*'))))
        counts['archives'] += 1
        for kind, original in sorted(originals(place / 'map')):
            if len(original) < LEAST:
                counts['short'] += 1
                continue
            counts['originals'] += 1
            found = enclosing_words(original, data)
            counts['known words'] += len(found)
            faults += [f'{base}: {kind} {original!r} is still there, in {text!r}' for text in found
                       if not may_stay(text, words)]
    return counts, faults


def bases():
    return archives_below(ARCHIVES, LARGE) if os.environ.get('FDR_SOAK') else [ARCHIVES / name for name in PART]


def main():
    fdr, sources = sys.argv[1:3]
    words = known_words(sources)
    counts, faults = collections.Counter(), []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for one, wrong in pool.map(lambda base: try_one(fdr, base, words), map(pathlib.Path, sys.argv[3:] or bases())):
            counts.update(one)
            faults += wrong
    print('\n'.join(faults))
    print(f'{dict(counts)}, {len(faults)} faults')
    return 1 if faults or counts['archives'] < len(PART) or counts['originals'] < 300 else 0


if __name__ == '__main__':
    sys.exit(main())
