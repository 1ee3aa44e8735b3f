// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/metric_info.h"

#include <algorithm>
#include <iterator>

#include "fdr/replay/labels/label_levels.h"
#include "fdr/replay/labels/label_texts.h"
#include "fdr/replay/recorded/last_labels.h"

namespace fdr {
namespace {

// The number of metrics in one question to a source.
constexpr std::size_t kAtATime = 256;

}  // namespace

InfoReader::InfoReader(Context& context, InfoWanted wanted, KnownText known)
    : context_(context),
      derived_(dynamic_cast<const DerivedContext*>(&context)),
      wanted_(wanted),
      known_(std::move(known)) {
  if (wanted_.labels != nullptr) GoToLastLabels(*wanted_.labels);
}

Result<std::vector<MetricInfo>> InfoReader::Read(std::span<const std::string> names,
                                                 const CheckLimit& check) {
  std::vector<MetricInfo> all;
  for (; !names.empty(); names = names.subspan(std::min(kAtATime, names.size())))
    if (Result<void> read = ReadSome(names.first(std::min(kAtATime, names.size())), check, all);
        !read)
      return Fail(read.error());
  return all;
}

Result<void> InfoReader::ReadSome(std::span<const std::string> names, const CheckLimit& check,
                                  std::vector<MetricInfo>& all) {
  if (Result<void> checked = check(); !checked) return checked;
  Result<std::vector<MetricInfo>> metrics = ReadDescs(names);
  if (!metrics) return Fail(metrics.error());
  if (wanted_.one_line) AddTexts(TextKind::kMetricOneLine, &MetricInfo::one_line, *metrics);
  if (wanted_.help) AddTexts(TextKind::kMetricHelp, &MetricInfo::help, *metrics);
  for (MetricInfo& metric : *metrics) {
    if (Result<void> checked = check(); !checked) return checked;
    AddOwnTexts(metric);
    if (wanted_.instances && !metric.desc.indom.IsNull())
      metric.instances = InstancesOf(metric.desc.indom);
    if (wanted_.labels != nullptr) AddLabels(metric);
  }
  std::ranges::move(*metrics, std::back_inserter(all));
  return {};
}

Result<std::vector<MetricInfo>> InfoReader::ReadDescs(std::span<const std::string> names) {
  const auto found = context_.Find(names);
  if (!found) return Fail(found.error());
  std::vector<MetricId> ids;
  for (const Result<MetricId>& id : *found) {
    if (!id && !wanted_.skip_unknown) return Fail(id.error());
    ids.push_back(id.value_or(MetricId()));
  }
  const auto descs = context_.Descs(ids);
  if (!descs) return Fail(descs.error());
  std::vector<MetricInfo> metrics;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Result<Desc>& desc = (*descs)[i];
    if (!desc && !wanted_.skip_unknown) return Fail(desc.error());
    if (!desc || !(*found)[i]) continue;
    metrics.emplace_back();
    metrics.back().name = names[i];
    metrics.back().desc = *desc;
  }
  return metrics;
}

// A metric without a text has an empty one.
void InfoReader::AddTexts(TextKind kind, std::string MetricInfo::*to,
                          std::vector<MetricInfo>& metrics) {
  std::size_t open = metrics.size();
  for (MetricInfo& metric : metrics)
    context_.StartText(kind, metric.desc.id.value, [&metric, &open, to](Result<std::string> text) {
      if (text) metric.*to = std::move(*text);
      --open;
    });
  while (open > 0) context_.Wait();
}

void InfoReader::AddOwnTexts(MetricInfo& metric) {
  if (derived_ != nullptr)
    if (const auto definition = derived_->Definition(metric.desc.id))
      metric.expression = definition->expression.text;
  if (!known_ || !metric.one_line.empty() || !metric.help.empty() || !metric.expression.empty())
    return;
  metric.one_line = known_(metric.name, metric.desc);
  metric.has_known_text = !metric.one_line.empty();
}

void InfoReader::AddLabels(MetricInfo& metric) {
  std::vector<LabelOwner> owners = LabelOwnersOf(metric.desc.id, metric.desc.indom);
  if (!metric.desc.indom.IsNull())
    owners.push_back({LabelLevel::kInstances, metric.desc.indom.value});
  for (const LabelOwner& owner : owners)
    if (owner.level != LabelLevel::kContext)
      if (auto labels = LabelsOf(owner.level, owner.id); !labels->empty())
        metric.labels.push_back(std::move(labels));
}

// Metrics of one domain share the list: it may be long.
std::shared_ptr<const NamedInstances> InfoReader::InstancesOf(InDomId indom) {
  const auto [place, is_new] = instances_.try_emplace(indom);
  if (!is_new) return place->second;
  NamedInstances instances = context_.AllInstances(indom).value_or(NamedInstances());
  std::ranges::sort(instances, {}, &NamedInstance::id);
  place->second = std::make_shared<const NamedInstances>(std::move(instances));
  return place->second;
}

std::shared_ptr<const LabelLines> InfoReader::LabelsOf(LabelLevel level, std::uint32_t id) {
  const auto [place, is_new] = labels_.try_emplace({level, id});
  if (!is_new) return place->second;
  const std::set<std::string> lines = ReadLabels(level, id);
  place->second = std::make_shared<const LabelLines>(lines.begin(), lines.end());
  return place->second;
}

std::set<std::string> InfoReader::ReadLabels(LabelLevel level, std::uint32_t id) {
  std::set<std::string> lines;
  const auto add = [&lines, most = wanted_.most_searched](std::string_view json) {
    for (const auto& [name, value] : LabelTextsOf(json)) {
      if (lines.size() > most) return;
      std::string line = name;
      lines.insert(line.append("=").append(value));
    }
  };
  if (level == LabelLevel::kInstances) {
    TakeInstanceLabels(*wanted_.labels, InDomId{id},
                       [&add](InstanceId, std::string_view json) { add(json); });
    return lines;
  }
  if (const auto sets = wanted_.labels->Labels(level, id))
    for (const OwnedLabelSet& set : *sets) add(set.json);
  return lines;
}

}  // namespace fdr
