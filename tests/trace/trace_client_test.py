#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""libfdr_trace beside collectors that are away, that die and that misbehave: no value is lost without a word.

usage: trace_client_test.py DRIVER FDR
DRIVER: trace_driver.c with our library."""
import os
import subprocess
import sys
import time

from tracing import LIMIT, Checks, Ours, Script, environment, free_port, run, tracing, values, wait_until

DRIVER, FDR = sys.argv[1:]
CHECKS = Checks()
REFUSED = '-111 Connection refused'
LOST = '-12006 IPC protocol failure'
LATE = '-12008 Application timed out connecting to the PMDA'


def lines(*argv, port=None, **variables):
    done = run([DRIVER, *argv], port, variables=variables)
    return done.stdout.splitlines(), done.stderr.splitlines()


def without_collector():
    port = free_port()
    CHECKS.same('each synchronous call fails', lines('pa', 'pa', 'bx', 'ex', port=port)[0],
                [f'pmtracepoint(a) {REFUSED}', f'pmtracepoint(a) {REFUSED}', f'pmtracebegin(x) {REFUSED}',
                 'pmtraceend(x) -12003 Transaction tag was not successfully initialised'])
    CHECKS.same('each asynchronous call fails', lines('s32', 'pa', 'pa', port=port),
                (['pmtracestate(32) 0', f'pmtracepoint(a) {REFUSED}', f'pmtracepoint(a) {LOST}'], []))
    CHECKS.same('nothing is sent', lines('s16', 'pa', port=port)[0], ['pmtracestate(16) 0', 'pmtracepoint(a) 0'])
    CHECKS.same('nothing is sent', lines('pa', 's0', port=port, PCP_TRACE_NOAGENT='1')[0],
                ['pmtracepoint(a) 0', 'pmtracestate(0) 16'])
    CHECKS.same('an unknown host', lines('pa', PCP_TRACE_HOST='nothing.invalid')[0],
                ['pmtracepoint(a) -113 No route to host'])


def wrong_variables():
    port = free_port()
    script = Script(port)
    for name, wrong in (('TIMEOUT', 'x'), ('TIMEOUT', '-1'), ('REQTIMEOUT', '1x'), ('RECONNECT', '1,'),
                        ('RECONNECT', '-1')):
        CHECKS.same(f'{name}={wrong}', lines('pa', port=port, **{f'PCP_TRACE_{name}': wrong}),
                    (['pmtracepoint(a) 0'], [f'trace warning: bad PCP_TRACE_{name} ignored.']))
    for wrong in ('x', '0', '65536', '-4'):
        CHECKS.same(f'port {wrong}', lines('s16', 'pa', port=wrong)[1][0], 'trace warning: bad PCP_TRACE_PORT ignored.')
    script.stop()


def greetings():
    for word, text in ((-12010, '-12010 Cannot connect to PMDA - permission denied'),
                       (-12011, '-12011 Cannot connect to PMDA - connection limit reached'),
                       (2, '-12009 Incompatible versions between application and PMDA')):
        port = free_port()
        script = Script(port, greeting=word)
        CHECKS.same(f'greeting {word}', lines('pa', port=port)[0], [f'pmtracepoint(a) {text}'])
        script.stop()


def no_answer():
    port = free_port()
    script = Script(port, answers=False)
    before = time.monotonic()
    shown, _ = lines('pa', 'pa', port=port, PCP_TRACE_REQTIMEOUT='0.5')
    CHECKS.same('no answer', shown, [f'pmtracepoint(a) {LATE}'] * 2)
    CHECKS.holds('it is waited for', time.monotonic() - before >= 1)
    script.stop()


def go_on(driver):
    """From a `w`."""
    driver.stdin.write('go\n')
    driver.stdin.flush()


def after_loss(points):
    """What a driver shows and warns of, if it goes on with these points after the collector has gone, and the port."""
    port = free_port()
    script = Script(port, limit=1)
    with subprocess.Popen([DRIVER, 's32', 'pa', 'w', points], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=tracing(port)) as driver:
        script.thread.join(LIMIT)
        shown, warnings = driver.communicate('go\n', LIMIT)
    return shown.splitlines(), warnings.splitlines(), port


def synchronous_loss():
    """The collector dies after two messages, and comes back."""
    port = free_port()
    script = Script(port, limit=2)
    with subprocess.Popen([DRIVER, 'pa', 'pb', 'pc', 'pd', 'w', 'ue', 'pf'], text=True, stdout=subprocess.PIPE,
                          stdin=subprocess.PIPE, env=environment(PCP_TRACE_PORT=port, PCP_TRACE_RECONNECT='0.2,0.5')) as driver:
        shown = [driver.stdout.readline() for _ in range(4)]
        script.thread.join(LIMIT)
        again = Script(port)
        shown += driver.communicate('go\n', LIMIT)[0].splitlines()
    CHECKS.same('calls say what is lost', [line.strip() for line in shown],
                ['pmtracepoint(a) 0', 'pmtracepoint(b) 0', f'pmtracepoint(c) {LOST}', f'pmtracepoint(d) {LOST}',
                 'pmtracepoint(e) 0', 'pmtracepoint(f) 0'])
    CHECKS.same('the others arrive', (script.messages, again.messages), (['a', 'b'], ['e', 'f']))
    again.stop()


def asynchronous_loss():
    """What was not acknowledged is sent to the collector that comes back."""
    port = free_port()
    script = Script(port, limit=1)
    variables = environment(PCP_TRACE_PORT=port, PCP_TRACE_RECONNECT='0.2')
    with subprocess.Popen([DRIVER, 's32', 'pa', 'w', 'pb', 'pc', 'w', 'pd'], text=True, stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=variables) as driver:
        script.thread.join(LIMIT)
        go_on(driver)
        for _ in range(4):
            driver.stdout.readline()
        again = Script(port)
        wait_until(lambda: again.messages[-2:] == ['b', 'c'], lambda: f'not all arrive: {again.messages}', driver)
        shown, warnings = driver.communicate('go\n', LIMIT)
    CHECKS.same('the call does not fail', (shown, warnings), ('pmtracepoint(d) 28\n', ''))
    CHECKS.holds('all arrive', again.messages[-3:] == ['b', 'c', 'd'] and script.messages == ['a'], again.messages)
    again.stop()


def reported_loss():
    shown, warnings, port = after_loss('P1000:b')
    CHECKS.same('the calls succeed', shown[2:], ['1000 points, at least 28'])
    # Perhaps the first one waited for the others.
    expected = [[f'trace warning: {count} values did not reach the collector at localhost, port {port}.']
                for count in (1000, 1001)]
    CHECKS.holds('the end says what is lost', warnings in expected, warnings)


def full_buffer():
    """Without a connection, calls fail as soon as the buffer of 256 KiB is full."""
    shown, warnings, _ = after_loss('P30000:b')
    CHECKS.same('the calls fail', shown[2:], ['30000 points, at least -12006'])
    CHECKS.holds('the end says what is lost', len(warnings) == 1 and 9_000 < int(warnings[0].split()[2]) < 20_000,
                 warnings)


def batches():
    """No message of the next batch is sent before the acknowledgement."""
    port = free_port()
    script = Script(port)
    lines('s32', 'P20000:a', port=port)
    CHECKS.same('all arrive', len(script.messages), 20_000)
    CHECKS.holds('in few batches', len(script.batches) < 100, len(script.batches))
    CHECKS.holds('of at most 32 KiB', all(count * 28 <= 32 * 1024 for count, _ in script.batches))
    CHECKS.holds('one at a time', all(behind == 0 for _, behind in script.batches))
    script.stop()


def everything_is_counted():
    ours = Ours(FDR)
    port = ours.trace_port
    for argv in (('s32', 'P1000000:million'), ('s32', 'T20000:threads'), ('T200:waits',), ('s32', 'f', 'P1000:fork'),
                 ('f', 'P10:child'), ('s32', 'pexit'), ('bparent', 'f', 'eparent')):
        CHECKS.same('no warning', lines(*argv, port=port)[1], [])
    shown, _ = lines('btx', 'f', 'etx', port=port)
    CHECKS.holds('a child does not inherit transactions',
                 'pmtraceend(tx) -12003 Transaction tag was not successfully initialised' in shown, shown)
    CHECKS.same('all are counted', values(ours, 'trace.point.count'),
                {'million': '1000000', 'threads': '80000', 'waits': '800', 'fork': '2000', 'child': '20', 'exit': '1'})
    CHECKS.same('no application is left', values(ours, 'trace.control.clients'), {'': '0'})
    ours.stop()


def options():
    """What fdr serve says of its options for traces."""
    for argv, text in ((['--trace=x'], '--trace: expected PORT or ADDRESS:PORT, such as 4323 or 0.0.0.0:4323, not "x"'),
                       (['--trace=localhost:0'], '"localhost" is not an address'),
                       (['--trace', '--trace-period', '0.5'], '--trace-period: expected 1 second to 1 day'),
                       (['--trace', '--trace-units', 'parsec'], '--trace-units: '),
                       (['--trace', '--trace-units', '2 sec'], '--trace-units: "2 sec" has a number'),
                       (['--trace-units', 'sec'], '--trace-units works only with --trace'),
                       (['--trace', '-h', 'x'], '--host and --trace exclude each other')):
        done = run([FDR, 'serve', *argv])
        CHECKS.holds(f'{argv} is refused', done.returncode == 2 and text in done.stderr, done.stderr)
    ours = Ours(FDR, '--trace-units', 'Mbyte / sec')
    CHECKS.holds('units', 'Units: Mbyte / sec' in run(['pminfo', '-h', ours.host, '-d', 'trace.observe.value']).stdout)
    done = run([FDR, 'serve', '-p', free_port(), f'--trace={ours.trace_port}'])
    CHECKS.holds('a port in use', 'another collector of traces listens there' in done.stderr, done.stderr)
    ours.stop()


def main():
    os.environ['PYTHONUNBUFFERED'] = '1'
    for test in (without_collector, wrong_variables, greetings, no_answer, synchronous_loss, asynchronous_loss,
                 reported_loss, full_buffer, batches, everything_is_counted, options):
        test()
    CHECKS.finish()


main()
