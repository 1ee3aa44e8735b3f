# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Writes an archive of version 3 with metrics of many types and units, by PCP's import library."""
import ctypes
import math

FIRST, STEP, RECORDS = 1700000000, 10, 10
DISKS, HOSTS, NO_DOMAIN = 0x3d400001, 0x3d400002, 0xffffffff
I32, U32, I64, U64, FLOAT, DOUBLE, STRING = range(7)
COUNTER, INSTANT, DISCRETE = 1, 3, 4
# Dimensions of space, time and count, then their scales.
NONE, BYTE, KBYTE, MBYTE = (0, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0), (1, 0, 0, 2, 0, 0)
SEC, COUNT = (0, 1, 0, 0, 3, 0), (0, 0, 1, 0, 0, 0)

# Name, type, domain, semantics, units, and the value of instance k in record t of a host with a factor of n.
METRICS = (
    ('s.bytes', U64, NO_DOMAIN, COUNTER, BYTE, lambda t, k, n: n * (1000 * t + t * t)),
    ('s.bytes2', U64, NO_DOMAIN, COUNTER, BYTE, lambda t, k, n: n * 7 * t),
    ('s.kbytes', U64, NO_DOMAIN, COUNTER, KBYTE, lambda t, k, n: 3 * t),
    ('s.count', U32, NO_DOMAIN, COUNTER, COUNT, lambda t, k, n: 11 * t),
    ('s.busy', DOUBLE, NO_DOMAIN, COUNTER, SEC, lambda t, k, n: 0.75 * t),
    ('s.i32', I32, NO_DOMAIN, INSTANT, NONE, lambda t, k, n: n * (5 - t)),
    ('s.u32', U32, NO_DOMAIN, INSTANT, NONE, lambda t, k, n: n * 3 * t + 1),
    ('s.i64', I64, NO_DOMAIN, INSTANT, NONE, lambda t, k, n: (3 - t) << 40),
    ('s.u64', U64, NO_DOMAIN, INSTANT, NONE, lambda t, k, n: (1 << 63) + t),
    ('s.float', FLOAT, NO_DOMAIN, INSTANT, NONE, lambda t, k, n: n * (0.25 + t)),
    ('s.double', DOUBLE, NO_DOMAIN, INSTANT, NONE, lambda t, k, n: n * (2.5 - t / 3)),
    ('s.text', STRING, NO_DOMAIN, DISCRETE, NONE, lambda t, k, n: f'text {t}'),
    ('s.used', U32, NO_DOMAIN, INSTANT, KBYTE, lambda t, k, n: n * 100 * t + 50),
    ('s.free', U32, NO_DOMAIN, INSTANT, KBYTE, lambda t, k, n: 7000 - 13 * t),
    ('s.large', DOUBLE, NO_DOMAIN, INSTANT, MBYTE, lambda t, k, n: 1.25 * t),
    ('s.lasts', DOUBLE, NO_DOMAIN, INSTANT, SEC, lambda t, k, n: 0.5 * t + 1),
    ('s.events', U32, NO_DOMAIN, INSTANT, COUNT, lambda t, k, n: 4 * t + 1),
    ('s.state', I32, NO_DOMAIN, DISCRETE, NONE, lambda t, k, n: n * (t // 2) - 2),
    ('s.other', U32, NO_DOMAIN, DISCRETE, NONE, lambda t, k, n: t + 10),
    ('m.kbytes', U64, DISKS, COUNTER, KBYTE, lambda t, k, n: n * (k + 1) * (t * 1024 + t * t)),
    ('m.i32', I32, DISKS, INSTANT, NONE, lambda t, k, n: n * (k * 10 - t * (k + 1))),
    ('m.float', FLOAT, DISKS, INSTANT, NONE, lambda t, k, n: n * ((k + 1) * 1.5 + t)),
    ('m.double', DOUBLE, DISKS, INSTANT, NONE, lambda t, k, n: n * 100 * math.sin(t + k + 0.5)),
    ('m.used', DOUBLE, DISKS, INSTANT, KBYTE, lambda t, k, n: t * 512.5 * (k + 1)),
    ('h.float', FLOAT, HOSTS, INSTANT, NONE, lambda t, k, n: (k + 2) * t),
)
INSTANCES = {NO_DOMAIN: (None,), DISKS: ('sda', 'sdb', 'disk c'), HOSTS: ('x', 'y')}


def library():
    calls = ctypes.CDLL('libpcp_import.so.1')
    text, word = ctypes.c_char_p, ctypes.c_uint32
    calls.pmiUnits.restype = word
    calls.pmiUnits.argtypes = [ctypes.c_int] * 6
    calls.pmiAddMetric.argtypes = [text, word, ctypes.c_int, word, ctypes.c_int, word]
    calls.pmiAddInstance.argtypes = [word, text, ctypes.c_int]
    calls.pmiPutValue.argtypes = [text] * 3
    calls.pmiPutLabel.argtypes = [word, word, ctypes.c_int, text, text]
    return calls


def write(path, host, factor):
    calls = library()

    def check(result):
        if result < 0:
            raise RuntimeError(f'the import library says {result}')

    check(calls.pmiStart(str(path).encode(), 0))
    check(calls.pmiSetVersion(3))
    check(calls.pmiSetHostname(host.encode()))
    check(calls.pmiSetTimezone(b'UTC'))
    check(calls.pmiPutLabel(1, 0, 0, b'hostname', host.encode()))
    for item, (name, kind, domain, semantics, units, _) in enumerate(METRICS, 1):
        check(calls.pmiAddMetric(name.encode(), 245 << 22 | item, kind, domain, semantics, calls.pmiUnits(*units)))
    for domain in (DISKS, HOSTS):
        for number, instance in enumerate(INSTANCES[domain], 1):
            check(calls.pmiAddInstance(domain, instance.encode(), number))
    for t in range(RECORDS):
        for name, _, domain, _, _, value in METRICS:
            for k, instance in enumerate(INSTANCES[domain]):
                check(calls.pmiPutValue(name.encode(), instance and instance.encode(),
                                        str(value(t, k, factor)).encode()))
        check(calls.pmiWrite(FIRST + t * STEP, 0))
    check(calls.pmiEnd())
