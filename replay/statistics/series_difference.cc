// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/statistics/series_difference.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "fdr/replay/statistics/doubling_scale.h"

namespace fdr {
namespace {

// A state that appears, or goes, is as much news as an amount that doubles.
constexpr double kNews = 1;
// Less is the rounding of sums.
constexpr double kSmallestArea = 1e-6;

// The mean of an amount counts the time in which there was none.
double MeanOf(const SeriesPart& part, bool is_amount) {
  if (part.statistics == nullptr) return 0;
  return part.statistics->values().Mean() * (is_amount ? part.presence : 1);
}

double LargestOf(const SeriesPart& part) {
  if (part.statistics == nullptr) return 0;
  return std::max(std::fabs(part.statistics->min().value), std::fabs(part.statistics->max().value));
}

bool HasBothSigns(const SeriesPart& before, const SeriesPart& after) {
  bool has_negative = false, has_positive = false;
  for (const SeriesStatistics* statistics : {before.statistics, after.statistics}) {
    if (statistics == nullptr) continue;
    has_negative |= statistics->min().value < 0;
    has_positive |= statistics->max().value > 0;
  }
  return has_negative && has_positive;
}

// How many values the distribution of a window stands on.
double EvidenceOf(const SeriesPart& part, bool is_amount) {
  std::uint64_t values = part.statistics == nullptr ? 0 : part.statistics->count();
  // A sample without the series says that there was nothing of it.
  if (is_amount) values = std::max(values, part.samples);
  return static_cast<double>(std::max<std::uint64_t>(values, 1));
}

// A value on the scale, and its part of the time of each window.
struct Step {
  double place = 0;
  double before = 0, after = 0;
};

void AddSteps(const SeriesPart& part, bool is_amount, const DoublingScale& scale, double Step::*to,
              std::vector<Step>& steps) {
  const double presence = part.statistics == nullptr ? 0 : is_amount ? part.presence : 1;
  const auto add = [&](double place, double weight) {
    Step step{.place = place};
    step.*to = weight;
    steps.push_back(step);
  };
  if (presence < 1) add(0, 1 - presence);
  if (part.statistics == nullptr) return;
  const std::span<const ValueBucket> buckets = part.statistics->values().buckets();
  const double weight = part.statistics->values().weight();
  double count = 0;
  for (const ValueBucket& bucket : buckets) count += bucket.count;
  for (const ValueBucket& bucket : buckets)
    add(scale.PlaceOf(bucket.Value()),
        presence * (weight > 0 ? bucket.weight / weight : bucket.count / count));
}

// The area between the two distribution functions, beyond the standard error of their distance.
double AreaBetween(std::vector<Step>& steps, double values_before, double values_after,
                   bool is_told) {
  std::sort(steps.begin(), steps.end(),
            [](const Step& a, const Step& b) { return a.place < b.place; });
  const double spread = is_told ? 0 : 1 / values_before + 1 / values_after;
  const double share = values_before / (values_before + values_after);
  double before = 0, after = 0, area = 0;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    before += steps[i].before;
    after += steps[i].after;
    const double both = std::clamp(share * before + (1 - share) * after, 0.0, 1.0);
    const double chance = std::sqrt(both * (1 - both) * spread);
    const double apart = std::fabs(before - after) - chance;
    if (apart > 0) area += apart * (steps[i + 1].place - steps[i].place);
  }
  return area < kSmallestArea ? 0 : area;
}

}  // namespace

SeriesDifference DifferenceOf(const SeriesPart& before, const SeriesPart& after,
                              const DifferenceRules& rules) {
  SeriesDifference difference{.before = MeanOf(before, rules.is_amount),
                              .after = MeanOf(after, rules.is_amount)};
  if (before.statistics == nullptr)
    difference.presence = Presence::kAppeared;
  else if (after.statistics == nullptr)
    difference.presence = Presence::kGone;
  if (difference.presence != Presence::kBoth && !rules.is_amount) {
    difference.distance = kNews;
    return difference;
  }
  double larger = std::max(std::fabs(difference.before), std::fabs(difference.after));
  const double largest = std::max(LargestOf(before), LargestOf(after));
  if (larger == 0) larger = largest;
  // Around 0 there are no factors.  With the largest value as little, the scale is about linear.
  const double little =
      HasBothSigns(before, after) ? largest : std::max(rules.little, larger * kLittlePart);
  if (!(little > 0) || !std::isfinite(little)) return difference;
  const DoublingScale scale(little);
  std::vector<Step> steps;
  AddSteps(before, rules.is_amount, scale, &Step::before, steps);
  AddSteps(after, rules.is_amount, scale, &Step::after, steps);
  difference.distance = AreaBetween(steps, EvidenceOf(before, rules.is_amount),
                                    EvidenceOf(after, rules.is_amount), rules.is_told);
  // The numbers of states and identifiers say nothing.
  if (rules.is_told && !rules.is_amount) difference.distance = std::min(difference.distance, kNews);
  return difference;
}

}  // namespace fdr
