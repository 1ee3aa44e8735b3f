// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/names/metric_info.h"

#include <algorithm>
#include <utility>

namespace fdr::tools {

Result<std::vector<MetricInfo>> InfoReader::Read(std::span<const std::string> names) {
  std::vector<MetricInfo> facts(names.size());
  if (Result<void> added = AddDescs(names, facts); !added) return Fail(added.error());
  AddTexts(TextKind::kMetricOneLine, &MetricInfo::one_line, facts);
  if (wanted_.help) AddTexts(TextKind::kMetricHelp, &MetricInfo::help, facts);
  for (MetricInfo& metric : facts) {
    if (derived_ != nullptr)
      if (const auto definition = derived_->Definition(metric.desc.id))
        metric.expression = definition->expression.text;
    if (metric.one_line.empty() && metric.help.empty() && metric.expression.empty()) {
      if (!known_) known_.emplace();
      metric.one_line = known_->Of(metric.name, metric.desc);
      metric.has_known_text = !metric.one_line.empty();
    }
    if (wanted_.instances && !metric.desc.indom.IsNull())
      metric.instances = InstancesOf(metric.desc.indom);
  }
  return facts;
}

Result<void> InfoReader::AddDescs(std::span<const std::string> names,
                                  std::vector<MetricInfo>& facts) {
  const auto found = context_.Find(names);
  if (!found) return Fail(found.error());
  std::vector<MetricId> ids;
  for (const Result<MetricId>& id : *found) {
    if (!id) return Fail(id.error());
    ids.push_back(*id);
  }
  const auto descs = context_.Descs(ids);
  if (!descs) return Fail(descs.error());
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!(*descs)[i]) return Fail((*descs)[i].error());
    facts[i].name = names[i];
    facts[i].desc = *(*descs)[i];
  }
  return {};
}

// A metric without a text has an empty one.
void InfoReader::AddTexts(TextKind kind, std::string MetricInfo::*to,
                          std::vector<MetricInfo>& facts) {
  std::size_t open = facts.size();
  for (MetricInfo& metric : facts)
    context_.StartText(kind, metric.desc.id.value, [&metric, &open, to](Result<std::string> text) {
      if (text) metric.*to = std::move(*text);
      --open;
    });
  while (open > 0) context_.Wait();
}

// Metrics of one domain share the list: it may be long.
std::shared_ptr<const InstanceNames> InfoReader::InstancesOf(InDomId indom) {
  const auto [place, is_new] = instances_.try_emplace(indom);
  if (!is_new) return place->second;
  InstanceNames instances = context_.AllInstances(indom).value_or(InstanceNames());
  std::ranges::sort(instances, {}, &NamedInstance::id);
  place->second = std::make_shared<const InstanceNames>(std::move(instances));
  return place->second;
}

}  // namespace fdr::tools
