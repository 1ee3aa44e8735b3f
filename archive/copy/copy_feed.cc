// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/copy_feed.h"

#include <algorithm>
#include <utility>

#include "fdr/archive/copy/changed_record.h"
#include "fdr/archive/copy/stretch_edge.h"
#include "fdr/archive/record/record_frame.h"

namespace fdr {

CopySink& CopyFeed::SinkOf(const Archive* archive) const {
  const auto front = fronts_.find(archive);
  return front == fronts_.end() ? sink_ : *front->second;
}

Result<void> CopyFeed::PassTimeless(const Archive& archive) {
  const Metadata& metadata = archive.metadata();
  CopySink& sink = SinkOf(&archive);
  for (const Desc& desc : metadata.metrics()) {
    const auto names = metadata.NamesOf(desc.id);
    const DescRecord record{.desc = desc, .names = {names.begin(), names.end()}};
    if (auto passed = sink.Add(MetadataRecord(record)); !passed) return passed;
  }
  for (const TextRecord& text : metadata.texts())
    if (auto passed = sink.Add(MetadataRecord(text)); !passed) return passed;
  return {};
}

// Those of all times, if no time is given.
Result<void> CopyFeed::PassChanges(std::optional<Timestamp> until) {
  for (; next_change_ < changes_.size(); ++next_change_) {
    const MetadataChange& change = changes_[next_change_];
    if (until && change.stamp > *until) return {};
    CopySink& sink = SinkOf(change.archive);
    Result<void> passed;
    if (change.domain == nullptr) {
      LabelSetRecord record = change.labels->Record(change.record);
      record.stamp = change.stamp;
      passed = sink.Add(MetadataRecord(std::move(record)));
    } else {
      InDomBuilder builder;
      const InstanceList members = change.MembersAmong(parts_);
      for (const Instance& member : members) builder.Add(member.id, member.name);
      passed = sink.Add(MetadataRecord(builder.Build(change.stamp, change.domain->id(), false)));
    }
    if (!passed) return passed;
  }
  return {};
}

Result<void> CopyFeed::PassMark(Timestamp stamp) {
  ChangedRecord mark;
  ResultEncoder::EncodeMark(version_, stamp, mark.NewFrame());
  return mark.PassFrame(sink_, version_);
}

Result<void> CopyFeed::Pass(const MergedRecord& merged) {
  if (auto decoded = record_.Decode(merged.version, merged.body); !decoded) return decoded;
  const bool has_gap = std::exchange(has_gap_, false) || merged.has_gap;
  if (has_gap && last_ && !last_is_mark_ && !record_.is_mark() &&
      last_->Plus(kMarkBehind) < merged.stamp)
    if (auto passed = PassMark(last_->Plus(kMarkBehind)); !passed) return passed;
  if (auto passed = PassChanges(merged.stamp); !passed) return passed;
  last_ = merged.stamp;
  last_is_mark_ = record_.is_mark();
  if (go_on_ && !go_on_(merged.body.size() + kFrameOverhead))
    return Fail(Errc::kCancelled, "Stopped before the end");
  return SinkOf(merged.archive)
      .Add(CopiedRecord{.values = record_, .version = merged.version, .body = merged.body});
}

Result<void> CopyFeed::Feed(const std::vector<Source>& sources) {
  parts_.clear();
  fronts_.clear();
  RecordMerger merger([this](const MergedRecord& record) { return Pass(record); }, on_problem_);
  for (const Source& source : sources) {
    if (source.front != nullptr) fronts_.emplace(source.archive.get(), source.front);
    if (auto passed = PassTimeless(*source.archive); !passed) return passed;
    parts_.push_back({source.archive.get(), source.window.first, source.window.last});
    merger.Add(source.archive, source.window);
  }
  changes_ = ChangesOf(parts_);
  next_change_ = 0;
  for (const FirstRecord& first : std::exchange(begin_with_, {})) {
    const auto source = std::ranges::find_if(
        sources, [&](const Source& one) { return one.archive->files().base == first.archive; });
    const Archive* const archive = source == sources.end() ? nullptr : source->archive.get();
    if (auto passed = Pass({first.version, first.stamp, first.body, false, archive}); !passed)
      return passed;
  }
  if (auto merged = merger.Run(); !merged) return merged;
  repeated_ += merger.repeated();
  return PassChanges(std::nullopt);
}

}  // namespace fdr
