// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/chosen_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fdr/archive/files/archive_files.h"
#include "fdr/replay/derive/depth_first.h"
#include "fdr/replay/pattern/glob.h"
#include "fdr/tools/options/metric_arguments.h"
#include "fdr/tools/text/nearest_names.h"

namespace fdr::tools {
namespace {

using MetricSet = std::unordered_set<MetricId>;

bool NamesMetric(const std::string& word, const std::string& name) {
  return IsGlob(word) ? MatchesGlob(word, name) : IsAtOrBelow(name, word);
}

bool AnyNamesMetric(const std::vector<std::string>& words, const std::string& name) {
  return std::ranges::any_of(words,
                             [&](const std::string& word) { return NamesMetric(word, name); });
}

// What a word may name.
struct Choice {
  const NameTree& names;
  std::span<const DerivedName> derived;
};

// Adds the metrics of the name, if there are any.
void AddMetricsNamed(const Choice& choice, const std::string& pattern, MetricSet& metrics) {
  const bool is_glob = IsGlob(pattern);
  for (const DerivedName& one : choice.derived)
    if (NamesMetric(pattern, one.name)) metrics.insert(one.id);
  const NameTree& names = choice.names;
  const std::optional<NameTree::Node> from = names.Find(is_glob ? "" : pattern);
  if (!from) return;
  names.Visit(*from, [&](NameTree::Node node) {
    if (is_glob && !MatchesGlob(pattern, std::string(names.FullName(node)))) return;
    if (const auto metric = names.Metric(node)) metrics.insert(*metric);
  });
}

Error NoSuchMetric(const Choice& choice, const std::string& pattern) {
  std::vector<std::string> all;
  choice.names.Visit(NameTree::kRoot,
                     [&](NameTree::Node node) { all.emplace_back(choice.names.FullName(node)); });
  for (const DerivedName& one : choice.derived) all.push_back(one.name);
  return {Errc::kNotFound,
          fmt::format("Unknown metric \"{}\"{}", pattern, DidYouMean(pattern, all)),
          {},
          0};
}

enum class Unknown : std::uint8_t { kFails, kIsPassed };

Result<MetricSet> MetricsNamed(const Choice& choice, const std::vector<std::string>& arguments,
                               const std::vector<std::string>& report_files, Unknown unknown,
                               bool quiet) {
  MetricSet metrics;
  for (const std::string& argument : arguments)
    for (const std::string& word : SplitNames(argument)) {
      const Result<std::vector<std::string>> meant = MetricsOfChoice({word}, report_files, quiet);
      if (!meant) return Fail(meant.error());
      MetricSet found;
      for (const std::string& name : *meant) AddMetricsNamed(choice, name, found);
      if (found.empty() && unknown == Unknown::kFails) return Fail(NoSuchMetric(choice, word));
      metrics.merge(found);
    }
  return metrics;
}

Result<MetricSet> MetricsChosen(const Metadata& metadata, std::span<const DerivedName> derived,
                                const MetricWords& words, Unknown unknown, bool quiet) {
  const Choice choice{metadata.names(), derived};
  Result<MetricSet> metrics = MetricsNamed(choice, words.only, words.report_files, unknown, quiet);
  if (!metrics) return metrics;
  if (words.only.empty()) {
    for (const Desc& desc : metadata.metrics()) metrics->insert(desc.id);
    for (const DerivedName& one : derived) metrics->insert(one.id);
  }
  const Result<MetricSet> others =
      MetricsNamed(choice, words.without, words.report_files, unknown, quiet);
  if (!others) return others;
  std::erase_if(*metrics, [&](MetricId id) { return others->contains(id); });
  return metrics;
}

}  // namespace

Result<void> CheckMetricWords(const MetricWords& names) {
  for (const auto* const list : {&names.only, &names.without})
    for (const std::string& argument : *list)
      for (const std::string& word : SplitNames(argument))
        if (const auto meant = MetricsOfChoice({word}, names.report_files, true); !meant)
          return Fail(meant.error());
  return {};
}

Result<MetricSet> MetricsToCopy(const Metadata& metadata, std::span<const DerivedName> derived,
                                const MetricWords& names, bool quiet) {
  return MetricsChosen(metadata, derived, names, Unknown::kFails, quiet);
}

Result<MetricWords> WithoutReports(const MetricWords& names) {
  MetricWords plain;
  for (const auto& [from, to] :
       {std::pair(&names.only, &plain.only), std::pair(&names.without, &plain.without)})
    for (const std::string& argument : *from)
      for (const std::string& word : SplitNames(argument)) {
        const auto meant = MetricsOfChoice({word}, names.report_files, true);
        if (!meant) return Fail(meant.error());
        to->insert(to->end(), meant->begin(), meant->end());
      }
  return plain;
}

bool IsNamed(const std::string& name, const MetricWords& words) {
  return (words.only.empty() || AnyNamesMetric(words.only, name)) &&
         !AnyNamesMetric(words.without, name);
}

MetricSet MetricsOfOneToCopy(const Metadata& metadata, const MetricWords& names) {
  return MetricsChosen(metadata, {}, names, Unknown::kIsPassed, true).value_or(MetricSet());
}

}  // namespace fdr::tools
