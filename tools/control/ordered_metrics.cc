// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/control/ordered_metrics.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "fdr/logger/config/resolved_names.h"
#include "fdr/tools/options/metric_pattern.h"
#include "fdr/tools/series/columns.h"

namespace fdr::tools {
namespace {

// A number is that of an instance, unless there is one of this name.
Result<InstanceId> FindNamed(const std::vector<NamedInstance>& instances, const std::string& text,
                             const std::string& metric) {
  if (const auto named = FindInstance(instances, text)) return *named;
  InstanceId id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error == std::errc() && end == text.data() + text.size())
    if (const auto numbered = FindInstance(instances, id)) return *numbered;
  return Fail(Errc::kNotFound, "There is no instance \"" + text + '"', metric);
}

Result<void> Add(Context& source, const std::string& name, const Result<MetricId>& id,
                 const std::vector<std::string>& instances, OrderedMetrics& all) {
  if (!id) return Fail(id.error());
  const Result<Desc> desc = source.DescOf(*id);
  if (!desc) return Fail(desc.error());
  LogOrder::Metric metric{.id = *id};
  if (!desc->indom.IsNull()) {
    Result<std::vector<NamedInstance>> present = source.Instances(desc->indom);
    if (!present) return Fail(present.error());
    for (const std::string& wanted : instances) {
      const Result<InstanceId> instance = FindNamed(*present, wanted, name);
      if (!instance) return Fail(instance.error());
      metric.instances.push_back(*instance);
    }
    all.instances[*id] = std::move(*present);
  } else if (!instances.empty()) {
    return Fail(Errc::kInvalidArgument, "It has no instances", name);
  }
  all.metrics.push_back(std::move(metric));
  all.names.push_back(name);
  return {};
}

}  // namespace

std::string OrderedMetrics::NameOf(MetricId metric, InstanceId instance) const {
  const auto present = instances.find(metric);
  if (present == instances.end()) return "";
  const auto named = std::ranges::find(present->second, instance, &NamedInstance::id);
  return '[' + (named != present->second.end() ? named->name : std::to_string(instance)) + ']';
}

Result<OrderedMetrics> FindOrderedMetrics(Context& source, const std::vector<std::string>& words) {
  OrderedMetrics all;
  for (const std::string& word : words) {
    const Result<ColumnSpec> spec = ParseColumnSpec(word);
    if (!spec) return Fail(spec.error());
    const Result<std::vector<std::string>> names = ExpandPattern(source, spec->metric);
    if (!names) return Fail(names.error());
    const auto ids = source.Find(*names);
    if (!ids) return Fail(ids.error());
    for (std::size_t i = 0; i < names->size(); ++i)
      if (const Result<void> added = Add(source, (*names)[i], (*ids)[i], spec->instances, all);
          !added)
        return Fail(added.error());
  }
  return all;
}

}  // namespace fdr::tools
