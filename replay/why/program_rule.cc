// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A program that was not there before takes its part of a busy machine, or much memory: the sums of
// the whole machine hide that.

#include "fdr/replay/why/high_values.h"
#include "fdr/replay/why/processors.h"
#include "fdr/replay/why/rule.h"

namespace fdr::why {
namespace {

// Parts of all processors: a program wants most of them, takes this much, and took
// this much before.  A program with one thread cannot fill two processors.
constexpr double kWanted = 0.6, kTakenPart = 0.1, kPartBefore = 0.05;
constexpr double kLeastSecondsOfProgram = 8;
// Of all memory.
constexpr double kPartOfMemory = 0.09;
// How bad it is.
constexpr double kShareOfBusy = 0.35, kShareOfMemory = 0.8;

double SecondsOf(const MachineCourse& course, const CellRange& cells) {
  return static_cast<double>(cells.size()) * course.grid().cell;
}

// While nothing was recorded, nothing is known of programs.
ProgramLine Known(const ProgramLine& program, const Line& recorded) {
  ProgramLine known = program;
  if (!recorded.empty())
    known.line = Combine([](float taken, float) { return taken; }, program.line, recorded);
  return known;
}

void LookForProcessors(const ProgramLine& program, const Line& busy, const MachineCourse& course,
                       std::vector<Finding>& found) {
  const ProgramLines& lines = course.programs();
  const double usual = UsualOf(program.line), all = course.processors();
  if (usual > kPartBefore * all || program.wanted.empty()) return;
  const double wanted_usually = UsualOf(program.wanted);
  const auto cell = [&](double taken, double wanted, double b) {
    return std::min({Over(taken - usual, kTakenPart * all, kTakenPart / 2 * all),
                     Over(wanted - wanted_usually, kWanted * all, kTakenPart * all),
                     Over(b, kProcessorsFull, 0.1)});
  };
  for (const Stretch& stretch :
       LastingStretches(course, Combine(cell, program.line, program.wanted, busy))) {
    // A program that ran from the start on may have run for a long time.
    if (stretch.cells.first <= 1 || SecondsOf(course, stretch.cells) < kLeastSecondsOfProgram)
      continue;
    Finding finding = FindingOf(course, Cause::kCpu, stretch, kShareOfBusy);
    finding.use = Use::kCpu;
    finding.niced = program.is_niced;
    finding.total = CountOf(MeanIn(busy, stretch.worst) * all);
    finding.evidence = {FactOf("the processors were busy {value} of the time, and a program took "
                               "its part of them",
                               "kernel.all.cpu.idle", busy, stretch.cells, ShareOf),
                        FactOf("`{program}` took {value} processors", lines.time_metric,
                               program.line, stretch.cells, CountOf)};
    finding.evidence[1].program = program.program;
    if (lines.has_waits)
      finding.evidence.push_back(FactOf("with those that it waited for, it wanted {value}",
                                        "proc.schedstat.run_delay", program.wanted, stretch.cells,
                                        CountOf));
    found.push_back(std::move(finding));
  }
}

void LookForMemory(const ProgramLine& program, double all, const MachineCourse& course,
                   std::vector<Finding>& found) {
  // A cache that gives memory to others has not taken it at other times.
  const double usual = QuantileOf(program.line, 0.5);
  const auto cell = [&](double taken) {
    return Over(taken - usual, kPartOfMemory * all, kPartOfMemory / 2 * all);
  };
  for (const Stretch& stretch : LastingStretches(course, Combine(cell, program.line))) {
    Finding finding = FindingOf(course, Cause::kMemory, stretch, kShareOfMemory);
    finding.use = Use::kMemory;
    Evidence fact = FactOf("`{program}` took {value} of memory", "proc.psinfo.rss", program.line,
                           stretch.cells, BytesOf);
    fact.program = program.program;
    fact.value.value = LargestIn(program.line, stretch.cells);
    finding.evidence = {std::move(fact)};
    const Line& available = course.Single("mem.util.available");
    if (!available.empty())
      finding.evidence.push_back({"{value} of memory were available", "mem.util.available",
                                  BytesOf(LeastIn(available, stretch.cells)),
                                  BytesOf(UsualOutside(available, stretch.cells))});
    found.push_back(std::move(finding));
  }
}

}  // namespace

void LookAtPrograms(const MachineCourse& course, std::vector<Finding>& found) {
  const Line busy = BusyProcessors(course);
  if (!busy.empty())
    for (const ProgramLine& program : course.programs().processors)
      LookForProcessors(Known(program, busy), busy, course, found);
  const double all = QuantileOf(course.Single("mem.physmem"), 0.5);
  if (all > 0)
    for (const ProgramLine& program : course.programs().memory)
      LookForMemory(Known(program, course.Single("mem.util.available")), all, course, found);
}

}  // namespace fdr::why
