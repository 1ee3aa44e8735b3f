// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Memory was used up, or the kernel had to take it back: reclaim, swap, a process that was killed.

#include "fdr/replay/why/high_values.h"
#include "fdr/replay/why/rule.h"

namespace fdr::why {
namespace {

// A part of all memory: it was taken.
constexpr double kTaken = 0.08;
// Pages per second.
constexpr double kSwapped = 100, kReclaimed = 1000;
// Seconds.
constexpr double kBeforeKill = 4;
// How bad it is that much was taken, while there is enough; and that a process was killed.
constexpr double kEnough = 0.6, kKilledWeight = 1.5;

struct Memory {
  const Line &available, &killed, &waiting;
  Line swapped;
  const Line& reclaimed;
  double all = 0;
};

// Most of the time, less was available.
double UsualAvailable(const Memory& memory) { return QuantileOf(memory.available, 0.7); }

Memory MemoryOf(const MachineCourse& course) {
  return {course.Single("mem.util.available"),
          course.Single("mem.vmstat.oom_kill"),
          course.Single("kernel.all.pressure.memory.some.total"),
          SumOf(course.Single("swap.pagesin"), course.Single("swap.pagesout")),
          course.Single("mem.vmstat.pgscan_direct_total"),
          QuantileOf(course.Single("mem.physmem"), 0.5)};
}

// A kill takes no time, but the process had grown before.
void MarkKills(const Line& killed, const TimeGrid& grid, Line& excess) {
  const std::size_t before = grid.CellsOf(kBeforeKill);
  for (std::size_t i = 0; i < killed.size(); ++i) {
    if (At(killed, i) <= 0) continue;
    for (std::size_t j = i - std::min(i, before); j < std::min(i + 2, excess.size()); ++j)
      excess[j] = 1;
  }
}

Line ExcessOf(const Memory& memory, const MachineCourse& course) {
  const std::size_t cells = course.grid().cells;
  const double usual = UsualAvailable(memory);
  const double waiting = UsualOf(memory.waiting), swapped = UsualOf(memory.swapped),
               reclaimed = UsualOf(memory.reclaimed);
  Line excess(cells, kUnknown);
  for (std::size_t i = 0; i < cells; ++i) {
    const bool is_known = !memory.available.empty() && !std::isnan(memory.available[i]);
    float e = -1;
    if (is_known && memory.all > 0) {
      const double left = static_cast<double>(memory.available[i]) / memory.all;
      const float taken = Over(usual / memory.all - left, kTaken, kTaken);
      const float little = Over(kLittleMemoryLeft - left, -kLittleMemoryLeft, kLittleMemoryLeft);
      e = taken > 0 ? std::max(taken * static_cast<float>(kEnough), std::min(taken, little))
                    : taken;
    }
    e = std::max(e, Over(At(memory.waiting, i), waiting + kWaitingForMemory, 0.2));
    e = std::max(e, Over(Doublings(At(memory.swapped, i), swapped, kSwapped), 1, 2));
    e = std::max(e, Over(Doublings(At(memory.reclaimed, i), reclaimed, kReclaimed), 1, 3));
    if (is_known || e > 0) excess[i] = e;
  }
  MarkKills(memory.killed, course.grid(), excess);
  return excess;
}

void Describe(const Memory& memory, const MachineCourse& course, Finding& finding) {
  const CellRange& cells = finding.cells;
  const double usual = UsualAvailable(memory), least = LeastIn(memory.available, cells);
  const bool is_short = memory.all > 0 && usual - least >= kTaken * memory.all;
  const auto add_available = [&] {
    finding.evidence.push_back(
        {"{value} of memory were available", "mem.util.available", BytesOf(least), BytesOf(usual)});
  };
  const auto add = [&](const char* sentence, const char* metric, const Line& line,
                       Amount (*make)(double)) {
    if (!line.empty() && MeanIn(line, cells) > 0)
      finding.evidence.push_back(FactOf(sentence, metric, line, cells, make));
  };
  if (is_short) {
    add_available();
    finding.total = BytesOf(usual - least);
    finding.growth = usual - least;
  }
  const double killed = std::round(MeanIn(memory.killed, cells) * course.grid().cell *
                                   static_cast<double>(cells.size()));
  if (killed > 0) {
    finding.score *= kKilledWeight;
    finding.use = Use::kKilled;
    finding.evidence.insert(finding.evidence.begin(),
                            {killed == 1 ? "the kernel killed {value} process for want of memory"
                                         : "the kernel killed {value} processes for want of memory",
                             "mem.vmstat.oom_kill", CountOf(killed)});
  }
  finding.pages = MeanIn(memory.swapped, cells) > kSwapped ||
                  MeanIn(memory.reclaimed, cells) > kReclaimed || killed > 0;
  add("{value} pages a second were swapped",
      MeanIn(course.Single("swap.pagesin"), cells) > MeanIn(course.Single("swap.pagesout"), cells)
          ? "swap.pagesin"
          : "swap.pagesout",
      memory.swapped, EventsPerSecond);
  add("processes had to free memory themselves: {value} pages a second were looked at",
      "mem.vmstat.pgscan_direct_total", memory.reclaimed, EventsPerSecond);
  add("some tasks waited for memory {value} of the time", "kernel.all.pressure.memory.some.total",
      memory.waiting, ShareOf);
  // Something else was the reason, which comes first.
  if (!is_short && !memory.available.empty()) add_available();
}

}  // namespace

void LookAtMemory(const MachineCourse& course, std::vector<Finding>& found) {
  const Memory memory = MemoryOf(course);
  if (memory.available.empty() && memory.killed.empty() && memory.waiting.empty()) return;
  for (const Stretch& stretch : LastingStretches(course, ExcessOf(memory, course))) {
    Finding finding = FindingOf(course, Cause::kMemory, stretch, 1);
    finding.use = Use::kMemory;
    Describe(memory, course, finding);
    if (!finding.evidence.empty()) found.push_back(std::move(finding));
  }
}

}  // namespace fdr::why
