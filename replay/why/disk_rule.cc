// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A disk was busy, or so much was read and written that processes waited for it.

#include "fdr/replay/why/high_values.h"
#include "fdr/replay/why/rule.h"

namespace fdr::why {
namespace {

// Parts of the time.
constexpr double kDiskNews = 0.3;
// Less is not worth a line.
constexpr double kSomeWaiting = 0.005;
// Bytes per second that matter, and in doublings of what is usual.
constexpr double kMuchData = 16 << 20, kMuchMoreData = 3;

struct Disk {
  const std::string& name;
  const Line &busy, &read, &written;
  Line bytes;
};

Line ExcessOf(const Disk& disk, const Line& waiting) {
  const double busy = UsualOf(disk.busy), bytes = UsualOf(disk.bytes);
  const double waited = waiting.empty() ? 0 : UsualOf(waiting);
  Line excess(disk.bytes.size(), kUnknown);
  for (std::size_t i = 0; i < excess.size(); ++i) {
    if (std::isnan(disk.bytes[i])) continue;
    const double b = At(disk.busy, i), w = At(waiting, i);
    const float full = std::min(Over(b, kDiskBusy, 0.25), Over(b, busy + kDiskNews, 0.25));
    const float much =
        std::min({Over(disk.bytes[i], kMuchData, kMuchData),
                  Over(Doublings(disk.bytes[i], bytes, 1 << 20), kMuchMoreData, 2),
                  Over(std::max(b, w), std::max(busy, waited) + kWaitingForDisk, 0.3)});
    excess[i] = std::max(full, much);
  }
  return excess;
}

void Describe(const Disk& disk, const MachineCourse& course, Finding& finding) {
  const CellRange& cells = finding.cells;
  const std::string in = '[' + disk.name + ']';
  const double read = MeanIn(disk.read, cells), written = MeanIn(disk.written, cells);
  finding.where = disk.name;
  finding.use = Use::kDisk;
  const double bytes = MeanIn(disk.bytes, finding.worst);
  finding.total = BytesPerSecond(bytes);
  finding.growth = bytes - UsualOutside(disk.bytes, cells);
  if (!disk.busy.empty())
    finding.evidence.push_back(FactOf("the disk {where} was busy {value} of the time",
                                      "disk.dev.avactive" + in, disk.busy, cells, ShareOf));
  if (written >= read / 8)
    finding.evidence.push_back(FactOf("{value} were written to it", "disk.dev.write_bytes" + in,
                                      disk.written, cells, BytesPerSecond));
  if (read >= written / 8)
    finding.evidence.push_back(FactOf("{value} were read from it", "disk.dev.read_bytes" + in,
                                      disk.read, cells, BytesPerSecond));
  const Line& queue = course.Of("disk.dev.aveq", disk.name);
  if (!queue.empty())
    finding.evidence.push_back(FactOf("{value} requests were under way or waited",
                                      "disk.dev.aveq" + in, queue, cells, CountOf));
  for (const auto& [metric, sentence] :
       {std::pair{"kernel.all.pressure.io.full.total",
                  "all tasks waited for disks {value} of the time"},
        std::pair{"kernel.all.pressure.io.some.total",
                  "some tasks waited for disks {value} of the time"}})
    if (course.Has(metric) && MeanIn(course.Single(metric), cells) >= kSomeWaiting)
      finding.evidence.push_back(FactOf(sentence, metric, course.Single(metric), cells, ShareOf));
}

}  // namespace

void LookAtDisks(const MachineCourse& course, std::vector<Finding>& found) {
  const Line& waiting = course.Single("kernel.all.pressure.io.some.total");
  for (const InstanceLine& read : course.Of("disk.dev.read_bytes")) {
    const Line& written = course.Of("disk.dev.write_bytes", read.name);
    if (written.empty()) continue;
    const Disk disk{read.name, course.Of("disk.dev.avactive", read.name), read.line, written,
                    SumOf(read.line, written)};
    for (const Stretch& stretch : LastingStretches(course, ExcessOf(disk, waiting))) {
      Finding finding = FindingOf(course, Cause::kDisk, stretch, 1);
      Describe(disk, course, finding);
      found.push_back(std::move(finding));
    }
  }
}

}  // namespace fdr::why
