#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What was unusual, on the page: in words above the charts, and as marks in the strip of the whole time.

usage: viewer_why_test.py FDR"""
import json
import subprocess
import tempfile

import archives
from browser import Browser
from viewing import FDR, check, checks, environment, serve

BUTTON = 'document.querySelectorAll(".finding")[{}]'
MARKS = (
    '[...document.querySelectorAll(".overview-finding")].map((one) => '
    '({name: one.title, left: one.getBoundingClientRect().left}))'
)


def told(archive):
    """What the command says."""
    return json.loads(subprocess.run([FDR, 'why', '--json', archive], env=environment(), check=True, capture_output=True,
                                     text=True).stdout)['findings']


def words(page, findings):
    """Each finding is told as the command tells it."""
    shown = page.evaluate('[...document.querySelectorAll(".finding")].map((one) => one.textContent)')
    check('two things were unusual', len(findings) == 2, findings)
    check('all findings are shown', len(shown) == len(findings), shown)
    for finding, text in zip(findings, shown):
        culprit = finding['culprits'][0]
        check('its sentence is shown', finding['evidence'][0]['sentence'][1:] in text, text)
        check('its culprit is shown', f"{culprit['program']} of user {culprit['user']}" in text, text)
    check('the worst comes first', 'solve' in shown[0] and 'cp' in shown[1], shown)
    check('times are those of the zone', '13:00:30 to 13:00:50' in shown[0], shown[0])


def marks(page, findings):
    """A mark stands where its stretch is, and says what happened, and who did it."""
    marked = page.evaluate(MARKS)
    check('each stretch is marked', len(marked) == len(findings), marked)
    left, _, width, _ = page.box('#overview')
    first, last = archives.START - 2.4, archives.START + 120 + 2.4  # with the margins of the page
    for finding, mark in zip(findings, marked):
        at = left + (finding['start'] - first) / (last - first) * width
        check('a mark stands at its time', abs(mark['left'] - at) < 3, (mark, at))
        check('a mark has a name', finding['culprits'][0]['program'] in mark['name'], mark)


def shows(page, number, finding):
    """Whether the page shows this stretch."""
    page.ready()
    state = page.state()
    window, selection = state['window'], state['selection']
    check('the finding is the one that is shown', state['finding'] == number, state['finding'])
    check(
        'its stretch is selected',
        abs(selection['from'] - finding['start']) < 1e-3 and abs(selection['to'] - finding['end']) < 1e-3,
        selection,
    )
    length = window['to'] - window['from']
    check('the window shows it', window['from'] < finding['start'] and window['to'] > finding['end'], window)
    check('and little else', length < 3 * (finding['end'] - finding['start']), window)
    check('the playhead is in it', finding['start'] < state['playhead'] < finding['end'], state['playhead'])
    current = page.evaluate(
        '[...document.querySelectorAll(".finding")].map((one) => one.getAttribute("aria-current") === "true")'
    )
    check('its words are marked', current == [place == number for place in range(len(current))], current)


def ways(page, findings):
    """Enter, a click, a key and a mark lead to a stretch."""
    page.evaluate(BUTTON.format(0) + '.focus()')
    page.key('Enter')
    shows(page, 0, findings[0])
    page.run('zoom.whole')
    page.ready()
    page.click('li:nth-child(2) .finding')
    shows(page, 1, findings[1])
    page.key('!')
    shows(page, 0, findings[0])
    said = page.evaluate('document.querySelector("#notice").textContent')
    check('the key says what it shows', said.startswith('Unusual 1 of 2: 13:00:30 to 13:00:50. '), said)
    page.key('!')
    shows(page, 1, findings[1])
    page.run('zoom.whole')
    page.ready()
    page.click('.overview-finding')
    shows(page, 0, findings[0])


def keeps(page):
    """Times of another zone change nothing else in the list."""
    page.run('finding.show', number=1)
    page.evaluate(BUTTON.format(1) + '.focus()')
    page.run('zone.next', zone='America/New_York')
    page.wait('document.querySelector(".finding-when").textContent.startsWith("08:")')
    check('the focus stays', page.evaluate(f'document.activeElement === {BUTTON.format(1)}'))
    check('and what is shown', page.evaluate(BUTTON.format(1) + '.getAttribute("aria-current")') == 'true')
    page.evaluate('document.querySelector("#verdict summary").click()')
    page.run('zone.next', zone='host')
    page.wait('document.querySelector(".finding-when").textContent.startsWith("13:")')
    check('a closed list stays closed', not page.evaluate('document.querySelector("#verdict details").open'))


def pulls(page):
    """A drag that begins on a mark chooses a window, as elsewhere in the strip."""
    page.run('zoom.whole')
    page.ready()
    x, y = page.middle('.overview-finding')
    page.run('finding.show', number=1)
    page.ready()
    page.drag((x, y), (x + 200, y))
    page.ready()
    state = page.state()
    check('the drag shows no finding', state['finding'] == 1, state['finding'])
    left, _, width, _ = page.box('#overview')
    start = archives.START - 2.4 + (x - left) / width * 124.8
    check('the window begins where the drag began', abs(state['window']['from'] - start) < 1, state['window'])


def sizes(browser, server):
    """Nothing is cut off, on a telephone or on a wide screen."""
    for width in (390, 1400):
        for dark in (False, True):
            page = browser.page(width, 844, dark=dark)
            page.open(server.url + '/#s=odd')
            wide = page.evaluate(
                '[...document.querySelectorAll("#verdict, .finding")].filter((one) => one.scrollWidth > one.clientWidth)'
                '.map((one) => one.outerHTML.slice(0, 100))'
            )
            check(f'all words are on a screen of {width} pixels', not wide, wide)
            check('the console is empty', not page.errors(), page.errors())
            page.close()


def others(browser, server):
    """A source without a past, one that nothing is known about, and a quiet one."""
    for source in ('texts', 'vm'):
        page = browser.page(1280, 800)
        page.open(f'{server.url}/#s={source}')
        if source == 'texts':
            check('nothing is said of what nobody knows', page.evaluate('document.querySelector("#verdict").hidden'))
        else:
            said = page.evaluate('document.querySelector("#verdict").textContent')
            check('a quiet archive is called so', said.startswith('Nothing unusual. Looked at: '), said)
        page.key('!')
        page.wait('document.querySelector("#notice").textContent === "Nothing unusual is known."')
        check('no mark is drawn', page.evaluate(MARKS) == [])
        check('the console is empty', not page.errors(), page.errors())
        page.close()


def live(browser):
    with serve() as server:
        page = browser.page(1280, 800)
        page.open(server.url)
        check('a live source says nothing', page.evaluate('document.querySelector("#verdict").hidden'))
        check('and asks nothing', not [url for url in page.urls() if '/fdr/v1/why' in url], page.urls())
        check('the console is empty', not page.errors(), page.errors())
        page.close()


def main():
    with tempfile.TemporaryDirectory(prefix='fdr-web-') as directory:
        paths = [f'{directory}/{name}' for name in ('odd', 'texts', 'vm')]
        for path, write in zip(paths, (archives.unusual, archives.texts, archives.quiet)):
            write(path)
        findings = told(paths[0])
        with serve('--no-local', *paths) as server, Browser() as browser:
            page = browser.page(1280, 900)
            page.open(server.url + '/#s=odd')
            words(page, findings)
            marks(page, findings)
            ways(page, findings)
            keeps(page)
            pulls(page)
            check('the console is empty', not page.errors(), page.errors())
            page.close()
            sizes(browser, server)
            others(browser, server)
            live(browser)
    checks.end()


main()
