// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/instance_conditions.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/recorded/last_labels.h"
#include "fdr/replay/serve/series/id/series_labels.h"
#include "fdr/replay/serve/series/language/operand_parser.h"

namespace fdr {
namespace {

using Subject = SeriesCondition::Subject;

bool IsOnLabel(const SeriesCondition& condition) {
  return condition.kind == SeriesCondition::Kind::kCompare && condition.subject == Subject::kLabel;
}

tl::unexpected<Error> Wrong(const Error& error) {
  return Fail(Errc::kInvalidArgument, "i: " + error.what);
}

// In one line, and not as `words` says it, with a caret below the place.
tl::unexpected<Error> WrongAt(const std::string& text, const SeriesWords& words) {
  const std::string place =
      words.Is(SeriesToken::Kind::kEnd) ? "the end" : '"' + text.substr(words.token().at) + '"';
  return Fail(Errc::kInvalidArgument, "i: syntax error at " + place);
}

}  // namespace

Result<InstanceConditions> InstanceConditions::Parse(const std::string& text) {
  constexpr std::size_t kLongestText = 16 << 10;
  if (text.size() > kLongestText)
    return Fail(Errc::kInvalidArgument,
                "i: conditions have at most " + std::to_string(kLongestText) + " bytes");
  SeriesWords words(text);
  std::vector<SeriesCondition> parsed;
  const bool is_parsed = ParseSeriesConditions(words, parsed);
  if (!is_parsed && words.error().code == Errc::kTooLarge) return Wrong(words.error());
  if (!is_parsed || !words.Is(SeriesToken::Kind::kEnd)) return WrongAt(text, words);
  Result<ConditionMatcher> matcher = ConditionMatcher::Compile(std::move(parsed));
  if (!matcher) return Wrong(matcher.error());
  InstanceConditions conditions;
  conditions.matcher_ = std::make_shared<const ConditionMatcher>(std::move(*matcher));
  return conditions;
}

bool InstanceConditions::HasLabels() const {
  return std::ranges::any_of(matcher_->conditions(), IsOnLabel);
}

Result<void> InstanceConditions::ReadLabels(Context& context, std::span<const Desc> metrics) {
  if (!HasLabels()) return {};
  GoToLastLabels(context);
  auto labels = std::make_shared<Labels>();
  LabelsOfSource source(context);
  for (const Desc& desc : metrics) {
    if (desc.indom.IsNull()) continue;
    const Result<LabelMerger> merged = source.MergedOf(desc);
    if (!merged) return Fail(merged.error());
    labels->of_metrics.try_emplace(desc.id, Compared(merged->text()));
    if (labels->of_instances.contains(desc.indom)) continue;
    auto& instances = labels->of_instances[desc.indom];
    TakeInstanceLabels(context, desc.indom, [&](InstanceId id, std::string_view json) {
      instances.try_emplace(id, Compared(json));
    });
  }
  labels_ = std::move(labels);
  return {};
}

// Of a set, those labels that are compared.
LabelTexts InstanceConditions::Compared(std::string_view json) const {
  LabelTexts all = LabelTextsOf(json), compared;
  for (const SeriesCondition& condition : matcher_->conditions()) {
    if (!IsOnLabel(condition)) continue;
    const auto found = all.find(condition.label);
    if (found != all.end()) compared.insert(all.extract(found));
  }
  return compared;
}

const std::string* InstanceConditions::LabelOf(const std::string& label, const Desc& desc,
                                               InstanceId id) const {
  if (!labels_) return nullptr;
  if (const auto domain = labels_->of_instances.find(desc.indom);
      domain != labels_->of_instances.end())
    if (const auto own = domain->second.find(id); own != domain->second.end())
      if (const auto found = own->second.find(label); found != own->second.end())
        return &found->second;
  const auto metric = labels_->of_metrics.find(desc.id);
  if (metric == labels_->of_metrics.end()) return nullptr;
  const auto found = metric->second.find(label);
  return found != metric->second.end() ? &found->second : nullptr;
}

bool InstanceConditions::Hold(const std::string& metric, const Desc& desc, InstanceId id,
                              const std::string& name) const {
  const auto has = [&](std::size_t place) -> Result<bool> {
    const SeriesCondition& condition = matcher_->conditions()[place];
    const std::string* const text = condition.subject == Subject::kMetricName ? &metric
                                    : condition.subject == Subject::kInstanceName
                                        ? &name
                                        : LabelOf(condition.label, desc, id);
    return text != nullptr && matcher_->MeetsIt(place, *text);
  };
  return matcher_->Holds(has).value_or(false);
}

}  // namespace fdr
