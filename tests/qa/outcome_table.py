# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What came of each script of PCP's suite, why it was not run, and which of some abilities it needs; and counts.

    001<tab>handed over
    039<tab>excused<tab>debugging options (`pmSetDebug`, `PCP_DEBUG`)
    066<tab>left out<tab>belongs to remote<tab>folio"""

import collections
import re

import candidates

NOT_CHOSEN = 'does not pass with the library of PCP on a plain machine'
# Groups of the suite that are counted apart.
ABILITIES = ('folio', 'pmstore', 'context_local', 'trace', 'pmda.mmv', 'libpcp_mmv', 'man')


def rows(results, scripts):
    """Of all scripts of the suite.  `results` has what came of those that were run, and the reason; `scripts` why others of
    the set were not run."""
    for script, own in sorted(candidates.groups().items()):
        if script in results:
            outcome, reason = results[script]
        elif script in scripts:
            outcome, reason = 'not run', scripts[script]
        else:
            outcome, reason = 'left out', candidates.why_not(script, own) or NOT_CHOSEN
        yield script, outcome, reason, [ability for ability in ABILITIES if ability in own]


def counted(outcomes):
    return ', '.join(f'{count} {outcome}' for outcome, count in collections.Counter(outcomes).most_common())


def write(results, scripts, path):
    """Returns counts, as text."""
    found = list(rows(results, scripts))
    path.write_text(''.join('\t'.join([*row[:3], ' '.join(row[3])]).rstrip() + '\n' for row in found), encoding='utf-8')
    reasons = collections.Counter(re.split('[:,.]', row[2])[0] for row in found if row[1] == 'left out')
    return '\n'.join([f'{len(found)} scripts: ' + counted(row[1] for row in found),
                      *(f'  left out: {count} {reason}' for reason, count in reasons.most_common()),
                      *(f'  {ability}: ' + counted(row[1] for row in found if ability in row[3]) for ability in ABILITIES),
                      f'each script: {path}'])
