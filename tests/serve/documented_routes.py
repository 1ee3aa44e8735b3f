# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""The requests that the documents of the web server name, and their parameters."""
import pathlib
import re

DOCS = pathlib.Path(__file__).resolve().parents[2] / 'docs'


def text_of(page):
    return (DOCS / page).read_text(encoding='utf-8')


def paths():
    """All of them; a new one in a document is one more here."""
    viewer = ['/fdr/v1' + name for name in re.findall(r'^## `(/\w+)`$', text_of('viewer-protocol.md'), re.M)]
    series = re.findall(r'^\| `(/series/\w+)', text_of('series-api.md'), re.M)
    titles = re.findall(r'^## (/.*)$', text_of('web-api.md'), re.M)
    pmapi = [name for title in titles for name in title.split(', ')]
    remote = re.findall(r'/api/v1/read', text_of('guide/prometheus.md'))
    groups = (viewer, series, pmapi, remote)
    if not all(groups):
        raise AssertionError(f'a document names no requests: {groups}')
    return sorted({'/', *viewer, *series, *pmapi, *remote})


def parameters():
    """The names of all parameters."""
    found = set()
    for page in ('viewer-protocol.md', 'series-api.md', 'web-api.md'):
        text = text_of(page)
        found.update(re.findall(r'`(\w+)=', text))
        for cell in re.findall(r'^\| ((?:`\w+`(?:, )?)+)', text, re.M):
            found.update(re.findall(r'`(\w+)`', cell))
    return sorted(found)
