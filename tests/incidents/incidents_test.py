#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: incidents_test.py FDR WORKLOAD

The plans of seeds follow from the seeds; the judge judges made-up answers; incidents are made, and their truth is what fdr
recorded; a script that is killed leaves nothing."""
import json
import os
import pathlib
import pwd
import signal
import stat
import subprocess
import sys
import tempfile
import types

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / 'serve')]
from checks import Checks  # noqa: E402
from incident_kinds import MAKERS  # noqa: E402
from keeper import Keeper  # noqa: E402
from making import make  # noqa: E402
from plans import KINDS, plan_of  # noqa: E402
from recorder import Recorder, pids_by_program, samples_of, seconds_of  # noqa: E402
from scoring import judged, problem_of  # noqa: E402
from waiting import wait_until  # noqa: E402
from workloads import Scratch, Workload  # noqa: E402

FDR, WORKLOAD = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
expect = Checks()


def check_plans():
    outputs = [subprocess.run([HERE / 'incidents.py', 'show', '1-60'], check=True, capture_output=True, text=True,
                              env=os.environ | {'PYTHONHASHSEED': seed}).stdout for seed in '12']
    expect(outputs[0] == outputs[1] == json.dumps([plan_of(seed) for seed in range(1, 61)], indent=1) + '\n',
           'two programs do not plan the same')
    for first in (0, 12, 996):
        plans = [plan_of(seed) for seed in range(first, first + 12)]
        kinds = [plan['incidents'][0]['kind'] if plan['incidents'] else 'quiet' for plan in plans]
        expect(sorted(kinds) == sorted([*KINDS, 'quiet']), f'twelve seeds from {first} have {kinds}')
    plans = [plan_of(seed) for seed in range(1, 181)]
    incidents = [incident for plan in plans for incident in plan['incidents']]
    shapes = [incident['shape'] for incident in incidents if 'shape' in incident]
    hidden = len(shapes) - shapes.count('plain')
    expect(0.3 < hidden / len(shapes) < 0.4, f'{hidden} of {len(shapes)} culprits are hidden, which is not a third')
    expect({'short', 'many', 'plain'} == set(shapes), f'the shapes are {set(shapes)}')
    expect({'together', 'after'} <= {incident.get('relation') for incident in incidents}, 'no second incidents')
    expect(all(incident['start'] + incident['length'] + 8 < plan['length'] <= 95
               for plan in plans for incident in plan['incidents']), 'an incident has no room in its recording')
    expect(not any(plan_of(seed)['incidents'] for seed in (200, 204, 299, 1250)), 'a seed that is to be quiet is not')


TRUE_HOG = {'kind': 'cpu', 'cause': 'cpu', 'shape': 'short', 'program': 'ledger', 'parent': 'nightly', 'user': 'news',
            'where': None, 'start': 100.0, 'end': 110.0}
TRUE_DISK = {'kind': 'disk-write', 'cause': 'disk', 'shape': 'plain', 'program': 'mirror', 'user': 'mail', 'where': 'vda',
             'start': 105.0, 'end': 115.0}
TRUE_GAP = {'kind': 'gap', 'cause': 'gap', 'where': None, 'start': 100.0, 'end': 110.0}
TRUE_STEP = {'kind': 'clock', 'cause': 'clock', 'where': None, 'start': 100.0, 'end': 3000.0}


def said(cause, start, end, program, user='news', **others):
    return {'cause': cause, 'start': start, 'end': end, 'culprits': [{'program': program, 'user': user}], **others}


def verdicts(truths, *findings):
    answer = {'findings': list(findings), 'nothing_unusual': not findings}
    expect(problem_of(answer) is None, 'a good answer is refused')
    return [wrong for _, _, wrong, _, _ in judged({'incidents': truths}, answer)]


def check_judge():
    hog, disk = said('cpu', 101, 109, 'ledger'), said('disk', 104, 116, 'mirror', 'mail', where='vda')
    for wanted, truths, findings in (
            ([None], [TRUE_HOG], [hog]), ([None], [TRUE_HOG], [said('cpu', 101, 109, 'nightly')]),
            (['cause'], [TRUE_HOG], [said('memory', 101, 109, 'ledger')]),
            (['culprit'], [TRUE_HOG], [said('cpu', 101, 109, 'tally')]),
            (['cause'], [TRUE_HOG], [disk, hog]), (['user'], [TRUE_HOG], [said('cpu', 101, 109, 'ledger', 'root')]),
            (['niced'], [TRUE_HOG], [hog | {'niced': True}]), (['nothing said'], [TRUE_HOG], [said('cpu', 120, 130, 'ledger')]),
            (['nothing said'], [TRUE_HOG], []), ([None], [TRUE_HOG], [said('memory', 80, 100.5, 'tally'), hog]),
            (['nothing said'], [TRUE_HOG], [said('cpu', 110.5, 111, 'ledger')]),
            ([None, None], [TRUE_HOG, TRUE_DISK], [disk, hog]),
            ([None, 'nothing said'], [TRUE_HOG, TRUE_DISK], [hog]), (['place'], [TRUE_DISK], [disk | {'where': 'vdb'}]),
            ([None], [], []), (['false alarm'], [], [hog]), ([], [TRUE_HOG | {'reached': 0.1}], [])):
        got = verdicts(truths, *findings)
        expect(got == wanted, f'judged {got}, not {wanted}: {findings}')
    for bad in (said('cpu', -1, 2, 'a'), said('cpu', 2, 1, 'a'), said('cpu', 1, 1e18, 'a'), said('cpu', float('nan'), 2, 'a')):
        expect(problem_of({'nothing_unusual': False, 'findings': [bad]}), f'no problem was found with {bad}')
    for bad in ([], {'findings': []}, {'nothing_unusual': False, 'findings': [{'cause': 'cpu'}]},
                {'nothing_unusual': False, 'findings': [said('cpu', 1, 2, 'a') | {'culprits': 'a'}]}):
        expect(problem_of(bad), f'no problem was found with {bad}')


def check_times():
    """An answer is about a time.  It may say little about other times."""
    hog, gap = said('cpu', 101, 109, 'ledger'), said('gap', 100, 110, None)
    everything = [said(cause, 0, 1000, 'tally') for cause in KINDS]
    beside = 'right, beside 2 findings about no incident'
    for wanted, truths, findings in (
            ([None], [TRUE_GAP], [gap]), (['nothing said'], [TRUE_GAP], [said('gap', 0, 1e9, None)]),
            (['nothing said'], [TRUE_GAP], [said('gap', 90, 131, None)]), ([None], [TRUE_GAP], [said('gap', 92, 130, None)]),
            ([None], [TRUE_GAP | {'end': 101.0}], [said('gap', 101.4, 102.4, None)]),
            (['right, beside 11 findings about no incident'], [TRUE_HOG], [hog, *everything]),
            ([None], [TRUE_HOG], [hog, everything[0]]), ([beside], [TRUE_HOG], [hog, *everything[:2]]),
            ([beside], [TRUE_HOG], [hog, said('cpu', 101, 109, 'tally'), said('disk', 101, 109, 'tally')]),
            ([None, None], [TRUE_HOG, TRUE_DISK], [hog, said('disk', 104, 116, 'mirror', 'mail', where='vda'), everything[0]]),
            ([None], [TRUE_STEP], [said('clock', 2999, 3000.5, None)]), ([None], [TRUE_STEP], [said('clock', 99, 100, None)]),
            ([None], [TRUE_STEP], [said('clock', 100, 3000, None)]),
            (['nothing said'], [TRUE_STEP], [said('clock', 2000, 2001, None)])):
        got = verdicts(truths, *findings)
        expect(got == wanted, f'judged {got}, not {wanted}: {findings}')


def options(folder):
    return types.SimpleNamespace(out=folder / 'out', fdr=FDR, workload=WORKLOAD, scratch=folder, quiet_first=0)


def check_score(folder):
    """A recording with a gap is made, and three answers about it are judged."""
    plan = {'seed': 7, 'length': 0.6, 'noise': [{'kind': 'shell', 'start': 0, 'user': 'nobody', 'program': 'tally'}],
            'incidents': [{'kind': 'gap', 'cause': 'gap', 'start': 0.2, 'length': 0.2, 'strength': {}}]}
    expect(make(plan, options(folder)), 'the recording of a gap was not made')
    made = folder / 'out' / 'seed-0007'
    truth = json.loads((made / 'truth.json').read_text())
    gap = truth['incidents'][0]
    expect(gap['start'] < gap['end'] and truth['noise'][0]['measured']['count'] > 0, f'the truth is {truth}')
    begin = next(at for at, _ in recorded_samples(made / 'recorded' / 'vm'))
    expect(begin < gap['start'], f'the first sample is at {begin}, and {gap} before it')
    for cause, answers, reached, status, line in (
            ('gap', True, 1, 0, 'all 1 1 100% 0 of 0'), ('clock', True, 1, 1, 'all 0 1 0% 0 of 0'),
            ('gap', False, 1, 1, 'gap 0 1 0% 0 of 0'), ('gap', False, 0.1, 1, 'weak 0 1 0% 0 of 0')):
        gap['reached'] = reached
        (made / 'truth.json').write_text(json.dumps(truth))
        answer = {'findings': [{'cause': cause, 'start': gap['start'], 'end': gap['end']}], 'nothing_unusual': False}
        (made / 'said').write_text(json.dumps(answer) if answers else 'no JSON')
        done = subprocess.run([HERE / 'incidents.py', 'score', folder / 'out', '--command',
                               'sh -c \'test -e "$0.index" && cat "${0%/recorded/vm}/said"\''],
                              capture_output=True, text=True, check=False)
        lines = [' '.join(words.split()) for words in done.stdout.splitlines()]
        expect(done.returncode == status and line in lines, f'{cause}: {done.returncode} {done.stdout} {done.stderr}')


def recorded_samples(archive):
    done = subprocess.run([FDR, 'dump', '--json', archive], capture_output=True, text=True, check=True)
    return samples_of(done.stdout.splitlines())


def check_rooms(folder):
    """A culprit's folder is its own, and a link that was put there is not followed."""
    with Keeper() as keeper:
        scratch = Scratch(keeper, folder, WORKLOAD)
        work = Workload(scratch, 'ledger', 'nobody')
        facts = scratch.room('written', work.user).stat()
        expect(stat.S_IMODE(facts.st_mode) == 0o700 and pwd.getpwuid(facts.st_uid).pw_name == work.user, f'the room is {facts}')
        settings = {'ACTION': 'copy', 'SECONDS': '1', 'SIZE': '1', 'PATH': folder / 'file', 'COUNTERS': str(work.memory)}
        done = subprocess.run(['sh', '-c', 'ln -s target "$INCIDENT_PATH.$$"; exec "$0"', WORKLOAD], pass_fds=[work.memory],
                              env=os.environ | {f'INCIDENT_{name}': value for name, value in settings.items()},
                              stderr=subprocess.PIPE, text=True, check=False)
        expect(done.returncode == 1 and 'File exists' in done.stderr, f'a link is followed: {done}')
        expect(not (folder / 'target').exists(), 'something was written behind a link')


