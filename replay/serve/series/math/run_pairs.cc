// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/math/run_pairs.h"

#include <fmt/format.h>

#include <algorithm>

#include "fdr/replay/derive/binary_values.h"

namespace fdr {
namespace {

using Samples = std::span<const SampleRun::Sample>;

// For each stamp of `of`, the place of the nearest one in `among`.  Both ascend.
std::vector<std::uint32_t> NearestPlaces(const std::vector<Timestamp>& of,
                                         const std::vector<Timestamp>& among) {
  std::vector<std::uint32_t> places;
  for (const Timestamp stamp : of) {
    auto place = std::lower_bound(among.begin(), among.end(), stamp);
    const bool before_is_nearer =
        place != among.begin() && (place == among.end() || SecondsBetween(place[-1], stamp) <=
                                                               SecondsBetween(stamp, place[0]));
    places.push_back(static_cast<std::uint32_t>(place - among.begin()) -
                     (before_is_nearer ? 1 : 0));
  }
  return places;
}

std::vector<Timestamp> StampsOf(Samples samples, bool backward) {
  std::vector<Timestamp> stamps;
  for (const SampleRun::Sample& sample : samples) stamps.push_back(sample.stamp);
  if (backward) std::ranges::reverse(stamps);
  return stamps;
}

bool IsBackward(Samples samples) {
  return !samples.empty() && samples.back().stamp < samples.front().stamp;
}

// Adds the combination of two samples.  The stamps are those of `leading`, one of the two.
class Combiner {
 public:
  Combiner(Op op, const BoundNode& bound, const RunOperand& left, const RunOperand& right)
      : op_(op), bound_(bound), left_(left), right_(right) {}

  void Add(const SampleRun::Sample& left, const SampleRun::Sample& right, bool left_leads) {
    const SampleRun& leading = left_leads ? left_.run : right_.run;
    const SampleRun::Sample& sample = left_leads ? left : right;
    result_.Begin(sample.stamp);
    const TypedValues sides[] = {{ValuesOf(left_.run.ValuesOf(left)), left_.desc},
                                 {ValuesOf(right_.run.ValuesOf(right)), right_.desc}};
    CombineValues(op_, bound_, sides[0], sides[1], room_, out_);
    std::size_t place = sample.first;
    for (const FetchedValue& value : out_) {
      if (!IsFinite(bound_.desc.type, value.bits)) continue;
      result_.Add(value.instance, value.bits);
      if (!leading.stamps.empty())
        result_.stamps.push_back(StampIn(leading, sample, value.instance, place));
    }
  }

  SampleRun& result() { return result_; }

 private:
  // The instances come in the order of the leading side, if that has any.
  static Timestamp StampIn(const SampleRun& run, const SampleRun::Sample& sample,
                           InstanceId instance, std::size_t& place) {
    const std::size_t end = sample.first + sample.count;
    std::size_t at = place;
    while (at < end && run.values[at].instance != instance) ++at;
    if (at == end) return run.stamps[sample.first];
    place = at + 1;
    return run.stamps[at];
  }

  Op op_;
  const BoundNode& bound_;
  const RunOperand& left_;
  const RunOperand& right_;
  BinaryRoom room_;
  std::vector<FetchedValue> out_;
  SampleRun result_;
};

}  // namespace

SamplePairs NearestPairs(Samples left, Samples right) {
  SamplePairs pairs;
  if (left.empty() || right.empty()) return pairs;
  const bool backward = IsBackward(left) || IsBackward(right);
  const std::vector<Timestamp> a = StampsOf(left, backward), b = StampsOf(right, backward);
  const std::vector<std::uint32_t> of_left = NearestPlaces(a, b), of_right = NearestPlaces(b, a);
  for (std::uint32_t i = 0; i < of_left.size(); ++i)
    if (of_right[of_left[i]] == i) pairs.emplace_back(i, of_left[i]);
  if (!backward) return pairs;
  std::ranges::reverse(pairs);
  for (auto& [i, k] : pairs) {
    i = static_cast<std::uint32_t>(left.size()) - 1 - i;
    k = static_cast<std::uint32_t>(right.size()) - 1 - k;
  }
  return pairs;
}

Result<SamplePairs> PairsInOrder(Samples left, Samples right) {
  if (left.size() != right.size())
    return Fail(Errc::kInvalidArgument,
                fmt::format("operands have different numbers of samples: {} and {}", left.size(),
                            right.size()));
  SamplePairs pairs;
  for (std::uint32_t i = 0; i < left.size(); ++i) pairs.emplace_back(i, i);
  return pairs;
}

SampleRun CombineRuns(Op op, const BoundNode& bound, const RunOperand& left,
                      const RunOperand& right, const SamplePairs& pairs) {
  Combiner combiner(op, bound, left, right);
  for (const auto& [i, k] : pairs) combiner.Add(left.run.samples[i], right.run.samples[k], true);
  return std::move(combiner.result());
}

SampleRun CombineWithConstant(Op op, const BoundNode& bound, const RunOperand& left,
                              const RunOperand& right, bool constant_is_left) {
  Combiner combiner(op, bound, left, right);
  const SampleRun& run = constant_is_left ? right.run : left.run;
  for (const SampleRun::Sample& sample : run.samples)
    combiner.Add(constant_is_left ? left.run.samples[0] : sample,
                 constant_is_left ? sample : right.run.samples[0], !constant_is_left);
  return std::move(combiner.result());
}

}  // namespace fdr
