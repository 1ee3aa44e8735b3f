// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/mmv/mmv_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <tuple>
#include <unordered_set>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/name_space/name_words.h"
#include "fdr/replay/sources/mmv/mmv_sections.h"
#include "fdr/replay/sources/mmv/mmv_strings.h"

namespace fdr::mmv {
namespace {

using enum DefectCode;

constexpr std::uint32_t kNone = 0xffffffff;

// Whatever the file says: the reader adds the time that has passed.
constexpr Units kElapsedUnits{.dim_time = 1, .scale_time = kMicrosecondScale};

bool IsType(std::int32_t type) {
  return (type >= static_cast<std::int32_t>(Type::kNoSupport) &&
          type <= static_cast<std::int32_t>(Type::kString)) ||
         type == kElapsedType;
}

bool IsSemantics(std::int32_t semantics) {
  return semantics == 1 || semantics == 3 || semantics == 4;
}

// The serial is 0 for a metric without instances; writers also store the null domain.
std::uint32_t SerialOf(std::uint32_t stored) { return stored == kNone ? 0 : stored; }

class Decoder {
 public:
  Decoder(Bytes file, const Header& header, const Sections& sections, const DefectSink& sink)
      : file_(file), sections_(sections), sink_(sink), strings_(file, sections[kStrings], sink) {
    content_.header = header;
    content_.value_section = {sections[kValues].offset, sections[kValues].size()};
  }

  Content Decode() {
    indom_of_.assign(kMaxSerial + 1, kNone);
    owners_.assign(sections_[kInstances].count, 0);
    ids_.assign(sections_[kInstances].count, kSingular);
    for (std::uint32_t i = 0; i < sections_[kIndoms].count; ++i) DecodeIndom(i);
    metric_of_.assign(sections_[kMetrics].count, kNone);
    for (std::uint32_t i = 0; i < sections_[kMetrics].count; ++i) DecodeMetric(i);
    for (std::uint32_t i = 0; i < sections_[kValues].count; ++i) DecodeValue(i);
    GroupValues();
    for (std::uint32_t i = 0; i < sections_[kLabels].count; ++i) DecodeLabel(i);
    return std::move(content_);
  }

 private:
  template <class T>
  T Field(std::uint64_t offset) const {
    return FieldAt<T>(file_, offset);
  }
  bool IsShort() const { return content_.header.version == 1; }

  bool HasIndom(std::uint32_t serial) const {
    return serial <= kMaxSerial && indom_of_[serial] != kNone;
  }
  void DecodeIndom(std::uint32_t i);
  void DecodeInstances(Indom& indom, std::uint64_t at, std::uint32_t first, std::uint32_t count);
  void DecodeMetric(std::uint32_t i);
  bool IsSound(const Metric& metric, std::uint64_t at, std::int32_t type);
  void DecodeValue(std::uint32_t i);
  std::optional<InstanceId> InstanceOf(const Metric& metric, std::uint64_t at);
  void GroupValues();
  void DecodeLabel(std::uint32_t i);
  bool HasObject(const Label& label) const;

  struct Found {
    std::uint32_t metric;
    ValuePlace place;
  };

