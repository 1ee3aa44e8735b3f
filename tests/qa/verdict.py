# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What is right and wrong with the outcomes of many scripts together."""

import excuses

MARK = 'handed over'  # of a script, in the file `scripts`: none of its programs runs on our library
SHOWN = 20  # lines of a difference


class Verdict:
    """`kept` has the excuses that may be needed, `needed` those that must; the same, but for verbs."""

    def __init__(self, outcomes, marks, handed_over, kept, needed):
        self.marks, self.handed_over, self.kept, self.needed = marks, handed_over, kept, needed
        self.results, self.problems, self.seen_handed_over = {}, [], set()
        for outcome in outcomes:
            self.judge(outcome)

    def judge(self, outcome):
        own = [excuse for file in self.kept for excuse in file.of(outcome.script)]
        lines = excuses.unexcused(outcome.lines, own)
        found = list(self.library_problems(outcome))
        if not all(excuse.is_used for excuse in self.needed.of(outcome.script)):
            found.append('needs no excuse, or not all of its excuses')
        if excuses.cover_too_much(outcome.expected, own):
            found.append('has excuses for more than a third of the expected lines')
        handed = {program.name for program in outcome.programs if program.is_handed_over}
        self.seen_handed_over |= handed
        found += [f'{name} was handed over' for name in sorted(handed - self.handed_over)]
        if lines or found:
            more = [f'... and {len(lines) - SHOWN} lines'] if len(lines) > SHOWN else []
            self.problems += [f'{outcome.script}: {text}' for text in found + lines[:SHOWN] + more]
            self.results[outcome.script] = 'fails', ''
        elif outcome.lines:
            rows = {excuse.row: None for excuse in own if excuse.is_used}
            self.results[outcome.script] = 'excused', '; '.join(rows)
        else:
            self.results[outcome.script] = self.name_of_pass(outcome), ''

    def name_of_pass(self, outcome):
        return 'ours' if outcome.is_ours else MARK

    def library_problems(self, outcome):
        is_handed_over = self.marks.get(outcome.script) == MARK
        if not outcome.programs:
            yield 'runs no program that has a libpcp.so.3'
        elif not outcome.is_ours and not is_handed_over:
            yield 'runs no program on our library'
        elif outcome.is_ours and is_handed_over:
            yield f'runs a program on our library: it is no longer marked "{MARK}"'

    def demand_all(self, scripts):
        """After a whole run: each name of a list must have been of use."""
        self.problems += [f'handed_over: {name} never is' for name in sorted(self.handed_over - self.seen_handed_over)]
        self.demand_all_excuses(scripts)

    def demand_all_excuses(self, scripts):
        self.problems += [f'{script} has excuses, but is not in the set'
                          for script in sorted(self.needed.of_script.keys() - set(scripts))]
        self.problems += self.needed.useless_patterns()


class PeerVerdict(Verdict):
    """With PCP's library, nothing is handed over, and nothing excused."""

    def __init__(self, outcomes, nothing):
        super().__init__(outcomes, {}, set(), [], nothing)

    def name_of_pass(self, outcome):
        return 'with the library of PCP'

    def library_problems(self, outcome):
        if not outcome.programs:
            yield 'runs no program that has a libpcp.so.3'


class VerbVerdict(Verdict):
    """Each script runs a verb."""

    def name_of_pass(self, outcome):
        return 'with verbs'

    def library_problems(self, outcome):
        if not any(program.is_verb for program in outcome.programs):
            yield 'runs no verb'

    def demand_all(self, scripts):
        self.demand_all_excuses(scripts)
