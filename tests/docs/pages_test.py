#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Checks the links of the pages: each one leads to a file, and docs/README.md leads to each page.

A page of docs/guide/ may be in the list of docs/guide/README.md, and pages of docs/format/ and docs/journal/ have one link
for their folder."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r'\]\((?!https?:|mailto:|#)([^)#\s]+)')
CODE = re.compile(r'^```.*?^```$|^ {4}.*?$', re.MULTILINE | re.DOTALL)
LISTS = ('docs/README.md', 'docs/guide/README.md')
FOLDERS = ('docs', 'docs/guide')


def links(page):
    """The files that a page has links to, as paths from the root."""
    text = CODE.sub('', page.read_text(encoding='utf-8'))
    return {(page.parent / link).resolve() for link in LINK.findall(text)}


def main():
    problems, count, listed = [], 0, set()
    pages = [*ROOT.glob('*.md'), *(ROOT / 'docs').rglob('*.md')]
    for page in sorted(pages):
        found = links(page)
        count += len(found)
        problems += [f'{page.relative_to(ROOT)} has a link to {link}, which is not there' for link in sorted(found)
                     if not link.exists()]
        if str(page.relative_to(ROOT)) in LISTS:
            listed |= found
    for folder in FOLDERS:
        problems += [f'{page.relative_to(ROOT)} is not in docs/README.md' for page in sorted((ROOT / folder).glob('*.md'))
                     if page.name != 'README.md' and page not in listed]
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f'{len(pages)} pages, {count} links, {len(problems)} problems')
    return 1 if problems or count < 300 else 0


if __name__ == '__main__':
    sys.exit(main())
