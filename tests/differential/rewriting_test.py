#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Compares archives that rules rewrite with those of the peer.  The commands of a case are

  pmlogrewrite -c RULES IN OUT
  fdr copy --rewrite RULES IN OUT

on archives of the peer's test suite.  Both results are dumped by pmdumplog, and must have the same records, metrics,
help texts, labels and label of the archive.  With FDR_SOAK all cases are run, otherwise a part of them.

usage: rewriting_test.py FDR"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

CORPUS = pathlib.Path('/var/lib/pcp/testsuite/archives')
REWRITE = '/usr/lib/pcp/bin/pmlogrewrite'
# Small archives: many types, instances that change, labels, texts, events, both versions.
ARCHIVES = ('sample-labels', 'mmv.help', 'dyninsts', 'eventrec', '20041125', 'omnibus_v3', 'rewrite', 'binning', 'runq',
            'mirage', 'changeinst', 'new_tcp', 'diff1', 'pcp-uptime', 'ok-foo', 'node_archive', '20150105.17.57')
SHIPPED = '/var/lib/pcp/config/pmlogrewrite'
DAILY = 60
LEAST_COMPARED = 50
ENVIRONMENT = dict(os.environ, TZ='UTC', LC_ALL='C', FDR_CONFIG='/dev/null', HOME='/nonexistent',
                   PCP_DERIVED_CONFIG='')

# Where fdr refuses what the peer does: docs/rewriting.md says why.
REFUSED = re.compile(r'does not fit into the type|would be given|The rules would|would both be|would have the number')
SCALES = {'byte': 'BYTE', 'Kbyte': 'KBYTE', 'Mbyte': 'MBYTE', 'millisec': 'MSEC', 'sec': 'SEC', 'microsec': 'USEC',
          'nanosec': 'NSEC'}


def run(*command):
    return subprocess.run(command, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          errors='replace', timeout=300, check=False)


def dump(base, *options):
    return run('pmdumplog', *options, base).stdout


class Metric:
    def __init__(self, block):
        head = re.match(r'PMID: (\S+) \((.*)\)', block)
        self.pmid, self.names = head[1], head[2].replace('"', '').split(' or ')
        self.type = re.search(r'Data Type: (.*?)  InDom', block)[1]
        self.indom = re.search(r'InDom: (\S+)', block)[1]
        self.units = re.search(r'Units: (.*)', block)[1].strip()
        self.is_number = self.type in ('32-bit int', '32-bit unsigned int', '64-bit int', '64-bit unsigned int', 'float',
                                       'double')


def blocks(text, start):
    return re.split(r'\n(?=' + start + ')', text.strip())


def metrics_of(base):
    text = dump(base, '-d')
    return [Metric(block) for block in blocks(text, 'PMID')[1:] if re.match(r'PMID: \d+\.\d+\.\d+ \([^<]', block)]


def domains_of(base):
    """The instances of each domain, by number, as they are named last."""
    domains, current = {}, None
    for line in dump(base, '-i').splitlines():
        if found := re.search(r'InDom: (\d+\.\d+)', line):
            current = domains.setdefault(found[1], {})
        elif (found := re.match(r'\s+(\d+) or "(.*)"', line)) and current is not None:
            current[int(found[1])] = found[2]
    return domains


