// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The facts about several archives that a join needs: when they have records, and whether their
// metadata agree.

#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/copy/record_window.h"

namespace fdr {

/// The part of one of the archives that is in a span; the archive is closed again.
struct JoinInput {
  ArchiveFiles files;
  TimeSpan span;
  LabelRecord label;
  Timestamp first, last;    ///< stamps of the records in the window
  std::uint64_t bytes = 0;  ///< of these records, about
  bool reaches_end = true;  ///< no whole record follows the window
  Position to;              ///< behind these records
  bool is_sorted = false;   ///< Archive::Sorted(): `to` means nothing when it is opened again
};

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

  /// In the order in which they were met; of one metric, the first of each kind.
  const std::vector<MetadataConflict>& conflicts() const { return conflicts_; }
  /// Conflicts beyond kMostConflicts are only counted.
  std::uint64_t more_conflicts() const { return more_conflicts_; }
  std::size_t metrics() const { return metrics_.size(); }

  static constexpr std::size_t kMostConflicts = 1000;

 private:
  struct Known {
    Desc desc;
    std::string name;
    std::size_t archive = 0;
  };

  void AddMetric(const Desc& desc, std::span<const std::string_view> names);
  bool HasKnownName(MetricId id, std::span<const std::string_view> names) const;
  void AddName(std::string_view name, MetricId id);
  void Report(MetadataConflict conflict, std::size_t archive);

  std::vector<std::string> archives_;
  std::unordered_map<MetricId, Known> metrics_;
  std::map<std::string, std::pair<MetricId, std::size_t>, std::less<>> names_;
  std::vector<MetadataConflict> conflicts_;
  std::uint64_t more_conflicts_ = 0;
};

}  // namespace fdr
