// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/sample_folds.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "fdr/replay/copy/thin/instance_match.h"
#include "fdr/replay/copy/thin/typed_bits.h"
#include "fdr/replay/values/with_number.h"

namespace fdr {

std::optional<std::uint64_t> SampleFold::Value(Statistic statistic) const {
  if (!is_observed || !has_range) return std::nullopt;
  switch (statistic) {
    case Statistic::kMin:
      return min;
    case Statistic::kMax:
      return max;
    case Statistic::kMean:
      break;
  }
  return std::bit_cast<std::uint64_t>(seconds > 0 ? sum / seconds : last);
}

template <class T>
void SampleFolds::Include(std::uint64_t bits, double seconds, SampleFold& fold) {
  const T value = FromBits<T>(bits);
  if constexpr (std::is_floating_point_v<T>)
    if (!std::isfinite(value)) return;
  if (!fold.has_range || value < FromBits<T>(fold.min)) fold.min = bits;
  if (!fold.has_range || value > FromBits<T>(fold.max)) fold.max = bits;
  fold.has_range = true;
  fold.last = static_cast<double>(value);
  fold.sum += fold.last * seconds;
  fold.seconds += seconds;
}

void SampleFolds::Hold(std::span<const std::uint64_t> last, std::span<const std::uint32_t> places,
                       double seconds) {
  if (!(seconds > 0)) return;
  folds_.resize(last.size());
  WithNumberOf(type_, [&](auto number) {
    for (std::size_t i = 0; i < last.size(); ++i)
      if (places.empty() || places[i] != kNoPlace)
        Include<decltype(number)>(last[i], seconds, folds_[i]);
  });
}

void SampleFolds::Observe(std::span<const std::uint64_t> sample, double seconds) {
  folds_.resize(sample.size());
  WithNumberOf(type_, [&](auto number) {
    for (std::size_t i = 0; i < sample.size(); ++i) {
      folds_[i].is_observed = true;
      Include<decltype(number)>(sample[i], seconds, folds_[i]);
    }
  });
}

void SampleFolds::Move(std::span<const InstanceId> last, std::span<const std::uint32_t> places,
                       std::span<const InstanceId> next) {
  folds_.resize(last.size());
  std::vector<SampleFold> moved(next.size());
  for (std::size_t i = 0; i < last.size(); ++i) {
    if (places[i] != kNoPlace)
      moved[places[i]] = folds_[i];
    else if (folds_[i].is_observed)
      gone_[last[i]] = folds_[i];
  }
  for (std::size_t i = 0; i < next.size() && !gone_.empty(); ++i)
    if (const auto back = gone_.extract(next[i])) moved[i] = back.mapped();
  folds_ = std::move(moved);
}

void SampleFolds::Reset() {
  std::ranges::fill(folds_, SampleFold());
  gone_.clear();
}

void SampleFolds::Forget() {
  folds_.clear();
  gone_.clear();
}

}  // namespace fdr
