// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/buckets/pyramid_pass.h"

#include <algorithm>

namespace fdr {
namespace {

constexpr std::uint32_t kMostMoments = 0xffffffff;

}  // namespace

PyramidPass::PyramidPass(std::vector<GrowingColumn>& columns, Moments& moments)
    : columns_(columns), moments_(moments), next_(kMostMoments) {
  for (GrowingColumn& column : columns_) {
    next_ = std::min(next_, column.next);
    by_metric_[column.metric].push_back(&column);
    if (column.extreme_of) by_metric_[*column.extreme_of].push_back(&column);
  }
}

// Goes back to the first of the moments with the last stamp that was taken.
Timestamp PyramidPass::Start(const ArchiveContext& archive) {
  if (next_ == 0) return archive.label().start;
  const Nanos last = moments_[next_ - 1];
  while (next_ > 0 && moments_[next_ - 1] == last) --next_;
  return StampAt(last);
}

Result<void> PyramidPass::Run(ArchiveContext& archive, const CheckLimit& check) {
  if (columns_.empty()) return {};
  RecordStream stream(archive, Start(archive));
  while (true) {
    if (next_ % kRecordsPerCheck == 0)
      if (const Result<void> go_on = check(); !go_on) return go_on;
    const Result<std::optional<StreamedRecord>> record = stream.Next();
    if (!record) return Fail(record.error());
    if (!*record) return {};
    if (!TakeMoment((*record)->at)) return Fail(Errc::kBusy, "The archive has changed");
    Take(**record);
    ++next_;
  }
}

bool PyramidPass::TakeMoment(Nanos at) {
  if (next_ < moments_.size()) return moments_[next_] == at;
  if (next_ == kMostMoments) return false;
  moments_.push_back(at);
  return true;
}

void PyramidPass::Take(const StreamedRecord& record) {
  for (std::size_t i = 0; i < record.sets.size(); ++i) {
    const Columns* const columns = ColumnsOf(i, record.sets[i].id());
    if (columns == nullptr) continue;
    for (GrowingColumn* const one : *columns) {
      if (one->extreme_of == record.sets[i].id()) {
        if (one->next <= next_ + 1 && record.sets[i].size() > 0)
          one->column->TakeOwn({record.at, next_});
        continue;
      }
      // If a record has two sets of a metric, the first counts.
      if (one->next == next_) one->column->Take(next_, record.at, record.sets[i]);
      one->next = std::max(one->next, next_ + 1);
    }
  }
  for (GrowingColumn& one : columns_) {
    if (one.next == next_ && record.is_gap) one.column->TakeGap(next_, record.at);
    one.next = std::max(one.next, next_ + 1);
  }
}

// Mostly a set has the same metric as in the record before.
const PyramidPass::Columns* PyramidPass::ColumnsOf(std::size_t set, MetricId metric) {
  if (set >= layout_.size()) layout_.resize(set + 1);
  Place& last = layout_[set];
  if (last.metric == metric) return last.columns;
  const auto found = by_metric_.find(metric);
  last = {metric, found == by_metric_.end() ? nullptr : &found->second};
  return last.columns;
}

}  // namespace fdr
