// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check/check_desc.h"

#include <algorithm>

#include "fdr/archive/base/domains.h"

namespace fdr {
namespace {

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsMetricNameCharacter(char c) { return IsLetter(c) || (c >= '0' && c <= '9') || c == '_'; }

// Dotted parts, each a letter and then letters, digits and underscores.
bool IsMetricName(std::string_view name) {
  bool at_start = true;
  for (const char c : name) {
    if (at_start ? !IsLetter(c) : !IsMetricNameCharacter(c) && c != '.') return false;
    at_start = c == '.';
  }
  return !at_start;
}

bool TypeExists(Type type) { return type >= Type::kNoSupport && type <= Type::kHighresEvent; }

bool SemanticsExist(Semantics semantics) {
  return semantics == Semantics::kCounter || semantics == Semantics::kInstant ||
         semantics == Semantics::kDiscrete;
}

}  // namespace

void DescCheck::Check(const DescRecord& record, std::uint64_t offset) {
  const Desc& desc = record.desc;
  const CheckPlace place{.offset = offset, .metric = desc.id};
  const auto number = static_cast<std::uint32_t>(catalog_.metrics.size());
  const auto [it, is_new] = catalog_.metric_numbers.try_emplace(desc.id, number);
  if (is_new) {
    CatalogMetric metric{.desc = desc, .name = ToString(desc.id), .indom = {}};
    if (!record.names.empty()) metric.name = UpToNul(record.names.front());
    if (!desc.indom.IsNull()) metric.indom = catalog_.InDomNumber(desc.indom);
    CheckNew(desc, metric.name, place);
    catalog_.metrics.push_back(std::move(metric));
    named_.push_back({.offset = offset});
  } else {
    CheckRepeated(catalog_.metrics[it->second].desc, desc, place);
  }
  for (const std::string_view name : record.names) CheckName(name, it->second, place);
}

void DescCheck::CheckNew(const Desc& desc, std::string_view name, const CheckPlace& place) {
  const std::string id = ToString(desc.id);
  if ((desc.id.value & kUnusedIdBit) != 0)
    report_.Add(CheckCode::kDescId, place, "{}: {:#x} is no metric identifier", name,
                desc.id.value);
  if (!TypeExists(desc.type))
    report_.Add(CheckCode::kDescType, place, "{} ({}): there is no type {}", name, id,
                static_cast<std::int32_t>(desc.type));
  if (desc.type == Type::kNoSupport) return;  // the other fields have no meaning
  if (!SemanticsExist(desc.semantics))
    report_.Add(CheckCode::kDescSemantics, place, "{} ({}): there are no semantics {}", name, id,
                static_cast<std::int32_t>(desc.semantics));
  if (!desc.indom.IsNull() && desc.indom.domain() != desc.id.domain())
    report_.Add(
        desc.id.domain() == kDerivedDomain ? CheckCode::kDescIndomDerived : CheckCode::kDescIndom,
        place, "{} ({}): the instance domain {} belongs to domain {}", name, id,
        ToString(desc.indom), desc.indom.domain());
  CheckUnits(desc.units, name, place);
}

void DescCheck::CheckUnits(const Units& units, std::string_view name, const CheckPlace& place) {
  struct Dimension {
    const char* what;
    int exponent;
    int scale;
    int largest_scale;
  };
  constexpr int kExabyte = 6, kHour = 5, kAnyCount = 7;
  for (const Dimension& d : {Dimension{"space", units.dim_space, units.scale_space, kExabyte},
                             Dimension{"time", units.dim_time, units.scale_time, kHour},
                             Dimension{"count", units.dim_count, units.scale_count, kAnyCount}}) {
    if (d.exponent < -2 || d.exponent > 2)
      report_.Add(CheckCode::kDescDimension, place, "{}: dimension {} of {}", name, d.exponent,
                  d.what);
    if (d.exponent == 0 && d.scale != 0)
      report_.Add(CheckCode::kDescScaleUnused, place, "{}: scale {}, but no dimension, of {}", name,
                  d.scale, d.what);
    if (d.scale > d.largest_scale)
      report_.Add(CheckCode::kDescScale, place, "{}: there is no scale {} of {}", name, d.scale,
                  d.what);
  }
}

void DescCheck::CheckRepeated(const Desc& old, const Desc& desc, const CheckPlace& place) {
  const std::string id = ToString(desc.id);
  if (old == desc) {
    report_.Add(CheckCode::kDescRepeated, place, "Metric {} is described once more", id);
    return;
  }
  if (old.type != desc.type)
    report_.Add(CheckCode::kDescChanged, place, "Metric {}: type {} instead of {}", id,
                ToString(desc.type), ToString(old.type));
  if (old.semantics != desc.semantics)
    report_.Add(CheckCode::kDescChanged, place, "Metric {}: {} instead of {}", id,
                ToString(desc.semantics), ToString(old.semantics));
  if (old.indom != desc.indom)
    report_.Add(CheckCode::kDescChanged, place, "Metric {}: instance domain {} instead of {}", id,
                ToString(desc.indom), ToString(old.indom));
  if (old.units != desc.units)
    report_.Add(CheckCode::kDescChanged, place, "Metric {}: units {} instead of {}", id,
                ToString(desc.units), ToString(old.units));
}

void DescCheck::CheckName(std::string_view name, std::uint32_t number, const CheckPlace& place) {
  constexpr std::size_t kLongest = 4095;  // that PCP's library has room for
  if (name.size() > kLongest)
    report_.Add(CheckCode::kDescNameLong, place, "{}... is a name of {} bytes", name.substr(0, 32),
                name.size());
  else if (!IsMetricName(name))
    report_.Add(CheckCode::kDescName, place, "\"{}\" is no name for a metric", name);
  const std::string_view used = UpToNul(name);
  const auto node = names_.Find(used);
  const auto owner = node ? names_.Metric(*node) : std::nullopt;
  const MetricId id = catalog_.metrics[number].desc.id;
  if (owner && *owner != id) {
    report_.Add(CheckCode::kDescNameTaken, place, "{} is the name of metric {} already", name,
                ToString(*owner));
    return;
  }
  named_[number].has_name = true;
  if (owner) return;
  name_storage_.emplace_back(used);
  names_.Add(name_storage_.back(), id);
}

void DescCheck::Finish() {
  for (std::size_t i = 0; i < named_.size(); ++i) {
    const MetricId id = catalog_.metrics[i].desc.id;
    if (!named_[i].has_name)
      report_.Add(CheckCode::kDescNoName, {.offset = named_[i].offset, .metric = id},
                  "Metric {} has no name of its own", ToString(id));
  }
  names_.Visit(NameTree::kRoot, [&](NameTree::Node node) {
    if (!names_.HasChildren(node)) return;
    const MetricId id = *names_.Metric(node);
    const std::uint64_t offset = named_[catalog_.metric_numbers.at(id)].offset;
    report_.Add(CheckCode::kDescNamePrefix, {.offset = offset, .metric = id},
                "{} is the beginning of other names, too", names_.FullName(node));
  });
}

}  // namespace fdr
