// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Metadata of archives as PCP reports them: as of the context's time.

#include <pcp/pmapi.h>

#include <algorithm>

#include "fdr/replay/pcp/pmapi/contexts/archive_api_context.h"
#include "fdr/replay/pcp/pmapi/contexts/instance_lookup.h"

namespace fdr::pmapi {

int ArchiveApiContext::NamesLocation() const { return PMNS_ARCHIVE; }
int ArchiveApiContext::UnknownMetric() const { return PM_ERR_PMID_LOG; }

Result<InstanceList> ArchiveApiContext::Members(InDomId indom) const {
  const InDomHistory* const domain = metadata().FindInDom(indom);
  const auto snapshot = domain != nullptr ? domain->At(Now()) : std::nullopt;
  if (!snapshot) return FailPcp(PM_ERR_INDOM_LOG);
  return domain->Members(*snapshot);
}

Result<std::vector<NamedInstance>> ArchiveApiContext::Instances(InDomId indom) {
  const Result<InstanceList> members = Members(indom);
  if (!members) return Fail(members.error());
  std::vector<NamedInstance> instances;
  instances.reserve(members->size());
  for (const Instance& member : *members)
    instances.push_back({member.id, std::string(member.name)});
  return instances;
}

Result<std::string> ArchiveApiContext::InstanceName(InDomId indom, InstanceId instance) {
  const Result<InstanceList> members = Members(indom);
  if (!members) return Fail(members.error());
  return NameOf(*members, instance);
}

Result<InstanceId> ArchiveApiContext::FindInstance(InDomId indom, std::string_view name) {
  const Result<InstanceList> members = Members(indom);
  if (!members) return Fail(members.error());
  return Lookup(*members, name);
}

KnownInstances& ArchiveApiContext::Known(const InDomHistory& domain) {
  const auto [known, is_new] = known_.try_emplace(domain.id().value, domain);
  if (!is_new && !known->second.IsAllOf(domain)) known->second = KnownInstances(domain);
  return known->second;
}

// If an archive has no text of a kind at all, the error says that only hosts have texts.
Result<std::string> ArchiveApiContext::Text(TextKind kind, std::uint32_t id) {
  if (const auto text = metadata().FindText(kind, id)) return std::string(*text);
  const auto is_of_kind = [&](const TextRecord& text) { return text.kind == kind; };
  return FailPcp(std::ranges::any_of(metadata().texts(), is_of_kind) ? PM_ERR_TEXT
                                                                     : PM_ERR_NOTHOST);
}

Result<std::vector<OwnedLabelSet>> ArchiveApiContext::Labels(LabelLevel level, std::uint32_t id) {
  return archive_->LabelsAt(level, id, Now());
}

int ArchiveApiContext::Store(const FetchResult&) { return PM_ERR_NOTHOST; }

}  // namespace fdr::pmapi