def samples(archive, metric, pid):
    """What is recorded of a process: pairs of the time and the value."""
    done = subprocess.run([FDR, 'dump', '--json', archive, metric], capture_output=True, text=True, check=False)
    for line in done.stdout.splitlines():
        record = json.loads(line)
        for value in (value for recorded in record.get('metrics', []) for value in recorded['values']):
            if value['id'] == pid:
                yield seconds_of(record['time']), value['value']


def check_sightings():
    """Lines that are no samples, and processes with any name, are read."""
    record = {'kind': 'record', 'metrics': [{'name': 'proc.psinfo.utime', 'values': [
        {'id': 7, 'instance': '000007 a name', 'value': 0}, {'id': 8, 'instance': '000008', 'value': 0}]}]}
    lines = [json.dumps(line) for line in (
        {'schema': 'fdr.dump/1', 'start': '1970-01-01T00:00:23Z'}, record | {'time': '1970-01-01T00:00:23Z'},
        {'kind': 'mark', 'time': '1970-01-01T00:00:24Z'}, record | {'time': '1970-01-01T00:00:25.500000000Z', 'metrics': []})]
    expect(list(samples_of(lines)) == [(23.0, {7, 8}), (25.5, set())], f'the samples are {list(samples_of(lines))}')
    hog = {'program': 'ledger', 'parent': 'nightly', 'pids': [6, 7, 8], 'parent_pids': [6]}
    expect(dict(pids_by_program(hog)) == {'ledger': {7, 8}, 'nightly': {6}}, f'{dict(pids_by_program(hog))}')


