#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Reads what earlier versions of fdr wrote, and what was written for them: testdata/earlier/VERSION.

The file `commands` there has commands, each behind a $, with their output.  They run in a copy of the folder.  JSON may
have more than that: new fields, but the same values in the old ones (docs/stability.md).

usage: earlier_test.py FDR [--write VERSION]
With --write, the output is written into the file."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SAMPLES = HERE.parent.parent / 'testdata/earlier'
LEAST = 20  # commands of a version
LIMIT = 300  # seconds of a command; only what never ends takes so long


def commands_in(text):
    """Pairs of a command and its output; first the comment at the start."""
    head, *parts = ('\n' + text).split('\n$ ')
    pairs = [part.partition('\n')[::2] for part in parts]
    return head.lstrip('\n'), [(command, output.rstrip('\n')) for command, output in pairs]


def is_within(expected, actual):
    """Whether JSON has everything that is expected."""
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(
            key in actual and is_within(value, actual[key]) for key, value in expected.items())
    if isinstance(expected, list):
        return isinstance(actual, list) and len(expected) == len(actual) and all(map(is_within, expected, actual))
    return type(expected) is type(actual) and expected == actual


def line_is_kept(expected, actual):
    if expected == actual:
        return True
    try:
        return expected[:1] in ('{', '[') and is_within(json.loads(expected), json.loads(actual))
    except ValueError:
        return False


def is_kept(expected, actual):
    expected, actual = expected.split('\n'), actual.split('\n')
    return len(expected) == len(actual) and all(map(line_is_kept, expected, actual))


class Run:
    """Commands in a copy of the files of a version."""

    def __init__(self, fdr, samples, directory):
        self.directory = pathlib.Path(directory)
        shutil.copytree(samples, self.directory / 'files')
        (self.directory / 'bin').mkdir()
        (self.directory / 'bin/fdr').symlink_to(pathlib.Path(fdr).resolve())
        (self.directory / 'bin/get').symlink_to(HERE / 'get.py')
        # A recorder that takes orders has files and a socket.
        for folder in ('tmp/pmlogger', 'run'):
            (self.directory / folder).mkdir(mode=0o700, parents=True)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(('FDR_', 'PCP_', 'PM'))}
        self.environment = dict(kept, PATH=f'{self.directory}/bin:/usr/bin:/bin', TZ='UTC', LC_ALL='C.UTF-8',
                                FDR_CONFIG='/dev/null', FDR_RUN_DIR=f'{self.directory}/run',
                                PCP_RUN_DIR=f'{self.directory}/run', PCP_TMP_DIR=f'{self.directory}/tmp',
                                PCP_DERIVED_CONFIG='')

    def output(self, command):
        with subprocess.Popen(['bash', '-c', command], cwd=self.directory / 'files', env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              start_new_session=True) as process:
            try:
                text = process.communicate(timeout=LIMIT)[0]
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                text = process.communicate()[0] + b'\nit does not end'
        return text.decode().rstrip('\n')


def test(fdr, samples, writes):
    head, pairs = commands_in((samples / 'commands').read_text(encoding='utf-8'))
    failures, written = [], [head.rstrip('\n')]
    with tempfile.TemporaryDirectory(prefix='fdr-earlier-') as directory:
        run = Run(fdr, samples, directory)
        for command, expected in pairs:
            actual = run.output(command)
            written.append(f'\n$ {command}\n{actual}')
            if not writes and not is_kept(expected, actual):
                failures.append(f'{samples.name}: {command}\nprinted\n{actual}\nand not\n{expected}')
    if writes:
        (samples / 'commands').write_text('\n'.join(written) + '\n', encoding='utf-8')
    if len(pairs) < LEAST:
        failures.append(f'{samples.name}: only {len(pairs)} commands')
    print(f'{samples.name}: {len(pairs)} commands, {len(failures)} failures')
    return failures


def self_test():
    """A changed value, a missing field and a shorter list are found; a new field is not."""
    old = '{"a":[{"b":1}],"c":"x"}'
    assert is_kept(old, '{"c":"x","a":[{"b":1,"d":2}],"e":null}')
    for new in ('{"a":[{"b":2}],"c":"x"}', '{"a":[{"b":1}]}', '{"a":[],"c":"x"}', '{"a":[{"b":true}],"c":"x"}',
                old + '\n' + old, '', '{"a":'):
        assert not is_kept(old, new), new
    assert not is_kept('1,2', '1,2,3')


def main():
    self_test()
    fdr, *rest = sys.argv[1:]
    versions = sorted(path for path in SAMPLES.iterdir() if path.is_dir())
    failures = [failure for samples in versions
                for failure in test(fdr, samples, rest[:1] == ['--write'] and rest[1:] == [samples.name])]
    sys.exit('\n'.join(failures) if failures or not versions else 0)


if __name__ == '__main__':
    main()
