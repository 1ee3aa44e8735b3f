#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: viewer_changes_test.py FDR

What the web server says of a stretch is what the command says: /diff is `fdr diff --json`, and /usage has the growths of
the counters.  Hostile questions get an error."""
import datetime
import json
import os
import subprocess
import sys
import tempfile

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), place) for place in ('..', '../../web')]
import archives  # noqa: E402
from asking import answer, ask  # noqa: E402
from checks import Checks  # noqa: E402
from serving import Server, environment  # noqa: E402

FDR = os.path.abspath(sys.argv[1])
START = archives.START
WINDOW = {'from': START + 60, 'to': START + 90}
expect = Checks()


def output(*words):
    return subprocess.run([FDR, *words], env=environment(), capture_output=True, text=True, check=True).stdout


def lines_of(text):
    return [json.loads(line) for line in text.splitlines()]


def told(base, *options):
    """The lines of the command, without the path of the archive."""
    return lines_of(output('diff', '--json', '--tz', 'archive', base, *options).replace(f'"{base}"', '"odd"'))


def shown(port, **question):
    status, body = ask(port, '/fdr/v1/diff', s='odd', **question)
    expect(status == 200, f'{question}: {status} {body[:300]}')
    return lines_of(body.decode())


def at(seconds):
    return '@' + datetime.datetime.fromtimestamp(START + seconds, datetime.timezone.utc).strftime('%Y-%m-%d %H:%M:%S')


def check_windows(port, base):
    windows = ('-S', at(30), '-T', at(60), '-B', at(60), '-E', at(90))
    want = told(base, *windows, '--top', '50')
    got = shown(port, **WINDOW)
    expect(len(want) > 3, f'too little differs for a test: {want}')
    expect(got == want, f'the page has {got}, and the command {want}')
    expect(shown(port, **WINDOW, top=2, instances=1) == told(base, *windows, '--top', '2', '--instances'),
           'each instance for itself is ranked differently')
    expect(shown(port, **WINDOW, m='kernel.all,proc.psinfo') == told(base, 'kernel.all', 'proc.psinfo', *windows),
           'some metrics are ranked differently')
    expect(shown(port, **WINDOW, base=f'{START},{START + 20}') == told(base, '-S', at(0), '-T', at(20), '-B', at(60), '-E', at(90),
                                                                      '--top', '50'), 'another base differs')


def check_search(port, base):
    whole = {'from': START, 'to': START + 1e6, 'base': 'search'}
    want = told(base, '--top', '50')
    expect(want[0]['searched'] and shown(port, **whole) == want, 'another stretch is found')
    part = {'from': START + 50, 'to': START + 110, 'base': 'search'}
    expect(shown(port, **part) == told(base, '-S', at(50), '-T', at(110), '--top', '50'), 'another part is searched')


def grown(base, metric, factor):
    """By process: how much a counter has grown from 40 to 90 s, as replay prints it."""
    head, *rows = [line.split(',') for line in output('replay', base, metric, '--csv', '--raw', '-S', at(40), '-T',
                                                      at(90)).splitlines()]
    return {int(name[name.index('[') + 1:].split()[0]): (float(rows[-1][i]) - float(rows[0][i])) * factor
            for i, name in enumerate(head) if '[' in name}


def check_usage(port, base):
    stretch = {'from': START + 40, 'to': START + 90}
    got = answer(port, '/fdr/v1/usage', s='odd', **stretch)
    expect((got['from'], got['to']) == (stretch['from'], stretch['to']), f'another stretch: {got["from"]}')
    table = next(table for table in got['tables'] if table['by'] == 'process')
    expect(not any(table['cut'] for table in got['tables']), f'something is left out: {got}')
    for key, metric, factor in (('cpu', 'proc.psinfo.utime', 0.001), ('written', 'proc.io.write_bytes', 1)):
        used = {row['pid']: row[key] for row in table['rows']}
        want = {pid: amount for pid, amount in grown(base, metric, factor).items()}
        expect(max(want.values()) > 1, f'too little was used for a test: {want}')
        for pid, amount in want.items():
            expect(abs(used.get(pid, 0) - amount) <= amount * 1e-6, f'{pid} used {amount} ({key}), not {used}')
    expect([(row['name'], row['user']) for row in table['rows']] == [('solve', 'news'), ('cp', 'mail')],
           f'the rows are {table["rows"]}')
    by_bytes = answer(port, '/fdr/v1/usage', s='odd', top=1, order='written', **stretch)
    one = next(table for table in by_bytes['tables'] if table['by'] == 'process')
    expect(one['rows'][0]['name'] == 'cp' and one['others'] == 1 and abs(one['rest']['cpu'] - 19.5) < 1e-6,
           f'by bytes: {one}')


def check_hostile(port):
    huge = 4e9
    for path, question, want in (
            ('diff', {'from': START - 1e6, 'to': START - 9e5}, 404), ('diff', {'from': huge, 'to': huge + 1}, 404),
            ('diff', {'from': 2, 'to': 1}, 400), ('diff', {'from': 'nan', 'to': 'inf'}, 400),
            ('diff', {**WINDOW, 'm': 'no.such'}, 404), ('diff', {**WINDOW, 'm': 'kernel.all.load['}, 400),
            ('diff', {**WINDOW, 'base': '5,4'}, 400), ('diff', {**WINDOW, 'base': '-99999999d'}, 400),
            ('usage', {'from': huge, 'to': huge + 1}, 404), ('usage', {'from': 2, 'to': 1}, 400),
            ('usage', {**WINDOW, 'top': -1}, 400)):
        status, body = ask(port, f'/fdr/v1/{path}', s='odd', **question)
        message = json.loads(body).get('message', '') if status != 200 else ''
        expect(status == want and message, f'{path} {question}: {status} {body[:300]}')
    for path in ('diff', 'usage'):
        whole = {'from': -1e9, 'to': huge, **({'base': 'search'} if path == 'diff' else {})}
        expect(ask(port, f'/fdr/v1/{path}', s='odd', **whole)[0] == 200, f'{path}: a window beyond both ends is cut')


def check_sizes(port, base):
    source = answer(port, '/fdr/v1/sources', s='odd')[0]
    folder, name = os.path.split(base)
    size = sum(os.path.getsize(os.path.join(folder, file)) for file in os.listdir(folder) if file.startswith(name + '.'))
    expect(source['archives'] == 1 and source['bytes'] == size, f'{source} instead of {size}')


def main():
    with tempfile.TemporaryDirectory(prefix='fdr-changes-') as directory:
        base = f'{directory}/odd'
        archives.unusual(base)
        with Server(FDR, '--http', '0', '--no-local', base) as server:
            for check in (check_windows, check_search, check_usage, check_sizes):
                check(server.port, base)
            check_hostile(server.port)
    expect.end()


main()
