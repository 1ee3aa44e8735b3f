// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One instance domain over time.
//
//   records   full{1,2}@10   delta{+3}@20   delta{-1}@30   full{2}@40
//   at 5: not known   at 10..19: 1,2   at 20..29: 1,2,3   at 30..39: 2,3   from 40: 2

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/instance.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/record/indom_record.h"

namespace fdr {

/// The time of an instance: from the first snapshot that lists it to the snapshot after the last
/// one that lists it, if there is a later snapshot.
struct InstanceLifetime {
  InstanceId id = 0;
  Timestamp birth;
  std::optional<Timestamp> death;

  friend bool operator==(const InstanceLifetime&, const InstanceLifetime&) = default;
};

/// Borrows the metadata, and decodes a record only on request: memory follows the number of
/// records, not of instances.
class InDomHistory {
 public:
  explicit InDomHistory(InDomId id) : id_(id) {}

  InDomId id() const { return id_; }

  /// Adds a record, decoded as `record`; `body` is its body without the type word.  Records come in
  /// file order, mostly ascending in time.  If several records have one stamp, the last is in
  /// force.  A record without instances is ignored: the members before it stay in force.
  void Add(Version version, const InDomRecord& record, Bytes body);
  /// Call this after the last Add(), before the functions below.
  void Finish();

  std::size_t size() const { return snapshots_.size(); }
  Timestamp StampOf(std::size_t snapshot) const { return snapshots_[snapshot].stamp; }

  /// The snapshot in force at `t`: the last one with a stamp <= t.
  std::optional<std::size_t> At(Timestamp t) const;

  /// Its members, deltas applied.
  InstanceList Members(std::size_t snapshot) const;
  /// The same, in the order of the record if it has all members.
  InstanceList StoredMembers(std::size_t snapshot) const;

  /// All instances of all times: newest snapshot first, ascending in each snapshot.  If an instance
  /// has several names, the newest counts.
  InstanceList AllInstances() const;

  /// The lifetimes of all instances of all times, ascending by identifier.
  std::vector<InstanceLifetime> Lifetimes() const;

  /// The size of the largest snapshot.
  std::size_t LargestSnapshot() const { return largest_; }

 private:
  struct Snapshot {
    Timestamp stamp;
    Bytes body;
    Version version;
    bool is_delta;
    std::uint32_t entries;
    std::int32_t checkpoint = -1;  // into checkpoints_
  };

  // The first and the last snapshot that list an instance.
  struct Presence {
    std::size_t first, last;
  };

  std::unordered_map<InstanceId, Presence> Presences() const;
  static InDomRecord Decode(const Snapshot& snapshot);
  static std::string Content(const Snapshot& snapshot);
  void DropRepetitions();
  void PlaceCheckpoints();

  InDomId id_;
  std::vector<Snapshot> snapshots_;  // ascending by stamp, then by place in the file
  std::vector<InstanceList>
      checkpoints_;  // so that no snapshot is many deltas away from a full list
  std::size_t largest_ = 0;
};

}  // namespace fdr
