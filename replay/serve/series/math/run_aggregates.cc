// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/math/run_aggregates.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace fdr {
namespace {

// Places in the values of a run.
using Places = std::vector<std::uint32_t>;

template <class T>
class Aggregator {
 public:
  Aggregator(const SeriesNode& node, const std::vector<FetchedValue>& values)
      : node_(node), values_(values) {}

  // Leaves the chosen places.  There is at least one before.
  void Choose(Places& places) const {
    const auto number = [this](std::uint32_t place) { return At(place); };
    if (node_.op == SeriesOp::kMaximum) {
      places = {*std::ranges::max_element(places, std::ranges::less(), number)};
    } else if (node_.op == SeriesOp::kMinimum) {
      places = {*std::ranges::min_element(places, std::ranges::less(), number)};
    } else if (node_.op == SeriesOp::kTop) {
      std::ranges::stable_sort(places, std::ranges::greater(), number);
      if (node_.number < static_cast<double>(places.size()))
        places.resize(static_cast<std::size_t>(node_.number));
    } else {
      std::ranges::stable_sort(places, std::ranges::less(), number);
      const std::size_t rank = static_cast<std::size_t>(node_.number) * places.size() / 100;
      places = {places[std::min(rank, places.size() - 1)]};
    }
  }

  double Compute(const Places& places) const {
    const auto count = static_cast<double>(places.size());
    const double sum = std::accumulate(
        places.begin(), places.end(), 0.0,
        [this](double so_far, std::uint32_t place) { return so_far + Real(place); });
    if (node_.op == SeriesOp::kSum) return sum;
    if (node_.op == SeriesOp::kAverage) return sum / count;
    const double mean = sum / count;
    double squares = 0;
    for (const std::uint32_t place : places) squares += std::pow(Real(place) - mean, 2);
    return std::sqrt(squares / count);
  }

 private:
  T At(std::uint32_t place) const { return NumberIn<T>(values_[place]); }
  double Real(std::uint32_t place) const { return static_cast<double>(At(place)); }

  const SeriesNode& node_;
  const std::vector<FetchedValue>& values_;
};

Places PlacesOf(const SampleRun::Sample& sample) {
  Places places(sample.count);
  std::iota(places.begin(), places.end(), sample.first);
  return places;
}

// Of each instance, in the order in which they first appear.
std::vector<Places> PlacesByInstance(const SampleRun& run) {
  std::vector<Places> groups;
  std::unordered_map<InstanceId, std::size_t> known;
  for (const SampleRun::Sample& sample : run.samples)
    for (const std::uint32_t place : PlacesOf(sample)) {
      const auto [group, is_new] = known.try_emplace(run.values[place].instance, groups.size());
      if (is_new) groups.emplace_back();
      groups[group->second].push_back(place);
    }
  return groups;
}

// The stamp of each value.
std::vector<Timestamp> StampsOf(const SampleRun& run) {
  if (!run.stamps.empty()) return run.stamps;
  std::vector<Timestamp> stamps(run.values.size());
  for (const SampleRun::Sample& sample : run.samples)
    std::fill_n(stamps.begin() + sample.first, sample.count, sample.stamp);
  return stamps;
}

template <class T>
SampleRun OverInstances(const SeriesNode& node, const SampleRun& run) {
  const Aggregator<T> aggregator(node, run.values);
  SampleRun result;
  for (const SampleRun::Sample& sample : run.samples) {
    result.Begin(sample.stamp);
    Places places = PlacesOf(sample);
    if (places.empty()) continue;
    if (!IsChoice(node.op)) {
      const std::uint64_t bits = BitsOf(aggregator.Compute(places));
      if (IsFinite(Type::kDouble, bits)) result.Add(kSingular, bits);
      continue;
    }
    aggregator.Choose(places);
    for (const std::uint32_t place : places) {
      result.Add(run.values[place].instance, run.values[place].bits);
      if (!run.stamps.empty()) result.stamps.push_back(run.stamps[place]);
    }
  }
  return result;
}

template <class T>
SampleRun ComputedOverTime(const SeriesNode& node, const SampleRun& run) {
  const Aggregator<T> aggregator(node, run.values);
  SampleRun result;
  if (run.values.empty()) return result;
  result.Begin(run.samples.front().stamp);
  for (const Places& places : PlacesByInstance(run)) {
    const std::uint64_t bits = BitsOf(aggregator.Compute(places));
    if (IsFinite(Type::kDouble, bits)) result.Add(run.values[places.front()].instance, bits);
  }
  return result;
}

template <class T>
SampleRun ChosenOverTime(const SeriesNode& node, const SampleRun& run) {
  const Aggregator<T> aggregator(node, run.values);
  std::vector<Places> groups = PlacesByInstance(run);
  for (Places& places : groups) aggregator.Choose(places);
  const std::vector<Timestamp> stamps = StampsOf(run);
  SampleRun result;
  for (std::size_t rank = 0;; ++rank) {
    std::erase_if(groups, [rank](const Places& places) { return places.size() <= rank; });
    if (groups.empty()) return result;
    result.Begin(run.samples.front().stamp);
    for (const Places& places : groups) {
      const FetchedValue& value = run.values[places[rank]];
      result.AddStamped(value.instance, value.bits, stamps[places[rank]]);
    }
  }
}

}  // namespace

SampleRun Aggregated(const SeriesNode& node, Type type, const SampleRun& run) {
  return WithNumberOf(type, [&](auto zero) {
    using Number = decltype(zero);
    if (node.axis == SeriesAxis::kInstances) return OverInstances<Number>(node, run);
    return IsChoice(node.op) ? ChosenOverTime<Number>(node, run)
                             : ComputedOverTime<Number>(node, run);
  });
}

}  // namespace fdr
