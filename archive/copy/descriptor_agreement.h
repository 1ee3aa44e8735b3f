// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether the metadata of archives that become one agree.

#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "fdr/archive/archive.h"

namespace fdr {

/// Two archives that describe a metric differently.
struct MetadataConflict {
  std::string metric;
  std::string what;  ///< "type", "semantics", "units", "instance domain", "identifier",
                     ///< "name": no name in one archive is a name in the other
  std::string before, now;
  std::string archive_before, archive_now;  ///< base names
};

/// Remembers the descriptors of archives, and where they contradict each other.  Memory follows the
/// number of different metrics.
class DescriptorAgreement {
 public:
  void Add(const Archive& archive, const std::unordered_set<MetricId>& but_for = {});

  /// In the order in which they were met; of one metric, the first of each kind.  With `among`, of
  /// these metrics only.
  std::vector<MetadataConflict> Conflicts(const std::unordered_set<MetricId>* among) const;
  std::size_t metrics() const { return metrics_.size(); }

 private:
  struct Known {
    Desc desc;
    std::string name;
    std::size_t archive = 0;
  };

  void AddMetric(const Desc& desc, std::span<const std::string_view> names);
  bool HasKnownName(MetricId id, std::span<const std::string_view> names) const;
  void AddName(std::string_view name, MetricId id);
  void Report(MetricId id, MetadataConflict conflict, std::size_t archive);

  std::vector<std::string> archives_;
  std::unordered_map<MetricId, Known> metrics_;
  std::map<std::string, std::pair<MetricId, std::size_t>, std::less<>> names_;
  std::vector<std::pair<MetricId, MetadataConflict>> conflicts_;
  std::set<std::pair<MetricId, std::string>> reported_;  // kinds of conflicts
};

}  // namespace fdr
