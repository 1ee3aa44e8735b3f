// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All instances that a domain of an archive ever had, found by number and by name.  Programs ask
// for one instance after the other, so the answers are remembered.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fdr/archive/metadata/indom_history.h"
#include "fdr/replay/context.h"

namespace fdr::pmapi {

/// Owns its names: the archive may grow meanwhile.  One thread at a time.
class KnownInstances {
 public:
  explicit KnownInstances(const InDomHistory& domain);

  /// False once the archive has grown: this object then knows too little.
  bool IsAllOf(const InDomHistory& domain) const;

  /// In the order of InDomHistory::AllInstances().
  const std::vector<NamedInstance>& all() const { return all_; }
  /// The newest name of an instance, or nullptr.
  const std::string* NameOf(InstanceId instance) const;
  /// Any name that an instance ever had is found; newer snapshots come first.  In each snapshot a
  /// whole name comes before a first word (Lookup()).  `domain` must be IsAllOf().
  std::optional<InstanceId> Find(const InDomHistory& domain, std::string_view name);

 private:
  struct Found {
    std::uint32_t rank;  // the lowest of several is the answer
    InstanceId instance;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  using Names = std::unordered_map<std::string, Found, Hash, std::equal_to<>>;

  void IndexNames(const InDomHistory& domain);
  static void Add(std::string_view name, Found found, Names& names);

  std::size_t snapshots_;
  std::optional<Timestamp> newest_;  // the stamp of the last snapshot
  std::vector<NamedInstance> all_;
  std::unordered_map<InstanceId, std::size_t> places_;  // in all_
  bool names_are_indexed_ = false;
  Names whole_names_;
  Names first_words_;  // of names with a blank
};

}  // namespace fdr::pmapi