def check_limits(folder):
    """What has a limit is undone although this process lives; a workload that does not end is waited for a while only."""
    tried, at_last = folder / 'tried', folder / 'at-last'
    with Keeper() as keeper:
        keeper.undo('run', 'sh', '-c', f'test -e {tried} && mkdir {at_last} || {{ touch {tried}; false; }}', within=0)
        wait_until(at_last.exists, 'what could not be undone at its limit is not tried again')
        keeper.forget(keeper.undo('run', 'mkdir', folder / 'forgotten', within=3600))
        hog = Workload(Scratch(keeper, folder, WORKLOAD), 'ledger', 'nobody').start(action='hog', share=0.01, seconds=3600)
        try:
            hog.wait(seconds=0)
            ended = True
        except TimeoutError:
            ended = False
    expect(not ended, 'a wait for what goes on has ended')
    expect(not (folder / 'forgotten').exists(), 'something is undone that was forgotten')


def check_truth(folder):
    """A culprit that lives as long as it takes to record it."""
    plan = {'kind': 'cpu', 'cause': 'cpu', 'start': 0, 'length': 3600, 'shape': 'plain', 'user': 'nobody', 'program': 'ledger',
            'strength': {'processors': 0.9 / os.cpu_count()}}
    (folder / 'recorded').mkdir()
    with Keeper() as keeper:
        scratch = Scratch(keeper, folder, WORKLOAD)
        recorder = Recorder(FDR, folder / 'recorded', keeper)
        hog = MAKERS['cpu'](plan, scratch, recorder)
        hog.begin()
        wait_until(lambda: hog.work.number('begun'), 'the culprit does not begin', hog.work.processes[0][0])
        recorder.start(None, scratch.folder)
        archive = folder / 'recorded' / 'vm'
        pid = hog.work.processes[0][0].pid

        def is_recorded():
            """More than once, and with its processor time."""
            values = [value for _, value in samples(archive, 'proc.psinfo.utime', pid)]
            return len(values) > 2 and values[-1] > 0

        wait_until(is_recorded, 'the culprit is not recorded', recorder.process)
        recorder.stop()
        hog.work.end()
        truth = hog.truth()
        recorder.add_sightings([truth])
    expect(truth['sightings']['ledger'] > 1, f'the culprit is not seen: {truth}')
    expect(truth['processes'] == 1 and not truth['failed'], f'the truth is {truth}')
    expect(not list(folder.glob('incidents-*')), 'the programs are still there')
    compare(archive, truth)


