#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Checks that no two headers give one name to two types.

If two types of a namespace have the same name, each source compiles, and so does the program. But the linker keeps one
copy of each function of a template for both, such as those of a std::vector of them, and memory is corrupted."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LAYERS = ('archive', 'replay', 'logger', 'tools')
# Not inside of another type, which is indented; not only declared; not a specialisation or the inside of a class.
LINE = re.compile(r'^(?:namespace (?P<space>[\w:]+) \{|(?P<end>\}  // namespace)|'
                  r'(?:enum class|enum|class|struct|union) (?P<type>\w+)\b(?!::|<)(?P<rest>.*)$)', re.MULTILINE)


def types():
    """Yields the full name and the header of each type."""
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob('*.h')):
            if 'include' in path.relative_to(ROOT).parts:
                continue  # names of PCP
            spaces = []
            for line in LINE.finditer(path.read_text()):
                if line['space']:
                    spaces.append(line['space'])
                elif line['end']:
                    spaces.pop()
                elif not line['rest'].startswith(';'):
                    yield '::'.join([*spaces, line['type']]), path.relative_to(ROOT)


def main():
    headers, problems = {}, []
    for name, header in types():
        if headers.setdefault(name, header) != header:
            problems.append(f'{name} is a type of {headers[name]} and another one of {header}')
    if len(headers) < 300:
        problems.append(f'only {len(headers)} types were found')
    print(*problems, f'{len(headers)} types', sep='\n')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
