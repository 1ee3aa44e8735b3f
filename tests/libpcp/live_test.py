#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: live_test.py LIBRARY

PCP's tools watch a collector of PCP, and print the same with our library as with PCP's: output, messages, status.  The
collector stays, is killed in the middle, is killed and replaced, or stops to answer.  This happens when a tool has
asked for values some times, as a relay between the two counts, so that both libraries meet it at the same moment."""

import concurrent.futures
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading

from collector import Collector

OWN = str(pathlib.Path(sys.argv[1]).resolve().parent)
# The values are constant, but for those of pmstat.  HOST is the collector, DIRECTORY is for files.
TOOLS = '''
pminfo -h HOST -dfm sample.long sample.string.hullo hinv.map
pminfo -h HOST -t -l sample.colour sample.bin
pmprobe -h HOST -v sample.long sample.bin no.such
pmval -h HOST -t 0.2 -s 8 sample.long.hundred
pmval -h HOST -t 0.2 -s 8 -i bin-300,bin-500 sample.bin
pmrep -h HOST -t 0.2 -s 8 -o csv -f none sample.long.one sample.bin
pmstat -h HOST -t 0.2 -s 8
pmdumptext -h HOST -t 0.2 -s 8 -f none sample.long.ten sample.bin
pmie -h HOST -t 0.2 -T 3sec -v -c DIRECTORY/rules
pmlogger -h HOST -c DIRECTORY/logged -l DIRECTORY/pmlogger.log -s 8 DIRECTORY/archive
'''.strip().splitlines()
RULES = 'ten = sample.long.ten;\nsome_inst sample.bin > 800 -> print "%i %v";\n'
LOGGED = 'log mandatory on 200 msec { sample.long.ten }\n'
EVENTS = ('stays', 'killed', 'replaced', 'stopped')
# The tools ask for the host's name and zone in different ways, but for these domains in the same.
DOMAINS = (29, 60)
FETCH, HIGHRES_FETCH = 0x7003, 0x7014
LIMIT = 600
LATE = re.compile(r'(sleepTight|(Last|This|Want) |Harvest |  (nth|eval|retry|via|rules|  \w))')


class Relay:
    """Passes on what a tool and the collector say to each other.  Calls `event` once, before it passes on a fetch."""

    def __init__(self, target, fetches, event):
        self.target, self.fetches, self.event = target, fetches, event
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        """From now on, connections are refused."""
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
                server = socket.create_connection(('127.0.0.1', self.target))
            except OSError:
                return
            for work in (self.to_collector, self.to_tool):
                threading.Thread(target=work, args=(client, server), daemon=True).start()

    def to_collector(self, client, server):
        try:
            while message := self.message(client):
                if self.is_fetch(message):
                    self.fetches -= 1
                    if self.fetches == 0:
                        self.event()
                server.sendall(message)
            server.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def to_tool(self, client, server):
        try:
            while bytes_read := server.recv(65536):
                client.sendall(bytes_read)
        except OSError:
            pass
        for end in (client, server):
            end.close()

    @staticmethod
    def is_fetch(message):
        words = [int.from_bytes(message[at:at + 4], 'big') for at in range(0, len(message), 4)]
        return words[1] in (FETCH, HIGHRES_FETCH) and any(word >> 22 in DOMAINS for word in words[3:])

    @staticmethod
    def message(client):
        head = client.recv(4, socket.MSG_WAITALL)
        return head + client.recv(int.from_bytes(head, 'big') - 4, socket.MSG_WAITALL) if len(head) == 4 else b''


class Meeting:
    """A tool, with one of the libraries, and its collector."""

    def __init__(self, command, event, library, directory):
        self.event, self.directory = event, directory
        self.collectors = [Collector(f'{directory}/{name}') for name in ('first', 'second')[:1 + (event == 'replaced')]]
        self.relay = Relay(self.collectors[0].port, 3 if re.search(' -[sT] ', command) else 1, self.happen)
        pathlib.Path(directory, 'rules').write_text(RULES)
        pathlib.Path(directory, 'logged').write_text(LOGGED)
        self.words = [word.replace('HOST', f'127.0.0.1:{self.relay.port}').replace('DIRECTORY', directory)
                      for word in command.split()]
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith(('PCP_', 'PMCD_', 'LD_LIBRARY_PATH', 'FDR_'))}
        self.environment.update(TZ='UTC', LC_ALL='C', PATH='/usr/bin:/bin', PMCD_RECONNECT_TIMEOUT='1')
        if event == 'stopped':
            self.environment['PMCD_REQUEST_TIMEOUT'] = '8'
        if library:
            self.environment['LD_LIBRARY_PATH'] = library

    def happen(self):
        first = self.collectors[0]
        if self.event == 'stopped':
            first.process.send_signal(signal.SIGSTOP)
        elif self.event == 'killed':
            self.relay.close()
            first.kill()
        elif self.event == 'replaced':
            self.relay.target = self.collectors[1].port
            first.kill()

    def run(self):
        tool = subprocess.Popen(self.words, env=self.environment, cwd=self.directory, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            texts = tool.communicate(timeout=LIMIT)
        finally:
            tool.kill()
            for collector in self.collectors:
                collector.kill()
        return (tool.returncode, *(self.masked(text.decode()) for text in texts))

    def masked(self, text):
        text = text.replace(f'127.0.0.1:{self.relay.port}', 'HOST').replace(self.directory, 'DIRECTORY')
        text = re.sub(r'\(\d+\)|\[\d+\]', 'PID', text)
        text = re.sub(r'\d\d:\d\d:\d\d(\.\d+)?', 'TIME', text)
        text = re.sub(r'(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \w{3} +\d+(?: TIME)?(?: 20\d\d)?', 'DATE', text)
        if self.words[0] == 'pmstat':
            text = re.sub(r' +\d[\d.]*[KMGmg]?', ' NUMBER', text)
        # How often it evaluates its rules, and what it says when it is late, depends on the machine.
        if self.words[0] == 'pmie':
            text = ''.join(sorted({line + '\n' for line in text.splitlines() if not LATE.match(line)}))
        return text


def outcome(command, event, library):
    with tempfile.TemporaryDirectory() as directory:
        return Meeting(command, event, library, directory).run()


def main():
    jobs = [(command, event, library) for event in EVENTS for command in TOOLS for library in (OWN, None)]
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda job: outcome(*job), jobs))
    problems = []
    for (command, event, _), ours, peers in zip(jobs[::2], answers[::2], answers[1::2]):
        if '-v' in sys.argv:
            print('=====', command, '|', event, ours[0], *ours[1:], sep='\n')
        if ours != peers:
            problems.append(f'{command}, the collector {event}:\n  fdr: {ours}\n  PCP: {peers}')
    if problems:
        sys.exit('\n'.join(problems))
    print(len(jobs) // 2, 'meetings')


main()
