#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""A recorder that takes its orders in lines from the program that started it survives whatever comes.

usage: order_lines_test.py FDR
"""
import os
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
from checks import Checks  # noqa: E402 pylint: disable=wrong-import-position
from seeds import chosen_seed  # noqa: E402 pylint: disable=wrong-import-position
from waiting import wait_until  # noqa: E402 pylint: disable=wrong-import-position

FDR = os.path.abspath(sys.argv[1])
ENVIRONMENT = dict(os.environ, TZ='UTC', LC_ALL='C', FDR_CONFIG='/dev/null', PCP_DERIVED_CONFIG='', PCP_XCONFIRM_PROG='/bin/false')
check = Checks()


def record(directory, name, lines, ends=True):
    """Sends these bytes.  The recorder ends by their order, or with the pipe; returns what it said."""
    out, into = os.pipe()
    process = subprocess.Popen([FDR, 'record', '-q', '-t', '100ms', '-x', str(out), name, 'hinv.ncpu'], pass_fds=[out],
                               cwd=directory, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT)
    os.close(out)
    volume = f'{directory}/{name}.0'
    wait_until(lambda: os.path.exists(volume) or process.poll() is not None, f'{name}: nothing is recorded')
    try:
        for part in lines:
            os.write(into, part)
            time.sleep(0.02)
    except BrokenPipeError:
        pass
    if not ends:
        size = os.path.getsize(volume)
        wait_until(lambda: os.path.getsize(volume) > size, f'{name}: the recorder does not go on', process)
        process.terminate()
    try:
        said = process.communicate(timeout=300)[0]
    except subprocess.TimeoutExpired:
        process.kill()
        said = process.communicate()[0]
        check(False, f'{name}: the recorder does not end')
    os.close(into)
    check(process.returncode == 0, f'{name}: status {process.returncode}, {said}')
    check(b'anitizer' not in said, f'{name}: {said}')
    checked = subprocess.run([FDR, 'check', '-q', name], cwd=directory, env=ENVIRONMENT, check=False, capture_output=True)
    check(checked.returncode == 0, f'{name}: {checked.stdout}{checked.stderr}')
    return said


def main():
    with tempfile.TemporaryDirectory(prefix='fdr-orders-') as directory:
        good = [b'V0\n', b'F/tmp/my.folio\n', b'Pmytool\n', b'R\n']
        said = record(directory, 'good', [*good, b'?\n', b'Q\n'])
        check(b'mytool' in said and b'my.folio' in said and b'fdr folio replay' in said, f'good: {said}')
        said = record(directory, 'unknown', [*good, b'V1\n', b'V\n', b'\n', b'X\n', b'q\n', b'Q\n'])
        check(said.count(b'does not know') >= 4, f'unknown: {said}')
        said = record(directory, 'control', [b'P\x1b[31mred\x00\xff\n', b'F\x07\n', b'?\n', b'\x1b[2J\n', b'Q\n'])
        check(b'\x1b' not in said and b'\x00' not in said, f'control: {said}')
        said = record(directory, 'long', [b'V0\n', *200 * [b'x' * 1000], b'\n', b'Q\n'])
        check(b'too long' in said, f'long: {said}')
        record(directory, 'parts', [bytes([byte]) for byte in b'V0\nF/tmp/f\nPme\n?\nD\nQ\n'], ends=False)
        rng = random.Random(chosen_seed())
        for number in range(20 if 'FDR_SOAK' in os.environ else 3):
            noise = [bytes(rng.choice(b'VFPR?DX \n\n\x00\xff0123') for _ in range(rng.randint(1, 300))).replace(b'D', b'd')
                     for _ in range(20)]
            record(directory, f'noise{number}', [*noise, b'\nQ\n'])
    check.end()


if __name__ == '__main__':
    main()
