#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""The viewer beside a recorder that is at work, and with this machine as it is now.

usage: viewer_live_test.py FDR"""
import subprocess
import tempfile
import time

from browser import Browser
from viewing import FDR, check, checks, environment, serve
from waiting import wait_until



def samples(archive):
    """How many there are so far."""
    done = subprocess.run([FDR, 'replay', archive, '--csv', 'mem.util.used'], env=environment(), capture_output=True, text=True,
                          check=False)
    return done.stdout.count('\n') - 1


def growing(browser, directory):
    recorder = subprocess.Popen(
        [FDR, 'record', '-t', '0.5s', f'{directory}/now', 'kernel.all.load', 'kernel.all.cpu.user', 'mem.util.used'],
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until(lambda: samples(f'{directory}/now') > 3, 'there are no samples', recorder)
        with serve('--no-local', f'{directory}/now') as server:
            page = browser.page(1280, 800)
            page.open(server.url)
            first = page.state()
            check('a recording that goes on says so', first['info']['growing'])
            page.run('live.toggle')
            page.wait(f'fdr.state().info.end > {first["info"]["end"]} + 3')
            page.wait('fdr.state().playhead === fdr.state().info.end')
            page.ready()
            state = page.state()
            buckets = next(panel for panel in state['panels'] if panel['series'] == ['kernel.all.load'])['buckets']
            step = (buckets['to'] - buckets['from']) / buckets['n']
            late = [place for place, count in enumerate(buckets['series'][0]['count']) if count]
            check(
                'new records are drawn',
                buckets['from'] + step * late[-1] > first['info']['end'] + 1,
                buckets['from'] + step * late[-1],
            )
            page.key('ArrowLeft')
            page.wait('!fdr.state().isLive')
            behind = page.state()
            page.wait(f'fdr.state().info.end > {behind["info"]["end"]} + 2')
            check(
                'a step back stays where it is, while recording goes on',
                page.state()['playhead'] == behind['playhead'],
            )
            page.run('live.toggle')
            page.wait('Math.abs(fdr.state().playhead - fdr.state().info.end) < 2')
            check('the console is empty', not page.errors(), page.errors())
            page.close()
    finally:
        recorder.terminate()
        recorder.wait(300)


def machine(browser):
    with serve() as server:
        page = browser.page(1280, 800)
        page.open(server.url)
        page.wait(
            'fdr.state().panels.some((one) => one.title === "CPU" && one.buckets && one.buckets.series.length > 0 && '
            'one.buckets.series[0].count.reduce((a, b) => a + b, 0) >= 3)'
        )
        page.wait(f'fdr.state().playhead >= {time.time()}')
        state = page.state()
        check('this machine follows its time', state['isLive'] and state['playhead'] <= time.time(), state['playhead'])
        user = next(one for panel in state['panels'] if panel['title'] == 'CPU' for one in panel['buckets']['series'])
        values = [value for value in user['avg'] if value is not None]
        check(
            'processors are busy by a share of time',
            user['units'] == 'share' and all(0 <= value <= 64 for value in values),
            user['units'],
        )
        page.run('panel.add', series=[{'metric': 'kernel.all.nprocs', 'instance': None}])
        page.wait('fdr.state().panels[0].buckets?.series.length === 1')
        page.run('moment.open')
        page.wait('document.querySelector("#drawer tbody tr")')
        page.run('drawer.open', tab='notes')
        page.run('drawer.open', tab='rank')
        page.ready()
        check('the console is empty', not page.errors(), page.errors())
        page.close()


def main():
    with tempfile.TemporaryDirectory(prefix='fdr-web-') as directory, Browser() as browser:
        growing(browser, directory)
        machine(browser)
    checks.end()


if __name__ == '__main__':
    main()
