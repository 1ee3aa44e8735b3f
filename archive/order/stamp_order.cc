// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/order/stamp_order.h"

#include <algorithm>

namespace fdr {

StampOrder::Verdict StampOrder::JudgeStepBack(Timestamp stamp, std::optional<Timestamp> ahead) {
  const bool fits_before_last = !before_last_ || *before_last_ <= stamp;
  const bool last_fits_ahead = ahead && *last_ <= *ahead;
  if (fits_before_last && !last_fits_ahead) {
    last_ = stamp;
    return Verdict::kLastWrong;
  }
  const bool would_be_alone = !ahead || *ahead < stamp;
  if (!fits_before_last && (last_fits_ahead || would_be_alone)) return Verdict::kWrong;
  before_last_.reset();
  last_ = stamp;
  return Verdict::kNewStretch;
}

void StampOrder::Append(const StampOrder& rest) {
  if (!rest.last_) return;
  before_last_ = rest.before_last_ ? rest.before_last_ : last_;
  last_ = rest.last_;
}

StampFaults FindStampFaults(const std::vector<Timestamp>& stamps) {
  StampFaults faults;
  StampOrder order;
  std::size_t last = 0;  // the place of the last one that is not wrong
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    const auto ahead = [&]() -> std::optional<Timestamp> {
      if (i + 1 == stamps.size()) return std::nullopt;
      return stamps[i + 1];
    };
    switch (order.Judge(stamps[i], ahead)) {
      case StampOrder::Verdict::kWrong:
        faults.wrong.push_back(i);
        continue;
      case StampOrder::Verdict::kLastWrong:
        faults.wrong.push_back(last);
        break;
      case StampOrder::Verdict::kNewStretch:
        faults.restarts.push_back(i);
        break;
      case StampOrder::Verdict::kNext:
        break;
    }
    last = i;
  }
  std::sort(faults.wrong.begin(), faults.wrong.end());
  return faults;
}

}  // namespace fdr
