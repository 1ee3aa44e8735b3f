// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/local_api_context.h"

#include <pcp/pmapi.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <string>

#include "fdr/archive/record/indom_record.h"
#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/contexts/local_agents.h"
#include "fdr/replay/pcp/pmapi/contexts/own_library.h"
#include "fdr/replay/pcp/pmapi/events/event_metrics.h"
#include "fdr/replay/pcp/pmapi/name_spaces/name_space_file.h"
#include "fdr/replay/pcp/pmapi/name_spaces/program_names.h"
#include "fdr/replay/set_values.h"

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

LocalOptions OptionsOfMachine() {
  LocalOptions options;
  options.clock = TheTime;
  if (const char* const zone = std::getenv("TZ")) options.timezone = zone;
  const char* const tmp = pmGetOptionalConfig("PCP_TMP_DIR");
  options.mmv = std::string(tmp != nullptr ? tmp : "/var/lib/pcp/tmp") + "/mmv";
  return options;
}

std::shared_ptr<const NameSpace> NamesOfAgents() {
  return ProgramNames::Get().WithDefault([] { return LoadDefaultNameSpace(true); }).names;
}

// Each agent runs in a process of its own: its end is not that of this program.
Result<std::unique_ptr<HostedContext>> OpenWithAgents(std::vector<AgentSpec> agents,
                                                      std::shared_ptr<const NameSpace> names) {
  auto loop = EventLoop::Make();
  if (!loop) return Fail(loop.error());
  AgentOptions options;
  options.clock = TheTime;
  // As installed: libfdr_pmapi, lib/fdr/libpcp; or in a build tree.
  options.dso_host = ProgramBesideLibrary({"../fdr/fdr-agent-host", "../fdr-agent-host",
                                           "../pmda/fdr-agent-host", "../../pmda/fdr-agent-host"});
  // They belong to PCP's libraries.
  if (const std::optional<std::string> others = OtherLibraryDirectories())
    options.variables.push_back("LD_LIBRARY_PATH=" + *others);
  auto context = HostedContext::Open(OptionsOfMachine(), std::move(options), std::move(*loop),
                                     {std::move(agents), std::move(names), false});
  // They show some metrics only to a client with a user.
  if (context)
    (*context)->agents().AddClient({{AttributeCode::kProcessId, std::to_string(getpid())},
                                    {AttributeCode::kGroupId, std::to_string(getgid())},
                                    {AttributeCode::kUserId, std::to_string(getuid())}});
  return context;
}

}  // namespace

Result<std::shared_ptr<ApiContext>> LocalApiContext::Open() {
  std::vector<AgentSpec> agents = LocalAgents();
  const bool has_names = ProgramNames::Get().Current().names != nullptr || HasDefaultNameSpace();
  const bool has_absent = LocalContextsHaveAgents() && has_names;
  // Without names, agents cannot be asked for anything.
  const auto names = agents.empty() && !has_absent ? nullptr : NamesOfAgents();
  std::shared_ptr<LocalApiContext> context;
  if (names != nullptr && !agents.empty()) {
    auto hosted = OpenWithAgents(std::move(agents), names);
    if (!hosted) return Fail(std::move(hosted.error()));
    context = std::make_shared<LocalApiContext>(std::move(*hosted));
  } else {
    auto machine = LocalContext::Open(OptionsOfMachine());
    if (!machine) return Fail(std::move(machine.error()));
    context = std::make_shared<LocalApiContext>(std::move(*machine));
  }
  if (has_absent && names != nullptr) context->AddAbsentAgents(*names);
  return context;
}

void LocalApiContext::AddAbsentAgents(const NameSpace& names) {
  const auto is_served = [this, known = LocalContext::Domains()](std::uint32_t domain) {
    return (hosted_ != nullptr && hosted_->agents().Has(domain)) ||
           std::ranges::find(known, domain) != known.end();
  };
  absent_ = std::make_unique<WithAbsentAgents>(*source_, names, is_served, TheTime);
}

Result<std::shared_ptr<ApiContext>> LocalApiContext::Duplicate() {
  auto copy = Open();
  if (copy) (*copy)->plain_source().SetProfile(plain_source().profile());
  return copy;
}

int LocalApiContext::NamesLocation() const { return PMNS_LOCAL; }

Result<std::string> LocalApiContext::InstanceName(InDomId indom, InstanceId instance) {
  const auto members = plain_source().Instances(indom);
  if (!members) return Fail(members.error());
  for (const NamedInstance& member : *members)
    if (member.id == instance) return member.name;
  return FailPcp(PM_ERR_INST);
}

Result<InstanceId> LocalApiContext::FindInstance(InDomId indom, std::string_view name) {
  const auto members = plain_source().Instances(indom);
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
  if (const auto found = plain_source().Fetch(metrics, result_); !found)
    return ErrorCode(found.error());
  SetNumvals();
  for (std::size_t i = 0; i < metrics.size(); ++i)
    if (numvals_[i] < 0 && FindEventMetric(metrics[i].value) != nullptr) numvals_[i] = 0;
  maker.Make({PcpTime(result_.stamp()), &result_, numvals_, {}});
  return 0;
}

int LocalApiContext::Store(const FetchResult& values) {
  FetchResult of_agents;
  of_agents.Begin({});
  for (const FetchedSet& set : values.sets())
    if (hosted_ != nullptr && hosted_->agents().Has(set.id.domain()))
      CopySet(values, set, of_agents);
  const int status = of_agents.sets().empty() ? 0 : hosted_->Store(of_agents);
  const bool is_all = of_agents.sets().size() == values.sets().size();
  if (status < 0 || is_all) return status;
  const auto is_absent = [this](const FetchedSet& set) {
    return absent_ != nullptr && absent_->IsAbsent(set.id.domain());
  };
  return std::ranges::any_of(values.sets(), is_absent) ? PM_ERR_NOAGENT : PM_ERR_PERMISSION;
}

}  // namespace fdr::pmapi
