#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""The page leads PCP's pmval, and fdr replay, through time.

usage: viewer_clock_test.py FDR"""
import os
import re
import subprocess
import time

import archives
from viewing import FDR, check, checks, environment, replay_json, viewed_incident
from waiting import wait_until

METRIC = 'mem.util.used'


class Follower:
    """A program that follows the page; what it has printed."""

    def __init__(self, *command):
        self.output = os.memfd_create('output')
        self.process = subprocess.Popen(['stdbuf', '-oL', *command], stdout=self.output, env=environment())

    def text(self):
        return os.pread(self.output, 1 << 20, 0).decode()

    def wait_for(self, pattern):
        wait_until(lambda: re.search(pattern, self.text()), lambda: f'no program shows {pattern}, but: {self.text()}',
                   self.process)


def begin(page, at):
    page.run('time.go', t=at)
    page.run('lead.open')
    page.wait('document.querySelector("dialog.picker")')
    interval = page.evaluate('document.querySelector(".picker-input").value')
    check('the interval is that of the records', interval == f'{archives.STEP}s', interval)
    page.key('Enter')
    page.wait('document.querySelector("dialog textarea")')
    port = page.state()['clock']['port']
    commands = page.evaluate('document.querySelector("dialog textarea").value')
    check('the page says what to type', f'pmval -p {port} -a ' in commands, commands)
    page.key('Escape')
    return port


def clock(at):
    return time.strftime('%H:%M:%S', time.gmtime(at))


def check_values(pmval, archive):
    """What pmval has shown is what is in the archive."""
    _, rows = replay_json(archive, METRIC, '-S', f'@{archives.INCIDENT}', '-T', f'@{archives.INCIDENT + 1800}',
                          '-t', f'{archives.STEP}s')
    recorded = {row['time'][11:19]: row['values'][METRIC] for row in rows}
    shown = {at: int(value) for at, value in re.findall(r'^([\d:]{8})\.000 +(\d+)$', pmval.text(), re.MULTILINE)}
    check('pmval has shown many moments', len(shown) >= 6, shown)  # a busy machine skips some
    wrong = {at: (value, recorded.get(at)) for at, value in shown.items() if recorded.get(at) != value}
    check('pmval shows what is recorded', not wrong, wrong)


def leading(page, archive):
    at = archives.INCIDENT
    port = begin(page, at)
    pmval = Follower('pmval', '-p', str(port), '-a', archive, '-f', '3', METRIC)
    ours = Follower(FDR, 'replay', archive, METRIC, '--follow-time', str(port))
    page.wait('fdr.state().clock.programs === 2')
    shown = page.evaluate('[...document.querySelectorAll("button")].find((one) => one.textContent === "Leads 2") !== undefined')
    check('the page says how many programs follow', shown)
    for i in range(1, 4):
        page.key('.')
        for program in (pmval, ours):
            program.wait_for(clock(at + i * archives.STEP))
    page.run('speed.set', speed=60)
    page.run('play.toggle')
    for program in (pmval, ours):
        program.wait_for(clock(at + 12 * archives.STEP))
    page.run('play.toggle')
    page.run('time.go', t=at + 1205)
    for program in (pmval, ours):
        program.wait_for(clock(at + 1200))
    page.run('time.go', t=at - 300)
    ours.wait_for(clock(at - 300))
    return pmval, ours


def main():
    with viewed_incident('--allow-store') as (archive, server, browser):
        page = browser.page(1280, 900)
        page.open(server.url)
        pmval, ours = leading(page, archive)
        check_values(pmval, archive)
        other = browser.page(1280, 900)
        other.open(server.url)
        begin(other, archives.INCIDENT)
        page.run('time.go', t=archives.INCIDENT + 60)
        page.wait('fdr.state().clock === null')
        said = page.evaluate('document.getElementById("notice").textContent')
        check('a page that leads no longer says so', 'Another page leads' in said, said)
        check("PCP's program ends with its clock", pmval.process.wait(300) is not None)
        ours.process.terminate()
        ours.process.wait(300)
        other.run('lead.end')
        other.wait('fdr.state().clock === null')
        check('the console is empty', not page.errors(), page.errors())
    checks.end()


if __name__ == '__main__':
    main()
