// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The tools that PCP's installation says can be run with the archives of a folio: pmafm(1).

#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fdr::tools {

struct KnownTools {
  std::set<std::string> multi;    ///< take several archives at once
  std::set<std::string> single;   ///< take one
  std::set<std::string> special;  ///< take archives without -a
  std::set<std::string> replay;   ///< can show a folio that they made

  /// Adds what a file says: shell assignments such as MULTI="pmie pmstat", and comments.  Other
  /// lines are left out; nothing is executed.
  void Add(std::string_view text);

  bool Has(const std::string& tool) const {
    return multi.contains(tool) || single.contains(tool) || special.contains(tool);
  }
  std::vector<std::string> Names() const;
};

/// The tools of config/pmafm in PCP's directory, and of ~/.pcp/pmafm.
KnownTools InstalledTools();

}  // namespace fdr::tools