def of_metrics(metrics, domains):
    """Rules for some of the metrics."""
    # The peer leaves parameters of events as they are, so their metrics would be others.
    has_events = any('event' in metric.type for metric in metrics)
    metrics = [metric for metric in metrics if '.event.' not in metric.names[0]]
    numbers = [metric for metric in metrics if metric.is_number]
    for i, metric in enumerate(numbers[:4]):
        for kind in ('64', 'u64', 'double', 'float', '32'):
            yield f'metric {metric.names[0]} {{ type -> {kind} }}'
        yield f'metric {metric.pmid} {{ type if {["u32", "32", "64", "double"][i % 4]} -> u64 sem -> discrete }}'
    for metric in metrics[:3]:
        domain, cluster, item = metric.pmid.split('.')
        yield f'metric {metric.pmid} {{ delete }}'
        yield f'metric {metric.names[0]} {{ name -> renamed.metric-x sem -> counter }}'
        yield f'metric {metric.pmid} {{ pmid -> 400.{cluster}.* }}'
        if not has_events:
            yield f'metric {domain}.{cluster}.* {{ pmid -> 401.*.* }}'
        yield f'metric {domain}.*.* {{ units -> 0,-1,1,0,SEC,ONE }}'
    for metric in [m for m in numbers if m.units.split(' ')[0] in SCALES and '^' not in m.units][:3]:
        words = metric.units.split(' / ')
        is_space = 'byte' in words[0]
        below = '-1' if len(words) == 2 else '0'
        if len(words) == 2 and not is_space:
            continue
        scale = 'SEC' if len(words) == 2 else '0'
        for other in ('BYTE', 'KBYTE', 'MBYTE') if is_space else ('MSEC', 'SEC'):
            yield (f'metric {metric.pmid} {{ units -> 1,{below},0,{other},{scale},0 rescale }}' if is_space else
                   f'metric {metric.pmid} {{ units -> 0,1,0,0,{other},0 rescale }}')
    for metric in [m for m in numbers if m.indom in domains and domains[m.indom]][:3]:
        number, name = next(iter(domains[metric.indom].items()))
        for output in ('', 'output first', 'output last', 'output min', 'output max', 'output sum', f'output inst {number}',
                       f'output iname "{name}"'):
            if '"' not in name:
                yield f'metric {metric.pmid} {{ indom -> null {output} }}'


def of_domains(domains):
    for indom, instances in list(domains.items())[:3]:
        if not instances:
            continue
        numbers = list(instances)
        first, name = numbers[0], instances[numbers[0]]
        yield f'indom {indom} {{ indom -> 402.7 }}'
        yield f'indom {indom} {{ inst {first} -> 1999999999 }}'
        yield f'indom {indom} {{ inst {first} -> delete }}'
        if '"' not in name:
            word = name.split(' ')[0]
            yield f'indom {indom} {{ iname "{name}" -> "another name" }}'
            yield f'indom {indom} {{ iname "{word}" -> delete }}'
            yield f'indom {indom} {{ iname "{word}" -> "x-{word}" inst {first} -> 1999999998 }}'
    for domain in sorted({indom.split('.')[0] for indom in domains}):
        if len([indom for indom in domains if indom.startswith(domain + '.')]) == 1:
            yield f'indom {domain}.* {{ indom -> 403.* }}'


def of_archive(base, metrics):
    yield 'global { hostname -> some-host.example.com tz -> "UTC-3" }'
    # Behind a shift to a later time, the peer's metadata are missing.
    yield 'global { time -> -12:34:56 }'
    yield 'global { }'
    texts = dump(base, '-h')
    for metric in metrics:
        if not re.search(rf'PMID: {metric.pmid}\n.', texts):
            continue
        yield f'text metric {metric.names[0]} {{ text -> "another text" }}'
        yield f'text metric {metric.pmid} help {{ delete }}'
        yield f'text metric {metric.pmid} all {{ text -> "both \\"texts\\"\nof lines" }}'
        yield f'metric {metric.pmid} {{ pmid -> 404.1.1 }}'
        break
    labels = dump(base, '-e')
    if 'Context labels' in labels:
        yield 'label context "hostname" { value -> "other" }'
        yield 'label context "hostname" { label -> "host" }'
        yield 'label context "hostname" { delete }'
    for owner, word in re.findall(r'(Domain|Cluster|PMID|InDom) (\d[\d.]*) labels', labels)[:4]:
        owner = {'PMID': 'item'}.get(owner, owner)
        yield f'label {owner} {word} {{ delete }}'
        yield f'label {owner} {word} {{ value -> "v" }}'


def cases():
    for name in ARCHIVES:
        base = str(CORPUS / name)
        if not os.path.exists(base + '.meta') or not os.path.exists(base + '.0'):
            continue
        metrics, domains = metrics_of(base), domains_of(base)
        for rules in (*of_metrics(metrics, domains), *of_domains(domains), *of_archive(base, metrics)):
            yield base, rules
        # The rules that the peer's agents bring along.
        for file in sorted(pathlib.Path(SHIPPED).glob('*.conf')):
            yield base, file.read_text(encoding='utf-8')


def records(base):
    """The records as text, without sizes, and with instances in the order of numbers."""
    text = re.sub(r'\n\[\d+ bytes?\]\n?', '\n', dump(base, '-m'))
    lines = []
    for line in text.splitlines():
        line = re.sub(r'^\[\d+ bytes?\]', '', line)
        lines.append(line.rstrip())
    return lines


