#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: agent_verb_test.py FDR

`fdr agent` beside PCP's debugger of agents, dbpmda.  Both ask the agent `sample`, as a program and as a shared object, the
same questions in the same order.  Descriptors, values, instances, texts, labels and names are the same.  Values that move
are compared if two runs of dbpmda have the same.  Then odd_agent.py does what an agent must not do."""
import json
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
from checks import Checks  # noqa: E402
from serving import environment  # noqa: E402
from waiting import LIMIT  # noqa: E402

FDR = os.path.abspath(sys.argv[1])
SAMPLE = '/var/lib/pcp/pmdas/sample'
ODD = f'/usr/bin/python3 {os.path.dirname(os.path.abspath(__file__))}/odd_agent.py'
# They count messages, and fdr asks for a descriptor more often than dbpmda; or they move with the time since the agent began.
MOVING = re.compile(r'pdu|percontext|daemon|pid|proc\.|seconds|control|ulonglong\.bin|step$|step_counter|mirage|lights|magnitude|'
                    r'dodgey|byte_')
# Storing a text in a shared object is the end of dbpmda: it frees memory twice.
STORE_OF_TEXT = 'store 29.0.32 "new words"'
STORES = ['store 29.0.14 "17"', 'store 29.0.10 "5"', STORE_OF_TEXT]
more_environment = {}
expect = Checks()
counts = {'descriptors': 0, 'values': 0, 'instances': 0, 'texts': 0, 'labels': 0, 'names': 0}


def fdr(*arguments, requests=''):
    done = subprocess.run([FDR, 'agent', *arguments], input=requests, capture_output=True, text=True, timeout=300, check=False,
                          env=environment(**more_environment))
    return done.returncode, done.stdout, done.stderr


def fdr_json(agent, requests):
    """The answers by request."""
    status, out, err = fdr(*agent, '--json', requests='\n'.join(requests))
    answers = [json.loads(line) for line in out.splitlines()]
    expect([one['request'] for one in answers] == requests, f'{agent}: not every request has an answer: {status} {err}')
    return {one['request']: one for one in answers}


def dbpmda(opening, names, requests):
    """The answers by request, as text."""
    script = '\n'.join([f'open {opening}', 'getdesc on', *requests]) + '\n'
    done = subprocess.run(['dbpmda', '-f', '-e', '-n', names], input=script, capture_output=True, text=True, timeout=300,
                          check=False, env=environment(**more_environment))
    answers, request = {}, None
    waiting = list(requests)
    for line in done.stdout.splitlines():
        if waiting and line == waiting[0]:
            request = waiting.pop(0)
            answers[request] = []
        elif request:
            answers[request].append(line)
    expect(not waiting, f'dbpmda stopped before {waiting[:1]}: {done.stderr}')
    # It names the function of a shared object that failed.
    return {request: re.sub(r'Error: DSO \w+\(\) failed', 'Error PDU', '\n'.join(lines)) for request, lines in answers.items()}


def desc_of_dbpmda(text):
    parts = re.search(r'Data Type: (.*?)  InDom: (\S+) 0x\w+\s+Semantics: (\S+)  Units: (.*)', text)
    if not parts:
        return {'type': 'Not Supported'} if 'Data Type: Not Supported' in text else None
    kind, indom, semantics, units = parts.groups()
    return {'type': kind, 'indom': None if indom == 'PM_INDOM_NULL' else indom, 'semantics': semantics,
            'units': '' if units.strip() == 'none' else units.strip()}


def compare_descs(ids, theirs, ours):
    for one in ids:
        their = desc_of_dbpmda(theirs[f'desc {one}'])
        answer = ours[f'desc {one}']
        our = {name: answer.get(name) for name in ('type', 'indom', 'semantics', 'units')} if answer['ok'] else None
        if our and our['type'] == 'Not Supported':
            our = {'type': our['type']}  # dbpmda shows no more
        expect(their == our, f'desc {one}: {their}, fdr {our}')
        counts['descriptors'] += 1


def values_of_dbpmda(text):
    """By instance; None for an error."""
    if 'Error PDU' in text or 'numval: -' in text or re.search(r'^  29\S+ \(.*\): (?!numval|No values)', text, re.MULTILINE):
        return None
    values = {int(inst): value for inst, value in re.findall(r'inst \[(\d+) or \?\?\?\] value (.*)', text)}
    for value in re.findall(r'^   value (.*)', text, re.MULTILINE):
        values[-1] = value
    return values


def same_value(their, our, kind):
    if kind == 'string':
        return their == f'"{our}"'
    if kind in ('float', 'double'):
        return abs(float(their) - our) <= 1e-5 * abs(our)
    if 'bit' in kind:
        return int(their) == our
    return isinstance(our, str)  # blocks: dbpmda shows their bytes, fdr their size


def compare_values(ids, theirs, ours):
    for one in ids:
        request = f'fetch {one}'
        if theirs[0][request].splitlines()[2:] != theirs[1][request].splitlines()[2:]:
            continue  # it moves
        their = values_of_dbpmda(theirs[0][request])
        metric = ours[request].get('metrics', [{'error': ours[request].get('error')}])[0]
        if their is None or 'error' in metric:
            expect(their is None and 'error' in metric, f'{request}: {theirs[0][request]}, fdr {metric}')
            continue
        our = {value.get('id', -1): value['value'] for value in metric['values']}
        kind = ours[f'desc {one}'].get('type')
        same = their.keys() == our.keys() and all(same_value(their[i], our[i], kind) for i in our)
        expect(same, f'{request}: {their}, fdr {our}')
        counts['values'] += 1


def compare_instances(indoms, theirs, ours):
    for indom in indoms:
        their = re.findall(r'inst: (\d+) name: "(.*)"', theirs[f'instance {indom}'])
        our = [(str(one['id']), one['name']) for one in ours[f'instances {indom}'].get('instances', [])]
        expect(sorted(their) == sorted(our), f'instances {indom}: {their}, fdr {our}')
        counts['instances'] += len(our)


def compare_texts(things, theirs, ours):
    for their_request, our_request in things:
        text = theirs[their_request].split('\n', 1)[1]
        answer = ours[our_request]
        if not answer['ok']:
            expect(text.count('Error PDU: ' + answer['error'].split(': ', 1)[1]) == 2, f'{our_request}: {text}, fdr {answer}')
            continue
        our = f'[{answer["oneline"]}]\n{answer["help"] or "<no help text specified>"}'
        expect(text.strip() == our.strip(), f'{our_request}: {text!r}, fdr {our!r}')
        counts['texts'] += 1


def labels_of_dbpmda(text):
    """By instance; numbers as texts."""
    sets, now = {}, -1
    for line in text.splitlines():
        if head := re.match(r'\[ *\d+\] Labels inst: (\d+)', line):
            now = int(head[1])
        elif label := re.match(r'    (\w+)=(.*)', line):
            sets.setdefault(now, {})[label[1]] = json.loads(label[2])
    return sets


def compare_labels(requests, theirs, ours):
    for their_request, our_request in requests:
        their = labels_of_dbpmda(theirs[their_request])
        our = {one.get('id', -1): json.loads(one['json']) for one in ours[our_request].get('labels', []) if one['json']}
        our = {inst: labels for inst, labels in our.items() if labels}
        expect(their == our, f'{our_request}: {their}, fdr {our}')
        counts['labels'] += len(our)


def compare_names(theirs, ours):
    their = re.findall(r'^ +(?:leaf )?(sample\S+)', theirs['traverse sample.secret'], re.MULTILINE)
    our = [one['name'] for one in ours['names sample.secret']['names']]
    expect(sorted(their) == sorted(our) and len(our) > 5, f'names: {their}, fdr {our}')
    their = re.findall(r'^ +(non-leaf|leaf) (\S+)', theirs['children sample.secret'], re.MULTILINE)
    our = [('leaf' if one['leaf'] else 'non-leaf', one['name']) for one in ours['children sample.secret']['children']]
    expect(sorted(their) == sorted(our) and our, f'children: {their}, fdr {our}')
    their = re.findall(r'^   (sample\S+)', theirs['name 29.0.1006'], re.MULTILINE)
    our = [one['name'] for one in ours['names 29.0.1006']['names']]
    expect(their == our, f'names 29.0.1006: {their}, fdr {our}')
    counts['names'] += 3


def compare_stores(theirs, ours):
    for request in STORES:
        their, our = theirs.get(request), ours[request]
        expect(our['ok'] if their is None else ('Error' not in their) == our['ok'], f'{request}: {their}, fdr {our}')
    expect(ours['fetch 29.0.32  ']['metrics'][0]['values'] == [{'value': 'new words'}], f'a stored text: {ours}')


def compare_profiles(theirs, ours):
    for request in ('fetch 29.0.6 ', 'fetch  29.0.6'):
        their = values_of_dbpmda(theirs[request])
        our = {one['id']: str(one['value']) for one in ours[request]['metrics'][0]['values']}
        expect(their == our, f'profile: {their}, fdr {our}')


def compare_with_dbpmda(label, opening, agent, names):
    _, out, err = fdr(*agent, '-n', names, '--json', 'names sample')
    listed = json.loads(out)['names'] if out else []
    expect(len(listed) > 150, f'{label}: only {len(listed)} names: {err}')
    ids = {one['id']: one['name'] for one in listed if one['id'].startswith('29.')}
    ids = sorted(one for one, name in ids.items() if not MOVING.search(name))
    indoms = ['29.1', '29.2', '29.3']
    labels = [('label domain', 'labels domain'), ('label cluster 29.0', 'labels cluster 29.0'),
              ('label item 29.0.5', 'labels item 29.0.5'), ('label indom 29.1', 'labels indom 29.1'),
              ('label instances 29.2', 'labels instances 29.2')]
    texts = [(f'text {one}', f'text {one}') for one in ids] + [('text indom 29.1', 'text 29.1')]
    both = [f'desc {one}' for one in ids] + [f'fetch {one}' for one in ids] + ['children sample.secret']
    own = [f'instances {one}' for one in indoms] + ['names sample.secret', 'names 29.0.1006']
    profile = ['profile 29.2 exclude', 'profile 29.2 include 300 500', 'fetch 29.0.6 ', 'profile 29.2 include',
               'profile 29.2 exclude 100', 'fetch  29.0.6']
    ours = fdr_json([*agent, '-n', names], both + own + [one for _, one in texts + labels] + profile + STORES + ['fetch 29.0.32  '])
    profile = ['profile 29.2 none', 'profile 29.2 add 300', 'profile 29.2 add 500', 'fetch 29.0.6 ', 'profile 29.2 all',
               'profile 29.2 delete 100', 'fetch  29.0.6']
    own = [f'instance {one}' for one in indoms] + ['traverse sample.secret', 'name 29.0.1006']
    stores = [one for one in STORES if one != STORE_OF_TEXT or label == 'program']
    theirs = [dbpmda(opening, names, both + own + [one for one, _ in texts + labels] + profile + stores) for _ in range(2)]
    if expect.problems:
        return
    compare_descs(ids, theirs[0], ours)
    compare_values(ids, theirs, ours)
    compare_instances(indoms, theirs[0], ours)
    compare_texts(texts, theirs[0], ours)
    compare_labels(labels, theirs[0], ours)
    compare_names(theirs[0], ours)
    compare_profiles(theirs[0], ours)
    compare_stores(theirs[0], ours)


def check_misdeeds():
    """One agent for each; the reason is said, and nothing more can be asked."""
    for item, reason in ((2, 'it exited with status 3'), (3, 'signal 11 ended it'), (4, 'not of the metrics of the fetch'),
                         (5, 'not of the metrics of the fetch'), (6, 'not what was asked for'), (9, 'an error that is none'),
                         (10, ''), (11, ''), (12, '')):
        status, out, err = fdr(ODD, '--domain', '252', f'fetch 252.0.{item}', 'fetch 252.0.50')
        first, second = out.split('> fetch 252.0.50\n')
        expect(status == 1 and 'error: agent python3: ' in first and reason in first, f'misdeed {item}: {status} {out} {err}')
        expect('error: the agent is gone: ' in second and reason in second, f'after misdeed {item}: {second}')
    for seconds in ('0.5', '2', '8', '32'):  # it is also a limit for the start, which takes longer on a busy machine
        status, out, _ = fdr(ODD, '--domain', '252', '--timeout', seconds, 'fetch 252.0.1')
        if out:
            break
    expect(status == 1 and 'error: agent python3: ' in out and 'did not answer within' in out, f'a late answer: {status} {out}')
    status, out, _ = fdr(ODD, '--domain', '252', 'fetch 252.0.27', 'fetch 252.0.50')
    expect(status == 1 and 'Bad message' in out, f'an answer too many: {status} {out}')
    status, out, _ = fdr(ODD, '--domain', '252', 'fetch 252.0.7')
    expect(status == 1 and 'error: One-line or help text is not available' in out, f'an error: {status} {out}')
    status, out, _ = fdr(ODD, '--domain', '252', 'client 3', 'attribute user 1000', 'fetch 252.0.50', 'fetch 252.0.30')
    expect(status == 0 and ':3"' in out and '03:3' in out, f'client: {status} {out}')
    status, out, _ = fdr(f'{ODD} --flags 4', '--domain', '252', 'client 3', 'attribute user 1000', 'fetch 252.0.30')
    expect(status == 0 and '=' in out and '1000' in out, f'attribute: {status} {out}')
    for command, reason in (('/no/such/agent', 'No such file'), ('/bin/false', 'it exited with status 1')):
        status, out, err = fdr(command, '--domain', '252', 'status')
        expect(status == 1 and not out and reason in err, f'{command}: {status} {out} {err}')


def check_text(agent, names):
    """The words of the text output, which the guide shows."""
    status, out, err = fdr(*agent, '-n', names, '--time', 'desc sample.colour', 'fetch sample.colour sample.string.hullo')
    expect(status == 0 and re.fullmatch(r'''> desc sample.colour
sample.colour
    id 29.0.5
    type 32-bit int
    semantics instant
    units none
    instances 29.1
took [\d.]+ ms
> fetch sample.colour sample.string.hullo
sample.colour
    \[0\] red  101
    \[1\] green  202
    \[2\] blue  303
sample.string.hullo  "hullo world!"
took [\d.]+ ms
''', out), f'text: {status} {out} {err}')
    for request, words in (('fetch sample.color', 'did you mean sample.colour'), ('fetsh x', 'did you mean fetch'),
                           ('desc', 'expected desc METRIC'), ('fetch "x', 'a quote has no end'), ('text 29.0.5 long', 'expected oneline'),
                           ('store 29.0.14 x', 'no value of type 32-bit int'), ('instances 29.0.14', 'has no instances'),
                           ('fetch 29.0.1024', ''), ('labels item', 'expected labels item ID')):
        status, out, _ = fdr(*agent, '-n', names, request)
        expect(status == 1 and out.startswith('error: ') and words in out, f'{request}: {status} {out}')
    status, out, _ = fdr(*agent, '-n', names, 'quit', 'fetch x')
    expect(status == 0 and not out, f'quit: {status} {out}')
    status, out, _ = fdr(*agent, '-n', names, requests='# a comment\n\nstatus\nhelp\n')
    expect(status == 0 and 'agent sample, domain 29, answers' in out and 'which instances' in out, f'input: {status} {out}')


def check_list(directory, names):
    with open(f'{directory}/pmcd.conf', 'w', encoding='ascii') as file:
        file.write(f'sample 29 pipe binary {SAMPLE}/pmdasample -d 29 -l sample.log\nodd 252 pipe binary {ODD}\n')
    with open(f'{directory}/script', 'w', encoding='ascii') as file:
        file.write('fetch sample.long.ten\n')
    status, out, err = fdr('-c', f'{directory}/pmcd.conf', 'sample', '-n', names, '-f', f'{directory}/script')
    expect(status == 0 and out == '> fetch sample.long.ten\nsample.long.ten  10\n', f'list: {status} {out} {err}')
    status, out, err = fdr('-c', f'{directory}/pmcd.conf', 'samble', 'status')
    expect(status == 1 and 'did you mean sample' in err, f'a wrong label: {status} {err}')
    status, _, err = fdr('/no/such', 'status')
    expect(status == 2 and '--domain' in err, f'no domain: {status} {err}')


class Terminal:
    """`fdr agent` at a terminal of its own."""

    def __init__(self, *arguments, **variables):
        self.shown, self.since = '', 0
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execve(FDR, [FDR, 'agent', *arguments],
                      {**environment(**more_environment), 'TERM': 'xterm', 'LC_ALL': 'C.UTF-8', **variables})
        self.wait_for('agent> ')

    def wait_for(self, text):
        """What was shown since the last call, up to this text; the text must come."""
        end = time.monotonic() + LIMIT
        while text not in self.shown[self.since:] and time.monotonic() < end:
            if not select.select([self.terminal], [], [], 1)[0]:
                continue
            try:
                self.shown += os.read(self.terminal, 65536).decode()
            except OSError:  # it has ended
                break
        at = self.shown.find(text, self.since)
        part = self.shown[self.since:at if at >= 0 else len(self.shown)]
        expect(at >= 0, f'terminal: no {text!r} after {self.shown[self.since:]!r}')
        self.since = at + len(text) if at >= 0 else len(self.shown)
        return part

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def ask(self, keys):
        """Types keys and Enter: what follows the line, up to the next prompt."""
        self.type(keys + '\r')
        self.wait_for('\r\n')
        return self.wait_for('agent> ')

    def end(self):
        """The exit status, after everything was shown."""
        _, status = os.waitpid(self.process, 0)
        os.close(self.terminal)
        return status


def check_terminal(agent, names):
    """A prompt; and nothing of an agent's texts steers the terminal."""
    terminal = Terminal(*agent, '-n', names)
    terminal.ask('store sample.string.write_me "\x16\x1b[31mred"')
    shown = terminal.ask('fetch sample.string.write_me')
    expect('"\\x1b[31mred"' in shown and '\x1b[31m' not in terminal.shown, f'terminal: {shown!r}')
    terminal.type('quit\r')
    expect(terminal.end() == 0, 'terminal: quit')


