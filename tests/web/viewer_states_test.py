#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Texts as lines of states, and instances that are chosen by their labels: beside fdr dump and fdr replay.

usage: viewer_states_test.py FDR"""
import json
import random
import re
import subprocess
import tempfile
from datetime import datetime

import archives
from browser import Browser
from viewing import FDR, check, checks, environment, replay_json, serve

STATES = [f'unit.state[{name}]' for name in archives.UNITS]


def stamp(text):
    return datetime.fromisoformat(re.sub(r'\.(\d{6})\d*Z$', r'.\1+00:00', text)).timestamp()


def dumped(archive):
    """For each series, the times of records with its metric, with the text or None; and the times of marks."""
    output = subprocess.run(
        [FDR, 'dump', '--json', '-d', '-m', archive], env=environment(), check=True, capture_output=True, text=True
    ).stdout
    entries = [json.loads(line) for line in output.splitlines()]
    names = {entry['pmid']: entry['names'][0] for entry in entries if entry.get('kind') == 'metric'}
    records, marks, last = {}, [], 0
    for entry in entries:
        if entry.get('kind') not in ('record', 'mark'):
            continue
        last = stamp(entry['time'])
        if entry['kind'] == 'mark' or not entry['metrics']:
            marks.append(last)
            continue
        for metric in entry['metrics']:
            values = {value.get('id'): value['value'] for value in metric['values']}
            records.setdefault(names[metric['pmid']], []).append((last, values))
    return records, marks, last


def expected(records, marks, end, series):
    """The runs of a series, by brute force: (from, to, text)."""
    metric, _, instance = series.rstrip(']').partition('[')
    identifier = archives.UNITS.index(instance) if instance else None
    runs = []
    for place, (time, values) in enumerate(records[metric]):
        if identifier not in values:
            continue
        following = records[metric][place + 1][0] if place + 1 < len(records[metric]) else end
        until = min([following] + [mark for mark in marks if mark > time])
        text = values[identifier]
        if runs and runs[-1][1] == time and runs[-1][2] == text:
            runs[-1] = (runs[-1][0], until, text)
        else:
            runs.append((time, until, text))
    return runs


def cut(text):
    return text if len(text.encode()) <= 256 else text[:256] + '…'


def panel_of(page, series):
    return next(panel for panel in page.state()['panels'] if panel['series'] == [series])


def runs_are_true(page, archive, most):
    """Each text that is shown is that of the records, and each change that is not shown is counted."""
    records, marks, end = dumped(archive)
    chance = random.Random(9)
    compared = merged = 0
    for _ in range(8):
        start = archives.START + chance.randrange(3000)
        page.run('zoom.to', **{'from': start, 'to': start + chance.randrange(20, most)})
        page.ready()
        for metric in ('unit.state', 'unit.message'):
            frame = panel_of(page, metric)['states']
            shown = {one['label']: one['runs'] for one in frame['series']}
            for series in STATES if metric == 'unit.state' else [metric]:
                wanted = [
                    (max(a, frame['from']), min(b, frame['to']), text)
                    for a, b, text in expected(records, marks, end, series)
                    if a < frame['to'] and (b > frame['from'] or a == b >= frame['from'])
                ]
                told = []
                for run in shown.get(series, []):
                    inside = wanted[len(told) : len(told) + run['count']]
                    told += inside
                    is_same = (
                        inside
                        and abs(run['from'] - inside[0][0]) < 1e-5
                        and abs(run['to'] - inside[-1][1]) < 1e-5
                        and (run['count'] > 1 or run['text'] == cut(inside[0][2]))
                    )
                    compared += 1
                    merged += run['count'] > 1
                    if not is_same:
                        check(f'a run of {series} is that of the records', False, f'{run} {inside}')
                check(f'all runs of {series} are shown', told == wanted, f'{told} {wanted}')
    return compared, merged


def legends_are_true(page, archive):
    """Texts at the playhead, beside fdr replay."""
    _, rows = replay_json(archive, 'unit.state')
    page.run('zoom.fit')
    for row in random.Random(4).sample(rows[1:], 10):
        page.run('time.go', t=stamp(row['time']))
        page.wait(f'Math.abs(fdr.state().values?.t - {stamp(row["time"])}) < 1e-5')
        page.ready()
        legend = panel_of(page, 'unit.state')['legend']
        for name in archives.UNITS:
            text = row['values'].get(f'unit.state[{name}]')
            if text is None:
                continue  # the state before it was gone may hold
            check('the legend has the text', f'{name}{text or "(empty)"}' in legend, f'{row["time"]} {legend} {text}')


def looking(page):
    page.run('zoom.to', **{'from': archives.START, 'to': archives.START + 900})
    page.ready()
    exact = page.state()['values']['byLabel']
    texts = [f'{name}{exact.get(f"unit.state[{name}]", "–") or "(empty)"}' for name in archives.UNITS]
    legend = panel_of(page, 'unit.state')['legend']
    check('the legend also has texts of a playhead outside', legend == texts, f'{legend} {texts}')
    key = panel_of(page, 'unit.state')['key']
    left, top, width, height = page.box(f'[data-panel="{key}"] canvas')
    page.mouse('mouseMoved', left + width * 0.8, top + height * 0.35)
    page.wait(f'/^db: \\S+ since /.test(document.querySelector(\'[data-panel="{key}"] .panel-scale\').textContent)')
    label = page.evaluate(f'document.querySelector(\'[data-panel="{key}"] canvas\').getAttribute("aria-label")')
    check('a screen reader hears the states', re.match(r'States of unit.state: unit.state\[web\] is \w+ since', label), label)
    page.run('panel.table', panel=key)
    page.ready()
    lines = page.evaluate(f'[...document.querySelectorAll(\'[data-panel="{key}"] tbody tr\')].map((row) => row.innerText)')
    check('a table lists the runs', len(lines) > 4 and 'unit.state[web]' in lines[0], lines[:3])
    page.run('panel.table', panel=key)
    page.run('panel.heat', panel=key)
    page.ready()
    check('texts have no heat map', panel_of(page, 'unit.state')['view'] == 'states')
    before = page.evaluate('fdr.link()')
    page.run('panel.stack', panel=key)
    page.run('panel.scale', panel=key, text='0..100')
    check('and no stack, nor an axis', page.evaluate('fdr.link()') == before, before)
    page.evaluate(f'document.querySelector(\'[data-panel="{key}"] [aria-haspopup=menu]\').click()')
    menu = page.evaluate('document.querySelector("[role=menu]").innerText')
    wrong = [word for word in ('Heat map', 'top of each other', 'Raw', 'Axis', 'Order') if word in menu]
    check('their menu has what they have', 'Table' in menu and not wrong, menu)
    page.key('Escape')
    page.run('panel.join', panel=key, series=[{'metric': 'unit.memory', 'instance': None}])
    check('numbers do not join texts', panel_of(page, 'unit.state')['series'] == ['unit.state'])
    notice = page.evaluate('document.getElementById("notice")?.textContent ?? document.body.innerText')
    check('and a notice says so', 'Texts and numbers do not share a panel' in notice, notice[-200:])
    check('no text was taken for markup', not page.evaluate('window.hacked'))


def labels(page):
    """Filters by labels, typed and in a link."""
    key = panel_of(page, 'unit.memory')['key']
    for panel in ('unit.memory', 'unit.state'):
        page.run('panel.filter', panel=panel_of(page, panel)['key'], text='{tier == "front" && instance.name != mail}')
    page.ready()
    names = [one['label'] for one in panel_of(page, 'unit.memory')['buckets']['series']]
    check('instances are chosen by labels', sorted(names) == ['unit.memory[cron]', 'unit.memory[web]'], names)
    texts = [one['label'] for one in panel_of(page, 'unit.state')['states']['series']]
    check('also those of texts', texts == ['unit.state[web]', 'unit.state[cron]'], texts)
    link = page.evaluate('fdr.link()')
    page.run('panel.filter', panel=key, text='{tier = front}')
    page.ready()
    trouble = panel_of(page, 'unit.memory')['trouble']
    check('a wrong condition says where', 'syntax error' in trouble, trouble)
    page.call('Page.navigate', url='about:blank')
    page.open(link)
    names = [one['label'] for one in panel_of(page, 'unit.memory')['buckets']['series']]
    check('a link keeps the conditions', sorted(names) == ['unit.memory[cron]', 'unit.memory[web]'], names)
    page.key('/')
    page.wait('document.querySelector("dialog.picker")')
    page.type('tier=back')
    page.wait('[...document.querySelectorAll(".picker-row")].some((row) => row.textContent.includes("tier=back"))')
    page.key('Escape')


def views(page):
    """View files of pmchart have numbers alone."""
    plots = ''.join(f' plot metric {metric}\n' for metric in ('unit.state', 'unit.memory'))
    page.run('view.open', text=f'#kmchart\nversion 1\nchart title A style stacking\n{plots}')
    page.wait('fdr.state().panels.length === 1')
    page.ready()
    check('a view has no texts', page.state()['panels'][0]['series'] == ['unit.memory'])
    notice = page.evaluate('document.querySelector("#notice > span").textContent')
    check('and a notice says so', 'Not in this source: unit.state.' in notice, notice)


def machine(browser):
    """A source without a memory: what arrives is drawn."""
    with serve() as server:
        page = browser.page(1280, 800)
        page.open(server.url + '/#m=kernel.uname.release')
        page.wait('fdr.state().panels[0].states?.series[0]?.runs.length === 1')
        page.wait('document.querySelector(".chip-text").textContent.length > 2')
        check('the console is empty', not page.errors(), page.errors())
        page.close()


def main():
    with tempfile.TemporaryDirectory(prefix='fdr-web-') as directory, Browser() as browser:
        archive = f'{directory}/services'
        archives.states(archive)
        with serve('--no-local', archive) as server:
            page = browser.page(1280, 1400)
            page.open(server.url + '/#m=unit.state;unit.message;unit.memory')
            compared, _ = runs_are_true(page, archive, 3600)
            check('many runs were compared', compared > 300, compared)
            legends_are_true(page, archive)
            looking(page)
            labels(page)
            views(page)
            wrong = [error for error in page.errors() if '400' not in error]
            check('the console is empty', not wrong, wrong)
            page.close()
            narrow = browser.page(360, 800)
            narrow.open(server.url + '/#m=unit.state;unit.message')
            _, merged = runs_are_true(narrow, archive, 7200)
            check('runs that are shorter than a pixel become one', merged > 0)
            narrow.close()
        machine(browser)
    checks.end()


if __name__ == '__main__':
    main()
