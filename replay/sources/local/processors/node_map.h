// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which processors are on which NUMA node.

#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/sources/local/machine.h"

namespace fdr::local {

/// The state of the machine when this object was made.
class NodeMap {
 public:
  explicit NodeMap(Machine& machine);

  std::optional<InstanceId> NodeOf(InstanceId cpu) const;
  /// Ascending.
  const std::vector<InstanceId>& nodes() const { return nodes_; }

 private:
  std::vector<InstanceId> nodes_;
  std::vector<std::pair<InstanceId, InstanceId>> node_of_;  // by processor, ascending
};

/// The number at the end of a name, as in "cpu12" with the prefix "cpu".
std::optional<InstanceId> NumberedName(std::string_view name, std::string_view prefix);

/// The numbers in a list as the kernel writes it: "0-3,8".
std::vector<InstanceId> NumberList(std::string_view text);

}  // namespace fdr::local
