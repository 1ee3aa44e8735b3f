// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/statistics/odd_cells.h"

#include <algorithm>
#include <cmath>

namespace fdr {
namespace {

constexpr double kAll = OddCells::kCells;
// A smaller difference than this many standard errors is chance ...
constexpr double kChance = 2;
// ... if they are known.  Estimated from few samples, they are too small now and then.  These are
// the first terms of the quantile of Student's distribution that has this chance.
double ChanceOf(double freedom) { return kChance + 2.5 / freedom + 3.06 / (freedom * freedom); }
// In doublings, of a metric: less is no news, ...
constexpr double kLeastApart = 0.25;
// ... and of all metrics together.
constexpr double kLeastScore = 1;

// A difference between two samples is none: more are needed to know what chance does.
constexpr double kTooFew = 2;

// Sums of places and of their squares, over the cells before each.
class Sums {
 public:
  // `samples`: at most one for each cell counts.
  Sums(const std::array<double, OddCells::kCells>& places, double samples)
      : errors_(ChanceOf(samples - kTooFew) * std::sqrt(1 / (samples - kTooFew))) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      sum_[i + 1] = sum_[i] + places[i];
      square_[i + 1] = square_[i] + places[i] * places[i];
    }
  }

  // By how many doublings the cells differ from all others, beyond chance.
  double Apart(std::size_t first, std::size_t end) const {
    const auto inside = static_cast<double>(end - first), outside = kAll - inside;
    const double mean_in = (sum_[end] - sum_[first]) / inside;
    const double mean_out = (sum_.back() - sum_[end] + sum_[first]) / outside;
    const double rest = square_.back() - inside * mean_in * mean_in - outside * mean_out * mean_out;
    const double chance = errors_ * std::sqrt(std::max(rest, 0.0) * (1 / inside + 1 / outside));
    const double apart = std::fabs(mean_in - mean_out) - chance;
    return apart < kLeastApart ? 0 : apart;
  }

 private:
  double errors_;  // of a sum of squares that is 1
  std::array<double, OddCells::kCells + 1> sum_ = {}, square_ = {};
};

// What holds for longer has more evidence: 1 for half of the cells.
double WeightOf(std::size_t cells) {
  const auto inside = static_cast<double>(cells);
  return 2 * std::sqrt(inside * (kAll - inside)) / kAll;
}

}  // namespace

// A stretch is compared with what was before it: there must be half as much of that.
std::size_t OddCells::LongestFrom(std::size_t first) {
  return std::min({kLongest, kCells - first, 2 * first});
}

void OddCells::Add(std::size_t metric, const std::array<double, kCells>& places,
                   std::uint64_t samples) {
  const double told = std::min(static_cast<double>(samples), kAll);
  if (told <= kTooFew) return;
  const Sums sums(places, told);
  Scores& scores = scores_[metric];
  for (std::size_t first = 1; first < kCells; ++first)
    for (std::size_t size = 1; size <= LongestFrom(first); ++size) {
      float& score = scores[first][size];
      score = std::max(score, static_cast<float>(sums.Apart(first, first + size)));
    }
}

std::optional<OddCells::Range> OddCells::Find(std::size_t shortest) const {
  std::optional<Range> best;
  double best_score = 0;
  for (std::size_t first = shortest; first < kCells; ++first)
    for (std::size_t size = shortest; size <= LongestFrom(first); ++size) {
      double apart = 0;
      for (const auto& [metric, scores] : scores_) apart += double{scores[first][size]};
      const double score = apart * WeightOf(size);
      if (apart < kLeastScore || score <= best_score) continue;
      best_score = score;
      best = Range{first, first + size};
    }
  return best;
}

}  // namespace fdr
