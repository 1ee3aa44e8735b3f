// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which instances a fetch is to return.

#pragma once

#include <unordered_map>
#include <vector>

#include "fdr/archive/base/ids.h"

namespace fdr {

/// All instances at first.  A value: copy it.
class Profile {
 public:
  /// Every instance of every domain, or none; forgets all that was said of single domains.
  void SetAll(bool included);
  /// Every instance of a domain, or none.
  void Set(InDomId indom, bool included);
  /// Adds instances to those that are returned, or takes them away.
  void Include(InDomId indom, const std::vector<InstanceId>& instances);
  void Exclude(InDomId indom, const std::vector<InstanceId>& instances);

  bool Includes(InDomId indom, InstanceId instance) const;
  /// Whether no instance of the domain is excluded.
  bool IncludesAll(InDomId indom) const;
  /// Whether anything was said of this domain.
  bool Mentions(InDomId indom) const { return domains_.contains(indom); }

  /// What was said of a domain.
  struct Domain {
    bool included = true;                ///< all but ...
    std::vector<InstanceId> exceptions;  ///< ... these, ascending

    friend bool operator==(const Domain&, const Domain&) = default;
  };
  const std::unordered_map<InDomId, Domain>& domains() const { return domains_; }
  /// Of every domain of which nothing was said.
  bool includes_others() const { return default_; }

  friend bool operator==(const Profile&, const Profile&) = default;

 private:
  void Change(InDomId indom, const std::vector<InstanceId>& instances, bool included);

  bool default_ = true;
  std::unordered_map<InDomId, Domain> domains_;
};

}  // namespace fdr