def check_editing(agent, names):
    """A user edits lines, repeats old ones, and gets them completed."""
    left, up, down, delete = '\x1b[D', '\x1b[A', '\x1b[B', '\x1b[3~'
    terminal = Terminal(*agent, '-n', names)
    ten = 'sample.long.ten  10\r\n'
    for keys in ('fetch sample.long.ten', 'fetch sample.long.xten' + 3 * left + '\x7f', 'fetch sample.long.then' + 3 * left + delete,
                 'sample.long.ten\x01fetch \x05', 'nonsense\x15fetch sample.long.ten', 'fetch sample.nothing\x17sample.long.ten',
                 'sample.long.ten fetch \x17\x01\x19', up, up + up + down, 'x' + up + down + '\x7f' + up,
                 # completion: a request, the levels of a name
                 'fet\tsam\tlong.ten', 'fetch sample.long.t\t'):
        shown = terminal.ask(keys)
        expect(shown.endswith(ten), f'editing {keys!r}: {shown!r}')
    terminal.type('abandoned\x03')
    terminal.wait_for('^C\r\n')
    expect(terminal.ask(up).endswith(ten), 'after an abandoned line')
    terminal.type('fetch sample.long.\t')
    listed = terminal.wait_for('agent> fetch sample.long.')  # the line is shown again below the list
    listed += terminal.wait_for('agent> fetch sample.long.')
    expect(all(f'sample.long.{name}' in listed for name in ('one', 'ten', 'hundred', 'million')), f'list: {listed!r}')
    shown = terminal.ask('on\t')
    expect(shown.endswith('sample.long.one  1\r\n'), f'after the list: {shown!r}')
    for keys, words in (('prof\tsample.colour excl\tgr\t', 'set'), ('fetch sample.colour', '[0] red'),
                        ('text 29.0.5 one\t', 'saw-tooth'), ('labels do\t', '"agent"'), ('att\tus\t1000', 'told'),
                        ('cl\t3 e\t', 'client 3 has ended'), ('fetch nothing.of.this\t', 'error'), ('fetch "open\t', 'error')):
        shown = terminal.ask(keys)
        expect(words in shown, f'completion {keys!r}: {shown!r}')
    terminal.type('fetch ' + 'long ' * 60)  # wider than the terminal: it shows the part at the cursor
    terminal.ask('\x15status')
    terminal.type('\x04')
    expect(os.waitstatus_to_exitcode(terminal.end()) == 1, 'requests have failed')
    plain = Terminal(*agent, '-n', names, TERM='dumb')
    plain.type('fetch sample.long.ten\n')
    shown = plain.wait_for('agent> ')
    expect(shown.endswith(ten) and '\x1b' not in plain.shown, f'a dumb terminal: {shown!r}')
    plain.type('\x04')
    plain.end()


