#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: viewer_files_test.py FDR

What the web server writes for its page: notes beside an archive, archives that are cut out, and what was unusual."""
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from asking import answer, ask  # noqa: E402
from checks import Checks  # noqa: E402
from golden import copy_golden  # noqa: E402
from serving import Server, environment  # noqa: E402

FDR = os.path.abspath(sys.argv[1])
expect = Checks()


def check_notes(base):
    with Server(FDR, '--http', '0', '--no-local', base) as server:
        expect(ask(server.port, '/fdr/v1/notes', form=True, t=1700000001, text='x')[0] == 403, 'a reader may note')
        expect(answer(server.port, '/fdr/v1/notes') == {'writable': False, 'notes': []}, 'notes of nobody')
    with Server(FDR, '--http', '0', '--no-local', '--allow-store', base) as server:
        status, body = ask(server.port, '/fdr/v1/notes', form=True, t=1700000001, text='deployed "2.0"\nat last', author='ann')
        expect(status == 200, f'no note is taken: {status} {body}')
        note = json.loads(body)
        expect(json.loads(open(base + '.notes.jsonl', encoding='utf-8').read()) == note, 'the file has another note')
    with Server(FDR, '--http', '0', '--no-local', '--allow-store', base) as server:
        listed = answer(server.port, '/fdr/v1/notes')
        expect(listed == {'writable': True, 'notes': [note]}, f'another server lists {listed}')
        expect(ask(server.port, '/fdr/v1/notes', form=True, delete=note['id'])[0] == 200, 'a note stays')
        expect(answer(server.port, '/fdr/v1/notes')['notes'] == [], 'a deleted note is listed')


def records(base):
    lines = subprocess.run([FDR, 'dump', '--json', '-m', base], env=environment(), capture_output=True, text=True,
                           check=False).stdout.splitlines()
    return [(entry['time'], [metric['values'] for metric in entry['metrics']])
            for entry in map(json.loads, lines) if entry.get('kind') == 'record' and entry['metrics']]


def check_cut(directory, base):
    before = set(os.listdir(tempfile.gettempdir()))
    with Server(FDR, '--http', '0', '--no-local', base) as server:
        status, body = ask(server.port, '/fdr/v1/cut', **{'from': '1700000001', 'to': '1700000003'})
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
        status, body = ask(server.port, '/fdr/v1/cut', **{'from': '1600000001', 'to': '1600000003'})
        expect(status == 404, f'a window without records: {status} {body[:200]}')
    left = [name for name in set(os.listdir(tempfile.gettempdir())) - before if name.startswith('fdr-cut-')]
    expect(not left, f'directories are left: {left}')


def check_why(base):
    """The object of `fdr why --json`, but of the source."""
    told = subprocess.run([FDR, 'why', '--json', '--tz', 'archive', base], env=environment(), capture_output=True, text=True,
                          check=True).stdout
    with Server(FDR, '--http', '0', '--no-local', base) as server:
        source = answer(server.port, '/fdr/v1/sources')[0]['id']
        got = answer(server.port, '/fdr/v1/why', s=source)
    want = json.loads(told.replace(f'"archive":"{base}"', f'"archive":"{source}"').replace(base, 'ARCHIVE'))
    expect(got['schema'] == 'fdr.why/1' and got['archive'] == source, f'the answer is of {got["archive"]}')
    expect(got['findings'], 'the processors were busy, but nothing is unusual')
    expect(got == want, f'the page has {got}, and the command {want}')


def main():
    with tempfile.TemporaryDirectory(prefix='fdr-test-') as directory:
        check_notes(copy_golden('v2-marks-volumes', directory))
        check_why('/var/lib/pcp/testsuite/archives/20130706')
        check_cut(directory, copy_golden('v3-all-types', directory))
    expect.end()


main()
