// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/series_filter.h"

#include <algorithm>
#include <utility>

#include "fdr/archive/metadata/metric_labels.h"
#include "fdr/replay/number.h"

namespace fdr {
namespace {

constexpr std::size_t kMostPatterns = 16;  // each may take megabytes

using Kind = SeriesCondition::Kind;
using Operator = SeriesCondition::Operator;
using Subject = SeriesCondition::Subject;

bool IsNegated(Operator op) { return op == Operator::kNotEqual || op == Operator::kNotRegex; }

std::optional<double> NumberOf(std::string_view text) {
  const ParsedNumber number = ParseNumber(text);
  if (text.empty() || number.length != text.size()) return std::nullopt;
  return number.value;
}

bool Compare(Operator op, std::string_view text, std::string_view operand) {
  const auto a = NumberOf(text), b = NumberOf(operand);
  if (!a || !b) return false;
  switch (op) {
    case Operator::kLess:
      return *a < *b;
    case Operator::kLessOrEqual:
      return *a <= *b;
    case Operator::kGreater:
      return *a > *b;
    default:
      return *a >= *b;
  }
}

Result<std::optional<TextPattern>> PatternOf(const SeriesCondition& condition) {
  if (condition.kind != Kind::kCompare) return std::nullopt;
  if (condition.op == Operator::kGlob) return TextPattern::Glob(condition.operand);
  if (condition.op == Operator::kRegex || condition.op == Operator::kNotRegex)
    return TextPattern::Regex(condition.operand);
  return std::nullopt;
}

}  // namespace

Result<SeriesFilter> SeriesFilter::Compile(SeriesOperand operand) {
  SeriesFilter filter(std::move(operand));
  if (filter.operand_.name.find('*') != std::string::npos) {
    Result<TextPattern> name = TextPattern::Glob(filter.operand_.name);
    if (!name) return Fail(name.error());
    filter.name_ = std::move(*name);
  }
  std::size_t count = 0;
  for (const SeriesCondition& condition : filter.operand_.conditions) {
    Result<std::optional<TextPattern>> pattern = PatternOf(condition);
    if (!pattern) return Fail(pattern.error());
    if (*pattern && ++count > kMostPatterns)
      return Fail(Errc::kTooLarge,
                  "an expression has at most " + std::to_string(kMostPatterns) + " patterns");
    filter.patterns_.push_back(std::move(*pattern));
  }
  return filter;
}

Result<bool> SeriesFilter::Matches(const SeriesSource& source, const SeriesMetric& metric) {
  const bool is_named = name_ ? name_->MatchesWhole(metric.name)
                              : operand_.name.empty() || operand_.name == metric.name;
  if (!is_named || operand_.conditions.empty()) return is_named;
  // Each condition stands behind its parts.
  std::vector<bool> holds;
  holds.reserve(operand_.conditions.size());
  for (std::size_t i = 0; i < operand_.conditions.size(); ++i) {
    const SeriesCondition& condition = operand_.conditions[i];
    if (condition.kind == Kind::kCompare) {
      const Result<bool> held = Holds(i, source, metric);
      if (!held) return held;
      holds.push_back(*held);
    } else {
      const bool left = holds[condition.left], right = holds[condition.right];
      holds.push_back(condition.kind == Kind::kAnd ? left && right : left || right);
    }
  }
  return holds.back();
}

Result<bool> SeriesFilter::Holds(std::size_t place, const SeriesSource& source,
                                 const SeriesMetric& metric) {
  const SeriesCondition& condition = operand_.conditions[place];
  bool holds = false;
  if (condition.subject == Subject::kMetricName) {
    holds = HoldsFor(place, metric.name);
  } else if (condition.subject == Subject::kLabel) {
    const LabelTexts& labels = LabelsOf(metric);
    const auto label = labels.find(condition.label);
    holds = label != labels.end() && HoldsFor(place, label->second);
  }
  if (!holds && condition.subject != Subject::kMetricName) {
    const Result<bool> held = HoldsForInstance(place, source, metric);
    if (!held) return held;
    holds = *held;
  }
  return holds != IsNegated(condition.op);
}

Result<bool> SeriesFilter::HoldsForInstance(std::size_t place, const SeriesSource& source,
                                            const SeriesMetric& metric) {
  if (metric.desc.indom.IsNull()) return false;
  const auto domain = source.Domain(metric.desc.indom);
  if (!domain) return Fail(domain.error());
  if (!*domain) return false;
  if (operand_.conditions[place].subject == Subject::kInstanceName) {
    const auto& instances = (*domain)->instances();
    return std::ranges::any_of(
        instances, [&](const SeriesInstance& instance) { return HoldsFor(place, instance.name); });
  }
  const auto& labels = InstanceLabelsOf(*domain);
  const auto values = labels.find(operand_.conditions[place].label);
  return values != labels.end() && std::ranges::any_of(values->second, [&](const auto& value) {
           return HoldsFor(place, value);
         });
}

const SeriesFilter::LabelValues& SeriesFilter::InstanceLabelsOf(
    const std::shared_ptr<const SeriesDomain>& domain) {
  const auto [place, is_new] = instance_labels_.try_emplace(domain);
  if (!is_new) return place->second;
  for (const SeriesInstance& instance : domain->instances())
    if (const OwnedLabelSet* own = domain->labels().OwnOf(instance.instance))
      for (auto& [name, value] : LabelTextsOf(own->json))
        place->second[name].insert(std::move(value));
  return place->second;
}

// Whether the condition, without its negation, holds for a text.
bool SeriesFilter::HoldsFor(std::size_t place, std::string_view text) const {
  const SeriesCondition& condition = operand_.conditions[place];
  switch (condition.op) {
    case Operator::kEqual:
    case Operator::kNotEqual:
      return text == condition.operand;
    case Operator::kGlob:
      return patterns_[place]->MatchesWhole(text);
    case Operator::kRegex:
    case Operator::kNotRegex:
      return patterns_[place]->IsIn(text);
    default:
      return Compare(condition.op, text, condition.operand);
  }
}

const LabelTexts& SeriesFilter::LabelsOf(const SeriesMetric& metric) {
  const auto [place, is_new] = labels_.try_emplace(metric.labels);
  if (is_new) place->second = LabelTextsOf(*metric.labels);
  return place->second;
}

LabelTexts LabelTextsOf(std::string_view json) {
  LabelTexts texts;
  for (const MetricLabel& label : LabelsIn({.json = json, .entries = {}}, LabelLevel::kItem)) {
    std::string_view value = label.value;
    const bool is_text = value.size() >= 2 && value.front() == '"';
    texts[label.name] = is_text ? value.substr(1, value.size() - 2) : value;
  }
  return texts;
}

}  // namespace fdr
