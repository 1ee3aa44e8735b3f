// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Checks the instances of value sets against their domains, and counters against their last values.

#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "fdr/archive/check/check_catalog.h"
#include "fdr/archive/check/check_members.h"
#include "fdr/archive/check/check_report.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {

/// The record of a value set.
struct CheckedRecord {
  FileReport& report;
  std::uint64_t offset = 0;
  Timestamp stamp;
  std::uint64_t number = 0;  ///< counts the records, from 1
};

/// Sees the sets in the order of the file.  If a metric has the same instances as the last time,
/// the work per value is one comparison, and one more for counters.
class InstanceCheck {
 public:
  /// Borrows all arguments.  `metadata` is the .meta file; its records begin at `first_record`.
  InstanceCheck(const Catalog& catalog, const ByteSource& metadata, std::uint64_t first_record);

  /// `set` has values of the metric with this number.
  void Check(const ValueSet& set, std::uint32_t metric, const CheckedRecord& record);

  /// Call after Check() of the same set, for an integer metric with correctly stored values.
  void CheckCounters(const ValueSet& set, std::uint32_t metric, const CheckedRecord& record);

  /// Call after a mark, or a lost part: counters may have been reset.
  void ForgetCounters();

 private:
  struct Last {
    std::uint64_t value = 0;
    std::uint32_t epoch = 0;  // values of another epoch than the current one are forgotten
  };
  struct Metric {
    std::uint64_t members_version = 0;   // for which the instances were looked up
    std::vector<InstanceId> instances;   // of its last set, in their order
    std::vector<std::uint32_t> numbers;  // their numbers within the domain
    std::vector<Last> last;              // their last values
  };
  struct Domain {
    explicit Domain(const CatalogInDom& info) : id(info.id), members(info) {}

    InDomId id;
    DomainMembers members;
    std::uint64_t record = 0;  // for which the members are up to date
    std::uint64_t set = 0;     // counts the checked sets
    // The known facts about each instance, by number.
    struct Seen {
      std::uint64_t in_set = 0;      // the last set that has it
      std::uint64_t before_set = 0;  // the last set that replaced one that has it ...
      std::uint32_t position = 0;    // ... there
      bool reported = false;         // as not a member
    };
    std::vector<Seen> seen;
    bool reported = false;  // as unknown
  };

  // Values of instances that have disappeared, by metric and instance.  Their number is limited:
  // memory must not grow with the number of all processes of all times.
  static constexpr std::size_t kMostAway = std::size_t{1} << 18;

  void LookUp(const ValueSet& set, std::uint32_t metric, Domain& domain,
              const CheckedRecord& record);
  void CheckInstance(InstanceId instance, Domain::Seen& seen, bool is_member, const Domain& domain,
                     std::uint32_t metric, const CheckedRecord& record);
  void CheckSingular(const ValueSet& set, std::uint32_t metric, const CheckedRecord& record);
  void PutAway(std::uint32_t metric, std::uint32_t number, const Last& last);
  Last TakeBack(std::uint32_t metric, std::uint32_t number);
  CheckPlace PlaceOf(std::uint32_t metric, const CheckedRecord& record) const;

  const Catalog& catalog_;
  FrameReader metadata_;
  std::vector<Metric> metrics_;  // by number
  std::vector<Domain> domains_;  // by number
  std::uint32_t epoch_ = 1;
  std::unordered_map<std::uint64_t, Last> away_;
};

}  // namespace fdr
