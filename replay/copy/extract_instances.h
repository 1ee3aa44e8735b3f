// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances that a configuration means.

#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "fdr/archive/metadata/metadata.h"
#include "fdr/replay/copy/extract_specs.h"

namespace fdr {

/// Looks at each domain once.  Borrows the metadata.
class ExtractInstances {
 public:
  explicit ExtractInstances(const Metadata& metadata) : metadata_(metadata) {}

  /// The first one that the metric's domain ever had.  Nothing without one.
  std::optional<InstanceId> Find(MetricId id, const ExtractInstance& wanted);

 private:
  struct Domain {
    InstanceList all;
    std::unordered_set<InstanceId> numbers;
    std::unordered_map<std::string_view, InstanceId> names;  // and first words of them
  };

  const Domain& DomainOf(MetricId id);

  const Metadata& metadata_;
  std::unordered_map<InDomId, Domain> domains_;
};

}  // namespace fdr
