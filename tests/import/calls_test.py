#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: calls_test.py PROGRAMS LIBRARIES

Each function of LOGIMPORT(3), in each way in which it can fail: import_driver prints the same, and writes the same
archives, with PCP's libraries and with ours.  PROGRAMS and LIBRARIES are directories; LIBRARIES may be none."""

import pathlib
import shlex
import sys

import sides

PROGRAMS = pathlib.Path(sys.argv[1])
PEER = PROGRAMS / 'import_driver_peer'
LIBRARIES = None if sys.argv[2] == 'none' else pathlib.Path(sys.argv[2])

UNITS = '0 0 0 0 0 0'
BEGIN = f"""
Start a 0
SetHostname h
SetTimezone UTC
"""
# One metric of each type, and some with instances.  Where members are added to a domain that is written already, those
# that were there must be ascending: otherwise PCP's library confuses their names.
METRICS = BEGIN + ''.join(f'AddMetric t.{name} -1 {number} -1 3 {UNITS}\n'
                          for number, name in enumerate(('i32', 'u32', 'i64', 'u64', 'f', 'd', 's'))) + f"""
AddMetric m.i32 -1 0 0x3d400001 3 {UNITS}
AddMetric m.s -1 6 0x3d400001 1 {UNITS}
AddMetric m.none -1 6 0x3d400007 4 {UNITS}
AddInstance 0x3d400001 foo 3
AddInstance 0x3d400001 bar 1
AddInstance 0x3d400001 'with blank' 2
"""
ASCENDING = METRICS.replace('foo 3', 'foo 1').replace('bar 1', 'bar 3').replace("blank' 2", "blank' 9")
TEXTS = ('1', '-1', ' 1', '1 ', '1x', 'x', '', '0x10', '010', '1e3', '1.5', 'nan', 'inf', '4294967295', '4294967296',
         '2147483648', '-2147483649', '18446744073709551616', '9223372036854775808', '-9223372036854775809', '1e400',
         '1e-46', '0x', '+5', '0x1p4', '-4294967295')
ERRORS = (0, 1, -2, -20000, *range(-20001, -20027, -1), -12345)

