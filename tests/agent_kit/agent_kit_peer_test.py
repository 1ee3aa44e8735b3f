#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: agent_kit_peer_test.py FDR SPOOL TOY

Agents in C++, the one of the guide and one with a metric of each type, under PCP's collector and under fdr.  PCP's tools
must print the same of both, and know what the agents say."""
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'agents'))
from private_collector import Collector, OurCollector  # pylint: disable=wrong-import-position

FDR, SPOOL, TOY = (os.path.abspath(program) for program in sys.argv[1:])
CONF = f"""pmcd 2 dso pmcd_init /var/lib/pcp/pmdas/pmcd/pmda_pmcd.so
spool 240 pipe binary {SPOOL} queues
toy 77 pipe binary {TOY}
"""
NAMES = 'root {\n    spool 240:*:*\n    toy 77:*:*\n}\n'
COMMANDS = [
    ['pminfo', 'spool'], ['pminfo', 'toy'], ['pminfo', 'toy.more'], ['pminfo', 'toy.more.real'], ['pminfo', 'toy.nothing'],
    ['pminfo', '-dmtTlf', 'spool'], ['pminfo', '-dmtTlf', 'toy'], ['pminfo', '-I', 'spool', 'toy'], ['pminfo', '-fx', 'toy'],
    ['pmprobe', '-v', 'spool'], ['pmprobe', '-v', 'toy'], ['pmprobe', '-I', 'toy'], ['pmprobe', '-i', 'spool'],
    ['pmval', '-s', '1', '-i', 'out', 'spool.jobs'], ['pmval', '-s', '1', '-i', 'c', 'toy.cells'],
    ['pmstore', 'spool.limit', '20'], ['pmstore', 'spool.limit', '0'], ['pmstore', 'spool.jobs', '1'],
    ['pmprobe', '-v', 'spool.limit'],
    ['pmstore', 'toy.text', 'another text'], ['pmstore', '-i', 'b', 'toy.cells', '77'], ['pmstore', 'toy.cells', '5'],
    ['pmstore', 'toy.more.real', '5'], ['pmstore', 'toy.first', 'word'],
    ['pminfo', '-f', 'toy.text', 'toy.cells', 'toy.first'],
]
# What the agents say is in the output.
EXPECTED = {
    'pminfo spool': ['spool.jobs\nspool.bytes\nspool.limit\n'],
    'pminfo -dmtTlf spool': ['PMID: 240.0.1 [their size]', 'inst [1 or "out"] value 12', '"team":"mail"', 'Units: byte'],
    'pminfo -dmtTlf toy': ['value -5', 'value 2.5', 'value "some text"', '"kind":"row"', '"unit":"none"', '"who":"the'],
    'pmstore spool.limit 0': ['Bad input to pmstore'],
    'pmprobe -v spool.limit': ['spool.limit 1 20\n'],
    'pmstore spool.jobs 1': ['No permission'],
}


def asked(kind, directory):
    """What the tools print, command by command."""
    os.makedirs(directory)
    for name, text in (('pmcd.conf', CONF), ('names', NAMES), ('queues', 'in 3 4096\nout 12 512\n')):
        with open(f'{directory}/{name}', 'w', encoding='ascii') as file:
            file.write(text.replace(' queues', f' {directory}/queues'))
    with kind(FDR, directory, 'spool.limit') as collector:
        collector.wait('toy.first')
        return [(' '.join(command), collector.tool(*command)) for command in COMMANDS]


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as top:
        theirs = asked(Collector, f'{top}/theirs')
        ours = asked(OurCollector, f'{top}/ours')
    for (command, their), (_, our) in zip(theirs, ours):
        if their != our:
            wrong.append(f'--- {command}: PCP\'s collector\n{their}--- fdr\n{our}')
        wrong += [f'--- {command}: {text} is not in\n{our}' for text in EXPECTED.get(command, []) if text not in our]
    print(*wrong, f'{len(COMMANDS)} commands, {len(wrong)} differences', sep='\n')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
