#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: tools_test.py LIBRARY [ARCHIVE...]

PCP's own tools print the same with our library as with PCP's: standard output, standard error, exit status.  Each
command of the table runs on archives of PCP's test suite: on two, on ten with FDR_SOAK.  Dates of today and process
identifiers are masked.  Differences that are meant are named (MEANT) and counted; docs/compatibility.md explains
them."""

import concurrent.futures
import hashlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import zipfile

OWN = str(pathlib.Path(sys.argv[1]).resolve().parent)
ARCHIVES = pathlib.Path('/var/lib/pcp/testsuite/archives')
# All commands on all archives take six hours.
ARCHIVES_OF_A_COMMAND = 10 if os.environ.get('FDR_SOAK') else 2
LEAST_COMMANDS = 180

# ARCHIVE is the archive; FIRST, MIDDLE and LAST are metrics in it.
TABLE = '''
pminfo -a ARCHIVE
pminfo -a ARCHIVE -d
pminfo -a ARCHIVE -m
pminfo -a ARCHIVE -M
pminfo -a ARCHIVE -t
pminfo -a ARCHIVE -T
pminfo -a ARCHIVE -l
pminfo -a ARCHIVE -s
pminfo -a ARCHIVE -f
pminfo -a ARCHIVE -F
pminfo -a ARCHIVE -v
pminfo -a ARCHIVE -I
pminfo -a ARCHIVE -dmtTlsf
pminfo -a ARCHIVE -x
pminfo -a ARCHIVE -c /dev/null
pminfo -a ARCHIVE -b 3
pminfo -a ARCHIVE -z -f FIRST
pminfo -a ARCHIVE -Z UTC -f LAST
pminfo -a ARCHIVE -O 10sec -f MIDDLE
pminfo -a ARCHIVE -O -1sec -f MIDDLE LAST
pminfo -a ARCHIVE -d FIRST MIDDLE LAST no.such.metric
pminfo -a ARCHIVE --nosuch
pminfo -a ARCHIVE -a ARCHIVE -d FIRST
pminfo -a ARCHIVE,/nonexistent
pminfo -a /nonexistent/archive
pminfo -h localhost -a ARCHIVE
pmprobe -a ARCHIVE
pmprobe -a ARCHIVE -v
pmprobe -a ARCHIVE -i
pmprobe -a ARCHIVE -I
pmprobe -a ARCHIVE -f -v
pmprobe -a ARCHIVE -F -i
pmprobe -a ARCHIVE -O 30sec -v MIDDLE LAST
pmprobe -a ARCHIVE -z -v FIRST
pmprobe -a ARCHIVE no.such.metric
pmprobe -V
pmprobe -a /nonexistent FIRST
pmval -a ARCHIVE FIRST
pmval -a ARCHIVE MIDDLE
pmval -a ARCHIVE LAST
pmval -a ARCHIVE -s 5 MIDDLE
pmval -a ARCHIVE -r MIDDLE
pmval -a ARCHIVE -r -t 10sec -s 5 LAST
pmval -a ARCHIVE -t 10sec -s 10 LAST
pmval -a ARCHIVE -t 1min -s 10 -f 3 FIRST
pmval -a ARCHIVE -t 30sec -A 1min -S 10sec -s 5 MIDDLE
pmval -a ARCHIVE -S 10sec -T 2min -t 15sec MIDDLE
pmval -a ARCHIVE -O -1min -t 10sec LAST
pmval -a ARCHIVE -z -t 1min -s 5 MIDDLE
pmval -a ARCHIVE -Z Asia/Kathmandu -t 1min -s 5 MIDDLE
pmval -a ARCHIVE -d -s 2 -t 0.01sec MIDDLE
pmval -a ARCHIVE -w 20 -t 1min -s 5 LAST
pmval -a ARCHIVE -x -t 1min -s 5 FIRST
pmval -a ARCHIVE -U ARCHIVE -s 5 MIDDLE
pmval -a ARCHIVE -i nosuch -s 3 MIDDLE
pmval -a ARCHIVE no.such.metric
pmval -a ARCHIVE
pmval -a ARCHIVE -s none FIRST
pmval -a ARCHIVE -S @bad FIRST
pmval -a /nonexistent FIRST
pmstat -a ARCHIVE
pmstat -a ARCHIVE -t 1min -s 5
pmstat -a ARCHIVE -x -t 30sec -s 3
pmstat -a ARCHIVE -l -s 2
pmstat -a ARCHIVE -z -S 30sec -s 3
pmstat -a ARCHIVE -P -s 2
pmlogsummary ARCHIVE
pmlogsummary -a ARCHIVE
pmlogsummary -abfHiIlmMNy ARCHIVE
pmlogsummary -B 5 -a ARCHIVE MIDDLE
pmlogsummary -Il ARCHIVE FIRST LAST
pmlogsummary -x -p 6 ARCHIVE
pmlogsummary -z -S 10sec -T 5min ARCHIVE
pmlogsummary -F -a ARCHIVE
pmlogsummary -v -sy ARCHIVE MIDDLE
pmlogsummary ARCHIVE no.such.metric
pmlogsummary /nonexistent
pmlogsummary -Z UTC -lN ARCHIVE LAST
pmie -a ARCHIVE -t 1min -c CONFIG
pmie -a ARCHIVE -v -t 1min -T 10min -c CONFIG
pmie -a ARCHIVE -V -t 30sec -T 5min -c CONFIG
pmie -a ARCHIVE -W -t 1min -T 5min -c CONFIG
pmie -a ARCHIVE -e -v -t 1min -T 5min -c CONFIG
pmie -a ARCHIVE -z -v -t 1min -T 5min -c CONFIG
pmie -a ARCHIVE -q -C -c CONFIG
pmie -a ARCHIVE -d -c /nonexistent
pmrep -a ARCHIVE FIRST
pmrep -a ARCHIVE -t 1min -s 5 MIDDLE
pmrep -a ARCHIVE -t 1min -s 5 FIRST MIDDLE LAST
pmrep -a ARCHIVE -u -s 5 MIDDLE LAST
pmrep -a ARCHIVE -o csv -t 1min -s 5 MIDDLE LAST
pmrep -a ARCHIVE -o csv -u -s 5 LAST
pmrep -a ARCHIVE -r -t 30sec -s 5 MIDDLE
pmrep -a ARCHIVE -z -p -t 30sec -s 5 MIDDLE
pmrep -a ARCHIVE -Z UTC -p -f %s -s 5 LAST
pmrep -a ARCHIVE -X -t 30sec -s 3 LAST
pmrep -a ARCHIVE -j LAST -s 3
pmrep -a ARCHIVE -J 3 -t 1min -s 3 LAST
pmrep -a ARCHIVE -m -s 2 FIRST
pmrep -a ARCHIVE -S 10sec -T 1min -t 10sec FIRST
pmrep -a ARCHIVE -A 1min -t 1min -s 5 FIRST
pmrep -a ARCHIVE -s 2 :vmstat
pmrep -a ARCHIVE -s 2 :sar-B
pmrep -a ARCHIVE -s 2 :sar-d
pmrep -a ARCHIVE -s 2 :mpstat
pmrep -a ARCHIVE -s 2 -I :collectl-sm
pmrep -a ARCHIVE -s 1 no.such.metric
pmrep -a /nonexistent -s 1 FIRST
pmrep -a ARCHIVE -F /nonexistent/out -s 1 FIRST
pmrepconf -a ARCHIVE -c
pmdumptext -V
pmdumptext -a ARCHIVE -s 5 FIRST
pmdumptext -a ARCHIVE -t 30sec -s 5 FIRST MIDDLE LAST
pmdumptext -a ARCHIVE -t 1min -s 5 -X -l MIDDLE
pmdumptext -a ARCHIVE -H -M -N -u -o -t 30sec -s 5 MIDDLE LAST
pmdumptext -a ARCHIVE -i -w 12 -P 3 -F -t 10sec -s 10 LAST
pmdumptext -a ARCHIVE -r -m -d ; -f %s -t 30sec -s 5 MIDDLE
pmdumptext -a ARCHIVE -z -S 10sec -T 2min -t 15sec FIRST
pmdumptext -a ARCHIVE -Z Asia/Kathmandu -A 1min -t 1min -s 4 LAST
pmdumptext -a ARCHIVE -C FIRST LAST
pmdumptext -a ARCHIVE no.such.metric
pmdumptext -a /nonexistent FIRST
pmchart -a ARCHIVE -c CPU -o picture.png
pmchart -a ARCHIVE -c Loadavg -c Disk -c Memory -o picture.png
pmchart -a ARCHIVE -z -S 1min -t 10sec -s 20 -v 10 -c Overview -o picture.png
pmchart -a ARCHIVE -c nosuch -o picture.png
pmchart -V
pmtime -V
pmclient -a ARCHIVE -s 3
pmclient -a ARCHIVE -t 30sec -z -s 3
pmclient_fg -a ARCHIVE -s 3
pmstore no.such.metric 1
pmerr -l
pmerr -12350 -4 12 0x3039
pmdbg -l
pmdbg 2049 fetch pdu,appl0
pmdate -1d %Y
pmdate +2H
pmjson -i /dev/null
pmconfig -L -l
pmconfig -l
pmconfig PCP_VERSION
pmgetopt
pmhostname localhost
pcp2csv -a ARCHIVE -t 1min -s 3 FIRST LAST
pcp2json -a ARCHIVE -t 1min -s 3 MIDDLE
pcp2json -a ARCHIVE -x -X -E -s 2 FIRST LAST
pcp2xml -a ARCHIVE -t 1min -s 3 FIRST MIDDLE
pcp2xml -a ARCHIVE -x -X -s 2 LAST
pcp2xlsx -a ARCHIVE -t 1min -s 3 -F sheet.xlsx MIDDLE LAST
pcp2graphite -a ARCHIVE -t 1min -s 3 -g 127.0.0.1 -p 1 LAST
pcp2influxdb -a ARCHIVE -t 1min -s 3 -g http://127.0.0.1:1 LAST
pcp2elasticsearch -a ARCHIVE -t 1min -s 3 -g http://127.0.0.1:1 LAST
pcp2zabbix -a ARCHIVE -t 1min -s 3 -g 127.0.0.1 -p 1 -i host LAST
pcp2spark -a ARCHIVE -s 3 -g nowhere.invalid LAST
pcp -a ARCHIVE free
pcp -a ARCHIVE -S 10sec free -m
pcp -a ARCHIVE uptime
pcp -a ARCHIVE vmstat -s 3
pcp -a ARCHIVE -t 30sec -s 3 iostat
pcp -a ARCHIVE -t 30sec -s 3 iostat -x t
pcp -a ARCHIVE -t 30sec -s 3 mpstat
pcp -a ARCHIVE -t 30sec -s 3 mpstat -P ALL
pcp -a ARCHIVE numastat
pcp -a ARCHIVE -s 2 pidstat
pcp -a ARCHIVE -s 2 pidstat -r
pcp -a ARCHIVE -s 2 ps
pcp -a ARCHIVE ipcs
pcp -a ARCHIVE ss
pcp -a ARCHIVE -s 2 tapestat
pcp -a ARCHIVE dmcache
pcp -a ARCHIVE lvmcache
pcp -a ARCHIVE -s 3 dstat
pcp -a ARCHIVE -t 30sec -s 3 dstat -cdn
pcp -a ARCHIVE -z -s 3 dstat --time -m
pcp -a ARCHIVE -s 2 atop
pcp -a ARCHIVE -s 2 atop -g
pcp -a ARCHIVE -s 2 atop -m
pcp -a ARCHIVE -s 2 atopsar
pcp -a ARCHIVE atopsar -c
pcp -a ARCHIVE verify
pcp -a ARCHIVE
pmdumplog -z -i ARCHIVE
pmdumplog -d ARCHIVE FIRST
pmloglabel -l ARCHIVE
pmlogcheck ARCHIVE
'''

CONFIG = '''
some_inst %FIRST% > 0 -> print "first %v";
count_inst (%LAST% >= 0) >= 0;
max = max_inst %MIDDLE%;
'''

# Archives whose values the peer reads in a wrong byte order: 64-bit values of 1996 without a type.
LEFT_OUT = {'babylon.pmview_v2'}

# Lines of either output that may differ, and why: counted, and explained in docs/compatibility.md.
MEANT = [
    ('versions of other libraries', re.compile(r'^(openssl|sasl)_version=|^(secure_sockets|authentication)=')),
    ('suffixes of compressed volumes', re.compile(r'^compress_suffixes=')),
    ('an origin that the last record has',
     re.compile(r'pmFetch: End of PCP archive log$|pmLookupDesc: Derived metric definition failed$')),
    ('the memory of PCP behind an empty set', re.compile(r'\d+ users?,')),
]
MASKS = [
    (re.compile(r'\(\d+\)'), '(PID)'),
    (re.compile(r'\bat 0x[0-9a-f]+'), 'at PLACE'),  # of an object of Python
    (re.compile(r'\[\w{3} \w{3} +\d+ \d\d:\d\d:\d\d\]'), '[DATE]'),
    (re.compile(r'^(?:20\d\d|\d\d:\d\d:\d\d)$', re.M), 'DATE'),
]


def new_files(directory):
    """What the tool has written, which is removed: messages, and pictures as their digests."""
    text = b''
    for path in sorted(pathlib.Path(directory).iterdir()):
        if path.name == 'config' or not path.is_file():
            continue
        content = path.read_bytes()
        if path.suffix == '.xlsx':  # has times of its own
            with zipfile.ZipFile(path) as sheet:
                content = b''.join(sheet.read(name) for name in sheet.namelist() if name.startswith('xl/'))
        if not path.name.startswith('messages'):
            content = hashlib.sha256(content).hexdigest().encode()
        text += path.name.encode() + b': ' + content + b'\n'
        path.unlink()
    return text


def end_those_in(directory):
    """pmchart leaves a pmtime behind, in a session of its own.  Returns how many such programs there were."""
    count = 0
    for link in pathlib.Path('/proc').glob('[0-9]*/cwd'):
        try:
            if os.readlink(link).startswith(directory):
                process = os.pidfd_open(int(link.parent.name))
                signal.pidfd_send_signal(process, signal.SIGKILL)
                os.close(process)
                count += 1
        except OSError:
            pass  # it has gone, or belongs to another user
    return count


def run(words, library, directory):
    """What a tool does.  Where the machine was too busy for it, and it says so, it gets another chance."""
    for _ in range(5):
        answer = run_once(words, library, directory)
        if not re.search(r'missed \d+ ticks', answer[1]):
            break
    return answer


def run_once(words, library, directory):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(('PCP_', 'LD_', 'FDR_'))}
    environment.update(TZ='UTC', LC_ALL='C', TERM='dumb', COLUMNS='80', LINES='24', PATH='/usr/bin:/bin:/usr/sbin',
                       QT_QPA_PLATFORM='offscreen', HOME=directory)
    if library:
        environment['LD_LIBRARY_PATH'] = library
    if os.path.basename(words[0]) == 'pmchart':  # it would ask somebody to read its messages
        environment['PCP_STDERR'] = f'{directory}/messages'
    try:
        done = subprocess.run(words, env=environment, capture_output=True, cwd=directory, stdin=subprocess.DEVNULL,
                              timeout=300)
    except subprocess.TimeoutExpired:
        return ('timeout', '', '', '')
    finally:
        if words[0].endswith('pmchart'):
            end_those_in(directory)
    texts = []
    for text in (done.stdout, done.stderr, new_files(directory)):
        plain = text.decode(errors='replace').replace(directory, 'HERE')
        for pattern, mask in MASKS:
            plain = pattern.sub(mask, plain)
        texts.append(plain)
    return (done.returncode, *texts)


def find_tool(name):
    for directory in ('/usr/bin', '/usr/lib/pcp/bin', '/usr/libexec/pcp/bin'):
        if os.access(f'{directory}/{name}', os.X_OK):
            return f'{directory}/{name}'
    return None


def archives():
    names = {re.sub(r'\.(meta|index|\d+)(\.\w+)?$', '', path.name) for path in ARCHIVES.iterdir()
             if re.search(r'\.meta(\.\w+)?$', path.name)}
    return sorted(str(ARCHIVES / name) for name in names - LEFT_OUT)


def metrics_of(archive, directory):
    status, names, *_ = run(['/usr/bin/pminfo', '-a', archive], None, directory)
    names = [name for name in names.split() if not name.startswith('event.')] if status == 0 else []
    return (names[0], names[len(names) // 2], names[-1]) if names else ('none', 'none', 'none')


def reason_of(ours, peers):
    """Why two answers differ, or None."""
    if ours[0] != peers[0]:
        return None
    reasons = set()
    for our_text, peers_text in zip(ours[1:], peers[1:]):
        our_lines, peers_lines = our_text.splitlines(), peers_text.splitlines()
        if len(our_lines) != len(peers_lines):
            return None
        for one, other in zip(our_lines, peers_lines):
            if one != other:
                reason = next((name for name, pattern in MEANT if pattern.search(one) and pattern.search(other)), None)
                if reason is None:
                    return None
                reasons.add(reason)
    return ', '.join(sorted(reasons))


def first_difference(ours, peers):
    for what, one, other in zip(('status', 'output', 'messages', 'files'), ours, peers):
        if one == other:
            continue
        if what == 'status':
            return f'status {one}, with PCP {other}: {ours[2][-300:]}'
        for a, b in zip(one.splitlines() + ['(end)'], other.splitlines() + ['(end)']):
            if a != b:
                return f'{what}\n    fdr: {a}\n    PCP: {b}'
    return 'ends of lines'


def compare(job):
    command, archive, metrics = job
    with tempfile.TemporaryDirectory() as directory:
        replaced = dict(zip(('FIRST', 'MIDDLE', 'LAST'), metrics), ARCHIVE=archive)
        config = CONFIG
        for name, value in replaced.items():
            config = config.replace(f'%{name}%', value)
        pathlib.Path(directory, 'config').write_text(config)
        replaced['CONFIG'] = 'config'
        words = [re.sub(r'\b(FIRST|MIDDLE|LAST|ARCHIVE|CONFIG)\b', lambda match: replaced[match.group(1)], word)
                 for word in command.split()]
        tool = find_tool(words[0])
        if tool is None:
            return (command, archive, 'missing', f'{words[0]} is not installed')
        words[0] = tool
        peers, ours = run(words, None, directory), run(words, OWN, directory)
        if words[0].endswith('pmchart'):
            while end_those_in(directory):
                pass  # one that ended may have begun another
        if ours == peers:
            return (command, archive, 'same', '')
        if run(words, None, directory) != peers:
            return (command, archive, 'unsteady', '')  # the peer itself answers otherwise the next time
        reason = reason_of(ours, peers)
        return (command, archive, 'meant', reason) if reason else \
            (command, archive, 'different', first_difference(ours, peers))


def jobs(commands, found):
    with tempfile.TemporaryDirectory() as directory:
        for i, archive in enumerate(found):
            metrics = metrics_of(archive, directory)
            for j, command in enumerate(commands):
                # Each command meets another archive than its neighbours; every archive meets some.
                if (i + j * 7) % len(found) < ARCHIVES_OF_A_COMMAND:
                    yield command, archive, metrics


def main():
    commands = [line for line in TABLE.splitlines() if line]
    found = sys.argv[2:] or archives()
    counts, problems = {}, []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() + 2) as pool:
        for command, archive, outcome, text in pool.map(compare, list(jobs(commands, found))):
            kind = f'{outcome}: {text}' if outcome == 'meant' else outcome
            counts[kind] = counts.get(kind, 0) + 1
            if outcome in ('different', 'missing'):
                problems.append(f'{command}\n  on {archive}: {text}')
    print(counts)
    if len(commands) < LEAST_COMMANDS:
        problems.append(f'only {len(commands)} commands')
    if counts.get('same', 0) < len(commands):
        problems.append('too few are the same')
    if problems:
        sys.exit('\n'.join(problems))


main()
