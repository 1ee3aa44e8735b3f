#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: damaged_walks_test.py FDR DAMAGED_WALKS MEANS RATES

Programs that use the library as its headers show it, on archives of which one byte is another one, or the middle of a
compressed volume.  A program reads as many values as `fdr dump` shows, and as many as the sound archive has; or its
status is a failure.  It never reads fewer, and succeeds; and every walk ends.  MEANS and RATES are programs of the
guide: if something is lost, they succeed only with the same output, since they need not read all."""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

FDR, WALKS, MEANS, RATES = (os.path.abspath(path) for path in sys.argv[1:5])
PEER_ARCHIVES = '/var/lib/pcp/testsuite/archives'
# Of version 2 and 3, of one volume and several, plain and compressed.
SOURCES = [('cputime', 'kernel.percpu.cpu.vnice'), ('ok-mv-bigbin', 'sampledso.bucket'), ('ok-foo', 'sample.bin'),
           ('ok-mv-interp', 'sample.milliseconds'), ('pcp-hotatop', 'proc.io.cancelled_write_bytes'),
           ('vldb-disks', 'disk.dev.total'), ('kenj-pc-1', 'kernel.all.load'), ('rep', 'disk.all.read_bytes'),
           ('omnibus_v3', 'sample.proc.ordinal'), ('omnibus-nomark_v3', 'sample.double.bin_ctr')]
DAMAGED = 30 if 'FDR_SOAK' in os.environ else 8  # copies of each
WAYS = ('forward', 'backward', 'whole', 'unwarned')
GUIDE = ((MEANS,), (RATES, '1'))
problems = []
counts = {'archives': 0, 'sound': 0, 'failed': 0}


def files_of(base):
    return sorted(name for name in os.listdir(PEER_ARCHIVES)
                  if name.startswith(base + '.') and name[len(base) + 1:].split('.')[0] in ('meta', 'index') + tuple('0123456789'))


def values_of_dump(metric, archive):
    """How many values fdr dump shows, and whether it tells of a loss, apart from an incomplete last record: a writer may
    complete that.  A value with another metric's identifier is not lost."""
    dump = subprocess.run([FDR, 'dump', '--json', archive, metric], capture_output=True, text=True, check=False, timeout=300)
    records = (json.loads(line) for line in dump.stdout.splitlines())
    values = sum(len(one.get('values', ())) for record in records if record.get('kind') == 'record' for one in record['metrics'])
    losses = [line for line in dump.stderr.splitlines() if 'Incomplete last record' not in line]
    return values, dump.returncode != 0 and bool(losses)


def values_of_walk(way, metric, archive):
    walk = subprocess.run([WALKS, way, metric, archive], capture_output=True, text=True, check=False, timeout=300)
    if walk.returncode not in (0, 1):
        return 0, f'status {walk.returncode}'
    return int(walk.stdout or 0), walk.returncode


def run_of_guide(program, metric, archive):
    run = subprocess.run([program[0], archive, metric, *program[1:]], capture_output=True, check=False, timeout=300)
    return run.returncode, run.stdout


def damage(choice, directory, files):
    """Changes one byte: often one of a volume, sometimes one of the metadata or of the index."""
    name = choice.choice([one for one in files if '.meta' not in one and '.index' not in one] * 3 + files)
    path = f'{directory}/{name}'
    with open(path, 'r+b') as file:
        at = choice.randrange(os.path.getsize(path))
        file.seek(at)
        byte = file.read(1)[0] ^ choice.randrange(1, 256)
        file.seek(at)
        file.write(bytes([byte]))
    return f'{name}, byte {at} is {byte}'


def length_at(number):
    """Gives the record in the middle of a volume the length `number`."""
    def change(content):
        at = int.from_bytes(content[:4], 'big')  # behind the label
        for _ in range(3):
            at += int.from_bytes(content[at:at + 4], 'big')
        content[at:at + 4] = number.to_bytes(4, 'big')
    return change


def zeros_at_the_end(content):
    content[-40:] = bytes(40)


# Each is done to the first volume of these.
PLAIN = ('ok-foo', 'vldb-disks')
DELIBERATE = {'a length of 1': length_at(1), 'a length of 2^31 - 1': length_at(2**31 - 1),
              'a length of 2^32 - 1': length_at(2**32 - 1), 'a length beyond the end': length_at(1 << 24),
              'zeros at the end': zeros_at_the_end}


