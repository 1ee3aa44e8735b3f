#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: local_agents_test.py LIBRARIES

Agents that are shared objects in a local context: the same with PCP's library, and with the libpcp.so.3 in the
directory LIBRARIES.  They are named with -K, or only in pmcd.conf.  Metrics without an agent have names, and an error."""
import difflib
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
from serving import environment  # noqa: E402

LIBRARIES = os.path.abspath(sys.argv[1])
PMDAS = '/var/lib/pcp/pmdas'
# Name, domain, the file of its names, and the name that it is asked for.
AGENTS = [('sample', 29, 'pmns', 'sample'), ('jbd2', 122, 'root_jbd2', 'jbd2'), ('xfs', 11, 'root_xfs', 'xfs'),
          ('smart', 150, 'pmns', 'smart')]
COMMANDS = (('pminfo', '-f'), ('pminfo', '-dm'), ('pminfo', '-tT'), ('pminfo', '-I'), ('pmprobe', '-I'), ('pmprobe', '-v'))
ABSENT = 'absent {\n\tone 200:0:1\n\ttwo 200:1:2\n\tagain 200:0:1\n}\n'
OF_ABSENT = (('pminfo', '-l'),)
OF_LIST = (('pminfo', '-f', '-m'), ('pmprobe', '-i'))  # whose agents pmcd.conf names


def write_names(directory, name, domain, file):
    """As PCP's preprocessor leaves them: libraries read names without it."""
    path = f'{PMDAS}/{name}/{file}'
    text = f'#define {name.upper()} {domain}\n'
    text += f'root {{\n  {name}\n}}\n#include "{path}"\n' if file == 'pmns' else f'#include "{path}"\n'
    with open(f'{directory}/source', 'w', encoding='ascii') as source:
        source.write(text.replace('#include <stdpmid>', ''))
    done = subprocess.run(['/usr/lib/pcp/bin/pmcpp', '-I', f'{PMDAS}/{name}', '-I', '/var/lib/pcp/pmns', 'source'],
                          cwd=directory, capture_output=True, text=True, check=True)
    with open(f'{directory}/names', 'w', encoding='ascii') as names:
        text = re.sub(r'^#.*\n', '', done.stdout, flags=re.MULTILINE)
        names.write(text.replace('root {', 'root {\n\tabsent', 1) + ABSENT)


def write_list(directory, name, domain):
    """The agents of a collector; in a local context, those that are programs do not exist."""
    with open(f'{directory}/pmcd.conf', 'w', encoding='ascii') as file:
        file.write(f'# none\n\nprogram 250 pipe binary /no/such\n'
                   f'{name} {domain} dso {name}_init {PMDAS}/{name}/pmda_{name}.so\n'
                   'program2 251 pipe binary /no/such\n[access]\nallow "local:*" : all;\n')


def shown(directory, command, name, domain, root, library=None):
    """Paragraphs or lines, in any order, and values without digits: they move, and the process is another one."""
    variables = environment(LD_LIBRARY_PATH=library) if library else environment()
    agent = ['-K', 'clear', '-K', f'add,{domain},{PMDAS}/{name}/pmda_{name}.so,{name}_init']
    if command in OF_LIST + OF_ABSENT:
        agent, variables['PCP_PMCDCONF_PATH'] = [], f'{directory}/pmcd.conf'
    done = subprocess.run([command[0], '-L', '-n', f'{directory}/names', *agent, *command[1:], root],
                          env=variables, cwd=directory, capture_output=True, text=True, check=False, timeout=300)
    text = re.sub(r'^sample\.(secret\.foo\.bar\.max\.redirect|dodgey).*\n(Full Help: .*\n)?', '', done.stdout, flags=re.MULTILINE)
    if command[1] in ('-f', '-v'):
        text = re.sub(r'\d+', 'N', re.sub(r'\[[0-9a-f]+\]$', '[N]', text, flags=re.MULTILINE))
    parts = text.split('\n\n' if command[0] == 'pminfo' else '\n')
    return sorted(filter(None, (part.strip('\n') for part in parts))), done.returncode


def compare(theirs, ours, what, problems):
    if theirs != ours:
        lines = difflib.unified_diff(theirs[0], ours[0], 'PCP', 'fdr', lineterm='', n=0)
        problems.append(f'{what}: {theirs[1]} {ours[1]}\n' + '\n'.join(list(lines)[:12]))


def main():
    problems, compared = [], 0
    for name, domain, file, root in AGENTS:
        with tempfile.TemporaryDirectory(prefix='fdr-local-') as directory:
            write_names(directory, name, domain, file)
            write_list(directory, name, domain)
            for command in COMMANDS + OF_LIST:
                theirs, ours = (shown(directory, command, name, domain, root, library) for library in (None, LIBRARIES))
                compared += len(theirs[0])
                compare(theirs, ours, f'{name}: {command}', problems)
            for command in OF_LIST + OF_ABSENT:
                theirs, ours = (shown(directory, command, name, domain, 'absent', library) for library in (None, LIBRARIES))
                compared += len(theirs[0])
                if not theirs[0]:
                    problems.append(f'{name}: {command} absent: PCP shows nothing')
                compare(theirs, ours, f'{name}: {command} absent', problems)
    print(*problems, sep='\n', end='\n' if problems else '')
    print(f'{compared} paragraphs and lines, {len(problems)} outputs differ')
    sys.exit(bool(problems) or compared < 1000)


main()
