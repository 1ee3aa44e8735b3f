#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Folios: fdr folio beside pmafm and mkaf.

usage: folio_peer_test.py FDR
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

FDR = os.path.abspath(sys.argv[1])
SUITE = '/var/lib/pcp/testsuite'
MKAF = '/usr/lib/pcp/bin/mkaf'
ENVIRONMENT = dict(os.environ, TZ='UTC', LC_ALL='C', FDR_CONFIG='/dev/null', PCP_DERIVED_CONFIG='')
failures = 0


def run(*words, status=None, **options):
    done = subprocess.run(words, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=300, **options)
    if status is not None:
        same(done.returncode, status, f'the status of {words}; {done.stderr}')
    return done


def same(ours, theirs, what):
    global failures  # pylint: disable=global-statement
    if ours == theirs:
        return
    failures += 1
    print(f'{what}:\n  ours  {ours}\n  PCP   {theirs}')


def folio(*words, status=0):
    return run(FDR, 'folio', *words, status=status).stdout


def listed_by_peer(path):
    """Created, creator with replay configuration, and (host, archive) of each row of `pmafm list`."""
    text = run('pmafm', path, 'list').stdout
    rows = re.findall(r'^  \[ *\d+\] (\S+) +(\S+)$', text, re.MULTILINE)
    created = re.search(r'^Created: (.*)$', text, re.MULTILINE)
    creator = re.search(r'^Creator: (.*)$', text, re.MULTILINE)
    return created[1], creator[1].strip(), rows


def listed_by_us(path):
    document = json.loads(folio('--json', path, status=None))
    rows = [(archive['host'], archive['archive']) for archive in document['archives']]
    return document['created'], f"{document['creator']} {document['replay']}".strip(), rows


def check_both(path, what):
    """Whether each archive is right, in the order of the folio."""
    theirs = [line.split()[-1] == 'OK' for line in run('pmafm', path, 'check').stdout.splitlines()
              if line.startswith('Archive: ')]
    done = run(FDR, 'folio', 'check', path)
    ours = [line.endswith(': ok') for line in done.stdout.splitlines() if not line.startswith(' ')]
    same(ours, theirs, f'check of {what}')
    same(done.returncode, 0 if all(theirs) else 1, f'status of a check of {what}')
    return theirs


def compare_real(path):
    same(listed_by_us(path), listed_by_peer(path), f'list of {path}')
    check_both(path, path)


def make(directory):
    """Archives below a directory, with folios of both makers."""
    os.makedirs(f'{directory}/more')
    for name in ('ok-foo', 'ok-bigbin'):
        for part in glob.glob(f'{SUITE}/archives/{name}.*'):
            shutil.copy(part, f'{directory}/more' if name == 'ok-bigbin' else directory)
    theirs = run(MKAF, 'ok-foo.meta', 'more', cwd=directory)
    with open(f'{directory}/theirs.folio', 'w', encoding='utf-8') as file:
        file.write(theirs.stdout)
    folio('make', f'{directory}/ours.folio', f'{directory}/ok-foo', f'{directory}/more')


def rows_without_dots(rows):
    return sorted((host, os.path.normpath(base)) for host, base in rows)


def compare_made(directory):
    make(directory)
    ours, theirs = f'{directory}/ours.folio', f'{directory}/theirs.folio'
    for path in (ours, theirs):
        same(listed_by_us(path), listed_by_peer(path), f'list of {path}')
        same(check_both(path, path), [True, True], f'archives of {path}')
    same(rows_without_dots(listed_by_us(ours)[2]), rows_without_dots(listed_by_peer(theirs)[2]), 'what is in the folios')
    same(listed_by_us(ours)[1], listed_by_peer(theirs)[1], 'who made the folios')
    for path in (ours, theirs):
        tools(path)
    everything_reads(directory, ours)


