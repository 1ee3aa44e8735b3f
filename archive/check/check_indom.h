// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Checks the instance domains of an archive: each record, and deltas against the members before.

#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "fdr/archive/check/check_catalog.h"
#include "fdr/archive/check/check_report.h"
#include "fdr/archive/record/indom_record.h"

namespace fdr {

/// Fills the records of the catalog's instance domains.
class InDomCheck {
 public:
  InDomCheck(Catalog& catalog, FileReport& report) : catalog_(catalog), report_(report) {}

  void Check(const InDomRecord& record, std::uint64_t offset);
  /// Call after the last record.
  void Finish();

 private:
  // A full record begins a new generation, so that the old members need not be removed.
  struct Member {
    std::size_t name_hash = 0, word_hash = 0;  // the word: up to the first blank
    std::uint32_t generation = 0;
  };
  // By hash, the last instance with the name, or the word; it may have been removed since.
  using Holders = std::unordered_map<std::size_t, InstanceId>;
  struct Domain {
    std::uint32_t generation = 0;  // 0: no record yet
    std::unordered_map<InstanceId, Member> members;
    std::size_t present = 0;  // members of this generation
    Holders by_name, by_word;
    Timestamp last;          // stamp of the last record
    bool was_delta = false;  // the last record
    bool has_delta = false;
  };

  void CheckEntries(const InDomRecord& record, const CheckPlace& place);
  void CheckDelta(const InDomRecord& record, const Domain& domain, const CheckPlace& place);
  void Apply(const InDomRecord& record, Domain& domain, const CheckPlace& place);
  void ApplyToMember(const InDomEntry& entry, Domain& domain, const InDomRecord& record,
                     const CheckPlace& place);

  void CheckNames(const InDomRecord& record, Domain& domain, const CheckPlace& place);

  Catalog& catalog_;
  FileReport& report_;
  std::vector<Domain> domains_;     // by number in the catalog
  std::vector<InDomEntry> sorted_;  // the entries of the current record
};

}  // namespace fdr
