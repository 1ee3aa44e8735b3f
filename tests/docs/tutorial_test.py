#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Checks the pages for users: each command in a block ```console must print what the page says.

A command is a line that begins with "$ "; it may go on behind a backslash.  The lines behind it are its output, on both
streams; a status other than 0 is its last line, "(exit status 4)".  All commands of a page run in one directory, with
the archive that incident_archive writes, db1.  --update writes the pages anew.

usage: tutorial_test.py --fdr FDR --incident INCIDENT_ARCHIVE [--update]"""

import argparse
import difflib
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = ('docs/tutorial.md', 'docs/cookbook.md')


def output_of(command, directory, path):
    environment = {'PATH': f'{path}:/usr/bin:/bin', 'HOME': directory, 'TZ': 'UTC', 'LC_ALL': 'C.UTF-8',
                   'COLUMNS': '110', 'FDR_CONFIG': '/dev/null', 'TMPDIR': directory}
    done = subprocess.run(['bash', '-c', command], cwd=directory, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, check=False)
    lines = [line.rstrip() for line in done.stdout.decode().split('\n')]
    while lines and not lines[-1]:
        lines.pop()
    if done.returncode != 0:
        lines.append(f'(exit status {done.returncode})')
    return lines


def with_outputs(text, run):
    """The page with the output of each command as it is now."""
    page, in_block, command = [], False, None
    for line in text.split('\n'):
        if not in_block:
            in_block = line == '```console'
            page.append(line)
        elif line == '```':
            in_block = False
            page.append(line)
        elif command is not None or line.startswith('$ '):
            page.append(line)
            command = line[2:] if command is None else command + '\n' + line
            if not line.endswith('\\'):
                page.extend(run(command))
                command = None
    return '\n'.join(page)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--fdr', required=True)
    parser.add_argument('--incident', required=True)
    parser.add_argument('--update', action='store_true')
    arguments = parser.parse_args()
    commands, failed = 0, False
    for name in PAGES:
        file = ROOT / name
        old = file.read_text()
        with tempfile.TemporaryDirectory() as directory:
            subprocess.run([arguments.incident, os.path.join(directory, 'db1')], check=True)
            path = os.path.dirname(os.path.abspath(arguments.fdr))

            def run(command):
                nonlocal commands
                commands += 1
                return output_of(command, directory, path)
            new = with_outputs(old, run)
        if new == old:
            continue
        if arguments.update:
            file.write_text(new)
            continue
        failed = True
        sys.stdout.writelines(f'{line}\n' for line in difflib.unified_diff(
            old.split('\n'), new.split('\n'), name, 'what fdr prints', lineterm=''))
    if commands == 0:
        sys.exit('the pages have no commands')
    if failed:
        sys.exit(f'{sys.argv[0]} --update writes the pages anew: read them again then')
    print(f'{commands} commands print what the pages say')


if __name__ == '__main__':
    main()
