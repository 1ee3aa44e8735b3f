// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Tells why records of the peer differ from ours.  A plain list of the records must show that our
// answer is right, and that a known departure from the rules leads to the peer's answer.
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

/// The operations on a context in the modes F and B, and the answers of both sides.  The peer may
/// have given fewer answers.
struct Replayed {
  Operations operations;
  Answers ours, peers;
  OnDamage damage = OnDamage::kStays;  ///< ours
};

/// Counts the departures by name.  Returns the first difference without an explanation, or "".
std::string ExplainRecords(const Timeline& timeline, const Replayed& replayed,
                           std::map<std::string, std::size_t>& departures);

}  // namespace fdr::test