def labels(base):
    """The labels of each owner, as they are at the end.  The peer writes several sets of one owner at one time."""
    last = {}
    for section in re.split(r'^\d\d:\d\d:.*$', dump(base, '-e'), flags=re.MULTILINE):
        now = {}
        for owner, text in re.findall(r'^    (\S.* labels) \(\d+ bytes\): ?(.*)$', section, re.MULTILINE):
            now.setdefault(owner, {}).update(json.loads(text or '{}'))
        last.update(now)
    return {owner: sorted(text.items()) for owner, text in last.items() if text}


def described(base):
    """The numbers that metrics and instance domains have."""
    metrics = metrics_of(base)
    return {metric.pmid for metric in metrics} | {metric.indom for metric in metrics}


def owner_of(text):
    found = re.match(r'(?:PMID:?|InDom:?) (\d+\.\d+(?:\.\d+)?)', text)
    return found[1] if found else None


# What the peer does differently, and fdr does on purpose: the kind of rules, and what is not compared then.
ARGUED = (
    # Names of instances are unknown after some shifts, and the times of events stay.
    (r'time ->', 'values', lambda line: re.sub(r' or (\?\?\?|".*?")\]|timestamp \S+', '', line)),
    # The labels of clusters do not move.  Those of agents move away from metrics that stay.
    (r'pmid ->', 'labels', lambda owner: '' if owner.startswith(('Domain', 'Cluster')) else owner),
    # Labels of instances do not follow these.
    (r'(inst|iname) ', 'labels', lambda owner: '' if '[' in owner else owner),
    # Short texts alone follow a number.
    (r'pmid ->|indom ->', 'texts', lambda text: text if '[' in text.splitlines()[0] else ''),
)


def content(base, rules):
    head, numbers = dump(base, '-l'), described(base)
    # The peer leaves texts and labels of what is not there any more.
    texts = [text for text in blocks(dump(base, '-h'), '(?:PMID|InDom)')[1:] if owner_of(text) in numbers]
    found = {'values': records(base), 'metrics': sorted(blocks(dump(base, '-d'), 'PMID')[1:]), 'texts': sorted(texts),
             'labels': {owner: text for owner, text in labels(base).items() if owner_of(owner) in numbers | {None}},
             'label': [line for line in head.splitlines() if 'pid' not in line.lower()]}
    for pattern, key, change in ARGUED:
        if not re.search(pattern, rules):
            continue
        if key == 'labels':
            found[key] = {owner: text for owner, text in found[key].items() if change(owner)}
        else:
            found[key] = [text for text in map(change, found[key]) if text]
    return found


# Files that both refuse, on 20041125.
WRONG = '''metric {
metric kernel.all.load { type -> 32
metric kernel.all.load { typ -> 32 }
metric kernel.all.load { type => 32 }
metric kernel.all.load { delete name -> x }
metric kernel.all.load { type -> u64 type -> 32 }
metric kernel.all.load { sem -> counter } metric 60.2.0 { sem -> instant }
metric kernel.all.load { name -> kernel.all.cpu.user }
metric kernel.all.load { indom -> 244.9 }
metric kernel.all.load { indom -> null output middle }
metric kernel.all.load { indom -> null output inst }
metric kernel.all.load { units -> 0,0,0,0,FORTNIGHT,0 }
metric kernel.all.load { units -> 0,0,0 }
metric kernel.all.load { units -> 1,0,0,3,0,0 }
metric 60.2 { delete }
metric 60.2.1024 { delete }
metric 60.4096.1 { delete }
metric 512.0.0 { delete }
metric pmcd.version { type -> 32 }
indom 60.2 { inst 1 -> delete inst 1 -> 7 }
indom 60.2 { inst 1 -> 5 }
indom 60.2 { inst -1 -> 7 }
indom 60.2 { iname "1 minute" -> "5 x" }
indom 60.2 { iname "1 minute" -> "" }
indom 60.2 { iname "1 minute" -> x }
indom 60.2 { indom -> 61.2 } metric kernel.all.load { indom -> 60.4 }
indom 511.1 { inst 1 -> 2 }
indom 60 { inst 1 -> 2 }
global { hostname -> a hostname -> b }
global { hostname -> }
global { tz -> UTC }
global { zoneinfo -> ":UTC" }
global { time -> x }
global { features -> 1 }
text kernel.all.load { delete }
text metric kernel.all.load { delete
text metric kernel.all.load { text -> x }
label context { new ab "cd" }
label context { new "a b" "cd" }
label context { instance -> 3 }
label domain 60 { cluster -> 60.3 }
label domain 60.1 { delete }
foo'''.splitlines()
# Files that both take.
RIGHT = '''global { }
GLOBAL{HostName->my-host.a_b}
global { hostname -> 10.1.2.3 }
metric kernel.all.load { }
metric kernel.all.load{delete delete}
metric kernel.all.load { name->foo-bar.x }
metric type { delete }
metric 60.2.0 { units -> 0 , - 1 , 1 , 0 , SEC , 6 }
metric 60.2.0 { units -> 0,-1,+1,0,SEC,ONE } # a comment
indom 60.2 { inst 1 -> 7 iname "1 minute" -> "7" }
indom 7.* { indom -> 8.* }
text metric kernel.all.load * "x\\"y" { delete text -> "a" }
label context * * { delete }
label instances 60.2 * "a" { delete }'''.splitlines()


