# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Makes the recording of one seed, and writes the truth beside it."""
import json
import os
import shutil
import subprocess
import sys
import time

import machine
from incident_kinds import MAKERS, Clock
from keeper import Keeper
from recorder import Recorder
from workloads import Scratch


def make(plan, options):
    """Whether it was made.  The folder has its name only once all of it is there."""
    seed = plan['seed']
    folder, part = options.out / f'seed-{seed:04}', options.out / f'.seed-{seed:04}'
    if folder.exists():
        print(f'{folder} exists', file=sys.stderr)
        return False
    for incident in plan['incidents']:
        if machine.missing(incident['kind'], options.scratch):
            print(f'seed {seed}: left out, since it has {incident["kind"]}', file=sys.stderr)
            return False
    try:
        make_in(part, plan, options)
    except (OSError, RuntimeError, ValueError, LookupError, subprocess.CalledProcessError) as error:
        print(f'seed {seed}: {type(error).__name__}: {error}', file=sys.stderr)
        return False
    part.rename(folder)
    print(f'{folder}: {", ".join(incident["kind"] for incident in plan["incidents"]) or "quiet"}', flush=True)
    return True


def make_in(part, plan, options):
    was_quiet = machine.wait_until_quiet(options.quiet_first)
    shutil.rmtree(part, ignore_errors=True)
    (part / 'recorded').mkdir(parents=True)
    with Keeper() as keeper:
        unmade = keeper.undo('remove', part)
        truth = recorded(plan, part / 'recorded', keeper, options) | {'was_quiet_first': was_quiet}
        (part / 'truth.json').write_text(json.dumps(truth, indent=1) + '\n')
        keeper.forget(unmade)


def recorded(plan, folder, keeper, options):
    """The truth of a plan that is carried out."""
    scratch = Scratch(keeper, options.scratch, options.workload)
    recorder = Recorder(options.fdr, folder, keeper)
    incidents = [MAKERS[one['kind']](one, scratch, recorder) for one in plan['incidents']]
    jobs = [MAKERS[one['kind']](one, scratch, recorder) for one in plan['noise']]
    for one in incidents + jobs:
        one.prepare()
    os.sync()  # what was prepared is no part of the recording
    clock = next((one for one in incidents if isinstance(one, Clock)), None)
    recorder.start(clock and clock.step, scratch.folder)
    first = min((at for one in incidents for at, _ in one.events()), default=plan['length'] / 2)
    noise = played(incidents + jobs, recorder.begin, first, plan['length'])
    recorder.stop()
    truth = {'seed': plan['seed'], 'host': os.uname().nodename, 'processors': os.cpu_count(), 'interval': 1,
             'incidents': [described(one) for one in incidents], 'noise': [described(one) for one in jobs],
             'machine_noise': noise, 'plan': plan}
    if clock:
        shift_after(truth, clock.time, clock.step[1])
    recorder.add_sightings(truth['incidents'])
    return {'archives': recorder.compress()} | truth


def played(parts, begin, first, length):
    """Makes incidents and noise, each at its time.  Returns the machine's noise before the first incident."""
    noise, before = machine.Noise(), {}
    events = [(first, lambda: before.update(noise.until_now())), (length, lambda: None)]
    events += [event for part in parts for event in part.events()]
    for at, event in sorted(events, key=lambda pair: pair[0]):
        while (left := begin + at - time.monotonic()) > 0:
            time.sleep(min(left, 0.1))
            for part in parts:
                part.reap()
        event()
    return before


def described(one):
    """What was planned, and what came of it."""
    plan = {name: one.plan[name] for name in ('kind', 'cause', 'shape', 'relation', 'strength') if name in one.plan}
    truth = one.truth()
    return plan | truth | {'reached': round(one.reached(truth['measured']), 2)}


def shift_after(truth, moment, step):
    """The recorder's clock is another one after its step."""
    for one in truth['incidents'] + truth['noise']:
        for name in ('start', 'end'):
            if one['kind'] != 'clock' and one[name] > moment:
                one[name] += step
