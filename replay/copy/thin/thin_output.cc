// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/thin_output.h"

namespace fdr {
namespace {

constexpr std::size_t kMostSpare = 8;

}  // namespace

ResultEncoder& ThinOutput::RecordAt(OutputPlace place, std::size_t bytes) {
  held_ += bytes;
  Waiting& waiting = records_[place.at];
  waiting.bytes += bytes;
  std::vector<ResultEncoder>& records = waiting.records;
  while (records.size() <= place.nth) {
    if (spare_.empty()) {
      records.emplace_back();
    } else {
      records.push_back(std::move(spare_.back()));
      spare_.pop_back();
    }
    records.back().Begin(place.at);
  }
  return records[place.nth];
}

void ThinOutput::AddNumbers(OutputPlace place, MetricId metric, Type type,
                            std::span<const ThinValue> values) {
  constexpr std::size_t kBytes = 20;  // of a pair and its block
  ResultEncoder& record = RecordAt(place, ValueSet::kHeadSize + kBytes * values.size());
  if (type == Type::k32 || type == Type::kU32)
    record.AddInPlaceSet(metric, values);
  else
    record.AddNumberSet(metric, ValueFormat::kPointer, type, type == Type::kFloat ? 4 : 8, values);
}

void ThinOutput::AddSet(OutputPlace place, const ValueSet& set) {
  std::size_t bytes = static_cast<std::size_t>(set.end()) - set.offset();
  if (!set.in_place())
    for (std::uint32_t i = 0; i < set.size(); ++i)
      bytes += kBlockHeaderSize + set.Block(i).payload.size();
  RecordAt(place, bytes).CopySet(set);
}

Result<void> ThinOutput::PassRecords() {
  Waiting waiting = std::move(records_.begin()->second);
  records_.erase(records_.begin());
  held_ -= waiting.bytes;
  for (ResultEncoder& record : waiting.records) {
    // A place for a set that was not written after all.  Without sets, it would be a mark.
    if (record.empty()) continue;
    if (auto passed = changed_.Pass(record, next_, version_); !passed) return passed;
    if (spare_.size() < kMostSpare) spare_.push_back(std::move(record));
  }
  return {};
}

Result<void> ThinOutput::ReleaseBefore(Timestamp bound) {
  while (!records_.empty() && records_.begin()->first < bound) {
    if (auto passed = metadata_.PassUntil(records_.begin()->first, next_); !passed) return passed;
    if (auto passed = PassRecords(); !passed) return passed;
  }
  while (!metadata_.empty() && metadata_.first() < bound)
    if (auto passed = metadata_.PassFirst(next_); !passed) return passed;
  return {};
}

Result<void> ThinOutput::ReleaseAll() {
  while (!records_.empty()) {
    if (auto passed = metadata_.PassUntil(records_.begin()->first, next_); !passed) return passed;
    if (auto passed = PassRecords(); !passed) return passed;
  }
  return metadata_.PassAll(next_);
}

}  // namespace fdr
