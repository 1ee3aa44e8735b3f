// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a fetch group knows of the names of an instance domain.

#pragma once

#include <pcp/pmapi.h>

#include <set>
#include <string>
#include <unordered_map>

namespace fdr::pmapi {

class InstanceNames {
 public:
  /// As PCP does, looks the whole domain up again, but only if an instance of the set is not known.
  void Learn(pmInDom indom, const pmValueSet& set);
  /// nullptr if it has none.  Programs keep these: each lives as long as this.
  const char* Find(int instance) const;

 private:
  std::set<std::string> texts_;  // all that there ever were
  std::unordered_map<int, const std::string*> names_;
};

}  // namespace fdr::pmapi
