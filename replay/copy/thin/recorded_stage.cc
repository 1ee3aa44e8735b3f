// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/recorded_stage.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace fdr {

RecordedStage::RecordedStage(const Options& options, CopySink& next)
    : options_(options), next_(next), grid_(options.interval) {
  if (options.origin) grid_.SetOrigin(*options.origin);
  has_origin_ = options.origin.has_value();
}

Result<void> RecordedStage::Add(const MetadataRecord& record) {
  if (const auto* desc = std::get_if<DescRecord>(&record))
    if (IsEvent(desc->desc.type)) events_.insert(desc->desc.id);
  if (StampOf(record) == nullptr || held_ == 0) return next_.Add(record);
  metadata_.Hold(record);
  return IsTooMuchHeld() ? PassHeld() : Result<void>();
}

RecordedStage::Kind RecordedStage::KindOf(const ResultRecord& record) {
  Kind kind;
  kind.reserve(record.sets().size());
  for (const ValueSet& set : record.sets()) kind.push_back(set.id());
  std::ranges::sort(kind);
  return kind;
}

bool RecordedStage::HasEvent(const ResultRecord& record) const {
  return !events_.empty() && std::ranges::any_of(record.sets(), [this](const ValueSet& set) {
    return events_.contains(set.id());
  });
}

void RecordedStage::Hold(const CopiedRecord& record) {
  Held& held = HasEvent(record.values) ? others_.emplace_back() : last_[KindOf(record.values)];
  held_ += record.body.size();
  held_ -= held.body.size();
  held.at = record.values.stamp();
  held.number = numbers_++;
  held.version = record.version;
  held.body.assign(record.body.begin(), record.body.end());
}

Result<void> RecordedStage::PassHeld() {
  std::vector<Held> records = std::move(others_);
  others_.clear();
  for (auto& [kind, held] : last_) records.push_back(std::move(held));
  last_.clear();
  held_ = 0;
  std::ranges::sort(records, [](const Held& a, const Held& b) {
    return std::tie(a.at, a.number) < std::tie(b.at, b.number);
  });
  ResultRecord decoded;
  for (const Held& held : records) {
    if (auto passed = metadata_.PassUntil(held.at, next_); !passed) return passed;
    if (auto record = decoded.Decode(held.version, held.body); !record) return record;
    const CopiedRecord copy{.values = decoded, .version = held.version, .body = held.body};
    if (auto passed = next_.Add(copy); !passed) return passed;
  }
  return metadata_.PassAll(next_);
}

Result<void> RecordedStage::Add(const CopiedRecord& record) {
  if (record.values.is_mark()) {
    if (auto passed = PassHeld(); !passed) return passed;
    return next_.Add(record);
  }
  if (!std::exchange(has_origin_, true)) grid_.SetOrigin(record.values.stamp());
  const GridTime now = grid_.Place(record.values.stamp());
  if (interval_end_ < now.at || IsTooMuchHeld())
    if (auto passed = PassHeld(); !passed) return passed;
  interval_end_ = now.end;
  Hold(record);
  return {};
}

Result<void> RecordedStage::End() {
  if (auto passed = PassHeld(); !passed) return passed;
  return next_.End();
}

}  // namespace fdr
