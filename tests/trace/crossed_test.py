#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""PCP's example programs, with our library and with PCP's, beside our collector of traces and PCP's: all four must
print the same, and leave the same metrics.  So must programs that were linked with PCP's library and run with ours.

usage: crossed_test.py FDR CC OUR_LIBRARY PEER_LIBRARY OUR_DRIVER PEER_DRIVER DROP_INS

DROP_INS is the directory of the libraries that programs of PCP load in the place of PCP's."""
import concurrent.futures
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

from tracing import LIMIT, Checks, Ours, Peers, answers, data, run, tracing, values, wait_until

FDR, CC, OUR_LIBRARY, PEER_LIBRARY, OUR_DRIVER, PEER_DRIVER, DROP_INS = sys.argv[1:]
INCLUDE = pathlib.Path(__file__).resolve().parent.parent.parent / 'replay/pcp/trace/include'
DEMOS, TESTS = '/usr/share/pcp/demos/trace', '/var/lib/pcp/testsuite/src'
CHECKS = Checks()
# PCP's library complains if the end of another process interrupts its wait for an answer.
INTERRUPTED = re.compile(r'__pmtracegetPDU: fd=\d+ hdr: Interrupted system call\n?')
# At its end, a thread of PCP's library may still use the connection that another thread has closed: this aborts.
ABORTED = 'bit out of range 0 - FD_SETSIZE on fd_set'
METRICS = ('transact.count', 'transact.rate', 'transact.ave_time', 'transact.min_time', 'transact.max_time',
           'transact.total_time', 'point.count', 'point.rate', 'observe.count', 'observe.rate', 'observe.value',
           'counter.count', 'counter.rate', 'counter.value', 'control.period', 'control.interval', 'control.buckets',
           'control.reset', 'control.debug')
# The calls of the driver.  PCP's agent gives up at longer tags than 120 characters.
CALLS = ('bM', 'eM', 'aX', 'eX', 'n', 'l120', 'l255', 'l300', 'ppt', 'opt', 'cpt', 'ptag with blanks', 'bM', 'bM',
         'aM', 'aM', 'bM', 'eM', 'p', 's32', 'E0', 'E1', 'E-1', 'E-11999',
         'E-12345') + tuple(f'E{-12000 - i}' for i in range(13))


def build(top, side):
    """PCP's programs with a library, by name."""
    directory = f'{top}/{side}'
    os.makedirs(directory)
    library = {'ours': OUR_LIBRARY, 'peer': PEER_LIBRARY}[side]
    link = [library, f'-Wl,--enable-new-dtags,-rpath,{os.path.dirname(library)}', '-lpcp', '-lpthread', '-lm']
    sources = [f'{DEMOS}/{name}.c' for name in ('app1', 'app2', 'app3', 'pmtrace')] + [f'{TESTS}/torture_trace.c']
    for source in sources:
        program = f'{directory}/{pathlib.Path(source).stem}'
        subprocess.run([CC, '-w', '-I', INCLUDE, '-o', program, source, *link], check=True)
    # It does not declare two functions as integers.  PCP's library takes the addresses of their values for the values,
    # and often crashes.  So both sides run the program up to there, and ours runs all of it.
    fortran = pathlib.Path(f'{DEMOS}/fapp1.f').read_text(encoding='ascii')
    whole = fortran.replace('integer sts\n', 'integer sts, pmtraceobs, pmtracecounter\n')
    start = fortran[:fortran.index('\tvalue = ')] + '\tend\n'
    for name, text in (('whole_fapp1', whole), ('fapp1', start)):
        pathlib.Path(f'{directory}/{name}.f').write_text(text, encoding='ascii')
        subprocess.run(['gfortran', '-w', '-std=legacy', '-ffixed-line-length-none', '-o', f'{directory}/{name}',
                        f'{directory}/{name}.f', *link], check=True)
    shutil.copy({'ours': OUR_DRIVER, 'peer': PEER_DRIVER}[side], f'{directory}/driver')
    return directory


def masked(output):
    """Without the numbers of processes and ports, times of transactions, and what PCP's buffers do: ours are others."""
    output = re.sub(r'^(?:__pmtracefindPDUbuf.*|   free pdubuf.*|trace buffer: .*)\n', '', output, flags=re.M)
    output = re.sub(r'^\[\d+\]', '[PROCESS]', output, flags=re.M)
    output = re.sub(r'(\bfd|\bfrom|\bport|\bid)=\w+', r'\1=N', output)
    output = re.sub(r'(tag="(?:simple|ascanbe|M|pmt)", data=)\d+\.\d+', r'\1SECONDS', output)
    output = re.sub(r'^(000: +\S+ +\S+) +\S+', r'\1 PROCESS', output, flags=re.M)
    return re.sub(r'^(000: .* \w+01\w\w01 ) *\S+ +\S+', r'\1SECONDS', output, flags=re.M)


