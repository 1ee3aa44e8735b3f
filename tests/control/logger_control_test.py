#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: logger_control_test.py FDR

Recorders that take orders while they run: fdr record --control beside PCP's pmlogger, and fdr control beside PCP's pmlc."""
import json
import os
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
from checks import Checks  # noqa: E402 pylint: disable=wrong-import-position
from seeds import chosen_seed  # noqa: E402 pylint: disable=wrong-import-position
from serving import PATIENCE, Server, environment, free_port  # noqa: E402 pylint: disable=wrong-import-position
from waiting import LIMIT, wait_until  # noqa: E402 pylint: disable=wrong-import-position
import log_client as lc  # noqa: E402 pylint: disable=wrong-import-position

FDR = os.path.abspath(sys.argv[1])
SOAK = 'FDR_SOAK' in os.environ
ORDERS = 2000 if SOAK else 150
CLIENTS = 1000 if SOAK else 200
CONFIG = """log mandatory on 2 sec { kernel.all.load [1, 5] hinv.ncpu }
log advisory on 3 sec { kernel.all.nprocs }
log mandatory off { mem.util.free }
log advisory on once { kernel.uname.release }
"""
LOAD, NCPU, NPROCS, FREE, USED, RELEASE, SYSNAME = (
    60 << 22 | 2 << 10, 60 << 22 | 32, 60 << 22 | 2 << 10 | 3, 60 << 22 | 1 << 10 | 2, 60 << 22 | 1 << 10 | 1,
    60 << 22 | 12 << 10, 60 << 22 | 12 << 10 | 2)
METRICS = [LOAD, NCPU, NPROCS, FREE, USED, RELEASE, SYSNAME]
# What pmlc and fdr control say then: no order of theirs has arrived.
BUSY = (os.strerror(-lc.BUSY), 'Another program controls it at present')
check = Checks()


class Logger:
    """A recorder in a directory of its own: ours, or PCP's."""

    def __init__(self, top, kind, collector, access='', *options):
        self.kind, self.port = kind, int(free_port())
        self.directory = tempfile.mkdtemp(prefix=f'{kind}-', dir=top)
        for name in ('tmp/pmlogger', 'run'):
            os.makedirs(f'{self.directory}/{name}')
        self.environment = environment(PCP_TMP_DIR=f'{self.directory}/tmp', PCP_RUN_DIR=f'{self.directory}/run',
                                       HOME=self.directory, PMLOGGER_PORT=str(self.port), PMLOGGER_LOCAL='1',
                                       PMLOGGER_REQUEST_TIMEOUT=PATIENCE)
        with open(f'{self.directory}/conf', 'w', encoding='ascii') as conf:
            conf.write(CONFIG + access)
        host = f'127.0.0.1:{collector.port}'
        if kind == 'ours':
            self.command = [FDR, 'record', '-h', host, '-c', 'conf', '-t', '5s', '--control', *options, 'archive']
        else:
            self.command = ['/usr/bin/pmlogger', '-h', host, '-c', 'conf', '-t', '5', '-l', 'log', 'archive']
        self.start()

    def start(self, *more):
        # Not below a pipe: the messages may be many.
        with open(f'{self.directory}/output', 'ab') as output:
            self.process = subprocess.Popen([*self.command[:-1], *more, self.command[-1]], cwd=self.directory,
                                            env=self.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        self.path = f'{self.directory}/run/pmlogger.{self.process.pid}.socket'
        port_file = f'{self.directory}/tmp/pmlogger/{self.process.pid}'
        wait_until(lambda: os.path.exists(port_file) and os.path.exists(self.path) and self.has_begun(),
                   lambda: f'{self.kind} does not start: {self.output()}', self.process)

    def has_begun(self):
        try:
            with self.connect() as client:
                _, body = client.request(2)
            return struct.unpack('>i', body[36:40])[0] == 1
        except lc.Refused:
            return True
        except (OSError, EOFError):
            return False

    def output(self):
        return ''.join(open(f'{self.directory}/{name}', encoding='utf-8', errors='replace').read()
                       for name in ('output', 'log') if os.path.exists(f'{self.directory}/{name}'))

    def connect(self, **options):
        """PCP's logger serves one program at a time, and learns late that the one before has gone."""
        def client():
            try:
                return lc.LogClient(self.path, **options)
            except lc.Refused as refused:
                if refused.args[0] != lc.BUSY:
                    raise
            return None

        return wait_until(client, f'{self.kind} stays busy')

    def finished(self, *command, text=''):
        """The command at its end, run when the logger did not serve the one before any more."""
        def done():
            one = subprocess.run(command, input=text, capture_output=True, text=True, timeout=LIMIT, check=False,
                                 cwd=self.directory, env=self.environment)
            return None if any(busy in one.stdout + one.stderr for busy in BUSY) else one

        return wait_until(done, f'{self.kind} stays busy')

    def run(self, *command, text=''):
        """What the command prints."""
        done = self.finished(*command, text=text)
        shown = f'{done.stdout}{done.stderr}status {done.returncode}\n'
        return shown.replace(str(self.process.pid), 'PROCESS').replace(self.directory, 'HERE')

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(LIMIT)
        check(not os.listdir(f'{self.directory}/run') and not os.listdir(f'{self.directory}/tmp/pmlogger'),
              f'{self.kind} leaves its socket or its file')
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()


def without_moment(states):
    """Whether a metric is recorded already depends on the moment."""
    if isinstance(states, int):
        return states
    return [(metric, size, [(instance, word & ~lc.IN_LOG_AND_PRESENT) for instance, word in values])
            for metric, size, values in states]


def random_order(rng):
    kind = rng.choice([lc.MANDATORY, lc.MANDATORY, lc.ADVISORY, lc.ADVISORY, lc.ENQUIRE])
    state = rng.choice([lc.OFF, lc.MAYBE, lc.ON, lc.ON] if kind != lc.ADVISORY else [lc.OFF, lc.ON])
    metrics = []
    for metric in rng.sample(METRICS, rng.randint(1, 3)):
        instances = rng.sample([1, 5, 15], rng.randint(0, 2)) if metric == LOAD else []
        metrics.append((metric, instances))
    return kind, state, rng.choice([0, 60000, 90000, 3600000]) if state == lc.ON else 0, metrics


def avoid_known_difference(order, *clients):
    """docs/compatibility.md, Logger control: PCP refuses single instances of a metric that is off as a whole, by command."""
    instances = [wanted for metric, wanted in order[3] if metric == LOAD]
    if not instances or not instances[0] or order[0] == lc.ENQUIRE:
        return
    (_, _, states), = clients[0].order(lc.ENQUIRE, 0, 0, [(LOAD, [])])
    if any(word & 3 == 2 for _, word in states):
        for client in clients:
            client.order(lc.MANDATORY, lc.MAYBE, 0, [(LOAD, [])])


def test_random_orders(ours, peer):
    """The same orders leave the same states."""
    rng = random.Random(chosen_seed())
    differ = 0
    with ours.connect() as our_client, peer.connect() as peer_client:
        for number in range(ORDERS):
            order = random_order(rng)
            avoid_known_difference(order, our_client, peer_client)
            mine, theirs = (without_moment(client.order(*order)) for client in (our_client, peer_client))
            if mine != theirs:
                differ += 1
                check(False, f'order {number} {order}: ours {mine}, PCP {theirs}')
            if differ > 5:
                break
    print(f'{number + 1} random orders, {differ} differ')


def test_maybe(ours, peer):
    """Whether "maybe" ends advice depends on what else of the metric is mandatory."""
    on, maybe, off = (lc.ON, 60000), (lc.MAYBE, 0), (lc.OFF, 0)
    advice = (lc.ADVISORY, *on, [5])
    scenes = [[advice], [advice, (lc.ADVISORY, *off, [1, 15])], [advice, (lc.MANDATORY, *maybe, [1])],
              [advice, (lc.MANDATORY, *on, [1])], [advice, (lc.MANDATORY, *off, [1])],
              [advice, (lc.MANDATORY, *on, [1]), (lc.MANDATORY, *maybe, [1])], [(lc.ADVISORY, *on, [])],
              [(lc.MANDATORY, *on, []), (lc.MANDATORY, *maybe, []), advice]]
    with ours.connect() as our_client, peer.connect() as peer_client:
        for scene in scenes:
            ends = [(lc.MANDATORY, *maybe, []), (lc.MANDATORY, *maybe, [5]), (lc.ADVISORY, *off, [])]
            for kind, state, millis, instances in [*scene, *ends]:
                mine, theirs = (without_moment(client.order(kind, state, millis, [(LOAD, instances)]))
                                for client in (our_client, peer_client))
                check(mine == theirs, f'{scene}: ours {mine}, PCP {theirs}')


def test_pmlc(ours, peer):
    """PCP's own program says the same of both."""
    outputs = []
    for logger in (ours, peer):
        script = f"""show loggers
connect {logger.process.pid}
status
log mandatory maybe {{ kernel.all hinv.ncpu mem.util kernel.uname }}
log advisory off {{ kernel.all hinv.ncpu mem.util kernel.uname }}
query {{ kernel.all.load hinv.ncpu kernel.uname mem.util.used }}
log mandatory on every 3 min kernel.all.load
log advisory on every 90 min mem.util.used
log advisory off {{ kernel.all.load hinv.ncpu }}
log mandatory off hinv.ncpu
log mandatory on 2 hour kernel.all.load[1]
new volume
flush
log mandatory on once kernel.uname.nodename
sleep 500
query {{ kernel.all.load["5 minute", 1] hinv.ncpu kernel.uname mem.util.used }}
log mandatory maybe {{ kernel.all.load hinv.ncpu }}
query {{ kernel.all.load hinv.ncpu }}
status
nonsense
disconnect
quit
"""
        text = logger.run('pmlc', '-e', text=script) + logger.run('pmlc', '-e', text=f'connect port {logger.port}\nquit\n')
        text = re.sub(r'^(log started|last log entry|current time) .*', r'\1', text, flags=re.MULTILINE)
        text = re.sub(r'^(log size) .*', r'\1', text, flags=re.MULTILINE)
        text = re.sub(r' (nl|na|  ) {13}once|  once', ' once', text)  # whether it is recorded again already
        outputs.append(text.replace(str(logger.port), 'PORT'))
    check(outputs[0] == outputs[1], f'pmlc: ours:\n{outputs[0]}\nPCP:\n{outputs[1]}')


def test_fdr_control(ours, peer):
    """Our program says the same of both."""
    outputs = []
    for logger in (ours, peer):
        control = [FDR, 'control']
        metrics = ['kernel.all.load', 'hinv.ncpu', 'mem.util.used', 'kernel.uname.nodename']
        text = logger.run(*control)
        for words in (['release', *metrics], ['--advice', 'off', *metrics], ['query', *metrics],
                      ['on', '3min', 'kernel.all.load[1 minute, 5]', 'mem.util.used'],
                      ['--advice', 'off', 'kernel.all.load[5]', 'hinv.ncpu'], ['volume'], ['flush'],
                      ['--advice', 'on', '1hour', 'hinv.ncpu'], ['query', *metrics[:3]], ['--json', 'query', *metrics[:3]],
                      ['off', 'hinv.nix'], ['query', 'kernel.all.load[7 minute]'], ['status', 'x'], ['on', '100h', 'hinv']):
            text += ' '.join(words) + '\n' + logger.run(*control, *words)
        status = json.loads(logger.finished(*control, 'status', '--json').stdout)
        check(status['pid'] == logger.process.pid and status['volume'] >= 2 and status['start'] and status['zone'] == 'UTC',
              f'fdr control status of {logger.kind}: {status}')
        text = re.sub(r'^ *PROCESS +\d+ +', '', text, flags=re.MULTILINE)
        text = re.sub(r'\[pid \d+\]', '', text)
        outputs.append(re.sub(r' (yes|no)(, but gone now)?$|,"in_archive".*?}|^volume \d+$', '', text, flags=re.MULTILINE))
    check(outputs[0] == outputs[1], f'fdr control: ours:\n{outputs[0]}\nPCP:\n{outputs[1]}')
    check('stays mandatory every 3 min' in outputs[0] and 'advisory every 1 hour' in outputs[0], outputs[0])


def states_of(client, metrics):
    return without_moment(client.order(lc.ENQUIRE, 0, 0, [(metric, []) for metric in metrics]))


def test_in_log(ours):
    """The bits of a state follow what is recorded."""
    with ours.connect() as client:
        client.order(lc.MANDATORY, lc.ON, 100, [(SYSNAME, [])])
        wait_until(lambda: client.order(lc.ENQUIRE, 0, 0, [(SYSNAME, [])])[0][2][0][1] == 100 << 4 | 15,
                   'a recorded metric is not in the log')
        client.order(lc.MANDATORY, lc.OFF, 0, [(SYSNAME, [])])
        (_, size, _), = client.order(lc.MANDATORY, lc.ON, 100, [(99 << 22, [])])
        check(size == -12358, f'an unknown metric: {size}')


def times_of(logger):
    """The seconds of the day at which a metric was recorded."""
    text = logger.run('pmdumplog', 'archive', 'mem.util.used')
    return [int(h) * 3600 + int(m) * 60 + float(s)
            for h, m, s in re.findall(r'^(\d\d):(\d\d):(\d\d\.\d+) ', text, flags=re.MULTILINE)]


def test_append(top, collector):
    """Orders hold after the recorder was killed, and continued."""
    with Logger(top, 'ours', collector) as logger:
        with logger.connect() as client:
            client.order(lc.MANDATORY, lc.ON, 200, [(USED, [])])
            client.order(lc.MANDATORY, lc.OFF, 0, [(NCPU, [])])
            client.order(lc.MANDATORY, lc.MAYBE, 0, [(LOAD, [])])
            client.order(lc.MANDATORY, lc.ON, 60000, [(LOAD, [15])])
            client.order(lc.ADVISORY, lc.OFF, 0, [(NPROCS, [])])
            before = states_of(client, METRICS)
        wait_until(lambda: len(times_of(logger)) > 2, 'what was ordered is not in the archive')
        logger.process.kill()
        logger.process.wait()
        os.unlink(logger.path)
        logger.start('--append')
        with logger.connect() as client:
            after = states_of(client, METRICS)
            check(before == after, f'after --append: {after}, not {before}')
            client.order(lc.MANDATORY, lc.MAYBE, 0, [(USED, [])])
            before = states_of(client, METRICS)
        logger.stop()
        logger.start('--append')
        with logger.connect() as client:
            after = states_of(client, METRICS)
            check(before == after, f'after --append again: {after}, not {before}')
        logger.stop()
        check(os.listdir(f'{logger.directory}/run') == [], 'the socket is gone')
        done = logger.run('pmlogcheck', 'archive')
        check(done == 'status 0\n', f'pmlogcheck: {done}')
        text = logger.run(FDR, 'check', '-q', 'archive')
        check('status 0' in text, text)


def test_access(top, collector):
    """An [access] section decides; without one, a port is for questions."""
    def once(where):
        """Nothing if the logger was busy.  Then the end of a connection can overtake the reason, too."""
        try:
            with lc.LogClient(where) as client:
                answers = [client.order(lc.ENQUIRE, 0, 0, [(NCPU, [])]), client.order(lc.ADVISORY, lc.OFF, 0, [(NCPU, [])]),
                           client.order(lc.MANDATORY, lc.OFF, 0, [(NCPU, [])]), client.request(1), client.request(3)]
                return [answer if isinstance(answer, int) and answer < 0 else 'yes' for answer in answers]
        except lc.Refused as refused:
            return None if refused.args[0] == lc.BUSY else str(refused)
        except (ConnectionError, EOFError):
            return None

    def may(where):
        return wait_until(lambda: once(where), 'the logger does not say what it refuses')

    sections = ['[access]\ndisallow * : all;\nallow 127.0.0.1 : enquire;\n', '[access]\ndisallow * : all;\n',
                '[access]\ndisallow 127.0.0.1 : mandatory;\n', '[access]\nallow localhost : enquire;\n',
                '[access]\ndisallow .* : advisory, mandatory;\n']
    for section in sections:
        seen = []
        for kind in ('ours', 'peer'):
            with Logger(top, kind, collector, section) as logger:
                seen.append([may(logger.port), may(logger.path)])
        check(seen[0] == seen[1], f'{section}: ours {seen[0]}, PCP {seen[1]}')
    with Logger(top, 'ours', collector) as logger:
        check(may(logger.port) == ['yes', -12387, -12387, -12387, 'yes'], f'a port: {may(logger.port)}')
        check(may(logger.path) == ['yes'] * 5, f'a socket: {may(logger.path)}')


def is_refused(logger, data, version=3):
    """Whether the answer is an error, and the end."""
    with logger.connect(version=version) as client:
        try:
            client.socket.sendall(data)
            kind, _, body = client.read()
            return kind == lc.ERROR and struct.unpack('>i', body)[0] < 0 and client.socket.recv(1) == b''
        except (EOFError, ConnectionError):
            return True


def test_hostile(ours):
    """Every field wrong in turn; the schedule stays as it is."""
    good = lc.order_body(lc.MANDATORY, lc.ON, 5000, [(LOAD, [1, 5]), (NCPU, [])])
    with ours.connect() as client:
        before = states_of(client, METRICS)
    wrong = [lc.message(lc.ORDER, lc.order_body(kind, state, millis, [(NCPU, [])]))
             for kind, state, millis in ((10, 2, 5), (14, 2, 5), (-1, 2, 5), (11, -1, 5), (11, 3, 5), (11, 2, -5),
                                         (11, 2, 0x10000000), (11, 2, 0x7fffffff))]
    wrong += [lc.message(lc.ORDER, good[:12] + struct.pack('>I', count) + good[16:])
              for count in (0, 1, 3, 0x7fffffff, 0x80000000, 0xffffffff)]
    wrong += [lc.message(lc.ORDER, good[:20] + struct.pack('>I', count) + good[24:])
              for count in (1, 3, 0x7fffffff, 0x80000000, 0xffffffff)]
    wrong += [lc.message(lc.ORDER, good[:size]) for size in range(0, len(good), 3)]
    wrong += [lc.message(lc.ORDER, good + b'1234'), lc.message(lc.REQUEST, b''), lc.message(lc.REQUEST, b'12345678')]
    wrong += [lc.message(lc.REQUEST, struct.pack('>i', number)) for number in (-1, 0, 4, 99, 102, 0x7fffffff)]
    wrong += [lc.message(kind, good) for kind in (0, lc.ERROR, lc.RESULT, 0x7003, lc.STATUS_OLD, lc.STATUS, 0x8004, 0xffffffff)]
    wrong += [struct.pack('>III', size, lc.ORDER, 0) + good for size in (0, 11, 2 << 20, 0x7fffffff, 0x80000000)]
    for data in wrong:
        check(is_refused(ours, data), f'not refused: {data.hex()}')
    check(is_refused(ours, lc.message(lc.REQUEST, struct.pack('>i', 2)), version=None), 'no version, but an answer')
    check(is_refused(ours, lc.message(lc.REQUEST, struct.pack('>i', 2)), version=1), 'an old version, but an answer')
    whole = lc.message(lc.ORDER, good)
    for size in range(len(whole)):  # leaves in the middle
        with ours.connect() as client:
            client.socket.sendall(whole[:size])
    mute = [socket.create_connection(('127.0.0.1', ours.port), 60) for _ in range(100)]

    def states():
        try:
            with ours.connect() as client:
                return states_of(client, METRICS)
        except lc.Refused:
            return None

    # More than may be there say nothing: after a second, they give way.
    after = wait_until(states, 'programs that say nothing keep their places')
    for one in mute:
        one.close()
    check(before == after, f'the schedule has changed: {after}, not {before}')


def missing_in(times, interval):
    """How many samples are missing between these."""
    return round((times[-1] - times[0]) % 86400 / interval) - (len(times) - 1)


def test_many_clients(top, collector):
    """While programs hammer the port, samples go on; and programs that wait cost little."""
    with Logger(top, 'ours', collector) as logger:
        with logger.connect() as client:
            client.order(lc.MANDATORY, lc.ON, 500, [(USED, [])])
        over, counts, lock = threading.Event(), {'orders': 0, 'refused': 0}, threading.Lock()

        def hammer():
            while not over.wait(0.2):  # slow on purpose: a program that asks again soon
                try:
                    with lc.LogClient(logger.port) as client:
                        for _ in range(5):
                            client.order(lc.ENQUIRE, 0, 0, [(LOAD, []), (NCPU, [])])
                    key = 'orders'
                except (lc.Refused, OSError, EOFError):
                    key = 'refused'
                with lock:
                    counts[key] += 1

        threads = [threading.Thread(target=hammer) for _ in range(CLIENTS)]
        for thread in threads:
            thread.start()
        try:
            wait_until(lambda: counts['orders'] > 50, lambda: f'of many programs, few are served: {counts}')
            before = len(times_of(logger))
            wait_until(lambda: len(times_of(logger)) >= before + 20, 'programs that hammer the port stop the samples')
            if SOAK:
                wait_until(lambda: missing_in(times_of(logger)[before:][-21:], 0.5) <= 4,
                           'programs that hammer the port cost samples, however long they do it')
        finally:
            over.set()
            for thread in threads:
                thread.join()
        with open(f'/proc/{logger.process.pid}/status', encoding='ascii') as status:
            memory = int(re.search(r'VmHWM:\s+(\d+)', status.read())[1])
        logger.stop()
        times = times_of(logger)
        longest = max((after - before) % 86400 for before, after in zip(times, times[1:]))
        print(f'{CLIENTS} programs at once: {counts}, longest gap of 500 ms: {longest:.3f} s, {memory} kB')
        check(memory < (1_000_000 if '/asan/' in FDR else 60_000), f'{memory} kB of memory')


def main():
    with tempfile.TemporaryDirectory(prefix='fdr-control-') as top, Server(FDR, '-p', free_port()) as collector:
        with Logger(top, 'ours', collector) as ours, Logger(top, 'peer', collector) as peer:
            test_random_orders(ours, peer)
            test_maybe(ours, peer)
            test_pmlc(ours, peer)
            test_fdr_control(ours, peer)
            test_in_log(ours)
            test_hostile(ours)
            check(peer.process.poll() is None, "PCP's logger is gone")
            check(ours.stop() == 0, f'ours ends with an error: {ours.output()}')
            check('sanitizer' not in ours.output().lower(), ours.output())
        test_append(top, collector)
        test_access(top, collector)
        test_many_clients(top, collector)
    check.end()


if __name__ == '__main__':
    main()
