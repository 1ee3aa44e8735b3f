#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Record mode: programs that start recorders, with our library and PCP's, and with both recorders.

usage: record_mode_test.py DRIVER_OURS DRIVER_PEER [SCRIPTS]

The recorder is a script that writes its orders into a file.  So scripts of calls can be compared.
"""
import os
import random
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
from waiting import LIMIT, wait_until  # noqa: E402 pylint: disable=wrong-import-position

OURS, PEER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SCRIPTS = int(sys.argv[3]) if len(sys.argv) > 3 else (1000 if os.environ.get('FDR_SOAK') else 60)

# Writes its directory, its arguments and its orders beside the archive that it should write.
RECORDER = '''#!/bin/bash
for word; do
  [ "$before" = -x ] && fd=$word
  before=$word
done
{ echo "directory $(pwd)"; echo "$*"; cat "$before.config"; } >"$before.0"
: >>"$before.log"
while read -r line <&"$fd"; do
  echo "order $line" >>"$before.0"
  case $line in
    P*) : >"$before.up" ;;  # the last order of a start: scripts end recorders behind it
    Q*) exit 3 ;;
  esac
done
echo "end of orders" >>"$before.0"
'''

crashes = []  # the numbers of scripts
FIXED = [
    ['add a 0', 'on -1', 'off -1', 'setup f c 0', 'setup g c 0', 'on -1', 'status -1', 'arg -1 x', 'show'],
    ['setup f c 0', 'setup f c 0', 'add a 1', 'add b 0', 'add a 0', 'on 0', 'on -1', 'show', 'started', 'status -1',
     'status 1', 'off 1', 'ended', 'off 1', 'status 1', 'show', 'add c 0', 'detach -1', 'ended', 'off -1', 'show'],
    ['setup d/f c 1', 'add h.example.org 0', 'arg -1 -t', 'arg -1 1sec', 'arg 0 -T5sec', 'on -1', 'detach 0',
     'setup d/g again 0', 'add x 0', 'arg 1 -v', 'on -1', 'off -1', 'ended', 'off -1'],
    ['setup f c 0', 'add a 0', 'add b 0', 'on -1', 'started', 'kill 0', 'show', 'status -1', 'show', 'status 0', 'off -1',
     'ended', 'show', 'off -1', 'show'],
    ['setup f c 0', 'add a 0', 'on -1', 'started', 'kill 0', 'off 0', 'show', 'off 0', 'show'],
    ['setup f c 0', 'add a 0', 'bad -1 42', 'bad 0 7', 'on -1', 'started', 'bad -1 42', 'off -1'],
    ['setup missing/f c 0', 'setup d c 0', 'add a 0', 'setup f c 0', 'off -1'],
    ['setup f c 0'] + ['add same 0'] * 28 + ['on -1', 'started', 'off -1'],
]


def random_script(choose):
    script, has_default = [], False
    for _ in range(choose.randint(4, 14)):
        call = choose.choice('setup setup add add add arg on on status off detach show'.split())
        number = choose.randint(-1, 2)
        if call == 'setup':
            script.append(f'setup {choose.choice("fgh")} {choose.choice(("c", "tool"))} {choose.randint(0, 1)}')
        elif call == 'add':  # a second default host is refused only here
            is_default = not has_default and choose.random() < 0.3
            has_default |= is_default
            script.append(f'add {choose.choice(("a", "b", "local:"))} {int(is_default)}')
        elif call == 'arg':
            script.append(f'arg {number} {choose.choice(("-t", "1sec"))}')
        else:
            script.append('show' if call == 'show' else f'{call} {number}')
        if call in ('on', 'off', 'detach'):
            script.append('started' if call == 'on' else 'ended')
    return script


def write_recorder(tools):
    """Before the first program starts: a process that still has the file open for writing lets nobody run it."""
    os.makedirs(tools)
    with open(f'{tools}/pmlogger', 'w', encoding='ascii') as file:
        file.write(RECORDER)
    os.chmod(f'{tools}/pmlogger', stat.S_IRWXU)


def play(driver, script, directory, tools):
    """What the program printed, and the files that are left, without the letters that make names unique."""
    work = f'{directory}/work'
    os.makedirs(f'{work}/d')
    environment = dict(os.environ, TZ='UTC', LC_ALL='C', PCP_BINADM_DIR=tools, FDR_RECORDER=f'{tools}/pmlogger')
    done = subprocess.run([driver], input='\n'.join(script) + '\n', env=environment, cwd=work, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=LIMIT)
    # The end of the program is the end of orders.
    wait_until(lambda: not recorders_in(work), lambda: f'recorders of {script} go on: {recorders_in(work)}')
    files, bases = {}, []
    for path, _, names in os.walk(work):
        for name in names:
            place = os.path.relpath(os.path.join(path, name), work)
            with open(os.path.join(path, name), encoding='utf-8') as file:
                files[place] = file.read()
            if match := re.match(r'(?:d/)?(\w{6})[a-z]?\.', place):
                bases.append(match[1])
    return normal(done.stdout + f'\nstatus {done.returncode}', work, bases), {
        normal(place, work, bases): normal(text, work, bases) for place, text in files.items()}


def recorders_in(work):
    return [process for process in os.listdir('/proc') if process.isdigit() and runs_in(process, work)]


def runs_in(process, work):
    try:
        return os.readlink(f'/proc/{process}/cwd').startswith(work)
    except OSError:  # it has ended
        return False


def normal(text, work, bases):
    for base in bases:
        text = text.replace(base, 'BASE')
    text = re.sub(r'-x \d+', '-x FD', text.replace(work, 'WORK'))
    return re.sub(r'at \w{3} \w{3} +\d+ [\d:]+ \d{4}', 'at TIME', re.sub(r'Creator: (\S+) \w{6}$', r'Creator: \1 BASE', text,
                                                                         flags=re.MULTILINE))


def without_known_differences(ours, theirs):
    """PCP loses the replay configuration: docs/compatibility.md."""
    def trimmed(files):
        return {place: text for place, text in files.items() if not re.fullmatch(r'(d/)?(BASE|\w{6})', place)}
    return trimmed(ours), trimmed(theirs)


def compare(number, script, directory, tools):
    ours = play(OURS, script, f'{directory}/ours', tools)
    theirs = play(PEER, script, f'{directory}/theirs', tools)
    text = []
    if re.search(r'status -\d+$', theirs[0]):  # PCP uses memory of an earlier session: docs/compatibility.md
        crashes.append(number)
        shutil.rmtree(directory)
        return ''
    if ours[0] != theirs[0]:
        text.append(f'ours\n{ours[0]}\nPCP\n{theirs[0]}')
    our_files, their_files = without_known_differences(ours[1], theirs[1])
    for place in sorted(our_files.keys() | their_files.keys()):
        if our_files.get(place) != their_files.get(place):
            text.append(f'{place}\nours\n{our_files.get(place)}\nPCP\n{their_files.get(place)}')
    shutil.rmtree(directory)
    return text and f'script {number}: ' + '; '.join(script) + '\n' + '\n'.join(text)


def main():
    scripts = FIXED + [random_script(random.Random(f'record {i}')) for i in range(SCRIPTS)]
    with tempfile.TemporaryDirectory(prefix='fdr-record-mode-') as directory, ThreadPoolExecutor(8) as pool:
        tools = f'{directory}/tools'
        write_recorder(tools)
        results = list(pool.map(lambda i: compare(i, scripts[i], f'{directory}/{i}', tools), range(len(scripts))))
    for result in filter(None, results):
        print(result)
    failed = sum(map(bool, results))
    print(f'{len(scripts)} scripts, {failed} differ; the library of PCP crashes in {len(crashes)}')
    sys.exit(failed > 0 or len(crashes) > len(scripts) / 50)


main()
