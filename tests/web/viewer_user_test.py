#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What a user does to find an incident, in Chromium: look, zoom, find, play, step, note, copy a link.

usage: viewer_user_test.py FDR"""
import json

import archives
from viewing import check, checks, viewed_incident

PIXELS = (
    '[...document.querySelectorAll("canvas.plot")].filter((one) => !one.hidden && one.offsetParent && '
    'one.getBoundingClientRect().top < innerHeight).map((one) => one.toDataURL()).join("")'
)


def length(state):
    return state['window']['to'] - state['window']['from']


def series_of(state, title):
    panel = next(panel for panel in state['panels'] if title in (panel['title'], *panel['series']))
    return {one['label']: one for one in panel['buckets']['series']}


def opening(page):
    state = page.state()
    titles = [panel['title'] for panel in state['panels']]
    check(
        'groups are made of what exists',
        {'CPU', 'Load', 'Memory', 'Disk throughput', 'Network'} <= set(titles),
        titles,
    )
    check('the whole recording is shown', state['window']['from'] < archives.START and length(state) > 4 * 3600)
    values = series_of(state, 'CPU')['kernel.all.cpu.user']['max']
    peak = max(value for value in values if value is not None)
    check('the incident is in the picture, as a part of all processors', 0.25 < peak < 1, peak)
    check(
        'and so is the break',
        any(gap[0] <= archives.GAP[0] and gap[1] >= archives.GAP[1] for gap in state['info']['gaps']),
        state['info']['gaps'],
    )
    check('the source is named', 'web1' in page.evaluate('document.title'))


def panel_of(page, title):
    return next(panel for panel in page.state()['panels'] if panel['title'] == title)


def first_charts(page):
    cpu, load, memory, disks = (panel_of(page, title) for title in ('CPU', 'Load', 'Memory', 'Disk busy'))
    check('a whole is no series of its own', cpu['legend'][0].startswith('user') and len(cpu['legend']) == 3, cpu['legend'])
    check('the load has a line at the number of processors', load['whole'] == 'hinv.ncpu', load)
    parts = [name.rstrip('0123456789. KMGiB–') for name in memory['legend']]
    check('memory is what is used, reclaimable and free', parts == ['used', 'reclaimable', 'free'], memory['legend'])
    total = sum(series['avg'][500] for series in memory['buckets']['series'])
    check('its parts are all of it', abs(total / (15.6e6 * 1024) - 1) < 1e-4, total)
    check('processors and a disk that were full are critical', cpu['isCritical'] and disks['isCritical'])
    check('and the load is not', not load['isCritical'])
    page.run('time.go', t=archives.INCIDENT + 300)
    page.ready()
    marked = page.evaluate('[...document.querySelectorAll(".is-critical .chip-name")].map((one) => one.textContent)')
    check('and so is the value of the disk now', marked == ['nvme0n1'], marked)


def zeros(page):
    page.evaluate('document.querySelector("#stage").scrollTo(0, 1e6)')
    page.ready()
    errors = panel_of(page, 'Network errors')
    check('what is zero all the time is left out', (len(errors['legend']), errors['leftOut']) == (1, 1), errors['legend'])
    page.evaluate('document.querySelector(".legend-zeros").click()')
    page.ready()
    errors = panel_of(page, 'Network errors')
    check('until it is asked for', (len(errors['legend']), errors['leftOut']) == (2, 0), errors['legend'])
    page.evaluate('document.querySelector("#stage").scrollTo(0, 0)')
    page.run('panel.reset')
    page.ready()


def zooming(page):
    left, top, width, height = page.box('[data-panel] canvas.plot')
    middle = top + height / 2
    before = page.state()
    page.drag((left + 500, middle), (left + 800, middle))
    page.ready()
    state = page.state()
    check('a drag zooms', length(state) < length(before) / 2, state['window'])
    check(
        'what is shown is exact',
        not any(
            panel['buckets']['isApproximate']
            for panel in state['panels']
            if panel['isVisible'] and panel.get('buckets')
        ),
    )
    page.key('w')
    page.ready()
    check('w zooms in', length(page.state()) < length(state))
    page.key('d')
    check('d moves on', page.state()['window']['from'] > state['window']['from'])
    page.wheel(left + 600, middle, 300, 'Ctrl')
    page.ready()
    page.key('b')
    page.key('b')
    page.wheel(left + 600, middle, -300, 'Ctrl')
    page.wait('fdr.state().window.to - fdr.state().window.from < 3600 * 4')
    page.key('F')
    check('F shows all', length(page.state()) > 4 * 3600)
    page.drag((left + 500, middle), (left + 800, middle), 'Alt')
    selection = page.state()['selection']
    check('a drag with Alt selects', selection is not None and length(page.state()) > 4 * 3600)
    page.key('f')
    check('f zooms to the selection', page.state()['window'] == selection, page.state()['window'])
    page.drag((left + 500, middle), (left + 400, middle), 'Shift')
    check('a drag with Shift moves', page.state()['window']['from'] > selection['from'])
    page.key('Escape')
    check('Esc ends the selection', page.state()['selection'] is None)


def finding(page):
    page.key('/')
    page.wait('document.querySelector("dialog.picker")')
    page.type('disk dev write')
    page.wait(
        'document.querySelector(".picker-row[aria-selected=true] .picker-label").textContent === "disk.dev.write"'
    )
    page.key('Enter')
    page.ready()
    panel = page.state()['panels'][0]
    check('the finder adds a panel', panel['series'] == ['disk.dev.write'], panel['series'])
    check('with all instances', len(panel['buckets']['series']) == 3, panel['legend'])
    page.key('/')
    page.type('zzzzqqq')
    page.key('Enter')
    page.wait('document.querySelector(".picker-hint").textContent.includes("No metric")')
    check('what does not exist is said', page.evaluate('document.querySelector("dialog.picker") !== null'))
    page.key('Escape')
    page.key('>')
    page.type('dark or light')
    page.wait('document.querySelector(".picker-row")')
    page.key('Enter')
    check('the palette runs commands', page.evaluate('document.documentElement.dataset.theme') == 'dark')
    page.run('view.theme', theme='light')


def heat_map(page):
    key = page.run('panel.add', series=[{'metric': 'kernel.percpu.cpu.user', 'instance': None}])
    page.ready()
    panel = next(one for one in page.state()['panels'] if one['series'] == ['kernel.percpu.cpu.user'])
    check(
        'many instances are a heat map', panel['view'] == 'heat' and len(panel['heat']['rows']) == archives.CPUS, key
    )
    check('with the largest as lines', len(panel['buckets']['series']) == 5)
    page.run('panel.order', panel=panel['key'], order='max')
    page.run('panel.filter', panel=panel['key'], text='/^cpu[0-3]$/')
    page.ready()
    panel = next(one for one in page.state()['panels'] if one['key'] == panel['key'])
    check(
        'a filter chooses instances', sorted(panel['heat']['rows']) == ['cpu0', 'cpu1', 'cpu2', 'cpu3'], panel['heat']
    )
    page.run('panel.remove', panel=panel['key'])


def playing(page):
    page.run('time.go', t=archives.INCIDENT)
    page.run('speed.set', speed=600)
    page.key('r')
    page.key(' ')
    page.wait(f'fdr.state().playhead < {archives.INCIDENT - 300}')
    page.key(' ')
    state = page.state()
    check('it plays backwards, and stops', not state['isPlaying'] and state['direction'] == -1)
    page.key('r')
    page.run('time.go', t=archives.INCIDENT + 1)
    page.key('ArrowRight')
    page.wait(f'fdr.state().playhead === {archives.INCIDENT + 10}')
    page.key('ArrowLeft')
    page.key('ArrowLeft')
    page.wait(f'fdr.state().playhead === {archives.INCIDENT - 10}')
    page.key('Shift+ArrowRight')
    page.wait(f'fdr.state().playhead === {archives.INCIDENT + 90}')
    page.key('Home')
    check('Home is the start', page.state()['playhead'] == archives.START)
    page.key(']')
    page.wait(f'fdr.state().playhead > {archives.GAP[0] - 20} && fdr.state().playhead <= {archives.GAP[1]}')
    page.key('F')
    page.key('5')
    state = page.state()
    check(
        '5 is the middle of the window',
        abs(state['playhead'] - (state['window']['from'] + state['window']['to']) / 2) < 1,
    )
    page.key('t')
    page.wait('document.querySelector("dialog.picker")')
    page.evaluate('document.querySelector(".picker-input").select()')
    page.type('2025-11-24 15:15:00Z')
    page.key('Enter')
    check('t goes to a time', page.state()['playhead'] == archives.INCIDENT, page.state()['playhead'])
    page.run('select.window', **{'from': archives.INCIDENT, 'to': archives.INCIDENT + 60})
    page.run('play.loop')
    page.key(' ')
    page.wait('fdr.state().isPlaying')
    page.wait(f'fdr.state().playhead !== {page.state()["playhead"]}')
    check('it loops over the selection', archives.INCIDENT <= page.state()['playhead'] <= archives.INCIDENT + 60)
    page.key(' ')
    page.run('play.loop')
    page.key('Escape')


def tables(page):
    page.run('time.go', t=archives.INCIDENT)
    page.run('moment.open')
    page.wait('document.querySelector("#drawer tbody tr")')
    first = page.evaluate('document.querySelector("#drawer tbody tr").textContent')
    check('the culprit is the first process', 'backup.sh' in first, first)
    page.run('drawer.open', tab='values')
    page.wait('document.querySelector("#drawer .value-name")')
    check('values are listed', 'user' in page.evaluate('document.querySelector("#drawer").textContent'))
    page.run('select.window', **{'from': archives.INCIDENT - 600, 'to': archives.INCIDENT + 600})
    page.run('rank.open')
    page.wait('document.querySelectorAll(".rank-row").length > 5')
    top = page.evaluate(
        '[...document.querySelectorAll(".rank-name")].slice(0, 8).map((one) => one.textContent).join(" ")'
    )
    check('what changed is ranked', 'backup.sh' in top or 'wait' in top or 'disk' in top, top)
    page.key('Escape')
    page.key('Escape')


def notes(page):
    page.run('time.go', t=archives.INCIDENT)
    page.key('n')
    page.wait('document.activeElement.tagName === "TEXTAREA"')
    page.type('backup began <b>here</b>')
    page.key('Ctrl+Enter')
    page.wait('fdr.state().notes.length === 1')
    check(
        'a note is text',
        page.evaluate('document.querySelector(".note-text bdi").textContent') == 'backup began <b>here</b>',
    )
    page.run('time.start')
    page.key('Escape')
    page.evaluate('document.activeElement.blur()')
    page.key(']')
    page.key(']')
    page.wait(f'fdr.state().playhead === {archives.INCIDENT}')


def links(browser, page):
    page.run('zoom.to', **{'from': archives.INCIDENT - 900, 'to': archives.INCIDENT + 900})
    page.run('view.compare', shift=-3600)
    page.ready()
    link = page.evaluate('fdr.link()')
    check('a link is short', len(link) < 2000, link)
    other = browser.page(1280, 900, sibling=page)
    other.open(link)
    keys = ('source', 'window', 'playhead', 'compare', 'zone', 'drawer')
    check('a link opens the same view', [page.state()[key] for key in keys] == [other.state()[key] for key in keys])
    check(
        'with the same panels',
        [panel['series'] for panel in page.state()['panels']]
        == [panel['series'] for panel in other.state()['panels']],
    )
    for one in (page, other):
        one.evaluate('document.querySelector("#stage").scrollTo(0, 0)')
        one.mouse('mouseMoved', 5, 5)
        one.ready()
    check('and the same picture', page.evaluate(PIXELS) == other.evaluate(PIXELS))
    check('without errors', not other.errors(), other.errors())
    other.close()
    window = page.state()['window']
    page.key('F')
    page.wait('location.hash.indexOf("w=") < 0')
    page.evaluate('history.back()')
    page.wait(f'Math.abs(fdr.state().window.from - {window["from"]}) < 1e-3')
    page.evaluate('history.forward()')
    page.wait(f'fdr.state().window.from < {archives.START}')
    page.run('view.compare', text='')


def panels(page):
    state = page.state()
    key = state['panels'][1]['key']
    page.run('panel.pin', panel=key)
    check(
        'a pinned panel stands first',
        page.evaluate('Number(document.querySelector("[data-panel]").dataset.panel)') == key,
    )
    page.run('panel.table', panel=key)
    page.ready()
    check(
        'a table stands for a chart', page.evaluate('document.querySelectorAll(".panel-table tbody tr").length') == 24
    )
    page.run('panel.table', panel=key)
    page.run('panel.raw', panel=page.state()['panels'][2]['key'])
    page.ready()
    before = len(page.state()['panels'])
    page.run('panel.remove', panel=key)
    check('a panel is removed', len(page.state()['panels']) == before - 1)
    page.click('#notice button')
    check('and comes back', len(page.state()['panels']) == before)
    page.run('panel.reset')
    page.key('z')
    page.key('z')
    check('z changes the zone', page.state()['zone'] == 'utc')
    page.key('?')
    page.wait('document.querySelector("dialog.help")')
    text = page.evaluate('document.querySelector("dialog.help").textContent')
    check('? lists the keys', 'Play or pause' in text and 'Space' in text)
    page.key('Escape')
    page.wait('document.querySelector("dialog") === null')


def files(page):
    """What is saved, caught before it becomes a file."""
    page.evaluate(
        'window.saved = []; URL.createObjectURL = (blob) => { saved.push(blob); return "#"; }; '
        'HTMLAnchorElement.prototype.click = function () { saved.push(this.download); }'
    )
    key = page.state()['panels'][0]['key']
    page.run('export.png', panel=key)
    page.run('export.all')
    kinds = page.evaluate(
        'Promise.all(saved.filter((one) => one instanceof Blob).map((one) => createImageBitmap(one)'
        '.then(({width, height}) => [width, height])))'
    )
    check('pictures are made', len(kinds) == 2 and kinds[0][1] < kinds[1][1], kinds)
    page.evaluate('saved.length = 0')
    page.evaluate(
        'window.toBlob = HTMLCanvasElement.prototype.toBlob; '
        'HTMLCanvasElement.prototype.toBlob = function (take) { take(null); }'
    )
    page.run('export.all')
    said = page.evaluate('document.querySelector("#notice").textContent')
    check('a picture that the browser cannot make is said', said == 'The picture is too large.', said)
    check('and is no file', page.evaluate('saved.length') == 0)
    page.evaluate('HTMLCanvasElement.prototype.toBlob = window.toBlob')
    page.run('export.csv', panel=key)
    page.run('export.json')
    csv, _, text, name = page.evaluate('Promise.all(saved.map((one) => one instanceof Blob ? one.text() : one))')
    check(
        'a table has the series of the chart',
        csv.startswith('time,kernel.all.cpu.user / hinv.ncpu avg') and csv.count('\r\n') > 500,
        csv[:80],
    )
    check('JSON has all that is shown', len(json.loads(text)['panels']) >= 3 and name.endswith('.json'), name)
    page.evaluate('saved.length = 0')
    for one in page.state()['panels']:
        page.run('panel.remove', panel=one['key'])
    page.run('export.png')
    page.run('export.csv')
    check('without a panel nothing is saved', page.evaluate('saved.length') == 0)
    page.run('panel.reset')
    page.ready()
    page.run('share.command')
    page.wait('document.querySelector("dialog textarea")')
    command = page.evaluate('document.querySelector("dialog textarea").value')
    check('a command prints the same', command.startswith('fdr replay ') and 'kernel.all.load' in command, command)
    page.key('Escape')


def main():
    with viewed_incident() as (_, server, browser):
        page = browser.page(1280, 900)
        page.open(server.url)
        for part in (opening, first_charts, zeros, zooming, finding, heat_map, playing, tables, notes, panels, files):
            part(page)
        links(browser, page)
        check('the console is empty', not page.errors(), page.errors())
        foreign = [url for url in page.urls() if not url.startswith((server.url + '/', 'blob:', 'data:'))]
        check('no request leaves the origin', not foreign, foreign)
    checks.end()


if __name__ == '__main__':
    main()
