// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A metric of a fetch plan: the bounds around its last fetch, and how far a search for them is.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/replay/interpolation/bounds.h"
#include "fdr/replay/interpolation/number_reader.h"
#include "fdr/replay/interpolation/planned_domain.h"
#include "fdr/replay/timeline/time_scale.h"

namespace fdr {

/// A payload that is not a number, with its type.
struct Opaque {
  Type type = Type::kUnknown;
  ByteBuffer bytes;

  void Assign(const ValueBlock& block) {
    type = block.type;
    bytes.assign(block.payload.begin(), block.payload.end());
  }
};

/// How far the search for the bounds on one side is: see OpenMetrics.
struct SideSearch {
  std::size_t slots = 0;  ///< number of slots still searched; 0 outside of a search
  bool all = false;       ///< all living slots are searched, and `is_searched` is not filled in
  /// A set with the instances `gone_through` was read, and no searched slot is left in it.
  bool is_through = false;
  /// Where the walk meets the first birth (low) or death (high) of a searched instance.  Beyond it
  /// the instance has no values.
  RelativeTime end = kBeforeAll;
  std::vector<std::uint8_t> is_searched;  ///< by slot
  std::vector<InstanceId> gone_through;   ///< the instances of the last set
};

/// The low bound of a slot is the latest event at or before a time; the high bound is the earliest
/// event after the time.  Both are right for every t with low <= t < high.  In a new metric, they
/// hold at no time.
struct PlannedMetric {
  explicit PlannedMetric(const Desc& what) : desc(what), shape(what.type) {}

  Desc desc;
  NumberShape shape;
  PlannedDomain* domain = nullptr;            ///< nullptr if the metric has no descriptor
  RelativeTime holds_from = kAfterAll;        ///< all bounds hold at times in ...
  RelativeTime holds_to = kBeforeAll;         ///< ... [holds_from, holds_to)
  std::shared_ptr<const LivingSlots> living;  ///< the slots that have bounds
  std::array<Bounds, 2> bounds;               ///< by side
  std::size_t archive = 0;                    ///< for whose time the bounds were found
  bool float_in_place = false;   ///< floats are stored in place, as in very old archives
  std::vector<Opaque> payloads;  ///< of the low bounds, by slot; only if IsOpaque()

  std::array<SideSearch, 2> search;   ///< by side
  std::vector<std::uint32_t> places;  ///< slot of the i-th value in the sets seen so far

  bool IsStaleAt(RelativeTime t) const {
    return domain != nullptr && !(holds_from <= t && t < holds_to);
  }
  bool IsOpaque() const { return !IsNumeric(desc.type); }

  /// Ends a search.  Drops all bounds: they hold at no time.
  void Forget() {
    for (SideSearch& side : search) side.slots = 0;
    for (Bounds& side : bounds) side.SetAll({});
    holds_from = kAfterAll;
    holds_to = kBeforeAll;
  }
};

}  // namespace fdr
