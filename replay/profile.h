// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Selects the instances that a fetch returns.

#pragma once

#include <unordered_map>
#include <vector>

#include "fdr/archive/base/ids.h"

namespace fdr {

/// All instances at first.  A value: copy it.
class Profile {
 public:
  /// Includes every instance of every domain, or none.  Drops the rules for single domains.
  void SetAll(bool included);
  /// Includes every instance of a domain, or none.
  void Set(InDomId indom, bool included);
  /// Add instances to the returned ones, or remove them.
  void Include(InDomId indom, const std::vector<InstanceId>& instances);
  void Exclude(InDomId indom, const std::vector<InstanceId>& instances);

  bool Includes(InDomId indom, InstanceId instance) const;
  /// Whether no instance of the domain is excluded.
  bool IncludesAll(InDomId indom) const;
  /// Whether the domain has a rule of its own.
  bool Mentions(InDomId indom) const { return domains_.contains(indom); }

  /// The rule for a domain.
  struct Domain {
    bool included = true;                ///< all but ...
    std::vector<InstanceId> exceptions;  ///< ... these, ascending

    friend bool operator==(const Domain&, const Domain&) = default;
  };
  const std::unordered_map<InDomId, Domain>& domains() const { return domains_; }
  /// The rule for every domain without one of its own.
  bool includes_others() const { return default_; }

  friend bool operator==(const Profile&, const Profile&) = default;

 private:
  void Change(InDomId indom, const std::vector<InstanceId>& instances, bool included);

  bool default_ = true;
  std::unordered_map<InDomId, Domain> domains_;
};

}  // namespace fdr
