// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The fixed properties of a metric (type, semantics, units), and how its values are stored.

#pragma once

#include <cstdint>
#include <string>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/units.h"

namespace fdr {

/// The format generation of an archive.
enum class Version : std::uint8_t { k2 = 2, k3 = 3 };

enum class Type : std::int32_t {
  kNoSupport = -1,
  k32 = 0,
  kU32 = 1,
  k64 = 2,
  kU64 = 3,
  kFloat = 4,
  kDouble = 5,
  kString = 6,
  kAggregate = 7,
  kAggregateStatic = 8,
  kEvent = 9,
  kHighresEvent = 10,
  kUnknown = 255,  ///< only inside event records
};

constexpr bool IsNumeric(Type type) { return type >= Type::k32 && type <= Type::kDouble; }
constexpr bool IsInteger(Type type) { return type >= Type::k32 && type <= Type::kU64; }
constexpr bool IsEvent(Type type) { return type == Type::kEvent || type == Type::kHighresEvent; }

enum class Semantics : std::int32_t { kCounter = 1, kInstant = 3, kDiscrete = 4 };

/// How the values of one set are stored: in the value's own word, or in a block that it points to.
/// kPointerStatic occurs in files and means the same as kPointer.
enum class ValueFormat : std::uint32_t { kInPlace = 0, kPointer = 1, kPointerStatic = 2 };

/// The first word of a value's block: the type, and the length of this word and the payload.
constexpr std::uint32_t BlockHeader(Type type, std::uint32_t payload_size) {
  return static_cast<std::uint32_t>(type) << 24 | (payload_size + 4);
}

/// The fixed properties of a metric.  Type and semantics are as recorded: a damaged archive may
/// hold numbers that match no enumerator.
struct Desc {
  MetricId id;
  Type type = Type::kNoSupport;
  InDomId indom;
  Semantics semantics = Semantics::kInstant;
  Units units;

  friend bool operator==(const Desc&, const Desc&) = default;
};

/// "32-bit int", "string", ...; "??? (N)" for a type that does not exist.
std::string ToString(Type type);
/// "counter", "instant", "discrete"; "??? (N)".
std::string ToString(Semantics semantics);

}  // namespace fdr