def check_deliberate(top):
    for base in PLAIN:
        metric = dict(SOURCES)[base]
        sound, _ = values_of_dump(metric, f'{PEER_ARCHIVES}/{base}')
        as_sound = {program[0]: run_of_guide(program, metric, f'{PEER_ARCHIVES}/{base}')[1] for program in GUIDE}
        for what, change in DELIBERATE.items():
            directory = f'{top}/{base}-{what}'
            os.makedirs(directory)
            for name in files_of(base):
                shutil.copy(f'{PEER_ARCHIVES}/{name}', directory)
            path = f'{directory}/{base}.0'
            with open(path, 'rb') as file:
                content = bytearray(file.read())
            change(content)
            with open(path, 'wb') as file:
                file.write(content)
            check(f'{base}, {what}', metric, f'{directory}/{base}', sound, as_sound)
            shutil.rmtree(directory)


# The volumes are compressed like this, and the middle of one is overwritten.
SEVERAL_VOLUMES = ('ok-mv-bigbin', 'ok-mv-interp')
FORMATS = {'.gz': ('gzip',), '.xz': ('xz',), '.xz in blocks': ('xz', '--block-size=8192'), '.zst': ('zstd', '-q', '--rm')}


def overwrite_middle(path):
    with open(path, 'r+b') as file:
        at = os.path.getsize(path) // 2
        file.seek(at)
        middle = file.read(64)
        file.seek(at)
        file.write(bytes(byte ^ 0x5a for byte in middle))


def check_compressed(top):
    for base in SEVERAL_VOLUMES:
        metric = dict(SOURCES)[base]
        sound, _ = values_of_dump(metric, f'{PEER_ARCHIVES}/{base}')
        as_sound = {program[0]: run_of_guide(program, metric, f'{PEER_ARCHIVES}/{base}')[1] for program in GUIDE}
        volumes = [name for name in files_of(base) if name.rsplit('.', 1)[1].isdigit()]
        for what, command in FORMATS.items():
            for damaged in (volumes[0], volumes[1], volumes[-1]):
                directory = f'{top}/compressed'
                os.makedirs(directory)
                for name in files_of(base):
                    shutil.copy(f'{PEER_ARCHIVES}/{name}', directory)
                subprocess.run([*command, *(f'{directory}/{name}' for name in volumes)], check=True)
                overwrite_middle(f'{directory}/{damaged}{what.split()[0]}')
                check(f'{base}, {what}, {damaged}', metric, f'{directory}/{base}', sound, as_sound, reads_all_shown=True)
                shutil.rmtree(directory)


def check(what, metric, archive, sound, as_sound, reads_all_shown=False):
    """`reads_all_shown`: a walk that says that something is lost has all that fdr dump shows, too."""
    counts['archives'] += 1
    shown, is_lost = values_of_dump(metric, archive)
    least = sound if is_lost else shown
    for program in GUIDE:
        status, printed = run_of_guide(program, metric, archive)
        if status not in (0, 1) or (status == 0 and is_lost and printed != as_sound[program[0]]):
            problems.append(f'{what}: the status of {os.path.basename(program[0])} is {status}; fdr dump shows {shown} of {sound}')
    for way in WAYS:
        values, status = values_of_walk(way, metric, archive)
        counts['failed' if status else 'sound'] += 1
        if status not in (0, 1):
            problems.append(f'{what}: {way}: {status}')
        elif status == 0 and values < least and way != 'unwarned':  # PCP passes over records behind later ones, too
            problems.append(f'{what}: {way} reads {values} values of {metric} and succeeds; fdr dump shows {shown} of {sound}')
        elif reads_all_shown and values < shown and way != 'unwarned':
            problems.append(f'{what}: {way} reads {values} values of {metric}; fdr dump shows {shown} of {sound}')


def main():
    with tempfile.TemporaryDirectory() as top:
        for base, metric in SOURCES:
            files = files_of(base)
            choice = random.Random(base)
            for number in range(DAMAGED + 1):
                directory = f'{top}/{base}-{number}'
                os.makedirs(directory)
                for name in files:
                    shutil.copy(f'{PEER_ARCHIVES}/{name}', directory)
                if number == 0:
                    sound, is_lost = values_of_dump(metric, f'{directory}/{base}')
                    of_guide = {program[0]: run_of_guide(program, metric, f'{directory}/{base}') for program in GUIDE}
                    as_sound = {program: printed for program, (_, printed) in of_guide.items()}
                    walks = {values_of_walk(way, metric, f'{directory}/{base}') for way in WAYS}
                    if is_lost or sound == 0 or walks != {(sound, 0)} or {status for status, _ in of_guide.values()} != {0}:
                        problems.append(f'{base} is not read whole')
                    continue
                check(f'{base}, {damage(choice, directory, files)}', metric, f'{directory}/{base}', sound, as_sound)
                shutil.rmtree(directory)
        check_deliberate(top)
        check_compressed(top)
    print(f'{counts["archives"]} archives; {counts["sound"]} walks are whole, {counts["failed"]} say that they are not')
    if problems:
        print(*problems, sep='\n')
        sys.exit(f'{len(problems)} problems')
    if min(counts.values()) < 50:
        sys.exit('too little was compared')


main()