  Bytes file_;
  const Sections& sections_;
  const DefectSink& sink_;
  Strings strings_;
  Content content_;
  std::vector<std::uint32_t> indom_of_;  // by serial
  std::uint32_t claimed_ = 0;            // instances of all domains so far
  // Of each entry in the section of instances: the serial of its domain, 0 without one; and its
  // identifier.
  std::vector<std::uint32_t> owners_;
  std::vector<InstanceId> ids_;
  std::vector<std::uint32_t> metric_of_;  // of each entry in the section of metrics
  std::bitset<kMaxItem + 1> items_;
  std::unordered_set<std::string_view> names_;
  std::vector<Found> found_;
};

void Decoder::DecodeIndom(std::uint32_t i) {
  const std::uint64_t at = sections_[kIndoms].OffsetOf(i);
  Indom indom;
  indom.serial = Field<std::uint32_t>(at);
  if (indom.serial < 1 || indom.serial > kMaxSerial)
    return sink_(
        {kIndomSerial, at, fmt::format("The instance domain {} does not exist", indom.serial)});
  if (HasIndom(indom.serial))
    return sink_(
        {kIndomSerial, at, fmt::format("There is another instance domain {}", indom.serial)});
  const auto count = Field<std::uint32_t>(at + 4);
  const std::optional<std::uint32_t> first =
      count == 0 ? 0 : sections_[kInstances].EntryAt(Field<std::uint64_t>(at + 8));
  // Each instance belongs to one domain.
  if (!first || count > sections_[kInstances].count - *first ||
      count > sections_[kInstances].count - claimed_)
    return sink_(
        {kIndomInstances, at + 4,
         fmt::format("The {} instances of domain {} are not in the file", count, indom.serial)});
  claimed_ += count;
  indom.short_text = strings_.Text(at + 16);
  indom.long_text = strings_.Text(at + 24);
  DecodeInstances(indom, at, *first, count);
  indom_of_[indom.serial] = static_cast<std::uint32_t>(content_.indoms.size());
  content_.indoms.push_back(indom);
}

void Decoder::DecodeInstances(Indom& indom, std::uint64_t at, std::uint32_t first,
                              std::uint32_t count) {
  std::vector<Instance>& all = content_.instances;
  indom.instances.first = static_cast<std::uint32_t>(all.size());
  for (std::uint32_t i = first; i < first + count; ++i) {
    const std::uint64_t entry = sections_[kInstances].OffsetOf(i);
    const auto id = Field<std::int32_t>(entry + 12);
    if (Field<std::uint64_t>(entry) != at) {
      sink_({kInstanceIndom, entry,
             fmt::format("Instance {} does not point to its domain {}", id, indom.serial)});
      continue;
    }
    if (id < 0) {
      sink_({kInstanceId, entry + 12, fmt::format("The identifier {} is negative", id)});
      continue;
    }
    const auto name = IsShort() ? strings_.InPlace(entry + 16, kShortNameSize)
                                : strings_.At(Field<std::uint64_t>(entry + 16));
    if (!name || name->empty()) {
      sink_({kInstanceName, entry + 16, fmt::format("Instance {} has no name", id)});
      continue;
    }
    owners_[i] = indom.serial;
    ids_[i] = id;
    all.push_back({id, *name});
  }
  // Of instances with the same identifier, the first counts.
  const auto begin = all.begin() + indom.instances.first;
  std::stable_sort(begin, all.end(),
                   [](const Instance& a, const Instance& b) { return a.id < b.id; });
  const auto end = std::unique(begin, all.end(), [&](const Instance& a, const Instance& b) {
    if (a.id == b.id)
      sink_({kInstanceId, at, fmt::format("Domain {} has two instances {}", indom.serial, a.id)});
    return a.id == b.id;
  });
  all.erase(end, all.end());
  indom.instances.count = static_cast<std::uint32_t>(all.size()) - indom.instances.first;
}

void Decoder::DecodeMetric(std::uint32_t i) {
  const std::uint64_t at = sections_[kMetrics].OffsetOf(i);
  const std::uint64_t rest = at + (IsShort() ? kShortNameSize : 8);  // behind the name
  const auto name =
      IsShort() ? strings_.InPlace(at, kShortNameSize) : strings_.At(Field<std::uint64_t>(at));
  if (!name) return sink_({kMetricName, at, "The name of a metric has no place in the file"});
  const auto type = Field<std::int32_t>(rest + 4);
  Metric metric{.name = *name,
                .item = Field<std::uint32_t>(rest),
                .type = type == kElapsedType ? Type::k64 : static_cast<Type>(type),
                .is_elapsed = type == kElapsedType,
                .semantics = static_cast<Semantics>(Field<std::int32_t>(rest + 8)),
                .units = type == kElapsedType ? kElapsedUnits
                                              : Units::FromWord(Field<std::uint32_t>(rest + 12)),
                .serial = SerialOf(Field<std::uint32_t>(rest + 16)),
                .short_text = {},
                .long_text = {},
                .values = {}};
  if (!IsSound(metric, at, type)) return;
  metric.short_text = strings_.Text(rest + 24);
  metric.long_text = strings_.Text(rest + 32);
  items_.set(metric.item);
  names_.insert(metric.name);
  metric_of_[i] = static_cast<std::uint32_t>(content_.metrics.size());
  content_.metrics.push_back(metric);
}

bool Decoder::IsSound(const Metric& metric, std::uint64_t at, std::int32_t type) {
  const auto refuse = [&](DefectCode code, std::string_view why) {
    sink_({code, at, fmt::format("Metric {} {}", metric.name, why)});
    return false;
  };
  if (!IsMetricPath(metric.name)) return refuse(kMetricName, "does not have a valid name");
  if (metric.item > kMaxItem)
    return refuse(kMetricItem, fmt::format("has the item {}, beyond {}", metric.item, kMaxItem));
  if (items_.test(metric.item))
    return refuse(kMetricItemTwice,
                  fmt::format("has the item {} of an earlier metric", metric.item));
  if (names_.contains(metric.name))
    return refuse(kMetricNameTwice, "has the name of an earlier metric");
  if (!IsType(type))
    return refuse(kMetricType, fmt::format("has the type {}, which does not exist", type));
  const auto semantics = static_cast<std::int32_t>(metric.semantics);
  if (!IsSemantics(semantics))
    return refuse(kMetricSemantics,
                  fmt::format("has the semantics {}, which do not exist", semantics));
  if (metric.serial != 0 && !HasIndom(metric.serial))
    return refuse(kMetricIndom, fmt::format("has the instance domain {}, which is not in the file",
                                            metric.serial));
  return true;
}

void Decoder::DecodeValue(std::uint32_t i) {
  const std::uint64_t at = sections_[kValues].OffsetOf(i);
  const auto entry = sections_[kMetrics].EntryAt(Field<std::uint64_t>(at + 16));
  if (!entry) return sink_({kValueMetric, at + 16, "A value does not point to a metric"});
  if (metric_of_[*entry] == kNone) return;  // of a metric that was refused
  const Metric& metric = content_.metrics[metric_of_[*entry]];
  const std::optional<InstanceId> instance = InstanceOf(metric, at + 24);
  if (!instance)
    return sink_(
        {kValueInstance, at + 24,
         fmt::format("A value of {} does not point to an instance of its domain", metric.name)});
  if (metric.type == Type::kString) {
    const auto slot = Field<std::uint64_t>(at + 8);
    if (!strings_.At(slot))
      return sink_({kValueString, at + 8,
                    fmt::format("The string of {} has no place in the file", metric.name)});
    Stretch& all = content_.value_strings;
    const std::uint64_t end = std::max(all.offset + all.size, slot + kStringSize);
    all.offset = all.size == 0 ? slot : std::min(all.offset, slot);
    all.size = end - all.offset;
  }
  found_.push_back({metric_of_[*entry], {*instance, i}});
}

std::optional<InstanceId> Decoder::InstanceOf(const Metric& metric, std::uint64_t at) {
  const auto offset = Field<std::uint64_t>(at);
  if (metric.serial == 0) return offset == 0 ? std::optional(kSingular) : std::nullopt;
  const auto entry = sections_[kInstances].EntryAt(offset);
  if (!entry || owners_[*entry] != metric.serial) return std::nullopt;
  return ids_[*entry];
}

// Of values of the same metric and instance, the first counts.
void Decoder::GroupValues() {
  std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
    return std::tie(a.metric, a.place.instance) < std::tie(b.metric, b.place.instance);
  });
  const Found* last = nullptr;
  for (const Found& found : found_) {
    Metric& metric = content_.metrics[found.metric];
    if (last != nullptr && last->metric == found.metric &&
        last->place.instance == found.place.instance) {
      sink_({kValueTwice, sections_[kValues].OffsetOf(found.place.entry),
             fmt::format("Metric {} has an earlier value of this instance", metric.name)});
      continue;
    }
    if (metric.values.count == 0)
      metric.values.first = static_cast<std::uint32_t>(content_.values.size());
    ++metric.values.count;
    content_.values.push_back(found.place);
    last = &found;
  }
  for (std::uint32_t i = 0; i < metric_of_.size(); ++i)
    if (metric_of_[i] != kNone && content_.metrics[metric_of_[i]].values.count == 0)
      sink_({kMetricNoValue, sections_[kMetrics].OffsetOf(i),
             fmt::format("Metric {} has no value", content_.metrics[metric_of_[i]].name)});
}