class Comparison:
    def __init__(self, fdr):
        self.fdr = fdr

    def judge(self, rules):
        """Whether fdr and the peer take the rules."""
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, 'rules')
            pathlib.Path(path).write_text(rules + '\n', encoding='utf-8')
            base = str(CORPUS / '20041125')
            peer = run(REWRITE, '-c', path, base, os.path.join(place, 'theirs'))
            own = run(self.fdr, 'copy', '-q', '--rewrite', path, base, os.path.join(place, 'ours'))
            return own.returncode == 0, peer.returncode == 0

    def complaint_about_file(self, file):
        rules, expected = file
        taken = self.judge(rules)
        return None if taken == (expected, expected) else f'{rules}\n  fdr, then pmlogrewrite: {taken}, not {expected}'

    def compare(self, case):
        """Returns what happened, and what is wrong."""
        base, rules = case
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, 'rules')
            pathlib.Path(path).write_text(rules, encoding='utf-8')
            theirs, ours = os.path.join(place, 'theirs'), os.path.join(place, 'ours')
            peer = run(REWRITE, '-c', path, base, theirs)
            own = run(self.fdr, 'copy', '-q', '--rewrite', path, base, ours)
            where = f'{os.path.basename(base)}: {rules[:200]}'
            if peer.returncode != 0:
                return 'refused by the peer', None
            if not os.path.exists(theirs + '.meta') or not os.path.exists(theirs + '.0'):
                return 'nothing', None
            if own.returncode != 0:
                if REFUSED.search(own.stderr):
                    return 'refused by fdr', None
                return 'failed', f'{where}\n  {own.returncode}: {own.stderr}'
            return 'compared', self.difference(where, content(theirs, rules), content(ours, rules))

    @staticmethod
    def difference(where, theirs, ours):
        for key in theirs:
            if theirs[key] == ours[key]:
                continue
            if isinstance(theirs[key], list):
                differing = [(a, b) for a, b in zip(theirs[key], ours[key]) if a != b][:3]
                return (f'{where}\n  {key}: {len(theirs[key])} and {len(ours[key])} lines, '
                        + ''.join(f'\n    pmlogrewrite: {a}\n    fdr:          {b}' for a, b in differing))
            return f'{where}\n  {key}: {theirs[key]}\n  {ours[key]}'
        return None


def main():
    fdr, = sys.argv[1:]
    all_cases = list(cases())
    if not os.environ.get('FDR_SOAK'):
        step = max(1, len(all_cases) // DAILY)
        all_cases = all_cases[::step][:DAILY]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        outcomes = list(pool.map(Comparison(fdr).compare, all_cases))
        files = [(rules, False) for rules in WRONG] + [(rules, True) for rules in RIGHT]
        about_files = list(pool.map(Comparison(fdr).complaint_about_file, files))
    counts = {}
    for outcome, _ in outcomes:
        counts[outcome] = counts.get(outcome, 0) + 1
    complaints = [complaint for _, complaint in outcomes if complaint]
    complaints += filter(None, about_files)
    print('\n'.join(complaints))
    print(f'{len(all_cases)} cases: {counts}, {len(complaints)} complaints')
    return 1 if complaints or counts.get('compared', 0) < LEAST_COMPARED * len(all_cases) // DAILY * 8 // 10 else 0


if __name__ == '__main__':
    sys.exit(main())
