// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Tells why records of the peer's are not ours: a plain list of the records must show that ours is
// the right answer, and that the peer's is what a known departure from the rules leads to.
// docs/compatibility.md, "Replaying", argues the departures.

#pragma once

#include <map>
#include <string>

#include "fdr/replay/timeline/timeline.h"
#include "fdr/tests/differential/record_model.h"
#include "fdr/tests/differential/replay_operations.h"

namespace fdr::test {

/// Ends an operation whose answer was given with a stamp in microseconds.
inline constexpr const char* kInMicroseconds = " us";

/// What was asked of a context in the modes F and B, and both answers.  The peer may have given
/// fewer.
struct Replayed {
  Operations operations;
  Answers ours, peers;
  OnDamage damage = OnDamage::kStays;  ///< ours
};

/// Counts the departures by name.  Returns what has no explanation, if there is anything.
std::string ExplainRecords(const Timeline& timeline, const Replayed& replayed,
                           std::map<std::string, std::size_t>& departures);

}  // namespace fdr::test
