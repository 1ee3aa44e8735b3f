// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/local_context.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <set>
#include <utility>

#include "fdr/replay/name_answers.h"
#include "fdr/replay/sources/local/collector.h"
#include "fdr/replay/sources/local/host_facts.h"
#include "fdr/replay/sources/local/host_labels.h"
#include "fdr/replay/sources/local/tables/metric_table.h"
#include "fdr/replay/sources/pdu/collector_change.h"

namespace fdr {
namespace {

// A kernel file that cannot be opened counts as missing.  So there must be enough free descriptors
// for the files that a source opens at the same time, besides those that stay open.  Copies count
// against the limit of this process only; the first descriptor also against that of the system.
Result<void> CheckDescriptors() {
  constexpr std::size_t kAtOnce = 4;
  std::array<local::UniqueFd, kAtOnce> files;
  for (local::UniqueFd& file : files) {
    const local::UniqueFd& first = files.front();
    file.Reset(first.IsOpen() ? ::fcntl(first.get(), F_DUPFD_CLOEXEC, 0)  // cheaper than open()
                              : ::open("/", O_PATH | O_CLOEXEC));
    if (file.IsOpen() || !IsShortage(errno)) continue;
    Error error = FailSystem(errno, "this machine").value();
    // If the whole system is short of descriptors, other processes may free some.
    if (error.system_error != EMFILE) error.code = Errc::kTimeout;
    return Fail(std::move(error));
  }
  return {};
}

}  // namespace

struct LocalContext::Parts {
  explicit Parts(LocalOptions options) : machine(std::move(options)) {}

  // Programs may have come, gone or changed.
  void Look() {
    if (!machine.applications.Look(machine.options.clock())) return;
    catalog.SetApplications(machine.applications);
    changes |= kNamesChanged | kLabelsChanged;
  }

  local::Machine machine;
  local::MetricCatalog catalog{machine};
  local::Collector collector{machine, catalog};
  std::optional<Timestamp> fetched;
  std::uint32_t changes = 0;

