// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/metadata/label_history.h"

#include <algorithm>

namespace fdr {

void LabelHistory::Finish() {
  std::stable_sort(records_.begin(), records_.end(),
                   [](const Entry& a, const Entry& b) { return a.stamp < b.stamp; });
}

LabelSetRecord LabelHistory::Record(std::size_t record) const {
  // Cannot fail: the record was decoded when it was added.
  return *LabelSetRecord::Decode(records_[record].version, records_[record].body);
}

std::optional<std::size_t> LabelHistory::At(Timestamp t) const {
  const auto by_stamp = [](const Entry& e, Timestamp wanted) { return e.stamp < wanted; };
  const auto after =
      std::upper_bound(records_.begin(), records_.end(), t,
                       [](Timestamp wanted, const Entry& e) { return wanted < e.stamp; });
  if (after == records_.begin()) return std::nullopt;
  const auto first = std::lower_bound(records_.begin(), after, std::prev(after)->stamp, by_stamp);
  return static_cast<std::size_t>(first - records_.begin());
}

}  // namespace fdr
