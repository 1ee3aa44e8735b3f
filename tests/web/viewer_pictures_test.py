#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""The pictures of the documentation: whether the viewer makes them, and whether pages show all of them.

usage: viewer_pictures_test.py FDR [DIRECTORY]

DIRECTORY, such as docs/images, gets the pictures."""
import pathlib
import re
import struct
import sys

import archives
from viewing import check, checks, serve, viewed_incident

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PEAK = archives.INCIDENT


def why(page):
    page.run('finding.show', number=0)


def overview(page):
    page.run('zoom.to', **{'from': PEAK - 7200, 'to': PEAK + 14400})
    page.run('time.go', t=PEAK)


def closer(page):
    page.run('zoom.to', **{'from': PEAK - 4200, 'to': PEAK + 5400})
    page.run('time.go', t=PEAK)


def changes(page):
    closer(page)
    page.run('select.window', **{'from': PEAK - 600, 'to': PEAK + 600})
    page.run('rank.open')
    page.wait('document.querySelectorAll(".rank-row").length > 5')


def processes(page):
    closer(page)
    page.run('panel.add', series=[{'metric': 'kernel.percpu.cpu.user', 'instance': None}], title='Processors')
    page.ready()
    page.evaluate('document.querySelector("#stage").scrollTo(0, 1e6)')
    page.run('moment.open')
    page.wait('document.querySelector("#drawer tbody tr")')


def finder(page):
    closer(page)
    page.run('find.metric', text='disk')
    page.wait('document.querySelectorAll(".picker-row").length > 3')


WHY = ('viewer-why', 1280, 520, False, why)
PICTURES = (
    ('viewer', 1280, 860, True, overview),
    ('viewer-changes', 1280, 800, False, changes),
    ('viewer-processes', 1280, 800, True, processes),
    ('viewer-finder', 1280, 800, False, finder),
    ('viewer-telephone', 360, 740, True, closer),
)


def size_of(path):
    """Width and height of a PNG file."""
    with open(path, 'rb') as file:
        return struct.unpack('>II', file.read(24)[16:])


def take(browser, server, target, picture):
    name, width, height, dark, prepare = picture
    page = browser.page(width, height, dark=dark)
    page.open(server.url)
    prepare(page)
    page.ready()
    path = target / f'{name}.png'
    page.screenshot(path)
    check(f'{name} has its size', size_of(path) == (width, height), size_of(path))
    check(f'{name} is made without errors', not page.errors(), page.errors())
    page.close()


def main():
    with viewed_incident(hours=10) as (archive, server, browser):
        directory = pathlib.Path(archive).parent
        target = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else directory
        for picture in PICTURES:
            take(browser, server, target, picture)
        archives.unusual(str(directory / 'odd'))
        with serve('--no-local', str(directory / 'odd')) as server_of_odd:
            take(browser, server_of_odd, target, WHY)
    shown = {
        name
        for page in (ROOT / 'README.md', ROOT / 'docs/guide/viewer.md')
        for name in re.findall(r'images/([\w-]+)\.png', page.read_text(encoding='utf-8'))
    }
    check('pages show all pictures, and no others', shown == {name for name, *_ in (*PICTURES, WHY)}, shown)
    kept = {path.stem for path in (ROOT / 'docs/images').glob('viewer*.png')}
    check('all pictures are kept', kept == shown, kept)
    checks.end()


if __name__ == '__main__':
    main()
