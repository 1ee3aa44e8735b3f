// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/statistics_plan.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <system_error>

#include "fdr/replay/labels/label_merger.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {
namespace {

constexpr std::string_view kThinned = "thinned";
constexpr std::string_view kInterval = "interval";

// "60s", "0.25s".
std::string SecondsText(std::int64_t nanos) {
  std::string text = std::to_string(nanos / kNanosPerSecond);
  if (const std::int64_t rest = nanos % kNanosPerSecond; rest != 0) {
    std::string decimals = std::to_string(kNanosPerSecond + rest).substr(1);
    decimals.erase(decimals.find_last_not_of('0') + 1);
    text += "." + decimals;
  }
  return text + "s";
}

// Of the first label with this name, as JSON.
std::optional<std::string> ValueIn(const LabelSetRecord& labels, std::string_view name) {
  for (const LabelSet& set : labels.sets)
    for (const LabelEntry& entry : set.entries)
      if (set.Name(entry) == name) return std::string(set.Value(entry));
  return std::nullopt;
}

// The seconds of a text that SecondsText() may have written, with its quotes.
std::optional<double> IntervalIn(const LabelSetRecord& labels, std::string_view name) {
  const std::string value = ValueIn(labels, name).value_or("");
  if (value.size() < 4 || value.front() != '"' || !value.ends_with("s\"")) return std::nullopt;
  const char* const end = value.data() + value.size() - 2;
  double seconds = 0;
  const auto [rest, error] = std::from_chars(value.data() + 1, end, seconds);
  if (error != std::errc() || rest != end || !std::isfinite(seconds)) return std::nullopt;
  return seconds;
}

bool IsShorter(double seconds, std::int64_t nanos) {
  return seconds < static_cast<double>(nanos) / kNanosPerSecond;
}

// The places of labels whose JSON we have written ourselves.
std::vector<LabelEntry> EntriesOf(const std::string& json, LabelLevel level) {
  std::vector<LabelEntry> entries;
  for (const JsonLabel& label : ParseLabels(json).value_or(std::vector<JsonLabel>()))
    entries.push_back({.name_offset = static_cast<std::uint16_t>(label.name_at),
                       .name_length = static_cast<std::uint8_t>(label.name.size()),
                       .flags = static_cast<std::uint8_t>(level),
                       .value_offset = static_cast<std::uint16_t>(label.value_at),
                       .value_length = static_cast<std::uint16_t>(label.value.size())});
  return entries;
}

LabelSet SetOf(std::string_view json, std::vector<LabelEntry> entries) {
  LabelSet set;
  set.json = json;
  set.count = static_cast<std::int32_t>(entries.size());
  set.entries = std::move(entries);
  return set;
}

}  // namespace

StatisticsPlan::StatisticsPlan(const StatisticsWanted& wanted, std::int64_t interval)
    : wanted_(wanted), interval_(SecondsText(interval)) {}

Result<void> StatisticsPlan::Add(const DescRecord& record) {
  const std::string name(record.names.empty() ? std::string_view() : record.names.front());
  const auto statistic = names_.find(record.desc.id);
  if (statistic != names_.end() && statistic->second != name)
    return Fail(Errc::kExists, name + ": Its identifier " + ToString(record.desc.id) +
                                   " is that of " + statistic->second +
                                   ", which an earlier archive needed");
  taken_.insert(record.desc.id);
  if (!name.empty()) news_.emplace_back(record.desc, name);
  return {};
}

const std::vector<StatisticMetric>& StatisticsPlan::StatisticsFor(const Metric& metric) {
  const auto [known, is_new] = of_metric_.try_emplace(metric.first.id);
  if (!is_new) return known->second;
  known->second = StatisticsOf(metric.first, metric.second, wanted_,
                               [this](MetricId id) { return taken_.contains(id); });
  for (const StatisticMetric& statistic : known->second) taken_.insert(statistic.desc.id);
  return known->second;
}