def compare(archive, truth):
    """What the archive has of the culprit is within the truth."""
    pid, = truth['pids']
    for metric, name in (('proc.psinfo.utime', 'cpu_user'), ('proc.psinfo.stime', 'cpu_system')):
        recorded = list(samples(archive, metric, pid))
        most = max(value for _, value in recorded) / 1000
        expect(most <= truth['measured'][name] + 0.02, f'{metric} is {most} s, but the truth {truth}')
        expect(truth['start'] <= recorded[0][0] and recorded[-1][0] <= truth['end'], f'{recorded} is not at the time of {truth}')
    expect(most or list(samples(archive, 'proc.psinfo.utime', pid))[-1][1] > 0, 'the archive has no processor time')
    for metric, name in (('proc.psinfo.cmd', 'program'), ('proc.id.uid_nm', 'user')):
        values = {value for _, value in samples(archive, metric, pid)}
        expect(values == {truth[name]}, f'{metric} is {values}, but the truth {truth}')


def processes_of(scratch):
    """Pairs of the name and the state of each process whose program is below this folder."""
    for process in pathlib.Path('/proc').glob('[0-9]*'):
        try:
            if str(scratch) in os.readlink(process / 'exe'):
                name, rest = (process / 'stat').read_text(errors='replace').split('(', 1)[1].rsplit(')', 1)
                yield name, rest.split()[0]
        except OSError:
            pass  # it has ended


