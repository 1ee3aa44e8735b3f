# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""An archive of version 2 with one metric that has very many instances, written byte by byte."""
import struct

METRIC, DOMAIN = 60 << 22 | 1, 60 << 22 | 1
START, RECORDS = 1700000000, 4


def record(body):
    length = struct.pack('>i', len(body) + 8)
    return length + body + length


def label(volume):
    return record(struct.pack('>iiiii64s40s', 0x50052602, 1, START, 0,
                              volume, b'broadhost', b'UTC'))


def instances(count):
    names, offsets, offset = [], [], 0
    for number in range(count):
        names.append(b'instance%d\0' % number)
        offsets.append(offset)
        offset += len(names[-1])
    numbers = struct.pack(f'>{2 * count}i', *range(count), *offsets)
    return struct.pack('>iiiIi', 2, START, 0, DOMAIN, count) + numbers + b''.join(names)


def write(base, count):
    """`broad.many`, a counter, at START and each second after it."""
    name = b'broad.many'
    with open(f'{base}.meta', 'wb') as file:
        file.write(label(-1))
        file.write(record(struct.pack('>iIiIiIii', 1, METRIC, 1, DOMAIN, 1, 0x00100000, 1, len(name)) + name))
        file.write(record(instances(count)))
    with open(f'{base}.0', 'wb') as file:
        file.write(label(0))
        for second in range(RECORDS):
            values = [0] * (2 * count)
            values[::2] = range(count)
            values[1::2] = range(second, count + second)
            file.write(record(struct.pack('>iiiIii', START + second, 0, 1, METRIC, count, 0) +
                              struct.pack(f'>{2 * count}i', *values)))
