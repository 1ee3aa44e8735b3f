#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: one_search_test.py FDR

`fdr names --search` and the page's /find give the same metrics in the same order for the same words: in an archive of
PCP's without help texts, and in a fresh recording of this machine, which has them."""
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import urllib.parse

from asking import request
from checks import Checks
from serving import Server, environment

FDR = os.path.abspath(sys.argv[1])
PEERS_ARCHIVE = '/var/lib/pcp/testsuite/archives/20180102'
QUESTIONS = ('iops', 'iowait', 'latency', 'traffic', 'disk traffic', 'interrupt', 'memory', 'used memory', 'processor', 'swapping',
             'kal', 'Kbyte', 'errors', 'network errors', 'sda', 'filesystem', 'users', 'LOAD', 'disk write bytes', 'linux',
             'millisec cpu', 'zzzq')
FIRST = {'iops': 'disk.all.total', 'iowait': 'kernel.all.cpu.wait.total', 'kal': 'kernel.all.load', 'used memory': 'mem.util.used',
         'LOAD': 'kernel.all.load', 'traffic': 'network.interface.in.bytes'}
expect = Checks()


def found_by_command(archive, words):
    done = subprocess.run([FDR, 'names', archive, '--search', words, '--csv'], env=environment(), capture_output=True,
                          text=True, timeout=300, check=False)
    return [row['metric'] for row in csv.DictReader(io.StringIO(done.stdout))]


def found_by_page(port, words):
    response, body = request(port, f'/fdr/v1/find?limit=10000&q={urllib.parse.quote(words)}')
    expect(response.status == 200, f'{words}: status {response.status}')
    answer = json.loads(body)
    names = [match['m'] for match in answer['matches']]
    expect(answer['total'] == len(names), f'{words}: total {answer["total"]} of {len(names)}')
    return names


def compare(archive, must_find):
    with Server(FDR, '--http', '0', '--no-local', archive) as server:
        some = 0
        for words in QUESTIONS:
            command, page = found_by_command(archive, words), found_by_page(server.port, words)
            expect(command == page, f'{archive}, "{words}": {command[:5]} of {len(command)}, {page[:5]} of {len(page)}')
            if words in FIRST:
                expect(page[:1] == [FIRST[words]], f'{archive}, "{words}": {page[:5]}')
            some += bool(page)
        expect(some >= must_find, f'{archive}: only {some} questions found anything')


def main():
    compare(PEERS_ARCHIVE, 16)
    with tempfile.TemporaryDirectory() as directory:
        archive = f'{directory}/fresh'
        subprocess.run([FDR, 'record', '-q', '-t', '0.5s', '-s', '2', archive], env=environment(), timeout=300, check=True)
        compare(archive, 16)
    expect.end()


main()