def show(directory, collector, **variables):
    """What the programs print."""
    port, shown = collector.trace_port, []
    host = ['-h', '127.0.0.1']
    for argv in (['app1'], ['fapp1'], ['driver', *CALLS], ['driver', 's7', *CALLS], ['driver', 's15', 'ppt'],
                 ['driver', 's16', *CALLS], ['driver', 's17', 'bx', 'ex', 'px'], ['driver', 's32', *CALLS],
                 ['pmtrace', 'pmt'], ['pmtrace', '-q', *host, 'pmt'], ['pmtrace', '-c', '7', 'pmt'],
                 ['pmtrace', '-v', '1.5', 'pmt'], ['pmtrace', '-e', 'true', 'pmt'], ['pmtrace', '-e', 'exit 3', 'pmt'],
                 ['pmtrace', '-S', '1', 'pmt'], ['driver', 'plast']):
        done = run(argv, port, executable=f'{directory}/{argv[0]}', variables=variables)
        shown.append((argv, done.returncode, masked(done.stdout), masked(done.stderr)))
    return shown


def metrics_of(collector):
    found = {metric: values(collector, f'trace.{metric}') for metric in METRICS}
    for metric, of_tags in found.items():
        if metric.endswith('_time'):  # these are times that passed
            CHECKS.holds(metric, all(float(value) >= 0 for value in of_tags.values()), of_tags)
            found[metric] = sorted(of_tags)
    return found


def torture(directory, collector):
    """The sums over random tags."""
    run(['pmstore', '-h', collector.host, 'trace.control.reset', '1'])
    done = run(['torture_trace'], collector.trace_port, executable=f'{directory}/torture_trace')
    sums = [sum(map(int, values(collector, f'trace.{kind}.count').values()))
            for kind in ('observe', 'point', 'transact')]
    return done.returncode, done.stdout, done.stderr, sums


def app3(directory, collector):
    """Its finished process.  About one run of a thousand with PCP's library aborts, with PCP's collector too: again."""
    finished = []

    def without_abort():
        finished.append(run(['app3'], collector.trace_port, executable=f'{directory}/app3'))
        return pathlib.Path(directory).name == 'ours' or ABORTED not in finished[-1].stderr

    wait_until(without_abort, 'app3 aborts each time')
    return finished[-1]