Result<void> StatisticsPlan::Describe(
    Timestamp stamp, const std::function<Result<void>(const MetadataRecord&)>& pass,
    const std::function<void(MetricId, std::vector<StatisticTarget>)>& set) {
  std::unordered_set<std::string> given;
  for (const auto& [desc, name] : news_)
    if (StatisticIn(name)) given.insert(name);
  for (const Metric& metric : std::exchange(news_, {})) {
    if (StatisticIn(metric.second)) continue;
    std::vector<StatisticTarget> targets;
    for (const StatisticMetric& statistic : StatisticsFor(metric)) {
      if (given.contains(statistic.name)) continue;
      if (names_.try_emplace(statistic.desc.id, statistic.name).second)
        if (auto passed = Pass(statistic, stamp, pass); !passed) return passed;
      targets.push_back({statistic.statistic, statistic.desc.id, statistic.desc.type});
    }
    set(metric.first.id, std::move(targets));
  }
  return {};
}

Result<void> StatisticsPlan::Pass(
    const StatisticMetric& statistic, Timestamp stamp,
    const std::function<Result<void>(const MetadataRecord&)>& pass) const {
  const DescRecord desc{.desc = statistic.desc, .names = {statistic.name}};
  if (auto passed = pass(MetadataRecord(desc)); !passed) return passed;
  for (const TextKind kind : {TextKind::kMetricOneLine, TextKind::kMetricHelp}) {
    const TextRecord text{.kind = kind, .id = statistic.desc.id.value, .stored = statistic.help};
    if (auto passed = pass(MetadataRecord(text)); !passed) return passed;
  }
  std::string labels;
  JsonWriter json(labels);
  json.BeginObject().Key(kInterval).String(interval_).Key("of").String(statistic.of);
  json.Key("statistic").String(WordOf(statistic.statistic)).EndObject();
  const LabelSet item = SetOf(labels, EntriesOf(labels, LabelLevel::kItem));
  return pass(MetadataRecord(LabelSetRecord{.stamp = stamp,
                                            .level = static_cast<std::uint32_t>(LabelLevel::kItem),
                                            .id = statistic.desc.id.value,
                                            .sets = {item}}));
}

ThinnedLabel::ThinnedLabel(std::int64_t interval) : interval_(interval) {}

LabelSetRecord ThinnedLabel::Merge(const LabelSetRecord& context) {
  const auto seconds = IntervalIn(context, kThinned);
  return seconds && !IsShorter(*seconds, interval_) ? context : Put(context, kThinned);
}

LabelSetRecord ThinnedLabel::Renew(const LabelSetRecord& labels) {
  const bool is_of_context = labels.level == static_cast<std::uint32_t>(LabelLevel::kContext);
  const bool is_of_statistic = labels.level == static_cast<std::uint32_t>(LabelLevel::kItem) &&
                               ValueIn(labels, "of") && ValueIn(labels, "statistic");
  if (!is_of_context && !is_of_statistic) return labels;
  const std::string_view name = is_of_context ? kThinned : kInterval;
  const auto seconds = IntervalIn(labels, name);
  return seconds && IsShorter(*seconds, interval_) ? Put(labels, name) : labels;
}

LabelSetRecord ThinnedLabel::Put(const LabelSetRecord& labels, std::string_view name) {
  json_.clear();
  JsonWriter writer(json_);
  writer.BeginObject().Key(name).String(SecondsText(interval_)).EndObject();
  LabelMerger merger;
  bool fits = true;
  for (const LabelSet& set : labels.sets) {
    const std::string json(set.json);
    fits = fits && merger.Add(LabelsIn(json, set.entries), json.c_str());
  }
  const std::vector<LabelEntry> own = EntriesOf(json_, static_cast<LabelLevel>(labels.level));
  fits = fits && merger.Add(LabelsIn(json_, own), json_.c_str());
  if (!fits) return labels;
  merged_ = merger.text();
  std::vector<LabelEntry> entries;
  for (const MergeLabel& label : merger.labels()) entries.push_back(label.place);
  return {.stamp = labels.stamp,
          .level = labels.level,
          .id = labels.id,
          .sets = {SetOf(merged_, std::move(entries))}};
}

}  // namespace fdr
