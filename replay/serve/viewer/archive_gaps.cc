// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/archive_gaps.h"

#include "fdr/archive/summary/volume_summary.h"

namespace fdr {
namespace {

class GapCollector {
 public:
  explicit GapCollector(std::size_t most) : most_(most) {}

  void AddMark(Nanos at) {
    if (gaps_.marks.size() < most_) gaps_.marks.push_back(at);
    is_open_ = has_records_;
  }
  void AddRecords(Nanos first, Nanos last) {
    if (is_open_ && gaps_.gaps.size() < most_) gaps_.gaps.emplace_back(last_, first);
    is_open_ = false;
    has_records_ = true;
    last_ = last;
  }
  ArchiveGaps Take() { return std::move(gaps_); }

 private:
  std::size_t most_;
  ArchiveGaps gaps_;
  bool has_records_ = false;
  Nanos last_ = 0;        // of the records
  bool is_open_ = false;  // behind records and a mark
};

}  // namespace

Result<ArchiveGaps> GapsOf(const Timeline& timeline, std::size_t most, const CheckLimit& check) {
  GapCollector collector(most);
  for (std::size_t i = 0; i < timeline.size(); ++i) {
    if (i > 0) {
      const Result<Timestamp> seam = timeline.MarkBehind(i - 1);
      if (!seam) return Fail(seam.error());
      collector.AddMark(NanosOf(*seam));
    }
    const Archive& archive = timeline.archive(i);
    for (std::size_t volume = 0; volume < archive.volume_count(); ++volume) {
      if (const Result<void> go_on = check(); !go_on) return Fail(go_on.error());
      const Result<const VolumeSummary*> summary = archive.Summary(volume);
      if (!summary) continue;  // a volume that cannot be read has no records
      for (const Chunk& chunk : (*summary)->chunks())
        if (chunk.has_mark)
          collector.AddMark(NanosOf(chunk.first));
        else if (chunk.records > 0)
          collector.AddRecords(NanosOf(chunk.first), NanosOf(chunk.last));
    }
  }
  return collector.Take();
}

}  // namespace fdr
