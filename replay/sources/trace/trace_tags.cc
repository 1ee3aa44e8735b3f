// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/trace/trace_tags.h"

#include <algorithm>

namespace fdr {

TraceTags::TraceTags(TracePeriod period, std::chrono::nanoseconds now)
    : period_(period), next_(now + period.interval()) {}

bool TraceTags::Add(const TraceData& data, std::chrono::nanoseconds now) {
  Advance(now);
  Tag* const tag = FindOrAdd(data.kind, data.tag);
  if (tag == nullptr) {
    ++refused_;
    return false;
  }
  if (tag->count_++ == 0) --KindOf(data.kind).without_value;
  tag->total_ += data.value;
  tag->last_ = data.value;
  Tag::Bucket& bucket = tag->buckets_[present_];
  const bool is_first = bucket.count++ == 0;
  if (data.kind != TraceKind::kTransaction) return true;
  bucket.total += data.value;
  bucket.least = is_first ? data.value : std::min(bucket.least, data.value);
  bucket.most = is_first ? data.value : std::max(bucket.most, data.value);
  bucket.histogram.Add(data.value);
  return true;
}

TraceTags::Tag* TraceTags::FindOrAdd(TraceKind kind, std::string_view name) {
  Kind& all = KindOf(kind);
  if (const auto known = all.places.find(name); known != all.places.end())
    return &all.tags[known->second];
  const std::size_t most = kind == TraceKind::kTransaction ? kMostTransactions : kMostOthers;
  if (all.tags.size() >= most && all.without_value > 0) DropReset(all);
  if (all.tags.size() >= most) return nullptr;
  const auto added = all.places.emplace(name, all.tags.size()).first;
  Tag& tag = all.tags.emplace_back();
  tag.name_ = &added->first;  // which stays where it is
  tag.number_ = all.next_number++;
  tag.buckets_.resize(period_.buckets + 1);
  ++all.without_value;
  return &tag;
}

// Numbers of tags that were reset are kept as long as there is room.
void TraceTags::DropReset(Kind& kind) {
  std::deque<Tag> kept;
  for (Tag& tag : kind.tags) {
    if (tag.count_ == 0) {
      kind.places.erase(kind.places.find(*tag.name_));
      continue;
    }
    kind.places.find(*tag.name_)->second = kept.size();
    kept.push_back(std::move(tag));
  }
  kind.tags = std::move(kept);
  kind.without_value = 0;
}

std::vector<const TraceTags::Tag*> TraceTags::Tags(TraceKind kind, std::chrono::nanoseconds now) {
  Advance(now);
  std::vector<const Tag*> tags;
  for (const Tag& tag : KindOf(kind).tags)
    if (tag.count_ > 0) tags.push_back(&tag);
  return tags;
}

void TraceTags::Reset() {
  for (Kind& kind : kinds_) {
    kind.without_value = kind.tags.size();
    for (Tag& tag : kind.tags) {
      tag.count_ = 0;
      tag.total_ = tag.last_ = 0;
      tag.recent_.reset();
      tag.buckets_.assign(period_.buckets + 1, {});
    }
  }
}

void TraceTags::Advance(std::chrono::nanoseconds now) {
  if (now < next_) return;
  const auto over = (now - next_) / period_.interval() + 1;
  next_ += over * period_.interval();
  const std::size_t all = period_.buckets + 1;
  // After a period without a call, all buckets are empty.
  for (auto step = std::min<std::int64_t>(over, static_cast<std::int64_t>(all)); step > 0; --step) {
    present_ = (present_ + 1) % all;
    for (Kind& kind : kinds_)
      for (Tag& tag : kind.tags) tag.buckets_[present_] = {};
  }
  for (Kind& kind : kinds_)
    for (Tag& tag : kind.tags) Summarize(tag);
}

// From all buckets but the present one, which is empty now.
void TraceTags::Summarize(Tag& tag) const {
  TraceRecent recent;
  LatencyHistogram histogram;
  for (const Tag::Bucket& bucket : tag.buckets_) {
    if (bucket.count == 0) continue;
    const bool is_first = recent.count == 0;
    recent.count += bucket.count;
    recent.total += bucket.total;
    recent.least = is_first ? bucket.least : std::min(recent.least, bucket.least);
    recent.most = is_first ? bucket.most : std::max(recent.most, bucket.most);
    histogram.Add(bucket.histogram);
  }
  tag.recent_.reset();
  if (recent.count == 0) return;
  for (std::size_t i = 0; i < recent.quantiles.size(); ++i)
    recent.quantiles[i] = histogram.Quantile(TraceRecent::kQuantiles[i]);
  tag.recent_ = recent;
}

}  // namespace fdr
