#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Checks the order of the rooms that docs/design.md draws: a room uses only headers, or modules of the page, of rooms above it.
What records, what serves, and PCP's libraries include nothing of each other.  A header that several files use, all of
them in one other room, belongs to that room.

The drawing is the indented block below the line "## The house" of that page.  A line that begins with a name
is a room; "." is the folder itself.  A folder that is not drawn belongs to the room that contains it.
Each room that is drawn must have sources.

There is one engine for regular expressions, RE2, behind one file: those of the standard libraries take any time.

A directory_iterator ends the program if an exception refuses it memory.  Where servers list directories, none is refused."""

import os
import pathlib
import re
import sys
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LAYERS = ('archive', 'replay', 'logger', 'tools')
STRANGERS = ('logger', 'replay/serve', 'replay/pcp')
ROOM = re.compile(r'^    (  )?(\.|[a-z_]+/(?:[a-z_]+/)*)(?:\s+\S.*)?$')
OTHER_ENGINES = re.compile(r'\bregcomp\b|\bregexec\b|\bstd::w?regex\b|<regex(?:\.h)?>|<re2/')
LISTS, GRANTED = 'directory_iterator', 'GrantedMemory'
OF_SERVERS = ('replay/serve/', 'tools/find/')
ENGINE = pathlib.Path('replay/pattern/text_pattern.cc')
INCLUDE = re.compile(r'^\s*#\s*include "fdr/([\w/]+)\.h"', re.MULTILINE)
MODULE = re.compile(r"(?:\bfrom|^import) '(\.[\w./]+)'", re.MULTILINE)


def drawn_rooms(page):
    """The rooms in the order of the drawing, as paths from the root."""
    text = page.split('\n## The house\n', 1)[1].split('\n## ', 1)[0]
    rooms, layer = [], None
    for line in text.split('\n'):
        match = ROOM.match(line)
        if not match:
            continue
        indent, name = match.groups()
        if not indent:
            layer = name.rstrip('/')
        else:
            rooms.append(layer if name == '.' else f'{layer}/{name.rstrip("/")}')
    return rooms


def sources():
    """The C and C++ files of the project and the modules of its page, tests left out, as paths from the root."""
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob('*')):
            if path.suffix in ('.h', '.c', '.cc', '.js'):
                yield path.relative_to(ROOT)


def engine_problems():
    """Sources that bring an engine of their own; and a search that finds none anywhere."""
    users = {source for source in sources() if OTHER_ENGINES.search((ROOT / source).read_text())}
    for source in users - {ENGINE}:
        yield f'{source} has regular expressions of its own: use text_pattern.h'
    if ENGINE not in users:
        yield f'{ENGINE} does not use RE2'


def hidden_problems():
    """Sources with a character that an editor does not show, and that makes grep take them for binary files."""
    for source in sources():
        text = (ROOT / source).read_bytes().decode()
        if any(unicodedata.category(character) in ('Cc', 'Cf') and character not in '\t\n' for character in set(text)):
            yield f'{source} has a hidden character'


def listing_problems():
    """Sources of servers that list directories though memory may be refused; and a search that finds none anywhere."""
    texts = {str(source): (ROOT / source).read_text() for source in sources() if str(source).startswith(OF_SERVERS)}
    listing = [name for name, text in texts.items() if LISTS in text]
    for name in listing:
        if GRANTED not in texts[name]:
            yield f'{name} lists a directory without {GRANTED}'
    if not listing:
        yield f'no source of a server has a {LISTS}'


def used_by(source):
    """The headers that a source includes, or the modules that a module imports, as paths from the root."""
    text = (ROOT / source).read_text()
    if source.suffix == '.js':
        return [pathlib.Path(os.path.normpath(source.parent / module)) for module in MODULE.findall(text)]
    return [pathlib.Path(header + '.h') for header in INCLUDE.findall(text)]


def includes():
    """Yields pairs of a source file and a header or module that it uses, as paths from the root.

    The first pair of each file has None for the header."""
    for source in sources():
        if source.suffix != '.c' and 'include' not in source.parts:
            yield source, None
            for header in used_by(source):
                yield source, header


def room_of(path, place):
    """The innermost folder of the path that is a drawn room."""
    return next((str(folder) for folder in path.parents if str(folder) in place), None)


def stranger(path):
    """The one of the groups that do not know each other to which a file belongs; None if it belongs to no such group."""
    return next((group for group in STRANGERS if str(path).startswith(f'{group}/')), None)


def homeless(users, place):
    """Headers whose users, five or more, are all in one other room.  A header of several rooms lives below them."""
    for header, sources_of in sorted(users.items()):
        others = sources_of - {header.with_suffix('.cc')}
        rooms = {room_of(source, place) for source in others}
        if len(others) >= 5 and len(rooms) == 1 and rooms != {room_of(header, place)}:
            yield f'{header} is used in {rooms.pop()}/ alone: it belongs there'


def main():
    rooms = drawn_rooms((ROOT / 'docs/design.md').read_text())
    place = {room: i for i, room in enumerate(rooms)}
    used, problems, users = set(), set(), {}
    count = 0
    for source, header in includes():
        room = room_of(source, place)
        used.add(room)
        target = room_of(header, place) if header else room
        count += header is not None
        if header:
            users.setdefault(header, set()).add(source)
        if target is None or room is None:
            problems.add(f'{source} includes {header}: which rooms are these?')
        elif place[target] > place[room]:
            problems.add(f'{source} includes {header}, which stands below it')
        elif header and None not in (one := stranger(source), other := stranger(header)) and one != other:
            problems.add(f'{source} includes {header}: {one} and {other} do not know each other')
    problems.update(engine_problems())
    problems.update(hidden_problems())
    problems.update(listing_problems())
    problems.update(homeless(users, place))
    problems.update(f'docs/design.md draws {room}/, which has no source' for room in rooms if room not in used)
    for problem in sorted(problems):
        print(problem, file=sys.stderr)
    print(f'{len(rooms)} rooms, {count} includes, {len(problems)} problems')
    return 1 if problems or count < 1000 else 0


if __name__ == '__main__':
    sys.exit(main())
