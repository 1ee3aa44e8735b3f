#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Views of PCP's pmchart in the viewer: all that come with PCP, what a file may lack, and files that are none.

usage: viewer_views_test.py FDR"""
import pathlib
import re
import tempfile

import archives
from browser import Browser
from viewing import check, checks, serve

VIEWS = pathlib.Path('/etc/pcp/pmchart')
CHART = re.compile(r'^\s*chart\s+(?:title\s+(?:"([^"]*)"|(\S+))\s+)?style\s+(\w+)', re.IGNORECASE | re.MULTILINE)
PLOT = re.compile(
    r'^\s*(?:optional-)?plot\b.*\bmetric\s+(\S+)(?:\s+(instance|matching|not-matching)\s+"?(.*?)"?)?\s*$',
    re.IGNORECASE | re.MULTILINE,
)
# Whatever a pattern of PCP's views looks for, one of these has it, and another one does not.
NAMES = ('eth0', 'lo', '001234 /usr/lib/pcp/bin/pmcd -A', '001235 /var/lib/pcp/pmdas/linux/pmdalinux')
CPU = """#kmchart
version 1
chart title "Load <b>of</b> [%h]" style plot scale 0 40
    plot legend "1 min" color yellow metric kernel.all.load instance "1"
    plot legend "<img src=x onerror=window.hacked=1>" metric kernel.all.load instance "15 minute"
chart title "Disks" style stacking
    plot legend "Reads %i" metric disk.dev.read not-matching "^sd[b-z]|^dm"
    plot metric disk.dev.write matching "^nvme"
chart title "CPU" style utilization
    plot metric kernel.all.cpu.user
    optional-plot metric kernel.all.cpu.nice
    plot color rgbi:ff:00:ff metric kernel.all.cpu.sys
chart title "None of it" style plot
    plot metric no.such.metric
chart title "Bars" style bar
    plot metric kernel.all.pswitch
    plot metric kernel.all.load instance "2 minute"
    plot metric proc.psinfo.sname
    plot host elsewhere metric hinv.ncpu
    plot metric kernel.all
