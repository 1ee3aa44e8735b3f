// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/rule.h"

#include <algorithm>
#include <utility>

namespace fdr::why {
namespace {

constexpr std::size_t kMostStretches = 5;
// What lasts for two samples is no chance, nor what lasts for so long.
constexpr double kLeastSamples = 2, kLeastSeconds = 2.5;
// A sample that stands for so long is enough.
constexpr double kLongSample = 10;
// In the mean of a stretch: less lies on the edge of the condition.
constexpr double kLeastMean = 0.1;

CellRange WorstPart(const Line& excess, const CellRange& cells, std::size_t longest) {
  if (cells.size() <= longest) return cells;
  CellRange worst{cells.first, cells.first + longest};
  double sum = 0, most = 0;
  for (std::size_t i = cells.first; i < cells.end; ++i) {
    sum += static_cast<double>(At(excess, i));
    if (i >= cells.first + longest) sum -= static_cast<double>(At(excess, i - longest));
    if (i + 1 < cells.first + longest || sum <= most) continue;
    most = sum;
    worst = {i + 1 - longest, i + 1};
  }
  return worst;
}

}  // namespace

std::vector<Stretch> LastingStretches(const MachineCourse& course, const Line& excess) {
  const double interval = course.interval();
  const double least =
      interval >= kLongSample ? interval : std::min(kLeastSamples * interval, kLeastSeconds);
  const std::size_t cells = course.grid().CellsOf(least);
  std::vector<Stretch> stretches = FindStretches(excess);
  std::erase_if(stretches, [&](const Stretch& stretch) {
    return stretch.cells.size() < cells ||
           stretch.excess < kLeastMean * static_cast<double>(stretch.cells.size());
  });
  std::ranges::stable_sort(stretches, std::ranges::greater(), &Stretch::excess);
  if (stretches.size() > kMostStretches) stretches.resize(kMostStretches);
  for (Stretch& stretch : stretches)
    stretch.worst = WorstPart(excess, stretch.cells, course.grid().CellsOf(kLongestUsage));
  return stretches;
}

Finding FindingOf(const MachineCourse& course, Cause cause, const Stretch& stretch, double weight) {
  const TimeGrid& grid = course.grid();
  // 5 s count a quarter, 75 s fully, and an hour two and a half times.
  const double seconds = static_cast<double>(stretch.cells.size()) * grid.cell;
  const double lasting = std::log2(1 + seconds / 5) / 4;
  const double excess = stretch.excess / static_cast<double>(stretch.cells.size());
  Finding finding;
  finding.cause = cause;
  finding.cells = stretch.cells;
  finding.worst = stretch.worst;
  finding.start = grid.At(stretch.cells.first);
  finding.end = grid.At(stretch.cells.end);
  finding.score = 100 * weight * excess * lasting;
  return finding;
}

Evidence FactOf(std::string sentence, std::string metric, const Line& line, const CellRange& cells,
                Amount (*make)(double)) {
  return {std::move(sentence), std::move(metric), make(MeanIn(line, cells)),
          make(UsualOutside(line, cells))};
}

std::span<const Rule> Rules() {
  static const std::vector<Rule> rules = {
      {"processors",
       {"hinv.ncpu", "kernel.all.cpu.user", "kernel.all.cpu.nice", "kernel.all.cpu.sys",
        "kernel.all.cpu.intr", "kernel.all.cpu.steal", "kernel.all.cpu.idle",
        "kernel.all.cpu.wait.total", "kernel.all.pressure.cpu.some.total"},
       LookAtProcessors},
      {"programs", {}, LookAtPrograms},
      {"new processes", {"kernel.all.sysfork"}, LookAtForks},
      {"memory",
       {
           "mem.physmem",
           "mem.util.available",
           "mem.vmstat.oom_kill",
           "mem.vmstat.pgscan_direct_total",
           "swap.pagesin",
           "swap.pagesout",
           "kernel.all.pressure.memory.some.total",
       },
       LookAtMemory},
      {"disks",
       {"disk.dev.avactive", "disk.dev.aveq", "disk.dev.read_bytes", "disk.dev.write_bytes",
        "kernel.all.pressure.io.some.total", "kernel.all.pressure.io.full.total"},
       LookAtDisks},
      {"network",
       {"network.interface.in.bytes", "network.interface.out.bytes", "network.interface.in.errors",
        "network.interface.out.errors", "network.interface.in.drops", "network.interface.out.drops",
        "network.interface.in.packets", "network.interface.out.packets", "network.tcp.retranssegs",
        "network.tcp.outsegs", "network.tcp.listendrops", "network.udp.inerrors"},
       LookAtNetwork},
      {"file systems",
       {"filesys.used", "filesys.avail", "filesys.maxfiles", "filesys.usedfiles"},
       LookAtFilesystems},
      {"blocked processes", {"proc.runq.blocked", "kernel.all.blocked"}, LookAtBlocked},
      {"times", {"kernel.all.uptime"}, LookAtTimes},
  };
  return rules;
}

}  // namespace fdr::why
