# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""The recorder beside an incident: `fdr record -t 1s`, with what it records by default."""
import datetime
import json
import os
import signal
import subprocess
import time

from waiting import wait_until
from workloads import built_clock


class Recorder:
    def __init__(self, fdr, folder, keeper):
        self.fdr, self.folder, self.keeper = fdr, folder, keeper

    def start(self, step, scratch):
        """Until the first sample is there: then a plan begins.

        `step`, if there is one, is a pair: seconds from now, and the step of the clock at that moment."""
        environment = dict(os.environ)
        if step:
            library = built_clock(scratch)
            self.step_at = time.monotonic() + step[0]
            environment |= {'LD_PRELOAD': str(library), 'TEST_CLOCK_STEP': str(self.step_at), 'TEST_CLOCK_SHIFT': str(step[1])}
        self.process = subprocess.Popen([self.fdr, 'record', '-q', '-t', '1s', self.folder / 'vm'], env=environment,
                                        stdin=subprocess.DEVNULL, start_new_session=True)
        self.number = self.keeper.undo('kill', self.process.pid)
        wait_until(lambda: has_sample(self.folder / 'vm.0'), 'no first sample', self.process)
        self.begin = time.monotonic()
        if step and self.step_at < self.begin + 1:
            raise RuntimeError('the first sample came too late for the step of the clock')

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
                                  capture_output=True, text=True, errors='replace', stdin=subprocess.DEVNULL)
            samples = list(samples_of(done.stdout.splitlines()))
            for one in (one for one in incidents if 'program' in one):
                seen = one.setdefault('sightings', {})
                for program, pids in pids_by_program(one):
                    seen[program] = seen.get(program, 0) + sum(
                        one['start'] <= at <= one['end'] and not pids.isdisjoint(recorded) for at, recorded in samples)

    def compress(self):
        """Makes the archives small.  Returns their base names."""
        names = sorted(path.name.removesuffix('.index') for path in self.folder.glob('*.index'))
        subprocess.run([self.fdr, 'compress', '-q', *(str(self.folder / name) for name in names)], check=True,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        return names


def has_sample(volume):
    """Whether a whole record follows the label.  Each begins with its length."""
    try:
        with open(volume, 'rb') as file:
            label = int.from_bytes(file.read(4), 'big')
            file.seek(label)
            head = file.read(4)
            return len(head) == 4 and os.fstat(file.fileno()).st_size >= label + int.from_bytes(head, 'big')
    except FileNotFoundError:
        return False


def seconds_of(text):
    """Since 1970, of a time in JSON."""
    whole, _, fraction = text.rstrip('Z').partition('.')
    return datetime.datetime.fromisoformat(whole + '+00:00').timestamp() + float(f'0.{fraction or 0}')


def samples_of(lines):
    """The time of each record that `fdr dump --json` prints, and the numbers of the processes in it."""
    for record in map(json.loads, lines):
        if record.get('kind') == 'record':
            yield seconds_of(record['time']), {value.get('id') for metric in record['metrics'] for value in metric['values']}


def pids_by_program(incident):
    parents = set(incident.get('parent_pids', []))
    yield incident['program'], set(incident['pids']) - parents
    if parents:
        yield incident['parent'], parents
