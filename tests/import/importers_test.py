#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: importers_test.py PROGRAMS LIBRARIES

PCP's importers write the same archives with PCP's libraries and with ours.  They read samples that come with PCP's
tests, and a table of this test."""

import gzip
import lzma
import pathlib
import sys

import sides

LIBRARIES = pathlib.Path(sys.argv[2])
SUITE = pathlib.Path('/var/lib/pcp/testsuite')

TABLE = 'time,load,busy\n' + ''.join(f'2024-03-{day:02} 10:{day:02}:00,{day / 4},{day * 7}\n' for day in range(1, 29))
TABLE_MAP = '''<?xml version="1.0" encoding="UTF-8"?>
<sheet heading="1" hostname="sheet.host" timezone="UTC" datefmt="YMD">
  <metric pmid="PMI_DOMAIN.0.1" indom="PM_INDOM_NULL" units="0,0,0,0,0,0" type="PM_TYPE_FLOAT" sem="PM_SEM_INSTANT">a.load</metric>
  <metric pmid="PM_ID_NULL" indom="PMI_DOMAIN.7" units="0,1,0,0,PM_TIME_MSEC,0" type="PM_TYPE_U64" sem="PM_SEM_COUNTER">a.busy</metric>
  <datetime></datetime>
  <data>a.load</data>
  <data>a.busy[one]</data>
</sheet>
'''


def unpacked(path):
    opener = {'.xz': lzma.open, '.gz': gzip.open}.get(path.suffix, open)
    with opener(path, 'rb') as file:
        return file.read()


def put_table(place):
    (place / 'table.csv').write_text(TABLE)
    (place / 'table.map').write_text(TABLE_MAP)


def put_sample(path):
    return lambda place: (place / 'sample.raw').write_bytes(unpacked(path))


def put_report(path):
    return lambda place: (place / 'sample.xml').write_bytes(unpacked(path))


def cases():
    for version in ('-V2', '-V3'):
        yield ('/usr/bin/sheet2pcp', version, 'table.csv', 'table.map', 'archive'), put_table
    for path in sorted((SUITE / 'sadist').glob('iostat*')):
        yield ('/usr/bin/iostat2pcp', '-S', '10:00:00', '-t', '5', '-Z', '+0100', str(path), 'archive'), None
        yield ('/usr/bin/iostat2pcp', '-V3', str(path), 'archive'), None
    for path in sorted((SUITE / 'sadist').glob('*.xml*')):
        yield ('/usr/bin/sar2pcp', 'sample.xml', 'archive'), put_report(path)
    for path in sorted((SUITE / 'collectl').glob('*.raw*')):
        yield ('/usr/bin/collectl2pcp', '-F', 'sample.raw', 'archive'), put_sample(path)


def main():
    problems, written = [], {}
    for words, prepare in cases():
        program = (words[0], LIBRARIES), (words[0], None)
        pair = sides.Pair(*program, words[1:], prepare=prepare)
        problems += [f'{" ".join(words)}: {problem}' for problem in pair.problems]
        name = pathlib.Path(words[0]).name
        written[name] = written.get(name, 0) + len(pair.archives)
    for name in ('sheet2pcp', 'iostat2pcp', 'sar2pcp', 'collectl2pcp'):
        if not written.get(name):
            problems.append(f'{name} wrote no archive')
    if problems:
        sys.exit('\n'.join(problems))
    print(written)


main()