CASES = {
    'no context': """
        Dump\nEnd\nPutMark\nSetHostname x\nSetTimezone x\nSetVersion 3\nAddMetric a.b 1 0 -1 3 0 0 0 0 0 0
        AddInstance 1 a 1\nPutValue a NULL 1\nGetHandle a NULL\nPutValueHandle 1 1\nWrite 1 2\nWrite2 1 2
        HighResWrite 1 2\nPutResult 1 2\nPutHighResResult 1 2\nPutText 1 1 1 a\nPutLabel 1 1 1 a b\nUseContext 0
        UseContext 1\nErrStr -1""",
    'errors': '\n'.join(f'ErrStr {code}' for code in ERRORS) + """
        ErrStr_r -20001 10\nErrStr_r -20001 1\nErrStr_r -20001 0\nErrStr_r -20001 128\nErrStr_r -2 5\nErrStr_r -1 128
        Start a 0\nSetVersion 7\nErrStr -1\nErrStr_r -1 12\nUseContext 8\nErrStr -1\nUseContext 1
        ErrStr -1\nGetHandle a b\nErrStr -1\nWrite 1 1\nErrStr -1\nSetVersion 3\nErrStr -1""",
    'words from parts': """
        IDs 245 3 4 0 0 0\nIDs 1 -1 1 3 3 3\nIDs 600 5000 2000 9 9 9\nIDs -1 -1 -1 0 0 0\nIDs 7 -8 3 15 16 -9""",
    'contexts': """
        Start a 0\nDump\nStart b 1\nUseContext 0\nUseContext 1\nUseContext 3\nUseContext -1\nUseContext 1
        SetVersion 1\nSetVersion 4\nSetVersion 0\nSetVersion 3\nSetVersion 2\nSetHostname ''\nSetTimezone ''
        SetHostname h\nSetTimezone CET-1\nDump\nUseContext 2\nDump""",
    'metrics': BEGIN + ''.join(
        f"AddMetric '{name}' {pmid} {kind} {indom} {semantics} {UNITS}\n" for name, pmid, kind, indom, semantics in (
            ('a.b', '0x3d400401', 0, -1, 3), ('a.b', '0x3d400402', 0, -1, 3), ('a.c', '0x3d400401', 0, -1, 3),
            ('a.b', '0x3d400401', 99, -1, 9), ('x', '0x3d400401', 99, -1, 9), ('x', '0x3d400403', 99, -1, 9),
            ('x', 5, -1, -1, 3), ('x', 5, 7, -1, 3), ('x', 5, 9, -1, 3), ('x', 5, 255, -1, 3), ('x', 5, 0, -1, 0),
            ('x', 5, 0, -1, 2), ('x', 5, 0, -1, 5), ('1x', 5, 0, -1, 5), ('x.', 5, 0, -1, 3), ('x..y', 5, 0, -1, 3),
            ('x.1', 5, 0, -1, 3), ('x._1', 5, 0, -1, 3), ('x.y-z', 5, 0, -1, 3), ('.x', 5, 0, -1, 3), ('', 5, 0, -1, 3),
            ('NULL', 5, 0, -1, 3), ('_x', 5, 0, -1, 3), ('é', 5, 0, -1, 3), ('a.b.c', 5, 0, -1, 3), ('a', 6, 0, -1, 1),
            ('aB_9.Z', -1, 0, '0x3d400001', 4), ('u', '0x80000001', 0, '0x80000001', 3))) +
               'AddMetric units -1 0 -1 3 1 -1 2 3 4 -5\nDump',
    'a thousand metrics': BEGIN + ''.join(f'AddMetric n{i} -1 0 -1 3 {UNITS}\n' for i in range(1100)) + 'Dump',
    'instances': METRICS + """
        AddInstance 0x3d400002 a 1\nAddInstance 0x3d400001 foobar 3\nAddInstance 0x3d400001 foo 9
        AddInstance 0x3d400001 'foo b' 9\nAddInstance 0x3d400001 'foo c' 10\nAddInstance 0x3d400001 with 11
        AddInstance 0x3d400001 'with it' 12\nAddInstance 0x3d400001 '' 13\nAddInstance 0x3d400001 ' q' 14
        AddInstance 0x3d400001 ' z' 15\nAddInstance 0x3d400001 bar 3\nAddInstance 0xffffffff x 3
        PutValue m.i32 with 1\nPutValue m.i32 'with x' 1\nPutValue m.i32 wit 1\nPutValue m.i32 'foo ' 1\nDump""",
    'values': METRICS + """
        PutValue nope NULL 1\nPutValue nope foo x\nPutValue t.i32 foo x\nPutValue t.i32 '' 1\nPutValue t.i32 NULL x
        PutValue m.i32 '' x\nPutValue m.i32 NULL x\nPutValue m.i32 nope x\nPutValue m.none nope x\nPutValue m.s foo 1
        PutValue m.s bar ''\nPutValue m.s foo 2\nPutValueHandle 0 1\nPutValueHandle 1 1\nPutValueHandle -1 1
        GetHandle m.s 'with blank'\nGetHandle m.s foo\nGetHandle t.f ''\nGetHandle t.f NULL\nGetHandle t.f x
        GetHandle nope x\nGetHandle m.s ''\nGetHandle m.s nope\nGetHandle m.none x\nPutValueHandle 1 abcd
        PutValueHandle 2 y\nPutValueHandle 3 -5\nPutValueHandle 4 5\nPutValueHandle 5 5\nDump\nWrite 100 7\nDump""",
    'wrong values': METRICS + """
        PutValue m.i32 foo x\nPutValue m.i32 bar 5\nPutValue m.i32 foo 5\nPutValue t.f '' x\nWrite 7 0
        PutValue m.i32 bar 5\nPutValue m.i32 foo x\nPutValue m.i32 foo 7\nDump\nWrite 8 0""",
    'texts': METRICS + """
        PutText 0 0 0 NULL\nPutText 4 0 0 NULL\nPutText 4 3 0 NULL\nPutText 4 1 0 NULL\nPutText 4 1 -1 NULL
        PutText 8 1 -1 ''\nPutText 4 1 0x3d400001 ''\nPutText 4 1 0 x\nPutText 4 1 0x3d400001 x
        PutText 4 1 0x3d400001 x\nPutText 4 1 0x3d400001 y\nPutText 4 2 0x3d400001 x\nPutText 5 1 1 x
        PutText 12 1 1 x\nPutText 8 1 0x3d400002 x\nPutText 8 2 0x3d400001 'two\\nlines'\nPutText 4 1 0x3d400008 z
        Dump\nWrite 5 0\nPutText 4 1 0x3d400001 x\nPutText 4 1 0x3d400001 z\nPutValue t.f '' 1\nWrite 6 0\nDump""",
    'labels': METRICS + ''.join(f'PutLabel {kind} 0 0 n v\n' for kind in (0, 1, 2, 3, 4, 8, 16, 32, 33, 64)) + """
        PutLabel 1 -1 -1 NULL NULL\nPutLabel 1 -1 -1 '' NULL\nPutLabel 1 -1 -1 x NULL\nPutLabel 1 -1 -1 x ''
        PutLabel 99 -1 -1 '' ''\nPutLabel 2 -1 0 n v\nPutLabel 8 -1 0 n v\nPutLabel 16 -1 0 n v\nPutLabel 4 -1 0 n v
        PutLabel 32 -1 0 n v\nPutLabel 32 -1 -1 n v\nPutLabel 16 -1 0 '' ''\nPutLabel 32 0x3d400001 -1 '' ''
        PutLabel 1 5 8 n v\nPutLabel 1 5 9 n2 v\nPutLabel 1 5 9 n w\nPutLabel 2 245 0 n v\nPutLabel 8 0x3d400000 0 n v
        PutLabel 16 0x3d400001 0 n v\nPutLabel 16 0x3d400077 0 n v\nPutLabel 4 0x3d400001 0 n v
        PutLabel 4 0x3d400077 0 n v\nPutLabel 32 0x3d400001 3 n v\nPutLabel 32 0x3d400001 77 n v
        PutLabel 32 0x3d400077 1 n v\nDump\nWrite 5 0\nDump\nPutLabel 1 5 0 n v\nPutValue t.f '' 1\nWrite 6 0""",
    'values of labels': BEGIN + ''.join(f'PutLabel 1 0 0 n{i} {shlex.quote(value)}\n' for i, value in enumerate((
        'v', '"v"', 'v"', 'v\\u0001', '1.5', '-5', '{"a":1}', '[1,2]', 'true', 'True', 'NULL2', 'null', 'FALSE', ' 1',
        '01', 'é', 'a b', 'null '))) + """
        PutLabel 1 0 0 bad.name v\nPutLabel 1 0 0 1bad v\nPutLabel 1 0 0 _bad v\nPutLabel 1 0 0 a-b v
        PutLabel 2 0 0 bad.name v\nPutLabel 2 0 0 'a b' v\nDump\nWrite 5 5\nEnd""",
    'stamps': METRICS + """
        Write 1 0\nPutValue t.f '' 1\nWrite 5 0\nWrite 5 0\nPutValue t.f '' 2\nWrite 5 0\nPutValue t.f '' 3
        Write 4 999999\nErrStr -1\nPutValue t.f '' 4\nDump\nWrite 5 1\nPutValue t.f '' 5\nWrite2 5 1\nPutValue t.f '' 5
        HighResWrite 5 1001\nPutValue t.f '' 5\nHighResWrite 5 1000\nPutValue t.d '' 6\nWrite2 2000000000 7
        PutLabel 1 0 0 a b\nWrite 3 3\nPutMark\nPutMark\nEnd\nEnd\nPutValue t.f '' 1\nWrite 3 3\nUseContext 1\nDump""",
    'marks': METRICS + """
        PutMark\nPutValue t.f '' 1\nPutMark\nWrite 5 0\nPutMark\nPutValue t.f '' 1\nWrite 5 1000\nPutMark
        PutValue t.f '' 1\nHighResWrite 6 5\nPutMark\nEnd""",
    'results': ASCENDING + """
        set 0x3d400001 0\nPutResult 1 0\nset 0x3d400001 0 -12345\nPutResult 2 0\nset 0x3d400001 0\nword -1 55
        PutResult 3 0\nset 0x3d400001 0\nword -1 55\nPutResult 2 0\nPutResult -2 0\nPutValue t.f '' 1
        set 0x3d400008 0\nword 9 55\nPutResult 20 0\nWrite 21 0\nset 0x3d400008 0\nword 3 55\nword 1 5\nword 9 6
        PutResult 21 0\nset 0x3d400004 1\nblock -1 3 abcdefgh\nset 0x3d400005 1\nblock -1 4 abcd\nset 0x3d400006 1
        block -1 5 abcdefgh\nset 0x3d400003 2\nblock -1 2 abcdefgh\nPutResult 22 0\nset 0x3d400009 1\nblock 3 6 abc 9
        block 1 6 abcde\nset 0x3d40000a 0\nPutResult 23 0\nset 0x3d400007 1\nblock -1 7 abcde\nPutHighResResult 23 5
        set 0x3d400007 1\nblock -1 8 x\nset 0x3d400007 1\nblock -1 0 xyzv\nPutHighResResult 23 6
        AddInstance 0x3d400001 late 20\nset 0x3d400008 0\nword 20 1\nPutResult 24 0\nPutResult 25 0\nPutValue t.f '' 1
        set 0x3d400001 0\nPutResult 3 3\nWrite 30 0\nEnd""",
    'no archive': f"""
        Start nowhere/a 0\nAddMetric x -1 0 -1 3 {UNITS}\nPutValue x '' 1\nWrite 1 0\nWrite 1 0\nDump\nEnd\nDump
        Start a 0\nAddMetric x -1 0 -1 3 {UNITS}\nPutValue x '' 1\nWrite 1 0\nEnd\nStart a 1\nPutValue x '' 2\nWrite 5 0
        ErrStr -1\nWrite 5 0\nEnd\nStart b 1\nEnd""",
    'nothing but metadata': METRICS + 'PutText 4 1 0x3d400008 x\nWrite 5 0\nPutLabel 1 0 0 a b\nWrite 6 0\nEnd',
    'new members': ASCENDING + """
        AddInstance 0x3d400001 x 10
        PutValue m.s 'with blank' 1\nWrite 5 0\nDump\nAddInstance 0x3d400001 y 4\nPutValue m.i32 'with blank' 1\nWrite 6 0\nPutValue m.s foo 1
        PutValue t.f '' 1\nWrite 7 0\nPutText 8 1 0x3d400001 x\nWrite 7 0\nPutLabel 32 0x3d400001 3 a b
        PutLabel 16 0x3d400001 3 a b\nPutValue m.s bar 1\nWrite 8 0\nPutValue t.d '' 1\nWrite 9 0\nEnd""",
    'inheritance': METRICS + """
        GetHandle m.s foo\nPutText 4 1 0x3d400008 x\nPutLabel 1 0 0 a b\nPutLabel 32 0x3d400001 3 c d\nPutValue t.f '' 1
        SetVersion 3\nStart b 1\nDump\nPutValueHandle 1 x\nGetHandle t.f ''\nWrite 5 0\nStart c 1\nDump\nPutValue t.f '' 2
        PutText 4 1 0x3d400008 y\nWrite 6 0\nDump\nUseContext 1\nWrite 7 0""",
    'side effect on the zone': METRICS.replace('UTC', 'EST5') + """
        Time\nWrite 1 0\nTime\nPutValue t.f '' 1\nWrite 5 0\nTime\nStart b 1\nTime\nPutValue t.f '' 1\nWrite 5 0\nTime
        UseContext 1\nTime\nStart nowhere/b 1\nSetTimezone PST8\nPutValue t.f '' 1\nWrite 8 0\nTime""",
    'late changes': METRICS + """
        PutValue t.f '' 1\nWrite 5 0\nSetVersion 3\nSetHostname x\nSetTimezone PST8\nPutValue t.f '' 1\nWrite 6 0\nDump
        End\nDump\nSetHostname y\nAddMetric late -1 0 -1 3 0 0 0 0 0 0\nPutText 4 1 1 q\nPutLabel 1 0 0 a c\nDump""",
    'large': METRICS + ''.join(f"PutValue t.s '' {'x' * 5000}\nWrite {i} 0\n" for i in range(10, 110)) + 'End',
}
EVERYWHERE = ({}, {'PCP_ARCHIVE_VERSION': '3'})
SETTINGS = {
    'values': ({'TZ': ':Europe/Paris'}, {'TZ': 'EST5EDT'}),
    'inheritance': ({'TZ': ':Europe/Paris'}, {'TZ': ''}, {'TZ': 'EST5EDT', 'PCP_ARCHIVE_VERSION': '2'}),
    'large': tuple({'PCP_LOGIMPORT_MAXLOGSZ': size, 'PCP_ARCHIVE_VERSION': version} for size, version in (
        ('100000', '2'), ('100000', '3'), ('10228', '2'), ('10229', '2'), ('6000x', '3'), ('-1', '2'))),
}


