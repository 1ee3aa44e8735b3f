# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""The recorder beside an incident: `fdr record -t 1s`, with what it records by default."""
import datetime
import json
import os
import signal
import subprocess

from workloads import built_clock


class Recorder:
    def __init__(self, fdr, folder, keeper):
        self.fdr, self.folder, self.keeper = fdr, folder, keeper

    def start(self, now, step, scratch):
        """`now` is the steady clock at the start; `step`, if there is one, the pair of a second and the step of the clock."""
        environment = dict(os.environ)
        if step:
            environment |= {'LD_PRELOAD': str(built_clock(scratch)), 'TEST_CLOCK_STEP': str(now + step[0]),
                            'TEST_CLOCK_SHIFT': str(step[1])}
        self.process = subprocess.Popen([self.fdr, 'record', '-q', '-t', '1s', self.folder / 'vm'], env=environment,
                                        stdin=subprocess.DEVNULL, start_new_session=True)
        self.number = self.keeper.undo('kill', self.process.pid)

    def signal(self, number):
        self.process.send_signal(number)

    def stop(self):
        self.signal(signal.SIGTERM)  # a shell's background may ignore SIGINT
        if self.process.wait() != 0:
            raise RuntimeError(f'fdr record ended with {self.process.returncode}')
        self.keeper.forget(self.number)

    def add_sightings(self, incidents):
        """Adds in how many samples of its time an incident's processes are recorded: more than that, nothing can know."""
        for archive in sorted(self.folder.glob('*.index')):
            done = subprocess.run([self.fdr, 'dump', '--json', archive.with_suffix(''), 'proc.psinfo.utime'], check=True,
                                  capture_output=True, text=True, stdin=subprocess.DEVNULL)
            samples = [json.loads(line) for line in done.stdout.splitlines()]
            for one in (one for one in incidents if 'program' in one):
                seen = one.setdefault('sightings', {one[name]: 0 for name in ('program', 'parent') if name in one})
                for sample in samples:
                    if one['start'] <= seconds_of(sample.get('time')) <= one['end']:
                        for program in seen.keys() & programs_of(sample):
                            seen[program] += 1

    def compress(self):
        """Makes the archives small.  Returns their base names."""
        names = sorted(path.name.removesuffix('.index') for path in self.folder.glob('*.index'))
        subprocess.run([self.fdr, 'compress', '-q', *(str(self.folder / name) for name in names)], check=True,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        return names


def seconds_of(text):
    """Since 1970, of a time in JSON; 0 without one."""
    return datetime.datetime.fromisoformat(text[:26] + '+00:00').timestamp() if text else 0


def programs_of(sample):
    """The names of the processes in a sample: an instance is a process, its program, and its arguments."""
    return {value['instance'].split()[1] for metric in sample['metrics'] for value in metric['values']}
