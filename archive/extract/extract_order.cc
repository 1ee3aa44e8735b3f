// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/extract/extract_order.h"

namespace fdr {

ExtractOrder::ExtractOrder(std::span<ExtractInput> inputs, bool marks_always)
    : inputs_(inputs), marks_always_(marks_always) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) Step(i, false);
}

// The next record of all tells whether the collector is still the same.
bool ExtractOrder::GoesOn(const ExtractInput& ended) const {
  if (marks_always_ || !ended.collector()) return false;
  return ended.collector() == inputs_[records_.top().second].collector();
}

void ExtractOrder::Step(std::size_t place, bool has_written) {
  ExtractInput& input = inputs_[place];
  const Timestamp last = input.stamp();
  input.Step();
  if (input.has_record())
    records_.emplace(input.stamp(), place);
  else if (has_written && !records_.empty() && !GoesOn(input))
    marks_.push(last.Plus(kNanosPerMillisecond));
}

std::optional<ExtractOrder::Item> ExtractOrder::Next(bool has_written) {
  if (current_) Step(*current_, has_written);
  current_.reset();
  if (records_.empty()) return std::nullopt;
  const Entry next = records_.top();
  if (!marks_.empty() && marks_.top() < next.first) {
    const Timestamp mark = marks_.top();
    marks_.pop();
    return Item{mark, nullptr};
  }
  records_.pop();
  current_ = next.second;
  return Item{next.first, &inputs_[next.second]};
}

}  // namespace fdr
