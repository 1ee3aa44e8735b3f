// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/remote_read/remote_labels.h"

#include <algorithm>
#include <utility>

#include "fdr/archive/metadata/metric_labels.h"
#include "fdr/replay/text/json_text.h"
#include "fdr/replay/text/prometheus_name.h"
#include "fdr/replay/text/utf8.h"

namespace fdr {
namespace {

constexpr std::string_view kName = "__name__";

using Kind = RemoteMatcher::Kind;

}  // namespace

RemoteLabels LabelsOfMetric(const SeriesMetric& metric, std::string name) {
  RemoteLabels labels;
  AddRemoteLabels(*metric.labels, labels);
  labels.insert_or_assign(std::string(kName), std::move(name));
  return labels;
}

// A value that is no string stands as JSON.
void AddRemoteLabels(std::string_view json, RemoteLabels& labels) {
  for (const MetricLabel& label : LabelsIn({.json = json, .entries = {}}, LabelLevel::kItem)) {
    const bool is_text = label.value.starts_with('"');
    labels.insert_or_assign(
        PrometheusName(label.name),
        RepairedUtf8(is_text ? UnquotedJson(label.value) : std::string(label.value)));
  }
}

void AddInstance(const SeriesInstance& instance, const SeriesDomain& domain, RemoteLabels& labels) {
  if (const OwnedLabelSet* own = domain.labels().OwnOf(instance.instance))
    AddRemoteLabels(own->json, labels);
  labels.insert_or_assign("instid", std::to_string(instance.instance));
  labels.insert_or_assign("instname", RepairedUtf8(instance.name));
}

Result<RemoteMatchers> RemoteMatchers::Compile(std::vector<RemoteMatcher> matchers) {
  RemoteMatchers compiled;
  for (RemoteMatcher& matcher : matchers) {
    std::optional<TextPattern> pattern;
    if (matcher.kind == Kind::kRegex || matcher.kind == Kind::kNotRegex) {
      Result<TextPattern> made = TextPattern::Regex(matcher.value);
      if (!made) return Fail(made.error());
      pattern = std::move(*made);
    }
    compiled.all_.push_back({std::move(matcher), std::move(pattern)});
  }
  return compiled;
}

bool RemoteMatchers::ChooseName(std::string_view name) const {
  return std::ranges::all_of(
      all_, [&](const One& one) { return one.matcher.label != kName || Holds(one, name); });
}

bool RemoteMatchers::ChooseOtherName(std::string_view other, std::string_view own) const {
  const auto is_exclusion = [](const One& one) {
    return one.matcher.label == kName &&
           (one.matcher.kind == Kind::kNotEqual || one.matcher.kind == Kind::kNotRegex);
  };
  return ChooseName(other) && std::ranges::all_of(all_, [&](const One& one) {
           return !is_exclusion(one) || Holds(one, own);
         });
}

bool RemoteMatchers::Choose(const RemoteLabels& labels) const {
  return std::ranges::all_of(all_, [&](const One& one) {
    const auto label = labels.find(one.matcher.label);
    return Holds(one, label == labels.end() ? std::string_view() : std::string_view(label->second));
  });
}

bool RemoteMatchers::Holds(const One& one, std::string_view value) {
  switch (one.matcher.kind) {
    case Kind::kEqual:
      return value == one.matcher.value;
    case Kind::kNotEqual:
      return value != one.matcher.value;
    case Kind::kRegex:
      return one.pattern->MatchesWhole(value);
    case Kind::kNotRegex:
      return !one.pattern->MatchesWhole(value);
  }
  return false;
}

}  // namespace fdr
