#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What the page says of sources that are damaged, broken, small, or large.

usage: viewer_sources_test.py FDR"""
import os
import tempfile

import archives
from browser import Browser
from viewing import check, checks, serve

TEXT = 'document.querySelector({!r})?.textContent ?? ""'


def text_of(page, selector):
    return page.evaluate(TEXT.format(selector))


def broken(browser, server):
    """Archives that cannot be opened are named, with the reason."""
    page = browser.page(1280, 800)
    page.open(server.url)
    said = text_of(page, '#notice')
    check('an archive that cannot be opened is named at first', 'junk cannot be opened: ' in said, said)
    page.run('source.choose')
    page.wait('document.querySelectorAll(".picker-row").length > 3')
    row = page.evaluate(
        '[...document.querySelectorAll(".picker-row")].map((one) => one.textContent)'
        '.find((one) => one.startsWith("junk"))'
    )
    check('and stands in the list of sources, with the reason', 'bad magic number' in (row or ''), row)
    page.key('Escape')
    page.close()


def damaged(browser, server):
    page = browser.page(390, 800)
    page.open(server.url + '/#s=damaged')
    page.wait('!document.querySelector(".damage").hidden')
    page.click('.damage')
    page.wait('document.querySelector("dialog .problems")')
    said = text_of(page, 'dialog .problems')
    check('damage is said, with its file', said.startswith('damaged.0: ') and 'offset' in said, said)
    page.close()
    page = browser.page(390, 800)
    page.open(server.url + '/#s=many')
    check('a whole archive is not called damaged', page.evaluate('document.querySelector(".damage").hidden'))
    page.close()


def small(browser, server):
    page = browser.page(1280, 800)
    page.open(server.url + '/#s=texts')
    panels = page.state()['panels']
    check('texts alone are shown', [panel['view'] for panel in panels] == ['states'], panels)
    check('one metric is one', '1 metric' in text_of(page, '.source-facts') and 'metrics' not in text_of(page, '#top'))
    page.run('drawer.open', tab='moment')
    page.wait('document.querySelector("#drawer").textContent.includes("no instances to list")')
    page.run('source.open', s='short')
    page.ready()
    facts = text_of(page, '.source-facts')
    check('one record is one moment', 'one moment' in facts, facts)
    page.close()


def processors(page):
    panel = next(panel for panel in page.state()['panels'] if panel['title'] == 'Processors')
    page.evaluate(f'document.querySelector(\'[data-panel="{panel["key"]}"]\').scrollIntoView()')
    page.ready()
    panel = next(one for one in page.state()['panels'] if one['key'] == panel['key'])
    heat = panel['heat']
    check('each processor has a row', heat and len(heat['rows']) == archives.CPUS, heat)
    check('which is all that it does', abs(heat['high'] - 0.94) < 0.01 and abs(heat['low'] - 0.06) < 0.01, heat)
    title = text_of(page, f'[data-panel="{panel["key"]}"] .heat-title')
    check('and the page says so', title == 'By instance: user + nice + sys + irq.soft + irq.hard + steal', title)


def processes(page):
    page.run('moment.open')
    page.wait('document.querySelector("#drawer tbody tr")')
    head = page.evaluate('[...document.querySelectorAll("#drawer thead th")].map((one) => one.textContent)')
    check('a process has a name, a user and a command', [head[0], head[1], head[-1]] == ['Name', 'User', 'Command'], head)
    right = page.evaluate('document.querySelector("#drawer").getBoundingClientRect().right')
    cells = page.evaluate(
        '[...document.querySelector("#drawer tbody tr").children].map((one) => [one.textContent, '
        'one.getBoundingClientRect().right, one.scrollWidth <= one.clientWidth + 1])'
    )
    check(
        'all of it can be read',
        [cells[0][0], cells[1][0]] == ['firefox10051', 'setroubleshoot']
        and all(end <= right + 1 for _, end, _ in cells)
        and all(fits for _, _, fits in cells[:2])
        and cells[-1][0].endswith('-childID 4'),
        (cells, right),
    )


def whole_time(page):
    page.run('zoom.whole')
    page.run('rank.open')
    page.wait('document.querySelector("#drawer [role=status]").textContent.includes("series")')
    said = text_of(page, '#drawer [role=status]')
    check('what nothing lies before is compared by halves', 'Its halves: ' in said, said)
    page.wait('document.querySelector(".rank-row")')
    facts = text_of(page, '.rank-facts')
    check('the order is said as in the terminal', ' apart' in facts, facts)


def large(browser, server):
    page = browser.page(1400, 900)
    page.open(server.url + '/#s=many')
    processors(page)
    processes(page)
    page.close()
    page = browser.page(1400, 900)
    page.open(server.url + '/#s=damaged')
    whole_time(page)
    page.close()


def no_room(browser, directory):
    """A cut that finds no room is refused in the page."""
    with serve('--cut-space', '1kB', f'{directory}/many') as server:
        page = browser.page(1280, 800)
        page.open(server.url)
        page.run('share.cut')
        page.wait('document.querySelector("dialog a")')
        page.click('dialog a')
        page.wait('document.querySelector("#notice").textContent.includes("cut out for all clients")')
        check('a refused cut is said', True)
        page.close()


def main():
    with tempfile.TemporaryDirectory(prefix='fdr-web-') as directory:
        archives.processors(f'{directory}/many')
        archives.damaged(f'{directory}/damaged')
        archives.texts(f'{directory}/texts')
        archives.one_record(f'{directory}/short')
        for part in ('.meta', '.0'):
            with open(f'{directory}/junk{part}', 'wb') as file:
                file.write(os.urandom(200))
        with serve(directory) as server, Browser() as browser:
            for part in (broken, damaged, small, large):
                part(browser, server)
            no_room(browser, directory)
    checks.end()


if __name__ == '__main__':
    main()