def stdin_of(case):
    return ''.join('\t'.join(shlex.split(line)) + '\n' for line in case.splitlines() if line.strip())


def main():
    problems, records = [], 0
    for name, case in CASES.items():
        if name == 'values':
            for i, text in enumerate(TEXTS):
                case += f'\nStart v{i} 1' + ''.join(f'\nPutValue t.{kind} NULL {shlex.quote(text)}'
                                                    for kind in ('i32', 'u32', 'i64', 'u64', 'f', 'd', 's')) + f'\nWrite {200 + i} 1'
        for settings in EVERYWHERE + SETTINGS.get(name, ()):
            for program, libraries in ((PROGRAMS / 'import_driver_ours', None), (PEER, LIBRARIES)):
                if program == PEER and LIBRARIES is None:
                    continue
                pair = sides.Pair((program, libraries), (PEER, None), stdin=stdin_of(case), settings=settings)
                problems += [f'{name} {settings} {program.name}: {problem}' for problem in pair.problems]
                records += len(pair.archives)
                if pair.peers[0] != 'status 0' or len(pair.peers) < 6:
                    problems.append(f'{name}: PCP says {pair.peers[:5]}')
    if problems:
        sys.exit('\n'.join(problems))
    print(f'{len(CASES)} cases, {records} archives')


main()
