// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/remote_read/remote_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "fdr/replay/text/prometheus_name.h"

namespace fdr {
namespace {

constexpr std::int64_t kMillisPerSecond = 1000;

std::int64_t MillisOf(Timestamp stamp) {
  return stamp.sec * kMillisPerSecond + stamp.nsec / kNanosPerMillisecond;
}

// Times before the Epoch have no records.
Timestamp TimeOf(std::int64_t millis) {
  const std::int64_t from = std::max<std::int64_t>(millis, 0);
  return {from / kMillisPerSecond,
          static_cast<std::int32_t>(from % kMillisPerSecond * kNanosPerMillisecond)};
}

}  // namespace

Result<void> SampleBudget::Take(std::size_t bytes) {
  if (bytes > left_)
    return Fail(Errc::kTooLarge, fmt::format("more than {} bytes of samples", kMost));
  left_ -= bytes;
  return {};
}

Result<void> RemoteReader::Choose(const RemoteMatchers& matchers) {
  // Names of metrics come before those that are made of others.
  std::vector<const SeriesMetric*> others;
  for (const SeriesMetric& metric : catalogue_->metrics()) {
    if (!IsNumeric(metric.desc.type)) continue;
    std::string name = PrometheusName(metric.name);
    if (!matchers.ChooseName(name)) {
      if (metric.desc.semantics == Semantics::kCounter) others.push_back(&metric);
    } else if (auto chosen = ChooseNamed(metric, std::move(name), matchers); !chosen) {
      return chosen;
    }
  }
  for (const SeriesMetric* const metric : others) {
    const std::string own = PrometheusName(metric->name);
    std::string name = own + "_total";
    if (!matchers.ChooseOtherName(name, own)) continue;
    if (auto chosen = ChooseNamed(*metric, std::move(name), matchers); !chosen) return chosen;
  }
  return {};
}

Result<void> RemoteReader::ChooseNamed(const SeriesMetric& metric, std::string name,
                                       const RemoteMatchers& matchers) {
  RemoteLabels labels = LabelsOfMetric(metric, std::move(name));
  if (!metric.desc.indom.IsNull()) return ChooseInstances(metric, labels, matchers);
  if (!matchers.Choose(labels)) return {};
  if (RemoteSamples* added = Add(std::move(labels)))
    metrics_.push_back({.metric = &metric, .ids = nullptr, .singular = added});
  return {};
}

Result<void> RemoteReader::ChooseInstances(const SeriesMetric& metric, const RemoteLabels& labels,
                                           const RemoteMatchers& matchers) {
  auto domain = catalogue_->Domain(&*lease_, metric.desc.indom);
  if (!domain) return Fail(domain.error());
  Metric chosen{.metric = &metric, .ids = std::make_unique<InstanceIds>(*domain)};
  for (const SeriesInstance& instance : (*domain)->instances()) {
    RemoteLabels all = labels;
    AddInstance(instance, **domain, all);
    if (!matchers.Choose(all)) continue;
    if (RemoteSamples* added = Add(std::move(all))) chosen.by_id.emplace(instance.id, added);
  }
  if (chosen.by_id.empty()) return {};
  metrics_.push_back(std::move(chosen));
  domains_.push_back(std::move(*domain));
  return {};
}

// Null if there is such a series already.
RemoteSamples* RemoteReader::Add(RemoteLabels labels) {
  const auto [place, is_new] = series_.try_emplace(std::move(labels));
  return is_new ? &place->second : nullptr;
}

Result<void> RemoteReader::Read(const RemoteQuery& query, const HttpRequest& request,
                                SampleBudget& budget) {
  std::vector<MetricId> ids;
  for (const Metric& metric : metrics_) ids.push_back(metric.metric->desc.id);
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  for (Metric& metric : metrics_)
    metric.set = static_cast<std::size_t>(std::ranges::lower_bound(ids, metric.metric->desc.id) -
                                          ids.begin());
  if (ids.empty()) return {};
  if (auto set = lease_->SetMode(Mode::kForward, TimeOf(query.start)); !set)
    return Fail(set.error());
  FetchResult result;
  while (true) {
    const Fetched fetched = lease_->Fetch(ids, Profile(), result);
    if (!fetched) return Fail(fetched.error());
    // Also if the gap is shown by a record behind the end: answers at one time are the same then.
    if (!*fetched) return lease_->GapStart() ? budget.Take(EndAll()) : Result<void>();
    std::size_t bytes = result.after_gap() ? EndAll() : 0;
    if (MillisOf(result.stamp()) > query.end) return {};
    for (Metric& metric : metrics_) bytes += Take(metric, result);
    if (auto taken = budget.Take(bytes); !taken) return taken;
    if (auto checked = request.CheckLimit(); !checked) return checked;
  }
}

// A series that had a value in the record before, and has none now, has ended.
std::size_t RemoteReader::Take(Metric& metric, const FetchResult& result) {
  const FetchedSet& set = result.sets()[metric.set];
  if (!set.in_record) return 0;
  if (metric.ids)
    metric.ids->MoveTo(lease_->timeline().metadata().FindInDom(metric.metric->desc.indom),
                       result.stamp());
  const std::int64_t time = MillisOf(result.stamp());
  const Type type = metric.metric->desc.type;
  std::size_t bytes = 0;
  present_.clear();
  const std::span<const FetchedValue> values = result.Values(set);
  for (std::size_t i = 0; i < values.size(); ++i) {
    RemoteSamples* const series = SeriesAt(metric, i, values[i].instance);
    const std::optional<double> number = series ? values[i].Number(type) : std::nullopt;
    if (!number) continue;
    bytes += series->Add(time, *number);
    present_.push_back(series);
  }
  // Nothing is added to a series that has a sample at this time.
  for (RemoteSamples* const series : metric.active) bytes += series->AddEnd(time);
  metric.active.swap(present_);
  return bytes;
}

std::size_t RemoteReader::EndAll() {
  std::size_t bytes = 0;
  for (Metric& metric : metrics_) {
    for (RemoteSamples* const series : metric.active) bytes += series->AddEndBehindLast();
    metric.active.clear();
  }
  return bytes;
}

RemoteSamples* RemoteReader::SeriesAt(Metric& metric, std::size_t place, InstanceId instance) {
  if (!metric.ids) return metric.singular;
  if (metric.ids->version() != metric.last_version) {
    metric.last.clear();
    metric.last_version = metric.ids->version();
  }
  if (place >= metric.last.size()) metric.last.resize(place + 1, {kSingular, nullptr});
  auto& [known, series] = metric.last[place];
  if (known != instance) {
    known = instance;
    const auto found = metric.by_id.find(metric.ids->Of(instance));
    series = found == metric.by_id.end() ? nullptr : found->second;
  }
  return series;
}

}  // namespace fdr
