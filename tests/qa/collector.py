# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""PCP's collector, inside a sandbox, with the agents that the scripts of its suite ask."""

import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
from waiting import wait_until  # noqa: E402

PMDAS = pathlib.Path('/var/lib/pcp/pmdas')
PMNS = pathlib.Path('/var/lib/pcp/pmns')
CONFIG = pathlib.Path('/etc/pcp/pmcd/pmcd.conf')
LOGS = pathlib.Path('/var/log/pcp/pmcd')
NEWHELP = '/usr/lib/pcp/bin/newhelp'
AGENTS = f'''pmcd 2 dso pmcd_init {PMDAS}/pmcd/pmda_pmcd.so
proc 3 pipe binary {PMDAS}/proc/pmdaproc -d 3
linux 60 pipe binary {PMDAS}/linux/pmdalinux
mmv 70 dso mmv_init {PMDAS}/mmv/pmda_mmv.so
sample 29 pipe binary {PMDAS}/sample/pmdasample -d 29
sampledso 30 dso sample_init {PMDAS}/sample/pmda_sample.so
simple 253 pipe binary {PMDAS}/simple/pmdasimple -d 253

[access]
allow "*" : all;
'''
ROOTS = ('root_pmcd', 'root_proc', 'root_linux', 'root_mmv')


def name_metrics():
    """The names of all agents, as their installation would add them."""
    sample = (PMDAS / 'sample/pmns').read_text(encoding='ascii')
    parts = {'sample': f'#define SAMPLE 29\nroot {{ sample }}\n{sample}',
             'sampledso': '#define SAMPLEDSO 30\nroot { sampledso }\n' +
                          re.sub('SAMPLE', 'SAMPLEDSO', re.sub(r'\bsample\b', 'sampledso', sample)),
             'simple': '#define SIMPLE 253\nroot { simple }\n' + (PMDAS / 'simple/pmns').read_text(encoding='ascii')}
    for name, text in parts.items():
        (PMNS / f'root_{name}').write_text(text, encoding='ascii')
    names = [str(PMNS / name) for name in (*ROOTS, *(f'root_{part}' for part in parts))]
    subprocess.run(['/usr/lib/pcp/bin/pmnsmerge', '-f', *names, str(PMNS / 'root')], check=True)


def write_help():
    """The help texts of the agents, in the form in which they read them."""
    for agent, name, symbol, domain in (('sample', 'help', 'SAMPLE', 29), ('sample', 'dsohelp', 'SAMPLE', 30),
                                        ('simple', 'help', 'SIMPLE', 253), ('trace', 'help', 'TRACE', 10)):
        text = (PMDAS / agent / 'help').read_text(encoding='ascii')
        text = re.sub(rf'^@ {symbol}\.', f'@ {domain}.', text, flags=re.MULTILINE)
        if name == 'dsohelp':
            text = re.sub(r'^@ sample\b', '@ sampledso', text, flags=re.MULTILINE)
        subprocess.run([NEWHELP, '-n', 'root', '-v', '2', '-o', name], input=text, text=True, cwd=PMDAS / agent, check=True)


def start(user):
    """Returns when its agents answer."""
    CONFIG.write_text(AGENTS, encoding='ascii')
    name_metrics()
    write_help()
    LOGS.mkdir(exist_ok=True)
    os.chown(LOGS, user.pw_uid, user.pw_gid)
    process = subprocess.Popen(
        ['/usr/lib/pcp/bin/pmcd', '-A', '-f', '-l', str(LOGS / 'pmcd.log'), '-U', user.pw_name],
        cwd=LOGS, env=dict(os.environ, PMCD_ROOT_AGENT='0'), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    wait_until(answers, lambda: f"PCP's collector does not answer: {(LOGS / 'pmcd.log').read_text()}", process, 60)


def answers():
    done = subprocess.run(['pmprobe', 'sample.bin', 'sampledso.bin', 'simple.numfetch', 'hinv.ncpu', 'proc.nprocs'],
                          capture_output=True, text=True, check=False)
    return done.returncode == 0 and all(int(line.split()[1]) > 0 for line in done.stdout.splitlines())
