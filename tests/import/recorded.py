# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Compares the archives that two programs wrote, file by file.

Metadata and volumes must be the same, but for the identifiers of processes in their labels.  For each entry of
PCP's index that points at its record, ours must have one with this stamp; each of ours points at its record."""

import pathlib
import struct

PID = slice(8, 12)  # within a label, which begins each file
LABEL = {2: 132, 3: 808}


def version(data):
    return data[7]


def without_pid(data):
    return data[:PID.start] + b'PPID' + data[PID.stop:]


def records(data):
    """The offset and the stamp of each record of a volume."""
    found, at = {}, LABEL[version(data)]
    while at + 8 <= len(data):
        length, = struct.unpack_from('>I', data, at)
        if length < 20 or at + length > len(data):
            raise ValueError(f'a record of {length} bytes at {at}')
        found[at] = struct.unpack_from('>II' if version(data) == 2 else '>III', data, at + 4)
        at += length
    return found


def entries(data):
    """The entries of an index: stamp, volume, offset of metadata, offset of data."""
    form, words = ('>IIIII', 2) if version(data) == 2 else ('>IIIIQQ', 3)
    rest = data[LABEL[version(data)]:]
    whole = rest[:len(rest) // struct.calcsize(form) * struct.calcsize(form)]
    return [(entry[:words], *entry[words:]) for entry in struct.iter_unpack(form, whole)]


def sound_entries(index, volumes):
    """Those that point at a record of their time."""
    return [entry for entry in index if volumes.get(entry[1], {}).get(entry[3]) == entry[0]]


def files(directory):
    return {path.name: path.read_bytes() for path in sorted(pathlib.Path(directory).iterdir()) if path.is_file()}


def index_differences(name, ours, peers, volumes):
    our_entries = entries(ours)
    unsound = [entry for entry in our_entries if entry not in sound_entries(our_entries, volumes)]
    for entry in unsound if any(volumes.values()) else []:
        yield f'{name}: the entry {entry} points at no record of its time'
    if [entry[0] for entry in our_entries] != sorted({entry[0] for entry in our_entries}):
        yield f'{name}: the stamps of {our_entries} do not ascend'
    if our_entries != sorted(our_entries, key=lambda entry: entry[2]):
        yield f'{name}: the offsets of metadata in {our_entries} do not ascend'
    stamps = {entry[0] for entry in our_entries}
    for entry in sound_entries(entries(peers), volumes):
        if entry[0] not in stamps:
            yield f'{name}: the entry {entry} of {entries(peers)} is missing in {our_entries}'


def differences(ours, peers):
    """Yields what differs between the archives of two directories."""
    our_files, peers_files = files(ours), files(peers)
    if our_files.keys() != peers_files.keys():
        yield f'files {sorted(our_files)}, not {sorted(peers_files)}'
        return
    for name, data in our_files.items():
        if name.endswith('.index'):
            base = name.removesuffix('.index')
            volumes = {int(other.rsplit('.', 1)[1]): records(content) for other, content in our_files.items()
                       if other.rsplit('.', 1)[0] == base and other.rsplit('.', 1)[1].isdigit()}
            yield from index_differences(name, data, peers_files[name], volumes)
            data, expected = data[:LABEL[version(data)]], peers_files[name][:LABEL[version(data)]]
        else:
            expected = peers_files[name]
        if without_pid(data) != without_pid(expected):
            at = next((i for i, pair in enumerate(zip(without_pid(data), without_pid(expected))) if pair[0] != pair[1]),
                      min(len(data), len(expected)))
            yield (f'{name}: {len(data)} bytes, not {len(expected)}; from {at}: {data[at:at + 40]!r}, '
                   f'not {expected[at:at + 40]!r}')