def traces_of(scratch, part, interface):
    """What is there of a script's work."""
    loops = [loop for loop in pathlib.Path('/sys/block').glob('loop*/loop/backing_file') if str(scratch) in text_of(loop)]
    link = pathlib.Path('/sys/class/net', interface)
    return [path for path in (part, link) if path.exists()] + list(scratch.iterdir()) + loops + list(processes_of(scratch))


def text_of(path):
    try:
        return path.read_text()
    except OSError:
        return ''  # it is no more


def killed(folder, plan, is_in_progress):
    """Kills the script in the middle of a plan.  Returns what was there of it then; later nothing is."""
    scratch, out = folder / f'scratch-{plan["seed"]}', folder / 'killed'
    scratch.mkdir(mode=0o711)
    (folder / 'plans').write_text(json.dumps([plan]))
    process = subprocess.Popen([HERE / 'incidents.py', 'make', '--plans', folder / 'plans', '--out', out, '--scratch', scratch,
                                '--fdr', FDR, '--workload', WORKLOAD])
    part, interface = out / f'.seed-{plan["seed"]:04}', f'veth{process.pid % 250}'
    wait_until(lambda: list(part.glob('recorded/*.0')) and is_in_progress(scratch), 'nothing is in progress', process)
    traces = traces_of(scratch, part, interface)
    process.send_signal(signal.SIGKILL)
    process.wait()
    wait_until(lambda: not traces_of(scratch, part, interface),
               lambda: f'the script leaves {traces_of(scratch, part, interface)}')
    return traces


def check_cleaning(folder):
    """The script is killed while it records: nothing; then with all that only root can make."""
    traces = killed(folder, plan_of(200), lambda scratch: True)
    expect(len(traces) > 1, f'there is only {traces}')
    plan = {'seed': 1, 'length': 700, 'noise': [], 'incidents': [
        {'kind': kind, 'cause': kind, 'start': 0, 'length': 600, 'shape': 'plain', 'user': 'nobody', 'program': program,
         'strength': strength} for kind, program, strength in (
             ('network', 'mirror', {'tcp': True, 'mb_per_second': 1}), ('blocked', 'ledger', {'writers': 2}),
             ('filesystem', 'tally', {'size_mb': 24, 'seconds_to_fill': 4}))]}
    looks = []

    def is_frozen(scratch):
        """Each write waits for the disk for a moment: one that is found waiting many times waits for a frozen file system."""
        processes = list(processes_of(scratch))
        names = {name for name, _ in processes}
        looks.append(names == {'receiver', 'mirror', 'ledger', 'tally'} and processes.count(('ledger', 'D')) == 2)
        return len(looks) > 3 and all(looks[-4:])

    traces = killed(folder, plan, is_frozen)
    expect(sum('backing_file' in str(one) for one in traces) == 2 and any('veth' in str(one) for one in traces),
           f'two mounts and an interface are not among {traces}')


def main():
    if os.geteuid() != 0:  # mounts, interfaces and other users are root's
        os.execvp('sudo', ['sudo', '-n', sys.executable, *sys.argv])
    check_plans()
    check_judge()
    check_times()
    check_sightings()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o711)
        for check in (check_rooms, check_limits, check_score, check_truth, check_cleaning):
            check(folder)
    expect.end()


if __name__ == '__main__':
    main()
