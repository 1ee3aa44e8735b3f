// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/recorded/whole_samples.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "fdr/replay/one_sample.h"
#include "fdr/replay/set_values.h"

namespace fdr {
namespace {

bool ShareNoInstance(std::span<const FetchedValue> a, std::span<const FetchedValue> b) {
  std::unordered_set<InstanceId> instances;
  for (const FetchedValue& value : a) instances.insert(value.instance);
  return std::ranges::none_of(
      b, [&](const FetchedValue& value) { return instances.contains(value.instance); });
}

// Whether the second result only adds to the first one.
bool Completes(const FetchResult& first, const FetchResult& second) {
  if (second.after_gap() || !AreOneSample(first.stamp(), second.stamp())) return false;
  for (std::size_t i = 0; i < first.sets().size(); ++i) {
    const FetchedSet &a = first.sets()[i], &b = second.sets()[i];
    if (!a.in_record || !b.in_record) continue;
    if (a.status != SetStatus::kValues || b.status != SetStatus::kValues) return false;
    if (a.format != b.format) return false;
    if (!ShareNoInstance(first.Values(a), second.Values(b))) return false;
  }
  return true;
}

void Join(const FetchResult& first, const FetchResult& second, FetchResult& joined) {
  joined.Begin(std::min(first.stamp(), second.stamp()));
  joined.SetAfterGap(first.after_gap());
  for (std::size_t i = 0; i < first.sets().size(); ++i) {
    const FetchedSet &a = first.sets()[i], &b = second.sets()[i];
    CopySet(a.in_record ? first : second, a.in_record ? a : b, joined);
    if (a.in_record && b.in_record) AddValuesOf(second, b, joined);
  }
}

}  // namespace

Result<void> WholeSamples::SetMode(Mode mode, std::optional<Timestamp> origin, std::int64_t delta) {
  has_ahead_ = false;
  error_.reset();
  until_.reset();
  return source().SetMode(mode, origin, delta);
}

void WholeSamples::Start(Question question) {
  if (mode() == Mode::kForward || mode() == Mode::kBackward) {
    if (const auto* fetch = std::get_if<FetchQuestion>(&question))
      return fetch->done(FetchSample(*fetch));
    // The members of the sample, and not of the record that was read ahead.
    if (const auto* asked = std::get_if<InstancesQuestion>(&question); asked != nullptr && until_)
      return asked->done(archive_.InstancesAt(asked->indom, *until_));
  }
  source().Start(std::move(question));
}

Result<bool> WholeSamples::FetchSample(const FetchQuestion& question) {
  if (error_) return Fail(*std::exchange(error_, std::nullopt));
  const Result<bool> first = FetchFirst(question);
  if (!first || !*first) return first;
  until_ = question.result.stamp();
  while (true) {
    const Result<bool> next = source().Fetch(question.metrics, question.profile, ahead_);
    if (!next) error_ = next.error();
    if (!next || !*next) return true;  // at the end, the next fetch looks for growth
    if (!Completes(question.result, ahead_)) break;
    until_ = std::max(*until_, ahead_.stamp());
    Join(question.result, ahead_, joined_);
    std::swap(question.result, joined_);
  }
  has_ahead_ = true;
  metrics_.assign(question.metrics.begin(), question.metrics.end());
  return true;
}

// What was read ahead, if it has the metrics of the question.
Result<bool> WholeSamples::FetchFirst(const FetchQuestion& question) {
  if (!std::exchange(has_ahead_, false))
    return source().Fetch(question.metrics, question.profile, question.result);
  if (std::ranges::equal(question.metrics, metrics_)) {
    std::swap(question.result, ahead_);
    return true;
  }
  if (const auto back = source().SetMode(mode(), ahead_.stamp()); !back) return Fail(back.error());
  const Fetched fetched = source().Fetch(question.metrics, question.profile, question.result);
  if (fetched && *fetched) question.result.SetAfterGap(ahead_.after_gap());
  return fetched;
}

}  // namespace fdr
