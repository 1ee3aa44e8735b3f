// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/find/cut_source.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/set_values.h"

namespace fdr::tools {

CutSource::CutSource(ArchiveContext& archive, Timestamp start, Timestamp end)
    : ForwardingContext(archive), archive_(archive), start_(start), end_(end) {
  static_cast<void>(archive.SetMode(Mode::kForward, start));
}

void CutSource::Keep(const std::vector<MetricId>& metrics) {
  kept_ = metrics;
  is_kept_ = {metrics.begin(), metrics.end()};
}

void CutSource::Start(Question question) {
  if (const auto* const fetch = std::get_if<FetchQuestion>(&question))
    return fetch->done(FetchPresent(fetch->result));
  ForwardingContext::Start(std::move(question));
}

Result<bool> CutSource::FetchPresent(FetchResult& result) {
  if (!std::exchange(has_begun_, true)) {
    const Result<bool> held = FetchHeld(result);
    if (!held || *held) return held;
  }
  return FetchNext(result);
}

// Values of discrete metrics hold until they change.  False if there are none.
Result<bool> CutSource::FetchHeld(FetchResult& result) {
  std::vector<MetricId> discrete;
  for (const MetricId metric : kept_) {
    const Result<Desc> desc = archive_.DescOf(metric);
    if (desc && desc->semantics == Semantics::kDiscrete) discrete.push_back(metric);
  }
  if (discrete.empty() || start_ <= archive_.label().start) return false;
  if (const Result<void> fetched = archive_.FetchAt(start_, discrete, whole_); !fetched)
    return Fail(fetched.error());
  result.Begin(start_);
  for (const FetchedSet& set : whole_.sets())
    if (set.status == SetStatus::kValues) CopySet(whole_, set, result);
  return !result.sets().empty();
}

Result<bool> CutSource::FetchNext(FetchResult& result) {
  bool after_gap = false;
  while (true) {
    const Fetched fetched = archive_.FetchRecord(result);
    if (!fetched) return fetched;
    if (!*fetched || result.stamp() > end_) return false;
    after_gap |= result.after_gap() || result.is_mark();
    if (result.is_mark()) continue;
    DropOthers(result);
    if (result.sets().empty()) continue;
    result.SetAfterGap(after_gap);
    return true;
  }
}

// A metric without a name cannot be recorded.
void CutSource::DropOthers(FetchResult& result) {
  const auto is_other = [this](const FetchedSet& set) { return !is_kept_.contains(set.id); };
  if (std::none_of(result.sets().begin(), result.sets().end(), is_other)) return;
  std::swap(result, whole_);
  result.Begin(whole_.stamp());
  for (const FetchedSet& set : whole_.sets())
    if (!is_other(set)) CopySet(whole_, set, result);
}

}  // namespace fdr::tools
