// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/stretch_growth.h"

#include "fdr/replay/values/growth.h"

namespace fdr::tools {
namespace {

// A machine that starts more processes has most of them in none of the records.
constexpr std::size_t kMostInstances = 100'000;
constexpr std::size_t kRecordsAtOnce = 10'000, kRecordsPerLook = 64;

std::vector<MetricId> IdsOf(std::span<const WatchedMetric> metrics) {
  std::vector<MetricId> ids;
  for (const WatchedMetric& metric : metrics) ids.push_back(metric.id);
  return ids;
}

}  // namespace

Result<bool> StretchGrowth::Read(Context& context, std::span<const WatchedMetric> metrics,
                                 Timestamp from, Timestamp to, const std::function<bool()>& go_on) {
  if (metrics.empty()) return true;
  if (from_ != from || to < reached_ || recorded_.size() != metrics.size()) {
    from_.reset();
    reached_ = from;
    recorded_.assign(metrics.size(), {});
    leaves_out_ = false;
    if (const auto read = TakeInterpolated(context, metrics, from, recorded_); !read)
      return Fail(read.error());
    from_ = from;
  }
  up_to_end_.clear();
  const Result<bool> is_complete = TakeRecords(context, metrics, to, go_on);
  if (!is_complete) return Fail(is_complete.error());
  if (*is_complete && reached_ < to) {
    up_to_end_ = recorded_;
    if (const auto read = TakeInterpolated(context, metrics, to, up_to_end_); !read)
      return Fail(read.error());
  }
  return is_complete;
}

Result<bool> StretchGrowth::TakeRecords(Context& context, std::span<const WatchedMetric> metrics,
                                        Timestamp to, const std::function<bool()>& go_on) {
  const std::vector<MetricId> ids = IdsOf(metrics);
  if (const auto set = context.SetMode(Mode::kForward, reached_.Plus(1)); !set)
    return Fail(set.error());
  FetchResult result;
  for (std::size_t count = 1;; ++count) {
    const Result<bool> more = context.Fetch(ids, result);
    if (!more) return Fail(more.error());
    if (!*more || result.stamp() > to) return true;
    if (result.after_gap() || result.is_mark()) Interrupt();
    Take(metrics, result, recorded_);
    reached_ = result.stamp();
    if (count == kRecordsAtOnce || (count % kRecordsPerLook == 0 && !go_on())) return false;
  }
}

Result<void> StretchGrowth::TakeInterpolated(Context& context,
                                             std::span<const WatchedMetric> metrics, Timestamp at,
                                             std::vector<Growths>& growths) {
  const std::vector<MetricId> ids = IdsOf(metrics);
  if (const auto set = context.SetMode(Mode::kInterpolated, at, 1); !set) return Fail(set.error());
  FetchResult result;
  const Result<bool> fetched = context.Fetch(ids, result);
  if (!fetched) return Fail(fetched.error());
  if (*fetched) Take(metrics, result, growths);
  return {};
}

void StretchGrowth::Take(std::span<const WatchedMetric> metrics, const FetchResult& result,
                         std::vector<Growths>& growths) {
  for (std::size_t i = 0; i < metrics.size(); ++i)
    for (const FetchedValue& value : result.Values(result.sets()[i])) {
      const auto known = growths[i].find(value.instance);
      if (known == growths[i].end() && growths[i].size() == kMostInstances) {
        leaves_out_ = true;
        continue;
      }
      Growth& growth = known == growths[i].end() ? growths[i][value.instance] : known->second;
      if (metrics[i].IsCounter())
        TakeCounter(metrics[i].desc.type, value, growth);
      else
        growth.value = CellOf(value, metrics[i].desc);
    }
}

// A counter that goes down began at 0 again: it is that of another process.
void StretchGrowth::TakeCounter(Type type, const FetchedValue& value, Growth& growth) {
  const auto bits = value.NumberBits(type);
  if (!bits) return;
  double sum = NumberOf(growth.value).value_or(0);
  if (growth.last) {
    const auto by = GrowthOf(type, *growth.last, *bits, kOwnCounterRule);
    sum += by ? by->by : value.Number(type).value_or(0);
    growth.value = sum;
  }
  growth.last = bits;
}

void StretchGrowth::Interrupt() {
  for (Growths& growths : recorded_)
    for (auto& [instance, growth] : growths) growth.last.reset();
}

Cell StretchGrowth::Of(std::size_t metric, InstanceId instance) const {
  const std::vector<Growths>& known = Known();
  if (metric >= known.size()) return {};
  const auto found = known[metric].find(instance);
  return found == known[metric].end() ? Cell() : found->second.value;
}

std::vector<InstanceId> StretchGrowth::Instances(std::size_t metric) const {
  std::vector<InstanceId> instances;
  const std::vector<Growths>& known = Known();
  if (metric >= known.size()) return instances;
  for (const auto& [instance, growth] : known[metric]) instances.push_back(instance);
  return instances;
}

}  // namespace fdr::tools
