// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/absent_agents.h"

#include <pcp/pmapi.h>

#include <utility>

#include "fdr/archive/base/domains.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/sources/agents/agent_context.h"

namespace fdr::pmapi {
namespace {

tl::unexpected<Error> NoAgent() { return FailPcp(PM_ERR_NOAGENT); }

}  // namespace

Result<void> NoAgents::SetMode(Mode, std::optional<Timestamp>, std::int64_t) { return NoAgent(); }

// Below a dynamic root.
Result<std::vector<Result<MetricId>>> NoAgents::Find(std::span<const std::string> names) {
  return std::vector<Result<MetricId>>(names.size(), NoAgent());
}

Result<std::vector<std::string>> NoAgents::NamesOf(MetricId) { return NoAgent(); }
Result<std::vector<NameChild>> NoAgents::Children(std::string_view) {
  return std::vector<NameChild>();
}
Result<std::vector<std::string>> NoAgents::Traverse(std::string_view) {
  return std::vector<std::string>();
}
Result<Desc> NoAgents::DescOf(MetricId) { return NoAgent(); }
Result<std::vector<NamedInstance>> NoAgents::Instances(InDomId) { return NoAgent(); }
Result<std::vector<NamedInstance>> NoAgents::AllInstances(InDomId) { return NoAgent(); }
Result<std::string> NoAgents::Text(TextKind, std::uint32_t) { return NoAgent(); }
Result<std::vector<OwnedLabelSet>> NoAgents::Labels(LabelLevel, std::uint32_t) { return NoAgent(); }

Fetched NoAgents::Fetch(std::span<const MetricId> metrics, const Profile&, FetchResult& result) {
  result.Begin(clock_());
  for (const MetricId id : metrics)
    result.AddSet(id, SetStatus::kRecordedError).code = PM_ERR_NOAGENT;
  return true;
}

Fetched NoAgents::FetchRecord(FetchResult&) { return NoAgent(); }

WithAbsentAgents::WithAbsentAgents(Context& context, const NameSpace& names, IsServed is_served,
                                   Clock clock)
    : is_served_(std::move(is_served)),
      none_(std::move(clock)),
      named_(none_, std::make_shared<const NameSpace>(names.Trimmed([this](MetricId id) {
               return IsAbsent(IsDynamicRoot(id) ? id.cluster() : id.domain());
             }))),
      joined_(context, named_,
              {.has_metric = [this](MetricId id) { return IsAbsent(id.domain()); },
               .has_indom = [this](InDomId indom) { return IsAbsent(indom.domain()); },
               .has_labels =
                   [this](LabelLevel level, std::uint32_t id) {
                     return level != LabelLevel::kContext && IsAbsent(LabelledDomain(level, id));
                   }}) {}

bool WithAbsentAgents::IsAbsent(std::uint32_t domain) const {
  return domain != kDerivedDomain && !is_served_(domain);
}

}  // namespace fdr::pmapi
