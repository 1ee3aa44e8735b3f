// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The processors were full, or one of them was.  The hypervisor gave them to others.  A limit held
// processes back.

#include "fdr/replay/why/high_values.h"
#include "fdr/replay/why/processors.h"
#include "fdr/replay/why/rule.h"

namespace fdr::why {
namespace {

// Of all processors: it is news that they are so full.
constexpr double kProcessorsNews = 0.3;
// Of the time: it is news that processes wait so long.
constexpr double kWaitingNews = 0.3;
// Of one processor: a program computes now, and did not before.
constexpr double kOneProcessor = 0.7;
constexpr double kStolen = 0.2;
// Processes wait though there is room.
constexpr double kHeldBack = 0.4, kRoom = 0.8;
constexpr double kMostlyNiced = 0.6;
constexpr double kClearly = 0.05;

Line ExcessOf(const Processors& p) {
  const double busy = UsualOf(p.busy), urgent = UsualOf(p.urgent), waiting = UsualOf(p.waiting);
  const auto cell = [&](double b, double u, double w) {
    const float full = Over(b, kProcessorsFull, 0.1);
    const float news = std::max({Over(b, busy + kProcessorsNews, kProcessorsNews),
                                 Over(u, urgent + kProcessorsNews, kProcessorsNews),
                                 Over(w, waiting + kWaitingNews, kWaitingNews)});
    // That of a whole processor has as much weight as the part that it is of all.
    const float taken = Over((b - busy) * p.number, kOneProcessor, 0.3);
    const auto part = static_cast<float>(std::max(b, 0.3));
    return std::max(std::min(full, news), taken > 0 ? taken * part : taken);
  };
  return Combine(cell, p.busy, p.urgent, p.waiting);
}

double GrowthIn(const Line& line, const CellRange& cells) {
  return MeanIn(line, cells) - UsualOutside(line, cells);
}

// Whether it is news beside the rest of the recording, too, and not only beside its calmest part.
bool IsNews(const Processors& p, const CellRange& cells) {
  const double most =
      std::max({GrowthIn(p.busy, cells), GrowthIn(p.urgent, cells), GrowthIn(p.waiting, cells)});
  return most >= kProcessorsNews || GrowthIn(p.busy, cells) * p.number >= kOneProcessor;
}

void Describe(const Processors& p, const MachineCourse& course, Finding& finding) {
  const CellRange& cells = finding.cells;
  const double busy = GrowthIn(p.busy, cells);
  finding.use = Use::kCpu;
  finding.total = CountOf(MeanIn(p.busy, finding.worst) * p.number);
  finding.growth = busy * p.number;
  finding.niced =
      GrowthIn(p.niced, cells) > kMostlyNiced * std::max(busy, GrowthIn(p.urgent, cells));
  std::vector<Evidence>& facts = finding.evidence;
  if (MeanIn(p.stolen, cells) >= kStolen && GrowthIn(p.stolen, cells) > busy / 2) {
    finding.use = Use::kNone;
    facts.push_back(FactOf("the hypervisor gave {value} of the processors to others",
                           "kernel.all.cpu.steal", p.stolen, cells, ShareOf));
  }
  facts.push_back(FactOf(p.number > 1 ? "the processors were busy {value} of the time"
                                      : "the processor was busy {value} of the time",
                         "kernel.all.cpu.idle", p.busy, cells, ShareOf));
  if (finding.niced)
    facts.push_back(FactOf("work at low priority took {value} of the processors",
                           "kernel.all.cpu.nice", p.niced, cells, ShareOf));
  if (!p.waiting.empty() && course.Has("kernel.all.pressure.cpu.some.total"))
    facts.push_back(FactOf("processes waited for a processor {value} of the time",
                           "kernel.all.pressure.cpu.some.total", p.waiting, cells, ShareOf));
  // Where the processors are always full, the news is that more processes want them ...
  if (busy < kProcessorsNews / 2 && GrowthIn(p.waiting, cells) > busy)
    std::rotate(facts.begin(), facts.end() - 1, facts.end());
  // ... or that others have to give way.
  const double urgent = GrowthIn(p.urgent, cells);
  if (urgent > std::max(busy, GrowthIn(p.waiting, cells)) + kClearly && !finding.niced)
    facts.insert(facts.begin(), FactOf("work at normal priority took {value} of the processors",
                                       course.Has("kernel.all.cpu.user") ? "kernel.all.cpu.user"
                                                                         : "kernel.all.cpu.idle",
                                       p.urgent, cells, ShareOf));
}

void LookForLimits(const Processors& p, const MachineCourse& course, std::vector<Finding>& found) {
  const double usual = UsualOf(p.waiting);
  const auto cell = [&](double b, double w) {
    return std::min(Over(w, usual + kHeldBack, 0.3), Over(kRoom - b, 0, 0.1));
  };
  for (const Stretch& stretch : LastingStretches(course, Combine(cell, p.busy, p.waiting))) {
    Finding finding = FindingOf(course, Cause::kCpu, stretch, 0.7);
    finding.use = Use::kHeldBack;
    finding.evidence = {
        FactOf("processes waited {value} of the time for a processor, though there was room: a "
               "limit held them back",
               "kernel.all.pressure.cpu.some.total", p.waiting, stretch.cells, ShareOf),
        FactOf("the processors were busy {value} of the time", "kernel.all.cpu.idle", p.busy,
               stretch.cells, ShareOf)};
    found.push_back(std::move(finding));
  }
}

}  // namespace

void LookAtProcessors(const MachineCourse& course, std::vector<Finding>& found) {
  const Processors processors = ProcessorsOf(course);
  if (processors.busy.empty()) return;
  for (const Stretch& stretch : LastingStretches(course, ExcessOf(processors))) {
    if (!IsNews(processors, stretch.cells)) continue;
    Finding finding = FindingOf(course, Cause::kCpu, stretch, 1);
    Describe(processors, course, finding);
    found.push_back(std::move(finding));
  }
  LookForLimits(processors, course, found);
}

}  // namespace fdr::why
