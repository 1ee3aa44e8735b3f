# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""The agents that Debian's packages of PCP bring: how a collector starts them, and their names."""
import os
import re
import subprocess

PMDAS = '/var/lib/pcp/pmdas'
# Agents of fdr's tests that are built from sources, and what needs the collector's own process.
LEFT_OUT = {'pmcd', 'root', 'simple', 'trivial', 'txmon'}


class Agent:
    """One way to run an agent: `kind` is program, dso, python or perl."""

    def __init__(self, name, kind, domain, root, other=''):
        self.name, self.kind, self.domain, self.root, self.other = name, kind, domain, root, other

    def line(self):
        path = f'{PMDAS}/{self.name}'
        start = {'program': f'pipe binary {path}/pmda{self.name} -d {self.domain} -l {self.name}.log',
                 'dso': f'dso {self.name}_init {path}/pmda_{self.name}.so',
                 'python': f'pipe binary python3 {path}/pmda{self.name}.python',
                 'perl': f'pipe binary perl {path}/pmda{self.name}.pl'}[self.kind]
        return f'{self.name} {self.domain} {start}'

    def roots(self):
        """The names directly below the root."""
        block = re.search(r'root\s*\{(.*?)\}', self.root, re.DOTALL)
        names = re.findall(r'^\s*([a-z]\w*)', block[1], re.MULTILINE)
        # Other agents have some of the names.
        return ['network.persocket'] if self.name == 'sockets' else [name for name in names if name not in ('pmcd', 'sampledso')]


def without_comments(text):
    return re.sub(r'/\*.*?\*/', '', text, flags=re.DOTALL)


def read(path):
    with open(path, encoding='utf-8', errors='replace') as file:
        return file.read()


def static_names(name):
    """The name space in files: with a root, or below the agent's name."""
    directory = f'{PMDAS}/{name}'
    for file in (f'root_{name}', 'root'):
        path = f'{directory}/{file}'
        if not os.path.exists(path):
            continue
        text = without_comments(read(path))
        if 'root' in text and '{' in text:
            return re.sub(r'#include "(?!/)', f'#include "{directory}/', text.replace('#include <stdpmid>', ''))
    return None


def made_names(interpreter, variable, script):
    """Scripts print their name space on request."""
    done = subprocess.run([interpreter, script], capture_output=True, text=True, timeout=300, check=False,
                          env={'PATH': '/usr/bin:/bin', variable: 'root'}, stdin=subprocess.DEVNULL)
    return done.stdout if 'root' in done.stdout and '{' in done.stdout else None


def definitions(name):
    path = f'{PMDAS}/{name}/domain.h'
    return re.findall(r'#define\s+(\w+)\s+(\d+)', read(path)) if os.path.exists(path) else []


def domain_of(name):
    return next((int(number) for _, number in definitions(name)), None)


def macros_of(name):
    return [macro for macro, _ in definitions(name)]


def find_agents():
    agents = []
    for name in sorted(os.listdir(PMDAS)):
        directory = f'{PMDAS}/{name}'
        if name in LEFT_OUT or not os.path.isdir(directory):
            continue
        domain, root = domain_of(name), static_names(name)
        if name == 'linux':
            root = read('/var/lib/pcp/pmns/root_linux')
        if domain and root:
            for macro in {name.upper(), *macros_of(name)}:
                root = f'#ifndef {macro}\n#define {macro} {domain}\n#endif\n{root}'
            if os.access(f'{directory}/pmda{name}', os.X_OK):
                agents.append(Agent(name, 'program', domain, root))
            if os.path.exists(f'{directory}/pmda_{name}.so'):
                agents.append(Agent(name, 'dso', domain, root))
        for kind, end, interpreter, variable in (('python', 'python', '/usr/bin/python3', 'PCP_PYTHON_PMNS'),
                                                 ('perl', 'pl', '/usr/bin/perl', 'PCP_PERL_PMNS')):
            script = f'{directory}/pmda{name}.{end}'
            if os.path.exists(script) and (root := made_names(interpreter, variable, script)):
                agents.append(Agent(name, kind, int((re.search(r'\s(\d+):', root) or [0, -1])[1]), root))
    return agents
