// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/instance_lookup.h"

#include <pcp/pmapi.h>

namespace fdr::pmapi {
namespace {

bool IsCalled(std::string_view name, std::string_view wanted) {
  if (name == wanted) return true;
  const std::size_t blank = name.find(' ');
  return blank != name.npos && wanted.substr(0, blank) == name.substr(0, blank);
}

}  // namespace

Result<std::string> NameOf(const InstanceList& members, InstanceId instance) {
  for (const Instance& member : members)
    if (member.id == instance) return std::string(member.name);
  return FailPcp(PM_ERR_INST_LOG);
}

Result<InstanceId> Lookup(const InstanceList& members, std::string_view name) {
  for (const Instance& member : members)
    if (member.name == name) return member.id;
  for (const Instance& member : members)
    if (IsCalled(member.name, name)) return member.id;
  return FailPcp(PM_ERR_INST_LOG);
}

Result<InstanceId> LookupAtEnd(ArchiveApiContext& context, InDomId indom, std::string_view name) {
  const Result<Timestamp> end = context.archive().LastStamp();
  if (!end) return Fail(end.error());
  const InDomHistory* const domain = context.metadata().FindInDom(indom);
  const auto snapshot = domain != nullptr ? domain->At(*end) : std::nullopt;
  if (!snapshot) return FailPcp(PM_ERR_INDOM_LOG);
  return Lookup(domain->Members(*snapshot), name);
}

}  // namespace fdr::pmapi
