#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""View files in the viewer, and pmchart beside it: which files both take, and in which line the others are wrong.

usage: viewer_pmchart_test.py FDR"""
import concurrent.futures
import os
import pathlib
import re
import signal
import subprocess

from viewing import check, checks, viewed_incident

NEW, OLD = '#kmchart\nversion 1\n', '#pmchart\nVersion 2.0 host dynamic\n'
CHART, PLOT = 'chart style plot\n', ' plot metric hinv.ncpu\n'
FILES = (
    # The beginning
    '#other\nversion 1\n' + CHART + PLOT,
    '\n' + NEW + CHART + PLOT,
    ' ' + NEW + CHART + PLOT,
    '#kmchart junk\nversion 1\n' + CHART + PLOT,
    '#KMCHART\nVERSION 1\n' + CHART + PLOT,
    '#kmchart\n' + CHART + PLOT,
    '#kmchart\n\n# comment\nversion 1 host dynamic\n' + CHART + PLOT,
    *(f'#kmchart\nversion {version}\n{CHART}{PLOT}' for version in ('1.1', '1.2', '2', '2.0', '3')),
    *(f'#pmchart\nversion {version} host dynamic\n{CHART}' for version in ('1', '1.1', '1.2', '2.0', '3.0')),
    '#pmchart\nversion 2.0 host other\n' + CHART,
    '#pmchart\nversion 2.0 host literal\n' + CHART,
    NEW + 'version 1\n',
    # Charts
    *(f'{NEW}chart style {style}\n{PLOT}' for style in ('line', 'plot', 'bar', 'stacking', 'area', 'utilization')),
    *(f'{NEW}chart style {style}\n{PLOT}' for style in ('event', 'STACKING', 'stack', 'stacked', 'util', 'pie')),
    NEW + 'chart title A style plot\n' + PLOT,
    NEW + 'chart title "A b" style plot\n' + PLOT,
    NEW + 'chart title A b style plot\n' + PLOT,
    NEW + 'chart style plot title A\n' + PLOT,
    NEW + 'chart style plot scale 0 100\n' + PLOT,
    NEW + 'chart style plot scale from 0 to 100 legend off antialiasing on\n' + PLOT,
    NEW + 'chart style plot scale from x to 5\n' + PLOT,
    NEW + 'chart style plot scale log\n' + PLOT,
    NEW + 'chart style plot legend perhaps\n' + PLOT,
    NEW + 'chart style plot antialiasing auto\n' + PLOT,
    NEW + 'chart style plot plot metric hinv.ncpu\n',
    NEW + PLOT,
    # Windows
    NEW + 'global width 5\nglobal points 4\n' + CHART + PLOT,
    NEW + 'global width x\n',
    NEW + 'global other 5\n',
    NEW + 'global width 5 height 6\n',
    NEW + 'tab A\n' + CHART + PLOT,
    NEW + 'tab "A b" points 4 samples 5\n' + CHART + PLOT,
    NEW + 'tab A samples 4\n',
    NEW + 'scheme Fire #f2b600 red\n' + CHART + PLOT,
    # Plots
    NEW + CHART + ' optional-plot title b color red host * metric hinv.ncpu\n',
    NEW + CHART + ' plot legend "b c" metric hinv.ncpu\n',
    NEW + CHART + ' plot color red legend b metric hinv.ncpu\n',
    NEW + CHART + ' plot host * color red metric hinv.ncpu\n',
    NEW + CHART + ' plot metric kernel.all.load instance "1 minute"\n',
    NEW + CHART + ' plot metric kernel.all.load instance 1\n',
    NEW + CHART + ' plot metric kernel.all.load instance 1 minute\n',
    NEW + CHART + ' plot metric kernel.all.load matching "^1 "\n',
    NEW + CHART + ' plot metric kernel.all.load not-matching ^1\n',
    NEW + CHART + ' plot metric kernel.all.load matching 1 not-matching 5\n',
    NEW + CHART + ' plot metric hinv.ncpu context x\n',
    NEW + CHART + ' plot instance 1 metric kernel.all.load\n',
    NEW + CHART + ' plot metric kernel.all.load color red\n',
    OLD + 'Chart Style plot\n Plot Color #-cycle Host * Metric kernel.all.load Instance 1 minute\n',
    OLD + 'Chart Style plot\n Plot Color red Host * Metric kernel.all.load Matching .* minute\n',
)
# pmchart takes these: a wrong word in an option, a quote that does not end, a scale that makes no axis.
STRICTER = (
    NEW + 'chart style plot other\n' + PLOT,
    NEW + CHART + ' plot metric kernel.all.load instance "1 minute\n',
    NEW + 'chart style plot scale from 100 to 0\n' + PLOT,
)


def line_of_pmchart(directory, archive, number, text):
    """Where pmchart finds an error: None if it finds none.  It sees the end of a line when it is in the next one."""
    path = f'{directory}/view{number}'
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    environment = dict(os.environ, QT_QPA_PLATFORM='offscreen', PCP_STDERR='', XDG_RUNTIME_DIR=directory)
    command = ['pmchart', '-C', '-a', archive, '-c', path]
    done = subprocess.run(command, env=environment, cwd=directory, capture_output=True, text=True, timeout=300)
    found = re.search(r'view\d+\[(\d+)\] Syntax error:.*?(End-of-Line)?$', done.stderr, re.MULTILINE)
    if not found:
        check(f'pmchart takes it: {text!r}', done.returncode == 0, done.stderr)
        return None
    line, at_end = int(found[1]), found[2] is not None
    return line - 1 if at_end else line


def end_those_in(directory):
    """pmchart sometimes leaves a pmtime behind, in a session of its own."""
    for link in pathlib.Path('/proc').glob('[0-9]*/cwd'):
        try:
            process = os.pidfd_open(int(link.parent.name))
            if os.readlink(link) == directory:
                signal.pidfd_send_signal(process, signal.SIGKILL)
            os.close(process)
        except OSError:
            pass  # it has gone, or belongs to another user


def line_of_viewer(page, text):
    page.run('view.open', text=text)
    said = page.evaluate('document.querySelector("#notice > span").textContent')
    found = re.match(r'view, line (\d+): ', said)
    check(f'the viewer takes it: {text!r}', found or said.startswith('view: '), said)
    return int(found[1]) if found else None


def main():
    with viewed_incident(hours=1) as (archive, server, browser):
        directory = os.path.dirname(archive)
        page = browser.page(1280, 900)
        page.open(server.url)
        texts = FILES + STRICTER
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            lines = list(pool.map(lambda one: line_of_pmchart(directory, archive, *one), enumerate(texts)))
        end_those_in(directory)
        for text, line in zip(FILES, lines):
            own = line_of_viewer(page, text)
            check(f'both say the same of {text!r}', own == line, f'line {own}, and of pmchart {line}')
        for text, line in zip(STRICTER, lines[len(FILES) :]):
            check(f'only pmchart takes {text!r}', line is None and line_of_viewer(page, text) is not None, line)
        check('files of both kinds are compared', 20 < lines.count(None) < len(lines) - 20, lines.count(None))
    checks.end()


if __name__ == '__main__':
    main()