def tools(path):
    """PCP's tools say the same, whoever starts them; after `Archive:` comes a path of either form."""
    for words in (('pmval', '-s', '2', '-t', '1', '-z', 'sample.milliseconds'), ('pmdumplog', '-l'), ('pmprobe', '-v', 'sample'),
                  ('pminfo', '-f', 'sample.milliseconds')):
        theirs = run('pmafm', path, 'run', *words)
        ours = run(FDR, 'folio', 'run', path, *words)
        kept = [[line for line in done.stdout.splitlines()
                 if line and not line.startswith(('Note: running', 'Host: ', 'archive: '))] for done in (ours, theirs)]
        same(kept[0], kept[1], f'output of {words} on {path}')
        if len(kept[0]) < 2:
            same(kept[0], 'more lines', f'{words}')


def everything_reads(directory, path):
    bases = [f'{directory}/ok-foo', f'{directory}/more/ok-bigbin']
    for verb in (('info',), ('check',)):
        same(run(FDR, *verb, path).stdout, run(FDR, *verb, *bases).stdout, f'fdr {verb[0]} of a folio')
    one = f'{directory}/one.folio'
    folio('make', one, bases[0])
    for verb, *words in (('replay', 'sample.milliseconds'), ('names',), ('summary', 'sample.milliseconds')):
        same(run(FDR, verb, one, *words).stdout, run(FDR, verb, bases[0], *words).stdout, f'fdr {verb} of a folio')
    same(run('pminfo', f'--archive-folio={one}', '-f', 'sample.milliseconds').stdout,
         run('pminfo', '-a', bases[0], '-f', 'sample.milliseconds').stdout, 'pminfo of our folio')


def compare_broken(directory):
    with open(f'{directory}/broken.folio', 'w', encoding='utf-8') as file:
        file.write('PCPFolio\nVersion: 1\nCreated: on a at b\nCreator: nobody\n'
                   'Archive: gonzo ok-foo\nArchive: gonzo missing\nArchive: otherhost ok-foo\n')
    same(check_both(f'{directory}/broken.folio', 'a folio with two wrong archives'), [True, False, False], 'archives')
    for name, content in (('none', ''), ('other', 'Folio\n')):
        with open(f'{directory}/{name}', 'w', encoding='utf-8') as file:
            file.write(content)
        same(run('pmafm', f'{directory}/{name}', 'list').returncode, 1, 'pmafm of no folio')
        folio(f'{directory}/{name}', status=1)


def compare_removal(directory):
    """The files that both would remove, beside each other in one directory: pmafm knows no others."""
    os.makedirs(directory)
    for part in glob.glob(f'{SUITE}/archives/ok-foo.*'):
        shutil.copy(part, directory)
    for name in ('ok-foo.log', 'ok-foo.config', 'replay.view'):
        with open(f'{directory}/{name}', 'w', encoding='utf-8') as file:
            file.write(name)
    with open(f'{directory}/my.folio', 'w', encoding='utf-8') as file:
        file.write('PCPFolio\nVersion: 1\nCreated: on a at b\nCreator: pmchart replay.view\nArchive: gonzo ok-foo\n')
    words = run('pmafm', 'my.folio', 'remove', cwd=directory).stdout.split()
    theirs = sorted(words[words.index('-f') + 1:])
    done = run(FDR, 'folio', 'remove', 'my.folio', cwd=directory, status=0)
    ours = sorted(done.stdout.split('\n')[:-2])
    same(ours, theirs, 'files to remove')
    same(sorted(os.listdir(directory)), theirs, 'files that are still there')
    copied = f'{directory}/copy'
    run(FDR, 'folio', 'copy', 'my.folio', copied, cwd=directory, status=0)
    same(sorted(os.listdir(copied)), theirs, 'copied files')
    same(check_both(f'{copied}/my.folio', 'a copy'), [True], 'a copy')
    run(FDR, 'folio', '--yes', 'remove', 'my.folio', cwd=directory, status=0)
    same(os.listdir(directory), ['copy'], 'files after the removal')


def main():
    real = glob.glob(f'{SUITE}/*.folio') + glob.glob(f'{SUITE}/archives/*.folio')
    if len(real) < 7:
        sys.exit('the test suite of PCP has no folios')
    for path in real:
        compare_real(path)
    with tempfile.TemporaryDirectory(prefix='fdr-folio-') as directory:
        compare_made(f'{directory}/made')
        compare_broken(f'{directory}/made')
        compare_removal(f'{directory}/removed')
    print(f'{len(real)} folios of PCP; {failures} differences')
    sys.exit(failures > 0)


main()