"""


def notice(page):
    return page.evaluate('document.querySelector("#notice > span").textContent')


def open_text(page, name, text):
    page.run('view.open', name=name, text=text)
    return notice(page)


def shown(page):
    return [(panel['title'], panel['stack'], panel['series']) for panel in page.state()['panels']]


def views():
    """The views of PCP: their names and texts.  Scripts write views, but are none."""
    texts = {path.name: path.read_text(encoding='utf-8') for path in sorted(VIEWS.iterdir())}
    return {name: text for name, text in texts.items() if not text.startswith('#!')}, texts


def archive_of_views(path, texts):
    """An archive that has all that the views show."""
    out, metrics = archives.Writer(path, host='web1.example.com'), {}
    for metric, kind, instance in PLOT.findall('\n'.join(texts)):
        instances = metrics.setdefault(metric, [])
        if kind:
            instances += [instance] if kind.lower() == 'instance' else NAMES
    for place, (metric, instances) in enumerate(metrics.items()):
        out.metric(metric, semantics='instant', indom=place + 1 if instances else None)
    for record in range(30):
        for place, (metric, instances) in enumerate(metrics.items()):
            for instance in dict.fromkeys(instances):
                out.put(metric, place + record, out.instance(place + 1, instance))
            if not instances:
                out.put(metric, place + record)
        out.write(archives.START + record * archives.STEP)
    out.close()


def of_pcp(page):
    """Every file that comes with pmchart."""
    good, every = views()
    check('PCP has views', len(good) > 25, len(good))
    for name, text in every.items():
        before, said = shown(page), open_text(page, name, text)
        titles = [(a or b).replace('%h', 'web1') for a, b, _ in CHART.findall(text)]
        if name not in good:
            check(f'{name} is a program', 'is a program that writes a view' in said, said)
        elif not titles:
            check(f'{name} has nothing to show', said == f'{name}: the file has no charts', said)
        else:
            count = '1 chart' if len(titles) == 1 else f'{len(titles)} charts'
            check(f'{name} is opened', said.startswith(f'{name}: {count}.') and 'Not in' not in said, said)
            check(f'{name} has its charts', [one[0] for one in shown(page)] == titles, shown(page))
            styles = [style.lower() for _, _, style in CHART.findall(text)]
            stacks = [{'stacking': 'sum', 'utilization': 'share'}.get(style, '') for style in styles]
            check(f'{name} has its stacks', [one[1] for one in shown(page)] == stacks, shown(page))
            continue
        check(f'{name} changes nothing', shown(page) == before)
    page.run('view.open', name='Overview', text=good['Overview'])
    page.ready()
    check(
        'the charts have values',
        all(panel['buckets']['series'] for panel in page.state()['panels'] if panel['isVisible']),
    )


def parts(page):
    """What the source does not have is left out; numbers are those of the state."""
    said = open_text(page, 'mine', CPU)
    check(
        'a notice names what is left out',
        said == 'mine: 4 charts. Not in this source: kernel.all.cpu.nice, no.such.metric, kernel.all.load[2 minute], '
        'proc.psinfo.sname and 2 more. Lines in place of: bar.',
        said,
    )
    check(
        'the rest is shown',
        shown(page)
        == [
            ('Load <b>of</b> [web1]', '', ['kernel.all.load[1 minute]', 'kernel.all.load[15 minute]']),
            ('Disks', 'sum', ['disk.dev.read[sda]', 'disk.dev.read[nvme0n1]', 'disk.dev.write[nvme0n1]']),
            ('CPU', 'share', ['kernel.all.cpu.user', 'kernel.all.cpu.sys']),
            ('Bars', '', ['kernel.all.pswitch']),
        ],
        shown(page),
    )
    page.run('time.go', t=archives.INCIDENT)
    page.ready()
    state = page.state()
    load, disks = state['panels'][:2]
    values = state['values']['byLabel']
    check('a chart has its scale', load['scale'] == {'low': 0, 'high': 40}, load['scale'])
    number = f'{values["kernel.all.load[1 minute]"]:.3g}'
    check('the legend has the names and the values', load['legend'][0] == f'1 min{number}', load['legend'])
    check('a name is text', load['legend'][1].startswith('<img src=x'), load['legend'])
    check(
        'names and colours are in the link',
        '~as.1%20min,~c.' in page.evaluate('fdr.link()') and '~c.ff00ff' in page.evaluate('fdr.link()'),
        page.evaluate('fdr.link()'),
    )
    reads = f'{values["disk.dev.read[sda]"]:.3g} /s'
    check('wildcards are filled in', disks['legend'][0] == f'Reads sda{reads}', (disks['legend'], reads))
    check(
        'no name becomes an element',
        page.evaluate(
            'window.hacked === undefined && document.querySelectorAll("img:not([alt=\\"\\"]), b").length === 0'
        ),
    )


def ways_back(browser, page):
    page.run('panel.reset')
    page.wait('location.hash !== "" && !location.hash.includes("m=")')
    usual = shown(page)
    page.run('view.open', name='mine', text=CPU)
    page.click('#notice button')
    check('Undo brings the panels back', shown(page) == usual)
    page.wait('!location.hash.includes("m=")')
    page.run('view.open', name='mine', text=CPU)
    page.wait('location.hash.includes("m=")')
    opened = shown(page)
    link = page.evaluate('fdr.link()')
    other = browser.page(1280, 900, sibling=page)
    other.open(link)
    check('a link has all of a view', shown(other) == opened, shown(other))
    legends = [[panel['legend'] for panel in one.state()['panels']] for one in (page, other)]
    check('with its names', legends[0] == legends[1], legends)
    other.close()
    page.ready()
    page.evaluate('history.back()')
    page.wait('!location.hash.includes("m=")')
    page.wait('fdr.state().panels.length !== 4')
    check('the browser goes back', shown(page) == usual, shown(page))
    page.evaluate('history.forward()')
    page.wait('fdr.state().panels.length === 4')
    check('and forward', shown(page) == opened)


def files(page, directory):
    """As users open files: from the palette, and by a drop."""
    view, broken = directory / 'CPU view', directory / 'broken'
    view.write_text('#kmchart\nversion 1\nchart title Chosen style line\n plot metric kernel.all.pswitch\n')
    broken.write_text('#kmchart\nversion 1\nchart title A\n')
    page.call('Page.setInterceptFileChooserDialog', enabled=True)
    page.key('>')
    page.type('view file')
    page.wait('document.querySelector(".picker-row .picker-label").textContent.startsWith("Open a view")')
    page.key('Enter')
    while not (asked := page.take_events('Page.fileChooserOpened')):
        pass
    page.call('DOM.setFileInputFiles', files=[str(view)], backendNodeId=asked[-1]['backendNodeId'])
    page.wait('fdr.state().panels[0].title === "Chosen"')
    check('the palette opens a file', notice(page) == 'CPU view: 1 chart.', notice(page))
    drop(page, broken)
    page.wait('document.querySelector("#notice").textContent.includes("broken")')
    check(
        'an error has the file and the line',
        notice(page) == 'broken, line 3: expected "style", but the line ends',
        notice(page),
    )
    view.write_text('#kmchart\nversion 1\nchart title Dropped style line\n plot metric kernel.all.pswitch\n')
    drop(page, view, VIEWS / 'Loadavg')
    page.wait('fdr.state().panels[0].title === "Dropped"')
    check('several files are one page', len(shown(page)) == 2, shown(page))
    check('the page is as before', page.evaluate('document.body.className') == '')


def drop(page, *paths):
    data = {'items': [], 'files': [str(path) for path in paths], 'dragOperationsMask': 1}
    for kind in ('dragEnter', 'dragOver', 'drop'):
        page.call('Input.dispatchDragEvent', type=kind, x=600, y=400, data=data)


def no_views(page, directory):
    """Files that are no views are refused at once."""
    before = shown(page)
    chart = '#kmchart\nversion 1\nchart style plot\n'
    for name, body, message in (
        ('large', b'#kmchart\nversion 1\n' + b'x' * 10_000_000, 'large: the file is too large for a view file'),
        ('binary', bytes(range(256)) * 100, 'binary, line 1: the file is not text in UTF-8'),
        ('deep', b'#kmchart\nversion 1\n' + b'"(' * 100_000, 'deep, line 3: expected "chart"'),
        ('empty', b'', 'empty, line 1: a view file begins with #kmchart'),
        ('hollow', b'#kmchart\nversion 1\n', 'hollow: the file has no charts'),
        ('regex', f'{chart}plot metric disk.dev.read matching (\n'.encode(), 'regex, line 4: Unmatched ('),
        (
            'evil',
            f'{chart}plot metric disk.dev.read matching (a{{99}}){{99}}$\n'.encode(),
            'evil, line 4: Regular expression too big',
        ),
        ('foreign', f'{chart}plot metric no.such\n'.encode(), 'foreign: the source has nothing of it: no.such'),
    ):
        path = directory / name
        path.write_bytes(body)
        drop(page, path)
        page.wait(f'document.querySelector("#notice").textContent.startsWith("{name}")')
        check(f'{name} is refused', notice(page).startswith(message), notice(page)[:200])
        check(f'{name} changes nothing', shown(page) == before)
    drop(page, *[directory / 'hollow'] * 17)
    page.wait('document.querySelector("#notice").textContent === "More than 16 files."')
    drop(page, directory)
    page.wait(f'document.querySelector("#notice").textContent.startsWith("{directory.name}")')


def main():
    with tempfile.TemporaryDirectory(prefix='fdr-web-') as name:
        directory = pathlib.Path(name)
        archives.incident(f'{name}/web1', host='web1.example.com')
        archive_of_views(f'{name}/views', views()[0].values())
        with serve(f'{name}/web1', f'{name}/views') as server, Browser() as browser:
            page = browser.page(1280, 900)
            page.open(server.url + '/#s=views')
            of_pcp(page)
            check('the console is empty', not page.errors(), page.errors())
            page = browser.page(1280, 900)
            page.open(server.url + '/#s=web1')
            parts(page)
            ways_back(browser, page)
            check('the console is still empty', not page.errors(), page.errors())
            files(page, directory)
            no_views(page, directory)
            thrown = page.take_events('Runtime.exceptionThrown')
            check('nothing is thrown', not thrown, thrown[:1])
    checks.end()


if __name__ == '__main__':
    main()
