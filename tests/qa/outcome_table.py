# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What came of each script of PCP's suite, and why others are not run: a line for each, and counts.

    001<tab>ours
    036<tab>excused<tab>debugging options (`pmSetDebug`, `PCP_DEBUG`)
    101<tab>left out<tab>belongs to remote"""

import collections
import re

import candidates

NOT_CHOSEN = 'does not pass with the library of PCP on a plain machine'


def rows(results, scripts):
    """Of all scripts of the suite.  `results` has what came of those that were run, and the reason; `scripts` why others of
    the set were not run."""
    for script, own in sorted(candidates.groups().items()):
        if script in results:
            yield script, *results[script]
        elif script in scripts:
            yield script, 'not run', scripts[script]
        else:
            yield script, 'left out', candidates.why_not(script, own) or NOT_CHOSEN


def write(results, scripts, path):
    """Returns counts, as text."""
    found = list(rows(results, scripts))
    path.write_text(''.join('\t'.join(row).rstrip() + '\n' for row in found), encoding='utf-8')
    counts = collections.Counter(outcome for _, outcome, _ in found)
    reasons = collections.Counter(re.split('[:,.]', reason)[0] for _, outcome, reason in found if outcome == 'left out')
    lines = [f'{len(found)} scripts: ' + ', '.join(f'{count} {outcome}' for outcome, count in counts.most_common())]
    lines += [f'  left out: {count} {reason}' for reason, count in reasons.most_common()]
    return '\n'.join([*lines, f'each script: {path}'])
