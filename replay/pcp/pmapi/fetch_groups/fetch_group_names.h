// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instance names of a domain, as far as a fetch group knows them.

#pragma once

#include <pcp/pmapi.h>

#include <set>
#include <string>
#include <unordered_map>

namespace fdr::pmapi {

class InstanceNames {
 public:
  /// As PCP does, looks up the whole domain again, but only if the set has an unknown instance.
  void Learn(pmInDom indom, const pmValueSet& set);
  /// nullptr for an unknown instance.  Programs keep the names, so each lives as long as this.
  const char* Find(int instance) const;

 private:
  std::set<std::string> texts_;  // all names ever seen
  std::unordered_map<int, const std::string*> names_;
};

}  // namespace fdr::pmapi
