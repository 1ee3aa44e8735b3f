// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pmapi/local_api_context.h"

#include <pcp/pmapi.h>

#include <cstdlib>
#include <ctime>

#include "fdr/archive/record/indom_record.h"
#include "fdr/replay/pmapi/event_metrics.h"

namespace fdr::pmapi {
namespace {

Timestamp TheTime() {
  timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  return PcpTime(now).OnAxis();
}

// A name with blanks also matches its first word.
bool IsCalledInShort(std::string_view name, std::string_view wanted) {
  return wanted.find(' ') == wanted.npos && FirstWordOf(name) == wanted;
}

}  // namespace

Result<std::shared_ptr<ApiContext>> LocalApiContext::Open() {
  LocalOptions options;
  options.clock = TheTime;
  if (const char* const zone = std::getenv("TZ")) options.timezone = zone;
  const char* const tmp = pmGetOptionalConfig("PCP_TMP_DIR");
  options.mmv = std::string(tmp != nullptr ? tmp : "/var/lib/pcp/tmp") + "/mmv";
  auto machine = LocalContext::Open(std::move(options));
  if (!machine) return Fail(std::move(machine.error()));
  return std::make_shared<LocalApiContext>(std::move(*machine));
}

Result<std::shared_ptr<ApiContext>> LocalApiContext::Duplicate() {
  auto copy = Open();
  if (copy) (*copy)->plain_source().SetProfile(machine_->profile());
  return copy;
}

int LocalApiContext::NamesLocation() const { return PMNS_LOCAL; }

Result<std::string> LocalApiContext::InstanceName(InDomId indom, InstanceId instance) {
  const auto members = machine_->Instances(indom);
  if (!members) return Fail(members.error());
  for (const NamedInstance& member : *members)
    if (member.id == instance) return member.name;
  return FailPcp(PM_ERR_INST);
}

Result<InstanceId> LocalApiContext::FindInstance(InDomId indom, std::string_view name) {
  const auto members = machine_->Instances(indom);
  if (!members) return Fail(members.error());
  for (const NamedInstance& member : *members)
    if (member.name == name) return member.id;
  for (const NamedInstance& member : *members)
    if (IsCalledInShort(member.name, name)) return member.id;
  return FailPcp(PM_ERR_INST);
}

// In PCP, PM_MODE_LIVE is a mode of hosts only.
int LocalApiContext::SetMode(Mode, const std::optional<PcpTime>&, PcpTime) { return PM_ERR_MODE; }

int LocalApiContext::Fetch(std::span<const MetricId> metrics, ResultMaker& maker) {
  if (const auto found = machine_->Fetch(metrics, result_); !found) return ErrorCode(found.error());
  SetNumvals();
  for (std::size_t i = 0; i < metrics.size(); ++i)
    if (numvals_[i] < 0 && FindEventMetric(metrics[i].value) != nullptr) numvals_[i] = 0;
  maker.Make({PcpTime(result_.stamp()), &result_, numvals_, {}});
  return 0;
}

int LocalApiContext::Store(const FetchResult&) { return PM_ERR_PERMISSION; }

}  // namespace fdr::pmapi
