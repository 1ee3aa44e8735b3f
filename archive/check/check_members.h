// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Follows the members of an instance domain over the time of the data.

#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "fdr/archive/check/check_catalog.h"
#include "fdr/archive/record/record_frame.h"

namespace fdr {

/// Numbers the instances of one domain densely, in the order of appearance, and knows which of them
/// are members.  Reads each record of the domain once, when the data reach its time.
class DomainMembers {
 public:
  /// Borrows the domain.
  explicit DomainMembers(const CatalogInDom& domain) : domain_(&domain) {}

  /// Time never goes back here: if the stamps of data do, the members stay those of the latest
  /// time.  `metadata` reads the .meta file.
  void AdvanceTo(Timestamp time, FrameReader& metadata);

  /// Whether a record of the domain was read.
  bool known() const { return next_ > 0; }
  /// Changes whenever the members may have changed.
  std::uint64_t version() const { return next_; }

  std::uint32_t Number(InstanceId id);
  bool IsMember(std::uint32_t number) const {
    return generation_of_[number] == generation_ && generation_ != 0;
  }
  std::size_t size() const { return generation_of_.size(); }

 private:
  const CatalogInDom* domain_;
  std::size_t next_ = 0;          // of the domain's records
  std::uint32_t generation_ = 0;  // of the last full record
  std::unordered_map<InstanceId, std::uint32_t> numbers_;
  std::vector<std::uint32_t> generation_of_;  // by number; 0: no member
};

}  // namespace fdr
