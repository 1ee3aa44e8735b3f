// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/extract/extract_order.h"

namespace fdr {
namespace {

// So many may have an open file before their time comes.  A compressed one is decoded twice if not.
constexpr std::size_t kMostAwake = 4;

}  // namespace

Result<void> ExtractOrder::Begin() {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (auto stepped = Step(i, false); !stepped) return stepped;
    if (inputs_.size() > kMostAwake) inputs_[i].Rest();
  }
  return {};
}

// The next record of all tells whether the collector is still the same.
bool ExtractOrder::GoesOn(const ExtractInput& ended) const {
  if (marks_always_ || !ended.collector()) return false;
  return ended.collector() == inputs_[records_.top().second].collector();
}

void ExtractOrder::PushMark(Timestamp stamp, std::size_t place) {
  marks_.emplace(stamp, place);
  waiting_.push_back(place);
}

Result<void> ExtractOrder::Step(std::size_t place, bool has_written) {
  ExtractInput& input = inputs_[place];
  const Timestamp last = input.stamp();
  if (auto stepped = input.Step(); !stepped) return stepped;
  if (input.has_record())
    records_.emplace(input.stamp(), place);
  else if (has_written && !records_.empty() && !GoesOn(input))
    PushMark(last.Plus(kNanosPerMillisecond), place);
  return {};
}

Result<std::optional<ExtractOrder::Item>> ExtractOrder::Next(bool has_written) {
  if (current_)
    if (auto stepped = Step(*current_, has_written); !stepped) return Fail(stepped.error());
  current_.reset();
  while (!records_.empty()) {
    const Entry next = records_.top();
    if (!marks_.empty() && marks_.top().first < next.first) {
      const auto [mark, place] = marks_.top();
      marks_.pop();
      std::erase(waiting_, place);
      return Item{mark, nullptr};
    }
    records_.pop();
    ExtractInput& input = inputs_[next.second];
    if (auto awake = input.Wake(); !awake) return Fail(awake.error());
    if (!input.has_record()) continue;  // the file has changed meanwhile
    current_ = next.second;
    return Item{input.stamp(), &input};
  }
  return std::nullopt;
}

}  // namespace fdr
