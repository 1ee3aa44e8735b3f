#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Checks that docs/guide/if-you-know-pcp.md has every program of the installed PCP.

A name such as `pmie_*` stands for all programs that match.  pcp-vmstat is written `pcp vmstat`.

usage: tools_table_test.py"""

import fnmatch
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = ('/usr/bin', '/usr/lib/pcp/bin', '/usr/libexec/pcp/bin')


def programs():
    """The programs of Debian's package, and those that `pcp` runs."""
    files = subprocess.run(['dpkg', '-L', 'pcp'], capture_output=True, text=True, check=True).stdout.split('\n')
    names = {os.path.basename(file) for file in files if os.path.dirname(file) in FOLDERS}
    return {re.sub('^pcp-', 'pcp ', name) for name in names}


def main():
    page = (ROOT / 'docs/guide/if-you-know-pcp.md').read_text()
    # The first columns of the tables: whole commands, or names alone.
    cells = ' '.join(line.split('|')[1] for line in page.split('\n') if line.startswith('| `'))
    written = re.findall(r'`([^`]+)`', cells)
    found = programs()
    if len(found) < 50:
        sys.exit(f'only {len(found)} programs of PCP are installed')
    missing = [name for name in sorted(found)
               if not any(fnmatch.fnmatch(name, text) or text.startswith(name + ' ') for text in written)]
    if missing:
        sys.exit('the page lacks: ' + ', '.join(missing))
    print(f'{len(found)} programs of PCP are in the page')


if __name__ == '__main__':
    main()