def random_times(directory, collector):
    """app2 goes on until it is ended, and waits for random times.  app3 ends before its threads, or not."""
    with subprocess.Popen([f'{directory}/app2'], env=tracing(collector.trace_port), text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as app2:
        wait_until(lambda: 'mainloop' in values(collector, 'trace.point.count'), 'app2 passes no point', app2)
        app2.terminate()
        said_until_then = app2.communicate(timeout=LIMIT)
    threads = app3(directory, collector)
    said = {line for line in INTERRUPTED.sub('', threads.stderr).splitlines() if not line.startswith('app3: finished 10 ')}
    return app2.returncode, said_until_then, threads.returncode, threads.stdout, sorted(said)


def raw_messages(ours, peer):
    """Right and wrong messages get the same answers; what differs stands in docs/compatibility.md."""
    messages = {f'version {version}': data(version=version) for version in (0, 1, 2, 255)}
    messages.update({f'kind {kind}': data(kind=kind) for kind in (0, 1, 2, 3, 5, 255)})
    messages.update({f'flags {flags:x}': data(flags=flags) for flags in (0, 0x40, 0x7f, 0x80, 0xc0, 0xff)})
    messages.update({f'type {kind:x}': data(kind_of_message=kind) for kind in (0, 0x704f, 0x7050, 0x7052)})
    messages.update({'no tag': data(b''), 'a short tag': data(b'a\0'),
                     'no body': struct.pack('>IIi', 12, 0x7051, 1), 'length 11': data(length=11),
                     'a huge length': data(length=0xffffffff)})
    for name, message in messages.items():
        CHECKS.same(f'message: {name}', answers(ours.trace_port, message), answers(peer.trace_port, message))
    # PCP's agent reads on behind a tag without a zero byte.
    CHECKS.same('no zero byte', answers(ours.trace_port, data(b'abcd')), [2, 4])
    for name, message, of_ours, of_peer in (('an empty tag', data(b'\0'), ['gone'], [2, 4]),
                                            ('a zero byte in the tag', data(b'a\0bc'), [2, 4], ['gone']),
                                            ('more bytes', data(more=b'~~~~'), ['gone'], [2, 4])):
        CHECKS.same(f'ours: {name}', answers(ours.trace_port, message), of_ours)
        CHECKS.same(f'PCP: {name}', answers(peer.trace_port, message), of_peer)


def whole_fortran(directory, collector):
    done = run(['whole_fapp1'], collector.trace_port, executable=f'{directory}/whole_fapp1')
    CHECKS.same('fapp1 succeeds', (done.returncode, done.stdout), (0, ''))
    CHECKS.same('the observation', values(collector, 'trace.observe.value').get('end point'), '340.5')
    CHECKS.same('the counter', values(collector, 'trace.counter.value').get('new end point'), '340.6000061035156')


def without_waiting(directory, ours):
    """What PCP's library sends without waiting. It loses values if the socket is full, so these fit into it. It never
    reads answers. So at its end the kernel throws away what the server has not read yet: it ends when all are counted."""
    with subprocess.Popen(['driver', 's32', 'P1000:mass', 'w'], env=tracing(ours.trace_port), text=True,
                          executable=f'{directory}/driver', stdin=subprocess.PIPE, stdout=subprocess.PIPE) as driver:
        wait_until(lambda: values(ours, 'trace.point.count').get('mass') == '1000',
                   lambda: f'not all of PCP\'s points are counted; the log is {ours.server.log()}', driver)
        shown = driver.communicate('go\n', LIMIT)[0]
    CHECKS.same('the library of PCP succeeds', shown.splitlines()[1], '1000 points, at least 32')


def main(top):
    with concurrent.futures.ThreadPoolExecutor() as pool:
        programs = dict(zip(('ours', 'peer'), pool.map(lambda side: build(top, side), ('ours', 'peer'))))
        collectors = {}
        for library in programs:  # with periods that are longer than this test
            collectors[library, 'ours'] = Ours(FDR, '--trace-period', '600', '--trace-buckets', '60')
            collectors[library, 'peer'] = Peers(f'{top}/agent-{library}', '-T', '600', '-N', '60')
        collectors['drop-in', 'ours'] = Ours(FDR, '--trace-period', '600', '--trace-buckets', '60')
        dropped_in = pool.submit(show, programs['peer'], collectors['drop-in', 'ours'], LD_LIBRARY_PATH=DROP_INS)
        for step in (show, torture, random_times):
            results = {pair: pool.submit(step, programs[pair[0]], collector) for pair, collector in collectors.items()
                       if pair[0] in programs}
            expected = results['peer', 'peer'].result()
            if step == show:
                results['drop-in', 'ours'] = dropped_in
            for pair, result in results.items():
                compare(f'{step.__name__}, library {pair[0]}, collector {pair[1]}', result.result(), expected)
            if step == show:
                compare_metrics(collectors, pool)
        sums = torture(programs['ours'], collectors['ours', 'ours'])[3]
        CHECKS.same('the sums of torture_trace', sums, [2001, 2000, 2000])
    raw_messages(collectors['ours', 'ours'], collectors['ours', 'peer'])
    whole_fortran(programs['ours'], collectors['ours', 'ours'])
    whole_fortran(programs['ours'], collectors['ours', 'peer'])
    without_waiting(programs['peer'], collectors['peer', 'ours'])
    batches = run(['driver', 's32', 'P100000:batches'], collectors['ours', 'peer'].trace_port,
                  executable=f'{programs["ours"]}/driver')
    CHECKS.same('no warning', batches.stderr, '')
    CHECKS.same('100,000 of ours', values(collectors['ours', 'peer'], 'trace.point.count').get('batches'), '100000')
    for collector in collectors.values():
        collector.stop()
    CHECKS.finish()


def compare_metrics(collectors, pool):
    """All collectors come to have the same: a rate is there once the interval of its point is over."""
    for pair, collector in collectors.items():
        wait_until(lambda: 'last' in values(collector, 'trace.point.rate'), f'{pair}: the last point has no rate')
    seen = {}

    def agree():
        seen.update(zip(collectors, pool.map(metrics_of, collectors.values())))
        return all(metrics == seen['peer', 'peer'] for metrics in seen.values())

    def differences():
        for pair, metrics in seen.items():
            compare(f'metrics, library {pair[0]}, collector {pair[1]}', metrics, seen['peer', 'peer'])
        return 'the metrics differ'

    wait_until(agree, differences)


def compare(what, got, expected):
    if isinstance(got, (tuple, list)) and isinstance(expected, (tuple, list)) and len(got) == len(expected):
        for one, other in zip(got, expected):
            compare(what, one, other)
    elif isinstance(got, dict):
        for key in sorted(set(got) | set(expected)):
            CHECKS.same(f'{what}: {key}', got.get(key), expected.get(key))
    elif isinstance(got, str) and got != expected:
        for one, other in zip(got.splitlines() + [None], expected.splitlines() + [None]):
            if one != other:
                CHECKS.same(what, one, other)
                return
    else:
        CHECKS.same(what, got, expected)


with tempfile.TemporaryDirectory() as temporary:
    main(temporary)
