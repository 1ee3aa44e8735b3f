#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Programs of PCP's test suite that record, with our library and PCP's, and with both recorders.

usage: record_sessions_test.py FDR COMPILER HEADERS LIBRARIES

HEADERS is the directory of our headers, LIBRARIES that of our libpcp_gui.so.2.  libfdr_pmapi lies in its own place.
"""
import glob
import os
import re
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
from checks import Checks  # noqa: E402 pylint: disable=wrong-import-position
from serving import Server, environment, free_port  # noqa: E402 pylint: disable=wrong-import-position
from waiting import wait_until  # noqa: E402 pylint: disable=wrong-import-position

FDR = os.path.abspath(sys.argv[1])
COMPILER, HEADERS, LIBRARIES = sys.argv[2], sys.argv[3], os.path.abspath(sys.argv[4])
PMAPI = os.path.join(os.path.dirname(FDR), '../replay/pcp/pmapi')
SUITE = '/var/lib/pcp/testsuite/src'
CLIENTS = ('ours', 'ours for PCP', 'PCP')  # linked with libfdr_pmapi; with our libpcp_gui in PCP's place; neither
RECORDERS = {'ours': FDR, 'PCP': '/usr/lib/pcp/bin/pmlogger'}
ARCHIVE = '/var/lib/pcp/testsuite/archives/ok-mv-bigbin'
check = Checks()


def compile_programs(directory):
    for name in ('record', 'record-setarg'):
        common = [COMPILER, '-w', '-DHAVE_SYS_WAIT_H=1', '-DFMT_PID="d"', f'{SUITE}/{name}.c', '-o']
        subprocess.run([*common, f'{directory}/{name}-ours', f'-I{HEADERS}', f'-L{PMAPI}', '-lfdr_pmapi',
                        f'-Wl,-rpath,{PMAPI}'], check=True)
        subprocess.run([*common, f'{directory}/{name}-PCP', '-lpcp', '-lpcp_gui'], check=True)


def run(program, client, recorder, port, directory, *words):
    tools = f'{directory}/tools'
    os.makedirs(tools)
    program = os.path.dirname(directory) + f"/{program}-{'ours' if client == 'ours' else 'PCP'}"
    variables = environment(PMCD_PORT=str(port), PCP_XCONFIRM_PROG='/bin/false')
    if client == 'ours for PCP':
        variables['LD_LIBRARY_PATH'] = LIBRARIES
    if recorder == 'PCP':  # our library finds fdr by itself
        variables['FDR_RECORDER'] = RECORDERS[recorder]
    elif client == 'PCP':  # PCP's library finds it as it finds pmlogger
        os.symlink(FDR, f'{tools}/pmlogger')
        variables['PCP_BINADM_DIR'] = tools
    # A file, since a recorder of PCP that goes on keeps the output of the program.
    with open(f'{tools}/output', 'w+', encoding='utf-8') as output:
        subprocess.run([program, *words], cwd=directory, env=variables, stdin=subprocess.DEVNULL, stdout=output,
                       stderr=output, check=False, timeout=300)
        output.seek(0)
        return output.read()


def recorders_in(directory):
    for process in os.listdir('/proc'):
        try:
            if process.isdigit() and os.readlink(f'/proc/{process}/cwd') == directory:
                yield int(process)
        except OSError:
            pass  # it has ended


def normal(text, directory):
    base = re.search(r'(\w{6})a?\.localhost', text)
    text = text.replace(directory, 'DIRECTORY').replace(base[1] if base else 'none', 'BASE')
    return re.sub(r'(ipc: \d+ )?pid: \d+', 'pid: N', text)


def archives_in(directory):
    return sorted(path[:-len('.meta')] for path in glob.glob(f'{directory}/*.meta'))


def record(client, recorder, port, directory):
    """Four hosts: one is ended, one detached, one asked for its status, and the pipe of one is closed."""
    what = f'record with the library of {client}, and the recorder of {recorder}'
    output = run('record', client, recorder, port, directory, 'my.folio', 'mytool', '1', *4 * ['localhost'])
    detached = list(recorders_in(directory))
    check(len(detached) == 1, f'{what}: {len(detached)} recorders go on')
    for process in detached:
        os.kill(process, signal.SIGTERM)
    wait_until(lambda: not any(recorders_in(directory)), f'{what}: a recorder goes on')
    archives = archives_in(directory)
    check(len(archives) == 4, f'{what}: {len(archives)} archives')
    for archive in archives:
        checked = subprocess.run(['pmlogcheck', archive], text=True, capture_output=True, check=False)
        check(checked.returncode == 0 and not checked.stderr, f'{what}: {checked.stderr}')
        dump = subprocess.run(['pmdumplog', archive], text=True, capture_output=True, check=False).stdout
        check('pmcd.control.timeout' in dump, f'{what}: {archive} lacks the metric')
    with open(f'{directory}/my.folio', encoding='utf-8') as file:
        folio = file.read()
    check(folio.count('\nArchive:') == 4, f'{what}: {folio}')
    if client != 'PCP':
        replay = re.search(r'Creator: mytool (\w+)', folio)[1]
        check(os.path.exists(f'{directory}/{replay}'), f'{what}: the replay configuration is lost')
    for log in glob.glob(f'{directory}/*.log'):
        with open(log, encoding='utf-8') as file:
            check('my.folio' in file.read(), f'{what}: {log} does not say what was ordered')
    return normal(output, directory)


def record_with_arguments(client, recorder, port, directory):
    """Ten seconds of samples once a second, by options that the program gives."""
    what = f'record-setarg with the library of {client}, and the recorder of {recorder}'
    output = run('record-setarg', client, recorder, port, directory, 'my.folio')
    [archive] = archives_in(directory)
    dump = subprocess.run(['pmdumplog', archive, 'sample.bin'], text=True, capture_output=True, check=False).stdout
    samples = dump.count('(sample.bin)')
    check(9 <= samples <= 12, f'{what}: {samples} samples')
    check(dump.count('inst [') == 2 * samples, f'{what}: not only the instances of the configuration')
    return normal(output, directory)


def main():
    with tempfile.TemporaryDirectory(prefix='fdr-sessions-') as directory, \
            Server(FDR, '-p', free_port()) as machine, \
            Server(FDR, ARCHIVE, '--at-end', 'loop', '-p', free_port()) as archive, ThreadPoolExecutor(12) as pool:
        directory = os.path.realpath(directory)
        compile_programs(directory)
        work = []
        for scenario, server in ((record, machine), (record_with_arguments, archive)):
            for client in CLIENTS:
                for recorder in RECORDERS:
                    place = f'{directory}/{scenario.__name__}-{client.replace(" ", "-")}-{recorder}'
                    os.makedirs(place)
                    work.append((scenario, client, recorder, pool.submit(scenario, client, recorder, server.port, place)))
        expected = {}
        for scenario, client, recorder, future in work:
            output = expected.setdefault(scenario, future.result())
            check(future.result() == output, f'{scenario.__name__}: {client}, {recorder} prints\n{future.result()}\nnot\n{output}')
    print(f'{len(work)} sessions')
    check.end()


main()