  // Whether the domain contains busy processes only.
  bool HasBusy(InDomId indom) const {
    return machine.busy != nullptr && indom == local::InfoOf(local::GridId::kProcess).indom;
  }
};

Result<std::unique_ptr<LocalContext>> LocalContext::Open(LocalOptions options) {
  if (!options.clock) return Fail(Errc::kInvalidArgument, "The built-in collector needs a clock");
  if (const Result<void> enough = CheckDescriptors(); !enough) return Fail(enough.error());
  return std::unique_ptr<LocalContext>(
      new LocalContext(std::make_unique<Parts>(std::move(options))));
}

LocalContext::LocalContext(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

LocalContext::~LocalContext() = default;

std::string LocalContext::HostName() const { return local::HostName(parts_->machine); }

std::string LocalContext::TimeZone() const { return local::TimeZone(parts_->machine); }

Result<void> LocalContext::SetMode(Mode mode, std::optional<Timestamp> origin, std::int64_t) {
  if (mode != Mode::kLive || origin)
    return Fail(Errc::kInvalidArgument, "This machine has no other mode than kLive");
  return {};
}

std::vector<std::uint32_t> LocalContext::Domains() {
  std::set<std::uint32_t> domains;
  for (const std::span<const local::MetricGroup> family : local::AllMetrics())
    for (const local::MetricGroup& group : family)
      for (const local::MetricRow& row : group.rows) domains.insert(row.id.domain());
  return {domains.begin(), domains.end()};
}

void LocalContext::Hide(const std::vector<std::uint32_t>& domains) {
  parts_->catalog.Hide(domains);
}

Timestamp LocalContext::origin() const { return parts_->machine.options.clock(); }

Timestamp LocalContext::Now() const { return parts_->fetched ? *parts_->fetched : origin(); }

Fetched LocalContext::Fetch(std::span<const MetricId> metrics, const Profile& profile,
                            FetchResult& result) {
  // The files of programs are open.
  if (!std::ranges::all_of(metrics, [](MetricId id) { return local::Applications::Has(id); }))
    if (const Result<void> enough = CheckDescriptors(); !enough) return Fail(enough.error());
  parts_->Look();
  parts_->collector.Fetch(metrics, profile, result);
  parts_->fetched = result.stamp();
  return true;
}

bool LocalContext::FetchEarlier(std::span<const MetricId> metrics, FetchResult& result) {
  return parts_->collector.FetchEarlier(metrics, result);
}

std::uint32_t LocalContext::TakeChanges() { return std::exchange(parts_->changes, 0); }

void LocalContext::BeginRecording() { parts_->collector.BeginRecording(); }

Fetched LocalContext::FetchRecord(FetchResult&) {
  return Fail(Errc::kInvalidArgument, "There are no records in the mode kLive");
}

Result<std::vector<Result<MetricId>>> LocalContext::Find(std::span<const std::string> names) {
  parts_->Look();
  return FindIn(parts_->catalog.names(), names);
}

Result<std::vector<std::string>> LocalContext::NamesOf(MetricId id) {
  parts_->Look();
  if (const auto name = parts_->machine.applications.NameOf(id))
    return std::vector<std::string>{*name};
  const local::Metric* metric = parts_->catalog.Find(id);
  if (metric == nullptr) return UnknownMetric(id);
  return std::vector<std::string>{metric->name};
}

Result<std::vector<NameChild>> LocalContext::Children(std::string_view name) {
  parts_->Look();
  return ChildrenIn(parts_->catalog.names(), name);
}

Result<std::vector<std::string>> LocalContext::Traverse(std::string_view name) {
  parts_->Look();
  return TraverseIn(parts_->catalog.names(), name);
}

Result<Desc> LocalContext::DescOf(MetricId id) {
  parts_->Look();
  if (const auto desc = parts_->machine.applications.DescOf(id)) return *desc;
  const local::Metric* metric = parts_->catalog.Find(id);
  if (metric == nullptr) return UnknownMetric(id);
  return local::MetricCatalog::DescOf(*metric);
}

Result<std::vector<NamedInstance>> LocalContext::Instances(InDomId indom) {
  parts_->Look();
  if (auto members = parts_->machine.applications.Instances(indom)) return std::move(*members);
  const std::optional<local::GridId> id = local::MetricCatalog::GridOf(indom);
  if (!id)
    return Fail(Errc::kNotFound, "Nothing is known about the instance domain " + ToString(indom));
  if (parts_->HasBusy(indom)) return parts_->machine.busy->Members();
  if (const Result<void> enough = CheckDescriptors(); !enough) return Fail(enough.error());
  const Profile everything;
  const local::Grid& grid = parts_->collector.Read(*id, everything);
  const local::InstanceTable& table = parts_->machine.instances(indom);
  // For instances that come and go, the names are in the grid.
  const local::Column names = grid.Find(local::kInstanceColumn);
  std::vector<NamedInstance> members;
  members.reserve(grid.rows().size());
  for (std::size_t i = 0; i < grid.rows().size(); ++i) {
    const InstanceId instance = grid.rows()[i];
    members.push_back(
        {instance, std::string(names == local::kNoColumn ? table.NameOf(instance)
                                                         : grid.Text(grid.At(i, names)))});
  }
  std::sort(members.begin(), members.end(),
            [](const NamedInstance& a, const NamedInstance& b) { return a.id < b.id; });
  return members;
}

Result<std::vector<NamedInstance>> LocalContext::AllInstances(InDomId indom) {
  return Instances(indom);
}

Result<std::string> LocalContext::Text(TextKind kind, std::uint32_t id) {
  parts_->Look();
  std::optional<std::string> text = parts_->machine.applications.Text(kind, id);
  if (!text) text = parts_->catalog.Text(kind, id);
  if (!text) return Fail(Errc::kNotFound, "There is no such help text");
  return std::move(*text);
}

Result<std::vector<OwnedLabelSet>> LocalContext::Labels(LabelLevel level, std::uint32_t id) {
  if (const bool is_of_program = level != LabelLevel::kContext && level != LabelLevel::kDomain &&
                                 MetricId{id}.domain() == mmv::kDomain;
      is_of_program) {
    parts_->Look();
    return parts_->machine.applications.Labels(level, id);
  }
  if (level == LabelLevel::kInstances) {
    if (!local::HasInstanceLabels({id})) return std::vector<OwnedLabelSet>{};
    // A record has the labels of all instances.  It would be written whenever a process comes or
    // goes, and only say what the identifier of the instance says.
    if (parts_->HasBusy({id})) return std::vector<OwnedLabelSet>{};
    Result<std::vector<NamedInstance>> members = Instances({id});
    if (!members) return std::vector<OwnedLabelSet>{};
    return local::InstanceLabels({id}, *members);
  }
  return local::HostLabels(parts_->machine, level, id);
}

}  // namespace fdr
