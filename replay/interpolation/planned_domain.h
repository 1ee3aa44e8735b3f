// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances of a domain as a fetch plan sees them.  Each instance has a slot: its place among
// all instances that ever were.  The cost of a fetch depends on the instances that live at its
// time.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/metadata/indom_history.h"
#include "fdr/replay/profile.h"
#include "fdr/replay/timeline/time_scale.h"

namespace fdr {

/// The slots that live at every time in [from, to), and that the profile includes.
struct LivingSlots {
  std::vector<std::uint32_t> slots;   ///< ascending
  bool in_one_row = false;            ///< not empty, and without gaps
  std::vector<InstanceId> instances;  ///< of the slots
  RelativeTime from = kBeforeAll, to = kAfterAll;
  RelativeTime last_birth = kBeforeAll, first_death = kAfterAll;  ///< of these slots

  bool HoldsAt(RelativeTime t) const { return from <= t && t < to; }
};

/// One thread at a time.
class PlannedDomain {
 public:
  /// A domain without instances; nothing is known about it.
  PlannedDomain() = default;
  /// The domain of all metrics with a single value.
  static PlannedDomain Singular();
  PlannedDomain(const InDomHistory& history, const TimeScale& scale);

  /// Leaves out instances that the profile excludes.
  void Apply(const Profile& profile);

  std::size_t size() const { return instances_.size(); }
  InstanceId Instance(std::uint32_t slot) const { return instances_[slot]; }
  std::optional<std::uint32_t> FindSlot(InstanceId instance) const;

  /// An instance has no values before its birth and after its death.
  RelativeTime Birth(std::uint32_t slot) const {
    return births_.empty() ? kBeforeAll : births_[slot];
  }
  RelativeTime Death(std::uint32_t slot) const {
    return deaths_.empty() ? kAfterAll : deaths_[slot];
  }

  /// Successive calls return the same object while the same slots live.  The reference is valid
  /// until the next call.
  const std::shared_ptr<const LivingSlots>& LivingAt(RelativeTime t) {
    if (!living_ || !living_->HoldsAt(t)) living_ = FindLiving(t);
    return living_;
  }

 private:
  std::shared_ptr<const LivingSlots> FindLiving(RelativeTime t) const;

  std::optional<InDomId> id_;
  std::vector<InstanceId> instances_;          // ascending
  std::vector<bool> unwanted_;                 // by slot; empty: all are wanted
  std::vector<RelativeTime> births_, deaths_;  // by slot; empty: all live at all times
  std::shared_ptr<const LivingSlots> living_;  // of the last call
};

}  // namespace fdr
