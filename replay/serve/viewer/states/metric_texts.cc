// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/states/metric_texts.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/fetch_result.h"
#include "fdr/replay/one_sample.h"

namespace fdr {
namespace {

// Nothing for a value that is no text.
std::optional<std::string_view> TextAt(const ValueSet& set, std::uint32_t i) {
  if (set.in_place()) return std::nullopt;
  const std::optional<ValueBlock> block = set.CheckedBlock(i);
  if (!block) return std::nullopt;
  const auto length = static_cast<std::uint32_t>(kBlockHeaderSize + block->payload.size());
  const FetchedValue value{.header = static_cast<std::uint32_t>(block->type) << 24 | length};
  if (value.IsNumber()) return std::nullopt;
  const std::string_view text(reinterpret_cast<const char*>(block->payload.data()),
                              block->payload.size());
  return text.substr(0, text.find('\0'));
}

}  // namespace

void MetricTexts::Take(Nanos at, const ValueSet& set) {
  bool is_counted = false;
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const std::optional<std::string_view> text = TextAt(set, i);
    if (!text) continue;
    if (!std::exchange(is_counted, true)) CountSample(at);
    // A metric without instances has one value, whatever instance the archive recorded.
    TakeText(is_singular_ ? kSingular : set.Instance(i), at, *text);
    if (is_singular_) return;
  }
}

void MetricTexts::CountSample(Nanos at) {
  ++sets_;
  if (sample_at_ && at - *sample_at_ < kOneSample) return;
  EndGone();
  ++sample_;
  sample_at_ = at;
}

// Instances that the last sample, which is complete, does not have.
void MetricTexts::EndGone() {
  std::erase_if(last_, [&](const auto& entry) {
    const auto& [instance, last] = entry;
    if (last.sample == sample_) return false;
    hold_(instance, last.at, *sample_at_, last.text);
    return true;
  });
}

void MetricTexts::TakeText(InstanceId instance, Nanos at, std::string_view text) {
  const auto place = last_.find(instance);
  if (place == last_.end()) {
    if (is_wanted_(instance)) last_[instance] = {at, StateTextOf(text), sample_, sets_};
    return;
  }
  Last& last = place->second;
  if (last.set == sets_) return;
  hold_(instance, last.at, at, last.text);
  last = {at, StateTextOf(text), sample_, sets_};
}

void MetricTexts::End(Nanos at) {
  EndGone();
  for (const auto& [instance, last] : last_)
    hold_(instance, last.at, std::max(at, last.at), last.text);
  last_.clear();
  sample_at_.reset();
}

}  // namespace fdr
