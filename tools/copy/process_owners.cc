// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/process_owners.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tools/copy/input_context.h"
#include "fdr/tools/run/interrupt.h"

namespace fdr::tools {
namespace {

// Of all processes, and of those that PCP was told to watch.
constexpr std::array<std::string_view, 4> kOwners = {"proc.id.uid_nm", "proc.id.uid",
                                                     "hotproc.id.uid_nm", "hotproc.id.uid"};

std::vector<Desc> OwnerMetrics(const Metadata& metadata) {
  std::vector<Desc> found;
  for (const std::string_view name : kOwners) {
    const auto node = metadata.names().Find(name);
    const auto id = node ? metadata.names().Metric(*node) : std::nullopt;
    if (const Desc* const desc = id ? metadata.FindDesc(*id) : nullptr) found.push_back(*desc);
  }
  return found;
}

// One archive.
class OwnerWalk {
 public:
  OwnerWalk(const std::vector<std::string>& users, ArchiveContext& context, ProcessOwners& owners,
            std::set<std::string>& found)
      : users_(users), context_(context), owners_(owners), found_(found) {}

  Result<void> Run(const std::vector<Desc>& metrics);

 private:
  // The members of a domain as a record lists them.
  struct Members {
    std::size_t snapshot;
    std::unordered_map<InstanceId, std::string> names;
  };

  std::optional<std::string> UserOf(const FetchedValue& value, Type type) const;
  void Note(const Desc& desc, InstanceId id, Timestamp stamp);

  const std::vector<std::string>& users_;
  ArchiveContext& context_;
  ProcessOwners& owners_;
  std::set<std::string>& found_;  // users with processes
  std::unordered_map<InDomId, Members> members_;
};

std::optional<std::string> OwnerWalk::UserOf(const FetchedValue& value, Type type) const {
  std::string user;
  if (const auto text = type == Type::kString ? value.Text() : std::nullopt)
    user = *text;
  else if (const auto number = value.Number(type))
    user = fmt::format("{:.0f}", *number);
  if (std::ranges::find(users_, user) == users_.end()) return std::nullopt;
  return user;
}

void OwnerWalk::Note(const Desc& desc, InstanceId id, Timestamp stamp) {
  const InDomHistory* const domain = context_.timeline().metadata().FindInDom(desc.indom);
  const auto snapshot = domain != nullptr ? domain->At(stamp) : std::nullopt;
  if (!snapshot) return;
  const auto [known, is_new] = members_.try_emplace(desc.indom);
  if (is_new || known->second.snapshot != *snapshot) {
    known->second = {*snapshot, {}};
    for (const Instance& member : domain->Members(*snapshot))
      known->second.names.insert_or_assign(member.id, std::string(member.name));
  }
  const auto name = known->second.names.find(id);
  if (name != known->second.names.end()) owners_.emplace(desc.indom, id, name->second);
}

Result<void> OwnerWalk::Run(const std::vector<Desc>& metrics) {
  std::vector<MetricId> ids;
  for (const Desc& desc : metrics) ids.push_back(desc.id);
  FetchResult result;
  while (true) {
    const Fetched fetched = context_.Fetch(ids, result);
    if (!fetched) return Fail(fetched.error());
    if (!*fetched) return {};
    if (Interrupted()) return Fail(Errc::kCancelled, "Interrupted");
    for (std::size_t i = 0; i < result.sets().size() && i < metrics.size(); ++i)
      for (const FetchedValue& value : result.Values(result.sets()[i]))
        if (const auto user = UserOf(value, metrics[i].type)) {
          found_.insert(*user);
          Note(metrics[i], value.instance, result.stamp());
        }
  }
}

}  // namespace

std::unordered_set<InDomId> DomainsOfProcesses(const Metadata& metadata) {
  std::unordered_set<InDomId> domains;
  for (const std::string_view name : {"proc.psinfo.cmd", "hotproc.psinfo.cmd", "proc.psinfo.pid"})
    if (const auto node = metadata.names().Find(name))
      if (const auto id = metadata.names().Metric(*node))
        if (const Desc* const desc = metadata.FindDesc(*id)) domains.insert(desc->indom);
  for (const Desc& desc : OwnerMetrics(metadata)) domains.insert(desc.indom);
  domains.erase(InDomId{});
  return domains;
}

Result<ProcessOwners> ProcessesOf(const std::vector<std::string>& users,
                                  const std::vector<ArchiveFiles>& inputs,
                                  const CommonOptions& common, DamageReport& damage) {
  ProcessOwners owners;
  std::set<std::string> found;
  bool has_metrics = false;
  for (const ArchiveFiles& files : inputs) {
    const auto context = OpenInput(files, true, common, damage);
    if (!context) return Fail(context.error());
    const std::vector<Desc> metrics = OwnerMetrics((*context)->timeline().metadata());
    if (metrics.empty()) continue;
    has_metrics = true;
    if (auto walked = OwnerWalk(users, **context, owners, found).Run(metrics); !walked)
      return Fail(walked.error());
  }
  if (!has_metrics)
    return Fail(Errc::kNotFound,
                "Nothing says whose the processes are: proc.id.uid_nm is not recorded");
  for (const std::string& user : users)
    if (!found.contains(user))
      return Fail(Errc::kNotFound, fmt::format("No process belongs to \"{}\"", user));
  return owners;
}

}  // namespace fdr::tools
