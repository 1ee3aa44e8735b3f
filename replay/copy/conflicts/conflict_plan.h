// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What to do about metrics that archives describe differently, so that the archives can be joined.
//
//   archive        a (Monday)              b (Tuesday)
//   mem.used       u32, Kbyte              u64, byte
//   convert        becomes u64, byte       stays
//   split          becomes mem.used_1      stays
//   drop           is left out             is left out
//
// Rules in the language of docs/rewriting.md make the changes, archive by archive.

#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "fdr/archive/metadata/metadata.h"

namespace fdr {

enum class ConflictPolicy {
  kConvert,  ///< to a type and units that hold all values; the same for instant and discrete
  kSplit,    ///< the archives before the last one get a metric of their own
  kDrop,     ///< none of the archives keeps the metric
};

/// Memory follows the number of different descriptors.
class ConflictPlan {
 public:
  /// Call it for each archive, in the order of time.
  void Add(const std::string& archive, const Metadata& metadata);
  /// Call it then, once.  With `among`, about these metrics only.
  void Decide(ConflictPolicy policy, const std::unordered_set<MetricId>* among = nullptr);

  /// The rules for the records of an archive; empty if they pass as they are.
  const std::string& RulesFor(const std::string& archive) const;
  /// Metrics about which the archives need not agree any more.
  const std::unordered_set<MetricId>& settled() const { return settled_; }
  const std::unordered_set<MetricId>& dropped() const { return dropped_; }
  /// The numbers of the metrics that parts of a metric have become, by its name.
  const std::multimap<std::string, MetricId, std::less<>>& parts() const { return parts_; }
  /// The new names of parts, with those that their archives have.
  const std::map<std::string, std::string>& part_names() const { return part_names_; }
  /// Names of the settled metrics, and of the parts, sorted.
  const std::vector<std::string>& names() const { return names_; }

 private:
  struct Definition {
    Desc desc;
    std::vector<std::string> names;     // sorted
    std::vector<std::size_t> archives;  // ascending
  };
  using Definitions = std::vector<Definition>;

  bool Disagree(const Definitions& definitions) const;
  bool HasOtherNumber(const Definition& definition) const;
  void Convert(const Definitions& definitions);
  void Split(const Definitions& definitions);
  void GiveAway(const Definition& definition, const Definition& kept);
  void Drop(const Definitions& definitions);
  void Settle(const Definition& definition);
  MetricId FreeNumber(MetricId like);
  std::string FreeName(std::string_view like);
  void AddRule(const Definition& definition, const std::string& rule);

  std::vector<std::string> archives_;
  std::map<MetricId, Definitions> metrics_;
  std::map<std::string, std::map<MetricId, std::size_t>, std::less<>>
      numbers_;  // of each name,
                 // with the last archive
  std::map<std::string, std::string> rules_;
  std::unordered_set<MetricId> settled_, dropped_;
  std::multimap<std::string, MetricId, std::less<>> parts_;
  std::map<std::string, std::string> part_names_;
  std::vector<std::string> names_;
};

}  // namespace fdr
