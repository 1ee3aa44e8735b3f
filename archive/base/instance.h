// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A member of an instance domain.

#pragma once

#include <string_view>
#include <vector>

#include "fdr/archive/base/ids.h"

namespace fdr {

/// Borrows its name.
struct Instance {
  InstanceId id = 0;
  std::string_view name;

  friend bool operator==(const Instance&, const Instance&) = default;
};

/// The members of a domain at a time, ascending by identifier.
using InstanceList = std::vector<Instance>;

/// Returns the first of `instances` with this identifier, or null.
const Instance* FindInstance(const InstanceList& instances, InstanceId id);

}  // namespace fdr
