// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/rules/rules_on_archive.h"

#include <utility>

#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/name_space_option.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {

Result<void> RulesOnArchive::Take(const ArchiveRulesRequest& request, DamageReport& damage) {
  archive_ = request.archive;
  ReplayOptions options = ContextOptions(request.common, damage);
  options.rules.value = ValueRule::kPrevious;  // as PCP's rules see values
  auto context = ArchiveContext::Open(archive_, options);
  if (!context) return Fail(ExplainFile(archive_, context.error()));
  context_ = std::move(*context);
  ReplayCommand times = request.times;
  if (!times.interval) times.interval = kDefaultDelta;
  const Result<Zone> zone = ZoneOf(WindowOf(times), request.common, context_->label());
  if (!zone) return Fail(zone.error());
  zone_ = *zone;
  Result<Plan> plan = MakePlan(times, *context_, zone_);
  if (!plan) return Fail(plan.error());
  plan_ = std::move(*plan);
  if (plan_.warning && !request.common.quiet) PrintError(*plan_.warning);
  const Result<Context*> names = UnderNames(*context_, request.names, named_);
  if (!names) return Fail(names.error());
  names_ = *names;
  Result<DerivedTable> derived = DefinedMetrics(request.derive);
  if (!derived) return Fail(derived.error());
  derived_ = std::move(*derived);
  Result<BoundRules> rules =
      RulesOn({*names_, derived_, request.name, plan_.step}, request.rules, request.common.quiet);
  if (!rules) return Fail(rules.error());
  rules_ = std::move(*rules);
  return {};
}

Result<std::unique_ptr<RulesOnArchive>> RulesOnArchive::Open(const ArchiveRulesRequest& request,
                                                             DamageReport& damage) {
  std::unique_ptr<RulesOnArchive> opened(new RulesOnArchive());
  if (const auto taken = opened->Take(request, damage); !taken) return Fail(taken.error());
  return opened;
}

RuleReplay RulesOnArchive::Replay(OnRuleFiring on_firing) const {
  return RuleReplay(*context_, rules_, {plan_.from, plan_.window_end, zone_, archive_},
                    std::move(on_firing), {names_, derived_});
}

}  // namespace fdr::tools
