#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: viewer_files_test.py FDR

What the web server writes for its page: notes beside an archive, and archives that are cut out."""
import http.client
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from serving import Server, environment  # noqa: E402  pylint: disable=wrong-import-position

FDR = os.path.abspath(sys.argv[1])
GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../../testdata/golden')
problems = []


def expect(holds, problem):
    if not holds:
        problems.append(problem)


def ask(port, method, path, **parameters):
    """The status and the body."""
    connection = http.client.HTTPConnection('127.0.0.1', port, timeout=60)
    words = urllib.parse.urlencode(parameters)
    if method == 'POST':
        connection.request('POST', f'/fdr/v1/{path}', body=words)
    else:
        connection.request('GET', f'/fdr/v1/{path}?{words}')
    response = connection.getresponse()
    return response.status, response.read()


def check_notes(directory):
    base = os.path.join(directory, 'v2-marks-volumes')
    with Server(FDR, '--http', '0', '--no-local', base) as server:
        expect(ask(server.port, 'POST', 'notes', t=1700000001, text='x')[0] == 403, 'a reader may note')
        expect(json.loads(ask(server.port, 'GET', 'notes')[1]) == {'writable': False, 'notes': []}, 'notes of nobody')
    with Server(FDR, '--http', '0', '--no-local', '--allow-store', base) as server:
        status, body = ask(server.port, 'POST', 'notes', t=1700000001, text='deployed "2.0"\nat last', author='ann')
        expect(status == 200, f'no note is taken: {status} {body}')
        note = json.loads(body)
        expect(json.loads(open(base + '.notes.jsonl', encoding='utf-8').read()) == note, 'the file has another note')
    with Server(FDR, '--http', '0', '--no-local', '--allow-store', base) as server:
        listed = json.loads(ask(server.port, 'GET', 'notes')[1])
        expect(listed == {'writable': True, 'notes': [note]}, f'another server lists {listed}')
        expect(ask(server.port, 'POST', 'notes', delete=note['id'])[0] == 200, 'a note stays')
        expect(json.loads(ask(server.port, 'GET', 'notes')[1])['notes'] == [], 'a deleted note is listed')


def records(base):
    lines = subprocess.run([FDR, 'dump', '--json', '-m', base], env=environment(), capture_output=True, text=True,
                           check=False).stdout.splitlines()
    return [(entry['time'], [metric['values'] for metric in entry['metrics']])
            for entry in map(json.loads, lines) if entry.get('kind') == 'record' and entry['metrics']]


def check_cut(directory):
    base = os.path.join(directory, 'v3-all-types')
    before = set(os.listdir(tempfile.gettempdir()))
    with Server(FDR, '--http', '0', '--no-local', base) as server:
        status, body = ask(server.port, 'GET', 'cut', **{'from': '1700000001', 'to': '1700000003'})
        expect(status == 200, f'nothing is cut out: {status} {body[:200]}')
        out = os.path.join(directory, 'out')
        with tarfile.open(fileobj=io.BytesIO(body)) as tar:
            tar.extractall(out)
        want = [record for record in records(base) if '22:13:21' <= record[0][11:19] <= '22:13:22']
        cut = [name[:-5] for name in os.listdir(out) if name.endswith('.meta')]
        expect(len(cut) == 1, f'the tar file has {os.listdir(out)}')
        got = [record for record in records(os.path.join(out, cut[0])) if '22:13:21' <= record[0][11:19] <= '22:13:22']
        # The recorder adds facts about itself, and the values that hold at the start.
        expect(want and all(record in got for record in want), f'other records were cut out: {got}, not {want}')
        status, body = ask(server.port, 'GET', 'cut', **{'from': '1600000001', 'to': '1600000003'})
        expect(status == 404, f'a window without records: {status} {body[:200]}')
    left = [name for name in set(os.listdir(tempfile.gettempdir())) - before if name.startswith('fdr-cut-')]
    expect(not left, f'directories are left: {left}')


def main():
    with tempfile.TemporaryDirectory(prefix='fdr-test-') as directory:
        for name in os.listdir(GOLDEN):
            if name.startswith(('v2-marks-volumes', 'v3-all-types')):
                shutil.copy(os.path.join(GOLDEN, name), directory)
        check_notes(directory)
        check_cut(directory)
    for problem in problems:
        print(problem)
    sys.exit(bool(problems))


main()
