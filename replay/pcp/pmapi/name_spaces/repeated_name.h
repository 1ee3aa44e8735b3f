// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// If a group has a name twice, the peer reports the place of the group's end.

#pragma once

#include <optional>
#include <string>

#include "fdr/replay/pcp/pmapi/name_spaces/wrong_name_space.h"

namespace fdr::pmapi {

struct RepeatedName {
  std::string name, group;
  TextPlace end;           ///< of the group
  std::size_t column = 0;  ///< there, as the peer shows the line
};

/// The first name of the first group that has one twice.  The words before it are right.
std::optional<RepeatedName> FindRepeatedName(const WrongNameSpace& names);

}  // namespace fdr::pmapi
