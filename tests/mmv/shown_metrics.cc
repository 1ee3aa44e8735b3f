// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/mmv/shown_metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

namespace fdr::test {
namespace {

std::string TextOf(Context& context, TextKind kind, std::uint32_t id) {
  const Result<std::string> text = context.Text(kind, id);
  return text ? "[" + *text + "]" : "none";
}

std::string LabelsOf(Context& context, LabelLevel level, std::uint32_t id) {
  const auto sets = context.Labels(level, id);
  if (!sets) return "error";
  std::map<InstanceId, std::string> texts;
  for (const OwnedLabelSet& set : *sets) {
    if (set.json.empty() || set.json == "{}") continue;
    std::string& text = texts[set.instance];
    text = set.json;
    for (const LabelEntry& entry : set.entries)
      text += (entry.flags & kLabelOptional) != 0 ? " optional" : "";
  }
  std::string all;
  for (const auto& [instance, text] : texts) all += std::to_string(instance) + ": " + text + " ";
  return all;
}

std::string ValueText(const Desc& desc, const FetchedValue& value) {
  switch (desc.type) {
    case Type::k32:
    case Type::kU32:
    case Type::kFloat:  // by its bits: one may not be a number
      return std::to_string(value.Word());
    case Type::kString:
      return std::string(UpToNul(AsText(value.Payload())));
    default:
      return std::to_string(value.bits);
  }
}

bool IsInterval(const Desc& desc) { return desc.units == Units{.dim_time = 1, .scale_time = 1}; }

std::string ValuesOf(Context& context, const Desc& desc) {
  FetchResult result;
  const Result<bool> fetched = context.Fetch(std::span(&desc.id, 1), result);
  if (!fetched) return "error: " + fetched.error().what;
  const FetchedSet& set = result.sets()[0];
  if (set.status == SetStatus::kRecordedError) return "error " + std::to_string(set.code);
  std::map<InstanceId, std::string> texts;
  for (const FetchedValue& value : result.Values(set))
    texts[value.instance] = IsInterval(desc) ? "some time" : ValueText(desc, value);
  std::string all;
  for (const auto& [instance, text] : texts) all += std::to_string(instance) + "=" + text + " ";
  return all;
}

std::string InstancesOf(Context& context, InDomId indom) {
  std::map<InstanceId, std::string> names;
  const auto members = context.Instances(indom);
  if (!members) return "error";
  for (const NamedInstance& member : *members) names[member.id] = member.name;
  std::string all;
  for (const auto& [id, name] : names) all += std::to_string(id) + " or " + name + ", ";
  return all;
}

}  // namespace

std::map<std::string, std::string> ShowMetrics(Context& context, bool (*chosen)(std::string_view)) {
  std::map<std::string, std::string> shown;
  const auto names = context.Traverse("mmv");
  EXPECT_TRUE(names) << names.error().Message();
  if (!names) return shown;
  for (const std::string& name : *names) {
    const Result<MetricId> id = context.Find(name);
    EXPECT_TRUE(id) << name << " of " << context.HostName() << ": "
                    << (id ? "" : id.error().Message());
    if (!id) continue;
    const Result<Desc> found = context.DescOf(*id);
    EXPECT_TRUE(found) << name;
    if (!found) continue;
    const Desc& desc = *found;
    std::string& text = shown[name];
    const bool hides = chosen(name);
    text = hides ? "item " + std::to_string(id->item()) : ToString(*id);
    text +=
        "\n" + ToString(desc.type) + " " + ToString(desc.semantics) + " " + ToString(desc.units);
    if (!desc.indom.IsNull())
      text += "\ndomain " +
              (hides ? std::to_string(desc.indom.serial() & 2047) : ToString(desc.indom)) + ": " +
              InstancesOf(context, desc.indom) + "\n" +
              LabelsOf(context, LabelLevel::kInDom, desc.indom.value) +
              LabelsOf(context, LabelLevel::kInstances, desc.indom.value);
    text += "\n" + TextOf(context, TextKind::kMetricOneLine, id->value) + " " +
            TextOf(context, TextKind::kMetricHelp, id->value);
    text += "\n" + LabelsOf(context, LabelLevel::kDomain, id->domain()) +
            LabelsOf(context, LabelLevel::kCluster,
                     MetricId::Build(id->domain(), id->cluster(), 0).value) +
            LabelsOf(context, LabelLevel::kItem, id->value);
    text += "\n" + ValuesOf(context, desc);
  }
  return shown;
}

std::map<InstanceId, std::int64_t> IntervalsOf(Context& context, const std::string& name) {
  std::map<InstanceId, std::int64_t> intervals;
  const Result<MetricId> id = context.Find(name);
  FetchResult result;
  if (!id || !context.Fetch(std::span(&*id, 1), result)) return intervals;
  for (const FetchedValue& value : result.AllValues())
    intervals[value.instance] = static_cast<std::int64_t>(value.bits);
  return intervals;
}

}  // namespace fdr::test
