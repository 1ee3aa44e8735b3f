# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""The scripts of PCP's suite that are tried when the set is chosen: without those that can only fail on a plain machine.

They would need other hosts, a screen, the services of the system, or agents that are installed while they run."""

import pathlib
import re

SUITE = pathlib.Path('/var/lib/pcp/testsuite')
LIMIT = 90  # seconds: those that hang, or sleep for longer, are not chosen
GROUPS = {'remote', 'x11', 'pmda.install', 'slow', 'containers', 'secure', 'valgrind', 'helgrind', 'pmcd_wait'}
AGENTS = {'pmda.sample', 'pmda.simple', 'pmda.linux', 'pmda.proc', 'pmda.pmcd', 'pmda.mmv'}
WORDS = re.compile(r'^[^#\n]*(?:\b_service\b|_stop_auto_restart|systemctl|\./Install|\./Remove|_run_valgrind|_run_helgrind|'
                   r'_restore_primary_logger|_writable_primary_logger|_change_config|_prepare_pmda|'
                   r'_wait_pmcd_end)', re.MULTILINE)


# By number, with the reason.  The excuses of many would cover more than a third of the expected lines: see excuses.py.
LEFT_OUT = {'1278': 'valgrind runs a program that is handed over, and does not follow it there',
            '1602': 'waits for ever for a connection through pmproxy, which our library does not make',
            '1875': 'prints what pmproxy has logged by some moment',
            '943': 'does not run without authentication',
            '035': 'prints where the damage of an archive is found',
            '354': 'prints the log of a recorder',
            **dict.fromkeys(('347', '572', '642', '758'), "run agents in Perl, which walk through PCP's tree of names"),
            '1318': 'prints counts of messages',
            **dict.fromkeys(('233', '704'), 'demand a speed'),
            '281': 'expects three open files for each archive',
            '093': 'prints counts of records that were read',
            **dict.fromkeys(('201', '341', '498'), 'print caches and queues of agents'),
            **dict.fromkeys(('019', '029', '345', '909'), 'ask the built-in collector, or dynamic roots, in the program'),
            **dict.fromkeys(('145', '225', '247', '249', '259', '263', '275', '334', '335', '260', '437', '444', '479', '579', '599',
                             '688', '690', '691', '792', '935', '937', '938', '969', '1063', '1064', '1091', '1103', '1106', '1227',
                             '1260', '1426'),
                            "print the library's traces")}

# Not run with verbs of fdr in the place of pmdumplog, pmlogsummary and pmdiff.
WITHOUT_VERBS = {**dict.fromkeys(('168', '171', '173', '371', '487'), 'name a tool that they do not run'),
                 **dict.fromkeys(('013', '234', '271', '438', '482', '765'), 'read the traces of a tool'),
                 '317': 'prints little but damage',
                 '480': 'injects faults into the library of the tool',
                 '1167': 'expects nothing but an error, of damaged metadata'}
VERBS = re.compile(r'\b(?:pmdumplog|pmlogsummary|pmdiff)\b')


# These start and stop services, install agents, or change what belongs to others.  Their sudo makes them root: see
# become_root.c.
AS_ROOT = frozenset("""
    023 068 1055 1098 1108 1304 1340 1415 168 169 172 192 213 258 269 279 280 309 314 336 355 376 412 421 426 445 602
    646 647 648 649 683 806 854 856 882 899 932 948 982
    """.split())


def becomes_root(script):
    return script in AS_ROOT


def groups():
    """The groups of each script, as the suite lists them; retired scripts have none."""
    found = {}
    for line in (SUITE / 'group').read_text(encoding='utf-8').splitlines():
        match = re.match(r'(\d+)\s+(.*)', line)
        if match:
            found[match[1]] = set(match[2].split())
    return found


def why_not(script, own):
    """Why a script is no candidate; None if it is one."""
    if not (SUITE / script).exists():
        return 'the package does not have it'
    if script in LEFT_OUT:
        return LEFT_OUT[script]
    if becomes_root(script):
        return None
    agents = {group for group in own if group.startswith('pmda.')} - AGENTS
    if agents or own & GROUPS:
        return f'belongs to {", ".join(sorted(agents | own & GROUPS))}'
    word = WORDS.search((SUITE / script).read_text(encoding='utf-8', errors='replace'))
    return f'needs the system: {word[0].split()[-1]}' if word else None


def runs_verbs(script):
    return script not in WITHOUT_VERBS and VERBS.search((SUITE / script).read_text(encoding='utf-8', errors='replace'))


def candidates():
    return [script for script, own in sorted(groups().items()) if why_not(script, own) is None]
