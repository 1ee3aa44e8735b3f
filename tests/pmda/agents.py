# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What the tests of agents share: agents of PCP, built from their installed sources with our library or with PCP's,
and a collector of PCP's that runs them."""
import os
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
import ports  # noqa: E402
from ports import PATIENCE  # noqa: E402
from together import side_by_side  # noqa: E402,F401
from waiting import wait_until  # noqa: E402

PMDAS, SUITE = '/usr/lib/pcp/pmdas', '/var/lib/pcp/testsuite'
SAMPLE = [f'{PMDAS}/sample/{name}.c' for name in ('pmda', 'sample', 'percontext', 'events', 'proc')]

# Sources, and directories of headers, of each agent.
SOURCES = {
    'simple': ([f'{PMDAS}/simple/simple.c'], []),
    'trivial': ([f'{PMDAS}/trivial/trivial.c'], []),
    'txmon': ([f'{PMDAS}/txmon/txmon.c'], []),
    'sample': (SAMPLE, [f'{PMDAS}/sample']),
    'dynamic': ([f'{SUITE}/pmdas/dynamic/dynamic.c'], [f'{SUITE}/src']),
    'schizo-A': ([f'{SUITE}/pmdas/schizo/schizo-A.c'], []),
    'schizo-B': ([f'{SUITE}/pmdas/schizo/schizo-B.c'], []),
    'github-56': ([f'{SUITE}/pmdas/github-56/trivial.c'], []),
    'bigun': ([f'{SUITE}/pmdas/bigun/bigun.c'], []),
    **{f'broken_{n}': ([f'{SUITE}/pmdas/broken/broken_pmda.c'], []) for n in range(6)},
    **{name: ([f'{SUITE}/src/{name}.c'], [f'{SUITE}/src', 'empty'])
       for name in ('dumb_pmda', 'badpmda', 'pmdacache', 'pmdaqueue', 'pmdashutdown', 'keycache')},
}


def environment(**more):
    """Ours, without what would change the programs that are compared."""
    names = ('PCP_', 'PMCD_', 'PMDA_', 'FDR_')
    kept = {name: value for name, value in os.environ.items() if not name.startswith(names)}
    kept.update(TZ='UTC', LC_ALL='C', PCP_DERIVED_CONFIG='', PATH='/usr/bin:/bin:/usr/sbin',
                PMCD_CONNECT_TIMEOUT=PATIENCE, PMCD_REQUEST_TIMEOUT=PATIENCE)
    return dict(kept, **more)


def run(words, **options):
    """Standard output and error of a program."""
    done = subprocess.run(words, stdin=options.pop('stdin', subprocess.DEVNULL), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=300, check=False, **options)
    return done.stdout.decode(errors='replace')


def free_port():
    return int(ports.free_port())


class Side:
    """Builds agents with one of the two libraries.  `flags` are those of the compiler: none for PCP's.  The agents run with
    the libraries of a directory in the place of PCP's, if one is given."""

    def __init__(self, name, directory, flags=(), libraries=None):
        self.name, self.flags = name, list(flags) or ['-lpcp_pmda', '-lpcp']
        self.libraries = libraries
        self.before = ['/usr/bin/env', f'LD_LIBRARY_PATH={libraries}'] if libraries else []
        self.directory = os.path.join(directory, name)
        # The generated header that a program includes; nothing in it is used.
        os.makedirs(os.path.join(self.directory, 'empty'))
        with open(os.path.join(self.directory, 'empty/localconfig.h'), 'w', encoding='ascii'):
            pass

    def build(self, agent, kind='program', defines=()):
        """The path of a program, or of a shared object."""
        sources, headers = SOURCES[agent]
        path = os.path.join(self.directory, f'pmda_{agent}.so' if kind == 'dso' else f'pmda{agent}')
        if not os.path.exists(path):
            words = ['gcc', '-w', '-O1', *(['-fPIC', '-shared'] if kind == 'dso' else []), '-D_GNU_SOURCE',
                     *(f'-D{name}' for name in defines), *(f'-I{name}' for name in headers), '-o', path, *sources,
                     *self.flags, '-lm']
            output = run(words, cwd=self.directory)
            if not os.path.exists(path):
                sys.exit(f'{self.name}: {agent} does not compile\n{output}')
        return path


def sides(directory, include, pmda, pmapi):
    """Ours and PCP's.  The other arguments are our headers and our libraries."""
    libraries = [os.path.dirname(path) for path in (pmda, pmapi)]
    ours = ['-I' + include, *(f'-L{path}' for path in libraries), '-lfdr_pmda', '-lfdr_pmapi',
            '-Wl,-rpath,' + ':'.join(libraries)]
    return Side('ours', directory, ours), Side('peer', directory)


def files_of_children(process):
    """The libraries that the programs have loaded which a process has started, by program."""
    found = {}
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open(f'/proc/{pid}/stat', encoding='utf-8', errors='replace') as stat:
                if int(stat.read().rsplit(')', 1)[1].split()[1]) != process:
                    continue
            with open(f'/proc/{pid}/maps', encoding='utf-8') as maps:
                found[os.path.basename(os.readlink(f'/proc/{pid}/exe'))] = maps.read()
        except OSError:  # it has ended
            continue
    return found


