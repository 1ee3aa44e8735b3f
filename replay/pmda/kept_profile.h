// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances that the next fetch wants, as agents see them.

#pragma once

#include <pcp/pmda.h>

#include <span>
#include <vector>

#include "fdr/replay/profile.h"

namespace fdr::pmda {

/// Keeps the memory behind a pmProfile.
class KeptProfile {
 public:
  /// Valid until the next call.
  pmProfile* Take(const Profile& profile);

 private:
  Profile kept_;
  std::vector<pmInDomProfile> domains_;
  pmProfile profile_ = {};
};

/// The instances of one domain that a profile wants.  Borrows the profile, which may be null: then
/// it wants all.
class WantedInstances {
 public:
  WantedInstances(const pmProfile* profile, pmInDom indom);

  bool Includes(int instance) const;
  bool IncludesAll() const { return is_default_ && exceptions_.empty(); }

 private:
  bool is_default_ = true;  // whether instances are wanted that are no exceptions
  std::span<const int> exceptions_;
  bool is_sorted_ = true;
};

}  // namespace fdr::pmda
