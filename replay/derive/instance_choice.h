// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances that x[name] and matchinst() select.  Their names must be asked for; a decision
// about an instance is remembered.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/derive/expression.h"
#include "fdr/replay/derive/values.h"

namespace fdr {

/// The instance with this name, otherwise the first whose name begins with this word, or with this
/// number.  A name may be in double quotes.  An empty name matches no instance.
std::optional<InstanceId> FindInstance(std::span<const NamedInstance> members,
                                       std::string_view name);

/// The state of one node.
class InstanceChoice {
 public:
  /// Whether the names of the domain are needed for these values.
  bool NeedsNames(const Node& node, std::span<const FetchedValue> values) const;
  void Learn(const Node& node, std::span<const NamedInstance> members);
  /// The same for matchinst() as in version 6.  An instance has the name of the time when it first
  /// has a value, and none if the domain does not list it then.
  void LearnOnce(const Node& node, std::span<const NamedInstance> members, const Values& values);
  /// To be called after each evaluation in version 6.  After every hundred evaluations, it forgets
  /// the instances that had values in fewer than half of them.
  void ForgetRare();

  /// Puts the selected values into `out`.
  Values Choose(const Node& node, const Values& values, std::vector<FetchedValue>& out) const;

 private:
  static bool Matches(const Node& node, const NamedInstance& member);
  bool LetsThrough(const Node& node, InstanceId instance) const;

  struct Match {
    bool is_chosen = false;
    std::uint32_t uses = 0;  // since ForgetRare() looked last
  };

  std::optional<InstanceId> instance_;             // of x[name]
  std::unordered_map<InstanceId, Match> matches_;  // of matchinst()
  std::uint32_t evaluations_ = 0;                  // since ForgetRare() looked last
};

}  // namespace fdr
