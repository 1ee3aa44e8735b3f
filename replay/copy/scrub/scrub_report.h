// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What scrubbing replaced, kept and left out.

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "fdr/replay/copy/scrub/name_kinds.h"

namespace fdr {

/// Why a text stayed as it was.
enum class KeptFor {
  kKnownMetric,  ///< the whole name of a metric of PCP's agents
  kKnownWord,    ///< a word of a list, such as "Linux" or "/usr/bin"
  kPlainForm,    ///< a form that has no room for a name, such as "cpu3" or "sda1"
  kWish,         ///< --scrub-keep
};
inline constexpr std::size_t kReasonsToKeep = 4;

/// Numbers of different texts, and of values and records.
struct ScrubReport {
  std::array<std::uint64_t, kNameKinds> names = {};     ///< that have pseudonyms
  std::array<std::uint64_t, kReasonsToKeep> kept = {};  ///< texts that stayed

  std::uint64_t numbers_left_out = 0;     ///< values that may be identifiers
  std::uint64_t metrics_left_out = 0;     ///< different metrics that have such values
  std::uint64_t aggregates_emptied = 0;   ///< values without a known form
  std::uint64_t events_left_out = 0;      ///< arrays of events that make no sense
  std::uint64_t texts_left_out = 0;       ///< help texts
  std::uint64_t label_sets_left_out = 0;  ///< sets that make no sense, or became too long
  std::uint64_t values_left_out = 0;      ///< others: without a description, or of a wrong type

  std::uint64_t& Names(NameKind kind) { return names[IndexOf(kind)]; }
  std::uint64_t Names(NameKind kind) const { return names[IndexOf(kind)]; }
  std::uint64_t& Kept(KeptFor reason) { return kept[static_cast<std::size_t>(reason)]; }
  std::uint64_t Kept(KeptFor reason) const { return kept[static_cast<std::size_t>(reason)]; }
};

}  // namespace fdr