def names_of(agent, name=None, domain=None):
    """The text of the agent's name space, perhaps below another name and for another domain."""
    folder = f'{PMDAS}/{agent}' if os.path.exists(f'{PMDAS}/{agent}/pmns') else f'{SUITE}/pmdas/{agent}'
    with open(f'{folder}/pmns', encoding='utf-8') as file:
        text = re.sub(r'/\*.*?\*/', '', file.read(), flags=re.S).replace('#include <stdpmid>', '')
    if name:
        text = re.sub(rf'^{agent}\b', name, text, flags=re.M)
    macro = agent.upper()
    return text if domain is None else re.sub(rf'\b{macro}:', f'{domain}:', text)


def make_helps(directory):
    """Help texts of agents are made when they are installed, which they are not here."""
    for agent, domain, name in HELPS:
        folder = os.path.join(directory, 'pmdas', agent)
        os.makedirs(folder, exist_ok=True)
        source = f'{PMDAS}/{agent}' if os.path.exists(f'{PMDAS}/{agent}/help') else f'{SUITE}/pmdas/{agent}'
        names = os.path.join(folder, 'names')
        with open(names, 'w', encoding='utf-8') as file:
            file.write('root {\n' + f'  {agent}\n' + '}\n' + names_of(agent, domain=domain))
        with open(f'{source}/help', encoding='utf-8') as file:
            help_text = re.sub(rf'\b{agent.upper()}\.', f'{domain}.', file.read())
        with open(os.path.join(folder, 'source'), 'w', encoding='utf-8') as file:
            file.write(help_text)
        output = run(['/usr/lib/pcp/bin/newhelp', '-n', names, '-v', '2', '-o', name, 'source'], cwd=folder,
                     env=environment())
        if not os.path.exists(os.path.join(folder, name + '.pag')):
            sys.exit(f'no help texts of {agent}: {output}')
    with open(os.path.join(directory, 'pmdas/simple/simple.conf'), 'w', encoding='ascii') as file:
        file.write('sec,hour\n')


class Collector:
    """PCP's own, in a directory of its own.  `agents`: lines of its configuration; `names`: of its name space."""

    def __init__(self, directory, agents, names):
        self.directory = directory
        os.makedirs(os.path.join(directory, 'run'), exist_ok=True)
        os.makedirs(os.path.join(directory, 'config/pmda'), exist_ok=True)
        # Agents become another user.
        os.chmod(os.path.join(directory, 'config/pmda'), 0o777)
        make_helps(directory)
        roots = re.findall(r'^(\w+) \{', names, flags=re.M)
        with open(os.path.join(directory, 'root'), 'w', encoding='utf-8') as file:
            file.write('root {\n' + ''.join(f'  {root}\n' for root in roots) + '}\n' + names)
        with open(os.path.join(directory, 'pmcd.conf'), 'w', encoding='utf-8') as file:
            file.write('\n'.join(agents) + '\n')
        self.port, self.socket = free_port(), os.path.join(directory, 'run/pmcd.socket')
        self.environment = environment(
            PCP_RUN_DIR=os.path.join(directory, 'run'), PCP_LOG_DIR=directory, PCP_TMP_DIR=directory,
            PCP_VAR_DIR=directory, PCP_PMDAS_DIR=os.path.join(directory, 'pmdas'), PMCD_ROOT_AGENT='0')
        self.process = subprocess.Popen(
            ['/usr/lib/pcp/bin/pmcd', '-A', '-f', '-n', 'root', '-c', 'pmcd.conf', '-l', 'pmcd.log', '-x', 'fatal', '-p',
             str(self.port), '-i', '127.0.0.1', '-s', self.socket, '-U', 'root', '-t', PATIENCE, '-q', PATIENCE],
            cwd=directory, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(lambda: ports.greets(self.port), lambda: 'the collector of PCP does not start:\n' + self.log(),
                   self.process)

    def ask(self, *words):
        """What a client of PCP's prints."""
        return run([*words[:1], '-h', f'unix:{self.socket}', *words[1:]], env=self.environment, cwd=self.directory)

    def log(self):
        with open(os.path.join(self.directory, 'pmcd.log'), encoding='utf-8', errors='replace') as file:
            return file.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(300)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


# Agents, the domain in their help texts, and the name of the file.
HELPS = [('simple', 253, 'help'), ('trivial', 250, 'help'), ('txmon', 248, 'help'), ('dynamic', 247, 'help'),
         ('sample', 29, 'help'), ('sample', 30, 'dsohelp')]


class Directory(tempfile.TemporaryDirectory):
    """A temporary one, which other users may read, too: agents are others."""

    def __enter__(self):
        os.chmod(self.name, 0o755)
        return self.name


def differences(ours, peers, most=12):
    """Pairs of lines that differ, as text; empty if there are none."""
    lines = []
    our_lines, peers_lines = ours.splitlines(), peers.splitlines()
    for i in range(max(len(our_lines), len(peers_lines))):
        pair = [text[i] if i < len(text) else '(end)' for text in (our_lines, peers_lines)]
        if pair[0] != pair[1]:
            lines.append(f'line {i + 1}\n  ours: {pair[0]}\n  peer: {pair[1]}')
    return '\n'.join(lines[:most]) + (f'\n{len(lines)} lines differ' if lines else '')
