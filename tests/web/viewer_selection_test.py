#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""A selected stretch on the page: who used what in it, what changed, and in which source.

usage: viewer_selection_test.py FDR"""
import datetime
import json
import os
import subprocess
import tempfile

import archives
from browser import Browser
from viewing import FDR, check, checks, environment, serve

ROWS = (
    '[...document.querySelectorAll("#drawer tbody tr")].map((row) => '
    '[...row.children].map((cell) => cell.textContent))'
)
CHANGES = (
    '[...document.querySelectorAll(".rank-row")].map((row) => '
    '[".rank-name", ".rank-ratio", ".rank-same"].map((part) => row.querySelector(part)?.textContent ?? ""))'
)
SELECTED = {'from': archives.START + 40, 'to': archives.START + 90}


def told(archive):
    """What the command says of the selection, and of the time before."""
    at = [
        '@' + datetime.datetime.fromtimestamp(time, datetime.timezone.utc).strftime('%Y-%m-%d %H:%M:%S')
        for time in (archives.START, SELECTED['from'], SELECTED['from'], SELECTED['to'])
    ]
    options = [word for pair in zip(('-S', '-T', '-B', '-E'), at) for word in pair]
    output = subprocess.run(
        [FDR, 'diff', '--json', '--top', '50', archive, *options], env=environment(), check=True, capture_output=True, text=True
    ).stdout
    return [json.loads(line) for line in output.splitlines()[1:]]


def sums(page):
    page.run('moment.open')
    page.run('select.window', **SELECTED)
    page.wait('document.querySelector("#drawer table[aria-label=\'Processes of the selection\']")')
    rows = page.evaluate(ROWS)
    want = [['solve4242', 'news', '19.5 s', '–', '–'], ['cp4343', 'mail', '–', '–', '4.66 GiB']]
    check('the processes of the selection are added up', rows == want, rows)
    page.evaluate('[...document.querySelectorAll("#drawer .sort")].at(-1).click()')
    page.wait('document.querySelector("#drawer tbody th").textContent === "cp4343"')
    page.evaluate('document.querySelectorAll("#drawer .part")[1].click()')
    page.wait('!document.querySelector("#drawer table[aria-label=\'Processes of the selection\']")')
    page.wait('document.querySelector("#drawer table[aria-label=\'Processes\']")')


def changes(page, archive):
    page.run('rank.open')
    page.wait('document.querySelectorAll(".rank-row").length > 2')
    # The time before is as long as the selection, as far as it was recorded.
    want = [
        [row['metric'] + (f'[{row["instance"]}]' if 'instance' in row else ''), row['change'],
         '= ' + ', '.join(row['same']) if row['same'] else '']
        for row in told(archive)
    ]
    shown = page.evaluate(CHANGES)
    check('changes are those of the command, in its order and words', shown == want, (shown, want))
    page.evaluate('[...document.querySelectorAll("#drawer button")].find((one) => one.textContent.startsWith("Find")).click()')
    page.wait(f'Math.abs((fdr.state.selection?.from ?? 0) - {SELECTED["from"]}) > 0.01')


def source(page, archive):
    page.run('drawer.open', tab='')
    page.run('source.choose')
    page.wait('document.querySelector(".picker-detail").textContent.includes("iB")')
    detail = page.evaluate('document.querySelector(".picker-detail").textContent')
    folder, name = os.path.split(archive)
    size = sum(os.path.getsize(f'{folder}/{file}') for file in os.listdir(folder) if file.startswith(name + '.'))
    check('a source has its time and its size', detail == f'2025-11-24, 2m · {size / 1024:.3g} KiB', detail)


def main():
    with tempfile.TemporaryDirectory(prefix='fdr-web-') as directory:
        archive = f'{directory}/odd'
        archives.unusual(archive)
        with serve('--no-local', archive) as server, Browser() as browser:
            page = browser.page(1280, 900)
            page.open(server.url + '/#s=odd')
            sums(page)
            changes(page, archive)
            source(page, archive)
            check('the console is empty', not page.errors(), page.errors())
            page.close()
            for width in (390, 1400):
                page = browser.page(width, 844)
                page.open(server.url + '/#s=odd')
                page.run('select.window', **SELECTED)
                page.run('moment.open')
                page.wait('document.querySelector("#drawer table[aria-label=\'Processes of the selection\']")')
                wide = page.evaluate('(({scrollWidth, clientWidth}) => scrollWidth - clientWidth)(document.querySelector(".tab-page"))')
                check(f'all columns are on a screen of {width} pixels', wide <= 0, wide)
                page.close()
    checks.end()


main()