def prepare_texts(directory, names):
    """The help files are where an environment variable says."""
    os.makedirs(f'{directory}/sample')
    more_environment['PCP_PMDAS_DIR'] = directory
    for file in ('help', 'dsohelp'):
        # It complains of the entries whose domain has no number, and leaves them out.
        subprocess.run(['/usr/lib/pcp/bin/newhelp', '-n', names, '-o', f'{directory}/sample/{file}', f'{SAMPLE}/help'],
                       stderr=subprocess.DEVNULL, check=False, env=environment())


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.chmod(directory, 0o755)  # some agents run as another user
        os.chdir(directory)  # agents write their logs there
        names = f'{directory}/names'
        with open(names, 'w', encoding='ascii') as file:
            file.write(f'root {{\n    sample\n}}\n#define SAMPLE 29\n#include "{SAMPLE}/pmns"\n')
        prepare_texts(directory, names)
        program = f'{SAMPLE}/pmdasample -d 29 -l {directory}/sample.log'
        compare_with_dbpmda('program', f'pipe {program}', [program], names)
        shared = f'{SAMPLE}/pmda_sample.so'
        compare_with_dbpmda('shared object', f'dso {shared} sample_init 29', [shared, '--domain', '29'], names)
        check_misdeeds()
        check_text([program], names)
        check_list(directory, names)
        check_terminal([program], names)
        check_editing([program], names)
    print(', '.join(f'{count} {what}' for what, count in counts.items()))
    expect(min(counts.values()) >= 5 and counts['values'] >= 150, f'too little was compared: {counts}')
    expect.end()


main()
