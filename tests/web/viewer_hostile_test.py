#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""The viewer with names that are markup, with archives that are broken, and without its server.

usage: viewer_hostile_test.py FDR"""
import signal
import tempfile

import archives
from browser import Browser
from viewing import check, checks, serve

VIEWS = ('values', 'moment', 'rank', 'notes')  # while a window is selected, `moment` has what was used in it


def stays_itself(page, server, what):
    """Nothing ran, nothing was asked of others, and the console is empty."""
    check(f'{what}: no script of a name ran', page.evaluate('window.hacked === undefined'))
    check(
        f'{what}: no element of a name',
        page.evaluate('document.querySelectorAll("img:not([alt=\\"\\"]), b, script:not([src])").length') == 0,
    )
    foreign = [url for url in page.urls() if not url.startswith((server.url + '/', 'data:', 'blob:'))]
    check(f'{what}: no request to others', not foreign, foreign)
    check(f'{what}: the console is empty', not page.errors(), page.errors()[:3])


def names(browser, server):
    page = browser.page(1280, 900)
    page.open(server.url + '/#s=hostile')
    page.run('panel.add', series=[{'metric': 'toy.hostile', 'instance': None}])
    page.ready()
    state = page.state()
    panel = next(one for one in state['panels'] if one['series'] == ['toy.hostile'])
    labels = [one['label'] for one in panel['buckets']['series']]
    check('all instances are shown', len(labels) == len(archives.HOSTILE), labels)
    check('with their names', 'toy.hostile[<img src=x onerror=window.hacked=1>]' in labels)
    check('invalid bytes are replaced', any('\ufffd' in label for label in labels))
    for selection in (False, True):
        if selection:
            page.key('x')
        for view in VIEWS:
            page.run('drawer.open', tab=view)
            page.ready()
            if selection and view == 'moment':
                page.wait('[...document.querySelectorAll(".sums th")].some((cell) => cell.textContent.includes("<img"))')
    page.run('panel.heat', panel=panel['key'])
    page.run('panel.help', panel=panel['key'])
    page.wait('document.querySelector("dialog")')
    page.key('Escape')
    page.run('find.metric', text='img')
    page.ready()
    page.key('Escape')
    for instance in labels:
        page.run('panel.add', series=[{'metric': 'toy.hostile', 'instance': instance[len('toy.hostile[') : -1]}])
    page.ready()
    width = page.evaluate('document.documentElement.scrollWidth')
    check('no name makes the page wider', width <= 1280, width)
    one = page.state()['panels'][0]
    check('an instance is found again by its name', len(one['buckets']['series']) == 1, one)
    link = page.evaluate('fdr.link()')
    other = browser.page(1280, 900, sibling=page)
    other.open(link)
    check(
        'and by a link',
        [panel['series'] for panel in other.state()['panels']]
        == [panel['series'] for panel in page.state()['panels']],
    )
    stays_itself(page, server, 'names')
    stays_itself(other, server, 'a link')
    page.close()
    other.close()


def addresses(browser, server):
    """Links that others send."""
    for text in (
        '#v=1&s=%3Cimg%20src=x%20onerror=window.hacked=1%3E',
        '#m=%3Cscript%3E:a.b;;,;~;[',
        '#t=1e999&w=-1,1e300&z=%00',
        '#' + 'm=' + 'a' * 9000,
        '#p=0000',
        '#z=No/Such&c=../../etc',
        '#v=99',
    ):
        page = browser.page(1280, 700)
        page.call('Page.navigate', url=f'{server.url}/{text}')
        page.wait('window.fdr !== undefined')
        page.wait('document.readyState === "complete"')
        page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))')  # so that it can do wrong
        check(f'{text[:20]} runs nothing', page.evaluate('window.hacked === undefined'))
        thrown = page.take_events('Runtime.exceptionThrown')
        check(f'{text[:20]} throws nothing', not thrown, thrown[:1])
        page.close()


def odd_archives(browser, server, ids):
    for name in ids:
        page = browser.page(1280, 800)
        page.open(f'{server.url}/#s={name}')
        state = page.state()
        check(
            f'{name} is shown',
            any(panel.get('buckets') and panel['buckets']['series'] for panel in state['panels']),
            page.evaluate('document.querySelector("#notice").textContent'),
        )
        for key in ('w', 'w', ' ', ' ', 'ArrowLeft', 'ArrowRight', 'h', 'F'):
            page.key(key)
        page.ready()
        stays_itself(page, server, name)
        page.close()


def cut_network(browser, server):
    page = browser.page(1280, 800)
    page.open(server.url + '/#s=web1')
    page.run('zoom.to', **{'from': archives.START, 'to': archives.START + 3600})
    page.ready()
    page.call('Network.emulateNetworkConditions', offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    page.run('zoom.to', **{'from': archives.START + 600, 'to': archives.START + 900})
    page.wait('document.querySelector("#notice").textContent.includes("cannot be reached")')
    check('what is known stays in the picture', page.state()['panels'][0]['buckets'] is not None)
    page.key('w')
    page.call(
        'Network.emulateNetworkConditions', offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1
    )
    page.wait('document.querySelector("#notice").hidden')
    page.ready()
    frame = page.state()['panels'][0]['buckets']
    check('and the rest follows by itself', frame['from'] >= archives.START + 500, frame['from'])
    page.close()


def no_source(browser, server):
    """What one does while the server cannot be reached from the start."""
    page = browser.page(1280, 800)
    page.call('Network.setBlockedURLs', urls=['*/fdr/v1/*'])
    page.call('Page.navigate', url=server.url)
    page.wait('window.fdr !== undefined && !document.querySelector("#notice").hidden')
    for selector in ('.ruler', '#overview', '#stage'):
        x, y = page.middle(selector)
        page.drag((x, y), (x + 100, y))
        page.wheel(x, y, 100, 'Ctrl')
    for key in ('w', 'a', 'F', 'f', '5', 'Home', ' ', 'ArrowRight', 'x', ']', 'h', 'Delete', 'Y', 'C', 'l', 'Escape'):
        page.key(key)
    page.call('Page.setInterceptFileChooserDialog', enabled=True)
    for command in ('panel.reset', 'export.png', 'export.csv', 'export.json', 'view.open'):
        page.run(command)
    page.run('view.open', text='no view')
    for view in VIEWS:
        page.run('drawer.open', tab=view)
    thrown = page.take_events('Runtime.exceptionThrown')
    check('nothing is thrown without a source', not thrown, thrown[:1])
    check('nobody is asked for a view file', not page.take_events('Page.fileChooserOpened'))
    page.key('/')
    page.type('disk')
    page.key('Enter')
    page.wait('document.querySelector(".picker-hint").textContent === "No metric has these words."')
    page.key('Escape')
    page.call('Network.setBlockedURLs', urls=[])
    page.ready()
    state = page.state()
    check('the source is opened later', state['panels'][0]['buckets'] and state['window']['from'] < archives.START)
    page.close()


def stopped_server(browser, server):
    """A server that hangs, and goes on."""
    page = browser.page(1280, 800)
    page.open(server.url + '/#s=web1')
    server.process.send_signal(signal.SIGSTOP)
    page.key('w')
    page.key('w')
    page.key('d')
    check(
        'the page answers while the server does not',
        page.evaluate('fdr.state().window.to - fdr.state().window.from') < 3600 * 4,
    )
    server.process.send_signal(signal.SIGCONT)
    page.ready()
    check('and gets what it wants at last', page.state()['panels'][0]['buckets'])
    page.close()


def many_tabs(browser, server):
    pages = []
    for _ in range(8):
        page = browser.page(800, 600, sibling=pages[0] if pages else None)
        page.open(server.url + '/#s=web1')
        pages.append(page)
    before = server.memory()
    for page in pages:
        page.ready()
        page.key('w')
        page.ready()
    check(
        'tabs share what the server knows', server.memory() < before + 64, f'{before} MiB, then {server.memory()} MiB'
    )
    check(
        'and all show the same',
        len({str(page.state()['panels'][0]['buckets']['series'][0]['label']) for page in pages}) == 1,
    )


def main():
    with tempfile.TemporaryDirectory(prefix='fdr-web-') as directory:
        archives.incident(f'{directory}/web1')
        archives.hostile(f'{directory}/hostile')
        archives.one_record(f'{directory}/short')
        archives.crowd(f'{directory}/crowd', 20000)
        archives.damaged(f'{directory}/damaged')
        names_of = [f'{directory}/{name}' for name in ('web1', 'hostile', 'short', 'crowd', 'damaged')]
        with serve(*names_of) as server, Browser() as browser:
            names(browser, server)
            addresses(browser, server)
            odd_archives(browser, server, ('short', 'crowd', 'damaged'))
            cut_network(browser, server)
            no_source(browser, server)
            stopped_server(browser, server)
            many_tabs(browser, server)
    checks.end()


if __name__ == '__main__':
    main()
