// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An archive that is opened to evaluate the rules of a command line on it.

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fdr/replay/name_space/named_context.h"
#include "fdr/replay/rules/rule_replay.h"
#include "fdr/tools/options/common_options.h"
#include "fdr/tools/options/derive_option.h"
#include "fdr/tools/replay/plan.h"
#include "fdr/tools/rules/asked_rules.h"
#include "fdr/tools/run/damage_report.h"

namespace fdr::tools {

/// What the command line says.  Borrows what is a reference.
struct ArchiveRulesRequest {
  const CommonOptions& common;
  const AskedRules& rules;
  const DeriveOptions& derive;
  std::string archive;
  std::string name;                       ///< in messages: "" if there is only one source
  ReplayCommand times;                    ///< the window, its zone, and the interval
  std::optional<std::string> names = {};  ///< the file of a name space
};

class RulesOnArchive {
 public:
  /// Borrows `damage`, which reports the losses.  Reports also what the archive lacks for rules,
  /// and what is odd about the window.
  static Result<std::unique_ptr<RulesOnArchive>> Open(const ArchiveRulesRequest& request,
                                                      DamageReport& damage);

  ArchiveContext& context() { return *context_; }
  const Zone& zone() const { return zone_; }
  const Plan& plan() const { return plan_; }
  const BoundRules& rules() const { return rules_; }

  /// Borrows this object.
  RuleReplay Replay(OnRuleFiring on_firing) const;

 private:
  RulesOnArchive() = default;

  Result<void> Take(const ArchiveRulesRequest& request, DamageReport& damage);

  std::string archive_;
  std::unique_ptr<ArchiveContext> context_;
  std::optional<NamedContext> named_;
  Context* names_ = nullptr;  // the one or the other
  Zone zone_;
  Plan plan_;
  DerivedTable derived_;
  BoundRules rules_;
};

}  // namespace fdr::tools
