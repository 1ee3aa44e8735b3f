// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances that the next fetch wants, as agents see them.

#pragma once

#include <pcp/pmda.h>

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

}  // namespace fdr::pmda
