#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: clean_end_test.py FDR

However a recording of a busy machine ends, `fdr check` has nothing to warn of.  Processes come, exec and end all the
time, so that each sample, the last one too, has changes of the instance domain.  The same holds for a recording of such
a recording, and for the snapshot of a ring."""
import contextlib
import itertools
import os
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'serve'))
from churn import Churn  # noqa: E402
from waiting import LIMIT, wait_until  # noqa: E402

FDR = os.path.abspath(sys.argv[1])
FORMS = {'v2': ['-V', '2'], 'v3': ['-V', '3'], 'deltas': ['-V', '3', '--domains', 'deltas']}
ENDS = {'samples': ['-s', '12'], 'time': ['-T', '1s'], 'SIGTERM': [], 'SIGINT': []}
MANY = 400_000  # bytes of samples


def start(archive, options, started):
    """A recorder, which has ended when the test leaves `started`."""
    words = ['--processes', 'all', '-t', '50ms', *options, archive]
    recorder = subprocess.Popen([FDR, 'record', '-q', *words], stdin=subprocess.DEVNULL)
    started.callback(end, recorder)
    return recorder


def end(recorder):
    """Also if the test fails."""
    if recorder.poll() is None:
        recorder.kill()
        recorder.wait(LIMIT)


def change(processes):
    processes.come()
    processes.rename()
    processes.come()
    processes.end()


def has_much(archive):
    return os.path.exists(f'{archive}.0') and os.path.getsize(f'{archive}.0') > MANY


def faults(archive):
    """What a check warns of."""
    checked = subprocess.run([FDR, 'check', archive], capture_output=True, text=True, check=False)
    lines = checked.stdout.splitlines()
    is_clean = checked.returncode == 0 and len(lines) == 1 and ': 0 errors, 0 warnings,' in lines[0]
    return [] if is_clean else [checked.stdout + checked.stderr]


def record(directory, processes, started):
    """All forms and ends beside each other.  Returns the archives."""
    recorders = {}
    for form, way in itertools.product(FORMS, ENDS):
        archive = f'{directory}/{form}-{way}'
        recorders[archive] = (start(archive, FORMS[form] + ENDS[way], started), way)

    going = {archive for archive in recorders if 'SIG' in archive}

    def go_on():
        change(processes)
        for archive in [archive for archive in going if has_much(archive)]:
            recorder, way = recorders[archive]
            recorder.send_signal(getattr(signal, way))  # the second one would end it at once
            going.remove(archive)
        return all(recorder.poll() is not None for recorder, _ in recorders.values())
    wait_until(go_on, 'not all recordings have ended')
    for archive, (recorder, _) in recorders.items():
        assert recorder.returncode == 0, f'{archive}: {recorder.returncode}'
    return list(recorders)


def record_again(directory):
    """From archives.  Returns the new ones."""
    archives = []
    for form in FORMS:
        archive = f'{directory}/again-{form}'
        subprocess.run([FDR, 'record', '-q', '--from', f'{directory}/{form}-samples', '-t', '70ms', archive,
                        'proc.psinfo'], check=True)
        archives.append(archive)
    return archives


def record_ring(directory, processes, started):
    """The snapshot is written at the end, as the signal asks for it.  Returns the archives."""
    archives = []
    for form, options in FORMS.items():
        recorder = start(f'{directory}/ring-{form}', ['--ring', '1m', *options], started)

        def snapshots(form=form):
            return [name for name in os.listdir(directory) if name.startswith(f'ring-{form}') and name.endswith('.meta')]

        def go_on(recorder=recorder, snapshots=snapshots):
            change(processes)
            if not snapshots():
                recorder.send_signal(signal.SIGUSR1)
            return snapshots()
        wait_until(lambda recorder=recorder: handles(recorder, signal.SIGUSR1), 'no ring has begun', recorder)
        archives += [f'{directory}/{name[:-5]}' for name in wait_until(go_on, 'no snapshot', recorder)]
        recorder.terminate()
        assert recorder.wait(LIMIT) == 0
    return archives


def handles(process, number):
    with open(f'/proc/{process.pid}/status', encoding='ascii') as status:
        caught = next(line.split()[1] for line in status if line.startswith('SigCgt:'))
    return int(caught, 16) >> (number - 1) & 1


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.environ['FDR_RUN_DIR'] = f'{directory}/run'
        with Churn(6) as processes, contextlib.ExitStack() as started:
            archives = record(directory, processes, started)
            archives += record_again(directory)
            archives += record_ring(directory, processes, started)
        found = [fault for archive in archives for fault in faults(archive)]
        print(f'{len(archives)} archives, {len(found)} with faults')
        print(*found, sep='')
        sys.exit(bool(found))


if __name__ == '__main__':
    main()
