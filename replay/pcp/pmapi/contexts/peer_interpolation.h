// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// PCP's behaviour for interpolated values that programs rely on.  The order of instances comes from
// a hash table.  Counters are blanked once after an interruption of recording, so that no program
// computes a rate across it.  Metrics that describe event records have no values, which is no
// error.
//
//   counter          v1@10    v2@20     mark@25     v3@30    v4@40
//   at 20, 30, 40             v2                    -        v4
//   at 10, 26, 32    v1                         -     v3..v4

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"

namespace fdr::pmapi {

/// The members of an instance domain in the order of PCP's hash table.
class InstanceOrder {
 public:
  explicit InstanceOrder(const InDomHistory& domain);

  /// Returns the places of values, which must ascend by instance, in PCP's order.  Remembers the
  /// places of the last values in `Memory`: mostly the same instances come again.
  struct Memory {
    std::vector<InstanceId> instances;
    std::vector<std::uint32_t> places;
  };
  std::span<const std::uint32_t> Of(std::span<const FetchedValue> values, Memory& last) const {
    return values.size() == members_.size() ? by_rank_ : OfSome(values, last);
  }

 private:
  struct Member {
    InstanceId instance;
    std::uint32_t rank;
  };

  std::span<const std::uint32_t> OfSome(std::span<const FetchedValue> values, Memory& last) const;
  void Sort(Memory& memory) const;

  std::vector<Member> members_;         // ascending by instance
  std::vector<std::uint32_t> by_rank_;  // places in members_
};

/// For one context.
class PeerInterpolation {
 public:
  /// Forgets the earlier fetches.
  void Reposition() {
    for (auto& [id, last] : last_) last.had_values = false;
  }

  /// Blanks sets by setting their numval to 0, and finds the orders of the values.
  Result<void> Apply(ArchiveContext& archive, const FetchResult& result,
                     std::span<std::int32_t> numvals);
  /// One per set; valid until the next Apply().
  std::span<const std::span<const std::uint32_t>> orders() const { return orders_; }

 private:
  struct Last {  // the last fetch of a counter
    Timestamp time;
    bool had_values = false;
  };
  struct Planned {
    MetricId id;
    const InstanceOrder* order = nullptr;
    InstanceOrder::Memory memory = {};
    Last* last = nullptr;  // of a counter
    bool is_of_events = false;
  };

  void Plan(const Metadata& metadata, std::span<const FetchedSet> sets);
  const InstanceOrder* OrderOf(const InDomHistory* domain);
  Result<void> BlankCounters(ArchiveContext& archive, const FetchResult& result,
                             std::span<std::int32_t> numvals);

  std::vector<Planned> plan_;  // of the last fetch
  std::vector<std::span<const std::uint32_t>> orders_;
  std::unordered_map<InDomId, InstanceOrder> domains_;
  std::unordered_map<MetricId, Last> last_;
};

}  // namespace fdr::pmapi
