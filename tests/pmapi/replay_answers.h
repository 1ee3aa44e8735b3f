// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Takes requests to replay_driver.c and its answers apart.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/timestamp.h"

namespace fdr::test {

/// Numbers in requests: the modes that do not go backward, a second, and the null identifier.
inline constexpr int kInterp = 1, kForw = 2;
inline constexpr std::int64_t kSecond = kNanosPerSecond;
inline constexpr std::uint32_t kNull = 0xffffffff;

/// A name as replay_driver.c reads it.
std::string DriverName(std::string_view name);

/// An operation and its number.
std::string Join(const std::string& what, std::uint64_t id);

using Words = std::vector<std::string>;
Words Split(const std::string& line);

/// The operation that a request begins with.
std::string OperationOf(const std::string& request);
bool IsFetch(const std::string& operation);
bool IsInNanoseconds(const std::string& operation);

/// "SEC.NSEC".
std::string TimeText(Timestamp t);
/// "SEC.FRACTION", in this many nanoseconds; both may be negative.
Timestamp ReadTime(const std::string& text, std::int64_t unit);

/// A fetch's answer in the words of replay_operations.h.
std::string Translated(const std::string& answer, bool in_microseconds = false);

/// If the result has no value, the peer may return 1, depending on random bytes in memory.
bool IsOneForNothing(const std::string& answer);
/// Whether this is the error of a damaged label or end.
bool IsErrorOfDamage(const std::string& answer);

/// Whether the common instances of two sets of values have the same order and the same format.
bool AreAlike(const std::string& our_set, const std::string& peers_set);

}  // namespace fdr::test