void Decoder::DecodeLabel(std::uint32_t i) {
  constexpr std::uint32_t kLevels = 4 | 8 | 16 | 32;
  const std::uint64_t at = sections_[kLabels].OffsetOf(i);
  const auto flags = Field<std::uint32_t>(at);
  Label label{.level = static_cast<LabelLevel>(flags & kLevels),
              .object = Field<std::uint32_t>(at + 4),
              .instance = Field<std::int32_t>(at + 8),
              .is_optional = (flags & kLabelOptional) != 0,
              .json = {}};
  if (!IsKnown(label.level))
    return sink_({kLabelLevel, at, fmt::format("A label has the level {}", flags)});
  if (!HasObject(label))
    return sink_({kLabelObject, at + 4,
                  fmt::format("A label is of {}, which is not in the file", label.object)});
  const auto text = strings_.InPlace(at + 12, kLabelTextSize);
  if (!text || !IsLabel(*text))
    return sink_({kLabelText, at + 12, "A label is not a name and a value as JSON"});
  label.json = *text;
  content_.labels.push_back(label);
}

bool Decoder::HasObject(const Label& label) const {
  if (label.level == LabelLevel::kCluster) return true;
  if (label.level == LabelLevel::kItem)
    return label.object <= kMaxItem && items_.test(label.object);
  if (!HasIndom(label.object)) return false;
  if (label.level == LabelLevel::kInDom) return true;
  const Indom& indom = content_.indoms[indom_of_[label.object]];
  return std::ranges::binary_search(content_.InstancesOf(indom), label.instance, {}, &Instance::id);
}

}  // namespace

const Indom* Content::IndomOf(std::uint32_t serial) const {
  const auto found = std::ranges::find(indoms, serial, &Indom::serial);
  return found == indoms.end() ? nullptr : &*found;
}

Result<Content> DecodeContent(Bytes file, const DefectSink& sink) {
  const Result<Header> header = DecodeHeader(file, sink);
  if (!header) return Fail(header.error());
  const Result<Sections> sections = DecodeSections(file, *header, sink);
  if (!sections) return Fail(sections.error());
  return Decoder(file, *header, *sections, sink).Decode();
}

}  // namespace fdr::mmv
