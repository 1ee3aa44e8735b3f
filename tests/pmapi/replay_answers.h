// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Requests to replay_driver.c and its answers, taken apart.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/timestamp.h"

namespace fdr::test {

/// In requests: the modes that are not backward, a second, and the identifier that is none.
inline constexpr int kInterp = 1, kForw = 2;
inline constexpr std::int64_t kSecond = kNanosPerSecond;
inline constexpr std::uint32_t kNull = 0xffffffff;

/// A name as replay_driver.c reads it.
std::string DriverName(std::string_view name);

/// An operation and the number that it is about.
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

/// What the peer returns may be 1 where there is no value in the result, depending on what happens
/// to lie in memory.
bool IsOneForNothing(const std::string& answer);
/// Of a label or an end.
bool IsErrorOfDamage(const std::string& answer);

/// Whether the instances that two sets of values have in common come in the same order, in the same
/// format.
bool AreAlike(const std::string& our_set, const std::string& peers_set);

}  // namespace fdr::test
