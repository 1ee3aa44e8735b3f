# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""PCP's own tools read archives, several at a time; each must end well, say no complaint, and print the same with fdr's
library."""
import concurrent.futures
import difflib
import itertools
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
from checks import Checks  # noqa: E402
from serving import environment  # noqa: E402

OWN = str(pathlib.Path(sys.argv[2]).resolve().parent)
BIN = '/usr/lib/pcp/bin'
expect = Checks()

# A is the archive.  These two ask for the names of all instances of all times.
QUICK = '''
pmval -a A -s 3 -t 0.3 proc.psinfo.utime
pmrep -a A -s 3 -t 0.3 -o csv proc.psinfo.utime
'''
SOME = QUICK + '''
pminfo -a A -f proc.psinfo.cmd
pcp -a A pidstat
pcp atop -r A 1 2
pmlogcheck -w A
'''
ALL = SOME + '''
pmval -a A -s 3 disk.dev.total
pminfo -a A -dmtT proc.psinfo
pmprobe -a A -I proc.psinfo.utime
pmdumptext -a A -s 3 -t 0.3 kernel.all.load proc.psinfo.utime
pmstat -a A -s 3 -t 0.3
pmlogsummary A
pmdumplog -a A
pmlogsize A
pmie -a A -c RULES
pcp -a A
pcp -a A ps -e
pcp -a A mpstat -t 1 -s 2
pcp -a A iostat -t 1 -s 2
pcp -a A free
pcp -a A numastat
pcp -a A ipcs -l
pcp -a A ipcs -u
pcp -a A uptime
'''
GROUPS = '''
pmval -a A -s 3 -t 0.3 cgroup.cpu.stat.usage
pmval -a A -s 3 -t 0.3 network.interface.in.bytes
pmrep -a A -s 3 -t 0.3 -o csv cgroup.cpu.stat.usage network.interface.in.bytes
pminfo -a A -f cgroup.cpu.stat network.interface.in.bytes
pmprobe -a A -I cgroup.cpu.stat.usage
pmdumptext -a A -s 3 -t 0.3 cgroup.cpu.stat.usage
pmlogsummary A
pmdumplog -a A
pmlogcheck -w A
'''
QUICK_GROUPS = '''
pmval -a A -s 3 -t 0.3 cgroup.cpu.stat.usage
pmrep -a A -s 3 -t 0.3 -o csv cgroup.cpu.stat.usage network.interface.in.bytes proc.psinfo.utime
'''
MAKERS = ('pmlogextract', f'{BIN}/pmlogreduce -t 0.5', f'{BIN}/pmlogrewrite')
RUN_WITH_OURS = ('pmval', 'pmrep', 'pminfo', 'pmprobe', 'pmlogsummary')
SILENT = ('pmlogcheck', 'pmie')
SAID_AT_THE_END = 'evaluator exiting'  # by pmie


def run(command, library=None):
    more = {'LD_LIBRARY_PATH': library} if library else {}
    done = subprocess.run(command, capture_output=True, timeout=300, check=False, env=environment(**more))
    err = [line for line in done.stderr.decode(errors='replace').splitlines() if SAID_AT_THE_END not in line]
    return done.returncode, done.stdout.decode(errors='replace'), '\n'.join(err)


class Bench:
    """Tools, and the archives that they read."""

    def __init__(self, directory):
        self.directory, self.made, self.waiting = directory, itertools.count(), []
        self.rules = f'{directory}/rules'
        with open(self.rules, 'w', encoding='ascii') as file:
            file.write('delta = 1 sec;\nnever = some_inst proc.psinfo.threads > 1000000 -> print "never";\n')
        self.pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())

    def read(self, archive, table):
        for line in table.split('\n'):
            if line:
                command = [{'A': archive, 'RULES': self.rules}.get(word, word) for word in line.split()]
                self.waiting.append(self.pool.submit(self.check, command))

    @staticmethod
    def check(command, library=None, compares=True):
        status, out, err = run(command, library)
        said = ' '.join(command)
        found = [(status == 0 and not err, f'{said}: status {status}: {err[-500:]}'),
                 (out.strip() or command[0] in SILENT, f'{said}: prints nothing')]
        if compares and command[0] in RUN_WITH_OURS:
            our_status, ours, complaint = run(command, OWN)
            found.append((our_status == status and not complaint,
                          f'{said} with our library: status {our_status}: {complaint[-500:]}'))
            differences = list(difflib.unified_diff(out.splitlines(), ours.splitlines(), 'stock', 'ours', n=0))
            found.append((not differences, f'{said}: ' + '\n'.join(line[:500] for line in differences[:8])))
        return found

    def make_and_read(self, maker, archives, table, library=None):
        self.waiting.append(self.pool.submit(self.make, maker.split() + list(archives), table, library))

    def make(self, command, table, library):
        out = f'{self.directory}/made{next(self.made)}'
        status, _, err = run(command + [out])
        found = [(status == 0 and not err, f'{" ".join(command)}: status {status}: {err}')]
        for line in table.split('\n'):
            if line:
                found += self.check([out if word == 'A' else word for word in line.split()], library, False)
        for path in pathlib.Path(self.directory).glob(os.path.basename(out) + '.*'):
            path.unlink()
        return found

    def finish(self):
        for waiting in self.waiting:
            for holds, problem in waiting.result():
                expect(holds, problem)
        self.waiting = []
