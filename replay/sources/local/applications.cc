// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/applications.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include "fdr/archive/metadata/metric_labels.h"
#include "fdr/replay/pcp_error_codes.h"
#include "fdr/replay/sources/local/label_builder.h"

namespace fdr::local {
namespace {

constexpr std::uint32_t kSerialBits = 11;

InDomId DomainOf(std::uint32_t cluster, std::uint32_t serial) {
  if (serial == 0) return {};
  return InDomId::Build(mmv::kDomain, cluster << kSerialBits | serial);
}
constexpr std::uint32_t SerialOf(InDomId indom) { return indom.serial() & mmv::kMaxSerial; }

struct LabelLeaf {
  std::string_view value;
  std::uint32_t flags;
};
using LabelMap = std::map<std::string, LabelLeaf>;

// A label whose value is a map has a leaf for each member.  Of two with one name, the last counts.
void AddLeaves(const mmv::Label& label, LabelMap& labels) {
  for (const MetricLabel& leaf : LabelsIn({.json = label.json, .entries = {}}, label.level)) {
    const bool is_compound = leaf.name.find('.') != leaf.name.npos;
    labels.insert_or_assign(leaf.name,
                            LabelLeaf{leaf.value, (label.is_optional ? kLabelOptional : 0) |
                                                      (is_compound ? kLabelCompound : 0)});
  }
}

}  // namespace

Applications::Applications(const LocalOptions& options)
    : folder_(options.mmv, options.proc, options.log), log_(options.log) {
  if (!log_) log_ = [](const std::string&) {};
  folder_.Look(options.clock());
  Index();
}

bool Applications::Look(Timestamp now) {
  if (!folder_.Look(now)) return false;
  Index();
  return true;
}

void Applications::Index() {
  metrics_.clear();
  files_.clear();
  by_cluster_.fill(kNone);
  folder_.ForEach([&](const std::string& name, mmv::ServedFile& served) { AddFile(name, served); });
  // Names without the prefix may meet those of another file.
  std::unordered_set<std::string_view> names;
  for (ApplicationMetric& metric : metrics_) {
    if (names.insert(metric.name).second) continue;
    log_("The metric " + metric.name + " exists already; another of this name is refused");
    File& file = files_[by_cluster_[metric.id.cluster()]];
    file.by_item[metric.id.item()] = kNone;
    metric.id = {};
  }
  std::erase_if(metrics_, [](const ApplicationMetric& metric) { return metric.id.IsNull(); });
}

void Applications::AddFile(const std::string& name, mmv::ServedFile& served) {
  if (served.cluster == 0) return;
  by_cluster_[served.cluster] = static_cast<std::uint16_t>(files_.size());
  File& file = files_.emplace_back();
  file.served = &served;
  file.by_item.fill(kNone);
  const std::string prefix = served.HasFlag(mmv::kNoPrefix) ? "mmv." : "mmv." + name + ".";
  std::uint16_t at = 0;
  for (const mmv::Metric& metric : served.file.content().metrics) {
    file.by_item[metric.item] = at++;
    file.readings.push_back(
        {DomainOf(served.cluster, metric.serial), metric.type, metric.is_elapsed, metric.values});
    metrics_.push_back({prefix + std::string(metric.name),
                        MetricId::Build(mmv::kDomain, served.cluster, metric.item)});
  }
}

// The identifier of a domain lacks the highest bit of the cluster.
const Applications::File* Applications::FileOf(InDomId indom) const {
  const std::uint32_t cluster = indom.serial() >> kSerialBits;
  const File* const file = FileOf(cluster);
  return file != nullptr ? file : FileOf(cluster | (mmv::kMaxCluster + 1) / 2);
}

const mmv::Metric* Applications::Find(MetricId id) const {
  const File* const file = Has(id) ? FileOf(id.cluster()) : nullptr;
  if (file == nullptr || file->by_item[id.item()] == kNone) return nullptr;
  return &file->served->file.content().metrics[file->by_item[id.item()]];
}

const mmv::Indom* Applications::Find(InDomId indom) const {
  const File* const file = Has(indom) ? FileOf(indom) : nullptr;
  return file == nullptr ? nullptr : file->served->file.content().IndomOf(SerialOf(indom));
}

std::optional<std::string> Applications::NameOf(MetricId id) const {
  const auto found = std::ranges::find(metrics_, id, &ApplicationMetric::id);
  if (found == metrics_.end()) return std::nullopt;
  return found->name;
}

std::optional<Desc> Applications::DescOf(MetricId id) const {
  const mmv::Metric* const metric = Find(id);
  if (metric == nullptr) return std::nullopt;
  return Desc{.id = id,
              .type = metric->type,
              .indom = DomainOf(id.cluster(), metric->serial),
              .semantics = metric->semantics,
              .units = metric->units};
}

std::optional<std::vector<NamedInstance>> Applications::Instances(InDomId indom) const {
  const mmv::Indom* const found = Find(indom);
  if (found == nullptr) return std::nullopt;
  std::vector<NamedInstance> members;
  const mmv::Content& content = FileOf(indom)->served->file.content();
  for (const mmv::Instance& instance : content.InstancesOf(*found))
    members.push_back({instance.id, std::string(instance.name)});
  return members;
}

std::optional<std::string> Applications::Text(TextKind kind, std::uint32_t id) const {
  const auto choose = [&](const auto* found) -> std::optional<std::string> {
    if (found == nullptr) return std::nullopt;
    const std::optional<std::string_view> text =
        IsOneLine(kind) ? found->short_text : found->long_text;
    if (!text) return std::nullopt;
    return std::string(*text);
  };
  return IsOfMetric(kind) ? choose(Find(MetricId{id})) : choose(Find(InDomId{id}));
}

std::vector<OwnedLabelSet> Applications::Labels(LabelLevel level, std::uint32_t id) const {
  const bool is_of_domain = level == LabelLevel::kInDom || level == LabelLevel::kInstances;
  const File* const file = is_of_domain ? FileOf(InDomId{id}) : FileOf(MetricId{id}.cluster());
  if (file == nullptr) return {};
  const std::uint32_t object = is_of_domain ? SerialOf(InDomId{id}) : MetricId{id}.item();
  std::map<InstanceId, LabelMap> found;
  for (const mmv::Label& label : file->served->file.content().labels)
    if (label.level == level && (level == LabelLevel::kCluster || label.object == object))
      AddLeaves(label, found[level == LabelLevel::kInstances ? label.instance : kSingular]);
  std::vector<OwnedLabelSet> sets;
  for (const auto& [instance, labels] : found) {
    LabelBuilder builder(level, instance);
    for (const auto& [name, leaf] : labels) builder.AddJson(name, leaf.value, leaf.flags);
    sets.push_back(builder.Take());
  }
  return sets;
}

bool Applications::ReadValues(File& file, std::uint64_t reading) {
  if (std::exchange(file.reading, reading) != reading)
    file.served->is_lost = !file.served->file.ReadValues();
  return !file.served->is_lost;
}

void Applications::AddSet(MetricId id, const Profile& profile, std::uint64_t reading,
                          FetchResult& result) {
  const std::uint16_t at = by_cluster_[id.cluster()];
  File* const file = at == kNone ? nullptr : &files_[at];
  if (file == nullptr || file->by_item[id.item()] == kNone) {
    result.AddSet(id, SetStatus::kUnknownMetric);
    return;
  }
  const ApplicationReading& metric = file->readings[file->by_item[id.item()]];
  if (metric.type == Type::kNoSupport || metric.values.count == 0) {
    result.AddSet(id, SetStatus::kRecordedError).code =
        metric.type == Type::kNoSupport ? kPcpNotSupported : kPcpUnknownInstance;
    return;
  }
  result.AddSet(id, SetStatus::kValues);
  if (ReadValues(*file, reading)) AddApplicationValues(*file->served, metric, profile, result);
  if (result.LastSet().count == 0) result.LastSet().status = SetStatus::kNoValues;
}

}  // namespace fdr::local
