// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances of a domain as a fetch plan sees them.  Each has a slot, which is its place among
// all that ever were; what a fetch costs depends on those that live at its time.

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

/// The slots of a domain that live, and are wanted, at every time in [from, to).
struct LivingSlots {
  std::vector<std::uint32_t> slots;   ///< ascending
  bool in_one_row = false;            ///< there are some, with no gap between them
  std::vector<InstanceId> instances;  ///< theirs
  std::vector<std::uint32_t> words;   ///< the same as they lie in records
  RelativeTime from = kBeforeAll, to = kAfterAll;
  RelativeTime last_birth = kBeforeAll, first_death = kAfterAll;  ///< of all of them

  bool HoldsAt(RelativeTime t) const { return from <= t && t < to; }
};

/// One thread at a time.
class PlannedDomain {
 public:
  /// Of which nothing is known: without instances.
  PlannedDomain() = default;
  /// That of all metrics which have one value.
  static PlannedDomain Singular();
  PlannedDomain(const InDomHistory& history, const TimeScale& scale);

  /// Of a domain whose instances may be unwanted.
  void Apply(const Profile& profile);

  std::size_t size() const { return instances_.size(); }
  InstanceId Instance(std::uint32_t slot) const { return instances_[slot]; }
  std::optional<std::uint32_t> FindSlot(InstanceId instance) const;

  /// There is no value of an instance before its birth nor after its death.
  RelativeTime Birth(std::uint32_t slot) const {
    return births_.empty() ? kBeforeAll : births_[slot];
  }
  RelativeTime Death(std::uint32_t slot) const {
    return deaths_.empty() ? kAfterAll : deaths_[slot];
  }

  /// The same object for every time at which the same slots live, as long as others were not asked
  /// for.  The reference is valid until the next call.
  const std::shared_ptr<const LivingSlots>& LivingAt(RelativeTime t) {
    if (!living_ || !living_->HoldsAt(t)) living_ = FindLiving(t);
    return living_;
  }

 private:
  std::shared_ptr<const LivingSlots> FindLiving(RelativeTime t) const;

  std::optional<InDomId> id_;
  std::vector<InstanceId> instances_;          // ascending
  std::vector<bool> unwanted_;                 // by slot; empty: none is
  std::vector<RelativeTime> births_, deaths_;  // by slot; empty: all live always
  std::shared_ptr<const LivingSlots> living_;  // last
};

}  // namespace fdr
