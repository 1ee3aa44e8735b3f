// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names of instances at a time, which archives may change.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"

namespace fdr {

/// Remembers the members that it looked up last.  Borrows the context.
class InstanceNames {
 public:
  InstanceNames(const ArchiveContext& context, InDomId indom) : context_(context), indom_(indom) {}

  /// The name at that time; if it is not known then, the newest name; otherwise "#" and the
  /// identifier.
  std::string NameOf(InstanceId instance, Timestamp t);

 private:
  const ArchiveContext& context_;
  InDomId indom_;
  std::optional<std::size_t> snapshot_;  // of members_
  std::size_t snapshots_ = 0;            // of the domain, when members_ was read
  std::vector<NamedInstance> members_;   // ascending
};

}  // namespace fdr
